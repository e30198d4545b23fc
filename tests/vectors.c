/* Games played by an independent implementation: at every ply the same legal moves, at the end the same points.

   tests/data/games.jsonl has one game a line. With arguments, only games whose name begins with one of them. What a
   line does not say of the plies (how many legal moves, their checksum, whose turn) is not compared: a game that nobody
   else implements has its moves and points alone. */
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

/* What the line says of a ply, or `here`. */
static long long told(const json_t *game, const char *what, size_t ply, long long here) {
  const json_t *all = json_object_get(game, what);
  return all == NULL ? here : json_integer_value(json_array_get(all, ply));
}

/* Plays the game at table level: neither repetition nor the ply limit is needed to know the legal moves. */
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
    long long legal = told(game, "legal", ply, count), wanted = told(game, "crc", ply, crc);
    long long turn = told(game, "turn", ply, mover);
    if (count != legal || crc != wanted || mover != turn)
      fail_msg("%s, ply %zu (%s): %d moves with crc %u by %d, not %lld with %lld by %lld", rules->spec, ply + 1, played,
               count, crc, mover, legal, wanted, turn);
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

static int chosen_count;
static char **chosen;

static bool is_chosen(const char *name) {
  for (int i = 0; i < chosen_count; i++)
    if (strncmp(name, chosen[i], strlen(chosen[i])) == 0) return true;
  return chosen_count == 0;
}

static void test_vectors(void **state) {
  (void)state;
  FILE *file = fopen(TEST_DATA "/games.jsonl", "r");
  assert_non_null(file);
  int games = 0;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, file) > 0) {
    json_t *game = json_loads(line, 0, NULL);
    assert_non_null(game);
    if (is_chosen(json_string_value(json_object_get(game, "game")))) {
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
  chosen_count = argc - 1;
  chosen = argv + 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
