/* A sentence of a catalogue with its words filled in, whatever they are: names and paths of any length, numbers with
   decimals. asc_catalogue_write is this for the messages of the rules, whose arguments are short. */
#ifndef ASC_CORE_SENTENCE_H
#define ASC_CORE_SENTENCE_H

#include <ascona/message.h>

#include <stdbool.h>

typedef struct asc_word {
  const char *name; /* NULL: no word, and passed over */
  const char *text; /* NULL: the number is written */
  int32_t number;   /* which form follows it */
  bool fraction;    /* it has decimals: `number` is what stands before them */
} asc_word;

/* Fills in a sentence that is at hand. Its length, or an error. */
int asc_sentence_fill(const char *language, const char *sentence, size_t length, const asc_word *words, int count,
                      char *text, size_t size);
/* As asc_catalogue_write. */
int asc_sentence_write(const asc_catalogue *catalogue, const char *key, const asc_word *words, int count, char *text,
                       size_t size);

#endif
