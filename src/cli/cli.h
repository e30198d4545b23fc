/* What the commands of `ascona` share: the table of them, arguments, errors, the position most of them start from, and
   the tables of solved positions they may ask.

   Results go to stdout; an error is one line on stderr, `ascona: WHAT: WHY`, and an exit status. */
#ifndef ASC_CLI_CLI_H
#define ASC_CLI_CLI_H

#include <ascona/ascona.h>

#include "core/json.h"

#include <stdbool.h>
#include <stdio.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_BAD_INPUT = 2, CLI_MACHINE = 3 };

typedef struct cli_command {
  const char *name;
  const char *summary;               /* one line for `ascona --help` */
  const char *help;                  /* all there is, with examples, for `ascona COMMAND --help` */
  int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} cli_command;

/* Ends with a NULL name. */
extern const cli_command cli_commands[];
/* By its name, or by another spelling of it: "analyze". */
const cli_command *cli_command_find(const char *name);
/* The help of a command, through the pager where it is more than a screen. Returns an exit status. */
int cli_help(const cli_command *command);

/* Prints `ascona: WHAT: WHY` and returns CLI_BAD_INPUT, or CLI_MACHINE for codes that are the machine's fault. */
int cli_fail(int code, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
int cli_fail_error(int code, const char *what, const asc_error *error);
/* Text that may hold what a person typed: one line of it, which cannot steer the terminal. */
void cli_print_clean(FILE *out, const char *text);
/* Flushes stdout: a full disk or a closed pipe is an error too. To be returned by every command that printed. */
int cli_finish(int status);

/* One JSON object a line on stdout, as `--json` promises: it is open between the two, and at its end who reads along
   gets it. */
enum { CLI_DIGITS = 6 }; /* of what was measured */
asc_json cli_json_begin(void);
void cli_json_end(asc_json *json);

/* Options of a command. A flag has no value; a text keeps its argument; a number is read within its bounds; a list
   gathers the arguments of an option that may stand several times. */
typedef enum cli_type { CLI_FLAG, CLI_TEXT, CLI_NUMBER, CLI_LIST } cli_type;
#define CLI_LIST_MAX 32
#define CLI_FILES_MAX 256 /* named in one command */
typedef struct cli_list {
  int count;
  const char *items[CLI_LIST_MAX];
} cli_list;
typedef struct cli_option {
  const char *name; /* without the dashes */
  cli_type type;
  void *target; /* bool *, const char **, long long *, cli_list * */
  long long least, most;
} cli_option;

/* Reads the options wherever they stand (`--name value` or `--name=value`; `--` ends them) and gathers the other
   arguments in `rest`, which has room for `rest_max`. Returns how many, or -1 after having printed the error;
   `--help` prints the help and exits. */
int cli_parse(int argc, char **argv, const cli_option *options, const char **rest, int rest_max);

/* GAME [--position P] [--moves "…"]: rules, and a running game that has come to the position asked for. */
typedef struct cli_setup {
  asc_rules *rules;
  asc_play *play;
} cli_setup;

/* As asc_rules_open, but a person wrote the spec: "Delta", "Circle Delta" and "NEO-DELTA" are games too, and a name
   that is nearly one is told which. */
int cli_rules_open(asc_rules **rules, const char *spec, asc_error *error);
/* 0, or an exit status after having printed the error. `position` and `moves` may be NULL. */
int cli_setup_open(cli_setup *setup, const char *spec, const char *position, const char *moves);
void cli_setup_close(cli_setup *setup);

/* `--touched "c3 e5"`: the touches already made towards a move, each of which must lead on from those before. `text`
   NULL: none. CLI_OK, or a status after the error was printed. */
int cli_touched_read(const asc_play *play, const char *text, asc_steps *touched);

/* The tables of solved positions that a command may use: those of --tables DIR, else of the environment variable
   ASCONA_TABLES, else none: NULL. `asked` is what --tables says, or NULL. */
const char *cli_tables_folder(const char *asked);
/* *tables is NULL where there are none for these rules. That is an error only when --tables asks for them, and not for
   `any_game`; a folder that cannot be read and a file that is damaged always are. CLI_OK, or a status after the error
   was printed. */
int cli_tables_open(asc_tablebase **tables, const char *command, const char *asked, const asc_rules *rules,
                    bool any_game);
/* CLI_OK, or a status after the error was printed: a file turned out to be damaged since they were opened, and what was
   found without it is no result. NULL is fine. */
int cli_tables_check(const asc_tablebase *tables, const char *command);
/* Whether any layer is there. */
bool cli_tables_any(const asc_tablebase *tables);

/* The processor time of this thread in seconds: what else runs on the machine is not in it. */
double cli_thread_seconds(void);

#endif
