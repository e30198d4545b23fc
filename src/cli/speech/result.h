/* Who played a recorded game and how it ended, in the words of the reader. */
#ifndef ASC_CLI_SPEECH_RESULT_H
#define ASC_CLI_SPEECH_RESULT_H

#include "language.h"
#include "play/seats.h"

#include <ascona/record.h>

/* "Anna (White) - Ben (Black)": the names of the tags, else the game's own. */
const char *say_players(const asc_seats *seats, const asc_rules *rules, const asc_record *record, char *text,
                        size_t size);
/* "White won 22 to 0", the winner's points first; "a draw, 0 to 0"; "unfinished". */
const char *say_result(const asc_seats *seats, const asc_rules *rules, const asc_summary *summary, char *text,
                       size_t size);

#endif
