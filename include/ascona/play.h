/* A running game: what a bare position cannot know.

   An `asc_play` holds a game from its first position on: the plies played and taken back, repetition, the ply limit,
   who gave up, an agreed draw, where the dice come from. It is the one authority on whether a game is over and how.
   It does not own its rules, which must outlive it. What its functions point to stays until the game is changed. */
#ifndef ASCONA_PLAY_H
#define ASCONA_PLAY_H

#include <ascona/game.h>

ASC_C_BEGIN

typedef struct asc_play asc_play;

enum { ASC_NOBODY = -1 }; /* asc_play_turn of a finished game */

typedef enum asc_end {
  ASC_END_NONE,       /* still open */
  ASC_END_RULES,      /* on the board */
  ASC_END_REPETITION, /* the same position for the third time */
  ASC_END_LIMIT,      /* the ply limit */
  ASC_END_GIVEN_UP,
  ASC_END_AGREED,
  ASC_END_TIME /* a player's time was up */
} asc_end;

/* An event of the history: a ply, or a player who left. */
typedef struct asc_event {
  bool gave_up;              /* `player` left; no ply */
  bool overtime;             /* and left because his time was up */
  bool by_hand;              /* a die roll that a person typed in */
  int player;                /* whose ply it was: ASC_CHANCE, 1 … 4 */
  asc_move move;             /* when it is a ply */
  char token[ASC_TOKEN_MAX]; /* the move as text; "" when it is none */
} asc_event;

/* `position` NULL: from the start. The history begins empty. */
ASC_API int asc_play_open(asc_play **play, const asc_rules *rules, const void *position);
ASC_API void asc_play_close(asc_play *play);

ASC_API const asc_rules *asc_play_rules(const asc_play *play);
ASC_API const void *asc_play_position(const asc_play *play);
ASC_API const void *asc_play_first(const asc_play *play); /* the position the game began with */
ASC_API int asc_play_turn(const asc_play *play);
/* As asc_position_moves, with its room, but none when the game is over for any reason. */
ASC_API int asc_play_moves(const asc_play *play, asc_move *moves);

/* Plays one ply and forgets what was taken back (unless it is the next ply of that, which is then redone). A roll
   played this way counts as typed in by hand. ASC_E_STATE when over, ASC_E_ILLEGAL with *why not*. */
ASC_API int asc_play_move(asc_play *play, asc_move move, asc_error *error);
ASC_API int asc_play_token(asc_play *play, const char *token, asc_error *error);

/* Dice: the k-th roll of a game follows from the seed, so that a record with its seed can be verified; rolls typed in
   count too. The seed is set before the first roll that follows from it, or comes from the operating system then;
   afterwards setting one is ASC_E_STATE. */
ASC_API int asc_play_seed(asc_play *play, uint64_t seed);
ASC_API bool asc_play_seeded(const asc_play *play, uint64_t *seed);
ASC_API int asc_play_roll(asc_play *play, asc_error *error);

/* Taking back returns `player` to his own last choice, never past a die roll that was not typed in by hand and never
   past a player who left. 0 as player: to the last choice of anybody, which a roll typed in is too. Returns the plies
   taken back, or ASC_E_STATE. */
ASC_API int asc_play_undo(asc_play *play, int player, asc_error *error);
/* Plays again what was taken back, up to the next choice of anybody. Returns the plies, or ASC_E_STATE. */
ASC_API int asc_play_redo(asc_play *play, asc_error *error);
/* The plies that redo would play, next first. */
ASC_API int asc_play_redoable(const asc_play *play);
ASC_API const asc_event *asc_play_redo_event(const asc_play *play, int index);

ASC_API int asc_play_give_up(asc_play *play, int player, asc_error *error);
/* The same because his time was up; who keeps clocks says when. */
ASC_API int asc_play_overtime(asc_play *play, int player, asc_error *error);
ASC_API int asc_play_agree_draw(asc_play *play, asc_error *error);
/* Whether a player gave up, in this game or before the position it began with. */
ASC_API bool asc_play_left(const asc_play *play, int player);

/* True when over; the points are those that stand. */
ASC_API bool asc_play_outcome(const asc_play *play, asc_outcome *outcome);
ASC_API asc_end asc_play_end(const asc_play *play);
/* "p1win" … "p4win", "draw" or "none": the words of records and of UGI. */
ASC_API const char *asc_outcome_word(const asc_rules *rules, bool over, const asc_outcome *outcome);
/* "open", "rules", "repetition", "ply-limit", "given-up", "agreed" or "time". */
ASC_API const char *asc_end_word(asc_end end);
/* How the game ended when not on the board (`end.repetition`, …), and why nothing is allowed any more when it is over
   though its board is not (`why.over-repetition`, …): false leaves the message alone. */
ASC_API bool asc_play_end_message(const asc_play *play, asc_message *message);
ASC_API bool asc_play_end_why(const asc_play *play, asc_message *message);
/* A number of half-points as "10", "0.5" or "-1.5". Reading takes what is written so and nothing else: ASC_E_INPUT. */
ASC_API void asc_points_write(int32_t half_points, char text[16]);
ASC_API int asc_points_read(const char *text, int32_t *half_points);

ASC_API int asc_play_plies(const asc_play *play);
ASC_API int asc_play_events(const asc_play *play);
ASC_API const asc_event *asc_play_event(const asc_play *play, int index);
/* The position before event `index`; for index == events the one now. */
ASC_API const void *asc_play_before(const asc_play *play, int index);
/* How often the position now has arisen, itself included; 0 where repetition does not count. */
ASC_API int asc_play_repeats(const asc_play *play);
/* The keys of all positions from the first that can repeat up to now, oldest first, for a search; 0 is no key. */
ASC_API int asc_play_keys(const asc_play *play, const uint64_t **keys);

/* A match: a number of games in which the sides begin in turn and the points add up. Sides are 0 … players - 1 and
   stay; seats are 1 … players and go round: in game g, seat 1 is held by side g mod players. */
typedef struct asc_match {
  int players, games, played;
  int32_t points[ASC_PLAYERS_MAX]; /* half-points by side */
  int wins[ASC_PLAYERS_MAX];       /* first places not shared, by side */
  int draws;
} asc_match;

ASC_API void asc_match_start(asc_match *match, int players, int games);
ASC_API int asc_match_side(const asc_match *match, int seat); /* in the game now being played */
ASC_API void asc_match_add(asc_match *match, const asc_outcome *outcome);
ASC_API bool asc_match_over(const asc_match *match);

ASC_C_END

#endif
