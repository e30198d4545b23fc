/* Rooms: what the model of online_model.c does not say. */
#include "online/room.h"

#include "tests/support/specs.h"

#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static online_rules_cache *rules_cache;
static online_answer answer;
static char white[ASC_ID_TEXT_SIZE], black[ASC_ID_TEXT_SIZE];

static online_room *room_make(const char *spec) {
  asc_rules *rules;
  online_settings settings = {.players = 2, .games = 1};
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  assert_true(online_spec_write(rules, settings.spec));
  settings.players = rules->players;
  asc_rules_close(rules);
  for (int i = 0; i < settings.players; i++) settings.seats[i].level = i < 2 ? -1 : 3;
  memcpy(settings.seats[0].person, white, sizeof white);
  memcpy(settings.seats[1].person, black, sizeof black);
  online_room *room;
  assert_int_equal(online_room_open(&room, rules_cache), ASC_OK);
  online_room_create(room, white, "make", &settings, &(online_moment){.now = 1000}, &answer);
  assert_int_equal(answer.count, 2);
  assert_int_equal(answer.events[1].kind, ONLINE_EVENT_STARTED);
  return room;
}

static void say(online_room *room, const char *person, online_action action, const char *token) {
  online_command command = {.action = action, .last = room->number};
  (void)snprintf(command.id, sizeof command.id, "n%d", room->number);
  (void)snprintf(command.token, sizeof command.token, "%s", token);
  online_room_do(room, person, &command, &(online_moment){.now = room->time + 1, .random = (uint64_t)room->number * 77},
                 &answer);
}

/* A random ply of whoever's turn it is. */
static void go_on(online_room *room, asc_random *random) {
  char token[ASC_TOKEN_MAX] = "";
  asc_move moves[ASC_MOVES_MAX];
  int level, engine = online_room_engine(room, &level), count = asc_play_moves(room->play, moves);
  if (!room->rolling) {
    asc_move move = moves[asc_random_below(random, (uint32_t)count)];
    asc_move_write(room->rules, asc_play_position(room->play), move, token);
  }
  online_moment moment = {.now = room->time + 1, .random = asc_random_next(random)};
  if (engine != 0)
    online_room_engine_do(room, engine, token, &moment, &answer);
  else
    say(room, room->seats[room->turn - 1].person, room->rolling ? ONLINE_DO_ROLL : ONLINE_DO_MOVE, token);
  assert_int_equal(answer.result, ONLINE_DONE);
}

/* What a room takes at the most, over a few random games to their ends. */
static void test_a_room_is_small(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    size_t most;
  } games[] = {
      {"delta", 4096}, {"neo-delta", 8192}, {"kulami", 4096}, {"delfino:players=4", 40000}, {"circle-delta", 40000}};
  asc_random random;
  asc_random_seed(&random, 7);
  for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
    size_t most = 0, sum = 0;
    enum { GAMES = 5 };
    for (int i = 0; i < GAMES; i++) {
      online_room *room = room_make(games[g].spec);
      size_t size = 0;
      while (room->state == ONLINE_RUNNING) {
        size = online_room_size(room);
        go_on(room, &random);
      }
      if (size > most) most = size;
      sum += size;
      online_room_close(room);
    }
    print_message("%s: %zu bytes at the end of a game, %zu at most\n", games[g].spec, sum / GAMES, most);
    assert_in_range(most, 0, games[g].most);
  }
}

static void test_an_event_the_rules_refuse_breaks_the_room(void **state) {
  (void)state;
  online_room *room = room_make("delta");
  online_event event = {.kind = ONLINE_EVENT_MOVED, .number = 3, .time = 2000, .seat = 1, .token = "z9"};
  assert_int_equal(online_room_apply(room, &event), ASC_E_ILLEGAL);
  assert_int_equal(room->state, ONLINE_DAMAGED);
  say(room, white, ONLINE_DO_MOVE, "c3");
  assert_int_equal(answer.result, ONLINE_REJECTED);
  assert_string_equal(answer.reason.key, "online.damaged");
  online_room_close(room);
}

static void test_a_number_left_out_breaks_the_room(void **state) {
  (void)state;
  online_room *room = room_make("delta");
  online_event event = {.kind = ONLINE_EVENT_MOVED, .number = 4, .time = 2000, .seat = 1, .token = "c3"};
  assert_int_equal(online_room_apply(room, &event), ASC_E_ILLEGAL);
  assert_int_equal(room->state, ONLINE_DAMAGED);
  online_room_close(room);
}

/* Databases of version 0.1 have other words. They are read, and written as today. */
static void test_events_of_version_0_1_are_read(void **state) {
  (void)state;
  static const char *const lines[][2] = {
      {"{\"n\":2,\"t\":5,\"type\":\"seated\",\"seat\":2}", "{\"n\":2,\"t\":5,\"type\":\"joined\",\"seat\":2}"},
      {"{\"n\":4,\"t\":5,\"type\":\"offered\",\"seat\":1,\"offer\":\"take-back\"}",
       "{\"n\":4,\"t\":5,\"type\":\"offered\",\"seat\":1,\"offer\":\"takeback\"}"},
      {"{\"n\":5,\"t\":5,\"type\":\"left\",\"seat\":1,\"cause\":\"given-up\"}",
       "{\"n\":5,\"t\":5,\"type\":\"left\",\"seat\":1,\"cause\":\"resigned\"}"},
      {"{\"n\":1,\"t\":5,\"type\":\"created\",\"game\":\"delta:size=5,pawns=8\",\"clock\":{\"kind\":\"none\"},"
       "\"seats\":[{},{}],\"toss\":true,\"private\":false}",
       "{\"n\":1,\"t\":5,\"type\":\"created\",\"game\":\"delta:size=5,pawns=8\",\"clock\":{\"kind\":\"none\"},"
       "\"seats\":[{},{}],\"random_seats\":true,\"private\":false}"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (size_t k = 0; k < 2; k++) {
      online_event event;
      online_settings settings;
      char text[ONLINE_EVENT_MAX];
      assert_int_equal(online_event_read(&event, &settings, lines[i][k], strlen(lines[i][k])), ASC_OK);
      assert_true(online_event_write(&event, text, sizeof text) > 0);
      assert_string_equal(text, lines[i][1]);
    }
  static const char both[] = "{\"n\":1,\"t\":5,\"type\":\"created\",\"game\":\"delta\",\"clock\":{\"kind\":\"none\"},"
                             "\"seats\":[{},{}],\"toss\":true,\"random_seats\":true,\"private\":false}";
  online_event event;
  online_settings settings;
  assert_int_equal(online_event_read(&event, &settings, both, strlen(both)), ASC_E_INPUT);
  online_offer offer;
  assert_false(online_offer_read("take-back", &offer)); /* a client must use the words of today */
}

static void test_a_refusal_says_why_in_the_words_of_the_game(void **state) {
  (void)state;
  online_room *room = room_make("delta");
  say(room, white, ONLINE_DO_MOVE, "z9");
  assert_int_equal(answer.result, ONLINE_REJECTED);
  assert_int_equal(strncmp(answer.reason.key, "why.", 4), 0);
  online_room_close(room);
}

static void test_a_match_changes_sides_and_adds_up(void **state) {
  (void)state;
  online_settings settings, next;
  online_room *room;
  assert_int_equal(online_room_open(&room, rules_cache), ASC_OK);
  settings = (online_settings){.players = 2, .games = 2, .spec = "delta:size=5,pawns=9,scoring=points"};
  settings.seats[0].level = settings.seats[1].level = -1;
  memcpy(settings.seats[0].person, white, sizeof white);
  memcpy(settings.seats[1].person, black, sizeof black);
  online_room_create(room, white, "make", &settings, &(online_moment){.now = 1000}, &answer);
  online_command command = {.action = ONLINE_DO_RESIGN, .id = "x", .last = room->number};
  online_room_do(room, white, &command, &(online_moment){.now = 2000, .fresh = black}, &answer);
  assert_int_equal(answer.count, 3); /* left, ended, and the next game */
  assert_int_equal(answer.events[2].kind, ONLINE_EVENT_REMATCH);
  assert_string_equal(room->next, black);
  online_room_next(room, white, &next);
  assert_string_equal(next.seats[0].person, black);
  assert_string_equal(next.seats[1].person, white);
  assert_int_equal(next.game, 1);
  assert_int_equal(next.points[0], room->outcome.points[1]);
  assert_true(next.points[0] > 0);
  assert_string_equal(next.before, white);
  online_room_close(room);
}

/* A command that comes again late, when the room has forgotten that it was done, is not done again. */
static void test_a_command_is_done_once_however_late_it_comes_again(void **state) {
  (void)state;
  online_settings settings = {
      .players = 2, .games = 1, .clock = ONLINE_CLOCK_DAYS, .days = 3, .spec = "delta:size=5,pawns=8"};
  online_room *room;
  settings.seats[0].level = settings.seats[1].level = -1;
  memcpy(settings.seats[0].person, white, sizeof white);
  memcpy(settings.seats[1].person, black, sizeof black);
  assert_int_equal(online_room_open(&room, rules_cache), ASC_OK);
  online_room_create(room, white, "make", &settings, &(online_moment){.now = 1000}, &answer);
  online_command first = {0};
  for (int i = 0; i < 3 * ONLINE_RECENT; i++) {
    online_command command = {.action = ONLINE_DO_GIVE_TIME, .last = room->number, .seat = 2, .seconds = 1};
    (void)snprintf(command.id, sizeof command.id, "gift%d", i);
    if (i == 0) first = command;
    online_room_do(room, white, &command, &(online_moment){.now = 2000 + i}, &answer);
    assert_int_equal(answer.count, 1);
    int number = room->number;
    online_room_do(room, white, &first, &(online_moment){.now = 2000 + i}, &answer);
    assert_int_equal(answer.result, i < ONLINE_RECENT ? ONLINE_REPEATED : ONLINE_STALE);
    assert_int_equal(room->number, number);
  }
  online_room_close(room);
}

/* A game takes 500 events that are no moves; then players can move, resign and run out of time, and nothing else. */
static void test_a_game_has_at_most_500_events_besides_moves(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 3);
  for (int end = 0; end < 3; end++) {
    online_settings settings = {
        .players = 2, .games = 1, .clock = ONLINE_CLOCK_DAYS, .days = 3, .spec = "delta:size=5"};
    online_room *room;
    settings.seats[0].level = settings.seats[1].level = -1;
    memcpy(settings.seats[0].person, white, sizeof white);
    memcpy(settings.seats[1].person, black, sizeof black);
    assert_int_equal(online_room_open(&room, rules_cache), ASC_OK);
    online_room_create(room, white, "make", &settings, &(online_moment){.now = 1000}, &answer);
    online_command gift = {.action = ONLINE_DO_GIVE_TIME, .seat = 2, .seconds = 1};
    for (answer.result = ONLINE_DONE; answer.result == ONLINE_DONE;) {
      gift.last = room->number;
      (void)snprintf(gift.id, sizeof gift.id, "gift%d", room->number);
      online_room_do(room, white, &gift, &(online_moment){.now = room->time + 1}, &answer);
    }
    assert_int_equal(answer.result, ONLINE_REJECTED);
    assert_string_equal(answer.reason.key, "online.too-many-events");
    assert_int_equal(room->number, 500);
    say(room, white, ONLINE_DO_MAKE_PRIVATE, "");
    assert_string_equal(answer.reason.key, "online.too-many-events");
    online_room_pause(room, room->time, &(online_moment){.now = room->time + 60000}, &answer);
    assert_int_equal(answer.count, 2);
    for (int i = 0; i < 4; i++) go_on(room, &random);
    assert_int_equal(room->number, 506);
    if (end == 0) say(room, white, ONLINE_DO_RESIGN, "");
    if (end == 1) online_room_tick(room, &(online_moment){.now = online_room_due(room)}, &answer);
    while (end == 2 && room->state == ONLINE_RUNNING) go_on(room, &random);
    assert_int_equal(room->state, ONLINE_ENDED);
    assert_true(room->cause == (end == 0 ? ONLINE_CAUSE_RESIGNED : end == 1 ? ONLINE_CAUSE_TIME : room->cause));
    online_room_close(room);
  }
}

/* Time that is given back counts once, whether the turn began before, within or after that time, and the next event has
 * it.
 */
static void test_time_that_is_given_back_is_in_the_next_event(void **state) {
  (void)state;
  online_settings settings = {
      .players = 2, .games = 1, .clock = ONLINE_CLOCK_DAYS, .days = 1, .spec = "delta:size=5,pawns=8"};
  online_room *room;
  settings.seats[0].level = settings.seats[1].level = -1;
  memcpy(settings.seats[0].person, white, sizeof white);
  memcpy(settings.seats[1].person, black, sizeof black);
  assert_int_equal(online_room_open(&room, rules_cache), ASC_OK);
  online_room_create(room, white, "make", &settings, &(online_moment){.now = 10000}, &answer);
  int64_t due = online_room_due(room);
  online_room_give_back(room, 4000, 9000); /* before it began */
  assert_int_equal(online_room_due(room), due);
  online_room_give_back(room, 9000, 12000);
  assert_int_equal(online_room_due(room), due + 2000);
  online_room_give_back(room, 15000, 18000);
  assert_int_equal(online_room_due(room), due + 5000);
  assert_int_equal(online_room_clock(room, 1, 20000), 86400000 - 5000);
  online_command command = {.action = ONLINE_DO_GIVE_TIME, .id = "gift", .last = room->number, .seat = 2, .seconds = 1};
  online_room_do(room, white, &command, &(online_moment){.now = 20000}, &answer);
  assert_int_equal(answer.events[0].clock_ms[0], 86400000 - 5000);
  assert_int_equal(online_room_clock(room, 1, 21000), 86400000 - 6000);
  online_room_close(room);
}

/* Both play towards what was there before whenever they can. */
static void play_round(online_room *room, asc_random *random) {
  while (room->state == ONLINE_RUNNING) {
    asc_move moves[ASC_MOVES_MAX];
    const uint64_t *keys;
    int known = asc_play_repetition_keys(room->play, &keys), count = asc_play_moves(room->play, moves);
    asc_move move = moves[asc_random_below(random, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
      asc_position after;
      memcpy(&after, asc_play_position(room->play), room->rules->position_size);
      asc_position_play(room->rules, &after, moves[i]);
      uint64_t key = asc_position_repetition_key(room->rules, &after);
      for (int k = 0; key != 0 && k < known; k++)
        if (keys[k] == key) move = moves[i];
    }
    char token[ASC_TOKEN_MAX];
    asc_move_write(room->rules, asc_play_position(room->play), move, token);
    say(room, room->seats[room->turn - 1].person, ONLINE_DO_MOVE, token);
    assert_int_equal(answer.result, ONLINE_DONE);
  }
}

/* Rooms forget the past, and know all the same what has been there. */
static void test_games_end_by_repetition(void **state) {
  (void)state;
  bool repeated = false;
  asc_random random;
  asc_random_seed(&random, 1);
  for (int i = 0; i < 500 && !repeated; i++) {
    online_room *room = room_make("delta:size=4,pawns=4");
    play_round(room, &random);
    repeated = room->cause == ONLINE_CAUSE_REPETITION;
    if (repeated) assert_int_equal(room->outcome.points[0], room->outcome.points[1]);
    say(room, white, ONLINE_DO_MOVE, "c3");
    assert_string_equal(answer.reason.key, "online.ended");
    online_room_close(room);
  }
  assert_true(repeated);
}

static int begin(void **state) {
  (void)state;
  const uint8_t bytes[2][10] = {{1}, {2}};
  asc_secret_encode(bytes[0], ASC_ID_BITS, white);
  asc_secret_encode(bytes[1], ASC_ID_BITS, black);
  return online_rules_cache_open(&rules_cache);
}

static int end(void **state) {
  (void)state;
  int left = online_rules_cache_count(rules_cache);
  online_rules_cache_close(rules_cache);
  return left;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_room_is_small),
      cmocka_unit_test(test_an_event_the_rules_refuse_breaks_the_room),
      cmocka_unit_test(test_a_number_left_out_breaks_the_room),
      cmocka_unit_test(test_events_of_version_0_1_are_read),
      cmocka_unit_test(test_a_refusal_says_why_in_the_words_of_the_game),
      cmocka_unit_test(test_a_match_changes_sides_and_adds_up),
      cmocka_unit_test(test_a_command_is_done_once_however_late_it_comes_again),
      cmocka_unit_test(test_a_game_has_at_most_500_events_besides_moves),
      cmocka_unit_test(test_time_that_is_given_back_is_in_the_next_event),
      cmocka_unit_test(test_games_end_by_repetition),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
