/* What Delta and Néo-Delta tell the engine: knowledge_bounds.c for what is certain, knowledge_prospects.c for what is
   likely, book.c for what is known by heart. */
#include <ascona/knowledge.h>

#include "delta.h"

/* Measured (docs/levels.md). The sixth level of Delta plays without a fault; there is nothing above it. */
static const asc_level delta_levels[ASC_LEVELS] = {{50, 1, 680, 3600}, {50, 1, 505, 1600}, {80, 2, 370, 810},
                                                   {133, 2, 315, 555}, {700, 3, 150, 150}, {8000, 0, 0, 0},
                                                   {16000, 0, 0, 0},   {32000, 0, 0, 0},   {64000, 0, 0, 0}};
static const asc_level neo_delta_levels[ASC_LEVELS] = {{42, 1, 881, 17219}, {50, 1, 788, 8133}, {50, 1, 712, 4427},
                                                       {50, 1, 600, 2500},  {57, 1, 431, 1135}, {213, 2, 266, 391},
                                                       {676, 3, 153, 155},  {1501, 4, 82, 80},  {4427, 0, 8, 6}};

/* Nearly every position is proved in less than a thirtieth of a second (docs/solve.md). */
static int delta_effort(const asc_rules *rules, const void *position) {
  (void)rules;
  (void)position;
  return 15;
}

/* A relay scores the squares that are free, and until the boxes are empty every ply fills one more: what is won tells
   when. One point may also be that of a player who is stuck, at any time. */
static int delta_length(const asc_rules *common, const void *position, int32_t score) {
  enum { HUNDREDTHS = 100 };
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *now = position;
  int squares = rules->size * rules->size, won = (score < 0 ? -score : score) / HUNDREDTHS;
  int own = asc_bits_count(now->men[now->mover]), other = asc_bits_count(now->men[!now->mover]);
  bool in_turn = other - own == (now->mover == DELTA_WHITE ? 0 : 1);
  if (rules->simple || !in_turn || won <= 1 || won <= squares - 2 * rules->pawns) return 0;
  return squares - won - own - other;
}

const asc_knowledge asc_delta_knowledge = {
    .evaluate = asc_delta_evaluate,
    .bounds = asc_delta_bounds,
    .order = asc_delta_order,
    .effort = delta_effort,
    .recall = asc_delta_recall,
    .length = delta_length,
    .levels = delta_levels,
};

const asc_knowledge asc_neo_delta_knowledge = {
    .evaluate = asc_delta_evaluate,
    .bounds = asc_delta_bounds,
    .order = asc_delta_order,
    .levels = neo_delta_levels,
};
