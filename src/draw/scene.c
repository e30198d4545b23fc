#include "scene.h"

#include "core/hash.h"
#include "core/text.h"
#include "play/touch.h"

#include <stdio.h>
#include <string.h>

const asc_kind *asc_scene_kind(const asc_scene *scene, int index) {
  const asc_game *game = scene->rules->game;
  return index < 0 || index >= game->kind_count ? NULL : &game->kinds[index];
}

int asc_scene_place_find(const asc_view *view, const char *id) {
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) return i;
  return -1;
}

static bool same_message(const asc_message *a, const asc_message *b) {
  if (a->key == NULL || b->key == NULL) return a->key == b->key;
  if (strcmp(a->key, b->key) != 0 || a->arg_count != b->arg_count) return false;
  for (int i = 0; i < a->arg_count; i++)
    if (a->args[i].number != b->args[i].number || strcmp(a->args[i].text, b->args[i].text) != 0) return false;
  return true;
}

bool asc_scene_same_on(const asc_place *a, const asc_place *b) {
  return a->man == b->man && a->ground == b->ground && same_message(&a->state, &b->state);
}

/* Something is there, and no place before has the same. */
static bool begins_group(const asc_scene *scene, int index) {
  const asc_place *places = scene->view.places;
  if (asc_scene_kind(scene, places[index].man) == NULL && asc_scene_kind(scene, places[index].ground) == NULL)
    return false;
  for (int i = 0; i < index; i++)
    if (asc_scene_same_on(&places[i], &places[index])) return false;
  return true;
}

int asc_scene_group(const asc_scene *scene, const char *language, int from, char text[SCENE_GROUP_MAX]) {
  const asc_view *view = &scene->view;
  while (from < view->place_count && !begins_group(scene, from)) from++;
  if (from >= view->place_count) return 0;
  const asc_place *first = &view->places[from];
  const asc_kind *kind = asc_scene_kind(scene, first->man != ASC_NO_KIND ? first->man : first->ground);
  asc_writer writer = asc_writer_over(text, SCENE_GROUP_MAX);
  char sentence[ASC_SENTENCE_MAX];
  if (first->state.key != NULL) {
    (void)asc_message_write(scene->rules, language, &first->state, sentence, sizeof sentence);
    asc_writer_string(&writer, sentence);
  } else if (kind != NULL) {
    asc_writer_string(&writer, kind->id);
  }
  asc_writer_char(&writer, ':');
  for (int i = from; i < view->place_count; i++)
    if (asc_scene_same_on(first, &view->places[i])) asc_writer_format(&writer, " %s", view->places[i].id);
  return from + 1;
}

static void target_mark(asc_scene *scene, const char *id) {
  const asc_view *view = &scene->view;
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) scene->targets.places[i] = true;
  for (int i = 0; i < view->stock_count; i++)
    if (strcmp(view->stocks[i].id, id) == 0) scene->targets.stocks[i] = true;
  for (int i = 0; i < view->control_count; i++)
    if (strcmp(view->controls[i].id, id) == 0) scene->targets.controls[i] = true;
}

/* The first two touches sent a man from the one place to the other, and more is asked: he is shown where he went, with
   his way, and what the move before left is not shown any more. False: they did something else. */
static bool man_gone(asc_scene *scene, const void *position, asc_move move, const asc_steps *touched) {
  enum { LAST = ASC_MARK_FROM | ASC_MARK_TO | ASC_MARK_PUT | ASC_MARK_TAKEN | ASC_MARK_TURNED };
  asc_view *view = &scene->view;
  asc_way way;
  asc_move_way(scene->rules, position, move, &way);
  const asc_motion *travel = &way.motions[0];
  if (way.motion_count == 0 || travel->act != ASC_ACT_TRAVEL) return false;
  if (strcmp(travel->from, touched->ids[0]) != 0 || strcmp(travel->to, touched->ids[1]) != 0) return false;
  int at[] = {asc_scene_place_find(view, travel->from), asc_scene_place_find(view, travel->to)};
  if (at[0] < 0 || at[1] < 0) return false;
  asc_place *from = &view->places[at[0]], *to = &view->places[at[1]];
  if (from->man == ASC_NO_KIND || to->man != ASC_NO_KIND) return false;
  asc_message free = to->state;
  to->state = from->state;
  from->state = free;
  to->man = from->man;
  from->man = ASC_NO_KIND;
  for (int i = 0; i < view->place_count; i++) view->places[i].marks &= ~(uint32_t)LAST;
  from->marks |= ASC_MARK_FROM;
  view->last = way;
  view->last.motion_count = 1;
  return true;
}

static void targets_read(asc_scene *scene, const asc_play *play, const asc_steps *touched) {
  asc_move moves[ASC_MOVES_MAX];
  asc_token next[ASC_MOVES_MAX];
  int count = asc_touch_narrow(play, touched, moves, next);
  for (int i = 0; i < count; i++) target_mark(scene, next[i].text);
  bool gone = count > 0 && touched->count > 1 && man_gone(scene, asc_play_position(play), moves[0], touched);
  for (int i = gone ? 2 : 0; i < touched->count; i++) {
    int place = asc_scene_place_find(&scene->view, touched->ids[i]);
    if (place >= 0) scene->targets.chosen[place] = true;
  }
  scene->targets.first = touched->count == 0;
  asc_message ask;
  if (count > 0 && asc_position_ask(scene->rules, asc_play_position(play), touched, &ask)) scene->prompt = ask;
}

void asc_scene_read_at(asc_scene *scene, const asc_play *play, int events, const asc_steps *touched) {
  static const asc_steps none = {0};
  bool now = events == asc_play_events(play);
  const void *position = asc_play_before(play, events);
  memset(scene, 0, sizeof *scene);
  scene->rules = asc_play_rules(play);
  scene->turn = now ? asc_play_turn(play) : asc_position_turn(scene->rules, position);
  for (int i = 0; i < events; i++) scene->plies += !asc_play_event(play, i)->gave_up;
  const asc_event *event = events == 0 ? NULL : asc_play_event(play, events - 1);
  bool moved = event != NULL && !event->gave_up;
  if (moved) {
    snprintf(scene->last, sizeof scene->last, "%s", event->token);
    scene->last_player = event->player;
  }
  asc_position_view(scene->rules, position, moved ? asc_play_before(play, events - 1) : NULL, moved ? event->move : 0,
                    &scene->view);
  scene->seat_to_move = scene->turn > 0 ? scene->turn : scene->turn == ASC_CHANCE ? scene->view.roller : 0;
  scene->prompt = scene->view.prompt;
  scene->hash = asc_position_hash(scene->rules, position);
  for (const char *at = scene->last; *at != '\0'; at++) scene->hash = asc_hash_add(scene->hash, (uint64_t)*at);
  if (!now) return;
  (void)asc_play_end_message(play, &scene->prompt);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome); /* a game that ended off the board has other points than the board */
  for (int i = 0; i < scene->view.seat_count && over; i++) scene->view.seats[i].points = outcome.points[i];
  targets_read(scene, play, touched == NULL ? &none : touched);
}

bool asc_scene_look_ahead(asc_scene *scene, const asc_play *play, const asc_steps *touched) {
  asc_move moves[ASC_MOVES_MAX];
  asc_way *way = &scene->view.last;
  int count = asc_touch_narrow(play, touched, moves, NULL);
  if (count == 0 || touched->count == 0) return false;
  asc_move_way(scene->rules, asc_play_position(play), moves[0], way);
  if (way->motion_count == 0 || way->motions[0].act != ASC_ACT_TRAVEL) return false;
  if (strcmp(way->motions[0].to, touched->ids[touched->count - 1]) != 0) return false;
  if (count > 1) way->motion_count = 1;
  return true;
}

void asc_scene_read(asc_scene *scene, const asc_play *play, const asc_steps *touched) {
  asc_scene_read_at(scene, play, asc_play_events(play), touched);
}
