/* Sentences of the program itself in the user's language: a key of the catalogues in this folder, with its arguments.
   The games have their own catalogues (asc_message_write). In both cases the caller chooses the language. An unknown
   language, or NULL, means English. */
#ifndef ASC_SAY_SAY_H
#define ASC_SAY_SAY_H

#include <ascona/game.h>

#include "base/text.h"
#include "core/sentence.h"

extern const asc_catalogue asc_say_catalogues[]; /* the first is English; the last has language NULL */

/* Returns the language of the catalogue for `tag` as a static text, or NULL if there is none or `tag` is NULL. */
const char *asc_say_find_language(const char *tag);

/* Make the arguments of a sentence. They point to their texts. */
static inline asc_sentence_arg asc_say_arg_text(const char *name, const char *text) {
  return (asc_sentence_arg){name, text, 0, false};
}
static inline asc_sentence_arg asc_say_arg_number(const char *name, int number) {
  return (asc_sentence_arg){name, NULL, number, false};
}
/* The same for a number with decimals such as "2.5", written into `text` with the decimal sign of the language. */
asc_sentence_arg asc_say_arg_decimal(const char *language, const char *name, const char *number,
                                     char text[ASC_HUNDREDTHS_MAX]);
#define ASC_SAY_ARGS(...)                                          \
  (const asc_sentence_arg[]){{0}, __VA_ARGS__},                    \
      (int)(sizeof((const asc_sentence_arg[]){{0}, __VA_ARGS__}) / \
            sizeof(asc_sentence_arg)) /* the first is empty, so that the list may be */

/* Writes the sentence of `key`, or the key itself if there is none. Returns `text`. */
const char *asc_say_sentence(const char *language, const char *key, const asc_sentence_arg *args, int count, char *text,
                             size_t size);

/* Writes a message of the game in the language. Returns `text`. */
const char *asc_say_message(const char *language, const asc_rules *rules, const asc_message *message,
                            char text[ASC_SENTENCE_MAX]);

#endif
