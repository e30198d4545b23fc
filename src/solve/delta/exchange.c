#include "exchange.h"

#include <stdlib.h>

bool retro_parcels_add(retro_parcels *parcels, retro_parcel parcel) {
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

void retro_parcels_close(retro_parcels *parcels) {
  free(parcels->items);
  *parcels = (retro_parcels){0};
}
