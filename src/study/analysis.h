/* What there is to say of a position: the best lines with their scores, and what a die roll is worth.

   A position that can be proved soon is proved; else it is searched, deeper and deeper, and with all moves asked for
   half of the effort goes into a proof of each. At a die roll, or right after one, its faces are compared. */
#ifndef ASC_STUDY_ANALYSIS_H
#define ASC_STUDY_ANALYSIS_H

#include "core/json.h"
#include "play/seats.h"
#include "roll.h"
#include "task.h"

typedef struct asc_analysis {
  const asc_play *play;
  const asc_rules *rules;
  const void *position;
  asc_seats seats;

  asc_report report;    /* the best lines; none at a die roll and in a finished game */
  asc_roll roll;        /* the roll that is due, or the last ply if that was one; no depth: neither */
  const void *before;   /* the position it is rolled in; NULL: there is no roll */
  int rolled;           /* the face that was, or -1 */
  int64_t began, spent; /* microseconds */
  uint64_t tried;       /* nodes of searches before the one in progress */

  asc_line proved; /* where a proof is kept */
  asc_line *all;   /* and every move's */
} asc_analysis;

typedef struct asc_analysis_wish {
  asc_limits limits;
  int lines;      /* the best so many */
  bool all_moves; /* a line for each instead */
  /* The work is shared by so many, and this one has the share of that number, from 0: the lines of every so-manyth
     move. 0: nobody shares. What hangs on a die cannot be shared, and is the first one's. */
  int shares, share;
} asc_analysis_wish;

/* Looks at the game, which must stay as it is. ASC_OK or ASC_E_MEMORY; asc_analysis_close in both cases. */
int asc_analysis_open(asc_analysis *analysis, const asc_play *play);
void asc_analysis_close(asc_analysis *analysis);

/* Thinks about the position. `watch` is told whenever something better was found, and may end it, with what there is.
   What was found stays until the search is used again. A finished game needs none. ASC_OK or an error code. */
int asc_analysis_run(asc_analysis *analysis, asc_search *search, const asc_analysis_wish *wish, const asc_watch *watch);

/* How deep the lines go, or at a die roll what follows its faces; and how many positions were looked at. */
int asc_analysis_depth(const asc_analysis *analysis);
uint64_t asc_analysis_nodes(const asc_analysis *analysis);

/* The members of one JSON object; `final` says that nothing better follows. */
void asc_analysis_json(asc_json *json, const asc_analysis *analysis, bool final);

/* The proofs (analysis_proof.c). Whether there are any: two players, no dice. */
bool asc_analysis_is_provable(const asc_analysis *analysis);
/* Tries to prove the position with a part of the limits, which are not of depth. 1 when the line is exact, 0 when there
   is no proof, or an error code. *nodes is what it took. */
int asc_analysis_prove(const asc_analysis *analysis, asc_search *search, const asc_limits *limits, asc_line *line,
                       uint64_t *nodes);
/* Tries to prove every line that is not exact, each beginning with another move, within the limits; then sorts them.
   Adds to *nodes what it took. ASC_OK or an error code. */
int asc_analysis_prove_moves(const asc_analysis *analysis, asc_search *search, const asc_limits *limits,
                             const asc_watch *watch, asc_line *lines, int count, uint64_t *nodes);

#endif
