/* A search from within: what its ways of searching share.

   asc_search_run prepares the run and hands it to one of them: search over plies for two players without chance
   (plies.c), over whole turns where there are dice or more players (turns.h), best-first search to choose a move where
   the game is one for that (mcts.h). Each fills `lines`, calls asc_run_report after every improvement, and asks
   asc_run_is_over every thousand nodes or sooner. Where several threads work, the first ends the run. */
#ifndef ASC_ENGINE_COMMON_RUN_H
#define ASC_ENGINE_COMMON_RUN_H

#include <ascona/search.h>

#include "tt.h"

/* What a person of some strength does not see. All 0: sees everything. */
typedef struct asc_sight {
  uint32_t seed; /* with a seed a run recalls nothing of earlier ones, so that it depends on the seed alone */
  int blind;     /* of 1000 moves of the opponent's and of later own moves, how many are overlooked */
} asc_sight;

typedef struct asc_mcts asc_mcts;

struct asc_search {
  const asc_rules *rules;
  asc_host host;
  asc_oracle oracle;
  int threads;
  asc_tt tt;
  _Atomic bool stopped;
  bool continues; /* this run is part of a longer task: a stop ends all of it */
  unsigned age;   /* of what is in the table: one more for every run */
  asc_mcts *mcts; /* NULL: moves are not chosen by best-first search */

  /* The run in progress. */
  const asc_task *task;
  asc_sight sight;
  int64_t began;
  int twice_count; /* positions that arose twice before the run's, by their keys, ascending */
  uint64_t *twice;
  _Atomic bool ended;     /* the first thread is done: the others need not go on */
  _Atomic uint64_t nodes; /* of all threads, as far as they have told */
  int line_room;          /* lines there is room for: as many as there are moves, or fewer if fewer are wanted */
  int line_count;
  asc_line *lines;
  asc_move *best; /* of a solution */
};

/* Whether to give up now: stopped or out of time; and the other threads done, or past the nodes. */
bool asc_run_is_late(asc_search *search);
bool asc_run_is_over(asc_search *search);
/* Whether a new, deeper pass should begin. */
bool asc_run_goes_on(asc_search *search);
void asc_run_fill_report(asc_search *search, int depth, asc_report *report);
void asc_run_report(asc_search *search, int depth);

/* Whether a position arose twice before the run's own: once more, and the game is a draw. */
bool asc_run_has_seen_twice(const asc_search *search, uint64_t key);
/* Whether a line leads back to a position of the game so far: a proof does not know of those. */
bool asc_task_goes_back(const asc_task *task, const asc_rules *rules, const asc_move *line, int length);

/* Before and after the work of a run. */
int asc_run_begin(asc_search *search, const asc_task *task);
void asc_run_end(asc_search *search);

/* Each leaves at least one line with one move. ASC_OK or an error code. */
int asc_plies_run(asc_search *search);
int asc_turns_run(asc_search *search);

/* The same as asc_search_run for a player who overlooks things. */
int asc_run_with_sight(asc_search *search, const asc_task *task, const asc_sight *sight, asc_report *report);

#endif
