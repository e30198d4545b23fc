#include "list.h"

#include "core/hash.h"
#include "core/outcome.h"

#include <stdlib.h>
#include <string.h>

/* A slot is a stamp and an entry. */
enum { STAMPS = UINT32_MAX / TURN_ROOM_MOST };

static size_t slot_count(const asc_turn_list *list) { return 2 * (size_t)list->room; }

bool asc_turn_list_open(asc_turn_list *list, const asc_rules *rules, int room) {
  size_t count = (size_t)room;
  *list = (asc_turn_list){.rules = rules,
                          .room = room,
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

int asc_turn_list_moves(const asc_turn_list *list, int entry, asc_move *moves, int room) {
  int length = 0, at = entry;
  for (; at != 0; at = list->entries[at].before) length++;
  for (int i = length - 1; i >= 0; i--) {
    if (i < room) moves[i] = list->entries[entry].move;
    entry = list->entries[entry].before;
  }
  return length < room ? length : room;
}

/* Whether the hash is new; then it is kept for the entry to come. */
static bool slots_add(asc_turn_list *list, uint64_t hash) {
  uint64_t count = slot_count(list);
  for (uint64_t i = (hash >> 32) * count >> 32;; i = i + 1 < count ? i + 1 : 0) {
    uint32_t slot = list->slots[i];
    if (slot / TURN_ROOM_MOST != list->stamp) {
      list->slots[i] = list->stamp * TURN_ROOM_MOST + (uint32_t)list->count;
      return true;
    }
    if (list->entries[slot % TURN_ROOM_MOST].hash == hash) return false;
  }
}

static bool is_overlooked(const asc_turn_list *list, uint64_t hash) {
  if (list->sight.blind == 0) return false;
  uint64_t drawn = asc_hash_add(asc_hash_add(list->sight.seed, list->entries[0].hash), hash);
  return drawn % 1000 < (uint64_t)list->sight.blind;
}

/* The position behind the last entry becomes one, unless it is there already. True when it wins the game. */
static bool entry_add(asc_turn_list *list, int before, asc_move move) {
  const asc_rules *rules = list->rules;
  const void *position = position_at(list, list->count);
  uint64_t hash = rules->game->hash(rules, position);
  if (!slots_add(list, hash)) return false;
  asc_outcome outcome;
  bool over = rules->game->outcome(rules, position, &outcome);
  bool ended = over || rules->game->turn(rules, position) != list->player;
  int entry = list->count++;
  list->entries[entry] = (asc_turn_entry){hash, before, move, over ? TURN_OVER : ended ? TURN_ENDED : TURN_OPEN};
  if (!ended) return false;
  if (is_overlooked(list, hash)) {
    list->complete = false;
    return false;
  }
  list->ends[list->end_count++] = entry;
  return over && outcome.place[list->player - 1] == 1 && asc_outcome_firsts(rules, &outcome) == 1;
}

/* True when a turn wins. */
static bool entry_follow(asc_turn_list *list, int entry, const asc_move *moves, int count) {
  size_t size = list->rules->position_size;
  for (int i = 0; i < count; i++) {
    if (list->count == list->room) {
      list->complete = false;
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

/* Of the open entries from `first` on, the most promising stay open; of equal ones the first. */
static void crowd_thin(asc_turn_list *list, int first) {
  int open = 0;
  for (int i = first; i < list->count; i++) open += list->entries[i].state == TURN_OPEN;
  if (list->crowd == 0 || open <= list->crowd) return;
  list->complete = false;
  open = 0;
  for (int i = first; i < list->count; i++) {
    if (list->entries[i].state != TURN_OPEN) continue;
    int64_t promise = list->promise.of(list->promise.data, position_at(list, i), list->player);
    list->ranking[open++] = (uint64_t)(promise - INT32_MIN) * TURN_ROOM_MOST + (uint64_t)(TURN_ROOM_MOST - 1 - i);
  }
  qsort(list->ranking, (size_t)open, sizeof *list->ranking, descending);
  for (int i = list->few; i < open; i++)
    list->entries[TURN_ROOM_MOST - 1 - (int)(list->ranking[i] % TURN_ROOM_MOST)].state = TURN_DROPPED;
}

static void list_begin(asc_turn_list *list, const void *position) {
  const asc_rules *rules = list->rules;
  if (++list->stamp == STAMPS) {
    memset(list->slots, 0, slot_count(list) * sizeof *list->slots);
    list->stamp = 1;
  }
  list->player = rules->game->turn(rules, position);
  list->complete = true;
  list->count = list->end_count = 0;
  memcpy(list->positions, position, rules->position_size);
  uint64_t hash = rules->game->hash(rules, position);
  (void)slots_add(list, hash);
  list->entries[list->count++] = (asc_turn_entry){.hash = hash, .state = TURN_OPEN};
}

/* What the turns come to when all were overlooked, or none came to an end: somebody has to move. */
static void list_save(asc_turn_list *list) {
  int entry = 1;
  while (entry < list->count - 1 && list->entries[entry].state < TURN_ENDED) entry++;
  list->ends[list->end_count++] = entry;
}

void asc_turn_list_fill(asc_turn_list *list, const void *position, const asc_move *moves, int count) {
  const asc_rules *rules = list->rules;
  asc_move own[ASC_MOVES_MAX];
  list_begin(list, position);
  for (int entry = 0; entry < list->count; entry++) {
    if (list->entries[entry].state != TURN_OPEN) continue;
    int first = list->count;
    if (entry > 0) count = rules->game->moves(rules, position_at(list, entry), own);
    if (entry_follow(list, entry, entry > 0 ? own : moves, count)) {
      list->ends[0] = list->ends[list->end_count - 1];
      list->end_count = 1;
      return;
    }
    crowd_thin(list, first);
  }
  if (list->end_count == 0) list_save(list);
}
