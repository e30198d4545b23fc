/* Delfino: cards, positions, moves, and what the files of this folder share.

   The terms of the rules: every card shows the nose, the fin and the tail of a dolphin and water, one in each corner. A
   figure is four equal parts, except water, where four cards meet. A roll gives a player steps: each moves the pawn by
   a card or turns the card under it. If the turn completes a figure, the player scores and may move a card.

   The cards lie on the spaces x.y of an infinite plane. A position stores the part of it that matters, the *box*: the
   smallest rectangle that covers the first grid and all cards, with a margin of one free space on every side. It is
   stored row by row from the lower left. Because of the margin, a pawn's walk always ends on a free space, without a
   test for edges. The margin also contains every space outside the rectangle on which a card can be placed.

   A box stays small. Every card move follows a point and places a card beside another one, so it adds at most one row
   or one column. While a game is open, every player has at most 4 points. So rows and columns together never exceed
   those of the first grid by more than 4 per player, and no space is further out than that.

   All cards are the same, so equal layouts have equal boxes.

   Read rules.c for the course of a turn, then layout.c for the cards. */
#ifndef ASC_GAMES_DELFINO_H
#define ASC_GAMES_DELFINO_H

#include <ascona/edit.h>

#include "base/bits.h"

enum {
  ASC_DELFINO_PLAYERS_MAX = 4,
  ASC_DELFINO_CARDS_MAX = 25,        /* of the 5×5 grid; a 4×4 grid has fewer */
  ASC_DELFINO_GOAL = 5,              /* points that win at once; a player never has more */
  ASC_DELFINO_QUIET_PER_PLAYER = 50, /* the game ends after this many turns per player in a row without a point */
  ASC_DELFINO_MARGIN = 1,
  /* Rows and columns including margins add up to at most 2 * 5 + 4 * 4 + 4 = 30, so the largest box is 15×15. The
     additional 5 bytes make the size of a position a multiple of 8. */
  ASC_DELFINO_CELLS_MAX = 15 * 15 + 5,
  ASC_DELFINO_COLUMNS_MAX = 30 - (5 + 2), /* of the widest box */
  ASC_DELFINO_SYMMETRIES = 4
};

/* A cell of the box is 0 if it has no card. Else it has the card flag, the number of clockwise quarter turns of the
   card, and the pawn flag if a pawn is on it. */
enum { ASC_DELFINO_TURNS_MASK = 3, ASC_DELFINO_CARD_FLAG = 4, ASC_DELFINO_PAWN_FLAG = 8 };

/* Parts of the dolphin and corners of a card are both counted clockwise, corners from the upper right. A card that was
   turned t times shows part c - t (modulo 4) in corner c. */
enum { ASC_DELFINO_NOSE, ASC_DELFINO_WATER, ASC_DELFINO_TAIL, ASC_DELFINO_FIN, ASC_DELFINO_CORNERS };

/* Directions, clockwise from north. The even ones lead to a card that touches side to side. */
enum { ASC_DELFINO_NORTH, ASC_DELFINO_DIRECTIONS = 8 };
extern const int8_t asc_delfino_dx[ASC_DELFINO_DIRECTIONS], asc_delfino_dy[ASC_DELFINO_DIRECTIONS];
extern const char *const asc_delfino_direction_names[ASC_DELFINO_DIRECTIONS];

typedef enum asc_delfino_stage {
  ASC_DELFINO_STAGE_PLACING,   /* the player places their pawn on a corner */
  ASC_DELFINO_STAGE_ROLLING,   /* the die is to be rolled for the player */
  ASC_DELFINO_STAGE_SPENDING,  /* the player has steps to spend */
  ASC_DELFINO_STAGE_CARD_MOVE, /* the player scored by turning a card and may move one */
  ASC_DELFINO_STAGE_OVER
} asc_delfino_stage;

typedef struct asc_delfino_rules {
  asc_rules common;
  int side;      /* rows and columns of the first grid */
  int quiet_max; /* the game ends after this many turns in a row without a point */
  int die_min, die_max;
  bool must_be_joined; /* layout=joined: every card must be connected to all others side to side */
} asc_delfino_rules;

typedef struct asc_delfino_position {
  uint8_t stage;                           /* asc_delfino_stage */
  uint8_t player;                          /* the player to move, 1 … 4; 0 when the game is over */
  uint8_t steps;                           /* steps left in this turn */
  uint8_t moved;                           /* 1: the pawn has moved since the last turn of a card in this turn */
  uint8_t quiet;                           /* turns in a row without a point, including the current one */
  uint8_t resigned;                        /* bit player - 1: the player has resigned */
  uint8_t points[ASC_DELFINO_PLAYERS_MAX]; /* score of each player */
  uint8_t pawns[ASC_DELFINO_PLAYERS_MAX];  /* the cell of each pawn; 0, a corner of the margin: not on the board */
  int8_t west, south;                      /* the space of cell 0 */
  uint8_t columns, rows;                   /* of the box, including the margin */
  uint8_t cells[ASC_DELFINO_CELLS_MAX];    /* cells after the last row are 0 */
} asc_delfino_position;

_Static_assert(sizeof(asc_delfino_position) % 8 == 0 && sizeof(asc_delfino_position) <= ASC_POSITION_MAX,
               "a position fits");

/* A move has its kind in the upper byte. The other bytes have a face of the die, a direction and a number of steps, or
   one or two spaces. Moves of a position are in ascending order if they are written in the order of these kinds. */
typedef enum asc_delfino_move_kind {
  ASC_DELFINO_MOVE_PLACE, /* a space for the pawn */
  ASC_DELFINO_MOVE_ROLL,  /* a face of the die */
  ASC_DELFINO_MOVE_KEEP,  /* decline the card move */
  ASC_DELFINO_MOVE_END,   /* end the turn with steps left */
  ASC_DELFINO_MOVE_TURN,  /* turn the card under the pawn */
  ASC_DELFINO_MOVE_PAWN,  /* a direction and a number of steps */
  ASC_DELFINO_MOVE_CARD   /* from a space to a space */
} asc_delfino_move_kind;

enum {
  ASC_DELFINO_KIND_SHIFT = 24,
  ASC_DELFINO_FROM_SHIFT = 12,
  ASC_DELFINO_ROW_SHIFT = 6,
  ASC_DELFINO_DIRECTION_SHIFT = 3
};

/* A space as a 12-bit number, ascending from the lower left, row by row. Coordinates are between -15 and 21. */
enum { ASC_DELFINO_SPACE_BIAS = 16, ASC_DELFINO_SPACE_MASK = (1 << ASC_DELFINO_FROM_SHIFT) - 1 };

typedef struct asc_delfino_space {
  int x, y;
} asc_delfino_space;

ASC_INLINE asc_move asc_delfino_move(asc_delfino_move_kind kind, uint32_t rest) {
  return (asc_move)kind << ASC_DELFINO_KIND_SHIFT | rest;
}
ASC_INLINE asc_delfino_move_kind asc_delfino_kind_of(asc_move move) {
  return (asc_delfino_move_kind)(move >> ASC_DELFINO_KIND_SHIFT);
}
ASC_INLINE int asc_delfino_move_face(asc_move move) { return (int)(move & 0xff); }
ASC_INLINE int asc_delfino_move_direction(asc_move move) {
  return (int)(move >> ASC_DELFINO_DIRECTION_SHIFT) & (ASC_DELFINO_DIRECTIONS - 1);
}
ASC_INLINE int asc_delfino_move_steps(asc_move move) { return (int)(move & ((1 << ASC_DELFINO_DIRECTION_SHIFT) - 1)); }
ASC_INLINE asc_move asc_delfino_move_pawn(int direction, int steps) {
  return asc_delfino_move(ASC_DELFINO_MOVE_PAWN, (uint32_t)direction << ASC_DELFINO_DIRECTION_SHIFT | (uint32_t)steps);
}

ASC_INLINE uint32_t asc_delfino_space_code(asc_delfino_space space) {
  return (uint32_t)(space.y + ASC_DELFINO_SPACE_BIAS) << ASC_DELFINO_ROW_SHIFT |
         (uint32_t)(space.x + ASC_DELFINO_SPACE_BIAS);
}
ASC_INLINE asc_delfino_space asc_delfino_space_from_code(uint32_t code) {
  return (asc_delfino_space){(int)(code & ((1 << ASC_DELFINO_ROW_SHIFT) - 1)) - ASC_DELFINO_SPACE_BIAS,
                             (int)((code & ASC_DELFINO_SPACE_MASK) >> ASC_DELFINO_ROW_SHIFT) - ASC_DELFINO_SPACE_BIAS};
}
ASC_INLINE asc_move asc_delfino_move_card(asc_delfino_space from, asc_delfino_space to) {
  return asc_delfino_move(ASC_DELFINO_MOVE_CARD,
                          asc_delfino_space_code(from) << ASC_DELFINO_FROM_SHIFT | asc_delfino_space_code(to));
}
ASC_INLINE asc_delfino_space asc_delfino_move_from(asc_move move) {
  return asc_delfino_space_from_code(move >> ASC_DELFINO_FROM_SHIFT);
}
ASC_INLINE asc_delfino_space asc_delfino_move_to(asc_move move) { return asc_delfino_space_from_code(move); }

/* Returns the cell of a space, which must be in the box. */
ASC_INLINE int asc_delfino_cell(const asc_delfino_position *position, asc_delfino_space space) {
  return (space.y - position->south) * position->columns + (space.x - position->west);
}
ASC_INLINE asc_delfino_space asc_delfino_cell_space(const asc_delfino_position *position, int cell) {
  return (asc_delfino_space){position->west + cell % position->columns, position->south + cell / position->columns};
}
/* Returns the difference between the numbers of two neighbouring cells in that direction. */
ASC_INLINE int asc_delfino_offset(const asc_delfino_position *position, int direction) {
  return asc_delfino_dy[direction] * position->columns + asc_delfino_dx[direction];
}
ASC_INLINE asc_delfino_space asc_delfino_space_towards(asc_delfino_space space, int direction, int steps) {
  return (asc_delfino_space){space.x + asc_delfino_dx[direction] * steps, space.y + asc_delfino_dy[direction] * steps};
}
ASC_INLINE bool asc_delfino_same_space(asc_delfino_space a, asc_delfino_space b) { return a.x == b.x && a.y == b.y; }
/* Returns the space of the pawn of the player to move, which must be on the board. */
ASC_INLINE asc_delfino_space asc_delfino_pawn_space(const asc_delfino_position *position) {
  return asc_delfino_cell_space(position, position->pawns[position->player - 1]);
}
ASC_INLINE bool asc_delfino_has_resigned(const asc_delfino_position *position, int player) {
  return (position->resigned >> (player - 1) & 1) != 0;
}

/* layout.c */
/* Returns the cell contents of any space; 0 outside the box. */
uint8_t asc_delfino_card_at(const asc_delfino_position *position, asc_delfino_space space);
/* Returns the player whose pawn is on the space, or 0. */
int asc_delfino_pawn_at(const asc_delfino_position *position, asc_delfino_space space);
/* The centre where the upper right corner of a space meets three other corners. */
typedef struct asc_delfino_centre {
  int part;  /* the part that most of these corners show; never water */
  int count; /* how many of the four corners show it; 4 is a figure */
} asc_delfino_centre;
asc_delfino_centre asc_delfino_centre_at(const asc_delfino_position *position, asc_delfino_space space);
/* Returns the number of figures that the card on `cell` is part of. */
int asc_delfino_figures_around(const asc_delfino_position *position, int cell);
/* Fits the box to the cards again after a card was placed or removed. */
void asc_delfino_fit_box(const asc_delfino_rules *rules, asc_delfino_position *position);
/* Writes the legal card moves, without `keep`, in ascending order. Returns their number. */
int asc_delfino_card_moves(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_move *moves);
/* Returns true if all cards are connected side to side. */
bool asc_delfino_is_joined(const asc_delfino_position *position);

/* rules.c: functions of the asc_game interface. */
int asc_delfino_open(asc_rules *rules, const asc_option_value *values, asc_error *error);
void asc_delfino_start(const asc_rules *rules, void *position);
int asc_delfino_turn(const asc_rules *rules, const void *position);
int asc_delfino_moves(const asc_rules *rules, const void *position, asc_move *moves);
void asc_delfino_play(const asc_rules *rules, void *position, asc_move move);
bool asc_delfino_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
uint32_t asc_delfino_odds(const asc_rules *rules, const void *position, asc_move move);
bool asc_delfino_pass(const asc_rules *rules, void *position);
bool asc_delfino_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
/* Writes the corners of the first grid on which the player to move may place their pawn, lower left first. Returns
   their number. */
int asc_delfino_open_corners(const asc_delfino_rules *rules, const asc_delfino_position *position,
                             asc_delfino_space corners[4]);

/* check.c */
/* The fields of a position string, in their order. */
typedef enum asc_delfino_field {
  ASC_DELFINO_FIELD_ORIGIN,
  ASC_DELFINO_FIELD_ROWS,
  ASC_DELFINO_FIELD_PAWNS,
  ASC_DELFINO_FIELD_POINTS,
  ASC_DELFINO_FIELD_PLAYER,
  ASC_DELFINO_FIELD_STAGE,
  ASC_DELFINO_FIELD_QUIET,
  ASC_DELFINO_FIELD_RESIGNED,
  ASC_DELFINO_FIELDS
} asc_delfino_field;
/* Checks a position as asc_delfino_check does. If it returns an error, *field is the field of the position string that
   causes it. `error` may be NULL. */
int asc_delfino_check_fields(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_error *error,
                             asc_delfino_field *field);
int asc_delfino_check(const asc_rules *rules, const void *position, asc_error *error);

/* symmetry.c: functions of the asc_game interface. */
uint64_t asc_delfino_hash(const asc_rules *rules, const void *position);
void asc_delfino_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_delfino_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* text.c: a space such as "2.3", and functions of the asc_game interface. */
void asc_delfino_space_write(asc_delfino_space space, char text[ASC_TOKEN_MAX]);
int asc_delfino_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_delfino_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_delfino_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

/* prompt.c */
typedef enum asc_delfino_ending_kind {
  ASC_DELFINO_ENDING_NONE,
  ASC_DELFINO_ENDING_WON,
  ASC_DELFINO_ENDING_LAST_PLAYER,
  ASC_DELFINO_ENDING_QUIET
} asc_delfino_ending_kind;
/* Returns how the game ended: by five points, because one player is left, or by too many turns without a point. */
asc_delfino_ending_kind asc_delfino_ending_of(const asc_delfino_rules *rules, const asc_delfino_position *position);
/* Fills the prompt of the view. */
void asc_delfino_prompt(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_message *prompt);
/* Fills the message about the end of the game; leaves it unchanged while the game is open. */
void asc_delfino_ending_describe(const asc_delfino_rules *rules, const asc_delfino_position *position,
                                 asc_message *message);

/* view.c */
enum {
  ASC_DELFINO_KIND_CARD,
  ASC_DELFINO_KIND_PAWN,
  ASC_DELFINO_KINDS = ASC_DELFINO_KIND_PAWN + ASC_DELFINO_PLAYERS_MAX
};
void asc_delfino_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
/* Computes the centre of a space in the coordinates of the view. */
void asc_delfino_view_point(const asc_rules *rules, asc_delfino_space space, int32_t *x, int32_t *y);

/* path.c: functions of the asc_game interface. */
void asc_delfino_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path);
void asc_delfino_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);

/* why.c: a function of the asc_game interface. */
void asc_delfino_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                     asc_message *message);

/* knowledge.c */
extern const asc_knowledge asc_delfino_knowledge;

/* edit.c */
extern const asc_editor asc_delfino_editor ASC_EDITOR_WEAK;

#endif
