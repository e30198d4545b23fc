#include "svg.h"

#include "stage.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = INT8_MAX + 1 }; /* a view names a kind by an int8_t */

/* Which kinds stand or are in hand, and which lie on the ground. */
typedef struct kinds_used {
  bool men[KINDS_MAX], grounds[KINDS_MAX];
  int count;
} kinds_used;

static void kinds_find(const svg_stage *stage, kinds_used *used) {
  const asc_view *view = stage->view;
  used->count = stage->scene->rules->game->kind_count < KINDS_MAX ? stage->scene->rules->game->kind_count : KINDS_MAX;
  for (int i = 0; i < view->place_count; i++) {
    if (asc_scene_kind(stage->scene, view->places[i].man) != NULL) used->men[view->places[i].man] = true;
    if (asc_scene_kind(stage->scene, view->places[i].ground) != NULL) used->grounds[view->places[i].ground] = true;
  }
  for (int i = 0; i < view->stock_count; i++)
    if (asc_scene_kind(stage->scene, view->stocks[i].kind) != NULL) used->men[view->stocks[i].kind] = true;
  for (int i = 0; i < view->seat_count; i++)
    if (asc_scene_kind(stage->scene, view->seats[i].kind) != NULL) used->men[view->seats[i].kind] = true;
}

/* The points of each seat and what they are made of, then what stands where. */
static void game_describe(const svg_stage *stage) {
  const asc_scene *scene = stage->scene;
  char text[SCENE_GROUP_MAX], points[16];
  for (int i = 0; i < stage->view->seat_count; i++) {
    const asc_seat *seat = &stage->view->seats[i];
    asc_growing_char(stage->pen.out, ' ');
    asc_pen_words(&stage->pen, asc_message_english(scene->rules, &seat->name, text));
    asc_points_write(seat->points, points);
    asc_growing_format(stage->pen.out, ": %s point%s", points, seat->points == 2 ? "" : "s");
    if (seat->state.key != NULL) {
      asc_growing_text(stage->pen.out, " (");
      asc_pen_words(&stage->pen, asc_message_english(scene->rules, &seat->state, text));
      asc_growing_char(stage->pen.out, ')');
    }
    asc_growing_char(stage->pen.out, '.');
  }
  for (int at = 0; (at = asc_scene_group(scene, "en", at, text)) > 0;) {
    asc_growing_char(stage->pen.out, ' ');
    asc_pen_words(&stage->pen, text);
    asc_growing_char(stage->pen.out, '.');
  }
}

static void head_write(const svg_stage *stage) {
  const asc_scene *scene = stage->scene;
  char sentence[ASC_SENTENCE_MAX];
  asc_pen_format(&stage->pen,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.1f %.1f' role='img' aria-labelledby='@t @d'>\n"
                 "<title id='@t'>",
                 stage->width, stage->height);
  asc_pen_words(&stage->pen, scene->rules->game->title);
  asc_pen_put(&stage->pen, "</title>\n<desc id='@d'>");
  if (scene->last[0] != '\0') {
    asc_growing_format(stage->pen.out, "After ply %d, ", scene->plies);
    asc_pen_words(&stage->pen, scene->last);
    asc_growing_text(stage->pen.out, ". ");
  }
  if (scene->prompt.key != NULL)
    asc_pen_words(&stage->pen, asc_message_english(scene->rules, &scene->prompt, sentence));
  game_describe(stage);
  asc_pen_put(&stage->pen, "</desc>\n");
}

static void drawing_write(asc_growing *out, const asc_scene *scene) {
  svg_stage stage = {.scene = scene, .view = &scene->view};
  asc_pen_begin(&stage.pen, out, scene->hash);
  asc_svg_stage_measure(&stage);
  asc_svg_tray_measure(&stage);
  kinds_used used = {0};
  kinds_find(&stage, &used);
  const asc_kind *kinds = asc_stage_kinds(&stage);
  head_write(&stage);
  asc_pen_put(&stage.pen, "<style>\n");
  asc_pen_tokens(&stage.pen);
  asc_svg_board_styles(&stage);
  asc_svg_art_styles(&stage.pen, kinds, used.men, used.count, stage.material);
  asc_pen_put(&stage.pen, "</style>\n<defs>\n");
  asc_svg_board_define(&stage);
  asc_svg_ground_define(&stage.pen, kinds, used.grounds, used.count);
  asc_svg_art_define(&stage.pen, kinds, used.men, used.count, stage.material);
  asc_pen_put(&stage.pen, "</defs>\n");
  asc_pen_format(&stage.pen, "<rect width='%.1f' height='%.1f' class='@bg'/>\n", stage.width, stage.height);
  asc_svg_board_draw(&stage);
  asc_svg_shapes_draw(&stage);
  asc_svg_way_draw(&stage);
  asc_svg_men_draw(&stage);
  asc_svg_marks_draw(&stage);
  asc_svg_targets_draw(&stage);
  asc_svg_tray_draw(&stage);
  asc_pen_put(&stage.pen, "</svg>\n");
}

int asc_svg_text(const asc_scene *scene, char **text, size_t *length) {
  asc_growing drawing = {0};
  drawing_write(&drawing, scene);
  if (drawing.failed) free(drawing.text);
  *text = drawing.failed ? NULL : drawing.text;
  *length = drawing.length;
  return drawing.failed ? ASC_E_MEMORY : ASC_OK;
}
