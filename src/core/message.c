/* Catalogues: finding the sentence of a key and filling in its arguments.

   A catalogue is searched from its first line each time. It has a few hundred short lines and a user waits for the
   sentence, so this is fast enough. In exchange there is nothing to build, to own or to share between threads. */
#include <ascona/error.h>
#include <ascona/message.h>

#include "base/text.h"
#include "sentence.h"

#include <assert.h>
#include <string.h>

void asc_message_set(asc_message *message, const char *key) {
  memset(message, 0, sizeof *message);
  message->key = key;
}

static asc_arg *message_arg(asc_message *message, const char *name) {
  assert(message->arg_count < ASC_ARGS_MAX);
  asc_arg *arg = &message->args[message->arg_count++];
  arg->name = name;
  return arg;
}

void asc_message_add(asc_message *message, const char *name, const char *text) {
  asc_arg *arg = message_arg(message, name);
  size_t length = strlen(text);
  if (length >= sizeof arg->text) length = sizeof arg->text - 1;
  memcpy(arg->text, text, length);
  arg->text[length] = '\0';
}

void asc_message_add_number(asc_message *message, const char *name, int32_t number) {
  message_arg(message, name)->number = number;
}

/* A part of the catalogue's text. */
typedef struct slice {
  const char *at, *end;
} slice;

static bool slice_equals(slice p, const char *word) {
  size_t length = (size_t)(p.end - p.at);
  return strlen(word) == length && memcmp(p.at, word, length) == 0;
}

static slice slice_trimmed(slice p) {
  while (p.at < p.end && *p.at == ' ') p.at++;
  while (p.at < p.end && p.end[-1] == ' ') p.end--;
  return p;
}

/* Finds the sentence of a key, which must be at the start of a line. */
static bool catalogue_find(const char *text, const char *key, slice *sentence) {
  size_t length = strlen(key);
  assert(length > 0);
  for (const char *at = strstr(text, key); at != NULL; at = strstr(at + 1, key)) {
    const char *equals = at + length + strspn(at + length, " ");
    if ((at != text && at[-1] != '\n') || *equals != '=') continue;
    *sentence = slice_trimmed((slice){equals + 1, equals + strcspn(equals, "\n")});
    return true;
  }
  return false;
}

/* Finds the text between the brace at p->at and the brace that closes it, and moves p->at past that. Returns false if
   it is not closed. */
static bool slice_braced(slice *p, slice *inside) {
  int depth = 0;
  for (const char *at = p->at; at < p->end; at++) {
    if (*at == '{') depth++;
    if (*at == '}' && --depth == 0) {
      *inside = (slice){p->at + 1, at};
      p->at = at + 1;
      return true;
    }
  }
  return false;
}

/* The arguments to fill in, and the language of the sentence. */
typedef struct filling {
  const asc_sentence_arg *args;
  int count;
  const char *language;
} filling;

static const asc_sentence_arg *arg_find(const filling *with, slice name) {
  for (int i = 0; i < with->count; i++)
    if (with->args[i].name != NULL && slice_equals(name, with->args[i].name)) return &with->args[i];
  return NULL;
}

static void arg_write(const asc_sentence_arg *arg, asc_writer *writer) {
  if (arg->text != NULL)
    asc_writer_string(writer, arg->text);
  else
    asc_writer_number(writer, arg->number);
}

/* Returns the plural form of a word after a number, for the languages of the catalogues. Other languages follow
   English: one or other. After a number with decimals, Russian uses the same form as after two. */
static const char *plural_category(const char *language, const asc_sentence_arg *arg) {
  uint32_t n = arg->number < 0 ? 0U - (uint32_t)arg->number : (uint32_t)arg->number;
  if (strcmp(language, "fr") == 0) return n <= 1 ? "one" : "other";
  if (arg->has_decimals) return strcmp(language, "ru") == 0 ? "few" : "other";
  if (strcmp(language, "ru") != 0) return n == 1 ? "one" : "other";
  bool teens = n % 100 >= 11 && n % 100 <= 14;
  if (n % 10 == 1 && !teens) return "one";
  return n % 10 >= 2 && n % 10 <= 4 && !teens ? "few" : "many";
}

/* `forms` is "one {# square} other {# squares}"; '#' stands for the number. Returns false if the form is missing. */
static bool plural_write(slice forms, const char *language, const asc_sentence_arg *arg, asc_writer *writer) {
  const char *wanted = plural_category(language, arg);
  for (;;) {
    forms = slice_trimmed(forms);
    if (forms.at >= forms.end) return false;
    slice word = {forms.at, forms.at};
    while (word.end < forms.end && *word.end != ' ' && *word.end != '{') word.end++;
    forms.at = word.end;
    forms = slice_trimmed(forms);
    slice form;
    if (forms.at >= forms.end || *forms.at != '{' || !slice_braced(&forms, &form)) return false;
    if (!slice_equals(word, wanted)) continue;
    for (; form.at < form.end; form.at++) {
      if (*form.at == '#')
        arg_write(arg, writer);
      else
        asc_writer_char(writer, *form.at);
    }
    return true;
  }
}

/* Translates the text of an argument. `forms` is "White {Blanc} Black {Noir}"; any other text is written as it is. */
static void select_write(slice forms, const asc_sentence_arg *arg, asc_writer *writer) {
  for (forms = slice_trimmed(forms); forms.at < forms.end; forms = slice_trimmed(forms)) {
    slice name = {forms.at, forms.at}, form;
    while (name.end < forms.end && *name.end != ' ' && *name.end != '{') name.end++;
    forms.at = name.end;
    forms = slice_trimmed(forms);
    if (forms.at >= forms.end || *forms.at != '{' || !slice_braced(&forms, &form)) break;
    if (arg->text == NULL || !slice_equals(name, arg->text)) continue;
    for (; form.at < form.end; form.at++) asc_writer_char(writer, *form.at);
    return;
  }
  arg_write(arg, writer);
}

/* `inside` is the text between the braces: "name", "name, plural, forms" or "name, select, forms". */
static bool placeholder_write(slice inside, const filling *with, asc_writer *writer) {
  const char *comma = memchr(inside.at, ',', (size_t)(inside.end - inside.at));
  slice name = slice_trimmed((slice){inside.at, comma == NULL ? inside.end : comma});
  const asc_sentence_arg *arg = arg_find(with, name);
  if (arg == NULL) return false;
  if (comma == NULL) {
    arg_write(arg, writer);
    return true;
  }
  slice rest = slice_trimmed((slice){comma + 1, inside.end});
  const char *second = memchr(rest.at, ',', (size_t)(rest.end - rest.at));
  if (second == NULL) return false;
  if (slice_equals(slice_trimmed((slice){rest.at, second}), "select")) {
    select_write((slice){second + 1, rest.end}, arg, writer);
    return true;
  }
  if (!slice_equals(slice_trimmed((slice){rest.at, second}), "plural")) return false;
  return plural_write((slice){second + 1, rest.end}, with->language, arg, writer);
}

static bool sentence_fill(slice sentence, const filling *with, asc_writer *writer) {
  bool ok = true;
  while (ok && sentence.at < sentence.end) {
    slice inside;
    if (*sentence.at != '{')
      asc_writer_char(writer, *sentence.at++);
    else
      ok = slice_braced(&sentence, &inside) && placeholder_write(inside, with, writer);
  }
  return ok;
}

int asc_sentence_fill(const char *language, const char *sentence, size_t length, const asc_sentence_arg *args,
                      int count, char *text, size_t size) {
  const filling with = {args, count, language};
  asc_writer writer = asc_writer_over(text, size);
  return sentence_fill((slice){sentence, sentence + length}, &with, &writer) ? asc_writer_end(&writer) : ASC_E_INPUT;
}

int asc_sentence_write(const asc_catalogue *catalogue, const char *key, const asc_sentence_arg *args, int count,
                       char *text, size_t size) {
  const filling with = {args, count, catalogue->language};
  asc_writer writer = asc_writer_over(text, size);
  slice sentence;
  if (catalogue_find(catalogue->text, key, &sentence) && sentence_fill(sentence, &with, &writer))
    return asc_writer_end(&writer);
  writer = asc_writer_over(text, size);
  asc_writer_string(&writer, key);
  return ASC_E_INPUT;
}

int asc_catalogue_write(const asc_catalogue *catalogue, const asc_message *message, char *text, size_t size) {
#ifdef ASC_WITHOUT_TEXTS
  return ASC_E_INPUT; /* every catalogue is empty: the linker may drop all functions that read one */
#endif
  asc_writer writer = asc_writer_over(text, size);
  if (message->key == NULL) return asc_writer_end(&writer);
  asc_sentence_arg args[ASC_ARGS_MAX];
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    args[i] = (asc_sentence_arg){arg->name, arg->text[0] == '\0' ? NULL : arg->text, arg->number, false};
  }
  return asc_sentence_write(catalogue, message->key, args, message->arg_count, text, size);
}
