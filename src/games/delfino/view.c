/* What a front end draws: the cards with their turns, the pawns, figures and what is one card short of one.

   Places are every card's place, every place of the first grid, where a card may be laid when one may (or is missing,
   while a position is set up), and the place the last card came from. A card has four sides, so these are at most 25 +
   25 + 4 * 25 + 1 places. A point shows as a shape when three corners or more meet there, and 25 cards have 100
   corners: at most 33 shapes. */
#include "delfino.h"

#include "core/text.h"

#include <string.h>

_Static_assert(2 * DELFINO_CARDS + 4 * DELFINO_CARDS + 1 <= ASC_PLACES_MAX, "the places fit");
_Static_assert(4 * DELFINO_CARDS / 3 <= ASC_SHAPES_MAX, "the shapes fit");

enum { CELL = 1000, RING = 360, LABEL_ROOM = 400, AIR = 100 };

/* A position, what led to it, and the view being made of it. */
typedef struct drawing {
  const delfino_rules *rules;
  const delfino_position *position, *before;
  asc_move last;
  asc_view *view;
  int west, east, south, north; /* the places to consider */
  bool laying;                  /* a card may be laid */
} drawing;

void asc_delfino_point(const asc_rules *rules, delfino_place place, int32_t *x, int32_t *y) {
  *x = CELL * place.x;
  *y = CELL * (((const delfino_rules *)rules)->side + 1 - place.y);
}

static bool last_is(const drawing *d, delfino_kind kind) {
  return d->before != NULL && delfino_move_kind(d->last) == kind;
}

static bool on_first_grid(const drawing *d, delfino_place place) {
  return place.x >= 1 && place.x <= d->rules->side && place.y >= 1 && place.y <= d->rules->side;
}

static bool is_shown(const drawing *d, delfino_place place) {
  if (on_first_grid(d, place) || asc_delfino_card_at(d->position, place) != 0) return true;
  if (last_is(d, DELFINO_MOVE_CARD) && delfino_same_place(place, delfino_move_from(d->last))) return true;
  if (!d->laying) return false;
  for (int way = DELFINO_NORTH; way < DELFINO_WAYS; way += 2)
    if (asc_delfino_card_at(d->position, delfino_place_towards(place, way, 1)) != 0) return true;
  return false;
}

static void place_describe(const drawing *d, delfino_place at, asc_place *place) {
  /* By the card's turns, and the player whose pawn stands on it. */
  static const char *const cards[DELFINO_CORNERS][1 + DELFINO_PLAYERS] = {
      {"state.card-0-free", "state.card-0-pawn-1", "state.card-0-pawn-2", "state.card-0-pawn-3", "state.card-0-pawn-4"},
      {"state.card-1-free", "state.card-1-pawn-1", "state.card-1-pawn-2", "state.card-1-pawn-3", "state.card-1-pawn-4"},
      {"state.card-2-free", "state.card-2-pawn-1", "state.card-2-pawn-2", "state.card-2-pawn-3", "state.card-2-pawn-4"},
      {"state.card-3-free", "state.card-3-pawn-1", "state.card-3-pawn-2", "state.card-3-pawn-3",
       "state.card-3-pawn-4"}};
  uint8_t card = asc_delfino_card_at(d->position, at);
  int pawn = asc_delfino_pawn_at(d->position, at);
  asc_message_set(&place->name, on_first_grid(d, at) ? "place" : "place.outside");
  asc_message_add(&place->name, "place", place->id);
  asc_message_set(&place->state, card == 0 ? "state.free" : cards[card & DELFINO_TURNS][pawn]);
  place->ground = card == 0 ? ASC_NO_KIND : DELFINO_KIND_CARD;
  place->ground_turns = (int8_t)(card & DELFINO_TURNS);
  place->man = (int8_t)(pawn == 0 ? ASC_NO_KIND : DELFINO_KIND_PAWN + pawn - 1);
}

static uint32_t marks_of(const drawing *d, const asc_place *place) {
  uint32_t marks = 0;
  for (int i = 0; i < d->view->last.motion_count; i++) {
    const asc_motion *motion = &d->view->last.motions[i];
    bool from = strcmp(motion->from, place->id) == 0, to = strcmp(motion->to, place->id) == 0;
    if (motion->act == ASC_ACT_TURN)
      marks |= to ? ASC_MARK_TURNED : 0U;
    else
      marks |= (from ? ASC_MARK_FROM : 0U) | (to ? ASC_MARK_TO : 0U);
  }
  return marks;
}

static void place_add(drawing *d, delfino_place at) {
  asc_place *place = &d->view->places[d->view->place_count++];
  asc_delfino_place_write(at, place->id);
  asc_delfino_point(&d->rules->common, at, &place->x, &place->y);
  place->size = CELL;
  place->outline = ASC_OUTLINE_SQUARE;
  place->region = ASC_NO_REGION;
  place_describe(d, at, place);
  place->marks = marks_of(d, place);
}

static void places_add(drawing *d) {
  for (int y = d->north; y >= d->south; y--)
    for (int x = d->west; x <= d->east; x++)
      if (is_shown(d, (delfino_place){x, y})) place_add(d, (delfino_place){x, y});
}

/* The nearest place in a direction, first in the same line, then as little off it as can be: a card that has come
   apart from the others can be reached. */
static int neighbour(const asc_view *view, int from, int arrow) {
  static const int right[ASC_ARROWS] = {0, 1, 0, -1}, down[ASC_ARROWS] = {-1, 0, 1, 0};
  int best = ASC_NO_PLACE, least = INT32_MAX;
  for (int i = 0; i < view->place_count; i++) {
    int x = (view->places[i].x - view->places[from].x) / CELL, y = (view->places[i].y - view->places[from].y) / CELL;
    int ahead = x * right[arrow] + y * down[arrow], aside = x * down[arrow] + y * right[arrow];
    int cost = (aside < 0 ? -aside : aside) * 64 + ahead;
    if (ahead <= 0 || cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

static void neighbours_add(asc_view *view) {
  for (int i = 0; i < view->place_count; i++)
    for (int arrow = 0; arrow < ASC_ARROWS; arrow++) view->places[i].next[arrow] = (int16_t)neighbour(view, i, arrow);
}

static void label_add(asc_view *view, int number, int32_t x, int32_t y) {
  asc_label *label = &view->labels[view->label_count++];
  asc_writer writer = asc_writer_over(label->text, sizeof label->text);
  asc_writer_number(&writer, number);
  label->x = x;
  label->y = y;
}

/* The frame round all places, with the columns' numbers below and the rows' at the left. */
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
  view->right += AIR;
  view->top -= AIR;
}

static asc_place *place_find(asc_view *view, delfino_place place) {
  char id[ASC_TOKEN_MAX];
  asc_delfino_place_write(place, id);
  asc_place *found = view->places;
  while (strcmp(found->id, id) != 0) found++;
  return found;
}

static void figure_mark_won(asc_view *view, delfino_place place) {
  for (int i = 0; i < DELFINO_CORNERS; i++)
    place_find(view, (delfino_place){place.x + i % 2, place.y + i / 2})->marks |= ASC_MARK_WON;
}

/* The point at the upper right corner of a place, if it is a figure or one card short of it. */
static void centre_add(const drawing *d, delfino_place place) {
  enum { SHORT, STANDING, NEW, STATES };
  static const char *const kinds[DELFINO_CORNERS][STATES] = {
      [DELFINO_NOSE] = {"short-nose", "figure-nose", "new-figure-nose"},
      [DELFINO_TAIL] = {"short-tail", "figure-tail", "new-figure-tail"},
      [DELFINO_FIN] = {"short-fin", "figure-fin", "new-figure-fin"}};
  static const char *const names[DELFINO_CORNERS][STATES] = {
      [DELFINO_NOSE] = {"shape.short-nose", "shape.figure-nose", "shape.new-figure-nose"},
      [DELFINO_TAIL] = {"shape.short-tail", "shape.figure-tail", "shape.new-figure-tail"},
      [DELFINO_FIN] = {"shape.short-fin", "shape.figure-fin", "shape.new-figure-fin"}};
  delfino_centre centre = asc_delfino_centre_at(d->position, place);
  if (centre.count < 3) return;
  int state = centre.count == 3 ? SHORT : STANDING;
  if (state == STANDING && d->before != NULL) {
    delfino_centre was = asc_delfino_centre_at(d->before, place);
    if (was.count < 4 || was.part != centre.part) state = NEW;
  }
  if (state == NEW && asc_delfino_ending_of(d->rules, d->position) == DELFINO_WON) figure_mark_won(d->view, place);
  asc_shape *shape = &d->view->shapes[d->view->shape_count++];
  shape->kind = kinds[centre.part][state];
  shape->curve.form = ASC_FORM_CIRCLE;
  shape->curve.radius = RING;
  asc_delfino_point(&d->rules->common, place, &shape->curve.cx, &shape->curve.cy);
  shape->curve.cx += CELL / 2;
  shape->curve.cy -= CELL / 2;
  char text[ASC_TOKEN_MAX];
  asc_message_set(&shape->name, names[centre.part][state]);
  asc_delfino_place_write(place, text);
  asc_message_add(&shape->name, "from", text);
  asc_delfino_place_write((delfino_place){place.x + 1, place.y + 1}, text);
  asc_message_add(&shape->name, "to", text);
}

static void centres_add(const drawing *d) {
  for (int y = d->north; y >= d->south; y--)
    for (int x = d->west; x <= d->east; x++) centre_add(d, (delfino_place){x, y});
}

static asc_control *control_add(asc_view *view, const char *id, const char *key) {
  asc_control *control = &view->controls[view->control_count++];
  asc_writer writer = asc_writer_over(control->id, sizeof control->id);
  asc_writer_string(&writer, id);
  asc_message_set(&control->name, key);
  return control;
}

static void controls_add(const drawing *d) {
  switch ((delfino_stage)d->position->stage) {
  case DELFINO_ROLLING:
    d->view->roller = d->position->player;
    for (int face = d->rules->die_least; face <= d->rules->die_most; face++) {
      char id[] = {'r', (char)('0' + face), '\0'};
      asc_message_add_number(&control_add(d->view, id, "control.face")->name, "face", face);
    }
    break;
  case DELFINO_SPENDING:
    control_add(d->view, "turn", "control.turn");
    control_add(d->view, "end", "control.end");
    break;
  case DELFINO_CARD_MOVE: control_add(d->view, "keep", "control.keep"); break;
  default: break;
  }
}

static void players_add(const drawing *d) {
  static const char *const names[] = {"player.1", "player.2", "player.3", "player.4"};
  static const char *const stocks[] = {"stock.pawn-1", "stock.pawn-2", "stock.pawn-3", "stock.pawn-4"};
  asc_view *view = d->view;
  for (int i = 0; i < d->rules->common.players; i++) {
    asc_seat *seat = &view->seats[view->seat_count++];
    seat->kind = (int8_t)(DELFINO_KIND_PAWN + i);
    seat->out = delfino_is_out(d->position, i + 1);
    seat->points = 2 * d->position->points[i];
    seat->goal = 2 * DELFINO_GOAL;
    asc_message_set(&seat->name, names[i]);
    if (d->position->pawns[i] != 0 || seat->out) continue;
    asc_stock *stock = &view->stocks[view->stock_count++];
    stock->kind = seat->kind;
    stock->player = (uint8_t)(i + 1);
    stock->count = 1;
    asc_message_set(&stock->name, stocks[i]);
  }
}

static bool is_card_in_hand(const drawing *d) {
  const delfino_position *p = d->position;
  int cards = 0;
  for (int cell = 0; cell < p->columns * p->rows; cell++) cards += p->cells[cell] != 0;
  return p->stage == DELFINO_CARD_MOVE || cards < d->rules->side * d->rules->side;
}

/* The sheet and, if a card came from further out than it now reaches, that place. */
static void extent_find(drawing *d) {
  const delfino_position *p = d->position;
  delfino_place least = delfino_cell_place(p, 0), most = delfino_cell_place(p, p->columns * p->rows - 1);
  d->west = least.x;
  d->south = least.y;
  d->east = most.x;
  d->north = most.y;
  if (!last_is(d, DELFINO_MOVE_CARD)) return;
  delfino_place from = delfino_move_from(d->last);
  if (from.x < d->west) d->west = from.x;
  if (from.x > d->east) d->east = from.x;
  if (from.y < d->south) d->south = from.y;
  if (from.y > d->north) d->north = from.y;
}

void asc_delfino_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  drawing d = {
      .rules = (const delfino_rules *)rules, .position = position, .before = before, .last = last, .view = view};
  view->layout = ASC_LAYOUT_GRID;
  if (before != NULL) asc_delfino_way(rules, before, last, &view->last);
  extent_find(&d);
  d.laying = is_card_in_hand(&d);
  places_add(&d);
  neighbours_add(view);
  centres_add(&d);
  frame_add(&d, view);
  controls_add(&d);
  players_add(&d);
  asc_delfino_prompt(d.rules, position, &view->prompt);
  asc_delfino_ending(d.rules, position, &view->ending);
}
