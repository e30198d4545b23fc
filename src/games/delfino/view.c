/* The view of a position: cards with their turns, pawns, figures, and centres that are one card short of a figure.

   The places of the view are the spaces of all cards and of the first grid, and the space that the last card came from.
   If a card can be placed, now or because one is missing in the editor, all free spaces beside a card are added. A card
   has four sides, so there are at most 25 + 25 + 4 * 25 + 1 places. A centre is a shape if three or more of its corners
   show the same part. 25 cards have 100 corners, so there are at most 33 shapes. */
#include "delfino.h"

#include "base/text.h"

#include <string.h>

_Static_assert(2 * ASC_DELFINO_CARDS_MAX + 4 * ASC_DELFINO_CARDS_MAX + 1 <= ASC_PLACES_MAX, "the places fit");
_Static_assert(4 * ASC_DELFINO_CARDS_MAX / 3 <= ASC_SHAPES_MAX, "the shapes fit");

enum { CELL = 1000, RING = 360, LABEL_ROOM = 400, PADDING = 100 };

/* A position, the move that led to it, and the view under construction. */
typedef struct drawing {
  const asc_delfino_rules *rules;
  const asc_delfino_position *position, *before;
  asc_move last;
  asc_view *view;
  int west, east, south, north; /* bounds of the spaces to scan */
  bool can_place_card;
} drawing;

void asc_delfino_view_point(const asc_rules *rules, asc_delfino_space space, int32_t *x, int32_t *y) {
  *x = CELL * space.x;
  *y = CELL * (((const asc_delfino_rules *)rules)->side + 1 - space.y);
}

static bool last_move_is(const drawing *d, asc_delfino_move_kind kind) {
  return d->before != NULL && asc_delfino_kind_of(d->last) == kind;
}

static bool on_first_grid(const drawing *d, asc_delfino_space space) {
  return space.x >= 1 && space.x <= d->rules->side && space.y >= 1 && space.y <= d->rules->side;
}

static bool is_shown(const drawing *d, asc_delfino_space space) {
  if (on_first_grid(d, space) || asc_delfino_card_at(d->position, space) != 0) return true;
  if (last_move_is(d, ASC_DELFINO_MOVE_CARD) && asc_delfino_same_space(space, asc_delfino_move_from(d->last)))
    return true;
  if (!d->can_place_card) return false;
  for (int direction = ASC_DELFINO_NORTH; direction < ASC_DELFINO_DIRECTIONS; direction += 2)
    if (asc_delfino_card_at(d->position, asc_delfino_space_towards(space, direction, 1)) != 0) return true;
  return false;
}

static void place_describe(const drawing *d, asc_delfino_space at, asc_place *place) {
  /* By the card's turns, and by the player whose pawn is on it; 0: none. */
  static const char *const cards[ASC_DELFINO_CORNERS][1 + ASC_DELFINO_PLAYERS_MAX] = {
      {"state.card-0-free", "state.card-0-pawn-1", "state.card-0-pawn-2", "state.card-0-pawn-3", "state.card-0-pawn-4"},
      {"state.card-1-free", "state.card-1-pawn-1", "state.card-1-pawn-2", "state.card-1-pawn-3", "state.card-1-pawn-4"},
      {"state.card-2-free", "state.card-2-pawn-1", "state.card-2-pawn-2", "state.card-2-pawn-3", "state.card-2-pawn-4"},
      {"state.card-3-free", "state.card-3-pawn-1", "state.card-3-pawn-2", "state.card-3-pawn-3",
       "state.card-3-pawn-4"}};
  uint8_t card = asc_delfino_card_at(d->position, at);
  int pawn = asc_delfino_pawn_at(d->position, at);
  asc_message_set(&place->name, on_first_grid(d, at) ? "place" : "place.outside");
  asc_message_add(&place->name, "place", place->id);
  asc_message_set(&place->state, card == 0 ? "state.free" : cards[card & ASC_DELFINO_TURNS_MASK][pawn]);
  place->ground = card == 0 ? ASC_NO_KIND : ASC_DELFINO_KIND_CARD;
  place->ground_turns = (int8_t)(card & ASC_DELFINO_TURNS_MASK);
  place->piece = (int8_t)(pawn == 0 ? ASC_NO_KIND : ASC_DELFINO_KIND_PAWN + pawn - 1);
}

static uint32_t marks_of(const drawing *d, const asc_place *place) {
  uint32_t marks = 0;
  for (int i = 0; i < d->view->last_path.motion_count; i++) {
    const asc_motion *motion = &d->view->last_path.motions[i];
    bool from = strcmp(motion->from, place->id) == 0, to = strcmp(motion->to, place->id) == 0;
    if (motion->type == ASC_MOTION_TURN)
      marks |= to ? ASC_MARK_TURNED : 0U;
    else
      marks |= (from ? ASC_MARK_FROM : 0U) | (to ? ASC_MARK_TO : 0U);
  }
  return marks;
}

static void place_add(drawing *d, asc_delfino_space at) {
  asc_place *place = &d->view->places[d->view->place_count++];
  asc_delfino_space_write(at, place->id);
  asc_delfino_view_point(&d->rules->common, at, &place->x, &place->y);
  place->size = CELL;
  place->outline = ASC_OUTLINE_SQUARE;
  place->region = ASC_NO_REGION;
  place_describe(d, at, place);
  place->marks = marks_of(d, place);
}

static void places_add(drawing *d) {
  for (int y = d->north; y >= d->south; y--)
    for (int x = d->west; x <= d->east; x++)
      if (is_shown(d, (asc_delfino_space){x, y})) place_add(d, (asc_delfino_space){x, y});
}

/* Returns the nearest place in the direction of an arrow key: in the same line if possible, else with the smallest
   deviation. So the keys also reach a card that is apart from the others. */
static int neighbour(const asc_view *view, int from, int arrow) {
  static const int right[ASC_ARROW_COUNT] = {0, 1, 0, -1}, down[ASC_ARROW_COUNT] = {-1, 0, 1, 0};
  int best = ASC_NO_PLACE, lowest = INT32_MAX;
  for (int i = 0; i < view->place_count; i++) {
    int x = (view->places[i].x - view->places[from].x) / CELL, y = (view->places[i].y - view->places[from].y) / CELL;
    int ahead = x * right[arrow] + y * down[arrow], aside = x * down[arrow] + y * right[arrow];
    int cost = (aside < 0 ? -aside : aside) * 64 + ahead;
    if (ahead <= 0 || cost >= lowest) continue;
    lowest = cost;
    best = i;
  }
  return best;
}

static void neighbours_add(asc_view *view) {
  for (int i = 0; i < view->place_count; i++)
    for (int arrow = 0; arrow < ASC_ARROW_COUNT; arrow++)
      view->places[i].next[arrow] = (int16_t)neighbour(view, i, arrow);
}

static void label_add(asc_view *view, int number, int32_t x, int32_t y) {
  asc_label *label = &view->labels[view->label_count++];
  asc_writer writer = asc_writer_over(label->text, sizeof label->text);
  asc_writer_number(&writer, number);
  label->x = x;
  label->y = y;
}

/* Sets the frame around all places, with column numbers below and row numbers on the left. */
static void frame_add(const drawing *d, asc_view *view) {
  view->left = view->top = INT32_MAX;
  view->right = view->bottom = INT32_MIN;
  for (int i = 0; i < view->place_count; i++) {
    const asc_place *place = &view->places[i];
    if (place->x - CELL / 2 < view->left) view->left = place->x - CELL / 2;
    if (place->x + CELL / 2 > view->right) view->right = place->x + CELL / 2;
    if (place->y - CELL / 2 < view->top) view->top = place->y - CELL / 2;
    if (place->y + CELL / 2 > view->bottom) view->bottom = place->y + CELL / 2;
  }
  for (int32_t x = view->left + CELL / 2; x < view->right; x += CELL)
    label_add(view, x / CELL, x, view->bottom + LABEL_ROOM / 2);
  for (int32_t y = view->bottom - CELL / 2; y > view->top; y -= CELL)
    label_add(view, d->rules->side + 1 - y / CELL, view->left - LABEL_ROOM / 2, y);
  view->left -= LABEL_ROOM;
  view->bottom += LABEL_ROOM;
  view->right += PADDING;
  view->top -= PADDING;
}

static asc_place *place_find(asc_view *view, asc_delfino_space space) {
  char id[ASC_TOKEN_MAX];
  asc_delfino_space_write(space, id);
  asc_place *found = view->places;
  while (strcmp(found->id, id) != 0) found++;
  return found;
}

static void figure_mark_won(asc_view *view, asc_delfino_space space) {
  for (int i = 0; i < ASC_DELFINO_CORNERS; i++)
    place_find(view, (asc_delfino_space){space.x + i % 2, space.y + i / 2})->marks |= ASC_MARK_WINNING;
}

/* Adds the centre at the upper right corner of a space, if it is a figure or one card short of one. */
static void centre_add(const drawing *d, asc_delfino_space space) {
  enum { SHORT, EXISTING, NEW, STATES };
  static const char *const kinds[ASC_DELFINO_CORNERS][STATES] = {
      [ASC_DELFINO_NOSE] = {"short-nose", "figure-nose", "new-figure-nose"},
      [ASC_DELFINO_TAIL] = {"short-tail", "figure-tail", "new-figure-tail"},
      [ASC_DELFINO_FIN] = {"short-fin", "figure-fin", "new-figure-fin"}};
  static const char *const names[ASC_DELFINO_CORNERS][STATES] = {
      [ASC_DELFINO_NOSE] = {"shape.short-nose", "shape.figure-nose", "shape.new-figure-nose"},
      [ASC_DELFINO_TAIL] = {"shape.short-tail", "shape.figure-tail", "shape.new-figure-tail"},
      [ASC_DELFINO_FIN] = {"shape.short-fin", "shape.figure-fin", "shape.new-figure-fin"}};
  asc_delfino_centre centre = asc_delfino_centre_at(d->position, space);
  if (centre.count < 3) return;
  int state = centre.count == 3 ? SHORT : EXISTING;
  if (state == EXISTING && d->before != NULL) {
    asc_delfino_centre was = asc_delfino_centre_at(d->before, space);
    if (was.count < 4 || was.part != centre.part) state = NEW;
  }
  if (state == NEW && asc_delfino_ending_of(d->rules, d->position) == ASC_DELFINO_ENDING_WON)
    figure_mark_won(d->view, space);
  asc_shape *shape = &d->view->shapes[d->view->shape_count++];
  shape->kind = kinds[centre.part][state];
  shape->curve.kind = ASC_CURVE_CIRCLE;
  shape->curve.radius = RING;
  asc_delfino_view_point(&d->rules->common, space, &shape->curve.cx, &shape->curve.cy);
  shape->curve.cx += CELL / 2;
  shape->curve.cy -= CELL / 2;
  char text[ASC_TOKEN_MAX];
  asc_message_set(&shape->name, names[centre.part][state]);
  asc_delfino_space_write(space, text);
  asc_message_add(&shape->name, "from", text);
  asc_delfino_space_write((asc_delfino_space){space.x + 1, space.y + 1}, text);
  asc_message_add(&shape->name, "to", text);
}

static void centres_add(const drawing *d) {
  for (int y = d->north; y >= d->south; y--)
    for (int x = d->west; x <= d->east; x++) centre_add(d, (asc_delfino_space){x, y});
}

static asc_control *control_add(asc_view *view, const char *id, const char *key) {
  asc_control *control = &view->controls[view->control_count++];
  asc_writer writer = asc_writer_over(control->id, sizeof control->id);
  asc_writer_string(&writer, id);
  asc_message_set(&control->name, key);
  return control;
}

static void controls_add(const drawing *d) {
  switch ((asc_delfino_stage)d->position->stage) {
  case ASC_DELFINO_STAGE_ROLLING:
    d->view->roller = d->position->player;
    for (int face = d->rules->die_min; face <= d->rules->die_max; face++) {
      char id[] = {'r', (char)('0' + face), '\0'};
      asc_message_add_number(&control_add(d->view, id, "control.face")->name, "face", face);
    }
    break;
  case ASC_DELFINO_STAGE_SPENDING:
    control_add(d->view, "turn", "control.turn");
    control_add(d->view, "end", "control.end");
    break;
  case ASC_DELFINO_STAGE_CARD_MOVE: control_add(d->view, "keep", "control.keep"); break;
  default: break;
  }
}

static void players_add(const drawing *d) {
  static const char *const names[] = {"player.1", "player.2", "player.3", "player.4"};
  static const char *const stocks[] = {"stock.pawn-1", "stock.pawn-2", "stock.pawn-3", "stock.pawn-4"};
  asc_view *view = d->view;
  for (int i = 0; i < d->rules->common.players; i++) {
    asc_seat *seat = &view->seats[view->seat_count++];
    seat->kind = (int8_t)(ASC_DELFINO_KIND_PAWN + i);
    seat->has_resigned = asc_delfino_has_resigned(d->position, i + 1);
    seat->points = 2 * d->position->points[i];
    seat->goal = 2 * ASC_DELFINO_GOAL;
    asc_message_set(&seat->name, names[i]);
    if (d->position->pawns[i] != 0 || seat->has_resigned) continue;
    asc_stock *stock = &view->stocks[view->stock_count++];
    stock->kind = seat->kind;
    stock->player = (uint8_t)(i + 1);
    stock->count = 1;
    asc_message_set(&stock->name, stocks[i]);
  }
}

static bool can_place_card(const drawing *d) {
  const asc_delfino_position *p = d->position;
  int cards = 0;
  for (int cell = 0; cell < p->columns * p->rows; cell++) cards += p->cells[cell] != 0;
  return p->stage == ASC_DELFINO_STAGE_CARD_MOVE || cards < d->rules->side * d->rules->side;
}

/* Scans the box and, if the last card came from further out, the space it came from. */
static void extent_find(drawing *d) {
  const asc_delfino_position *p = d->position;
  asc_delfino_space lower_left = asc_delfino_cell_space(p, 0),
                    upper_right = asc_delfino_cell_space(p, p->columns * p->rows - 1);
  d->west = lower_left.x;
  d->south = lower_left.y;
  d->east = upper_right.x;
  d->north = upper_right.y;
  if (!last_move_is(d, ASC_DELFINO_MOVE_CARD)) return;
  asc_delfino_space from = asc_delfino_move_from(d->last);
  if (from.x < d->west) d->west = from.x;
  if (from.x > d->east) d->east = from.x;
  if (from.y < d->south) d->south = from.y;
  if (from.y > d->north) d->north = from.y;
}

void asc_delfino_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  drawing d = {
      .rules = (const asc_delfino_rules *)rules, .position = position, .before = before, .last = last, .view = view};
  view->layout = ASC_LAYOUT_GRID;
  if (before != NULL) asc_delfino_path(rules, before, last, &view->last_path);
  extent_find(&d);
  d.can_place_card = can_place_card(&d);
  places_add(&d);
  neighbours_add(view);
  centres_add(&d);
  frame_add(&d, view);
  controls_add(&d);
  players_add(&d);
  asc_delfino_prompt(d.rules, position, &view->prompt);
  asc_delfino_ending_describe(d.rules, position, &view->ending);
}
