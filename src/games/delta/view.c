/* The view of a front end, and the steps in which a player enters a move.

   Places are numbered in reading order, from the top left. The square in column c and row r has its centre at
   x = 1000 * c and y = 1000 * (size - 1 - r).

   To enter a turn, the player selects the precursor, its destination and, if there is a choice, the tracer: a piece on
   the board, or the reserve ("box"). To open with the red pawn, the player selects it ("red") first. */
#include "delta.h"

#include "core/path.h"

enum { CELL = 1000 };

static const char reserve_id[] = "box", red_id[] = "red";

const asc_kind asc_delta_piece_kinds[3] = {{"white", "○", 'W', 1}, {"black", "●", 'B', 2}, {"red", "▲", 'R', 0}};

static int place_of(const asc_delta_rules *rules, int square) {
  return (rules->size - 1 - asc_delta_row_of(square)) * rules->size + asc_delta_column_of(square);
}

static int16_t neighbour(const asc_delta_rules *rules, int column, int row) {
  if (column < 0 || row < 0 || column >= rules->size || row >= rules->size) return ASC_NO_PLACE;
  return (int16_t)place_of(rules, asc_delta_square_at(column, row));
}

static void place_fill(const asc_delta_rules *rules, const asc_delta_position *position, int square, asc_place *place) {
  static const char *const states[] = {"square.white", "square.black", "square.red", "square.free"};
  int column = asc_delta_column_of(square), row = asc_delta_row_of(square),
      piece = asc_delta_piece_at(position, square);
  asc_delta_square_write(square, place->id);
  place->x = CELL * column;
  place->y = CELL * (rules->size - 1 - row);
  place->size = CELL;
  place->outline = ASC_OUTLINE_SQUARE;
  place->ground = ASC_NO_KIND;
  place->piece = (int8_t)(piece == ASC_DELTA_NONE ? ASC_NO_KIND : piece);
  place->region = ASC_NO_REGION;
  place->next[ASC_UP] = neighbour(rules, column, row + 1);
  place->next[ASC_RIGHT] = neighbour(rules, column + 1, row);
  place->next[ASC_DOWN] = neighbour(rules, column, row - 1);
  place->next[ASC_LEFT] = neighbour(rules, column - 1, row);
  asc_message_set(&place->name, "square");
  asc_message_add(&place->name, "square", place->id);
  asc_message_set(&place->state, states[piece]);
}

static void board_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_view *view) {
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -CELL / 2;
  view->right = view->bottom = CELL * rules->size - CELL / 2;
  view->place_count = rules->size * rules->size;
  for (uint64_t rest = rules->board; rest != 0; rest = asc_bits_clear_lowest(rest)) {
    int square = asc_bits_lowest(rest);
    place_fill(rules, position, square, &view->places[place_of(rules, square)]);
  }
  for (int i = 0; i < rules->size; i++) {
    char column[] = {(char)('a' + i), '\0'}, row[] = {(char)('1' + i), '\0'};
    asc_label *labels = &view->labels[view->label_count];
    labels[0] = (asc_label){.x = CELL * i, .y = view->bottom + CELL / 4};
    labels[1] = (asc_label){.x = view->left - CELL / 4, .y = CELL * (rules->size - 1 - i)};
    memcpy(labels[0].text, column, sizeof column);
    memcpy(labels[1].text, row, sizeof row);
    view->label_count += 2;
  }
}

/* Adds the line over a relay, however many pieces in a row it has, and marks each of its squares. */
static void relay_add(const asc_delta_rules *rules, int colour, uint64_t starts, int first, int direction,
                      asc_view *view) {
  int length = 4;
  for (uint64_t at = asc_delta_shift(asc_bit(first), direction); (at & starts) != 0;
       at = asc_delta_shift(at, direction))
    length++;
  asc_shape *shape = &view->shapes[view->shape_count++];
  const asc_place *ends[2];
  uint64_t at = asc_bit(first);
  for (int i = 0; i < length; i++, at = asc_delta_shift(at, direction)) {
    asc_place *place = &view->places[place_of(rules, asc_bits_lowest(at))];
    place->marks |= ASC_MARK_WINNING;
    ends[i > 0] = place;
  }
  shape->kind = "relay";
  shape->curve =
      (asc_curve){.kind = ASC_CURVE_LINE, .x1 = ends[0]->x, .y1 = ends[0]->y, .x2 = ends[1]->x, .y2 = ends[1]->y};
  asc_message_set(&shape->name, colour == ASC_DELTA_WHITE ? "relay.white" : "relay.black");
  asc_message_add(&shape->name, "from", ends[0]->id);
  asc_message_add(&shape->name, "to", ends[1]->id);
}

static void relays_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_view *view) {
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    uint64_t starts[ASC_DELTA_DIRECTIONS / 2];
    asc_delta_relay_starts(position->pawns[colour] | position->red, starts);
    for (int direction = 0; direction < ASC_DELTA_DIRECTIONS / 2; direction++) {
      uint64_t firsts = starts[direction] & ~asc_delta_shift(starts[direction], direction);
      for (; firsts != 0; firsts = asc_bits_clear_lowest(firsts))
        relay_add(rules, colour, starts[direction], asc_bits_lowest(firsts), direction, view);
    }
  }
}

/* The reserve of the player to move can be selected if the tracer may come from it or be the red pawn instead. */
static void stocks_fill(const asc_delta_rules *rules, const asc_delta_position *position, bool is_over,
                        asc_view *view) {
  static const char *const names[] = {"stock.white", "stock.black"};
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    asc_stock *stock = &view->stocks[view->stock_count++];
    stock->kind = (int8_t)colour;
    stock->player = (uint8_t)(colour + 1);
    stock->count = (int16_t)asc_delta_reserve_count(rules, position, colour);
    asc_message_set(&stock->name, names[colour]);
    asc_message_add_number(&stock->name, "pawns", stock->count);
    if (rules->has_red && !is_over && colour == position->mover) memcpy(stock->id, reserve_id, sizeof reserve_id);
  }
  if (!asc_delta_red_in_reserve(rules, position)) return;
  asc_stock *stock = &view->stocks[view->stock_count++];
  memcpy(stock->id, red_id, sizeof red_id);
  stock->kind = ASC_DELTA_RED;
  stock->count = 1;
  asc_message_set(&stock->name, "stock.red");
}

static void seats_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_view *view) {
  static const char *const names[] = {"player.1", "player.2"};
  asc_outcome outcome;
  (void)asc_delta_outcome(&rules->common, position, &outcome);
  view->seat_count = 2;
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    asc_seat *seat = &view->seats[colour];
    seat->kind = (int8_t)colour;
    seat->points = outcome.points[colour];
    asc_message_set(&seat->name, names[colour]);
  }
}

static void last_fill(const asc_delta_rules *rules, const asc_delta_position *before, asc_move last, asc_view *view) {
  asc_delta_path(&rules->common, before, last, &view->last_path);
  view->places[place_of(rules, asc_delta_move_to(last))].marks |= ASC_MARK_TO;
  if (asc_delta_move_type_of(last) < ASC_DELTA_MOVE_TURN) return;
  asc_delta_turn_details turn = asc_delta_turn_decode(rules, before, last);
  view->places[place_of(rules, turn.from)].marks |= ASC_MARK_FROM;
  view->places[place_of(rules, turn.tracer_to)].marks |= ASC_MARK_PLACED;
  if (turn.tracer_from != ASC_DELTA_NO_SQUARE)
    view->places[place_of(rules, turn.tracer_from)].marks |= ASC_MARK_REMOVED;
}

void asc_delta_view(const asc_rules *common, const void *data, const void *before, asc_move last, asc_view *view) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  bool is_over = asc_delta_count(common, position) == 0;
  board_fill(rules, position, view);
  relays_fill(rules, position, view);
  stocks_fill(rules, position, is_over, view);
  seats_fill(rules, position, view);
  asc_delta_prompt_fill(rules, position, &view->prompt);
  asc_delta_ending_fill(rules, position, &view->ending);
  if (before != NULL) last_fill(rules, before, last, view);
}

void asc_delta_path(const asc_rules *common, const void *data, asc_move move, asc_path *path) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  if (asc_delta_move_type_of(move) < ASC_DELTA_MOVE_TURN) {
    int kind = asc_delta_move_type_of(move) == ASC_DELTA_MOVE_PLACE ? position->mover : ASC_DELTA_RED;
    asc_delta_square_write(asc_delta_move_to(move), asc_path_add(path, ASC_MOTION_PLACE, kind)->to);
    return;
  }
  asc_delta_turn_details turn = asc_delta_turn_decode(rules, position, move);
  asc_motion *motion = asc_path_add(path, ASC_MOTION_MOVE, turn.precursor_colour);
  asc_delta_square_write(turn.from, motion->from);
  asc_delta_square_write(turn.to, motion->to);
  motion->curves = 1;
  path->curve_count = 1;
  path->curves[0] = (asc_curve){.kind = ASC_CURVE_LINE,
                                .x1 = CELL * asc_delta_column_of(turn.from),
                                .y1 = CELL * (rules->size - 1 - asc_delta_row_of(turn.from)),
                                .x2 = CELL * asc_delta_column_of(turn.to),
                                .y2 = CELL * (rules->size - 1 - asc_delta_row_of(turn.to))};
  if (turn.tracer_from != ASC_DELTA_NO_SQUARE)
    asc_delta_square_write(turn.tracer_from, asc_path_add(path, ASC_MOTION_REMOVE, turn.tracer_colour)->from);
  asc_delta_square_write(turn.tracer_to, asc_path_add(path, ASC_MOTION_PLACE, turn.tracer_colour)->to);
}

void asc_delta_steps(const asc_rules *common, const void *data, asc_move move, asc_steps *steps) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  if (asc_delta_move_type_of(move) < ASC_DELTA_MOVE_TURN) {
    if (asc_delta_move_type_of(move) == ASC_DELTA_MOVE_PLACE_RED)
      memcpy(steps->ids[steps->count++], red_id, sizeof red_id);
    asc_delta_square_write(asc_delta_move_to(move), steps->ids[steps->count++]);
    return;
  }
  asc_delta_turn_details turn = asc_delta_turn_decode(rules, position, move);
  asc_delta_square_write(turn.from, steps->ids[steps->count++]);
  asc_delta_square_write(turn.to, steps->ids[steps->count++]);
  if (turn.tracer_from != ASC_DELTA_NO_SQUARE)
    asc_delta_square_write(turn.tracer_from, steps->ids[steps->count++]);
  else if (turn.precursor_colour != ASC_DELTA_RED && position->red != 0)
    memcpy(steps->ids[steps->count++], reserve_id, sizeof reserve_id);
}
