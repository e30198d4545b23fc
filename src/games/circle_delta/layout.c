/* Where the holes lie on paper.

   A board is laid out in units of its own and then enlarged until the two holes that lie closest are 1000 apart. Line 1
   is at the top. Angles run clockwise from there, and what is said of a line holds for all of them, turned.

   On the rose the middle of a petal is 100 from the middle of the board. A petal fills a share of the room between its
   neighbours, more of it the more rings there are, so that holes on one petal and holes on two come equally close. The
   rings are laid through the petal at given angles, counted at the petal's centre from the direction of the board's
   middle: even steps spread the holes best. For four rings they are those of the board that was drawn first, at 69, 90,
   111 and 131 of 100 when there are six petals.

   On the chain the circles of a line have radii of 22.5, those at its ends less, and the rings cross them where the
   holes come out most evenly: at the widest, and at the ends of the line a little inside and outside of it. How far the
   first circle is from the middle depends on the lines beside it. */
#include "circle_delta.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct point {
  double x, y;
} point;

/* In the board's own units. `angle` is how far a hole or a sign lies from the direction of its line. */
typedef struct drawing {
  double radius[CIRCLE_CIRCLES_MAX];
  double distance[CIRCLE_CIRCLES_MAX];                            /* of the centre from the middle; 0 for rings */
  double row_radius[CIRCLE_ROWS_MAX], row_angle[CIRCLE_ROWS_MAX]; /* of its holes */
  double letter_radius[CIRCLE_ROWS_MAX], letter_angle[CIRCLE_ROWS_MAX];
  double letters; /* the direction of the line that the letters lie beside */
  double number_radius, number_angle;
} drawing;

static double direction_of(const circle_board *board, double line) { return 2 * pi * line / board->petals; }

static void row_put(drawing *d, int row, double across, double along) {
  d->row_radius[row] = hypot(across, along);
  d->row_angle[row] = atan2(across, along);
}

static void rose_draw(const circle_board *board, drawing *d) {
  static const double room_share[CIRCLE_RINGS_MAX + 1] = {0, 0, 0.60, 0.70, 0.76, 0.77, 0.80};
  static const double ring_angle[CIRCLE_RINGS_MAX + 1][CIRCLE_RINGS_MAX] = {[2] = {45, 135},
                                                                            [3] = {30, 90, 150},
                                                                            [4] = {28.4369, 63.8961, 96.6264, 138.7845},
                                                                            [5] = {18, 54, 90, 126, 162},
                                                                            [6] = {15, 45, 75, 105, 135, 165}};
  double radius = 100 * sin(pi / board->petals) * room_share[board->rings];
  for (int ring = 0; ring < board->rings; ring++) {
    double angle = ring_angle[board->rings][ring] * pi / 180;
    row_put(d, ring, radius * sin(angle), 100 - radius * cos(angle));
    d->radius[ring] = d->letter_radius[ring] = d->row_radius[ring];
  }
  for (int circle = board->rings; circle < board->circles; circle++) {
    d->radius[circle] = radius;
    d->distance[circle] = 100;
  }
  /* The letters lie in the gap between two petals that is nearest to nine o'clock, the numbers outside, each in line
     with its hole on the outer ring. */
  d->letters = direction_of(board, floor(0.75 * board->petals) + 0.5);
  d->number_radius = 100 + radius + 20;
  d->number_angle = d->row_angle[board->rings - 1];
}

/* Of a small circle: its radius, how much further out the next one lies, and where its ring crosses it, from its
   centre outwards. */
typedef struct link {
  double radius, step, crossing;
} link;

static link link_of(int ring, int rings) {
  if (ring == 0) return (link){16, rings == 2 ? 24 : 30.5, -10.5};
  if (ring == rings - 1) return (link){17.5, 0, 8.2};
  double place = rings > 3 ? (ring - 1.0) / (rings - 3) : 0.5;
  return (link){22.5, ring == rings - 2 ? 32.5 : 37.5, 1.25 * place - 0.6};
}

/* Letters of rings stand in a gap of the ring, clear of the circles of their line but no nearer to the next one. */
static void chain_letters_put(const circle_board *board, drawing *d) {
  int last = board->rows - 1;
  d->letters = direction_of(board, 1);
  for (int row = 0; row <= last; row += 2) {
    double radius = d->row_radius[row] + (row == 0 ? 11 : 0), across = row == 0 ? 27 : row == last ? 45.7 : 40.2;
    d->letter_radius[row] = radius;
    d->letter_angle[row] = fmin(pi / board->petals, asin(fmin(across / radius, 1)));
  }
  for (int row = 1; row < last; row += 2) {
    d->letter_radius[row] = (d->letter_radius[row - 1] + d->letter_radius[row + 1]) / 2;
    d->letter_angle[row] = (d->letter_angle[row - 1] + d->letter_angle[row + 1]) / 2;
  }
  d->number_radius = d->row_radius[last] + 6.4;
  d->number_angle = asin(32.5 / d->number_radius);
}

static void chain_draw(const circle_board *board, drawing *d) {
  link inner = link_of(0, board->rings);
  double width = sqrt(inner.radius * inner.radius - inner.crossing * inner.crossing), half = pi / board->petals;
  /* So that on the inner ring the holes of two lines lie 21.9 apart. */
  double distance = (10.95 + width * cos(half)) / sin(half) - inner.crossing;
  for (int ring = 0; ring < board->rings; ring++) {
    link here = link_of(ring, board->rings);
    int row = 2 * ring;
    row_put(d, row, sqrt(here.radius * here.radius - here.crossing * here.crossing), distance + here.crossing);
    d->radius[ring] = d->row_radius[row];
    for (int line = 0; line < board->petals; line++) {
      int circle = board->rings + line * board->rings + ring;
      d->radius[circle] = here.radius;
      d->distance[circle] = distance;
    }
    if (ring == board->rings - 1) break;
    link next = link_of(ring + 1, board->rings);
    double along = (here.step * here.step + here.radius * here.radius - next.radius * next.radius) / (2 * here.step);
    row_put(d, row + 1, sqrt(here.radius * here.radius - along * along), distance + along);
    distance += here.step;
  }
  chain_letters_put(board, d);
}

static point point_at(double radius, double angle) { return (point){radius * sin(angle), -radius * cos(angle)}; }

static double side_of(int place, double angle) { return place % 2 == 0 ? -angle : angle; }

static point hole_point(const circle_board *board, const drawing *d, int hole) {
  int row = circle_row(board, hole);
  return point_at(d->row_radius[row], direction_of(board, circle_line(board, hole)) +
                                          side_of(circle_place(board, hole), d->row_angle[row]));
}

/* The board is the same at every line, so one line's holes against all others will do. */
static double drawing_closest(const circle_board *board, const drawing *d) {
  double closest = 1000;
  for (circle_set left = board->holes; circle_any(left);) {
    int a = circle_take(&left);
    if (circle_line(board, a) != 0) continue;
    point one = hole_point(board, d, a);
    for (circle_set others = board->holes; circle_any(others);) {
      int b = circle_take(&others);
      point other = hole_point(board, d, b);
      if (a != b) closest = fmin(closest, hypot(one.x - other.x, one.y - other.y));
    }
  }
  return closest;
}

static int32_t whole(double number) { return (int32_t)lround(number); }

static void put_point(point p, double scale, int32_t *x, int32_t *y) {
  *x = whole(p.x * scale);
  *y = whole(p.y * scale);
}

void asc_circle_layout_fill(circle_layout *layout, const circle_board *board) {
  drawing d = {0};
  if (board->chain)
    chain_draw(board, &d);
  else
    rose_draw(board, &d);
  double scale = 1000 / drawing_closest(board, &d), reach = 0;
  for (circle_set left = board->holes; circle_any(left);) {
    int hole = circle_take(&left);
    put_point(hole_point(board, &d, hole), scale, &layout->x[hole], &layout->y[hole]);
  }
  for (int circle = 0; circle < board->circles; circle++) {
    layout->radius[circle] = whole(d.radius[circle] * scale);
    put_point(point_at(d.distance[circle], direction_of(board, circle_line(board, board->hole[circle][0]))), scale,
              &layout->circle_x[circle], &layout->circle_y[circle]);
    reach = fmax(reach, d.distance[circle] + d.radius[circle]);
  }
  for (int row = 0; row < board->rows; row++)
    put_point(point_at(d.letter_radius[row], d.letters + d.letter_angle[row]), scale, &layout->letter_x[row],
              &layout->letter_y[row]);
  for (int place = 0; place < board->row_length; place++)
    put_point(
        point_at(d.number_radius, direction_of(board, circle_line(board, place)) + side_of(place, d.number_angle)),
        scale, &layout->number_x[place], &layout->number_y[place]);
  layout->edge = whole(reach * scale) + 1200;
}
