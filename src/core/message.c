/* Catalogues: finding a key and filling in its sentence.

   A catalogue is searched from its first line each time. It has a few hundred short lines, a person waits for the
   answer, and in exchange there is nothing to build, to own or to share between threads. */
#include <ascona/error.h>
#include <ascona/message.h>

#include "sentence.h"
#include "text.h"

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

/* A piece of the catalogue's text. */
typedef struct piece {
  const char *at, *end;
} piece;

static bool piece_equals(piece p, const char *word) {
  size_t length = (size_t)(p.end - p.at);
  return strlen(word) == length && memcmp(p.at, word, length) == 0;
}

static piece piece_trimmed(piece p) {
  while (p.at < p.end && *p.at == ' ') p.at++;
  while (p.at < p.end && p.end[-1] == ' ') p.end--;
  return p;
}

/* The key stands at the beginning of its line. */
static bool catalogue_find(const char *text, const char *key, piece *sentence) {
  size_t length = strlen(key);
  assert(length > 0);
  for (const char *at = strstr(text, key); at != NULL; at = strstr(at + 1, key)) {
    const char *equals = at + length + strspn(at + length, " ");
    if ((at != text && at[-1] != '\n') || *equals != '=') continue;
    *sentence = piece_trimmed((piece){equals + 1, equals + strcspn(equals, "\n")});
    return true;
  }
  return false;
}

/* The text between the brace at p.at and the one that closes it; p moves behind that. */
static bool piece_braced(piece *p, piece *inside) {
  int depth = 0;
  for (const char *at = p->at; at < p->end; at++) {
    if (*at == '{') depth++;
    if (*at == '}' && --depth == 0) {
      *inside = (piece){p->at + 1, at};
      p->at = at + 1;
      return true;
    }
  }
  return false;
}

/* What is filled in, and the language it is said in. */
typedef struct filling {
  const asc_word *words;
  int count;
  const char *language;
} filling;

static const asc_word *word_find(const filling *with, piece name) {
  for (int i = 0; i < with->count; i++)
    if (with->words[i].name != NULL && piece_equals(name, with->words[i].name)) return &with->words[i];
  return NULL;
}

static void word_write(const asc_word *word, asc_writer *writer) {
  if (word->text != NULL)
    asc_writer_string(writer, word->text);
  else
    asc_writer_number(writer, word->number);
}

/* The form of a word that follows a number, in the languages there are catalogues for. Elsewhere it is as in English:
   one, or other. Behind decimals the Russian word stands as it does behind two. */
static const char *plural_category(const char *language, const asc_word *word) {
  uint32_t n = word->number < 0 ? 0U - (uint32_t)word->number : (uint32_t)word->number;
  if (strcmp(language, "fr") == 0) return n <= 1 ? "one" : "other";
  if (word->fraction) return strcmp(language, "ru") == 0 ? "few" : "other";
  if (strcmp(language, "ru") != 0) return n == 1 ? "one" : "other";
  bool teens = n % 100 >= 11 && n % 100 <= 14;
  if (n % 10 == 1 && !teens) return "one";
  return n % 10 >= 2 && n % 10 <= 4 && !teens ? "few" : "many";
}

/* `forms` is "one {# square} other {# squares}"; '#' is the number. */
static bool plural_write(piece forms, const char *language, const asc_word *arg, asc_writer *writer) {
  const char *wanted = plural_category(language, arg);
  for (;;) {
    forms = piece_trimmed(forms);
    if (forms.at >= forms.end) return false;
    piece word = {forms.at, forms.at};
    while (word.end < forms.end && *word.end != ' ' && *word.end != '{') word.end++;
    forms.at = word.end;
    forms = piece_trimmed(forms);
    piece form;
    if (forms.at >= forms.end || *forms.at != '{' || !piece_braced(&forms, &form)) return false;
    if (!piece_equals(word, wanted)) continue;
    for (; form.at < form.end; form.at++) {
      if (*form.at == '#')
        word_write(arg, writer);
      else
        asc_writer_char(writer, *form.at);
    }
    return true;
  }
}

/* `forms` is "White {Blanc} Black {Noir}": what the word is in this language; itself where it is none of them. */
static void select_write(piece forms, const asc_word *word, asc_writer *writer) {
  for (forms = piece_trimmed(forms); forms.at < forms.end; forms = piece_trimmed(forms)) {
    piece name = {forms.at, forms.at}, form;
    while (name.end < forms.end && *name.end != ' ' && *name.end != '{') name.end++;
    forms.at = name.end;
    forms = piece_trimmed(forms);
    if (forms.at >= forms.end || *forms.at != '{' || !piece_braced(&forms, &form)) break;
    if (word->text == NULL || !piece_equals(name, word->text)) continue;
    for (; form.at < form.end; form.at++) asc_writer_char(writer, *form.at);
    return;
  }
  word_write(word, writer);
}

/* `inside` is "name", "name, plural, forms" or "name, select, forms". */
static bool placeholder_write(piece inside, const filling *with, asc_writer *writer) {
  const char *comma = memchr(inside.at, ',', (size_t)(inside.end - inside.at));
  piece name = piece_trimmed((piece){inside.at, comma == NULL ? inside.end : comma});
  const asc_word *arg = word_find(with, name);
  if (arg == NULL) return false;
  if (comma == NULL) {
    word_write(arg, writer);
    return true;
  }
  piece rest = piece_trimmed((piece){comma + 1, inside.end});
  const char *second = memchr(rest.at, ',', (size_t)(rest.end - rest.at));
  if (second == NULL) return false;
  if (piece_equals(piece_trimmed((piece){rest.at, second}), "select")) {
    select_write((piece){second + 1, rest.end}, arg, writer);
    return true;
  }
  if (!piece_equals(piece_trimmed((piece){rest.at, second}), "plural")) return false;
  return plural_write((piece){second + 1, rest.end}, with->language, arg, writer);
}

static bool sentence_fill(piece sentence, const filling *with, asc_writer *writer) {
  bool good = true;
  while (good && sentence.at < sentence.end) {
    piece inside;
    if (*sentence.at != '{')
      asc_writer_char(writer, *sentence.at++);
    else
      good = piece_braced(&sentence, &inside) && placeholder_write(inside, with, writer);
  }
  return good;
}

int asc_sentence_fill(const char *language, const char *sentence, size_t length, const asc_word *words, int count,
                      char *text, size_t size) {
  const filling with = {words, count, language};
  asc_writer writer = asc_writer_over(text, size);
  return sentence_fill((piece){sentence, sentence + length}, &with, &writer) ? asc_writer_end(&writer) : ASC_E_INPUT;
}

int asc_sentence_write(const asc_catalogue *catalogue, const char *key, const asc_word *words, int count, char *text,
                       size_t size) {
  const filling with = {words, count, catalogue->language};
  asc_writer writer = asc_writer_over(text, size);
  piece sentence;
  if (catalogue_find(catalogue->text, key, &sentence) && sentence_fill(sentence, &with, &writer))
    return asc_writer_end(&writer);
  writer = asc_writer_over(text, size);
  asc_writer_string(&writer, key);
  return ASC_E_INPUT;
}

int asc_catalogue_write(const asc_catalogue *catalogue, const asc_message *message, char *text, size_t size) {
#ifdef ASC_WITHOUT_TEXTS
  return ASC_E_INPUT; /* every catalogue is empty: the linker may leave out all that reads one */
#endif
  asc_writer writer = asc_writer_over(text, size);
  if (message->key == NULL) return asc_writer_end(&writer);
  asc_word words[ASC_ARGS_MAX];
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    words[i] = (asc_word){arg->name, arg->text[0] == '\0' ? NULL : arg->text, arg->number, false};
  }
  return asc_sentence_write(catalogue, message->key, words, message->arg_count, text, size);
}
