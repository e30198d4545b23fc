/* Proof-number search: can a player force a score?

   It answers one question about one position with yes, no or unknown, for two players without chance. It is at its best
   where wins are deep and narrow, because one side has to meet threats, and it copes with positions that come again.

   - Yes: the player can bring about an end on the board with at least that score, within `plies` plies, whatever the
     other does. It never rests on a repetition or on the ply limit.
   - No: the other can keep him from it. Where the score asked for is more than 0 it is enough for the other to go on
   for ever, because that is a draw by the rules; where a draw would do for the player, a no never rests on one.

   Both hold for a game that starts at the position, without a history. */
#ifndef ASC_ENGINE_PROOF_PROOF_H
#define ASC_ENGINE_PROOF_PROOF_H

#include "engine/common/run.h"

typedef struct asc_proof_question {
  const void *position;
  int player;
  int32_t score;  /* that he is to reach at least, in hundredths as in knowledge.h */
  int plies_left; /* until the ply limit; 0: none */
  uint64_t nodes; /* at most, besides the limits of the run; 0: no limit */
} asc_proof_question;

typedef enum asc_proof_answer { PROOF_UNKNOWN, PROOF_YES, PROOF_NO } asc_proof_answer;

typedef struct asc_proof_result {
  asc_proof_answer answer;
  int32_t score;            /* yes: what he reaches at least; no: at most */
  int plies;                /* yes: until it is plain, at most */
  uint32_t proof, disproof; /* unknown: how many positions must at least be settled for a yes, and for a no */
  uint64_t nodes;
  int length; /* yes: a line, as far as it is known; the player has a move in it if it is his turn */
  asc_move line[ASC_LINE_MAX];
} asc_proof_result;

/* Works in a run (asc_run_begin) and with its table. ASC_OK or an error code. */
int asc_proof_search(asc_search *search, const asc_proof_question *question, asc_proof_result *result);

/* What is known of the score of a position, for the player to move. */
typedef struct asc_proof_score {
  const void *position;
  int plies_left;
  int32_t guess;
  int32_t least, most;   /* true bounds; the search brings them nearer to each other */
  int32_t yes[2], no[2]; /* by player: for what he was asked last when the answer was yes, and no; 0: never */
  asc_move first;        /* that led to the last yes for the player to move */
  void (*news)(void *data, const struct asc_proof_score *score); /* when it has; may be NULL */
  void *data;
} asc_proof_score;

/* Asks for one player and for the other, until the bounds meet, the run is over or nothing more can be found. */
int asc_proof_close_in(asc_search *search, asc_proof_score *score);

#endif
