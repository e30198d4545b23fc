/* `make-book DIR FILE`: writes the opening book of Delta, which is built into the engine, from the solved tables in
   DIR. The format is described in src/games/delta/book.h. */
#include "games/delta/book.h"
#include "solve/delta/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAWNS = 9 }; /* of each side */

/* Returns the index of a value in the list and adds the value if it is new. -1 if the list is full. */
static int value_index(int8_t *distinct, int *count, int8_t value) {
  for (int i = 0; i < *count; i++)
    if (distinct[i] == value) return i;
  if (*count == ASC_DELTA_BOOK_VALUES) return -1;
  distinct[*count] = value;
  return (*count)++;
}

/* Writes a layer with four bits for each value. Returns false if it does not fit the format or memory runs out. */
static bool layer_write(FILE *file, const asc_tablebase_layer_plan *layer, const int8_t *values) {
  size_t entries = asc_tablebase_layer_entries(layer);
  int8_t distinct[ASC_DELTA_BOOK_VALUES] = {0};
  int count = 0;
  uint8_t *nibbles = calloc(entries / 2 + 1, 1);
  if (nibbles == NULL || layer->rows > UINT8_MAX) return false;
  for (size_t i = 0; i < entries; i++) {
    int number = value_index(distinct, &count, values[i]);
    if (number < 0) return false;
    nibbles[i / 2] |= (uint8_t)(number << 4 * (i % 2));
  }
  fwrite(distinct, 1, sizeof distinct, file);
  fputc((int)layer->rows, file);
  for (uint32_t row = 0; row < layer->rows; row++)
    for (int byte = 0; byte < ASC_DELTA_BOOK_SET_BYTES; byte++)
      fputc((int)(layer->own_sets->canonical[row] >> 8 * byte & 0xff), file);
  fwrite(nibbles, 1, (entries + 1) / 2, file);
  free(nibbles);
  return true;
}

static int book_write(const char *folder, FILE *file, asc_error *error) {
  static asc_tablebase_plan plan;
  if (!asc_tablebase_plan_open(&plan, ASC_DELTA_BOOK_BOARD_SIZE, PAWNS)) return ASC_E_MEMORY;
  int code = ASC_OK;
  for (int n = 0; n < ASC_DELTA_BOOK_LAYERS && code == ASC_OK; n++) {
    asc_tablebase_file table;
    const asc_tablebase_layer_plan *layer = &plan.layers[n];
    int8_t *values = malloc(asc_tablebase_layer_entries(layer));
    code = asc_tablebase_file_open(&table, folder, &plan, layer, error);
    if (code == ASC_OK) code = asc_tablebase_file_read_rows(&table, 1, 0, layer->rows, values, error);
    if (code == ASC_OK && !layer_write(file, layer, values)) code = ASC_E_BUFFER;
    asc_tablebase_file_close(&table);
    free(values);
  }
  asc_tablebase_plan_close(&plan);
  return code;
}

int main(int argc, char **argv) {
  asc_error error = {.reason = "it does not fit"};
  if (argc != 3) {
    fputs("usage: make-book DIR FILE\n", stderr);
    return 2;
  }
  FILE *file = fopen(argv[2], "wb");
  int code = file == NULL ? ASC_E_FILE : book_write(argv[1], file, &error);
  if (file != NULL && fclose(file) != 0) code = ASC_E_FILE;
  if (code < 0) fprintf(stderr, "make-book: %s\n", error.reason);
  return code < 0 ? 3 : 0;
}
