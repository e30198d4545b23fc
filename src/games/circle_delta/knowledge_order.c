/* Move ordering: captures first, then moves that bring pieces into safety, then the rest. Also the moves of quiescence
   search. */
#include "knowledge.h"

enum {
  SCORE_OF_CAPTURE = 5000, /* the move captures */
  SCORE_OF_SAFETY = 1000,  /* for one more own piece on a hole that no opposing piece reaches */
  SCORE_OF_LOSS = -8000    /* an own piece is trapped */
};

/* In the preparation: red and green pieces are most useful where they can move far. */
static void order_preparation(const asc_circle_rules *r, const asc_circle_position *p, const asc_move *moves, int count,
                              int32_t *scores) {
  asc_circle_reach reach;
  asc_circle_reach_init_slides(&reach, r, p, ASC_CIRCLE_SIZE_WIDE);
  for (int i = 0; i < count; i++)
    scores[i] = asc_circle_set_count(asc_circle_slides(&reach, asc_circle_move_to(moves[i]), ASC_CIRCLE_SIZE_WIDE));
}

/* Before a first action: the evaluation after it, for the same player. It counts trapped pieces, and pieces to which a
   path is now open. */
static void order_first_actions(const asc_circle_rules *r, const asc_circle_position *p, const asc_move *moves,
                                int count, int32_t *scores) {
  for (int i = 0; i < count; i++) {
    asc_circle_position after = *p;
    asc_circle_play(&r->common, &after, moves[i]);
    scores[i] = asc_circle_is_over(&after) ? 0 : asc_circle_evaluate(&r->common, &after);
  }
}

/* Data for the scores of second actions. */
typedef struct second_context {
  asc_circle_set others;
  asc_circle_set attacked; /* the holes, free or not, that the opponent's pieces reach */
  asc_circle_set fatal;    /* holes between two reds, where a piece is trapped */
} second_context;

ASC_INLINE void second_context_fill(second_context *context, const asc_circle_rules *r, const asc_circle_position *p,
                                    asc_circle_size size) {
  asc_circle_reach reach;
  asc_circle_reach_init(&reach, r, p, size);
  context->others = asc_circle_set_fit(p->pieces[p->player ^ 1], size);
  context->attacked = (asc_circle_set){0, 0};
  context->fatal = asc_circle_set_fit(asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED]), size);
  for (asc_circle_set left = context->others; asc_circle_set_any(left);) {
    int hole = asc_circle_set_pop(&left);
    asc_circle_set_add(&context->attacked,
                       asc_circle_set_without(asc_circle_reached_from(&reach, hole, size), asc_circle_set_of(hole)));
  }
}

static int32_t score_of_second(const second_context *context, asc_move move) {
  int from = asc_circle_move_from(move), to = asc_circle_move_to(move);
  if (asc_circle_set_has(context->fatal, to)) return SCORE_OF_LOSS;
  bool was_safe = from != ASC_CIRCLE_NO_HOLE && !asc_circle_set_has(context->attacked, from),
       is_safe = !asc_circle_set_has(context->attacked, to);
  return (asc_circle_set_has(context->others, to) ? SCORE_OF_CAPTURE : 0) + (is_safe - was_safe) * SCORE_OF_SAFETY;
}

ASC_TARGET_CLONES static void order_second_actions(const asc_circle_rules *r, const asc_circle_position *p,
                                                   const asc_move *moves, int count, int32_t *scores) {
  second_context context;
  ASC_CIRCLE_BY_SIZE(r->board, second_context_fill, &context, r, p);
  for (int i = 0; i < count; i++) scores[i] = score_of_second(&context, moves[i]);
}

void asc_circle_order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *scores) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  const asc_circle_position *p = position;
  if (count == 1 && moves[0] == ASC_CIRCLE_PASS)
    scores[0] = 0;
  else if (p->stage < ASC_CIRCLE_STAGE_FIRST)
    order_preparation(r, p, moves, count, scores);
  else if (p->stage == ASC_CIRCLE_STAGE_FIRST)
    order_first_actions(r, p, moves, count, scores);
  else
    order_second_actions(r, p, moves, count, scores);
}

ASC_INLINE asc_move *list_moves(asc_move *list, int from, asc_circle_set targets) {
  while (asc_circle_set_any(targets)) *list++ = asc_circle_move(from, asc_circle_set_pop(&targets));
  return list;
}

ASC_INLINE asc_move *list_trapping(const asc_circle_rules *r, const asc_circle_position *p, asc_move *list,
                                   asc_circle_size size) {
  asc_circle_set reds = asc_circle_set_fit(p->pieces[ASC_CIRCLE_RED], size),
                 others = asc_circle_set_fit(p->pieces[p->player ^ 1], size);
  asc_circle_reach reach;
  asc_circle_reach_init_slides(&reach, r, p, size);
  for (asc_circle_set left = reds; asc_circle_set_any(left);) {
    int red = asc_circle_set_pop(&left);
    list = list_moves(list, red, asc_circle_trapping_slides(&reach, reds, red, others, size));
  }
  return list;
}

ASC_INLINE asc_move *list_captures(const asc_circle_rules *r, const asc_circle_position *p, asc_move *list,
                                   asc_circle_size size) {
  asc_circle_reach reach;
  asc_circle_reach_init(&reach, r, p, size);
  for (asc_circle_set left = asc_circle_set_fit(p->pieces[p->player], size); asc_circle_set_any(left);) {
    int from = asc_circle_set_pop(&left);
    asc_circle_set others = asc_circle_set_fit(p->pieces[p->player ^ 1], size);
    list = list_moves(list, from, asc_circle_set_and(asc_circle_reached_from(&reach, from, size), others));
  }
  return list;
}

ASC_INLINE asc_move *list_quiescence(const asc_circle_rules *r, const asc_circle_position *p, asc_move *list,
                                     asc_circle_size size) {
  return p->stage == ASC_CIRCLE_STAGE_FIRST ? list_trapping(r, p, list, size) : list_captures(r, p, list, size);
}

ASC_TARGET_CLONES static asc_move *list_all_quiescence(const asc_circle_rules *r, const asc_circle_position *p,
                                                       asc_move *list) {
  return ASC_CIRCLE_BY_SIZE(r->board, list_quiescence, r, p, list);
}

int asc_circle_quiescence(const asc_rules *rules, const void *position, asc_move *moves) {
  const asc_circle_position *p = position;
  if (p->stage < ASC_CIRCLE_STAGE_FIRST || !asc_circle_set_any(p->pieces[p->player ^ 1])) return 0;
  return (int)(list_all_quiescence((const asc_circle_rules *)rules, p, moves) - moves);
}
