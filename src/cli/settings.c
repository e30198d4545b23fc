#include "settings.h"

#include "cli/play/clock.h"
#include "core/text.h"
#include "play/file.h"
#include "play/growing.h"
#include "say/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 1 << 16 };

static const struct {
  const char *name, *values; /* the words it may be; NULL: see setting_is_good */
  const char *standard;
} facts[SETTINGS] = {
    [SETTING_LANGUAGE] = {"language", "auto en de fr ru", "auto"},
    [SETTING_COLOR] = {"color", "auto always never", "auto"},
    [SETTING_ASCII] = {"ascii", "off on", "off"},
    [SETTING_LEVEL] = {"level", NULL, "5"},
    [SETTING_CLOCK] = {"clock", NULL, "off"},
    [SETTING_EVAL] = {"eval", "off on", "off"},
};
static char values[SETTINGS][SETTING_MAX]; /* "": as it comes */

const char *setting_name(setting which) { return facts[which].name; }

int setting_find(const char *name) {
  for (int i = 0; i < SETTINGS; i++)
    if (strcmp(facts[i].name, name) == 0) return i;
  return -1;
}

static bool is_listed(const char *list, const char *word) {
  for (size_t length; *list != '\0'; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    if (length == strlen(word) && memcmp(list, word, length) == 0) return true;
  }
  return false;
}

bool setting_is_good(setting which, const char *value) {
  long long number;
  clock_rule rule;
  if (facts[which].values != NULL) return is_listed(facts[which].values, value);
  if (which == SETTING_LEVEL) return asc_text_number(value, 0, ASC_LEVEL_MAX, &number);
  return strlen(value) < SETTING_MAX && clock_rule_read(value, &rule);
}

const char *setting_value(setting which) { return values[which][0] == '\0' ? facts[which].standard : values[which]; }

bool setting_is(setting which, const char *value) { return strcmp(setting_value(which), value) == 0; }

/* The folder of the file, or "" where there is none. */
static void folder_write(char path[SETTINGS_PATH_MAX]) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  int length = 0;
  if (config != NULL && config[0] == '/')
    length = snprintf(path, SETTINGS_PATH_MAX, "%s/ascona", config);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, SETTINGS_PATH_MAX, "%s/.config/ascona", home);
  if (length <= 0 || length + 8 >= SETTINGS_PATH_MAX) path[0] = '\0';
}

static bool path_write(char path[SETTINGS_PATH_MAX]) {
  folder_write(path);
  size_t length = strlen(path);
  if (length > 0) (void)snprintf(path + length, SETTINGS_PATH_MAX - length, "/config");
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
  int which = setting_find(trimmed(line));
  const char *value = trimmed(equals + 1);
  if (which >= 0 && setting_is_good((setting)which, value)) (void)snprintf(values[which], SETTING_MAX, "%s", value);
}

void settings_read(void) {
  char path[SETTINGS_PATH_MAX], *text;
  size_t length;
  if (!path_write(path) || asc_file_read_plain(path, FILE_MOST, &text, &length, NULL) < 0) return;
  for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = '\0';
    line_read(line);
  }
  free(text);
}

/* The folder and those above it, like `mkdir -p`. */
static int folders_make(const char *file) {
  char path[SETTINGS_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s", file);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0700) < 0 && errno != EEXIST) return -1;
    *slash = '/';
  }
  return 0;
}

static bool is_about(const char *line, const char *name) {
  size_t length = strlen(name);
  line += strspn(line, " \t");
  if (strncmp(line, name, length) != 0) return false;
  line += length;
  return line[strspn(line, " \t")] == '=';
}

/* The file with this setting changed. All else stays as it is, comments and what another version knows. */
static void text_change(asc_growing *text, const char *old, setting which) {
  const char *name = facts[which].name;
  bool written = false;
  for (size_t length; *old != '\0'; old += length + (old[length] == '\n')) {
    length = strcspn(old, "\n");
    bool about = is_about(old, name);
    if (about && !written) asc_growing_format(text, "%s = %s\n", name, values[which]);
    if (!about) asc_growing_format(text, "%.*s\n", (int)length, old);
    written = written || about;
  }
  if (!written) asc_growing_format(text, "%s = %s\n", name, values[which]);
}

bool setting_keep(setting which, const char *value, char path[SETTINGS_PATH_MAX], char *why, size_t size) {
  asc_growing text = {0};
  asc_error error = {0};
  struct stat there;
  char *old = NULL;
  size_t length;
  (void)snprintf(values[which], SETTING_MAX, "%s", value);
  int code = path_write(path) ? ASC_OK : asc_fail(&error, ASC_E_FILE, "there is no folder for it");
  if (code == ASC_OK && folders_make(path) < 0) code = asc_fail(&error, ASC_E_FILE, "%s", strerror(errno));
  /* What is there and cannot be read is not written over. */
  if (code == ASC_OK && lstat(path, &there) == 0) code = asc_file_read_plain(path, FILE_MOST, &old, &length, &error);
  if (code == ASC_OK) text_change(&text, old == NULL ? "" : old, which);
  if (code == ASC_OK && text.failed) code = asc_fail(&error, ASC_E_MEMORY, "out of memory");
  if (code == ASC_OK) code = asc_file_write_atomic(path, text.text, text.length, &error);
  free(text.text);
  free(old);
  (void)snprintf(why, size, "%s", error.reason);
  return code >= 0;
}
