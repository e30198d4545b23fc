/* What the program itself says to people, in their language: a key of the catalogues in this folder, with words filled
   in. What the games say is theirs (asc_message_write); both are told the language by who shows the sentence.

   A language that is not there, or NULL, is English. */
#ifndef ASC_SAY_SAY_H
#define ASC_SAY_SAY_H

#include <ascona/game.h>

#include "core/sentence.h"
#include "core/text.h"

extern const asc_catalogue asc_say_catalogues[]; /* the first is English */

/* Whether there is a catalogue in the language, and the tag of it: a text that is always there, or NULL. */
const char *asc_say_language(const char *tag);

/* Words to fill in. */
static inline asc_word asc_word_text(const char *name, const char *text) { return (asc_word){name, text, 0, false}; }
static inline asc_word asc_word_number(const char *name, int number) { return (asc_word){name, NULL, number, false}; }
/* A number with decimals, "2.5", as the language writes it: in `text`. */
asc_word asc_word_decimal(const char *language, const char *name, const char *number, char text[ASC_HUNDREDTHS_MAX]);
#define ASC_WORDS(...)                                                                       \
  (const asc_word[]){{0}, __VA_ARGS__}, (int)(sizeof((const asc_word[]){{0}, __VA_ARGS__}) / \
                                              sizeof(asc_word)) /* the first is none: there may be no other */

/* The sentence of the key; the key itself where there is none. Returns `text`. */
const char *asc_say(const char *language, const char *key, const asc_word *words, int count, char *text, size_t size);

/* What a game says, in the language. Returns `text`. */
const char *asc_say_message(const char *language, const asc_rules *rules, const asc_message *message,
                            char text[ASC_SENTENCE_MAX]);

#endif
