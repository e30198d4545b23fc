/* What a person wants to have so every time: lines `name = value` in $XDG_CONFIG_HOME/ascona/config, or
   ~/.config/ascona/config. An option on the command line beats them. A line that says nothing known is passed over. */
#ifndef ASC_CLI_SETTINGS_H
#define ASC_CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { SETTING_MAX = 32, SETTINGS_PATH_MAX = 4096 };

typedef enum setting {
  SETTING_LANGUAGE, /* en, de, fr, ru; auto: as the environment says */
  SETTING_COLOR,    /* always, never, auto */
  SETTING_ASCII,    /* on, off */
  SETTING_LEVEL,    /* of the engine nobody chose */
  SETTING_CLOCK,    /* "10+5", off */
  SETTING_EVAL,     /* with every board: on, off */
  SETTINGS
} setting;

const char *setting_name(setting which);
/* -1: there is none of that name. */
int setting_find(const char *name);
bool setting_is_good(setting which, const char *value);

/* Reads the file, once, before anything is asked of the settings. Where there is none they are as they come. */
void settings_read(void);
const char *setting_value(setting which);
bool setting_is(setting which, const char *value);

/* Changes one and keeps the file. `path` gets where that is. False: it could not be kept, and the reason is in `why`;
   it holds all the same until the program ends. */
bool setting_keep(setting which, const char *value, char path[SETTINGS_PATH_MAX], char *why, size_t size);

#endif
