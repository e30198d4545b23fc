/* The view of a position, and what a player selects to make a move. The geometry comes from layout.c, the path of the
   last move from route.c. */
#include "circle_delta.h"

#include "base/text.h"

#include <string.h>

/* Adds the letter of a row as an argument. */
static void add_row(asc_message *message, const char *name, int row) {
  char letter[] = {(char)('a' + row), '\0'};
  asc_message_add(message, name, letter);
}

/* The right and left arrow keys follow the row, up and down the line. */
static void view_arrows(const asc_circle_board *board, int hole, asc_place *place) {
  int row = asc_circle_row(board, hole), at = asc_circle_column(board, hole), length = board->row_length;
  place->next[ASC_RIGHT] = (int16_t)asc_circle_hole(board, row, (at + 1) % length);
  place->next[ASC_LEFT] = (int16_t)asc_circle_hole(board, row, (at + length - 1) % length);
  place->next[ASC_UP] = (int16_t)(row + 1 < board->rows ? hole + length : ASC_NO_PLACE);
  place->next[ASC_DOWN] = (int16_t)(row > 0 ? hole - length : ASC_NO_PLACE);
}

static void view_where(const asc_circle_board *board, int hole, asc_message *where) {
  bool on_ring = asc_circle_on_ring(board, hole);
  asc_message_set(where, !board->is_chain ? "where.rose" : on_ring ? "where.ring" : "where.crossing");
  if (on_ring) add_row(where, "ring", asc_circle_row(board, hole));
  asc_message_add_number(where, "line", asc_circle_line(board, hole) + 1);
}

/* Places have the same numbers as holes. */
static void view_places(const asc_circle_rules *r, const asc_circle_position *p, asc_view *view) {
  static const char *const states[] = {"hole.white", "hole.black", "hole.red", "hole.green"};
  for (asc_circle_set left = r->board.all_holes; asc_circle_set_any(left);) {
    int hole = asc_circle_set_pop(&left), colour = asc_circle_colour_at(p, hole);
    asc_place *place = &view->places[view->place_count++];
    asc_circle_write_hole(&r->board, hole, place->id);
    place->x = r->layout.x[hole];
    place->y = r->layout.y[hole];
    place->size = 1000;
    place->outline = ASC_OUTLINE_CIRCLE;
    place->ground = ASC_NO_KIND;
    place->piece = (int8_t)(colour == ASC_CIRCLE_NO_COLOUR ? ASC_NO_KIND : colour);
    place->region = ASC_NO_REGION;
    view_arrows(&r->board, hole, place);
    asc_message_set(&place->name, "hole");
    asc_message_add(&place->name, "hole", place->id);
    asc_message_set(&place->state, colour == ASC_CIRCLE_NO_COLOUR ? "hole.free" : states[colour]);
    view_where(&r->board, hole, &place->where);
  }
}

/* Shapes are the circles, in the order of the board. */
static void view_shapes(const asc_circle_rules *r, asc_view *view) {
  const asc_circle_board *board = &r->board;
  const asc_circle_layout *layout = &r->layout;
  for (int circle = 0; circle < board->circles; circle++) {
    bool ring = circle < board->rings;
    asc_shape *shape = &view->shapes[view->shape_count++];
    shape->kind = ring ? "ring" : "petal";
    shape->curve = (asc_curve){.kind = ASC_CURVE_CIRCLE,
                               .cx = layout->circle_x[circle],
                               .cy = layout->circle_y[circle],
                               .radius = layout->radius[circle]};
    asc_message_set(&shape->name, ring ? "ring" : board->is_chain ? "link" : "petal");
    int first = board->hole[circle][0];
    if (ring) add_row(&shape->name, "ring", asc_circle_row(board, first));
    if (!ring && board->is_chain) add_row(&shape->name, "ring", 2 * ((circle - board->rings) % board->rings));
    if (!ring) asc_message_add_number(&shape->name, "line", asc_circle_line(board, first) + 1);
  }
}

static asc_label *label_add(asc_view *view, int32_t x, int32_t y) {
  asc_label *label = &view->labels[view->label_count++];
  label->x = x;
  label->y = y;
  return label;
}

static void view_labels(const asc_circle_rules *r, asc_view *view) {
  const asc_circle_layout *layout = &r->layout;
  for (int row = 0; row < r->board.rows; row++)
    label_add(view, layout->letter_x[row], layout->letter_y[row])->text[0] = (char)('a' + row);
  for (int column = 0; column < r->board.row_length; column++) {
    asc_label *label = label_add(view, layout->number_x[column], layout->number_y[column]);
    asc_writer writer = asc_writer_over(label->text, sizeof label->text);
    asc_writer_number(&writer, column + 1);
  }
}

static void stock_add(asc_view *view, int colour, int player, int count, const char *key) {
  asc_stock *stock = &view->stocks[view->stock_count++];
  stock->kind = (int8_t)colour;
  stock->player = (uint8_t)player;
  stock->count = (int16_t)count;
  asc_message_set(&stock->name, key);
  asc_message_add_number(&stock->name, "men", count);
}

static void view_stocks(const asc_circle_rules *r, const asc_circle_position *p, asc_view *view) {
  stock_add(view, ASC_CIRCLE_WHITE, 1, p->reserve[ASC_CIRCLE_WHITE], "stock.white");
  stock_add(view, ASC_CIRCLE_BLACK, 2, p->reserve[ASC_CIRCLE_BLACK], "stock.black");
  int reds = r->reds - asc_circle_set_count(p->pieces[ASC_CIRCLE_RED]),
      greens = r->greens - asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]);
  if (reds > 0) stock_add(view, ASC_CIRCLE_RED, 0, reds, "stock.red");
  if (greens > 0) stock_add(view, ASC_CIRCLE_GREEN, 0, greens, "stock.green");
}

static void view_seats(const asc_rules *rules, const asc_circle_position *p, asc_view *view) {
  static const char *const names[] = {"player.1", "player.2"};
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  asc_outcome outcome;
  (void)asc_circle_outcome(rules, p, &outcome);
  view->seat_count = 2;
  for (int player = 0; player < 2; player++) {
    asc_seat *seat = &view->seats[player];
    seat->kind = (int8_t)player;
    seat->points = outcome.points[player];
    asc_message_set(&seat->name, names[player]);
    int on_board = asc_circle_set_count(p->pieces[player]);
    seat->pieces = (int16_t)(on_board + p->reserve[player]);
    seat->pieces_lost = (int16_t)(r->pieces_per_player - seat->pieces);
    asc_message_set(&seat->state, "seat.men");
    asc_message_add_number(&seat->state, "board", on_board);
    asc_message_add_number(&seat->state, "reserve", p->reserve[player]);
    asc_message_add_number(&seat->state, "lost", seat->pieces_lost);
  }
}

static const char *end_key(const asc_circle_position *p) {
  bool white = asc_circle_has_pieces(p, ASC_CIRCLE_WHITE), black = asc_circle_has_pieces(p, ASC_CIRCLE_BLACK);
  if (white && black) return "end.quiet";
  return white ? "end.white" : black ? "end.black" : "end.both";
}

static void view_ending(const asc_circle_position *p, asc_message *ending) {
  bool white = asc_circle_has_pieces(p, ASC_CIRCLE_WHITE), black = asc_circle_has_pieces(p, ASC_CIRCLE_BLACK);
  asc_message_set(ending, white != black ? "ending.no-men" : white ? "ending.quiet" : "ending.both");
  if (white != black) asc_message_add_number(ending, "who", white ? 2 : 1);
}

static void prompt_preparation(const asc_circle_rules *r, const asc_circle_position *p, asc_message *prompt) {
  static const char *const keys[2][2] = {{"prompt.red-white", "prompt.red-black"},
                                         {"prompt.green-white", "prompt.green-black"}};
  bool reds = p->stage == ASC_CIRCLE_STAGE_REDS;
  asc_message_set(prompt, keys[!reds][p->player]);
  asc_message_add_number(prompt, "men",
                         reds ? r->reds - asc_circle_set_count(p->pieces[ASC_CIRCLE_RED])
                              : r->greens - asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]));
}

static void prompt_first(const asc_circle_rules *r, const asc_circle_position *p, bool pass, asc_message *prompt) {
  static const char *const keys[4][2] = {{"prompt.first-white", "prompt.first-black"},
                                         {"prompt.first-quiet-white", "prompt.first-quiet-black"},
                                         {"prompt.first-stuck-white", "prompt.first-stuck-black"},
                                         {"prompt.first-none-white", "prompt.first-none-black"}};
  int row = p->quiet > 0 ? 1 : 0;
  if (pass) row = r->reds + r->greens > 0 ? 2 : 3;
  asc_message_set(prompt, keys[row][p->player]);
  if (row == 1) asc_message_add_number(prompt, "quiet", p->quiet);
}

static void prompt_second(const asc_circle_position *p, const asc_move *moves, int count, asc_message *prompt) {
  static const char *const keys[4][2] = {{"prompt.second-white", "prompt.second-black"},
                                         {"prompt.put-white", "prompt.put-black"},
                                         {"prompt.move-white", "prompt.move-black"},
                                         {"prompt.second-pass-white", "prompt.second-pass-black"}};
  bool can_place = moves[0] < ASC_CIRCLE_PASS;
  bool can_move = moves[count - 1] > ASC_CIRCLE_PASS;
  asc_message_set(prompt, keys[can_place ? !can_move : can_move ? 2 : 3][p->player]);
}

static void view_prompt(const asc_circle_rules *r, const asc_circle_position *p, asc_view *view) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_circle_moves(&r->common, p, moves);
  bool pass = count == 1 && moves[0] == ASC_CIRCLE_PASS;
  if (count == 0) {
    asc_message_set(&view->prompt, end_key(p));
    view_ending(p, &view->ending);
  } else if (p->stage < ASC_CIRCLE_STAGE_FIRST)
    prompt_preparation(r, p, &view->prompt);
  else if (p->stage == ASC_CIRCLE_STAGE_FIRST)
    prompt_first(r, p, pass, &view->prompt);
  else
    prompt_second(p, moves, count, &view->prompt);
  if (!pass) return;
  asc_control *control = &view->controls[view->control_count++];
  (void)strcpy(control->id, "pass");
  asc_message_set(&control->name, "control.pass");
}

/* Marks the pieces that a single action could remove from the position, for either player to move: those that an
   opposing piece can capture, and those that a red piece can trap. The two actions of a turn are not combined. */
static void view_threats(const asc_circle_rules *r, const asc_circle_position *p, asc_view *view) {
  asc_move moves[ASC_MOVES_MAX];
  asc_circle_set capturable = {0, 0}, trappable = {0, 0};
  if (p->stage < ASC_CIRCLE_STAGE_FIRST || asc_circle_is_over(p)) return;
  for (uint8_t player = 0; player < 2; player++) {
    asc_circle_position before = *p;
    before.stage = ASC_CIRCLE_STAGE_SECOND;
    before.player = player;
    for (int i = asc_circle_moves(&r->common, &before, moves) - 1; i >= 0; i--)
      if (moves[i] > ASC_CIRCLE_PASS) asc_circle_set_add(&capturable, asc_circle_set_of(asc_circle_move_to(moves[i])));
  }
  asc_circle_position before = *p;
  before.stage = ASC_CIRCLE_STAGE_FIRST;
  for (int i = asc_circle_moves(&r->common, &before, moves) - 1; i >= 0; i--) {
    asc_circle_position after = before;
    asc_circle_play(&r->common, &after, moves[i]);
    for (int player = 0; player < 2; player++)
      asc_circle_set_add(&trappable, asc_circle_set_without(before.pieces[player], after.pieces[player]));
  }
  for (int i = 0; i < view->place_count; i++) {
    asc_place *place = &view->places[i];
    if (place->piece != ASC_CIRCLE_WHITE && place->piece != ASC_CIRCLE_BLACK) continue;
    if (asc_circle_set_has(capturable, i)) place->marks |= ASC_MARK_CAPTURABLE;
    if (asc_circle_set_has(trappable, i)) place->marks |= ASC_MARK_TRAPPABLE;
  }
}

static asc_place *place_find(asc_view *view, const char *id) {
  int i = 0;
  while (i < view->place_count && strcmp(view->places[i].id, id) != 0) i++;
  return i < view->place_count ? &view->places[i] : NULL;
}

/* Adds the path of the last move, marks the holes it affected, and lights the letters of the rings it followed. */
static void view_last(const asc_circle_rules *r, const void *before, asc_move last, asc_view *view) {
  asc_circle_path(&r->common, before, last, &view->last_path);
  for (int i = 0; i < view->last_path.motion_count; i++) {
    const asc_motion *motion = &view->last_path.motions[i];
    asc_place *from = place_find(view, motion->from), *to = place_find(view, motion->to);
    if (from != NULL) from->marks |= motion->type == ASC_MOTION_REMOVE ? ASC_MARK_REMOVED : ASC_MARK_FROM;
    if (to != NULL && to->piece == motion->kind) to->marks |= ASC_MARK_TO;
  }
  for (int i = 0; i < view->last_path.curve_count; i++) {
    const asc_curve *curve = &view->last_path.curves[i];
    for (int ring = 0; curve->cx == 0 && curve->cy == 0 && ring < r->board.rings; ring++)
      if (curve->radius == r->layout.radius[ring])
        view->labels[asc_circle_row(&r->board, r->board.hole[ring][0])].is_highlighted = true;
  }
}

void asc_circle_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  view->layout = ASC_LAYOUT_FREE;
  view->left = view->top = -r->layout.half_side;
  view->right = view->bottom = r->layout.half_side;
  view_places(r, position, view);
  view_shapes(r, view);
  view_labels(r, view);
  view_stocks(r, position, view);
  view_seats(rules, position, view);
  view_prompt(r, position, view);
  view_threats(r, position, view);
  if (before != NULL) view_last(r, before, last, view);
}

/* Placing a piece is one selection. Moving is two: the piece and its target. */
void asc_circle_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  int from = asc_circle_move_from(move);
  if (from == ASC_CIRCLE_NO_HOLE) {
    asc_circle_write_move(rules, position, move, steps->ids[steps->count++]);
    return;
  }
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  asc_circle_write_hole(board, from, steps->ids[steps->count++]);
  asc_circle_write_hole(board, asc_circle_move_to(move), steps->ids[steps->count++]);
}
