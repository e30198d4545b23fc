/* What is marked on the board of who studies: moves as arrows and discs, told apart by weight, dash and fill; colour
   adds little. Arrows go the way the move goes, arcs included. Discs lie over all arrows; two on one place become one.
 */
#include "page.h"
#include "stage.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DISCS_MAX = 32, LABEL_MAX = 16, ARROWS_OF_LINE = 3 };

typedef struct mark_look {
  const char *word, *group; /* the class of a group round it, for its colour; NULL: mark on halo */
  double width;             /* of the arrow, in lines of the last move */
  const char *dashes;
  bool filled; /* head and disc */
} mark_look;

static const mark_look looks[] = {
    {"best", NULL, 2.27, "", true},
    {"better", NULL, 2.27, "", true},
    {"also", NULL, 1.18, "", false},
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

typedef struct board_marks {
  svg_stage *stage;
  asc_scene *scene;
  const void *position;
  const char *text;
  disc discs[DISCS_MAX];
  int count;
  char begun[DISCS_MAX][2 * ASC_TOKEN_MAX + 8]; /* from where, and in which direction, arrows went already */
  int begun_count;
} board_marks;

/* Of strokes: on circles the line of the last move is strong. */
static double unit_of(const svg_stage *stage) { return stage->line * (stage->material == SVG_CIRCLES ? 0.62 : 1); }

/* A disc can be read on a phone, whose board is about 350 pixels wide. */
static double disc_radius(const svg_stage *stage) {
  double readable = 12 * stage->width / 350, usual = stage->cell * 0.31;
  return stage->material == SVG_CIRCLES ? readable * 0.9 : fmin(fmax(usual, readable), stage->cell * 0.42);
}

static const asc_place *place_of(const svg_stage *stage, const char *id) {
  int index = asc_scene_place_find(stage->view, id);
  return index < 0 ? NULL : &stage->view->places[index];
}

static void disc_add(board_marks *marks, double x, double y, const char *label, bool filled) {
  for (int i = 0; i < marks->count; i++) {
    disc *other = &marks->discs[i];
    size_t length = strlen(other->label);
    if (hypot(other->x - x, other->y - y) > 1) continue;
    (void)snprintf(other->label + length, sizeof other->label - length, ", %s", label);
    return;
  }
  if (marks->count == DISCS_MAX) return;
  disc *made = &marks->discs[marks->count++];
  *made = (disc){.x = x, .y = y, .filled = filled};
  (void)snprintf(made->label, sizeof made->label, "%s", label);
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
    bool sign = strcmp(at->label, "check") == 0 || strncmp(at->label, "step", 4) == 0;
    size_t length = strlen(at->label);
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

/* Arrows that leave a place in one direction move apart: how far this one lies to the side. */
static double side_of(board_marks *marks, const asc_motion *motion, double *dx, double *dy) {
  const svg_stage *stage = marks->stage;
  const asc_place *from = place_of(stage, motion->from), *to = place_of(stage, motion->to);
  if (from == NULL || to == NULL || marks->begun_count == DISCS_MAX || stage->material == SVG_CIRCLES) return 0;
  double x = to->x - from->x, y = to->y - from->y, norm = fmax(hypot(x, y), 1e-6);
  char key[sizeof marks->begun[0]];
  (void)snprintf(key, sizeof key, "%s %d %d", from->id, (int)lround(100 * x / norm), (int)lround(100 * y / norm));
  int same = 0;
  for (int i = 0; i < marks->begun_count; i++) same += strcmp(marks->begun[i], key) == 0;
  memcpy(marks->begun[marks->begun_count++], key, sizeof key);
  *dx = -y / norm, *dy = x / norm;
  int steps = same % 2 == 1 ? (same + 1) / 2 : -same / 2; /* to one side, to the other, then further */
  return steps * stage->cell * 0.22;
}

static void motion_draw(board_marks *marks, const asc_motion *motion, const mark_look *look, const char *label,
                        bool rank) {
  const svg_stage *stage = marks->stage;
  const asc_place *to = place_of(stage, motion->to), *from = place_of(stage, motion->from);
  bool shown = label[0] != '\0';
  if (asc_svg_way_travels(stage, motion)) {
    double dx = 0, dy = 0, side = side_of(marks, motion, &dx, &dy), radius = disc_radius(stage);
    bool ends = shown && !rank;
    if (side != 0) asc_pen_format(&stage->pen, "<g transform='translate(%.1f %.1f)'>", side * dx, side * dy);
    arrow_draw(stage, motion, look, ends ? radius * 1.25 : 0);
    if (side != 0) asc_pen_put(&stage->pen, "</g>");
    if (ends && to != NULL)
      disc_add(marks, asc_stage_x(stage, to->x) + side * dx, asc_stage_y(stage, to->y) + side * dy, label,
               look->filled);
  } else if (motion->act == ASC_ACT_PUT && to != NULL && shown) {
    disc_add(marks, asc_stage_x(stage, to->x), asc_stage_y(stage, to->y), label, look->filled);
  } else if (motion->act == ASC_ACT_PUT && to != NULL) {
    asc_svg_ring_draw(stage, to, stage->cell * 0.3, unit_of(stage), "");
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

/* A move with a rank that travels shows none; what it puts besides is a ring. */
static void move_draw(board_marks *marks, const mark_look *look, const char *label, bool rank) {
  const asc_way *way = &marks->stage->view->last;
  bool travels = false;
  for (int i = 0; i < way->motion_count; i++) travels |= asc_svg_way_travels(marks->stage, &way->motions[i]);
  for (int i = 0; i < way->motion_count; i++) {
    bool put = way->motions[i].act == ASC_ACT_PUT;
    motion_draw(marks, &way->motions[i], look, put && travels ? "" : label, rank);
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
    move_draw(marks, &look, label, false);
  }
}

/* What a person marked: a ring round a place, or an arrow between two. */
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
  way->motion_count = way->curve_count = 1;
  way->curves[0] = (asc_curve){.form = ASC_FORM_LINE, .x1 = from->x, .y1 = from->y, .x2 = to->x, .y2 = to->y};
  way->joints[0] = NULL;
  asc_motion *motion = &way->motions[0];
  *motion = (asc_motion){.act = ASC_ACT_TRAVEL, .kind = ASC_NO_KIND, .curves = 1};
  memcpy(motion->from, from->id, sizeof motion->from);
  memcpy(motion->to, to->id, sizeof motion->to);
  if (asc_svg_way_travels(stage, motion)) arrow_draw(stage, motion, look, 0);
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
    else if (move_take(marks, &position, rest))
      move_draw(marks, look, label[0] == '-' ? "" : label[0] == '=' ? label + 1 : label, rank);
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
  discs_draw(marks);
  return ASC_OK;
}

int asc_svg_page_marks(asc_json *json, const char *name, asc_scene *scene, const void *position, const char *marks,
                       const svg_page_options *options) {
  svg_stage stage = {.scene = scene, .view = &scene->view, .flipped = options->flipped};
  asc_growing drawn = {0};
  asc_pen_begin_named(&stage.pen, &drawn, options->prefix);
  asc_svg_stage_measure(&stage);
  board_marks *all = calloc(1, sizeof *all);
  if (all == NULL) return ASC_E_MEMORY;
  *all = (board_marks){.stage = &stage, .scene = scene, .position = position, .text = marks};
  int code = marks_draw(all);
  free(all);
  asc_json_string_begin(json, name);
  if (drawn.text != NULL) asc_json_string_put(json, drawn.text, drawn.length);
  asc_json_string_end(json);
  if (drawn.failed) code = ASC_E_MEMORY;
  free(drawn.text);
  return code;
}
