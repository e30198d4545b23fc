/* A weak player of flesh and blood sees less far, overlooks replies, and takes a move that only seems as good as the
   best; a blunder out of the blue is not his way. So a level limits the positions looked at, the depth and what is seen
   on the way (run.h), and adds to every move's value what it might be misjudged by. The strongest levels are limited in
   positions alone.

   He also has good days and bad ones: he misjudges moves by more in one whole game than in another. Where very much
   lies between random and best play, that keeps neighbouring levels within reach of each other. */
#include "levels.h"

#include <ascona/random.h>

#include "core/hash.h"
#include "engine/common/run.h"

#include <string.h>

static const asc_level by_thumb[ASC_LEVELS] = {
    {200, 1, 500, 1500}, {400, 2, 350, 800}, {800, 2, 200, 400}, {1600, 3, 100, 200}, {3200, 4, 50, 100},
    {6400, 0, 0, 0},     {12800, 0, 0, 0},   {25600, 0, 0, 0},   {51200, 0, 0, 0},
};

/* Between -most and most, small amounts more often than large ones. */
static int32_t deviation(asc_random *random, int32_t most) {
  uint32_t range = (uint32_t)most + 1, up = asc_random_below(random, range);
  uint32_t down = asc_random_below(random, range);
  return (int32_t)up - (int32_t)down;
}

/* The move that seems best. Lines come best first, so with nothing misjudged it is the first. */
static asc_move soft_choice(const asc_report *report, int32_t soft, asc_random *random) {
  asc_move choice = report->lines[0].moves[0];
  int32_t best = INT32_MIN;
  for (int i = 0; i < report->count; i++) {
    int32_t seems = report->lines[i].score + deviation(random, soft);
    if (seems <= best) continue;
    best = seems;
    choice = report->lines[i].moves[0];
  }
  return choice;
}

/* As likely so many times better as so many times worse. */
asc_level asc_level_in_form(const asc_level *usual, int form, uint64_t game, int player) {
  enum { USUAL = 1000 };
  asc_level today = *usual;
  asc_random random;
  asc_random_seed(&random, asc_hash_add(game, (uint64_t)player));
  int32_t worse = deviation(&random, form);
  int64_t soft = usual->soft;
  today.soft = (int32_t)(worse < 0 ? soft * USUAL / (USUAL - worse) : soft * (USUAL + worse) / USUAL);
  return today;
}

static asc_level level_of(const asc_search *search, const asc_task *task, int level) {
  const asc_rules *rules = search->rules;
  const asc_knowledge *knowledge = rules->game->knowledge;
  if (knowledge == NULL || knowledge->levels == NULL) return by_thumb[level - 1];
  int player = asc_position_turn(rules, task->position);
  return asc_level_in_form(&knowledge->levels[level - 1], knowledge->form, task->game, player);
}

static void limit(asc_task *task, const asc_level *level) {
  if (task->nodes == 0 || task->nodes > level->nodes) task->nodes = level->nodes;
  if (level->depth > 0 && (task->depth == 0 || task->depth > level->depth)) task->depth = level->depth;
  if (level->soft > 0) task->lines = INT32_MAX;
}

int asc_level_choose_as(asc_search *search, const asc_task *task, const asc_level *level, uint64_t seed, asc_move *move,
                        asc_report *report) {
  asc_task limited = *task;
  asc_report found;
  asc_random random;
  asc_random_seed(&random, seed);
  asc_sight sight = {.seed = (uint32_t)asc_random_next(&random) | 1, .blind = level->blind};
  limit(&limited, level);
  int code = asc_run_with_sight(search, &limited, &sight, &found);
  if (code < 0) return code;
  *move = level->soft > 0 ? soft_choice(&found, level->soft, &random) : found.lines[0].moves[0];
  if (report != NULL) *report = found;
  return ASC_OK;
}

int asc_level_choose(asc_search *search, const asc_task *task, int level, uint64_t seed, asc_move *move,
                     asc_report *report) {
  asc_level today = level_of(search, task, level);
  return asc_level_choose_as(search, task, &today, seed, move, report);
}
