/* Searching: the score of a position, how certain it is, and the best lines.

   Open a search for some rules, with its transposition table and threads, and run it for one position after another; it
   remembers in its table what it has learnt. Several searches may run in one process. asc_search_stop and
   asc_search_nodes may be called from any thread, the other functions from one thread at a time.

   A reported score is in hundredths, for the player to move. In games that count the margin these are hundredths of a
   point, and 0 is even. In games that count the chance to win they are hundredths of a percent: the chance itself, 0 to
   10000. (Inside the engine, in knowledge.h and in an oracle, 0 is even in these games too.)

   Every score says how certain it is: `exact` is proven, `lower` and `upper` are proven bounds, an `estimate` is not
   proven. Proofs hold for a game that starts at the position, without a history.

   All numbers are integers: with one thread, the same rules, task and limits in nodes or depth give the same nodes and
   the same moves on every platform. */
#ifndef ASCONA_SEARCH_H
#define ASCONA_SEARCH_H

#include <ascona/game.h>

ASC_C_BEGIN

/* LOWER: the true score is at least this. UPPER: it is at most this. */
typedef enum asc_certainty { ASC_ESTIMATE, ASC_LOWER, ASC_UPPER, ASC_EXACT } asc_certainty;
/* Returns "estimate", "lower", "upper" or "exact". The text is static. */
ASC_API const char *asc_certainty_name(asc_certainty certainty);

enum { ASC_LINE_MAX = 48 }; /* moves of a line */

/* One of the best lines: a first move and what follows. */
typedef struct asc_line {
  asc_certainty certainty;
  int32_t score;                    /* see above */
  int32_t chances[ASC_PLAYERS_MAX]; /* by player, hundredths of a percent; in games that count the chance to win */
  int depth;                        /* plies searched; turns in games with dice or more than two players */
  int plies;                        /* until the end of the game, if an oracle knows; 0: unknown, or a draw */
  int length;                       /* the number of `moves` */
  asc_move moves[ASC_LINE_MAX];
} asc_line;

/* The results of a search so far. */
typedef struct asc_search_report {
  int depth;          /* reached so far, in the unit of asc_line.depth */
  uint64_t nodes;     /* positions searched */
  int64_t elapsed_us; /* since the search started */
  int line_count;
  const asc_line *lines; /* best first; the search owns them, and they are valid until its next run */
} asc_search_report;

/* A position to search, and the limits. Zero in all members except `position` means one line and no limits. The caller
   owns everything that the task points to; it must not change before the search ends. */
typedef struct asc_search_task {
  const void *position;       /* of a game that is not over; a die may have to be rolled there */
  const uint64_t *keys;       /* repetition keys of the game so far (asc_play_repetition_keys); may be NULL */
  int key_count;              /* the last key belongs to `position` */
  int plies_left;             /* until the ply limit; 0: no limit */
  uint64_t game_seed;         /* the same in all moves of a game: the strength of a level varies with it */
  int lines;                  /* how many best lines to find; 0: one. At most one per move is found */
  const asc_move *root_moves; /* consider only these legal moves; NULL: all */
  int root_move_count;        /* at least 1 if there are root moves */

  /* Limits; 0: none. A search also ends when all its lines are exact. */
  int depth;       /* in plies; in turns in games with dice or more than two players */
  uint64_t nodes;  /* the search may exceed this by 1/16, plus one node per thread, plus 1000 */
  int64_t soft_us; /* after this time, start no new iteration */
  int64_t hard_us; /* after this time, stop */

  /* Called after every improvement, in the thread that runs the search; may be NULL. */
  void (*on_report)(void *data, const asc_search_report *report);
  void *data;
} asc_search_task;

typedef struct asc_search asc_search;

/* Callbacks by which a search reads the time and learns that it should stop. Every thread of the search calls them,
   about once per thousand nodes, so several calls may happen at the same time. */
typedef struct asc_search_hooks {
  int64_t (*now_us)(void *data);   /* a monotonic clock in microseconds; NULL: the system's */
  bool (*should_stop)(void *data); /* may be NULL; asc_search_stop works in any case */
  void *data;
} asc_search_hooks;

/* If an oracle doesn't know the distance to the end of the game, the search assumes at most this many plies. */
enum { ASC_ORACLE_PLIES_MAX = 200 };

/* A source of exact scores for some positions, such as a tablebase (tablebase.h) or a book. The search takes its
   answers as proven and does not search further there; if it knows all moves of the position, there is nothing to
   search. Like every proof, an answer holds for a game that starts at the position. The search ignores a win or a loss
   if the ply limit may come before it. */
typedef struct asc_oracle {
  /* Returns false if the position is unknown, else true and the answer. *score is for the player to move, in hundredths
     as in knowledge.h. *plies is the distance to the end if the winner hurries and the loser delays, 0 if it is unknown
     or a draw. Every thread of a search calls it, never for a finished game. */
  bool (*probe)(void *data, const void *position, int32_t *score, int *plies);
  void *data;
} asc_oracle;

/* Returns the book of the game as an oracle; its `probe` is NULL if the game has no book. The rules must outlive it. */
ASC_API asc_oracle asc_book_oracle(const asc_rules *rules);

enum { ASC_THREADS_MAX = 256 };

typedef struct asc_search_options {
  size_t hash_bytes; /* of the transposition table; 0: 16 MiB */
  int threads;       /* 0: one; at most ASC_THREADS_MAX */
  bool for_play;     /* only choose moves: games that play better with best-first search use it for single lines */
  asc_search_hooks hooks;
} asc_search_options;

/* Opens a search, which the caller owns. `options` may be NULL and is copied; the rules must outlive the search.
   Returns ASC_OK, or ASC_E_MEMORY if the transposition table doesn't fit. */
ASC_API int asc_search_open(asc_search **search, const asc_rules *rules, const asc_search_options *options);
/* Sets the oracle for the runs that follow; NULL: none. The struct is copied, its data must outlive the search. */
ASC_API void asc_search_set_oracle(asc_search *search, const asc_oracle *oracle);
/* Searches until all lines are exact, a limit is reached or it is stopped, and fills `report`, which may be NULL. There
   is at least one line, however early it is stopped. Every line has at least one move, except at a die roll: there the
   first line has none and gives the mean of all faces, and each of the others starts with a face. Returns ASC_OK or
   ASC_E_MEMORY. */
ASC_API int asc_search_run(asc_search *search, const asc_search_task *task, asc_search_report *report);
/* Stops the run in progress; if there is none, the next run stops at once. */
ASC_API void asc_search_stop(asc_search *search);
/* Returns how many positions the current or last run has searched. During a run it lags behind by up to about a
   thousand per thread. */
ASC_API uint64_t asc_search_nodes(const asc_search *search);
/* Forgets everything that earlier runs have learnt: the next run behaves like the first. */
ASC_API void asc_search_clear(asc_search *search);
ASC_API void asc_search_close(asc_search *search);

/* Sets soft_us and hard_us for one move of a game with clocks: `left` is the player's remaining time and `increment`
   the time added per move, both in microseconds. */
ASC_API void asc_search_task_set_clock(asc_search_task *task, int64_t left, int64_t increment);

/* A proof: the exact score of a position, or the bounds that were proven within the limits. */
typedef struct asc_solution {
  bool proved;          /* the score is exact */
  int32_t lower, upper; /* bounds of the score, as reported scores (see above); equal if proved */
  uint64_t nodes;       /* positions searched */
  int64_t elapsed_us;
  int best_count;       /* the number of moves in `best`; 0 unless proved */
  bool others_worse;    /* all other moves are proven to be worse */
  const asc_move *best; /* moves proven to reach the score; the search owns them until its next run */
  int plies;            /* until the end of the game, if an oracle knows; 0: unknown, or a draw */
  int line_length;      /* of `line`: best play, as far as it is known */
  asc_move line[ASC_LINE_MAX];
} asc_solution;

/* Tries to prove the score of the task's position, for two players without dice, until `nodes` or `hard_us` of the task
   is reached. It considers all moves, uses one thread, and ignores the other limits, `root_moves`, `lines` and
   `on_report`. `progress` may be NULL; it is called whenever a bound changes, and at the end. Returns ASC_OK, proved or
   not; ASC_E_STATE for other games; or ASC_E_MEMORY. */
ASC_API int asc_search_solve(asc_search *search, const asc_search_task *task, asc_solution *solution,
                             void (*progress)(void *data, const asc_solution *so_far), void *data);

ASC_C_END

#endif
