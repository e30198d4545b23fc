/* Logarithms, square roots and exponentials for tree searches, in integers only. So results are the same on every
   machine. Small lookup arrays make them fast. */
#ifndef ASC_ENGINE_MCTS_FIXED_POINT_H
#define ASC_ENGINE_MCTS_FIXED_POINT_H

#include <stdbool.h>
#include <stdint.h>

/* The UCT exploration bonus of a move is C sqrt(ln N / n). N is the number of visits of the parent, n that of the move.
   The lookup holds C sqrt(ln N) and 1 / sqrt(n). It is exact up to 127 visits. Then it has 64 steps per doubling, which
   is finer than the choice of C matters. */
enum { ASC_UCT_LOOKUP_SIZE = 27 * 64, ASC_UCT_FRACTION_BITS = 24 };

typedef struct asc_uct_lookup {
  uint32_t exploration[ASC_UCT_LOOKUP_SIZE];  /* C sqrt(ln N), where a win is ASC_UCT_WIN_REWARD */
  uint32_t inverse_sqrt[ASC_UCT_LOOKUP_SIZE]; /* with ASC_UCT_FRACTION_BITS fraction bits */
} asc_uct_lookup;

/* The reward of a win: twelfths, which one to four winners can share, with 12 fraction bits. */
#define ASC_UCT_WIN_REWARD (12U << 12)

/* Maximum visits of a root, by all threads together: far more would overflow the counters. Reaching it takes half an
   hour. */
enum { ASC_UCT_MAX_VISITS = 1 << 30 };

/* C in hundredths, if a win is 1. It was the best of 0.3, 0.5, 0.7 and 1 over several games. */
enum { ASC_UCT_DEFAULT_EXPLORATION = 50 };

/* Fills the lookup for C = exploration / 100. */
void asc_uct_lookup_fill(asc_uct_lookup *lookup, uint32_t exploration);

/* Returns the index of a number of visits in the lookup. */
static inline uint32_t asc_uct_lookup_index(uint32_t visits) {
  if (visits < 128) return visits;
  uint32_t shift = 25U - (uint32_t)__builtin_clz(visits);
  return shift * 64 + (visits >> shift);
}

/* Returns C sqrt(ln N). */
static inline uint64_t asc_uct_exploration(const asc_uct_lookup *lookup, uint32_t visits) {
  return lookup->exploration[asc_uct_lookup_index(visits)];
}
/* Returns sqrt(N) with 8 fraction bits. */
static inline uint64_t asc_uct_sqrt(const asc_uct_lookup *lookup, uint32_t visits) {
  return (uint64_t)visits * lookup->inverse_sqrt[asc_uct_lookup_index(visits)] >> (ASC_UCT_FRACTION_BITS - 8);
}
/* Returns exploration / sqrt(n). */
static inline uint64_t asc_uct_bonus(const asc_uct_lookup *lookup, uint64_t exploration, uint32_t visits) {
  return exploration * lookup->inverse_sqrt[asc_uct_lookup_index(visits)] >> ASC_UCT_FRACTION_BITS;
}

/* Scores as chances to win. A lead of one `error_margin` wins about three games of four. */
#define ASC_TREE_CHANCE_ONE (1U << 28) /* the chance 1 */

enum { ASC_TREE_EXP_BITS = 16 };

/* Returns e^(-part/whole) with ASC_TREE_EXP_BITS fraction bits. part >= 0, whole > 0. */
uint32_t asc_tree_exp_minus(int64_t part, int64_t whole);
/* Returns 1 / (1 + e^(-score/error_margin)), the logistic function, in units of ASC_TREE_CHANCE_ONE. */
uint32_t asc_tree_chance_from_score(int32_t score, int32_t error_margin);
/* Returns the score that has this chance, limited to a few error margins. */
int32_t asc_tree_chance_to_score(uint32_t chance, int32_t error_margin);

/* The same for one error margin, from lookup arrays: most scores are near 0. */
enum { ASC_TREE_CHANCE_LOOKUP_SIZE = 1 << 10 };

typedef struct asc_tree_chance_lookup {
  int32_t error_margin, tolerance;
  uint32_t chances[2 * ASC_TREE_CHANCE_LOOKUP_SIZE]; /* of the scores -ASC_TREE_CHANCE_LOOKUP_SIZE and up */
  uint32_t exp_minus[ASC_TREE_CHANCE_LOOKUP_SIZE];   /* e^(-index/tolerance) */
} asc_tree_chance_lookup;

/* Fills the lookup. `tolerance` divides the exponent of asc_tree_chance_lookup_exp_minus. */
void asc_tree_chance_lookup_fill(asc_tree_chance_lookup *lookup, int32_t error_margin, int32_t tolerance);

static inline uint32_t asc_tree_chance_lookup_chance(const asc_tree_chance_lookup *lookup, int32_t score) {
  bool in_lookup = -ASC_TREE_CHANCE_LOOKUP_SIZE <= score && score < ASC_TREE_CHANCE_LOOKUP_SIZE;
  return in_lookup ? lookup->chances[ASC_TREE_CHANCE_LOOKUP_SIZE + score]
                   : asc_tree_chance_from_score(score, lookup->error_margin);
}
static inline uint32_t asc_tree_chance_lookup_exp_minus(const asc_tree_chance_lookup *lookup, int32_t part) {
  return part < ASC_TREE_CHANCE_LOOKUP_SIZE ? lookup->exp_minus[part] : asc_tree_exp_minus(part, lookup->tolerance);
}

#endif
