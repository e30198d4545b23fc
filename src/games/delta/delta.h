/* Delta and Néo-Delta inside: one body of rules for both. Néo-Delta is Delta on a larger board with a red pawn.

   A position says where the pawns stand, who moves, and how far the opening has come. How many pawns a player has in
   the box follows from how many stand. The red pawn is on the board when `red` is not empty: in Delta it never is; in
   Néo-Delta it lies in the box until White opens with it or brings it with his first turn, and never goes back. Nothing
   says that the game is over but what the rules say: a relay on the board, or a player who has no move.

   Read board.h for the geometry, then rules.c (playing and ends) and moves.c (what is legal). check.c and text.c are
   about position strings; view.c, prompt.c, said.c and why.c are about people; knowledge*.c are for the engine. The two
   tables are game.c here and in ../neo_delta. */
#ifndef ASC_GAMES_DELTA_H
#define ASC_GAMES_DELTA_H

#include <ascona/edit.h>

#include "board.h"

enum { DELTA_WHITE, DELTA_BLACK, DELTA_RED, DELTA_NOBODY };

enum { DELTA_PAWNS = 9, DELTA_PLY_LIMIT = 500, DELTA_SYMMETRIES = 8 };

/* The first four plies, and all that follow. */
enum delta_stage {
  DELTA_WHITE_OPENS,
  DELTA_BLACK_OPENS,
  DELTA_FIRST_TURN,   /* White's; in Néo-Delta a red pawn still in the box is its tracer */
  DELTA_BLACK_CHOICE, /* a turn, or a second pawn anywhere */
  DELTA_TURNS
};

typedef struct delta_rules {
  asc_rules common;
  int size;       /* files, and ranks */
  int pawns;      /* of each colour */
  bool has_red;   /* Néo-Delta */
  bool simple;    /* scoring */
  uint64_t board; /* its squares */
} delta_rules;

typedef struct delta_position {
  uint64_t men[2]; /* by colour */
  uint64_t red;    /* at most one square */
  uint8_t mover;   /* DELTA_WHITE or DELTA_BLACK */
  uint8_t stage;   /* enum delta_stage */
  uint8_t zero[6];
} delta_position;

/* A move is, from the highest bits down: its kind, the direction of the precursor, the square it reaches or where a
   pawn is put, and the lift: 0 when the tracer comes from the box, else one more than the square it is lifted from.
   Where the precursor comes from need not be said: looking back from the square it reaches, it is the first man. */
enum delta_kind {
  DELTA_PUT,     /* a pawn of the player's own */
  DELTA_PUT_RED, /* White's first ply of Néo-Delta */
  DELTA_TURN,    /* a turn with an own precursor */
  DELTA_RED_TURN /* a turn with the red pawn as precursor */
};

enum { DELTA_FROM_BOX = 0 };

ASC_INLINE asc_move delta_move(enum delta_kind kind, int direction, int to, int lift) {
  return (asc_move)kind << 15 | (asc_move)direction << 12 | (asc_move)to << 6 | (asc_move)lift;
}
ASC_INLINE enum delta_kind delta_move_kind(asc_move move) { return (enum delta_kind)(move >> 15); }
ASC_INLINE int delta_move_direction(asc_move move) { return (int)(move >> 12 & 7); }
ASC_INLINE int delta_move_to(asc_move move) { return (int)(move >> 6 & 63); }
/* The square the tracer is lifted from, as a set: empty when it comes from the box. */
ASC_INLINE uint64_t delta_move_lifted(asc_move move) { return asc_bit((int)(move & 63)) >> 1; }

ASC_INLINE uint64_t delta_men(const delta_position *position) {
  return position->men[DELTA_WHITE] | position->men[DELTA_BLACK] | position->red;
}
ASC_INLINE uint64_t delta_free(const delta_rules *rules, const delta_position *position) {
  return rules->board & ~delta_men(position);
}
ASC_INLINE int delta_in_box(const delta_rules *rules, const delta_position *position, int colour) {
  return rules->pawns - asc_bits_count(position->men[colour]);
}
/* Néo-Delta's red pawn has not been put yet. */
ASC_INLINE bool delta_red_in_box(const delta_rules *rules, const delta_position *position) {
  return rules->has_red && position->red == 0;
}
/* The red pawn counts for both colours. */
ASC_INLINE bool delta_has_relay(const delta_position *position, int colour) {
  return delta_relay(position->men[colour] | position->red);
}

/* What a turn does: every square of it, and who goes there. */
typedef struct delta_turn_squares {
  int from, to;
  int tracer;     /* the square it is put on */
  int lifted;     /* the square it leaves, or DELTA_NO_SQUARE */
  int moves_who;  /* a colour or DELTA_RED */
  int traces_who; /* the same */
} delta_turn_squares;
delta_turn_squares asc_delta_turn_read(const delta_rules *rules, const delta_position *position, asc_move move);

/* Who stands on a square: a colour, DELTA_RED or DELTA_NOBODY. */
int asc_delta_man_at(const delta_position *position, int square);

/* How a game ended. */
enum delta_end { DELTA_OPEN, DELTA_RELAY, DELTA_TWO_RELAYS, DELTA_STUCK };
/* The winner is a colour, or DELTA_NOBODY. */
enum delta_end asc_delta_end_of(const delta_rules *rules, const delta_position *position, int *winner);

/* Whether the pawns on the board can stand together, whoever is to move. */
int asc_delta_check_board(const delta_rules *rules, const delta_position *position, asc_error *error);

/* "c3". */
void asc_delta_square_write(int square, char text[ASC_TOKEN_MAX]);
/* What is asked of the player to move, or how the game ended. */
void asc_delta_prompt(const delta_rules *rules, const delta_position *position, asc_message *message);
void asc_delta_ending(const delta_rules *rules, const delta_position *position, asc_message *message);
void asc_delta_ask(const asc_rules *common, const void *data, const asc_steps *touched, asc_message *message);

/* The functions of both tables. */
void asc_delta_start(const asc_rules *common, void *data);
int asc_delta_turn(const asc_rules *common, const void *data);
int asc_delta_moves(const asc_rules *common, const void *data, asc_move *moves);
int asc_delta_count(const asc_rules *common, const void *data);
asc_move asc_delta_pick(const asc_rules *common, const void *data, int k);
void asc_delta_play(const asc_rules *common, void *data, asc_move move);
bool asc_delta_pass(const asc_rules *common, void *data);
bool asc_delta_outcome(const asc_rules *common, const void *data, asc_outcome *outcome);
bool asc_delta_give_up(const asc_rules *common, void *data, int player, asc_outcome *outcome);
uint64_t asc_delta_hash(const asc_rules *common, const void *data);
uint64_t asc_delta_key(const asc_rules *common, const void *data);
int asc_delta_check(const asc_rules *common, const void *data, asc_error *error);
int asc_delta_write(const asc_rules *common, const void *data, char *text, size_t size);
int asc_delta_read(const asc_rules *common, const char *text, void *data, asc_error *error);
void asc_delta_write_move(const asc_rules *common, const void *data, asc_move move, char text[ASC_TOKEN_MAX]);
void asc_delta_transform(const asc_rules *common, int symmetry, const void *data, void *image);
asc_move asc_delta_transform_move(const asc_rules *common, int symmetry, const void *data, asc_move move);
void asc_delta_view(const asc_rules *common, const void *data, const void *before, asc_move last, asc_view *view);
void asc_delta_way(const asc_rules *common, const void *data, asc_move move, asc_way *way);
void asc_delta_steps(const asc_rules *common, const void *data, asc_move move, asc_steps *steps);
void asc_delta_why(const asc_rules *common, const void *data, const asc_steps *touched, const char *token,
                   asc_message *message);

/* What the engine is told. */
void asc_delta_bounds(const asc_rules *common, const void *data, int32_t *least, int32_t *most);
void asc_delta_order(const asc_rules *common, const void *data, const asc_move *moves, int count, int32_t *promise);
int32_t asc_delta_evaluate(const asc_rules *common, const void *data);
bool asc_delta_recall(const asc_rules *common, const void *data, int32_t *score);
extern const asc_knowledge asc_delta_knowledge, asc_neo_delta_knowledge;

/* edit.c */
extern const asc_editor asc_delta_editor ASC_EDITOR_LINK;

/* What the two tables have in common. */
#define DELTA_FUNCTIONS                                                                                               \
  .rules_size = sizeof(delta_rules), .start = asc_delta_start, .turn = asc_delta_turn, .moves = asc_delta_moves,      \
  .play = asc_delta_play, .outcome = asc_delta_outcome, .give_up = asc_delta_give_up, .hash = asc_delta_hash,         \
  .key = asc_delta_key, .check = asc_delta_check, .write = asc_delta_write, .read = asc_delta_read,                   \
  .write_move = asc_delta_write_move, .count = asc_delta_count, .pick = asc_delta_pick,                               \
  .transform = asc_delta_transform, .transform_move = asc_delta_transform_move, .view = asc_delta_view,               \
  .way = asc_delta_way, .steps = asc_delta_steps, .ask = asc_delta_ask, .why = asc_delta_why, .pass = asc_delta_pass, \
  .editor = &asc_delta_editor

extern const asc_kind asc_delta_kinds[3]; /* by colour, then the red pawn */
#define DELTA_SCORING \
  { .key = "scoring", .type = ASC_OPTION_CHOICE, .standard = "points", .choices = "points simple" }

/* Fills in the rules from what the games and their options decide. */
void asc_delta_rules_fill(delta_rules *rules, int size, int pawns, bool has_red, bool simple);

#endif
