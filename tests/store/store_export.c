/* All games of a store as records: what is written is read again by the reader of records and is the game that was
   played, with its names. Events here are plain: the body is the move. */
#include "store.h"

#include <ascona/play.h>
#include <ascona/random.h>

#include "store/export.h"

/* Plays some plies at random and keeps each as an event. Returns how many. */
static int game_play(const char *id, const char *spec, const char *one, int engine, int plies) {
  asc_rules *rules;
  asc_play *play;
  asc_random random;
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  assert_int_equal(asc_play_open(&play, rules, NULL), ASC_OK);
  asc_random_seed(&random, 7);
  store_job *job = job_new();
  asc_move *moves = malloc((size_t)rules->moves_max * sizeof *moves);
  int played = 0;
  for (int count; played < plies && (count = asc_play_moves(play, moves)) > 0; played++) {
    char token[ASC_TOKEN_MAX];
    asc_move move = moves[asc_random_below(&random, (uint32_t)count)];
    asc_move_write(rules, asc_play_position(play), move, token);
    assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
    store_job_event(job, id, played + 1, 1, NULL, token, strlen(token));
  }
  store_game_row row = game_row(id, one, NULL);
  row.spec = spec;
  row.seat[1].engine = engine;
  row.seats = rules->players;
  for (int i = 2; i < row.seats; i++) row.seat[i].engine = -1;
  row.created = 1790000000000;
  row.state = STORE_GAME_ENDED;
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);
  free(moves);
  asc_play_close(play);
  asc_rules_close(rules);
  return played;
}

/* Text that grows. */
typedef struct written {
  char *text;
  size_t length;
  int full_after; /* pieces that are taken; -1: all */
} written;

static int put(void *data, const char *text, size_t length, asc_error *error) {
  written *to = data;
  if (to->full_after == 0) return asc_error_set(error, ASC_E_FILE, "no space");
  if (to->full_after > 0) to->full_after--;
  to->text = realloc(to->text, to->length + length + 1);
  memcpy(to->text + to->length, text, length + 1);
  to->length += length;
  return ASC_OK;
}

static int make(void *data, const store_job *game, asc_record **record, asc_error *error) {
  (void)data;
  asc_rules *rules;
  asc_play *play;
  if (game->events_count == 0) return ASC_OK;
  int code = asc_rules_open(&rules, game->games[0].spec, error);
  if (code != ASC_OK) return code;
  assert_int_equal(asc_play_open(&play, rules, NULL), ASC_OK);
  for (size_t i = 0; i < game->events_count && code == ASC_OK; i++)
    code = asc_play_move_text(play, game->events[i].body, error);
  if (code == ASC_OK) code = asc_record_from_play(record, play);
  asc_play_close(play);
  asc_rules_close(rules);
  return code;
}

static int export(asc_record_format form, written *to, store_exported *exported) {
  store_exporter exporter = {
      .format = form, .states = 1 << STORE_GAME_ENDED | 1 << STORE_GAME_RUNNING, .make = make, .put = put, .data = to};
  return store_export(store, &exporter, exported, NULL);
}

static void all_games_are_records_again(void **state) {
  (void)state;
  static const char *const specs[] = {"circle-delta", "delfino:players=4", "delta:size=5", "kulami", "neo-delta"};
  int plies[5];
  person_make("anna", "Anna \"the\" Great", 1);
  for (int i = 0; i < 5; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "g%d", i);
    plies[i] = game_play(id, specs[i], i == 3 ? "forgotten" : "anna", i == 4 ? 7 : -1, 30);
    assert_true(plies[i] > 10);
  }
  store_game_row row = game_row("empty", "anna", "ben");
  store_job *job = job_new();
  store_job_game(job, &row);
  row = game_row("wrong", "anna", "ben");
  job_say(job, "wrong", 1, NULL, "z99-z100");
  store_job_game(job, &row);
  row = game_row("waits", "anna", NULL);
  row.state = STORE_GAME_INVITED;
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);

  for (int form = ASC_RECORD_TEXT; form <= ASC_RECORD_JSON; form++) {
    written to = {.full_after = -1};
    store_exported exported;
    assert_int_equal(export((asc_record_format)form, &to, &exported), ASC_OK);
    assert_int_equal(exported.games, 5);
    assert_int_equal(exported.empty, 1);
    assert_int_equal(exported.broken, 1);
    asc_record_reader *reader;
    assert_int_equal(asc_record_reader_open(&reader, to.text, to.length, NULL), ASC_OK);
    for (int i = 0; i < 5; i++) {
      asc_record *record;
      asc_record_summary summary;
      asc_error error = {0};
      if (asc_record_reader_next(reader, &record, &summary, &error) != 1) fail_msg("%s: %s", specs[i], error.reason);
      assert_int_equal(summary.plies, plies[i]);
      assert_string_equal(asc_record_tag(record, "Player1"), i == 3 ? "?" : "Anna \"the\" Great");
      assert_string_equal(asc_record_tag(record, "Player2"), i == 4 ? "level 7" : "?");
      assert_string_equal(asc_record_tag(record, "Date"), "2026-09-21");
      asc_record_close(record);
    }
    asc_record *record;
    assert_int_equal(asc_record_reader_next(reader, &record, NULL, NULL), 0);
    asc_record_reader_close(reader);
    free(to.text);
  }
}

static void more_games_than_a_page(void **state) {
  (void)state;
  for (int i = 0; i < 1203; i += 3) {
    store_job *job = job_new();
    for (int j = i; j < i + 3; j++) {
      char id[16];
      (void)snprintf(id, sizeof id, "g%d", j);
      store_game_row row = game_row(id, NULL, NULL);
      job_say(job, id, 1, NULL, "c3");
      store_job_game(job, &row);
    }
    job_expect(job, STORE_DONE);
  }
  written to = {.full_after = -1};
  store_exported exported;
  assert_int_equal(export(ASC_RECORD_JSON, &to, &exported), ASC_OK);
  assert_int_equal(exported.games, 1203);
  free(to.text);
  to = (written){.full_after = 700};
  assert_int_equal(export(ASC_RECORD_TEXT, &to, &exported), ASC_E_FILE);
  free(to.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {store_test(all_games_are_records_again), store_test(more_games_than_a_page)};
  return store_tests_run(tests);
}
