/* The engine in a worker: choosing a move, analysing a position, grading a game, answering who
   solves a problem. What was learned stays
   for the next call, as long as the game and the player are the same. */
#include "host.h"
#include "play/moves.h"
#include "reply.h"
#include "study/analysis.h"
#include "study/problem.h"
#include "study/review.h"
#include "study/score.h"
#include "study/task.h"

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

static asc_task task_of(asc_play *play, double milliseconds) {
  asc_task task = asc_task_of(play, NULL);
  task.soft = task.hard = (int64_t)(milliseconds * 1000);
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
  asc_task task = task_of(play, milliseconds);
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

static const char *analyse(asc_play *play, int lines, double milliseconds, size_t hash) {
  asc_report report = {0};
  int code = search_use(hash);
  asc_task task = task_of(play, milliseconds);
  task.lines = lines;
  if (code == ASC_OK) code = asc_search_run(engine.search, &task, &report);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  report_json(reply_begin(), &report, asc_play_position(play));
  return reply_end();
}

/* Has a game looked at: it is read for that, and closed. */
static const char *on_game(const char *(*look)(asc_play *play, int lines, double milliseconds, size_t hash),
                           const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                           int megabytes) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = asc_play_read(&play, engine.rules, position, moves, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = look(play, lines, milliseconds, (size_t)megabytes << 20);
  asc_play_close(play);
  return reply;
}

/* The best lines, with scores that say how sure they are. The table has `megabytes`. */
ASC_EXPORT("engine_analyse")
const char *engine_analyse(const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                           int megabytes) {
  return on_game(analyse, spec, position, moves, lines, milliseconds, megabytes);
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
  return reply_end();
}

static void watched_tell(void *data) { host_report(watched_reply(data, false)); }

static bool watched_stopped(void *data) {
  (void)data;
  return host_stopped() != 0;
}

static const char *look(asc_play *play, int lines, double milliseconds, size_t hash) {
  watched watched = {.solved = is_solved(play)};
  asc_analysis_wish wish = {.limits = {.microseconds = (int64_t)(milliseconds * 1000)}, .lines = lines};
  int code = search_use(hash);
  if (code == ASC_OK) code = asc_analysis_open(&watched.analysis, play);
  if (code == ASC_OK)
    code = asc_analysis_run(&watched.analysis, engine.search, &wish,
                            &(asc_watch){watched_tell, watched_stopped, &watched});
  const char *reply = code < 0 ? reply_error(code, NULL, NULL, NULL) : watched_reply(&watched, true);
  asc_analysis_close(&watched.analysis);
  return reply;
}

/* All there is to say of a position, as `ascona analyse --json` tells it, and whether the book has all of it; told
   whenever something better was found. The table has `megabytes`. */
ASC_EXPORT("engine_study")
const char *engine_study(const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                         int megabytes) {
  return on_game(look, spec, position, moves, lines, milliseconds, megabytes);
}

/* Who watches a review is told how many plies are judged, of how many, and what is known so far. */
static void review_tell(void *data) {
  asc_review *review = data;
  asc_review_grade_turns(review);
  asc_json *json = reply_begin();
  asc_json_number(json, "judged", review->judged);
  asc_json_number(json, "plies", review->ply_count);
  asc_review_json(json, review);
  host_report(reply_end());
}

static bool review_stopped(void *data) {
  (void)data;
  return host_stopped() != 0;
}

static int review_run(asc_review *review, asc_record *record, const asc_summary *summary, uint32_t nodes, size_t hash,
                      asc_error *error) {
  int code = asc_review_open(review, record, summary, error);
  if (code == ASC_OK) code = rules_use(summary->spec, error);
  if (code == ASC_OK) code = search_use(hash);
  if (code < 0) return code;
  review->number = 1;
  return asc_review_judge(review, engine.search, &(asc_limits){.nodes = nodes},
                          &(asc_watch){review_tell, review_stopped, review});
}

/* Every move of the first game of a text graded, as `ascona review --json` tells it; `nodes` are for each. */
ASC_EXPORT("engine_review") const char *engine_review(const char *text, uint32_t nodes, int megabytes) {
  asc_reader *reader;
  asc_record *record = NULL;
  asc_summary summary;
  asc_review review = {0};
  asc_error error = {0};
  int code = asc_reader_open(&reader, text, strlen(text), &error);
  if (code == ASC_OK) code = asc_reader_next(reader, &record, &summary, &error);
  if (code > 0) code = review_run(&review, record, &summary, nodes, (size_t)megabytes << 20, &error);
  if (code == ASC_OK && record != NULL) asc_review_json(reply_begin(), &review);
  const char *reply =
      code < 0 || record == NULL ? reply_error(code < 0 ? code : ASC_E_INPUT, &error, NULL, NULL) : reply_end();
  asc_review_close(&review);
  asc_record_close(record);
  asc_reader_close(reader);
  return reply;
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
