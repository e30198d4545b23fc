/* Where the holes lie on paper.

   Everything is laid out with the distance from the middle of the board to the middle of a petal as 100, and then
   enlarged until the two holes that lie closest are 1000 apart. Petal 1 is at the top.

   A petal fills a share of the room between its neighbours, more of it the more rings there are, so that holes on one
   petal and holes on two come equally close. The rings are laid through the petal at given angles, counted at the
   petal's centre from the direction of the board's middle: even steps spread the holes best. For four rings they are
   those of the board that was drawn first, at 69, 90, 111 and 131 of 100 when there are six petals. */
#include "circle_delta.h"

#include <math.h>

static const double pi = 3.14159265358979323846;
static const double room_share[CIRCLE_RINGS_MAX + 1] = {0, 0, 0.60, 0.70, 0.76, 0.77, 0.80};
static const double ring_angle[CIRCLE_RINGS_MAX + 1][CIRCLE_RINGS_MAX] = {[2] = {45, 135},
                                                                          [3] = {30, 90, 150},
                                                                          [4] = {28.4369, 63.8961, 96.6264, 138.7845},
                                                                          [5] = {18, 54, 90, 126, 162},
                                                                          [6] = {15, 45, 75, 105, 135, 165}};

typedef struct point {
  double x, y;
} point;

/* Angles run clockwise from the top, y downwards. */
static point point_at(double radius, double angle) { return (point){radius * sin(angle), -radius * cos(angle)}; }

static double petal_direction(const circle_board *board, double petal) { return 2 * pi * petal / board->petals; }

typedef struct drawing {
  double petal_radius;
  double ring_radius[CIRCLE_RINGS_MAX];
  double side_angle[CIRCLE_RINGS_MAX]; /* between the middle of a petal and its hole on that ring */
  point hole[CIRCLE_HOLES_MAX];
} drawing;

static void drawing_make(const circle_board *board, drawing *d) {
  d->petal_radius = 100 * sin(pi / board->petals) * room_share[board->rings];
  for (int ring = 0; ring < board->rings; ring++) {
    double angle = ring_angle[board->rings][ring] * pi / 180;
    double across = d->petal_radius * sin(angle), along = 100 - d->petal_radius * cos(angle);
    d->ring_radius[ring] = hypot(across, along);
    d->side_angle[ring] = atan2(across, along);
    for (int place = 0; place < board->length[CIRCLE_RING]; place++) {
      int hole = circle_hole(ring, place);
      double side = place % 2 == 0 ? -d->side_angle[ring] : d->side_angle[ring];
      d->hole[hole] = point_at(d->ring_radius[ring], petal_direction(board, circle_petal(hole)) + side);
    }
  }
}

/* The board is the same at every petal, so one petal's holes against all others will do. */
static double drawing_closest(const circle_board *board, const drawing *d) {
  double closest = 200;
  for (circle_set left = board->holes; circle_any(left);) {
    int a = circle_take(&left);
    if (circle_petal(a) != 0) continue;
    for (circle_set others = board->holes; circle_any(others);) {
      int b = circle_take(&others);
      double distance = hypot(d->hole[a].x - d->hole[b].x, d->hole[a].y - d->hole[b].y);
      if (a != b && distance < closest) closest = distance;
    }
  }
  return closest;
}

static int32_t whole(double number) { return (int32_t)lround(number); }

static void put_point(point p, double scale, int32_t *x, int32_t *y) {
  *x = whole(p.x * scale);
  *y = whole(p.y * scale);
}

/* The gap between two petals that is nearest to nine o'clock. */
static double letters_direction(const circle_board *board) {
  return petal_direction(board, floor(0.75 * board->petals) + 0.5);
}

void asc_circle_layout_fill(circle_layout *layout, const circle_board *board) {
  drawing d;
  drawing_make(board, &d);
  double scale = 1000 / drawing_closest(board, &d);
  for (circle_set left = board->holes; circle_any(left);) {
    int hole = circle_take(&left);
    put_point(d.hole[hole], scale, &layout->x[hole], &layout->y[hole]);
  }
  for (int ring = 0; ring < board->rings; ring++) {
    layout->ring_radius[ring] = whole(d.ring_radius[ring] * scale);
    put_point(point_at(d.ring_radius[ring], letters_direction(board)), scale, &layout->letter_x[ring],
              &layout->letter_y[ring]);
  }
  layout->petal_radius = whole(d.petal_radius * scale);
  for (int petal = 0; petal < board->petals; petal++)
    put_point(point_at(100, petal_direction(board, petal)), scale, &layout->petal_x[petal], &layout->petal_y[petal]);
  /* The numbers stand outside, each in line with its hole on the outer ring. */
  double outside = 100 + d.petal_radius;
  for (int place = 0; place < board->length[CIRCLE_RING]; place++) {
    double side = d.side_angle[board->rings - 1] * (place % 2 == 0 ? -1 : 1);
    put_point(point_at(outside + 700 / scale, petal_direction(board, circle_petal(place)) + side), scale,
              &layout->number_x[place], &layout->number_y[place]);
  }
  layout->edge = whole(outside * scale) + 1200;
}
