/* What a front end shows and what a person touches. The geometry comes from layout.c, the last way from route.c. */
#include "circle_delta.h"

#include "core/text.h"

#include <string.h>

/* A message with the letter of a row. */
static void add_row(asc_message *message, const char *name, int row) {
  char letter[] = {(char)('a' + row), '\0'};
  asc_message_add(message, name, letter);
}

/* Right and left follow the row, up and down the line. */
static void view_arrows(const circle_board *board, int hole, asc_place *place) {
  int row = circle_row(board, hole), at = circle_place(board, hole), length = board->row_length;
  place->next[ASC_RIGHT] = (int16_t)circle_hole(board, row, (at + 1) % length);
  place->next[ASC_LEFT] = (int16_t)circle_hole(board, row, (at + length - 1) % length);
  place->next[ASC_UP] = (int16_t)(row + 1 < board->rows ? hole + length : ASC_NO_PLACE);
  place->next[ASC_DOWN] = (int16_t)(row > 0 ? hole - length : ASC_NO_PLACE);
}

static void view_where(const circle_board *board, int hole, asc_message *where) {
  bool on_ring = circle_on_ring(board, hole);
  asc_message_set(where, !board->chain ? "where.rose" : on_ring ? "where.ring" : "where.crossing");
  if (on_ring) add_row(where, "ring", circle_row(board, hole));
  asc_message_add_number(where, "line", circle_line(board, hole) + 1);
}

/* Places are numbered as holes are. */
static void view_places(const circle_rules *r, const circle_position *p, asc_view *view) {
  static const char *const states[] = {"hole.white", "hole.black", "hole.red", "hole.green"};
  for (circle_set left = r->board.holes; circle_any(left);) {
    int hole = circle_take(&left), colour = circle_colour(p, hole);
    asc_place *place = &view->places[view->place_count++];
    asc_circle_write_hole(&r->board, hole, place->id);
    place->x = r->layout.x[hole];
    place->y = r->layout.y[hole];
    place->size = 1000;
    place->outline = ASC_OUTLINE_CIRCLE;
    place->ground = ASC_NO_KIND;
    place->man = (int8_t)(colour == CIRCLE_NOBODY ? ASC_NO_KIND : colour);
    place->region = ASC_NO_REGION;
    view_arrows(&r->board, hole, place);
    asc_message_set(&place->name, "hole");
    asc_message_add(&place->name, "hole", place->id);
    asc_message_set(&place->state, colour == CIRCLE_NOBODY ? "hole.free" : states[colour]);
    view_where(&r->board, hole, &place->where);
  }
}

/* The circles in the order of the board. */
static void view_shapes(const circle_rules *r, asc_view *view) {
  const circle_board *board = &r->board;
  const circle_layout *layout = &r->layout;
  for (int circle = 0; circle < board->circles; circle++) {
    bool ring = circle < board->rings;
    asc_shape *shape = &view->shapes[view->shape_count++];
    shape->kind = ring ? "ring" : "petal";
    shape->curve = (asc_curve){.form = ASC_FORM_CIRCLE,
                               .cx = layout->circle_x[circle],
                               .cy = layout->circle_y[circle],
                               .radius = layout->radius[circle]};
    asc_message_set(&shape->name, ring ? "ring" : board->chain ? "link" : "petal");
    int first = board->hole[circle][0];
    if (ring) add_row(&shape->name, "ring", circle_row(board, first));
    if (!ring && board->chain) add_row(&shape->name, "ring", 2 * ((circle - board->rings) % board->rings));
    if (!ring) asc_message_add_number(&shape->name, "line", circle_line(board, first) + 1);
  }
}

static asc_label *label_add(asc_view *view, int32_t x, int32_t y) {
  asc_label *label = &view->labels[view->label_count++];
  label->x = x;
  label->y = y;
  return label;
}

static void view_labels(const circle_rules *r, asc_view *view) {
  const circle_layout *layout = &r->layout;
  for (int row = 0; row < r->board.rows; row++)
    label_add(view, layout->letter_x[row], layout->letter_y[row])->text[0] = (char)('a' + row);
  for (int place = 0; place < r->board.row_length; place++) {
    asc_label *label = label_add(view, layout->number_x[place], layout->number_y[place]);
    asc_writer writer = asc_writer_over(label->text, sizeof label->text);
    asc_writer_number(&writer, place + 1);
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

static void view_stocks(const circle_rules *r, const circle_position *p, asc_view *view) {
  stock_add(view, CIRCLE_WHITE, 1, p->reserve[CIRCLE_WHITE], "stock.white");
  stock_add(view, CIRCLE_BLACK, 2, p->reserve[CIRCLE_BLACK], "stock.black");
  int reds = r->reds - circle_count(p->men[CIRCLE_RED]), greens = r->greens - circle_count(p->men[CIRCLE_GREEN]);
  if (reds > 0) stock_add(view, CIRCLE_RED, 0, reds, "stock.red");
  if (greens > 0) stock_add(view, CIRCLE_GREEN, 0, greens, "stock.green");
}

static void view_seats(const asc_rules *rules, const circle_position *p, asc_view *view) {
  static const char *const names[] = {"player.1", "player.2"};
  const circle_rules *r = (const circle_rules *)rules;
  asc_outcome outcome;
  (void)asc_circle_outcome(rules, p, &outcome);
  view->seat_count = 2;
  for (int player = 0; player < 2; player++) {
    asc_seat *seat = &view->seats[player];
    seat->kind = (int8_t)player;
    seat->points = outcome.points[player];
    asc_message_set(&seat->name, names[player]);
    int standing = circle_count(p->men[player]);
    seat->men = (int16_t)(standing + p->reserve[player]);
    seat->lost = (int16_t)(r->men - seat->men);
    asc_message_set(&seat->state, "seat.men");
    asc_message_add_number(&seat->state, "board", standing);
    asc_message_add_number(&seat->state, "reserve", p->reserve[player]);
    asc_message_add_number(&seat->state, "lost", seat->lost);
  }
}

static const char *end_key(const circle_position *p) {
  bool white = circle_has_men(p, CIRCLE_WHITE), black = circle_has_men(p, CIRCLE_BLACK);
  if (white && black) return "end.quiet";
  return white ? "end.white" : black ? "end.black" : "end.both";
}

static void view_ending(const circle_position *p, asc_message *ending) {
  bool white = circle_has_men(p, CIRCLE_WHITE), black = circle_has_men(p, CIRCLE_BLACK);
  asc_message_set(ending, white != black ? "ending.no-men" : white ? "ending.quiet" : "ending.both");
  if (white != black) asc_message_add_number(ending, "who", white ? 2 : 1);
}

static void prompt_preparation(const circle_rules *r, const circle_position *p, asc_message *prompt) {
  static const char *const keys[2][2] = {{"prompt.red-white", "prompt.red-black"},
                                         {"prompt.green-white", "prompt.green-black"}};
  bool reds = p->stage == CIRCLE_REDS;
  asc_message_set(prompt, keys[!reds][p->player]);
  asc_message_add_number(prompt, "men",
                         reds ? r->reds - circle_count(p->men[CIRCLE_RED])
                              : r->greens - circle_count(p->men[CIRCLE_GREEN]));
}

static void prompt_first(const circle_rules *r, const circle_position *p, bool pass, asc_message *prompt) {
  static const char *const keys[4][2] = {{"prompt.first-white", "prompt.first-black"},
                                         {"prompt.first-quiet-white", "prompt.first-quiet-black"},
                                         {"prompt.first-stuck-white", "prompt.first-stuck-black"},
                                         {"prompt.first-none-white", "prompt.first-none-black"}};
  int row = p->quiet > 0 ? 1 : 0;
  if (pass) row = r->reds + r->greens > 0 ? 2 : 3;
  asc_message_set(prompt, keys[row][p->player]);
  if (row == 1) asc_message_add_number(prompt, "quiet", p->quiet);
}

static void prompt_second(const circle_position *p, const asc_move *moves, int count, asc_message *prompt) {
  static const char *const keys[4][2] = {{"prompt.second-white", "prompt.second-black"},
                                         {"prompt.put-white", "prompt.put-black"},
                                         {"prompt.move-white", "prompt.move-black"},
                                         {"prompt.second-pass-white", "prompt.second-pass-black"}};
  bool puts = moves[0] < CIRCLE_PASS;
  bool travels = moves[count - 1] > CIRCLE_PASS;
  asc_message_set(prompt, keys[puts ? !travels : travels ? 2 : 3][p->player]);
}

static void view_prompt(const circle_rules *r, const circle_position *p, asc_view *view) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_circle_moves(&r->common, p, moves);
  bool pass = count == 1 && moves[0] == CIRCLE_PASS;
  if (count == 0) {
    asc_message_set(&view->prompt, end_key(p));
    view_ending(p, &view->ending);
  } else if (p->stage < CIRCLE_FIRST)
    prompt_preparation(r, p, &view->prompt);
  else if (p->stage == CIRCLE_FIRST)
    prompt_first(r, p, pass, &view->prompt);
  else
    prompt_second(p, moves, count, &view->prompt);
  if (!pass) return;
  asc_control *control = &view->controls[view->control_count++];
  (void)strcpy(control->id, "pass");
  asc_message_set(&control->name, "control.pass");
}

/* What one act could take off the board as it stands, whoever is to move: men that one of the other side can reach, and
   men that a red one can lock in. Either act is looked at by itself. */
static void view_threats(const circle_rules *r, const circle_position *p, asc_view *view) {
  asc_move moves[ASC_MOVES_MAX];
  circle_set prey = {0, 0}, caged = {0, 0};
  if (p->stage < CIRCLE_FIRST || circle_over(p)) return;
  for (uint8_t player = 0; player < 2; player++) {
    circle_position act = *p;
    act.stage = CIRCLE_SECOND;
    act.player = player;
    for (int i = asc_circle_moves(&r->common, &act, moves) - 1; i >= 0; i--)
      if (moves[i] > CIRCLE_PASS) circle_add(&prey, circle_set_of(circle_move_to(moves[i])));
  }
  circle_position act = *p;
  act.stage = CIRCLE_FIRST;
  for (int i = asc_circle_moves(&r->common, &act, moves) - 1; i >= 0; i--) {
    circle_position after = act;
    asc_circle_play(&r->common, &after, moves[i]);
    for (int player = 0; player < 2; player++) circle_add(&caged, circle_without(act.men[player], after.men[player]));
  }
  for (int i = 0; i < view->place_count; i++) {
    asc_place *place = &view->places[i];
    if (place->man != CIRCLE_WHITE && place->man != CIRCLE_BLACK) continue;
    if (circle_has(prey, i)) place->marks |= ASC_MARK_PREY;
    if (circle_has(caged, i)) place->marks |= ASC_MARK_CAGED;
  }
}

static asc_place *place_find(asc_view *view, const char *id) {
  int i = 0;
  while (i < view->place_count && strcmp(view->places[i].id, id) != 0) i++;
  return i < view->place_count ? &view->places[i] : NULL;
}

/* The way of the last move, the marks it leaves on holes, and the letters of the rings it ran along. */
static void view_last(const circle_rules *r, const void *before, asc_move last, asc_view *view) {
  asc_circle_way(&r->common, before, last, &view->last);
  for (int i = 0; i < view->last.motion_count; i++) {
    const asc_motion *motion = &view->last.motions[i];
    asc_place *from = place_find(view, motion->from), *to = place_find(view, motion->to);
    if (from != NULL) from->marks |= motion->act == ASC_ACT_TAKE ? ASC_MARK_TAKEN : ASC_MARK_FROM;
    if (to != NULL && to->man == motion->kind) to->marks |= ASC_MARK_TO;
  }
  for (int i = 0; i < view->last.curve_count; i++) {
    const asc_curve *curve = &view->last.curves[i];
    for (int ring = 0; curve->cx == 0 && curve->cy == 0 && ring < r->board.rings; ring++)
      if (curve->radius == r->layout.radius[ring])
        view->labels[circle_row(&r->board, r->board.hole[ring][0])].lit = true;
  }
}

void asc_circle_view(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view) {
  const circle_rules *r = (const circle_rules *)rules;
  view->layout = ASC_LAYOUT_FREE;
  view->left = view->top = -r->layout.edge;
  view->right = view->bottom = r->layout.edge;
  view_places(r, position, view);
  view_shapes(r, view);
  view_labels(r, view);
  view_stocks(r, position, view);
  view_seats(rules, position, view);
  view_prompt(r, position, view);
  view_threats(r, position, view);
  if (before != NULL) view_last(r, before, last, view);
}

/* A put is one touch, a move two: the man and where it goes. */
void asc_circle_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  int from = circle_move_from(move);
  if (from == CIRCLE_NO_HOLE) {
    asc_circle_write_move(rules, position, move, steps->ids[steps->count++]);
    return;
  }
  const circle_board *board = &((const circle_rules *)rules)->board;
  asc_circle_write_hole(board, from, steps->ids[steps->count++]);
  asc_circle_write_hole(board, circle_move_to(move), steps->ids[steps->count++]);
}
