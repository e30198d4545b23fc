/* The checker of histories (jepsen/check.h): an honest history is found good, and of doctored ones every kind of
   wrongness is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules.h"
#include "wire.h"

enum { PLIES = 6 };

static json_t *honest_history, *honest_store;
static check_report report;

/* ---- a game of two, and one who watches, as they write it down ---- */

static int64_t at;

static json_t *events_of(const json_t *store) { return json_object_get(store, "game1"); }

static json_t *event_at(const json_t *store, int n) { return json_array_get(events_of(store), (size_t)n - 1); }

static void note(json_t *history, const char *op, const char *person, const char *id, json_t *more) {
  json_object_set_new(more, "op", json_string(op));
  json_object_set_new(more, "at", json_integer(at += 10));
  json_object_set_new(more, "game", json_string(strcmp(id, "a-0") == 0 && *op == 'i' ? "" : "game1"));
  if (*person != '\0') json_object_set_new(more, "person", json_string(person));
  if (*id != '\0') json_object_set_new(more, "id", json_string(id));
  json_array_append_new(history, more);
}

/* It happens: the store has it, the sender an answer, the watcher a word. */
static void happens(json_t *events, view *own, const char *id, json_t *event) {
  json_object_set_new(event, "n", json_integer((int)json_array_size(events) + 1));
  json_object_set_new(event, "t", json_integer(1000 * (int)json_array_size(events)));
  json_object_set_new(event, "id", json_string(id));
  assert_true(view_take(own, event));
  json_array_append_new(events, event);
}

static void told(json_t *history, const json_t *store, int first, int last, const char *person, const char *id) {
  json_t *events = json_array();
  for (int n = first; n <= last; n++) json_array_append(events, event_at(store, n));
  note(history, "ok", person, id, json_pack("{s:o,s:i}", "events", events, "status", 200));
  for (int n = first; n <= last; n++)
    note(history, "event", "", "", json_pack("{s:O,s:i,s:i}", "event", event_at(store, n), "stream", 7, "client", 2));
}

static int honest_make(void **state) {
  (void)state;
  json_t *history = json_array(), *store = json_pack("{s:[]}", "game1"), *events = events_of(store);
  view own = {0};
  asc_random random;
  asc_random_seed(&random, 1);
  note(history, "invoke", "ann", "a-0", json_pack("{s:s}", "do", "create"));
  happens(events, &own, "a-0", json_pack("{s:s,s:s,s:s}", "type", "created", "by", "ann", "game", "kulami"));
  note(history, "watch", "", "", json_pack("{s:[],s:i,s:i,s:i}", "events", "stream", 7, "client", 2, "from", 0));
  told(history, store, 1, 1, "ann", "a-0");
  note(history, "invoke", "bob", "b-0", json_pack("{s:s,s:s,s:s}", "do", "join", "key", "key1", "owner", "ann"));
  happens(events, &own, "b-0", json_pack("{s:s,s:s,s:i}", "type", "joined", "by", "bob", "seat", 2));
  happens(events, &own, "b-0",
          json_pack("{s:s,s:s,s:[{s:s},{s:s}],s:[ii],s:i}", "type", "started", "by", "bob", "seats", "person", "ann",
                    "person", "bob", "clocks", 60000, 60000, "running", 0));
  told(history, store, 2, 3, "bob", "b-0");
  json_t *seated = json_array_get(history, json_array_size(history) - 3);
  json_object_set_new(seated, "key", json_string("key1"));
  json_object_set_new(seated, "owner", json_string("ann"));
  for (int i = 0, left[2] = {60000, 60000}; i < PLIES; i++) {
    static const char *const who[] = {"ann", "bob"};
    char token[ASC_TOKEN_MAX], id[16];
    (void)snprintf(id, sizeof id, "%c-%d", "ab"[i % 2], i + 1);
    view_pick(&own, &random, token);
    note(history, "invoke", who[i % 2], id, json_pack("{s:s,s:s}", "do", "move", "move", token));
    if (i == 2) { /* no answer; sent again */
      note(history, "unknown", who[i % 2], id, json_object());
      note(history, "invoke", who[i % 2], id, json_pack("{s:s,s:s}", "do", "move", "move", token));
    }
    if (i >= 2) left[i % 2] -= 900;
    happens(events, &own, id,
            json_pack("{s:s,s:s,s:i,s:s,s:[ii],s:i}", "type", "moved", "by", who[i % 2], "seat", i % 2 + 1, "move",
                      token, "clocks", left[0], left[1], "running", i > 0 ? 2 - i % 2 : 0));
    told(history, store, i + 4, i + 4, who[i % 2], id);
  }
  note(history, "invoke", "ann", "a-stale", json_pack("{s:s,s:s}", "do", "move", "move", "a1"));
  note(history, "refused", "ann", "a-stale", json_pack("{s:i}", "status", 409));
  view_close(&own);
  honest_history = history;
  honest_store = store;
  return 0;
}

static int honest_drop(void **state) {
  (void)state;
  json_decref(honest_history);
  json_decref(honest_store);
  return 0;
}

static void test_an_honest_history_is_good(void **state) {
  (void)state;
  check_history(honest_history, honest_store, &report);
  if (report.wrong > 0) fail_msg("%s", report.lines[0]);
  assert_int_equal(report.games, 1);
  assert_int_equal(report.events, PLIES + 3);
  assert_int_equal(report.commands, PLIES + 3);
  assert_int_equal(report.ok, PLIES + 2);
  assert_int_equal(report.refused, 1);
  assert_int_equal(report.repeated, 1);
}

/* ---- doctored ---- */

typedef struct doctored {
  const char *kind, *what;
  void (*change)(json_t *history, json_t *store);
} doctored;

/* The k-th entry of a kind, from 1; below 0 from the end. */
static json_t *op_at(json_t *history, const char *op, int k) {
  int count = (int)json_array_size(history), step = k > 0 ? 1 : -1;
  for (int i = k > 0 ? 0 : count - 1; i >= 0 && i < count; i += step) {
    json_t *one = json_array_get(history, (size_t)i);
    if (strcmp(wire_word(one, "op"), op) == 0 && (k -= step) == 0) return one;
  }
  fail_msg("there is no such %s", op);
  return NULL;
}

static void remove_from(json_t *list, const json_t *one) {
  for (size_t i = 0; i < json_array_size(list); i++)
    if (json_array_get(list, i) == one) json_array_remove(list, i);
}

static void the_last_is_gone(json_t *history, json_t *store) {
  (void)history;
  json_array_remove(events_of(store), PLIES + 2);
}
static void only_its_sender_was_told(json_t *history, json_t *store) {
  the_last_is_gone(history, store);
  remove_from(history, op_at(history, "event", -1));
}
static void only_a_watcher_was_told(json_t *history, json_t *store) {
  the_last_is_gone(history, store);
  remove_from(history, op_at(history, "ok", -1));
}
static void nothing_in_the_answer(json_t *history, json_t *store) {
  (void)store;
  json_array_clear(json_object_get(op_at(history, "ok", -1), "events"));
}
static void a_whole_game_is_gone(json_t *history, json_t *store) {
  (void)history;
  json_object_del(store, "game1");
}
static void the_move_is_another(json_t *history, json_t *store) {
  (void)history;
  json_object_set(event_at(store, 9), "move", json_object_get(event_at(store, 8), "move"));
}
static void the_watcher_saw_another_time(json_t *history, json_t *store) {
  (void)store;
  json_object_set_new(json_object_get(op_at(history, "event", 5), "event"), "t", json_integer(77));
}
static void not_what_was_sent(json_t *history, json_t *store) {
  (void)store;
  json_object_set_new(op_at(history, "invoke", -2), "move", json_string("zz"));
}
static void done_again(json_t *history, json_t *store) {
  (void)history;
  json_t *again = json_deep_copy(event_at(store, 9));
  json_object_set_new(again, "n", json_integer(10));
  json_array_append_new(events_of(store), again);
}
static void refused_and_done(json_t *history, json_t *store) {
  json_object_set(op_at(history, "invoke", -1), "id", json_object_get(event_at(store, 9), "id"));
  json_t *ok = op_at(history, "ok", -1), *sent = op_at(history, "invoke", -2), *no = op_at(history, "refused", -1);
  json_object_set(no, "person", json_object_get(sent, "person"));
  json_object_set(no, "id", json_object_get(sent, "id"));
  remove_from(history, op_at(history, "invoke", -1));
  remove_from(history, ok);
}
static void a_stranger_resigns(json_t *history, json_t *store) {
  (void)history;
  json_array_append_new(events_of(store), json_pack("{s:i,s:i,s:s,s:s,s:s,s:i,s:s}", "n", 10, "t", 99000, "type",
                                                    "left", "by", "eve", "id", "e-1", "seat", 1, "cause", "resigned"));
}
static void a_move_of_nobody(json_t *history, json_t *store) {
  (void)history;
  json_object_del(event_at(store, 9), "by");
}
static void a_number_is_missing(json_t *history, json_t *store) {
  (void)history;
  json_array_remove(events_of(store), 4);
}
static void time_goes_back(json_t *history, json_t *store) {
  (void)history;
  json_object_set_new(event_at(store, 9), "t", json_integer(5));
}
static void a_watcher_missed_one(json_t *history, json_t *store) {
  (void)store;
  remove_from(history, op_at(history, "event", 5));
}
static void a_watcher_was_told_twice(json_t *history, json_t *store) {
  (void)store;
  json_array_append(history, op_at(history, "event", -1));
}
static void a_watcher_was_told_in_disorder(json_t *history, json_t *store) {
  (void)store;
  json_t *one = op_at(history, "event", 5), *other = op_at(history, "event", 6),
         *kept = json_incref(json_object_get(one, "event"));
  json_object_set(one, "event", json_object_get(other, "event"));
  json_object_set_new(other, "event", kept);
}
static void sent_after_a_later_one_was_acknowledged(json_t *history, json_t *store) {
  (void)store;
  json_object_set_new(op_at(history, "invoke", 3), "at", json_integer(100000));
}
static void out_of_turn(json_t *history, json_t *store) {
  (void)history;
  json_object_set_new(event_at(store, 9), "seat", json_integer(1));
}
static void against_the_rules(json_t *history, json_t *store) {
  (void)history;
  json_object_set(event_at(store, 8), "move", json_object_get(event_at(store, 4), "move"));
}
static void ended_twice(json_t *history, json_t *store) {
  (void)history;
  for (int n = 10; n < 12; n++)
    json_array_append_new(events_of(store),
                          json_pack("{s:i,s:i,s:s,s:s}", "n", n, "t", 99000, "type", "ended", "cause", "time"));
}
static void ended_too_soon(json_t *history, json_t *store) {
  (void)history;
  json_array_append_new(events_of(store),
                        json_pack("{s:i,s:i,s:s,s:s}", "n", 10, "t", 99000, "type", "ended", "cause", "rules"));
}
static void clock_set(const json_t *store, int n, size_t seat, int left) {
  json_array_set_new(json_object_get(event_at(store, n), "clocks"), seat, json_integer(left));
}
static void a_clock_runs_too_fast(json_t *history, json_t *store) {
  (void)history;
  clock_set(store, 9, 1, 20000);
}
static void the_wrong_clock_runs(json_t *history, json_t *store) {
  (void)history;
  clock_set(store, 9, 0, 58000);
}
static void a_clock_gains(json_t *history, json_t *store) {
  (void)history;
  clock_set(store, 9, 1, 60001);
}
static void a_clock_runs_in_a_pause(json_t *history, json_t *store) {
  (void)history;
  for (int i = 0; i < 2; i++)
    json_array_append_new(events_of(store), json_pack("{s:i,s:i,s:s,s:[ii],s:i}", "n", 10 + i, "t", 8000 + 5000 * i,
                                                      "type", i == 0 ? "paused" : "resumed", "clocks", 58200 - 2000 * i,
                                                      58200, "running", 1 - i));
}
static void somebody_waits_for_ever(json_t *history, json_t *store) {
  (void)store;
  json_array_append_new(history, json_pack("{s:s,s:i,s:s}", "op", "stuck", "client", 3, "why", "no answer"));
}

/* ---- doctored, about people ---- */

enum { LATER = 1000000, GRACE = 2000000 }; /* microseconds */

static void device_signed_out(json_t *history) {
  json_array_append_new(history, json_pack("{s:s,s:i,s:s,s:i,s:i}", "op", "signed-out", "at", LATER, "device", "phone",
                                           "process", 0, "grace", GRACE));
}
static void device_seen(json_t *history, int process, int sent, int status) {
  json_array_append_new(history, json_pack("{s:s,s:i,s:s,s:i,s:i,s:i}", "op", "seen", "at", sent + 5, "device", "phone",
                                           "process", process, "sent", sent, "status", status));
}
static void merged_into_ann(json_t *history, const char *listed) {
  json_array_append_new(history, json_pack("{s:s,s:i,s:s,s:s,s:s}", "op", "merged", "client", 1000, "person", "eve",
                                           "into", "ann", "game", "game2"));
  json_array_append_new(
      history, json_pack("{s:s,s:i,s:s,s:[s]}", "op", "games", "client", 1000, "person", "ann", "games", listed));
}
static void order_given(json_t *history, int status) {
  json_array_append_new(
      history, json_pack("{s:s,s:s,s:s,s:i}", "op", "order", "what", "close", "game", "game1", "status", status));
}

static void one_key_seats_two(json_t *history, json_t *store) {
  (void)store;
  json_t *again = json_deep_copy(op_at(history, "ok", 2));
  json_object_set_new(again, "person", json_string("eve"));
  json_array_append_new(history, again);
}
static void a_void_key_seats_somebody(json_t *history, json_t *store) {
  (void)store;
  json_array_insert_new(history, 0, json_pack("{s:s,s:i,s:s}", "op", "void", "at", 1, "key", "key1"));
}
static void somebody_blocked_joins(json_t *history, json_t *store) {
  (void)store;
  json_array_insert_new(history, 0,
                        json_pack("{s:s,s:i,s:s,s:s}", "op", "blocked", "at", 1, "by", "ann", "person", "bob"));
}
static void a_signed_out_device_is_served(json_t *history, json_t *store) {
  (void)store;
  device_signed_out(history);
  device_seen(history, 0, LATER + 1, 200);
}
static void a_signed_out_device_is_served_elsewhere(json_t *history, json_t *store) {
  (void)store;
  device_signed_out(history);
  device_seen(history, 1, LATER + GRACE + 1, 200);
}
static void a_merged_game_is_missing(json_t *history, json_t *store) {
  (void)store;
  merged_into_ann(history, "game3");
}
static void an_order_is_lost(json_t *history, json_t *store) {
  (void)store;
  order_given(history, 0);
}
static void an_order_is_carried_out_twice(json_t *history, json_t *store) {
  order_given(history, 0);
  ended_twice(history, store);
}
static void a_person_was_not_signed_out(json_t *history, json_t *store) {
  (void)store;
  json_array_append_new(history, json_pack("{s:s,s:s,s:i}", "op", "ordered", "device", "phone", "status", 200));
}

/* What may be: a process hears a little later, an order fails and is not carried out, a command is answered twice. */
static void test_honest_people_are_good(void **state) {
  (void)state;
  json_t *history = json_deep_copy(honest_history);
  json_array_append(history, op_at(history, "ok", 2));
  json_array_append_new(history, json_pack("{s:s,s:i,s:s}", "op", "void", "at", LATER, "key", "key1"));
  device_seen(history, 0, LATER - 1, 200);
  device_signed_out(history);
  device_seen(history, 0, LATER + 1, 401);
  device_seen(history, 1, LATER + 1, 200);
  device_seen(history, 1, LATER + GRACE + 1, 401);
  merged_into_ann(history, "game2");
  order_given(history, 3);
  check_history(history, honest_store, &report);
  if (report.wrong > 0) fail_msg("%s", report.lines[0]);
  json_decref(history);
}

static void test_every_kind_of_wrongness_is_found(void **state) {
  (void)state;
#define DOCTORED(kind, change) \
  { kind, #change, change }
  static const doctored all[] = {
      DOCTORED("lost", the_last_is_gone),
      DOCTORED("lost", only_its_sender_was_told),
      DOCTORED("lost", only_a_watcher_was_told),
      DOCTORED("lost", nothing_in_the_answer),
      DOCTORED("lost", a_whole_game_is_gone),
      DOCTORED("changed", the_move_is_another),
      DOCTORED("changed", the_watcher_saw_another_time),
      DOCTORED("changed", not_what_was_sent),
      DOCTORED("twice", done_again),
      DOCTORED("refused", refused_and_done),
      DOCTORED("nobody", a_stranger_resigns),
      DOCTORED("nobody", a_move_of_nobody),
      DOCTORED("number", a_number_is_missing),
      DOCTORED("number", time_goes_back),
      DOCTORED("gap", a_watcher_missed_one),
      DOCTORED("gap", a_watcher_was_told_twice),
      DOCTORED("gap", a_watcher_was_told_in_disorder),
      DOCTORED("order", sent_after_a_later_one_was_acknowledged),
      DOCTORED("rules", out_of_turn),
      DOCTORED("rules", against_the_rules),
      DOCTORED("rules", ended_twice),
      DOCTORED("rules", ended_too_soon),
      DOCTORED("clock", a_clock_runs_too_fast),
      DOCTORED("clock", the_wrong_clock_runs),
      DOCTORED("clock", a_clock_gains),
      DOCTORED("clock", a_clock_runs_in_a_pause),
      DOCTORED("stuck", somebody_waits_for_ever),
      DOCTORED("key", one_key_seats_two),
      DOCTORED("key", a_void_key_seats_somebody),
      DOCTORED("blocked", somebody_blocked_joins),
      DOCTORED("signed-out", a_signed_out_device_is_served),
      DOCTORED("signed-out", a_signed_out_device_is_served_elsewhere),
      DOCTORED("merged", a_merged_game_is_missing),
      DOCTORED("order", an_order_is_lost),
      DOCTORED("order", an_order_is_carried_out_twice),
      DOCTORED("order", a_person_was_not_signed_out),
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    json_t *history = json_deep_copy(honest_history), *store = json_deep_copy(honest_store);
    all[i].change(history, store);
    check_history(history, store, &report);
    int found = 0;
    for (int k = 0; k < report.wrong && k < CHECK_TOLD; k++) {
      size_t length = strlen(all[i].kind);
      found += strncmp(report.lines[k], all[i].kind, length) == 0 && report.lines[k][length] == ':';
    }
    if (found == 0)
      fail_msg("%s: nothing was found of '%s'; of all: %d, %s", all[i].what, all[i].kind, report.wrong,
               report.lines[0]);
    json_decref(history);
    json_decref(store);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_an_honest_history_is_good),
      cmocka_unit_test(test_honest_people_are_good),
      cmocka_unit_test(test_every_kind_of_wrongness_is_found),
  };
  return cmocka_run_group_tests(tests, honest_make, honest_drop);
}
