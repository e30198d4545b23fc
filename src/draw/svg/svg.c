/* The whole drawing of a scene: title and description for screen readers, styles, definitions, then the layers. */
#include "svg.h"

#include "drawing.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = INT8_MAX + 1 }; /* a view refers to a kind by an int8_t */

/* The kinds that are drawn as pieces (on the board, in a reserve or for a seat), and those that are grounds. */
typedef struct used_kinds {
  bool pieces[KINDS_MAX], grounds[KINDS_MAX];
  int count;
} used_kinds;

static void find_used_kinds(const asc_svg_drawing *drawing, used_kinds *used) {
  const asc_view *view = drawing->view;
  used->count =
      drawing->scene->rules->game->kind_count < KINDS_MAX ? drawing->scene->rules->game->kind_count : KINDS_MAX;
  for (int i = 0; i < view->place_count; i++) {
    if (asc_scene_kind(drawing->scene, view->places[i].piece) != NULL) used->pieces[view->places[i].piece] = true;
    if (asc_scene_kind(drawing->scene, view->places[i].ground) != NULL) used->grounds[view->places[i].ground] = true;
  }
  for (int i = 0; i < view->stock_count; i++)
    if (asc_scene_kind(drawing->scene, view->stocks[i].kind) != NULL) used->pieces[view->stocks[i].kind] = true;
  for (int i = 0; i < view->seat_count; i++)
    if (asc_scene_kind(drawing->scene, view->seats[i].kind) != NULL) used->pieces[view->seats[i].kind] = true;
}

/* Writes the points of each seat and their parts, then the pieces and where they are. */
static void game_describe(const asc_svg_drawing *drawing) {
  const asc_scene *scene = drawing->scene;
  char text[ASC_SCENE_GROUP_MAX], points[16];
  for (int i = 0; i < drawing->view->seat_count; i++) {
    const asc_seat *seat = &drawing->view->seats[i];
    asc_strbuf_add_char(drawing->pen.out, ' ');
    asc_svg_pen_escaped(&drawing->pen, asc_message_english(scene->rules, &seat->name, text));
    asc_points_write(seat->points, points);
    asc_strbuf_format(drawing->pen.out, ": %s point%s", points, seat->points == 2 ? "" : "s");
    if (seat->state.key != NULL) {
      asc_strbuf_add_text(drawing->pen.out, " (");
      asc_svg_pen_escaped(&drawing->pen, asc_message_english(scene->rules, &seat->state, text));
      asc_strbuf_add_char(drawing->pen.out, ')');
    }
    asc_strbuf_add_char(drawing->pen.out, '.');
  }
  for (int from = 0; (from = asc_scene_describe_group(scene, "en", from, text)) > 0;) {
    asc_strbuf_add_char(drawing->pen.out, ' ');
    asc_svg_pen_escaped(&drawing->pen, text);
    asc_strbuf_add_char(drawing->pen.out, '.');
  }
}

static void header_write(const asc_svg_drawing *drawing) {
  const asc_scene *scene = drawing->scene;
  char sentence[ASC_SENTENCE_MAX];
  asc_svg_pen_format(
      &drawing->pen,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.1f %.1f' role='img' aria-labelledby='@t @d'>\n"
      "<title id='@t'>",
      drawing->width, drawing->height);
  asc_svg_pen_escaped(&drawing->pen, scene->rules->game->title);
  asc_svg_pen_put(&drawing->pen, "</title>\n<desc id='@d'>");
  if (scene->last_move[0] != '\0') {
    asc_strbuf_format(drawing->pen.out, "After ply %d, ", scene->plies);
    asc_svg_pen_escaped(&drawing->pen, scene->last_move);
    asc_strbuf_add_text(drawing->pen.out, ". ");
  }
  if (scene->prompt.key != NULL)
    asc_svg_pen_escaped(&drawing->pen, asc_message_english(scene->rules, &scene->prompt, sentence));
  game_describe(drawing);
  asc_svg_pen_put(&drawing->pen, "</desc>\n");
}

static void drawing_write(asc_strbuf *out, const asc_scene *scene) {
  asc_svg_drawing drawing = {.scene = scene, .view = &scene->view};
  asc_svg_pen_start(&drawing.pen, out, scene->hash);
  asc_svg_drawing_measure(&drawing);
  asc_svg_tray_measure(&drawing);
  used_kinds used = {0};
  find_used_kinds(&drawing, &used);
  const asc_kind *kinds = asc_svg_drawing_kinds(&drawing);
  header_write(&drawing);
  asc_svg_pen_put(&drawing.pen, "<style>\n");
  asc_svg_pen_tokens(&drawing.pen);
  asc_svg_board_styles(&drawing);
  asc_svg_art_styles(&drawing.pen, kinds, used.pieces, used.count, drawing.material);
  asc_svg_pen_put(&drawing.pen, "</style>\n<defs>\n");
  asc_svg_board_define(&drawing);
  asc_svg_art_ground_define(&drawing.pen, kinds, used.grounds, used.count);
  asc_svg_art_define(&drawing.pen, kinds, used.pieces, used.count, drawing.material);
  asc_svg_pen_put(&drawing.pen, "</defs>\n");
  asc_svg_pen_format(&drawing.pen, "<rect width='%.1f' height='%.1f' class='@bg'/>\n", drawing.width, drawing.height);
  asc_svg_board_draw(&drawing);
  asc_svg_shapes_draw(&drawing);
  asc_svg_move_path_draw(&drawing);
  asc_svg_pieces_draw(&drawing);
  asc_svg_marks_draw_start(&drawing);
  asc_svg_marks_draw_rest(&drawing);
  asc_svg_targets_draw(&drawing);
  asc_svg_tray_draw(&drawing);
  asc_svg_pen_put(&drawing.pen, "</svg>\n");
}

int asc_svg_write(const asc_scene *scene, char **text, size_t *length) {
  asc_strbuf drawing = {0};
  drawing_write(&drawing, scene);
  if (drawing.failed) free(drawing.text);
  *text = drawing.failed ? NULL : drawing.text;
  *length = drawing.length;
  return drawing.failed ? ASC_E_MEMORY : ASC_OK;
}

int asc_svg_write_play(const asc_play *play, int event_count, char **text, size_t *length) {
  *text = NULL;
  *length = 0;
  if (event_count < 0 || event_count > asc_play_event_count(play)) return ASC_E_STATE;
  asc_scene *scene = malloc(sizeof *scene);
  if (scene == NULL) return ASC_E_MEMORY;
  asc_scene_read_at(scene, play, event_count, NULL);
  int code = asc_svg_write(scene, text, length);
  free(scene);
  return code;
}
