/* Scores as chances to win, in integers. A lead of one `spread` wins about three games of four. */
#ifndef ASC_ENGINE_MCTS_CHANCE_H
#define ASC_ENGINE_MCTS_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

#define TREE_CERTAIN (1U << 28) /* a chance of one */

enum { TREE_DECAY_BITS = 16 };

/* e^(-part/whole), TREE_DECAY_BITS behind the point. */
uint32_t tree_decay(int64_t part, int64_t whole);
/* 1 / (1 + e^(-score/spread)). */
uint32_t tree_chance_of(int32_t score, int32_t spread);
/* The score that has the chance; no more than a few spreads. */
int32_t tree_score_of(uint32_t chance, int32_t spread);

/* The same for one spread, from tables: most scores are near the middle. */
enum { TREE_CHANCES = 1 << 10 };

typedef struct tree_chances {
  int32_t spread, tolerance;
  uint32_t chances[2 * TREE_CHANCES]; /* of the scores from -TREE_CHANCES on */
  uint32_t decays[TREE_CHANCES];      /* by what is divided by the tolerance */
} tree_chances;

void tree_chances_fill(tree_chances *chances, int32_t spread, int32_t tolerance);

static inline uint32_t tree_chances_of(const tree_chances *chances, int32_t score) {
  bool near = -TREE_CHANCES <= score && score < TREE_CHANCES;
  return near ? chances->chances[TREE_CHANCES + score] : tree_chance_of(score, chances->spread);
}
static inline uint32_t tree_chances_decay(const tree_chances *chances, int32_t part) {
  return part < TREE_CHANCES ? chances->decays[part] : tree_decay(part, chances->tolerance);
}

#endif
