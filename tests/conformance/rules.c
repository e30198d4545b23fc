/* Checks for searches: moves, playing, symmetries, hashes and resigning. */
#include "conformance.h"

#include <stdlib.h>
#include <string.h>

/* The list ascends, and count and pick agree with it. A game without a pick function gets the library's, which makes
   the whole list each time: then only one index is checked. */
static void check_list(walk *w) {
  require(w->count <= w->rules->moves_max, w, "%d moves, more than the stated %d", w->count, w->rules->moves_max);
  for (int i = 1; i < w->count; i++)
    require(w->moves[i - 1] < w->moves[i], w, "moves %d and %d out of order", i - 1, i);
  int counted = asc_position_count(w->rules, &w->position);
  require(counted == w->count, w, "count says %d, the list has %d", counted, w->count);
  int first = w->rules->game->pick == NULL && w->count > 0 ? walk_choose(w, w->count) : 0;
  int end = w->rules->game->pick == NULL && w->count > 0 ? first + 1 : w->count;
  for (int i = first; i < end; i++)
    require(asc_position_pick(w->rules, &w->position, i) == w->moves[i], w, "pick %d is not the list's move", i);
}

void check_moves(walk *w) {
  check_list(w);
  asc_outcome outcome = {0};
  bool over = asc_position_outcome(w->rules, &w->position, &outcome);
  require(over == (w->count == 0), w, "over is %d with %d moves", over, w->count);
  int winners = 0;
  for (int i = 0; i < w->rules->players; i++) {
    require(over == (outcome.rank[i] != 0), w, "player %d has place %d", i + 1, outcome.rank[i]);
    winners += outcome.rank[i] == 1;
  }
  require(!over || winners > 0, w, "nobody has the first place");
  if (over) return;
  int turn = asc_position_turn(w->rules, &w->position);
  require(turn >= 0 && turn <= w->rules->players, w, "turn is %d", turn);
  require(turn == ASC_CHANCE || !(w->resigned >> turn & 1), w, "player %d has left and is to move", turn);
  for (int i = 0; turn == ASC_CHANCE && i < w->count; i++)
    require(asc_position_odds(w->rules, &w->position, w->moves[i]) > 0, w, "a roll without weight");
}

void test_moves(void **state) { (void)state, walk_all_specs(1, check_moves); }

/* Playing depends only on the bytes of the position: in other memory that was dirty it gives the same result. */
void check_play_is_pure(walk *w) {
  if (w->count == 0) return;
  asc_move move = w->moves[walk_choose(w, w->count)];
  asc_position clean = w->position, dirty;
  memset(&dirty, 0x5a, sizeof dirty);
  memcpy(&dirty, &w->position, w->rules->position_size);
  asc_position_play(w->rules, &clean, move);
  asc_position_play(w->rules, &dirty, move);
  require(memcmp(&clean, &dirty, w->rules->position_size) == 0, w, "playing twice gives two positions");
  require(memcmp(&clean, &w->position, w->rules->position_size) != 0, w, "a ply changes nothing");
}

void test_play_is_pure(void **state) { (void)state, walk_all_specs(1, check_play_is_pure); }

static int move_compare(const void *a, const void *b) {
  asc_move first = *(const asc_move *)a, second = *(const asc_move *)b;
  return (first > second) - (first < second);
}

/* The image of a position is a position with the same outcome. */
static void check_image(walk *w, int symmetry, const asc_position *image) {
  asc_error error = {0};
  require(asc_position_check(w->rules, image, &error) == ASC_OK, w, "image %d is refused: %s", symmetry, error.reason);
  if (symmetry == 0) require(memcmp(image, &w->position, w->rules->position_size) == 0, w, "symmetry 0 is no identity");
  asc_outcome outcome = {0}, image_outcome = {0};
  asc_position_outcome(w->rules, &w->position, &outcome);
  asc_position_outcome(w->rules, image, &image_outcome);
  require(memcmp(&outcome, &image_outcome, sizeof outcome) == 0, w, "image %d has another outcome", symmetry);
}

/* The images of the moves are the moves of the image. */
static void check_move_images(walk *w, int symmetry, const asc_position *image) {
  asc_move mapped[ASC_MOVES_MAX], moves[ASC_MOVES_MAX];
  int count = asc_position_moves(w->rules, image, moves);
  require(count == w->count, w, "image %d has %d moves, not %d", symmetry, count, w->count);
  for (int i = 0; i < count; i++) mapped[i] = asc_move_transform(w->rules, symmetry, &w->position, w->moves[i]);
  qsort(mapped, (size_t)count, sizeof mapped[0], move_compare);
  require(memcmp(mapped, moves, (size_t)count * sizeof moves[0]) == 0, w, "symmetry %d maps a move onto no move",
          symmetry);
}

void check_symmetries(walk *w) {
  int symmetry = walk_choose(w, w->rules->symmetries);
  asc_position image, played = w->position, played_image;
  memset(&image, 0xa5, sizeof image);
  memset(&played_image, 0x5a, sizeof played_image);
  asc_position_transform(w->rules, symmetry, &w->position, &image);
  check_image(w, symmetry, &image);
  check_move_images(w, symmetry, &image);
  if (w->count == 0) return;
  asc_move move = w->moves[walk_choose(w, w->count)];
  asc_position_play(w->rules, &image, asc_move_transform(w->rules, symmetry, &w->position, move));
  asc_position_play(w->rules, &played, move);
  asc_position_transform(w->rules, symmetry, &played, &played_image);
  require(memcmp(&image, &played_image, w->rules->position_size) == 0, w,
          "symmetry %d: image of the play is not the play of the image", symmetry);
}

void test_symmetries(void **state) { (void)state, walk_all_specs(1, check_symmetries); }

/* A player may resign at any time. The game ends, or continues without that player and keeps the suite's promises. */
void check_resign(walk *w) {
  if (w->count == 0) return;
  walk after = *w;
  int player = walk_player(w);
  asc_outcome outcome = {0};
  if (walk_resign(&after, player, &outcome)) {
    require(outcome.rank[player - 1] > 1, w, "player %d gave up and has place %d", player, outcome.rank[player - 1]);
    return;
  }
  after.count = walk_list_moves(&after);
  require(after.count > 0, w, "the game goes on without a move after %d gave up", player);
  check_moves(&after);
  check_position_text(&after);
}

void test_resign(void **state) { (void)state, walk_all_specs(1, check_resign); }

/* Different positions have different hashes. The test covers the positions of the walk and all positions one ply later:
   those differ little, so it finds a field that the hash ignores. For each hash seen, the hash table stores a second
   hash, over the bytes of the position. */
enum { SEEN_BITS = 20 };
typedef struct seen {
  uint64_t hash, bytes;
} seen;
static seen seen_table[1 << SEEN_BITS];

void hashes_reset(void) { memset(seen_table, 0, sizeof seen_table); }
void keys_reset(void) { hashes_reset(); }

static uint64_t hash_of_bytes(const void *data, size_t size) {
  uint64_t hash = 1469598103934665603U;
  for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)data)[i]) * 1099511628211U;
  return hash ^ (hash >> 29);
}

/* The bytes seen with this hash before must have been the same. */
static bool is_consistent(uint64_t hash, uint64_t bytes) {
  seen *slot = &seen_table[hash >> (64 - SEEN_BITS)];
  bool consistent = slot->hash != hash || slot->bytes == bytes;
  *slot = (seen){hash, bytes};
  return consistent;
}

static void check_hash_is_unique(const walk *w, const asc_position *position) {
  require(is_consistent(asc_position_hash(w->rules, position), hash_of_bytes(position, w->rules->position_size)), w,
          "here, or a ply on, another position has the same hash");
}

void check_hash(walk *w) {
  check_hash_is_unique(w, &w->position);
  for (int i = 0; i < w->count; i++) {
    asc_position next = w->position;
    asc_position_play(w->rules, &next, w->moves[i]);
    check_hash_is_unique(w, &next);
  }
}

void test_hash(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    hashes_reset();
    walk_games(spec_at(i), plies_per_spec(), 1, check_hash);
  }
}

/* Open positions with the same repetition key have the same player to move and the same moves. */
void check_repetition_key(walk *w) {
  uint64_t key = asc_position_repetition_key(w->rules, &w->position);
  if (key == 0 || w->count == 0) return;
  int turn = asc_position_turn(w->rules, &w->position);
  uint64_t choice_hash = hash_of_bytes(w->moves, (size_t)w->count * sizeof w->moves[0]) + (uint64_t)turn;
  require(is_consistent(key, choice_hash), w, "a position with other moves, or of another player, has the same key");
}

void test_repetition_keys(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    keys_reset();
    walk_games(spec_at(i), plies_per_spec(), 1, check_repetition_key);
  }
}
