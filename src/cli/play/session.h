/* A session of `ascona play`: the game, the sides that play it, the clocks and the match.

   A side is a player, human or engine, and stays the same for the whole match. A seat is a player of the rules (White,
   Black, …), from 1; the sides change seats from game to game. All random numbers follow from one seed, the number of
   the game and the number of the ply. So a resumed game continues exactly as if it had not been interrupted. */
#ifndef CLI_PLAY_SESSION_H
#define CLI_PLAY_SESSION_H

#include <ascona/ascona.h>

#include "cli/play/clock.h"
#include "study/ply_comments.h"

#define CLI_SIDE_NAME_MAX (ASC_PLAYER_NAME_MAX + 8)
#define CLI_SIDE_HUMAN_NAME_MAX 48
#define CLI_SESSION_OPENING_MAX 4000 /* bytes */

typedef struct cli_side {
  bool is_engine;
  char name[CLI_SIDE_NAME_MAX]; /* an engine's name as asc_player_open takes it; a human's name, "" if not given */
} cli_side;

typedef struct cli_session {
  asc_rules *rules;
  asc_play *play;  /* the game in progress */
  asc_match match; /* score of the games before it */
  cli_side sides[ASC_PLAYERS_MAX];
  uint64_t seed;                         /* all random numbers of the match follow from it */
  bool dice_by_hand;                     /* the user types every roll */
  char opening[CLI_SESSION_OPENING_MAX]; /* moves that start every game, separated by spaces */
  char date[16];                         /* of this game: "2026.11.15" */
  char *earlier_records;                 /* text of the match's earlier games, owned; NULL: there are none */
  size_t earlier_length;                 /* bytes */
  asc_ply_comments ply_comments;         /* evaluations and clock times to be written with the moves */
  cli_clock clock;
  asc_steps touched; /* selections made towards the next move */
} cli_session;

/* Reads a list of players such as "human:Ann,engine:10,movetime=500", one for each seat; a part with '=' is a setting
   of the engine before it. NULL means a human against engines of the level in the settings. Returns ASC_OK or
   ASC_E_INPUT. */
int cli_session_read_sides(cli_session *session, const char *players, asc_error *error);

/* Returns the side that has this seat in the current game. */
const cli_side *cli_session_side_at(const cli_session *session, int seat);
bool cli_session_has_only_engines(const cli_session *session);
/* Writes the name as records and --players use it: "engine:5", "Ann", "human". */
void cli_side_write_name(const cli_side *side, char text[CLI_SIDE_NAME_MAX]);
/* Writes the name for the user, in the current language: "Computer, level 5", "Ann", "human". */
void cli_side_write_display_name(const cli_side *side, char text[CLI_SIDE_NAME_MAX]);
/* Reads a name that cli_side_write_name wrote. Anything that does not start with "engine:" is the name of a human.
   Returns ASC_OK, or ASC_E_INPUT for an engine that does not exist. */
int cli_side_read(const char *name, cli_side *side, asc_error *error);
/* Writes "Black", "Black (Ann)" or "Black (Computer, level 5)"; "the die" for ASC_CHANCE. */
void cli_session_write_seat_name(const cli_session *session, int seat, char text[ASC_SENTENCE_MAX]);
/* Returns the seat that a user names, ignoring case: "black", "Black (Ann)", or "Ann" if only one side has that name.
   0 if there is none. */
int cli_session_find_seat(const cli_session *session, const char *name);

/* Starts the next game of the match from the position `first` (NULL: the start position) and plays the opening. `first`
   may belong to the current game, which is closed. Resets the clocks. Returns ASC_OK or an error code. */
int cli_session_start_game(cli_session *session, const void *first, asc_error *error);
/* Frees everything; the session is all zero afterwards. An all-zero session may be closed too. */
void cli_session_close(cli_session *session);

/* Rolls the die with the session's random numbers. Returns ASC_OK or an error code, for example if no roll is due. */
int cli_session_roll(cli_session *session, asc_error *error);
/* Call it after this seat has made a ply. Ends the seat's turn on the clock if another seat is to move now, and notes
   the remaining time for the record. Does nothing without clocks. Returns ASC_OK or ASC_E_MEMORY. */
int cli_session_record_move_time(cli_session *session, int seat);
/* Returns the random seed for the engine's choice at this ply. */
uint64_t cli_session_ply_seed(const cli_session *session);
/* Returns the engine's random seed that is the same for all plies of the game. */
uint64_t cli_session_game_seed(const cli_session *session);
/* Replaces all engines by this one. Returns ASC_OK, ASC_E_INPUT for an engine that does not exist, or ASC_E_STATE if no
   engine plays. */
int cli_session_change_engines(cli_session *session, const char *name, asc_error *error);

/* Goes back to the last choice of a human (a move or a typed roll), or forward to the next one. Returns the number of
   plies, or an error code if there is nothing to undo or redo. */
int cli_session_undo(cli_session *session, asc_error *error);
int cli_session_redo(cli_session *session, asc_error *error);

#endif
