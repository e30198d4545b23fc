/* Games that were played, by the positions they went through: which moves followed there, and how those games ended.
   Positions that are images of each other are one (alike.h): a game is kept as it was played, and whoever asks asks for
   all images. */
#ifndef ASC_STUDY_PAST_H
#define ASC_STUDY_PAST_H

#include "core/json.h"

#include <ascona/record.h>

typedef struct asc_past asc_past;

int asc_past_open(asc_past **past);
void asc_past_close(asc_past *past);

/* Takes a text whose games are to be read, in place of one before it, whatever is left of that. `name` is what the
   person is called whose games they are: his seat is the one of that name, or else the only one without a name. NULL:
   they are nobody's. ASC_OK or an error code. */
int asc_past_take(asc_past *past, const char *text, const char *name, asc_error *error);
/* Reads on: 1 when there is more of the text after so many games, 0 when not, or ASC_E_MEMORY. */
int asc_past_read(asc_past *past, int most);

/* All games that are there, and how many more could not be read. */
int asc_past_games(const asc_past *past);
int asc_past_wrong(const asc_past *past);

/* What followed on a position, as the members of one JSON object, with at most `most` of the games. ASC_OK or
   ASC_E_MEMORY. */
int asc_past_json(asc_json *json, const asc_past *past, const asc_rules *rules, const void *position, int most);

#endif
