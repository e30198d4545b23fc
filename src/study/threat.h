/* The threat in a position: what the next player would do if it were their turn now. The turn is passed and the
   resulting position is analysed. */
#ifndef ASC_STUDY_THREAT_H
#define ASC_STUDY_THREAT_H

#include "base/json.h"
#include "search_task.h"

typedef struct asc_threat {
  int player;            /* the player who would move; 0: the turn cannot be passed, or that player has no move */
  asc_position position; /* the position after the pass */
  int move_count; /* moves of the whole turn; if it starts with a roll, the best face for the player comes first */
  asc_move moves[ASC_LINE_MAX];
  asc_certainty certainty;
  int32_t score; /* for the player, in hundredths */
} asc_threat;

/* Finds the threat in the current position of the game within the limits, which cover all searches.
   progress->should_stop may end it early. Returns ASC_OK, also if there is no threat, or an error code. */
int asc_threat_find(asc_threat *threat, const asc_play *play, asc_search *search, const asc_search_limits *limits,
                    const asc_progress *progress);

/* Writes the members of the JSON object that the caller has opened. */
void asc_threat_json(asc_json *json, const asc_rules *rules, const asc_threat *threat);

#endif
