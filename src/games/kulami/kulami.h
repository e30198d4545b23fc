/* The rules of Kulami: the board, the position, and what the files of this folder share.

   The rules in short: a marble goes into a free hole in the row or the column of the last marble, but not onto the
   tiles of the last two marbles, which are off limits. A player who has more marbles on a tile scores its holes. The
   option `level` adds points for the largest area (connected marbles) and for chains (five or more in a row).

   Every board has 64 holes, whatever its outline, so a set of holes is one 64-bit word. Holes are numbered in reading
   order (top row first, from the left), tiles in the order of their first holes. The number after the last means
   "none". The lookup tables have an entry for it, so the start of a game needs no special case.

   Read board.c for the lookup tables, then game.c. score.c counts the points; drawing.c and random_board.c make
   boards. */
#ifndef ASC_GAMES_KULAMI_H
#define ASC_GAMES_KULAMI_H

#include <ascona/edit.h>

#include "base/bits.h"
#include "base/text.h"

enum {
  ASC_KULAMI_HOLES = 64,
  ASC_KULAMI_TILES = 17,
  ASC_KULAMI_SIDE_MAX = 10, /* no board is wider or higher */
  ASC_KULAMI_MARBLES = 28,  /* per player */
  ASC_KULAMI_PLIES = 2 * ASC_KULAMI_MARBLES,
  ASC_KULAMI_NO_HOLE = ASC_KULAMI_HOLES,
  ASC_KULAMI_NO_TILE = ASC_KULAMI_TILES,
  ASC_KULAMI_TILE_STATES = 59, /* for tiles of all sizes: every possible pair of own and opposing marbles */
  ASC_KULAMI_ACCESS_KINDS = 4,
  ASC_KULAMI_TILE_SIZE_MAX = 6, /* holes of the largest tile */
  ASC_KULAMI_CHAIN_MIN = 5,     /* marbles of the shortest chain */
  ASC_KULAMI_DIRECTIONS = 8,    /* clockwise from the right; d and d + 4 are opposite */
  ASC_KULAMI_SYMMETRIES = 8,
  ASC_KULAMI_FIVES_MAX = ASC_KULAMI_HOLES * ASC_KULAMI_DIRECTIONS / 2
};

/* The four shapes of tiles. */
enum { ASC_KULAMI_TILE_SHAPES = 4 };
typedef struct asc_kulami_tile_shape {
  int short_side, long_side; /* in holes */
  int count;                 /* tiles of this shape in the set */
} asc_kulami_tile_shape;
extern const asc_kulami_tile_shape asc_kulami_tile_shapes[ASC_KULAMI_TILE_SHAPES];

/* The flags that make up `level`: points for areas and for chains, in addition to those for tiles. */
enum { ASC_KULAMI_LEVEL_AREAS = 1, ASC_KULAMI_LEVEL_CHAINS = 2 };

enum { ASC_KULAMI_RED, ASC_KULAMI_BLACK };

/* A board as users write it: a lower-case letter per tile, '.' where there is no hole, rows from the top. */
typedef struct asc_kulami_drawing {
  int columns, rows;
  char cells[ASC_KULAMI_SIDE_MAX][ASC_KULAMI_SIDE_MAX];
} asc_kulami_drawing;

typedef struct asc_kulami_rules {
  asc_rules common;
  int level;

  /* By the hole of the last marble: the holes in its row and its column that are not on its own tile. */
  uint64_t allowed_after[ASC_KULAMI_HOLES + 1];
  uint64_t tiles[ASC_KULAMI_TILES + 1]; /* the holes of a tile */
  uint8_t tile_of[ASC_KULAMI_HOLES + 1];
  uint64_t shape_holes[ASC_KULAMI_TILE_SHAPES]; /* the holes on tiles of a shape */
  uint8_t tile_points[ASC_KULAMI_HOLES];        /* the points for the tile of a hole */

  uint8_t column[ASC_KULAMI_HOLES], row[ASC_KULAMI_HOLES];    /* in the drawing, from 0 */
  uint8_t hole_at[ASC_KULAMI_SIDE_MAX][ASC_KULAMI_SIDE_MAX];  /* by row and column: the hole there, or none */
  uint8_t neighbour[ASC_KULAMI_DIRECTIONS][ASC_KULAMI_HOLES]; /* the next hole on the board, or none */
  uint64_t adjacent[ASC_KULAMI_HOLES]; /* the neighbours to the left and right, above and below */
  /* Five in a row starting at a hole; all 64 holes if there is no room for five. */
  uint64_t fives[ASC_KULAMI_DIRECTIONS / 2][ASC_KULAMI_HOLES];
  uint64_t five_list[ASC_KULAMI_FIVES_MAX];     /* the fives for which there is room, by direction */
  int five_list_end[ASC_KULAMI_DIRECTIONS / 2]; /* index after the last five of a direction */
  uint8_t hole_image[ASC_KULAMI_SYMMETRIES][ASC_KULAMI_HOLES + 1];
  uint8_t tile_image[ASC_KULAMI_SYMMETRIES][ASC_KULAMI_TILES + 1];
  asc_kulami_drawing drawing;

  /* By tile and number of marbles of the player to move: the first of its states. The opponent's marbles number the
     states from there. */
  uint8_t tile_state_first[ASC_KULAMI_TILES][ASC_KULAMI_TILE_SIZE_MAX + 1];
  /* By plies, state of a tile and access of the player to move: the tile's estimated part of the final margin, in
     hundredths of a point. */
  int16_t tile_values[ASC_KULAMI_PLIES + 1][ASC_KULAMI_TILE_STATES][ASC_KULAMI_ACCESS_KINDS];
  int16_t move_values[ASC_KULAMI_PLIES + 1]; /* the estimated value of having the move, in hundredths of a point */
} asc_kulami_rules;

/* The player to move follows from the plies: the marbles on the board plus the turns passed. */
typedef struct asc_kulami_position {
  uint64_t marbles[2];   /* sets of holes: Red's, Black's */
  uint8_t last_hole;     /* of the last marble, or ASC_KULAMI_NO_HOLE */
  uint8_t previous_tile; /* of the marble before it, or ASC_KULAMI_NO_TILE */
  uint8_t plies;
  /* Always 0, so that equal positions have equal bytes. */
  uint8_t zero[5];
} asc_kulami_position;

/* Returns the holes in which the player to move may place a marble: none exactly if the game is over. */
ASC_INLINE uint64_t asc_kulami_open_holes(const asc_kulami_rules *rules, const asc_kulami_position *position) {
  if (position->plies == ASC_KULAMI_PLIES) return 0;
  uint64_t closed =
      rules->tiles[position->previous_tile] | position->marbles[ASC_KULAMI_RED] | position->marbles[ASC_KULAMI_BLACK];
  return rules->allowed_after[position->last_hole] & ~closed;
}

/* drawing.c */

/* Reads a drawing with '/' between its rows. Returns ASC_OK if it is a legal board, else ASC_E_INPUT with the reason in
   `error`. */
int asc_kulami_drawing_read(const char *text, asc_kulami_drawing *drawing, asc_error *error);
/* Writes a drawing in the same form. Returns its length, or ASC_E_BUFFER if `size` is too small. */
int asc_kulami_drawing_write(const asc_kulami_drawing *drawing, char *text, size_t size);

/* board.c */

/* Fills the lookup tables from rules->drawing, and the number of symmetries. The tables must be all 0 before. */
void asc_kulami_board_build(asc_kulami_rules *rules);
/* Returns the letter of a tile as users see it: a capital, because columns have lower-case letters. */
char asc_kulami_tile_letter(const asc_kulami_rules *rules, int tile);

/* random_board.c */

/* Draw a random board, the same for the same seed: one with an irregular outline, or a square of 8 by 8 holes. */
void asc_kulami_random_irregular(uint64_t seed, asc_kulami_drawing *drawing);
void asc_kulami_random_square(uint64_t seed, asc_kulami_drawing *drawing);

/* options.c */

/* Functions of asc_game; ascona/game.h says what they do. */
enum { ASC_KULAMI_OPTION_COUNT = 3 };
extern const asc_option asc_kulami_options[ASC_KULAMI_OPTION_COUNT];
int asc_kulami_open(asc_rules *rules, const asc_option_value *values, asc_error *error);
int asc_kulami_resolve(const asc_rules *rules, int option, char *text, size_t size);

/* position.c */

/* The fields of a position string. */
typedef enum asc_kulami_text_field {
  ASC_KULAMI_TEXT_ROWS,
  ASC_KULAMI_TEXT_LAST,
  ASC_KULAMI_TEXT_PREVIOUS,
  ASC_KULAMI_TEXT_FIELDS
} asc_kulami_text_field;

/* Functions of asc_game, except asc_kulami_check_fields: it is asc_kulami_check and also reports which field of a
   position string is wrong. */
int asc_kulami_check(const asc_rules *rules, const void *position, asc_error *error);
int asc_kulami_check_fields(const asc_kulami_rules *kulami, const asc_kulami_position *p, asc_error *error,
                            asc_kulami_text_field *field);
void asc_kulami_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
asc_move asc_kulami_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* knowledge.c */
extern const asc_knowledge asc_kulami_knowledge;

/* edit.c */
extern const asc_editor asc_kulami_editor ASC_EDITOR_WEAK;

/* knowledge_evaluate.c */

/* Fills tile_state_first, tile_values and move_values of `rules`; needs rules->tiles. */
void asc_kulami_values_fill(asc_kulami_rules *rules);

/* score.c */

/* The points of a player. Points that the level does not count are 0. */
typedef struct asc_kulami_score {
  int tiles, area, chains;
} asc_kulami_score;

/* A run of five or more marbles, from its first hole to its last along one of the directions 0 to 3. */
typedef struct asc_kulami_chain {
  uint8_t from, to, length;
} asc_kulami_chain;

/* Enough for any set of marbles, also one placed by hand. */
#define ASC_KULAMI_CHAINS_MAX (ASC_KULAMI_HOLES / ASC_KULAMI_CHAIN_MIN * (ASC_KULAMI_DIRECTIONS / 2))

/* Returns how many marbles of a colour are on a tile. */
int asc_kulami_tile_marbles(const asc_kulami_rules *rules, const asc_kulami_position *position, int colour, int tile);
/* Finds the chains of these marbles and returns their number. */
int asc_kulami_chains_find(const asc_kulami_rules *rules, uint64_t marbles,
                           asc_kulami_chain chains[ASC_KULAMI_CHAINS_MAX]);
/* Counts the points of both players as they are now. */
void asc_kulami_score_count(const asc_kulami_rules *rules, const asc_kulami_position *position,
                            asc_kulami_score score[2]);
int asc_kulami_score_sum(const asc_kulami_score *score);
/* Functions of asc_game. */
bool asc_kulami_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
bool asc_kulami_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome);

/* text.c */

/* Writes the name of a hole: "d4". */
void asc_kulami_hole_write(const asc_kulami_rules *rules, int hole, char text[ASC_TOKEN_MAX]);
/* Returns whether coordinates are within the drawing; there may still be a gap. `column` counts from 0, `number` from 1
   for the bottom row. */
bool asc_kulami_coordinates_inside(const asc_kulami_rules *rules, int column, int number);
/* Functions of asc_game. */
int asc_kulami_write(const asc_rules *rules, const void *position, char *text, size_t size);
int asc_kulami_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
void asc_kulami_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

/* message.c */

/* Adds the letter of a tile as argument `name`. */
void asc_kulami_message_add_tile(asc_message *message, const char *name, const asc_kulami_rules *rules, int tile);
/* Adds the column and the row of a hole as arguments "column" and "row". */
void asc_kulami_message_add_lines(asc_message *message, const asc_kulami_rules *rules, int hole);
/* Sets the message about the end of a finished game. The keys are indexed by cause (all marbles placed, Red can't move,
   Black can't move), then by result (Red wins, Black wins, draw). */
void asc_kulami_message_set_end(asc_message *message, const asc_kulami_rules *rules,
                                const asc_kulami_position *position, const char *const keys[3][3]);

/* view.c and why.c */

/* Functions of asc_game. */
void asc_kulami_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
void asc_kulami_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path);
void asc_kulami_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
void asc_kulami_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                    asc_message *message);

#endif
