/* The state of a search, and the functions that all search methods share.

   asc_search_run prepares the search and calls one method:
   - alpha-beta search (alphabeta.c) for two players without chance,
   - search over whole turns (turns.h) for games with dice or more players,
   - MCTS (mcts.h) to choose a move in games that are suited to it.

   Each method fills `lines`, calls asc_search_send_report after every improvement, and checks asc_search_is_over at
   least every thousand nodes. With several threads, the search ends when the first thread ends. */
#ifndef ASC_ENGINE_COMMON_SEARCH_STATE_H
#define ASC_ENGINE_COMMON_SEARCH_STATE_H

#include <ascona/search.h>

#include "tt.h"

/* The blindness of a weak level: moves that it overlooks. All 0: it overlooks nothing. */
typedef struct asc_search_blindness {
  uint32_t seed;         /* not 0: the search reuses nothing from earlier searches, so the seed decides the result */
  int overlook_permille; /* how many of 1000 moves or turns are overlooked; alpha-beta sees every root move */
} asc_search_blindness;

typedef struct asc_mcts asc_mcts;

struct asc_search {
  const asc_rules *rules;
  asc_search_hooks hooks;
  asc_oracle oracle;
  int threads;
  asc_tt tt;
  _Atomic bool stop_requested; /* by asc_search_stop, from any thread */
  bool stop_persists;          /* this search is one of several for one task: a stop request ends all of them */
  unsigned generation;         /* of entries in the transposition table: one more for every search */
  asc_mcts *mcts;              /* NULL: MCTS is not used */

  /* The search in progress. */
  const asc_search_task *task;
  asc_search_blindness blindness;
  int64_t started_us;
  int repeated_key_count; /* keys of positions that occurred twice before the root, ascending */
  uint64_t *repeated_keys;
  _Atomic bool is_finished; /* the first thread is done, so the others should end */
  _Atomic uint64_t nodes;   /* of all threads, as far as they have added theirs */
  int line_capacity; /* lines to report: those the task asks for, at most one per root move (and the mean at a roll) */
  int line_count;
  asc_line *lines;
  asc_move *best_moves; /* of a solution; room for all moves */
};

/* Whether the search must end now. _is_interrupted: by a stop request or the hard time limit. _is_over: also because
   the first thread has ended or the node limit is reached. */
bool asc_search_is_interrupted(asc_search *search);
bool asc_search_is_over(asc_search *search);
/* Returns true if a new, deeper iteration should start: the search is not over and the soft time limit is not
   reached. */
bool asc_search_should_continue(asc_search *search);
/* Fills a report with the current state. The report points to the lines of the search. _send_report passes it to the
   callback of the task, if there is one. */
void asc_search_fill_report(asc_search *search, int depth, asc_search_report *report);
void asc_search_send_report(asc_search *search, int depth);

/* Returns true if the position with this key occurred twice before the root. Reaching it again makes the game a
   draw. */
bool asc_search_is_third_occurrence(const asc_search *search, uint64_t key);
/* Returns true if a line of moves from the root leads back to an earlier position of the game. Proofs ignore the
   history of the game. */
bool asc_search_line_repeats_game(const asc_search_task *task, const asc_rules *rules, const asc_move *line,
                                  int length);

/* Before and after the work of a search. _begin returns ASC_OK or an error code; _end must follow in both cases. The
   task must outlive the search. */
int asc_search_begin(asc_search *search, const asc_search_task *task);
void asc_search_end(asc_search *search);

/* Each method leaves at least one line with one move. Returns ASC_OK or an error code. */
int asc_alphabeta_run(asc_search *search);
int asc_turns_run(asc_search *search);

/* The same as asc_search_run, but with blindness. */
int asc_search_run_with_blindness(asc_search *search, const asc_search_task *task,
                                  const asc_search_blindness *blindness, asc_search_report *report);

#endif
