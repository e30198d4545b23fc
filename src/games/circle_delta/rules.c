/* Playing, ends, repetition and symmetries. */
#include "circle_delta.h"

#include "core/hash.h"

#include <string.h>

void asc_circle_start(const asc_rules *rules, void *position) {
  const circle_rules *r = (const circle_rules *)rules;
  circle_position *p = position;
  memset(p, 0, sizeof *p);
  p->stage = r->reds > 0 ? CIRCLE_REDS : r->greens > 0 ? CIRCLE_GREENS : CIRCLE_FIRST;
  p->player = CIRCLE_WHITE;
  p->reserve[CIRCLE_WHITE] = p->reserve[CIRCLE_BLACK] = (uint8_t)r->men;
}

int asc_circle_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  return ((const circle_position *)position)->player + 1;
}

/* White begins with the reds, with the greens and with the game. */
static void play_preparation(const circle_rules *r, circle_position *p, asc_move move) {
  int colour = p->stage == CIRCLE_REDS ? CIRCLE_RED : CIRCLE_GREEN;
  circle_add(&p->men[colour], circle_set_of(circle_move_to(move)));
  p->player ^= 1;
  if (p->stage == CIRCLE_REDS && circle_count(p->men[CIRCLE_RED]) == r->reds) {
    p->stage = r->greens > 0 ? CIRCLE_GREENS : CIRCLE_FIRST;
    p->player = CIRCLE_WHITE;
  } else if (p->stage == CIRCLE_GREENS && circle_count(p->men[CIRCLE_GREEN]) == r->greens) {
    p->stage = CIRCLE_FIRST;
    p->player = CIRCLE_WHITE;
  }
}

ASC_INLINE void man_travels(circle_set *men, asc_move move) {
  circle_remove(men, circle_set_of(circle_move_from(move)));
  circle_add(men, circle_set_of(circle_move_to(move)));
}

/* Takes the men between two reds off the board, of both colours at once. True when there was one. */
ASC_INLINE bool lock_in(const circle_rules *r, circle_position *p) {
  circle_set between = circle_between(&r->board, p->men[CIRCLE_RED]);
  circle_set locked = circle_and(between, circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK]));
  circle_remove(&p->men[CIRCLE_WHITE], locked);
  circle_remove(&p->men[CIRCLE_BLACK], locked);
  return circle_any(locked);
}

ASC_INLINE void play_first(const circle_rules *r, circle_position *p, asc_move move) {
  p->stage = CIRCLE_SECOND;
  if (move == CIRCLE_PASS) return;
  bool red = circle_has(p->men[CIRCLE_RED], circle_move_from(move));
  man_travels(&p->men[red ? CIRCLE_RED : CIRCLE_GREEN], move);
  if (red && lock_in(r, p) && !r->literal) p->quiet = CIRCLE_STIRRED;
}

ASC_INLINE void play_second(const circle_rules *r, circle_position *p, asc_move move) {
  int player = p->player, other = player ^ 1;
  p->stage = CIRCLE_FIRST;
  p->player = (uint8_t)other;
  bool quiet = true;
  if (move != CIRCLE_PASS && circle_move_from(move) == CIRCLE_NO_HOLE) {
    circle_add(&p->men[player], circle_set_of(circle_move_to(move)));
    p->reserve[player]--;
    quiet = r->literal;
  } else if (move != CIRCLE_PASS) {
    int to = circle_move_to(move);
    quiet = (r->literal || !circle_has(p->men[other], to)) &&
            circle_is_straight(&r->board, circle_all_men(p), circle_move_from(move), to);
    man_travels(&p->men[player], move);
    circle_remove(&p->men[other], circle_set_of(to));
  }
  if (lock_in(r, p) && !r->literal) quiet = false;
  p->quiet = (int8_t)(quiet ? p->quiet + 1 : 0);
}

ASC_FAST static void play(const asc_rules *rules, void *position, asc_move move) {
  const circle_rules *r = (const circle_rules *)rules;
  circle_position *p = position;
  if (p->stage == CIRCLE_SECOND)
    play_second(r, p, move);
  else if (p->stage == CIRCLE_FIRST)
    play_first(r, p, move);
  else
    play_preparation(r, p, move);
}

void asc_circle_play(const asc_rules *rules, void *position, asc_move move) { play(rules, position, move); }

/* A turn that is passed, or broken off after its first act, is not counted among the quiet ones. */
bool asc_circle_pass(const asc_rules *rules, void *position) {
  (void)rules;
  circle_position *p = position;
  if (p->stage < CIRCLE_FIRST) return false;
  p->stage = CIRCLE_FIRST;
  p->player ^= 1;
  if (p->quiet == CIRCLE_STIRRED) p->quiet = 0;
  return true;
}

static void outcome_of_win(int winner, asc_outcome *outcome) {
  outcome->points[winner] = 2;
  outcome->place[winner] = 1;
  outcome->place[winner ^ 1] = 2;
}

bool asc_circle_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  (void)rules;
  const circle_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  if (!circle_over(p)) return false;
  bool white = circle_has_men(p, CIRCLE_WHITE), black = circle_has_men(p, CIRCLE_BLACK);
  if (white == black)
    outcome->place[CIRCLE_WHITE] = outcome->place[CIRCLE_BLACK] = 1;
  else
    outcome_of_win(white ? CIRCLE_WHITE : CIRCLE_BLACK, outcome);
  return true;
}

bool asc_circle_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  (void)rules;
  (void)position;
  memset(outcome, 0, sizeof *outcome);
  outcome_of_win(player == 1 ? CIRCLE_BLACK : CIRCLE_WHITE, outcome);
  return true;
}

static uint64_t hash_men(const circle_position *p) {
  uint64_t hash = 0;
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++)
    hash = asc_hash_add(asc_hash_add(hash, p->men[colour].low), p->men[colour].high);
  return asc_hash_add(hash, (uint64_t)(p->reserve[0] << 16 | p->reserve[1] << 8 | p->player));
}

uint64_t asc_circle_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  const circle_position *p = position;
  return asc_hash_add(hash_men(p), (uint64_t)(p->stage << 8 | (uint8_t)p->quiet));
}

/* Positions repeat at the start of a turn, whatever the count of quiet turns. */
uint64_t asc_circle_key(const asc_rules *rules, const void *position) {
  (void)rules;
  const circle_position *p = position;
  return p->stage == CIRCLE_FIRST ? hash_men(p) | 1 : 0;
}

/* Symmetries are numbered turn * 4 + inside_out * 2 + mirrored: the board mirrored left to right, then turned inside
   out, then turned by so many lines. */
static int hole_image(const circle_board *board, int symmetry, int hole) {
  int row = circle_row(board, hole), place = circle_place(board, hole), length = board->row_length;
  if ((symmetry & 1) != 0) place = (length + 1 - place) % length; /* line 1 stays, its sides change */
  if ((symmetry & 2) != 0) row = board->rows - 1 - row;
  return circle_hole(board, row, (place + 2 * (symmetry >> 2)) % length);
}

void asc_circle_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const circle_board *board = &((const circle_rules *)rules)->board;
  const circle_position *p = position;
  circle_position *q = image;
  memcpy(q, p, sizeof *q);
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++) {
    q->men[colour] = (circle_set){0, 0};
    for (circle_set left = p->men[colour]; circle_any(left);)
      circle_add(&q->men[colour], circle_set_of(hole_image(board, symmetry, circle_take(&left))));
  }
}

asc_move asc_circle_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  if (move == CIRCLE_PASS) return move;
  const circle_board *board = &((const circle_rules *)rules)->board;
  int to = hole_image(board, symmetry, circle_move_to(move));
  int from = circle_move_from(move);
  return from == CIRCLE_NO_HOLE ? (asc_move)to : circle_move(hole_image(board, symmetry, from), to);
}
