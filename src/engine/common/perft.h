/* How many sequences of exactly `depth` plies there are. The last ply is counted, not played. */
#ifndef ASC_ENGINE_COMMON_PERFT_H
#define ASC_ENGINE_COMMON_PERFT_H

#include <ascona/game.h>

uint64_t asc_perft(const asc_rules *rules, const void *position, int depth);

#endif
