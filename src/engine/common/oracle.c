/* Oracles: see oracle.h. The list of root moves is sorted from best to worst. After that, the lines follow the best
   replies that the oracle knows. */
#include "oracle.h"

#include <ascona/knowledge.h>

#include "defaults.h"

#include <stdlib.h>
#include <string.h>

/* The plies of all lines together. A single line is followed to its end; with many lines, only their first plies are
   reported. */
enum { LINES_TOTAL_PLIES = 256, LINE_MIN_PLIES = 4 };

typedef struct known_move {
  asc_move move;
  int32_t score; /* for the player who makes the move */
  int plies;     /* until the end, including this move; 0: not known, or a draw */
  bool repeats;  /* creates a position for the third time: a draw in the current game */
  int tie_break; /* rank among moves that are otherwise equal; see pitfalls */
} known_move;

typedef struct known_list {
  asc_search *search;
  const asc_rules *rules;
  int count;
  known_move *moves;
  asc_move *buffer; /* buffer for the legal moves of one position */
} known_list;

bool asc_oracle_probe(const asc_search *search, const void *position, int left, int32_t *score, int *plies) {
  const asc_oracle *oracle = &search->oracle;
  if (oracle->probe == NULL || !oracle->probe(oracle->data, position, score, plies)) return false;
  return *score == 0 || left >= (*plies > 0 ? *plies : ASC_ORACLE_PLIES_MAX);
}

static bool book_probe(void *data, const void *position, int32_t *score, int *plies) {
  const asc_rules *rules = data;
  *plies = 0;
  return rules->game->knowledge->book_score(rules, position, score);
}

asc_oracle asc_book_oracle(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool has_book = knowledge != NULL && knowledge->book_score != NULL;
  return (asc_oracle){.probe = has_book ? book_probe : NULL, .data = (void *)rules};
}

static int plies_left(const asc_search *search, int ply) {
  int left = search->task->plies_left;
  return left > 0 ? left - ply : ASC_ORACLE_NO_PLY_LIMIT;
}

/* Fills in the score of known->move, played in a position `ply` plies below the root. Returns false if the oracle does
   not know it. */
static bool move_probe(const known_list *list, const void *position, int ply, known_move *known) {
  const asc_rules *rules = list->rules;
  int player = asc_position_turn(rules, position);
  asc_position next;
  asc_outcome outcome;
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, known->move);
  atomic_fetch_add_explicit(&list->search->nodes, 1, memory_order_relaxed);
  known->repeats = false;
  if (asc_position_outcome(rules, &next, &outcome)) {
    known->score = asc_outcome_score(rules, &outcome, player);
    known->plies = known->score != 0;
    return true;
  }
  if (!asc_oracle_probe(list->search, &next, plies_left(list->search, ply + 1), &known->score, &known->plies))
    return false;
  if (asc_position_turn(rules, &next) != player) known->score = -known->score;
  if (known->plies > 0) known->plies++;
  uint64_t key = asc_position_repetition_key(rules, &next);
  known->repeats = key != 0 && asc_search_is_third_occurrence(list->search, key);
  return true;
}

/* An unknown distance counts as longer than any known distance. */
static int distance(const known_move *known) { return known->plies > 0 ? known->plies : ASC_ORACLE_PLIES_MAX; }

static int32_t score_in_game(const known_move *known) { return known->repeats ? 0 : known->score; }

/* Returns a negative number if `a` is better than `b`, 0 if they are equal. */
static int compare(const known_move *a, const known_move *b) {
  int32_t one = score_in_game(a), other = score_in_game(b);
  if (one != other) return one > other ? -1 : 1;
  if (one == 0 || distance(a) == distance(b)) return 0;
  return (one > 0) == (distance(a) < distance(b)) ? -1 : 1;
}

static int compare_with_tie_break(const void *a, const void *b) {
  const known_move *one = a, *other = b;
  int by_score = compare(one, other);
  if (by_score != 0) return by_score;
  if (one->tie_break != other->tie_break) return one->tie_break > other->tie_break ? -1 : 1;
  return one->move < other->move ? -1 : one->move > other->move;
}

/* Finds the best move of a position in a line. Returns false if the oracle does not know every move. */
static bool best_probe(const known_list *list, const void *position, int ply, known_move *best) {
  int count = asc_position_moves(list->rules, position, list->buffer);
  for (int i = 0; i < count; i++) {
    known_move known = {.move = list->buffer[i]};
    if (!move_probe(list, position, ply, &known)) return false;
    known.repeats = false; /* the line is scored as a game that starts here */
    if (i == 0 || compare(&known, best) < 0) *best = known;
  }
  return count > 0;
}

/* Returns how many of 1000 replies to the move lose score compared with the best reply. Returns 0 if the oracle does
   not know every reply. */
static int pitfalls(const known_list *list, const void *position, asc_move move) {
  asc_position next;
  known_move best = {0};
  int good_replies = 0;
  memcpy(&next, position, list->rules->position_size);
  asc_position_play(list->rules, &next, move);
  int count = asc_position_moves(list->rules, &next, list->buffer);
  for (int i = 0; i < count; i++) {
    known_move known = {.move = list->buffer[i]};
    if (!move_probe(list, &next, 1, &known)) return 0;
    if (i == 0 || known.score > best.score) {
      best = known;
      good_replies = 0;
    }
    good_replies += known.score == best.score;
  }
  return count > 0 ? (count - good_replies) * 1000 / count : 0;
}

/* If the root is not a win, equal moves are ranked by how easily the opponent can go wrong after them. */
static void set_tie_breaks(known_list *list) {
  const void *position = list->search->task->position;
  const known_move *first = &list->moves[0];
  for (int i = 1; i < list->count; i++)
    if (compare(&list->moves[i], first) < 0) first = &list->moves[i];
  known_move best = *first;
  for (int i = 0; i < list->count && score_in_game(&best) <= 0; i++) {
    known_move *known = &list->moves[i];
    if (compare(known, &best) == 0) known->tie_break = pitfalls(list, position, known->move);
  }
}

static bool is_named(const asc_search_task *task, asc_move move) {
  for (int i = 0; task->root_moves != NULL && i < task->root_move_count; i++)
    if (task->root_moves[i] == move) return true;
  return task->root_moves == NULL;
}

static void list_close(known_list *list) {
  free(list->moves);
  free(list->buffer);
}

/* Fills the list, best move first. `all`: also moves that the task does not name. Returns 1 if every move is known;
   else 0 or an error code, and then the list is already closed. */
static int list_open(known_list *list, asc_search *search, bool all) {
  const asc_rules *rules = search->rules;
  size_t capacity = (size_t)rules->moves_max;
  bool is_two_player_no_chance = rules->players == 2 && rules->game->odds == NULL;
  if (search->oracle.probe == NULL || !is_two_player_no_chance) return 0;
  *list = (known_list){.search = search,
                       .rules = rules,
                       .moves = calloc(capacity, sizeof *list->moves),
                       .buffer = malloc(capacity * sizeof *list->buffer)};
  bool has_memory = list->moves != NULL && list->buffer != NULL;
  int code = has_memory ? 1 : ASC_E_MEMORY,
      count = has_memory ? asc_position_moves(rules, search->task->position, list->buffer) : 0;
  for (int i = 0; i < count && code == 1; i++) {
    known_move *move = &list->moves[list->count];
    *move = (known_move){.move = list->buffer[i]};
    if (!all && !is_named(search->task, move->move)) continue;
    code = move_probe(list, search->task->position, 0, move);
    list->count++;
  }
  if (code == 1 && list->count > 0) {
    set_tie_breaks(list);
    qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare_with_tie_break);
    return 1;
  }
  list_close(list);
  return code < 0 ? code : 0;
}

/* Follows best play after a first move until the game ends, a position repeats, the oracle knows no more, or the line
   has `max` plies. Returns the length of the line. */
static int line_follow(const known_list *list, const known_move *first, asc_move *line, int max) {
  const asc_rules *rules = list->rules;
  uint64_t hashes[ASC_LINE_MAX + 1];
  asc_position position;
  known_move best = *first;
  int length = 0;
  memcpy(&position, list->search->task->position, rules->position_size);
  for (;;) {
    hashes[length] = asc_position_hash(rules, &position);
    for (int i = 0; i < length; i++)
      if (hashes[i] == hashes[length]) return length;
    if (length >= max || (length > 0 && !best_probe(list, &position, length, &best))) return length;
    line[length++] = best.move;
    asc_position_play(rules, &position, best.move);
  }
}

/* Returns the move with the best score for a game that starts at the root: here repetitions of the current game do not
   count. */
static const known_move *best_from_root(const known_list *list) {
  const known_move *best = &list->moves[0];
  for (int i = 1; i < list->count; i++)
    if (list->moves[i].score > best->score) best = &list->moves[i];
  return best;
}

/* Fills one line of the search. The first line has the score of the position, unless the task names the root moves. All
   other lines have the score of their move. */
static void line_fill(known_list *list, int index, int max) {
  asc_search *search = list->search;
  const known_move *move = &list->moves[index];
  asc_line *line = &search->lines[index];
  bool first = index == 0 && search->task->root_moves == NULL;
  int32_t score = first ? best_from_root(list)->score : score_in_game(move);
  *line = (asc_line){.certainty = move->repeats && !first ? ASC_ESTIMATE : ASC_EXACT,
                     .score = asc_score_to_reported(list->rules, score),
                     .plies = move->repeats ? 0 : move->plies};
  line->length = line_follow(list, move, line->moves, max);
  line->depth = line->length;
  if (list->rules->game->score != ASC_SCORE_CHANCE) return;
  int player = asc_position_turn(list->rules, search->task->position);
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

int asc_oracle_run(asc_search *search) {
  known_list list;
  int code = list_open(&list, search, false);
  if (code != 1) return code;
  int count = search->line_capacity < list.count ? search->line_capacity : list.count, max = LINES_TOTAL_PLIES / count;
  max = max < LINE_MIN_PLIES ? LINE_MIN_PLIES : max > ASC_LINE_MAX ? ASC_LINE_MAX : max;
  for (int i = 0; i < count; i++) line_fill(&list, i, max);
  search->line_count = count;
  asc_search_send_report(search, search->lines[0].depth);
  list_close(&list);
  return 1;
}

int asc_oracle_solve(asc_search *search, asc_solution *solution) {
  known_list list;
  int code = list_open(&list, search, true);
  if (code != 1) return code;
  const known_move *best = best_from_root(&list);
  solution->proved = solution->others_worse = true;
  solution->lower = solution->upper = best->score;
  solution->plies = best->plies;
  solution->line_length = line_follow(&list, best, solution->line, ASC_LINE_MAX);
  for (int i = 0; i < list.count; i++)
    if (list.moves[i].score == best->score) search->best_moves[solution->best_count++] = list.moves[i].move;
  solution->best = search->best_moves;
  list_close(&list);
  return 1;
}
