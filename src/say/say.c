/* Sentences of the program itself. See say.h. */
#include "say.h"

#include <stdlib.h>
#include <string.h>

static const asc_catalogue *catalogue_of(const char *language) {
  for (const asc_catalogue *at = asc_say_catalogues; language != NULL && at->language != NULL; at++)
    if (strcmp(at->language, language) == 0) return at;
  return &asc_say_catalogues[0];
}

const char *asc_say_find_language(const char *tag) {
  const char *found = catalogue_of(tag)->language;
  return tag != NULL && strcmp(found, tag) == 0 ? found : NULL;
}

asc_sentence_arg asc_say_arg_decimal(const char *language, const char *name, const char *number,
                                     char text[ASC_HUNDREDTHS_MAX]) {
  bool comma = strcmp(catalogue_of(language)->language, "en") != 0;
  size_t length = strlen(number);
  if (length >= ASC_HUNDREDTHS_MAX) length = ASC_HUNDREDTHS_MAX - 1;
  memcpy(text, number, length);
  text[length] = '\0';
  char *point = strchr(text, '.');
  asc_sentence_arg word = {name, text, (int32_t)strtol(text, NULL, 10), point != NULL};
  if (point != NULL && comma) *point = ',';
  return word;
}

const char *asc_say_sentence(const char *language, const char *key, const asc_sentence_arg *args, int count, char *text,
                             size_t size) {
  (void)asc_sentence_write(catalogue_of(language), key, args, count, text, size);
  return text;
}

const char *asc_say_message(const char *language, const asc_rules *rules, const asc_message *message,
                            char text[ASC_SENTENCE_MAX]) {
  (void)asc_message_write(rules, language == NULL ? "en" : language, message, text, ASC_SENTENCE_MAX);
  return text;
}
