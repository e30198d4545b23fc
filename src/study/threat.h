/* What the next player would do if it were his turn now: the turn is passed, and the position that leaves searched. */
#ifndef ASC_STUDY_THREAT_H
#define ASC_STUDY_THREAT_H

#include "core/json.h"
#include "task.h"

typedef struct asc_threat {
  int player;          /* who would move; 0: nobody can pass here, or he could not move */
  asc_position passed; /* where he would be */
  int count;           /* the moves of his whole turn; where it begins with a die, the face that is best for him */
  asc_move moves[ASC_LINE_MAX];
  asc_certainty certainty;
  int32_t score; /* for him, in hundredths */
} asc_threat;

/* Within the limits, which are for all of it; `watch` may end it. ASC_OK, also without a threat, or an error code. */
int asc_threat_find(asc_threat *threat, const asc_play *play, asc_search *search, const asc_limits *limits,
                    const asc_watch *watch);

/* The members of one JSON object. */
void asc_threat_json(asc_json *json, const asc_rules *rules, const asc_threat *threat);

#endif
