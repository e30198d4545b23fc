#include "survey_list.h"

#include <stdlib.h>
#include <string.h>

void survey_list_add(survey_list *list, uint64_t at, const retro_found *found) {
  if (list->count == list->room) {
    size_t room = list->room == 0 ? 256 : 2 * list->room;
    survey_item *items = realloc(list->items, room * sizeof *items);
    if (items == NULL) {
      list->lost = true;
      return;
    }
    list->items = items;
    list->room = room;
  }
  list->items[list->count++] = (survey_item){at, *found};
}

static int compare(const void *a, const void *b) {
  const survey_item *one = a, *other = b;
  return one->at < other->at ? -1 : one->at > other->at;
}

static bool all_gather(const survey_list *lists, int count, survey_list *all) {
  for (int i = 0; i < count; i++) {
    if (lists[i].lost) return false;
    all->count += lists[i].count;
  }
  all->items = malloc((all->count + 1) * sizeof *all->items);
  if (all->items == NULL) return false;
  size_t at = 0;
  for (int i = 0; i < count; i++) {
    if (lists[i].count > 0) memcpy(all->items + at, lists[i].items, lists[i].count * sizeof *all->items);
    at += lists[i].count;
  }
  qsort(all->items, all->count, sizeof *all->items, compare);
  return true;
}

int survey_lists_merge(survey_list *lists, int count, retro_finds *finds) {
  survey_list all = {0};
  bool gathered = all_gather(lists, count, &all);
  for (int i = 0; i < count; i++) free(lists[i].items);
  free(lists);
  if (!gathered) return ASC_E_MEMORY;
  finds->items = malloc((all.count + 1) * sizeof *finds->items);
  for (size_t i = 0; i < all.count && finds->items != NULL; i++) finds->items[finds->count++] = all.items[i].found;
  free(all.items);
  return finds->items != NULL ? ASC_OK : ASC_E_MEMORY;
}
