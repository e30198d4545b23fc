/* The list of commands, in the order `ascona --help` shows them. A command is its file and its lines here. */
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

#define DECLARE(name)                                \
  extern const char name##_summary[], name##_help[]; \
  int name##_run(int argc, char **argv);
COMMANDS(DECLARE)

#define ROW(name) {#name, name##_summary, name##_help, name##_run},
const cli_command cli_commands[] = {COMMANDS(ROW){NULL, NULL, NULL, NULL}};
