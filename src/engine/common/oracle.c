#include "oracle.h"

#include <ascona/knowledge.h>

#include "defaults.h"

#include <stdlib.h>
#include <string.h>

/* The plies of all lines together: with one wanted it is told to its end, with many only their beginnings are. */
enum { LINE_PLIES = 256, LINE_LEAST = 4 };

typedef struct known_move {
  asc_move move;
  int32_t score; /* for the player who makes it */
  int plies;     /* this one included; 0: not known, or a draw */
  bool repeats;  /* a draw in this game, as the third time */
  int promise;   /* among equals */
} known_move;

typedef struct known_list {
  asc_search *search;
  const asc_rules *rules;
  int count;
  known_move *moves;
  asc_move *room; /* for the moves of a position, twice */
} known_list;

bool asc_oracle_knows(const asc_search *search, const void *position, int left, int32_t *score, int *plies) {
  const asc_oracle *oracle = &search->oracle;
  if (oracle->ask == NULL || !oracle->ask(oracle->data, position, score, plies)) return false;
  return *score == 0 || left >= (*plies > 0 ? *plies : ASC_ORACLE_PLIES);
}

static bool book_ask(void *data, const void *position, int32_t *score, int *plies) {
  const asc_rules *rules = data;
  *plies = 0;
  return rules->game->knowledge->recall(rules, position, score);
}

asc_oracle asc_book(const asc_rules *rules) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool knows = knowledge != NULL && knowledge->recall != NULL;
  return (asc_oracle){.ask = knows ? book_ask : NULL, .data = (void *)rules};
}

static int plies_left(const asc_search *search, int ply) {
  int left = search->task->plies_left;
  return left > 0 ? left - ply : ORACLE_NO_LIMIT;
}

/* The move of a position, `ply` plies from the root. */
static bool move_ask(const known_list *list, const void *position, int ply, known_move *known) {
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
  if (!asc_oracle_knows(list->search, &next, plies_left(list->search, ply + 1), &known->score, &known->plies))
    return false;
  if (asc_position_turn(rules, &next) != player) known->score = -known->score;
  if (known->plies > 0) known->plies++;
  uint64_t key = asc_position_key(rules, &next);
  known->repeats = key != 0 && asc_run_has_seen_twice(list->search, key);
  return true;
}

/* Where it is not said how far the end is, it is farther than where it is. */
static int end_of(const known_move *known) { return known->plies > 0 ? known->plies : ASC_ORACLE_PLIES; }

static int32_t worth(const known_move *known) { return known->repeats ? 0 : known->score; }

/* Below 0 when `a` goes first. */
static int compare(const known_move *a, const known_move *b) {
  int32_t one = worth(a), other = worth(b);
  if (one != other) return one > other ? -1 : 1;
  if (one == 0 || end_of(a) == end_of(b)) return 0;
  return (one > 0) == (end_of(a) < end_of(b)) ? -1 : 1;
}

static int compare_all(const void *a, const void *b) {
  const known_move *one = a, *other = b;
  int by_worth = compare(one, other);
  if (by_worth != 0) return by_worth;
  if (one->promise != other->promise) return one->promise > other->promise ? -1 : 1;
  return one->move < other->move ? -1 : one->move > other->move;
}

/* The best move of a position on the way; false: not all are known. */
static bool best_ask(const known_list *list, const void *position, int ply, known_move *best) {
  int count = asc_position_moves(list->rules, position, list->room);
  for (int i = 0; i < count; i++) {
    known_move known = {.move = list->room[i]};
    if (!move_ask(list, position, ply, &known)) return false;
    known.repeats = false; /* what goes on from here starts here */
    if (i == 0 || compare(&known, best) < 0) *best = known;
  }
  return count > 0;
}

/* How many of 1000 replies throw something away. */
static int pitfalls(const known_list *list, const void *position, asc_move move) {
  asc_position next;
  known_move best = {0};
  int kept = 0;
  memcpy(&next, position, list->rules->position_size);
  asc_position_play(list->rules, &next, move);
  int count = asc_position_moves(list->rules, &next, list->room);
  for (int i = 0; i < count; i++) {
    known_move known = {.move = list->room[i]};
    if (!move_ask(list, &next, 1, &known)) return 0;
    if (i == 0 || known.score > best.score) {
      best = known;
      kept = 0;
    }
    kept += known.score == best.score;
  }
  return count > 0 ? (count - kept) * 1000 / count : 0;
}

/* Where there is nothing to win, of equal moves the one goes first after which most can go wrong for the other. */
static void promise_set(known_list *list) {
  const void *position = list->search->task->position;
  const known_move *first = &list->moves[0];
  for (int i = 1; i < list->count; i++)
    if (compare(&list->moves[i], first) < 0) first = &list->moves[i];
  known_move best = *first;
  for (int i = 0; i < list->count && worth(&best) <= 0; i++) {
    known_move *known = &list->moves[i];
    if (compare(known, &best) == 0) known->promise = pitfalls(list, position, known->move);
  }
}

static bool is_wanted(const asc_task *task, asc_move move) {
  for (int i = 0; task->moves != NULL && i < task->move_count; i++)
    if (task->moves[i] == move) return true;
  return task->moves == NULL;
}

static void list_close(known_list *list) {
  free(list->moves);
  free(list->room);
}

/* 1 and all moves, the best first; else the list is closed. */
static int list_open(known_list *list, asc_search *search, bool all) {
  const asc_rules *rules = search->rules;
  size_t room = (size_t)rules->moves_max;
  bool plain = rules->players == 2 && rules->game->odds == NULL;
  if (search->oracle.ask == NULL || !plain) return 0;
  *list = (known_list){.search = search,
                       .rules = rules,
                       .moves = calloc(room, sizeof *list->moves),
                       .room = malloc(room * sizeof *list->room)};
  bool known = list->moves != NULL && list->room != NULL;
  int code = known ? 1 : ASC_E_MEMORY,
      count = known ? asc_position_moves(rules, search->task->position, list->room) : 0;
  for (int i = 0; i < count && code == 1; i++) {
    known_move *move = &list->moves[list->count];
    *move = (known_move){.move = list->room[i]};
    if (!all && !is_wanted(search->task, move->move)) continue;
    code = move_ask(list, search->task->position, 0, move);
    list->count++;
  }
  if (code == 1 && list->count > 0) {
    promise_set(list);
    qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare_all);
    return 1;
  }
  list_close(list);
  return code < 0 ? code : 0;
}

/* A line of best play after a first move, until it ends, goes round or is `most` plies long. Returns its length. */
static int line_follow(const known_list *list, const known_move *first, asc_move *line, int most) {
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
    if (length >= most || (length > 0 && !best_ask(list, &position, length, &best))) return length;
    line[length++] = best.move;
    asc_position_play(rules, &position, best.move);
  }
}

/* What the position is worth in a game that starts at it. */
static const known_move *truth_of(const known_list *list) {
  const known_move *best = &list->moves[0];
  for (int i = 1; i < list->count; i++)
    if (list->moves[i].score > best->score) best = &list->moves[i];
  return best;
}

/* The first line speaks of the position, unless only some moves are wanted, the others of their moves. */
static void line_tell(known_list *list, int index, int most) {
  asc_search *search = list->search;
  const known_move *move = &list->moves[index];
  asc_line *line = &search->lines[index];
  bool first = index == 0 && search->task->moves == NULL;
  int32_t score = first ? truth_of(list)->score : worth(move);
  *line = (asc_line){.certainty = move->repeats && !first ? ASC_ESTIMATE : ASC_EXACT,
                     .score = asc_score_told(list->rules, score),
                     .plies = move->repeats ? 0 : move->plies};
  line->length = line_follow(list, move, line->moves, most);
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
  int count = search->line_room < list.count ? search->line_room : list.count, most = LINE_PLIES / count;
  most = most < LINE_LEAST ? LINE_LEAST : most > ASC_LINE_MAX ? ASC_LINE_MAX : most;
  for (int i = 0; i < count; i++) line_tell(&list, i, most);
  search->line_count = count;
  asc_run_report(search, search->lines[0].depth);
  list_close(&list);
  return 1;
}

int asc_oracle_solve(asc_search *search, asc_solution *solution) {
  known_list list;
  int code = list_open(&list, search, true);
  if (code != 1) return code;
  const known_move *best = truth_of(&list);
  solution->proved = solution->best_all = true;
  solution->least = solution->most = best->score;
  solution->plies = best->plies;
  solution->length = line_follow(&list, best, solution->line, ASC_LINE_MAX);
  for (int i = 0; i < list.count; i++)
    if (list.moves[i].score == best->score) search->best[solution->best_count++] = list.moves[i].move;
  solution->best = search->best;
  list_close(&list);
  return 1;
}
