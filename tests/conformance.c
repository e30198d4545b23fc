/* The conformance suite: what every game must keep, checked by random play over every registered game.

   A game that passes can be searched, saved, drawn and explained by everything else. The suite knows no game: the list
   comes from the library, and beside each game's defaults it plays the options named in tests/data/options.txt.
   With arguments, only games whose spec begins with one of them are played.

   Checks run on a sample of the positions of each game; ASCONA_CONFORMANCE_PLIES sets how many plies a spec gets. */
#include <ascona/game.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SPECS_MAX = 64, PLIES_DEFAULT = 20000, TRIES_PER_POSITION = 4 };

static char specs[SPECS_MAX][ASC_SPEC_MAX];
static int spec_count;
static int plies_wanted = PLIES_DEFAULT;
static asc_view view; /* too large for the stack of a careful person */

typedef struct walk {
  asc_rules *rules;
  asc_random random;
  asc_position position, before;
  asc_move moves[ASC_MOVES_MAX];
  int count;
  asc_move last;
  int ply;
} walk;

#define require(condition, walk_, ...)                           \
  do {                                                           \
    if (!(condition)) walk_fail(walk_, #condition, __VA_ARGS__); \
  } while (0)

static void walk_fail(const walk *w, const char *condition, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void walk_fail(const walk *w, const char *condition, const char *format, ...) {
  char text[ASC_TEXT_MAX] = "?", what[512];
  asc_position_write(w->rules, &w->position, text, sizeof text);
  va_list args;
  va_start(args, format);
  (void)vsnprintf(what, sizeof what, format, args);
  va_end(args);
  fail_msg("%s, ply %d, %s: %s (%s)", w->rules->spec, w->ply, text, what, condition);
}

/* Plays random games until the plies are used up, calling `check` at every position, finished ones included. */
static void walk_games(const char *spec, int plies, void (*check)(walk *)) {
  static walk w;
  asc_error error;
  memset(&w, 0, sizeof w);
  if (asc_rules_open(&w.rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  asc_random_seed(&w.random, 7);
  while (plies > 0) {
    asc_position_start(w.rules, &w.position);
    w.before = w.position;
    for (w.ply = 0;; w.ply++) {
      w.count = asc_position_moves(w.rules, &w.position, w.moves);
      check(&w);
      if (w.count == 0 || plies-- <= 0 || (w.rules->ply_limit > 0 && w.ply >= w.rules->ply_limit)) break;
      require(w.ply < w.rules->longest, &w, "the game is longer than the stated %d", w.rules->longest);
      w.last = w.moves[asc_random_below(&w.random, (uint32_t)w.count)];
      w.before = w.position;
      asc_position_play(w.rules, &w.position, w.last);
    }
  }
  asc_rules_close(w.rules);
}

static void check_moves(walk *w) {
  require(w->count <= w->rules->moves_max, w, "%d moves, more than the stated %d", w->count, w->rules->moves_max);
  for (int i = 1; i < w->count; i++)
    require(w->moves[i - 1] < w->moves[i], w, "moves %d and %d out of order", i - 1, i);
  require(asc_position_count(w->rules, &w->position) == w->count, w, "count says %d, the list has %d",
          asc_position_count(w->rules, &w->position), w->count);
  for (int i = 0; i < w->count; i++)
    require(asc_position_pick(w->rules, &w->position, i) == w->moves[i], w, "pick %d is not the list's move", i);
  asc_outcome outcome = {0};
  bool over = asc_position_outcome(w->rules, &w->position, &outcome);
  require(over == (w->count == 0), w, "over is %d with %d moves", over, w->count);
  int best = 0;
  for (int i = 0; i < w->rules->players; i++) {
    require(over == (outcome.place[i] != 0), w, "player %d has place %d", i + 1, outcome.place[i]);
    best += outcome.place[i] == 1;
  }
  require(!over || best > 0, w, "nobody has the first place");
  if (over) return;
  int turn = asc_position_turn(w->rules, &w->position);
  require(turn >= 0 && turn <= w->rules->players, w, "turn is %d", turn);
  for (int i = 0; turn == ASC_CHANCE && i < w->count; i++)
    require(asc_position_odds(w->rules, &w->position, w->moves[i]) > 0, w, "a roll without weight");
}

static void check_move_text(walk *w) {
  static char texts[ASC_MOVES_MAX][ASC_TOKEN_MAX];
  for (int i = 0; i < w->count; i++) {
    asc_move_write(w->rules, &w->position, w->moves[i], texts[i]);
    require(texts[i][0] != '\0', w, "move %d has no spelling", i);
    for (const char *c = texts[i]; *c != '\0'; c++)
      require(*c > ' ' && *c < 127 && !(*c >= 'A' && *c <= 'Z'), w, "'%s' is no lowercase token", texts[i]);
  }
  for (int tries = 0; tries < TRIES_PER_POSITION && w->count > 0; tries++) {
    int i = (int)asc_random_below(&w->random, (uint32_t)w->count);
    asc_move read;
    require(asc_move_read(w->rules, &w->position, texts[i], &read, NULL) == 0 && read == w->moves[i], w,
            "'%s' does not read back", texts[i]);
    for (int j = 0; j < w->count; j++)
      require(j == i || strcmp(texts[i], texts[j]) != 0, w, "'%s' spells two moves", texts[i]);
  }
}

static void check_position_text(walk *w) {
  char text[ASC_TEXT_MAX], again[ASC_TEXT_MAX];
  asc_error error = {0};
  require(asc_position_check(w->rules, &w->position, &error) == 0, w, "check refuses it: %s", error.reason);
  int length = asc_position_write(w->rules, &w->position, text, sizeof text);
  require(length > 2 && strncmp(text, "1:", 2) == 0 && strchr(text, ' ') == NULL, w, "bad position string");
  asc_position read;
  memset(&read, 0xa5, sizeof read);
  int code = asc_position_read(w->rules, text, &read, &error);
  require(code == 0, w, "refused at column %d, '%s': %s", error.column, error.token, error.reason);
  require(memcmp(&read, &w->position, w->rules->position_size) == 0, w, "reads back as another position");
  asc_position_write(w->rules, &read, again, sizeof again);
  require(strcmp(text, again) == 0, w, "written again as %s", again);
  char small[8];
  require(asc_position_write(w->rules, &w->position, small, sizeof small) == ASC_E_SPACE, w,
          "a small buffer overflows");
}

/* Playing depends on nothing but the position: a copy in other memory, once dirty, gives the same bytes. */
static void check_play_is_pure(walk *w) {
  asc_position copy;
  memset(&copy, 0x5a, sizeof copy);
  memcpy(&copy, &w->position, w->rules->position_size);
  require(memcmp(&copy, &w->position, w->rules->position_size) == 0, w, "a copy differs");
  if (w->count == 0) return;
  asc_move move = w->moves[asc_random_below(&w->random, (uint32_t)w->count)];
  asc_position saved = copy, other = w->position;
  asc_position_play(w->rules, &copy, move);
  asc_position_play(w->rules, &other, move);
  require(memcmp(&copy, &other, w->rules->position_size) == 0, w, "playing twice gives two positions");
  require(memcmp(&copy, &saved, w->rules->position_size) != 0, w, "a ply changes nothing");
  memcpy(&copy, &saved, w->rules->position_size);
  require(memcmp(&copy, &w->position, w->rules->position_size) == 0, w, "going back does not restore every byte");
}

static int move_compare(const void *a, const void *b) {
  asc_move first = *(const asc_move *)a, second = *(const asc_move *)b;
  return (first > second) - (first < second);
}

static void check_symmetries(walk *w) {
  int symmetry = (int)asc_random_below(&w->random, (uint32_t)w->rules->symmetries);
  asc_position image;
  memset(&image, 0xa5, sizeof image);
  asc_position_transform(w->rules, symmetry, &w->position, &image);
  asc_error error = {0};
  require(asc_position_check(w->rules, &image, &error) == 0, w, "image %d is refused: %s", symmetry, error.reason);
  if (symmetry == 0)
    require(memcmp(&image, &w->position, w->rules->position_size) == 0, w, "symmetry 0 is no identity");
  asc_outcome here = {0}, there = {0};
  asc_position_outcome(w->rules, &w->position, &here);
  asc_position_outcome(w->rules, &image, &there);
  require(memcmp(&here, &there, sizeof here) == 0, w, "image %d has another outcome", symmetry);
  asc_move mapped[ASC_MOVES_MAX], moves[ASC_MOVES_MAX];
  int count = asc_position_moves(w->rules, &image, moves);
  require(count == w->count, w, "image %d has %d moves, not %d", symmetry, count, w->count);
  for (int i = 0; i < count; i++) mapped[i] = asc_move_transform(w->rules, symmetry, &w->position, w->moves[i]);
  asc_move chosen = count == 0 ? 0 : asc_random_below(&w->random, (uint32_t)count);
  asc_move chosen_image = count == 0 ? 0 : mapped[chosen];
  qsort(mapped, (size_t)count, sizeof mapped[0], move_compare);
  require(memcmp(mapped, moves, (size_t)count * sizeof moves[0]) == 0, w, "symmetry %d maps a move onto no move",
          symmetry);
  if (count == 0) return;
  asc_position played = w->position, played_image;
  memset(&played_image, 0, sizeof played_image);
  asc_position_play(w->rules, &played, w->moves[chosen]);
  asc_position_transform(w->rules, symmetry, &played, &played_image);
  asc_position_play(w->rules, &image, chosen_image);
  require(memcmp(&image, &played_image, w->rules->position_size) == 0, w,
          "symmetry %d: image of the play is not the play of the image", symmetry);
}

static bool steps_is_prefix(const asc_steps *a, const asc_steps *b) {
  if (a->count > b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (strcmp(a->ids[i], b->ids[i]) != 0) return false;
  return true;
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

static void check_steps(walk *w) {
  asc_position_view(w->rules, &w->position, w->ply > 0 ? &w->before : NULL, w->last, &view);
  static asc_steps all[ASC_MOVES_MAX];
  for (int i = 0; i < w->count; i++) {
    asc_move_steps(w->rules, &w->position, w->moves[i], &all[i]);
    require(all[i].count >= 1 && all[i].count <= ASC_STEPS_MAX, w, "move %d has %d steps", i, all[i].count);
    for (int j = 0; j < all[i].count; j++)
      require(view_has(all[i].ids[j]), w, "step '%s' is not in the view", all[i].ids[j]);
  }
  for (int tries = 0; tries < TRIES_PER_POSITION && w->count > 0; tries++) {
    int i = (int)asc_random_below(&w->random, (uint32_t)w->count);
    for (int j = 0; j < w->count; j++)
      require(i == j || !steps_is_prefix(&all[i], &all[j]), w, "the steps of move %d begin those of %d", i, j);
  }
}

static void check_message(walk *w, const asc_message *message, const char *what) {
  char sentence[ASC_SENTENCE_MAX];
  require(message->key != NULL, w, "%s has no message", what);
  for (const asc_catalogue *catalogue = w->rules->game->catalogues; catalogue->language != NULL; catalogue++) {
    int length = asc_message_write(w->rules, catalogue->language, message, sentence, sizeof sentence);
    require(length > 0, w, "%s: '%s' has no sentence in '%s', or lacks an argument", what, message->key,
            catalogue->language);
  }
}

static void check_view(walk *w) {
  const void *before = w->ply > 0 ? &w->before : NULL;
  asc_position_view(w->rules, &w->position, before, w->last, &view);
  require(view.place_count > 0 && view.place_count <= ASC_PLACES_MAX, w, "%d places", view.place_count);
  require(view.seat_count == w->rules->players, w, "%d seats", view.seat_count);
  require(view.left < view.right && view.top < view.bottom, w, "the view has no size");
  require(view.region_count <= ASC_REGIONS_MAX && view.shape_count <= ASC_SHAPES_MAX && view.label_count > 0 &&
              view.label_count <= ASC_LABELS_MAX && view.control_count <= ASC_CONTROLS_MAX &&
              view.stock_count <= ASC_STOCKS_MAX,
          w, "a list of the view overflows");
  check_message(w, &view.prompt, "the prompt");
  int kinds = w->rules->game->kind_count;
  for (int i = 0; i < view.place_count; i++) {
    const asc_place *place = &view.places[i];
    check_message(w, &place->name, "a place's name");
    check_message(w, &place->state, "a place's state");
    require(place->man >= ASC_NO_KIND && place->man < kinds && place->ground >= ASC_NO_KIND && place->ground < kinds, w,
            "%s holds an unknown kind", place->id);
    require(place->size > 0 && place->x >= view.left && place->x <= view.right && place->y >= view.top &&
                place->y <= view.bottom,
            w, "%s lies outside of the view", place->id);
    require(place->region >= ASC_NO_REGION && place->region < view.region_count, w, "%s: bad region", place->id);
    for (int arrow = 0; arrow < ASC_ARROWS; arrow++)
      require(place->next[arrow] >= ASC_NO_PLACE && place->next[arrow] < view.place_count && place->next[arrow] != i, w,
              "%s: bad neighbour", place->id);
    for (int j = 0; j < i; j++) require(strcmp(place->id, view.places[j].id) != 0, w, "two places '%s'", place->id);
  }
  for (int i = 0; i < view.seat_count; i++) {
    check_message(w, &view.seats[i].name, "a seat");
    if (view.seats[i].state.key != NULL) check_message(w, &view.seats[i].state, "a seat's state");
  }
  for (int i = 0; i < view.control_count; i++) check_message(w, &view.controls[i].name, "a control");
  for (int i = 0; i < view.stock_count; i++) check_message(w, &view.stocks[i].name, "a stock");
  for (int i = 0; i < view.region_count; i++) check_message(w, &view.regions[i].name, "a region");
  require(before != NULL || view.last.motion_count == 0, w, "motions without a last move");
}

/* The sequences that lead somewhere are legal; every other touch, and every token, has a reason of its own. */
static void check_why_token(walk *w, const asc_steps *touched, const char *token) {
  asc_message message;
  int legal = asc_position_why(w->rules, &w->position, touched, token, &message);
  check_message(w, &message, token);
  require(legal == (strcmp(message.key, "why.legal") == 0), w, "'%s' gets '%s'", token, message.key);
  require(strncmp(message.key, "why.", 4) == 0, w, "'%s' gets '%s'", token, message.key);
}

static void check_why(walk *w) {
  asc_position_view(w->rules, &w->position, NULL, 0, &view);
  asc_steps touched = {0};
  for (int i = 0; i < view.place_count; i++) check_why_token(w, &touched, view.places[i].id);
  if (w->count > 0) {
    asc_steps steps;
    asc_move move = w->moves[asc_random_below(&w->random, (uint32_t)w->count)];
    asc_move_steps(w->rules, &w->position, move, &steps);
    for (touched.count = 1; touched.count < steps.count; touched.count++) {
      memcpy(touched.ids[touched.count - 1], steps.ids[touched.count - 1], ASC_TOKEN_MAX);
      for (int i = 0; i < view.place_count; i++) check_why_token(w, &touched, view.places[i].id);
    }
    /* A move of another position is what a person who misremembers would type. */
    char text[ASC_TOKEN_MAX];
    touched.count = 0;
    asc_position later = w->position;
    asc_move_write(w->rules, &later, move, text);
    asc_position_play(w->rules, &later, move);
    walk after = *w;
    after.position = later;
    check_why_token(&after, &touched, text);
  }
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
      "turn",
      "end",
      "keep",
      "pass",
      "r0",
      "r9",
      "9.9>1.1",
      "n0",
      "ne99",
      "99999999999999999999",
      "\xff\xfe",
      "résumé",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  touched.count = 0;
  for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) check_why_token(w, &touched, garbage[i]);
}

/* A player may leave at any time. The game ends, or goes on without him and still keeps the suite's promises. */
static void check_give_up(walk *w) {
  if (w->count == 0) return;
  walk after = *w;
  int player = 1 + (int)asc_random_below(&w->random, (uint32_t)w->rules->players);
  asc_outcome outcome = {0};
  bool over = asc_position_give_up(w->rules, &after.position, player, &outcome);
  if (over) {
    require(outcome.place[player - 1] > 1, w, "player %d gave up and has place %d", player, outcome.place[player - 1]);
    return;
  }
  after.count = asc_position_moves(after.rules, &after.position, after.moves);
  require(after.count > 0, w, "the game goes on without a move after %d gave up", player);
  check_moves(&after);
  check_position_text(&after);
  require(asc_position_turn(after.rules, &after.position) != player, w, "player %d has left and is to move", player);
}

/* Equal positions have equal hashes and different ones different hashes, over all positions met. The table holds the
   hash of the bytes by a second function; two positions that agree in one hash and not in the other are a fault. */
enum { SEEN_BITS = 22 };
typedef struct seen {
  uint64_t hash, bytes;
} seen;
static seen *seen_table;

static uint64_t hash_of_bytes(const void *data, size_t size) {
  uint64_t hash = 1469598103934665603U;
  for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)data)[i]) * 1099511628211U;
  return hash ^ (hash >> 29);
}

static void check_hash(walk *w) {
  uint64_t hash = asc_position_hash(w->rules, &w->position);
  uint64_t bytes = hash_of_bytes(&w->position, w->rules->position_size);
  seen *by_hash = &seen_table[(hash >> 7) & (((uint64_t)1 << SEEN_BITS) - 1)];
  if (by_hash->hash == hash) require(by_hash->bytes == bytes, w, "another position has this hash");
  if (by_hash->bytes == bytes) require(by_hash->hash == hash, w, "this position had another hash");
  *by_hash = (seen){hash, bytes};
  asc_position copy = w->position;
  require(asc_position_hash(w->rules, &copy) == hash, w, "a copy has another hash");
}

static void for_all_specs(int share, void (*check)(walk *)) {
  for (int i = 0; i < spec_count; i++) walk_games(specs[i], plies_wanted / share, check);
}

static void test_moves(void **state) { (void)state, for_all_specs(1, check_moves); }
static void test_move_text(void **state) { (void)state, for_all_specs(4, check_move_text); }
static void test_position_text(void **state) { (void)state, for_all_specs(1, check_position_text); }
static void test_play_is_pure(void **state) { (void)state, for_all_specs(1, check_play_is_pure); }
static void test_symmetries(void **state) { (void)state, for_all_specs(1, check_symmetries); }
static void test_steps(void **state) { (void)state, for_all_specs(10, check_steps); }
static void test_view(void **state) { (void)state, for_all_specs(40, check_view); }
static void test_why(void **state) { (void)state, for_all_specs(400, check_why); }
static void test_give_up(void **state) { (void)state, for_all_specs(1, check_give_up); }

static void test_hash(void **state) {
  (void)state;
  seen_table = calloc((size_t)1 << SEEN_BITS, sizeof *seen_table);
  assert_non_null(seen_table);
  for (int i = 0; i < spec_count; i++) {
    memset(seen_table, 0, ((size_t)1 << SEEN_BITS) * sizeof *seen_table);
    walk_games(specs[i], plies_wanted * 20, check_hash);
  }
  free(seen_table);
}

/* Every message in a catalogue that belongs to an option or a player is there. */
static void test_texts(void **state) {
  (void)state;
  for (int i = 0; i < spec_count; i++) {
    walk w = {0};
    assert_int_equal(asc_rules_open(&w.rules, specs[i], NULL), 0);
    asc_position_start(w.rules, &w.position);
    const asc_game *game = w.rules->game;
    assert_true(strlen(game->about) > 500);
    asc_message message;
    char key[64];
    asc_message_set(&message, "summary");
    check_message(&w, &message, "the game");
    for (int j = 0; j < game->option_count; j++) {
      (void)snprintf(key, sizeof key, "option.%s", game->options[j].key);
      asc_message_set(&message, key);
      check_message(&w, &message, key);
    }
    for (int j = 1; j <= w.rules->players; j++) {
      (void)snprintf(key, sizeof key, "player.%d", j);
      asc_message_set(&message, key);
      check_message(&w, &message, key);
    }
    asc_rules_close(w.rules);
  }
}

/* Rules with the options as a record keeps them are the same rules. */
static void test_specs(void **state) {
  (void)state;
  for (int i = 0; i < spec_count; i++) {
    asc_rules *rules, *again;
    assert_int_equal(asc_rules_open(&rules, specs[i], NULL), 0);
    char spec[2 * ASC_SPEC_MAX];
    (void)snprintf(spec, sizeof spec, "%s%s%s", rules->game->id, rules->options[0] == '\0' ? "" : ":", rules->options);
    assert_int_equal(asc_rules_open(&again, spec, NULL), 0);
    assert_string_equal(rules->options, again->options);
    assert_true(rules->hash == again->hash);
    asc_rules_close(again);
    assert_int_equal(asc_rules_open(&again, rules->spec, NULL), 0);
    assert_string_equal(rules->spec, again->spec);
    asc_rules_close(again);
    asc_rules_close(rules);
  }
}

static void spec_add(const char *spec, int argc, char **argv) {
  bool wanted = argc < 2;
  for (int i = 1; i < argc; i++) wanted = wanted || strncmp(spec, argv[i], strlen(argv[i])) == 0;
  size_t id = strcspn(spec, ":");
  char name[64] = "";
  if (id < sizeof name) memcpy(name, spec, id);
  if (!wanted || spec_count >= SPECS_MAX || asc_game_find(name) == NULL) return;
  (void)snprintf(specs[spec_count++], ASC_SPEC_MAX, "%s", spec);
}

static bool specs_load(int argc, char **argv) {
  for (int i = 0; asc_game_at(i) != NULL; i++) spec_add(asc_game_at(i)->id, argc, argv);
  FILE *file = fopen(TEST_DATA "/options.txt", "r");
  if (file == NULL) return false;
  char line[ASC_SPEC_MAX];
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] != '\0' && line[0] != '#') spec_add(line, argc, argv);
  }
  fclose(file);
  return spec_count > 0;
}

int main(int argc, char **argv) {
  const char *plies = getenv("ASCONA_CONFORMANCE_PLIES");
  if (plies != NULL) plies_wanted = atoi(plies);
  if (plies_wanted <= 0 || !specs_load(argc, argv)) {
    fputs("no game to test\n", stderr);
    return 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),      cmocka_unit_test(test_specs),         cmocka_unit_test(test_moves),
      cmocka_unit_test(test_move_text),  cmocka_unit_test(test_position_text), cmocka_unit_test(test_play_is_pure),
      cmocka_unit_test(test_symmetries), cmocka_unit_test(test_hash),          cmocka_unit_test(test_steps),
      cmocka_unit_test(test_view),       cmocka_unit_test(test_why),           cmocka_unit_test(test_give_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
