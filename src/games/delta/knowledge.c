/* The engine's knowledge of Delta and Néo-Delta: proved bounds (knowledge_bounds.c), estimates and move ordering
   (knowledge_prospects.c) and, in Delta, the opening book (book.c). */
#include <ascona/knowledge.h>

#include "delta.h"

/* Measured (docs/levels.md). Level 6 of Delta already plays perfectly, so the levels above it are no stronger. */
static const asc_level delta_levels[ASC_LEVELS] = {{50, 1, 680, 3600}, {50, 1, 505, 1600}, {80, 2, 370, 810},
                                                   {133, 2, 315, 555}, {700, 3, 150, 150}, {8000, 0, 0, 0},
                                                   {16000, 0, 0, 0},   {32000, 0, 0, 0},   {64000, 0, 0, 0}};
static const asc_level neo_delta_levels[ASC_LEVELS] = {{42, 1, 881, 17219}, {50, 1, 788, 8133}, {50, 1, 712, 4427},
                                                       {50, 1, 600, 2500},  {57, 1, 431, 1135}, {213, 2, 266, 391},
                                                       {676, 3, 153, 155},  {1501, 4, 82, 80},  {4427, 0, 8, 6}};

/* 2^15 microseconds: nearly every position is proved in less than 1/30 s (docs/solve.md). */
static int delta_proof_effort(const asc_rules *rules, const void *data) {
  (void)rules;
  (void)data;
  return 15;
}

/* A relay scores the free squares, and while the reserves last every ply fills one more. So the score says when the
   game ends. A score of one point does not: it may also come from a player without a legal move, at any time. */
static int delta_plies_to_end(const asc_rules *common, const void *data, int32_t score) {
  enum { HUNDREDTHS = 100 };
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  int squares = rules->size * rules->size, won = (score < 0 ? -score : score) / HUNDREDTHS;
  int own = asc_bits_count(position->pawns[position->mover]), other = asc_bits_count(position->pawns[!position->mover]);
  bool in_turn = other - own == (position->mover == ASC_DELTA_WHITE ? 0 : 1);
  if (rules->simple_scoring || !in_turn || won <= 1 || won <= squares - 2 * rules->pawns_per_player) return 0;
  return squares - won - own - other;
}

const asc_knowledge asc_delta_knowledge = {
    .evaluate = asc_delta_evaluate,
    .bounds = asc_delta_bounds,
    .order = asc_delta_order,
    .proof_effort = delta_proof_effort,
    .book_score = asc_delta_book_probe,
    .plies_to_end = delta_plies_to_end,
    .levels = delta_levels,
};

const asc_knowledge asc_neo_delta_knowledge = {
    .evaluate = asc_delta_evaluate,
    .bounds = asc_delta_bounds,
    .order = asc_delta_order,
    .levels = neo_delta_levels,
};
