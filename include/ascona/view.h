/* Views: everything a front end needs to show a position and to let a player make a move.

   Every front end (terminal, SVG, web page, screen reader) draws from an asc_view and from nothing else. It adds
   materials and motion, never geometry or rules. Coordinates and sizes are integers, x grows to the right and y
   downwards; 1000 is the side of a square, the distance between two holes, or the side of a card.

   Kinds are short words such as `white`, `plate` or `ring`. A front end that knows a kind may draw it in its own way;
   one that doesn't draws the outline. So a new game appears in every front end without a change to it.

   The functions that fill these structures are in game.h. */
#ifndef ASCONA_VIEW_H
#define ASCONA_VIEW_H

#include <ascona/message.h>

#include <stdbool.h>
#include <stdint.h>

/* The most entries that the arrays of a view, of steps and of a path have room for. */
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

/* A kind of thing on the board or in a reserve. A game lists its kinds in asc_game.kinds; an int8_t `kind` below is an
   index into that list. Texts are static. */
typedef struct asc_kind {
  const char *id;    /* "white", "card"; a front end chooses its drawing by it */
  const char *glyph; /* for a terminal, UTF-8, one column wide: "○" */
  char letter;       /* for a terminal without Unicode: 'O' */
  uint8_t owner;     /* player 1 to 4; 0: belongs to no player */
} asc_kind;

enum { ASC_NO_KIND = -1, ASC_NO_PLACE = -1, ASC_NO_REGION = -1 };

typedef enum asc_outline { ASC_OUTLINE_SQUARE, ASC_OUTLINE_CIRCLE } asc_outline;

/* Marks on a place or a region, as bits. Legal destinations are not among them: they follow from asc_move_steps. */
typedef enum asc_mark {
  ASC_MARK_FROM = 1,         /* the last move started here */
  ASC_MARK_TO = 2,           /* the piece that moved last is here */
  ASC_MARK_PLACED = 4,       /* the last move also placed this piece (a tracer) */
  ASC_MARK_REMOVED = 8,      /* the last move removed a piece from here */
  ASC_MARK_TURNED = 16,      /* the last move turned the card here */
  ASC_MARK_OFF_LIMITS = 32,  /* the player to move may not play here */
  ASC_MARK_WINNING = 64,     /* part of the pattern that ended the game: a relay */
  ASC_MARK_CAPTURABLE = 128, /* the opponent could capture this piece with one action */
  ASC_MARK_TRAPPABLE = 256   /* one action could trap this piece */
} asc_mark;

/* The arrow keys, as indices into asc_place.next. */
enum { ASC_UP, ASC_RIGHT, ASC_DOWN, ASC_LEFT, ASC_ARROW_COUNT };

/* A location on the board: a square, a hole or a space. */
typedef struct asc_place {
  char id[ASC_TOKEN_MAX];        /* the name that steps use: "c3" */
  int32_t x, y;                  /* of its centre */
  int32_t size;                  /* side of the square, or diameter of the circle */
  uint8_t outline;               /* asc_outline */
  int8_t ground;                 /* the kind of ground here (a card), or ASC_NO_KIND */
  int8_t ground_turns;           /* quarter turns of the ground, clockwise, 0 to 3 */
  int8_t piece;                  /* the kind of piece here, on top of the ground if there is one, or ASC_NO_KIND */
  int16_t region;                /* index of the region it belongs to, or ASC_NO_REGION */
  int16_t next[ASC_ARROW_COUNT]; /* index of the place that an arrow key leads to, or ASC_NO_PLACE */
  uint32_t marks;                /* asc_mark bits */
  asc_message name;              /* for people: "d3" */
  asc_message state;             /* for people: "white pawn", "free" */
  asc_message where;             /* for screen readers: "ring c, line 2"; key NULL: the name is enough */
} asc_place;

typedef enum asc_curve_kind { ASC_CURVE_LINE, ASC_CURVE_ARC, ASC_CURVE_CIRCLE, ASC_CURVE_RECT } asc_curve_kind;

/* LINE: from (x1, y1) to (x2, y2). ARC: between the same points, around the centre (cx, cy). CIRCLE: around the centre.
   RECT: the points are opposite corners. */
typedef struct asc_curve {
  uint8_t kind;   /* asc_curve_kind */
  bool clockwise; /* ARC: the direction from the first point to the second */
  int32_t x1, y1, x2, y2;
  int32_t cx, cy, radius; /* ARC and CIRCLE */
} asc_curve;

/* A drawn line that is not a place: a ring, the row of the last marble, a completed figure. */
typedef struct asc_shape {
  const char *kind; /* "ring"; static */
  asc_curve curve;
  asc_message name; /* for screen readers; key NULL: decoration */
} asc_shape;

/* A part of the board with several places: a tile. */
typedef struct asc_region {
  const char *kind; /* "plate"; static */
  int32_t left, top, right, bottom;
  uint8_t leader; /* the player with the most pieces in it, 1 to 4; 0: a tie, or no pieces */
  uint32_t marks; /* asc_mark bits */
  asc_message name;
  asc_message state;
} asc_region;

/* A coordinate at the edge of the board. */
typedef struct asc_label {
  char text[8];
  int32_t x, y;
  bool is_highlighted; /* the last move runs along this row or column */
} asc_label;

/* Something to select that is not on the board: "turn", "end", a face of the die. */
typedef struct asc_control {
  char id[ASC_TOKEN_MAX]; /* the name that steps use */
  asc_message name;
} asc_control;

/* Pieces in a reserve. */
typedef struct asc_stock {
  char id[ASC_TOKEN_MAX]; /* the name that steps use; "": it can't be selected */
  int8_t kind;
  uint8_t player; /* the owner, 1 to 4; 0: shared by all players */
  int16_t count;
  asc_message name;
} asc_stock;

/* A player as the view shows them: points, pieces, name. */
typedef struct asc_seat {
  int8_t kind;         /* the kind of piece that represents the player */
  bool has_resigned;   /* the player resigned and the others play on */
  int32_t points;      /* half-points so far */
  int32_t goal;        /* half-points that win the game; 0: there is no such number */
  int16_t pieces;      /* on the board and in reserve, in games that are lost with the last piece; else 0 */
  int16_t pieces_lost; /* in the same games; else 0 */
  asc_message name;
  asc_message state; /* how the points came about; key NULL: nothing to add */
} asc_seat;

typedef enum asc_motion_type {
  ASC_MOTION_PLACE,
  ASC_MOTION_MOVE,
  ASC_MOTION_REMOVE,
  ASC_MOTION_TURN,
  ASC_MOTION_ROLL
} asc_motion_type;

/* One thing that a move does. */
typedef struct asc_motion {
  uint8_t type;             /* asc_motion_type */
  int8_t kind;              /* of the piece or card; ROLL: ASC_NO_KIND */
  int8_t quarter_turns;     /* TURN: clockwise */
  uint8_t curve, curves;    /* MOVE: index of its first curve in asc_path.curves, and how many it has */
  char from[ASC_TOKEN_MAX]; /* the id of a place; "": not from the board */
  char to[ASC_TOKEN_MAX];   /* the id of a place; "": not to the board */
} asc_motion;

/* The motions of a move, in the order in which they happen, and the curves along which pieces move: for animations. */
typedef struct asc_path {
  int motion_count;
  asc_motion motions[ASC_MOTIONS_MAX];
  int curve_count;
  asc_curve curves[ASC_CURVES_MAX];
  const char *joints[ASC_CURVES_MAX]; /* how a curve meets the next ("bend", "green-bend"); static; NULL: smoothly */
} asc_path;

/* GRID: places are at multiples of 1000, in rows and columns. FREE: anywhere. */
typedef enum asc_layout { ASC_LAYOUT_GRID, ASC_LAYOUT_FREE } asc_layout;

/* A position as front ends show it. Each array has as many entries as its count says. */
typedef struct asc_view {
  uint8_t layout;                   /* asc_layout */
  uint8_t roller;                   /* the player for whom a die must be rolled now; 0: none */
  int32_t left, top, right, bottom; /* of the whole board */
  int place_count, region_count, shape_count, label_count, control_count, stock_count, seat_count;
  asc_place places[ASC_PLACES_MAX];
  asc_region regions[ASC_REGIONS_MAX];
  asc_shape shapes[ASC_SHAPES_MAX];
  asc_label labels[ASC_LABELS_MAX];
  asc_control controls[ASC_CONTROLS_MAX];
  asc_stock stocks[ASC_STOCKS_MAX];
  asc_seat seats[ASC_SEATS_MAX];
  asc_message prompt; /* what the player to move should do, or how the game ended */
  /* The end of the game in a word or two: "Relay"; key NULL: it is not over. The argument `who` is the number of a
     player, and front ends replace it by a name. If that player is the user, they add "-you" to the key. */
  asc_message ending;
  asc_path last_path; /* the path of the last move; no motions: there was no move, or nothing moved */
} asc_view;

/* The things a player selects to make a move, in order: ids of places, stocks and controls. */
typedef struct asc_steps {
  int count;
  char ids[ASC_STEPS_MAX][ASC_TOKEN_MAX];
} asc_steps;

#endif
