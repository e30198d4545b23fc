/* Exports the engine, which the page runs in a worker: it chooses moves, analyses positions, grades games and answers
   puzzle moves.

   The search and its transposition table stay for the next call, as long as the game and the player are the same. At
   most one of player, search and puzzle solver is open at a time. */
#include "imports.h"
#include "play/moves.h"
#include "reply.h"
#include "study/analysis.h"
#include "study/explorer.h"
#include "study/puzzle.h"
#include "study/review.h"
#include "study/score.h"
#include "study/search_task.h"
#include "study/threat.h"

#include <ascona/ascona.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rules in use, and the one engine that is open for them. */
static struct {
  char spec[ASC_SPEC_MAX], name[ASC_PLAYER_NAME_MAX];
  asc_rules *rules;
  asc_player *player;
  asc_search *search;
  size_t hash_bytes;
  asc_puzzle_solver puzzle_solver;
} engine;

enum { PUZZLE_TIME_US = 5000000 }; /* a proof usually takes a few milliseconds */

static void engines_close(void) {
  if (engine.player != NULL) asc_player_close(engine.player);
  if (engine.search != NULL) asc_search_close(engine.search);
  asc_puzzle_solver_close(&engine.puzzle_solver);
  engine.player = NULL;
  engine.search = NULL;
}

static int rules_use(const char *spec, asc_error *error) {
  if (engine.rules != NULL && strcmp(engine.spec, spec) == 0) return ASC_OK;
  engines_close();
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
  engines_close();
  if (strlen(name) >= sizeof engine.name) return ASC_E_INPUT;
  int code = asc_player_open(&engine.player, engine.rules, name, &wasm_search_hooks, error);
  if (code == ASC_OK) memcpy(engine.name, name, strlen(name) + 1);
  return code;
}

static int search_use(size_t hash_bytes) {
  if (engine.search != NULL && engine.hash_bytes == hash_bytes) return ASC_OK;
  engines_close();
  engine.hash_bytes = hash_bytes;
  int code = asc_search_open(&engine.search, engine.rules,
                             &(asc_search_options){.hash_bytes = hash_bytes, .hooks = wasm_search_hooks});
  asc_oracle book = asc_book_oracle(engine.rules);
  if (code == ASC_OK) asc_search_set_oracle(engine.search, &book);
  return code;
}

static void report_json(asc_json *json, const asc_search_report *report, const void *position) {
  asc_json_number(json, "depth", report->depth);
  asc_json_number(json, "nodes", (int64_t)report->nodes);
  asc_json_seconds(json, "seconds", report->elapsed_us);
  asc_json_open(json, "lines", '[');
  for (int i = 0; i < report->line_count; i++) asc_line_json(json, engine.rules, position, &report->lines[i]);
  asc_json_close(json, ']');
}

/* Reports every improvement to the page at once, so that the page has the results of a search that it must kill. */
static void report_send(void *data, const asc_search_report *report) {
  asc_json *json = wasm_reply_begin();
  report_json(json, report, asc_play_position(data));
  wasm_import_report(wasm_reply_end());
}

static asc_search_task task_make(asc_play *play, int64_t microseconds) {
  asc_search_task task = asc_search_task_from_play(play, NULL);
  task.soft_us = task.hard_us = microseconds;
  task.on_report = report_send;
  task.data = play;
  return task;
}

static const char *choose(asc_play *play, const char *name, double milliseconds, uint64_t seed) {
  asc_error error = {0};
  asc_move move;
  asc_search_report report = {0};
  int code = player_use(name, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_search_task task = task_make(play, (int64_t)(milliseconds * 1000));
  task.game_seed = seed;
  code = asc_player_choose(engine.player, &task, seed + (uint64_t)asc_play_ply_count(play), &move, &report);
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  char token[ASC_TOKEN_MAX];
  asc_move_write(engine.rules, asc_play_position(play), move, token);
  asc_json *json = wasm_reply_begin();
  asc_json_text(json, "move", token);
  report_json(json, &report, asc_play_position(play));
  return wasm_reply_end();
}

/* Replies with the move of the player `name` ("4", "10,hash=64") after `moves` from `position`. With 0 milliseconds,
   the player decides how long to think. The seed must stay the same throughout a game. */
WASM_EXPORT("engine_choose")
const char *wasm_export_engine_choose(const char *spec, const char *position, const char *moves, const char *name,
                                      double milliseconds, uint32_t seed) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = asc_play_read(&play, engine.rules, position, moves, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  const char *reply = choose(play, name, milliseconds, seed);
  asc_play_close(play);
  return reply;
}

static asc_analysis_options options_make(int lines, double milliseconds) {
  return (asc_analysis_options){.limits = {.time_us = (int64_t)(milliseconds * 1000)}, .lines = lines};
}

/* Reads a game, calls `run` for it and closes it. Returns the reply of `run`. */
static const char *on_game(const char *(*run)(asc_play *play, const asc_analysis_options *options, size_t hash_bytes),
                           const char *spec, const char *position, const char *moves, asc_analysis_options options,
                           int megabytes) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = asc_play_read(&play, engine.rules, position, moves, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  const char *reply = run(play, &options, (size_t)megabytes << 20);
  asc_play_close(play);
  return reply;
}

/* An analysis whose progress is reported to the page. */
typedef struct live_analysis {
  asc_analysis *analysis;
  bool solved;
} live_analysis;

/* Returns whether the book knows every move of the position, so that there is nothing to search. */
static bool is_solved(const asc_play *play) {
  asc_oracle book = asc_book_oracle(engine.rules);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves), plies;
  if (book.probe == NULL || engine.rules->game->odds != NULL || count == 0) return false;
  for (int i = 0; i < count; i++) {
    asc_position after;
    int32_t score;
    memcpy(&after, asc_play_position(play), engine.rules->position_size);
    asc_position_play(engine.rules, &after, moves[i]);
    bool over = asc_position_count(engine.rules, &after) == 0;
    if (!over && !book.probe(book.data, &after, &score, &plies)) return false;
  }
  return true;
}

static const char *analysis_reply(const live_analysis *live, bool final) {
  asc_json *json = wasm_reply_begin();
  asc_analysis_json(json, live->analysis, final);
  asc_json_bool(json, "solved", live->solved);
  asc_json_bool(json, "book", asc_explorer_supports(engine.rules));
  return wasm_reply_end();
}

static void analysis_send(void *data) { wasm_import_report(analysis_reply(data, false)); }

static bool should_stop(void *data) {
  (void)data;
  return wasm_import_should_stop() != 0;
}

static const char *analyse(asc_play *play, const asc_analysis_options *options, size_t hash_bytes) {
  live_analysis live = {.solved = is_solved(play)};
  int code = search_use(hash_bytes);
  if (code == ASC_OK) code = asc_analysis_open(&live.analysis, play);
  if (code == ASC_OK)
    code = asc_analysis_run(live.analysis, engine.search, options, &(asc_progress){analysis_send, should_stop, &live});
  const char *reply = code < 0 ? wasm_reply_error(code, NULL, NULL, NULL) : analysis_reply(&live, true);
  asc_analysis_close(live.analysis);
  return reply;
}

/* Analyses a position and replies like `ascona analyse --json`, with `solved` if the book knows every move. Reports
   every better result. The transposition table has `megabytes` MiB. Several modules may share the work
   (asc_analysis_options): each replies with the lines of its share. */
WASM_EXPORT("engine_analyse")
const char *wasm_export_engine_analyse(const char *spec, const char *position, const char *moves, int lines,
                                       double milliseconds, int megabytes, int shares, int share) {
  asc_analysis_options options = options_make(lines, milliseconds);
  options.share_count = shares;
  options.share_index = share;
  return on_game(analyse, spec, position, moves, options, megabytes);
}

static const char *explorer_reply(const asc_explorer *explorer, bool final) {
  asc_explorer_json(wasm_reply_begin(), explorer, final);
  return wasm_reply_end();
}

static void explorer_send(void *data) { wasm_import_report(explorer_reply(data, false)); }

static const char *explore(asc_play *play, const asc_analysis_options *options, size_t hash_bytes) {
  asc_explorer explorer;
  int code = asc_explorer_open(&explorer, play);
  if (code == ASC_OK && explorer.unknown_count > 0) {
    explorer_send(&explorer);
    code = search_use(hash_bytes);
    if (code == ASC_OK)
      code = asc_explorer_run(&explorer, engine.search, options->limits.time_us,
                              &(asc_progress){explorer_send, should_stop, &explorer});
  }
  const char *reply = code < 0 ? wasm_reply_error(code, NULL, NULL, NULL) : explorer_reply(&explorer, true);
  asc_explorer_close(&explorer);
  return reply;
}

/* Replies with every move of a position and its exact value, and reports values as they are found; see explorer.h. */
WASM_EXPORT("engine_explore")
const char *wasm_export_engine_explore(const char *spec, const char *position, const char *moves, double milliseconds,
                                       int megabytes) {
  return on_game(explore, spec, position, moves, options_make(0, milliseconds), megabytes);
}

static const char *find_threat(asc_play *play, const asc_analysis_options *options, size_t hash_bytes) {
  asc_threat threat;
  int code = search_use(hash_bytes);
  if (code == ASC_OK)
    code = asc_threat_find(&threat, play, engine.search, &options->limits, &(asc_progress){NULL, should_stop, NULL});
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_threat_json(wasm_reply_begin(), engine.rules, &threat);
  return wasm_reply_end();
}

/* Replies with the threat of the next player; see study/threat.h. */
WASM_EXPORT("engine_threat")
const char *wasm_export_engine_threat(const char *spec, const char *position, const char *moves, double milliseconds,
                                      int megabytes) {
  return on_game(find_threat, spec, position, moves, options_make(1, milliseconds), megabytes);
}

/* The game under review. It stays open for the next ply. */
static struct {
  char *text;
  asc_record_reader *reader;
  asc_record *record;
  asc_record_summary summary;
  asc_review *review;
} reviewed;

static void review_close(void) {
  asc_review_close(reviewed.review);
  asc_record_close(reviewed.record);
  asc_record_reader_close(reviewed.reader);
  free(reviewed.text);
  memset(&reviewed, 0, sizeof reviewed);
}

/* Opens the review of the first game of a text. */
static int review_open(const char *text, asc_error *error) {
  review_close();
  char *copy = strdup(text);
  if (copy == NULL) return ASC_E_MEMORY;
  reviewed.text = copy;
  int code = asc_record_reader_open(&reviewed.reader, copy, strlen(copy), error);
  if (code == ASC_OK) code = asc_record_reader_next(reviewed.reader, &reviewed.record, &reviewed.summary, error);
  if (code == 0) code = ASC_E_INPUT;
  if (code > 0) code = asc_review_open(&reviewed.review, reviewed.record, &reviewed.summary, error);
  if (code < 0) review_close();
  return code;
}

/* Uses the review of a text and reads the results of other modules into it, one line per ply. Results of earlier calls
   are dropped. */
static int review_use(const char *text, const char *results, size_t hash_bytes, asc_error *error) {
  int code = reviewed.text != NULL && strcmp(reviewed.text, text) == 0 ? ASC_OK : review_open(text, error);
  if (code == ASC_OK) code = rules_use(reviewed.summary.spec, error);
  if (code == ASC_OK) code = search_use(hash_bytes);
  if (code < 0) return code;
  for (int i = 0; i < reviewed.review->ply_count; i++) reviewed.review->plies[i].is_evaluated = false;
  reviewed.review->evaluated_count = 0;
  for (const char *line = results; code == ASC_OK && *line != '\0'; line = strchr(line, '\n') + 1)
    code = strchr(line, '\n') == NULL ? ASC_E_INPUT : asc_review_ply_read(reviewed.review, line);
  return code;
}

static const asc_progress review_progress = {NULL, should_stop, NULL};

static const char *review_reply(int code, const asc_error *error) {
  if (code < 0) return wasm_reply_error(code, error, NULL, NULL);
  asc_review_json(wasm_reply_begin(), reviewed.review);
  return wasm_reply_end();
}

/* Grades every move of the first game of a text and replies like `ascona review --json`. `nodes` is the limit per
   search. `results` has the plies that are already evaluated, one line each. */
WASM_EXPORT("engine_review")
const char *wasm_export_engine_review(const char *text, uint32_t nodes, int megabytes, const char *results) {
  asc_error error = {0};
  asc_search_limits limits = {.nodes = nodes};
  int code = review_use(text, results, (size_t)megabytes << 20, &error);
  asc_review *review = reviewed.review;
  for (int i = code < 0 ? -1 : review->ply_count - 1; code == ASC_OK && i >= 0; i--)
    if (!review->plies[i].is_evaluated)
      code = asc_review_evaluate_ply(review, i, engine.search, &limits, &review_progress);
  if (code == ASC_OK) code = asc_review_finish(review, engine.search, &limits, &review_progress);
  return review_reply(code, &error);
}

/* Reports the review as far as plies are evaluated. */
static void review_send(asc_review *review) {
  asc_review_combine(review);
  asc_json *json = wasm_reply_begin();
  asc_json_number(json, "judged", review->evaluated_count);
  asc_json_number(json, "plies", review->ply_count);
  asc_review_json(json, review);
  wasm_import_report(wasm_reply_end());
}

/* Reports the review so far, then evaluates one more ply, which is `plies_back` before the last (0: the last). Replies
   with its result as a line for `results`. Modules that share the plies find the same results as a single module. */
WASM_EXPORT("engine_review_ply")
const char *wasm_export_engine_review_ply(const char *text, uint32_t nodes, int megabytes, const char *results,
                                          int plies_back) {
  asc_error error = {0};
  char line[ASC_REVIEW_PLY_TEXT_MAX] = "";
  int code = review_use(text, results, (size_t)megabytes << 20, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_review *review = reviewed.review;
  int ply = review->ply_count - 1 - plies_back;
  if (review->evaluated_count > 0) review_send(review);
  if (ply >= 0 && ply < review->ply_count) {
    code = asc_review_evaluate_ply(review, ply, engine.search, &(asc_search_limits){.nodes = nodes}, &review_progress);
    if (code == ASC_OK && review->plies[ply].is_evaluated) code = asc_review_ply_write(review, ply, line, sizeof line);
  }
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_json *json = wasm_reply_begin();
  asc_json_text(json, "found", line);
  asc_json_number(json, "plies", review->ply_count);
  return wasm_reply_end();
}

/* Reads a puzzle from its line of text and the game after `moves` from its position, and opens a solver if needed. The
   caller closes *play. See study/puzzle.h. */
static int puzzle_use(const char *spec, const char *text, const char *moves, asc_puzzle *puzzle, asc_play **play,
                      asc_error *error) {
  asc_puzzle_list list;
  int code = asc_puzzle_list_read(&list, text, error);
  if (code >= 0 && list.count != 1) code = ASC_E_INPUT;
  if (code >= 0) *puzzle = list.puzzles[0];
  asc_puzzle_list_close(&list);
  if (code >= 0) code = rules_use(spec, error);
  if (code >= 0 && engine.puzzle_solver.search == NULL) {
    engines_close();
    code = asc_puzzle_solver_open(
        &engine.puzzle_solver, engine.rules,
        &(asc_puzzle_solver_options){.hooks = wasm_search_hooks, .time_limit_us = PUZZLE_TIME_US});
  }
  return code < 0 ? code : asc_play_read(play, engine.rules, puzzle->position, moves, error);
}

/* Writes the members of a reply about `play` or about the puzzle. Returns ASC_OK or an error code. */
typedef int puzzle_writer(asc_json *json, const asc_puzzle *puzzle, const asc_play *play);

static const char *puzzle_reply(const char *spec, const char *text, const char *moves, puzzle_writer *write) {
  asc_puzzle puzzle;
  asc_play *play = NULL;
  asc_error error = {0};
  int code = puzzle_use(spec, text, moves, &puzzle, &play, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  code = write(wasm_reply_begin(), &puzzle, play);
  asc_play_close(play);
  return code < 0 ? wasm_reply_error(code, NULL, NULL, NULL) : wasm_reply_end();
}

static int answer_write(asc_json *json, const asc_puzzle *puzzle, const asc_play *play) {
  const void *position = asc_play_position(play);
  asc_puzzle_reply reply;
  int code = asc_puzzle_answer(&engine.puzzle_solver, puzzle, position, false, &reply);
  if (code < 0) return code;
  asc_json_text(json, "verdict", asc_puzzle_result_name(reply.result));
  asc_line_members_json(json, engine.rules, position, &reply.line);
  return ASC_OK;
}

/* Answers the last of the moves, which is White's. Replies with its result ("right", "late", "less", "draw" or "loss")
   and Black's line. */
WASM_EXPORT("problem_answer")
const char *wasm_export_puzzle_answer(const char *spec, const char *text, const char *moves) {
  return puzzle_reply(spec, text, moves, answer_write);
}

static int hint_write(asc_json *json, const asc_puzzle *puzzle, const asc_play *play) {
  (void)puzzle;
  const void *position = asc_play_position(play);
  asc_move move;
  char token[ASC_TOKEN_MAX];
  int code = asc_puzzle_hint(&engine.puzzle_solver, position, &move);
  if (code < 0) return code;
  asc_move_write(engine.rules, position, move, token);
  asc_json_text(json, "move", token);
  return ASC_OK;
}

/* Replies with a best move for White after the moves. */
WASM_EXPORT("problem_hint") const char *wasm_export_puzzle_hint(const char *spec, const char *text, const char *moves) {
  return puzzle_reply(spec, text, moves, hint_write);
}

static int solution_write(asc_json *json, const asc_puzzle *puzzle, const asc_play *play) {
  (void)play;
  asc_position position;
  asc_line line;
  int code = asc_puzzle_solution(&engine.puzzle_solver, puzzle, &position, &line);
  if (code >= 0) asc_line_members_json(json, engine.rules, &position, &line);
  return code;
}

/* Replies with a main line of the puzzle. */
WASM_EXPORT("problem_solution") const char *wasm_export_puzzle_solution(const char *spec, const char *text) {
  return puzzle_reply(spec, text, "", solution_write);
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
  asc_move_tokens_json(list->json, "answers", engine.rules, after, solution->best, solution->best_count);
  asc_json_close(list->json, '}');
}

static int defences_write(asc_json *json, const asc_puzzle *puzzle, const asc_play *play) {
  (void)puzzle;
  const void *position = asc_play_position(play);
  asc_json_open(json, "defences", '[');
  int code = asc_puzzle_defences(&engine.puzzle_solver, position, defence_write, &(defence_list){json, position});
  asc_json_close(json, ']');
  return code;
}

/* Replies with the defences that hold out longest after the moves, and the winning answers to each. */
WASM_EXPORT("problem_defences")
const char *wasm_export_puzzle_defences(const char *spec, const char *text, const char *moves) {
  return puzzle_reply(spec, text, moves, defences_write);
}
