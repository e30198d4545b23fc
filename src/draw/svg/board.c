/* The empty board in its material: framed squares, tiles with holes, cards, or circles on a disc. */
#include "drawing.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

/* Opens a group with the id of a place, so that a page can find it. The id is written unformatted: asc_svg_pen_format
   would take parts of it for numbers. */
static void group_begin(const asc_svg_drawing *drawing, const char *what, const asc_place *place) {
  asc_svg_pen_format(&drawing->pen, "<g id='@%s-", what);
  asc_svg_pen_escaped(&drawing->pen, place->id);
  asc_svg_pen_put(&drawing->pen, "'>");
}

static void place_begin(const asc_svg_drawing *drawing, const asc_place *place) { group_begin(drawing, "at", place); }

/* The frame around squares: shadow, wood, grain along each side, mitred corners, and light on the upper left edge. */
static void frame_draw(const asc_svg_drawing *drawing) {
  const asc_svg_pen *pen = &drawing->pen;
  const asc_svg_box f = drawing->places_box;
  const double w = f.right - f.left, h = f.bottom - f.top, frame = ASC_SVG_FRAME_WIDTH * drawing->zoom;
  const asc_svg_box o = {f.left - frame, f.top - frame, f.right + frame, f.bottom + frame};
  for (int i = 0; i < 3; i++)
    asc_svg_pen_format(
        pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%d' fill='#1a120b' opacity='.05'/>\n",
        o.left + 2 - 2 * i, o.top + 4 - 1.2 * i, w + 2 * frame + 4 * i, h + 2 * frame + 4 * i, 6 + 2 * i);
  asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5' class='@fr'/>\n", o.left, o.top,
                     w + 2 * frame, h + 2 * frame);
  for (int side = 0; side < 4; side++) {
    /* The grain is defined for the upper side; scale it for sides of another length. */
    double across = side % 2 == 0 ? h : w, along = side % 2 == 0 ? w : h;
    asc_svg_pen_format(
        pen, "<use href='#@fg' transform='translate(%.1f %.1f)rotate(%d)translate(%.1f %.1f)scale(%.3f 1)'/>\n",
        (f.left + f.right) / 2, (f.top + f.bottom) / 2, 90 * side, -along / 2 - frame, -across / 2 - frame,
        (along + 2 * frame) / (w + 2 * frame));
  }
  asc_svg_pen_format(
      pen,
      "<path d='M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f' stroke='#1a0f06' "
      "stroke-opacity='.45' stroke-width='.8'/>\n",
      o.left + 1.5, o.top + 1.5, f.left, f.top, o.right - 1.5, o.top + 1.5, f.right, f.top, o.left + 1.5,
      o.bottom - 1.5, f.left, f.bottom, o.right - 1.5, o.bottom - 1.5, f.right, f.bottom);
  asc_svg_pen_format(pen,
                     "<path d='M%.1f %.1fV%.1fa4 4 0 0 1 4-4H%.1f' fill='none' stroke='#fff' stroke-opacity='.28'/>\n",
                     o.left + 1, o.bottom - 5, o.top + 5, o.right - 5);
}

static void squares_draw(const asc_svg_drawing *drawing) {
  const asc_svg_pen *pen = &drawing->pen;
  const asc_svg_box f = drawing->places_box;
  const double c = drawing->cell, w = f.right - f.left, h = f.bottom - f.top;
  frame_draw(drawing);
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    double x = asc_svg_drawing_x(drawing, place->x) - c / 2, y = asc_svg_drawing_y(drawing, place->y) - c / 2;
    int column = (int)lround((x - f.left) / c), row = (int)lround((y - f.top) / c);
    int wood = (int)(asc_hash_add((uint64_t)column, (uint64_t)row) % ASC_SVG_SQUARE_WOODS);
    place_begin(drawing, place);
    asc_svg_pen_format(pen, "<use href='#@v%d' transform='translate(%.1f %.1f)%s'/></g>\n", wood, x, y,
                       (column + row) % 2 == 1 ? "rotate(270 30 30)" : "");
  }
  asc_svg_pen_put(pen, "<path d='");
  for (int i = 1; i * c < w - 1; i++) asc_svg_pen_format(pen, "M%.1f %.1fv%.1f", f.left + i * c, f.top, h);
  for (int i = 1; i * c < h - 1; i++) asc_svg_pen_format(pen, "M%.1f %.1fh%.1f", f.left, f.top + i * c, w);
  asc_svg_pen_format(pen, "' class='@ln'/>\n<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='url(#@sheen)'/>\n",
                     f.left, f.top, w, h);
  asc_svg_pen_format(
      pen,
      "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' class='@st'/><rect x='%.1f' y='%.1f' width='%.1f' "
      "height='%.1f' fill='none' stroke='#1a0f06' stroke-opacity='.5' stroke-width='.8'/>\n",
      f.left - 1.5, f.top - 1.5, w + 3, h + 3, f.left - 3, f.top - 3, w + 6, h + 6);
}

static asc_svg_box region_box(const asc_svg_drawing *drawing, const asc_region *region) {
  double x1 = asc_svg_drawing_x(drawing, region->left), x2 = asc_svg_drawing_x(drawing, region->right);
  double y1 = asc_svg_drawing_y(drawing, region->top), y2 = asc_svg_drawing_y(drawing, region->bottom);
  return (asc_svg_box){fmin(x1, x2), fmin(y1, y2), fmax(x1, x2), fmax(y1, y2)};
}

/* The parts of the board to draw: those that stay from move to move, those that change, or both. */
enum { FIXED = 1, CHANGING = 2, WHOLE = FIXED | CHANGING };

static void tile_draw(const asc_svg_drawing *drawing, int index, int parts) {
  const asc_svg_pen *pen = &drawing->pen;
  const asc_region *region = &drawing->view->regions[index];
  bool off_limits = (parts & CHANGING) != 0 && (region->marks & ASC_MARK_OFF_LIMITS) != 0;
  if (parts == CHANGING && !off_limits) return;
  asc_svg_box b = region_box(drawing, region);
  double w = b.right - b.left - 2, h = b.bottom - b.top - 2;
  char rect[96];
  asc_svg_pen_format_part(pen, rect, sizeof rect, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='4.5' ",
                          b.left + 1, b.top + 1, w, h);
  /* One line of text per tile: a page redraws only the lines that change. */
  asc_svg_pen_put(pen, "<g>");
  if ((parts & FIXED) != 0)
    asc_svg_pen_format(pen, "%sclass='@p'/>%sfill='url(#@%c%d)'/>%sfill='url(#@sheen)'/>", rect, rect,
                       w >= h ? 'h' : 'u', (int)(asc_hash_add(7, (uint64_t)index) % ASC_SVG_TILE_WOODS), rect);
  if (off_limits) asc_svg_pen_format(pen, "%sclass='@ba'/>%sfill='url(#@ht)'/>", rect, rect);
  asc_svg_pen_format(
      pen,
      "<path d='M%.1f %.1fV%.1fa4.4 4.4 0 0 1 4.4-4.4H%.1f' fill='none' stroke='#fffaf0' stroke-opacity='.75'/></g>\n",
      b.left + 1.6, b.bottom - 6, b.top + 6, b.right - 6);
}

static void tiles_draw(const asc_svg_drawing *drawing, int parts) {
  static const struct { double x, y, opacity; } shadows[] = {{4, 7, 0.06}, {3, 5, 0.08}, {2, 3.6, 0.1}};
  const asc_svg_pen *pen = &drawing->pen;
  for (int layer = 0; layer < 4 && (parts & FIXED) != 0; layer++) {
    if (layer < 3)
      asc_svg_pen_format(pen, "<g fill='#1a120b' opacity='%.2f'>", shadows[layer].opacity);
    else
      asc_svg_pen_put(pen, "<g class='@fr'>");
    for (int i = 0; i < drawing->view->region_count; i++) {
      asc_svg_box b = region_box(drawing, &drawing->view->regions[i]);
      if (layer < 3)
        asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='6'/>",
                           b.left + shadows[layer].x, b.top + shadows[layer].y, b.right - b.left + 1,
                           b.bottom - b.top + 1);
      else
        asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5'/>", b.left + 0.4,
                           b.top + 0.6, b.right - b.left, b.bottom - b.top + 0.8);
    }
    asc_svg_pen_put(pen, "</g>\n");
  }
  for (int i = 0; i < drawing->view->region_count; i++) tile_draw(drawing, i, parts);
}

/* The leader of a tile is shown by a tint and by lines along its edge: one line for player 1, two for player 2, dashes
   and dots for players 3 and 4. So the leader is clear without colours. */
void asc_svg_board_draw_leads(const asc_svg_drawing *drawing) {
  static const char *const dashes[] = {"", "", " stroke-dasharray='6 4'", " stroke-dasharray='.1 5'"};
  for (int i = 0; i < drawing->view->region_count; i++) {
    const asc_region *region = &drawing->view->regions[i];
    int leader = region->leader;
    if (leader < 1 || leader > ASC_SEATS_MAX) continue;
    asc_svg_box b = region_box(drawing, region);
    asc_svg_pen_put(&drawing->pen, "<g>");
    for (int line = 0; line < (leader == 2 ? 2 : 1); line++) {
      double inset = leader == 2 ? 2.6 + 3.2 * line : 3.4, width = leader == 2 ? 1.2 : 2.2;
      asc_svg_pen_format(&drawing->pen,
                         "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f' class='@w%d' fill-opacity='%s' "
                         "stroke-width='%.1f'%s/>",
                         b.left + inset, b.top + inset, b.right - b.left - 2 * inset, b.bottom - b.top - 2 * inset,
                         5.4 - inset / 2, leader, line == 0 ? ".1" : "0", width, dashes[leader - 1]);
    }
    asc_svg_pen_put(&drawing->pen, "</g>\n");
  }
}

static void cards_draw(const asc_svg_drawing *drawing) {
  static const struct { double x, y, opacity; } shadows[] = {{3, 6, 0.05}, {2, 4, 0.07}, {1, 2.6, 0.09}};
  const asc_svg_pen *pen = &drawing->pen;
  const double c = drawing->cell;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (place->ground != ASC_NO_KIND) continue;
    place_begin(drawing, place);
    asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='3' class='@vac'/></g>\n",
                       asc_svg_drawing_x(drawing, place->x) - c / 2 + 3.5,
                       asc_svg_drawing_y(drawing, place->y) - c / 2 + 3.5, c - 7, c - 7);
  }
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (place->ground == ASC_NO_KIND) continue;
    group_begin(drawing, "sh", place); /* a page moves it together with the card */
    for (int layer = 0; layer < 3; layer++)
      asc_svg_pen_format(pen,
                         "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='5' fill='#0a1218' opacity='%.2f'/>",
                         asc_svg_drawing_x(drawing, place->x) - c / 2 + shadows[layer].x,
                         asc_svg_drawing_y(drawing, place->y) - c / 2 + shadows[layer].y, c, c, shadows[layer].opacity);
    asc_svg_pen_put(pen, "</g>\n");
  }
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (asc_scene_kind(drawing->scene, place->ground) == NULL) continue;
    place_begin(drawing, place);
    asc_svg_art_ground_use(pen, place->ground, asc_svg_drawing_x(drawing, place->x),
                           asc_svg_drawing_y(drawing, place->y), c,
                           (place->ground_turns + (drawing->is_flipped ? 2 : 0)) & 3);
    asc_svg_pen_put(pen, "</g>\n");
  }
}

/* A rectangular board with a frame, for circles without a common centre. */
static void rectangle_draw(const asc_svg_drawing *drawing) {
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
  const asc_svg_box b = drawing->places_box;
  for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
    asc_svg_pen_format(&drawing->pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%d' %s/>\n",
                       b.left - layers[i].reach, b.top - layers[i].reach + (i == 0 ? 4 : 0),
                       b.right - b.left + 2 * layers[i].reach, b.bottom - b.top + 2 * layers[i].reach, layers[i].corner,
                       layers[i].look);
}

static void circles_draw(const asc_svg_drawing *drawing) {
  if (drawing->is_round)
    asc_svg_round_board_draw(drawing);
  else
    rectangle_draw(drawing);
}

static void holes_draw(const asc_svg_drawing *drawing) {
  bool circles = drawing->material == ASC_SVG_CIRCLES;
  for (int i = 0; i < drawing->view->place_count; i++) {
    const asc_place *place = &drawing->view->places[i];
    if (place->outline != ASC_OUTLINE_CIRCLE && !circles) continue;
    double size = circles ? 1 : place->size * drawing->scale / 28, x = asc_svg_drawing_x(drawing, place->x),
           y = asc_svg_drawing_y(drawing, place->y);
    bool opens_group = circles || drawing->material ==
                                      ASC_SVG_TILES; /* on squares and cards, the group of the place is drawn already */
    if (opens_group) place_begin(drawing, place);
    if (fabs(size - 1) < 0.02)
      asc_svg_pen_format(&drawing->pen, "<use href='#@hole' x='%.1f' y='%.1f'/>", x, y);
    else
      asc_svg_pen_format(&drawing->pen, "<use href='#@hole' transform='translate(%.1f %.1f)scale(%.3f)'/>", x, y, size);
    asc_svg_pen_put(&drawing->pen, opens_group ? "</g>\n" : "\n");
  }
}

/* Computes the position of a coordinate. Outside a grid it goes to the middle of frame or margin; outside a round board
   it goes to the middle of the rim, in the direction of the view. */
static void label_position(const asc_svg_drawing *drawing, const asc_label *label, double *x, double *y,
                           bool *is_outside) {
  const asc_svg_box b = drawing->places_box;
  const double away = 14 * drawing->zoom, rim = drawing->edge_width + drawing->rim_width / 2;
  *x = asc_svg_drawing_x(drawing, label->x);
  *y = asc_svg_drawing_y(drawing, label->y);
  if (drawing->is_round) {
    double middle_x = (b.left + b.right) / 2, middle_y = (b.top + b.bottom) / 2, reach = (b.right - b.left) / 2;
    double distance = hypot(*x - middle_x, *y - middle_y);
    *is_outside = distance > reach;
    if (!*is_outside) return;
    *x = middle_x + (*x - middle_x) * (reach + rim) / distance;
    *y = middle_y + (*y - middle_y) * (reach + rim) / distance;
    return;
  }
  *is_outside = *x < b.left || *x > b.right || *y < b.top || *y > b.bottom;
  if (*x < b.left) *x = b.left - away;
  if (*x > b.right) *x = b.right + away;
  if (*y < b.top) *y = b.top - away;
  if (*y > b.bottom) *y = b.bottom + away + drawing->zoom;
}

static void labels_draw(const asc_svg_drawing *drawing, int parts) {
  const asc_svg_pen *pen = &drawing->pen;
  for (int i = 0; i < drawing->view->label_count; i++) {
    const asc_label *label = &drawing->view->labels[i];
    bool lit = (parts & CHANGING) != 0 && label->is_highlighted;
    if (parts == CHANGING && !lit) continue;
    bool is_outside, on_wood = drawing->material == ASC_SVG_SQUARES || drawing->material == ASC_SVG_CIRCLES;
    double x, y;
    label_position(drawing, label, &x, &y, &is_outside);
    double font = is_outside ? drawing->font_size : fmin(drawing->font_size, ASC_SVG_INNER_FONT_MAX);
    asc_svg_pen_put(pen, "<g>");
    if (lit)
      asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@lk'/>", x, y,
                         font * (is_outside ? 0.74 : 0.66));
    const char *look = lit ? "cl" : !is_outside ? "cr" : on_wood ? "cf" : "co";
    asc_svg_pen_format(pen, "<text x='%.1f' y='%.1f' class='@%s'>", x, y + font * 0.35, look);
    asc_svg_pen_escaped(pen, label->text);
    asc_svg_pen_put(pen, "</text></g>\n");
  }
}

static void base_draw(const asc_svg_drawing *drawing, int parts) {
  bool fixed = (parts & FIXED) != 0;
  switch (drawing->material) {
  case ASC_SVG_SQUARES:
    if (fixed) squares_draw(drawing);
    break;
  case ASC_SVG_TILES: tiles_draw(drawing, parts); break;
  case ASC_SVG_CARDS:
    if ((parts & CHANGING) != 0) cards_draw(drawing);
    break;
  default:
    if (fixed) circles_draw(drawing);
  }
}

void asc_svg_board_draw(const asc_svg_drawing *drawing) {
  base_draw(drawing, WHOLE);
  if (drawing->scene->turn == ASC_NO_PLAYER) asc_svg_board_draw_leads(drawing);
  asc_svg_tracks_draw(drawing);
  holes_draw(drawing);
  labels_draw(drawing, WHOLE);
}

void asc_svg_board_draw_base(const asc_svg_drawing *drawing) { base_draw(drawing, FIXED); }
void asc_svg_board_draw_changing(const asc_svg_drawing *drawing) { base_draw(drawing, CHANGING); }

void asc_svg_board_draw_holes(const asc_svg_drawing *drawing) {
  asc_svg_tracks_draw(drawing);
  holes_draw(drawing);
  labels_draw(drawing, FIXED);
}

void asc_svg_board_draw_lit_labels(const asc_svg_drawing *drawing) { labels_draw(drawing, CHANGING); }
