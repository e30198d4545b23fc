/* Shared by the commands of `ascona` and `ascona-server`: the list of commands, options, errors, JSON output, the
   position that most commands start from, and tablebases (solved positions).

   Results go to stdout. An error is one line on stderr, `ascona: WHAT: WHY`, and an exit status. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <ascona/ascona.h>

#include "base/json.h"

#include <stdbool.h>
#include <stdio.h>

/* Exit statuses: success; check failed or no proof found; usage or input error; file, memory or network error. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_BAD_INPUT = 2, CLI_SYSTEM_ERROR = 3 };

typedef struct cli_command {
  const char *name;
  const char *summary;               /* one line for `ascona --help` */
  const char *help;                  /* the full text of `ascona COMMAND --help`, with examples */
  int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns an exit status */
} cli_command;

/* Prepares the program: ignores signals that are reported as errors, reads language and settings, and removes
   `--language TAG` from the arguments. Returns false after printing an error. Call it first in main. */
bool cli_start(int *argc, char **argv);

/* All commands, in the order of `ascona --help`. The last has a NULL name. Each program has its own list: commands.c
   for `ascona`, server/main.c for `ascona-server`. */
extern const cli_command cli_commands[];
/* Returns the command with this name, ignoring case; also accepts the spelling "analyze". NULL if there is none. */
const cli_command *cli_command_find(const char *name);
/* Prints the help of a command, through the pager if it is longer than the screen. Returns an exit status. */
int cli_command_print_help(const cli_command *command);

/* Prints `ascona: WHAT: WHY` to stderr. Returns CLI_SYSTEM_ERROR for ASC_E_MEMORY and ASC_E_FILE, CLI_BAD_INPUT for all
   other codes. */
int cli_fail(int code, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same with the position, token and reason of `error` as WHY. */
int cli_fail_error(int code, const char *what, const asc_error *error);
/* Prints text that may contain user input as one line, without control characters that a terminal would obey. Cuts it
   after 4095 bytes. */
void cli_print_clean(FILE *out, const char *text);
/* Flushes stdout and returns `status`, or CLI_SYSTEM_ERROR if not all output could be written (full disk, closed pipe).
   Every command that printed something returns through it. */
int cli_finish(int status);

/* One line of `--json`: cli_json_begin opens a JSON object on stdout, the caller adds its members, and cli_json_end
   closes it, ends the line and flushes. */
enum { CLI_JSON_DIGITS = 6 }; /* significant digits of measured numbers */
asc_json cli_json_begin(void);
void cli_json_end(asc_json *json);

/* The options of a command. A flag has no value. A text stores its argument. A number must be within [min, max]. A list
   collects the arguments of an option that may be given several times. */
typedef enum cli_option_type { CLI_FLAG, CLI_TEXT, CLI_NUMBER, CLI_LIST } cli_option_type;
#define CLI_LIST_MAX 32
#define CLI_FILES_MAX 256 /* files per command line */
typedef struct cli_list {
  int count;
  const char *items[CLI_LIST_MAX];
} cli_list;
typedef struct cli_option {
  const char *name; /* without the dashes */
  cli_option_type type;
  void *target;       /* bool *, const char **, long long * or cli_list *, according to the type */
  long long min, max; /* of a number */
} cli_option;

/* Reads the options (`--name value` or `--name=value`, anywhere; `--` ends them) and stores the other arguments in
   `rest`, which has room for `rest_max`. `options` ends with a NULL name. Returns the number of other arguments, or -1
   after printing an error. `--help` prints the help and exits the program. The texts belong to argv. */
int cli_parse(int argc, char **argv, const cli_option *options, const char **rest, int rest_max);

/* GAME [--position P] [--moves "…"]: the rules, and a game after these moves from this position. */
typedef struct cli_setup {
  asc_rules *rules;
  asc_play *play;
} cli_setup;

/* As asc_rules_open, for a spec that a user typed: ignores case and also accepts titles ("Delta", "Circle Delta",
   "NEO-DELTA"). For an unknown game the error suggests the nearest name. */
int cli_rules_open(asc_rules **rules, const char *spec, asc_error *error);
/* Opens rules and game; `position` and `moves` may be NULL. Returns CLI_OK, or an exit status after printing the error;
   then there is nothing to close. */
int cli_setup_open(cli_setup *setup, const char *spec, const char *position, const char *moves);
void cli_setup_close(cli_setup *setup);

/* Reads `--touched "c3 e5"`: the selections made so far towards a move. Each must be legal after those before it.
   `text` may be NULL for none. Returns CLI_OK, or an exit status after printing the error. */
int cli_touched_read(const asc_play *play, const char *text, asc_steps *touched);

/* Returns the folder of the tablebases: the argument of --tables (`requested`, may be NULL), otherwise the environment
   variable ASCONA_TABLES, otherwise NULL. */
const char *cli_tables_folder(const char *requested);
/* Opens the tablebase for these rules; *tables is NULL if there is none. That is an error only if `requested` is not
   NULL and `any_game` is false. A folder that does not exist and a damaged file are always errors. Returns CLI_OK, or
   an exit status after printing the error. The caller closes *tables. */
int cli_tables_open(asc_tablebase **tables, const char *command, const char *requested, const asc_rules *rules,
                    bool any_game);
/* Checks for damage found since the tablebase was opened. Returns CLI_OK, or an exit status after printing the error;
   the caller must not print results then. `tables` may be NULL. */
int cli_tables_check(const asc_tablebase *tables, const char *command);
/* Returns whether the tablebase holds at least one layer. */
bool cli_tables_have_layers(const asc_tablebase *tables);

/* Returns the processor time of the calling thread in seconds. Other threads and programs are not counted. */
double cli_thread_cpu_seconds(void);

#endif
