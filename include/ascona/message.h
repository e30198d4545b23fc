/* Messages: text for people as a key with arguments, which a catalogue turns into a sentence of a language.

   The rules of a game contain no sentences. They produce `why.too-near` with the arguments `from` and `to`, and the
   English catalogue of the game has "{to} is too near. A precursor moves at least two squares." A key stands for a
   whole sentence, so translators never see fragments.

   A catalogue is plain text with one message per line: `key = sentence`. Lines that start with `#` are comments.
   Placeholders in a sentence:
   - `{name}` is replaced by the argument;
   - `{name, plural, one {# square} other {# squares}}` chooses a form by a number, `#` being the number;
   - `{name, select, White {Blanc} Black {Noir}}` translates one word, and keeps it if it is not listed. */
#ifndef ASCONA_MESSAGE_H
#define ASCONA_MESSAGE_H

#include <ascona/export.h>

#include <stddef.h>
#include <stdint.h>

ASC_C_BEGIN

#define ASC_TOKEN_MAX 24     /* bytes of a move, a place or a control as text, with the zero byte */
#define ASC_ARGS_MAX 4       /* arguments of one message */
#define ASC_SENTENCE_MAX 640 /* bytes of any sentence of the catalogues, in any language, with the zero byte */

typedef struct asc_arg {
  const char *name;         /* static */
  int32_t number;           /* used if `text` is empty */
  char text[ASC_TOKEN_MAX]; /* a place or a move, never a word of a language */
} asc_arg;

typedef struct asc_message {
  const char *key; /* static; NULL: no message */
  int arg_count;
  asc_arg args[ASC_ARGS_MAX];
} asc_message;

typedef struct asc_catalogue {
  const char *language; /* "en"; NULL marks the end of a list of catalogues */
  const char *text;     /* the whole file */
} asc_catalogue;

/* To build a message, set its key, which removes all arguments, and then add its arguments. Keys and names are not
   copied and must outlive the message; `text` is copied, and cut at ASC_TOKEN_MAX - 1 bytes. A message has no room for
   more than ASC_ARGS_MAX arguments; adding more is a bug. */
ASC_API void asc_message_set(asc_message *message, const char *key);
ASC_API void asc_message_add(asc_message *message, const char *name, const char *text);
ASC_API void asc_message_add_number(asc_message *message, const char *name, int32_t number);

/* Writes the sentence for a message into `text`, which has room for `size` bytes; ASC_SENTENCE_MAX is always enough.
   Returns the length of the sentence, or ASC_E_BUFFER if it was cut. Returns ASC_E_INPUT if the catalogue lacks the
   key, the message lacks an argument of the sentence, or the sentence is malformed; then the text is the key. A message
   without a key gives an empty text. */
ASC_API int asc_catalogue_write(const asc_catalogue *catalogue, const asc_message *message, char *text, size_t size);

ASC_C_END

#endif
