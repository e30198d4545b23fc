/* What a front end shows: hollows on plates, marbles, where the last marble lets the next one go, and the points.

   Place i is hollow i and region i is plate i. The hollow in column c and row r of the drawing has its centre at
   (1000 c, 1000 r). */
#include "kulami.h"

#include "core/way.h"

#include <assert.h>

enum {
  CELL = 1000,
  HOLLOW_SIZE = 640,
  CLEAR_OF_HOLLOW = 350, /* how far from a centre a line of permission stays, so that targets can be drawn there */
  CLEAR_OF_LAST = 455    /* the same for the last marble, which wears a ring; also how far lines go at the edge */
};

void asc_kulami_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way) {
  const kulami_position *p = position;
  asc_kulami_hollow_write((const kulami_rules *)rules, (int)move, asc_way_add(way, ASC_ACT_PUT, p->plies % 2)->to);
}

void asc_kulami_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  asc_kulami_write_move(rules, position, move, steps->ids[0]);
}

/* The first hollow met from here, gaps or not. */
static int16_t hollow_towards(const kulami_rules *rules, int hollow, int right, int down) {
  int column = rules->column[hollow] + right, row = rules->row[hollow] + down;
  for (; column >= 0 && column < rules->drawing.columns && row >= 0 && row < rules->drawing.rows;
       column += right, row += down)
    if (rules->at[row][column] != KULAMI_NO_HOLLOW) return rules->at[row][column];
  return ASC_NO_PLACE;
}

static void place_fill(const kulami_rules *rules, const kulami_position *p, int hollow, asc_place *place) {
  asc_kulami_hollow_write(rules, hollow, place->id);
  place->x = CELL * rules->column[hollow];
  place->y = CELL * rules->row[hollow];
  place->size = HOLLOW_SIZE;
  place->outline = ASC_OUTLINE_CIRCLE;
  place->ground = ASC_NO_KIND;
  place->man = ASC_NO_KIND;
  for (int8_t colour = 0; colour < 2; colour++)
    if (p->marbles[colour] & asc_bit(hollow)) place->man = colour;
  place->region = rules->plate_of[hollow];
  place->next[ASC_UP] = hollow_towards(rules, hollow, 0, -1);
  place->next[ASC_RIGHT] = hollow_towards(rules, hollow, 1, 0);
  place->next[ASC_DOWN] = hollow_towards(rules, hollow, 0, 1);
  place->next[ASC_LEFT] = hollow_towards(rules, hollow, -1, 0);
  if (hollow == p->last) place->marks = ASC_MARK_TO;
  asc_message_set(&place->name, "hollow");
  asc_message_add(&place->name, "hollow", place->id);
  asc_kulami_add_plate(&place->name, "plate", rules, rules->plate_of[hollow]);
  static const char *const states[] = {"hollow.free", "hollow.red", "hollow.black"};
  asc_message_set(&place->state, states[place->man + 1]);
}

static void region_state(const kulami_rules *rules, const kulami_position *p, int plate, asc_message *state) {
  int red = asc_kulami_plate_count(rules, p, KULAMI_RED, plate),
      black = asc_kulami_plate_count(rules, p, KULAMI_BLACK, plate);
  const char *key = red > black ? "plate.red" : "plate.black";
  if (red == black) key = red == 0 ? "plate.empty" : "plate.equal";
  asc_message_set(state, key);
  asc_message_add_number(state, "red", red);
  asc_message_add_number(state, "black", black);
  asc_message_add_number(state, "points", asc_bits_count(rules->plates[plate]));
}

static void region_fill(const kulami_rules *rules, const kulami_position *p, int plate, asc_region *region) {
  uint64_t hollows = rules->plates[plate];
  int first = asc_bits_lowest(hollows), last = first; /* the corners at the upper left and at the lower right */
  for (; hollows != 0; hollows = asc_bits_drop(hollows)) last = asc_bits_lowest(hollows);
  region->kind = "plate";
  region->left = CELL * rules->column[first] - CELL / 2;
  region->top = CELL * rules->row[first] - CELL / 2;
  region->right = CELL * rules->column[last] + CELL / 2;
  region->bottom = CELL * rules->row[last] + CELL / 2;
  bool barring = p->plies > 0 && p->plies < KULAMI_PLIES;
  if (barring && (plate == rules->plate_of[p->last] || plate == p->before)) region->marks = ASC_MARK_BARRED;
  asc_message_set(&region->name, "plate");
  asc_kulami_add_plate(&region->name, "plate", rules, plate);
  asc_message_add_number(&region->name, "hollows", asc_bits_count(rules->plates[plate]));
  int lead =
      asc_kulami_plate_count(rules, p, KULAMI_RED, plate) - asc_kulami_plate_count(rules, p, KULAMI_BLACK, plate);
  region->leader = (uint8_t)(lead > 0 ? 1 : lead < 0 ? 2 : 0);
  region_state(rules, p, plate, &region->state);
}

static asc_shape *shape_add(asc_view *view, const char *kind, int x1, int y1, int x2, int y2) {
  assert(view->shape_count < ASC_SHAPES_MAX);
  asc_shape *shape = &view->shapes[view->shape_count++];
  shape->kind = kind;
  shape->curve = (asc_curve){.form = ASC_FORM_LINE, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2};
  return shape;
}

static void permission_piece(asc_view *view, const char *kind, bool upright, int across, int from, int to) {
  if (from >= to) return;
  if (upright)
    shape_add(view, kind, across, from, across, to);
  else
    shape_add(view, kind, from, across, to, across);
}

/* The row or the column of the last marble, piece by piece from hollow to hollow and a little over its ends. */
static void permission_add(const kulami_rules *rules, int marble, bool upright, asc_view *view) {
  int across = CELL * (upright ? rules->column[marble] : rules->row[marble]);
  int length = upright ? rules->drawing.rows : rules->drawing.columns;
  int centre = 0, clear = 0; /* of the hollow before on the line; 0: none yet */
  for (int i = 0; i < length; i++) {
    int hollow = upright ? rules->at[i][rules->column[marble]] : rules->at[rules->row[marble]][i];
    if (hollow == KULAMI_NO_HOLLOW) continue;
    bool first = clear == 0, gap = !first && CELL * i > centre + CELL;
    int from = first ? CELL * i - CLEAR_OF_LAST : centre + clear;
    centre = CELL * i;
    clear = hollow == marble ? CLEAR_OF_LAST : CLEAR_OF_HOLLOW;
    permission_piece(view, gap ? "permission-gap" : "permission", upright, across, from, centre - clear);
  }
  permission_piece(view, "permission", upright, across, centre + clear, centre + CLEAR_OF_LAST);
}

static void chains_add(const kulami_rules *rules, uint64_t marbles, int colour, asc_view *view) {
  kulami_chain chains[KULAMI_CHAINS_MAX];
  int count = asc_kulami_find_chains(rules, marbles, chains);
  for (int i = 0; i < count; i++) {
    const asc_place *from = &view->places[chains[i].from], *to = &view->places[chains[i].to];
    const char *key = colour == KULAMI_RED ? "chain.red" : "chain.black";
    asc_shape *shape =
        shape_add(view, colour == KULAMI_RED ? "chain-red" : "chain-black", from->x, from->y, to->x, to->y);
    asc_message_set(&shape->name, key);
    asc_message_add(&shape->name, "from", from->id);
    asc_message_add(&shape->name, "to", to->id);
    asc_message_add_number(&shape->name, "length", chains[i].length);
  }
}

static void labels_fill(const kulami_rules *rules, const kulami_position *p, asc_view *view) {
  int columns = rules->drawing.columns, rows = rules->drawing.rows;
  bool marble = p->last != KULAMI_NO_HOLLOW;
  for (int column = 0; column < columns; column++) {
    asc_label *label = &view->labels[view->label_count++];
    *label = (asc_label){.x = CELL * column, .y = view->bottom + CELL / 4};
    label->text[0] = (char)('a' + column);
    label->lit = marble && column == rules->column[p->last];
  }
  for (int row = 0; row < rows; row++) {
    asc_label *label = &view->labels[view->label_count++];
    *label = (asc_label){.x = view->left - CELL / 4, .y = CELL * row};
    asc_writer writer = asc_writer_over(label->text, sizeof label->text);
    asc_writer_number(&writer, rows - row);
    label->lit = marble && row == rules->row[p->last];
  }
}

/* What a player's points are made of, where more than the plates count. */
static void seat_state_fill(int level, const kulami_score *score, asc_message *state) {
  static const char *const states[4] = {NULL, "seat.area", "seat.chains", "seat.all"};
  if (level == 0) return;
  asc_message_set(state, states[level]);
  asc_message_add_number(state, "plates", score->plates);
  asc_message_add_number(state, "area", score->area);
  asc_message_add_number(state, "chains", score->chains);
}

static void seats_fill(const kulami_rules *rules, const kulami_position *p, asc_view *view) {
  kulami_score score[2];
  asc_kulami_score_count(rules, p, score);
  view->seat_count = view->stock_count = 2;
  for (int8_t colour = 0; colour < 2; colour++) {
    asc_seat *seat = &view->seats[colour];
    seat->kind = colour;
    seat->points = 2 * asc_kulami_score_sum(&score[colour]);
    asc_message_set(&seat->name, colour == KULAMI_RED ? "player.1" : "player.2");
    seat_state_fill(rules->level, &score[colour], &seat->state);
    asc_stock *stock = &view->stocks[colour];
    stock->kind = colour;
    stock->player = (uint8_t)(1 + colour);
    stock->count = (int16_t)(KULAMI_MARBLES - asc_bits_count(p->marbles[colour]));
    asc_message_set(&stock->name, colour == KULAMI_RED ? "stock.red" : "stock.black");
    asc_message_add_number(&stock->name, "marbles", stock->count);
  }
}

static void ending_fill(const kulami_position *p, asc_message *ending) {
  asc_message_set(ending, p->plies == KULAMI_PLIES ? "ending.all-put" : "ending.stuck");
  if (p->plies < KULAMI_PLIES) asc_message_add_number(ending, "who", 1 + p->plies % 2);
}

static void prompt_fill(const kulami_rules *rules, const kulami_position *p, asc_view *view) {
  asc_message *prompt = &view->prompt;
  static const char *const ends[3][3] = {
      {"end.all-put-red", "end.all-put-black", "end.all-put-draw"},
      {"end.red-stuck-red", "end.red-stuck-black", "end.red-stuck-draw"},
      {"end.black-stuck-red", "end.black-stuck-black", "end.black-stuck-draw"},
  };
  if (kulami_open_hollows(rules, p) == 0) {
    asc_kulami_set_end(prompt, rules, p, ends);
    ending_fill(p, &view->ending);
    return;
  }
  static const char *const keys[] = {"prompt.red", "prompt.black"};
  asc_message_set(prompt, p->plies == 0   ? "prompt.first-red"
                          : p->plies == 1 ? "prompt.second-black"
                                          : keys[p->plies % 2]);
  if (p->plies == 0 || p->last == KULAMI_NO_HOLLOW) return;
  asc_kulami_add_lines(prompt, rules, p->last);
  asc_kulami_add_plate(prompt, "plate", rules, rules->plate_of[p->last]);
  if (p->plies > 1 && p->before != KULAMI_NO_PLATE) asc_kulami_add_plate(prompt, "before", rules, p->before);
}

void asc_kulami_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const kulami_position *p = position;
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -CELL / 2;
  view->right = CELL * kulami->drawing.columns - CELL / 2;
  view->bottom = CELL * kulami->drawing.rows - CELL / 2;
  view->place_count = KULAMI_HOLLOWS;
  for (int hollow = 0; hollow < KULAMI_HOLLOWS; hollow++) place_fill(kulami, p, hollow, &view->places[hollow]);
  view->region_count = KULAMI_PLATES;
  for (int plate = 0; plate < KULAMI_PLATES; plate++) region_fill(kulami, p, plate, &view->regions[plate]);
  if (p->last != KULAMI_NO_HOLLOW && p->plies < KULAMI_PLIES) {
    permission_add(kulami, p->last, false, view);
    permission_add(kulami, p->last, true, view);
  }
  for (int colour = 0; colour < 2 && (kulami->level & KULAMI_CHAINS); colour++)
    chains_add(kulami, p->marbles[colour], colour, view);
  labels_fill(kulami, p, view);
  seats_fill(kulami, p, view);
  prompt_fill(kulami, p, view);
  if (before != NULL) asc_kulami_way(rules, before, last, &view->last);
}
