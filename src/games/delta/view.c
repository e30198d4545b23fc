/* What a front end shows and what a person touches.

   Places are numbered in reading order: the top rank first, each from the left. The square in file f and rank r has
   its centre at (1000 f, 1000 (size - 1 - r)). A turn is made by touching the precursor, where it goes, and, if there
   is a choice, the tracer: a man on the board, or "box". The red pawn is opened with by touching it ("red") first. */
#include "delta.h"

#include "core/way.h"

enum { CELL = 1000 };

static const char box_id[] = "box", red_id[] = "red";

const asc_kind asc_delta_kinds[3] = {{"white", "○", 'W', 1}, {"black", "●", 'B', 2}, {"red", "▲", 'R', 0}};

static int place_of(const delta_rules *rules, int square) {
  return (rules->size - 1 - delta_rank(square)) * rules->size + delta_file(square);
}

static int16_t place_beside(const delta_rules *rules, int file, int rank) {
  if (file < 0 || rank < 0 || file >= rules->size || rank >= rules->size) return ASC_NO_PLACE;
  return (int16_t)place_of(rules, delta_square(file, rank));
}

static void place_fill(const delta_rules *rules, const delta_position *position, int square, asc_place *place) {
  static const char *const states[] = {"square.white", "square.black", "square.red", "square.free"};
  int file = delta_file(square), rank = delta_rank(square), man = asc_delta_man_at(position, square);
  asc_delta_square_write(square, place->id);
  place->x = CELL * file;
  place->y = CELL * (rules->size - 1 - rank);
  place->size = CELL;
  place->outline = ASC_OUTLINE_SQUARE;
  place->ground = ASC_NO_KIND;
  place->man = (int8_t)(man == DELTA_NOBODY ? ASC_NO_KIND : man);
  place->region = ASC_NO_REGION;
  place->next[ASC_UP] = place_beside(rules, file, rank + 1);
  place->next[ASC_RIGHT] = place_beside(rules, file + 1, rank);
  place->next[ASC_DOWN] = place_beside(rules, file, rank - 1);
  place->next[ASC_LEFT] = place_beside(rules, file - 1, rank);
  asc_message_set(&place->name, "square");
  asc_message_add(&place->name, "square", place->id);
  asc_message_set(&place->state, states[man]);
}

static void board_fill(const delta_rules *rules, const delta_position *position, asc_view *view) {
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -CELL / 2;
  view->right = view->bottom = CELL * rules->size - CELL / 2;
  view->place_count = rules->size * rules->size;
  for (uint64_t rest = rules->board; rest != 0; rest = asc_bits_drop(rest)) {
    int square = asc_bits_lowest(rest);
    place_fill(rules, position, square, &view->places[place_of(rules, square)]);
  }
  for (int i = 0; i < rules->size; i++) {
    char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('1' + i), '\0'};
    asc_label *labels = &view->labels[view->label_count];
    labels[0] = (asc_label){.x = CELL * i, .y = view->bottom + CELL / 4};
    labels[1] = (asc_label){.x = view->left - CELL / 4, .y = CELL * (rules->size - 1 - i)};
    memcpy(labels[0].text, file, sizeof file);
    memcpy(labels[1].text, rank, sizeof rank);
    view->label_count += 2;
  }
}

/* The line over a relay of four, or over the whole row where more stand in it, and the mark on each of its squares. */
static void relay_add(const delta_rules *rules, int colour, uint64_t fours, int first, int direction, asc_view *view) {
  int length = 4;
  for (uint64_t at = delta_step(asc_bit(first), direction); (at & fours) != 0; at = delta_step(at, direction)) length++;
  asc_shape *shape = &view->shapes[view->shape_count++];
  const asc_place *ends[2];
  uint64_t at = asc_bit(first);
  for (int i = 0; i < length; i++, at = delta_step(at, direction)) {
    asc_place *place = &view->places[place_of(rules, asc_bits_lowest(at))];
    place->marks |= ASC_MARK_WON;
    ends[i > 0] = place;
  }
  shape->kind = "relay";
  shape->curve =
      (asc_curve){.form = ASC_FORM_LINE, .x1 = ends[0]->x, .y1 = ends[0]->y, .x2 = ends[1]->x, .y2 = ends[1]->y};
  asc_message_set(&shape->name, colour == DELTA_WHITE ? "relay.white" : "relay.black");
  asc_message_add(&shape->name, "from", ends[0]->id);
  asc_message_add(&shape->name, "to", ends[1]->id);
}

static void relays_fill(const delta_rules *rules, const delta_position *position, asc_view *view) {
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    uint64_t fours[DELTA_DIRECTIONS / 2];
    delta_fours(position->men[colour] | position->red, fours);
    for (int direction = 0; direction < DELTA_DIRECTIONS / 2; direction++) {
      uint64_t firsts = fours[direction] & ~delta_step(fours[direction], direction);
      for (; firsts != 0; firsts = asc_bits_drop(firsts))
        relay_add(rules, colour, fours[direction], asc_bits_lowest(firsts), direction, view);
    }
  }
}

/* The box of the player to move can be touched where the tracer may come from it or be the red pawn instead. */
static void stocks_fill(const delta_rules *rules, const delta_position *position, bool over, asc_view *view) {
  static const char *const names[] = {"stock.white", "stock.black"};
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    asc_stock *stock = &view->stocks[view->stock_count++];
    stock->kind = (int8_t)colour;
    stock->player = (uint8_t)(colour + 1);
    stock->count = (int16_t)delta_in_box(rules, position, colour);
    asc_message_set(&stock->name, names[colour]);
    asc_message_add_number(&stock->name, "pawns", stock->count);
    if (rules->has_red && !over && colour == position->mover) memcpy(stock->id, box_id, sizeof box_id);
  }
  if (!delta_red_in_box(rules, position)) return;
  asc_stock *stock = &view->stocks[view->stock_count++];
  memcpy(stock->id, red_id, sizeof red_id);
  stock->kind = DELTA_RED;
  stock->count = 1;
  asc_message_set(&stock->name, "stock.red");
}

static void seats_fill(const delta_rules *rules, const delta_position *position, asc_view *view) {
  static const char *const names[] = {"player.1", "player.2"};
  asc_outcome outcome;
  (void)asc_delta_outcome(&rules->common, position, &outcome);
  view->seat_count = 2;
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    asc_seat *seat = &view->seats[colour];
    seat->kind = (int8_t)colour;
    seat->points = outcome.points[colour];
    asc_message_set(&seat->name, names[colour]);
  }
}

static void last_fill(const delta_rules *rules, const delta_position *before, asc_move last, asc_view *view) {
  asc_delta_way(&rules->common, before, last, &view->last);
  view->places[place_of(rules, delta_move_to(last))].marks |= ASC_MARK_TO;
  if (delta_move_kind(last) < DELTA_TURN) return;
  delta_turn_squares turn = asc_delta_turn_read(rules, before, last);
  view->places[place_of(rules, turn.from)].marks |= ASC_MARK_FROM;
  view->places[place_of(rules, turn.tracer)].marks |= ASC_MARK_PUT;
  if (turn.lifted != DELTA_NO_SQUARE) view->places[place_of(rules, turn.lifted)].marks |= ASC_MARK_TAKEN;
}

void asc_delta_view(const asc_rules *common, const void *data, const void *before, asc_move last, asc_view *view) {
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  bool over = asc_delta_count(common, position) == 0;
  board_fill(rules, position, view);
  relays_fill(rules, position, view);
  stocks_fill(rules, position, over, view);
  seats_fill(rules, position, view);
  asc_delta_prompt(rules, position, &view->prompt);
  asc_delta_ending(rules, position, &view->ending);
  if (before != NULL) last_fill(rules, before, last, view);
}

void asc_delta_way(const asc_rules *common, const void *data, asc_move move, asc_way *way) {
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  if (delta_move_kind(move) < DELTA_TURN) {
    int kind = delta_move_kind(move) == DELTA_PUT ? position->mover : DELTA_RED;
    asc_delta_square_write(delta_move_to(move), asc_way_add(way, ASC_ACT_PUT, kind)->to);
    return;
  }
  delta_turn_squares turn = asc_delta_turn_read(rules, position, move);
  asc_motion *travel = asc_way_add(way, ASC_ACT_TRAVEL, turn.moves_who);
  asc_delta_square_write(turn.from, travel->from);
  asc_delta_square_write(turn.to, travel->to);
  travel->curves = 1;
  way->curve_count = 1;
  way->curves[0] = (asc_curve){.form = ASC_FORM_LINE,
                               .x1 = CELL * delta_file(turn.from),
                               .y1 = CELL * (rules->size - 1 - delta_rank(turn.from)),
                               .x2 = CELL * delta_file(turn.to),
                               .y2 = CELL * (rules->size - 1 - delta_rank(turn.to))};
  if (turn.lifted != DELTA_NO_SQUARE)
    asc_delta_square_write(turn.lifted, asc_way_add(way, ASC_ACT_TAKE, turn.traces_who)->from);
  asc_delta_square_write(turn.tracer, asc_way_add(way, ASC_ACT_PUT, turn.traces_who)->to);
}

void asc_delta_steps(const asc_rules *common, const void *data, asc_move move, asc_steps *steps) {
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  if (delta_move_kind(move) < DELTA_TURN) {
    if (delta_move_kind(move) == DELTA_PUT_RED) memcpy(steps->ids[steps->count++], red_id, sizeof red_id);
    asc_delta_square_write(delta_move_to(move), steps->ids[steps->count++]);
    return;
  }
  delta_turn_squares turn = asc_delta_turn_read(rules, position, move);
  asc_delta_square_write(turn.from, steps->ids[steps->count++]);
  asc_delta_square_write(turn.to, steps->ids[steps->count++]);
  if (turn.lifted != DELTA_NO_SQUARE)
    asc_delta_square_write(turn.lifted, steps->ids[steps->count++]);
  else if (turn.moves_who != DELTA_RED && position->red != 0)
    memcpy(steps->ids[steps->count++], box_id, sizeof box_id);
}
