/* Generates the legal moves, from the reach of the pieces (reach.h). */
#include "reach.h"

ASC_INLINE asc_move *list_moves(asc_move *list, asc_move base, asc_circle_set targets) {
  for (uint64_t left = targets.low; left != 0; left = asc_bits_clear_lowest(left))
    *list++ = base + (asc_move)asc_bits_lowest(left);
  for (uint64_t left = targets.high; left != 0; left = asc_bits_clear_lowest(left))
    *list++ = base + 64 + (asc_move)asc_bits_lowest(left);
  return list;
}

/* Red and green pieces move along one circle, over free holes. */
ASC_INLINE asc_move *list_first(const asc_circle_rules *rules, const asc_circle_position *p, asc_move *list,
                                asc_circle_size size) {
  asc_circle_reach reach;
  asc_circle_reach_init_slides(&reach, rules, p, size);
  for (asc_circle_set left =
           asc_circle_set_fit(asc_circle_set_or(p->pieces[ASC_CIRCLE_RED], p->pieces[ASC_CIRCLE_GREEN]), size);
       asc_circle_set_any(left);) {
    int from = asc_circle_set_pop(&left);
    list = list_moves(list, asc_circle_move(from, 0), asc_circle_slides(&reach, from, size));
  }
  return list;
}

ASC_INLINE asc_move *list_second(const asc_circle_rules *rules, const asc_circle_position *p, asc_move *list,
                                 asc_circle_size size) {
  asc_circle_set own = asc_circle_set_fit(p->pieces[p->player], size),
                 others = asc_circle_set_fit(p->pieces[p->player ^ 1], size);
  if (p->reserve[p->player] > 0)
    list = list_moves(
        list, 0, asc_circle_set_fit(asc_circle_set_without(rules->board.all_holes, asc_circle_all_pieces(p)), size));
  if (!asc_circle_set_any(own)) return list;
  asc_circle_reach reach;
  asc_circle_reach_init(&reach, rules, p, size);
  while (asc_circle_set_any(own)) {
    int from = asc_circle_set_pop(&own);
    asc_circle_set stops = asc_circle_set_without(reach.pieces, others);
    list = list_moves(list, asc_circle_move(from, 0),
                      asc_circle_set_without(asc_circle_reached_from(&reach, from, size), stops));
  }
  return list;
}

ASC_INLINE asc_move *list_action(const asc_circle_rules *rules, const asc_circle_position *p, asc_move *list,
                                 asc_circle_size size) {
  return p->stage == ASC_CIRCLE_STAGE_SECOND ? list_second(rules, p, list, size) : list_first(rules, p, list, size);
}

ASC_TARGET_CLONES static asc_move *list_all(const asc_circle_rules *rules, const asc_circle_position *p,
                                            asc_move *list) {
  if (p->stage < ASC_CIRCLE_STAGE_FIRST)
    return list_moves(list, 0, asc_circle_set_without(rules->board.all_holes, asc_circle_all_pieces(p)));
  return ASC_CIRCLE_BY_SIZE(rules->board, list_action, rules, p, list);
}

int asc_circle_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  if (asc_circle_is_over(position)) return 0;
  asc_move *end = list_all((const asc_circle_rules *)rules, position, moves);
  if (end == moves) *end++ = ASC_CIRCLE_PASS;
  return (int)(end - moves);
}
