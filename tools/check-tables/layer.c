/* Checks the values of a layer. See layer.h. */
#include "layer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { NO_POSITION = -128, NO_MOVE = -128, NO_MOVE_LAST = -64, RELAY_LAST = 127, PREFETCH_COUNT = 64 };

bool check_layer_open(check_layer *self, int size, int pawns, int index, const check_file *files,
                      const check_classes *classes) {
  int own = index / 2, other = index - own, squares = size * size;
  bool last = index == 2 * pawns;
  *self = (check_layer){.index = index,
                        .pawns_per_side = pawns,
                        .own_pawns = own,
                        .other_pawns = other,
                        .is_last = last,
                        .file = &files[index],
                        .next_file = last ? NULL : &files[index + 1],
                        .own_classes = &classes[own],
                        .other_classes = &classes[other]};
  int after = last ? own : own + 1;
  self->columns = check_subsets(squares - own, other);
  self->owns = check_subsets(squares - other, own);
  self->moved = check_subsets(squares - other, after);
  self->column_count = check_the_board.binomial[squares - own][other];
  self->own_count = check_the_board.binomial[squares - other][own];
  self->moved_count = check_the_board.binomial[squares - other][after];
  size_t bytes = self->file->rows * self->file->columns;
  void *values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (values == MAP_FAILED) return false;
  self->values = values;
  /* The values are accessed at random, which takes half as long with huge pages. Without them the program is only
     slower. */
  (void)madvise(values, bytes, MADV_HUGEPAGE);
  return self->columns != NULL && self->owns != NULL && self->moved != NULL;
}

void check_layer_close(check_layer *self) {
  munmap(self->values, self->file->rows * self->file->columns);
  free(self->columns);
  free(self->owns);
  free(self->moved);
}

bool check_worker_open(check_worker *self, const check_layer *layer) {
  memset(self, 0, sizeof *self);
  self->layer = layer;
  self->zstd = ZSTD_createDCtx();
  self->next_row = layer->is_last ? NULL : malloc(layer->next_file->columns);
  self->move_values = malloc((size_t)1 << (check_the_board.squares - layer->other_pawns));
  return self->zstd != NULL && (layer->is_last || self->next_row != NULL) && self->move_values != NULL;
}

void check_worker_close(check_worker *self) {
  ZSTD_freeDCtx(self->zstd);
  free(self->next_row);
  free(self->move_values);
}

/* Returns the value of a position with so many pawns if the side to move makes a relay. */
static int8_t relay_value(const check_layer *layer, int pawns) {
  return (int8_t)(pawns == 2 * layer->pawns_per_side ? RELAY_LAST : check_the_board.squares - pawns - 1);
}

void check_row_read(check_worker *worker, uint64_t row) {
  const check_layer *layer = worker->layer;
  int8_t *values = layer->values + row * layer->file->columns, relay = relay_value(layer, layer->index);
  check_set own = layer->own_classes->canonical[row];
  check_file_read_row(layer->file, worker->zstd, row, values);
  check_spread_init(&worker->spread, own);
  check_relay_paths_find(&worker->relay_paths, own, layer->is_last);
  for (uint32_t c = 0; c < layer->column_count; c++) {
    check_set other = check_spread_set(&worker->spread, layer->columns[c]);
    if (check_has_relay(other))
      values[c] = NO_POSITION;
    else if (check_relay_is_open(&worker->relay_paths, other))
      values[c] = relay;
  }
}

void check_row_images(check_worker *worker, uint64_t row) {
  const check_layer *layer = worker->layer;
  const int8_t *values = layer->values + row * layer->file->columns;
  check_set own = layer->own_classes->canonical[row];
  int own_symmetries[8], own_symmetry_count = 0; /* those that map the own set to itself; 0 always does */
  for (int i = 0; i < 8; i++)
    if (check_image(i, own) == own) own_symmetries[own_symmetry_count++] = i;
  check_spread_init(&worker->spread, own);
  for (uint32_t c = 0; c < layer->column_count; c++) {
    if (values[c] == NO_POSITION) continue;
    check_set other = check_spread_set(&worker->spread, layer->columns[c]);
    /* A class has eight images, or fewer if some coincide. Several columns of this row may hold it; it is counted in
       the column with the smallest set. */
    unsigned same = 1;
    bool smallest = true;
    for (int i = 1; i < own_symmetry_count; i++) {
      check_set twin = check_image(own_symmetries[i], other);
      same += twin == other;
      smallest = smallest && twin >= other;
      int twin_value = values[check_rank(check_pack(twin, own))];
      if (twin_value != values[c])
        check_report_position(layer, own, other, "not as in its mirror image", values[c], twin_value);
    }
    worker->counts[0][(uint8_t)values[c]]++;
    if (smallest) {
      worker->counts[1][(uint8_t)values[c]] += 8 / same;
      worker->class_count++;
    }
  }
}

void check_counts(const check_layer *layer, uint64_t counts[2][256]) {
  for (int all = 0; all < 2; all++)
    for (int v = 0; v < 256; v++) {
      uint64_t stated = check_file_count(layer->file, all != 0, (uint8_t)v);
      if (stated != counts[all][v])
        check_fail(CHECK_STATUS_WRONG, "%s: layer %d: %llu %s have the value %d, the header says %llu",
                   layer->file->path, layer->index, (unsigned long long)counts[all][v], all ? "positions" : "columns",
                   (int8_t)v, (unsigned long long)stated);
    }
}

/* Returns the value of a move for the mover if the position after it has this value for the opponent.

   Before the last layer, points only change their sign. In the last layer a ply is added as well, by the table in
   docs/formats.md. A loss in d plies, -64 + d/2 or -128 + d/2, becomes a win in d + 1 plies, 63 - d/2 or 127 - d/2.
   A win in d plies, 63 - (d-1)/2 or 127 - (d-1)/2, becomes a loss in d + 1 plies, -64 + (d+1)/2 or -128 + (d+1)/2. A
   better value is always a greater byte: more points first, then a quicker win or a slower loss. */
static int value_before(const check_layer *layer, int value) {
  if (layer->is_last) return value < 0 ? -1 - value : -value;
  if (layer->index + 1 < 2 * layer->pawns_per_side) return -value;
  int relay = check_the_board.squares - 2 * layer->pawns_per_side; /* points that a relay scores in the last layer */
  return value >= 64 ? -relay : value > 0 ? -1 : value == 0 ? 0 : value >= -64 ? 1 : relay;
}

/* Prepares the check of all positions with the waiting set of this row: lists the moves that it leaves open, and the
   value of each own set after a move. That value is a relay, or it comes from the row of `other` in the next layer. */
static void moves_prepare(check_worker *worker, uint64_t row) {
  const check_layer *layer = worker->layer;
  check_set other = layer->other_classes->canonical[row];
  const int8_t *next = worker->next_row;
  if (layer->is_last)
    next = layer->values + row * layer->file->columns;
  else
    check_file_read_row(layer->next_file, worker->zstd, row, worker->next_row);
  int8_t move_value[256];
  for (int v = 0; v < 256; v++) move_value[v] = (int8_t)value_before(layer, (int8_t)v);
  int8_t reply_relay_value = layer->is_last ? RELAY_LAST : relay_value(layer, layer->index + 1);
  check_spread_init(&worker->spread, other);
  check_relay_paths_find(&worker->relay_paths, other, layer->index + 1 >= 2 * layer->pawns_per_side);
  worker->relay_value = relay_value(layer, layer->index);
  for (uint32_t i = 0; i < layer->moved_count; i++) {
    check_set moved = layer->moved[i], own = check_spread_set(&worker->spread, moved);
    int8_t value = check_relay_is_open(&worker->relay_paths, own) ? reply_relay_value : next[i];
    worker->move_values[moved] = check_has_relay(own) ? worker->relay_value : move_value[(uint8_t)value];
  }
  worker->move_count = 0;
  for (int i = 0; i < check_the_board.move_count; i++) {
    const check_move *move = &check_the_board.moves[i];
    if ((move->from | move->path) & other) continue;
    worker->moves[worker->move_count++] =
        (check_open_move){.mask = check_pack(move->from | move->path, other),
                          .from = check_pack(move->from, other),
                          .change = check_pack(move->from | move->to | move->tracer, other)};
  }
}

/* Returns the value of the best move; no move is better than a relay. `own` is a set on the squares that the other
   side leaves free. */
static int best_move(const check_worker *worker, check_set own) {
  const check_layer *layer = worker->layer;
  int best = NO_MOVE;
  if (layer->index >= 2)
    for (int i = 0; i < worker->move_count && best < worker->relay_value; i++) {
      const check_open_move *move = &worker->moves[i];
      if ((own & move->mask) != move->from) continue;
      check_set moved = own ^ move->change;
      if (!layer->is_last) {
        if (worker->move_values[moved] > best) best = worker->move_values[moved];
        continue;
      }
      /* The reserve is empty, so any own pawn except the precursor is removed to become the tracer. */
      for (check_set removed = own ^ move->from; removed != 0; removed &= removed - 1) {
        int move_value = worker->move_values[moved ^ (removed & (~removed + 1))];
        if (move_value > best) best = move_value;
      }
    }
  /* On the first two plies, and as Black's alternative on the fourth, a pawn is placed on any free square. */
  if (layer->index < 2 || layer->index == 3)
    for (int i = 0; i < check_the_board.squares - layer->other_pawns; i++) {
      if (own >> i & 1) continue;
      int move_value = worker->move_values[own | (check_set)1 << i];
      if (move_value > best) best = move_value;
    }
  if (best == NO_MOVE) best = layer->is_last ? NO_MOVE_LAST : -1;
  return best;
}

/* Returns where the layer stores the value of a position: in the row of `own`, after the symmetry that makes `own`
   canonical is applied to both sides. NULL if `own` has a relay: there is no such position. */
static const int8_t *value_at(const check_layer *layer, check_set own, const check_set other_images[8]) {
  uint32_t row_ref = layer->own_classes->row_ref[check_rank(own)];
  if (row_ref == CHECK_NO_ROW) return NULL;
  uint32_t row = row_ref / 8,
           column = check_rank(check_pack(other_images[row_ref % 8], layer->own_classes->canonical[row]));
  return layer->values + (size_t)row * layer->file->columns + column;
}

/* Reports a wrong value for the image that the table stores, the one with the canonical own set. */
_Noreturn static void report_value(const check_layer *layer, check_set own, check_set other, int found, int expected) {
  int symmetry = (int)(layer->own_classes->row_ref[check_rank(own)] % 8);
  check_report_position(layer, check_image(symmetry, own), check_image(symmetry, other),
                        "does not follow from its moves", found, expected);
}

/* Checks the positions with the waiting set of a row and these own sets, after moves_prepare for that row. */
static void values_check(check_worker *worker, uint64_t row, const check_set *owns, uint32_t count) {
  const check_layer *layer = worker->layer;
  check_set other = layer->other_classes->canonical[row], images[8];
  for (int i = 0; i < 8; i++) images[i] = check_image(i, other);
  for (uint32_t begin = 0; begin < count; begin += PREFETCH_COUNT) {
    /* The values are scattered over gigabytes. Prefetch a batch of them first, so that the memory accesses overlap. */
    const int8_t *found[PREFETCH_COUNT];
    uint32_t batch = count - begin < PREFETCH_COUNT ? count - begin : PREFETCH_COUNT;
    for (uint32_t i = 0; i < batch; i++) {
      found[i] = value_at(layer, check_spread_set(&worker->spread, owns[begin + i]), images);
      if (found[i] != NULL) __builtin_prefetch(found[i]);
    }
    for (uint32_t i = 0; i < batch; i++) {
      if (found[i] == NULL) continue;
      worker->checked++;
      int expected = best_move(worker, owns[begin + i]);
      if (*found[i] != expected)
        report_value(layer, check_spread_set(&worker->spread, owns[begin + i]), other, *found[i], expected);
    }
  }
}

void check_row_moves(check_worker *worker, uint64_t row) {
  moves_prepare(worker, row);
  values_check(worker, row, worker->layer->owns, worker->layer->own_count);
}

/* splitmix64: returns the next random number and advances the seed. */
static uint64_t random_next(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static check_set random_set(uint64_t *seed, int pawns, check_set taken) {
  check_set s = 0;
  while (pawns > 0) {
    check_set square = (check_set)1 << random_next(seed) % (uint64_t)check_the_board.squares;
    if ((s | taken) & square) continue;
    s |= square;
    pawns--;
  }
  return s;
}

void check_sample(check_worker *worker, uint64_t seed) {
  const check_layer *layer = worker->layer;
  check_set own, other;
  do {
    other = random_set(&seed, layer->other_pawns, 0);
    own = random_set(&seed, layer->own_pawns, other);
  } while (check_has_relay(own) || check_has_relay(other));
  uint32_t row_ref = layer->other_classes->row_ref[check_rank(other)], row = row_ref / 8;
  check_set own_image = check_pack(check_image((int)(row_ref % 8), own), layer->other_classes->canonical[row]);
  moves_prepare(worker, row);
  values_check(worker, row, &own_image, 1);
}
