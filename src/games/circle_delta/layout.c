/* Computes where the circles, holes and labels of a board are drawn.

   A board is laid out in units of its own and then scaled until the two closest holes are 1000 apart. Line 1 is at the
   top. Angles are measured clockwise from there. All lines look the same, rotated.

   On the rose the centre of a petal is 100 from the middle of the board. A petal fills a share of the space between its
   neighbours. The share grows with the number of rings, so that holes on the same petal and on adjacent petals come
   equally close. The rings cross the petal at given angles, measured at the petal's centre from the direction of the
   board's middle. Even steps spread the holes best. For four rings the angles are those of the first drawing of the
   board: with six petals the rings have radii 69, 90, 111 and 131.

   On the chain the small circles have radius 22.5, and those at the ends of a line are smaller. The rings cross them
   where the holes come out most evenly: at their widest, and at the ends of the line a little inside and outside of
   that. The distance of the first circle from the middle depends on the number of lines. */
#include "circle_delta.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct point {
  double x, y;
} point;

/* A drawing in the board's own units. The angles of holes and labels are relative to the direction of their line. */
typedef struct drawing {
  double radius[ASC_CIRCLE_CIRCLES_MAX];
  double distance[ASC_CIRCLE_CIRCLES_MAX]; /* from the middle of the board to the centre; 0 for rings */
  double row_radius[ASC_CIRCLE_ROWS_MAX], row_angle[ASC_CIRCLE_ROWS_MAX]; /* of the holes of the row */
  double letter_radius[ASC_CIRCLE_ROWS_MAX], letter_angle[ASC_CIRCLE_ROWS_MAX];
  double letters; /* the direction of the line beside which the letters are drawn */
  double number_radius, number_angle;
} drawing;

static double direction_of(const asc_circle_board *board, double line) { return 2 * pi * line / board->petals; }

static void row_set(drawing *d, int row, double across, double along) {
  d->row_radius[row] = hypot(across, along);
  d->row_angle[row] = atan2(across, along);
}

static void rose_draw(const asc_circle_board *board, drawing *d) {
  static const double room_share[ASC_CIRCLE_RINGS_MAX + 1] = {0, 0, 0.60, 0.70, 0.76, 0.77, 0.80};
  static const double ring_angle[ASC_CIRCLE_RINGS_MAX + 1][ASC_CIRCLE_RINGS_MAX] = {
      [2] = {45, 135},
      [3] = {30, 90, 150},
      [4] = {28.4369, 63.8961, 96.6264, 138.7845},
      [5] = {18, 54, 90, 126, 162},
      [6] = {15, 45, 75, 105, 135, 165}};
  double radius = 100 * sin(pi / board->petals) * room_share[board->rings];
  for (int ring = 0; ring < board->rings; ring++) {
    double angle = ring_angle[board->rings][ring] * pi / 180;
    row_set(d, ring, radius * sin(angle), 100 - radius * cos(angle));
    d->radius[ring] = d->letter_radius[ring] = d->row_radius[ring];
  }
  for (int circle = board->rings; circle < board->circles; circle++) {
    d->radius[circle] = radius;
    d->distance[circle] = 100;
  }
  /* The letters are in the gap between two petals that is nearest to nine o'clock. The numbers are outside, each in
     line with its hole on the outer ring. */
  d->letters = direction_of(board, floor(0.75 * board->petals) + 0.5);
  d->number_radius = 100 + radius + 20;
  d->number_angle = d->row_angle[board->rings - 1];
}

/* A small circle of the chain: its radius, the distance to the next centre outwards, and where its ring crosses it,
   measured from its centre outwards. */
typedef struct link {
  double radius, step, crossing;
} link;

static link link_of(int ring, int rings) {
  if (ring == 0) return (link){16, rings == 2 ? 24 : 30.5, -10.5};
  if (ring == rings - 1) return (link){17.5, 0, 8.2};
  double fraction = rings > 3 ? (ring - 1.0) / (rings - 3) : 0.5;
  return (link){22.5, ring == rings - 2 ? 32.5 : 37.5, 1.25 * fraction - 0.6};
}

/* The letter of a ring is in a gap of the ring, clear of the circles of its line but no nearer to the next line. */
static void chain_letters_set(const asc_circle_board *board, drawing *d) {
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

static void chain_draw(const asc_circle_board *board, drawing *d) {
  link inner = link_of(0, board->rings);
  double width = sqrt(inner.radius * inner.radius - inner.crossing * inner.crossing), half = pi / board->petals;
  /* This places the holes of two lines on the inner ring 21.9 apart. */
  double distance = (10.95 + width * cos(half)) / sin(half) - inner.crossing;
  for (int ring = 0; ring < board->rings; ring++) {
    link here = link_of(ring, board->rings);
    int row = 2 * ring;
    row_set(d, row, sqrt(here.radius * here.radius - here.crossing * here.crossing), distance + here.crossing);
    d->radius[ring] = d->row_radius[row];
    for (int line = 0; line < board->petals; line++) {
      int circle = board->rings + line * board->rings + ring;
      d->radius[circle] = here.radius;
      d->distance[circle] = distance;
    }
    if (ring == board->rings - 1) break;
    link next = link_of(ring + 1, board->rings);
    double along = (here.step * here.step + here.radius * here.radius - next.radius * next.radius) / (2 * here.step);
    row_set(d, row + 1, sqrt(here.radius * here.radius - along * along), distance + along);
    distance += here.step;
  }
  chain_letters_set(board, d);
}

static point point_at(double radius, double angle) { return (point){radius * sin(angle), -radius * cos(angle)}; }

static double side_of(int column, double angle) { return column % 2 == 0 ? -angle : angle; }

static point hole_point(const asc_circle_board *board, const drawing *d, int hole) {
  int row = asc_circle_row(board, hole);
  return point_at(d->row_radius[row], direction_of(board, asc_circle_line(board, hole)) +
                                          side_of(asc_circle_column(board, hole), d->row_angle[row]));
}

/* Returns the distance between the two closest holes. All lines look the same, so it compares the holes of one line
   with all others. */
static double drawing_closest(const asc_circle_board *board, const drawing *d) {
  double closest = 1000;
  for (asc_circle_set left = board->all_holes; asc_circle_set_any(left);) {
    int a = asc_circle_set_pop(&left);
    if (asc_circle_line(board, a) != 0) continue;
    point one = hole_point(board, d, a);
    for (asc_circle_set others = board->all_holes; asc_circle_set_any(others);) {
      int b = asc_circle_set_pop(&others);
      point other = hole_point(board, d, b);
      if (a != b) closest = fmin(closest, hypot(one.x - other.x, one.y - other.y));
    }
  }
  return closest;
}

static int32_t whole(double number) { return (int32_t)lround(number); }

static void set_point(point p, double scale, int32_t *x, int32_t *y) {
  *x = whole(p.x * scale);
  *y = whole(p.y * scale);
}

void asc_circle_layout_fill(asc_circle_layout *layout, const asc_circle_board *board) {
  drawing d = {0};
  if (board->is_chain)
    chain_draw(board, &d);
  else
    rose_draw(board, &d);
  double scale = 1000 / drawing_closest(board, &d), reach = 0;
  for (asc_circle_set left = board->all_holes; asc_circle_set_any(left);) {
    int hole = asc_circle_set_pop(&left);
    set_point(hole_point(board, &d, hole), scale, &layout->x[hole], &layout->y[hole]);
  }
  for (int circle = 0; circle < board->circles; circle++) {
    layout->radius[circle] = whole(d.radius[circle] * scale);
    set_point(point_at(d.distance[circle], direction_of(board, asc_circle_line(board, board->hole[circle][0]))), scale,
              &layout->circle_x[circle], &layout->circle_y[circle]);
    reach = fmax(reach, d.distance[circle] + d.radius[circle]);
  }
  for (int row = 0; row < board->rows; row++)
    set_point(point_at(d.letter_radius[row], d.letters + d.letter_angle[row]), scale, &layout->letter_x[row],
              &layout->letter_y[row]);
  for (int column = 0; column < board->row_length; column++)
    set_point(point_at(d.number_radius,
                       direction_of(board, asc_circle_line(board, column)) + side_of(column, d.number_angle)),
              scale, &layout->number_x[column], &layout->number_y[column]);
  layout->half_side = whole(reach * scale) + 1200;
}
