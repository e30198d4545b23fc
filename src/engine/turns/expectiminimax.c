/* Expectiminimax below the root: players choose, dice fall, players choose again. Read turns.h first.

   With two players, chance nodes are cut off by two methods. Star1: a face is skipped if no value of it can bring the
   mean of all faces into the window. Star2: first only the most promising turn after each face is searched, which often
   shows that the mean lies outside. */
#include "turns.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_INTERVAL = 1000, POLL_PARTS = 16 };

asc_win_chances asc_turns_evaluate(asc_turns *turns, const void *position, bool game_over) {
  if (game_over) return asc_win_chances_at_end(turns->rules, position);
  return asc_win_chances_estimate(turns->rules, position, &turns->playout_plies);
}

static int32_t estimate_for_player(void *data, const void *position, int player) {
  return asc_turns_evaluate(data, position, false).per_player[player - 1];
}

asc_turns *asc_turns_open(asc_search *search) {
  enum { CAPACITY = 1 << 13, PRUNE_ABOVE = 64, PRUNE_TO = 16, WIDTH = 12 };
  asc_turns *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return NULL;
  const asc_search_blindness *blindness = &search->blindness;
  opened->search = search;
  opened->rules = search->rules;
  opened->width = WIDTH;
  opened->tt_salt = blindness->seed != 0 ? asc_hash_text(blindness->seed, "sight") : 0;
  bool has_memory = asc_turn_list_open(&opened->list, search->rules, CAPACITY);
  for (int i = 0; i <= ASC_TURNS_MAX_DEPTH && has_memory; i++) {
    opened->frames[i].positions = malloc(ASC_TURNS_MAX_WIDTH * search->rules->position_size);
    has_memory = opened->frames[i].positions != NULL;
  }
  if (!has_memory) {
    asc_turns_close(opened);
    return NULL;
  }
  opened->list.heuristic = (asc_turn_heuristic){estimate_for_player, opened};
  opened->list.prune_above = PRUNE_ABOVE;
  opened->list.prune_to = PRUNE_TO;
  opened->list.blindness = *blindness;
  return opened;
}

void asc_turns_close(asc_turns *turns) {
  if (turns == NULL) return;
  asc_turn_list_close(&turns->list);
  for (int i = 0; i <= ASC_TURNS_MAX_DEPTH; i++) free(turns->frames[i].positions);
  free(turns);
}

static uint64_t new_nodes(const asc_turns *turns) {
  return turns->list.plies + turns->playout_plies - turns->reported_nodes;
}

void asc_turns_flush_nodes(asc_turns *turns) {
  uint64_t nodes = new_nodes(turns);
  atomic_fetch_add_explicit(&turns->search->nodes, nodes, memory_order_relaxed);
  turns->reported_nodes += nodes;
}

/* Polls the limits. With a small node limit, it polls more often. */
static void poll(asc_turns *turns) {
  uint64_t limit = turns->search->task->nodes, step = POLL_INTERVAL;
  if (limit > 0 && limit / POLL_PARTS < step) step = limit / POLL_PARTS;
  if (turns->is_over || new_nodes(turns) < step) return;
  asc_turns_flush_nodes(turns);
  turns->is_over = asc_search_is_over(turns->search);
}

bool asc_turns_is_better(const asc_win_chances *one, const asc_win_chances *other, int player) {
  int32_t gain = one->per_player[player - 1] - other->per_player[player - 1];
  return gain > 0 || (gain == 0 && one->is_proved && !other->is_proved);
}

bool asc_turns_is_won(const asc_win_chances *chances, int player) {
  return chances->is_proved && chances->per_player[player - 1] == ASC_WIN_CHANCES_SUM;
}

/* Inserts a choice into a frame, best first. Among equals, the first found comes first. */
static void frame_insert(asc_turns_frame *frame, int width, const asc_turns_choice *choice) {
  int at = frame->count;
  if (at == width && !asc_turns_is_better(&choice->chances, &frame->choices[at - 1].chances, frame->player)) return;
  if (at < width)
    frame->count++;
  else
    at--;
  for (; at > 0 && asc_turns_is_better(&choice->chances, &frame->choices[at - 1].chances, frame->player); at--)
    frame->choices[at] = frame->choices[at - 1];
  frame->choices[at] = *choice;
}

/* Copies the end positions of the choices out of the list. */
static void frame_copy_positions(asc_turns *turns, asc_turns_frame *frame) {
  size_t size = turns->rules->position_size;
  for (int i = 0; i < frame->count; i++)
    memcpy(frame->positions + (size_t)i * size, asc_turn_list_position(&turns->list, frame->choices[i].entry), size);
}

/* Random games are slow, so the search may end between them. The knowledge of a game is fast. */
void asc_turns_select(asc_turns *turns, asc_turns_frame *frame, const void *position, const asc_move *moves, int count,
                      int width) {
  const asc_rules *rules = turns->rules;
  asc_turn_list *list = &turns->list;
  asc_move all[ASC_MOVES_MAX];
  if (moves == NULL) count = rules->game->moves(rules, position, all);
  asc_turn_list_fill(list, position, moves == NULL ? all : moves, count);
  poll(turns);
  frame->player = list->player;
  frame->count = 0;
  frame->is_complete = list->is_complete && list->end_count <= width;
  uint64_t before = turns->playout_plies;
  for (int i = 0; i < list->end_count; i++) {
    const asc_turn_entry *entry = &list->entries[list->ends[i]];
    const void *end = asc_turn_list_position(list, list->ends[i]);
    asc_win_chances chances = asc_turns_evaluate(turns, end, entry->state == ASC_TURN_GAME_OVER);
    frame_insert(frame, width, &(asc_turns_choice){list->ends[i], entry->hash, chances});
    if (turns->playout_plies == before) continue;
    poll(turns);
    if (!turns->is_over) continue;
    frame->is_complete = false;
    break;
  }
  frame_copy_positions(turns, frame);
}

/* Returns true if the best choice is proved. It is if it wins. It also is if all choices are proved, and no other
   choice has the same chance for this player with different chances for the others. */
static bool frame_is_proved(const asc_turns_frame *frame, const asc_win_chances *best) {
  if (asc_turns_is_won(best, frame->player)) return true;
  if (!frame->is_complete || !best->is_proved) return false;
  for (int i = 0; i < frame->count; i++) {
    const asc_win_chances *other = &frame->choices[i].chances;
    bool equal = other->per_player[frame->player - 1] == best->per_player[frame->player - 1];
    if (!other->is_proved || (equal && !asc_win_chances_are_equal(other, best))) return false;
  }
  return true;
}

bool asc_turns_narrow_window(const asc_turns *turns, asc_turns_window *window, int player,
                             const asc_win_chances *best) {
  if (asc_turns_is_won(best, player)) return true;
  if (turns->rules->players > 2) return false;
  if (player == 1 && best->per_player[0] > window->low) window->low = best->per_player[0];
  if (player == 2 && best->per_player[0] < window->high) window->high = best->per_player[0];
  return window->low >= window->high;
}

/* Searches a position where a player is to move, `depth` turns deep including this one. */
static asc_win_chances turn_search(asc_turns *turns, const void *position, int depth, int width,
                                   asc_turns_window window) {
  asc_turns_frame *frame = &turns->frames[depth];
  asc_turns_select(turns, frame, position, NULL, 0, width);
  asc_win_chances best = frame->choices[0].chances;
  for (int i = 0; i < frame->count && depth > 1; i++) {
    asc_turns_choice *choice = &frame->choices[i];
    const void *next = frame->positions + (size_t)i * turns->rules->position_size;
    if (!choice->chances.is_proved) choice->chances = asc_turns_search(turns, next, choice->hash, depth - 1, window);
    if (turns->is_over) return best;
    if (i == 0 || asc_turns_is_better(&choice->chances, &best, frame->player)) best = choice->chances;
    if (asc_turns_narrow_window(turns, &window, frame->player, &best)) {
      best.is_proved = asc_turns_is_won(&best, frame->player);
      return best;
    }
  }
  best.is_proved = frame_is_proved(frame, &best);
  return best;
}

/* A roll of the die: bounds on the chance of player 1 after each face, and on their mean. Faces beyond FACES_MAX have
   no bounds. */
enum { FACES_MAX = 64 };
typedef struct die_roll {
  const asc_turns *turns;
  const void *position;
  int depth, face_count;
  asc_move faces[ASC_MOVES_MAX];
  int32_t low[FACES_MAX], high[FACES_MAX];
  int64_t weight, low_sum, high_sum; /* sums over all faces */
  asc_win_chances_mean mean;         /* of the faces searched so far */
} die_roll;

static int64_t face_weight(const die_roll *roll, int face) {
  return (int64_t)asc_position_odds(roll->turns->rules, roll->position, roll->faces[face]);
}
static int64_t face_low(const die_roll *roll, int face) { return face < FACES_MAX ? roll->low[face] : 0; }
static int64_t face_high(const die_roll *roll, int face) {
  return face < FACES_MAX ? roll->high[face] : ASC_WIN_CHANCES_SUM;
}

static void roll_start(die_roll *roll, const asc_turns *turns, const void *position, int depth) {
  roll->turns = turns;
  roll->position = position;
  roll->depth = depth;
  roll->face_count = turns->rules->game->moves(turns->rules, position, roll->faces);
  roll->weight = 0;
  roll->mean = (asc_win_chances_mean){0};
  for (int i = 0; i < roll->face_count; i++) {
    roll->weight += face_weight(roll, i);
    if (i < FACES_MAX) roll->low[i] = 0, roll->high[i] = ASC_WIN_CHANCES_SUM;
  }
  roll->low_sum = 0;
  roll->high_sum = roll->weight * ASC_WIN_CHANCES_SUM;
}

static int64_t divide_down(int64_t number, int64_t divisor) {
  return number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor);
}

/* Returns the window for a face: chances that would bring the mean into the window of the roll (Star1). */
static asc_turns_window face_window(const die_roll *roll, int face, asc_turns_window window) {
  int64_t weight = face_weight(roll, face);
  int64_t others_high = roll->high_sum - weight * face_high(roll, face);
  int64_t others_low = roll->low_sum - weight * face_low(roll, face);
  return (asc_turns_window){(int32_t)divide_down(window.low * roll->weight - others_high, weight),
                            (int32_t)-divide_down(others_low - window.high * roll->weight, weight)};
}

/* Updates the bounds on the chance of player 1 after a face. */
static void face_update(die_roll *roll, int face, int32_t low, int32_t high) {
  int64_t weight = face_weight(roll, face);
  roll->low_sum += weight * (low - face_low(roll, face));
  roll->high_sum += weight * (high - face_high(roll, face));
  if (face < FACES_MAX) roll->low[face] = low, roll->high[face] = high;
}

/* Returns true if the mean lies outside the window, and then sets *bound. */
static bool roll_is_outside(const die_roll *roll, asc_turns_window window, asc_win_chances *bound) {
  int64_t chance = divide_down(roll->low_sum, roll->weight);
  if (roll->high_sum <= window.low * roll->weight)
    chance = -divide_down(-roll->high_sum, roll->weight);
  else if (roll->low_sum < window.high * roll->weight)
    return false;
  *bound = (asc_win_chances){.per_player = {(int32_t)chance, (int32_t)(ASC_WIN_CHANCES_SUM - chance)}};
  return true;
}

static void face_play(const asc_turns *turns, const die_roll *roll, int face, asc_position *next) {
  memcpy(next, roll->position, turns->rules->position_size);
  turns->rules->game->play(turns->rules, next, roll->faces[face]);
}

/* Star2: searches only the most promising turn after each face. The player can get at least that. Returns true if this
   puts the mean outside the window. */
static bool roll_star2(asc_turns *turns, die_roll *roll, asc_turns_window window, asc_win_chances *bound) {
  for (int i = 0; i < roll->face_count && i < FACES_MAX; i++) {
    asc_position next;
    asc_outcome outcome;
    face_play(turns, roll, i, &next);
    int player = turns->rules->game->turn(turns->rules, &next);
    if (player == ASC_CHANCE || turns->rules->game->outcome(turns->rules, &next, &outcome)) continue;
    int32_t chance = turn_search(turns, &next, roll->depth, 1, face_window(roll, i, window)).per_player[0];
    if (turns->is_over) return false;
    face_update(roll, i, player == 1 ? chance : 0, player == 1 ? ASC_WIN_CHANCES_SUM : chance);
    if (roll_is_outside(roll, window, bound)) return true;
  }
  return false;
}

static asc_win_chances position_search(asc_turns *turns, const void *position, int depth, asc_turns_window window);

static asc_win_chances roll_search(asc_turns *turns, const void *position, int depth, asc_turns_window window) {
  die_roll roll;
  asc_win_chances bound = {0};
  roll_start(&roll, turns, position, depth);
  bool two_players = turns->rules->players == 2;
  if (two_players && depth > 1 && roll_star2(turns, &roll, window, &bound)) return bound;
  for (int i = 0; i < roll.face_count && !turns->is_over; i++) {
    asc_position next;
    face_play(turns, &roll, i, &next);
    asc_win_chances found = position_search(turns, &next, depth, face_window(&roll, i, window));
    asc_win_chances_mean_add(&roll.mean, &found, (uint32_t)face_weight(&roll, i));
    face_update(&roll, i, found.per_player[0], found.per_player[0]);
    if (two_players && i < roll.face_count - 1 && roll_is_outside(&roll, window, &bound)) return bound;
  }
  return turns->is_over ? bound : asc_win_chances_mean_value(&roll.mean);
}

/* Searches a position, whatever is next: the end, a roll or a player. */
static asc_win_chances position_search(asc_turns *turns, const void *position, int depth, asc_turns_window window) {
  const asc_rules *rules = turns->rules;
  asc_outcome outcome;
  if (rules->game->outcome(rules, position, &outcome)) return asc_win_chances_at_end(rules, position);
  if (rules->game->turn(rules, position) == ASC_CHANCE) return roll_search(turns, position, depth, window);
  return turn_search(turns, position, depth, depth > 1 ? turns->width : 1, window);
}

/* Returns true if the TT entry is deep enough, or proved, and settles the window. */
static bool is_settled(const asc_win_chances_entry *entry, int depth, asc_turns_window window) {
  bool deep_enough = entry->depth >= depth;
  if (entry->bound == ASC_WIN_CHANCES_EXACT) return deep_enough || entry->chances.is_proved;
  int32_t chance = entry->chances.per_player[0];
  return deep_enough && (entry->bound == ASC_WIN_CHANCES_LOWER ? chance >= window.high : chance <= window.low);
}

asc_win_chances asc_turns_search(asc_turns *turns, const void *position, uint64_t hash, int depth,
                                 asc_turns_window window) {
  asc_win_chances_entry entry;
  const asc_tt *tt = &turns->search->tt;
  hash ^= turns->tt_salt;
  if (asc_win_chances_entry_probe(tt, hash, &entry) && is_settled(&entry, depth, window)) return entry.chances;
  asc_win_chances found = position_search(turns, position, depth, window);
  if (turns->is_over) return found;
  int32_t chance = found.per_player[0];
  entry = (asc_win_chances_entry){found, ASC_WIN_CHANCES_EXACT, depth, turns->search->generation};
  bool can_be_bound = turns->rules->players == 2 && !found.is_proved;
  if (can_be_bound && chance <= window.low) entry.bound = ASC_WIN_CHANCES_UPPER;
  if (can_be_bound && chance >= window.high) entry.bound = ASC_WIN_CHANCES_LOWER;
  asc_win_chances_entry_write(tt, hash, &entry);
  return found;
}
