/* The inside of an analysis, for its own files and for front ends that print it. Read ascona/analysis.h first. An
   analysis does not own the game, the rules or the search. */
#ifndef ASC_STUDY_ANALYSIS_H
#define ASC_STUDY_ANALYSIS_H

#include <ascona/analysis.h>

#include "base/json.h"
#include "play/seats.h"
#include "roll.h"
#include "search_task.h"

struct asc_analysis {
  const asc_play *play;
  const asc_rules *rules;
  const void *position;
  asc_seats seats;

  asc_search_report report;         /* the best lines; none at a die roll and in a finished game */
  asc_roll roll;                    /* the pending roll, or the last ply if it was a roll; depth 0: no roll */
  const void *position_before_roll; /* NULL: there is no roll */
  int rolled_face;                  /* index of the face that was rolled, or -1 */
  int64_t started_us, elapsed_us;   /* start time and time spent so far */
  uint64_t earlier_nodes;           /* nodes of earlier searches; not those of the search in progress */

  asc_line proved_line; /* storage for the line of a proof */
  asc_line *all_lines;  /* storage for the lines of all moves; owned */
};

/* Writes the members of the JSON object that the caller has opened. `final` says that no better result follows. */
void asc_analysis_json(asc_json *json, const asc_analysis *analysis, bool final);

/* The proofs, in analysis_proof.c. Returns whether positions of the game can be proved: two players and no dice. */
bool asc_analysis_is_provable(const asc_analysis *analysis);
/* Tries to prove the value of the position with an eighth of the limits on nodes and time, at most one second. The
   limit on depth is ignored. Returns 1 and fills `line` if the value is exact, 0 without a proof, or an error code.
   Writes the nodes searched to *nodes. */
int asc_analysis_prove(const asc_analysis *analysis, asc_search *search, const asc_search_limits *limits,
                       asc_line *line, uint64_t *nodes);
/* Tries to prove every line that is not exact, within the limits, and then sorts the lines. Every line must start with
   a different move. Adds the nodes searched to *nodes. Returns ASC_OK or an error code. */
int asc_analysis_prove_moves(const asc_analysis *analysis, asc_search *search, const asc_search_limits *limits,
                             const asc_progress *progress, asc_line *lines, int count, uint64_t *nodes);

#endif
