/* Listing whole turns, breadth first: see turn_list.h. Hash slots find positions that were reached before. */
#include "turn_list.h"

#include "base/hash.h"
#include "core/outcome.h"

#include <stdlib.h>
#include <string.h>

/* A slot is generation * ASC_TURN_LIST_MAX + entry. After so many generations the slots are cleared. */
enum { GENERATIONS = UINT32_MAX / ASC_TURN_LIST_MAX };

static size_t slot_count(const asc_turn_list *list) { return 2 * (size_t)list->capacity; }

bool asc_turn_list_open(asc_turn_list *list, const asc_rules *rules, int capacity) {
  size_t count = (size_t)capacity;
  *list = (asc_turn_list){.rules = rules,
                          .capacity = capacity,
                          .entries = malloc(count * sizeof *list->entries),
                          .positions = malloc(count * rules->position_size),
                          .ends = malloc(count * sizeof *list->ends),
                          .slots = calloc(2 * count, sizeof *list->slots),
                          .ranking = malloc(count * sizeof *list->ranking)};
  if (list->entries != NULL && list->positions != NULL && list->ends != NULL && list->slots != NULL &&
      list->ranking != NULL)
    return true;
  asc_turn_list_close(list);
  return false;
}

void asc_turn_list_close(asc_turn_list *list) {
  free(list->entries);
  free(list->positions);
  free(list->ends);
  free(list->slots);
  free(list->ranking);
  *list = (asc_turn_list){0};
}

static void *position_at(const asc_turn_list *list, int entry) {
  return list->positions + (size_t)entry * list->rules->position_size;
}

const void *asc_turn_list_position(const asc_turn_list *list, int entry) { return position_at(list, entry); }

int asc_turn_list_moves(const asc_turn_list *list, int entry, asc_move *moves, int capacity) {
  int length = 0, at = entry;
  for (; at != 0; at = list->entries[at].parent) length++;
  for (int i = length - 1; i >= 0; i--) {
    if (i < capacity) moves[i] = list->entries[entry].move;
    entry = list->entries[entry].parent;
  }
  return length < capacity ? length : capacity;
}

/* Returns true if the hash is new, and then reserves a slot for the next entry. */
static bool slots_add(asc_turn_list *list, uint64_t hash) {
  uint64_t count = slot_count(list);
  for (uint64_t i = (hash >> 32) * count >> 32;; i = i + 1 < count ? i + 1 : 0) {
    uint32_t slot = list->slots[i];
    if (slot / ASC_TURN_LIST_MAX != list->generation) {
      list->slots[i] = list->generation * ASC_TURN_LIST_MAX + (uint32_t)list->count;
      return true;
    }
    if (list->entries[slot % ASC_TURN_LIST_MAX].hash == hash) return false;
  }
}

/* Returns true if a weak level overlooks the turn. The seed and the two positions decide. */
static bool is_overlooked(const asc_turn_list *list, uint64_t hash) {
  if (list->blindness.overlook_permille == 0) return false;
  uint64_t random = asc_hash_add(asc_hash_add(list->blindness.seed, list->entries[0].hash), hash);
  return random % 1000 < (uint64_t)list->blindness.overlook_permille;
}

/* Adds an entry for the position that the caller has written behind the last entry, unless it is listed already.
   Returns true if the turn wins the game. */
static bool entry_add(asc_turn_list *list, int parent, asc_move move) {
  const asc_rules *rules = list->rules;
  const void *position = position_at(list, list->count);
  uint64_t hash = rules->game->hash(rules, position);
  if (!slots_add(list, hash)) return false;
  asc_outcome outcome;
  bool game_over = rules->game->outcome(rules, position, &outcome);
  bool ended = game_over || rules->game->turn(rules, position) != list->player;
  int entry = list->count++;
  list->entries[entry] = (asc_turn_entry){hash, parent, move,
                                          game_over ? ASC_TURN_GAME_OVER
                                          : ended   ? ASC_TURN_ENDED
                                                    : ASC_TURN_UNFINISHED};
  if (!ended) return false;
  if (is_overlooked(list, hash)) {
    list->is_complete = false;
    return false;
  }
  list->ends[list->end_count++] = entry;
  return game_over && outcome.rank[list->player - 1] == 1 && asc_outcome_first_count(rules, &outcome) == 1;
}

/* Plays the moves from an entry and adds the positions. Returns true if a turn wins the game. */
static bool entry_follow(asc_turn_list *list, int entry, const asc_move *moves, int count) {
  size_t size = list->rules->position_size;
  for (int i = 0; i < count; i++) {
    if (list->count == list->capacity) {
      list->is_complete = false;
      return false;
    }
    void *next = position_at(list, list->count);
    memcpy(next, position_at(list, entry), size);
    list->rules->game->play(list->rules, next, moves[i]);
    list->plies++;
    if (entry_add(list, entry, moves[i])) return true;
  }
  return false;
}

static int descending(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left < right) - (left > right);
}

/* Prunes unfinished entries from index `first` on, if there are too many. The most promising remain; among equals, the
   first ones. */
static void entries_prune(asc_turn_list *list, int first) {
  int open_count = 0;
  for (int i = first; i < list->count; i++) open_count += list->entries[i].state == ASC_TURN_UNFINISHED;
  if (list->prune_above == 0 || open_count <= list->prune_above) return;
  list->is_complete = false;
  open_count = 0;
  for (int i = first; i < list->count; i++) {
    if (list->entries[i].state != ASC_TURN_UNFINISHED) continue;
    int64_t value = list->heuristic.evaluate(list->heuristic.data, position_at(list, i), list->player);
    list->ranking[open_count++] =
        (uint64_t)(value - INT32_MIN) * ASC_TURN_LIST_MAX + (uint64_t)(ASC_TURN_LIST_MAX - 1 - i);
  }
  qsort(list->ranking, (size_t)open_count, sizeof *list->ranking, descending);
  for (int i = list->prune_to; i < open_count; i++)
    list->entries[ASC_TURN_LIST_MAX - 1 - (int)(list->ranking[i] % ASC_TURN_LIST_MAX)].state = ASC_TURN_PRUNED;
}

static void list_start(asc_turn_list *list, const void *position) {
  const asc_rules *rules = list->rules;
  if (++list->generation == GENERATIONS) {
    memset(list->slots, 0, slot_count(list) * sizeof *list->slots);
    list->generation = 1;
  }
  list->player = rules->game->turn(rules, position);
  list->is_complete = true;
  list->count = list->end_count = 0;
  memcpy(list->positions, position, rules->position_size);
  uint64_t hash = rules->game->hash(rules, position);
  (void)slots_add(list, hash);
  list->entries[list->count++] = (asc_turn_entry){.hash = hash, .state = ASC_TURN_UNFINISHED};
}

/* If all turns were overlooked, or none was finished, lists one turn anyway: the player has to move. */
static void list_add_fallback(asc_turn_list *list) {
  int entry = 1;
  while (entry < list->count - 1 && list->entries[entry].state < ASC_TURN_ENDED) entry++;
  list->ends[list->end_count++] = entry;
}

void asc_turn_list_fill(asc_turn_list *list, const void *position, const asc_move *moves, int count) {
  const asc_rules *rules = list->rules;
  asc_move legal_moves[ASC_MOVES_MAX];
  list_start(list, position);
  for (int entry = 0; entry < list->count; entry++) {
    if (list->entries[entry].state != ASC_TURN_UNFINISHED) continue;
    int first = list->count;
    if (entry > 0) count = rules->game->moves(rules, position_at(list, entry), legal_moves);
    if (entry_follow(list, entry, entry > 0 ? legal_moves : moves, count)) {
      list->ends[0] = list->ends[list->end_count - 1];
      list->end_count = 1;
      return;
    }
    entries_prune(list, first);
  }
  if (list->end_count == 0) list_add_fallback(list);
}
