/* Reading a scene from a running game. */
#include "scene.h"

#include "base/hash.h"
#include "base/text.h"
#include "play/touch.h"

#include <stdio.h>
#include <string.h>

const asc_kind *asc_scene_kind(const asc_scene *scene, int index) {
  const asc_game *game = scene->rules->game;
  return index < 0 || index >= game->kind_count ? NULL : &game->kinds[index];
}

int asc_scene_find_place(const asc_view *view, const char *id) {
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) return i;
  return -1;
}

static bool messages_match(const asc_message *a, const asc_message *b) {
  if (a->key == NULL || b->key == NULL) return a->key == b->key;
  if (strcmp(a->key, b->key) != 0 || a->arg_count != b->arg_count) return false;
  for (int i = 0; i < a->arg_count; i++)
    if (a->args[i].number != b->args[i].number || strcmp(a->args[i].text, b->args[i].text) != 0) return false;
  return true;
}

bool asc_scene_places_match(const asc_place *a, const asc_place *b) {
  return a->piece == b->piece && a->ground == b->ground && messages_match(&a->state, &b->state);
}

/* Whether the place holds something that no earlier place holds. */
static bool starts_group(const asc_scene *scene, int index) {
  const asc_place *places = scene->view.places;
  if (asc_scene_kind(scene, places[index].piece) == NULL && asc_scene_kind(scene, places[index].ground) == NULL)
    return false;
  for (int i = 0; i < index; i++)
    if (asc_scene_places_match(&places[i], &places[index])) return false;
  return true;
}

int asc_scene_describe_group(const asc_scene *scene, const char *language, int from, char text[ASC_SCENE_GROUP_MAX]) {
  const asc_view *view = &scene->view;
  while (from < view->place_count && !starts_group(scene, from)) from++;
  if (from >= view->place_count) return 0;
  const asc_place *first = &view->places[from];
  const asc_kind *kind = asc_scene_kind(scene, first->piece != ASC_NO_KIND ? first->piece : first->ground);
  asc_writer writer = asc_writer_over(text, ASC_SCENE_GROUP_MAX);
  char sentence[ASC_SENTENCE_MAX];
  if (first->state.key != NULL) {
    (void)asc_message_write(scene->rules, language, &first->state, sentence, sizeof sentence);
    asc_writer_string(&writer, sentence);
  } else if (kind != NULL) {
    asc_writer_string(&writer, kind->id);
  }
  asc_writer_char(&writer, ':');
  for (int i = from; i < view->place_count; i++)
    if (asc_scene_places_match(first, &view->places[i])) asc_writer_format(&writer, " %s", view->places[i].id);
  return from + 1;
}

static void mark_target(asc_scene *scene, const char *id) {
  const asc_view *view = &scene->view;
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) scene->targets.places[i] = true;
  for (int i = 0; i < view->stock_count; i++)
    if (strcmp(view->stocks[i].id, id) == 0) scene->targets.stocks[i] = true;
  for (int i = 0; i < view->control_count; i++)
    if (strcmp(view->controls[i].id, id) == 0) scene->targets.controls[i] = true;
}

/* Shows a move that is only half selected. If the first two selections move a piece, shows it where it goes, with its
   path, and removes the marks of the move before. Returns false and changes nothing if they do something else. */
static bool show_moved_piece(asc_scene *scene, const void *position, asc_move move, const asc_steps *selected) {
  enum { LAST_MOVE_MARKS = ASC_MARK_FROM | ASC_MARK_TO | ASC_MARK_PLACED | ASC_MARK_REMOVED | ASC_MARK_TURNED };
  asc_view *view = &scene->view;
  asc_path path;
  asc_move_path(scene->rules, position, move, &path);
  const asc_motion *motion = &path.motions[0];
  if (path.motion_count == 0 || motion->type != ASC_MOTION_MOVE) return false;
  if (strcmp(motion->from, selected->ids[0]) != 0 || strcmp(motion->to, selected->ids[1]) != 0) return false;
  int indices[] = {asc_scene_find_place(view, motion->from), asc_scene_find_place(view, motion->to)};
  if (indices[0] < 0 || indices[1] < 0) return false;
  asc_place *from = &view->places[indices[0]], *to = &view->places[indices[1]];
  if (from->piece == ASC_NO_KIND || to->piece != ASC_NO_KIND) return false;
  asc_message empty_state = to->state;
  to->state = from->state;
  from->state = empty_state;
  to->piece = from->piece;
  from->piece = ASC_NO_KIND;
  for (int i = 0; i < view->place_count; i++) view->places[i].marks &= ~(uint32_t)LAST_MOVE_MARKS;
  from->marks |= ASC_MARK_FROM;
  view->last_path = path;
  view->last_path.motion_count = 1;
  return true;
}

static void targets_read(asc_scene *scene, const asc_play *play, const asc_steps *selected) {
  asc_move moves[ASC_MOVES_MAX];
  asc_token next_ids[ASC_MOVES_MAX];
  int count = asc_touch_filter_moves(play, selected, moves, next_ids);
  for (int i = 0; i < count; i++) mark_target(scene, next_ids[i].text);
  bool has_moved =
      count > 0 && selected->count > 1 && show_moved_piece(scene, asc_play_position(play), moves[0], selected);
  for (int i = has_moved ? 2 : 0; i < selected->count; i++) {
    int place = asc_scene_find_place(&scene->view, selected->ids[i]);
    if (place >= 0) scene->targets.selected[place] = true;
  }
  scene->targets.starts_move = selected->count == 0;
  asc_message prompt;
  if (count > 0 && asc_position_prompt(scene->rules, asc_play_position(play), selected, &prompt))
    scene->prompt = prompt;
}

void asc_scene_read_at(asc_scene *scene, const asc_play *play, int events, const asc_steps *selected) {
  static const asc_steps none = {0};
  bool is_current = events == asc_play_event_count(play);
  const void *position = asc_play_position_before(play, events);
  memset(scene, 0, sizeof *scene);
  scene->rules = asc_play_rules(play);
  scene->turn = is_current ? asc_play_turn(play) : asc_position_turn(scene->rules, position);
  for (int i = 0; i < events; i++) scene->plies += !asc_play_event(play, i)->resigned;
  const asc_event *event = events == 0 ? NULL : asc_play_event(play, events - 1);
  bool has_move = event != NULL && !event->resigned;
  if (has_move) {
    snprintf(scene->last_move, sizeof scene->last_move, "%s", event->token);
    scene->last_player = event->player;
  }
  asc_position_view(scene->rules, position, has_move ? asc_play_position_before(play, events - 1) : NULL,
                    has_move ? event->move : 0, &scene->view);
  scene->seat_to_move = scene->turn > 0 ? scene->turn : scene->turn == ASC_CHANCE ? scene->view.roller : 0;
  scene->prompt = scene->view.prompt;
  scene->hash = asc_position_hash(scene->rules, position);
  for (const char *c = scene->last_move; *c != '\0'; c++) scene->hash = asc_hash_add(scene->hash, (uint64_t)*c);
  if (!is_current) return;
  (void)asc_play_end_message(play, &scene->prompt);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome); /* the points differ from the board if the game ended off it */
  for (int i = 0; i < scene->view.seat_count && over; i++) scene->view.seats[i].points = outcome.points[i];
  targets_read(scene, play, selected == NULL ? &none : selected);
}

bool asc_scene_preview_move(asc_scene *scene, const asc_play *play, const asc_steps *selected) {
  asc_move moves[ASC_MOVES_MAX];
  asc_path *path = &scene->view.last_path;
  int count = asc_touch_filter_moves(play, selected, moves, NULL);
  if (count == 0 || selected->count == 0) return false;
  asc_move_path(scene->rules, asc_play_position(play), moves[0], path);
  if (path->motion_count == 0 || path->motions[0].type != ASC_MOTION_MOVE) return false;
  if (strcmp(path->motions[0].to, selected->ids[selected->count - 1]) != 0) return false;
  if (count > 1) path->motion_count = 1;
  return true;
}

void asc_scene_read(asc_scene *scene, const asc_play *play, const asc_steps *selected) {
  asc_scene_read_at(scene, play, asc_play_event_count(play), selected);
}
