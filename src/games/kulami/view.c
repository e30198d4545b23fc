/* The view of a front end: holes on tiles, marbles, the lines in which the next marble may go, and the points.

   Place i is hole i and region i is tile i. The hole in column c and row r of the drawing has its centre at
   x = 1000 * c and y = 1000 * r. */
#include "kulami.h"

#include "core/path.h"

#include <assert.h>

enum {
  CELL = 1000,
  HOLE_SIZE = 640,
  CLEAR_OF_HOLE = 350, /* distance of a line from the centre of a hole, so that targets can be drawn there */
  CLEAR_OF_LAST = 455  /* the same for the last marble, which has a ring; also how far lines extend at the edge */
};

void asc_kulami_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  const asc_kulami_position *p = position;
  asc_kulami_hole_write((const asc_kulami_rules *)rules, (int)move,
                        asc_path_add(path, ASC_MOTION_PLACE, p->plies % 2)->to);
}

void asc_kulami_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  asc_kulami_write_move(rules, position, move, steps->ids[0]);
}

/* Returns the first hole in a direction, across gaps too. */
static int16_t hole_towards(const asc_kulami_rules *rules, int hole, int right, int down) {
  int column = rules->column[hole] + right, row = rules->row[hole] + down;
  for (; column >= 0 && column < rules->drawing.columns && row >= 0 && row < rules->drawing.rows;
       column += right, row += down)
    if (rules->hole_at[row][column] != ASC_KULAMI_NO_HOLE) return rules->hole_at[row][column];
  return ASC_NO_PLACE;
}

static void place_fill(const asc_kulami_rules *rules, const asc_kulami_position *p, int hole, asc_place *place) {
  asc_kulami_hole_write(rules, hole, place->id);
  place->x = CELL * rules->column[hole];
  place->y = CELL * rules->row[hole];
  place->size = HOLE_SIZE;
  place->outline = ASC_OUTLINE_CIRCLE;
  place->ground = ASC_NO_KIND;
  place->piece = ASC_NO_KIND;
  for (int8_t colour = 0; colour < 2; colour++)
    if (p->marbles[colour] & asc_bit(hole)) place->piece = colour;
  place->region = rules->tile_of[hole];
  place->next[ASC_UP] = hole_towards(rules, hole, 0, -1);
  place->next[ASC_RIGHT] = hole_towards(rules, hole, 1, 0);
  place->next[ASC_DOWN] = hole_towards(rules, hole, 0, 1);
  place->next[ASC_LEFT] = hole_towards(rules, hole, -1, 0);
  if (hole == p->last_hole) place->marks = ASC_MARK_TO;
  asc_message_set(&place->name, "hollow");
  asc_message_add(&place->name, "hollow", place->id);
  asc_kulami_message_add_tile(&place->name, "plate", rules, rules->tile_of[hole]);
  static const char *const states[] = {"hollow.free", "hollow.red", "hollow.black"};
  asc_message_set(&place->state, states[place->piece + 1]);
}

static void region_state(const asc_kulami_rules *rules, const asc_kulami_position *p, int tile, asc_message *state) {
  int red = asc_kulami_tile_marbles(rules, p, ASC_KULAMI_RED, tile),
      black = asc_kulami_tile_marbles(rules, p, ASC_KULAMI_BLACK, tile);
  const char *key = red > black ? "plate.red" : "plate.black";
  if (red == black) key = red == 0 ? "plate.empty" : "plate.equal";
  asc_message_set(state, key);
  asc_message_add_number(state, "red", red);
  asc_message_add_number(state, "black", black);
  asc_message_add_number(state, "points", asc_bits_count(rules->tiles[tile]));
}

static void region_fill(const asc_kulami_rules *rules, const asc_kulami_position *p, int tile, asc_region *region) {
  uint64_t holes = rules->tiles[tile];
  int first = asc_bits_lowest(holes), last = first; /* the corners at the top left and at the bottom right */
  for (; holes != 0; holes = asc_bits_clear_lowest(holes)) last = asc_bits_lowest(holes);
  region->kind = "plate";
  region->left = CELL * rules->column[first] - CELL / 2;
  region->top = CELL * rules->row[first] - CELL / 2;
  region->right = CELL * rules->column[last] + CELL / 2;
  region->bottom = CELL * rules->row[last] + CELL / 2;
  bool has_off_limits = p->plies > 0 && p->plies < ASC_KULAMI_PLIES;
  if (has_off_limits && (tile == rules->tile_of[p->last_hole] || tile == p->previous_tile))
    region->marks = ASC_MARK_OFF_LIMITS;
  asc_message_set(&region->name, "plate");
  asc_kulami_message_add_tile(&region->name, "plate", rules, tile);
  asc_message_add_number(&region->name, "hollows", asc_bits_count(rules->tiles[tile]));
  int lead = asc_kulami_tile_marbles(rules, p, ASC_KULAMI_RED, tile) -
             asc_kulami_tile_marbles(rules, p, ASC_KULAMI_BLACK, tile);
  region->leader = (uint8_t)(lead > 0 ? 1 : lead < 0 ? 2 : 0);
  region_state(rules, p, tile, &region->state);
}

static asc_shape *shape_add(asc_view *view, const char *kind, int x1, int y1, int x2, int y2) {
  assert(view->shape_count < ASC_SHAPES_MAX);
  asc_shape *shape = &view->shapes[view->shape_count++];
  shape->kind = kind;
  shape->curve = (asc_curve){.kind = ASC_CURVE_LINE, .x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2};
  return shape;
}

static void line_segment(asc_view *view, const char *kind, bool upright, int across, int from, int to) {
  if (from >= to) return;
  if (upright)
    shape_add(view, kind, across, from, across, to);
  else
    shape_add(view, kind, from, across, to, across);
}

/* Adds the row or the column of the last marble, in segments from hole to hole and a little beyond its ends. */
static void allowed_line_add(const asc_kulami_rules *rules, int marble, bool upright, asc_view *view) {
  int across = CELL * (upright ? rules->column[marble] : rules->row[marble]);
  int length = upright ? rules->drawing.rows : rules->drawing.columns;
  int centre = 0, clear = 0; /* of the previous hole on the line; 0: none yet */
  for (int i = 0; i < length; i++) {
    int hole = upright ? rules->hole_at[i][rules->column[marble]] : rules->hole_at[rules->row[marble]][i];
    if (hole == ASC_KULAMI_NO_HOLE) continue;
    bool first = clear == 0, gap = !first && CELL * i > centre + CELL;
    int from = first ? CELL * i - CLEAR_OF_LAST : centre + clear;
    centre = CELL * i;
    clear = hole == marble ? CLEAR_OF_LAST : CLEAR_OF_HOLE;
    line_segment(view, gap ? "permission-gap" : "permission", upright, across, from, centre - clear);
  }
  line_segment(view, "permission", upright, across, centre + clear, centre + CLEAR_OF_LAST);
}

static void chains_add(const asc_kulami_rules *rules, uint64_t marbles, int colour, asc_view *view) {
  asc_kulami_chain chains[ASC_KULAMI_CHAINS_MAX];
  int count = asc_kulami_chains_find(rules, marbles, chains);
  for (int i = 0; i < count; i++) {
    const asc_place *from = &view->places[chains[i].from], *to = &view->places[chains[i].to];
    const char *key = colour == ASC_KULAMI_RED ? "chain.red" : "chain.black";
    asc_shape *shape =
        shape_add(view, colour == ASC_KULAMI_RED ? "chain-red" : "chain-black", from->x, from->y, to->x, to->y);
    asc_message_set(&shape->name, key);
    asc_message_add(&shape->name, "from", from->id);
    asc_message_add(&shape->name, "to", to->id);
    asc_message_add_number(&shape->name, "length", chains[i].length);
  }
}

static void labels_fill(const asc_kulami_rules *rules, const asc_kulami_position *p, asc_view *view) {
  int columns = rules->drawing.columns, rows = rules->drawing.rows;
  bool marble = p->last_hole != ASC_KULAMI_NO_HOLE;
  for (int column = 0; column < columns; column++) {
    asc_label *label = &view->labels[view->label_count++];
    *label = (asc_label){.x = CELL * column, .y = view->bottom + CELL / 4};
    label->text[0] = (char)('a' + column);
    label->is_highlighted = marble && column == rules->column[p->last_hole];
  }
  for (int row = 0; row < rows; row++) {
    asc_label *label = &view->labels[view->label_count++];
    *label = (asc_label){.x = view->left - CELL / 4, .y = CELL * row};
    asc_writer writer = asc_writer_over(label->text, sizeof label->text);
    asc_writer_number(&writer, rows - row);
    label->is_highlighted = marble && row == rules->row[p->last_hole];
  }
}

/* Describes the parts of a player's points if not only tiles count. */
static void seat_state_fill(int level, const asc_kulami_score *score, asc_message *state) {
  static const char *const states[4] = {NULL, "seat.area", "seat.chains", "seat.all"};
  if (level == 0) return;
  asc_message_set(state, states[level]);
  asc_message_add_number(state, "plates", score->tiles);
  asc_message_add_number(state, "area", score->area);
  asc_message_add_number(state, "chains", score->chains);
}

static void seats_fill(const asc_kulami_rules *rules, const asc_kulami_position *p, asc_view *view) {
  asc_kulami_score score[2];
  asc_kulami_score_count(rules, p, score);
  view->seat_count = view->stock_count = 2;
  for (int8_t colour = 0; colour < 2; colour++) {
    asc_seat *seat = &view->seats[colour];
    seat->kind = colour;
    seat->points = 2 * asc_kulami_score_sum(&score[colour]);
    asc_message_set(&seat->name, colour == ASC_KULAMI_RED ? "player.1" : "player.2");
    seat_state_fill(rules->level, &score[colour], &seat->state);
    asc_stock *stock = &view->stocks[colour];
    stock->kind = colour;
    stock->player = (uint8_t)(1 + colour);
    stock->count = (int16_t)(ASC_KULAMI_MARBLES - asc_bits_count(p->marbles[colour]));
    asc_message_set(&stock->name, colour == ASC_KULAMI_RED ? "stock.red" : "stock.black");
    asc_message_add_number(&stock->name, "marbles", stock->count);
  }
}

static void ending_fill(const asc_kulami_position *p, asc_message *ending) {
  asc_message_set(ending, p->plies == ASC_KULAMI_PLIES ? "ending.all-put" : "ending.stuck");
  if (p->plies < ASC_KULAMI_PLIES) asc_message_add_number(ending, "who", 1 + p->plies % 2);
}

static void prompt_fill(const asc_kulami_rules *rules, const asc_kulami_position *p, asc_view *view) {
  asc_message *prompt = &view->prompt;
  static const char *const ends[3][3] = {
      {"end.all-put-red", "end.all-put-black", "end.all-put-draw"},
      {"end.red-stuck-red", "end.red-stuck-black", "end.red-stuck-draw"},
      {"end.black-stuck-red", "end.black-stuck-black", "end.black-stuck-draw"},
  };
  if (asc_kulami_open_holes(rules, p) == 0) {
    asc_kulami_message_set_end(prompt, rules, p, ends);
    ending_fill(p, &view->ending);
    return;
  }
  static const char *const keys[] = {"prompt.red", "prompt.black"};
  asc_message_set(prompt, p->plies == 0   ? "prompt.first-red"
                          : p->plies == 1 ? "prompt.second-black"
                                          : keys[p->plies % 2]);
  if (p->plies == 0 || p->last_hole == ASC_KULAMI_NO_HOLE) return;
  asc_kulami_message_add_lines(prompt, rules, p->last_hole);
  asc_kulami_message_add_tile(prompt, "plate", rules, rules->tile_of[p->last_hole]);
  if (p->plies > 1 && p->previous_tile != ASC_KULAMI_NO_TILE)
    asc_kulami_message_add_tile(prompt, "before", rules, p->previous_tile);
}

void asc_kulami_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const asc_kulami_position *p = position;
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -CELL / 2;
  view->right = CELL * kulami->drawing.columns - CELL / 2;
  view->bottom = CELL * kulami->drawing.rows - CELL / 2;
  view->place_count = ASC_KULAMI_HOLES;
  for (int hole = 0; hole < ASC_KULAMI_HOLES; hole++) place_fill(kulami, p, hole, &view->places[hole]);
  view->region_count = ASC_KULAMI_TILES;
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) region_fill(kulami, p, tile, &view->regions[tile]);
  if (p->last_hole != ASC_KULAMI_NO_HOLE && p->plies < ASC_KULAMI_PLIES) {
    allowed_line_add(kulami, p->last_hole, false, view);
    allowed_line_add(kulami, p->last_hole, true, view);
  }
  for (int colour = 0; colour < 2 && (kulami->level & ASC_KULAMI_LEVEL_CHAINS); colour++)
    chains_add(kulami, p->marbles[colour], colour, view);
  labels_fill(kulami, p, view);
  seats_fill(kulami, p, view);
  prompt_fill(kulami, p, view);
  if (before != NULL) asc_kulami_path(rules, before, last, &view->last_path);
}
