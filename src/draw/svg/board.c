/* The empty board in its material: framed squares, plates with hollows, cards, circles on a disc. */
#include "stage.h"

#include "core/hash.h"

#include <math.h>
#include <string.h>

/* An id for each place, so that a page can find it. It is the place's own, which no number format may touch. */
static void group_begin(const svg_stage *stage, const char *what, const asc_place *place) {
  asc_pen_format(&stage->pen, "<g id='@%s-", what);
  asc_pen_words(&stage->pen, place->id);
  asc_pen_put(&stage->pen, "'>");
}

static void place_begin(const svg_stage *stage, const asc_place *place) { group_begin(stage, "at", place); }

/* Shadow, wood, grain along each side, mitred corners, and light on the upper left edge. */
static void frame_draw(const svg_stage *stage) {
  const svg_pen *pen = &stage->pen;
  const svg_box f = stage->places;
  const double w = f.right - f.left, h = f.bottom - f.top, frame = FRAME * stage->zoom;
  const svg_box o = {f.left - frame, f.top - frame, f.right + frame, f.bottom + frame};
  for (int i = 0; i < 3; i++)
    asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%d' fill='#1a120b' opacity='.05'/>\n",
                   o.left + 2 - 2 * i, o.top + 4 - 1.2 * i, w + 2 * frame + 4 * i, h + 2 * frame + 4 * i, 6 + 2 * i);
  asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5' class='@fr'/>\n", o.left, o.top,
                 w + 2 * frame, h + 2 * frame);
  for (int side = 0; side < 4; side++) {
    /* The grain was drawn for the upper side; a board that is not square has sides of other lengths. */
    double across = side % 2 == 0 ? h : w, along = side % 2 == 0 ? w : h;
    asc_pen_format(pen,
                   "<use href='#@fg' transform='translate(%.1f %.1f)rotate(%d)translate(%.1f %.1f)scale(%.3f 1)'/>\n",
                   (f.left + f.right) / 2, (f.top + f.bottom) / 2, 90 * side, -along / 2 - frame, -across / 2 - frame,
                   (along + 2 * frame) / (w + 2 * frame));
  }
  asc_pen_format(
      pen,
      "<path d='M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f' stroke='#1a0f06' "
      "stroke-opacity='.45' stroke-width='.8'/>\n",
      o.left + 1.5, o.top + 1.5, f.left, f.top, o.right - 1.5, o.top + 1.5, f.right, f.top, o.left + 1.5,
      o.bottom - 1.5, f.left, f.bottom, o.right - 1.5, o.bottom - 1.5, f.right, f.bottom);
  asc_pen_format(pen, "<path d='M%.1f %.1fV%.1fa4 4 0 0 1 4-4H%.1f' fill='none' stroke='#fff' stroke-opacity='.28'/>\n",
                 o.left + 1, o.bottom - 5, o.top + 5, o.right - 5);
}

static void squares_draw(const svg_stage *stage) {
  const svg_pen *pen = &stage->pen;
  const svg_box f = stage->places;
  const double c = stage->cell, w = f.right - f.left, h = f.bottom - f.top;
  frame_draw(stage);
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    double x = asc_stage_x(stage, place->x) - c / 2, y = asc_stage_y(stage, place->y) - c / 2;
    int column = (int)lround((x - f.left) / c), row = (int)lround((y - f.top) / c);
    int wood = (int)(asc_hash_add((uint64_t)column, (uint64_t)row) % SQUARE_WOODS);
    place_begin(stage, place);
    asc_pen_format(pen, "<use href='#@v%d' transform='translate(%.1f %.1f)%s'/></g>\n", wood, x, y,
                   (column + row) % 2 == 1 ? "rotate(270 30 30)" : "");
  }
  asc_pen_put(pen, "<path d='");
  for (int i = 1; i * c < w - 1; i++) asc_pen_format(pen, "M%.1f %.1fv%.1f", f.left + i * c, f.top, h);
  for (int i = 1; i * c < h - 1; i++) asc_pen_format(pen, "M%.1f %.1fh%.1f", f.left, f.top + i * c, w);
  asc_pen_format(pen, "' class='@ln'/>\n<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='url(#@sheen)'/>\n",
                 f.left, f.top, w, h);
  asc_pen_format(pen,
                 "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' class='@st'/><rect x='%.1f' y='%.1f' width='%.1f' "
                 "height='%.1f' fill='none' stroke='#1a0f06' stroke-opacity='.5' stroke-width='.8'/>\n",
                 f.left - 1.5, f.top - 1.5, w + 3, h + 3, f.left - 3, f.top - 3, w + 6, h + 6);
}

static svg_box region_box(const svg_stage *stage, const asc_region *region) {
  double x1 = asc_stage_x(stage, region->left), x2 = asc_stage_x(stage, region->right);
  double y1 = asc_stage_y(stage, region->top), y2 = asc_stage_y(stage, region->bottom);
  return (svg_box){fmin(x1, x2), fmin(y1, y2), fmax(x1, x2), fmax(y1, y2)};
}

/* What of the board is wanted: what stays from move to move, what changes, or both. */
enum { STILL = 1, CHANGING = 2, WHOLE = STILL | CHANGING };

static void plate_draw(const svg_stage *stage, int index, int parts) {
  const svg_pen *pen = &stage->pen;
  const asc_region *region = &stage->view->regions[index];
  bool barred = (parts & CHANGING) != 0 && (region->marks & ASC_MARK_BARRED) != 0;
  if (parts == CHANGING && !barred) return;
  svg_box b = region_box(stage, region);
  double w = b.right - b.left - 2, h = b.bottom - b.top - 2;
  char rect[96];
  (void)snprintf(rect, sizeof rect, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='4.5' ", b.left + 1,
                 b.top + 1, w, h);
  /* One line: a page writes anew only the lines that change. */
  asc_pen_put(pen, "<g>");
  if ((parts & STILL) != 0)
    asc_pen_format(pen, "%sclass='@p'/>%sfill='url(#@%c%d)'/>%sfill='url(#@sheen)'/>", rect, rect, w >= h ? 'h' : 'u',
                   (int)(asc_hash_add(7, (uint64_t)index) % PLATE_WOODS), rect);
  if (barred) asc_pen_format(pen, "%sclass='@ba'/>%sfill='url(#@ht)'/>", rect, rect);
  asc_pen_format(
      pen,
      "<path d='M%.1f %.1fV%.1fa4.4 4.4 0 0 1 4.4-4.4H%.1f' fill='none' stroke='#fffaf0' stroke-opacity='.75'/></g>\n",
      b.left + 1.6, b.bottom - 6, b.top + 6, b.right - 6);
}

static void plates_draw(const svg_stage *stage, int parts) {
  static const struct { double x, y, opacity; } shadows[] = {{4, 7, 0.06}, {3, 5, 0.08}, {2, 3.6, 0.1}};
  const svg_pen *pen = &stage->pen;
  for (int layer = 0; layer < 4 && (parts & STILL) != 0; layer++) {
    if (layer < 3)
      asc_pen_format(pen, "<g fill='#1a120b' opacity='%.2f'>", shadows[layer].opacity);
    else
      asc_pen_put(pen, "<g class='@fr'>");
    for (int i = 0; i < stage->view->region_count; i++) {
      svg_box b = region_box(stage, &stage->view->regions[i]);
      if (layer < 3)
        asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='6'/>", b.left + shadows[layer].x,
                       b.top + shadows[layer].y, b.right - b.left + 1, b.bottom - b.top + 1);
      else
        asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5'/>", b.left + 0.4, b.top + 0.6,
                       b.right - b.left, b.bottom - b.top + 0.8);
    }
    asc_pen_put(pen, "</g>\n");
  }
  for (int i = 0; i < stage->view->region_count; i++) plate_draw(stage, i, parts);
}

/* Who leads a plate: a tint, and along its edge one line for the first player, two for the second, dashes and dots for
   others, so that colours are not needed to tell. */
void asc_svg_leads_draw(const svg_stage *stage) {
  static const char *const dashes[] = {"", "", " stroke-dasharray='6 4'", " stroke-dasharray='.1 5'"};
  for (int i = 0; i < stage->view->region_count; i++) {
    const asc_region *region = &stage->view->regions[i];
    int leader = region->leader;
    if (leader < 1 || leader > ASC_SEATS_MAX) continue;
    svg_box b = region_box(stage, region);
    asc_pen_put(&stage->pen, "<g>");
    for (int line = 0; line < (leader == 2 ? 2 : 1); line++) {
      double inset = leader == 2 ? 2.6 + 3.2 * line : 3.4, width = leader == 2 ? 1.2 : 2.2;
      asc_pen_format(&stage->pen,
                     "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f' class='@w%d' fill-opacity='%s' "
                     "stroke-width='%.1f'%s/>",
                     b.left + inset, b.top + inset, b.right - b.left - 2 * inset, b.bottom - b.top - 2 * inset,
                     5.4 - inset / 2, leader, line == 0 ? ".1" : "0", width, dashes[leader - 1]);
    }
    asc_pen_put(&stage->pen, "</g>\n");
  }
}

static void cards_draw(const svg_stage *stage) {
  static const struct { double x, y, opacity; } shadows[] = {{3, 6, 0.05}, {2, 4, 0.07}, {1, 2.6, 0.09}};
  const svg_pen *pen = &stage->pen;
  const double c = stage->cell;
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (place->ground != ASC_NO_KIND) continue;
    place_begin(stage, place);
    asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='3' class='@vac'/></g>\n",
                   asc_stage_x(stage, place->x) - c / 2 + 3.5, asc_stage_y(stage, place->y) - c / 2 + 3.5, c - 7,
                   c - 7);
  }
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (place->ground == ASC_NO_KIND) continue;
    group_begin(stage, "sh", place); /* it goes with the card when that slides */
    for (int layer = 0; layer < 3; layer++)
      asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5' fill='#0a1218' opacity='%.2f'/>",
                     asc_stage_x(stage, place->x) - c / 2 + shadows[layer].x,
                     asc_stage_y(stage, place->y) - c / 2 + shadows[layer].y, c, c, shadows[layer].opacity);
    asc_pen_put(pen, "</g>\n");
  }
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (asc_scene_kind(stage->scene, place->ground) == NULL) continue;
    place_begin(stage, place);
    asc_svg_ground_use(pen, place->ground, asc_stage_x(stage, place->x), asc_stage_y(stage, place->y), c,
                       (place->ground_turns + (stage->flipped ? 2 : 0)) & 3);
    asc_pen_put(pen, "</g>\n");
  }
}

/* A board with a frame, where there is no middle to go round. */
static void slab_draw(const svg_stage *stage) {
  static const struct {
    double reach;
    int corner;
    const char *look;
  } layers[] = {{27, 10, "fill='#1a120b' opacity='.12'"},
                {24, 8, "class='@fr'"},
                {24, 8, "fill='url(#@fg)'"},
                {9.4, 5, "class='@p'"},
                {8, 4, "fill='url(#@wg)'"},
                {8, 4, "fill='url(#@sheen)'"}};
  const svg_box b = stage->places;
  for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
    asc_pen_format(&stage->pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%d' %s/>\n",
                   b.left - layers[i].reach, b.top - layers[i].reach + (i == 0 ? 4 : 0),
                   b.right - b.left + 2 * layers[i].reach, b.bottom - b.top + 2 * layers[i].reach, layers[i].corner,
                   layers[i].look);
}

static void circles_draw(const svg_stage *stage) {
  if (stage->round)
    asc_svg_disc_draw(stage);
  else
    slab_draw(stage);
}

static void holes_draw(const svg_stage *stage) {
  bool circles = stage->material == SVG_CIRCLES;
  for (int i = 0; i < stage->view->place_count; i++) {
    const asc_place *place = &stage->view->places[i];
    if (place->outline != ASC_OUTLINE_CIRCLE && !circles) continue;
    double size = circles ? 1 : place->size * stage->scale / 28, x = asc_stage_x(stage, place->x),
           y = asc_stage_y(stage, place->y);
    bool whole = circles || stage->material == SVG_PLATES; /* elsewhere the square or the card is the place */
    if (whole) place_begin(stage, place);
    if (fabs(size - 1) < 0.02)
      asc_pen_format(&stage->pen, "<use href='#@hole' x='%.1f' y='%.1f'/>", x, y);
    else
      asc_pen_format(&stage->pen, "<use href='#@hole' transform='translate(%.1f %.1f)scale(%.3f)'/>", x, y, size);
    asc_pen_put(&stage->pen, whole ? "</g>\n" : "\n");
  }
}

/* Where a coordinate is written. At the edge of a grid it goes to the middle of frame or margin; on a round board it
   goes to the middle of the rim, in the direction the view gives. */
static void label_place(const svg_stage *stage, const asc_label *label, double *x, double *y, bool *outside) {
  const svg_box b = stage->places;
  const double away = 14 * stage->zoom, rim = stage->edge + stage->rim / 2;
  *x = asc_stage_x(stage, label->x);
  *y = asc_stage_y(stage, label->y);
  if (stage->round) {
    double middle_x = (b.left + b.right) / 2, middle_y = (b.top + b.bottom) / 2, reach = (b.right - b.left) / 2;
    double distance = hypot(*x - middle_x, *y - middle_y);
    *outside = distance > reach;
    if (!*outside) return;
    *x = middle_x + (*x - middle_x) * (reach + rim) / distance;
    *y = middle_y + (*y - middle_y) * (reach + rim) / distance;
    return;
  }
  *outside = *x < b.left || *x > b.right || *y < b.top || *y > b.bottom;
  if (*x < b.left) *x = b.left - away;
  if (*x > b.right) *x = b.right + away;
  if (*y < b.top) *y = b.top - away;
  if (*y > b.bottom) *y = b.bottom + away + stage->zoom;
}

static void labels_draw(const svg_stage *stage, int parts) {
  const svg_pen *pen = &stage->pen;
  for (int i = 0; i < stage->view->label_count; i++) {
    const asc_label *label = &stage->view->labels[i];
    bool lit = (parts & CHANGING) != 0 && label->lit;
    if (parts == CHANGING && !lit) continue;
    bool outside, on_wood = stage->material == SVG_SQUARES || stage->material == SVG_CIRCLES;
    double x, y;
    label_place(stage, label, &x, &y, &outside);
    double font = outside ? stage->font : fmin(stage->font, INSIDE_FONT);
    asc_pen_put(pen, "<g>");
    if (lit)
      asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@lk'/>", x, y, font * (outside ? 0.74 : 0.66));
    const char *look = lit ? "cl" : !outside ? "cr" : on_wood ? "cf" : "co";
    asc_pen_format(pen, "<text x='%.1f' y='%.1f' class='@%s'>", x, y + font * 0.35, look);
    asc_pen_words(pen, label->text);
    asc_pen_put(pen, "</text></g>\n");
  }
}

static void base_draw(const svg_stage *stage, int parts) {
  bool still = (parts & STILL) != 0;
  switch (stage->material) {
  case SVG_SQUARES:
    if (still) squares_draw(stage);
    break;
  case SVG_PLATES: plates_draw(stage, parts); break;
  case SVG_CARDS:
    if ((parts & CHANGING) != 0) cards_draw(stage);
    break;
  default:
    if (still) circles_draw(stage);
  }
}

void asc_svg_board_draw(const svg_stage *stage) {
  base_draw(stage, WHOLE);
  if (stage->scene->turn == ASC_NOBODY) asc_svg_leads_draw(stage);
  asc_svg_tracks_draw(stage);
  holes_draw(stage);
  labels_draw(stage, WHOLE);
}

void asc_svg_base_draw(const svg_stage *stage) { base_draw(stage, STILL); }
void asc_svg_laid_draw(const svg_stage *stage) { base_draw(stage, CHANGING); }

void asc_svg_holes_draw(const svg_stage *stage) {
  asc_svg_tracks_draw(stage);
  holes_draw(stage);
  labels_draw(stage, STILL);
}

void asc_svg_lit_draw(const svg_stage *stage) { labels_draw(stage, CHANGING); }
