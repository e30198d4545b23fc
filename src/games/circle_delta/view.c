/* What a front end shows and what a person touches. The geometry comes from layout.c, the last way from route.c. */
#include "circle_delta.h"

#include "core/text.h"

#include <string.h>

static int place_index(const circle_board *board, int hole) {
  return circle_ring(hole) * board->length[CIRCLE_RING] + circle_place(hole);
}

static void add_ring(asc_message *message, int ring) {
  char letter[] = {(char)('a' + ring), '\0'};
  asc_message_add(message, "ring", letter);
}

/* Right and left follow the ring, up and down the petal, both clockwise first. */
static void view_arrows(const circle_board *board, int hole, asc_place *place) {
  static const int track[ASC_ARROWS] = {
      [ASC_UP] = CIRCLE_PETAL, [ASC_RIGHT] = CIRCLE_RING, [ASC_DOWN] = CIRCLE_PETAL, [ASC_LEFT] = CIRCLE_RING};
  static const int direction[ASC_ARROWS] = {[ASC_UP] = CIRCLE_CLOCKWISE,
                                            [ASC_RIGHT] = CIRCLE_CLOCKWISE,
                                            [ASC_DOWN] = CIRCLE_BACKWARDS,
                                            [ASC_LEFT] = CIRCLE_BACKWARDS};
  for (int arrow = 0; arrow < ASC_ARROWS; arrow++)
    place->next[arrow] = (int16_t)place_index(board, board->next[hole][track[arrow]][direction[arrow]]);
}

static void view_places(const circle_rules *r, const circle_position *p, asc_view *view) {
  static const char *const states[] = {"hole.white", "hole.black", "hole.red", "hole.green"};
  for (circle_set left = r->board.holes; circle_any(left);) {
    int hole = circle_take(&left), colour = circle_colour(p, hole);
    asc_place *place = &view->places[view->place_count++];
    asc_circle_write_hole(hole, place->id);
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
    add_ring(&place->name, circle_ring(hole));
    asc_message_add_number(&place->name, "petal", circle_petal(hole) + 1);
    asc_message_set(&place->state, colour == CIRCLE_NOBODY ? "hole.free" : states[colour]);
  }
}

static asc_shape *shape_add(asc_view *view, const char *kind, int32_t x, int32_t y, int32_t radius) {
  asc_shape *shape = &view->shapes[view->shape_count++];
  shape->kind = kind;
  shape->curve = (asc_curve){.form = ASC_FORM_CIRCLE, .cx = x, .cy = y, .radius = radius};
  asc_message_set(&shape->name, kind);
  return shape;
}

static void view_shapes(const circle_rules *r, asc_view *view) {
  const circle_layout *layout = &r->layout;
  for (int ring = 0; ring < r->board.rings; ring++)
    add_ring(&shape_add(view, "ring", 0, 0, layout->ring_radius[ring])->name, ring);
  for (int petal = 0; petal < r->board.petals; petal++) {
    asc_shape *shape = shape_add(view, "petal", layout->petal_x[petal], layout->petal_y[petal], layout->petal_radius);
    asc_message_add_number(&shape->name, "petal", petal + 1);
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
  for (int ring = 0; ring < r->board.rings; ring++)
    label_add(view, layout->letter_x[ring], layout->letter_y[ring])->text[0] = (char)('a' + ring);
  for (int place = 0; place < r->board.length[CIRCLE_RING]; place++) {
    asc_label *label = label_add(view, layout->number_x[place], layout->number_y[place]);
    asc_writer writer = asc_writer_over(label->text, sizeof label->text);
    asc_writer_format(&writer, "%d", place + 1);
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
  asc_outcome outcome;
  (void)asc_circle_outcome(rules, p, &outcome);
  view->seat_count = 2;
  for (int player = 0; player < 2; player++) {
    asc_seat *seat = &view->seats[player];
    seat->kind = (int8_t)player;
    seat->points = outcome.points[player];
    asc_message_set(&seat->name, names[player]);
  }
}

static const char *end_key(const circle_position *p) {
  bool white = circle_has_men(p, CIRCLE_WHITE), black = circle_has_men(p, CIRCLE_BLACK);
  if (white && black) return "end.quiet";
  return white ? "end.white" : black ? "end.black" : "end.both";
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
  if (count == 0)
    asc_message_set(&view->prompt, end_key(p));
  else if (p->stage < CIRCLE_FIRST)
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
      if (curve->radius == r->layout.ring_radius[ring]) view->labels[ring].lit = true;
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
  if (before != NULL) view_last(r, before, last, view);
}

/* A put is one touch, a move two: the man and where it goes. */
void asc_circle_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  int from = circle_move_from(move);
  if (from == CIRCLE_NO_HOLE) {
    asc_circle_write_move(rules, position, move, steps->ids[steps->count++]);
    return;
  }
  asc_circle_write_hole(from, steps->ids[steps->count++]);
  asc_circle_write_hole(circle_move_to(move), steps->ids[steps->count++]);
}
