/* The language the program speaks, and the characters it may use.

   Both follow from the environment as elsewhere: LANGUAGE, LC_ALL, LC_MESSAGES and LANG say the language, LC_ALL,
   LC_CTYPE and LANG the character set. A line of the settings file beats the environment, `--language` both. What is
   shown is UTF-8 or ASCII: where it is ASCII, it is English. Help, errors and whatever programs read are English
   always. */
#ifndef ASC_CLI_SPEECH_LANGUAGE_H
#define ASC_CLI_SPEECH_LANGUAGE_H

#include "say/say.h"

/* Finds both out; to be called once, before anything is said. */
void language_from_environment(void);
/* Takes `--language TAG` out of the arguments, wherever it stands. False, after the error was printed, for a language
   there is not. */
bool language_from_arguments(int *argc, char **argv);
/* Chooses a language: "de", "de_AT.UTF-8", "fr-CH". False: there is none of that name. */
bool language_choose(const char *tag);
/* From now on nothing but ASCII is shown, and so nothing but English. */
void language_only_ascii(void);

const char *language_now(void); /* "en", "de", "fr" or "ru" */
bool language_unicode(void);

/* A sentence on stdout, wrapped where that is a terminal; and one that is only written. */
#define say(key, ...) language_say(key, ASC_WORDS(__VA_ARGS__))
#define say_to(text, key, ...) asc_say(language_now(), key, ASC_WORDS(__VA_ARGS__), text, sizeof(text))
void language_say(const char *key, const asc_word *words, int count);
/* A sentence that is there already, in the same way. */
void say_text(const char *text);
#define WORD asc_word_text
#define NUMBER asc_word_number

/* What a game says, in this language. Returns `text`. */
const char *say_message(const asc_rules *rules, const asc_message *message, char text[ASC_SENTENCE_MAX]);
/* Why something is not possible: the reason of an error, in this language where it is known there. Returns `text`. */
const char *say_reason(const char *reason, char text[ASC_SENTENCE_MAX]);
/* Whether the word is one of those that the sentence of the key lists: "answer.yes" is "ja j" besides "yes y". */
bool say_is(const char *key, const char *word);

#endif
