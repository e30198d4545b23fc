/* Searching: what a position is worth, how sure that is, and the best lines.

   A search is opened once for some rules, with its table and threads, and run for one position after another; what it
   learned stays in its table. Several may run in one process at once. asc_search_stop and asc_search_nodes may be
   called from any thread; the rest from one at a time.

   Every score says what it is. `exact` is proved, `lower` and `upper` are proved bounds, an `estimate` is a guess. What
   is proved holds for a game that starts at the position, without a history.

   Everything is integers: with one thread, the same rules, task and limits in nodes or depth give the same nodes and
   the same moves everywhere. */
#ifndef ASCONA_SEARCH_H
#define ASCONA_SEARCH_H

#include <ascona/game.h>

ASC_C_BEGIN

typedef enum asc_certainty { ASC_ESTIMATE, ASC_LOWER, ASC_UPPER, ASC_EXACT } asc_certainty;
/* "estimate", "lower", "upper" or "exact". */
ASC_API const char *asc_certainty_word(asc_certainty certainty);

enum { ASC_LINE_MAX = 48 };

/* One of the best lines: a first move and what follows. */
typedef struct asc_line {
  asc_certainty certainty;
  int32_t score;                    /* for the player to move, in hundredths: points of margin, or percent */
  int32_t chances[ASC_PLAYERS_MAX]; /* by player, hundredths of a percent; games that count the chance to win */
  int depth;                        /* plies looked ahead; in games with dice, turns */
  int plies;                        /* until the end, as an oracle says; 0: not known, or a draw */
  int length;
  asc_move moves[ASC_LINE_MAX];
} asc_line;

/* What a search has found so far, best line first. It belongs to the search and stays until the next run. */
typedef struct asc_report {
  int depth;
  uint64_t nodes;
  int64_t microseconds;
  int count;
  const asc_line *lines;
} asc_report;

/* What is to be searched, and for how long. Zero everywhere but `position` asks for one line without limits. */
typedef struct asc_task {
  const void *position; /* not a finished game, and not a die roll unless the game has dice */
  const uint64_t *keys; /* of the game's positions, oldest first, as asc_play_keys gives them; may be NULL */
  int key_count;
  int plies_left;        /* until the ply limit; 0: none */
  uint64_t game;         /* which game it is: a player may be in another form in the next */
  int lines;             /* how many; 0 is one, more than there are moves: all */
  const asc_move *moves; /* only these first moves; NULL: all */
  int move_count;

  int depth;          /* 0: no limit, here and below; a search also ends when all its lines are exact */
  uint64_t nodes;     /* overshot by a sixteenth of it, one node per thread and 1000 more at most */
  int64_t soft, hard; /* microseconds: begin nothing new; give up */

  void (*report)(void *data, const asc_report *report); /* after every improvement; may be NULL */
  void *data;
} asc_task;

typedef struct asc_search asc_search;

/* Where a search learns the time and that it should stop. The functions are called every thousand nodes or sooner,
   with several threads by each of them. */
typedef struct asc_host {
  int64_t (*microseconds)(void *data); /* a clock that never goes back; NULL: the system's */
  bool (*stop)(void *data);            /* besides asc_search_stop; may be NULL */
  void *data;
} asc_host;

/* An end that an oracle does not count the plies to is nearer than this. */
enum { ASC_ORACLE_PLIES = 200 };

/* Somebody who knows the exact score of some positions, such as tables of solved ones (tables.h). What he knows is
   taken as proved: a search goes no further there, and where he knows every move there is nothing to search. Like
   everything proved it holds for a game that starts at the position; where the ply limit may come before the end, he is
   believed only if he says that it does not. */
typedef struct asc_oracle {
  /* The score for the player to move, in hundredths as in knowledge.h, and the plies until the end, when the winner
     hurries and the loser holds out; 0: not known, or a draw. False: he does not know. Never called for a finished
     game; by every thread of a search. */
  bool (*ask)(void *data, const void *position, int32_t *score, int *plies);
  void *data;
} asc_oracle;

/* What the game knows by heart (knowledge.h), as somebody to ask; nobody where it knows nothing. The rules must outlive
   him. */
ASC_API asc_oracle asc_book(const asc_rules *rules);

enum { ASC_THREADS_MAX = 256 };

typedef struct asc_search_options {
  size_t hash; /* bytes of the table; 0: 16 MiB */
  int threads; /* 0: one; at most ASC_THREADS_MAX */
  bool plays;  /* it is for choosing moves: where that is stronger, one line is found by best-first search, unproved */
  asc_host host;
} asc_search_options;

/* The rules must outlive the search. `options` may be NULL. ASC_E_MEMORY when the table does not fit. */
ASC_API int asc_search_open(asc_search **search, const asc_rules *rules, const asc_search_options *options);
/* From the next run on: whom to ask, who must outlive the search; NULL: nobody. It is copied. */
ASC_API void asc_search_consult(asc_search *search, const asc_oracle *oracle);
/* At least one line, however early it is stopped. Every line has a move or more, but for the first one at a die roll:
   it has none and tells the mean of all faces, and the others begin with a face. Returns ASC_OK or an error code. */
ASC_API int asc_search_run(asc_search *search, const asc_task *task, asc_report *report);
/* Ends the run in progress, or the next one at once if there is none. */
ASC_API void asc_search_stop(asc_search *search);
/* How many positions the run in progress has looked at, to within a thousand or so; or the last one, if there is none.
 */
ASC_API uint64_t asc_search_nodes(const asc_search *search);
/* Forgets everything: the next run is as the first. */
ASC_API void asc_search_clear(asc_search *search);
ASC_API void asc_search_close(asc_search *search);

/* The time for one move by the clock: what is left and what every move adds, in microseconds. */
ASC_API void asc_task_clock(asc_task *task, int64_t left, int64_t increment);

/* A proof: the exact score of a position, or the bounds that were proved within the limits. */
typedef struct asc_solution {
  bool proved;
  int32_t least, most; /* in hundredths, for the player to move; equal when proved */
  uint64_t nodes;
  int64_t microseconds;
  int best_count; /* the moves proved to reach the score, when that is proved; else 0 */
  bool best_all;  /* and every other move is proved to be worse */
  const asc_move *best;
  int plies;  /* until the end, as an oracle says; 0: not known, or a draw */
  int length; /* a line of best play, as far as it is known */
  asc_move line[ASC_LINE_MAX];
} asc_solution;

/* Works until it is proved or a limit in nodes or time runs out. All moves count: the task's `moves`, `lines` and
   `depth` are not looked at. `progress` may be NULL; it is called now and then. */
ASC_API int asc_search_solve(asc_search *search, const asc_task *task, asc_solution *solution,
                             void (*progress)(void *data, const asc_solution *so_far), void *data);

ASC_C_END

#endif
