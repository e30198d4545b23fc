/* Delfino inside: cards, positions, moves, and what the files of this folder share.

   The cards lie on the places x.y of an endless plane. A position keeps the part of it that matters, the *sheet*: the
   smallest rectangle that covers the first grid and all cards, with a rim of free places round it, row by row from the
   lower left. The rim ends every walk of a pawn without a question about edges, and it holds every place outside the
   rectangle on which a card may be laid.

   A sheet stays small. A card move follows a point and lays a card beside another, so it widens the rectangle by one
   row or one column at most, and while a game is open nobody has more than 4 points. So rows and columns together never
   exceed those of the first grid by more than 4 a player, and no place lies further out than that.

   Cards are all alike and have no names, so equal layouts have equal sheets.

   Read rules.c for the course of a turn, then layout.c for the cards. */
#ifndef ASC_GAMES_DELFINO_H
#define ASC_GAMES_DELFINO_H

#include <ascona/edit.h>

#include "core/bits.h"

enum {
  DELFINO_PLAYERS = 4,
  DELFINO_CARDS = 25, /* at most: a first grid of 5x5 */
  DELFINO_GOAL = 5,   /* points that win at once, and the most the counter shows */
  DELFINO_QUIET = 50, /* turns in a row without a point that end the game, times the players */
  DELFINO_RIM = 1,
  /* Rows and columns with their rims add up to 2 * 5 + 4 * 4 + 4 = 30 at most, so the largest sheet is 15 x 15. The
     rest makes the position a whole number of words. */
  DELFINO_CELLS = 15 * 15 + 5,
  DELFINO_COLUMNS = 30 - (5 + 2), /* of the widest */
  DELFINO_SYMMETRIES = 4
};

/* A cell of the sheet: 0 where no card lies, else a card with its quarter turns clockwise, and perhaps a pawn. */
enum { DELFINO_TURNS = 3, DELFINO_CARD = 4, DELFINO_PAWN = 8 };

/* Parts and corners are both counted clockwise, corners from the upper right. A card that was turned t times shows in
   corner c the part c - t. */
enum { DELFINO_NOSE, DELFINO_WATER, DELFINO_TAIL, DELFINO_FIN, DELFINO_CORNERS };

/* Directions, clockwise from north. Even ones lead to a card side to side. */
enum { DELFINO_NORTH, DELFINO_WAYS = 8 };
extern const int8_t asc_delfino_dx[DELFINO_WAYS], asc_delfino_dy[DELFINO_WAYS];
extern const char *const asc_delfino_way_names[DELFINO_WAYS];

typedef enum delfino_stage {
  DELFINO_PLACING,   /* the player puts his pawn on a corner */
  DELFINO_ROLLING,   /* the die is to be rolled for the player */
  DELFINO_SPENDING,  /* he has points to spend */
  DELFINO_CARD_MOVE, /* he scored by turning and may move a card */
  DELFINO_OVER
} delfino_stage;

typedef struct delfino_rules {
  asc_rules common;
  int side;       /* of the first grid */
  int quiet_most; /* turns in a row without a point that end the game */
  int die_least, die_most;
  bool joined; /* the cards must hang together */
} delfino_rules;

typedef struct delfino_position {
  uint8_t stage;                   /* delfino_stage */
  uint8_t player;                  /* whose turn it is, 1 … 4; 0 when the game is over */
  uint8_t steps;                   /* movement points left */
  uint8_t moved;                   /* 1: the pawn has moved since the last turning of this turn */
  uint8_t quiet;                   /* turns in a row without a point, the one under way included */
  uint8_t out;                     /* who has given up: bit player - 1 */
  uint8_t points[DELFINO_PLAYERS]; /* scored */
  uint8_t pawns[DELFINO_PLAYERS];  /* the cell of each pawn; 0, a corner of the rim: not on the board */
  int8_t west, south;              /* the place of cell 0 */
  uint8_t columns, rows;           /* of the sheet, rim included */
  uint8_t cells[DELFINO_CELLS];    /* what lies behind the sheet is 0 */
} delfino_position;

_Static_assert(sizeof(delfino_position) % 8 == 0 && sizeof(delfino_position) <= ASC_POSITION_MAX, "a position fits");

/* A move: its kind in the upper byte; below it a face, a direction and a number of steps, or one or two places. Written
   in the order of these kinds, the moves of a position ascend. */
typedef enum delfino_kind {
  DELFINO_MOVE_PLACE, /* a place */
  DELFINO_MOVE_ROLL,  /* a face */
  DELFINO_MOVE_KEEP,
  DELFINO_MOVE_END,
  DELFINO_MOVE_TURN,
  DELFINO_MOVE_GO,  /* a direction, steps */
  DELFINO_MOVE_CARD /* from a place to a place */
} delfino_kind;

enum { DELFINO_KIND_SHIFT = 24, DELFINO_FROM_SHIFT = 12, DELFINO_ROW_SHIFT = 6, DELFINO_WAY_SHIFT = 3 };

/* A place as a number of 12 bits that ascends from the lower left, row by row. Places lie between -15 and 21. */
enum { DELFINO_BIAS = 16, DELFINO_PLACE_MASK = (1 << DELFINO_FROM_SHIFT) - 1 };

typedef struct delfino_place {
  int x, y;
} delfino_place;

ASC_INLINE asc_move delfino_move(delfino_kind kind, uint32_t rest) {
  return (asc_move)kind << DELFINO_KIND_SHIFT | rest;
}
ASC_INLINE delfino_kind delfino_move_kind(asc_move move) { return (delfino_kind)(move >> DELFINO_KIND_SHIFT); }
ASC_INLINE int delfino_move_face(asc_move move) { return (int)(move & 0xff); }
ASC_INLINE int delfino_move_way(asc_move move) { return (int)(move >> DELFINO_WAY_SHIFT) & (DELFINO_WAYS - 1); }
ASC_INLINE int delfino_move_steps(asc_move move) { return (int)(move & ((1 << DELFINO_WAY_SHIFT) - 1)); }
ASC_INLINE asc_move delfino_move_go(int way, int steps) {
  return delfino_move(DELFINO_MOVE_GO, (uint32_t)way << DELFINO_WAY_SHIFT | (uint32_t)steps);
}

ASC_INLINE uint32_t delfino_place_code(delfino_place place) {
  return (uint32_t)(place.y + DELFINO_BIAS) << DELFINO_ROW_SHIFT | (uint32_t)(place.x + DELFINO_BIAS);
}
ASC_INLINE delfino_place delfino_code_place(uint32_t code) {
  return (delfino_place){(int)(code & ((1 << DELFINO_ROW_SHIFT) - 1)) - DELFINO_BIAS,
                         (int)((code & DELFINO_PLACE_MASK) >> DELFINO_ROW_SHIFT) - DELFINO_BIAS};
}
ASC_INLINE asc_move delfino_move_card(delfino_place from, delfino_place to) {
  return delfino_move(DELFINO_MOVE_CARD, delfino_place_code(from) << DELFINO_FROM_SHIFT | delfino_place_code(to));
}
ASC_INLINE delfino_place delfino_move_from(asc_move move) { return delfino_code_place(move >> DELFINO_FROM_SHIFT); }
ASC_INLINE delfino_place delfino_move_to(asc_move move) { return delfino_code_place(move); }

/* The place must lie on the sheet. */
ASC_INLINE int delfino_cell(const delfino_position *position, delfino_place place) {
  return (place.y - position->south) * position->columns + (place.x - position->west);
}
ASC_INLINE delfino_place delfino_cell_place(const delfino_position *position, int cell) {
  return (delfino_place){position->west + cell % position->columns, position->south + cell / position->columns};
}
/* How far apart two neighbouring cells are in that direction. */
ASC_INLINE int delfino_offset(const delfino_position *position, int way) {
  return asc_delfino_dy[way] * position->columns + asc_delfino_dx[way];
}
ASC_INLINE delfino_place delfino_place_towards(delfino_place place, int way, int steps) {
  return (delfino_place){place.x + asc_delfino_dx[way] * steps, place.y + asc_delfino_dy[way] * steps};
}
ASC_INLINE bool delfino_same_place(delfino_place a, delfino_place b) { return a.x == b.x && a.y == b.y; }
/* Where the pawn of the player whose turn it is stands. */
ASC_INLINE delfino_place delfino_pawn_place(const delfino_position *position) {
  return delfino_cell_place(position, position->pawns[position->player - 1]);
}
ASC_INLINE bool delfino_is_out(const delfino_position *position, int player) {
  return (position->out >> (player - 1) & 1) != 0;
}

/* layout.c */
/* What lies on any place; off the sheet that is nothing. */
uint8_t asc_delfino_card_at(const delfino_position *position, delfino_place place);
/* The player whose pawn stands on a place, or 0. */
int asc_delfino_pawn_at(const delfino_position *position, delfino_place place);
/* What the four corners show that meet at the upper right corner of a place. */
typedef struct delfino_centre {
  int part;  /* the one shown most often, never water */
  int count; /* by how many of the four corners: 4 is a figure */
} delfino_centre;
delfino_centre asc_delfino_centre_at(const delfino_position *position, delfino_place place);
/* How many figures the card on `cell` is part of. */
int asc_delfino_figures_round(const delfino_position *position, int cell);
/* Fits the sheet to the cards again, after one was laid or taken away. */
void asc_delfino_fit(const delfino_rules *rules, delfino_position *position);
int asc_delfino_card_moves(const delfino_rules *rules, const delfino_position *position, asc_move *moves);
/* Whether all cards are joined side to side. */
bool asc_delfino_hangs_together(const delfino_position *position);

/* rules.c */
int asc_delfino_open(asc_rules *rules, const asc_option_value *values, asc_error *error);
void asc_delfino_start(const asc_rules *rules, void *position);
int asc_delfino_turn(const asc_rules *rules, const void *position);
int asc_delfino_moves(const asc_rules *rules, const void *position, asc_move *moves);
void asc_delfino_play(const asc_rules *rules, void *position, asc_move move);
bool asc_delfino_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
uint32_t asc_delfino_odds(const asc_rules *rules, const void *position, asc_move move);
bool asc_delfino_pass(const asc_rules *rules, void *position);
bool asc_delfino_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
/* The corners of the first grid on which the player to move may put his pawn, lower left first. */
int asc_delfino_open_corners(const delfino_rules *rules, const delfino_position *position, delfino_place corners[4]);

/* check.c */
/* The parts of a position string, in their order. */
typedef enum delfino_field {
  DELFINO_FIELD_ORIGIN,
  DELFINO_FIELD_ROWS,
  DELFINO_FIELD_PAWNS,
  DELFINO_FIELD_POINTS,
  DELFINO_FIELD_PLAYER,
  DELFINO_FIELD_STAGE,
  DELFINO_FIELD_QUIET,
  DELFINO_FIELD_OUT,
  DELFINO_FIELDS
} delfino_field;
/* Tells besides which part of its string makes a position impossible. */
int asc_delfino_check_fields(const delfino_rules *rules, const delfino_position *position, asc_error *error,
                             delfino_field *field);
int asc_delfino_check(const asc_rules *rules, const void *position, asc_error *error);

/* symmetry.c */
uint64_t asc_delfino_hash(const asc_rules *rules, const void *position);
void asc_delfino_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_delfino_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* text.c */
void asc_delfino_place_write(delfino_place place, char text[ASC_TOKEN_MAX]);
int asc_delfino_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_delfino_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_delfino_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

/* prompt.c */
typedef enum delfino_ending { DELFINO_OPEN, DELFINO_WON, DELFINO_ALONE, DELFINO_QUIETED } delfino_ending;
/* How the game ended: with five points, with one player left, or by too many turns without a point. */
delfino_ending asc_delfino_ending_of(const delfino_rules *rules, const delfino_position *position);
void asc_delfino_prompt(const delfino_rules *rules, const delfino_position *position, asc_message *prompt);
void asc_delfino_ending(const delfino_rules *rules, const delfino_position *position, asc_message *message);

/* view.c */
enum { DELFINO_KIND_CARD, DELFINO_KIND_PAWN, DELFINO_KINDS = DELFINO_KIND_PAWN + DELFINO_PLAYERS };
void asc_delfino_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
/* The centre of a place in the view. */
void asc_delfino_point(const asc_rules *rules, delfino_place place, int32_t *x, int32_t *y);

/* touch.c */
void asc_delfino_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way);
void asc_delfino_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);

/* why.c */
void asc_delfino_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                     asc_message *message);

/* knowledge.c */
extern const asc_knowledge asc_delfino_knowledge;

/* edit.c */
extern const asc_editor asc_delfino_editor ASC_EDITOR_LINK;

#endif
