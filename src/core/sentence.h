/* Sentences of a catalogue with arguments of any kind: names and paths of any length, numbers with decimals.
   asc_catalogue_write does the same for the messages of the rules, whose arguments are short. */
#ifndef ASC_CORE_SENTENCE_H
#define ASC_CORE_SENTENCE_H

#include <ascona/message.h>

#include <stdbool.h>

typedef struct asc_sentence_arg {
  const char *name;  /* NULL: the argument is ignored */
  const char *text;  /* NULL: `number` is written instead */
  int32_t number;    /* selects the plural form */
  bool has_decimals; /* the text has decimals: `number` is the part before them */
} asc_sentence_arg;

/* Fills the arguments into `sentence`, which has `length` bytes. Returns the length of the text. Returns ASC_E_INPUT if
   an argument is missing or the sentence is malformed, and ASC_E_BUFFER if the text does not fit. */
int asc_sentence_fill(const char *language, const char *sentence, size_t length, const asc_sentence_arg *args,
                      int count, char *text, size_t size);
/* Writes the sentence of `key` and returns as asc_sentence_fill. On ASC_E_INPUT, also if the key is missing, the text
   is the key. */
int asc_sentence_write(const asc_catalogue *catalogue, const char *key, const asc_sentence_arg *args, int count,
                       char *text, size_t size);

#endif
