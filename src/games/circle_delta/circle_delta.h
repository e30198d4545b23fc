/* Circle Delta inside.

   A position says where the men of the four colours stand, how many White and Black still have in reserve, which act
   of which player is due, and how many quiet turns lie behind. Whoever has neither a man on the board nor one in
   reserve has lost; six quiet turns are a draw; nothing else remembers that a game is over.

   No white or black man ever stands between two reds: whoever does is off the board when the act is done. That settles
   which comes first when the last man is captured. The captured man did not stand between two reds, so neither does
   the one that takes its hole, and a capture never locks anything in.

   Read board.h for the circles, then rules.c (playing and ends), ways.h (where men can go) and moves.c (what is legal).
   route.c finds the way a man takes, layout.c says where the holes lie on paper; check.c says which positions are
   possible, text.c writes and reads them; view.c, why.c and trace.c are about people; knowledge.h is for the engine. */
#ifndef ASC_GAMES_CIRCLE_DELTA_H
#define ASC_GAMES_CIRCLE_DELTA_H

#include <ascona/edit.h>

#include "board.h"

enum { CIRCLE_WHITE, CIRCLE_BLACK, CIRCLE_RED, CIRCLE_GREEN, CIRCLE_COLOURS, CIRCLE_NOBODY = -1 };

enum circle_stage {
  CIRCLE_REDS,   /* preparation: a red man is put */
  CIRCLE_GREENS, /* preparation: a green man is put */
  CIRCLE_FIRST,  /* a red or green man moves */
  CIRCLE_SECOND  /* an own man is put or moves */
};

enum {
  CIRCLE_REDS_MAX = 6,
  CIRCLE_GREENS_MAX = 6,
  CIRCLE_PLY_LIMIT = 3000,
  CIRCLE_QUIET_LIMIT = 6, /* quiet turns in a row that are a draw */
  CIRCLE_STIRRED = -1     /* in place of their number: the first act locked a man in, so this turn is not quiet;
                             never with draw=literal */
};

typedef struct circle_position {
  circle_set men[CIRCLE_COLOURS];
  uint8_t stage;      /* enum circle_stage */
  uint8_t player;     /* CIRCLE_WHITE or CIRCLE_BLACK, whose act it is */
  uint8_t reserve[2]; /* men not yet put, by player */
  int8_t quiet;       /* quiet turns in a row, or in mid-turn CIRCLE_STIRRED */
  uint8_t zero[3];
} circle_position;

/* Where everything lies on paper, in the units of a view; the middle of the board is 0, 0. */
typedef struct circle_layout {
  int32_t x[CIRCLE_HOLES_MAX], y[CIRCLE_HOLES_MAX];
  int32_t circle_x[CIRCLE_CIRCLES_MAX], circle_y[CIRCLE_CIRCLES_MAX], radius[CIRCLE_CIRCLES_MAX];
  int32_t letter_x[CIRCLE_ROWS_MAX], letter_y[CIRCLE_ROWS_MAX];
  int32_t number_x[CIRCLE_LENGTH_MAX], number_y[CIRCLE_LENGTH_MAX];
  int32_t edge; /* half the side of the whole drawing */
} circle_layout;

typedef struct circle_rules {
  asc_rules common;
  int men, reds, greens;
  bool literal; /* draw=literal: only a bend keeps a turn from being quiet */
  circle_board board;
  circle_layout layout;
} circle_rules;

/* A move is a hole to put on, or a from and a to, or a pass. */
enum { CIRCLE_PASS = CIRCLE_NO_HOLE };
static inline asc_move circle_move(int from, int to) { return (asc_move)((from + 1) << 7 | to); }
static inline int circle_move_to(asc_move move) { return (int)(move & 127); }
/* CIRCLE_NO_HOLE for a put and a pass. */
static inline int circle_move_from(asc_move move) { return move < 128 ? CIRCLE_NO_HOLE : (int)(move >> 7) - 1; }

ASC_INLINE circle_set circle_all_men(const circle_position *position) {
  return circle_or(circle_or(position->men[CIRCLE_WHITE], position->men[CIRCLE_BLACK]),
                   circle_or(position->men[CIRCLE_RED], position->men[CIRCLE_GREEN]));
}
/* The colour of the man on a hole, or CIRCLE_NOBODY. */
static inline int circle_colour(const circle_position *position, int hole) {
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++)
    if (circle_has(position->men[colour], hole)) return colour;
  return CIRCLE_NOBODY;
}
ASC_INLINE bool circle_has_men(const circle_position *position, int player) {
  return position->reserve[player] != 0 || circle_any(position->men[player]);
}
ASC_INLINE bool circle_over(const circle_position *position) {
  return !circle_has_men(position, CIRCLE_WHITE) || !circle_has_men(position, CIRCLE_BLACK) ||
         position->quiet == CIRCLE_QUIET_LIMIT;
}

/* rules.c */
void asc_circle_start(const asc_rules *rules, void *position);
int asc_circle_turn(const asc_rules *rules, const void *position);
void asc_circle_play(const asc_rules *rules, void *position, asc_move move);
bool asc_circle_pass(const asc_rules *rules, void *position);
bool asc_circle_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
bool asc_circle_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
uint64_t asc_circle_hash(const asc_rules *rules, const void *position);
uint64_t asc_circle_key(const asc_rules *rules, const void *position);
void asc_circle_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_circle_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* moves.c */
int asc_circle_moves(const asc_rules *rules, const void *position, asc_move *moves);

/* The fields of a position string. */
enum {
  CIRCLE_FIELD_BOARD,
  CIRCLE_FIELD_TURN,
  CIRCLE_FIELD_STAGE,
  CIRCLE_FIELD_WHITE,
  CIRCLE_FIELD_BLACK,
  CIRCLE_FIELD_QUIET,
  CIRCLE_FIELDS
};

/* check.c */
extern const char *const asc_circle_player_names[2]; /* as errors say them */
int asc_circle_check(const asc_rules *rules, const void *position, asc_error *error);
/* The same, and `field` tells which part of a position string is at fault. */
int asc_circle_check_fields(const circle_rules *rules, const circle_position *position, asc_error *error, int *field);

/* text.c */
int asc_circle_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_circle_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_circle_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);
void asc_circle_write_hole(const circle_board *board, int hole, char text[ASC_TOKEN_MAX]);

/* route.c: a way from hole to hole, circle by circle. */
typedef enum circle_joint { CIRCLE_JOINT_END, CIRCLE_JOINT_BEND, CIRCLE_JOINT_GREEN } circle_joint;

typedef struct circle_curve {
  int from, to, circle, direction;
  circle_joint joint; /* what happens at its end */
} circle_curve;

enum { CIRCLE_BENDS_MAX = CIRCLE_GREENS_MAX + 2 }; /* one free, one a green, and one more for asc_circle_route_again */

typedef struct circle_route {
  int curves, holes;
  circle_curve curve[CIRCLE_BENDS_MAX + 1];
} circle_route;

/* The way a man takes from `from` to `to` for drawing; false when there is none. */
bool asc_circle_route_find(const circle_rules *rules, const circle_position *position, int from, int to,
                           circle_route *route);
/* The same if the green man on `green` gave its bend more than once. */
bool asc_circle_route_again(const circle_rules *rules, const circle_position *position, int from, int to, int green);
void asc_circle_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way);

/* layout.c */
void asc_circle_layout_fill(circle_layout *layout, const circle_board *board);

/* view.c */
void asc_circle_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
void asc_circle_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);

/* why.c */
void asc_circle_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                    asc_message *message);

/* knowledge.c */
extern const asc_knowledge asc_circle_knowledge;

/* edit.c */
extern const asc_editor asc_circle_editor ASC_EDITOR_LINK;

#endif
