/* The rules of Delta and Néo-Delta. One implementation serves both: Néo-Delta is Delta on a larger board with a red
   pawn.

   The terms of the rules: a relay is four pawns of a colour in a row, and wins. A turn moves a pawn, the precursor, in
   a straight line by two or more free squares. Then another pawn, the tracer, is placed right behind it. The tracer
   comes from the reserve or, if that is empty, from elsewhere on the board. The red pawn of Néo-Delta counts for both
   colours, and can be precursor or tracer.

   A position holds the pawns on the board, the player to move and the stage of the opening. The number of pawns in a
   player's reserve follows from the number on the board. In Delta `red` is always empty. In Néo-Delta the red pawn is
   in the reserve until White opens with it or brings it with the first turn; it never goes back. A position does not
   store that the game is over: that follows from a relay on the board, or from having no legal move.

   Read board.h for the geometry, then rules.c (playing a move, ends of a game) and moves.c (legal moves). check.c and
   text.c deal with position strings; view.c, prompt.c, input.c and why.c with front ends; knowledge*.c and book.c with
   the engine. The asc_game interfaces of the two games are in game.c here and in ../neo_delta. */
#ifndef ASC_GAMES_DELTA_H
#define ASC_GAMES_DELTA_H

#include <ascona/edit.h>

#include "board.h"

/* The pieces. ASC_DELTA_NONE means a free square, or no winner. */
enum { ASC_DELTA_WHITE, ASC_DELTA_BLACK, ASC_DELTA_RED, ASC_DELTA_NONE };

/* ASC_DELTA_PAWNS is the number per player in the published games, and the maximum. */
enum { ASC_DELTA_PAWNS = 9, ASC_DELTA_PLY_LIMIT = 500, ASC_DELTA_SYMMETRIES = 8 };

/* Each of the first four plies is a stage of its own; all later plies are ASC_DELTA_STAGE_TURNS. */
enum asc_delta_stage {
  ASC_DELTA_STAGE_WHITE_OPENS,
  ASC_DELTA_STAGE_BLACK_OPENS,
  ASC_DELTA_STAGE_FIRST_TURN,   /* White's; in Néo-Delta a red pawn still in the reserve is its tracer */
  ASC_DELTA_STAGE_BLACK_CHOICE, /* a turn, or a second pawn on any free square */
  ASC_DELTA_STAGE_TURNS
};

typedef struct asc_delta_rules {
  asc_rules common;
  int size; /* number of rows, and of columns */
  int pawns_per_player;
  bool has_red;        /* Néo-Delta */
  bool simple_scoring; /* the option scoring=simple */
  uint64_t board;      /* the set of its squares */
} asc_delta_rules;

typedef struct asc_delta_position {
  uint64_t pawns[2]; /* sets of squares, by colour */
  uint64_t red;      /* a set of at most one square */
  uint8_t mover;     /* ASC_DELTA_WHITE or ASC_DELTA_BLACK */
  uint8_t stage;     /* enum asc_delta_stage */
  /* Always 0, so that equal positions have equal bytes. */
  uint8_t zero[6];
} asc_delta_position;

/* A move has four fields, from the highest bits down:
   1. its type;
   2. the direction of the precursor;
   3. the square that the precursor reaches, or on which a pawn is placed;
   4. the origin of the tracer: 0 for the reserve, else its square plus 1.

   The origin of the precursor is not stored: it is the first pawn behind the square reached. */
enum asc_delta_move_type {
  ASC_DELTA_MOVE_PLACE,     /* one of the player's own pawns */
  ASC_DELTA_MOVE_PLACE_RED, /* the red pawn: White's first ply of Néo-Delta */
  ASC_DELTA_MOVE_TURN,      /* a turn with an own pawn as precursor */
  ASC_DELTA_MOVE_RED_TURN   /* a turn with the red pawn as precursor */
};

enum { ASC_DELTA_FROM_RESERVE = 0 };

ASC_INLINE asc_move asc_delta_move_make(enum asc_delta_move_type type, int direction, int to, int tracer_from) {
  return (asc_move)type << 15 | (asc_move)direction << 12 | (asc_move)to << 6 | (asc_move)tracer_from;
}
ASC_INLINE enum asc_delta_move_type asc_delta_move_type_of(asc_move move) {
  return (enum asc_delta_move_type)(move >> 15);
}
ASC_INLINE int asc_delta_move_direction(asc_move move) { return (int)(move >> 12 & 7); }
ASC_INLINE int asc_delta_move_to(asc_move move) { return (int)(move >> 6 & 63); }
/* Returns the square the tracer is picked up from as a set, empty if it comes from the reserve. */
ASC_INLINE uint64_t asc_delta_move_tracer_from(asc_move move) { return asc_bit((int)(move & 63)) >> 1; }

ASC_INLINE uint64_t asc_delta_occupied(const asc_delta_position *position) {
  return position->pawns[ASC_DELTA_WHITE] | position->pawns[ASC_DELTA_BLACK] | position->red;
}
ASC_INLINE uint64_t asc_delta_free_squares(const asc_delta_rules *rules, const asc_delta_position *position) {
  return rules->board & ~asc_delta_occupied(position);
}
/* Returns how many pawns of `colour` are not on the board. */
ASC_INLINE int asc_delta_reserve_count(const asc_delta_rules *rules, const asc_delta_position *position, int colour) {
  return rules->pawns_per_player - asc_bits_count(position->pawns[colour]);
}
/* Returns whether the game has a red pawn that is not on the board yet. */
ASC_INLINE bool asc_delta_red_in_reserve(const asc_delta_rules *rules, const asc_delta_position *position) {
  return rules->has_red && position->red == 0;
}
/* The red pawn counts for both colours. */
ASC_INLINE bool asc_delta_has_relay(const asc_delta_position *position, int colour) {
  return asc_delta_contains_relay(position->pawns[colour] | position->red);
}

/* The squares and the pieces of a turn. */
typedef struct asc_delta_turn_details {
  int from, to;
  int tracer_to;        /* the square it is placed on */
  int tracer_from;      /* the square it is picked up from, or ASC_DELTA_NO_SQUARE */
  int precursor_colour; /* ASC_DELTA_WHITE, ASC_DELTA_BLACK or ASC_DELTA_RED */
  int tracer_colour;    /* the same */
} asc_delta_turn_details;
/* Decodes a move that is legal in `position` and is a turn, with an own or the red precursor. */
asc_delta_turn_details asc_delta_turn_decode(const asc_delta_rules *rules, const asc_delta_position *position,
                                             asc_move move);

/* Returns the piece on a square: a colour, ASC_DELTA_RED or ASC_DELTA_NONE. */
int asc_delta_piece_at(const asc_delta_position *position, int square);

/* How a game ended; ASC_DELTA_END_NONE means that it is not over. */
enum asc_delta_end { ASC_DELTA_END_NONE, ASC_DELTA_END_RELAY, ASC_DELTA_END_TWO_RELAYS, ASC_DELTA_END_NO_MOVE };
/* Returns how the game ended. *winner is a colour, or ASC_DELTA_NONE. */
enum asc_delta_end asc_delta_end_find(const asc_delta_rules *rules, const asc_delta_position *position, int *winner);

/* Checks only the pawns on the board: all are on squares, no two on the same square, and no more than the game has.
   Returns ASC_OK, or ASC_E_INPUT with the reason in `error`. */
int asc_delta_check_board(const asc_delta_rules *rules, const asc_delta_position *position, asc_error *error);

/* Writes the name of a square: "c3". */
void asc_delta_square_write(int square, char text[ASC_TOKEN_MAX]);
/* Sets the prompt of the view: what the player to move may do, or how the game ended. */
void asc_delta_prompt_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_message *message);
/* Sets a few words about how the game ended; leaves `message` unchanged while the game is open. */
void asc_delta_ending_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_message *message);
/* The `prompt` of asc_game: leaves `message` unchanged if the prompt of the view still applies. */
void asc_delta_midturn_prompt(const asc_rules *common, const void *data, const asc_steps *selected,
                              asc_message *message);

/* Functions of asc_game, used by both games; ascona/game.h says what they do. `common` must be an asc_delta_rules and
   `data` an asc_delta_position. */
void asc_delta_start(const asc_rules *common, void *data);
int asc_delta_turn(const asc_rules *common, const void *data);
int asc_delta_moves(const asc_rules *common, const void *data, asc_move *moves);
int asc_delta_count(const asc_rules *common, const void *data);
asc_move asc_delta_pick(const asc_rules *common, const void *data, int k);
void asc_delta_play(const asc_rules *common, void *data, asc_move move);
bool asc_delta_pass(const asc_rules *common, void *data);
bool asc_delta_outcome(const asc_rules *common, const void *data, asc_outcome *outcome);
bool asc_delta_resign(const asc_rules *common, void *data, int player, asc_outcome *outcome);
uint64_t asc_delta_hash(const asc_rules *common, const void *data);
uint64_t asc_delta_repetition_key(const asc_rules *common, const void *data);
int asc_delta_check(const asc_rules *common, const void *data, asc_error *error);
int asc_delta_write(const asc_rules *common, const void *data, char *text, size_t size);
int asc_delta_read(const asc_rules *common, const char *text, void *data, asc_error *error);
void asc_delta_write_move(const asc_rules *common, const void *data, asc_move move, char text[ASC_TOKEN_MAX]);
void asc_delta_transform(const asc_rules *common, int symmetry, const void *data, void *image);
asc_move asc_delta_transform_move(const asc_rules *common, int symmetry, const void *data, asc_move move);
void asc_delta_view(const asc_rules *common, const void *data, const void *before, asc_move last, asc_view *view);
void asc_delta_path(const asc_rules *common, const void *data, asc_move move, asc_path *path);
void asc_delta_steps(const asc_rules *common, const void *data, asc_move move, asc_steps *steps);
void asc_delta_why(const asc_rules *common, const void *data, const asc_steps *selected, const char *token,
                   asc_message *message);

/* Functions of asc_knowledge; ascona/knowledge.h says what they do. Scores are hundredths of a point. */
void asc_delta_bounds(const asc_rules *common, const void *data, int32_t *lower, int32_t *upper);
void asc_delta_order(const asc_rules *common, const void *data, const asc_move *moves, int count, int32_t *priority);
int32_t asc_delta_evaluate(const asc_rules *common, const void *data);
/* Returns whether the opening book has the position; then *score is its exact score. */
bool asc_delta_book_probe(const asc_rules *common, const void *data, int32_t *score);
extern const asc_knowledge asc_delta_knowledge, asc_neo_delta_knowledge;

/* Defined in edit.c. */
extern const asc_editor asc_delta_editor ASC_EDITOR_WEAK;

/* The members that the asc_game interfaces of both games have in common. */
#define ASC_DELTA_GAME_FUNCTIONS                                                                                     \
  .rules_size = sizeof(asc_delta_rules), .start = asc_delta_start, .turn = asc_delta_turn, .moves = asc_delta_moves, \
  .play = asc_delta_play, .outcome = asc_delta_outcome, .resign = asc_delta_resign, .hash = asc_delta_hash,          \
  .repetition_key = asc_delta_repetition_key, .check = asc_delta_check, .write = asc_delta_write,                    \
  .read = asc_delta_read, .write_move = asc_delta_write_move, .count = asc_delta_count, .pick = asc_delta_pick,      \
  .transform = asc_delta_transform, .transform_move = asc_delta_transform_move, .view = asc_delta_view,              \
  .path = asc_delta_path, .steps = asc_delta_steps, .prompt = asc_delta_midturn_prompt, .why = asc_delta_why,        \
  .pass = asc_delta_pass, .editor = &asc_delta_editor

extern const asc_kind asc_delta_piece_kinds[3]; /* by colour, then the red pawn */
/* The option that both games have. */
#define ASC_DELTA_SCORING_OPTION \
  { .key = "scoring", .type = ASC_OPTION_CHOICE, .default_value = "points", .choices = "points simple" }

/* Fills the common and the game's own part of `rules`, which must be all zero. */
void asc_delta_rules_fill(asc_delta_rules *rules, int size, int pawns_per_player, bool has_red, bool simple_scoring);

#endif
