/* A running game: a position with its history.

   An `asc_play` holds a game from its first position on: plies played and undone, repetition, the ply limit,
   resignations, an agreed draw, and the source of the dice. It is the only authority on whether a game is over and how.

   It does not own its rules, which must outlive it and have all functions for playing (asc_game). Pointers that its
   functions return are valid until the game changes or is closed. One thread at a time may use it. */
#ifndef ASCONA_PLAY_H
#define ASCONA_PLAY_H

#include <ascona/game.h>

ASC_C_BEGIN

typedef struct asc_play asc_play;

enum { ASC_NO_PLAYER = -1 }; /* asc_play_turn of a finished game */

/* How a game ended. */
typedef enum asc_end {
  ASC_END_NONE,        /* it is still open */
  ASC_END_RULES,       /* on the board, by the rules of the game */
  ASC_END_REPETITION,  /* draw: the same position for the third time */
  ASC_END_LIMIT,       /* draw: the ply limit was reached */
  ASC_END_RESIGNATION, /* a player resigned */
  ASC_END_AGREED,      /* draw: the players agreed on it */
  ASC_END_TIME         /* a player ran out of time */
} asc_end;

/* An entry of the history: a ply, or the resignation of a player. */
typedef struct asc_event {
  bool resigned;             /* `player` resigned or ran out of time; not a ply */
  bool timed_out;            /* `player` ran out of time; `resigned` is then true too */
  bool is_manual_roll;       /* a roll that was typed in, as from a real die; false: it follows from the seed */
  int player;                /* the player who made the ply or resigned, 1 to 4; ASC_CHANCE for a roll */
  asc_move move;             /* the move or face; 0 for a resignation */
  char token[ASC_TOKEN_MAX]; /* the move as text; "" for a resignation */
} asc_event;

/* Opens a game at `position`, which is copied and not checked; NULL: at the start of the game. Returns ASC_OK or
   ASC_E_MEMORY. */
ASC_API int asc_play_open(asc_play **play, const asc_rules *rules, const void *position);
ASC_API void asc_play_close(asc_play *play);

/* Returns the rules that the game was opened with. */
ASC_API const asc_rules *asc_play_rules(const asc_play *play);
/* Return the current position, and the position that the game started with. */
ASC_API const void *asc_play_position(const asc_play *play);
ASC_API const void *asc_play_first_position(const asc_play *play);
/* Returns the player to move, ASC_CHANCE if a die must be rolled, or ASC_NO_PLAYER if the game is over. */
ASC_API int asc_play_turn(const asc_play *play);
/* Lists the legal moves and returns their number, as asc_position_moves does; 0 if the game is over for any reason.
   `moves` must have room for rules->moves_max. */
ASC_API int asc_play_moves(const asc_play *play, asc_move *moves);

/* Play a move, given as a number or as text. Plies that were undone are forgotten; but if the move is the next of them,
   it is redone and the others stay. A face of the die played in this way counts as typed in. Both return ASC_OK,
   ASC_E_STATE if the game is over, ASC_E_ILLEGAL for an illegal move, or ASC_E_MEMORY. After an error the game is
   unchanged. */
ASC_API int asc_play_move(asc_play *play, asc_move move, asc_error *error);
ASC_API int asc_play_move_text(asc_play *play, const char *token, asc_error *error);

/* Dice: the k-th roll of a game follows from a seed (asc_position_roll), so that a record with its seed can be
   verified. Rolls that were typed in count for k too.

   Sets the seed. Returns ASC_OK, or ASC_E_STATE if a roll has already followed from a seed. */
ASC_API int asc_play_set_seed(asc_play *play, uint64_t seed);
/* Returns whether the game has a seed, and sets *seed to it. `seed` may be NULL. */
ASC_API bool asc_play_get_seed(const asc_play *play, uint64_t *seed);
/* Rolls the die and plays the face. Without a seed, it takes one from the operating system first. Returns ASC_OK,
   ASC_E_STATE if there is nothing to roll, ASC_E_FILE if the system gives no seed, or ASC_E_MEMORY. */
ASC_API int asc_play_roll(asc_play *play, asc_error *error);

/* Goes back to the last choice of `player`; 0: to the last choice of any player, or to a roll that was typed in. It
   never goes back past other rolls, a resignation or an agreed draw. Returns the number of plies undone, or ASC_E_STATE
   if that is not possible. */
ASC_API int asc_play_undo(asc_play *play, int player, asc_error *error);
/* Plays the next ply that was undone. Returns 1, the number of plies redone, or ASC_E_STATE if there is none or the
   game is over. */
ASC_API int asc_play_redo(asc_play *play, asc_error *error);
/* Return the number of plies that can be redone, and each of them; index 0 is redone next. NULL for an index out of
   range. */
ASC_API int asc_play_redo_count(const asc_play *play);
ASC_API const asc_event *asc_play_redo_event(const asc_play *play, int index);

/* Let a player resign or run out of time; clocks are up to the caller. With more than two players the others may play
   on. Plies that were undone are forgotten. Both return ASC_OK, ASC_E_STATE if the game is over, there is no such
   player or the player has resigned before, or ASC_E_MEMORY. */
ASC_API int asc_play_resign(asc_play *play, int player, asc_error *error);
ASC_API int asc_play_time_out(asc_play *play, int player, asc_error *error);
/* Ends the game as a draw by agreement. Plies that were undone are forgotten. Returns ASC_OK, or ASC_E_STATE if the
   game is over. */
ASC_API int asc_play_agree_draw(asc_play *play, asc_error *error);
/* Returns whether a player has resigned, in this game or before its first position; false for an unknown player. */
ASC_API bool asc_play_has_resigned(const asc_play *play, int player);

/* Returns whether the game is over, and fills its outcome, or the points so far. `outcome` may be NULL. */
ASC_API bool asc_play_outcome(const asc_play *play, asc_outcome *outcome);
/* Returns how the game ended; ASC_END_NONE while it is open. */
ASC_API asc_end asc_play_end(const asc_play *play);
/* Returns the result as records and UGI write it: "p1win" to "p4win", "draw", or "none" if `over` is false. The text is
   static. */
ASC_API const char *asc_outcome_name(const asc_rules *rules, bool over, const asc_outcome *outcome);
/* Returns "open", "rules", "repetition", "ply-limit", "given-up", "agreed" or "time". The text is static. */
ASC_API const char *asc_end_name(asc_end end);
/* If the game is over, but not by the rules on the board, both fill the message and return true: how it ended
   (`end.repetition`, …), and why no move can be played (`why.over-repetition`, …). Otherwise they return false and do
   not change the message. */
ASC_API bool asc_play_end_message(const asc_play *play, asc_message *message);
ASC_API bool asc_play_end_why(const asc_play *play, asc_message *message);
/* Write and read half-points as points: "10", "0.5" or "-1.5". asc_points_read returns ASC_OK, or ASC_E_INPUT for a
   text that asc_points_write does not write. */
ASC_API void asc_points_write(int32_t half_points, char text[16]);
ASC_API int asc_points_read(const char *text, int32_t *half_points);

/* Return the number of plies and the number of events so far, and the event at an index, NULL if it is out of range.
   Events are plies and resignations. */
ASC_API int asc_play_ply_count(const asc_play *play);
ASC_API int asc_play_event_count(const asc_play *play);
ASC_API const asc_event *asc_play_event(const asc_play *play, int index);
/* Returns the position before event `index`; the current position if `index` is the number of events; NULL for an index
   out of range. */
ASC_API const void *asc_play_position_before(const asc_play *play, int index);
/* Returns how often the current position has occurred, this time included; 0 if it can't repeat. */
ASC_API int asc_play_repetitions(const asc_play *play);
/* Sets *keys to the repetition keys of the positions so far, for asc_search_task, and returns their number, which is at
   least 1. They start at the first position that can repeat and end with the current position. The key of a position
   that can't repeat is 0. The game owns the keys. */
ASC_API int asc_play_repetition_keys(const asc_play *play, const uint64_t **keys);

/* A match: several games whose points add up. A side is a participant of the match, numbered from 0. A seat is a player
   number of a game, from 1. Seats rotate: in game g, counted from 0, side g mod players has seat 1. */
typedef struct asc_match {
  int players, games, played;      /* players of each game, games of the match, games finished so far */
  int32_t points[ASC_PLAYERS_MAX]; /* half-points by side */
  int wins[ASC_PLAYERS_MAX];       /* games in which the side alone had rank 1 */
  int draws;                       /* games without such a winner */
} asc_match;

/* Starts a match without results: 1 to ASC_PLAYERS_MAX players. */
ASC_API void asc_match_start(asc_match *match, int players, int games);
/* Returns the side that has this seat in the current game. */
ASC_API int asc_match_side(const asc_match *match, int seat);
/* Adds the outcome of the current game, which is finished, and goes to the next. */
ASC_API void asc_match_add(asc_match *match, const asc_outcome *outcome);
/* Returns whether all games have been played. */
ASC_API bool asc_match_is_over(const asc_match *match);

ASC_C_END

#endif
