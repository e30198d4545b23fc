/* What a front end needs in order to show a position and take a move: geometry, men, marks, words, touches.

   Every front end (terminal, SVG, page, screen reader) draws from an asc_view and nothing else. It adds material and
   motion, never geometry or rules. Coordinates are whole numbers, y grows downwards; 1000 is the side of a cell, the
   distance of two hollows, the side of a card.

   Kinds are short words a front end may know (`white`, `plate`, `ring`) and may dress; one it does not know it draws
   plainly from the outline. A new game is therefore shown by every front end without a change to it. */
#ifndef ASCONA_VIEW_H
#define ASCONA_VIEW_H

#include <ascona/message.h>

#include <stdbool.h>
#include <stdint.h>

#define ASC_PLACES_MAX 192
#define ASC_REGIONS_MAX 32
#define ASC_SHAPES_MAX 192
#define ASC_LABELS_MAX 96
#define ASC_CONTROLS_MAX 16
#define ASC_STOCKS_MAX 8
#define ASC_SEATS_MAX 4
#define ASC_STEPS_MAX 4
#define ASC_MOTIONS_MAX 8
#define ASC_CURVES_MAX 16

/* A kind of thing that stands on a place or lies in hand. The table of them belongs to the game. */
typedef struct asc_kind {
  const char *id;    /* "white", "card"; a front end's art is chosen by it */
  const char *glyph; /* one column of UTF-8 for a terminal: "○" */
  char letter;       /* the same without Unicode: 'O' */
  uint8_t owner;     /* 1 … 4, or 0: belongs to all */
} asc_kind;

enum { ASC_NO_KIND = -1, ASC_NO_PLACE = -1, ASC_NO_REGION = -1 };

typedef enum asc_outline { ASC_OUTLINE_SQUARE, ASC_OUTLINE_CIRCLE } asc_outline;

/* The marks a place or a region may carry, as bits. Where one may go is not among them: it follows from the steps. */
typedef enum asc_mark {
  ASC_MARK_FROM = 1,    /* the last move began here */
  ASC_MARK_TO = 2,      /* what moved last stands here */
  ASC_MARK_PUT = 4,     /* what the last move put besides (a tracer) */
  ASC_MARK_TAKEN = 8,   /* the last move took something off here */
  ASC_MARK_TURNED = 16, /* the last move turned what lies here */
  ASC_MARK_BARRED = 32, /* closed to the player to move */
  ASC_MARK_WON = 64,    /* part of what ended the game: a relay */
  ASC_MARK_PREY = 128,  /* the other player could capture it with one act, as it stands */
  ASC_MARK_CAGED = 256  /* one act could lock it in */
} asc_mark;

enum { ASC_UP, ASC_RIGHT, ASC_DOWN, ASC_LEFT, ASC_ARROWS };

typedef struct asc_place {
  char id[ASC_TOKEN_MAX];   /* the token a step names it by: "c3" */
  int32_t x, y;             /* the centre */
  int32_t size;             /* side or diameter */
  uint8_t outline;          /* asc_outline */
  int8_t ground;            /* kind that lies here (a card), or ASC_NO_KIND */
  int8_t ground_turns;      /* its quarter turns clockwise, 0 … 3 */
  int8_t man;               /* kind that stands here, on the ground if there is one, or ASC_NO_KIND */
  int16_t region;           /* index of the region it lies in, or ASC_NO_REGION */
  int16_t next[ASC_ARROWS]; /* the place an arrow key leads to, or ASC_NO_PLACE */
  uint32_t marks;
  asc_message name;  /* what it is: "d3" */
  asc_message state; /* what stands on it: "white man", "free" */
  asc_message where; /* how it lies, for those who do not see it: "ring c, line 2"; key NULL: the name says it */
} asc_place;

typedef enum asc_form { ASC_FORM_LINE, ASC_FORM_ARC, ASC_FORM_CIRCLE, ASC_FORM_RECT } asc_form;

/* A line from 1 to 2; an arc from 1 to 2 round the centre; a circle round the centre; a rectangle with corners 1, 2. */
typedef struct asc_curve {
  uint8_t form; /* asc_form */
  bool clockwise;
  int32_t x1, y1, x2, y2;
  int32_t cx, cy, radius;
} asc_curve;

/* Something drawn that is not a place: a ring, the row of the last marble, a completed figure. */
typedef struct asc_shape {
  const char *kind;
  asc_curve curve;
  asc_message name; /* for those who do not see it; key NULL: decoration */
} asc_shape;

/* A part of the board that holds several places: a plate. */
typedef struct asc_region {
  const char *kind;
  int32_t left, top, right, bottom;
  uint8_t leader; /* 1 … 4: who has more there than anybody else; 0: nobody */
  uint32_t marks;
  asc_message name;
  asc_message state;
} asc_region;

/* A coordinate at the edge. `lit` says the last move runs along it. */
typedef struct asc_label {
  char text[8];
  int32_t x, y;
  bool lit;
} asc_label;

/* A thing to touch that is not a place: "turn", "end", a face of the die. */
typedef struct asc_control {
  char id[ASC_TOKEN_MAX];
  asc_message name;
} asc_control;

/* Men in hand. With an id they can be touched. */
typedef struct asc_stock {
  char id[ASC_TOKEN_MAX]; /* "" : only shown */
  int8_t kind;
  uint8_t player; /* 1 … 4, or 0: belongs to all */
  int16_t count;
  asc_message name;
} asc_stock;

typedef struct asc_seat {
  int8_t kind;    /* the man that stands for the player */
  bool out;       /* has given up */
  int32_t points; /* half-points, as they stand */
  int32_t goal;   /* half-points that win the game; 0: no number does */
  int16_t men;    /* where the last man lost is the game: how many there are, on the board and in hand; else 0 */
  int16_t lost;   /* and how many are gone */
  asc_message name;
  asc_message state; /* what the points are made of; key NULL: nothing to say */
} asc_seat;

typedef enum asc_act { ASC_ACT_PUT, ASC_ACT_TRAVEL, ASC_ACT_TAKE, ASC_ACT_TURN, ASC_ACT_ROLL } asc_act;

/* One thing a move does, in the order it happens. */
typedef struct asc_motion {
  uint8_t act; /* asc_act */
  int8_t kind;
  int8_t quarter_turns;     /* ASC_ACT_TURN, clockwise */
  uint8_t curve, curves;    /* ASC_ACT_TRAVEL: where its way begins in asc_way.curves, and its length */
  char from[ASC_TOKEN_MAX]; /* a place's id, or "" */
  char to[ASC_TOKEN_MAX];
} asc_motion;

/* The way a move travels. Where one curve meets the next, `joint` says how it bends ("bend", "green-bend"). */
typedef struct asc_way {
  int motion_count;
  asc_motion motions[ASC_MOTIONS_MAX];
  int curve_count;
  asc_curve curves[ASC_CURVES_MAX];
  const char *joints[ASC_CURVES_MAX]; /* at the end of that curve; NULL: none */
} asc_way;

/* GRID: places sit at multiples of 1000 in rows and columns. FREE: anywhere. */
typedef enum asc_layout { ASC_LAYOUT_GRID, ASC_LAYOUT_FREE } asc_layout;

typedef struct asc_view {
  uint8_t layout; /* asc_layout */
  uint8_t roller; /* when a die is to be rolled: the player whose turn it is; else 0 */
  int32_t left, top, right, bottom;
  int place_count, region_count, shape_count, label_count, control_count, stock_count, seat_count;
  asc_place places[ASC_PLACES_MAX];
  asc_region regions[ASC_REGIONS_MAX];
  asc_shape shapes[ASC_SHAPES_MAX];
  asc_label labels[ASC_LABELS_MAX];
  asc_control controls[ASC_CONTROLS_MAX];
  asc_stock stocks[ASC_STOCKS_MAX];
  asc_seat seats[ASC_SEATS_MAX];
  asc_message prompt; /* what is asked of the player to move, or how the game ended */
  asc_message
      ending;   /* how the game ended in a word or two, "Relay"; key NULL: it goes on. The number `who` is a player,
                   whom a front end calls by name; where it says "you" to him, the key has -you at its end */
  asc_way last; /* the way of the last move; no motions: there was none, or nothing moved */
} asc_view;

/* The things a person touches, in order: ids of places, stocks and controls. */
typedef struct asc_steps {
  int count;
  char ids[ASC_STEPS_MAX][ASC_TOKEN_MAX];
} asc_steps;

#endif
