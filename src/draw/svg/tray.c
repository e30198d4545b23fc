/* Below the board: each player's men in hand, in a groove of the board's own wood, and the points as they stand.

   Two players have the left and the right end of one row; what belongs to all lies between them if there is room, else
   below. More than two follow each other and go on in a new row where one is full. Lengths here are before the stage's
   zoom, which a group applies. */
#include "stage.h"

#include <ascona/play.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  ROW = 35,
  GROOVE = 27,
  PITCH = 25,
  MAN = 22,
  SIDE = 9,
  GAP = 16,
  ARROW = 10,
  POINTS = 30,
  ITEMS_MAX = ASC_SEATS_MAX + ASC_STOCKS_MAX + 1
};

/* A player with his stocks, a stock of all, or the die just rolled. */
typedef struct tray_item {
  int player; /* 0: a shared stock or the die */
  int stock;  /* of a shared item */
  int die;    /* what the die shows; 0: not the die */
  double x, y, width;
} tray_item;

typedef struct tray_rows {
  int count, rows;
  tray_item items[ITEMS_MAX];
} tray_rows;

static bool points_matter(const asc_view *view) {
  for (int i = 0; i < view->seat_count; i++)
    if (view->seats[i].points != 0) return true;
  return false;
}

static double tray_width(const svg_stage *stage) { return stage->width / stage->zoom; }

static double points_width(const asc_view *view, int player) {
  char text[16];
  asc_points_write(view->seats[player - 1].points, text);
  return 6 + 9.0 * (double)strlen(text);
}

/* Men lie side by side; many of them overlap, so that two players always fit into a row. */
static double groove_width(const svg_stage *stage, const asc_stock *stock) {
  double room = (tray_width(stage) - 2 * SIDE - GAP) / 2 - ARROW - (points_matter(stage->view) ? POINTS : 0);
  return fmin((stock->count - 1) * PITCH + GROOVE, fmax(room, 2 * PITCH));
}

static double player_width(const svg_stage *stage, int player) {
  const asc_view *view = stage->view;
  bool stocked = false;
  double width = ARROW;
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != player || view->stocks[i].count <= 0) continue;
    width += groove_width(stage, &view->stocks[i]) + (stocked ? 4 : 0);
    stocked = true;
  }
  if (!stocked) width += GROOVE;
  return width + (points_matter(view) ? points_width(view, player) : 0);
}

/* The face is the number in the token of the roll; 0: the last move was none. */
static int die_shown(const asc_scene *scene) {
  const asc_way *way = &scene->view.last;
  if (way->motion_count == 0 || way->motions[way->motion_count - 1].act != ASC_ACT_ROLL) return 0;
  return (int)strtol(scene->last + strcspn(scene->last, "0123456789"), NULL, 10);
}

/* Lays items one behind the other from `left`, in rows no longer than `right`; returns the row of the last. */
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

static void tray_lay(const svg_stage *stage, tray_rows *tray) {
  const asc_view *view = stage->view;
  *tray = (tray_rows){0};
  for (int player = 1; player <= view->seat_count; player++)
    tray->items[tray->count++] = (tray_item){.player = player, .width = player_width(stage, player)};
  int seats = tray->count;
  for (int i = 0; i < view->stock_count; i++)
    if (view->stocks[i].player == 0 && view->stocks[i].count > 0)
      tray->items[tray->count++] = (tray_item){.stock = i, .width = groove_width(stage, &view->stocks[i])};
  if (die_shown(stage->scene) > 0)
    tray->items[tray->count++] = (tray_item){.die = die_shown(stage->scene), .width = GROOVE};
  if (tray->count == 0) return;
  double left = SIDE, right = tray_width(stage) - SIDE, shared = -GAP;
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

void asc_svg_tray_measure(svg_stage *stage) {
  tray_rows tray;
  tray_lay(stage, &tray);
  stage->height += tray.rows * ROW * stage->zoom;
}

/* All men in a tray are of one size. */
static void man_draw(const svg_stage *stage, int kind, double x, double y) {
  const svg_art *art = asc_svg_art_find(&asc_stage_kinds(stage)[kind], stage->material);
  double size = MAN / 2.0 / (art->radius * stage->cell / art->cell);
  asc_svg_art_use(&stage->pen, asc_stage_kinds(stage), kind, stage->material, x, y, stage->cell, size);
}

/* A stock that may be touched has a ring round its groove. */
static void groove_draw(const svg_stage *stage, double x, double y, int index) {
  const asc_stock *stock = &stage->view->stocks[index];
  const svg_pen *pen = &stage->pen;
  const asc_kind *kind = asc_scene_kind(stage->scene, stock->kind);
  double width = groove_width(stage, stock);
  const char *const looks[] = {stage->material == SVG_SQUARES ? "class='@fi'" : "class='@p'", "fill='url(#@tray)'",
                               "class='@h' stroke-width='3.4'", "class='@m' stroke-width='1.6'"};
  for (int i = 0; i < (stage->scene->targets.stocks[index] ? 4 : 2); i++)
    asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='%.1f' height='%d' rx='%.1f' %s/>", x, y, width, GROOVE,
                   GROOVE / 2.0, looks[i]);
  asc_pen_put(pen, "\n");
  if (kind == NULL) return;
  double step = stock->count > 1 ? (width - GROOVE) / (stock->count - 1) : 0;
  for (int i = 0; i < stock->count; i++) man_draw(stage, stock->kind, x + GROOVE / 2.0 + i * step, y + GROOVE / 2.0);
  asc_pen_put(pen, "\n");
}

static void player_draw(const svg_stage *stage, const tray_item *item) {
  const svg_pen *pen = &stage->pen;
  const asc_view *view = stage->view;
  const asc_seat *seat = &view->seats[item->player - 1];
  double x = item->x, middle = item->y + GROOVE / 2.0;
  bool stocked = false;
  if (stage->scene->seat_to_move == item->player)
    asc_pen_format(pen, "<path d='M%.1f %.1fv9l6-4.5z' class='@lk'/>", x, middle - 4.5);
  x += ARROW;
  for (int i = 0; i < view->stock_count; i++) {
    if (view->stocks[i].player != item->player || view->stocks[i].count <= 0) continue;
    groove_draw(stage, x, item->y, i);
    x += groove_width(stage, &view->stocks[i]) + 4;
    stocked = true;
  }
  if (!stocked) {
    /* On a coin of pale wood, so that a black man is seen on a dark page; cards' pawns have a pale band of their own.
     */
    if (stage->material != SVG_CARDS)
      asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='%.1f' class='@p'/>", x + GROOVE / 2.0, middle,
                     GROOVE / 2.0 - 0.5);
    if (asc_scene_kind(stage->scene, seat->kind) != NULL) man_draw(stage, seat->kind, x + GROOVE / 2.0, middle);
    x += GROOVE + 4;
  }
  if (!points_matter(view)) return;
  char text[16];
  asc_points_write(seat->points, text);
  asc_pen_format(pen, "<text x='%.1f' y='%.1f' class='@no'>", x + 2, middle + 5.2);
  asc_pen_words(pen, text);
  asc_pen_put(pen, "</text>\n");
}

static void die_draw(const svg_stage *stage, const tray_item *item) {
  /* The pips of each face, in a square of three by three. */
  static const uint16_t faces[7] = {0, 0020, 0401, 0421, 0505, 0525, 0555};
  const svg_pen *pen = &stage->pen;
  asc_pen_format(pen, "<rect x='%.1f' y='%.1f' width='26' height='26' rx='5' class='@die'/>", item->x + 0.5,
                 item->y + 0.5);
  if (item->die > 6) {
    asc_pen_format(pen, "<text x='%.1f' y='%.1f' class='@no @nm'>%d</text>\n", item->x + 13.5, item->y + 18.7,
                   item->die);
    return;
  }
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++)
      if ((faces[item->die] >> (3 * row + column) & 1) != 0)
        asc_pen_format(pen, "<circle cx='%.1f' cy='%.1f' r='2.6' class='@dp'/>", item->x + 6.5 + 7 * column,
                       item->y + 6.5 + 7 * row);
  asc_pen_put(pen, "\n");
}

void asc_svg_tray_draw(const svg_stage *stage) {
  tray_rows tray;
  tray_lay(stage, &tray);
  asc_pen_format(&stage->pen, "<g transform='translate(0 %.1f)", stage->board.bottom);
  if (stage->zoom > 1) asc_pen_format(&stage->pen, "scale(%.3f)", stage->zoom);
  asc_pen_put(&stage->pen, "'>\n");
  for (int i = 0; i < tray.count; i++) {
    if (tray.items[i].player > 0)
      player_draw(stage, &tray.items[i]);
    else if (tray.items[i].die > 0)
      die_draw(stage, &tray.items[i]);
    else
      groove_draw(stage, tray.items[i].x, tray.items[i].y, tray.items[i].stock);
  }
  asc_pen_put(&stage->pen, "</g>\n");
}
