/* What is marked on the board of who studies: moves as arrows and discs, told apart by weight, dash and fill; colour
   adds little. Arrows go the way the move goes, arcs included; those that share a way lie beside each other. Discs lie
   over all arrows; two that would touch become one. */
#include "page.h"
#include "stage.h"

#include "core/text.h"

#include <ascona/edit.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DISCS_MAX = 64, LABEL_MAX = 16, ARROWS_OF_LINE = 3, PHONE_PIXELS = 333 };

typedef struct mark_look {
  const char *word, *group; /* the class of a group round it, for its colour; NULL: mark on halo */
  double width;             /* of the arrow, in lines of the last move; 0: none */
  const char *dashes;
  bool filled; /* head and disc */
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

/* From where, and in which direction, arrows go: how many do in all, and how many are drawn. */
typedef struct track {
  char key[ASC_TOKEN_MAX + 16];
  int all, drawn;
} track;

typedef struct board_marks {
  svg_stage *stage;
  asc_scene *scene;
  const void *position;
  const char *text;
  disc discs[DISCS_MAX];
  int count;
  track tracks[DISCS_MAX];
  int track_count;
  bool counting; /* nothing is drawn: it is counted how many arrows share a way */
} board_marks;

/* Of strokes: on circles the line of the last move is strong. */
static double unit_of(const svg_stage *stage) { return stage->line * (stage->material == SVG_CIRCLES ? 0.62 : 1); }

/* At least 24 pixels across on the board of a small phone; on large cards no larger than on squares. */
static double disc_radius(const svg_stage *stage) {
  double size = fmax(stage->width, stage->height);
  return fmax(fmin(stage->cell * 0.31, size * 0.053), 12 * size / PHONE_PIXELS);
}

static const asc_place *place_of(const svg_stage *stage, const char *id) {
  int index = asc_scene_place_find(stage->view, id);
  return index < 0 ? NULL : &stage->view->places[index];
}

/* A check or steps, not a number. */
static bool is_sign(const char *label) { return strcmp(label, "check") == 0 || strncmp(label, "step", 4) == 0; }

/* Where a move goes whose disc has become one with another. */
static void dot_draw(const svg_stage *stage, double x, double y, double radius) {
  asc_pen_format(
      &stage->pen,
      "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@hf'/><circle cx='%.1f' cy='%.1f' r='%.1f' class='@mf'/>\n", x, y,
      radius * 1.5, x, y, radius);
}

static void disc_add(board_marks *marks, double x, double y, const char *label, bool filled) {
  for (int i = 0; i < marks->count; i++) {
    disc *other = &marks->discs[i];
    double radius = disc_radius(marks->stage), apart = hypot(other->x - x, other->y - y);
    size_t length = strlen(other->label);
    if (apart > 1 && (apart >= 2 * radius || is_sign(label) || is_sign(other->label))) continue;
    if (apart > 1) dot_draw(marks->stage, x, y, radius * 0.4);
    (void)snprintf(other->label + length, sizeof other->label - length, ", %s", label);
    other->filled |= filled;
    return;
  }
  if (marks->count == DISCS_MAX) return;
  disc *made = &marks->discs[marks->count++];
  *made = (disc){.x = x, .y = y, .filled = filled};
  (void)snprintf(made->label, sizeof made->label, "%s", label);
}

/* A map of values tells one for each place, the best. */
static bool disc_lies(const board_marks *marks, double x, double y) {
  for (int i = 0; i < marks->count; i++)
    if (hypot(marks->discs[i].x - x, marks->discs[i].y - y) <= 1) return true;
  return false;
}

static void sign_draw(const svg_stage *stage, const disc *at, double radius) {
  static const char *const signs[] = {"M-.45 .02L-.12 .36L.48-.32", "M-.5-.2H0V.2H.5", "M-.55-.35H-.18V0H.18V.35H.55",
                                      "M-.6-.42H-.3V-.14H0V.14H.3V.42H.6"};
  int sign = strcmp(at->label, "check") == 0 ? 0 : at->label[4] - '0';
  asc_pen_format(&stage->pen,
                 "<path d='%s' transform='translate(%.1f %.1f)scale(%.2f)' class='@%c' stroke-width='%.2f'/>",
                 signs[sign >= 0 && sign < 4 ? sign : 1], at->x, at->y, radius, at->filled ? 'h' : 'm', 2.2 / radius);
}

static void discs_draw(const board_marks *marks) {
  const svg_stage *stage = marks->stage;
  double radius = disc_radius(stage), edge = radius * 0.17;
  for (int i = 0; i < marks->count; i++) {
    const disc *at = &marks->discs[i];
    bool sign = is_sign(at->label);
    size_t length = strlen(at->label);
    if (strncmp(at->label, "−", strlen("−")) == 0) length--; /* three bytes, and as wide as two digits */
    asc_pen_format(&stage->pen,
                   "<g class='study-disc%s'><circle cx='%.1f' cy='%.1f' r='%.1f' class='@%s'/><circle cx='%.1f' "
                   "cy='%.1f' r='%.1f' class='@%c' stroke-width='%.1f'/>",
                   at->filled ? "" : " is-open", at->x, at->y, radius, at->filled ? "mf" : "hf", at->x, at->y,
                   at->filled ? radius + edge / 2 : radius - edge / 2, at->filled ? 'h' : 'm', edge);
    if (sign) {
      sign_draw(stage, at, radius);
    } else if (length > 0) {
      double font = radius * (length > 3 ? 0.75 : length > 2 ? 0.9 : 1.12);
      asc_pen_format(&stage->pen, "<text x='%.1f' y='%.1f' font-size='%.1f' class='@%s'>", at->x, at->y + font * 0.36,
                     font, at->filled ? "hf" : "mf");
      asc_pen_words(&stage->pen, at->label);
      asc_pen_put(&stage->pen, "</text>");
    }
    asc_pen_put(&stage->pen, "</g>\n");
  }
}

/* A triangle with its tip there, in the direction; an open one is a triangle of halo. */
static void head_draw(const svg_stage *stage, double x, double y, double dx, double dy, double width, bool filled) {
  double unit = unit_of(stage), half = 1.25 * width + 1.1 * unit, length = 1.9 * width + 2.2 * unit;
  double norm = fmax(hypot(dx, dy), 1e-6);
  dx /= norm, dy /= norm;
  char path[128];
  (void)snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", x, y, x - length * dx - half * dy,
                 y - length * dy + half * dx, x - length * dx + half * dy, y - length * dy - half * dx);
  asc_pen_format(&stage->pen, "<path d='%s' class='@h' stroke-width='%.1f'/>", path, unit * (filled ? 1.6 : 2.6));
  asc_pen_format(&stage->pen, "<path d='%s' class='@%s'/>", path, filled ? "mf" : "hf");
  if (!filled) asc_pen_format(&stage->pen, "<path d='%s' class='@m' stroke-width='%.1f'/>", path, unit * 0.8);
}

static void dashes_write(const mark_look *look, double width, char dashes[64]) {
  dashes[0] = '\0';
  if (strcmp(look->dashes, "dotted") == 0)
    (void)snprintf(dashes, 64, " stroke-dasharray='0.1 %.1f'", width * 1.7);
  else if (look->dashes[0] != '\0')
    (void)snprintf(dashes, 64, " stroke-dasharray='%.1f %.1f'", width * 2.4, width * 2.2);
}

/* An arrow along a motion, which stops `short_of` its end. */
static void arrow_draw(const svg_stage *stage, const asc_motion *motion, const mark_look *look, double short_of) {
  double unit = unit_of(stage), width = look->width * unit, length = 1.9 * width + 2.2 * unit;
  const asc_place *from = place_of(stage, motion->from), *to = place_of(stage, motion->to);
  double start = from == NULL ? 0 : asc_stage_man_radius(stage, from) + unit;
  double man = to == NULL ? 0 : asc_stage_man_radius(stage, to), room = asc_svg_way_length(stage, motion);
  double tip = fmin(fmax(short_of, man > 0 ? man + unit : unit), room * 0.6);
  double end = fmin(tip + length * 0.8, room * 0.95), x, y, back_x, back_y;
  char line[128], dashes[64];
  (void)snprintf(line, sizeof line, "class='@h' stroke-width='%.1f'", width + 1.5 * unit);
  asc_svg_way_line(stage, motion, start, end, line);
  dashes_write(look, width, dashes);
  (void)snprintf(line, sizeof line, "class='@m' stroke-width='%.1f'%s", width, dashes);
  asc_svg_way_line(stage, motion, start, end, line);
  asc_svg_way_point(stage, motion, tip, &x, &y);
  asc_svg_way_point(stage, motion, tip + unit * 2, &back_x, &back_y);
  head_draw(stage, x, y, x - back_x, y - back_y, width, look->filled);
}

static track *track_of(board_marks *marks, const char *from, double dx, double dy) {
  track made = {0};
  (void)snprintf(made.key, sizeof made.key, "%s %d %d", from, (int)lround(20 * dx), (int)lround(20 * dy));
  for (int i = 0; i < marks->track_count; i++)
    if (strcmp(marks->tracks[i].key, made.key) == 0) return &marks->tracks[i];
  if (marks->track_count == DISCS_MAX) return NULL;
  marks->tracks[marks->track_count] = made;
  return &marks->tracks[marks->track_count++];
}

/* Arrows that leave a place in one direction move apart, 13 of 60 units of a cell each: how far this one lies to the
   side, which is the normal of the line from its start to where its first curve goes. */
static double side_of(board_marks *marks, const asc_motion *motion, double *dx, double *dy) {
  const svg_stage *stage = marks->stage;
  const asc_place *from = place_of(stage, motion->from);
  const asc_curve *first = &stage->view->last.curves[motion->curve];
  if (from == NULL || motion->curves > 1) return 0;
  double x = first->x2 - first->x1, y = first->y2 - first->y1;
  if (first->form == ASC_FORM_ARC) {
    int turn = first->clockwise ? 1 : -1;
    x = -turn * (first->y1 - first->cy), y = turn * (first->x1 - first->cx);
  }
  double norm = fmax(hypot(x, y), 1e-6);
  *dx = -y / norm, *dy = x / norm;
  if (stage->flipped) *dx = -*dx, *dy = -*dy;
  track *along = track_of(marks, from->id, x / norm, y / norm);
  if (along == NULL) return 0;
  if (marks->counting) along->all++;
  if (marks->counting || along->all < 2) return 0;
  int at = along->drawn++, middle = along->all % 2; /* of an odd number the first stays */
  int steps = at < middle ? 0 : (at - middle) / 2 + 1;
  return ((at - middle) % 2 == 0 ? 1 : -1) * steps * stage->cell * 13 / 60;
}

static void motion_draw(board_marks *marks, const asc_motion *motion, const mark_look *look, const char *label,
                        bool rank, bool value) {
  const svg_stage *stage = marks->stage;
  char dashes[64];
  const asc_place *to = place_of(stage, motion->to), *from = place_of(stage, motion->from);
  bool shown = label[0] != '\0';
  if (asc_svg_way_travels(stage, motion)) {
    /* A map of values keeps to its places. */
    double dx = 0, dy = 0, side = value ? 0 : side_of(marks, motion, &dx, &dy), radius = disc_radius(stage);
    bool ends = shown && !rank;
    if (side != 0) asc_pen_format(&stage->pen, "<g transform='translate(%.1f %.1f)'>", side * dx, side * dy);
    arrow_draw(stage, motion, look, ends ? radius * 1.25 : 0);
    if (side != 0) asc_pen_put(&stage->pen, "</g>");
    if (ends && to != NULL && !(value && disc_lies(marks, asc_stage_x(stage, to->x), asc_stage_y(stage, to->y))))
      disc_add(marks, asc_stage_x(stage, to->x) + side * dx, asc_stage_y(stage, to->y) + side * dy, label,
               look->filled);
  } else if (motion->act == ASC_ACT_PUT && to != NULL && shown) {
    disc_add(marks, asc_stage_x(stage, to->x), asc_stage_y(stage, to->y), label, look->filled);
  } else if (motion->act == ASC_ACT_PUT && to != NULL) {
    /* Dashed, it goes round a disc that may lie there. */
    double width = unit_of(stage) * (look->filled ? 1 : 0.8), reach = stage->cell * 0.3;
    dashes_write(look, width, dashes);
    asc_svg_ring_draw(stage, to, dashes[0] != '\0' ? fmax(reach, disc_radius(stage) * 1.25) : reach, width, dashes);
  } else if (motion->act == ASC_ACT_TURN && (to != NULL || from != NULL)) {
    asc_svg_turn_draw(stage, to != NULL ? to : from);
  }
}

/* The move of a token, played. */
static bool move_take(board_marks *marks, asc_position *position, const char *token) {
  const asc_rules *rules = marks->scene->rules;
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    char text[ASC_TOKEN_MAX];
    asc_move_write(rules, position, moves[i], text);
    if (strcmp(text, token) != 0) continue;
    asc_move_way(rules, position, moves[i], &marks->scene->view.last);
    asc_position_play(rules, position, moves[i]);
    return true;
  }
  return false;
}

/* Where it leads, without an arrow: of several moves to one place the first is told. */
static void end_mark(board_marks *marks, const mark_look *look, const char *label) {
  const svg_stage *stage = marks->stage;
  const asc_motion *end = NULL;
  for (int i = 0; i < stage->view->last.motion_count; i++) {
    const asc_motion *motion = &stage->view->last.motions[i];
    if (asc_svg_way_travels(stage, motion) || (end == NULL && motion->act == ASC_ACT_PUT)) end = motion;
  }
  const asc_place *to = end == NULL ? NULL : place_of(stage, end->to);
  if (to == NULL) return;
  double x = asc_stage_x(stage, to->x), y = asc_stage_y(stage, to->y);
  if (!disc_lies(marks, x, y)) disc_add(marks, x, y, label, look->filled);
}

/* A move with a rank that travels shows none; what it puts besides is a ring, but for a map of values. */
static void move_draw(board_marks *marks, const mark_look *look, const char *label, bool rank, bool value) {
  const asc_way *way = &marks->stage->view->last;
  bool travels = false;
  if (look->width == 0) {
    end_mark(marks, look, label);
    return;
  }
  for (int i = 0; i < way->motion_count; i++) travels |= asc_svg_way_travels(marks->stage, &way->motions[i]);
  for (int i = 0; i < way->motion_count; i++) {
    bool put = way->motions[i].act == ASC_ACT_PUT;
    if (put && travels && value) continue;
    motion_draw(marks, &way->motions[i], look, put && travels ? "" : label, rank, value);
  }
  asc_pen_put(&marks->stage->pen, "\n");
}

/* Whatever a line puts, numbered; of what travels the first arrows. The first is filled. */
static void line_draw(board_marks *marks, char *moves) {
  asc_position position;
  char *rest = NULL;
  int number = 0;
  memcpy(&position, marks->position, marks->scene->rules->position_size);
  for (char *token = strtok_r(moves, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
    char label[LABEL_MAX];
    if (!move_take(marks, &position, token)) return;
    const asc_way *way = &marks->stage->view->last;
    bool put = way->motion_count > 0 && way->motions[0].act == ASC_ACT_PUT;
    if (!put && number >= ARROWS_OF_LINE) return;
    (void)snprintf(label, sizeof label, "%d", ++number);
    mark_look look = looks[number == 1 ? 0 : 2];
    move_draw(marks, &look, label, false, false);
  }
}

/* Round what a move would complete: a capsule along four in a row, a ring round a figure. */
static void capsule_draw(const svg_stage *stage, const asc_curve *curve, const mark_look *look) {
  double unit = unit_of(stage), width = 1.18 * unit, radius = stage->cell * 26 / 60;
  double x1 = asc_stage_x(stage, curve->x1), y1 = asc_stage_y(stage, curve->y1);
  double x2 = asc_stage_x(stage, curve->x2), y2 = asc_stage_y(stage, curve->y2);
  char dashes[64], path[192];
  if (curve->form == ASC_FORM_CIRCLE) {
    x1 = x2 = asc_stage_x(stage, curve->cx), y1 = y2 = asc_stage_y(stage, curve->cy);
    radius = curve->radius * stage->scale * 1.25;
  }
  double norm = hypot(x2 - x1, y2 - y1), nx = norm > 0 ? -(y2 - y1) / norm * radius : radius;
  double ny = norm > 0 ? (x2 - x1) / norm * radius : 0;
  dashes_write(look, width, dashes);
  (void)snprintf(
      path, sizeof path, "M%.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 0 %.1f %.1fL%.1f %.1fA%.1f %.1f 0 0 0 %.1f %.1fZ", x1 + nx,
      y1 + ny, x2 + nx, y2 + ny, radius, radius, x2 - nx, y2 - ny, x1 - nx, y1 - ny, radius, radius, x1 + nx, y1 + ny);
  asc_pen_format(&stage->pen, "<path d='%s' class='@h' stroke-width='%.1f'/>", path, 2.7 * unit);
  asc_pen_format(&stage->pen, "<path d='%s' class='@m' stroke-width='%.1f'%s/>\n", path, width, dashes);
}

/* What somebody works for: four in a row, a chain, a figure. */
static bool is_aim(const asc_shape *shape) {
  return strncmp(shape->kind, "relay", 5) == 0 || strncmp(shape->kind, "chain", 5) == 0 ||
         strstr(shape->kind, "figure") != NULL;
}

static bool same_curve(const asc_curve *a, const asc_curve *b) {
  return a->form == b->form && a->x1 == b->x1 && a->y1 == b->y1 && a->x2 == b->x2 && a->y2 == b->y2 && a->cx == b->cx &&
         a->cy == b->cy;
}

/* The whole turn of who comes next, if it were his now, and what it would complete. */
static void threat_draw(board_marks *marks, const mark_look *look, char *moves) {
  const asc_rules *rules = marks->scene->rules;
  const asc_view *now = &marks->scene->view;
  asc_position position;
  asc_view after;
  char *rest = NULL;
  memcpy(&position, marks->position, rules->position_size);
  if (!asc_position_pass(rules, &position)) return;
  for (char *token = strtok_r(moves, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
    if (!move_take(marks, &position, token)) return;
    move_draw(marks, look, "", false, false);
  }
  asc_position_view(rules, &position, NULL, 0, &after);
  for (int i = 0; i < after.shape_count; i++) {
    bool stands = !is_aim(&after.shapes[i]);
    for (int k = 0; k < now->shape_count; k++)
      stands |= is_aim(&now->shapes[k]) && same_curve(&now->shapes[k].curve, &after.shapes[i].curve);
    if (!stands) capsule_draw(marks->stage, &after.shapes[i].curve, look);
  }
}

static bool lies_on(const asc_shape *circle, double x, double y) {
  return circle->curve.form == ASC_FORM_CIRCLE && fabs(hypot(x - circle->curve.cx, y - circle->curve.cy) -
                                                       circle->curve.radius) < circle->curve.radius * 0.01 + 2;
}

/* Along a circle from a point of it to another, the shorter way round. Returns how long it is. */
static double arc_along(const asc_shape *circle, const asc_place *from, const asc_place *to, asc_curve *arc) {
  const asc_curve *c = &circle->curve;
  double turn = atan2(to->y - c->cy, to->x - c->cx) - atan2(from->y - c->cy, from->x - c->cx), half = acos(-1);
  if (turn > half) turn -= 2 * half;
  if (turn < -half) turn += 2 * half;
  *arc = *c;
  arc->form = ASC_FORM_ARC, arc->clockwise = turn > 0;
  arc->x1 = from->x, arc->y1 = from->y, arc->x2 = to->x, arc->y2 = to->y;
  return fabs(turn) * c->radius;
}

/* The shortest way along the circles of the board, with one bend at most; 0: it has none that lead there. */
static int circles_lead(const asc_view *view, const asc_place *from, const asc_place *to, asc_curve curves[2]) {
  double shortest = 1e9;
  int count = 0;
  for (int i = 0; i < view->shape_count; i++) {
    const asc_shape *first = &view->shapes[i];
    if (!lies_on(first, from->x, from->y)) continue;
    for (int k = 0; k < view->place_count; k++) {
      const asc_place *bend = &view->places[k];
      if (bend == from || !lies_on(first, bend->x, bend->y)) continue;
      for (int j = 0; j < view->shape_count; j++) {
        asc_curve arcs[2];
        bool there = bend == to;
        if (!there &&
            (j == i || !lies_on(&view->shapes[j], bend->x, bend->y) || !lies_on(&view->shapes[j], to->x, to->y)))
          continue;
        double length = arc_along(first, from, bend, &arcs[0]);
        if (!there) length += arc_along(&view->shapes[j], bend, to, &arcs[1]);
        if (length >= shortest) continue;
        shortest = length, count = there ? 1 : 2;
        memcpy(curves, arcs, sizeof arcs);
      }
    }
  }
  return count;
}

/* What a person marked: a ring round a place, or an arrow between two, along the circles where the board has some. */
static void own_draw(board_marks *marks, const mark_look *look, char *what) {
  const svg_stage *stage = marks->stage;
  char *comma = strchr(what, ',');
  if (comma != NULL) *comma = '\0';
  const asc_place *from = place_of(stage, what), *to = comma == NULL ? NULL : place_of(stage, comma + 1);
  if (from == NULL || (comma != NULL && to == NULL)) return;
  if (to == NULL) {
    double man = asc_stage_man_radius(stage, from);
    asc_svg_ring_draw(stage, from, man > 0 ? man + unit_of(stage) * 1.6 : stage->cell * 0.36,
                      look->width * unit_of(stage), "");
    return;
  }
  asc_way *way = &marks->scene->view.last;
  way->motion_count = 1;
  way->curve_count = stage->material == SVG_CIRCLES ? circles_lead(stage->view, from, to, way->curves) : 0;
  if (way->curve_count == 0) {
    way->curve_count = 1;
    way->curves[0] = (asc_curve){.form = ASC_FORM_LINE, .x1 = from->x, .y1 = from->y, .x2 = to->x, .y2 = to->y};
  }
  way->joints[0] = way->joints[1] = NULL;
  asc_motion *motion = &way->motions[0];
  *motion = (asc_motion){.act = ASC_ACT_TRAVEL, .kind = ASC_NO_KIND, .curves = (uint8_t)way->curve_count};
  memcpy(motion->from, from->id, sizeof motion->from);
  memcpy(motion->to, to->id, sizeof motion->to);
  motion_draw(marks, motion, look, "", false, false);
  asc_pen_put(&stage->pen, "\n");
}

static void mark_draw(board_marks *marks, char *text) {
  char *rest = NULL, *word = strtok_r(text, " ", &rest), *label = strtok_r(NULL, " ", &rest);
  if (label == NULL || rest == NULL) return;
  for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
    const mark_look *look = &looks[i];
    if (strcmp(look->word, word) != 0) continue;
    if (look->group != NULL) asc_pen_format(&marks->stage->pen, "<g class='%s'>", look->group);
    asc_position position;
    memcpy(&position, marks->position, marks->scene->rules->position_size);
    bool rank = label[0] >= '0' && label[0] <= '9';
    if (strcmp(word, "line") == 0)
      line_draw(marks, rest);
    else if (strcmp(word, "own") == 0)
      own_draw(marks, look, rest);
    else if (strcmp(word, "threat") == 0)
      threat_draw(marks, look, rest);
    else if (move_take(marks, &position, rest))
      move_draw(marks, look, label[0] == '-' ? "" : label[0] == '=' ? label + 1 : label, rank, label[0] == '=');
    if (look->group != NULL) asc_pen_put(&marks->stage->pen, "</g>\n");
  }
}

static int marks_draw(board_marks *marks) {
  char *copy = malloc(strlen(marks->text) + 1), *rest = NULL;
  if (copy == NULL) return ASC_E_MEMORY;
  memcpy(copy, marks->text, strlen(marks->text) + 1);
  for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    mark_draw(marks, line);
  free(copy);
  return ASC_OK;
}

int asc_svg_page_marks(asc_json *json, const char *name, asc_scene *scene, const void *position, const char *marks,
                       const svg_page_options *options) {
  svg_stage stage = {.scene = scene, .view = &scene->view, .flipped = options->flipped};
  asc_growing scrap = {0}, drawn = {0};
  asc_svg_stage_measure(&stage);
  board_marks *all = calloc(1, sizeof *all);
  if (all == NULL) return ASC_E_MEMORY;
  *all = (board_marks){.stage = &stage, .scene = scene, .position = position, .text = marks, .counting = true};
  asc_pen_begin_named(&stage.pen, &scrap, options->prefix);
  int code = marks_draw(all);
  free(scrap.text);
  all->counting = false;
  all->count = 0;
  asc_pen_begin_named(&stage.pen, &drawn, options->prefix);
  if (code == ASC_OK) code = marks_draw(all);
  discs_draw(all);
  free(all);
  asc_json_string_begin(json, name);
  if (drawn.text != NULL) asc_json_string_put(json, drawn.text, drawn.length);
  asc_json_string_end(json);
  if (drawn.failed) code = ASC_E_MEMORY;
  free(drawn.text);
  return code;
}
