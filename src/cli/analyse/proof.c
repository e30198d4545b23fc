/* What can be proved soon is no matter of a search: where the end is near, a proof is there long before a search is
   sure of anything. */
#include "analyse.h"

#include <string.h>

/* Whether a line comes back to a position of the game so far: a proof knows nothing of those. */
static bool goes_back(const analysis *a, const asc_solution *solution) {
  const uint64_t *keys;
  int count = asc_play_keys(a->play, &keys);
  asc_position position;
  memcpy(&position, a->position, a->rules->position_size);
  for (int i = 0; i < solution->length; i++) {
    asc_position_play(a->rules, &position, solution->line[i]);
    uint64_t key = asc_position_key(a->rules, &position);
    for (int k = 0; key != 0 && k < count; k++)
      if (keys[k] == key) return true;
  }
  return false;
}

static void line_fill(const analysis *a, const asc_solution *solution, asc_line *line) {
  int player = a->seats.player;
  *line = (asc_line){.certainty = ASC_EXACT, .score = solution->least, .depth = solution->length};
  line->length = solution->length;
  line->plies = solution->plies;
  memcpy(line->moves, solution->line, sizeof line->moves);
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

int analysis_prove(const analysis *a, asc_search *search, const think_limits *limits, asc_line *line, uint64_t *nodes) {
  enum { PART = 8, LONGEST = 1000000 }; /* microseconds: who watches should see something */
  *nodes = 0;
  if (!analysis_is_provable(a)) return 0;
  asc_task task = think_task(a->play, limits);
  if (task.nodes > 0) task.nodes = task.nodes / PART + 1;
  if (task.hard > 0) task.hard = task.hard / PART < LONGEST ? task.hard / PART + 1 : LONGEST;
  asc_solution solution;
  int code = asc_search_solve(search, &task, &solution, NULL, NULL);
  if (code < 0) return code;
  *nodes = solution.nodes;
  if (!solution.proved || solution.length == 0 || goes_back(a, &solution)) return 0;
  line_fill(a, &solution, line);
  return 1;
}
