/* A running game is one history: the events in order, and the position before each of them.

   `events[0 … at-1]` were played and `events[at … length-1]` were undone. `positions[i]` is the position before
   event i and `keys[i]` its repetition key. So `positions[at]` is the current position, and everything up to
   `positions[length]` is valid. Undo and redo only move `at`. `plies`, `rolls`, `resigned`, `end` and `outcome` follow
   from the first `at` events, and every step along the history goes through move_to().

   When the past is forgotten (asc_play_forget_history), its keys stay in front of the others: `keys[past + i]` is the
   key of position i. `plies`, `rolls` and `resigned` still count the past.

   Memory is allocated in asc_play_open and before an event is added. If that fails, the game has not changed. */
#include <ascona/play.h>
#include <ascona/random.h>

#include "base/hash.h"
#include "base/text.h"
#include "core/history.h"
#include "history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_DRAW = 3, EVENTS_FIRST = 32 };

struct asc_play {
  const asc_rules *rules;
  int at, length;
  int capacity; /* in events; there is room for one more position and key */
  asc_event *events;
  unsigned char *positions;
  uint64_t *keys;
  int past; /* number of keys of forgotten positions */
  int plies, rolls;
  unsigned resigned; /* players who resigned, as bits; bit 1 is player 1 */
  bool agreed;
  bool seeded;
  uint64_t seed;
  asc_end end;
  asc_outcome outcome;
};

static void *position_at(const asc_play *play, int index) {
  return play->positions + (size_t)index * play->rules->position_size;
}

/* A draw: no points, and rank 1 for all players who have not resigned. */
static void outcome_draw(asc_play *play) {
  unsigned resigned = play->resigned >> 1;
  int players = play->rules->players < ASC_PLAYERS_MAX ? play->rules->players : ASC_PLAYERS_MAX;
  int remaining = 0;
  for (int i = 0; i < players; i++) remaining += !(resigned >> i & 1);
  play->outcome = (asc_outcome){0};
  for (int i = 0; i < players; i++) play->outcome.rank[i] = (uint8_t)(resigned >> i & 1 ? remaining + 1 : 1);
}

/* Whether the last event was a resignation that ended the game. If so, fills in the outcome. */
static bool ended_by_resignation(asc_play *play) {
  if (play->at == 0 || !play->events[play->at - 1].resigned) return false;
  asc_position before;
  memcpy(&before, position_at(play, play->at - 1), play->rules->position_size);
  return asc_position_resign(play->rules, &before, play->events[play->at - 1].player, &play->outcome);
}

static void end_update(asc_play *play) {
  const asc_rules *rules = play->rules;
  if (ended_by_resignation(play)) {
    play->end = play->events[play->at - 1].timed_out ? ASC_END_TIME : ASC_END_RESIGNATION;
    return;
  }
  play->end = ASC_END_NONE;
  if (asc_position_outcome(rules, position_at(play, play->at), &play->outcome))
    play->end = ASC_END_RULES;
  else if (asc_play_repetitions(play) >= REPEATS_DRAW)
    play->end = ASC_END_REPETITION;
  else if (rules->ply_limit > 0 && play->plies >= rules->ply_limit)
    play->end = ASC_END_LIMIT;
  else if (play->agreed)
    play->end = ASC_END_AGREED;
  if (play->end > ASC_END_RULES) outcome_draw(play);
}

static void move_to(asc_play *play, int index) {
  int step = index > play->at ? 1 : -1;
  while (play->at != index) {
    const asc_event *event = &play->events[step > 0 ? play->at : play->at - 1];
    if (event->resigned) {
      play->resigned ^= 1U << event->player;
    } else {
      play->plies += step;
      play->rolls += event->player == ASC_CHANCE ? step : 0;
    }
    play->at += step;
  }
  end_update(play);
}

/* Makes room for `capacity` events. If one array cannot grow, those that did grow do no harm: `capacity` stays as it
   was. */
static int make_room(asc_play *play, int capacity) {
  size_t size = play->rules->position_size;
  asc_event *events = realloc(play->events, (size_t)capacity * sizeof *events);
  if (events == NULL) return ASC_E_MEMORY;
  play->events = events;
  unsigned char *positions = realloc(play->positions, ((size_t)capacity + 1) * size);
  if (positions == NULL) return ASC_E_MEMORY;
  play->positions = positions;
  uint64_t *keys = realloc(play->keys, ((size_t)play->past + (size_t)capacity + 1) * sizeof *keys);
  if (keys == NULL) return ASC_E_MEMORY;
  play->keys = keys;
  play->capacity = capacity;
  return ASC_OK;
}

static int make_room_for_event(asc_play *play, asc_error *error) {
  if (play->at < play->capacity || make_room(play, play->capacity * 2 + 1) == ASC_OK) return ASC_OK;
  return asc_error_set(error, ASC_E_MEMORY, "out of memory");
}

/* A position that was set up may have players who resigned before. */
static void resigned_read(asc_play *play) {
  const asc_rules *rules = play->rules;
  for (int player = 1; rules->game->has_resigned != NULL && player <= rules->players; player++)
    play->resigned |= (unsigned)rules->game->has_resigned(rules, play->positions, player) << player;
}

int asc_play_open(asc_play **play, const asc_rules *rules, const void *position) {
  *play = NULL;
  asc_play *made = calloc(1, sizeof *made);
  if (made == NULL) return ASC_E_MEMORY;
  made->rules = rules;
  int code = make_room(made, EVENTS_FIRST);
  if (code < 0) {
    asc_play_close(made);
    return code;
  }
  memset(made->positions, 0, rules->position_size);
  if (position == NULL)
    asc_position_start(rules, made->positions);
  else
    memcpy(made->positions, position, rules->position_size);
  resigned_read(made);
  made->keys[0] = asc_position_repetition_key(rules, made->positions);
  end_update(made);
  *play = made;
  return ASC_OK;
}

void asc_play_close(asc_play *play) {
  if (play == NULL) return;
  free(play->events);
  free(play->positions);
  free(play->keys);
  free(play);
}

const asc_rules *asc_play_rules(const asc_play *play) { return play->rules; }

const void *asc_play_position(const asc_play *play) { return position_at(play, play->at); }

const void *asc_play_first_position(const asc_play *play) { return play->positions; }

int asc_play_turn(const asc_play *play) {
  return play->end != ASC_END_NONE ? ASC_NO_PLAYER : asc_position_turn(play->rules, asc_play_position(play));
}

int asc_play_moves(const asc_play *play, asc_move *moves) {
  return play->end != ASC_END_NONE ? 0 : asc_position_moves(play->rules, asc_play_position(play), moves);
}

static int fail_when_over(const asc_play *play, asc_error *error) {
  static const char *const how[] = {
      [ASC_END_RULES] = "the game is over",
      [ASC_END_REPETITION] = "the game is over: the same position arose for the third time",
      [ASC_END_LIMIT] = "the game is over: it came to the greatest number of plies",
      [ASC_END_RESIGNATION] = "the game is over: it was given up",
      [ASC_END_AGREED] = "the game is over: a draw was agreed",
      [ASC_END_TIME] = "the game is over: a player's time was up",
  };
  return play->end == ASC_END_NONE ? ASC_OK : asc_error_set(error, ASC_E_STATE, "%s", how[play->end]);
}

/* Adds an event at the current position; there must be room. Events that were undone are forgotten. */
static void event_add(asc_play *play, const asc_event *event) {
  void *next = position_at(play, play->at + 1);
  memcpy(next, position_at(play, play->at), play->rules->position_size);
  asc_outcome outcome;
  if (event->resigned)
    (void)asc_position_resign(play->rules, next, event->player, &outcome);
  else
    asc_position_play(play->rules, next, event->move);
  play->events[play->at] = *event;
  play->keys[play->past + play->at + 1] = asc_position_repetition_key(play->rules, next);
  play->length = play->at + 1;
  move_to(play, play->length);
}

/* Plays the legal move with the spelling `token`. If it is the next ply that was undone, redoes it. */
static int ply_add(asc_play *play, asc_move move, const char *token, bool is_manual_roll, asc_error *error) {
  const void *now = asc_play_position(play);
  asc_event event = {.player = asc_position_turn(play->rules, now), .move = move};
  event.is_manual_roll = is_manual_roll && event.player == ASC_CHANCE;
  memcpy(event.token, token, strlen(token) + 1);
  const asc_event *next = &play->events[play->at];
  if (play->at < play->length && next->move == move && next->is_manual_roll == event.is_manual_roll) {
    move_to(play, play->at + 1);
    return ASC_OK;
  }
  int code = make_room_for_event(play, error);
  if (code == ASC_OK) event_add(play, &event);
  return code;
}

static int move_add(asc_play *play, asc_move move, bool is_manual_roll, asc_error *error) {
  char token[ASC_TOKEN_MAX];
  asc_move_write(play->rules, asc_play_position(play), move, token);
  return ply_add(play, move, token, is_manual_roll, error);
}

/* Whether `move` is legal. *count is the number of legal moves. */
static bool is_legal(const asc_play *play, asc_move move, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  *count = asc_play_moves(play, moves);
  for (int i = 0; i < *count; i++)
    if (moves[i] == move) return true;
  return false;
}

int asc_play_move(asc_play *play, asc_move move, asc_error *error) {
  int code = fail_when_over(play, error), count;
  if (code < 0) return code;
  if (!is_legal(play, move, &count))
    return asc_error_set(error, ASC_E_ILLEGAL, "this is none of the %d legal moves", count);
  return move_add(play, move, true, error);
}

int asc_play_replay(asc_play *play, const char *token, bool is_manual_roll, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  asc_move move;
  code = asc_move_read(play->rules, asc_play_position(play), token, &move, error);
  return code < 0 ? code : ply_add(play, move, token, is_manual_roll, error);
}

static bool is_spelled(const asc_play *play, asc_move move, const char *token) {
  char spelling[ASC_TOKEN_MAX];
  int count;
  if (!is_legal(play, move, &count)) return false;
  asc_move_write(play->rules, asc_play_position(play), move, spelling);
  return strcmp(spelling, token) == 0;
}

int asc_play_replay_cached(asc_play *play, const char *token, bool is_manual_roll, asc_move_cache *cache,
                           asc_error *error) {
  asc_move *candidate = &cache->moves[asc_hash_text(0, token) % ASC_MOVE_CACHE_SIZE];
  if (is_spelled(play, *candidate, token)) return ply_add(play, *candidate, token, is_manual_roll, error);
  int code = asc_play_replay(play, token, is_manual_roll, error);
  if (code == ASC_OK) *candidate = play->events[play->at - 1].move;
  return code;
}

int asc_play_move_text(asc_play *play, const char *token, asc_error *error) {
  return asc_play_replay(play, token, true, error);
}

/* Fails if a roll already followed from the seed: it would be wrong with another seed. */
int asc_play_set_seed(asc_play *play, uint64_t seed) {
  for (int i = 0; i < play->length; i++)
    if (play->events[i].player == ASC_CHANCE && !play->events[i].is_manual_roll) return ASC_E_STATE;
  play->seeded = true;
  play->seed = seed;
  return ASC_OK;
}

bool asc_play_get_seed(const asc_play *play, uint64_t *seed) {
  if (play->seeded && seed != NULL) *seed = play->seed;
  return play->seeded;
}

asc_move asc_play_seeded_roll(const asc_play *play) {
  assert(play->seeded && asc_play_turn(play) == ASC_CHANCE);
  return asc_position_roll(play->rules, asc_play_position(play), play->seed, (uint32_t)play->rolls);
}

int asc_play_roll(asc_play *play, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  if (asc_play_turn(play) != ASC_CHANCE) return asc_error_set(error, ASC_E_STATE, "there is no die to roll now");
  code = make_room_for_event(play, error);
  if (code < 0) return code;
  uint64_t seed;
  if (!play->seeded) {
    if (asc_random_os_seed(&seed) < 0)
      return asc_error_set(error, ASC_E_FILE, "the operating system gave no random number");
    play->seeded = true;
    play->seed = seed;
  }
  return move_add(play, asc_play_seeded_roll(play), false, error);
}

int asc_play_undo(asc_play *play, int player, asc_error *error) {
  if (play->agreed) return asc_error_set(error, ASC_E_STATE, "an agreed draw cannot be taken back");
  for (int i = play->at - 1; i >= 0; i--) {
    const asc_event *event = &play->events[i];
    if (event->resigned)
      return asc_error_set(error, ASC_E_STATE, "player %d gave up, and that cannot be taken back", event->player);
    if (event->player == ASC_CHANCE && !event->is_manual_roll)
      return asc_error_set(error, ASC_E_STATE, "a die roll cannot be taken back");
    if (player != 0 && event->player != player) continue;
    int count = play->at - i;
    move_to(play, i);
    return count;
  }
  if (player == 0 || play->at == 0) return asc_error_set(error, ASC_E_STATE, "there is nothing to take back");
  return asc_error_set(error, ASC_E_STATE, "player %d has not moved yet", player);
}

int asc_play_redo(asc_play *play, asc_error *error) {
  if (play->end != ASC_END_NONE || play->at == play->length)
    return asc_error_set(error, ASC_E_STATE, "there is nothing to play again");
  move_to(play, play->at + 1);
  return 1;
}

int asc_play_redo_count(const asc_play *play) { return play->length - play->at; }

const asc_event *asc_play_redo_event(const asc_play *play, int index) {
  return index < 0 || index >= asc_play_redo_count(play) ? NULL : &play->events[play->at + index];
}

int asc_play_event_owner(const asc_play *play, int index) {
  int player = play->events[index].player;
  return player != ASC_CHANCE ? player : asc_position_turn(play->rules, position_at(play, index + 1));
}

void asc_play_truncate(asc_play *play, int index) {
  assert(index >= 0 && index <= play->at);
  play->agreed = false;
  play->length = index;
  move_to(play, index);
}

void asc_play_forget_history(asc_play *play) {
  if (play->at == 0) return;
  memmove(play->positions, position_at(play, play->at), play->rules->position_size);
  play->past += play->at;
  play->at = play->length = 0;
  play->capacity = 0; /* if make_room fails, the next event asks again */
  (void)make_room(play, 1);
}

static int resign(asc_play *play, int player, bool timed_out, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  if (player < 1 || player > play->rules->players)
    return asc_error_set(error, ASC_E_STATE, "there is no player %d", player);
  if (play->resigned >> player & 1) return asc_error_set(error, ASC_E_STATE, "player %d has already left", player);
  code = make_room_for_event(play, error);
  if (code == ASC_OK) event_add(play, &(asc_event){.resigned = true, .timed_out = timed_out, .player = player});
  return code;
}

int asc_play_resign(asc_play *play, int player, asc_error *error) { return resign(play, player, false, error); }

int asc_play_time_out(asc_play *play, int player, asc_error *error) { return resign(play, player, true, error); }

int asc_play_agree_draw(asc_play *play, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  play->agreed = true;
  play->length = play->at;
  end_update(play);
  return ASC_OK;
}

bool asc_play_has_resigned(const asc_play *play, int player) {
  return player >= 1 && player <= play->rules->players && (play->resigned >> player & 1) != 0;
}

bool asc_play_outcome(const asc_play *play, asc_outcome *outcome) {
  if (outcome != NULL) *outcome = play->outcome;
  return play->end != ASC_END_NONE;
}

asc_end asc_play_end(const asc_play *play) { return play->end; }

int asc_play_ply_count(const asc_play *play) { return play->plies; }

int asc_play_event_count(const asc_play *play) { return play->at; }

const asc_event *asc_play_event(const asc_play *play, int index) {
  return index < 0 || index >= play->at ? NULL : &play->events[index];
}

const void *asc_play_position_before(const asc_play *play, int index) {
  return index < 0 || index > play->at ? NULL : position_at(play, index);
}

int asc_play_repetitions(const asc_play *play) {
  return asc_history_count(play->keys, play->past + play->at + 1, play->keys[play->past + play->at]);
}

int asc_play_repetition_keys(const asc_play *play, const uint64_t **keys) {
  int first = 0;
  int last = play->past + play->at;
  while (first < last && play->keys[first] == 0) first++;
  *keys = play->keys + first;
  return last + 1 - first;
}
