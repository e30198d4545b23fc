/* Tables: running games by number. The page plays, draws and keeps its games through these and knows no rule. */
#include "table.h"
#include "draw/scene_json.h"
#include "draw/svg/page.h"
#include "host.h"
#include "play/moves.h"
#include "play/touch.h"
#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_MAX = 64 };

typedef struct table {
  asc_rules *rules;
  asc_play *play;
  asc_record *source; /* what the game was read from; NULL: it began here */
} table;

static table tables[TABLES_MAX];
static asc_scene scene; /* large; one at a time is looked at */

/* The moment that the scene shows: how it stands, its drawing and its targets are asked for one after the other. */
static struct {
  int number, at; /* -1: none */
  char touches[ASC_STEPS_MAX * ASC_TOKEN_MAX];
} shown = {.number = -1};

static void scene_forget(void) { shown.number = -1; }

const char *table_unknown(void) {
  asc_error error;
  (void)memset(&error, 0, sizeof error);
  (void)snprintf(error.reason, sizeof error.reason, "there is no such table");
  return reply_error(ASC_E_STATE, &error, NULL, NULL);
}

static table *table_find(int number) {
  return number < 0 || number >= TABLES_MAX || tables[number].play == NULL ? NULL : &tables[number];
}

const char *table_reply(asc_rules *rules, asc_play *play, asc_record *source) {
  int number = 0;
  while (number < TABLES_MAX && tables[number].play != NULL) number++;
  if (number == TABLES_MAX) {
    asc_record_close(source);
    asc_play_close(play);
    asc_rules_close(rules);
    return reply_error(ASC_E_MEMORY, NULL, NULL, NULL);
  }
  tables[number] = (table){rules, play, source};
  asc_json_number(reply_begin(), "table", number);
  return reply_end();
}

/* A game with its options, from a position or, if that is "", from the start. */
ASC_EXPORT("table_open") const char *page_open(const char *spec, const char *position) {
  asc_rules *rules;
  asc_play *play;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  code = asc_play_read(&play, rules, position, "", &error);
  if (code == ASC_OK) return table_reply(rules, play, NULL);
  asc_rules_close(rules);
  return reply_error(code, &error, NULL, NULL);
}

ASC_EXPORT("table_close") void page_close(int number) {
  table *found = table_find(number);
  if (found == NULL) return;
  asc_record_close(found->source);
  asc_play_close(found->play);
  asc_rules_close(found->rules);
  *found = (table){0};
  scene_forget();
}

/* The position the game began with; "": the usual one. */
static void first_json(asc_json *json, const table *found) {
  asc_position start;
  char text[ASC_TEXT_MAX] = "";
  asc_position_start(found->rules, &start);
  if (memcmp(&start, asc_play_first(found->play), found->rules->position_size) != 0)
    asc_position_write(found->rules, asc_play_first(found->play), text, sizeof text);
  asc_json_text(json, "first", text);
}

/* The scene after `at` events, or now with less than 0, when `touches` were made. False: there is no such table. */
static bool scene_look(int number, int at, const char *touches) {
  const table *found = table_find(number);
  asc_steps touched;
  if (found == NULL) return false;
  int events = asc_play_events(found->play);
  if (at < 0 || at > events) at = events;
  if (shown.number == number && shown.at == at && strcmp(shown.touches, touches) == 0) return true;
  scene_forget();
  if (!asc_steps_read(touches, &touched)) touched = (asc_steps){0};
  asc_scene_read_at(&scene, found->play, at, &touched);
  size_t size = strlen(touches) + 1;
  if (size > sizeof shown.touches) return true;
  shown.number = number;
  shown.at = at;
  memcpy(shown.touches, touches, size);
  return true;
}

/* How the game stands, or with `at` of 0 or more how it stood after so many events. */
ASC_EXPORT("table_state") const char *page_state(int number, int at) {
  if (!scene_look(number, at, "")) return table_unknown();
  const table *found = table_find(number);
  asc_json *json = reply_begin();
  asc_json_number(json, "at", shown.at);
  asc_json_number(json, "events", asc_play_events(found->play));
  asc_json_number(json, "repeats", asc_play_repeats(found->play));
  asc_json_number(json, "redoable", asc_play_redoable(found->play));
  asc_json_number(json, "seat", scene.seat_to_move);
  asc_json_number(json, "players", found->rules->players);
  asc_json_text(json, "id", found->rules->game->id);
  first_json(json, found);
  asc_scene_parts_json(json, &scene, found->play);
  return reply_end();
}

/* What of the view stays as long as states name its key. */
ASC_EXPORT("table_terrain") const char *page_terrain(int number, int at) {
  if (!scene_look(number, at, "")) return table_unknown();
  asc_scene_terrain_json(reply_begin(), &scene);
  return reply_end();
}

/* What of the board stays from move to move, as long as a drawing names its key. */
ASC_EXPORT("table_backdrop") const char *page_backdrop(int number, int at, const char *prefix, int flipped) {
  if (!scene_look(number, at, "")) return table_unknown();
  (void)asc_svg_page_backdrop(reply_begin(), "backdrop", &scene, &(svg_page_options){prefix, flipped != 0});
  return reply_end();
}

/* What a move may change, as far as `touches` have changed it. */
ASC_EXPORT("table_draw")
const char *page_draw(int number, int at, const char *touches, const char *prefix, int flipped) {
  if (!scene_look(number, at, touches)) return table_unknown();
  (void)asc_svg_page_drawing(reply_begin(), "drawing", &scene, &(svg_page_options){prefix, flipped != 0});
  return reply_end();
}

/* Where one may go after `touches`. */
ASC_EXPORT("table_targets")
const char *page_targets(int number, int at, const char *touches, const char *prefix, int flipped) {
  if (!scene_look(number, at, touches)) return table_unknown();
  (void)asc_svg_page_targets(reply_begin(), "targets", &scene, &(svg_page_options){prefix, flipped != 0});
  return reply_end();
}

/* The way that the last of `touches` would send something; "": none. */
ASC_EXPORT("table_ahead") const char *page_ahead(int number, const char *touches, const char *prefix, int flipped) {
  const table *found = table_find(number);
  asc_steps touched;
  if (!scene_look(number, -1, "") || !asc_steps_read(touches, &touched)) return table_unknown();
  scene_forget();
  if (asc_scene_look_ahead(&scene, found->play, &touched))
    (void)asc_svg_page_ahead(reply_begin(), "ahead", &scene, &(svg_page_options){prefix, flipped != 0});
  else
    asc_json_text(reply_begin(), "ahead", "");
  return reply_end();
}

/* Whose turn an event belongs to: a roll is of the player it is for. */
static int event_seat(const table *found, int index) {
  const asc_event *event = asc_play_event(found->play, index);
  if (event->player != ASC_CHANCE) return event->player;
  int next = asc_position_turn(found->rules, asc_play_before(found->play, index + 1));
  return next > 0 ? next : 0;
}

/* The events: what was played, by whom, in which turn and round, and the points that then stood. */
ASC_EXPORT("table_events") const char *page_events(int number) {
  const table *found = table_find(number);
  if (found == NULL) return table_unknown();
  asc_json *json = reply_begin();
  int round = 1, turn = 0, before = 0;
  asc_json_open(json, "events", '[');
  for (int i = 0; i < asc_play_events(found->play); i++) {
    const asc_event *event = asc_play_event(found->play, i);
    int seat = event_seat(found, i);
    bool roll = event->player == ASC_CHANCE && !event->gave_up;
    bool opens = seat != before || roll || i == 0;
    if (opens) turn++;
    if (i > 0 && (seat < before || (roll && seat == before))) round++;
    before = seat;
    asc_outcome outcome;
    (void)asc_position_outcome(found->rules, asc_play_before(found->play, i + 1), &outcome);
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", event->token);
    asc_json_number(json, "seat", seat);
    asc_json_bool(json, "roll", roll);
    asc_json_bool(json, "gave_up", event->gave_up);
    asc_json_bool(json, "overtime", event->overtime);
    asc_json_number(json, "turn", turn);
    asc_json_number(json, "round", round);
    asc_json_open(json, "points", '[');
    for (int p = 0; p < found->rules->players; p++) asc_json_points(json, NULL, outcome.points[p]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return reply_end();
}

/* The game was asked to change, and may have. */
static const char *done(int code, const asc_error *error) {
  scene_forget();
  if (code < 0) return reply_error(code, error, NULL, NULL);
  asc_json_number(reply_begin(), "done", code);
  return reply_end();
}

/* Plays a move; one that is not legal is answered with why not. */
ASC_EXPORT("table_play") const char *page_play(int number, const char *token) {
  table *found = table_find(number);
  if (found == NULL) return table_unknown();
  static const asc_steps none = {0};
  asc_error error;
  asc_message why = {0};
  int code = asc_play_token(found->play, token, &error);
  if (code == ASC_OK) return done(code, NULL);
  if (code != ASC_E_STATE) asc_position_why(found->rules, asc_play_position(found->play), &none, token, &why);
  return reply_error(code, &error, found->rules, &why);
}

ASC_EXPORT("table_roll") const char *page_roll(int number) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_roll(found->play, &error), &error);
}

/* `player` 0: the last choice of anybody. */
ASC_EXPORT("table_undo") const char *page_undo(int number, int player) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_undo(found->play, player, &error), &error);
}

ASC_EXPORT("table_redo") const char *page_redo(int number) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_redo(found->play, &error), &error);
}

ASC_EXPORT("table_give_up") const char *page_give_up(int number, int player) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_give_up(found->play, player, &error), &error);
}

ASC_EXPORT("table_overtime") const char *page_overtime(int number, int player) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_overtime(found->play, player, &error), &error);
}

ASC_EXPORT("table_agree_draw") const char *page_agree_draw(int number) {
  table *found = table_find(number);
  asc_error error;
  return found == NULL ? table_unknown() : done(asc_play_agree_draw(found->play, &error), &error);
}

/* Why a touch or a written move leads nowhere. True when it does lead on. */
static bool why_json(asc_json *json, const table *found, const asc_steps *touched, const char *token) {
  asc_message message = {0};
  bool legal = false;
  if (!asc_play_end_why(found->play, &message))
    legal = asc_position_why(found->rules, asc_play_position(found->play), touched, token, &message) == 1;
  asc_json_message(json, "why", found->rules, &message);
  return legal;
}

ASC_EXPORT("table_why") const char *page_why(int number, const char *touches, const char *token) {
  const table *found = table_find(number);
  asc_steps touched;
  if (found == NULL || !asc_steps_read(touches, &touched)) return table_unknown();
  asc_json *json = reply_begin();
  asc_json_bool(json, "legal", why_json(json, found, &touched, token));
  return reply_end();
}

/* On the page a die is rolled, not chosen: then nothing can be touched. */
static bool is_touchable(const table *found) { return asc_play_turn(found->play) != ASC_CHANCE; }

/* A thing is touched after those in `touches`: what that is ("move", "added", "let-go" or "refused"), what is touched
   now, with a move all that made it, the move if it is whole, and why not if it is refused. */
ASC_EXPORT("table_touch") const char *page_touch(int number, const char *touches, const char *id) {
  static const char *const words[] = {"refused", "added", "let-go", "move"};
  const table *found = table_find(number);
  asc_steps touched;
  asc_move move;
  char token[ASC_TOKEN_MAX] = "";
  if (found == NULL || !asc_steps_read(touches, &touched)) return table_unknown();
  const void *position = asc_play_position(found->play);
  asc_touch touch = is_touchable(found) ? asc_touch_thing(found->play, &touched, id, &move) : ASC_TOUCH_REFUSED;
  if (touch == ASC_TOUCH_MOVE) {
    asc_move_write(found->rules, position, move, token);
    asc_move_steps(found->rules, position, move, &touched);
  }
  asc_json *json = reply_begin();
  asc_json_text(json, "touch", words[touch]);
  asc_json_open(json, "touched", '[');
  for (int i = 0; i < touched.count; i++) asc_json_text(json, NULL, touched.ids[i]);
  asc_json_close(json, ']');
  asc_json_text(json, "move", touch == ASC_TOUCH_MOVE ? token : NULL);
  if (touch == ASC_TOUCH_REFUSED) (void)why_json(json, found, &touched, id);
  return reply_end();
}

/* What can be touched after `touches`, each once, in the order of the moves, and what is asked then. */
ASC_EXPORT("table_next") const char *page_next(int number, const char *touches) {
  static asc_token next[ASC_MOVES_MAX];
  const table *found = table_find(number);
  asc_steps touched;
  asc_move moves[ASC_MOVES_MAX];
  if (found == NULL || !asc_steps_read(touches, &touched)) return table_unknown();
  int count = is_touchable(found) ? asc_touch_narrow(found->play, &touched, moves, next) : 0;
  asc_json *json = reply_begin();
  asc_json_open(json, "next", '[');
  for (int i = 0; i < count; i++) {
    bool told = next[i].text[0] == '\0';
    for (int k = 0; k < i && !told; k++) told = strcmp(next[k].text, next[i].text) == 0;
    if (!told) asc_json_text(json, NULL, next[i].text);
  }
  asc_json_close(json, ']');
  asc_message ask = {0};
  if (count > 0) (void)asc_position_ask(found->rules, asc_play_position(found->play), &touched, &ask);
  asc_json_message(json, "ask", found->rules, &ask);
  return reply_end();
}

/* Which side (from 0) holds a seat (from 1) in a game (from 0) of a match. */
ASC_EXPORT("match_side") int page_match_side(int players, int game, int seat) {
  asc_match match;
  asc_match_start(&match, players, game + 1);
  match.played = game;
  return asc_match_side(&match, seat);
}

const asc_scene *table_scene(int number, int at) {
  if (!scene_look(number, at, "")) return NULL;
  scene_forget();
  scene.targets = (scene_targets){.first = true};
  return &scene;
}

asc_play *table_game(int number) {
  table *found = table_find(number);
  scene_forget(); /* who has the game may change it */
  return found == NULL ? NULL : found->play;
}

void table_change(int number, asc_play *play) {
  table *found = table_find(number);
  asc_play_close(found->play);
  found->play = play;
}

asc_record *table_source_take(int number) {
  table *found = table_find(number);
  asc_record *source = found->source;
  found->source = NULL;
  return source;
}

asc_scene *table_scene_now(int number) { return scene_look(number, -1, "") ? &scene : NULL; }

const asc_record *table_source(int number) {
  const table *found = table_find(number);
  return found == NULL ? NULL : found->source;
}
