/* Checks for running games and records: a game can be undone to its first position, redone,
   and saved as text or JSON, without losing a byte. */
#include "conformance.h"

#include <ascona/record.h>

#include <stdlib.h>
#include <string.h>

enum { PLIES_DIVISOR = 2, RESIGN_ONE_IN = 100 };

/* A running game, played at random; rolls are entered as moves. */
typedef struct random_game {
  asc_rules *rules;
  asc_random random;
  asc_play *play;
  asc_position *copies; /* the position before each event */
} random_game;

#define require_play(condition, game_)                                                                   \
  do {                                                                                                   \
    if (!(condition))                                                                                    \
      report("%s, ply %d: not %s", (game_)->rules->spec, asc_play_ply_count((game_)->play), #condition); \
  } while (0)

static void copy_position(random_game *t) {
  memcpy(&t->copies[asc_play_event_count(t->play)], asc_play_position(t->play), t->rules->position_size);
}

static bool same_position(const random_game *t) {
  const asc_position *copy = &t->copies[asc_play_event_count(t->play)];
  return memcmp(copy, asc_play_position(t->play), t->rules->position_size) == 0;
}

static int choose(random_game *t, int bound) { return (int)asc_random_below(&t->random, (uint32_t)bound); }

/* A random player resigns. A player who has resigned before must be rejected. */
static void resign_random_player(random_game *t) {
  int player = 1 + choose(t, t->rules->players), events = asc_play_event_count(t->play);
  bool is_active = true;
  for (int i = 0; i < events; i++)
    is_active = is_active && !(asc_play_event(t->play, i)->resigned && asc_play_event(t->play, i)->player == player);
  int code = asc_play_resign(t->play, player, NULL);
  require_play(code == (is_active ? ASC_OK : ASC_E_STATE), t);
}

/* Plays to the end. `with_resignations`: players resign now and then. */
static void play_to_end(random_game *t, bool with_resignations) {
  asc_move moves[ASC_MOVES_MAX];
  int count;
  copy_position(t);
  while ((count = asc_play_moves(t->play, moves)) > 0) {
    require_play(asc_play_ply_count(t->play) < t->rules->plies_max, t);
    if (with_resignations && choose(t, RESIGN_ONE_IN) == 0)
      resign_random_player(t);
    else
      require_play(asc_play_move(t->play, moves[choose(t, count)], NULL) == ASC_OK, t);
    copy_position(t);
  }
  require_play(asc_play_end(t->play) != ASC_END_NONE, t);
}

static void check_undo_and_redo(random_game *t) {
  play_to_end(t, false);
  int plies = asc_play_ply_count(t->play);
  asc_end end = asc_play_end(t->play);
  for (int i = plies; i > 0; i--) {
    require_play(asc_play_undo(t->play, 0, NULL) == 1, t);
    require_play(same_position(t) && asc_play_end(t->play) == ASC_END_NONE, t);
  }
  require_play(asc_play_undo(t->play, 0, NULL) == ASC_E_STATE, t);
  require_play(asc_play_ply_count(t->play) == 0 && asc_play_redo_count(t->play) == plies, t);
  for (int i = 0; i < plies; i++) {
    require_play(asc_play_redo(t->play, NULL) == 1, t);
    require_play(same_position(t), t);
  }
  require_play(asc_play_redo(t->play, NULL) == ASC_E_STATE, t);
  require_play(asc_play_end(t->play) == end, t);
}

static asc_record *read_record(const random_game *t, const char *text, size_t length) {
  asc_record_reader *reader;
  asc_record *record;
  asc_error error = {0};
  require_play(asc_record_reader_open(&reader, text, length, NULL) == ASC_OK, t);
  if (asc_record_reader_next(reader, &record, NULL, &error) != 1)
    report("%s: the record is refused: %s\n%s", t->rules->spec, error.reason, text);
  asc_record_reader_close(reader);
  return record;
}

/* Returns the record of `play` in this format. The caller frees it. */
static char *write_record(const random_game *t, const asc_play *play, asc_record_format format, size_t *length) {
  asc_record *record;
  char *text;
  require_play(asc_record_from_play(&record, play) == ASC_OK, t);
  require_play(asc_record_write(record, format, &text, length) == ASC_OK, t);
  asc_record_close(record);
  return text;
}

static void require_same_play(const random_game *t, const asc_play *other) {
  int events = asc_play_event_count(t->play);
  require_play(asc_play_event_count(other) == events, t);
  for (int i = 0; i <= events; i++)
    require_play(
        memcmp(asc_play_position_before(other, i), asc_play_position_before(t->play, i), t->rules->position_size) == 0,
        t);
  require_play(asc_play_redo_count(other) == asc_play_redo_count(t->play), t);
  require_play(asc_play_end(other) == asc_play_end(t->play), t);
  asc_outcome outcome, other_outcome;
  require_play(asc_play_outcome(t->play, &outcome) == asc_play_outcome(other, &other_outcome), t);
  require_play(memcmp(&outcome, &other_outcome, sizeof outcome) == 0, t);
}

/* Writing in this format and reading it back gives the same game, and the same text again. */
static void check_format(random_game *t, asc_record_format format) {
  size_t length, again_length;
  char *text = write_record(t, t->play, format, &length);
  asc_record *record = read_record(t, text, length);
  asc_play *resumed;
  require_play(asc_record_to_play(record, t->rules, &resumed, NULL) == ASC_OK, t);
  require_same_play(t, resumed);
  char *again = write_record(t, resumed, format, &again_length);
  require_play(again_length == length && memcmp(again, text, length) == 0, t);
  asc_play_close(resumed);
  asc_record_close(record);
  free(again);
  free(text);
}

/* Checks the records at the end, and again after some plies are undone. */
static void check_records(random_game *t) {
  play_to_end(t, true);
  check_format(t, ASC_RECORD_TEXT);
  check_format(t, ASC_RECORD_JSON);
  for (int i = choose(t, 10); i > 0; i--) (void)asc_play_undo(t->play, 0, NULL);
  require_play(same_position(t), t);
  check_format(t, ASC_RECORD_TEXT);
  check_format(t, ASC_RECORD_JSON);
}

static void play_games(const char *spec, void (*check)(random_game *t)) {
  random_game t = {0};
  assert_int_equal(asc_rules_open(&t.rules, spec, NULL), ASC_OK);
  asc_random_seed(&t.random, 11);
  t.copies = calloc((size_t)t.rules->plies_max + ASC_PLAYERS_MAX + 1, sizeof *t.copies);
  assert_non_null(t.copies);
  for (int plies = plies_per_spec() / PLIES_DIVISOR; plies > 0;) {
    assert_int_equal(asc_play_open(&t.play, t.rules, NULL), ASC_OK);
    check(&t);
    plies -= asc_play_ply_count(t.play) + 1;
    asc_play_close(t.play);
  }
  free(t.copies);
  asc_rules_close(t.rules);
}

void test_undo_and_redo(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) play_games(spec_at(i), check_undo_and_redo);
}

void test_records(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) play_games(spec_at(i), check_records);
}
