/* What a learner relies on: every touch and every token that leads nowhere gets a reason, and one that fits.

   What fits is judged without knowing the game:
   - Gibberish shows how a game says, here, that it cannot read a token. While the game goes on, nothing of the view and
     no move of another position is ever called unreadable so.
   - Where some place may be touched, the reason for any other names something: that place, what is in its way, a move
     that would do. Where none may, with a die to roll or only a pass left, it may be about the stage. */
#include "conformance.h"

#include <string.h>

/* A position is asked some hundreds of questions: at one in fifteen that took twice as long as all other tests here. */
enum { ONE_IN = 45, LINES = 3, MET_MAX = 32 };

static asc_view view;

/* Moves of other positions, newest last: what a person who misremembers would say. */
static char met[MET_MAX][ASC_TOKEN_MAX];
static unsigned met_count;

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

/* A place in the walk, and in a move as far as it has been touched. */
typedef struct asked {
  walk *w;
  asc_steps touched;
  const char *unreadable; /* how gibberish is refused, or NULL: the game is over, and that is all there is to say */
} asked;

/* True when the token is allowed; else `reason` is a whole sentence about why not. */
static bool ask(const asked *a, const char *token, asc_message *reason) {
  const walk *w = a->w;
  bool legal = asc_position_why(w->rules, &w->position, &a->touched, token, reason) == 1;
  check_message(w, reason, token);
  require(legal == (strcmp(reason->key, "why.legal") == 0), w, "'%s' gets '%s'", token, reason->key);
  require(strncmp(reason->key, "why.", 4) == 0, w, "'%s' gets '%s'", token, reason->key);
  return legal;
}

static bool ask_readable(const asked *a, const char *token, asc_message *reason) {
  bool legal = ask(a, token, reason);
  require(a->unreadable == NULL || strcmp(reason->key, a->unreadable) != 0, a->w,
          "'%s' after %d touches gets '%s', like gibberish", token, a->touched.count, reason->key);
  return legal;
}

/* Whether the reason names something: the place, what is in its way, a move that would do. */
static bool names_something(const asc_message *reason) {
  for (int i = 0; i < reason->arg_count; i++)
    if (reason->args[i].text[0] != '\0') return true;
  return false;
}

static void ask_places(const asked *a) {
  static asc_message reasons[ASC_PLACES_MAX];
  static bool legal[ASC_PLACES_MAX];
  bool some = false;
  for (int i = 0; i < view.place_count; i++) {
    legal[i] = ask_readable(a, view.places[i].id, &reasons[i]);
    some = some || legal[i];
  }
  for (int i = 0; some && i < view.place_count; i++)
    require(legal[i] || names_something(&reasons[i]), a->w, "'%s' after %d touches gets '%s', which names nothing",
            view.places[i].id, a->touched.count, reasons[i].key);
}

static void ask_things(const asked *a) {
  asc_message reason;
  ask_places(a);
  for (int i = 0; i < view.control_count; i++) (void)ask_readable(a, view.controls[i].id, &reason);
  for (int i = 0; i < view.stock_count; i++)
    if (view.stocks[i].id[0] != '\0') (void)ask_readable(a, view.stocks[i].id, &reason);
  (void)ask(a, gibberish, &reason);
}

/* Everything after each touch of a legal move but the last. */
static void ask_along(asked *a, asc_move move) {
  asc_steps steps;
  asc_move_steps(a->w->rules, &a->w->position, move, &steps);
  for (a->touched = steps, a->touched.count = 1; a->touched.count < steps.count; a->touched.count++) ask_things(a);
  a->touched.count = 0;
}

static void met_add(const asc_rules *rules, const asc_position *position, asc_move move) {
  asc_move_write(rules, position, move, met[met_count++ % MET_MAX]);
}

void check_why(walk *w) {
  asked a = {.w = w};
  asc_message reason;
  asc_position_view(w->rules, &w->position, NULL, 0, &view);
  (void)ask(&a, gibberish, &reason);
  if (w->count > 0) a.unreadable = reason.key;
  ask_things(&a);
  for (int i = 0; i < LINES && w->count > 0; i++) ask_along(&a, w->moves[walk_choose(w, w->count)]);
  if (w->moved) met_add(w->rules, &w->before, w->last);
  for (unsigned i = 0; i < met_count && i < MET_MAX; i++) (void)ask_readable(&a, met[i], &reason);
  for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) (void)ask(&a, garbage[i], &reason);
  if (w->count > 0) met_add(w->rules, &w->position, w->moves[walk_choose(w, w->count)]);
}

void test_why(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    met_count = 0;
    walk_games(spec_at(i), plies_wanted(), ONE_IN, check_why);
  }
}
