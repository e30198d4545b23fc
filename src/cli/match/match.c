/* `ascona match`: engines against each other. docs/match.md explains what it prints; match/run.h plays it. */
#include "match.h"

#include "cli/screen/terminal.h"
#include "core/clock.h"
#include "match/run.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

const char match_summary[] = "engines against each other, with Elo and its error";
const char match_help[] = "usage: ascona match GAME A B [C D] [-n N] [limits] [options]\n"
                          "\n"
                          "Players are engine:LEVEL (0 to 10), engine:uct, engine:greedy, with settings as\n"
                          "in engine:10,movetime=100,hash=64,threads=2,nodes=20000,depth=6 or\n"
                          "engine:uct,c=141 (C = 1.41 instead of 0.5), or ugi:COMMAND, an outside program\n"
                          "that speaks UGI and is run by the shell. A program that crashes, does not\n"
                          "answer in time or plays no legal move forfeits the game. Each opening is played\n"
                          "once for every seat, the sides changing places, with the same dice.\n"
                          "\n"
                          "  -n, --games N      how many games (default 100)\n"
                          "  --movetime MS      time for a move; where nothing is limited, level 10, uct\n"
                          "                     and programs get 1000\n"
                          "  --nodes N          positions for a move\n"
                          "  --depth N          plies to look ahead\n"
                          "  --time MS          the clock of each player for a game\n"
                          "  --inc MS           what every move adds to it\n"
                          "  --margin MS        a time overstepped by more than this is counted (default\n"
                          "                     50)\n"
                          "  --strict           and loses the game\n"
                          "  --openings K-L     of some random openings of K to L plies the most even one,\n"
                          "                     as a short search sees it (default 4-5 for two players); K\n"
                          "                     alone is that many plies\n"
                          "  --openings random  openings as they come, of 4 plies (with dice, one a\n"
                          "                     player); random:K is K plies\n"
                          "  --seed N           what openings, dice and players start from (default 1)\n"
                          "  --jobs J           games at once (default 1); with limits in nodes the\n"
                          "                     results are the same for any\n"
                          "  --sprt ELO0,ELO1   stops when it is clear that A is stronger by ELO0 at most,\n"
                          "                     or by ELO1 at least\n"
                          "  --set B.NAME=V     sets an option of an outside program; may be given several\n"
                          "                     times\n"
                          "  --patience S       seconds that a program may take beyond its time (default\n"
                          "                     30)\n"
                          "  --tables DIR       solved positions of Delta, which engine:10 may ask\n"
                          "                     (default: the environment variable ASCONA_TABLES)\n"
                          "  --save FILE        appends the games to FILE as records, each when it is over\n"
                          "  --resume FILE      the same, and games of this match that are there need not\n"
                          "                     be played again; a killed match goes on with the same\n"
                          "                     command\n"
                          "  --json             one JSON object a game, and one for the match\n"
                          "\n"
                          "Ctrl-C ends the match and prints how it stands. Exit status 1: interrupted, or\n"
                          "--sprt has not accepted ELO1.\n"
                          "\n"
                          "examples:\n"
                          "  ascona match delta engine:2 engine:1 -n 20\n"
                          "  ascona match kulami engine:2 engine:uct --nodes 1000 -n 4 --jobs 2 --json\n"
                          "  ascona match delfino:players=3 engine:greedy engine:0 engine:0 -n 6\n";

/* What is shown while it is played. */
typedef struct match_view {
  const match_request *request;
  progress_lines progress;
  int64_t began;
  int fresh; /* games played now */
} match_view;

int match_fail(const asc_match_error *error) { return cli_fail(error->code, error->what, "%s", error->why); }

static void game_tell(void *data, int number, const asc_match_result *result, bool fresh) {
  match_view *view = data;
  view->fresh += fresh;
  if (fresh && result->fault != NULL) {
    progress_clear(&view->progress);
    fputs("ascona: ", stderr);
    cli_print_clean(stderr, result->fault);
    fputc('\n', stderr);
  }
  if (!view->request->json) return;
  progress_clear(&view->progress);
  match_json_game(&view->request->setup, number, result);
}

static void progress_draw(match_view *view, const asc_match_tally *tally) {
  const asc_match_setup *setup = &view->request->setup;
  char text[512];
  if (view->fresh == 0 || !progress_due(&view->progress)) return;
  double seconds = (double)(asc_clock_microseconds() - view->began) / 1e6;
  match_tell_progress(tally, setup, seconds / view->fresh * (setup->games - tally->games), text, sizeof text);
  progress_draw_lines(&view->progress, text);
}

/* A signal ends the match; the next one of its kind would not be waited for, and ends the program. True: there was one.
 */
static bool games_await(asc_match_run *run, match_view *view) {
  const struct timespec moment = {.tv_nsec = 20000000};
  sigset_t signals, before;
  bool interrupted = false;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  asc_match_run_start(run);
  while (asc_match_run_count(run)) {
    progress_draw(view, asc_match_run_tally(run));
    if (sigtimedwait(&signals, NULL, &moment) <= 0) continue;
    interrupted = true;
    asc_match_run_stop(run);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    sigemptyset(&signals);
  }
  progress_clear(&view->progress);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return interrupted;
}

static int played(const match_request *request, asc_match_run *run, match_view *view) {
  const asc_match_setup *setup = &request->setup;
  const asc_match_tally *tally = asc_match_run_tally(run);
  if (asc_match_run_stump(run) != NULL) {
    fputs("ascona: ", stderr);
    cli_print_clean(stderr, request->resume != NULL ? request->resume : request->save);
    fputs(": half a record at its end was set aside, in ", stderr);
    cli_print_clean(stderr, asc_match_run_stump(run));
    fputc('\n', stderr);
  }
  bool interrupted = games_await(run, view);
  if (asc_match_run_error(run)->code < 0) return match_fail(asc_match_run_error(run));
  if (cli_tables_check(request->tables, "match") != CLI_OK) return CLI_MACHINE;
  if (request->json)
    match_json_summary(tally, setup);
  else
    match_tell_summary(tally, setup);
  return interrupted || (setup->sprt && asc_match_tally_verdict(tally, setup) <= 0) ? CLI_FAILED : CLI_OK;
}

int match_run(int argc, char **argv) {
  match_request request;
  asc_match_run *run;
  asc_match_error error;
  int status = match_request_read(&request, argc, argv);
  if (status != CLI_OK) return status;
  match_view view = {.request = &request, .progress = progress_open(), .began = asc_clock_microseconds()};
  const asc_match_host host = {.path = request.resume != NULL ? request.resume : request.save,
                               .resume = request.resume != NULL,
                               .counted = game_tell,
                               .data = &view};
  int code = asc_match_run_open(&run, &request.setup, &host, &error);
  status = code < 0 ? match_fail(&error) : played(&request, run, &view);
  asc_match_run_close(run);
  match_request_close(&request);
  return cli_finish(status);
}
