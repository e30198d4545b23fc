/* Implementation of settings.h: the settings in memory, and the file they are read from and saved in. */
#include "settings.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "cli/play/clock.h"
#include "say/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES_MAX = 1 << 16 };

static const struct {
  const char *name, *values; /* the accepted words; NULL: see cli_setting_is_valid */
  const char *default_value;
} definitions[CLI_SETTING_COUNT] = {
    [CLI_SETTING_LANGUAGE] = {"language", "auto en de fr ru", "auto"},
    [CLI_SETTING_COLOR] = {"color", "auto always never", "auto"},
    [CLI_SETTING_ASCII] = {"ascii", "off on", "off"},
    [CLI_SETTING_LEVEL] = {"level", NULL, "5"},
    [CLI_SETTING_CLOCK] = {"clock", NULL, "off"},
    [CLI_SETTING_EVAL] = {"eval", "off on", "off"},
};
static char values[CLI_SETTING_COUNT][CLI_SETTING_VALUE_MAX]; /* "": the default */

const char *cli_setting_name(cli_setting which) { return definitions[which].name; }

int cli_setting_find(const char *name) {
  for (int i = 0; i < CLI_SETTING_COUNT; i++)
    if (strcmp(definitions[i].name, name) == 0) return i;
  return -1;
}

static bool is_listed(const char *list, const char *word) {
  for (size_t length; *list != '\0'; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    if (length == strlen(word) && memcmp(list, word, length) == 0) return true;
  }
  return false;
}

bool cli_setting_is_valid(cli_setting which, const char *value) {
  long long number;
  cli_clock_rule rule;
  if (definitions[which].values != NULL) return is_listed(definitions[which].values, value);
  if (which == CLI_SETTING_LEVEL) return asc_text_number(value, 0, ASC_LEVEL_MAX, &number);
  return strlen(value) < CLI_SETTING_VALUE_MAX && cli_clock_rule_read(value, &rule);
}

const char *cli_setting_value(cli_setting which) {
  return values[which][0] == '\0' ? definitions[which].default_value : values[which];
}

bool cli_setting_is(cli_setting which, const char *value) { return strcmp(cli_setting_value(which), value) == 0; }

/* Writes the path of the folder that holds the file. Writes "" if the environment names none or the path is too long.
 */
static void folder_write(char path[CLI_SETTINGS_PATH_MAX]) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  int length = 0;
  if (config != NULL && config[0] == '/')
    length = snprintf(path, CLI_SETTINGS_PATH_MAX, "%s/ascona", config);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, CLI_SETTINGS_PATH_MAX, "%s/.config/ascona", home);
  if (length <= 0 || length + 8 >= CLI_SETTINGS_PATH_MAX) path[0] = '\0';
}

static bool path_write(char path[CLI_SETTINGS_PATH_MAX]) {
  folder_write(path);
  size_t length = strlen(path);
  if (length > 0) (void)snprintf(path + length, CLI_SETTINGS_PATH_MAX - length, "/config");
  return length > 0;
}

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) length--;
  text[length] = '\0';
  return text;
}

static void line_read(char *line) {
  char *equals = strchr(line, '=');
  if (line[strspn(line, " \t")] == '#' || equals == NULL) return;
  *equals = '\0';
  int which = cli_setting_find(trimmed(line));
  const char *value = trimmed(equals + 1);
  if (which >= 0 && cli_setting_is_valid((cli_setting)which, value))
    (void)snprintf(values[which], CLI_SETTING_VALUE_MAX, "%s", value);
}

void cli_settings_read(void) {
  char path[CLI_SETTINGS_PATH_MAX], *text;
  size_t length;
  if (!path_write(path) || asc_file_read_regular(path, FILE_BYTES_MAX, &text, &length, NULL) < 0) return;
  for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = '\0';
    line_read(line);
  }
  free(text);
}

/* Creates all folders on the path to the file, like `mkdir -p`. Returns 0, or -1 with errno. */
static int folders_make(const char *file) {
  char path[CLI_SETTINGS_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s", file);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0700) < 0 && errno != EEXIST) return -1;
    *slash = '/';
  }
  return 0;
}

static bool is_line_of(const char *line, const char *name) {
  size_t length = strlen(name);
  line += strspn(line, " \t");
  if (strncmp(line, name, length) != 0) return false;
  line += length;
  return line[strspn(line, " \t")] == '=';
}

/* Writes the file with this setting changed. Everything else stays as it is, including comments and settings of other
   versions. */
static void setting_replace(asc_strbuf *text, const char *old, cli_setting which) {
  const char *name = definitions[which].name;
  bool written = false;
  for (size_t length; *old != '\0'; old += length + (old[length] == '\n')) {
    length = strcspn(old, "\n");
    bool is_this_setting = is_line_of(old, name);
    if (is_this_setting && !written) asc_strbuf_format(text, "%s = %s\n", name, values[which]);
    if (!is_this_setting) asc_strbuf_format(text, "%.*s\n", (int)length, old);
    written = written || is_this_setting;
  }
  if (!written) asc_strbuf_format(text, "%s = %s\n", name, values[which]);
}

bool cli_setting_save(cli_setting which, const char *value, char path[CLI_SETTINGS_PATH_MAX], char *why, size_t size) {
  asc_strbuf text = {0};
  asc_error error = {0};
  struct stat file_info;
  char *old = NULL;
  size_t length;
  (void)snprintf(values[which], CLI_SETTING_VALUE_MAX, "%s", value);
  int code = path_write(path) ? ASC_OK : asc_error_set(&error, ASC_E_FILE, "there is no folder for it");
  if (code == ASC_OK && folders_make(path) < 0) code = asc_error_set(&error, ASC_E_FILE, "%s", strerror(errno));
  /* never overwrite a file that exists but cannot be read */
  if (code == ASC_OK && lstat(path, &file_info) == 0)
    code = asc_file_read_regular(path, FILE_BYTES_MAX, &old, &length, &error);
  if (code == ASC_OK) setting_replace(&text, old == NULL ? "" : old, which);
  if (code == ASC_OK && text.failed) code = asc_error_set(&error, ASC_E_MEMORY, "out of memory");
  if (code == ASC_OK) code = asc_file_write_atomic(path, text.text, text.length, &error);
  free(text.text);
  free(old);
  (void)snprintf(why, size, "%s", error.reason);
  return code >= 0;
}
