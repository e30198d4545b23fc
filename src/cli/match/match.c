/* `ascona match`: engines play against each other. docs/match.md explains what it prints; match/runner.h plays it. */
#include "match.h"

#include "base/clock.h"
#include "cli/screen/terminal.h"
#include "match/runner.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

const char cli_match_summary[] = "engines against each other, with Elo and its error";
const char cli_match_help[] = "usage: ascona match GAME A B [C D] [-n N] [limits] [options]\n"
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

/* The state of the display while the match is played. */
typedef struct match_view {
  const cli_match_request *request;
  cli_progress progress;
  int64_t started_us;
  int new_games; /* games played now, not read from the file */
} match_view;

int cli_match_fail(const match_error *error) { return cli_fail(error->code, error->subject, "%s", error->reason); }

static void game_report(void *data, int number, const match_result *result, bool is_new) {
  match_view *view = data;
  view->new_games += is_new;
  if (is_new && result->forfeit_reason != NULL) {
    cli_progress_clear(&view->progress);
    fputs("ascona: ", stderr);
    cli_print_clean(stderr, result->forfeit_reason);
    fputc('\n', stderr);
  }
  if (!view->request->json) return;
  cli_progress_clear(&view->progress);
  cli_match_print_game_json(&view->request->setup, number, result);
}

static void progress_draw(match_view *view, const match_tally *tally) {
  const match_setup *setup = &view->request->setup;
  char text[512];
  if (view->new_games == 0 || !cli_progress_is_due(&view->progress)) return;
  double seconds = (double)(asc_clock_now_us() - view->started_us) / 1e6;
  cli_match_write_progress(tally, setup, seconds / view->new_games * (setup->games - tally->games), text, sizeof text);
  cli_progress_draw(&view->progress, text);
}

/* Waits until all games are played. A signal ends the match early; a second one of the same kind ends the program,
   because it is no longer blocked. Returns whether there was a signal. */
static bool games_await(match_runner *runner, match_view *view) {
  const struct timespec wait_time = {.tv_nsec = 20000000};
  sigset_t signals, before;
  bool interrupted = false;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  match_runner_start(runner);
  while (match_runner_count(runner)) {
    progress_draw(view, match_runner_tally(runner));
    if (sigtimedwait(&signals, NULL, &wait_time) <= 0) continue;
    interrupted = true;
    match_runner_stop(runner);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    sigemptyset(&signals);
  }
  cli_progress_clear(&view->progress);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return interrupted;
}

static int match_play(const cli_match_request *request, match_runner *runner, match_view *view) {
  const match_setup *setup = &request->setup;
  const match_tally *tally = match_runner_tally(runner);
  if (match_runner_partial_path(runner) != NULL) {
    fputs("ascona: ", stderr);
    cli_print_clean(stderr, request->resume != NULL ? request->resume : request->save);
    fputs(": half a record at its end was set aside, in ", stderr);
    cli_print_clean(stderr, match_runner_partial_path(runner));
    fputc('\n', stderr);
  }
  bool interrupted = games_await(runner, view);
  if (match_runner_error(runner)->code < 0) return cli_match_fail(match_runner_error(runner));
  if (cli_tables_check(request->tables, "match") != CLI_OK) return CLI_SYSTEM_ERROR;
  if (request->json)
    cli_match_print_summary_json(tally, setup);
  else
    cli_match_print_summary(tally, setup);
  return interrupted || (setup->has_sprt && match_tally_sprt_result(tally, setup) <= 0) ? CLI_FAILED : CLI_OK;
}

int cli_match(int argc, char **argv) {
  cli_match_request request;
  match_runner *runner;
  match_error error;
  int status = cli_match_request_read(&request, argc, argv);
  if (status != CLI_OK) return status;
  match_view view = {.request = &request, .progress = cli_progress_open(), .started_us = asc_clock_now_us()};
  const match_runner_options options = {.path = request.resume != NULL ? request.resume : request.save,
                                        .resume = request.resume != NULL,
                                        .on_counted = game_report,
                                        .data = &view};
  int code = match_runner_open(&runner, &request.setup, &options, &error);
  status = code < 0 ? cli_match_fail(&error) : match_play(&request, runner, &view);
  match_runner_close(runner);
  cli_match_request_close(&request);
  return cli_finish(status);
}
