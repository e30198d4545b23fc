/* `ascona ugi`: the Universal Game Interface, for programs that drive the engine. docs/ugi.md describes the protocol,
   src/ugi implements it; read ugi/session.h first.

   The loop waits for lines; searches run in other threads. */
#include "cli.h"

#include "ugi/line.h"
#include "ugi/session.h"

#include <stdio.h>
#include <unistd.h>

const char cli_ugi_summary[] = "the engine protocol, for other programs";
const char cli_ugi_help[] = "usage: ascona ugi\n"
                            "\n"
                            "Speaks the Universal Game Interface on stdin and stdout, a line a command:\n"
                            "\n"
                            "  ugi                                   name, options and extensions, then\n"
                            "                                        ugiok\n"
                            "  isready                               readyok, also during a search\n"
                            "  setoption name NAME value VALUE       Game, Threads, Hash, Level, MultiPV,\n"
                            "                                        Seed, Player, Tables (a folder of\n"
                            "                                        solved positions; default: the\n"
                            "                                        environment variable ASCONA_TABLES)\n"
                            "  uginewgame                            back to the start of the game\n"
                            "  position startpos [moves M…]          a game from its start\n"
                            "  position fen P [moves M…]             a game from a position string\n"
                            "  go [movetime MS] [depth N] [nodes N] [p1time MS] [p1inc MS] … [infinite]\n"
                            "  stop                                  the search ends with its bestmove\n"
                            "  query WHAT                            gameover, turn, p1turn … p4turn,\n"
                            "                                        result, points, legalmoves, position,\n"
                            "                                        hash\n"
                            "  quit\n"
                            "\n"
                            "What is refused gets a line `info string error …` and changes nothing.\n"
                            "\n"
                            "examples:\n"
                            "  printf 'position startpos moves b2 b4\\\n"
                            "query legalmoves\\\n"
                            "quit\\\n"
                            "' | ascona ugi\n"
                            "  (echo setoption name Game value kulami:level=3; echo go movetime 1000\n"
                            "  sleep 2) | ascona ugi\n";

enum { LINE_SIZE = 1 << 20 }; /* bytes; the `position` line of the longest possible game fits */

static void loop(ugi_session *session) {
  static char buffer[LINE_SIZE];
  ugi_line_reader input = ugi_line_reader_over(STDIN_FILENO, buffer, sizeof buffer);
  while (!ugi_session_is_over(session)) {
    char *line;
    switch (ugi_line_reader_next(&input, true, &line)) {
    case UGI_LINE_READ: ugi_session_run_line(session, line); break;
    case UGI_LINE_TOO_LONG: ugi_session_reject_long_line(session); break;
    case UGI_LINE_NONE: break;
    case UGI_LINE_ENDED: ugi_session_quit(session); break;
    }
  }
}

/* Opens the tablebase as an oracle. If the game has none, that is not an error. */
static int tables_open(asc_oracle *oracle, const asc_rules *rules, const char *folder, asc_error *error) {
  asc_tablebase *tables;
  int code = asc_tablebase_open(&tables, rules, folder, error);
  if (code >= 0) *oracle = asc_tablebase_oracle(tables);
  return code == ASC_E_INPUT ? ASC_OK : code;
}

static void tables_close(const asc_oracle *oracle) { asc_tablebase_close(oracle->data); }

static bool tables_damaged(const asc_oracle *oracle) { return asc_tablebase_is_damaged(oracle->data); }

int cli_ugi(int argc, char **argv) {
  const cli_option options[] = {{0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  const ugi_tablebase_hooks hooks = {tables_open, tables_close, tables_damaged, cli_tables_folder(NULL)};
  ugi_session session;
  asc_error error;
  int code = ugi_session_open(&session, stdout, &hooks, &error);
  if (code < 0) return cli_fail_error(code, "ugi", &error);
  loop(&session);
  ugi_session_close(&session);
  return cli_finish(CLI_OK);
}
