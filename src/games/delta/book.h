/* Delta by heart: the exact value of every position with few pawns, which are the hardest to prove.

   The bytes come from the solved tables (tools/make-book, docs/formats.md) and are built in. They lie layer by layer,
   from no pawn on: 16 values that occur (signed bytes), the number of rows, each row's first set (4 bytes,
   little-endian), then one half-byte a position, row by row, the lower half first: which of the 16 values it has. Rows,
   columns and first sets are those of the tables. */
#ifndef ASC_GAMES_DELTA_BOOK_H
#define ASC_GAMES_DELTA_BOOK_H

#include <stdint.h>

enum {
  DELTA_BOOK_LAYERS = 6, /* positions with up to five pawns */
  DELTA_BOOK_SIZE = 5,
  DELTA_BOOK_SQUARES = DELTA_BOOK_SIZE * DELTA_BOOK_SIZE,
  DELTA_BOOK_VALUES = 16,
  DELTA_BOOK_SET = 4 /* bytes of a first set */
};

extern const char asc_delta_book[];

#endif
