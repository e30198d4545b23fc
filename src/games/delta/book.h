/* The opening book of Delta: the exact value of every position with at most five pawns. These positions are the hardest
   to prove.

   tools/make-book takes the values from the solved tablebase, and the build embeds them (format: docs/formats.md). The
   layers follow each other, starting with no pawns. Each layer holds:
   1. up to 16 different values, in points (16 signed bytes);
   2. the number of rows (one byte);
   3. the first set of each row (4 bytes, little-endian);
   4. for each position half a byte, row by row, low half first: the index of its value.

   Rows, columns and first sets are those of the tablebase. */
#ifndef ASC_GAMES_DELTA_BOOK_H
#define ASC_GAMES_DELTA_BOOK_H

#include <stdint.h>

enum {
  ASC_DELTA_BOOK_LAYERS = 6, /* positions with up to five pawns */
  ASC_DELTA_BOOK_BOARD_SIZE = 5,
  ASC_DELTA_BOOK_SQUARES = ASC_DELTA_BOOK_BOARD_SIZE * ASC_DELTA_BOOK_BOARD_SIZE,
  ASC_DELTA_BOOK_VALUES = 16,
  ASC_DELTA_BOOK_SET_BYTES = 4
};

/* The bytes of book.bin. */
extern const char asc_delta_book[];

#endif
