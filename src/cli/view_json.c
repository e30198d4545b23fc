#include "view_json.h"

#include "cli.h"
#include "line.h"

#include <string.h>

/* A sentence may hold a token somebody typed, which need not be UTF-8 as JSON must be. */
static json_t *text_json(const char *text) {
  char clean[ASC_SENTENCE_MAX];
  (void)snprintf(clean, sizeof clean, "%s", text);
  line_clean(clean, strlen(clean));
  return json_string(clean);
}

json_t *view_json_message(const asc_rules *rules, const asc_message *message) {
  if (message->key == NULL) return json_null();
  json_t *args = json_object();
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    json_object_set_new(args, arg->name, arg->text[0] != '\0' ? text_json(arg->text) : json_integer(arg->number));
  }
  char sentence[ASC_SENTENCE_MAX];
  return json_pack("{s:s, s:o, s:o}", "key", message->key, "args", args, "text",
                   text_json(cli_sentence(rules, message, sentence)));
}

json_t *view_json_points(int32_t half_points) {
  return half_points % 2 == 0 ? json_integer(half_points / 2) : json_real(half_points / 2.0);
}

static json_t *player_json(int player) {
  if (player == ASC_NOBODY) return json_string("none");
  return player == ASC_CHANCE ? json_string("chance") : json_integer(player);
}

static json_t *kind_json(const cli_scene *scene, int kind) {
  const asc_kind *found = scene_kind(scene, kind);
  return found == NULL ? json_null() : json_string(found->id);
}

static json_t *marks_json(uint32_t marks) {
  static const struct {
    uint32_t mark;
    const char *name;
  } names[] = {{ASC_MARK_FROM, "from"},   {ASC_MARK_TO, "to"},         {ASC_MARK_PUT, "put"},
               {ASC_MARK_TAKEN, "taken"}, {ASC_MARK_TURNED, "turned"}, {ASC_MARK_BARRED, "barred"},
               {ASC_MARK_WON, "won"}};
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if ((marks & names[i].mark) != 0) json_array_append_new(list, json_string(names[i].name));
  return list;
}

static json_t *next_json(const asc_view *view, const asc_place *place) {
  static const char *const arrows[ASC_ARROWS] = {"up", "right", "down", "left"};
  json_t *object = json_object();
  for (int i = 0; i < ASC_ARROWS; i++) {
    int next = place->next[i];
    json_object_set_new(object, arrows[i], next < 0 ? json_null() : json_string(view->places[next].id));
  }
  return object;
}

static json_t *place_json(const cli_scene *scene, const asc_place *place) {
  return json_pack(
      "{s:s, s:i, s:i, s:i, s:s, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "id", place->id, "x", place->x, "y",
      place->y, "size", place->size, "outline", place->outline == ASC_OUTLINE_CIRCLE ? "circle" : "square", "ground",
      kind_json(scene, place->ground), "ground_turns", place->ground_turns, "man", kind_json(scene, place->man),
      "region", place->region < 0 ? json_null() : json_integer(place->region), "marks", marks_json(place->marks),
      "next", next_json(&scene->view, place), "name", view_json_message(scene->rules, &place->name), "state",
      view_json_message(scene->rules, &place->state));
}

static json_t *curve_json(const asc_curve *curve) {
  switch ((asc_form)curve->form) {
  case ASC_FORM_CIRCLE:
    return json_pack("{s:s, s:[i,i], s:i}", "form", "circle", "centre", curve->cx, curve->cy, "radius", curve->radius);
  case ASC_FORM_ARC:
    return json_pack("{s:s, s:[i,i], s:[i,i], s:[i,i], s:i, s:b}", "form", "arc", "from", curve->x1, curve->y1, "to",
                     curve->x2, curve->y2, "centre", curve->cx, curve->cy, "radius", curve->radius, "clockwise",
                     curve->clockwise);
  default:
    return json_pack("{s:s, s:[i,i], s:[i,i]}", "form", curve->form == ASC_FORM_RECT ? "rect" : "line", "from",
                     curve->x1, curve->y1, "to", curve->x2, curve->y2);
  }
}

static json_t *shape_json(const cli_scene *scene, const asc_shape *shape) {
  return json_pack("{s:s, s:o, s:o}", "kind", shape->kind, "curve", curve_json(&shape->curve), "name",
                   view_json_message(scene->rules, &shape->name));
}

static json_t *region_json(const cli_scene *scene, const asc_region *region) {
  return json_pack("{s:s, s:[i,i,i,i], s:o, s:o, s:o}", "kind", region->kind, "box", region->left, region->top,
                   region->right, region->bottom, "marks", marks_json(region->marks), "name",
                   view_json_message(scene->rules, &region->name), "state",
                   view_json_message(scene->rules, &region->state));
}

static json_t *stock_json(const cli_scene *scene, const asc_stock *stock) {
  return json_pack("{s:s, s:o, s:i, s:i, s:o}", "id", stock->id, "kind", kind_json(scene, stock->kind), "player",
                   stock->player, "count", stock->count, "name", view_json_message(scene->rules, &stock->name));
}

static json_t *seat_json(const cli_scene *scene, const asc_seat *seat) {
  return json_pack("{s:o, s:b, s:o, s:o, s:o}", "kind", kind_json(scene, seat->kind), "out", seat->out, "points",
                   view_json_points(seat->points), "name", view_json_message(scene->rules, &seat->name), "state",
                   view_json_message(scene->rules, &seat->state));
}

static json_t *motion_json(const cli_scene *scene, const asc_motion *motion) {
  static const char *const acts[] = {"put", "travel", "take", "turn", "roll"};
  const asc_way *way = &scene->view.last;
  json_t *curves = json_array();
  for (int i = 0; i < motion->curves; i++) {
    json_t *curve = curve_json(&way->curves[motion->curve + i]);
    const char *joint = way->joints[motion->curve + i];
    json_object_set_new(curve, "joint", joint == NULL ? json_null() : json_string(joint));
    json_array_append_new(curves, curve);
  }
  return json_pack("{s:s, s:o, s:s, s:s, s:i, s:o}", "act", acts[motion->act], "kind", kind_json(scene, motion->kind),
                   "from", motion->from, "to", motion->to, "quarter_turns", motion->quarter_turns, "curves", curves);
}

static json_t *last_json(const cli_scene *scene) {
  if (scene->last[0] == '\0') return json_null();
  json_t *motions = json_array();
  for (int i = 0; i < scene->view.last.motion_count; i++)
    json_array_append_new(motions, motion_json(scene, &scene->view.last.motions[i]));
  return json_pack("{s:s, s:o, s:i, s:o}", "move", scene->last, "player", player_json(scene->last_player), "ply",
                   scene->plies, "motions", motions);
}

static json_t *labels_json(const asc_view *view) {
  json_t *list = json_array();
  for (int i = 0; i < view->label_count; i++) {
    const asc_label *label = &view->labels[i];
    json_array_append_new(
        list, json_pack("{s:s, s:i, s:i, s:b}", "text", label->text, "x", label->x, "y", label->y, "lit", label->lit));
  }
  return list;
}

static json_t *controls_json(const cli_scene *scene) {
  json_t *list = json_array();
  for (int i = 0; i < scene->view.control_count; i++) {
    const asc_control *control = &scene->view.controls[i];
    json_array_append_new(
        list, json_pack("{s:s, s:o}", "id", control->id, "name", view_json_message(scene->rules, &control->name)));
  }
  return list;
}

static json_t *view_json(const cli_scene *scene) {
  const asc_view *view = &scene->view;
  json_t *places = json_array(), *regions = json_array(), *shapes = json_array(), *stocks = json_array(),
         *seats = json_array();
  for (int i = 0; i < view->place_count; i++) json_array_append_new(places, place_json(scene, &view->places[i]));
  for (int i = 0; i < view->region_count; i++) json_array_append_new(regions, region_json(scene, &view->regions[i]));
  for (int i = 0; i < view->shape_count; i++) json_array_append_new(shapes, shape_json(scene, &view->shapes[i]));
  for (int i = 0; i < view->stock_count; i++) json_array_append_new(stocks, stock_json(scene, &view->stocks[i]));
  for (int i = 0; i < view->seat_count; i++) json_array_append_new(seats, seat_json(scene, &view->seats[i]));
  return json_pack("{s:s, s:o, s:[i,i,i,i], s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "layout",
                   view->layout == ASC_LAYOUT_GRID ? "grid" : "free", "roller",
                   view->roller == 0 ? json_null() : json_integer(view->roller), "box", view->left, view->top,
                   view->right, view->bottom, "places", places, "regions", regions, "shapes", shapes, "labels",
                   labels_json(view), "controls", controls_json(scene), "stocks", stocks, "seats", seats, "prompt",
                   view_json_message(scene->rules, &scene->prompt));
}

static json_t *steps_json(const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  json_t *list = json_array();
  for (int i = 0; i < count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_steps steps;
    json_t *ids = json_array();
    asc_move_write(rules, asc_play_position(play), moves[i], token);
    asc_move_steps(rules, asc_play_position(play), moves[i], &steps);
    for (int k = 0; k < steps.count; k++) json_array_append_new(ids, json_string(steps.ids[k]));
    json_array_append_new(list, json_pack("{s:s, s:o}", "move", token, "steps", ids));
  }
  return list;
}

/* "level=3,board=classic" as an object. */
static json_t *options_json(const char *options) {
  json_t *object = json_object();
  while (*options != '\0') {
    size_t length = strcspn(options, ","), key = strcspn(options, "=");
    if (key < length) {
      char name[ASC_SPEC_MAX];
      memcpy(name, options, key);
      name[key] = '\0';
      json_object_set_new(object, name, json_stringn(options + key + 1, length - key - 1));
    }
    options += length + (options[length] == ',');
  }
  return object;
}

json_t *view_json_scene(const cli_scene *scene, const asc_play *play) {
  const asc_rules *rules = scene->rules;
  char position[ASC_TEXT_MAX];
  asc_position_write(rules, asc_play_position(play), position, sizeof position);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  json_t *points = json_array();
  for (int i = 0; i < rules->players; i++) json_array_append_new(points, view_json_points(outcome.points[i]));
  return json_pack("{s:s, s:s, s:o, s:s, s:o, s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "game", rules->spec, "title",
                   rules->game->title, "options", options_json(rules->options), "position", position, "turn",
                   player_json(scene->turn), "plies", scene->plies, "end", asc_end_word(asc_play_end(play)), "result",
                   asc_outcome_word(rules, over, &outcome), "points", points, "view", view_json(scene), "steps",
                   steps_json(play), "last", last_json(scene));
}
