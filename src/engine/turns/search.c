/* Looking ahead: players choose, dice fall, and players choose again.

   With two players, a face of the die need not be looked at further when no value it may have brings the mean of all
   faces into the window (Star1); and before anything else the most promising turn after each face is looked into, which
   often shows that the mean will lie outside (Star2). */
#include "turns.h"

#include "core/hash.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 1000, POLL_PARTS = 16 };

asc_outlook asc_turns_at_sight(asc_turns *turns, const void *position, bool over) {
  if (over) return asc_outlook_of_end(turns->rules, position);
  return asc_outlook_at_sight(turns->rules, position, &turns->plies);
}

static int32_t promise_at_sight(void *data, const void *position, int player) {
  return asc_turns_at_sight(data, position, false).chances[player - 1];
}

asc_turns *asc_turns_open(asc_search *search) {
  enum { ROOM = 1 << 13, CROWD = 64, FEW = 16, WIDTH = 12 };
  asc_turns *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  const asc_sight *sight = &search->sight;
  made->search = search;
  made->rules = search->rules;
  made->width = WIDTH;
  made->salt = sight->seed != 0 ? asc_hash_text(sight->seed, "sight") : 0;
  bool fits = asc_turn_list_open(&made->list, search->rules, ROOM);
  for (int i = 0; i <= TURNS_DEPTH && fits; i++) {
    made->levels[i].positions = malloc(TURNS_WIDTH * search->rules->position_size);
    fits = made->levels[i].positions != NULL;
  }
  if (!fits) {
    asc_turns_close(made);
    return NULL;
  }
  made->list.promise = (asc_turn_promise){promise_at_sight, made};
  made->list.crowd = CROWD;
  made->list.few = FEW;
  made->list.sight = *sight;
  return made;
}

void asc_turns_close(asc_turns *turns) {
  if (turns == NULL) return;
  asc_turn_list_close(&turns->list);
  for (int i = 0; i <= TURNS_DEPTH; i++) free(turns->levels[i].positions);
  free(turns);
}

static uint64_t nodes_untold(const asc_turns *turns) { return turns->list.plies + turns->plies - turns->told; }

void asc_turns_tell_nodes(asc_turns *turns) {
  uint64_t nodes = nodes_untold(turns);
  atomic_fetch_add_explicit(&turns->search->nodes, nodes, memory_order_relaxed);
  turns->told += nodes;
}

/* Small limits in nodes are kept more closely. */
static void turns_poll(asc_turns *turns) {
  uint64_t limit = turns->search->task->nodes, step = POLL_EVERY;
  if (limit > 0 && limit / POLL_PARTS < step) step = limit / POLL_PARTS;
  if (turns->over || nodes_untold(turns) < step) return;
  asc_turns_tell_nodes(turns);
  turns->over = asc_run_is_over(turns->search);
}

/* Of two that are equal to him, a player prefers the certain one. */
bool asc_turns_is_better(const asc_outlook *one, const asc_outlook *other, int player) {
  int32_t gain = one->chances[player - 1] - other->chances[player - 1];
  return gain > 0 || (gain == 0 && one->certain && !other->certain);
}

bool asc_turns_is_won(const asc_outlook *outlook, int player) {
  return outlook->certain && outlook->chances[player - 1] == OUTLOOK_WHOLE;
}

/* Adds a choice to those of a level, the best first; of equal ones the one found first. */
static void level_add(asc_turns_level *level, int width, const asc_turns_choice *choice) {
  int at = level->count;
  if (at == width && !asc_turns_is_better(&choice->outlook, &level->choices[at - 1].outlook, level->player)) return;
  if (at < width)
    level->count++;
  else
    at--;
  for (; at > 0 && asc_turns_is_better(&choice->outlook, &level->choices[at - 1].outlook, level->player); at--)
    level->choices[at] = level->choices[at - 1];
  level->choices[at] = *choice;
}

static void level_keep(asc_turns *turns, asc_turns_level *level) {
  size_t size = turns->rules->position_size;
  for (int i = 0; i < level->count; i++)
    memcpy(level->positions + (size_t)i * size, asc_turn_list_position(&turns->list, level->choices[i].entry), size);
}

/* Random games take their time, so that the run may end between them; what a game knows is told at once. */
void asc_turns_survey(asc_turns *turns, asc_turns_level *level, const void *position, const asc_move *moves, int count,
                      int width) {
  const asc_rules *rules = turns->rules;
  asc_turn_list *list = &turns->list;
  asc_move all[ASC_MOVES_MAX];
  if (moves == NULL) count = rules->game->moves(rules, position, all);
  asc_turn_list_fill(list, position, moves == NULL ? all : moves, count);
  turns_poll(turns);
  level->player = list->player;
  level->count = 0;
  level->complete = list->complete && list->end_count <= width;
  uint64_t before = turns->plies;
  for (int i = 0; i < list->end_count; i++) {
    const asc_turn_entry *entry = &list->entries[list->ends[i]];
    const void *end = asc_turn_list_position(list, list->ends[i]);
    asc_outlook outlook = asc_turns_at_sight(turns, end, entry->state == TURN_OVER);
    level_add(level, width, &(asc_turns_choice){list->ends[i], entry->hash, outlook});
    if (turns->plies == before) continue;
    turns_poll(turns);
    if (!turns->over) continue;
    level->complete = false;
    break;
  }
  level_keep(turns, level);
}

/* The best choice is certain if it wins, or if all there are come to certain ends and none to the same chance for him
   with other chances for the others. */
static bool level_is_certain(const asc_turns_level *level, const asc_outlook *best) {
  if (asc_turns_is_won(best, level->player)) return true;
  if (!level->complete || !best->certain) return false;
  for (int i = 0; i < level->count; i++) {
    const asc_outlook *other = &level->choices[i].outlook;
    bool equal = other->chances[level->player - 1] == best->chances[level->player - 1];
    if (!other->certain || (equal && !asc_outlook_is_same(other, best))) return false;
  }
  return true;
}

bool asc_turns_narrow(const asc_turns *turns, asc_turns_window *window, int player, const asc_outlook *best) {
  if (asc_turns_is_won(best, player)) return true;
  if (turns->rules->players > 2) return false;
  if (player == 1 && best->chances[0] > window->low) window->low = best->chances[0];
  if (player == 2 && best->chances[0] < window->high) window->high = best->chances[0];
  return window->low >= window->high;
}

/* For a player who is to move, with `depth` turns to look at, this one included. */
static asc_outlook turn_look(asc_turns *turns, const void *position, int depth, int width, asc_turns_window window) {
  asc_turns_level *level = &turns->levels[depth];
  asc_turns_survey(turns, level, position, NULL, 0, width);
  asc_outlook best = level->choices[0].outlook;
  for (int i = 0; i < level->count && depth > 1; i++) {
    asc_turns_choice *choice = &level->choices[i];
    const void *next = level->positions + (size_t)i * turns->rules->position_size;
    if (!choice->outlook.certain) choice->outlook = asc_turns_search(turns, next, choice->hash, depth - 1, window);
    if (turns->over) return best;
    if (i == 0 || asc_turns_is_better(&choice->outlook, &best, level->player)) best = choice->outlook;
    if (asc_turns_narrow(turns, &window, level->player, &best)) {
      best.certain = asc_turns_is_won(&best, level->player);
      return best;
    }
  }
  best.certain = level_is_certain(level, &best);
  return best;
}

/* A roll of the die: what the first player's chance can be after each face, and what that makes of the whole. More
   faces than there is room for are taken to be able to bring anything. */
enum { FACES_MAX = 64 };
typedef struct asc_roll {
  const asc_turns *turns;
  const void *position;
  int depth, count;
  asc_move faces[ASC_MOVES_MAX];
  int32_t low[FACES_MAX], high[FACES_MAX];
  int64_t weight, low_sum, high_sum; /* of all faces */
  asc_outlook_mean mean;             /* of those that were looked at */
} asc_roll;

static int64_t face_weight(const asc_roll *roll, int face) {
  return (int64_t)asc_position_odds(roll->turns->rules, roll->position, roll->faces[face]);
}
static int64_t face_low(const asc_roll *roll, int face) { return face < FACES_MAX ? roll->low[face] : 0; }
static int64_t face_high(const asc_roll *roll, int face) { return face < FACES_MAX ? roll->high[face] : OUTLOOK_WHOLE; }

static void roll_begin(asc_roll *roll, const asc_turns *turns, const void *position, int depth) {
  roll->turns = turns;
  roll->position = position;
  roll->depth = depth;
  roll->count = turns->rules->game->moves(turns->rules, position, roll->faces);
  roll->weight = 0;
  roll->mean = (asc_outlook_mean){0};
  for (int i = 0; i < roll->count; i++) {
    roll->weight += face_weight(roll, i);
    if (i < FACES_MAX) roll->low[i] = 0, roll->high[i] = OUTLOOK_WHOLE;
  }
  roll->low_sum = 0;
  roll->high_sum = roll->weight * OUTLOOK_WHOLE;
}

static int64_t divide_down(int64_t number, int64_t divisor) {
  return number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor);
}

/* What a face must bring for the whole to lie within the window. */
static asc_turns_window face_window(const asc_roll *roll, int face, asc_turns_window window) {
  int64_t weight = face_weight(roll, face);
  int64_t others_high = roll->high_sum - weight * face_high(roll, face);
  int64_t others_low = roll->low_sum - weight * face_low(roll, face);
  return (asc_turns_window){(int32_t)divide_down(window.low * roll->weight - others_high, weight),
                            (int32_t)-divide_down(others_low - window.high * roll->weight, weight)};
}

/* The first player's chance after a face is within these. */
static void face_learn(asc_roll *roll, int face, int32_t low, int32_t high) {
  int64_t weight = face_weight(roll, face);
  roll->low_sum += weight * (low - face_low(roll, face));
  roll->high_sum += weight * (high - face_high(roll, face));
  if (face < FACES_MAX) roll->low[face] = low, roll->high[face] = high;
}

/* Whether the whole lies outside the window; then a bound that says so. */
static bool roll_is_outside(const asc_roll *roll, asc_turns_window window, asc_outlook *bound) {
  int64_t chance = divide_down(roll->low_sum, roll->weight);
  if (roll->high_sum <= window.low * roll->weight)
    chance = -divide_down(-roll->high_sum, roll->weight);
  else if (roll->low_sum < window.high * roll->weight)
    return false;
  *bound = (asc_outlook){.chances = {(int32_t)chance, (int32_t)(OUTLOOK_WHOLE - chance)}};
  return true;
}

static void face_play(const asc_turns *turns, const asc_roll *roll, int face, asc_position *next) {
  memcpy(next, roll->position, turns->rules->position_size);
  turns->rules->game->play(turns->rules, next, roll->faces[face]);
}

/* Looks only into what seems best after each face, which the player can at least have. True when that settles it. */
static bool roll_probe(asc_turns *turns, asc_roll *roll, asc_turns_window window, asc_outlook *bound) {
  for (int i = 0; i < roll->count && i < FACES_MAX; i++) {
    asc_position next;
    asc_outcome outcome;
    face_play(turns, roll, i, &next);
    int player = turns->rules->game->turn(turns->rules, &next);
    if (player == ASC_CHANCE || turns->rules->game->outcome(turns->rules, &next, &outcome)) continue;
    int32_t chance = turn_look(turns, &next, roll->depth, 1, face_window(roll, i, window)).chances[0];
    if (turns->over) return false;
    face_learn(roll, i, player == 1 ? chance : 0, player == 1 ? OUTLOOK_WHOLE : chance);
    if (roll_is_outside(roll, window, bound)) return true;
  }
  return false;
}

static asc_outlook next_look(asc_turns *turns, const void *position, int depth, asc_turns_window window);

static asc_outlook roll_look(asc_turns *turns, const void *position, int depth, asc_turns_window window) {
  asc_roll roll;
  asc_outlook bound = {0};
  roll_begin(&roll, turns, position, depth);
  bool two = turns->rules->players == 2;
  if (two && depth > 1 && roll_probe(turns, &roll, window, &bound)) return bound;
  for (int i = 0; i < roll.count && !turns->over; i++) {
    asc_position next;
    face_play(turns, &roll, i, &next);
    asc_outlook found = next_look(turns, &next, depth, face_window(&roll, i, window));
    asc_outlook_mean_add(&roll.mean, &found, (uint32_t)face_weight(&roll, i));
    face_learn(&roll, i, found.chances[0], found.chances[0]);
    if (two && i < roll.count - 1 && roll_is_outside(&roll, window, &bound)) return bound;
  }
  return turns->over ? bound : asc_outlook_mean_take(&roll.mean);
}

/* Whoever is next. */
static asc_outlook next_look(asc_turns *turns, const void *position, int depth, asc_turns_window window) {
  const asc_rules *rules = turns->rules;
  asc_outcome outcome;
  if (rules->game->outcome(rules, position, &outcome)) return asc_outlook_of_end(rules, position);
  if (rules->game->turn(rules, position) == ASC_CHANCE) return roll_look(turns, position, depth, window);
  return turn_look(turns, position, depth, depth > 1 ? turns->width : 1, window);
}

static bool is_settled(const asc_outlook_memory *memory, int depth, asc_turns_window window) {
  bool enough = memory->depth >= depth;
  if (memory->bound == OUTLOOK_EQUAL) return enough || memory->outlook.certain;
  int32_t chance = memory->outlook.chances[0];
  return enough && (memory->bound == OUTLOOK_AT_LEAST ? chance >= window.high : chance <= window.low);
}

asc_outlook asc_turns_search(asc_turns *turns, const void *position, uint64_t hash, int depth,
                             asc_turns_window window) {
  asc_outlook_memory memory;
  const asc_tt *tt = &turns->search->tt;
  hash ^= turns->salt;
  if (asc_outlook_recall(tt, hash, &memory) && is_settled(&memory, depth, window)) return memory.outlook;
  asc_outlook found = next_look(turns, position, depth, window);
  if (turns->over) return found;
  int32_t chance = found.chances[0];
  memory = (asc_outlook_memory){found, OUTLOOK_EQUAL, depth, turns->search->age};
  bool bounded = turns->rules->players == 2 && !found.certain;
  if (bounded && chance <= window.low) memory.bound = OUTLOOK_AT_MOST;
  if (bounded && chance >= window.high) memory.bound = OUTLOOK_AT_LEAST;
  asc_outlook_keep(tt, hash, &memory);
  return found;
}
