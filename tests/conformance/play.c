/* What a running game and its record rely on: a game can be taken back to its first position and played again, and
   kept as text or JSON, without losing a byte. */
#include "conformance.h"

#include <ascona/record.h>

#include <stdlib.h>
#include <string.h>

enum { GAMES_SHARE = 2, LEAVE_ONE_IN = 100 };

/* A running game, played at random; rolls are typed in. */
typedef struct table {
  asc_rules *rules;
  asc_random random;
  asc_play *play;
  asc_position *copies; /* what the position was before each event */
} table;

#define expect(condition, table_)                                                                                      \
  do {                                                                                                                 \
    if (!(condition)) report("%s, ply %d: not %s", (table_)->rules->spec, asc_play_plies((table_)->play), #condition); \
  } while (0)

static void copy_position(table *t) {
  memcpy(&t->copies[asc_play_events(t->play)], asc_play_position(t->play), t->rules->position_size);
}

static bool same_position(const table *t) {
  const asc_position *copy = &t->copies[asc_play_events(t->play)];
  return memcmp(copy, asc_play_position(t->play), t->rules->position_size) == 0;
}

static int choose(table *t, int bound) { return (int)asc_random_below(&t->random, (uint32_t)bound); }

/* Whoever it is; who has left already cannot leave again. */
static void somebody_leaves(table *t) {
  int player = 1 + choose(t, t->rules->players), events = asc_play_events(t->play);
  bool there = true;
  for (int i = 0; i < events; i++)
    there = there && !(asc_play_event(t->play, i)->gave_up && asc_play_event(t->play, i)->player == player);
  int code = asc_play_give_up(t->play, player, NULL);
  expect(code == (there ? ASC_OK : ASC_E_STATE), t);
}

/* Plays on to the end. `leave`: players give up now and then. */
static void play_on(table *t, bool leave) {
  asc_move moves[ASC_MOVES_MAX];
  int count;
  copy_position(t);
  while ((count = asc_play_moves(t->play, moves)) > 0) {
    expect(asc_play_plies(t->play) < t->rules->longest, t);
    if (leave && choose(t, LEAVE_ONE_IN) == 0)
      somebody_leaves(t);
    else
      expect(asc_play_move(t->play, moves[choose(t, count)], NULL) == ASC_OK, t);
    copy_position(t);
  }
  expect(asc_play_end(t->play) != ASC_END_NONE, t);
}

static void check_taking_back(table *t) {
  play_on(t, false);
  int plies = asc_play_plies(t->play);
  asc_end end = asc_play_end(t->play);
  for (int i = plies; i > 0; i--) {
    expect(asc_play_undo(t->play, 0, NULL) == 1, t);
    expect(same_position(t) && asc_play_end(t->play) == ASC_END_NONE, t);
  }
  expect(asc_play_undo(t->play, 0, NULL) == ASC_E_STATE, t);
  expect(asc_play_plies(t->play) == 0 && asc_play_redoable(t->play) == plies, t);
  for (int i = 0; i < plies; i++) {
    expect(asc_play_redo(t->play, NULL) == 1, t);
    expect(same_position(t), t);
  }
  expect(asc_play_redo(t->play, NULL) == ASC_E_STATE, t);
  expect(asc_play_end(t->play) == end, t);
}

static asc_record *read_one(const table *t, const char *text, size_t length) {
  asc_reader *reader;
  asc_record *record;
  asc_error error = {0};
  expect(asc_reader_open(&reader, text, length, NULL) == ASC_OK, t);
  if (asc_reader_next(reader, &record, NULL, &error) != 1)
    report("%s: the record is refused: %s\n%s", t->rules->spec, error.reason, text);
  asc_reader_close(reader);
  return record;
}

/* The record of `play` in this form. */
static char *written(const table *t, const asc_play *play, asc_record_form form, size_t *length) {
  asc_record *record;
  char *text;
  expect(asc_record_from_play(&record, play) == ASC_OK, t);
  expect(asc_record_write(record, form, &text, length) == ASC_OK, t);
  asc_record_close(record);
  return text;
}

static void expect_same_play(const table *t, const asc_play *other) {
  int events = asc_play_events(t->play);
  expect(asc_play_events(other) == events, t);
  for (int i = 0; i <= events; i++)
    expect(memcmp(asc_play_before(other, i), asc_play_before(t->play, i), t->rules->position_size) == 0, t);
  expect(asc_play_redoable(other) == asc_play_redoable(t->play), t);
  expect(asc_play_end(other) == asc_play_end(t->play), t);
  asc_outcome here, there;
  expect(asc_play_outcome(t->play, &here) == asc_play_outcome(other, &there), t);
  expect(memcmp(&here, &there, sizeof here) == 0, t);
}

/* Out as this form and back: the same game, and the same text again. */
static void check_form(table *t, asc_record_form form) {
  size_t length, again_length;
  char *text = written(t, t->play, form, &length);
  asc_record *record = read_one(t, text, length);
  asc_play *resumed;
  expect(asc_record_to_play(record, t->rules, &resumed, NULL) == ASC_OK, t);
  expect_same_play(t, resumed);
  char *again = written(t, resumed, form, &again_length);
  expect(again_length == length && memcmp(again, text, length) == 0, t);
  asc_play_close(resumed);
  asc_record_close(record);
  free(again);
  free(text);
}

/* At the end, and again after some plies were taken back. */
static void check_records(table *t) {
  play_on(t, true);
  check_form(t, ASC_RECORD_TEXT);
  check_form(t, ASC_RECORD_JSON);
  for (int i = choose(t, 10); i > 0; i--) (void)asc_play_undo(t->play, 0, NULL);
  expect(same_position(t), t);
  check_form(t, ASC_RECORD_TEXT);
  check_form(t, ASC_RECORD_JSON);
}

static void play_games(const char *spec, void (*check)(table *t)) {
  table t = {0};
  assert_int_equal(asc_rules_open(&t.rules, spec, NULL), ASC_OK);
  asc_random_seed(&t.random, 11);
  t.copies = calloc((size_t)t.rules->longest + ASC_PLAYERS_MAX + 1, sizeof *t.copies);
  assert_non_null(t.copies);
  for (int plies = plies_wanted() / GAMES_SHARE; plies > 0;) {
    assert_int_equal(asc_play_open(&t.play, t.rules, NULL), ASC_OK);
    check(&t);
    plies -= asc_play_plies(t.play) + 1;
    asc_play_close(t.play);
  }
  free(t.copies);
  asc_rules_close(t.rules);
}

void test_taking_back(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) play_games(spec_at(i), check_taking_back);
}

void test_records(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) play_games(spec_at(i), check_records);
}
