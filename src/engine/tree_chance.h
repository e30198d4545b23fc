/* Scores as chances to win, in integers. A lead of one `spread` wins about three games of four. */
#ifndef ASC_ENGINE_TREE_CHANCE_H
#define ASC_ENGINE_TREE_CHANCE_H

#include <stdint.h>

#define TREE_CERTAIN (1U << 28) /* a chance of one */

enum { TREE_DECAY_BITS = 16 };

/* e^(-part/whole), TREE_DECAY_BITS behind the point. */
uint32_t tree_decay(int64_t part, int64_t whole);
/* 1 / (1 + e^(-score/spread)). */
uint32_t tree_chance_of(int32_t score, int32_t spread);
/* The score that has the chance; no more than a few spreads. */
int32_t tree_score_of(uint32_t chance, int32_t spread);

#endif
