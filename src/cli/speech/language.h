/* The language of the program's messages, and the characters that it may print.

   Both follow from the environment: LANGUAGE, LC_ALL, LC_MESSAGES and LANG decide the language; LC_ALL, LC_CTYPE and
   LANG decide the character set. The settings file overrides the environment, and `--language` overrides both.
   Output is UTF-8 or ASCII; if it is ASCII, it is English. Help, errors and machine-readable output are always
   English. */
#ifndef CLI_SPEECH_LANGUAGE_H
#define CLI_SPEECH_LANGUAGE_H

#include "say/say.h"

/* Reads both from the environment. Must be called once, before anything is printed. */
void cli_language_read_environment(void);
/* Removes `--language TAG` from the arguments, wherever it is, and applies it. If the language is not supported,
   prints an error and returns false. */
bool cli_language_read_arguments(int *argc, char **argv);
/* Chooses a language by a tag such as "de", "de_AT.UTF-8" or "fr-CH". Returns false if it is not supported. */
bool cli_language_set(const char *tag);
/* From now on prints ASCII only, and therefore English. */
void cli_language_force_ascii(void);

const char *cli_language_current(void); /* "en", "de", "fr" or "ru" */
bool cli_language_has_unicode(void);

/* cli_say prints a sentence on stdout, wrapped if stdout is a terminal. cli_say_to writes it into `text`, an array,
   and returns that. */
#define cli_say(key, ...) cli_say_print(key, ASC_SAY_ARGS(__VA_ARGS__))
#define cli_say_to(text, key, ...) \
  asc_say_sentence(cli_language_current(), key, ASC_SAY_ARGS(__VA_ARGS__), text, sizeof(text))
void cli_say_print(const char *key, const asc_sentence_arg *words, int count);
/* Prints a finished sentence in the same way. */
void cli_say_text(const char *text);
#define CLI_ARG_TEXT asc_say_arg_text
#define CLI_ARG_NUMBER asc_say_arg_number

/* Writes a message of a game in the current language. Returns `text`. */
const char *cli_say_message(const asc_rules *rules, const asc_message *message, char text[ASC_SENTENCE_MAX]);
/* Writes the reason of an error in the current language; in English if there is no translation. Returns `text`. */
const char *cli_say_reason(const char *reason, char text[ASC_SENTENCE_MAX]);
/* Returns true if the word is in the list of words that the key stands for, in the current language or in English:
   "answer.yes" is "ja j" and "yes y". */
bool cli_say_is_answer(const char *key, const char *word);

#endif
