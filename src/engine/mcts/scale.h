/* What searches that grow a tree need of logarithms, roots and powers, in integers. */
#ifndef ASC_ENGINE_MCTS_SCALE_H
#define ASC_ENGINE_MCTS_SCALE_H

#include <stdbool.h>
#include <stdint.h>

/* In UCT the worth of trying a move again is C sqrt(ln N / n), where N are the visits of its parent and n its own. The
   tables hold C sqrt(ln N) and 1 / sqrt(n), exactly up to 127 visits and then in 64 steps for every doubling, which is
   closer than the choice of C matters. */
enum { UCT_SCALE_STEPS = 27 * 64, UCT_SCALE_BITS = 24 };

typedef struct mcts_scale {
  uint32_t exploration[UCT_SCALE_STEPS];
  uint32_t inverse_root[UCT_SCALE_STEPS]; /* UCT_SCALE_BITS behind the point */
} mcts_scale;

/* The reward of a first place: twelfths, which one to four players can share, with room for fractions. */
#define UCT_FIRST_PLACE (12U << 12)

/* Of a root, by all threads: far more would no longer be counted right. So many take half an hour. */
enum { UCT_VISITS_MOST = 1 << 30 };

/* C in hundredths, a first place being one: of 0.3, 0.5, 0.7 and 1 the best over several games. */
enum { UCT_EXPLORATION = 50 };

void asc_mcts_scale_fill(mcts_scale *scale, uint32_t exploration);

/* The step of a number of visits. */
static inline uint32_t uct_scale_step(uint32_t visits) {
  if (visits < 128) return visits;
  uint32_t shift = 25U - (uint32_t)__builtin_clz(visits);
  return shift * 64 + (visits >> shift);
}

static inline uint64_t mcts_scale_exploration(const mcts_scale *scale, uint32_t visits) {
  return scale->exploration[uct_scale_step(visits)];
}
/* sqrt(N), with 8 bits behind the point. */
static inline uint64_t uct_scale_root(const mcts_scale *scale, uint32_t visits) {
  return (uint64_t)visits * scale->inverse_root[uct_scale_step(visits)] >> (UCT_SCALE_BITS - 8);
}
static inline uint64_t uct_scale_share(const mcts_scale *scale, uint64_t exploration, uint32_t visits) {
  return exploration * scale->inverse_root[uct_scale_step(visits)] >> UCT_SCALE_BITS;
}

/* Scores as chances to win. A lead of one `spread` wins about three games of four. */
#define TREE_CERTAIN (1U << 28) /* a chance of one */

enum { TREE_DECAY_BITS = 16 };

/* e^(-part/whole), TREE_DECAY_BITS behind the point. */
uint32_t asc_tree_decay(int64_t part, int64_t whole);
/* 1 / (1 + e^(-score/spread)). */
uint32_t asc_tree_chance_of(int32_t score, int32_t spread);
/* The score that has the chance; no more than a few spreads. */
int32_t asc_tree_score_of(uint32_t chance, int32_t spread);

/* The same for one spread, from tables: most scores are near the middle. */
enum { TREE_CHANCES = 1 << 10 };

typedef struct tree_chances {
  int32_t spread, tolerance;
  uint32_t chances[2 * TREE_CHANCES]; /* of the scores from -TREE_CHANCES on */
  uint32_t decays[TREE_CHANCES];      /* by what is divided by the tolerance */
} tree_chances;

void asc_tree_chances_fill(tree_chances *chances, int32_t spread, int32_t tolerance);

static inline uint32_t tree_chances_of(const tree_chances *chances, int32_t score) {
  bool near = -TREE_CHANCES <= score && score < TREE_CHANCES;
  return near ? chances->chances[TREE_CHANCES + score] : asc_tree_chance_of(score, chances->spread);
}
static inline uint32_t tree_chances_decay(const tree_chances *chances, int32_t part) {
  return part < TREE_CHANCES ? chances->decays[part] : asc_tree_decay(part, chances->tolerance);
}

#endif
