/* Writing the layers of a live board as JSON. layers.h describes the format. */
#include "layers.h"

#include "base/hash.h"
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

enum {
  KINDS_MAX = INT8_MAX + 1,
  FRAME_CROP = 5
}; /* FRAME_CROP: units that the box cuts off the margin outside the frame of squares */

static void style_write(const asc_svg_drawing *drawing, const bool *pieces, int count) {
  asc_svg_pen_tokens_themed(&drawing->pen, ".board,.man");
  asc_svg_board_styles(drawing);
  asc_svg_art_styles(&drawing->pen, asc_svg_drawing_kinds(drawing), pieces, count, drawing->material);
}

static void defs_write(const asc_svg_drawing *drawing, const bool *pieces, int count) {
  const asc_kind *kinds = asc_svg_drawing_kinds(drawing);
  bool grounds[KINDS_MAX] = {false};
  for (int i = 0; i < drawing->view->place_count; i++)
    if (asc_scene_kind(drawing->scene, drawing->view->places[i].ground) != NULL)
      grounds[drawing->view->places[i].ground] = true;
  asc_svg_board_define(drawing);
  asc_svg_art_ground_define(&drawing->pen, kinds, grounds, count);
  asc_svg_art_define(&drawing->pen, kinds, pieces, count, drawing->material);
}

/* Draws marks of the last move as a group that a page can hide. Like every object it is one line. */
static void last_move_draw(const asc_svg_drawing *drawing, const char *attributes,
                           void (*draw)(const asc_svg_drawing *drawing)) {
  asc_strbuf *out = drawing->pen.out;
  if (drawing->view->last_path.motion_count == 0) return;
  asc_svg_pen_format(&drawing->pen, "<g class='last-move'%s>", attributes);
  size_t start = out->length;
  draw(drawing);
  for (size_t i = start; i < out->length; i++)
    if (out->text[i] == '\n') out->text[i] = ' ';
  asc_svg_pen_put(&drawing->pen, "</g>\n");
}

/* The path of the last move has data-new: a page shows it when the moving piece has arrived. */
static void under_draw(const asc_svg_drawing *drawing) {
  asc_svg_board_draw_lit_labels(drawing);
  asc_svg_shapes_draw(drawing);
  last_move_draw(drawing, " data-new=''", asc_svg_move_path_draw);
}

static void over_draw(const asc_svg_drawing *drawing) {
  asc_svg_marks_draw_start(drawing);
  last_move_draw(drawing, "", asc_svg_marks_draw_rest);
}

/* Draws a layer into memory and writes it as a string. */
static int layer_add(asc_json *json, const char *name, asc_svg_drawing *drawing,
                     void (*draw)(const asc_svg_drawing *drawing)) {
  asc_strbuf layer = {0};
  drawing->pen.out = &layer;
  draw(drawing);
  drawing->pen.out = NULL;
  asc_json_string_begin(json, name);
  asc_json_string_add(json, layer.text, layer.length);
  asc_json_string_end(json);
  free(layer.text);
  return layer.failed ? ASC_E_MEMORY : ASC_OK;
}

/* Selects all kinds except those that lie on the ground. Kinds that are not on the board are defined too: a page shows
   them for seats and in reserves. */
static void select_piece_kinds(const asc_svg_drawing *drawing, bool pieces[KINDS_MAX], int *count) {
  *count = drawing->scene->rules->game->kind_count < KINDS_MAX ? drawing->scene->rules->game->kind_count : KINDS_MAX;
  for (int i = 0; i < *count; i++) pieces[i] = true;
  for (int i = 0; i < drawing->view->place_count; i++)
    if (drawing->view->places[i].ground >= 0) pieces[drawing->view->places[i].ground] = false;
}

static void style_draw(const asc_svg_drawing *drawing) {
  bool pieces[KINDS_MAX] = {false};
  int count;
  select_piece_kinds(drawing, pieces, &count);
  style_write(drawing, pieces, count);
}

static void defs_draw(const asc_svg_drawing *drawing) {
  bool pieces[KINDS_MAX] = {false};
  int count;
  select_piece_kinds(drawing, pieces, &count);
  defs_write(drawing, pieces, count);
}

static void tenths_json(asc_json *json, double value) { asc_json_hundredths(json, NULL, lround(10 * value) * 10); }

/* Half the side of the square in which a place can be selected. */
static double place_reach(const asc_svg_drawing *drawing) { return drawing->cell / 2; }

static void places_json(asc_json *json, const asc_svg_drawing *drawing) {
  asc_json_open(json, "places", '{');
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    asc_json_open(json, place->id, '[');
    tenths_json(json, asc_svg_drawing_x(drawing, place->x));
    tenths_json(json, asc_svg_drawing_y(drawing, place->y));
    tenths_json(json, place_reach(drawing));
    asc_json_close(json, ']');
  }
  asc_json_close(json, '}');
}

static void kinds_json(asc_json *json, const asc_svg_drawing *drawing) {
  const asc_kind *kinds = asc_svg_drawing_kinds(drawing);
  bool pieces[KINDS_MAX] = {false};
  int count;
  select_piece_kinds(drawing, pieces, &count);
  asc_json_open(json, "kinds", '{');
  for (int i = 0; i < count; i++) {
    if (!pieces[i]) continue;
    char name[ASC_SVG_NAME_MAX];
    asc_svg_art_name(&drawing->pen, kinds, i, drawing->material, name);
    asc_json_open(json, kinds[i].id, '{');
    asc_json_text(json, "href", name);
    asc_json_number(json, "reach", (int)ceil(asc_svg_art_find(&kinds[i], drawing->material)->radius * 1.16));
    asc_json_close(json, '}');
  }
  asc_json_close(json, '}');
}

static int paths_json(asc_json *json, asc_svg_drawing *drawing) {
  int code = ASC_OK;
  asc_json_open(json, "ways", '[');
  for (int i = 0; i < drawing->view->last_path.motion_count; i++) {
    asc_strbuf path = {0};
    drawing->pen.out = &path;
    bool travels = asc_svg_motion_path_data(drawing, &drawing->view->last_path.motions[i]);
    drawing->pen.out = NULL;
    asc_json_text(json, NULL, travels ? path.text : NULL);
    if (path.failed) code = ASC_E_MEMORY;
    free(path.text);
  }
  asc_json_close(json, ']');
  return code;
}

static void box_json(asc_json *json, const asc_svg_drawing *drawing) {
  double margin = drawing->width - drawing->places_box.right, crop = 0;
  if (drawing->material == ASC_SVG_SQUARES) crop = fmin(FRAME_CROP, 0.4 * margin);
  if (drawing->is_round) crop = fmax(0, margin - (drawing->edge_width + drawing->rim_width));
  asc_json_open(json, "box", '[');
  tenths_json(json, crop);
  tenths_json(json, crop);
  tenths_json(json, drawing->width - 2 * crop);
  tenths_json(json, drawing->height - 2 * crop);
  asc_json_close(json, ']');
}

/* A hash of everything that a backdrop depends on: the geometry, but not the pieces. */
static uint64_t backdrop_hash(const asc_svg_drawing *drawing) {
  const asc_view *view = drawing->view;
  uint64_t hash = asc_hash_add(asc_hash_add(0, drawing->material), drawing->is_flipped);
  uint64_t grounds = 0; /* each ground on the board needs its definition */
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)place->x << 32 | (uint32_t)place->y);
    hash = asc_hash_add(asc_hash_text(hash, place->id), (uint64_t)place->size << 8 | (uint8_t)place->outline);
    if (place->ground >= 0) grounds |= 1ULL << (place->ground & 63);
  }
  hash = asc_hash_add(hash, grounds);
  for (int i = 0; i < view->region_count; i++) {
    const asc_region *region = &view->regions[i];
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->left << 32 | (uint32_t)region->top);
    hash = asc_hash_add(hash, (uint64_t)(uint32_t)region->right << 32 | (uint32_t)region->bottom);
  }
  for (int i = 0; i < view->label_count; i++) {
    const asc_label *label = &view->labels[i];
    hash = asc_hash_add(asc_hash_text(hash, label->text), (uint64_t)(uint32_t)label->x << 32 | (uint32_t)label->y);
  }
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *curve = &view->shapes[i].curve;
    if (!asc_svg_shape_is_track(drawing, &view->shapes[i])) continue;
    const int32_t numbers[] = {curve->kind, curve->x1, curve->y1,     curve->x2,       curve->y2,
                               curve->cx,   curve->cy, curve->radius, curve->clockwise};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) hash = asc_hash_add(hash, (uint64_t)numbers[k]);
    hash = asc_hash_text(hash, view->shapes[i].kind);
  }
  return hash;
}

static asc_svg_drawing start_drawing(const asc_scene *scene, const asc_svg_layers_options *options) {
  asc_svg_drawing drawing = {.scene = scene, .view = &scene->view, .is_flipped = options->is_flipped};
  asc_svg_pen_start_named(&drawing.pen, NULL, options->prefix);
  asc_svg_drawing_measure(&drawing);
  return drawing;
}

typedef struct page_layer {
  const char *name;
  void (*draw)(const asc_svg_drawing *drawing);
} page_layer;

static int layers_add(asc_json *json, asc_svg_drawing *drawing, const page_layer *layers, size_t count) {
  int code = ASC_OK;
  for (size_t i = 0; i < count && code == ASC_OK; i++) code = layer_add(json, layers[i].name, drawing, layers[i].draw);
  return code;
}

int asc_svg_layers_backdrop_json(asc_json *json, const char *name, const asc_scene *scene,
                                 const asc_svg_layers_options *options) {
  static const page_layer layers[] = {{"style", style_draw},
                                      {"defs", defs_draw},
                                      {"board", asc_svg_board_draw_base},
                                      {"holes", asc_svg_board_draw_holes}};
  asc_svg_drawing drawing = start_drawing(scene, options);
  asc_json_open(json, name, '{');
  asc_json_hex(json, "key", backdrop_hash(&drawing));
  box_json(json, &drawing);
  asc_json_number(json, "cell", (int)lround(drawing.cell));
  int code = layers_add(json, &drawing, layers, sizeof layers / sizeof layers[0]);
  places_json(json, &drawing);
  kinds_json(json, &drawing);
  asc_json_close(json, '}');
  return code;
}

int asc_svg_layers_position_json(asc_json *json, const char *name, const asc_scene *scene,
                                 const asc_svg_layers_options *options) {
  static const page_layer layers[] = {{"laid", asc_svg_board_draw_changing},
                                      {"leads", asc_svg_board_draw_leads},
                                      {"under", under_draw},
                                      {"men", asc_svg_pieces_draw},
                                      {"over", over_draw},
                                      {"threats", asc_svg_threats_draw}};
  asc_svg_drawing drawing = start_drawing(scene, options);
  asc_json_open(json, name, '{');
  asc_json_hex(json, "backdrop", backdrop_hash(&drawing));
  int code = layers_add(json, &drawing, layers, sizeof layers / sizeof layers[0]);
  if (paths_json(json, &drawing) < 0) code = ASC_E_MEMORY;
  asc_json_close(json, '}');
  return code;
}

int asc_svg_layers_targets_json(asc_json *json, const char *name, const asc_scene *scene,
                                const asc_svg_layers_options *options) {
  asc_svg_drawing drawing = start_drawing(scene, options);
  return layer_add(json, name, &drawing, asc_svg_targets_draw);
}

int asc_svg_layers_preview_json(asc_json *json, const char *name, const asc_scene *scene,
                                const asc_svg_layers_options *options) {
  asc_svg_drawing drawing = start_drawing(scene, options);
  return layer_add(json, name, &drawing, asc_svg_preview_draw);
}
