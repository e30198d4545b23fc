#include "page.h"

#include "core/hash.h"
#include "stage.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { KINDS_MAX = INT8_MAX + 1, SHADOW = 5 }; /* what of the margin beyond the frame is worth showing */

static void style_write(const svg_stage *stage, const bool *men, int count) {
  asc_pen_tokens_themed(&stage->pen, ".board,.man");
  asc_svg_board_styles(stage);
  asc_svg_art_styles(&stage->pen, asc_stage_kinds(stage), men, count, stage->material);
}

static void defs_write(const svg_stage *stage, const bool *men, int count) {
  const asc_kind *kinds = asc_stage_kinds(stage);
  bool grounds[KINDS_MAX] = {false};
  for (int i = 0; i < stage->view->place_count; i++)
    if (asc_scene_kind(stage->scene, stage->view->places[i].ground) != NULL)
      grounds[stage->view->places[i].ground] = true;
  asc_svg_board_define(stage);
  asc_svg_ground_define(&stage->pen, kinds, grounds, count);
  asc_svg_art_define(&stage->pen, kinds, men, count, stage->material);
}

/* What is new with the last move stands in a group that says so: a page lets it appear when the man has arrived. */
static void under_draw(const svg_stage *stage) {
  asc_svg_lit_draw(stage);
  asc_svg_shapes_draw(stage);
  if (stage->view->last.motion_count == 0) return;
  asc_pen_put(&stage->pen, "<g data-new=''>");
  asc_svg_way_draw(stage);
  asc_pen_put(&stage->pen, "</g>\n");
}

/* Draws a layer into memory and adds it as a string. */
static int layer_add(asc_json *json, const char *name, svg_stage *stage, void (*draw)(const svg_stage *stage)) {
  asc_growing layer = {0};
  stage->pen.out = &layer;
  draw(stage);
  stage->pen.out = NULL;
  asc_json_string_begin(json, name);
  asc_json_string_put(json, layer.text, layer.length);
  asc_json_string_end(json);
  free(layer.text);
  return layer.failed ? ASC_E_MEMORY : ASC_OK;
}

/* All kinds are defined, on the board or not: seats and hands show them too. */
static void all_men(const svg_stage *stage, bool men[KINDS_MAX], int *count) {
  *count = stage->scene->rules->game->kind_count < KINDS_MAX ? stage->scene->rules->game->kind_count : KINDS_MAX;
  for (int i = 0; i < *count; i++) men[i] = true;
  for (int i = 0; i < stage->view->place_count; i++)
    if (stage->view->places[i].ground >= 0) men[stage->view->places[i].ground] = false;
}

static void style_draw(const svg_stage *stage) {
  bool men[KINDS_MAX] = {false};
  int count;
  all_men(stage, men, &count);
  style_write(stage, men, count);
}

static void defs_draw(const svg_stage *stage) {
  bool men[KINDS_MAX] = {false};
  int count;
  all_men(stage, men, &count);
  defs_write(stage, men, count);
}

static void tenths_json(asc_json *json, double value) { asc_json_hundredths(json, NULL, lround(10 * value) * 10); }

/* How far around its middle a place may be touched. */
static double place_reach(const svg_stage *stage) { return stage->cell / 2; }

static void places_json(asc_json *json, const svg_stage *stage) {
  asc_json_open(json, "places", '{');
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    asc_json_open(json, place->id, '[');
    tenths_json(json, asc_stage_x(stage, place->x));
    tenths_json(json, asc_stage_y(stage, place->y));
    tenths_json(json, place_reach(stage));
    asc_json_close(json, ']');
  }
  asc_json_close(json, '}');
}

static void kinds_json(asc_json *json, const svg_stage *stage) {
  const asc_kind *kinds = asc_stage_kinds(stage);
  bool men[KINDS_MAX] = {false};
  int count;
  all_men(stage, men, &count);
  asc_json_open(json, "kinds", '{');
  for (int i = 0; i < count; i++) {
    if (!men[i]) continue;
    char name[SVG_NAME_MAX];
    asc_svg_art_name(&stage->pen, kinds, i, stage->material, name);
    asc_json_open(json, kinds[i].id, '{');
    asc_json_text(json, "href", name);
    asc_json_number(json, "reach", (int)ceil(asc_svg_art_find(&kinds[i], stage->material)->radius * 1.16));
    asc_json_close(json, '}');
  }
  asc_json_close(json, '}');
}

static int ways_json(asc_json *json, svg_stage *stage) {
  int code = ASC_OK;
  asc_json_open(json, "ways", '[');
  for (int i = 0; i < stage->view->last.motion_count; i++) {
    asc_growing way = {0};
    stage->pen.out = &way;
    bool travels = asc_svg_way_path(stage, &stage->view->last.motions[i]);
    stage->pen.out = NULL;
    asc_json_text(json, NULL, travels ? way.text : NULL);
    if (way.failed) code = ASC_E_MEMORY;
    free(way.text);
  }
  asc_json_close(json, ']');
  return code;
}

static void box_json(asc_json *json, const svg_stage *stage) {
  double margin = stage->width - stage->places.right, crop = 0;
  if (stage->material == SVG_SQUARES) crop = fmin(SHADOW, 0.4 * margin);
  if (stage->round) crop = fmax(0, margin - (stage->edge + stage->rim));
  asc_json_open(json, "box", '[');
  tenths_json(json, crop);
  tenths_json(json, crop);
  tenths_json(json, stage->width - 2 * crop);
  tenths_json(json, stage->height - 2 * crop);
  asc_json_close(json, ']');
}

/* All that a backdrop shows: where things are, not what stands on them. */
static uint64_t backdrop_hash(const svg_stage *stage) {
  const asc_view *view = stage->view;
  uint64_t hash = asc_hash_add(asc_hash_add(0, stage->material), stage->flipped);
  uint64_t grounds = 0; /* what lies somewhere has its definition */
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
    if (!asc_svg_is_track(stage, &view->shapes[i])) continue;
    const int32_t numbers[] = {curve->form, curve->x1, curve->y1,     curve->x2,       curve->y2,
                               curve->cx,   curve->cy, curve->radius, curve->clockwise};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) hash = asc_hash_add(hash, (uint64_t)numbers[k]);
    hash = asc_hash_text(hash, view->shapes[i].kind);
  }
  return hash;
}

static void key_json(asc_json *json, const char *name, const svg_stage *stage) {
  char key[24];
  (void)snprintf(key, sizeof key, "%" PRIx64, backdrop_hash(stage));
  asc_json_text(json, name, key);
}

static svg_stage stage_begin(const asc_scene *scene, const svg_page_options *options) {
  svg_stage stage = {.scene = scene, .view = &scene->view, .flipped = options->flipped};
  asc_pen_begin_named(&stage.pen, NULL, options->prefix);
  asc_svg_stage_measure(&stage);
  return stage;
}

typedef struct page_layer {
  const char *name;
  void (*draw)(const svg_stage *stage);
} page_layer;

static int layers_add(asc_json *json, svg_stage *stage, const page_layer *layers, size_t count) {
  int code = ASC_OK;
  for (size_t i = 0; i < count && code == ASC_OK; i++) code = layer_add(json, layers[i].name, stage, layers[i].draw);
  return code;
}

int asc_svg_page_backdrop(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options) {
  static const page_layer layers[] = {
      {"style", style_draw}, {"defs", defs_draw}, {"board", asc_svg_base_draw}, {"holes", asc_svg_holes_draw}};
  svg_stage stage = stage_begin(scene, options);
  asc_json_open(json, name, '{');
  key_json(json, "key", &stage);
  box_json(json, &stage);
  asc_json_number(json, "cell", (int)lround(stage.cell));
  int code = layers_add(json, &stage, layers, sizeof layers / sizeof layers[0]);
  places_json(json, &stage);
  kinds_json(json, &stage);
  asc_json_close(json, '}');
  return code;
}

int asc_svg_page_drawing(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options) {
  static const page_layer layers[] = {{"laid", asc_svg_laid_draw},  {"leads", asc_svg_leads_draw},
                                      {"under", under_draw},        {"men", asc_svg_men_draw},
                                      {"over", asc_svg_marks_draw}, {"threats", asc_svg_threats_draw}};
  svg_stage stage = stage_begin(scene, options);
  asc_json_open(json, name, '{');
  key_json(json, "backdrop", &stage);
  int code = layers_add(json, &stage, layers, sizeof layers / sizeof layers[0]);
  if (ways_json(json, &stage) < 0) code = ASC_E_MEMORY;
  asc_json_close(json, '}');
  return code;
}

int asc_svg_page_targets(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options) {
  svg_stage stage = stage_begin(scene, options);
  return layer_add(json, name, &stage, asc_svg_targets_draw);
}

int asc_svg_page_ahead(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options) {
  svg_stage stage = stage_begin(scene, options);
  return layer_add(json, name, &stage, asc_svg_ahead_draw);
}
