/* Writes the players and the result of a recorded game in the current language. */
#ifndef CLI_SPEECH_RESULT_H
#define CLI_SPEECH_RESULT_H

#include "language.h"
#include "play/seats.h"

#include <ascona/record.h>

/* Writes the players, such as "Anna (White) - Ben (Black)". A player whose tag is missing is named by the colour
   only. Returns `text`. */
const char *cli_result_write_players(const asc_seats *seats, const asc_rules *rules, const asc_record *record,
                                     char *text, size_t size);
/* Writes the result, such as "White won 22 to 0", "a draw, 0 to 0" or "unfinished". Returns `text`. */
const char *cli_result_write(const asc_seats *seats, const asc_rules *rules, const asc_record_summary *summary,
                             char *text, size_t size);

#endif
