#include "rules.h"

#include "play/history.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

static bool is(const json_t *object, const char *name, const char *word) {
  return strcmp(wire_word(object, name), word) == 0;
}

static bool no(view *own, const char *why) {
  (void)snprintf(own->why, sizeof own->why, "%s", why);
  return false;
}

void view_close(view *own) {
  asc_play_close(own->play);
  asc_rules_close(own->rules);
  *own = (view){0};
}

int view_turn(const view *own, bool *rolling) {
  int turn = own->play == NULL || own->ended ? ASC_NO_PLAYER : asc_play_turn(own->play);
  *rolling = turn == ASC_CHANCE;
  if (turn > 0) return turn;
  if (turn == ASC_NO_PLAYER) return 0;
  asc_position after;
  asc_move moves[ASC_MOVES_MAX];
  memcpy(&after, asc_play_position(own->play), own->rules->position_size);
  (void)asc_position_moves(own->rules, &after, moves);
  asc_position_play(own->rules, &after, moves[0]);
  return asc_position_turn(own->rules, &after);
}

void view_pick(const view *own, asc_random *random, char token[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(own->play, moves);
  token[0] = '\0';
  if (count <= 0) return;
  asc_move_write(own->rules, asc_play_position(own->play), moves[asc_random_below(random, (uint32_t)count)], token);
}

static bool take_start(view *own, const json_t *event) {
  size_t i;
  json_t *seat;
  if (own->play != NULL || own->rules == NULL || asc_play_open(&own->play, own->rules, NULL) < 0)
    return no(own, "it starts twice");
  json_array_foreach(json_object_get(event, "seats"), i, seat) if (i < 4)(void)
      snprintf(own->persons[i], sizeof own->persons[i], "%s", wire_word(seat, "person"));
  own->seats = (int)json_array_size(json_object_get(event, "seats"));
  return true;
}

/* Who moves is whose turn it is, and sits there. */
static bool take_ply(view *own, const json_t *event) {
  bool rolling;
  int turn = view_turn(own, &rolling), seat = (int)wire_number(event, "seat");
  asc_error error;
  if (turn == 0 || turn != seat || rolling != is(event, "type", "rolled")) return no(own, "it is not that seat's turn");
  if (!is(event, "by", own->persons[seat - 1])) return no(own, "somebody else sits there");
  if (asc_play_replay(own->play, wire_word(event, "move"), false, &error) < 0) return no(own, error.reason);
  own->offer[0] = '\0';
  return true;
}

static bool take_left(view *own, const json_t *event) {
  if (own->play == NULL || is(event, "cause", "away")) return true;
  return asc_play_resign(own->play, (int)wire_number(event, "seat"), NULL) == ASC_OK || no(own, "it is over");
}

static bool take_end(view *own, const json_t *event) {
  if (own->ended) return no(own, "it ends twice");
  own->ended = true;
  bool by_rules = is(event, "cause", "rules") || is(event, "cause", "repetition") || is(event, "cause", "limit");
  return !by_rules || (own->play != NULL && asc_play_turn(own->play) == ASC_NO_PLAYER) || no(own, "it is not over");
}

bool view_take(view *own, const json_t *event) {
  const char *type = wire_word(event, "type");
  own->last = (int)wire_number(event, "n");
  if (strcmp(type, "created") == 0)
    return asc_rules_open(&own->rules, wire_word(event, "game"), NULL) == ASC_OK || no(own, "there is no such game");
  if (strcmp(type, "started") == 0) return take_start(own, event);
  if (strcmp(type, "moved") == 0 || strcmp(type, "rolled") == 0) return take_ply(own, event);
  if (strcmp(type, "left") == 0) return take_left(own, event);
  if (strcmp(type, "ended") == 0) return take_end(own, event);
  if (strcmp(type, "taken-back") == 0) {
    if (own->play == NULL ||
        asc_play_undo(own->play, (int)wire_number(event, "seat"), NULL) != wire_number(event, "plies"))
      return no(own, "nothing to take back");
    asc_play_truncate(own->play, asc_play_event_count(own->play));
  }
  if (strcmp(type, "offered") == 0) {
    (void)snprintf(own->offer, sizeof own->offer, "%s", wire_word(event, "offer"));
    own->by = (int)wire_number(event, "seat");
  } else if (strcmp(type, "accepted") == 0 || strcmp(type, "declined") == 0 || strcmp(type, "withdrawn") == 0) {
    own->offer[0] = '\0';
  }
  return true;
}

/* ---- clocks ---- */

typedef struct clocks {
  int64_t left[4], time;
  int running, increment;
  bool known, paused;
} clocks;

/* The clock that ran may have lost the time that went by, less what was given back; no other has lost any. In a pause
   none has. */
static bool clocks_take(clocks *own, const json_t *event) {
  const json_t *list = json_object_get(event, "clocks");
  int64_t time = wire_number(event, "t"), gone = time - own->time;
  int seat = (int)wire_number(event, "seat");
  bool good = true;
  if (is(event, "type", "created"))
    own->increment = (int)wire_number(json_object_get(event, "clock"), "increment") * 1000;
  if (list == NULL) return true;
  for (int i = 0; i < (int)json_array_size(list) && i < 4; i++) {
    int64_t left = json_integer_value(json_array_get(list, (size_t)i)), before = own->left[i];
    int64_t least = before - (own->running == i + 1 && !own->paused ? gone : 0);
    int64_t most =
        before + (seat == i + 1 ? wire_number(event, "given") + wire_number(event, "lag") + own->increment : 0);
    if (own->known && own->paused && left != before) good = false;
    if (own->known && (left < least || left > most)) good = false;
    if (left < 0) good = false;
    own->left[i] = left;
  }
  own->known = true;
  own->paused = is(event, "type", "paused");
  own->running = (int)wire_number(event, "running");
  own->time = time;
  return good;
}

void rules_check(const char *game, const json_t *events, check_report *report) {
  view own = {0};
  clocks timed = {0};
  size_t i;
  json_t *event;
  bool good = true;
  json_array_foreach(events, i, event) {
    if (good && !view_take(&own, event)) {
      check_wrong(report, "rules", "game %s: event %d, %s %s: %s", game, (int)wire_number(event, "n"),
                  wire_word(event, "type"), wire_word(event, "move"), own.why);
      good = false;
    }
    if (!clocks_take(&timed, event))
      check_wrong(report, "clock", "game %s: event %d, %s", game, (int)wire_number(event, "n"),
                  wire_word(event, "type"));
  }
  view_close(&own);
}
