#include "balance.h"

#include <stdlib.h>

/* Measured in Néo-Delta, where a guess is worth the least: of the positions chosen among 16 after four or five random
   plies, a longer search of 1.5 million nodes decides one of four; of others, three of four. */
enum { FIRST_NODES = 4000, MORE_NODES = 8, KEPT_OF = 4, HASH = 4 << 20 };

static int32_t unevenness(const asc_rules *rules, const asc_line *line) {
  int32_t ahead = line->score, most = abs(ahead);
  if (rules->game->score == ASC_SCORE_CHANCE) {
    const int32_t even = 10000 / rules->players;
    ahead -= even;
    most = 0;
    for (int i = 0; i < rules->players; i++)
      if (abs(line->chances[i] - even) > most) most = abs(line->chances[i] - even);
  }
  bool proved = line->certainty == ASC_EXACT || line->certainty == (ahead > 0 ? ASC_LOWER : ASC_UPPER);
  return proved && ahead != 0 ? BALANCE_DECIDED + most : most;
}

static int judge(asc_search *search, const asc_rules *rules, balance_candidate *candidate, uint64_t nodes) {
  asc_report report;
  const asc_task task = {.position = &candidate->position, .plies_left = candidate->plies_left, .nodes = nodes};
  candidate->uneven = 2 * BALANCE_DECIDED;
  if (candidate->over) return ASC_OK;
  asc_search_clear(search);
  int code = asc_search_run(search, &task, &report);
  if (code >= 0) candidate->uneven = unevenness(rules, &report.lines[0]);
  return code;
}

static int more_even_first(const void *a, const void *b) {
  const balance_candidate *one = a, *other = b;
  if (one->uneven != other->uneven) return one->uneven < other->uneven ? -1 : 1;
  return (one->index > other->index) - (one->index < other->index);
}

static bool is_stopped(void *data) {
  const _Atomic bool *const *stop = data;
  return atomic_load_explicit(*stop, memory_order_relaxed);
}

int balance_choose(const asc_rules *rules, balance_candidate *candidates, int count, const _Atomic bool *stop) {
  const asc_search_options options = {.hash = HASH, .host = {.stop = is_stopped, .data = &stop}};
  asc_search *search;
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  uint64_t nodes = FIRST_NODES;
  for (int left = count; code >= 0 && left > 1; left /= KEPT_OF, nodes *= MORE_NODES) {
    for (int i = 0; code >= 0 && i < left; i++) code = judge(search, rules, &candidates[i], nodes);
    qsort(candidates, (size_t)left, sizeof *candidates, more_even_first);
  }
  asc_search_close(search);
  return code < 0 ? code : ASC_OK;
}
