/* Proof-number search: can a player force a score?

   It answers one question about one position with yes, no or unknown, for two players without chance. It is strong
   where wins are deep and narrow, because one side has to answer threats. It also handles positions that repeat.
   - Yes: the player can force an end of the game with at least that score, within `plies` plies. A yes never depends on
     a repetition or on the ply limit.
   - No: the opponent can prevent it. If the target is above 0, playing on for ever is enough for that, because it is a
     draw by the rules. If a draw would be enough for the player, a no never depends on a repetition.

   Both hold for a game that starts at the position, without a history. */
#ifndef ASC_ENGINE_PROOF_PROOF_H
#define ASC_ENGINE_PROOF_PROOF_H

#include "engine/common/search_state.h"

typedef struct asc_proof_question {
  const void *position;
  int player;           /* the player who should reach the target */
  int32_t target_score; /* to be reached at least, in hundredths as in knowledge.h */
  int plies_left;       /* until the ply limit; 0: none */
  uint64_t max_nodes;   /* in addition to the limits of the search; 0: no limit */
} asc_proof_question;

typedef enum asc_proof_answer { ASC_PROOF_UNKNOWN, ASC_PROOF_YES, ASC_PROOF_NO } asc_proof_answer;

typedef struct asc_proof_result {
  asc_proof_answer answer;
  int32_t score; /* yes: the player reaches at least this; no: at most this */
  int plies;     /* yes: an upper limit of the plies until bounds or the end of the game decide */
  uint32_t proof_number,
      disproof_number; /* unknown: how many positions must be settled, at least, for a yes and for a no */
  uint64_t nodes;
  int line_length; /* yes: a line, as far as it is known; not empty if the player is to move */
  asc_move line[ASC_LINE_MAX];
} asc_proof_result;

/* Works between asc_search_begin and asc_search_end, with the transposition table of the search. Returns ASC_OK or
   ASC_E_MEMORY. */
int asc_proof_search(asc_search *search, const asc_proof_question *question, asc_proof_result *result);

/* The bounds of the score of a position, for the player to move. */
typedef struct asc_proof_bounds {
  const void *position;
  int plies_left;
  int32_t estimate;     /* of the score: the target of the first question */
  int32_t lower, upper; /* proved; the search narrows them */
  int32_t last_yes[2],
      last_no[2];      /* by player: the target of the last question answered with yes, and with no; 0: none */
  asc_move first_move; /* first move of the last yes for the player to move */
  void (*on_change)(void *data, const struct asc_proof_bounds *bounds); /* after every change; may be NULL */
  void *data;
} asc_proof_bounds;

/* Asks questions for both players until the bounds meet, the search is over or nothing more can be found. Returns
   ASC_OK or an error code. */
int asc_proof_narrow_bounds(asc_search *search, asc_proof_bounds *bounds);

#endif
