/* `ascona ugi`: the Universal Game Interface, for programs that drive the engine. docs/ugi.md describes it, and
   ugi_session.h carries it out.

   The loop waits for lines; searches run beside it. */
#include "cli.h"

#include "ugi/line.h"
#include "ugi_session.h"

#include <stdio.h>
#include <unistd.h>

const char ugi_summary[] = "the engine protocol, for other programs";
const char ugi_help[] =
    "usage: ascona ugi\n"
    "\n"
    "Speaks the Universal Game Interface on stdin and stdout, a line a command:\n"
    "\n"
    "  ugi                                   name, options and extensions, then ugiok\n"
    "  isready                               readyok, also during a search\n"
    "  setoption name NAME value VALUE       Game, Threads, Hash, Level, MultiPV, Seed,\n"
    "                                        Player, Tables (a folder of solved positions;\n"
    "                                        default: the environment variable ASCONA_TABLES)\n"
    "  uginewgame                            back to the start of the game\n"
    "  position startpos [moves M…]          a game from its start\n"
    "  position fen P [moves M…]             a game from a position string\n"
    "  go [movetime MS] [depth N] [nodes N] [p1time MS] [p1inc MS] … [infinite]\n"
    "  stop                                  the search ends with its bestmove\n"
    "  query WHAT                            gameover, turn, p1turn … p4turn, result, points, legalmoves,\n"
    "                                        position, hash\n"
    "  quit\n"
    "\n"
    "What is refused gets a line `info string error …` and changes nothing.\n"
    "\n"
    "examples:\n"
    "  printf 'position startpos moves b2 b4\\nquery legalmoves\\nquit\\n' | ascona ugi\n"
    "  (echo setoption name Game value kulami:level=3; echo go movetime 1000; sleep 2) | ascona ugi\n";

enum { LINE_SIZE = 1 << 20 }; /* the longest game of any of the games as one `position` line fits with room to spare */

static void loop(ugi_session *session) {
  static char buffer[LINE_SIZE];
  line_reader input = line_reader_over(STDIN_FILENO, buffer, sizeof buffer);
  while (!ugi_session_is_over(session)) {
    char *line;
    switch (line_next(&input, true, &line)) {
    case LINE_READ: ugi_session_line(session, line); break;
    case LINE_TOO_LONG: ugi_session_too_long(session); break;
    case LINE_NONE: break;
    case LINE_ENDED: ugi_session_end(session); break;
    }
  }
}

int ugi_run(int argc, char **argv) {
  const cli_option options[] = {{0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  ugi_session session;
  asc_error error;
  int code = ugi_session_open(&session, stdout, &error);
  if (code < 0) return cli_fail_error(code, "ugi", &error);
  loop(&session);
  ugi_session_close(&session);
  return cli_finish(CLI_OK);
}
