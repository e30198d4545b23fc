/* Playing moves, the end of a game, repetition and symmetries. Read circle_delta.h first. */
#include "circle_delta.h"

#include "base/hash.h"

#include <string.h>

void asc_circle_start(const asc_rules *rules, void *position) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  asc_circle_position *p = position;
  memset(p, 0, sizeof *p);
  p->stage = r->reds > 0 ? ASC_CIRCLE_STAGE_REDS : r->greens > 0 ? ASC_CIRCLE_STAGE_GREENS : ASC_CIRCLE_STAGE_FIRST;
  p->player = ASC_CIRCLE_WHITE;
  p->reserve[ASC_CIRCLE_WHITE] = p->reserve[ASC_CIRCLE_BLACK] = (uint8_t)r->pieces_per_player;
}

int asc_circle_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  return ((const asc_circle_position *)position)->player + 1;
}

/* White places the first red piece and the first green piece, and has the first turn. */
static void play_preparation(const asc_circle_rules *r, asc_circle_position *p, asc_move move) {
  int colour = p->stage == ASC_CIRCLE_STAGE_REDS ? ASC_CIRCLE_RED : ASC_CIRCLE_GREEN;
  asc_circle_set_add(&p->pieces[colour], asc_circle_set_of(asc_circle_move_to(move)));
  p->player ^= 1;
  if (p->stage == ASC_CIRCLE_STAGE_REDS && asc_circle_set_count(p->pieces[ASC_CIRCLE_RED]) == r->reds) {
    p->stage = r->greens > 0 ? ASC_CIRCLE_STAGE_GREENS : ASC_CIRCLE_STAGE_FIRST;
    p->player = ASC_CIRCLE_WHITE;
  } else if (p->stage == ASC_CIRCLE_STAGE_GREENS && asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]) == r->greens) {
    p->stage = ASC_CIRCLE_STAGE_FIRST;
    p->player = ASC_CIRCLE_WHITE;
  }
}

ASC_INLINE void move_piece(asc_circle_set *pieces, asc_move move) {
  asc_circle_set_remove(pieces, asc_circle_set_of(asc_circle_move_from(move)));
  asc_circle_set_add(pieces, asc_circle_set_of(asc_circle_move_to(move)));
}

/* Removes all white and black pieces between two reds at once. Returns true if there were any. */
ASC_INLINE bool remove_trapped(const asc_circle_rules *r, asc_circle_position *p) {
  asc_circle_set between = asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED]);
  asc_circle_set trapped =
      asc_circle_set_and(between, asc_circle_set_or(p->pieces[ASC_CIRCLE_WHITE], p->pieces[ASC_CIRCLE_BLACK]));
  asc_circle_set_remove(&p->pieces[ASC_CIRCLE_WHITE], trapped);
  asc_circle_set_remove(&p->pieces[ASC_CIRCLE_BLACK], trapped);
  return asc_circle_set_any(trapped);
}

ASC_INLINE void play_first(const asc_circle_rules *r, asc_circle_position *p, asc_move move) {
  p->stage = ASC_CIRCLE_STAGE_SECOND;
  if (move == ASC_CIRCLE_PASS) return;
  bool is_red = asc_circle_set_has(p->pieces[ASC_CIRCLE_RED], asc_circle_move_from(move));
  move_piece(&p->pieces[is_red ? ASC_CIRCLE_RED : ASC_CIRCLE_GREEN], move);
  if (is_red && remove_trapped(r, p) && !r->is_draw_literal) p->quiet = ASC_CIRCLE_QUIET_BROKEN;
}

ASC_INLINE void play_second(const asc_circle_rules *r, asc_circle_position *p, asc_move move) {
  int player = p->player, other = player ^ 1;
  p->stage = ASC_CIRCLE_STAGE_FIRST;
  p->player = (uint8_t)other;
  bool is_quiet = true;
  if (move != ASC_CIRCLE_PASS && asc_circle_move_from(move) == ASC_CIRCLE_NO_HOLE) {
    asc_circle_set_add(&p->pieces[player], asc_circle_set_of(asc_circle_move_to(move)));
    p->reserve[player]--;
    is_quiet = r->is_draw_literal;
  } else if (move != ASC_CIRCLE_PASS) {
    int to = asc_circle_move_to(move);
    is_quiet = (r->is_draw_literal || !asc_circle_set_has(p->pieces[other], to)) &&
               asc_circle_is_straight(&r->board, asc_circle_all_pieces(p), asc_circle_move_from(move), to);
    move_piece(&p->pieces[player], move);
    asc_circle_set_remove(&p->pieces[other], asc_circle_set_of(to));
  }
  if (remove_trapped(r, p) && !r->is_draw_literal) is_quiet = false;
  p->quiet = (int8_t)(is_quiet ? p->quiet + 1 : 0);
}

ASC_TARGET_CLONES static void play(const asc_rules *rules, void *position, asc_move move) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  asc_circle_position *p = position;
  if (p->stage == ASC_CIRCLE_STAGE_SECOND)
    play_second(r, p, move);
  else if (p->stage == ASC_CIRCLE_STAGE_FIRST)
    play_first(r, p, move);
  else
    play_preparation(r, p, move);
}

void asc_circle_play(const asc_rules *rules, void *position, asc_move move) { play(rules, position, move); }

/* A turn that is passed, or ended after its first action, does not count as a quiet turn. It leaves the count
   unchanged, unless its first action trapped a piece. */
bool asc_circle_pass(const asc_rules *rules, void *position) {
  (void)rules;
  asc_circle_position *p = position;
  if (p->stage < ASC_CIRCLE_STAGE_FIRST) return false;
  p->stage = ASC_CIRCLE_STAGE_FIRST;
  p->player ^= 1;
  if (p->quiet == ASC_CIRCLE_QUIET_BROKEN) p->quiet = 0;
  return true;
}

static void outcome_of_win(int winner, asc_outcome *outcome) {
  outcome->points[winner] = 2;
  outcome->rank[winner] = 1;
  outcome->rank[winner ^ 1] = 2;
}

bool asc_circle_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  (void)rules;
  const asc_circle_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  if (!asc_circle_is_over(p)) return false;
  bool white = asc_circle_has_pieces(p, ASC_CIRCLE_WHITE), black = asc_circle_has_pieces(p, ASC_CIRCLE_BLACK);
  if (white == black)
    outcome->rank[ASC_CIRCLE_WHITE] = outcome->rank[ASC_CIRCLE_BLACK] = 1;
  else
    outcome_of_win(white ? ASC_CIRCLE_WHITE : ASC_CIRCLE_BLACK, outcome);
  return true;
}

bool asc_circle_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  (void)rules;
  (void)position;
  memset(outcome, 0, sizeof *outcome);
  outcome_of_win(player == 1 ? ASC_CIRCLE_BLACK : ASC_CIRCLE_WHITE, outcome);
  return true;
}

static uint64_t hash_pieces(const asc_circle_position *p) {
  uint64_t hash = 0;
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++)
    hash = asc_hash_add(asc_hash_add(hash, p->pieces[colour].low), p->pieces[colour].high);
  return asc_hash_add(hash, (uint64_t)(p->reserve[0] << 16 | p->reserve[1] << 8 | p->player));
}

uint64_t asc_circle_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  const asc_circle_position *p = position;
  return asc_hash_add(hash_pieces(p), (uint64_t)(p->stage << 8 | (uint8_t)p->quiet));
}

/* Only positions at the start of a turn can repeat. The count of quiet turns does not matter. */
uint64_t asc_circle_repetition_key(const asc_rules *rules, const void *position) {
  (void)rules;
  const asc_circle_position *p = position;
  return p->stage == ASC_CIRCLE_STAGE_FIRST ? hash_pieces(p) | 1 : 0;
}

/* Symmetry number: rotation * 4 + inside_out * 2 + mirrored. The board is first mirrored left to right, then turned
   inside out, then rotated by that many lines. */
static int hole_image(const asc_circle_board *board, int symmetry, int hole) {
  int row = asc_circle_row(board, hole), column = asc_circle_column(board, hole), length = board->row_length;
  if ((symmetry & 1) != 0)
    column = (length + 1 - column) % length; /* line 1 stays, and its two columns are exchanged */
  if ((symmetry & 2) != 0) row = board->rows - 1 - row;
  return asc_circle_hole(board, row, (column + 2 * (symmetry >> 2)) % length);
}

void asc_circle_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  const asc_circle_position *p = position;
  asc_circle_position *q = image;
  memcpy(q, p, sizeof *q);
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++) {
    q->pieces[colour] = (asc_circle_set){0, 0};
    for (asc_circle_set left = p->pieces[colour]; asc_circle_set_any(left);)
      asc_circle_set_add(&q->pieces[colour], asc_circle_set_of(hole_image(board, symmetry, asc_circle_set_pop(&left))));
  }
}

asc_move asc_circle_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  if (move == ASC_CIRCLE_PASS) return move;
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  int to = hole_image(board, symmetry, asc_circle_move_to(move));
  int from = asc_circle_move_from(move);
  return from == ASC_CIRCLE_NO_HOLE ? (asc_move)to : asc_circle_move(hole_image(board, symmetry, from), to);
}
