/* Kulami inside: the board, the position, and what the files of this folder share.

   Every board has 64 hollows, whatever its outline, so a set of hollows is one 64-bit word. Hollows are numbered in
   reading order (top row first, from the left), plates in the order in which their first hollow comes. One number
   above the last stands for "none", and the tables have a row for it: the start needs no case of its own.

   Read board.c for the tables, then game.c; score.c counts the points; drawing.c and lay.c are where boards come from.
 */
#ifndef ASC_GAMES_KULAMI_H
#define ASC_GAMES_KULAMI_H

#include <ascona/edit.h>

#include "core/bits.h"
#include "core/text.h"

enum {
  KULAMI_HOLLOWS = 64,
  KULAMI_PLATES = 17,
  KULAMI_SIDE = 10,    /* no board is wider or higher */
  KULAMI_MARBLES = 28, /* a player's */
  KULAMI_PLIES = 2 * KULAMI_MARBLES,
  KULAMI_NO_HOLLOW = KULAMI_HOLLOWS,
  KULAMI_NO_PLATE = KULAMI_PLATES,
  KULAMI_PLATE_STATES = 59, /* of plates of all sizes: marbles of the one player and of the other */
  KULAMI_ACCESSES = 4,
  KULAMI_PLATE_MOST = 6, /* hollows of the largest plate */
  KULAMI_CHAIN = 5,      /* the shortest chain */
  KULAMI_WAYS = 8,       /* the directions, clockwise from the right; w and w + 4 are opposite */
  KULAMI_SYMMETRIES = 8,
  KULAMI_RUNS_MAX = KULAMI_HOLLOWS * KULAMI_WAYS / 2
};

/* The four kinds of plates. */
enum { KULAMI_KINDS = 4 };
typedef struct kulami_kind {
  int shorter, longer; /* sides, in hollows */
  int supply;          /* plates of this kind in the box */
} kulami_kind;
extern const kulami_kind asc_kulami_kinds[KULAMI_KINDS];

/* The options that add to the points of the plates; `level` is made of them. */
enum { KULAMI_AREAS = 1, KULAMI_CHAINS = 2 };

enum { KULAMI_RED, KULAMI_BLACK };

/* A board as people draw it: a lower-case letter a plate, '.' where there is no hollow, rows from the top. */
typedef struct kulami_drawing {
  int columns, rows;
  char cells[KULAMI_SIDE][KULAMI_SIDE];
} kulami_drawing;

typedef struct kulami_rules {
  asc_rules common;
  int level;

  /* By the hollow of the last marble: the hollows in its row and its column that do not lie on its own plate. */
  uint64_t permission[KULAMI_HOLLOWS + 1];
  uint64_t plates[KULAMI_PLATES + 1]; /* the hollows of a plate */
  uint8_t plate_of[KULAMI_HOLLOWS + 1];
  uint64_t kinds[KULAMI_KINDS];  /* the hollows on plates of a kind */
  uint8_t worth[KULAMI_HOLLOWS]; /* the points of the hollow's plate */

  uint8_t column[KULAMI_HOLLOWS], row[KULAMI_HOLLOWS]; /* in the drawing, from 0 */
  uint8_t at[KULAMI_SIDE][KULAMI_SIDE];                /* by row and column: the hollow there, or none */
  uint8_t next[KULAMI_WAYS][KULAMI_HOLLOWS];           /* the neighbour on the board, or none */
  uint64_t sides[KULAMI_HOLLOWS];                      /* the neighbours side to side */
  uint64_t fives[KULAMI_WAYS / 2][KULAMI_HOLLOWS]; /* five in a row from here on; all hollows where it is too short */
  uint64_t runs[KULAMI_RUNS_MAX];                  /* the fives that are long enough, way by way */
  int asc_run_end[KULAMI_WAYS / 2];                /* where those of a way end in the list */
  uint8_t hollow_image[KULAMI_SYMMETRIES][KULAMI_HOLLOWS + 1];
  uint8_t plate_image[KULAMI_SYMMETRIES][KULAMI_PLATES + 1];
  kulami_drawing drawing;

  /* By plate and marbles of the player to move: the first of its states, which go by those of the other. */
  uint8_t plate_state[KULAMI_PLATES][KULAMI_PLATE_MOST + 1];
  /* By marbles on the board, the state of a plate and how the player to move gets there: its part of the final margin,
     in hundredths of a point. */
  int16_t outlook[KULAMI_PLIES + 1][KULAMI_PLATE_STATES][KULAMI_ACCESSES];
  int16_t outlook_move[KULAMI_PLIES + 1]; /* what having the move is worth besides */
} kulami_rules;

/* Whose turn it is follows from the plies: the marbles on the board, and turns that were passed. */
typedef struct kulami_position {
  uint64_t marbles[2]; /* Red's, Black's */
  uint8_t last;        /* the hollow of the last marble */
  uint8_t before;      /* the plate of the one before */
  uint8_t plies;
  uint8_t zero[5];
} kulami_position;

/* Where the player to move may put a marble. Empty exactly when the game is over. */
ASC_INLINE uint64_t kulami_open_hollows(const kulami_rules *rules, const kulami_position *position) {
  if (position->plies == KULAMI_PLIES) return 0;
  uint64_t closed = rules->plates[position->before] | position->marbles[KULAMI_RED] | position->marbles[KULAMI_BLACK];
  return rules->permission[position->last] & ~closed;
}

/* drawing.c */
int asc_kulami_drawing_read(const char *text, kulami_drawing *drawing, asc_error *error);
int asc_kulami_drawing_write(const kulami_drawing *drawing, char *text, size_t size);

/* board.c */
/* Fills the tables from rules->drawing, and the number of symmetries. */
void asc_kulami_board_build(kulami_rules *rules);
/* The plate's letter as people read it, in capitals: columns have the small ones. */
char asc_kulami_plate_letter(const kulami_rules *rules, int plate);

/* lay.c */
void asc_kulami_lay_irregular(uint64_t seed, kulami_drawing *drawing);
void asc_kulami_lay_square(uint64_t seed, kulami_drawing *drawing);

/* options.c */
enum { KULAMI_OPTIONS = 3 };
extern const asc_option asc_kulami_options[KULAMI_OPTIONS];
int asc_kulami_open(asc_rules *rules, const asc_option_value *values, asc_error *error);
int asc_kulami_resolve(const asc_rules *rules, int option, char *text, size_t size);

/* position.c */
typedef enum kulami_field { KULAMI_FIELD_ROWS, KULAMI_FIELD_LAST, KULAMI_FIELD_BEFORE, KULAMI_FIELDS } kulami_field;

int asc_kulami_check(const asc_rules *rules, const void *position, asc_error *error);
/* The same, and which part of a position string is at fault. */
int asc_kulami_check_fields(const kulami_rules *kulami, const kulami_position *p, asc_error *error,
                            kulami_field *field);
void asc_kulami_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_kulami_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* knowledge.c */
extern const asc_knowledge asc_kulami_knowledge;

/* edit.c */
extern const asc_editor asc_kulami_editor ASC_EDITOR_LINK;

/* knowledge_evaluate.c */
void asc_kulami_outlook_fill(kulami_rules *rules);

/* score.c */
typedef struct kulami_score {
  int plates, area, chains; /* what the level does not count is 0 */
} kulami_score;

/* A run of five or more, from its first hollow to its last along one of the ways 0 … 3. */
typedef struct kulami_chain {
  uint8_t from, to, length;
} kulami_chain;

/* Also on a board that somebody has filled by hand. */
#define KULAMI_CHAINS_MAX (KULAMI_HOLLOWS / KULAMI_CHAIN * (KULAMI_WAYS / 2))

int asc_kulami_plate_count(const kulami_rules *rules, const kulami_position *position, int colour, int plate);
int asc_kulami_find_chains(const kulami_rules *rules, uint64_t marbles, kulami_chain chains[KULAMI_CHAINS_MAX]);
void asc_kulami_score_count(const kulami_rules *rules, const kulami_position *position, kulami_score score[2]);
int asc_kulami_score_sum(const kulami_score *score);
bool asc_kulami_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
bool asc_kulami_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome);

/* text.c */
void asc_kulami_hollow_write(const kulami_rules *rules, int hollow, char text[ASC_TOKEN_MAX]);
/* Of a column's letter, from 0, and a row's number, from 1 at the bottom. */
bool asc_kulami_coordinates_inside(const kulami_rules *rules, int column, int number);
int asc_kulami_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_kulami_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_kulami_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

/* words.c */
void asc_kulami_add_plate(asc_message *message, const char *name, const kulami_rules *rules, int plate);
void asc_kulami_add_lines(asc_message *message, const kulami_rules *rules, int hollow);
/* How a finished game ended. The keys go by cause (all marbles put, Red cannot move, Black cannot) and result (Red
   wins, Black wins, draw). */
void asc_kulami_set_end(asc_message *message, const kulami_rules *rules, const kulami_position *position,
                        const char *const keys[3][3]);

/* view.c, why.c */
void asc_kulami_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
void asc_kulami_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way);
void asc_kulami_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
void asc_kulami_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                    asc_message *message);

#endif
