/* The marks of an analysis: moves as arrows and discs. Width, dashes and fill tell them apart; colour adds little.

   An arrow follows the path of the move, arcs included. Arrows that leave a place in the same direction lie side by
   side. Discs lie above all arrows; two discs that would touch become one. The marks are read twice: once to count the
   arrows per direction, once to draw. layers.h describes the text format. */
#include "drawing.h"
#include "layers.h"

#include "base/text.h"

#include <ascona/edit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISCS_MAX = 64, LABEL_MAX = 16, ARROWS_OF_LINE = 3, PHONE_PIXELS = 333 };

typedef struct mark_look {
  const char *word, *group; /* group: CSS class of a group around it, which sets the colour; NULL: mark on halo */
  double width;             /* of the arrow, in stroke units (unit_of); 0: no arrow */
  const char *dashes;
  bool filled; /* arrowhead and disc are solid */
} mark_look;

static const mark_look looks[] = {
    {"best", NULL, 2.27, "", true},
    {"better", NULL, 2.27, "", true},
    {"also", NULL, 1.18, "", false},
    {"reach", NULL, 0, "", true},
    {"less", NULL, 0, "", false},
    {"played", NULL, 1.4, "dotted", false},
    {"threat", "study-threat", 1.4, "dashed", false},
    {"line", NULL, 2, "", true},
    {"own", "study-own", 1.8, "", true},
};

typedef struct disc {
  double x, y;
  bool filled;
  char label[LABEL_MAX];
} disc;

/* Arrows that leave one place in one direction: how many there are, and how many are drawn so far. */
typedef struct direction {
  char key[ASC_TOKEN_MAX + 16];
  int total, drawn;
} direction;

typedef struct analysis_marks {
  asc_svg_drawing *drawing;
  asc_scene *scene;
  const void *position;
  const char *text;
  disc discs[DISCS_MAX];
  int disc_count;
  direction directions[DISCS_MAX];
  int direction_count;
  bool counting; /* the first pass, which counts the arrows per direction; its drawing is discarded */
} analysis_marks;

/* The unit of stroke widths. On circles, where the line of the last move is wide, it is less than that line. */
static double unit_of(const asc_svg_drawing *drawing) {
  return drawing->line_width * (drawing->material == ASC_SVG_CIRCLES ? 0.62 : 1);
}

/* At least 12 pixels on the board of a small phone, and no larger on the large cards than on squares. */
static double disc_radius(const asc_svg_drawing *drawing) {
  double size = fmax(drawing->width, drawing->height);
  return fmax(fmin(drawing->cell * 0.31, size * 0.053), 12 * size / PHONE_PIXELS);
}

static const asc_place *place_of(const asc_svg_drawing *drawing, const char *id) {
  int index = asc_scene_find_place(drawing->view, id);
  return index < 0 ? NULL : &drawing->view->places[index];
}

/* Whether the label is a symbol (check mark or steps), not a number. */
static bool is_symbol(const char *label) { return strcmp(label, "check") == 0 || strncmp(label, "step", 4) == 0; }

/* Marks the target of a move whose disc was merged with another disc. */
static void dot_draw(const asc_svg_drawing *drawing, double x, double y, double radius) {
  asc_svg_pen_format(
      &drawing->pen,
      "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@hf'/><circle cx='%.1f' cy='%.1f' r='%.1f' class='@mf'/>\n", x, y,
      radius * 1.5, x, y, radius);
}

static void disc_add(analysis_marks *marks, double x, double y, const char *label, bool filled) {
  for (int i = 0; i < marks->disc_count; i++) {
    disc *other = &marks->discs[i];
    double radius = disc_radius(marks->drawing), apart = hypot(other->x - x, other->y - y);
    size_t length = strlen(other->label);
    if (apart > 1 && (apart >= 2 * radius || is_symbol(label) || is_symbol(other->label))) continue;
    if (apart > 1) dot_draw(marks->drawing, x, y, radius * 0.4);
    (void)snprintf(other->label + length, sizeof other->label - length, ", %s", label);
    other->filled |= filled;
    return;
  }
  if (marks->disc_count == DISCS_MAX) return;
  disc *added = &marks->discs[marks->disc_count++];
  *added = (disc){.x = x, .y = y, .filled = filled};
  (void)snprintf(added->label, sizeof added->label, "%s", label);
}

/* A map of values shows one value per place: the first, which is the best. */
static bool has_disc(const analysis_marks *marks, double x, double y) {
  for (int i = 0; i < marks->disc_count; i++)
    if (hypot(marks->discs[i].x - x, marks->discs[i].y - y) <= 1) return true;
  return false;
}

static void symbol_draw(const asc_svg_drawing *drawing, const disc *mark, double radius) {
  static const char *const symbols[] = {"M-.45 .02L-.12 .36L.48-.32", "M-.5-.2H0V.2H.5", "M-.55-.35H-.18V0H.18V.35H.55",
                                        "M-.6-.42H-.3V-.14H0V.14H.3V.42H.6"};
  int symbol = strcmp(mark->label, "check") == 0 ? 0 : mark->label[4] - '0';
  asc_svg_pen_format(&drawing->pen,
                     "<path d='%s' transform='translate(%.1f %.1f)scale(%.2f)' class='@%c' stroke-width='%.2f'/>",
                     symbols[symbol >= 0 && symbol < 4 ? symbol : 1], mark->x, mark->y, radius,
                     mark->filled ? 'h' : 'm', 2.2 / radius);
}

static void discs_draw(const analysis_marks *marks) {
  const asc_svg_drawing *drawing = marks->drawing;
  double radius = disc_radius(drawing), edge = radius * 0.17;
  for (int i = 0; i < marks->disc_count; i++) {
    const disc *mark = &marks->discs[i];
    bool symbol = is_symbol(mark->label);
    size_t length = strlen(mark->label);
    if (strncmp(mark->label, "−", strlen("−")) == 0) length--; /* three bytes, but as wide as two digits */
    asc_svg_pen_format(&drawing->pen,
                       "<g class='study-disc%s'><circle cx='%.1f' cy='%.1f' r='%.1f' class='@%s'/><circle cx='%.1f' "
                       "cy='%.1f' r='%.1f' class='@%c' stroke-width='%.1f'/>",
                       mark->filled ? "" : " is-open", mark->x, mark->y, radius, mark->filled ? "mf" : "hf", mark->x,
                       mark->y, mark->filled ? radius + edge / 2 : radius - edge / 2, mark->filled ? 'h' : 'm', edge);
    if (symbol) {
      symbol_draw(drawing, mark, radius);
    } else if (length > 0) {
      double font = radius * (length > 3 ? 0.75 : length > 2 ? 0.9 : 1.12);
      asc_svg_pen_format(&drawing->pen, "<text x='%.1f' y='%.1f' font-size='%.1f' class='@%s'>", mark->x,
                         mark->y + font * 0.36, font, mark->filled ? "hf" : "mf");
      asc_svg_pen_escaped(&drawing->pen, mark->label);
      asc_svg_pen_put(&drawing->pen, "</text>");
    }
    asc_svg_pen_put(&drawing->pen, "</g>\n");
  }
}

/* Draws a triangle with its tip at (x, y) in the direction (dx, dy). If it is not filled, it has the colour of the
   halo. */
static void head_draw(const asc_svg_drawing *drawing, double x, double y, double dx, double dy, double width,
                      bool filled) {
  double unit = unit_of(drawing), half = 1.25 * width + 1.1 * unit, length = 1.9 * width + 2.2 * unit;
  double norm = fmax(hypot(dx, dy), 1e-6);
  dx /= norm, dy /= norm;
  char path[128];
  asc_svg_pen_format_part(&drawing->pen, path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", x, y,
                          x - length * dx - half * dy, y - length * dy + half * dx, x - length * dx + half * dy,
                          y - length * dy - half * dx);
  asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@h' stroke-width='%.1f'/>", path, unit * (filled ? 1.6 : 2.6));
  asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@%s'/>", path, filled ? "mf" : "hf");
  if (!filled) asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@m' stroke-width='%.1f'/>", path, unit * 0.8);
}

static void dashes_write(const asc_svg_pen *pen, const mark_look *look, double width, char dashes[64]) {
  dashes[0] = '\0';
  if (strcmp(look->dashes, "dotted") == 0)
    asc_svg_pen_format_part(pen, dashes, 64, " stroke-dasharray='0.1 %.1f'", width * 1.7);
  else if (look->dashes[0] != '\0')
    asc_svg_pen_format_part(pen, dashes, 64, " stroke-dasharray='%.1f %.1f'", width * 2.4, width * 2.2);
}

/* Draws an arrow along a motion. Its tip stays `short_of` units away from the end if there is room. */
static void arrow_draw(const asc_svg_drawing *drawing, const asc_motion *motion, const mark_look *look,
                       double short_of) {
  double unit = unit_of(drawing), width = look->width * unit, length = 1.9 * width + 2.2 * unit;
  const asc_place *from = place_of(drawing, motion->from), *to = place_of(drawing, motion->to);
  double start = from == NULL ? 0 : asc_svg_drawing_piece_radius(drawing, from) + unit;
  double piece_radius = to == NULL ? 0 : asc_svg_drawing_piece_radius(drawing, to),
         room = asc_svg_motion_last_curve_length(drawing, motion);
  double tip = fmin(fmax(short_of, piece_radius > 0 ? piece_radius + unit : unit), room * 0.6);
  double end = fmin(tip + length * 0.8, room * 0.95), x, y, back_x, back_y;
  char line[128], dashes[64];
  asc_svg_pen_format_part(&drawing->pen, line, sizeof line, "class='@h' stroke-width='%.1f'", width + 1.5 * unit);
  asc_svg_motion_line_draw(drawing, motion, start, end, line);
  dashes_write(&drawing->pen, look, width, dashes);
  asc_svg_pen_format_part(&drawing->pen, line, sizeof line, "class='@m' stroke-width='%.1f'%s", width, dashes);
  asc_svg_motion_line_draw(drawing, motion, start, end, line);
  asc_svg_motion_point(drawing, motion, tip, &x, &y);
  asc_svg_motion_point(drawing, motion, tip + unit * 2, &back_x, &back_y);
  head_draw(drawing, x, y, x - back_x, y - back_y, width, look->filled);
}

static direction *direction_of(analysis_marks *marks, const char *from, double dx, double dy) {
  direction added = {0};
  (void)snprintf(added.key, sizeof added.key, "%s %d %d", from, (int)lround(20 * dx), (int)lround(20 * dy));
  for (int i = 0; i < marks->direction_count; i++)
    if (strcmp(marks->directions[i].key, added.key) == 0) return &marks->directions[i];
  if (marks->direction_count == DISCS_MAX) return NULL;
  marks->directions[marks->direction_count] = added;
  return &marks->directions[marks->direction_count++];
}

/* Returns how far an arrow is shifted sideways, so that arrows in the same direction lie 13/60 of a cell apart. Sets
   (*dx, *dy) to the unit normal of the direction in which its first curve starts. In the first pass it counts the arrow
   and returns 0. */
static double side_of(analysis_marks *marks, const asc_motion *motion, double *dx, double *dy) {
  const asc_svg_drawing *drawing = marks->drawing;
  const asc_place *from = place_of(drawing, motion->from);
  const asc_curve *first = &drawing->view->last_path.curves[motion->curve];
  if (from == NULL || motion->curves > 1) return 0;
  double x = first->x2 - first->x1, y = first->y2 - first->y1;
  if (first->kind == ASC_CURVE_ARC) {
    int turn = first->clockwise ? 1 : -1;
    x = -turn * (first->y1 - first->cy), y = turn * (first->x1 - first->cx);
  }
  double norm = fmax(hypot(x, y), 1e-6);
  *dx = -y / norm, *dy = x / norm;
  if (drawing->is_flipped) *dx = -*dx, *dy = -*dy;
  direction *along = direction_of(marks, from->id, x / norm, y / norm);
  if (along == NULL) return 0;
  if (marks->counting) along->total++;
  if (marks->counting || along->total < 2) return 0;
  int index = along->drawn++, middle = along->total % 2; /* if their number is odd, the first is not shifted */
  int steps = index < middle ? 0 : (index - middle) / 2 + 1;
  return ((index - middle) % 2 == 0 ? 1 : -1) * steps * drawing->cell * 13 / 60;
}

static void motion_draw(analysis_marks *marks, const asc_motion *motion, const mark_look *look, const char *label,
                        bool is_rank, bool is_value) {
  const asc_svg_drawing *drawing = marks->drawing;
  char dashes[64];
  const asc_place *to = place_of(drawing, motion->to), *from = place_of(drawing, motion->from);
  bool has_label = label[0] != '\0';
  if (asc_svg_motion_travels(drawing, motion)) {
    /* The arrows of a map of values are not shifted. */
    double dx = 0, dy = 0, side = is_value ? 0 : side_of(marks, motion, &dx, &dy), radius = disc_radius(drawing);
    bool ends = has_label && !is_rank;
    if (side != 0) asc_svg_pen_format(&drawing->pen, "<g transform='translate(%.1f %.1f)'>", side * dx, side * dy);
    arrow_draw(drawing, motion, look, ends ? radius * 1.25 : 0);
    if (side != 0) asc_svg_pen_put(&drawing->pen, "</g>");
    if (ends && to != NULL &&
        !(is_value && has_disc(marks, asc_svg_drawing_x(drawing, to->x), asc_svg_drawing_y(drawing, to->y))))
      disc_add(marks, asc_svg_drawing_x(drawing, to->x) + side * dx, asc_svg_drawing_y(drawing, to->y) + side * dy,
               label, look->filled);
  } else if (motion->type == ASC_MOTION_PLACE && to != NULL && has_label) {
    disc_add(marks, asc_svg_drawing_x(drawing, to->x), asc_svg_drawing_y(drawing, to->y), label, look->filled);
  } else if (motion->type == ASC_MOTION_PLACE && to != NULL) {
    /* A dashed ring goes around a disc that may lie there. */
    double width = unit_of(drawing) * (look->filled ? 1 : 0.8), reach = drawing->cell * 0.3;
    dashes_write(&drawing->pen, look, width, dashes);
    asc_svg_ring_draw(drawing, to, dashes[0] != '\0' ? fmax(reach, disc_radius(drawing) * 1.25) : reach, width, dashes);
  } else if (motion->type == ASC_MOTION_TURN && (to != NULL || from != NULL)) {
    asc_svg_turn_arrow_draw(drawing, to != NULL ? to : from);
  }
}

/* Plays the move written as `token` and puts its path into the scene. Returns false if it is not legal. */
static bool play_move(analysis_marks *marks, asc_position *position, const char *token) {
  const asc_rules *rules = marks->scene->rules;
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    char text[ASC_TOKEN_MAX];
    asc_move_write(rules, position, moves[i], text);
    if (strcmp(text, token) != 0) continue;
    asc_move_path(rules, position, moves[i], &marks->scene->view.last_path);
    asc_position_play(rules, position, moves[i]);
    return true;
  }
  return false;
}

/* Marks the place where a move ends, without an arrow. If several moves end on a place, the first is shown. */
static void end_draw(analysis_marks *marks, const mark_look *look, const char *label) {
  const asc_svg_drawing *drawing = marks->drawing;
  const asc_motion *end = NULL;
  for (int i = 0; i < drawing->view->last_path.motion_count; i++) {
    const asc_motion *motion = &drawing->view->last_path.motions[i];
    if (asc_svg_motion_travels(drawing, motion) || (end == NULL && motion->type == ASC_MOTION_PLACE)) end = motion;
  }
  const asc_place *to = end == NULL ? NULL : place_of(drawing, end->to);
  if (to == NULL) return;
  double x = asc_svg_drawing_x(drawing, to->x), y = asc_svg_drawing_y(drawing, to->y);
  if (!has_disc(marks, x, y)) disc_add(marks, x, y, label, look->filled);
}

/* A move that travels does not show its rank. A piece that it also places is a ring, which a map of values leaves
   out. */
static void move_draw(analysis_marks *marks, const mark_look *look, const char *label, bool is_rank, bool is_value) {
  const asc_path *path = &marks->drawing->view->last_path;
  bool travels = false;
  if (look->width == 0) {
    end_draw(marks, look, label);
    return;
  }
  for (int i = 0; i < path->motion_count; i++) travels |= asc_svg_motion_travels(marks->drawing, &path->motions[i]);
  for (int i = 0; i < path->motion_count; i++) {
    bool places = path->motions[i].type == ASC_MOTION_PLACE;
    if (places && travels && is_value) continue;
    motion_draw(marks, &path->motions[i], look, places && travels ? "" : label, is_rank, is_value);
  }
  asc_svg_pen_put(&marks->drawing->pen, "\n");
}

/* Draws the moves of a line with their numbers. Stops at the first move after ARROWS_OF_LINE moves that is not a
   placement. The first mark is filled. */
static void line_draw(analysis_marks *marks, char *moves) {
  asc_position position;
  char *rest = NULL;
  int number = 0;
  memcpy(&position, marks->position, marks->scene->rules->position_size);
  for (char *token = strtok_r(moves, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
    char label[LABEL_MAX];
    if (!play_move(marks, &position, token)) return;
    const asc_path *path = &marks->drawing->view->last_path;
    bool places = path->motion_count > 0 && path->motions[0].type == ASC_MOTION_PLACE;
    if (!places && number >= ARROWS_OF_LINE) return;
    (void)snprintf(label, sizeof label, "%d", ++number);
    mark_look look = looks[number == 1 ? 0 : 2];
    move_draw(marks, &look, label, false, false);
  }
}

/* Outlines a shape that a move would complete: a capsule around four in a row, a ring around a figure. */
static void capsule_draw(const asc_svg_drawing *drawing, const asc_curve *curve, const mark_look *look) {
  double unit = unit_of(drawing), width = 1.18 * unit, radius = drawing->cell * 26 / 60;
  double x1 = asc_svg_drawing_x(drawing, curve->x1), y1 = asc_svg_drawing_y(drawing, curve->y1);
  double x2 = asc_svg_drawing_x(drawing, curve->x2), y2 = asc_svg_drawing_y(drawing, curve->y2);
  char dashes[64], path[192];
  if (curve->kind == ASC_CURVE_CIRCLE) {
    x1 = x2 = asc_svg_drawing_x(drawing, curve->cx), y1 = y2 = asc_svg_drawing_y(drawing, curve->cy);
    radius = curve->radius * drawing->scale * 1.25;
  }
  double norm = hypot(x2 - x1, y2 - y1), nx = norm > 0 ? -(y2 - y1) / norm * radius : radius;
  double ny = norm > 0 ? (x2 - x1) / norm * radius : 0;
  dashes_write(&drawing->pen, look, width, dashes);
  asc_svg_pen_format_part(&drawing->pen, path, sizeof path,
                          "M%.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 0 %.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 0 %.1f %.1fZ",
                          x1 + nx, y1 + ny, x2 + nx, y2 + ny, radius, radius, x2 - nx, y2 - ny, x1 - nx, y1 - ny,
                          radius, radius, x1 + nx, y1 + ny);
  asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@h' stroke-width='%.1f'/>", path, 2.7 * unit);
  asc_svg_pen_format(&drawing->pen, "<path d='%s' class='@m' stroke-width='%.1f'%s/>\n", path, width, dashes);
}

/* Whether the shape is a goal of the game: four in a row, a chain, a figure. */
static bool is_goal(const asc_shape *shape) {
  return strncmp(shape->kind, "relay", 5) == 0 || strncmp(shape->kind, "chain", 5) == 0 ||
         strstr(shape->kind, "figure") != NULL;
}

static bool same_curve(const asc_curve *a, const asc_curve *b) {
  return a->kind == b->kind && a->x1 == b->x1 && a->y1 == b->y1 && a->x2 == b->x2 && a->y2 == b->y2 && a->cx == b->cx &&
         a->cy == b->cy;
}

/* Draws the whole turn of the next player, if it were their turn now, and the goals that it would complete. */
static void threat_draw(analysis_marks *marks, const mark_look *look, char *moves) {
  const asc_rules *rules = marks->scene->rules;
  const asc_view *now = &marks->scene->view;
  asc_position position;
  asc_view after;
  char *rest = NULL;
  memcpy(&position, marks->position, rules->position_size);
  if (!asc_position_pass(rules, &position)) return;
  for (char *token = strtok_r(moves, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
    if (!play_move(marks, &position, token)) return;
    move_draw(marks, look, "", false, false);
  }
  asc_position_view(rules, &position, NULL, 0, &after);
  for (int i = 0; i < after.shape_count; i++) {
    bool is_old = !is_goal(&after.shapes[i]);
    for (int k = 0; k < now->shape_count; k++)
      is_old |= is_goal(&now->shapes[k]) && same_curve(&now->shapes[k].curve, &after.shapes[i].curve);
    if (!is_old) capsule_draw(marks->drawing, &after.shapes[i].curve, look);
  }
}

static bool is_on_circle(const asc_shape *circle, double x, double y) {
  return circle->curve.kind == ASC_CURVE_CIRCLE && fabs(hypot(x - circle->curve.cx, y - circle->curve.cy) -
                                                        circle->curve.radius) < circle->curve.radius * 0.01 + 2;
}

/* Sets *arc to the shorter arc of a circle between two of its places. Returns its length. */
static double arc_along(const asc_shape *circle, const asc_place *from, const asc_place *to, asc_curve *arc) {
  const asc_curve *c = &circle->curve;
  double turn = atan2(to->y - c->cy, to->x - c->cx) - atan2(from->y - c->cy, from->x - c->cx), half = acos(-1);
  if (turn > half) turn -= 2 * half;
  if (turn < -half) turn += 2 * half;
  *arc = *c;
  arc->kind = ASC_CURVE_ARC, arc->clockwise = turn > 0;
  arc->x1 = from->x, arc->y1 = from->y, arc->x2 = to->x, arc->y2 = to->y;
  return fabs(turn) * c->radius;
}

/* Finds the shortest path along the circles of the board that switches circles at most once. Returns the number of
   curves; 0 if there is no path. */
static int find_circle_path(const asc_view *view, const asc_place *from, const asc_place *to, asc_curve curves[2]) {
  double shortest = 1e9;
  int count = 0;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_shape *first = &view->shapes[i];
    if (!is_on_circle(first, from->x, from->y)) continue;
    for (int k = 0; k < view->place_count; k++) {
      const asc_place *middle = &view->places[k];
      if (middle == from || !is_on_circle(first, middle->x, middle->y)) continue;
      for (int j = 0; j < view->shape_count; j++) {
        asc_curve arcs[2];
        bool is_direct = middle == to;
        if (!is_direct && (j == i || !is_on_circle(&view->shapes[j], middle->x, middle->y) ||
                           !is_on_circle(&view->shapes[j], to->x, to->y)))
          continue;
        double length = arc_along(first, from, middle, &arcs[0]);
        if (!is_direct) length += arc_along(&view->shapes[j], middle, to, &arcs[1]);
        if (length >= shortest) continue;
        shortest = length, count = is_direct ? 1 : 2;
        memcpy(curves, arcs, sizeof arcs);
      }
    }
  }
  return count;
}

/* Draws a mark of the user: a ring around a place, or an arrow between two places. On circles it follows the circles if
   it can. */
static void own_draw(analysis_marks *marks, const mark_look *look, char *ids) {
  const asc_svg_drawing *drawing = marks->drawing;
  char *comma = strchr(ids, ',');
  if (comma != NULL) *comma = '\0';
  const asc_place *from = place_of(drawing, ids), *to = comma == NULL ? NULL : place_of(drawing, comma + 1);
  if (from == NULL || (comma != NULL && to == NULL)) return;
  if (to == NULL) {
    double piece_radius = asc_svg_drawing_piece_radius(drawing, from);
    asc_svg_ring_draw(drawing, from, piece_radius > 0 ? piece_radius + unit_of(drawing) * 1.6 : drawing->cell * 0.36,
                      look->width * unit_of(drawing), "");
    return;
  }
  asc_path *path = &marks->scene->view.last_path;
  path->motion_count = 1;
  path->curve_count =
      drawing->material == ASC_SVG_CIRCLES ? find_circle_path(drawing->view, from, to, path->curves) : 0;
  if (path->curve_count == 0) {
    path->curve_count = 1;
    path->curves[0] = (asc_curve){.kind = ASC_CURVE_LINE, .x1 = from->x, .y1 = from->y, .x2 = to->x, .y2 = to->y};
  }
  path->joints[0] = path->joints[1] = NULL;
  asc_motion *motion = &path->motions[0];
  *motion = (asc_motion){.type = ASC_MOTION_MOVE, .kind = ASC_NO_KIND, .curves = (uint8_t)path->curve_count};
  memcpy(motion->from, from->id, sizeof motion->from);
  memcpy(motion->to, to->id, sizeof motion->to);
  motion_draw(marks, motion, look, "", false, false);
  asc_svg_pen_put(&drawing->pen, "\n");
}

static void mark_draw(analysis_marks *marks, char *text) {
  char *rest = NULL, *word = strtok_r(text, " ", &rest), *label = strtok_r(NULL, " ", &rest);
  if (label == NULL || rest == NULL) return;
  for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
    const mark_look *look = &looks[i];
    if (strcmp(look->word, word) != 0) continue;
    if (look->group != NULL) asc_svg_pen_format(&marks->drawing->pen, "<g class='%s'>", look->group);
    asc_position position;
    memcpy(&position, marks->position, marks->scene->rules->position_size);
    bool is_rank = label[0] >= '0' && label[0] <= '9';
    if (strcmp(word, "line") == 0)
      line_draw(marks, rest);
    else if (strcmp(word, "own") == 0)
      own_draw(marks, look, rest);
    else if (strcmp(word, "threat") == 0)
      threat_draw(marks, look, rest);
    else if (play_move(marks, &position, rest))
      move_draw(marks, look, label[0] == '-' ? "" : label[0] == '=' ? label + 1 : label, is_rank, label[0] == '=');
    if (look->group != NULL) asc_svg_pen_put(&marks->drawing->pen, "</g>\n");
  }
}

static int marks_draw(analysis_marks *marks) {
  char *copy = malloc(strlen(marks->text) + 1), *rest = NULL;
  if (copy == NULL) return ASC_E_MEMORY;
  memcpy(copy, marks->text, strlen(marks->text) + 1);
  for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    mark_draw(marks, line);
  free(copy);
  return ASC_OK;
}

int asc_svg_layers_analysis_marks_json(asc_json *json, const char *name, asc_scene *scene, const void *position,
                                       const char *marks, const asc_svg_layers_options *options) {
  asc_svg_drawing drawing = {.scene = scene, .view = &scene->view, .is_flipped = options->is_flipped};
  asc_strbuf discarded = {0}, drawn = {0};
  asc_svg_drawing_measure(&drawing);
  analysis_marks *state = calloc(1, sizeof *state);
  if (state == NULL) return ASC_E_MEMORY;
  *state = (analysis_marks){.drawing = &drawing, .scene = scene, .position = position, .text = marks, .counting = true};
  asc_svg_pen_start_named(&drawing.pen, &discarded, options->prefix);
  int code = marks_draw(state);
  free(discarded.text);
  state->counting = false;
  state->disc_count = 0;
  asc_svg_pen_start_named(&drawing.pen, &drawn, options->prefix);
  if (code == ASC_OK) code = marks_draw(state);
  discs_draw(state);
  free(state);
  asc_json_string_begin(json, name);
  if (drawn.text != NULL) asc_json_string_add(json, drawn.text, drawn.length);
  asc_json_string_end(json);
  if (drawn.failed) code = ASC_E_MEMORY;
  free(drawn.text);
  return code;
}
