/* Circle Delta: positions, moves, and what the files of this folder share.

   The terms of the rules: a turn has two actions. The first moves a red or green piece, which belong to both players,
   along a circle. The second places or moves a piece of the player. That piece moves along a circle, may switch to the
   other circle of a hole once, and must switch on a green piece. It captures an opposing piece that it meets. A piece
   with a red neighbour on both sides along a circle is between two reds: it is trapped and removed. A turn is quiet if
   no piece is placed, captured or trapped and no piece switches circles (but see is_draw_literal).

   A position has the holes of the pieces of the four colours, and the number of pieces that White and Black have in
   reserve. It also has the player and the action that are due, and the number of quiet turns in a row. A player without
   a piece on the board or in reserve has lost, and six quiet turns are a draw. A position stores nothing else about
   the end of a game.

   No white or black piece is ever between two reds at the end of an action, because trapped pieces are removed then. So
   a capture never traps the capturing piece: it takes over the hole of a piece that was not between two reds.

   Read board.h for the circles, then rules.c (playing and the end of a game), reach.h (where pieces can go) and moves.c
   (the legal moves). route.c finds the path of a move, and layout.c computes where the holes are drawn. check.c decides
   which positions are possible, and text.c reads and writes them. view.c, why.c and why_path.c are for user interfaces;
   knowledge.h is for the engine. */
#ifndef ASC_GAMES_CIRCLE_DELTA_H
#define ASC_GAMES_CIRCLE_DELTA_H

#include <ascona/edit.h>

#include "board.h"

enum {
  ASC_CIRCLE_WHITE,
  ASC_CIRCLE_BLACK,
  ASC_CIRCLE_RED,
  ASC_CIRCLE_GREEN,
  ASC_CIRCLE_COLOURS,
  ASC_CIRCLE_NO_COLOUR = -1
};

enum asc_circle_stage {
  ASC_CIRCLE_STAGE_REDS,   /* preparation: place a red piece */
  ASC_CIRCLE_STAGE_GREENS, /* preparation: place a green piece */
  ASC_CIRCLE_STAGE_FIRST,  /* first action of a turn: move a red or green piece */
  ASC_CIRCLE_STAGE_SECOND  /* second action of a turn: place or move a piece of your own */
};

enum {
  ASC_CIRCLE_REDS_MAX = 6,
  ASC_CIRCLE_GREENS_MAX = 6,
  ASC_CIRCLE_PLY_LIMIT = 3000,
  ASC_CIRCLE_QUIET_LIMIT = 6,  /* this many quiet turns in a row are a draw */
  ASC_CIRCLE_QUIET_BROKEN = -1 /* value of `quiet` instead of the count: the first action trapped a piece, so this turn
                                  is not quiet; never used with draw=literal */
};

typedef struct asc_circle_position {
  asc_circle_set pieces[ASC_CIRCLE_COLOURS];
  uint8_t stage;      /* enum asc_circle_stage */
  uint8_t player;     /* ASC_CIRCLE_WHITE or ASC_CIRCLE_BLACK, the player to move */
  uint8_t reserve[2]; /* pieces not yet placed, by player */
  int8_t quiet;       /* quiet turns in a row, or ASC_CIRCLE_QUIET_BROKEN between the two actions of a turn */
  uint8_t padding[3]; /* always 0, because positions are compared as bytes */
} asc_circle_position;

/* Where everything is drawn, in the units of asc_view. The middle of the board is 0, 0. */
typedef struct asc_circle_layout {
  int32_t x[ASC_CIRCLE_HOLES_MAX], y[ASC_CIRCLE_HOLES_MAX];
  int32_t circle_x[ASC_CIRCLE_CIRCLES_MAX], circle_y[ASC_CIRCLE_CIRCLES_MAX], radius[ASC_CIRCLE_CIRCLES_MAX];
  int32_t letter_x[ASC_CIRCLE_ROWS_MAX], letter_y[ASC_CIRCLE_ROWS_MAX];
  int32_t number_x[ASC_CIRCLE_LENGTH_MAX], number_y[ASC_CIRCLE_LENGTH_MAX];
  int32_t half_side; /* half the side of the whole drawing */
} asc_circle_layout;

typedef struct asc_circle_rules {
  asc_rules common;
  int pieces_per_player, reds, greens; /* counts at the start of the game */
  bool is_draw_literal;                /* draw=literal: a turn is quiet unless a piece switched circles */
  asc_circle_board board;
  asc_circle_layout layout;
} asc_circle_rules;

/* A move is a hole to place a piece on, or a hole to move from and a hole to move to, or a pass. */
enum { ASC_CIRCLE_PASS = ASC_CIRCLE_NO_HOLE };
static inline asc_move asc_circle_move(int from, int to) { return (asc_move)((from + 1) << 7 | to); }
static inline int asc_circle_move_to(asc_move move) { return (int)(move & 127); }
/* Returns ASC_CIRCLE_NO_HOLE if the move places a piece or passes. */
static inline int asc_circle_move_from(asc_move move) { return move < 128 ? ASC_CIRCLE_NO_HOLE : (int)(move >> 7) - 1; }

ASC_INLINE asc_circle_set asc_circle_all_pieces(const asc_circle_position *position) {
  return asc_circle_set_or(asc_circle_set_or(position->pieces[ASC_CIRCLE_WHITE], position->pieces[ASC_CIRCLE_BLACK]),
                           asc_circle_set_or(position->pieces[ASC_CIRCLE_RED], position->pieces[ASC_CIRCLE_GREEN]));
}
/* Returns the colour of the piece on a hole, or ASC_CIRCLE_NO_COLOUR. */
static inline int asc_circle_colour_at(const asc_circle_position *position, int hole) {
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++)
    if (asc_circle_set_has(position->pieces[colour], hole)) return colour;
  return ASC_CIRCLE_NO_COLOUR;
}
/* Returns true if the player has a piece on the board or in reserve. */
ASC_INLINE bool asc_circle_has_pieces(const asc_circle_position *position, int player) {
  return position->reserve[player] != 0 || asc_circle_set_any(position->pieces[player]);
}
ASC_INLINE bool asc_circle_is_over(const asc_circle_position *position) {
  return !asc_circle_has_pieces(position, ASC_CIRCLE_WHITE) || !asc_circle_has_pieces(position, ASC_CIRCLE_BLACK) ||
         position->quiet == ASC_CIRCLE_QUIET_LIMIT;
}

/* rules.c: functions of the asc_game interface. */
void asc_circle_start(const asc_rules *rules, void *position);
int asc_circle_turn(const asc_rules *rules, const void *position);
void asc_circle_play(const asc_rules *rules, void *position, asc_move move);
bool asc_circle_pass(const asc_rules *rules, void *position);
bool asc_circle_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
bool asc_circle_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
uint64_t asc_circle_hash(const asc_rules *rules, const void *position);
uint64_t asc_circle_repetition_key(const asc_rules *rules, const void *position);
void asc_circle_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_circle_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* moves.c: a function of the asc_game interface. */
int asc_circle_moves(const asc_rules *rules, const void *position, asc_move *moves);

/* The fields of a position string, in their order. */
enum {
  ASC_CIRCLE_FIELD_BOARD,
  ASC_CIRCLE_FIELD_TURN,
  ASC_CIRCLE_FIELD_STAGE,
  ASC_CIRCLE_FIELD_WHITE,
  ASC_CIRCLE_FIELD_BLACK,
  ASC_CIRCLE_FIELD_QUIET,
  ASC_CIRCLE_FIELDS
};

/* check.c */
extern const char *const asc_circle_player_names[2]; /* as error texts name them */
int asc_circle_check(const asc_rules *rules, const void *position, asc_error *error);
/* Checks a position as asc_circle_check does. If it returns an error, *field is the field of the position string that
   causes it. `error` may be NULL. */
int asc_circle_check_fields(const asc_circle_rules *rules, const asc_circle_position *position, asc_error *error,
                            int *field);

/* text.c: functions of the asc_game interface, and the name of a hole such as "b3". */
int asc_circle_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_circle_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_circle_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);
void asc_circle_write_hole(const asc_circle_board *board, int hole, char text[ASC_TOKEN_MAX]);

/* route.c: a route is a path from hole to hole as a list of curves along circles. */
typedef enum asc_circle_joint {
  ASC_CIRCLE_JOINT_END,
  ASC_CIRCLE_JOINT_SWITCH,
  ASC_CIRCLE_JOINT_GREEN
} asc_circle_joint;

typedef struct asc_circle_curve {
  int from, to, circle, direction;
  asc_circle_joint joint; /* what happens at the end of the curve */
} asc_circle_curve;

/* Switches of circle in one path: one free, one for each green piece, and one more for asc_circle_route_reusing. */
enum { ASC_CIRCLE_SWITCHES_MAX = ASC_CIRCLE_GREENS_MAX + 2 };

typedef struct asc_circle_route {
  int curve_count, hole_count; /* hole_count: steps from hole to hole */
  asc_circle_curve curve[ASC_CIRCLE_SWITCHES_MAX + 1];
} asc_circle_route;

/* Finds the path to draw for a piece that moves from `from` to `to`. Returns false if there is none. */
bool asc_circle_route_find(const asc_circle_rules *rules, const asc_circle_position *position, int from, int to,
                           asc_circle_route *route);
/* Returns true if a piece could get there if the green piece on `green` could be used more than once. */
bool asc_circle_route_reusing(const asc_circle_rules *rules, const asc_circle_position *position, int from, int to,
                              int green);
void asc_circle_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path);

/* layout.c: computes the layout of a board. */
void asc_circle_layout_fill(asc_circle_layout *layout, const asc_circle_board *board);

/* view.c: functions of the asc_game interface. */
void asc_circle_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
void asc_circle_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);

/* why.c: a function of the asc_game interface. */
void asc_circle_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                    asc_message *message);

/* knowledge.c */
extern const asc_knowledge asc_circle_knowledge;

/* edit.c */
extern const asc_editor asc_circle_editor ASC_EDITOR_WEAK;

#endif
