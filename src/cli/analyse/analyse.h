/* What `analyse` finds in a position, and how it is told. */
#ifndef ASC_CLI_ANALYSE_ANALYSE_H
#define ASC_CLI_ANALYSE_ANALYSE_H

#include "cli/roll.h"
#include "cli/think.h"
#include "draw/text/board.h"
#include "play/seats.h"

typedef struct analysis {
  const asc_play *play;
  const asc_rules *rules;
  const void *position;
  asc_seats seats;

  asc_report report;    /* the best lines; none at a die roll and in a finished game */
  cli_roll roll;        /* the roll that is due, or the last ply if that was one; no depth: neither */
  const void *before;   /* the position it is rolled in */
  int64_t microseconds; /* spent so far */
  int rolled;           /* the face that was, or -1 */
} analysis;

/* How deep the lines go, or at a die roll what follows its faces. */
int analysis_depth(const analysis *analysis);

/* Tries to prove the position with a part of the limits, which are not of depth. 1 when the line is exact, 0 when there
   is no proof, or an error code. *nodes is what it took. */
int analysis_prove(const analysis *analysis, asc_search *search, const think_limits *limits, asc_line *line,
                   uint64_t *nodes);

/* Whether there are proofs: two players, no dice. */
bool analysis_is_provable(const analysis *analysis);
/* Tries to prove every line that is not exact, each beginning with another move, within the limits; then sorts them.
   Adds to *nodes what it took. ASC_OK or an error code. */
int analysis_prove_moves(const analysis *analysis, asc_search *search, const think_limits *limits, asc_line *lines,
                         int count, uint64_t *nodes);

/* Title, whose turn it is, the lines with their scores, the roll. Lines are wrapped at the style's columns. */
void analysis_print(FILE *out, const analysis *analysis, const board_style *style);
/* The lines alone, each with the effort it took so far. */
void analysis_print_depth(FILE *out, const analysis *analysis, const board_style *style);
/* The members of one JSON object; `final` says that nothing better follows. */
void analysis_json(asc_json *json, const analysis *analysis, bool final);

#endif
