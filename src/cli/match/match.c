/* `ascona match`: engines against each other. docs/match.md explains what it prints; match.h is its inside. */
#include "match.h"

#include <stdlib.h>

const char match_summary[] = "engines against each other, with Elo and its error";
const char match_help[] =
    "usage: ascona match GAME A B [C D] [-n N] [limits] [options]\n"
    "\n"
    "Players are engine:LEVEL (0 to 10), engine:uct, engine:greedy, with settings as in\n"
    "engine:10,movetime=100,hash=64,threads=2,nodes=20000,depth=6 or engine:uct,c=141 (C = 1.41 instead\n"
    "of 0.5), or ugi:COMMAND, an outside program that speaks UGI and is run by the shell. A program that\n"
    "crashes, does not answer in time or plays no legal move forfeits the game. Each opening is played\n"
    "once for every seat, the sides changing places, with the same dice.\n"
    "\n"
    "  -n, --games N      how many games (default 100)\n"
    "  --movetime MS      time for a move; where nothing is limited, level 10, uct and programs get 1000\n"
    "  --nodes N          positions for a move\n"
    "  --depth N          plies to look ahead\n"
    "  --time MS          the clock of each player for a game\n"
    "  --inc MS           what every move adds to it\n"
    "  --margin MS        a time overstepped by more than this is counted (default 50)\n"
    "  --strict           and loses the game\n"
    "  --openings K-L     of some random openings of K to L plies the most even one, as a short search sees\n"
    "                     it (default 4-5 for two players); K alone is that many plies\n"
    "  --openings random  openings as they come, of 4 plies (with dice, one a player); random:K is K plies\n"
    "  --seed N           what openings, dice and players start from (default 1)\n"
    "  --jobs J           games at once (default 1); with limits in nodes the results are the same for any\n"
    "  --sprt ELO0,ELO1   stops when it is clear that A is stronger by ELO0 at most, or by ELO1 at least\n"
    "  --set B.NAME=V     sets an option of an outside program; may be given several times\n"
    "  --patience S       seconds that a program may take beyond its time (default 30)\n"
    "  --tables DIR       solved positions of Delta, which engine:10 may ask (default: the environment\n"
    "                     variable ASCONA_TABLES)\n"
    "  --save FILE        appends the games to FILE as records, each when it is over\n"
    "  --resume FILE      the same, and games of this match that are there need not be played again; a\n"
    "                     killed match goes on with the same command\n"
    "  --json             one JSON object a game, and one for the match\n"
    "\n"
    "Ctrl-C ends the match and prints how it stands. Exit status 1: interrupted, or --sprt has not\n"
    "accepted ELO1.\n"
    "\n"
    "examples:\n"
    "  ascona match delta engine:2 engine:1 -n 20\n"
    "  ascona match kulami engine:2 engine:uct --nodes 1000 -n 4 --jobs 2 --json\n"
    "  ascona match delfino:players=3 engine:greedy engine:0 engine:0 -n 6\n";

static int played(const match_request *request, match_keep *keep, match_result *results) {
  match_tally tally;
  int status = match_run_all(request, keep, results, &tally);
  if (status != CLI_OK && status != CLI_FAILED) return status;
  if (request->json)
    match_json_summary(&tally, &request->setup);
  else
    match_tell_summary(&tally, &request->setup);
  return request->setup.sprt && match_tally_verdict(&tally, &request->setup) <= 0 ? CLI_FAILED : status;
}

int match_run(int argc, char **argv) {
  match_request request;
  match_keep keep;
  int status = match_request_read(&request, argc, argv);
  if (status != CLI_OK) return status;
  int games = request.setup.games;
  match_result *results = calloc((size_t)games, sizeof *results);
  if (results == NULL)
    status = cli_fail(ASC_E_MEMORY, "match", "out of memory");
  else
    status = match_keep_open(&keep, &request, results);
  if (status == CLI_OK) {
    status = played(&request, &keep, results);
    match_keep_close(&keep);
  }
  for (int i = 0; results != NULL && i < games; i++) free(results[i].fault);
  free(results);
  match_request_close(&request);
  return cli_finish(status);
}
