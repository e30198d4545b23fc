#include "deliver.h"

#include <stdlib.h>

/* Which of the images of the side that stands still goes with each symmetry. */
typedef struct still_images {
  uint32_t left; /* the squares that it leaves */
  uint32_t set[RETRO_SYMMETRIES];
} still_images;

ASC_INLINE void mark_changed(const retro_delivery *delivery, uint32_t row) {
  if (delivery->changed != NULL)
    atomic_store_explicit(&delivery->changed[row - delivery->share.first], 1, memory_order_relaxed);
}

static bool parcels_add(retro_parcels *parcels, retro_parcel parcel) {
  enum { ROOM_FIRST = 4096 };
  if (parcels->count == parcels->room) {
    size_t room = parcels->room == 0 ? ROOM_FIRST : 2 * parcels->room;
    retro_parcel *items = realloc(parcels->items, room * sizeof *items);
    if (items == NULL) return false;
    parcels->items = items;
    parcels->room = room;
  }
  parcels->items[parcels->count++] = parcel;
  return true;
}

static void send(retro_delivery *delivery, uint32_t row, uint32_t column, int8_t value) {
  const retro_layer *layer = delivery->layer;
  int owner = retro_share_owner(delivery->processes, layer->rows, row);
  uint32_t first = retro_share_at(owner, delivery->processes, layer->rows).first;
  uint64_t at = (uint64_t)(row - first) * layer->columns.count + column;
  if (!parcels_add(&delivery->out[owner], at << 8 | (uint8_t)value)) atomic_store(&delivery->lost, true);
}

/* `still` is the image that goes with the row's first set. */
ASC_INLINE void put(retro_delivery *delivery, uint32_t row, uint32_t still, int8_t value) {
  const retro_layer *layer = delivery->layer;
  uint32_t left = delivery->plan->board.all & ~layer->sets->first[row];
  uint32_t column = retro_rank(&layer->columns, delivery->plan->low_ranks, (uint32_t)asc_bits_gather(still, left));
  if (row < delivery->share.first || row >= delivery->share.end) {
    send(delivery, row, column, value);
    return;
  }
  delivery->table[(size_t)(row - delivery->share.first) * layer->columns.count + column] = value;
  mark_changed(delivery, row);
}

/* A set with symmetries of its own has the same position in several columns. */
static void put_images(retro_delivery *delivery, uint32_t row, uint32_t still, int8_t value) {
  unsigned own = delivery->layer->sets->symmetries[row];
  for (int s = 0; s < RETRO_SYMMETRIES; s++)
    if (own >> s & 1) put(delivery, row, asc_retro_board_image(&delivery->plan->board, s, still), value);
}

ASC_FAST static void retro_deliver_all(retro_delivery *delivery, const still_images *images, const int8_t *fresh,
                                       int8_t *known) {
  const retro_layer *layer = delivery->layer;
  const retro_sets *sets = layer->sets;
  const uint16_t *low_ranks = delivery->plan->low_ranks;
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    if (known != NULL) {
      if (known[i] == fresh[i]) continue;
      known[i] = fresh[i];
    }
    uint32_t own = (uint32_t)asc_bits_spread(layer->movers.subset[i], images->left);
    uint32_t home = sets->home[retro_rank(&sets->ranking, low_ranks, own)];
    if (home == RETRO_NO_ROW) continue;
    uint32_t row = home >> RETRO_HOME_SHIFT, still = images->set[home & RETRO_HOME_SYMMETRY];
    if (home & RETRO_HOME_SYMMETRIC)
      put_images(delivery, row, still, fresh[i]);
    else
      put(delivery, row, still, fresh[i]);
  }
}

void asc_retro_deliver_row(retro_delivery *delivery, uint32_t still, const int8_t *fresh, int8_t *known) {
  const retro_board *board = &delivery->plan->board;
  still_images images = {.left = board->all & ~still};
  for (int s = 0; s < RETRO_SYMMETRIES; s++) images.set[s] = asc_retro_board_image(board, s, still);
  retro_deliver_all(delivery, &images, fresh, known);
}

void asc_retro_deliver_parcels(retro_delivery *delivery, const retro_parcels *in) {
  uint32_t columns = delivery->layer->columns.count;
  for (size_t i = 0; i < in->count; i++) {
    uint64_t at = in->items[i] >> 8;
    delivery->table[at] = (int8_t)(in->items[i] & 0xff);
    mark_changed(delivery, delivery->share.first + (uint32_t)(at / columns));
  }
}
