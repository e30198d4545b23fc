/* The list of commands, in the order of `ascona --help`. The command NAME is defined by cli_NAME, cli_NAME_summary and
   cli_NAME_help in its own file; `serve` and `host` share server_commands.c. To add a command, add its name here. */
#include "cli.h"

#define COMMANDS(X) \
  X(games)          \
  X(rules)          \
  X(show)           \
  X(why)            \
  X(moves)          \
  X(perft)          \
  X(play)           \
  X(learn)          \
  X(analyse) X(solve) X(probe) X(problems) X(match) X(review) X(replay) X(convert) X(bench) X(ugi) X(serve) X(host)

#define DECLARE(name)                                            \
  extern const char cli_##name##_summary[], cli_##name##_help[]; \
  int cli_##name(int argc, char **argv);
COMMANDS(DECLARE)

#define ROW(name) {#name, cli_##name##_summary, cli_##name##_help, cli_##name},
const cli_command cli_commands[] = {COMMANDS(ROW){NULL, NULL, NULL, NULL}};
