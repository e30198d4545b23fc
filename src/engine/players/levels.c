/* A weak player of flesh and blood sees less far, overlooks replies, and takes a move that only seems as good as the
   best; a blunder out of the blue is not his way. So a level limits the positions looked at, the depth and what is seen
   on the way (run.h), and adds to every move's value what it might be misjudged by. The strongest levels are limited in
   positions alone.

   Where nothing ends a game but points, weak players must want them. By the chance to win they would not: the one ahead
   has hardly anything to gain, and a small gain drowns in what is misjudged; the one behind guards against everything.
   So the weakest levels of such a game are eager: they play for their own progress, as beginners do.

   The other levels have good days and bad ones: they misjudge moves by more in one whole game than in another. Where
   very much lies between random and best play, that keeps neighbouring levels within reach of each other. */
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

/* How far the player to move has come at the end of the line. */
static int32_t progress_of(const asc_rules *rules, const void *start, const asc_line *line) {
  asc_position position;
  memcpy(&position, start, rules->position_size);
  for (int i = 0; i < line->length; i++) asc_position_play(rules, &position, line->moves[i]);
  return rules->game->knowledge->progress(rules, &position, asc_position_turn(rules, start));
}

/* The move that seems best; `eager_from` is where an eager player stands, or NULL. Lines come best first, so with
   nothing misjudged it is the first. */
static asc_move soft_choice(const asc_rules *rules, const void *eager_from, const asc_report *report, int32_t soft,
                            asc_random *random) {
  asc_move choice = report->lines[0].moves[0];
  int32_t best = INT32_MIN;
  for (int i = 0; i < report->count; i++) {
    const asc_line *line = &report->lines[i];
    int32_t seems = eager_from != NULL ? progress_of(rules, eager_from, line) : line->score;
    seems += deviation(random, soft);
    if (seems <= best) continue;
    best = seems;
    choice = line->moves[0];
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

static void limit(asc_task *task, const asc_level *level) {
  if (task->nodes == 0 || task->nodes > level->nodes) task->nodes = level->nodes;
  if (level->depth > 0 && (task->depth == 0 || task->depth > level->depth)) task->depth = level->depth;
  if (level->soft > 0) task->lines = INT32_MAX;
}

/* An eager level has no bad days: it would not finish its games on them. */
int asc_level_choose(asc_search *search, const asc_task *task, int level, uint64_t seed, asc_move *move,
                     asc_report *report) {
  const asc_rules *rules = search->rules;
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool measured = knowledge != NULL && knowledge->levels != NULL;
  bool eager = measured && knowledge->progress != NULL && level <= knowledge->eager;
  asc_level today = measured ? knowledge->levels[level - 1] : by_thumb[level - 1];
  if (measured && !eager)
    today = asc_level_in_form(&today, knowledge->form, task->game, asc_position_turn(rules, task->position));
  asc_task limited = *task;
  asc_report found;
  asc_random random;
  asc_random_seed(&random, seed);
  asc_sight sight = {.seed = (uint32_t)asc_random_next(&random) | 1, .blind = today.blind};
  limit(&limited, &today);
  int code = asc_run_with_sight(search, &limited, &sight, &found);
  if (code < 0) return code;
  const void *eager_from = eager ? task->position : NULL;
  *move = today.soft > 0 ? soft_choice(rules, eager_from, &found, today.soft, &random) : found.lines[0].moves[0];
  if (report != NULL) *report = found;
  return ASC_OK;
}
