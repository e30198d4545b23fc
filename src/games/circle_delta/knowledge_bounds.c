/* What is certain about the end: the game is over, the other's last men can be taken this turn, or this turn can be the
   last of the quiet ones. No win by a turn is missed. */
#include "knowledge.h"

/* Whether the player has one man left, and it is on the board. */
static bool has_only_one(const circle_position *p, int player) {
  return p->reserve[player] == 0 && circle_count(p->men[player]) == 1;
}

/* Whether the player to move meets the other's only man; whom he meets, meets him. */
ASC_INLINE bool meets_last(const circle_rules *r, const circle_position *p, circle_size size) {
  circle_ways w;
  circle_ways_fill(&w, r, p, size);
  int hole = circle_lowest(circle_fit(p->men[p->player ^ 1], size));
  return circle_any(circle_and(circle_gains_from(&w, hole, size), p->men[p->player]));
}

ASC_FAST static bool can_take_last(const circle_rules *r, const circle_position *p) {
  return CIRCLE_BY_SIZE(r->board, meets_last, r, p);
}

static bool can_win_by_second(const circle_rules *r, const circle_position *p) {
  return has_only_one(p, p->player ^ 1) && can_take_last(r, p);
}

/* Any first act may leave the other's only man where it can be taken; of several, all but one must be locked in. */
static bool can_win_by_first(const circle_rules *r, const circle_position *p) {
  int own = p->player, other = own ^ 1;
  asc_move moves[ASC_MOVES_MAX];
  int count =
      has_only_one(p, other) ? asc_circle_moves(&r->common, p, moves) : asc_circle_quiescence(&r->common, p, moves);
  for (int i = 0; i < count; i++) {
    circle_position after = *p;
    asc_circle_play(&r->common, &after, moves[i]);
    if (circle_has_men(&after, own) && (!circle_has_men(&after, other) || can_win_by_second(r, &after))) return true;
  }
  return false;
}

static bool can_win_now(const circle_rules *r, const circle_position *p) {
  if (p->stage < CIRCLE_FIRST || p->reserve[p->player ^ 1] > 0) return false;
  return p->stage == CIRCLE_FIRST ? can_win_by_first(r, p) : can_win_by_second(r, p);
}

/* The holes where a man of the player to move can go in one step, without a bend, and stay. */
static circle_set quiet_steps(const circle_rules *r, const circle_position *p) {
  circle_set own = p->men[p->player];
  circle_set beside = circle_beside(&r->board, own);
  return circle_without(beside, circle_or(circle_all_men(p), circle_between(&r->board, p->men[CIRCLE_RED])));
}

/* Where red or green men can go. */
static circle_set slides_of(const circle_rules *r, const circle_position *p, circle_set men) {
  circle_ways w;
  circle_set sum = {0, 0};
  circle_ways_begin(&w, r, p, CIRCLE_WIDE);
  while (circle_any(men)) circle_add(&sum, circle_slide(&w, circle_take(&men), CIRCLE_WIDE));
  return sum;
}

/* Whether the player to move can make this turn the last quiet one. A green man that moves before locks nobody in, and
   must only leave him a step. */
static bool can_draw_now(const circle_rules *r, const circle_position *p) {
  if (p->quiet != CIRCLE_QUIET_LIMIT - 1) return false;
  circle_set steps = quiet_steps(r, p);
  if (p->stage == CIRCLE_SECOND || !circle_any(steps)) return circle_any(steps);
  circle_set greens = slides_of(r, p, p->men[CIRCLE_GREEN]);
  if (circle_any(greens)) return circle_count(steps) > 1 || circle_any(circle_without(greens, steps));
  return !circle_any(slides_of(r, p, p->men[CIRCLE_RED]));
}

void asc_circle_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most) {
  const circle_rules *r = (const circle_rules *)rules;
  const circle_position *p = position;
  *least = -ASC_SCORE_WIN;
  *most = ASC_SCORE_WIN;
  if (circle_over(p)) {
    bool own = circle_has_men(p, p->player), other = circle_has_men(p, p->player ^ 1);
    *least = *most = ASC_SCORE_WIN * (own - other);
  } else if (can_win_now(r, p)) {
    *least = ASC_SCORE_WIN;
  } else if (can_draw_now(r, p)) {
    *least = 0;
  }
}
