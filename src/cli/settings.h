/* Settings of the user that hold from one game to the next: lines `name = value` in $XDG_CONFIG_HOME/ascona/config or
   ~/.config/ascona/config.

   An option on the command line overrides a setting. Lines with an unknown name or an invalid value are ignored. The
   settings are global to the program; cli_settings_read fills them once at the start. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_SETTING_VALUE_MAX = 32, CLI_SETTINGS_PATH_MAX = 4096 };

typedef enum cli_setting {
  CLI_SETTING_LANGUAGE, /* en, de, fr, ru; auto: use the environment */
  CLI_SETTING_COLOR,    /* always, never, auto */
  CLI_SETTING_ASCII,    /* on, off */
  CLI_SETTING_LEVEL,    /* default level of the engine */
  CLI_SETTING_CLOCK,    /* a clock rule such as "10+5", or off */
  CLI_SETTING_EVAL,     /* show an evaluation with every board: on, off */
  CLI_SETTING_COUNT
} cli_setting;

/* Returns the name that the file and the `set` command use. */
const char *cli_setting_name(cli_setting which);
/* Returns the setting with this name, or -1 if there is none. */
int cli_setting_find(const char *name);
/* Returns whether the setting accepts this value. */
bool cli_setting_is_valid(cli_setting which, const char *value);

/* Reads the file. Call it once, before any other function asks for a value. If there is no file or it cannot be read,
   all settings have their defaults. */
void cli_settings_read(void);
/* Returns the current value, or the default. Valid until the setting changes. */
const char *cli_setting_value(cli_setting which);
/* Returns whether the setting has this value now. */
bool cli_setting_is(cli_setting which, const char *value);

/* Changes a setting to a valid value and saves the file; `path` receives the file's path. Returns false if it could not
   be saved, with the reason in `why`. The new value is in effect until the program ends in either case. */
bool cli_setting_save(cli_setting which, const char *value, char path[CLI_SETTINGS_PATH_MAX], char *why, size_t size);

#endif
