/* Chooses the language and the character set, and prints sentences. See language.h. */
#include "language.h"

#include "cli/cli.h"
#include "cli/screen/terminal.h"

#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *language = "en";
static bool unicode;

const char *cli_language_current(void) { return unicode ? language : "en"; }
bool cli_language_has_unicode(void) { return unicode; }
void cli_language_force_ascii(void) { unicode = false; }

/* Returns the value of the first of these variables that is set and not empty; "" if none is. */
static const char *first_variable(const char *const *names) {
  for (; *names != NULL; names++) {
    const char *value = getenv(*names);
    if (value != NULL && value[0] != '\0') return value;
  }
  return "";
}

/* Returns true if the name of a locale says UTF-8, as in "ru_RU.UTF-8" or "de_DE.utf8@euro". */
static bool names_utf8(const char *locale) {
  const char *set = strchr(locale, '.');
  if (set == NULL) return false;
  size_t length = strcspn(++set, "@");
  return (length == 5 && strncasecmp(set, "UTF-8", 5) == 0) || (length == 4 && strncasecmp(set, "utf8", 4) == 0);
}

/* The system may not have the requested locale. Then its name decides whether the terminal shows UTF-8, and the
   program uses C.UTF-8, which is always present. */
static void charset_choose(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG", NULL};
  if (setlocale(LC_CTYPE, "") != NULL)
    unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  else
    unicode = names_utf8(first_variable(names)) && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

/* Returns the language of a locale's name, of which only the first `length` bytes count. NULL if it is not
   supported. */
static const char *language_of(const char *name, size_t length) {
  char tag[16];
  size_t used = 0;
  while (used < length && isalpha((unsigned char)name[used])) used++;
  if (used == 0 || used >= sizeof tag) return NULL;
  for (size_t i = 0; i < used; i++) tag[i] = (char)tolower((unsigned char)name[i]);
  tag[used] = '\0';
  return asc_say_find_language(tag);
}

bool cli_language_set(const char *tag) {
  const char *found = language_of(tag, strlen(tag));
  if (found != NULL) language = found;
  return found != NULL;
}

/* LANGUAGE is a list in order of preference. The caller ignores it if the locale is plain C, as other programs do. */
static bool list_choose(const char *list) {
  while (*list != '\0') {
    size_t length = strcspn(list, ":");
    const char *found = language_of(list, length);
    if (found != NULL) {
      language = found;
      return true;
    }
    list += length + (list[length] == ':');
  }
  return false;
}

void cli_language_read_environment(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG", NULL};
  static const char *const lists[] = {"LANGUAGE", NULL};
  charset_choose();
  const char *locale = first_variable(names);
  bool plain = locale[0] == '\0' || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
  if (plain || list_choose(first_variable(lists))) return;
  (void)cli_language_set(locale);
}

bool cli_language_read_arguments(int *argc, char **argv) {
  static const char option[] = "--language";
  const size_t length = sizeof option - 1;
  int count = 0;
  bool options = true, ok = true;
  for (int i = 0; i < *argc; i++) {
    options = options && strcmp(argv[i], "--") != 0;
    const char *value = NULL;
    if (options && strncmp(argv[i], option, length) == 0) {
      if (argv[i][length] == '=') value = argv[i] + length + 1;
      if (argv[i][length] == '\0') value = i + 1 < *argc ? argv[++i] : "";
    }
    if (value == NULL)
      argv[count++] = argv[i];
    else if (ok && !cli_language_set(value))
      ok = cli_fail(ASC_E_INPUT, "language", "--language is en, de, fr or ru, not '%s'", value) == CLI_OK;
  }
  argv[count] = NULL;
  *argc = count;
  return ok;
}

void cli_say_text(const char *text) {
  asc_board_style style = cli_style_detect(stdout);
  if (!style.is_terminal) style.columns = INT16_MAX; /* do not wrap in a pipe: the reader decides */
  asc_board_print_sentence(stdout, text, 0, &style);
}

void cli_say_print(const char *key, const asc_sentence_arg *words, int count) {
  char text[4096];
  cli_say_text(asc_say_sentence(cli_language_current(), key, words, count, text, sizeof text));
}

const char *cli_say_message(const asc_rules *rules, const asc_message *message, char text[ASC_SENTENCE_MAX]) {
  return asc_say_message(cli_language_current(), rules, message, text);
}

static bool is_listed(const char *list, const char *word) {
  for (size_t length; *list != '\0'; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    if (length == strlen(word) && strncasecmp(list, word, length) == 0) return true;
  }
  return false;
}

bool cli_say_is_answer(const char *key, const char *word) {
  char local[256], english[256];
  asc_say_sentence(cli_language_current(), key, ASC_SAY_ARGS(), local, sizeof local);
  asc_say_sentence("en", key, ASC_SAY_ARGS(), english, sizeof english);
  return is_listed(local, word) || is_listed(english, word);
}
