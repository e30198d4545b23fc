/* Proven bounds of the score: the game is over, the opponent's last pieces can be captured or trapped this turn, or
   this turn can be the last quiet one. No win within the turn is missed. */
#include "knowledge.h"

/* Returns true if the player has exactly one piece left and it is on the board. */
static bool has_only_one(const asc_circle_position *p, int player) {
  return p->reserve[player] == 0 && asc_circle_set_count(p->pieces[player]) == 1;
}

/* Returns true if a piece of the player to move can capture the opponent's only piece. Contact is mutual, so one query
   for that piece is enough. */
ASC_INLINE bool meets_last(const asc_circle_rules *r, const asc_circle_position *p, asc_circle_size size) {
  asc_circle_reach reach;
  asc_circle_reach_init(&reach, r, p, size);
  int hole = asc_circle_set_lowest(asc_circle_set_fit(p->pieces[p->player ^ 1], size));
  return asc_circle_set_any(asc_circle_set_and(asc_circle_reached_from(&reach, hole, size), p->pieces[p->player]));
}

ASC_TARGET_CLONES static bool can_capture_last(const asc_circle_rules *r, const asc_circle_position *p) {
  return ASC_CIRCLE_BY_SIZE(r->board, meets_last, r, p);
}

static bool can_win_by_second(const asc_circle_rules *r, const asc_circle_position *p) {
  return has_only_one(p, p->player ^ 1) && can_capture_last(r, p);
}

/* If the opponent has one piece left, any first action may bring it within reach of a capture. If there are several,
   all but one must be trapped first. */
static bool can_win_by_first(const asc_circle_rules *r, const asc_circle_position *p) {
  int own = p->player, other = own ^ 1;
  asc_move moves[ASC_MOVES_MAX];
  int count =
      has_only_one(p, other) ? asc_circle_moves(&r->common, p, moves) : asc_circle_quiescence(&r->common, p, moves);
  for (int i = 0; i < count; i++) {
    asc_circle_position after = *p;
    asc_circle_play(&r->common, &after, moves[i]);
    if (asc_circle_has_pieces(&after, own) && (!asc_circle_has_pieces(&after, other) || can_win_by_second(r, &after)))
      return true;
  }
  return false;
}

static bool can_win_now(const asc_circle_rules *r, const asc_circle_position *p) {
  if (p->stage < ASC_CIRCLE_STAGE_FIRST || p->reserve[p->player ^ 1] > 0) return false;
  return p->stage == ASC_CIRCLE_STAGE_FIRST ? can_win_by_first(r, p) : can_win_by_second(r, p);
}

/* Returns the holes to which the player to move can move a piece by one step, without switching circles and without
   being trapped there. */
static asc_circle_set quiet_steps(const asc_circle_rules *r, const asc_circle_position *p) {
  asc_circle_set own = p->pieces[p->player];
  asc_circle_set neighbours = asc_circle_neighbours(&r->board, own);
  return asc_circle_set_without(
      neighbours,
      asc_circle_set_or(asc_circle_all_pieces(p), asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED])));
}

/* Returns the holes to which the given red or green pieces can move. */
static asc_circle_set slides_of(const asc_circle_rules *r, const asc_circle_position *p, asc_circle_set pieces) {
  asc_circle_reach reach;
  asc_circle_set sum = {0, 0};
  asc_circle_reach_init_slides(&reach, r, p, ASC_CIRCLE_SIZE_WIDE);
  while (asc_circle_set_any(pieces))
    asc_circle_set_add(&sum, asc_circle_slides(&reach, asc_circle_set_pop(&pieces), ASC_CIRCLE_SIZE_WIDE));
  return sum;
}

/* Returns true if the player to move can make this turn the last quiet one. A first action with a green piece traps
   nothing; it only has to leave a hole for the quiet step. */
static bool can_draw_now(const asc_circle_rules *r, const asc_circle_position *p) {
  if (p->quiet != ASC_CIRCLE_QUIET_LIMIT - 1) return false;
  asc_circle_set steps = quiet_steps(r, p);
  if (p->stage == ASC_CIRCLE_STAGE_SECOND || !asc_circle_set_any(steps)) return asc_circle_set_any(steps);
  asc_circle_set greens = slides_of(r, p, p->pieces[ASC_CIRCLE_GREEN]);
  if (asc_circle_set_any(greens))
    return asc_circle_set_count(steps) > 1 || asc_circle_set_any(asc_circle_set_without(greens, steps));
  return !asc_circle_set_any(slides_of(r, p, p->pieces[ASC_CIRCLE_RED]));
}

void asc_circle_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  const asc_circle_position *p = position;
  *lower = -ASC_SCORE_WIN;
  *upper = ASC_SCORE_WIN;
  if (asc_circle_is_over(p)) {
    bool own = asc_circle_has_pieces(p, p->player), other = asc_circle_has_pieces(p, p->player ^ 1);
    *lower = *upper = ASC_SCORE_WIN * (own - other);
  } else if (can_win_now(r, p)) {
    *lower = ASC_SCORE_WIN;
  } else if (can_draw_now(r, p)) {
    *lower = 0;
  }
}
