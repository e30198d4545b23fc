/* The engine in a worker: choosing a move, analysing a position, grading a game, answering who
   solves a problem. What was learned stays
   for the next call, as long as the game and the player are the same. */
#include "host.h"
#include "play/moves.h"
#include "reply.h"
#include "study/analysis.h"
#include "study/explore.h"
#include "study/problem.h"
#include "study/review.h"
#include "study/score.h"
#include "study/task.h"
#include "study/threat.h"

#include <ascona/ascona.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game that is thought about, and who thinks. */
static struct {
  char spec[ASC_SPEC_MAX], name[ASC_PLAYER_NAME_MAX];
  asc_rules *rules;
  asc_player *player;
  asc_search *search;
  size_t hash;
  asc_problem_truth truth;
} engine;

enum { PROBLEM_PATIENCE = 5000000 }; /* microseconds; a proof takes a few thousand, as a rule */

static void thinkers_close(void) {
  if (engine.player != NULL) asc_player_close(engine.player);
  if (engine.search != NULL) asc_search_close(engine.search);
  asc_problem_truth_close(&engine.truth);
  engine.player = NULL;
  engine.search = NULL;
}

static int rules_use(const char *spec, asc_error *error) {
  if (engine.rules != NULL && strcmp(engine.spec, spec) == 0) return ASC_OK;
  thinkers_close();
  if (engine.rules != NULL) asc_rules_close(engine.rules);
  engine.rules = NULL;
  if (strlen(spec) >= sizeof engine.spec) return ASC_E_INPUT;
  int code = asc_rules_open(&engine.rules, spec, error);
  if (code < 0) return code;
  memcpy(engine.spec, spec, strlen(spec) + 1);
  return ASC_OK;
}

static int player_use(const char *name, asc_error *error) {
  if (engine.player != NULL && strcmp(engine.name, name) == 0) return ASC_OK;
  thinkers_close();
  if (strlen(name) >= sizeof engine.name) return ASC_E_INPUT;
  int code = asc_player_open(&engine.player, engine.rules, name, &wasm_host, error);
  if (code == ASC_OK) memcpy(engine.name, name, strlen(name) + 1);
  return code;
}

static int search_use(size_t hash) {
  if (engine.search != NULL && engine.hash == hash) return ASC_OK;
  thinkers_close();
  engine.hash = hash;
  int code = asc_search_open(&engine.search, engine.rules, &(asc_search_options){.hash = hash, .host = wasm_host});
  asc_oracle book = asc_book(engine.rules);
  if (code == ASC_OK) asc_search_consult(engine.search, &book);
  return code;
}

static void report_json(asc_json *json, const asc_report *report, const void *position) {
  asc_json_number(json, "depth", report->depth);
  asc_json_number(json, "nodes", (int64_t)report->nodes);
  asc_json_seconds(json, "seconds", report->microseconds);
  asc_json_open(json, "lines", '[');
  for (int i = 0; i < report->count; i++) asc_json_report_line(json, engine.rules, position, &report->lines[i]);
  asc_json_close(json, ']');
}

/* Every improvement goes to the page at once, so that a search that must be cut off has said what it knows. */
static void report_tell(void *data, const asc_report *report) {
  asc_json *json = reply_begin();
  report_json(json, report, asc_play_position(data));
  host_report(reply_end());
}

static asc_task task_of(asc_play *play, int64_t microseconds) {
  asc_task task = asc_task_of(play, NULL);
  task.soft = task.hard = microseconds;
  task.report = report_tell;
  task.data = play;
  return task;
}

static const char *choose(asc_play *play, const char *name, double milliseconds, uint64_t seed) {
  asc_error error = {0};
  asc_move move;
  asc_report report = {0};
  int code = player_use(name, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_task task = task_of(play, (int64_t)(milliseconds * 1000));
  task.game = seed;
  code = asc_player_choose(engine.player, &task, seed + (uint64_t)asc_play_plies(play), &move, &report);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  char token[ASC_TOKEN_MAX];
  asc_move_write(engine.rules, asc_play_position(play), move, token);
  asc_json *json = reply_begin();
  asc_json_text(json, "move", token);
  report_json(json, &report, asc_play_position(play));
  return reply_end();
}

/* The move of the player `name` ("4", "10,hash=64") after `moves` from `position`; 0 milliseconds: as long as the
   player likes. The seed stays the same throughout a game. */
ASC_EXPORT("engine_choose")
const char *engine_choose(const char *spec, const char *position, const char *moves, const char *name,
                          double milliseconds, uint32_t seed) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = asc_play_read(&play, engine.rules, position, moves, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = choose(play, name, milliseconds, seed);
  asc_play_close(play);
  return reply;
}

static asc_analysis_wish wish_of(int lines, double milliseconds) {
  return (asc_analysis_wish){.limits = {.microseconds = (int64_t)(milliseconds * 1000)}, .lines = lines};
}

static const char *analyse(asc_play *play, const asc_analysis_wish *wish, size_t hash) {
  asc_report report = {0};
  int code = search_use(hash);
  asc_task task = task_of(play, wish->limits.microseconds);
  task.lines = wish->lines;
  if (code == ASC_OK) code = asc_search_run(engine.search, &task, &report);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  report_json(reply_begin(), &report, asc_play_position(play));
  return reply_end();
}

/* Has a game looked at: it is read for that, and closed. */
static const char *on_game(const char *(*look)(asc_play *play, const asc_analysis_wish *wish, size_t hash),
                           const char *spec, const char *position, const char *moves, asc_analysis_wish wish,
                           int megabytes) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = asc_play_read(&play, engine.rules, position, moves, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = look(play, &wish, (size_t)megabytes << 20);
  asc_play_close(play);
  return reply;
}

/* The best lines, with scores that say how sure they are. The table has `megabytes`. */
ASC_EXPORT("engine_analyse")
const char *engine_analyse(const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                           int megabytes) {
  return on_game(analyse, spec, position, moves, wish_of(lines, milliseconds), megabytes);
}

/* A position that is looked into for as long as somebody watches. */
typedef struct watched {
  asc_analysis analysis;
  bool solved;
} watched;

/* Whether the book knows every move of the position: then there is nothing to search for. */
static bool is_solved(const asc_play *play) {
  asc_oracle book = asc_book(engine.rules);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves), plies;
  if (book.ask == NULL || engine.rules->game->odds != NULL || count == 0) return false;
  for (int i = 0; i < count; i++) {
    asc_position after;
    int32_t score;
    memcpy(&after, asc_play_position(play), engine.rules->position_size);
    asc_position_play(engine.rules, &after, moves[i]);
    bool over = asc_position_count(engine.rules, &after) == 0;
    if (!over && !book.ask(book.data, &after, &score, &plies)) return false;
  }
  return true;
}

static const char *watched_reply(const watched *watched, bool final) {
  asc_json *json = reply_begin();
  asc_analysis_json(json, &watched->analysis, final);
  asc_json_bool(json, "solved", watched->solved);
  asc_json_bool(json, "book", asc_explorer_offers(engine.rules));
  return reply_end();
}

static void watched_tell(void *data) { host_report(watched_reply(data, false)); }

static bool watched_stopped(void *data) {
  (void)data;
  return host_stopped() != 0;
}

static const char *look(asc_play *play, const asc_analysis_wish *wish, size_t hash) {
  watched watched = {.solved = is_solved(play)};
  int code = search_use(hash);
  if (code == ASC_OK) code = asc_analysis_open(&watched.analysis, play);
  if (code == ASC_OK)
    code =
        asc_analysis_run(&watched.analysis, engine.search, wish, &(asc_watch){watched_tell, watched_stopped, &watched});
  const char *reply = code < 0 ? reply_error(code, NULL, NULL, NULL) : watched_reply(&watched, true);
  asc_analysis_close(&watched.analysis);
  return reply;
}

/* All there is to say of a position, as `ascona analyse --json` tells it, and whether the book has all of it; told
   whenever something better was found. The table has `megabytes`. Of several modules that share the work each has the
   lines of its share. */
ASC_EXPORT("engine_study")
const char *engine_study(const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                         int megabytes, int shares, int share) {
  asc_analysis_wish wish = wish_of(lines, milliseconds);
  wish.shares = shares;
  wish.share = share;
  return on_game(look, spec, position, moves, wish, megabytes);
}

static const char *explored_reply(const asc_explorer *explorer, bool final) {
  asc_explorer_json(reply_begin(), explorer, final);
  return reply_end();
}

static void explored_tell(void *data) { host_report(explored_reply(data, false)); }

static const char *explore(asc_play *play, const asc_analysis_wish *wish, size_t hash) {
  asc_explorer explorer;
  int code = asc_explorer_open(&explorer, play);
  if (code == ASC_OK && explorer.open > 0) {
    explored_tell(&explorer);
    code = search_use(hash);
    if (code == ASC_OK)
      code = asc_explorer_run(&explorer, engine.search, wish->limits.microseconds,
                              &(asc_watch){explored_tell, watched_stopped, &explorer});
  }
  const char *reply = code < 0 ? reply_error(code, NULL, NULL, NULL) : explored_reply(&explorer, true);
  asc_explorer_close(&explorer);
  return reply;
}

/* Every move of a position with its exact value, told as they are found; see study/explore.h. */
ASC_EXPORT("engine_explore")
const char *engine_explore(const char *spec, const char *position, const char *moves, double milliseconds,
                           int megabytes) {
  return on_game(explore, spec, position, moves, wish_of(0, milliseconds), megabytes);
}

static void nobody_told(void *data) { (void)data; }

static const char *threaten(asc_play *play, const asc_analysis_wish *wish, size_t hash) {
  asc_threat threat;
  int code = search_use(hash);
  if (code == ASC_OK)
    code =
        asc_threat_find(&threat, play, engine.search, &wish->limits, &(asc_watch){nobody_told, watched_stopped, NULL});
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_threat_json(reply_begin(), engine.rules, &threat);
  return reply_end();
}

/* What the next player would do if it were his turn. */
ASC_EXPORT("engine_threat")
const char *engine_threat(const char *spec, const char *position, const char *moves, double milliseconds,
                          int megabytes) {
  return on_game(threaten, spec, position, moves, wish_of(1, milliseconds), megabytes);
}

/* The game under review. It stays open for the next ply. */
static struct {
  char *text;
  asc_reader *reader;
  asc_record *record;
  asc_summary summary;
  asc_review review;
} reviewed;

static void review_close(void) {
  asc_review_close(&reviewed.review);
  asc_record_close(reviewed.record);
  asc_reader_close(reviewed.reader);
  free(reviewed.text);
  memset(&reviewed, 0, sizeof reviewed);
}

/* The first game of the text. */
static int review_open(const char *text, asc_error *error) {
  review_close();
  char *own = strdup(text);
  if (own == NULL) return ASC_E_MEMORY;
  reviewed.text = own;
  int code = asc_reader_open(&reviewed.reader, own, strlen(own), error);
  if (code == ASC_OK) code = asc_reader_next(reviewed.reader, &reviewed.record, &reviewed.summary, error);
  if (code == 0) code = ASC_E_INPUT;
  if (code > 0) code = asc_review_open(&reviewed.review, reviewed.record, &reviewed.summary, error);
  reviewed.review.number = 1;
  if (code < 0) review_close();
  return code;
}

/* The game with what others found of it, a line a ply; and an empty table to look further. */
static int review_use(const char *text, const char *found, size_t hash, asc_error *error) {
  int code = reviewed.text != NULL && strcmp(reviewed.text, text) == 0 ? ASC_OK : review_open(text, error);
  if (code == ASC_OK) code = rules_use(reviewed.summary.spec, error);
  if (code == ASC_OK) code = search_use(hash);
  for (int i = 0; i < reviewed.review.ply_count; i++) reviewed.review.plies[i].judged = false;
  reviewed.review.judged = 0;
  for (const char *line = found; code == ASC_OK && *line != '\0'; line = strchr(line, '\n') + 1)
    code = strchr(line, '\n') == NULL ? ASC_E_INPUT : asc_review_found_read(&reviewed.review, line);
  return code;
}

static const asc_watch review_watch = {nobody_told, watched_stopped, NULL};

static const char *review_reply(int code, const asc_error *error) {
  if (code < 0) return reply_error(code, error, NULL, NULL);
  asc_review_json(reply_begin(), &reviewed.review);
  return reply_end();
}

/* Every move of the first game of a text graded, as `ascona review --json` tells it; `nodes` are for each. What was
   found of plies before, a line each, need not be looked for. */
ASC_EXPORT("engine_review")
const char *engine_review(const char *text, uint32_t nodes, int megabytes, const char *found) {
  asc_error error = {0};
  asc_limits limits = {.nodes = nodes};
  asc_review *review = &reviewed.review;
  int code = review_use(text, found, (size_t)megabytes << 20, &error);
  for (int i = review->ply_count - 1; code == ASC_OK && i >= 0; i--)
    if (!review->plies[i].judged) code = asc_review_look(review, i, engine.search, &limits, &review_watch);
  if (code == ASC_OK) code = asc_review_conclude(review, engine.search, &limits, &review_watch);
  return review_reply(code, &error);
}

/* The game as far as others have found something of it. */
static void review_tell(asc_review *review) {
  asc_review_settle(review);
  asc_json *json = reply_begin();
  asc_json_number(json, "judged", review->judged);
  asc_json_number(json, "plies", review->ply_count);
  asc_review_json(json, review);
  host_report(reply_end());
}

/* Tells what is known, then looks at one ply more, counted back from the last, 0: what was found of it, as a line of
   `found`. Several modules that share the plies find the same as one. */
ASC_EXPORT("engine_review_ply")
const char *engine_review_ply(const char *text, uint32_t nodes, int megabytes, const char *found, int back) {
  asc_error error = {0};
  asc_review *review = &reviewed.review;
  char line[ASC_REVIEW_FOUND_MAX] = "";
  int code = review_use(text, found, (size_t)megabytes << 20, &error), ply = review->ply_count - 1 - back;
  if (code == ASC_OK && review->judged > 0) review_tell(review);
  if (code == ASC_OK && ply >= 0 && ply < review->ply_count) {
    code = asc_review_look(review, ply, engine.search, &(asc_limits){.nodes = nodes}, &review_watch);
    if (code == ASC_OK && review->plies[ply].judged) code = asc_review_found_write(review, ply, line, sizeof line);
  }
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json *json = reply_begin();
  asc_json_text(json, "found", line);
  asc_json_number(json, "plies", review->ply_count);
  return reply_end();
}

/* A problem as its line of a text, with the game after `moves` from it, which wants to be closed; see study/problem.h.
 */
static int problem_use(const char *spec, const char *text, const char *moves, asc_problem *problem, asc_play **play,
                       asc_error *error) {
  asc_problem_list list;
  int code = asc_problem_list_read(&list, text, error);
  if (code >= 0 && list.count != 1) code = ASC_E_INPUT;
  if (code >= 0) *problem = list.all[0];
  asc_problem_list_close(&list);
  if (code >= 0) code = rules_use(spec, error);
  if (code >= 0 && engine.truth.search == NULL) {
    thinkers_close();
    code = asc_problem_truth_open(&engine.truth, engine.rules,
                                  &(asc_problem_truth_options){.host = wasm_host, .microseconds = PROBLEM_PATIENCE});
  }
  return code < 0 ? code : asc_play_read(play, engine.rules, problem->position, moves, error);
}

/* Who asks about a problem gets an answer about `play`, or about the problem itself. */
typedef int problem_write(asc_json *json, const asc_problem *problem, const asc_play *play);

static const char *problem_reply(const char *spec, const char *text, const char *moves, problem_write *write) {
  asc_problem problem;
  asc_play *play = NULL;
  asc_error error = {0};
  int code = problem_use(spec, text, moves, &problem, &play, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  code = write(reply_begin(), &problem, play);
  asc_play_close(play);
  return code < 0 ? reply_error(code, NULL, NULL, NULL) : reply_end();
}

static int answer_write(asc_json *json, const asc_problem *problem, const asc_play *play) {
  const void *position = asc_play_position(play);
  asc_problem_reply reply;
  int code = asc_problem_answer(&engine.truth, problem, position, false, &reply);
  if (code < 0) return code;
  asc_json_text(json, "verdict", asc_problem_verdict_word(reply.verdict));
  asc_json_scored(json, engine.rules, position, &reply.line);
  return ASC_OK;
}

/* The last of the moves is White's: what it is ("right", or else "late", "less", "draw" or "loss"), and Black's line.
 */
ASC_EXPORT("problem_answer") const char *page_problem_answer(const char *spec, const char *text, const char *moves) {
  return problem_reply(spec, text, moves, answer_write);
}

static int hint_write(asc_json *json, const asc_problem *problem, const asc_play *play) {
  (void)problem;
  const void *position = asc_play_position(play);
  asc_move move;
  char token[ASC_TOKEN_MAX];
  int code = asc_problem_hint(&engine.truth, position, &move);
  if (code < 0) return code;
  asc_move_write(engine.rules, position, move, token);
  asc_json_text(json, "move", token);
  return ASC_OK;
}

ASC_EXPORT("problem_hint") const char *page_problem_hint(const char *spec, const char *text, const char *moves) {
  return problem_reply(spec, text, moves, hint_write);
}

static int solution_write(asc_json *json, const asc_problem *problem, const asc_play *play) {
  (void)play;
  asc_position position;
  asc_line line;
  int code = asc_problem_solution(&engine.truth, problem, &position, &line);
  if (code >= 0) asc_json_scored(json, engine.rules, &position, &line);
  return code;
}

ASC_EXPORT("problem_solution") const char *page_problem_solution(const char *spec, const char *text) {
  return problem_reply(spec, text, "", solution_write);
}

typedef struct defence_list {
  asc_json *json;
  const void *position;
} defence_list;

static void defence_write(void *data, asc_move defence, const void *after, const asc_solution *solution) {
  const defence_list *list = data;
  char token[ASC_TOKEN_MAX];
  asc_move_write(engine.rules, list->position, defence, token);
  asc_json_open(list->json, NULL, '{');
  asc_json_text(list->json, "reply", token);
  asc_json_moves(list->json, "answers", engine.rules, after, solution->best, solution->best_count);
  asc_json_close(list->json, '}');
}

static int defences_write(asc_json *json, const asc_problem *problem, const asc_play *play) {
  (void)problem;
  const void *position = asc_play_position(play);
  asc_json_open(json, "defences", '[');
  int code = asc_problem_defences(&engine.truth, position, defence_write, &(defence_list){json, position});
  asc_json_close(json, ']');
  return code;
}

/* The defences that hold out longest after the moves, and what wins against each. */
ASC_EXPORT("problem_defences")
const char *page_problem_defences(const char *spec, const char *text, const char *moves) {
  return problem_reply(spec, text, moves, defences_write);
}
