/* Exports the games that the page has open: the page plays and draws them through these functions and does not
   know the rules.
   See game.h. */
#include "game.h"
#include "core/message_json.h"
#include "draw/scene_json.h"
#include "draw/svg/layers.h"
#include "imports.h"
#include "play/moves.h"
#include "play/touch.h"
#include "reply.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 64 };

typedef struct open_game {
  asc_rules *rules;
  asc_play *play;
  asc_record *source; /* the record the game was read from; NULL: it was started here */
} open_game;

static open_game games[GAMES_MAX];
static asc_scene scene; /* large, so there is only one; `cached` says what is in it */

/* The game and moment that the scene shows. The page asks for the state, the drawing and the targets of the same moment
   one after the other, so the scene is cached. */
static struct {
  int number, at; /* number -1: the scene is not valid */
  char touches[ASC_STEPS_MAX * ASC_TOKEN_MAX];
} cached = {.number = -1};

static void scene_forget(void) { cached.number = -1; }

const char *wasm_game_unknown_reply(void) {
  asc_error error;
  int code = asc_error_set(&error, ASC_E_STATE, "there is no such table");
  return wasm_reply_error(code, &error, NULL, NULL);
}

static open_game *game_find(int number) {
  return number < 0 || number >= GAMES_MAX || games[number].play == NULL ? NULL : &games[number];
}

const char *wasm_game_add(asc_rules *rules, asc_play *play, asc_record *source) {
  int number = 0;
  while (number < GAMES_MAX && games[number].play != NULL) number++;
  if (number == GAMES_MAX) {
    asc_record_close(source);
    asc_play_close(play);
    asc_rules_close(rules);
    return wasm_reply_error(ASC_E_MEMORY, NULL, NULL, NULL);
  }
  games[number] = (open_game){rules, play, source};
  asc_json_number(wasm_reply_begin(), "table", number);
  return wasm_reply_end();
}

/* Opens a game with its options, from a position or, if that is "", from the start. */
WASM_EXPORT("table_open") const char *wasm_export_game_open(const char *spec, const char *position) {
  asc_rules *rules;
  asc_play *play;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  code = asc_play_read(&play, rules, position, "", &error);
  if (code == ASC_OK) return wasm_game_add(rules, play, NULL);
  asc_rules_close(rules);
  return wasm_reply_error(code, &error, NULL, NULL);
}

WASM_EXPORT("table_close") void wasm_export_game_close(int number) {
  open_game *game = game_find(number);
  if (game == NULL) return;
  asc_record_close(game->source);
  asc_play_close(game->play);
  asc_rules_close(game->rules);
  *game = (open_game){0};
  scene_forget();
}

/* Writes the first position of the game, or "" for the usual start. */
static void first_json(asc_json *json, const open_game *game) {
  asc_position start;
  char text[ASC_POSITION_TEXT_MAX] = "";
  asc_position_start(game->rules, &start);
  if (memcmp(&start, asc_play_first_position(game->play), game->rules->position_size) != 0)
    asc_position_write(game->rules, asc_play_first_position(game->play), text, sizeof text);
  asc_json_text(json, "first", text);
}

/* Fills the scene after `at` events, or now if `at` is less than 0, with the touches made. Returns false if there is no
   such game. */
static bool scene_fill(int number, int at, const char *touches) {
  const open_game *game = game_find(number);
  asc_steps touched;
  if (game == NULL) return false;
  int events = asc_play_event_count(game->play);
  if (at < 0 || at > events) at = events;
  if (cached.number == number && cached.at == at && strcmp(cached.touches, touches) == 0) return true;
  scene_forget();
  if (!asc_steps_read(touches, &touched)) touched = (asc_steps){0};
  asc_scene_read_at(&scene, game->play, at, &touched);
  size_t size = strlen(touches) + 1;
  if (size > sizeof cached.touches) return true;
  cached.number = number;
  cached.at = at;
  memcpy(cached.touches, touches, size);
  return true;
}

/* Replies with the state of the game, now or after `at` events (0 or more). */
WASM_EXPORT("table_state") const char *wasm_export_game_state(int number, int at) {
  if (!scene_fill(number, at, "")) return wasm_game_unknown_reply();
  const open_game *game = game_find(number);
  asc_json *json = wasm_reply_begin();
  asc_json_number(json, "at", cached.at);
  asc_json_number(json, "events", asc_play_event_count(game->play));
  asc_json_number(json, "repeats", asc_play_repetitions(game->play));
  asc_json_number(json, "redoable", asc_play_redo_count(game->play));
  asc_json_number(json, "seat", scene.seat_to_move);
  asc_json_number(json, "players", game->rules->players);
  asc_json_text(json, "id", game->rules->game->id);
  first_json(json, game);
  asc_scene_json_write_changing(json, &scene, game->play);
  return wasm_reply_end();
}

/* Replies with the part of the view that stays the same as long as states have the same key. */
WASM_EXPORT("table_terrain") const char *wasm_export_game_terrain(int number, int at) {
  if (!scene_fill(number, at, "")) return wasm_game_unknown_reply();
  asc_scene_json_write_terrain(wasm_reply_begin(), &scene);
  return wasm_reply_end();
}

/* Replies with the part of the drawing that stays from move to move, as long as drawings have the same key. */
WASM_EXPORT("table_backdrop")
const char *wasm_export_game_backdrop(int number, int at, const char *prefix, int flipped) {
  if (!scene_fill(number, at, "")) return wasm_game_unknown_reply();
  (void)asc_svg_layers_backdrop_json(wasm_reply_begin(), "backdrop", &scene,
                                     &(asc_svg_layers_options){prefix, flipped != 0});
  return wasm_reply_end();
}

/* Replies with the part of the drawing that moves change, with the touches made. */
WASM_EXPORT("table_draw")
const char *wasm_export_game_draw(int number, int at, const char *touches, const char *prefix, int flipped) {
  if (!scene_fill(number, at, touches)) return wasm_game_unknown_reply();
  (void)asc_svg_layers_position_json(wasm_reply_begin(), "drawing", &scene,
                                     &(asc_svg_layers_options){prefix, flipped != 0});
  return wasm_reply_end();
}

/* Replies with the targets after the touches. */
WASM_EXPORT("table_targets")
const char *wasm_export_game_targets(int number, int at, const char *touches, const char *prefix, int flipped) {
  if (!scene_fill(number, at, touches)) return wasm_game_unknown_reply();
  (void)asc_svg_layers_targets_json(wasm_reply_begin(), "targets", &scene,
                                    &(asc_svg_layers_options){prefix, flipped != 0});
  return wasm_reply_end();
}

/* Replies with the path on which the last of the touches would move something; "": none. */
WASM_EXPORT("table_ahead")
const char *wasm_export_game_preview(int number, const char *touches, const char *prefix, int flipped) {
  const open_game *game = game_find(number);
  asc_steps touched;
  if (!scene_fill(number, -1, "") || !asc_steps_read(touches, &touched)) return wasm_game_unknown_reply();
  scene_forget();
  if (asc_scene_preview_move(&scene, game->play, &touched))
    (void)asc_svg_layers_preview_json(wasm_reply_begin(), "ahead", &scene,
                                      &(asc_svg_layers_options){prefix, flipped != 0});
  else
    asc_json_text(wasm_reply_begin(), "ahead", "");
  return wasm_reply_end();
}

/* Returns the player of an event. A roll belongs to the player it is for. */
static int event_seat(const open_game *game, int index) {
  const asc_event *event = asc_play_event(game->play, index);
  if (event->player != ASC_CHANCE) return event->player;
  int next = asc_position_turn(game->rules, asc_play_position_before(game->play, index + 1));
  return next > 0 ? next : 0;
}

/* Replies with the events: the move, the player, the turn, the round, and the points after it. */
WASM_EXPORT("table_events") const char *wasm_export_game_events(int number) {
  const open_game *game = game_find(number);
  if (game == NULL) return wasm_game_unknown_reply();
  asc_json *json = wasm_reply_begin();
  int round = 1, turn = 0, before = 0;
  asc_json_open(json, "events", '[');
  for (int i = 0; i < asc_play_event_count(game->play); i++) {
    const asc_event *event = asc_play_event(game->play, i);
    int seat = event_seat(game, i);
    bool roll = event->player == ASC_CHANCE && !event->resigned;
    bool opens = seat != before || roll || i == 0;
    if (opens) turn++;
    if (i > 0 && (seat < before || (roll && seat == before))) round++;
    before = seat;
    asc_outcome outcome;
    (void)asc_position_outcome(game->rules, asc_play_position_before(game->play, i + 1), &outcome);
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", event->token);
    asc_json_number(json, "seat", seat);
    asc_json_bool(json, "roll", roll);
    asc_json_bool(json, "gave_up", event->resigned);
    asc_json_bool(json, "overtime", event->timed_out);
    asc_json_number(json, "turn", turn);
    asc_json_number(json, "round", round);
    asc_json_open(json, "points", '[');
    for (int p = 0; p < game->rules->players; p++) asc_json_points(json, NULL, outcome.points[p]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return wasm_reply_end();
}

/* Replies to an attempt to change the game, which may have changed it. */
static const char *change_reply(int code, const asc_error *error) {
  scene_forget();
  if (code < 0) return wasm_reply_error(code, error, NULL, NULL);
  asc_json_number(wasm_reply_begin(), "done", code);
  return wasm_reply_end();
}

/* Plays a move. The reply to an illegal move says why it is illegal. */
WASM_EXPORT("table_play") const char *wasm_export_game_play(int number, const char *token) {
  open_game *game = game_find(number);
  if (game == NULL) return wasm_game_unknown_reply();
  static const asc_steps none = {0};
  asc_error error;
  asc_message why = {0};
  int code = asc_play_move_text(game->play, token, &error);
  if (code == ASC_OK) return change_reply(code, NULL);
  if (code != ASC_E_STATE) asc_position_why(game->rules, asc_play_position(game->play), &none, token, &why);
  return wasm_reply_error(code, &error, game->rules, &why);
}

WASM_EXPORT("table_roll") const char *wasm_export_game_roll(int number) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_roll(game->play, &error), &error);
}

/* Undoes the last choice of a player; `player` 0: of any player. */
WASM_EXPORT("table_undo") const char *wasm_export_game_undo(int number, int player) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_undo(game->play, player, &error), &error);
}

WASM_EXPORT("table_redo") const char *wasm_export_game_redo(int number) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_redo(game->play, &error), &error);
}

WASM_EXPORT("table_give_up") const char *wasm_export_game_resign(int number, int player) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_resign(game->play, player, &error), &error);
}

WASM_EXPORT("table_overtime") const char *wasm_export_game_time_out(int number, int player) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_time_out(game->play, player, &error), &error);
}

WASM_EXPORT("table_agree_draw") const char *wasm_export_game_agree_draw(int number) {
  open_game *game = game_find(number);
  asc_error error;
  return game == NULL ? wasm_game_unknown_reply() : change_reply(asc_play_agree_draw(game->play, &error), &error);
}

/* Writes why a touch or a typed move is not possible. Returns true if it is possible. */
static bool why_json(asc_json *json, const open_game *game, const asc_steps *touched, const char *token) {
  asc_message message = {0};
  bool legal = false;
  if (!asc_play_end_why(game->play, &message))
    legal = asc_position_why(game->rules, asc_play_position(game->play), touched, token, &message) == 1;
  asc_message_json(json, "why", game->rules, &message);
  return legal;
}

WASM_EXPORT("table_why") const char *wasm_export_game_why(int number, const char *touches, const char *token) {
  const open_game *game = game_find(number);
  asc_steps touched;
  if (game == NULL || !asc_steps_read(touches, &touched)) return wasm_game_unknown_reply();
  asc_json *json = wasm_reply_begin();
  asc_json_bool(json, "legal", why_json(json, game, &touched, token));
  return wasm_reply_end();
}

/* On the page a die is rolled and its face is not chosen, so there is nothing to touch before a roll. */
static bool is_touchable(const open_game *game) { return asc_play_turn(game->play) != ASC_CHANCE; }

/* Touches a thing after `touches`. Replies with the result ("move", "added", "let-go" or "refused") and all touches so
   far. Also replies with the move if it is complete, and with the reason if the touch is refused. */
WASM_EXPORT("table_touch") const char *wasm_export_game_touch(int number, const char *touches, const char *id) {
  static const char *const words[] = {"refused", "added", "let-go", "move"};
  const open_game *game = game_find(number);
  asc_steps touched;
  asc_move move;
  char token[ASC_TOKEN_MAX] = "";
  if (game == NULL || !asc_steps_read(touches, &touched)) return wasm_game_unknown_reply();
  const void *position = asc_play_position(game->play);
  asc_touch_result touch = is_touchable(game) ? asc_touch_id(game->play, &touched, id, &move) : ASC_TOUCH_REJECTED;
  if (touch == ASC_TOUCH_MOVE) {
    asc_move_write(game->rules, position, move, token);
    asc_move_steps(game->rules, position, move, &touched);
  }
  asc_json *json = wasm_reply_begin();
  asc_json_text(json, "touch", words[touch]);
  asc_json_open(json, "touched", '[');
  for (int i = 0; i < touched.count; i++) asc_json_text(json, NULL, touched.ids[i]);
  asc_json_close(json, ']');
  asc_json_text(json, "move", touch == ASC_TOUCH_MOVE ? token : NULL);
  if (touch == ASC_TOUCH_REJECTED) (void)why_json(json, game, &touched, id);
  return wasm_reply_end();
}

/* Replies with the things that can be touched after `touches`, each once, in the order of the moves, and the prompt. */
WASM_EXPORT("table_next") const char *wasm_export_game_next(int number, const char *touches) {
  static asc_token next[ASC_MOVES_MAX];
  const open_game *game = game_find(number);
  asc_steps touched;
  asc_move moves[ASC_MOVES_MAX];
  if (game == NULL || !asc_steps_read(touches, &touched)) return wasm_game_unknown_reply();
  int count = is_touchable(game) ? asc_touch_filter_moves(game->play, &touched, moves, next) : 0;
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "next", '[');
  for (int i = 0; i < count; i++) {
    bool is_listed = next[i].text[0] == '\0';
    for (int k = 0; k < i && !is_listed; k++) is_listed = strcmp(next[k].text, next[i].text) == 0;
    if (!is_listed) asc_json_text(json, NULL, next[i].text);
  }
  asc_json_close(json, ']');
  asc_message prompt = {0};
  if (count > 0) (void)asc_position_prompt(game->rules, asc_play_position(game->play), &touched, &prompt);
  asc_message_json(json, "ask", game->rules, &prompt);
  return wasm_reply_end();
}

/* Returns the side (from 0) that has a seat (from 1) in game `game` (from 0) of a match. */
WASM_EXPORT("match_side") int wasm_export_match_side(int players, int game, int seat) {
  asc_match match;
  asc_match_start(&match, players, game + 1);
  match.played = game;
  return asc_match_side(&match, seat);
}

const asc_scene *wasm_game_scene_at(int number, int at) {
  if (!scene_fill(number, at, "")) return NULL;
  scene_forget();
  scene.targets = (asc_scene_targets){.starts_move = true};
  return &scene;
}

asc_play *wasm_game_play(int number) {
  open_game *game = game_find(number);
  scene_forget(); /* the caller may change the game */
  return game == NULL ? NULL : game->play;
}

void wasm_game_replace_play(int number, asc_play *play) {
  open_game *game = game_find(number);
  asc_play_close(game->play);
  game->play = play;
}

asc_record *wasm_game_take_source_record(int number) {
  open_game *game = game_find(number);
  asc_record *source = game->source;
  game->source = NULL;
  return source;
}

asc_scene *wasm_game_current_scene(int number) { return scene_fill(number, -1, "") ? &scene : NULL; }

const asc_record *wasm_game_source_record(int number) {
  const open_game *game = game_find(number);
  return game == NULL ? NULL : game->source;
}
