#include "scene_json.h"

#include "core/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void player_json(asc_json *json, const char *name, int player) {
  if (player > 0)
    asc_json_number(json, name, player);
  else
    asc_json_text(json, name, player == ASC_NOBODY ? "none" : "chance");
}

static void kind_json(asc_json *json, const char *name, const asc_scene *scene, int kind) {
  const asc_kind *found = asc_scene_kind(scene, kind);
  asc_json_text(json, name, found == NULL ? NULL : found->id);
}

static void marks_json(asc_json *json, uint32_t marks) {
  static const struct {
    uint32_t mark;
    const char *name;
  } names[] = {{ASC_MARK_FROM, "from"},   {ASC_MARK_TO, "to"},         {ASC_MARK_PUT, "put"},
               {ASC_MARK_TAKEN, "taken"}, {ASC_MARK_TURNED, "turned"}, {ASC_MARK_BARRED, "barred"},
               {ASC_MARK_WON, "won"},     {ASC_MARK_PREY, "prey"},     {ASC_MARK_CAGED, "caged"}};
  asc_json_open(json, "marks", '[');
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if ((marks & names[i].mark) != 0) asc_json_text(json, NULL, names[i].name);
  asc_json_close(json, ']');
}

static void next_json(asc_json *json, const asc_view *view, const asc_place *place) {
  static const char *const arrows[ASC_ARROWS] = {"up", "right", "down", "left"};
  asc_json_open(json, "next", '{');
  for (int i = 0; i < ASC_ARROWS; i++) {
    int next = place->next[i];
    asc_json_text(json, arrows[i], next < 0 ? NULL : view->places[next].id);
  }
  asc_json_close(json, '}');
}

/* What of a place stays from move to move. */
static void site_members(asc_json *json, const asc_scene *scene, const asc_place *place) {
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
  asc_json_message(json, "name", scene->rules, &place->name);
  asc_json_message(json, "where", scene->rules, &place->where);
}

/* What is on it. */
static void thing_members(asc_json *json, const asc_scene *scene, const asc_place *place) {
  kind_json(json, "ground", scene, place->ground);
  asc_json_number(json, "ground_turns", place->ground_turns);
  kind_json(json, "man", scene, place->man);
  marks_json(json, place->marks);
  asc_json_message(json, "state", scene->rules, &place->state);
}

static void place_json(asc_json *json, const asc_scene *scene, const asc_place *place) {
  asc_json_open(json, NULL, '{');
  site_members(json, scene, place);
  thing_members(json, scene, place);
  asc_json_close(json, '}');
}

static void point_json(asc_json *json, const char *name, int32_t x, int32_t y) {
  asc_json_open(json, name, '[');
  asc_json_number(json, NULL, x);
  asc_json_number(json, NULL, y);
  asc_json_close(json, ']');
}

/* The members of a curve, into an object that is open. */
static void curve_json(asc_json *json, const asc_curve *curve) {
  static const char *const forms[] = {
      [ASC_FORM_LINE] = "line", [ASC_FORM_ARC] = "arc", [ASC_FORM_CIRCLE] = "circle", [ASC_FORM_RECT] = "rect"};
  asc_json_text(json, "form", forms[curve->form]);
  if (curve->form != ASC_FORM_CIRCLE) {
    point_json(json, "from", curve->x1, curve->y1);
    point_json(json, "to", curve->x2, curve->y2);
  }
  if (curve->form == ASC_FORM_CIRCLE || curve->form == ASC_FORM_ARC) {
    point_json(json, "centre", curve->cx, curve->cy);
    asc_json_number(json, "radius", curve->radius);
  }
  if (curve->form == ASC_FORM_ARC) asc_json_bool(json, "clockwise", curve->clockwise);
}

static void shape_json(asc_json *json, const asc_scene *scene, const asc_shape *shape) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "kind", shape->kind);
  asc_json_open(json, "curve", '{');
  curve_json(json, &shape->curve);
  asc_json_close(json, '}');
  asc_json_message(json, "name", scene->rules, &shape->name);
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

static void plot_members(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_text(json, "kind", region->kind);
  box_json(json, region->left, region->top, region->right, region->bottom);
  asc_json_message(json, "name", scene->rules, &region->name);
}

static void lead_members(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_number(json, "leader", region->leader);
  marks_json(json, region->marks);
  asc_json_message(json, "state", scene->rules, &region->state);
}

static void region_json(asc_json *json, const asc_scene *scene, const asc_region *region) {
  asc_json_open(json, NULL, '{');
  plot_members(json, scene, region);
  lead_members(json, scene, region);
  asc_json_close(json, '}');
}

static void label_json(asc_json *json, const asc_label *label) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "text", label->text);
  asc_json_number(json, "x", label->x);
  asc_json_number(json, "y", label->y);
  asc_json_bool(json, "lit", label->lit);
  asc_json_close(json, '}');
}

static void control_json(asc_json *json, const asc_scene *scene, const asc_control *control) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "id", control->id);
  asc_json_message(json, "name", scene->rules, &control->name);
  asc_json_close(json, '}');
}

static void stock_json(asc_json *json, const asc_scene *scene, const asc_stock *stock) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "id", stock->id);
  kind_json(json, "kind", scene, stock->kind);
  asc_json_number(json, "player", stock->player);
  asc_json_number(json, "count", stock->count);
  asc_json_message(json, "name", scene->rules, &stock->name);
  asc_json_close(json, '}');
}

static void seat_json(asc_json *json, const asc_scene *scene, const asc_seat *seat) {
  asc_json_open(json, NULL, '{');
  kind_json(json, "kind", scene, seat->kind);
  asc_json_bool(json, "out", seat->out);
  asc_json_points(json, "points", seat->points);
  asc_json_points(json, "goal", seat->goal);
  asc_json_number(json, "men", seat->men);
  asc_json_number(json, "lost", seat->lost);
  asc_json_message(json, "name", scene->rules, &seat->name);
  asc_json_message(json, "state", scene->rules, &seat->state);
  asc_json_close(json, '}');
}

static void motion_json(asc_json *json, const asc_scene *scene, const asc_motion *motion) {
  static const char *const acts[] = {"put", "travel", "take", "turn", "roll"};
  const asc_way *way = &scene->view.last;
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "act", acts[motion->act]);
  kind_json(json, "kind", scene, motion->kind);
  asc_json_text(json, "from", motion->from);
  asc_json_text(json, "to", motion->to);
  asc_json_number(json, "quarter_turns", motion->quarter_turns);
  asc_json_open(json, "curves", '[');
  for (int i = 0; i < motion->curves; i++) {
    asc_json_open(json, NULL, '{');
    curve_json(json, &way->curves[motion->curve + i]);
    asc_json_text(json, "joint", way->joints[motion->curve + i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void last_json(asc_json *json, const asc_scene *scene) {
  if (scene->last[0] == '\0') {
    asc_json_null(json, "last");
    return;
  }
  asc_json_open(json, "last", '{');
  asc_json_text(json, "move", scene->last);
  player_json(json, "player", scene->last_player);
  asc_json_number(json, "ply", scene->plies);
  asc_json_open(json, "motions", '[');
  for (int i = 0; i < scene->view.last.motion_count; i++) motion_json(json, scene, &scene->view.last.motions[i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void layout_json(asc_json *json, const asc_view *view) {
  asc_json_text(json, "layout", view->layout == ASC_LAYOUT_GRID ? "grid" : "free");
  box_json(json, view->left, view->top, view->right, view->bottom);
}

/* What is said of a view wherever its places are. */
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
  asc_json_message(json, "prompt", scene->rules, &scene->prompt);
  asc_json_message(json, "ending", scene->rules, &view->ending);
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

/* Of all that asc_scene_terrain_json writes; what a place is called follows from its id. */
static uint64_t terrain_hash(const asc_view *view) {
  uint64_t hash = asc_hash_add(0, view->layout);
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    hash = asc_hash_add(asc_hash_text(hash, place->id), (uint64_t)(uint32_t)place->x << 32 | (uint32_t)place->y);
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)place->size << 32 | (uint16_t)place->region);
    for (int arrow = 0; arrow < ASC_ARROWS; arrow++) hash = asc_hash_add(hash, (uint16_t)place->next[arrow]);
  }
  for (int i = 0; i < view->region_count; i++) {
    const asc_region *region = &view->regions[i];
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->left << 32 | (uint32_t)region->top);
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->right << 32 | (uint32_t)region->bottom);
  }
  return hash;
}

static void terrain_key(asc_json *json, const char *name, const asc_view *view) {
  char key[24];
  (void)snprintf(key, sizeof key, "%" PRIx64, terrain_hash(view));
  asc_json_text(json, name, key);
}

void asc_scene_terrain_json(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  terrain_key(json, "key", view);
  layout_json(json, view);
  asc_json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++) {
    asc_json_open(json, NULL, '{');
    site_members(json, scene, &view->places[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) {
    asc_json_open(json, NULL, '{');
    plot_members(json, scene, &view->regions[i]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static bool same_thing(const asc_place *a, const asc_place *b) {
  return a->ground_turns == b->ground_turns && a->marks == b->marks && asc_scene_same_on(a, b);
}

/* Things that are alike are written once, and for each place which of them is on it. */
static void things_json(asc_json *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  const asc_place *things[ASC_PLACES_MAX];
  int count = 0, on[ASC_PLACES_MAX];
  asc_json_open(json, "things", '[');
  for (int i = 0; i < view->place_count; i++) {
    int at = 0;
    while (at < count && !same_thing(things[at], &view->places[i])) at++;
    on[i] = at;
    if (at < count) continue;
    things[count++] = &view->places[i];
    asc_json_open(json, NULL, '{');
    thing_members(json, scene, &view->places[i]);
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
  terrain_key(json, "terrain", view);
  things_json(json, scene);
  asc_json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) {
    asc_json_open(json, NULL, '{');
    lead_members(json, scene, &view->regions[i]);
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

/* "level=3,board=classic" as an object. */
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

/* How the game stands, with its view as `view` writes it. */
static void state_members(asc_json *json, const asc_scene *scene, const asc_play *play,
                          void (*view)(asc_json *json, const asc_scene *scene)) {
  const asc_rules *rules = scene->rules;
  char position[ASC_TEXT_MAX];
  asc_position_write(rules, asc_play_position(play), position, sizeof position);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  asc_json_text(json, "game", rules->spec);
  asc_json_text(json, "title", rules->game->title);
  options_json(json, rules->options);
  asc_json_text(json, "position", position);
  player_json(json, "turn", scene->turn);
  asc_json_number(json, "plies", scene->plies);
  asc_json_text(json, "end", asc_end_word(asc_play_end(play)));
  asc_json_text(json, "result", asc_outcome_word(rules, over, &outcome));
  asc_json_open(json, "points", '[');
  for (int i = 0; i < rules->players; i++) asc_json_points(json, NULL, outcome.points[i]);
  asc_json_close(json, ']');
  view(json, scene);
  steps_json(json, play);
  last_json(json, scene);
}

void asc_scene_json(asc_json *json, const asc_scene *scene, const asc_play *play) {
  state_members(json, scene, play, view_json);
}

void asc_scene_parts_json(asc_json *json, const asc_scene *scene, const asc_play *play) {
  state_members(json, scene, play, view_parts_json);
}
