/* Layer by layer: how many positions there are, what they are worth, and a digest of them all. */
#include "page.h"

#include <stdlib.h>

typedef struct layer_sum {
  uint64_t entries, positions, won, drawn, lost, stuck;
} layer_sum;

static layer_sum sum_of(const results_page *page, int n) {
  const retro_layer *layer = &page->plan.layers[n];
  const retro_header *header = page->layers[n].header;
  layer_sum sum = {0};
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++) {
    int points = asc_retro_value_points(layer, (int8_t)v);
    uint64_t count = header->positions[(uint8_t)v];
    sum.entries += header->entries[(uint8_t)v];
    sum.positions += count;
    *(points > 0 ? &sum.won : points < 0 ? &sum.lost : &sum.drawn) += count;
    if (abs(points) == 1) sum.stuck += count;
  }
  return sum;
}

static const char *mover(const results_page *page, int n) {
  return n == page->last->pawns ? "either" : n % 2 == 0 ? "White" : "Black";
}

static void counts_write(results_page *page) {
  layer_sum all = {0};
  char text[6][RESULTS_TEXT];
  fputs("| pawns | to move | rows | columns | entries | positions | won | drawn | lost | decided by being stuck |\n"
        "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        page->out);
  for (int n = 0; n < page->plan.layer_count; n++) {
    const retro_header *header = page->layers[n].header;
    layer_sum sum = sum_of(page, n);
    fprintf(page->out, "| %d | %s | %llu | %llu | %s | %s | %s | %s | %s | %s |\n", n, mover(page, n),
            (unsigned long long)header->rows, (unsigned long long)header->columns, results_count(sum.entries, text[0]),
            results_count(sum.positions, text[1]), results_percent(sum.won, sum.positions, text[2]),
            results_percent(sum.drawn, sum.positions, text[3]), results_percent(sum.lost, sum.positions, text[4]),
            results_percent(sum.stuck, sum.positions, text[5]));
    all.entries += sum.entries;
    all.positions += sum.positions;
    all.drawn += sum.drawn;
    all.stuck += sum.stuck;
  }
  fprintf(page->out, "| all | | | | %s | %s | | %s | | %s |\n\n", results_count(all.entries, text[0]),
          results_count(all.positions, text[1]), results_percent(all.drawn, all.positions, text[2]),
          results_percent(all.stuck, all.positions, text[3]));
  fprintf(page->brief, "- Of %s positions %s are drawn; being stuck decides %s, a relay the rest.\n",
          results_count(all.positions, text[0]), results_percent(all.drawn, all.positions, text[1]),
          results_percent(all.stuck, all.positions, text[2]));
}

static uint64_t worth(const results_page *page, int n, int points) {
  uint64_t count = 0;
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++)
    if (asc_retro_value_points(&page->plan.layers[n], (int8_t)v) == points)
      count += page->layers[n].header->positions[(uint8_t)v];
  return count;
}

static void values_write(results_page *page) {
  char count[RESULTS_TEXT], value[RESULTS_TEXT];
  fputs("### Positions of every value\n\nValues are for the player to move.\n\n| pawns | value: positions "
        "|\n|---:|---|\n",
        page->out);
  for (int n = 0; n < page->plan.layer_count; n++) {
    bool first = true;
    fprintf(page->out, "| %d |", n);
    for (int points = -RETRO_SQUARES_MAX; points <= RETRO_SQUARES_MAX; points++) {
      uint64_t positions = worth(page, n, points);
      if (positions == 0) continue;
      fprintf(page->out, "%s **%s**: %s", first ? "" : ",", results_value(points, value),
              results_count(positions, count));
      first = false;
    }
    fputs(" |\n", page->out);
  }
  fputc('\n', page->out);
}

static void digests_write(results_page *page) {
  fputs("### Digests\n\nXXH3 of 128 bits over all values of a layer, row by row "
        "([formats.md](formats.md#tables-of-solved-positions)).\nWhoever solves the game again can compare.\n\n"
        "```\n",
        page->out);
  for (int n = 0; n < page->plan.layer_count; n++) {
    const retro_header *header = page->layers[n].header;
    fprintf(page->out, "%2d  %016llx%016llx\n", n, (unsigned long long)header->digest[1],
            (unsigned long long)header->digest[0]);
  }
  fputs("```\n\n", page->out);
}

int results_layers(results_page *page) {
  fputs(
      "## Layer by layer\n\n"
      "A layer holds all positions with so many pawns and no relay, whether or not play leads to them. A table has a\n"
      "row for each class, under the eight symmetries, of the pawns of the player to move, and a column for each way\n"
      "the other's can stand; an entry is a column with a position. Positions count all symmetric ones. Won and lost\n"
      "are for the player to move; in the last layer either player may be that, so there are twice as many with the\n"
      "colours told apart.\n\n",
      page->out);
  counts_write(page);
  values_write(page);
  digests_write(page);
  return ASC_OK;
}
