/* The limits of levels 1 to 9.

   Weak human players see less far, overlook replies, and play moves that only seem as good as the best. They rarely
   blunder at random. So a level limits the nodes, the depth and the moves that are seen (search_state.h). It also adds
   noise to the value of every move. The strongest levels limit only the nodes.

   If a game ends only by points, weak players must want points. If they played for the chance to win, they would not:
   a leader hardly raises that chance with another point, so the noise hides it, and the opponent only defends. So the
   weakest levels of such a game play for their own progress, as beginners do.

   The other levels have good and bad days: in some games their noise is larger than in others. If the gap between
   random and best play is very wide, this lets neighbouring levels beat each other now and then. */
#include "levels.h"

#include <ascona/random.h>

#include "base/hash.h"
#include "engine/common/search_state.h"

#include <string.h>

static const asc_level default_levels[ASC_LEVELS] = {
    {200, 1, 500, 1500}, {400, 2, 350, 800}, {800, 2, 200, 400}, {1600, 3, 100, 200}, {3200, 4, 50, 100},
    {6400, 0, 0, 0},     {12800, 0, 0, 0},   {25600, 0, 0, 0},   {51200, 0, 0, 0},
};

/* Returns a random number between -max and max. Small ones are more likely. */
static int32_t deviation(asc_random *random, int32_t max) {
  uint32_t range = (uint32_t)max + 1, up = asc_random_below(random, range);
  uint32_t down = asc_random_below(random, range);
  return (int32_t)up - (int32_t)down;
}

/* Returns the progress of the player to move at the end of the line. */
static int32_t progress_of(const asc_rules *rules, const void *start, const asc_line *line) {
  asc_position position;
  memcpy(&position, start, rules->position_size);
  for (int i = 0; i < line->length; i++) asc_position_play(rules, &position, line->moves[i]);
  return rules->game->knowledge->progress(rules, &position, asc_position_turn(rules, start));
}

/* Returns the move that seems best with noise. `progress_from` is the position if the level plays for progress, or
   NULL. Lines come best first, so without noise the first is chosen. */
static asc_move noisy_choice(const asc_rules *rules, const void *progress_from, const asc_search_report *report,
                             int32_t noise, asc_random *random) {
  asc_move choice = report->lines[0].moves[0];
  int32_t best = INT32_MIN;
  for (int i = 0; i < report->line_count; i++) {
    const asc_line *line = &report->lines[i];
    int32_t value = progress_from != NULL ? progress_of(rules, progress_from, line) : line->score;
    value += deviation(random, noise);
    if (value <= best) continue;
    best = value;
    choice = line->moves[0];
  }
  return choice;
}

/* The noise is multiplied or divided by the same factors, with equal probability. */
asc_level asc_level_for_game(const asc_level *usual, int variation, uint64_t game, int player) {
  enum { ONE = 1000 };
  asc_level level_today = *usual;
  asc_random random;
  asc_random_seed(&random, asc_hash_add(game, (uint64_t)player));
  int32_t change = deviation(&random, variation);
  int64_t noise = usual->noise;
  level_today.noise = (int32_t)(change < 0 ? noise * ONE / (ONE - change) : noise * (ONE + change) / ONE);
  return level_today;
}

static void task_limit(asc_search_task *task, const asc_level *level) {
  if (task->nodes == 0 || task->nodes > level->nodes) task->nodes = level->nodes;
  if (level->depth > 0 && (task->depth == 0 || task->depth > level->depth)) task->depth = level->depth;
  if (level->noise > 0) task->lines = INT32_MAX;
}

/* A level that plays for progress has no bad days: it would not finish its games on them. */
int asc_level_choose(asc_search *search, const asc_search_task *task, int level, uint64_t seed, asc_move *move,
                     asc_search_report *report) {
  const asc_rules *rules = search->rules;
  const asc_knowledge *knowledge = rules->game->knowledge;
  bool has_levels = knowledge != NULL && knowledge->levels != NULL;
  bool plays_for_progress = has_levels && knowledge->progress != NULL && level <= knowledge->progress_levels;
  asc_level level_today = has_levels ? knowledge->levels[level - 1] : default_levels[level - 1];
  if (has_levels && !plays_for_progress)
    level_today = asc_level_for_game(&level_today, knowledge->strength_variation, task->game_seed,
                                     asc_position_turn(rules, task->position));
  asc_search_task limited = *task;
  asc_search_report found;
  asc_random random;
  asc_random_seed(&random, seed);
  asc_search_blindness blindness = {.seed = (uint32_t)asc_random_next(&random) | 1,
                                    .overlook_permille = level_today.overlook_permille};
  task_limit(&limited, &level_today);
  int code = asc_search_run_with_blindness(search, &limited, &blindness, &found);
  if (code < 0) return code;
  const void *progress_from = plays_for_progress ? task->position : NULL;
  *move = level_today.noise > 0 ? noisy_choice(rules, progress_from, &found, level_today.noise, &random)
                                : found.lines[0].moves[0];
  if (report != NULL) *report = found;
  return ASC_OK;
}
