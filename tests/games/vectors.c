/* Games played by an independent implementation: at every ply the legal moves must be the same, and at the end the
   points.

   tests/data/games.jsonl has one game per line. With arguments, only games are played whose name starts with one of
   them. A line may leave out data about the plies (number of legal moves, their checksum, whose turn it is); then they
   are not compared. Games that have no other implementation give only moves and points. */
#include <ascona/game.h>

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct token {
  char text[ASC_TOKEN_MAX];
} token;

static int token_compare(const void *a, const void *b) { return strcmp(a, b); }

static uint32_t crc32_add(uint32_t crc, const char *text) {
  for (; *text != '\0'; text++) {
    crc ^= (unsigned char)*text;
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320U & (0U - (crc & 1U)));
  }
  return crc;
}

/* Returns the number that the line gives for a ply, or `default_value` if it gives none. */
static long long value_or(const json_t *game, const char *key, size_t ply, long long default_value) {
  const json_t *values = json_object_get(game, key);
  return values == NULL ? default_value : json_integer_value(json_array_get(values, ply));
}

/* Plays the game with positions only: the legal moves depend neither on repetition nor on the ply limit. */
static void replay(const json_t *game) {
  asc_rules *rules;
  asc_error error;
  if (asc_rules_open(&rules, json_string_value(json_object_get(game, "game")), &error) < 0)
    fail_msg("%s", error.reason);
  asc_position position;
  asc_position_start(rules, &position);
  const json_t *plies = json_object_get(game, "moves");
  for (size_t ply = 0; ply < json_array_size(plies); ply++) {
    asc_move moves[ASC_MOVES_MAX];
    token tokens[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, &position, moves);
    for (int i = 0; i < count; i++) asc_move_write(rules, &position, moves[i], tokens[i].text);
    qsort(tokens, (size_t)count, sizeof tokens[0], token_compare);
    uint32_t crc = 0xffffffffU;
    for (int i = 0; i < count; i++) crc = crc32_add(i == 0 ? crc : crc32_add(crc, " "), tokens[i].text);
    crc = ~crc;
    const char *played = json_string_value(json_array_get(plies, ply));
    int mover = asc_position_turn(rules, &position);
    long long expected_count = value_or(game, "legal", ply, count), expected_crc = value_or(game, "crc", ply, crc);
    long long expected_turn = value_or(game, "turn", ply, mover);
    if (count != expected_count || crc != expected_crc || mover != expected_turn)
      fail_msg("%s, ply %zu (%s): %d moves with crc %u by %d, not %lld with %lld by %lld", rules->spec, ply + 1, played,
               count, crc, mover, expected_count, expected_crc, expected_turn);
    asc_move move;
    if (asc_move_read(rules, &position, played, &move, &error) < 0)
      fail_msg("%s, ply %zu: %s is refused: %s", rules->spec, ply + 1, played, error.reason);
    asc_position_play(rules, &position, move);
  }
  asc_outcome outcome;
  if (asc_position_outcome(rules, &position, &outcome)) {
    for (int i = 0; i < rules->players; i++) {
      double points = json_number_value(json_array_get(json_object_get(game, "points"), (size_t)i));
      assert_int_equal(outcome.points[i], (int)(points * 2));
    }
  }
  asc_rules_close(rules);
}

static int prefix_count;
static char **prefixes;

static bool is_selected(const char *name) {
  for (int i = 0; i < prefix_count; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
  return prefix_count == 0;
}

static void test_games_agree_with_the_vectors(void **state) {
  (void)state;
  FILE *file = fopen(TEST_DATA "/games.jsonl", "r");
  assert_non_null(file);
  int games = 0;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, file) > 0) {
    json_t *game = json_loads(line, 0, NULL);
    assert_non_null(game);
    if (is_selected(json_string_value(json_object_get(game, "game")))) {
      replay(game);
      games++;
    }
    json_decref(game);
  }
  free(line);
  fclose(file);
  assert_true(games > 0);
  printf("%d games\n", games);
}

int main(int argc, char **argv) {
  prefix_count = argc - 1;
  prefixes = argv + 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_games_agree_with_the_vectors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
