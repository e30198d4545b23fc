/* Checks for learners: every selection and every token that leads nowhere gets a reason that fits.

   The test does not know the game. It checks reasons like this:
   - Gibberish shows how a game says, here, that it cannot read a token. While the game is open, nothing in the view and
     no move of another position may get that reason.
   - If some place may be selected, the reason for any other place names something: the place, an obstacle, or a move
     that would work. If no place may be selected, because a die must be rolled or only a pass is possible, the reason
     may be about the stage. */
#include "conformance.h"

#include <string.h>

/* Each position takes some hundreds of queries. With one in fifteen positions, this took twice as long as all
   other tests here. */
enum { ONE_IN = 45, MOVES_TRIED = 3, EARLIER_MAX = 32 };

static asc_view view;

/* Moves of other positions, newest last: what a player with a bad memory would enter. */
static char earlier_moves[EARLIER_MAX][ASC_TOKEN_MAX];
static unsigned earlier_count;

static const char gibberish[] = "?!";

/* Tokens that look a little like moves of some game, and some that look like nothing. */
static const char *const garbage[] = {
    "",
    "x",
    "a0",
    "z9",
    "-",
    "c3-",
    "c3-c3",
    "c3-e5:",
    "c3-e5:a1",
    "C3",
    "turn",
    "end",
    "keep",
    "pass",
    "box",
    "red",
    "r0",
    "r9",
    "9.9>1.1",
    "1.1>",
    "n0",
    "ne99",
    "99999999999999999999",
    "\xff\xfe",
    "résumé",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

/* A position of the walk, and the steps of a move so far. */
typedef struct query {
  walk *w;
  asc_steps touched;
  const char *unreadable; /* the reason for gibberish; NULL: the game is over, and every reason says that */
} query;

/* Returns whether the token is allowed. If not, `reason` is a whole sentence that says why. */
static bool query_token(const query *q, const char *token, asc_message *reason) {
  const walk *w = q->w;
  bool legal = asc_position_why(w->rules, &w->position, &q->touched, token, reason) == 1;
  check_message(w, reason, token);
  require(legal == (strcmp(reason->key, "why.legal") == 0), w, "'%s' gets '%s'", token, reason->key);
  require(strncmp(reason->key, "why.", 4) == 0, w, "'%s' gets '%s'", token, reason->key);
  return legal;
}

static bool query_readable_token(const query *q, const char *token, asc_message *reason) {
  bool legal = query_token(q, token, reason);
  require(q->unreadable == NULL || strcmp(reason->key, q->unreadable) != 0, q->w,
          "'%s' after %d touches gets '%s', like gibberish", token, q->touched.count, reason->key);
  return legal;
}

/* Whether the reason names something: the place, an obstacle, or a move that would work. */
static bool names_something(const asc_message *reason) {
  for (int i = 0; i < reason->arg_count; i++)
    if (reason->args[i].text[0] != '\0') return true;
  return false;
}

static void query_places(const query *q) {
  static asc_message reasons[ASC_PLACES_MAX];
  static bool legal[ASC_PLACES_MAX];
  bool any_legal = false;
  for (int i = 0; i < view.place_count; i++) {
    legal[i] = query_readable_token(q, view.places[i].id, &reasons[i]);
    any_legal = any_legal || legal[i];
  }
  for (int i = 0; any_legal && i < view.place_count; i++)
    require(legal[i] || names_something(&reasons[i]), q->w, "'%s' after %d touches gets '%s', which names nothing",
            view.places[i].id, q->touched.count, reasons[i].key);
}

static void query_view(const query *q) {
  asc_message reason;
  query_places(q);
  for (int i = 0; i < view.control_count; i++) (void)query_readable_token(q, view.controls[i].id, &reason);
  for (int i = 0; i < view.stock_count; i++)
    if (view.stocks[i].id[0] != '\0') (void)query_readable_token(q, view.stocks[i].id, &reason);
  (void)query_token(q, gibberish, &reason);
}

/* Queries the whole view after each step of a legal move except the last. */
static void query_along_move(query *q, asc_move move) {
  asc_steps steps;
  asc_move_steps(q->w->rules, &q->w->position, move, &steps);
  for (q->touched = steps, q->touched.count = 1; q->touched.count < steps.count; q->touched.count++) query_view(q);
  q->touched.count = 0;
}

static void add_earlier_move(const asc_rules *rules, const asc_position *position, asc_move move) {
  asc_move_write(rules, position, move, earlier_moves[earlier_count++ % EARLIER_MAX]);
}

void check_why(walk *w) {
  query q = {.w = w};
  asc_message reason;
  asc_position_view(w->rules, &w->position, NULL, 0, &view);
  (void)query_token(&q, gibberish, &reason);
  if (w->count > 0) q.unreadable = reason.key;
  query_view(&q);
  for (int i = 0; i < MOVES_TRIED && w->count > 0; i++) query_along_move(&q, w->moves[walk_choose(w, w->count)]);
  if (w->moved) add_earlier_move(w->rules, &w->before, w->last);
  for (unsigned i = 0; i < earlier_count && i < EARLIER_MAX; i++)
    (void)query_readable_token(&q, earlier_moves[i], &reason);
  for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) (void)query_token(&q, garbage[i], &reason);
  if (w->count > 0) add_earlier_move(w->rules, &w->position, w->moves[walk_choose(w, w->count)]);
}

void test_why(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    earlier_count = 0;
    walk_games(spec_at(i), plies_per_spec(), ONE_IN, check_why);
  }
}
