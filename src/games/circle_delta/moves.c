/* What is legal: the list of moves, from what ways.h says of where men can go. */
#include "ways.h"

ASC_INLINE asc_move *list_moves(asc_move *list, asc_move base, circle_set targets) {
  for (uint64_t left = targets.low; left != 0; left = asc_bits_drop(left))
    *list++ = base + (asc_move)asc_bits_lowest(left);
  for (uint64_t left = targets.high; left != 0; left = asc_bits_drop(left))
    *list++ = base + 64 + (asc_move)asc_bits_lowest(left);
  return list;
}

/* Red and green men move along one circle, over free holes. */
ASC_INLINE asc_move *list_first(const circle_rules *rules, const circle_position *p, asc_move *list, circle_size size) {
  circle_ways w;
  circle_ways_begin(&w, rules, p, size);
  for (circle_set left = circle_fit(circle_or(p->men[CIRCLE_RED], p->men[CIRCLE_GREEN]), size); circle_any(left);) {
    int from = circle_take(&left);
    list = list_moves(list, circle_move(from, 0), circle_slide(&w, from, size));
  }
  return list;
}

ASC_INLINE asc_move *list_second(const circle_rules *rules, const circle_position *p, asc_move *list,
                                 circle_size size) {
  circle_set own = circle_fit(p->men[p->player], size), others = circle_fit(p->men[p->player ^ 1], size);
  if (p->reserve[p->player] > 0)
    list = list_moves(list, 0, circle_fit(circle_without(rules->board.holes, circle_all_men(p)), size));
  if (!circle_any(own)) return list;
  circle_ways w;
  circle_ways_fill(&w, rules, p, size);
  while (circle_any(own)) {
    int from = circle_take(&own);
    circle_set stops = circle_without(w.men, others);
    list = list_moves(list, circle_move(from, 0), circle_without(circle_gains_from(&w, from, size), stops));
  }
  return list;
}

ASC_INLINE asc_move *list_act(const circle_rules *rules, const circle_position *p, asc_move *list, circle_size size) {
  return p->stage == CIRCLE_SECOND ? list_second(rules, p, list, size) : list_first(rules, p, list, size);
}

ASC_FAST static asc_move *list_all(const circle_rules *rules, const circle_position *p, asc_move *list) {
  if (p->stage < CIRCLE_FIRST) return list_moves(list, 0, circle_without(rules->board.holes, circle_all_men(p)));
  return CIRCLE_BY_SIZE(rules->board, list_act, rules, p, list);
}

int asc_circle_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  if (circle_over(position)) return 0;
  asc_move *end = list_all((const circle_rules *)rules, position, moves);
  if (end == moves) *end++ = CIRCLE_PASS;
  return (int)(end - moves);
}
