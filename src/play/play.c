/* A running game is one history: the events in order, and the position before each of them.

   `events[0 … at-1]` were played, `events[at … length-1]` taken back. `positions[i]` is the position before event i and
   `keys[i]` its key, so `positions[at]` is the position now and everything up to `positions[length]` is valid. Taking
   back and playing again only move `at`. `plies`, `rolls`, `left`, `end` and `outcome` follow from the first `at`
   events, and move_to() is the only place that changes `at`.

   Of a past that was forgotten (asc_play_forget) the keys stay, in front of the others: `keys[past + i]` is the key of
   position i, and `plies`, `rolls` and `left` count it.

   Memory is only asked for in asc_play_open and before an event is added; when there is none, nothing has changed. */
#include <ascona/play.h>
#include <ascona/random.h>

#include "core/hash.h"
#include "core/history.h"
#include "core/text.h"
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
  int past; /* keys of positions that were forgotten */
  int plies, rolls;
  unsigned left; /* the players who left, as bits; bit 1 is player 1 */
  bool agreed;
  bool seeded;
  uint64_t seed;
  asc_end end;
  asc_outcome outcome;
};

static void *position_at(const asc_play *play, int index) {
  return play->positions + (size_t)index * play->rules->position_size;
}

/* Nothing to nothing, and the first place for all who are still there. */
static void outcome_draw(asc_play *play) {
  unsigned left = play->left >> 1;
  int players = play->rules->players < ASC_PLAYERS_MAX ? play->rules->players : ASC_PLAYERS_MAX;
  int there = 0;
  for (int i = 0; i < players; i++) there += !(left >> i & 1);
  play->outcome = (asc_outcome){0};
  for (int i = 0; i < players; i++) play->outcome.place[i] = (uint8_t)(left >> i & 1 ? there + 1 : 1);
}

/* Whether the last event was a player leaving who thereby ended the game. */
static bool ended_by_leaving(asc_play *play) {
  if (play->at == 0 || !play->events[play->at - 1].gave_up) return false;
  asc_position before;
  memcpy(&before, position_at(play, play->at - 1), play->rules->position_size);
  return asc_position_give_up(play->rules, &before, play->events[play->at - 1].player, &play->outcome);
}

static void settle(asc_play *play) {
  const asc_rules *rules = play->rules;
  if (ended_by_leaving(play)) {
    play->end = play->events[play->at - 1].overtime ? ASC_END_TIME : ASC_END_GIVEN_UP;
    return;
  }
  play->end = ASC_END_NONE;
  if (asc_position_outcome(rules, position_at(play, play->at), &play->outcome))
    play->end = ASC_END_RULES;
  else if (asc_play_repeats(play) >= REPEATS_DRAW)
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
    if (event->gave_up) {
      play->left ^= 1U << event->player;
    } else {
      play->plies += step;
      play->rolls += event->player == ASC_CHANCE ? step : 0;
    }
    play->at += step;
  }
  settle(play);
}

/* Room for `capacity` events. An array that has grown when the next one cannot does no harm: capacity says less. */
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
  return asc_fail(error, ASC_E_MEMORY, "out of memory");
}

/* A set-up position may know of players who have left. */
static void left_read(asc_play *play) {
  const asc_rules *rules = play->rules;
  for (int player = 1; rules->game->has_left != NULL && player <= rules->players; player++)
    play->left |= (unsigned)rules->game->has_left(rules, play->positions, player) << player;
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
  left_read(made);
  made->keys[0] = asc_position_key(rules, made->positions);
  settle(made);
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

const void *asc_play_first(const asc_play *play) { return play->positions; }

int asc_play_turn(const asc_play *play) {
  return play->end != ASC_END_NONE ? ASC_NOBODY : asc_position_turn(play->rules, asc_play_position(play));
}

int asc_play_moves(const asc_play *play, asc_move *moves) {
  return play->end != ASC_END_NONE ? 0 : asc_position_moves(play->rules, asc_play_position(play), moves);
}

static int fail_when_over(const asc_play *play, asc_error *error) {
  static const char *const how[] = {
      [ASC_END_RULES] = "the game is over",
      [ASC_END_REPETITION] = "the game is over: the same position arose for the third time",
      [ASC_END_LIMIT] = "the game is over: it came to the greatest number of plies",
      [ASC_END_GIVEN_UP] = "the game is over: it was given up",
      [ASC_END_AGREED] = "the game is over: a draw was agreed",
      [ASC_END_TIME] = "the game is over: a player's time was up",
  };
  return play->end == ASC_END_NONE ? ASC_OK : asc_fail(error, ASC_E_STATE, "%s", how[play->end]);
}

/* Enters an event at the end of the history; there must be room. */
static void event_add(asc_play *play, const asc_event *event) {
  void *next = position_at(play, play->at + 1);
  memcpy(next, position_at(play, play->at), play->rules->position_size);
  asc_outcome outcome;
  if (event->gave_up)
    (void)asc_position_give_up(play->rules, next, event->player, &outcome);
  else
    asc_position_play(play->rules, next, event->move);
  play->events[play->at] = *event;
  play->keys[play->past + play->at + 1] = asc_position_key(play->rules, next);
  play->length = play->at + 1;
  move_to(play, play->length);
}

/* The move must be legal, and spelled so. */
static int ply_add(asc_play *play, asc_move move, const char *token, bool by_hand, asc_error *error) {
  const void *now = asc_play_position(play);
  asc_event event = {.player = asc_position_turn(play->rules, now), .move = move};
  event.by_hand = by_hand && event.player == ASC_CHANCE;
  memcpy(event.token, token, strlen(token) + 1);
  const asc_event *next = &play->events[play->at];
  if (play->at < play->length && next->move == move && next->by_hand == event.by_hand) {
    move_to(play, play->at + 1);
    return ASC_OK;
  }
  int code = make_room_for_event(play, error);
  if (code == ASC_OK) event_add(play, &event);
  return code;
}

static int move_add(asc_play *play, asc_move move, bool by_hand, asc_error *error) {
  char token[ASC_TOKEN_MAX];
  asc_move_write(play->rules, asc_play_position(play), move, token);
  return ply_add(play, move, token, by_hand, error);
}

/* Whether it is one of the legal moves, of which there are `count`. */
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
  if (!is_legal(play, move, &count)) return asc_fail(error, ASC_E_ILLEGAL, "this is none of the %d legal moves", count);
  return move_add(play, move, true, error);
}

int asc_play_replay(asc_play *play, const char *token, bool by_hand, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  asc_move move;
  code = asc_move_read(play->rules, asc_play_position(play), token, &move, error);
  return code < 0 ? code : ply_add(play, move, token, by_hand, error);
}

static bool is_spelled(const asc_play *play, asc_move move, const char *token) {
  char spelling[ASC_TOKEN_MAX];
  int count;
  if (!is_legal(play, move, &count)) return false;
  asc_move_write(play->rules, asc_play_position(play), move, spelling);
  return strcmp(spelling, token) == 0;
}

int asc_play_replay_known(asc_play *play, const char *token, bool by_hand, asc_spellings *known, asc_error *error) {
  asc_move *guess = &known->moves[asc_hash_text(0, token) % ASC_SPELLINGS];
  if (is_spelled(play, *guess, token)) return ply_add(play, *guess, token, by_hand, error);
  int code = asc_play_replay(play, token, by_hand, error);
  if (code == ASC_OK) *guess = play->events[play->at - 1].move;
  return code;
}

int asc_play_token(asc_play *play, const char *token, asc_error *error) {
  return asc_play_replay(play, token, true, error);
}

/* A roll that followed from one seed would be wrong with another. */
int asc_play_seed(asc_play *play, uint64_t seed) {
  for (int i = 0; i < play->length; i++)
    if (play->events[i].player == ASC_CHANCE && !play->events[i].by_hand) return ASC_E_STATE;
  play->seeded = true;
  play->seed = seed;
  return ASC_OK;
}

bool asc_play_seeded(const asc_play *play, uint64_t *seed) {
  if (play->seeded && seed != NULL) *seed = play->seed;
  return play->seeded;
}

asc_move asc_play_due(const asc_play *play) {
  assert(play->seeded && asc_play_turn(play) == ASC_CHANCE);
  return asc_position_roll(play->rules, asc_play_position(play), play->seed, (uint32_t)play->rolls);
}

int asc_play_roll(asc_play *play, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  if (asc_play_turn(play) != ASC_CHANCE) return asc_fail(error, ASC_E_STATE, "there is no die to roll now");
  code = make_room_for_event(play, error);
  if (code < 0) return code;
  uint64_t seed;
  if (!play->seeded) {
    if (asc_random_secret(&seed) < 0) return asc_fail(error, ASC_E_FILE, "the operating system gave no random number");
    play->seeded = true;
    play->seed = seed;
  }
  return move_add(play, asc_play_due(play), false, error);
}

int asc_play_undo(asc_play *play, int player, asc_error *error) {
  if (play->agreed) return asc_fail(error, ASC_E_STATE, "an agreed draw cannot be taken back");
  for (int i = play->at - 1; i >= 0; i--) {
    const asc_event *event = &play->events[i];
    if (event->gave_up)
      return asc_fail(error, ASC_E_STATE, "player %d gave up, and that cannot be taken back", event->player);
    if (event->player == ASC_CHANCE && !event->by_hand)
      return asc_fail(error, ASC_E_STATE, "a die roll cannot be taken back");
    if (player != 0 && event->player != player) continue;
    int count = play->at - i;
    move_to(play, i);
    return count;
  }
  if (player == 0 || play->at == 0) return asc_fail(error, ASC_E_STATE, "there is nothing to take back");
  return asc_fail(error, ASC_E_STATE, "player %d has not moved yet", player);
}

int asc_play_redo(asc_play *play, asc_error *error) {
  if (play->end != ASC_END_NONE || play->at == play->length)
    return asc_fail(error, ASC_E_STATE, "there is nothing to play again");
  move_to(play, play->at + 1);
  return 1;
}

int asc_play_redoable(const asc_play *play) { return play->length - play->at; }

const asc_event *asc_play_redo_event(const asc_play *play, int index) {
  return index < 0 || index >= asc_play_redoable(play) ? NULL : &play->events[play->at + index];
}

int asc_play_owner(const asc_play *play, int index) {
  int player = play->events[index].player;
  return player != ASC_CHANCE ? player : asc_position_turn(play->rules, position_at(play, index + 1));
}

void asc_play_cut(asc_play *play, int index) {
  assert(index >= 0 && index <= play->at);
  play->agreed = false;
  play->length = index;
  move_to(play, index);
}

void asc_play_forget(asc_play *play) {
  if (play->at == 0) return;
  memmove(play->positions, position_at(play, play->at), play->rules->position_size);
  play->past += play->at;
  play->at = play->length = 0;
  play->capacity = 0; /* whatever memory says */
  (void)make_room(play, 1);
}

static int leave(asc_play *play, int player, bool overtime, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  if (player < 1 || player > play->rules->players) return asc_fail(error, ASC_E_STATE, "there is no player %d", player);
  if (play->left >> player & 1) return asc_fail(error, ASC_E_STATE, "player %d has already left", player);
  code = make_room_for_event(play, error);
  if (code == ASC_OK) event_add(play, &(asc_event){.gave_up = true, .overtime = overtime, .player = player});
  return code;
}

int asc_play_give_up(asc_play *play, int player, asc_error *error) { return leave(play, player, false, error); }

int asc_play_overtime(asc_play *play, int player, asc_error *error) { return leave(play, player, true, error); }

int asc_play_agree_draw(asc_play *play, asc_error *error) {
  int code = fail_when_over(play, error);
  if (code < 0) return code;
  play->agreed = true;
  play->length = play->at;
  settle(play);
  return ASC_OK;
}

bool asc_play_left(const asc_play *play, int player) {
  return player >= 1 && player <= play->rules->players && (play->left >> player & 1) != 0;
}

bool asc_play_outcome(const asc_play *play, asc_outcome *outcome) {
  if (outcome != NULL) *outcome = play->outcome;
  return play->end != ASC_END_NONE;
}

asc_end asc_play_end(const asc_play *play) { return play->end; }

int asc_play_plies(const asc_play *play) { return play->plies; }

int asc_play_events(const asc_play *play) { return play->at; }

const asc_event *asc_play_event(const asc_play *play, int index) {
  return index < 0 || index >= play->at ? NULL : &play->events[index];
}

const void *asc_play_before(const asc_play *play, int index) {
  return index < 0 || index > play->at ? NULL : position_at(play, index);
}

int asc_play_repeats(const asc_play *play) {
  return asc_history_count(play->keys, play->past + play->at + 1, play->keys[play->past + play->at]);
}

int asc_play_keys(const asc_play *play, const uint64_t **keys) {
  int first = 0;
  int last = play->past + play->at;
  while (first < last && play->keys[first] == 0) first++;
  *keys = play->keys + first;
  return last + 1 - first;
}
