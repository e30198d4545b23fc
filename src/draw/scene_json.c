/* Writing a scene as JSON.

   A view is written in one of two formats: whole (view_json), or as a terrain that stays and the parts that change
   (asc_scene_json_write_terrain, view_parts_json). Functions called …_members write into an open object. */
#include "scene_json.h"

#include "base/hash.h"
#include "core/message_json.h"

#include <stdio.h>
#include <string.h>

static void player_json(asc_json *json, const char *name, int player) {
  if (player > 0)
    asc_json_number(json, name, player);
  else
    asc_json_text(json, name, player == ASC_NO_PLAYER ? "none" : "chance");
}

static void kind_json(asc_json *json, const char *name, const asc_scene *scene, int kind) {
  const asc_kind *found = asc_scene_kind(scene, kind);
  asc_json_text(json, name, found == NULL ? NULL : found->id);
}

static void marks_json(asc_json *json, uint32_t marks) {
  static const struct {
    uint32_t mark;
    const char *name;
  } names[] = {{ASC_MARK_FROM, "from"},     {ASC_MARK_TO, "to"},           {ASC_MARK_PLACED, "put"},
               {ASC_MARK_REMOVED, "taken"}, {ASC_MARK_TURNED, "turned"},   {ASC_MARK_OFF_LIMITS, "barred"},
               {ASC_MARK_WINNING, "won"},   {ASC_MARK_CAPTURABLE, "prey"}, {ASC_MARK_TRAPPABLE, "caged"}};
  asc_json_open(json, "marks", '[');
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if ((marks & names[i].mark) != 0) asc_json_text(json, NULL, names[i].name);
  asc_json_close(json, ']');
}

static void next_json(asc_json *json, const asc_view *view, const asc_place *place) {
  static const char *const arrows[ASC_ARROW_COUNT] = {"up", "right", "down", "left"};
  asc_json_open(json, "next", '{');
  for (int i = 0; i < ASC_ARROW_COUNT; i++) {
    int next = place->next[i];
    asc_json_text(json, arrows[i], next < 0 ? NULL : view->places[next].id);
  }
  asc_json_close(json, '}');
}

/* The members of a place that stay from move to move. */
static void fixed_place_members(asc_json *json, const asc_scene *scene, const asc_place *place) {
  asc_json_text(json, "id", place->id);
  asc_json_number(json, "x", place->x);
  asc_json_number(json, "y", place->y);
  asc_json_number(json, "size", place->size);
  asc_json_text(json, "outline", place->outline == ASC_OUTLINE_CIRCLE ? "circle" : "square");
  if (place->region < 0)
    asc_json_null(json, "region");
  else
    asc_json_number(json, "region", place->region);
  next_json(json, &scene->view, place);
  asc_message_json(json, "name", scene->rules, &place->name);
  asc_message_json(json, "where", scene->rules, &place->where);
}

/* The members of a place that a move can change. */
static void changing_place_members(asc_json *json, const asc_scene *scene, const asc_place *place) {
  kind_json(json, "ground", scene, place->ground);
  asc_json_number(json, "ground_turns", place->ground_turns);
  kind_json(json, "man", scene, place->piece);
  marks_json(json, place->marks);
  asc_message_json(json, "state", scene->rules, &place->state);
}

static void place_json(asc_json *json, const asc_scene *scene, const asc_place *place) {
  asc_json_open(json, NULL, '{');
  fixed_place_members(json, scene, place);
  changing_place_members(json, scene, place);
  asc_json_close(json, '}');
}

static void point_json(asc_json *json, const char *name, int32_t x, int32_t y) {
  asc_json_open(json, name, '[');
  asc_json_number(json, NULL, x);
  asc_json_number(json, NULL, y);
  asc_json_close(json, ']');
}

/* Writes the members of a curve into an open object. */
static void curve_json(asc_json *json, const asc_curve *curve) {
  static const char *const forms[] = {
      [ASC_CURVE_LINE] = "line", [ASC_CURVE_ARC] = "arc", [ASC_CURVE_CIRCLE] = "circle", [ASC_CURVE_RECT] = "rect"};
  asc_json_text(json, "form", forms[curve->kind]);
  if (curve->kind != ASC_CURVE_CIRCLE) {
    point_json(json, "from", curve->x1, curve->y1);
    point_json(json, "to", curve->x2, curve->y2);
  }
  if (curve->kind == ASC_CURVE_CIRCLE || curve->kind == ASC_CURVE_ARC) {
    point_json(json, "centre", curve->cx, curve->cy);
    asc_json_number(json, "radius", curve->radius);
  }
  if (curve->kind == ASC_CURVE_ARC) asc_json_bool(json, "clockwise", curve->clockwise);
}

static void shape_json(asc_json *json, const asc_scene *scene, const asc_shape *shape) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "kind", shape->kind);
  asc_json_open(json, "curve", '{');
  curve_json(json, &shape->curve);
  asc_json_close(json, '}');
  asc_message_json(json, "name", scene->rules, &shape->name);
  asc_json_close(json, '}');
}

static void box_json(asc_json *json, int32_t left, int32_t top, int32_t right, int32_t bottom) {
  asc_json_open(json, "box", '[');
  asc_json_number(json, NULL, left);
  asc_json_number(json, NULL, top);
  asc_json_number(json, NULL, right);
  asc_json_number(json, NULL, bottom);
  asc_json_close(json, ']');
}

static void fixed_region_members(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_text(json, "kind", region->kind);
  box_json(json, region->left, region->top, region->right, region->bottom);
  asc_message_json(json, "name", scene->rules, &region->name);
}

static void changing_region_members(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_number(json, "leader", region->leader);
  marks_json(json, region->marks);
  asc_message_json(json, "state", scene->rules, &region->state);
}

static void region_json(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_open(json, NULL, '{');
  fixed_region_members(json, scene, region);
  changing_region_members(json, scene, region);
  asc_json_close(json, '}');
}

static void label_json(asc_json *json, const asc_label *label) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "text", label->text);
  asc_json_number(json, "x", label->x);
  asc_json_number(json, "y", label->y);
  asc_json_bool(json, "lit", label->is_highlighted);
  asc_json_close(json, '}');
}

static void control_json(asc_json *json, const asc_scene *scene, const asc_control *control) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "id", control->id);
  asc_message_json(json, "name", scene->rules, &control->name);
  asc_json_close(json, '}');
}

static void stock_json(asc_json *json, const asc_scene *scene, const asc_stock *stock) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "id", stock->id);
  kind_json(json, "kind", scene, stock->kind);
  asc_json_number(json, "player", stock->player);
  asc_json_number(json, "count", stock->count);
  asc_message_json(json, "name", scene->rules, &stock->name);
  asc_json_close(json, '}');
}

static void seat_json(asc_json *json, const asc_scene *scene, const asc_seat *seat) {
  asc_json_open(json, NULL, '{');
  kind_json(json, "kind", scene, seat->kind);
  asc_json_bool(json, "out", seat->has_resigned);
  asc_json_points(json, "points", seat->points);
  asc_json_points(json, "goal", seat->goal);
  asc_json_number(json, "men", seat->pieces);
  asc_json_number(json, "lost", seat->pieces_lost);
  asc_message_json(json, "name", scene->rules, &seat->name);
  asc_message_json(json, "state", scene->rules, &seat->state);
  asc_json_close(json, '}');
}

static void motion_json(asc_json *json, const asc_scene *scene, const asc_motion *motion) {
  static const char *const types[] = {"put", "travel", "take", "turn", "roll"};
  const asc_path *path = &scene->view.last_path;
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "act", types[motion->type]);
  kind_json(json, "kind", scene, motion->kind);
  asc_json_text(json, "from", motion->from);
  asc_json_text(json, "to", motion->to);
  asc_json_number(json, "quarter_turns", motion->quarter_turns);
  asc_json_open(json, "curves", '[');
  for (int i = 0; i < motion->curves; i++) {
    asc_json_open(json, NULL, '{');
    curve_json(json, &path->curves[motion->curve + i]);
    asc_json_text(json, "joint", path->joints[motion->curve + i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void last_json(asc_json *json, const asc_scene *scene) {
  if (scene->last_move[0] == '\0') {
    asc_json_null(json, "last");
    return;
  }
  asc_json_open(json, "last", '{');
  asc_json_text(json, "move", scene->last_move);
  player_json(json, "player", scene->last_player);
  asc_json_number(json, "ply", scene->plies);
  asc_json_open(json, "motions", '[');
  for (int i = 0; i < scene->view.last_path.motion_count; i++)
    motion_json(json, scene, &scene->view.last_path.motions[i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void layout_json(asc_json *json, const asc_view *view) {
  asc_json_text(json, "layout", view->layout == ASC_LAYOUT_GRID ? "grid" : "free");
  box_json(json, view->left, view->top, view->right, view->bottom);
}

/* The members of a view that both formats share: all but layout, places, regions and labels. */
static void view_members(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  if (view->roller == 0)
    asc_json_null(json, "roller");
  else
    asc_json_number(json, "roller", view->roller);
  asc_json_open(json, "shapes", '[');
  for (int i = 0; i < view->shape_count; i++) shape_json(json, scene, &view->shapes[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "controls", '[');
  for (int i = 0; i < view->control_count; i++) control_json(json, scene, &view->controls[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "stocks", '[');
  for (int i = 0; i < view->stock_count; i++) stock_json(json, scene, &view->stocks[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "seats", '[');
  for (int i = 0; i < view->seat_count; i++) seat_json(json, scene, &view->seats[i]);
  asc_json_close(json, ']');
  asc_message_json(json, "prompt", scene->rules, &scene->prompt);
  asc_message_json(json, "ending", scene->rules, &view->ending);
}

static void view_json(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  asc_json_open(json, "view", '{');
  layout_json(json, view);
  asc_json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++) place_json(json, scene, &view->places[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) region_json(json, scene, &view->regions[i]);
  asc_json_close(json, ']');
  asc_json_open(json, "labels", '[');
  for (int i = 0; i < view->label_count; i++) label_json(json, &view->labels[i]);
  asc_json_close(json, ']');
  view_members(json, scene);
  asc_json_close(json, '}');
}

/* A hash of everything that asc_scene_json_write_terrain writes, except names, which follow from the ids. */
static uint64_t terrain_hash(const asc_view *view) {
  uint64_t hash = asc_hash_add(0, view->layout);
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    hash = asc_hash_add(asc_hash_text(hash, place->id), (uint64_t)(uint32_t)place->x << 32 | (uint32_t)place->y);
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)place->size << 32 | (uint16_t)place->region);
    for (int arrow = 0; arrow < ASC_ARROW_COUNT; arrow++) hash = asc_hash_add(hash, (uint16_t)place->next[arrow]);
  }
  for (int i = 0; i < view->region_count; i++) {
    const asc_region *region = &view->regions[i];
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->left << 32 | (uint32_t)region->top);
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->right << 32 | (uint32_t)region->bottom);
  }
  return hash;
}

void asc_scene_json_write_terrain(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  asc_json_hex(json, "key", terrain_hash(view));
  layout_json(json, view);
  asc_json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++) {
    asc_json_open(json, NULL, '{');
    fixed_place_members(json, scene, &view->places[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) {
    asc_json_open(json, NULL, '{');
    fixed_region_members(json, scene, &view->regions[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static bool contents_match(const asc_place *a, const asc_place *b) {
  return a->ground_turns == b->ground_turns && a->marks == b->marks && asc_scene_places_match(a, b);
}

/* Writes each distinct content of a place once, and for each place the index of its content. */
static void contents_json(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  const asc_place *contents[ASC_PLACES_MAX];
  int count = 0, on[ASC_PLACES_MAX];
  asc_json_open(json, "things", '[');
  for (int i = 0; i < view->place_count; i++) {
    int index = 0;
    while (index < count && !contents_match(contents[index], &view->places[i])) index++;
    on[i] = index;
    if (index < count) continue;
    contents[count++] = &view->places[i];
    asc_json_open(json, NULL, '{');
    changing_place_members(json, scene, &view->places[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_open(json, "on", '[');
  for (int i = 0; i < view->place_count; i++) asc_json_number(json, NULL, on[i]);
  asc_json_close(json, ']');
}

static void view_parts_json(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  asc_json_open(json, "view", '{');
  asc_json_hex(json, "terrain", terrain_hash(view));
  contents_json(json, scene);
  asc_json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) {
    asc_json_open(json, NULL, '{');
    changing_region_members(json, scene, &view->regions[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  view_members(json, scene);
  asc_json_close(json, '}');
}

static void steps_json(asc_json *json, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  const void *position = asc_play_position(play);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  asc_json_open(json, "steps", '[');
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_steps steps;
    asc_move_write(rules, position, moves[i], token);
    asc_move_steps(rules, position, moves[i], &steps);
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", token);
    asc_json_open(json, "steps", '[');
    for (int k = 0; k < steps.count; k++) asc_json_text(json, NULL, steps.ids[k]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

/* Writes "level=3,board=classic" as an object. */
static void options_json(asc_json *json, const char *options) {
  char text[ASC_SPEC_MAX];
  (void)snprintf(text, sizeof text, "%s", options);
  asc_json_open(json, "options", '{');
  char *rest = text;
  for (char *option; (option = strtok_r(rest, ",", &rest)) != NULL;) {
    char *equals = strchr(option, '=');
    if (equals == NULL) continue;
    *equals = '\0';
    asc_json_text(json, option, equals + 1);
  }
  asc_json_close(json, '}');
}

/* Writes the state of the game; `view` writes the view. */
static void state_members(asc_json *json, const asc_scene *scene, const asc_play *play,
                          void (*view)(asc_json *json, const asc_scene *scene)) {
  const asc_rules *rules = scene->rules;
  char position[ASC_POSITION_TEXT_MAX];
  asc_position_write(rules, asc_play_position(play), position, sizeof position);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  asc_json_text(json, "game", rules->spec);
  asc_json_text(json, "title", rules->game->title);
  options_json(json, rules->options);
  asc_json_text(json, "position", position);
  player_json(json, "turn", scene->turn);
  asc_json_number(json, "plies", scene->plies);
  asc_json_text(json, "end", asc_end_name(asc_play_end(play)));
  asc_json_text(json, "result", asc_outcome_name(rules, over, &outcome));
  asc_json_open(json, "points", '[');
  for (int i = 0; i < rules->players; i++) asc_json_points(json, NULL, outcome.points[i]);
  asc_json_close(json, ']');
  view(json, scene);
  steps_json(json, play);
  last_json(json, scene);
}

void asc_scene_json_write(asc_json *json, const asc_scene *scene, const asc_play *play) {
  state_members(json, scene, play, view_json);
}

void asc_scene_json_write_changing(asc_json *json, const asc_scene *scene, const asc_play *play) {
  state_members(json, scene, play, view_parts_json);
}
