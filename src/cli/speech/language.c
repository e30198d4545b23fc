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

const char *language_now(void) { return unicode ? language : "en"; }
bool language_unicode(void) { return unicode; }
void language_only_ascii(void) { unicode = false; }

/* The first of these variables that is set to something. */
static const char *variable_of(const char *const *names) {
  for (; *names != NULL; names++) {
    const char *value = getenv(*names);
    if (value != NULL && value[0] != '\0') return value;
  }
  return "";
}

/* Whether the name of a locale says UTF-8: "ru_RU.UTF-8", "de_DE.utf8@euro". */
static bool names_utf8(const char *locale) {
  const char *set = strchr(locale, '.');
  if (set == NULL) return false;
  size_t length = strcspn(++set, "@");
  return (length == 5 && strncasecmp(set, "UTF-8", 5) == 0) || (length == 4 && strncasecmp(set, "utf8", 4) == 0);
}

/* A system need not have the locale that was asked for: then its name says what the terminal shows, and what reads
   characters gets the one locale of that kind that is always there. */
static void charset_choose(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG", NULL};
  if (setlocale(LC_CTYPE, "") != NULL)
    unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  else
    unicode = names_utf8(variable_of(names)) && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

/* The language of the first `length` bytes of a locale's name; NULL: not spoken here. */
static const char *language_of(const char *name, size_t length) {
  char tag[16];
  size_t used = 0;
  while (used < length && isalpha((unsigned char)name[used])) used++;
  if (used == 0 || used >= sizeof tag) return NULL;
  for (size_t i = 0; i < used; i++) tag[i] = (char)tolower((unsigned char)name[i]);
  tag[used] = '\0';
  return asc_say_language(tag);
}

bool language_choose(const char *tag) {
  const char *found = language_of(tag, strlen(tag));
  if (found != NULL) language = found;
  return found != NULL;
}

/* LANGUAGE is a list in the order of preference. As everywhere, it has no say where the locale is plain C. */
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

void language_from_environment(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG", NULL};
  static const char *const lists[] = {"LANGUAGE", NULL};
  charset_choose();
  const char *locale = variable_of(names);
  bool plain = locale[0] == '\0' || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
  if (plain || list_choose(variable_of(lists))) return;
  (void)language_choose(locale);
}

bool language_from_arguments(int *argc, char **argv) {
  static const char option[] = "--language";
  const size_t length = sizeof option - 1;
  int kept = 0;
  bool options = true, good = true;
  for (int i = 0; i < *argc; i++) {
    options = options && strcmp(argv[i], "--") != 0;
    const char *value = NULL;
    if (options && strncmp(argv[i], option, length) == 0) {
      if (argv[i][length] == '=') value = argv[i] + length + 1;
      if (argv[i][length] == '\0') value = i + 1 < *argc ? argv[++i] : "";
    }
    if (value == NULL)
      argv[kept++] = argv[i];
    else if (good && !language_choose(value))
      good = cli_fail(ASC_E_INPUT, "language", "--language is en, de, fr or ru, not '%s'", value) == CLI_OK;
  }
  argv[kept] = NULL;
  *argc = kept;
  return good;
}

void say_text(const char *text) {
  board_style style = board_style_detect(stdout);
  if (!style.terminal) style.columns = INT16_MAX; /* who reads a pipe wraps as he likes */
  asc_board_print_sentence(stdout, text, 0, &style);
}

void language_say(const char *key, const asc_word *words, int count) {
  char text[4096];
  say_text(asc_say(language_now(), key, words, count, text, sizeof text));
}

const char *say_message(const asc_rules *rules, const asc_message *message, char text[ASC_SENTENCE_MAX]) {
  return asc_say_message(language_now(), rules, message, text);
}

static bool is_listed(const char *list, const char *word) {
  for (size_t length; *list != '\0'; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    if (length == strlen(word) && strncasecmp(list, word, length) == 0) return true;
  }
  return false;
}

bool say_is(const char *key, const char *word) {
  char own[256], english[256];
  asc_say(language_now(), key, ASC_WORDS(), own, sizeof own);
  asc_say("en", key, ASC_WORDS(), english, sizeof english);
  return is_listed(own, word) || is_listed(english, word);
}
