/* Text for people: a key with arguments, turned into a sentence by a catalogue.

   The rules never speak a language. They say `why.too-near` with `from` and `to`; the game's catalogue for English
   has "{to} is too near. A precursor moves at least two squares." Keys name whole sentences, so that a translator is
   never handed half of one.

   A catalogue is plain text, a line a message: `key = sentence`. In a sentence `{name}` stands for an argument and
   `{name, plural, one {# square} other {# squares}}` for a word that follows a number; `{name, select, White {Blanc}}`
   puts one word for another. Lines that begin with `#` are comments. */
#ifndef ASCONA_MESSAGE_H
#define ASCONA_MESSAGE_H

#include <ascona/export.h>

#include <stddef.h>
#include <stdint.h>

ASC_C_BEGIN

#define ASC_TOKEN_MAX 24 /* a move, a place or a control as text, with its end */
#define ASC_ARGS_MAX 4
#define ASC_SENTENCE_MAX 640 /* room for any sentence of the catalogues, in any language */

typedef struct asc_arg {
  const char *name;
  int32_t number;           /* when text is empty */
  char text[ASC_TOKEN_MAX]; /* a place, a move: never a word of a language */
} asc_arg;

typedef struct asc_message {
  const char *key; /* NULL: no message */
  int arg_count;
  asc_arg args[ASC_ARGS_MAX];
} asc_message;

typedef struct asc_catalogue {
  const char *language; /* "en" */
  const char *text;     /* the whole file */
} asc_catalogue;

/* Building a message: set, then add its arguments. */
ASC_API void asc_message_set(asc_message *message, const char *key);
ASC_API void asc_message_add(asc_message *message, const char *name, const char *text);
ASC_API void asc_message_add_number(asc_message *message, const char *name, int32_t number);

/* Writes the sentence of the catalogue and returns its length, or ASC_E_INPUT when the key or an argument is missing
   (what is written then is the key). A message without a key is an empty text. `size` of ASC_SENTENCE_MAX is enough. */
ASC_API int asc_catalogue_write(const asc_catalogue *catalogue, const asc_message *message, char *text, size_t size);

ASC_C_END

#endif
