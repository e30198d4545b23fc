/* `make-book DIR FILE`: the book that is built into the engine (src/games/delta/book.h), from the solved tables in DIR.
 */
#include "games/delta/book.h"
#include "solve/delta/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAWNS = 9 };

static int value_number(int8_t *known, int *count, int8_t value) {
  for (int i = 0; i < *count; i++)
    if (known[i] == value) return i;
  if (*count == DELTA_BOOK_VALUES) return -1;
  known[*count] = value;
  return (*count)++;
}

static bool layer_write(FILE *file, const retro_layer *layer, const int8_t *values) {
  size_t entries = retro_layer_entries(layer);
  int8_t known[DELTA_BOOK_VALUES] = {0};
  int count = 0;
  uint8_t *halves = calloc(entries / 2 + 1, 1);
  if (halves == NULL || layer->rows > UINT8_MAX) return false;
  for (size_t i = 0; i < entries; i++) {
    int number = value_number(known, &count, values[i]);
    if (number < 0) return false;
    halves[i / 2] |= (uint8_t)(number << 4 * (i % 2));
  }
  fwrite(known, 1, sizeof known, file);
  fputc((int)layer->rows, file);
  for (uint32_t row = 0; row < layer->rows; row++)
    for (int byte = 0; byte < DELTA_BOOK_SET; byte++) fputc((int)(layer->sets->first[row] >> 8 * byte & 0xff), file);
  fwrite(halves, 1, (entries + 1) / 2, file);
  free(halves);
  return true;
}

static int book_write(const char *folder, FILE *file, asc_error *error) {
  static retro_plan plan;
  if (!asc_retro_plan_open(&plan, DELTA_BOOK_SIZE, PAWNS)) return ASC_E_MEMORY;
  int code = ASC_OK;
  for (int n = 0; n < DELTA_BOOK_LAYERS && code == ASC_OK; n++) {
    retro_table table;
    const retro_layer *layer = &plan.layers[n];
    int8_t *values = malloc(retro_layer_entries(layer));
    code = asc_retro_table_open(&table, folder, &plan, layer, error);
    if (code == ASC_OK) code = asc_retro_table_read(&table, 1, 0, layer->rows, values, error);
    if (code == ASC_OK && !layer_write(file, layer, values)) code = ASC_E_SPACE;
    asc_retro_table_close(&table);
    free(values);
  }
  asc_retro_plan_close(&plan);
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
