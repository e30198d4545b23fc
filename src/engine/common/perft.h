/* Perft: the number of move sequences of exactly `depth` plies, to compare move generators with known counts. The last
   ply is counted, not played. Sequences that end the game earlier do not count. */
#ifndef ASC_ENGINE_COMMON_PERFT_H
#define ASC_ENGINE_COMMON_PERFT_H

#include <ascona/game.h>

uint64_t asc_perft(const asc_rules *rules, const void *position, int depth);

#endif
