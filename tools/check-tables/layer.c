/* See layer.h. */
#include "layer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { NO_POSITION = -128, NO_MOVE = -128, STUCK_LAST = -64, RELAY_LAST = 127, AHEAD = 64 };

bool layer_make(layer *made, int size, int pawns, int which, const table *files, const classes *all) {
  int own = which / 2, other = which - own, squares = size * size;
  bool last = which == 2 * pawns;
  *made = (layer){.layer = which,
                  .pawns = pawns,
                  .own = own,
                  .other = other,
                  .last = last,
                  .file = &files[which],
                  .next = last ? NULL : &files[which + 1],
                  .own_classes = &all[own],
                  .other_classes = &all[other]};
  int after = last ? own : own + 1;
  made->columns = subsets(squares - own, other);
  made->owns = subsets(squares - other, own);
  made->moved = subsets(squares - other, after);
  made->column_count = the_board.choose[squares - own][other];
  made->own_count = the_board.choose[squares - other][own];
  made->moved_count = the_board.choose[squares - other][after];
  size_t bytes = made->file->rows * made->file->columns;
  void *values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (values == MAP_FAILED) return false;
  made->values = values;
  /* The values are looked up all over: with huge pages that costs half. Without them it only takes longer. */
  (void)madvise(values, bytes, MADV_HUGEPAGE);
  return made->columns != NULL && made->owns != NULL && made->moved != NULL;
}

void layer_free(layer *used) {
  munmap(used->values, used->file->rows * used->file->columns);
  free(used->columns);
  free(used->owns);
  free(used->moved);
}

bool worker_make(worker *made, const layer *of) {
  memset(made, 0, sizeof *made);
  made->layer = of;
  made->zstd = ZSTD_createDCtx();
  made->row = of->last ? NULL : malloc(of->next->columns);
  made->worth = malloc((size_t)1 << (the_board.squares - of->other));
  return made->zstd != NULL && (of->last || made->row != NULL) && made->worth != NULL;
}

void worker_free(worker *used) {
  ZSTD_freeDCtx(used->zstd);
  free(used->row);
  free(used->worth);
}

/* The value of a position with so many pawns in which the side to move makes a relay. */
static int8_t relay_value(const layer *in, int pawns) {
  return (int8_t)(pawns == 2 * in->pawns ? RELAY_LAST : the_board.squares - pawns - 1);
}

void row_read(worker *by, uint64_t row) {
  const layer *in = by->layer;
  int8_t *values = in->values + row * in->file->columns, relay = relay_value(in, in->layer);
  set own = in->own_classes->first[row];
  table_row(in->file, by->zstd, row, values);
  spread_make(&by->spread, own);
  relays_find(&by->relays, own, in->last);
  for (uint32_t c = 0; c < in->column_count; c++) {
    set other = spread_set(&by->spread, in->columns[c]);
    if (has_relay(other))
      values[c] = NO_POSITION;
    else if (relay_open(&by->relays, other))
      values[c] = relay;
  }
}

void row_check(worker *by, uint64_t row) {
  const layer *in = by->layer;
  const int8_t *values = in->values + row * in->file->columns;
  set own = in->own_classes->first[row];
  int stay[8], stays = 0; /* the images that leave the own set where it is; number 0 does always */
  for (int i = 0; i < 8; i++)
    if (image(i, own) == own) stay[stays++] = i;
  spread_make(&by->spread, own);
  for (uint32_t c = 0; c < in->column_count; c++) {
    if (values[c] == NO_POSITION) continue;
    set other = spread_set(&by->spread, in->columns[c]);
    /* A class has eight images, fewer when some are the same, and its columns here share them: it is counted where its
       smallest set is. */
    unsigned same = 1;
    bool smallest = true;
    for (int i = 1; i < stays; i++) {
      set twin = image(stay[i], other);
      same += twin == other;
      smallest = smallest && twin >= other;
      int twin_value = values[number(packed(twin, own))];
      if (twin_value != values[c]) fault_tell(in, own, other, "not as in its mirror image", values[c], twin_value);
    }
    by->counts[0][(uint8_t)values[c]]++;
    if (smallest) {
      by->counts[1][(uint8_t)values[c]] += 8 / same;
      by->classes++;
    }
  }
}

void counts_check(const layer *of, uint64_t counts[2][256]) {
  for (int all = 0; all < 2; all++)
    for (int v = 0; v < 256; v++) {
      uint64_t stated = table_count(of->file, all != 0, (uint8_t)v);
      if (stated != counts[all][v])
        stop(STATUS_FAULT, "%s: layer %d: %llu %s have the value %d, the header says %llu", of->file->path, of->layer,
             (unsigned long long)counts[all][v], all ? "positions" : "columns", (int8_t)v, (unsigned long long)stated);
    }
}

/* What a move is worth to the mover, when the position after it has this value for the opponent.
   From layer to layer points change sides. In the last layer the plies grow by one besides: by the table in
   docs/formats.md a loss in d plies, -64 + d/2 or -128 + d/2, becomes a win in d + 1, 63 - d/2 or 127 - d/2, and a win
   in d plies, 63 - (d-1)/2 or 127 - (d-1)/2, becomes a loss in d + 1, -64 + (d+1)/2 or -128 + (d+1)/2. A better value
   is always a greater byte: more points first, then a quicker win or a later loss. */
static int worth_after(const layer *in, int value) {
  if (in->last) return value < 0 ? -1 - value : -value;
  if (in->layer + 1 < 2 * in->pawns) return -value;
  int relay = the_board.squares - 2 * in->pawns; /* the last layer's bytes read as points */
  return value >= 64 ? -relay : value > 0 ? -1 : value == 0 ? 0 : value >= -64 ? 1 : relay;
}

/* What every move of the side to move is worth, when the other side has these pawns: the ways that they leave, and for
   each own set after a move a relay or what the next layer says. All of these lie in one row, the row of `other`. */
static void moves_prepare(worker *by, uint64_t row) {
  const layer *in = by->layer;
  set other = in->other_classes->first[row];
  const int8_t *next = by->row;
  if (in->last)
    next = in->values + row * in->file->columns;
  else
    table_row(in->next, by->zstd, row, by->row);
  int8_t worth[256];
  for (int v = 0; v < 256; v++) worth[v] = (int8_t)worth_after(in, (int8_t)v);
  int8_t answer = in->last ? RELAY_LAST : relay_value(in, in->layer + 1);
  spread_make(&by->spread, other);
  relays_find(&by->relays, other, in->layer + 1 >= 2 * in->pawns);
  by->relay = relay_value(in, in->layer);
  for (uint32_t i = 0; i < in->moved_count; i++) {
    set moved = in->moved[i], own = spread_set(&by->spread, moved);
    int8_t value = relay_open(&by->relays, own) ? answer : next[i];
    by->worth[moved] = has_relay(own) ? by->relay : worth[(uint8_t)value];
  }
  by->way_count = 0;
  for (int i = 0; i < the_board.way_count; i++) {
    const way *w = &the_board.ways[i];
    if ((w->from | w->path) & other) continue;
    by->ways[by->way_count++] = (open_way){.mask = packed(w->from | w->path, other),
                                           .from = packed(w->from, other),
                                           .change = packed(w->from | w->to | w->tracer, other)};
  }
}

/* The best move's worth: nothing is better than a relay now. `own` is given on the squares that the other side leaves.
 */
static int best_move(const worker *by, set own) {
  const layer *in = by->layer;
  int best = NO_MOVE;
  if (in->layer >= 2)
    for (int i = 0; i < by->way_count && best < by->relay; i++) {
      const open_way *w = &by->ways[i];
      if ((own & w->mask) != w->from) continue;
      set moved = own ^ w->change;
      if (!in->last) {
        if (by->worth[moved] > best) best = by->worth[moved];
        continue;
      }
      /* The box is empty: any other pawn but the precursor is lifted to be the tracer. */
      for (set lift = own ^ w->from; lift != 0; lift &= lift - 1) {
        int worth = by->worth[moved ^ (lift & (~lift + 1))];
        if (worth > best) best = worth;
      }
    }
  /* The opening, and Black's choice on the fourth ply: a pawn is put on any free square. */
  if (in->layer < 2 || in->layer == 3)
    for (int i = 0; i < the_board.squares - in->other; i++) {
      if (own >> i & 1) continue;
      int worth = by->worth[own | (set)1 << i];
      if (worth > best) best = worth;
    }
  if (best == NO_MOVE) best = in->last ? STUCK_LAST : -1;
  return best;
}

/* Where the layer has the value of a position: the image that makes `own` the first of its class, in the column of the
   same image of `other`. Null when `own` has a relay and there is no position. */
static const int8_t *place(const layer *in, set own, const set other_images[8]) {
  uint32_t found = in->own_classes->row[number(own)];
  if (found == NO_ROW) return NULL;
  uint32_t row = found / 8, column = number(packed(other_images[found % 8], in->own_classes->first[row]));
  return in->values + (size_t)row * in->file->columns + column;
}

/* Tells a wrong value as the position that the table has: the image with the first own set. */
_Noreturn static void value_tell(const layer *in, set own, set other, int found, int expected) {
  int which = (int)(in->own_classes->row[number(own)] % 8);
  fault_tell(in, image(which, own), image(which, other), "does not follow from its moves", found, expected);
}

static void values_check(worker *by, uint64_t row, const set *owns, uint32_t count) {
  const layer *in = by->layer;
  set other = in->other_classes->first[row], images[8];
  for (int i = 0; i < 8; i++) images[i] = image(i, other);
  for (uint32_t begin = 0; begin < count; begin += AHEAD) {
    /* The places are scattered over gigabytes; memory is asked for all of them first, so that it answers together. */
    const int8_t *places[AHEAD];
    uint32_t some = count - begin < AHEAD ? count - begin : AHEAD;
    for (uint32_t i = 0; i < some; i++) {
      places[i] = place(in, spread_set(&by->spread, owns[begin + i]), images);
      if (places[i] != NULL) __builtin_prefetch(places[i]);
    }
    for (uint32_t i = 0; i < some; i++) {
      if (places[i] == NULL) continue;
      by->checked++;
      int expected = best_move(by, owns[begin + i]);
      if (*places[i] != expected) value_tell(in, spread_set(&by->spread, owns[begin + i]), other, *places[i], expected);
    }
  }
}

void moves_check(worker *by, uint64_t row) {
  moves_prepare(by, row);
  values_check(by, row, by->layer->owns, by->layer->own_count);
}

/* splitmix64: a number for each seed, then the seed goes on. */
static uint64_t draw(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static set draw_set(uint64_t *seed, int pawns, set taken) {
  set s = 0;
  while (pawns > 0) {
    set square = (set)1 << draw(seed) % (uint64_t)the_board.squares;
    if ((s | taken) & square) continue;
    s |= square;
    pawns--;
  }
  return s;
}

void sample_check(worker *by, uint64_t seed) {
  const layer *in = by->layer;
  set own, other;
  do {
    other = draw_set(&seed, in->other, 0);
    own = draw_set(&seed, in->own, other);
  } while (has_relay(own) || has_relay(other));
  uint32_t found = in->other_classes->row[number(other)], row = found / 8;
  set turned = packed(image((int)(found % 8), own), in->other_classes->first[row]);
  moves_prepare(by, row);
  values_check(by, row, &turned, 1);
}
