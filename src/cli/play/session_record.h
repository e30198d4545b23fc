/* A session as the text of game records, and back: everything that is needed to resume a game.

   The last record is the game in progress; the finished games of the match come before it. Anything that has no
   standard tag is in tags of our own: PlaySeed, PlayDice, PlayOpening, PlayEvals and PlayClock. A match also has
   MatchGames, MatchPoints, MatchWins and MatchDraws, which count the games before this one. PlayClock has the rule and
   the time that each side had left when its turn started, in milliseconds. The time left after each move is in a
   comment on that move. A record from another source has none of these tags. It is read as a single game, without the
   games before it in its file. */
#ifndef CLI_PLAY_SESSION_RECORD_H
#define CLI_PLAY_SESSION_RECORD_H

#include "session.h"

/* Writes all games of the match. Returns ASC_OK or an error code; the caller frees *text. */
int cli_session_write(const cli_session *session, char **text, size_t *length, asc_error *error);
/* Writes only the game in progress. Returns ASC_OK or an error code; the caller frees *text. */
int cli_session_write_game(const cli_session *session, char **text, size_t *length, asc_error *error);
/* Reads a session from a text that ends with a NUL. The unfinished append at the end of a saved game, which a crash may
   leave, is skipped. *is_own is set to whether saving the session would change nothing else in the text; it may be
   NULL. Returns ASC_OK, and the caller closes the session; or an error code, and the session is all zero. */
int cli_session_read(cli_session *session, const char *text, size_t length, bool *is_own, asc_error *error);
/* Appends the game, which is over, to the earlier games. The caller then adds its score and starts the next game.
   Returns ASC_OK or an error code. */
int cli_session_end_game(cli_session *session, asc_error *error);
/* Returns whether nothing has been played yet, in this game or before it. */
bool cli_session_is_new(const cli_session *session);
/* Returns whether nothing is left to play: the game is over, and it is the last of its match. */
bool cli_session_is_finished(const cli_session *session);

#endif
