/* Analysis of a position: the best lines with their scores, and the value of a die roll.

   Open an analysis for a running game, run it with a search, read the lines or write everything as JSON, and close it.
   If one line is wanted, without a depth limit, it first tries a short proof. If that fails, it searches deeper and
   deeper. If all moves are wanted, half of the limits are for proofs of single moves. At a die roll, or right after
   one, it compares the faces of the die.

   Searches and their scores are explained in search.h. */
#ifndef ASCONA_ANALYSIS_H
#define ASCONA_ANALYSIS_H

#include <ascona/play.h>
#include <ascona/search.h>

ASC_C_BEGIN

/* Limits of an analysis or a review; 0: no limit. */
typedef struct asc_search_limits {
  int depth; /* in plies, or in turns if the game has dice or more than two players; a review ignores it */
  uint64_t nodes;
  int64_t time_us;
} asc_search_limits;

/* Callbacks for a caller who waits for an analysis or a review. Both functions may be NULL. They are called in the
   thread of the caller. */
typedef struct asc_progress {
  void (*on_progress)(void *data); /* called whenever a new result is available */
  bool (*should_stop)(void *data); /* called from time to time; true ends the work with the results so far */
  void *data;
} asc_progress;

/* Returns a task for asc_search_run or asc_player_choose: the position of a running game, with its history. The time
   limit becomes hard_us. `limits` may be NULL: no limits. The task points into the game, which must not change before
   the search ends. */
ASC_API asc_search_task asc_search_task_from_play(const asc_play *play, const asc_search_limits *limits);

typedef struct asc_analysis asc_analysis;

typedef struct asc_analysis_options {
  asc_search_limits limits;
  int lines;      /* how many of the best lines are wanted; 0: one */
  bool all_moves; /* one line for every move instead */
  /* Several workers may share the work: worker `share_index` (from 0) of `share_count` searches every share_count-th
     move. A `share_count` of 0 or 1: the work is not shared. In games with dice, worker 0 does all the work. */
  int share_count, share_index;
} asc_analysis_options;

/* Prepares the analysis of the current position. The game must not change or be closed before the analysis is closed.
   Returns ASC_OK or ASC_E_MEMORY. The caller owns *analysis. */
ASC_API int asc_analysis_open(asc_analysis **analysis, const asc_play *play);
ASC_API void asc_analysis_close(asc_analysis *analysis);

/* Analyses the position within the limits, and replaces the results of an earlier run. The search must have been opened
   for rules with the same spec; in a finished game it may be NULL. `progress` may be NULL. To end even a long search at
   once, the hooks of the search must stop it too. The lines are valid until the search is used again. Returns ASC_OK or
   ASC_E_MEMORY. */
ASC_API int asc_analysis_run(asc_analysis *analysis, asc_search *search, const asc_analysis_options *options,
                             const asc_progress *progress);

/* Returns the lines found so far, best first; none at a die roll and in a finished game. The analysis owns the report.
 */
ASC_API const asc_search_report *asc_analysis_report(const asc_analysis *analysis);
/* Returns the depth of the lines; at a die roll, the depth that was searched after each face. */
ASC_API int asc_analysis_depth(const asc_analysis *analysis);
/* Returns the number of positions searched. */
ASC_API uint64_t asc_analysis_nodes(const asc_analysis *analysis);

/* Writes the results as one line of JSON, the same as `ascona analyse --json` prints (docs/analysis.md). It ends with a
   newline and a zero byte; *length counts the newline. `final` says that no better result follows. The caller frees
   *text with free(). Returns ASC_OK, or ASC_E_MEMORY and *text is NULL. */
ASC_API int asc_analysis_write_json(const asc_analysis *analysis, bool final, char **text, size_t *length);

ASC_C_END

#endif
