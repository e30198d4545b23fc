/* The tray below the board: each player's reserve, in a groove of the board's wood, and their points.

   Two players have the left and the right end of one row. Shared reserves and the die lie between them if there is
   room, else below. Three or four players follow each other and continue in a new row when one is full. Lengths in this
   file are before zoom; a group applies the zoom of the drawing. */
#include "drawing.h"

#include <ascona/play.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  ROW = 35,
  GROOVE = 27,
  PITCH = 25,
  PIECE = 22,
  SIDE = 9,
  GAP = 16,
  ARROW = 10,
  POINTS = 30,
  ITEMS_MAX = ASC_SEATS_MAX + ASC_STOCKS_MAX + 1
};

/* A player with their reserves, a shared reserve, or the die just rolled. */
typedef struct tray_item {
  int player; /* 0: a shared reserve or the die */
  int stock;  /* index of a shared reserve in the view */
  int die;    /* the face of the die; 0: not the die */
  double x, y, width;
} tray_item;

typedef struct tray_rows {
  int count, rows;
  tray_item items[ITEMS_MAX];
} tray_rows;

static bool shows_points(const asc_view *view) {
  for (int i = 0; i < view->seat_count; i++)
    if (view->seats[i].points != 0) return true;
  return false;
}

static double tray_width(const asc_svg_drawing *drawing) { return drawing->width / drawing->zoom; }

static double points_width(const asc_view *view, int player) {
  char text[16];
  asc_points_write(view->seats[player - 1].points, text);
  return 6 + 9.0 * (double)strlen(text);
}

/* Pieces lie side by side. They overlap if there are many, so that two players always fit into a row. */
static double groove_width(const asc_svg_drawing *drawing, const asc_stock *stock) {
  double room = (tray_width(drawing) - 2 * SIDE - GAP) / 2 - ARROW - (shows_points(drawing->view) ? POINTS : 0);
  return fmin((stock->count - 1) * PITCH + GROOVE, fmax(room, 2 * PITCH));
}

static double player_width(const asc_svg_drawing *drawing, int player) {
  const asc_view *view = drawing->view;
  bool has_stock = false;
  double width = ARROW;
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != player || view->stocks[i].count <= 0) continue;
    width += groove_width(drawing, &view->stocks[i]) + (has_stock ? 4 : 0);
    has_stock = true;
  }
  if (!has_stock) width += GROOVE;
  return width + (shows_points(view) ? points_width(view, player) : 0);
}

/* Returns the face of the die, the number in the token of the roll; 0 if the last move was not a roll. */
static int die_shown(const asc_scene *scene) {
  const asc_path *path = &scene->view.last_path;
  if (path->motion_count == 0 || path->motions[path->motion_count - 1].type != ASC_MOTION_ROLL) return 0;
  return (int)strtol(scene->last_move + strcspn(scene->last_move, "0123456789"), NULL, 10);
}

/* Places items side by side between `left` and `right`, starting in row `row`. Returns the row of the last item. */
static int items_flow(tray_item *items, int count, double left, double right, int row) {
  double x = left;
  for (int i = 0; i < count; i++) {
    if (x > left && x + items[i].width > right) {
      x = left;
      row++;
    }
    items[i].x = x;
    items[i].y = row * ROW;
    x += items[i].width + GAP;
  }
  return row;
}

static void lay_out_tray(const asc_svg_drawing *drawing, tray_rows *tray) {
  const asc_view *view = drawing->view;
  *tray = (tray_rows){0};
  for (int player = 1; player <= view->seat_count; player++)
    tray->items[tray->count++] = (tray_item){.player = player, .width = player_width(drawing, player)};
  int seats = tray->count;
  for (int i = 0; i < view->stock_count; i++)
    if (view->stocks[i].player == 0 && view->stocks[i].count > 0)
      tray->items[tray->count++] = (tray_item){.stock = i, .width = groove_width(drawing, &view->stocks[i])};
  if (die_shown(drawing->scene) > 0)
    tray->items[tray->count++] = (tray_item){.die = die_shown(drawing->scene), .width = GROOVE};
  if (tray->count == 0) return;
  double left = SIDE, right = tray_width(drawing) - SIDE, shared = -GAP;
  for (int i = seats; i < tray->count; i++) shared += tray->items[i].width + GAP;
  if (seats != 2) {
    tray->rows = items_flow(tray->items, tray->count, left, right, 0) + 1;
    return;
  }
  tray->items[0].x = left;
  tray->items[1].x = right - tray->items[1].width;
  double from = left + tray->items[0].width + GAP, to = tray->items[1].x - GAP;
  bool between = shared <= to - from;
  double start = between ? (from + to - shared) / 2 : left;
  tray->rows = items_flow(&tray->items[2], tray->count - 2, start, right, between || seats == tray->count ? 0 : 1) + 1;
}

void asc_svg_tray_measure(asc_svg_drawing *drawing) {
  tray_rows tray;
  lay_out_tray(drawing, &tray);
  drawing->height += tray.rows * ROW * drawing->zoom;
}

/* All pieces in the tray have the same size, whatever the board. */
static void piece_draw(const asc_svg_drawing *drawing, int kind, double x, double y) {
  const asc_svg_art *art = asc_svg_art_find(&asc_svg_drawing_kinds(drawing)[kind], drawing->material);
  double size = PIECE / 2.0 / (art->radius * drawing->cell / art->cell);
  asc_svg_art_use(&drawing->pen, asc_svg_drawing_kinds(drawing), kind, drawing->material, x, y, drawing->cell, size);
}

/* A reserve that can be selected has a ring around its groove. */
static void groove_draw(const asc_svg_drawing *drawing, double x, double y, int index) {
  const asc_stock *stock = &drawing->view->stocks[index];
  const asc_svg_pen *pen = &drawing->pen;
  const asc_kind *kind = asc_scene_kind(drawing->scene, stock->kind);
  double width = groove_width(drawing, stock);
  const char *const looks[] = {drawing->material == ASC_SVG_SQUARES ? "class='@fi'" : "class='@p'",
                               "fill='url(#@tray)'", "class='@h' stroke-width='3.4'", "class='@m' stroke-width='1.6'"};
  for (int i = 0; i < (drawing->scene->targets.stocks[index] ? 4 : 2); i++)
    asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%d' rx='%.1f' %s/>", x, y, width, GROOVE,
                       GROOVE / 2.0, looks[i]);
  asc_svg_pen_put(pen, "\n");
  if (kind == NULL) return;
  double step = stock->count > 1 ? (width - GROOVE) / (stock->count - 1) : 0;
  for (int i = 0; i < stock->count; i++)
    piece_draw(drawing, stock->kind, x + GROOVE / 2.0 + i * step, y + GROOVE / 2.0);
  asc_svg_pen_put(pen, "\n");
}

static void player_draw(const asc_svg_drawing *drawing, const tray_item *item) {
  const asc_svg_pen *pen = &drawing->pen;
  const asc_view *view = drawing->view;
  const asc_seat *seat = &view->seats[item->player - 1];
  double x = item->x, middle = item->y + GROOVE / 2.0;
  bool has_stock = false;
  if (drawing->scene->seat_to_move == item->player)
    asc_svg_pen_format(pen, "<path d='M%.1f %.1fv9l6-4.5z' class='@lk'/>", x, middle - 4.5);
  x += ARROW;
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != item->player || view->stocks[i].count <= 0) continue;
    groove_draw(drawing, x, item->y, i);
    x += groove_width(drawing, &view->stocks[i]) + 4;
    has_stock = true;
  }
  if (!has_stock) {
    /* A disc of pale wood makes a black piece visible on a dark page. The pawns of the card game have a pale band of
       their own. */
    if (drawing->material != ASC_SVG_CARDS)
      asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@p'/>", x + GROOVE / 2.0, middle,
                         GROOVE / 2.0 - 0.5);
    if (asc_scene_kind(drawing->scene, seat->kind) != NULL) piece_draw(drawing, seat->kind, x + GROOVE / 2.0, middle);
    x += GROOVE + 4;
  }
  if (!shows_points(view)) return;
  char text[16];
  asc_points_write(seat->points, text);
  asc_svg_pen_format(pen, "<text x='%.1f' y='%.1f' class='@no'>", x + 2, middle + 5.2);
  asc_svg_pen_escaped(pen, text);
  asc_svg_pen_put(pen, "</text>\n");
}

static void die_draw(const asc_svg_drawing *drawing, const tray_item *item) {
  /* The pips of each face as bits of a 3 × 3 grid, row by row. */
  static const uint16_t faces[7] = {0, 0020, 0401, 0421, 0505, 0525, 0555};
  const asc_svg_pen *pen = &drawing->pen;
  asc_svg_pen_format(pen, "<rect x='%.1f' y='%.1f' width='26' height='26' rx='5' class='@die'/>", item->x + 0.5,
                     item->y + 0.5);
  if (item->die > 6) {
    asc_svg_pen_format(pen, "<text x='%.1f' y='%.1f' class='@no @nm'>%d</text>\n", item->x + 13.5, item->y + 18.7,
                       item->die);
    return;
  }
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++)
      if ((faces[item->die] >> (3 * row + column) & 1) != 0)
        asc_svg_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='2.6' class='@dp'/>", item->x + 6.5 + 7 * column,
                           item->y + 6.5 + 7 * row);
  asc_svg_pen_put(pen, "\n");
}

void asc_svg_tray_draw(const asc_svg_drawing *drawing) {
  tray_rows tray;
  lay_out_tray(drawing, &tray);
  asc_svg_pen_format(&drawing->pen, "<g transform='translate(0 %.1f)", drawing->board_box.bottom);
  if (drawing->zoom > 1) asc_svg_pen_format(&drawing->pen, "scale(%.3f)", drawing->zoom);
  asc_svg_pen_put(&drawing->pen, "'>\n");
  for (int i = 0; i < tray.count; i++) {
    if (tray.items[i].player > 0)
      player_draw(drawing, &tray.items[i]);
    else if (tray.items[i].die > 0)
      die_draw(drawing, &tray.items[i]);
    else
      groove_draw(drawing, tray.items[i].x, tray.items[i].y, tray.items[i].stock);
  }
  asc_svg_pen_put(&drawing->pen, "</g>\n");
}
