/* Which moves to look at first: what takes men, then what keeps them, then the rest. */
#include "knowledge.h"

enum {
  PROMISE_OF_CAPTURE = 5000, /* captured */
  PROMISE_OF_SAFETY = 1000,  /* an own man more where none of the other's comes to */
  PROMISE_OF_LOSS = -8000    /* an own man locked in */
};

/* The preparation: red and green men do most where they have far to go. */
static void order_preparation(const circle_rules *r, const circle_position *p, const asc_move *moves, int count,
                              int32_t *promise) {
  circle_ways w;
  circle_ways_begin(&w, r, p, CIRCLE_WIDE);
  for (int i = 0; i < count; i++) promise[i] = circle_count(circle_slide(&w, circle_move_to(moves[i]), CIRCLE_WIDE));
}

/* The first act: what the position is worth after it, for the same player. A man locked in counts there, and so does
   one that a way now leads to. */
static void order_first_acts(const circle_rules *r, const circle_position *p, const asc_move *moves, int count,
                             int32_t *promise) {
  for (int i = 0; i < count; i++) {
    circle_position after = *p;
    asc_circle_play(&r->common, &after, moves[i]);
    promise[i] = circle_over(&after) ? 0 : asc_circle_evaluate(&r->common, &after);
  }
}

/* The second act. */
typedef struct outlook {
  circle_set others;
  circle_set attacked; /* what the other's men come to, holes and men */
  circle_set fatal;    /* holes between two reds */
} outlook;

ASC_INLINE void outlook_fill(outlook *o, const circle_rules *r, const circle_position *p, circle_size size) {
  circle_ways w;
  circle_ways_fill(&w, r, p, size);
  o->others = circle_fit(p->men[p->player ^ 1], size);
  o->attacked = (circle_set){0, 0};
  o->fatal = circle_fit(circle_between(&r->board, p->men[CIRCLE_RED]), size);
  for (circle_set left = o->others; circle_any(left);) {
    int hole = circle_take(&left);
    circle_add(&o->attacked, circle_without(circle_gains_from(&w, hole, size), circle_set_of(hole)));
  }
}

static int32_t promise_of_second(const outlook *o, asc_move move) {
  int from = circle_move_from(move), to = circle_move_to(move);
  if (circle_has(o->fatal, to)) return PROMISE_OF_LOSS;
  bool was_safe = from != CIRCLE_NO_HOLE && !circle_has(o->attacked, from), is_safe = !circle_has(o->attacked, to);
  return (circle_has(o->others, to) ? PROMISE_OF_CAPTURE : 0) + (is_safe - was_safe) * PROMISE_OF_SAFETY;
}

ASC_FAST static void order_second_acts(const circle_rules *r, const circle_position *p, const asc_move *moves,
                                       int count, int32_t *promise) {
  outlook o;
  CIRCLE_BY_SIZE(r->board, outlook_fill, &o, r, p);
  for (int i = 0; i < count; i++) promise[i] = promise_of_second(&o, moves[i]);
}

void asc_circle_order(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                      int32_t *promise) {
  const circle_rules *r = (const circle_rules *)rules;
  const circle_position *p = position;
  if (count == 1 && moves[0] == CIRCLE_PASS)
    promise[0] = 0;
  else if (p->stage < CIRCLE_FIRST)
    order_preparation(r, p, moves, count, promise);
  else if (p->stage == CIRCLE_FIRST)
    order_first_acts(r, p, moves, count, promise);
  else
    order_second_acts(r, p, moves, count, promise);
}

ASC_INLINE asc_move *list_moves(asc_move *list, int from, circle_set targets) {
  while (circle_any(targets)) *list++ = circle_move(from, circle_take(&targets));
  return list;
}

ASC_INLINE asc_move *list_locks(const circle_rules *r, const circle_position *p, asc_move *list, circle_size size) {
  circle_set reds = circle_fit(p->men[CIRCLE_RED], size), others = circle_fit(p->men[p->player ^ 1], size);
  circle_ways w;
  circle_ways_begin(&w, r, p, size);
  for (circle_set left = reds; circle_any(left);) {
    int red = circle_take(&left);
    list = list_moves(list, red, circle_locks(&w, reds, red, others, size));
  }
  return list;
}

ASC_INLINE asc_move *list_captures(const circle_rules *r, const circle_position *p, asc_move *list, circle_size size) {
  circle_ways w;
  circle_ways_fill(&w, r, p, size);
  for (circle_set left = circle_fit(p->men[p->player], size); circle_any(left);) {
    int from = circle_take(&left);
    circle_set others = circle_fit(p->men[p->player ^ 1], size);
    list = list_moves(list, from, circle_and(circle_gains_from(&w, from, size), others));
  }
  return list;
}

ASC_INLINE asc_move *list_quiescence(const circle_rules *r, const circle_position *p, asc_move *list,
                                     circle_size size) {
  return p->stage == CIRCLE_FIRST ? list_locks(r, p, list, size) : list_captures(r, p, list, size);
}

ASC_FAST static asc_move *list_all_quiescence(const circle_rules *r, const circle_position *p, asc_move *list) {
  return CIRCLE_BY_SIZE(r->board, list_quiescence, r, p, list);
}

int asc_circle_quiescence(const asc_rules *rules, const void *position, asc_move *moves) {
  const circle_position *p = position;
  if (p->stage < CIRCLE_FIRST || !circle_any(p->men[p->player ^ 1])) return 0;
  return (int)(list_all_quiescence((const circle_rules *)rules, p, moves) - moves);
}
