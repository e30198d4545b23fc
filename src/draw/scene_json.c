#include "scene_json.h"

#include <stdlib.h>
#include <string.h>

void scene_json_message_members(json_out *json, const asc_rules *rules, const asc_message *message) {
  json_text(json, "key", message->key);
  json_open(json, "args", '{');
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    if (arg->text[0] != '\0')
      json_text(json, arg->name, arg->text);
    else
      json_number(json, arg->name, arg->number);
  }
  json_close(json, '}');
  char sentence[ASC_SENTENCE_MAX];
  if (rules->game->catalogues[0].language != NULL) json_text(json, "text", scene_sentence(rules, message, sentence));
}

void scene_json_message(json_out *json, const char *name, const asc_rules *rules, const asc_message *message) {
  if (message->key == NULL) {
    json_null_out(json, name);
    return;
  }
  json_open(json, name, '{');
  scene_json_message_members(json, rules, message);
  json_close(json, '}');
}

static void player_json(json_out *json, const char *name, int player) {
  if (player > 0)
    json_number(json, name, player);
  else
    json_text(json, name, player == ASC_NOBODY ? "none" : "chance");
}

static void kind_json(json_out *json, const char *name, const asc_scene *scene, int kind) {
  const asc_kind *found = scene_kind(scene, kind);
  json_text(json, name, found == NULL ? NULL : found->id);
}

static void marks_json(json_out *json, uint32_t marks) {
  static const struct {
    uint32_t mark;
    const char *name;
  } names[] = {{ASC_MARK_FROM, "from"},   {ASC_MARK_TO, "to"},         {ASC_MARK_PUT, "put"},
               {ASC_MARK_TAKEN, "taken"}, {ASC_MARK_TURNED, "turned"}, {ASC_MARK_BARRED, "barred"},
               {ASC_MARK_WON, "won"}};
  json_open(json, "marks", '[');
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if ((marks & names[i].mark) != 0) json_text(json, NULL, names[i].name);
  json_close(json, ']');
}

static void next_json(json_out *json, const asc_view *view, const asc_place *place) {
  static const char *const arrows[ASC_ARROWS] = {"up", "right", "down", "left"};
  json_open(json, "next", '{');
  for (int i = 0; i < ASC_ARROWS; i++) {
    int next = place->next[i];
    json_text(json, arrows[i], next < 0 ? NULL : view->places[next].id);
  }
  json_close(json, '}');
}

static void place_json(json_out *json, const asc_scene *scene, const asc_place *place) {
  json_open(json, NULL, '{');
  json_text(json, "id", place->id);
  json_number(json, "x", place->x);
  json_number(json, "y", place->y);
  json_number(json, "size", place->size);
  json_text(json, "outline", place->outline == ASC_OUTLINE_CIRCLE ? "circle" : "square");
  kind_json(json, "ground", scene, place->ground);
  json_number(json, "ground_turns", place->ground_turns);
  kind_json(json, "man", scene, place->man);
  if (place->region < 0)
    json_null_out(json, "region");
  else
    json_number(json, "region", place->region);
  marks_json(json, place->marks);
  next_json(json, &scene->view, place);
  scene_json_message(json, "name", scene->rules, &place->name);
  scene_json_message(json, "state", scene->rules, &place->state);
  json_close(json, '}');
}

static void point_json(json_out *json, const char *name, int32_t x, int32_t y) {
  json_open(json, name, '[');
  json_number(json, NULL, x);
  json_number(json, NULL, y);
  json_close(json, ']');
}

/* The members of a curve, into an object that is open. */
static void curve_json(json_out *json, const asc_curve *curve) {
  static const char *const forms[] = {
      [ASC_FORM_LINE] = "line", [ASC_FORM_ARC] = "arc", [ASC_FORM_CIRCLE] = "circle", [ASC_FORM_RECT] = "rect"};
  json_text(json, "form", forms[curve->form]);
  if (curve->form != ASC_FORM_CIRCLE) {
    point_json(json, "from", curve->x1, curve->y1);
    point_json(json, "to", curve->x2, curve->y2);
  }
  if (curve->form == ASC_FORM_CIRCLE || curve->form == ASC_FORM_ARC) {
    point_json(json, "centre", curve->cx, curve->cy);
    json_number(json, "radius", curve->radius);
  }
  if (curve->form == ASC_FORM_ARC) json_bool(json, "clockwise", curve->clockwise);
}

static void shape_json(json_out *json, const asc_scene *scene, const asc_shape *shape) {
  json_open(json, NULL, '{');
  json_text(json, "kind", shape->kind);
  json_open(json, "curve", '{');
  curve_json(json, &shape->curve);
  json_close(json, '}');
  scene_json_message(json, "name", scene->rules, &shape->name);
  json_close(json, '}');
}

static void box_json(json_out *json, int32_t left, int32_t top, int32_t right, int32_t bottom) {
  json_open(json, "box", '[');
  json_number(json, NULL, left);
  json_number(json, NULL, top);
  json_number(json, NULL, right);
  json_number(json, NULL, bottom);
  json_close(json, ']');
}

static void region_json(json_out *json, const asc_scene *scene, const asc_region *region) {
  json_open(json, NULL, '{');
  json_text(json, "kind", region->kind);
  box_json(json, region->left, region->top, region->right, region->bottom);
  marks_json(json, region->marks);
  scene_json_message(json, "name", scene->rules, &region->name);
  scene_json_message(json, "state", scene->rules, &region->state);
  json_close(json, '}');
}

static void label_json(json_out *json, const asc_label *label) {
  json_open(json, NULL, '{');
  json_text(json, "text", label->text);
  json_number(json, "x", label->x);
  json_number(json, "y", label->y);
  json_bool(json, "lit", label->lit);
  json_close(json, '}');
}

static void control_json(json_out *json, const asc_scene *scene, const asc_control *control) {
  json_open(json, NULL, '{');
  json_text(json, "id", control->id);
  scene_json_message(json, "name", scene->rules, &control->name);
  json_close(json, '}');
}

static void stock_json(json_out *json, const asc_scene *scene, const asc_stock *stock) {
  json_open(json, NULL, '{');
  json_text(json, "id", stock->id);
  kind_json(json, "kind", scene, stock->kind);
  json_number(json, "player", stock->player);
  json_number(json, "count", stock->count);
  scene_json_message(json, "name", scene->rules, &stock->name);
  json_close(json, '}');
}

static void seat_json(json_out *json, const asc_scene *scene, const asc_seat *seat) {
  json_open(json, NULL, '{');
  kind_json(json, "kind", scene, seat->kind);
  json_bool(json, "out", seat->out);
  json_points(json, "points", seat->points);
  scene_json_message(json, "name", scene->rules, &seat->name);
  scene_json_message(json, "state", scene->rules, &seat->state);
  json_close(json, '}');
}

static void motion_json(json_out *json, const asc_scene *scene, const asc_motion *motion) {
  static const char *const acts[] = {"put", "travel", "take", "turn", "roll"};
  const asc_way *way = &scene->view.last;
  json_open(json, NULL, '{');
  json_text(json, "act", acts[motion->act]);
  kind_json(json, "kind", scene, motion->kind);
  json_text(json, "from", motion->from);
  json_text(json, "to", motion->to);
  json_number(json, "quarter_turns", motion->quarter_turns);
  json_open(json, "curves", '[');
  for (int i = 0; i < motion->curves; i++) {
    json_open(json, NULL, '{');
    curve_json(json, &way->curves[motion->curve + i]);
    json_text(json, "joint", way->joints[motion->curve + i]);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void last_json(json_out *json, const asc_scene *scene) {
  if (scene->last[0] == '\0') {
    json_null_out(json, "last");
    return;
  }
  json_open(json, "last", '{');
  json_text(json, "move", scene->last);
  player_json(json, "player", scene->last_player);
  json_number(json, "ply", scene->plies);
  json_open(json, "motions", '[');
  for (int i = 0; i < scene->view.last.motion_count; i++) motion_json(json, scene, &scene->view.last.motions[i]);
  json_close(json, ']');
  json_close(json, '}');
}

static void view_json(json_out *json, const asc_scene *scene) {
  const asc_view *view = &scene->view;
  json_open(json, "view", '{');
  json_text(json, "layout", view->layout == ASC_LAYOUT_GRID ? "grid" : "free");
  if (view->roller == 0)
    json_null_out(json, "roller");
  else
    json_number(json, "roller", view->roller);
  box_json(json, view->left, view->top, view->right, view->bottom);
  json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++) place_json(json, scene, &view->places[i]);
  json_close(json, ']');
  json_open(json, "regions", '[');
  for (int i = 0; i < view->region_count; i++) region_json(json, scene, &view->regions[i]);
  json_close(json, ']');
  json_open(json, "shapes", '[');
  for (int i = 0; i < view->shape_count; i++) shape_json(json, scene, &view->shapes[i]);
  json_close(json, ']');
  json_open(json, "labels", '[');
  for (int i = 0; i < view->label_count; i++) label_json(json, &view->labels[i]);
  json_close(json, ']');
  json_open(json, "controls", '[');
  for (int i = 0; i < view->control_count; i++) control_json(json, scene, &view->controls[i]);
  json_close(json, ']');
  json_open(json, "stocks", '[');
  for (int i = 0; i < view->stock_count; i++) stock_json(json, scene, &view->stocks[i]);
  json_close(json, ']');
  json_open(json, "seats", '[');
  for (int i = 0; i < view->seat_count; i++) seat_json(json, scene, &view->seats[i]);
  json_close(json, ']');
  scene_json_message(json, "prompt", scene->rules, &scene->prompt);
  json_close(json, '}');
}

static void steps_json(json_out *json, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  const void *position = asc_play_position(play);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  json_open(json, "steps", '[');
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_steps steps;
    asc_move_write(rules, position, moves[i], token);
    asc_move_steps(rules, position, moves[i], &steps);
    json_open(json, NULL, '{');
    json_text(json, "move", token);
    json_open(json, "steps", '[');
    for (int k = 0; k < steps.count; k++) json_text(json, NULL, steps.ids[k]);
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, ']');
}

/* "level=3,board=classic" as an object. */
static void options_json(json_out *json, const char *options) {
  char text[ASC_SPEC_MAX];
  (void)snprintf(text, sizeof text, "%s", options);
  json_open(json, "options", '{');
  char *rest = text;
  for (char *option; (option = strtok_r(rest, ",", &rest)) != NULL;) {
    char *equals = strchr(option, '=');
    if (equals == NULL) continue;
    *equals = '\0';
    json_text(json, option, equals + 1);
  }
  json_close(json, '}');
}

void scene_json(json_out *json, const asc_scene *scene, const asc_play *play) {
  const asc_rules *rules = scene->rules;
  char position[ASC_TEXT_MAX];
  asc_position_write(rules, asc_play_position(play), position, sizeof position);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  json_text(json, "game", rules->spec);
  json_text(json, "title", rules->game->title);
  options_json(json, rules->options);
  json_text(json, "position", position);
  player_json(json, "turn", scene->turn);
  json_number(json, "plies", scene->plies);
  json_text(json, "end", asc_end_word(asc_play_end(play)));
  json_text(json, "result", asc_outcome_word(rules, over, &outcome));
  json_open(json, "points", '[');
  for (int i = 0; i < rules->players; i++) json_points(json, NULL, outcome.points[i]);
  json_close(json, ']');
  view_json(json, scene);
  steps_json(json, play);
  last_json(json, scene);
}
