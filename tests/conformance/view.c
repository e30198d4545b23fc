/* Checks for front ends: the view, and the steps that make a move. */
#include "conformance.h"

#include <string.h>

enum { STEPS_COMPARED = 4 }; /* moves per position whose steps are compared with those of all others */

static asc_view view; /* too large for the stack */

static void view_make(const walk *w) {
  asc_position_view(w->rules, &w->position, w->moved ? &w->before : NULL, w->last, &view);
}

static bool view_has(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return true;
  for (int i = 0; i < view.control_count; i++)
    if (strcmp(view.controls[i].id, id) == 0) return true;
  for (int i = 0; i < view.stock_count; i++)
    if (strcmp(view.stocks[i].id, id) == 0) return true;
  return false;
}

static bool is_prefix(const asc_steps *a, const asc_steps *b) {
  if (a->count > b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (strcmp(a->ids[i], b->ids[i]) != 0) return false;
  return true;
}

/* Each move has one sequence of steps, all of them in the view. No sequence is the start of another, so a complete
   sequence is a move. */
void check_steps(walk *w) {
  static asc_steps all[ASC_MOVES_MAX];
  view_make(w);
  for (int i = 0; i < w->count; i++) {
    asc_move_steps(w->rules, &w->position, w->moves[i], &all[i]);
    require(all[i].count >= 1 && all[i].count <= ASC_STEPS_MAX, w, "move %d has %d steps", i, all[i].count);
    for (int j = 0; j < all[i].count; j++)
      require(view_has(all[i].ids[j]), w, "step '%s' is not in the view", all[i].ids[j]);
  }
  for (int tries = 0; tries < STEPS_COMPARED && w->count > 0; tries++) {
    int i = walk_choose(w, w->count);
    for (int j = 0; j < w->count; j++)
      require(i == j || !is_prefix(&all[i], &all[j]), w, "the steps of move %d begin those of %d", i, j);
  }
}

void test_steps(void **state) { (void)state, walk_all_specs(10, check_steps); }

static void check_sizes(const walk *w) {
  require(view.place_count > 0 && view.place_count <= ASC_PLACES_MAX, w, "%d places", view.place_count);
  require(view.seat_count == w->rules->players, w, "%d seats", view.seat_count);
  require(view.left < view.right && view.top < view.bottom, w, "the view has no size");
  require(view.region_count <= ASC_REGIONS_MAX && view.shape_count <= ASC_SHAPES_MAX && view.label_count > 0 &&
              view.label_count <= ASC_LABELS_MAX && view.control_count <= ASC_CONTROLS_MAX &&
              view.stock_count <= ASC_STOCKS_MAX,
          w, "a list of the view overflows");
  require(w->moved || view.last_path.motion_count == 0, w, "motions without a last move");
}

/* Whether an arrow leads back from the place it led to. On a grid, the opposite arrow must lead back if the two places
   are in one row or column; elsewhere any arrow may. On a grid with holes an arrow may go diagonally: check_reachable
   covers those. */
static bool leads_back(int from, int arrow) {
  int to = view.places[from].next[arrow];
  const asc_place *a = &view.places[from], *b = &view.places[to];
  bool grid = view.layout == ASC_LAYOUT_GRID;
  if (grid && a->x != b->x && a->y != b->y) return true;
  if (grid) return b->next[(arrow + ASC_ARROW_COUNT / 2) % ASC_ARROW_COUNT] == from;
  for (int back = 0; back < ASC_ARROW_COUNT; back++)
    if (b->next[back] == from) return true;
  return false;
}

/* Every place can be reached from the first by arrows or, with `back`, the first from every place. */
static void check_reachable(const walk *w, bool back) {
  bool reached[ASC_PLACES_MAX] = {true}, changed = true;
  while (changed) {
    changed = false;
    for (int i = 0; i < view.place_count; i++)
      for (int arrow = 0; arrow < ASC_ARROW_COUNT; arrow++) {
        int next = view.places[i].next[arrow], from = back ? next : i, to = back ? i : next;
        if (next == ASC_NO_PLACE || !reached[from] || reached[to]) continue;
        reached[to] = changed = true;
      }
  }
  for (int i = 0; i < view.place_count; i++)
    require(reached[i], w, "no arrows lead %s %s", back ? "back from" : "to", view.places[i].id);
}

static const asc_place *find_place(const asc_view *shown, const char *id) {
  for (int i = 0; i < shown->place_count; i++)
    if (strcmp(shown->places[i].id, id) == 0) return &shown->places[i];
  return NULL;
}

static bool has_kind(const asc_place *place, int kind) {
  return place == NULL || place->piece == kind || place->ground == kind;
}

/* Whether a later motion starts where this one ended. */
static bool has_later_motion(int index) {
  for (int i = index + 1; i < view.last_path.motion_count; i++)
    if (strcmp(view.last_path.motions[i].from, view.last_path.motions[index].to) == 0) return true;
  return false;
}

/* The pieces that the last move placed, moved or removed were where they came from, and are where they went. */
static void check_motions(const walk *w) {
  static asc_view before;
  asc_position_view(w->rules, &w->before, NULL, 0, &before);
  for (int i = 0; i < view.last_path.motion_count; i++) {
    const asc_motion *motion = &view.last_path.motions[i];
    if (motion->type == ASC_MOTION_ROLL || motion->type == ASC_MOTION_TURN) continue;
    bool first = true;
    for (int k = 0; k < i; k++) first = first && strcmp(view.last_path.motions[k].to, motion->from) != 0;
    require(!first || has_kind(find_place(&before, motion->from), motion->kind), w,
            "motion %d: another kind stood at %s", i, motion->from);
    if (motion->type == ASC_MOTION_REMOVE || has_later_motion(i)) continue;
    require(has_kind(find_place(&view, motion->to), motion->kind), w, "motion %d: another kind stands at %s", i,
            motion->to);
  }
}

static void check_place(const walk *w, int index) {
  const asc_place *place = &view.places[index];
  int kinds = w->rules->game->kind_count;
  check_message(w, &place->name, "a place's name");
  check_message(w, &place->state, "a place's state");
  require(place->piece >= ASC_NO_KIND && place->piece < kinds && place->ground >= ASC_NO_KIND && place->ground < kinds,
          w, "%s holds an unknown kind", place->id);
  require(place->size > 0 && place->x >= view.left && place->x <= view.right && place->y >= view.top &&
              place->y <= view.bottom,
          w, "%s lies outside of the view", place->id);
  require(place->region >= ASC_NO_REGION && place->region < view.region_count, w, "%s: bad region", place->id);
  for (int arrow = 0; arrow < ASC_ARROW_COUNT; arrow++) {
    int next = place->next[arrow];
    require(next >= ASC_NO_PLACE && next < view.place_count && next != index, w, "%s: bad neighbour", place->id);
    require(next == ASC_NO_PLACE || leads_back(index, arrow), w, "%s: arrow %d does not lead back", place->id, arrow);
  }
  for (int i = 0; i < index; i++) require(strcmp(place->id, view.places[i].id) != 0, w, "two places '%s'", place->id);
}

void check_view(walk *w) {
  view_make(w);
  check_sizes(w);
  check_message(w, &view.prompt, "the prompt");
  for (int i = 0; i < view.place_count; i++) check_place(w, i);
  check_reachable(w, false);
  check_reachable(w, true);
  if (w->moved) check_motions(w);
  asc_outcome outcome;
  (void)asc_position_outcome(w->rules, &w->position, &outcome);
  for (int i = 0; i < view.seat_count; i++) {
    check_message(w, &view.seats[i].name, "a seat");
    require(view.seats[i].points == outcome.points[i], w, "seat %d has %d half-points and the outcome says %d", i + 1,
            view.seats[i].points, outcome.points[i]);
    if (view.seats[i].state.key != NULL) check_message(w, &view.seats[i].state, "a seat's state");
    require(view.seats[i].has_resigned == (w->resigned >> (i + 1) & 1), w, "seat %d: out is %d", i + 1,
            view.seats[i].has_resigned);
  }
  for (int i = 0; i < view.control_count; i++) check_message(w, &view.controls[i].name, "a control");
  for (int i = 0; i < view.stock_count; i++) check_message(w, &view.stocks[i].name, "a stock");
  for (int i = 0; i < view.region_count; i++) check_message(w, &view.regions[i].name, "a region");
}

void test_view(void **state) { (void)state, walk_all_specs(10, check_view); }
