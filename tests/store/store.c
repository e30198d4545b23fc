/* Tests of every kind of store: events and their order, conflicts, secrets that work once, persons, lists. */
#include "store.h"

/* ---- events ---- */

static void events_come_back_as_they_were(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_job *job = job_new();
  store_job_event(job, "g1", 2, 77, "c1", "{\"a\":\"\xc3\xa9 \\\" \"}", 14);
  store_job_event(job, "g1", 3, 78, NULL, "", 0);
  job_expect(job, STORE_DONE);
  store_reopen();
  job = job_new();
  store_job_ask_game(job, "g1", 2, 100);
  job_ask(job);
  assert_int_equal(job->games_count, 1);
  assert_int_equal(job->games[0].last, 3);
  assert_int_equal(job->events_count, 2);
  assert_int_equal(job->events[0].seq, 2);
  assert_int_equal(job->events[0].time, 77);
  assert_string_equal(job->events[0].command, "c1");
  assert_int_equal(job->events[0].length, 14);
  assert_string_equal(job->events[0].body, "{\"a\":\"\xc3\xa9 \\\" \"}");
  assert_null(job->events[1].command);
  assert_string_equal(job->events[1].body, "");
  assert_false(job->more);
  store_job_close(job);
}

static void a_limit_says_that_there_is_more(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  for (int i = 2; i <= 9; i++) {
    store_job *job = job_new();
    job_say(job, "g1", i, NULL, "{}");
    job_expect(job, STORE_DONE);
  }
  store_job *job = job_new();
  store_job_ask_game(job, "g1", 3, 4);
  job_ask(job);
  assert_int_equal(job->events_count, 4);
  assert_int_equal(job->events[3].seq, 6);
  assert_true(job->more);
  store_job_close(job);
  job = job_new();
  store_job_ask_game(job, "g1", 6, 4);
  job_ask(job);
  assert_int_equal(job->events_count, 4);
  assert_false(job->more);
  store_job_close(job);
  job = job_new();
  store_job_ask_game(job, "none", 1, 4);
  job_ask(job);
  assert_int_equal(job->games_count, 0);
  assert_int_equal(job->events_count, 0);
  store_job_close(job);
}

static void the_second_writer_of_a_number_gets_a_conflict(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_job *job = job_new();
  job_say(job, "g1", 2, "a", "first");
  job_expect(job, STORE_DONE);
  store_game_row row = game_row("g1", "anna", "cleo");
  job = job_new();
  store_job_game(job, &row);
  job_say(job, "g1", 2, "b", "second");
  job_expect(job, STORE_CONFLICT);
  job = job_new();
  store_job_ask_game(job, "g1", 1, 10);
  job_ask(job);
  assert_int_equal(job->events_count, 2);
  assert_string_equal(job->events[1].body, "first");
  assert_string_equal(job->games[0].seat[1].person, "ben");
  store_job_close(job);
  job = job_new();
  job_say(job, "g1", 4, "c", "one was left out");
  job_expect(job, STORE_CONFLICT);
}

/* The second event of a job meets another's: the first of it is not there either. */
static void a_job_happens_whole_or_not_at_all(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  game_make("g2", "anna", "ben");
  store_job *job = job_new();
  job_say(job, "g1", 2, "x", "{}");
  store_job_person(job, "dora", "Dora", 5);
  job_say(job, "g2", 1, NULL, "{}");
  job_expect(job, STORE_CONFLICT);
  assert_int_equal(events_of("g1"), 1);
  job = job_new();
  store_job_ask_persons(job, (const char *[]){"dora"}, 1);
  job_ask(job);
  assert_null(job->persons[0].name);
  store_job_close(job);
}

static void a_command_sent_twice_is_done_once(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  for (int i = 0; i < 2; i++) {
    store_job *job = job_new();
    job_say(job, "g1", 2, "move-1", "moved");
    job_say(job, "g1", 3, "move-1", "ended");
    store_status status = store_do(store, job);
    assert_int_equal(status, i == 0 ? STORE_DONE : STORE_REPEATED);
    if (i == 1) {
      assert_int_equal(job->first, 2);
      assert_int_equal(job->last, 3);
    }
    store_job_close(job);
  }
  assert_int_equal(events_of("g1"), 3);
  /* The same id in another game is another command. */
  game_make("g2", "anna", "ben");
  store_job *job = job_new();
  job_say(job, "g2", 2, "move-1", "moved");
  job_expect(job, STORE_DONE);
  /* Events of several games, each from a number on, at most one of each. */
  static const char *const games[] = {"g2", "nowhere", "g1"};
  static const int64_t from[] = {2, 1, 3};
  job = job_new();
  store_job_ask_events(job, games, from, 3, 1);
  job_ask(job);
  assert_int_equal(job->events_count, 2);
  assert_string_equal(job->events[0].game, "g2");
  assert_int_equal(job->events[0].seq, 2);
  assert_string_equal(job->events[1].game, "g1");
  assert_string_equal(job->events[1].body, "ended");
  store_job_close(job);
}

static void a_game_made_twice_is_one(void **state) {
  (void)state;
  store_game_row row = game_row("g1", "anna", NULL);
  for (int i = 0; i < 2; i++) {
    store_job *job = job_new();
    job_say(job, "g1", 1, "make-1", "created");
    store_job_game(job, &row);
    job_expect(job, i == 0 ? STORE_DONE : STORE_REPEATED);
  }
  store_job *job = job_new();
  job_say(job, "g1", 1, "make-2", "created");
  job_expect(job, STORE_CONFLICT);
}

static void an_event_may_be_long(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  size_t length = 300000;
  char *body = malloc(length + 1);
  memset(body, 'x', length);
  body[length] = '\0';
  store_job *job = job_new();
  store_job_event(job, "g1", 2, 1, NULL, body, length);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_ask_game(job, "g1", 2, 1);
  job_ask(job);
  assert_int_equal(job->events[0].length, length);
  assert_string_equal(job->events[0].body, body);
  store_job_close(job);
  free(body);
}

static void a_job_that_is_filled_wrongly_is_rejected(void **state) {
  (void)state;
  char longest[STORE_ID_MAX + 1];
  memset(longest, 'a', STORE_ID_MAX);
  longest[STORE_ID_MAX] = '\0';
  store_game_row row = game_row("g1", "anna", "ben");
  row.seats = 5;
  for (int i = 0; i < 8; i++) {
    store_job *job = job_new();
    if (i == 0) job_say(job, longest, 1, NULL, "{}");
    if (i == 1) job_say(job, "", 1, NULL, "{}");
    if (i == 2) job_say(job, "g1", 0, NULL, "{}");
    if (i == 3) store_job_event(job, "g1", 1, 1, NULL, NULL, 0);
    if (i == 4) store_job_game(job, &row);
    if (i == 5) store_job_person(job, NULL, "Anna", 1);
    if (i == 6) store_job_person(job, "anna", NULL, 1);
    if (i == 7) {
      store_job_ask_orders(job);
      job_say(job, "g1", 1, NULL, "{}");
    }
    assert_int_equal(store_do(store, job), STORE_ERROR);
    assert_true(job->reason[0] != '\0');
    store_job_close(job);
  }
  assert_int_equal(store_probe(store, NULL), ASC_OK);
  assert_int_equal(events_of("g1"), 0);
}

/* ---- games in lists ---- */

static void a_listing_comes_back_as_it_was(void **state) {
  (void)state;
  store_game_row row = {.id = "g1",
                        .spec = "delfino:players=4",
                        .state = STORE_GAME_INVITED,
                        .is_private = true,
                        .created = 11,
                        .changed = 12,
                        .deadline = 13,
                        .turn = -1,
                        .plies = 0,
                        .seats = 4,
                        .seat = {{"anna", -1}, {NULL, 7}, {NULL, -1}, {"ben", -1}},
                        .summary = "{\"clock\":600}"};
  for (int i = 0; i < 2; i++) {
    store_job *job = job_new();
    store_job_game(job, &row);
    job_expect(job, STORE_DONE);
    job = job_new();
    store_job_ask_game(job, "g1", 1, 0);
    job_ask(job);
    const store_game_row *found = job->games;
    assert_string_equal(found->spec, row.spec);
    assert_int_equal(found->state, row.state);
    assert_int_equal(found->is_private, row.is_private);
    assert_int_equal(found->created, 11);
    assert_int_equal(found->changed, row.changed);
    assert_int_equal(found->deadline, row.deadline);
    assert_int_equal(found->turn, row.turn);
    assert_int_equal(found->plies, row.plies);
    assert_int_equal(found->seats, row.seats);
    assert_string_equal(found->seat[0].person, "anna");
    assert_int_equal(found->last, 0);
    if (i == 0) {
      assert_null(found->seat[1].person);
      assert_int_equal(found->seat[1].engine, 7);
      assert_int_equal(found->seat[2].engine, -1);
      assert_string_equal(found->seat[3].person, "ben");
      assert_string_equal(found->summary, "{\"clock\":600}");
    } else {
      assert_string_equal(found->seat[1].person, "cleo");
      assert_int_equal(found->seat[1].engine, -1);
      assert_null(found->summary);
    }
    store_job_close(job);
    row = game_row("g1", "anna", "cleo");
    row.created = 11;
  }
}

static void a_listing_may_leave_the_seats_as_they_were(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_game_row row = game_row("g1", NULL, NULL);
  row.seats = 0;
  row.plies = 9;
  store_job *job = job_new();
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_ask_game(job, "g1", 1, 0);
  job_ask(job);
  assert_int_equal(job->games[0].plies, 9);
  assert_int_equal(job->games[0].seats, 2);
  assert_string_equal(job->games[0].seat[1].person, "ben");
  store_job_close(job);
}

/* A ply changes only its columns. Deadlines are found where they are now, wherever they were before. */
static void a_ply_moves_the_deadline_and_leaves_the_rest(void **state) {
  (void)state;
  static const struct {
    int64_t changed, deadline;
  } plies[] = {{100, 1100}, {200, 1200}, {700, 1700}, {800, 900}, {850, 5000}, {860, 0}, {870, 2000}};
  game_make("g1", "anna", "ben");
  for (int i = 0; i < 7; i++) {
    store_game_row row = {
        .id = "g1", .changed = plies[i].changed, .deadline = plies[i].deadline, .turn = 1, .plies = i};
    store_job *job = job_new();
    job_say(job, "g1", i + 2, NULL, "{}");
    store_job_ply(job, &row);
    job_expect(job, STORE_DONE);
    for (int early = 0; early < 2; early++) {
      job = job_new();
      store_job_ask_deadlines(job, plies[i].deadline != 0 ? plies[i].deadline - early : INT64_MAX, 10);
      job_ask(job);
      assert_int_equal(job->games_count, plies[i].deadline != 0 && early == 0);
      store_job_close(job);
    }
    job = job_new();
    store_job_retain(job, plies[i].changed + 600, &STORE_RETENTION_DEFAULT, 10);
    job_expect(job, STORE_DONE);
    job = job_new();
    store_job_ask_deadlines(job, INT64_MAX, 10);
    job_ask(job);
    assert_int_equal(job->games_count, plies[i].deadline != 0);
    store_job_close(job);
  }
  store_job *job = job_new();
  store_job_ask_game(job, "g1", 1, 0);
  job_ask(job);
  assert_int_equal(job->games[0].changed, 870);
  assert_int_equal(job->games[0].deadline, 2000);
  assert_int_equal(job->games[0].turn, 1);
  assert_int_equal(job->games[0].plies, 6);
  assert_string_equal(job->games[0].spec, game_row("g1", NULL, NULL).spec);
  assert_int_equal(job->games[0].seats, 2);
  assert_string_equal(job->games[0].seat[1].person, "ben");
  store_job_close(job);
}

/* The ids of the games of an answer, with a space behind each. */
static void assert_games(store_job *job, const char *expected, bool more) {
  char text[256] = "";
  job_ask(job);
  for (size_t i = 0; i < job->games_count; i++) {
    strcat(text, job->games[i].id);
    strcat(text, " ");
  }
  assert_string_equal(text, expected);
  assert_int_equal(job->more, more);
  store_job_close(job);
}

static void lists_are_of_a_person_of_states_and_of_deadlines(void **state) {
  (void)state;
  static const struct {
    const char *id, *one, *other;
    store_game_state state;
    int64_t changed, deadline;
  } games[] = {{"ga", "anna", "ben", STORE_GAME_RUNNING, 30, 500},
               {"gb", "ben", "anna", STORE_GAME_ENDED, 50, 100},
               {"gc", "anna", "anna", STORE_GAME_RUNNING, 40, 0},
               {"gd", "ben", "cleo", STORE_GAME_RUNNING, 60, 300},
               {"ge", "anna", NULL, STORE_GAME_INVITED, 10, 400}};
  for (size_t i = 0; i < 5; i++) {
    store_game_row row = game_row(games[i].id, games[i].one, games[i].other);
    row.state = games[i].state;
    row.changed = games[i].changed;
    row.deadline = games[i].deadline;
    store_job *job = job_new();
    store_job_game(job, &row);
    job_expect(job, STORE_DONE);
  }
  store_job *job = job_new();
  store_job_ask_games_of(job, "anna", 15, 0, NULL, 10);
  assert_games(job, "gb gc ga ge ", false);
  job = job_new();
  store_job_ask_games_of(job, "anna", 1 << STORE_GAME_RUNNING, 0, NULL, 10);
  assert_games(job, "gc ga ", false);
  job = job_new();
  store_job_ask_games_of(job, "anna", 15, 40, NULL, 1);
  assert_games(job, "ga ", true);
  job = job_new();
  store_job_ask_games_of(job, "nobody", 15, 0, NULL, 10);
  assert_games(job, "", false);
  job = job_new();
  store_job_ask_deadlines(job, 400, 10);
  assert_games(job, "gd ge ", false);
  job = job_new();
  store_job_ask_deadlines(job, INT64_MAX, 2);
  assert_games(job, "gd ge ", true);
  job = job_new();
  store_job_ask_games(job, 1 << STORE_GAME_RUNNING | 1 << STORE_GAME_ENDED, NULL, 3);
  assert_games(job, "ga gb gc ", true);
  job = job_new();
  store_job_ask_games(job, 1 << STORE_GAME_RUNNING | 1 << STORE_GAME_ENDED, "gc", 3);
  assert_games(job, "gd ", false);
  job = job_new();
  store_job_ask_games(job, 1 << STORE_GAME_INVITED, NULL, 3);
  assert_games(job, "ge ", false);
  job = job_new();
  store_job_ask_games(job, 1 << STORE_GAME_DAMAGED, NULL, 3);
  assert_games(job, "", false);
  /* Page by page: those that changed in the same moment come each once. */
  const char *const pages[] = {"gb ", "gc ", "gx ", "ga ", "ge "};
  store_game_row same = game_row("gx", "anna", "ben");
  same.state = STORE_GAME_RUNNING;
  same.changed = 40;
  job = job_new();
  store_job_game(job, &same);
  job_expect(job, STORE_DONE);
  char last[8] = "";
  int64_t changed = 0;
  for (size_t i = 0; i < 5; i++) {
    job = job_new();
    store_job_ask_games_of(job, "anna", 15, changed, last[0] != '\0' ? last : NULL, 1);
    assert_int_equal(store_do(store, job), STORE_DONE);
    assert_int_equal(job->games_count, 1);
    (void)snprintf(last, sizeof last, "%s", job->games[0].id);
    changed = job->games[0].changed;
    assert_true(strncmp(pages[i], last, 2) == 0 && job->more == (i < 4));
    store_job_close(job);
  }
}

/* ---- secrets ---- */

static void take(store_secret_kind kind, const char *text, const char *person, int64_t now, store_status status) {
  store_secret_row row = secret_row(kind, text, person);
  store_job *job = job_new();
  store_job_claim(job, kind, row.hash, person, now);
  job_expect(job, status);
}

static void a_seat_is_taken_once(void **state) {
  (void)state;
  game_make("g1", "anna", NULL);
  store_secret_row key = secret_row(STORE_SECRET_SEAT, "key", "anna");
  key.game = "g1";
  key.seat = 1;
  secret_make(&key, STORE_DONE);
  secret_make(&key, STORE_CONFLICT);
  take(STORE_SECRET_CODE, "key", "ben", 5, STORE_SPENT); /* of another kind it is none */
  take(STORE_SECRET_SEAT, "kez", "ben", 5, STORE_SPENT);

  /* With the event of sitting down: sent again it is the same, another comes too late. */
  for (int i = 0; i < 3; i++) {
    store_job *job = job_new();
    store_job_claim(job, STORE_SECRET_SEAT, key.hash, i < 2 ? "ben" : "cleo", 5);
    job_say(job, "g1", i < 2 ? 2 : 3, i < 2 ? "sit-ben" : "sit-cleo", "joined");
    job_expect(job, i == 0 ? STORE_DONE : i == 1 ? STORE_REPEATED : STORE_SPENT);
  }
  assert_int_equal(events_of("g1"), 2);
  store_job *job = job_new();
  store_job_ask_secret(job, STORE_SECRET_SEAT, key.hash);
  job_ask(job);
  assert_int_equal(job->secrets_count, 1);
  assert_string_equal(job->secrets[0].claimed_by, "ben");
  assert_string_equal(job->secrets[0].game, "g1");
  assert_int_equal(job->secrets[0].seat, 1);
  store_job_close(job);
}

static void a_taken_seat_comes_back_when_the_event_does_not_fit(void **state) {
  (void)state;
  game_make("g1", "anna", NULL);
  store_secret_row key = secret_row(STORE_SECRET_SEAT, "key", "anna");
  key.game = "g1";
  secret_make(&key, STORE_DONE);
  store_job *job = job_new();
  store_job_claim(job, STORE_SECRET_SEAT, key.hash, "ben", 5);
  job_say(job, "g1", 1, "sit", "joined");
  job_expect(job, STORE_CONFLICT);
  take(STORE_SECRET_SEAT, "key", "cleo", 5, STORE_DONE);
}

static void a_new_link_voids_the_old_one(void **state) {
  (void)state;
  store_secret_row one = secret_row(STORE_SECRET_SEAT, "one", "anna"),
                   two = secret_row(STORE_SECRET_SEAT, "two", "anna");
  one.game = two.game = "g1";
  one.seat = 1;
  two.seat = 0;
  secret_make(&one, STORE_DONE);
  secret_make(&two, STORE_DONE);
  store_job *job = job_new();
  store_job_revoke_seat(job, "g1", 1);
  job_expect(job, STORE_DONE);
  take(STORE_SECRET_SEAT, "one", "ben", 5, STORE_SPENT);
  take(STORE_SECRET_SEAT, "two", "ben", 5, STORE_DONE);
}

static void a_seat_that_is_left_has_its_key_again(void **state) {
  (void)state;
  store_secret_row one = secret_row(STORE_SECRET_SEAT, "one", "anna"),
                   two = secret_row(STORE_SECRET_SEAT, "two", "anna");
  one.game = two.game = "g1";
  secret_make(&one, STORE_DONE);
  secret_make(&two, STORE_DONE);
  take(STORE_SECRET_SEAT, "one", "ben", 5, STORE_DONE);
  take(STORE_SECRET_SEAT, "two", "cleo", 5, STORE_DONE);
  store_job *job = job_new();
  store_job_release_seat(job, "g1", "ben");
  job_expect(job, STORE_DONE);
  take(STORE_SECRET_SEAT, "two", "ben", 6, STORE_SPENT);
  take(STORE_SECRET_SEAT, "one", "dora", 6, STORE_DONE);
}

static void a_code_is_good_once_and_for_its_time(void **state) {
  (void)state;
  store_secret_row code = secret_row(STORE_SECRET_CODE, "code", "anna"),
                   late = secret_row(STORE_SECRET_CODE, "late", "anna");
  code.expires = late.expires = 600;
  secret_make(&code, STORE_DONE);
  secret_make(&late, STORE_DONE);
  take(STORE_SECRET_CODE, "late", "anna", 600, STORE_SPENT);
  take(STORE_SECRET_CODE, "code", "anna", 599, STORE_DONE);
  take(STORE_SECRET_CODE, "code", "anna", 599, STORE_SPENT);
  store_job *job = job_new();
  store_job_revoke(job, STORE_SECRET_CODE, "anna", NULL);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_ask_secret(job, STORE_SECRET_CODE, code.hash);
  job_ask(job);
  assert_int_equal(job->secrets_count, 0);
  store_job_close(job);
}

static void device(const char *text, const char *person, const char *id, int64_t made) {
  store_secret_row row = secret_row(STORE_SECRET_DEVICE, text, person);
  row.id = id;
  row.label = "Firefox";
  row.created = made;
  secret_make(&row, STORE_DONE);
}

static size_t devices_of(const char *person) {
  store_job *job = job_new();
  store_job_ask_devices(job, person);
  job_ask(job);
  size_t count = job->secrets_count;
  store_job_close(job);
  return count;
}

static void a_device_is_its_person_until_it_is_put_out(void **state) {
  (void)state;
  person_make("anna", "Anna", 10);
  device("s1", "anna", "d1", 20);
  device("s2", "anna", "d2", 10);
  store_secret_row hash = secret_row(STORE_SECRET_DEVICE, "s1", "anna");
  store_job *job = job_new();
  store_job_seen(job, hash.hash, 5000);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_seen(job, hash.hash, 4000); /* a clock that jumped back */
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_ask_secret(job, STORE_SECRET_DEVICE, hash.hash);
  job_ask(job);
  assert_string_equal(job->persons[0].current, "anna");
  assert_string_equal(job->persons[0].name, "Anna");
  assert_int_equal(job->persons[0].seen, 5000);
  assert_int_equal(job->secrets[0].seen, 5000);
  assert_string_equal(job->secrets[0].label, "Firefox");
  assert_memory_equal(job->secrets[0].hash, hash.hash, STORE_HASH);
  store_job_close(job);
  job = job_new();
  store_job_ask_devices(job, "anna");
  job_ask(job);
  assert_int_equal(job->secrets_count, 2);
  assert_string_equal(job->secrets[0].id, "d2"); /* the oldest first */
  store_job_close(job);
  job = job_new();
  store_job_revoke(job, STORE_SECRET_DEVICE, "ben", "d1"); /* another's cannot be put out */
  store_job_revoke(job, STORE_SECRET_DEVICE, "anna", "d1");
  job_expect(job, STORE_DONE);
  assert_int_equal(devices_of("anna"), 1);
  job = job_new();
  store_job_ask_secret(job, STORE_SECRET_DEVICE, hash.hash);
  job_ask(job);
  assert_int_equal(job->secrets_count, 0);
  store_job_close(job);
}

/* ---- persons ---- */

static void assert_person(const char *id, const char *now, const char *name) {
  store_job *job = job_new();
  store_job_ask_persons(job, (const char *[]){"nobody", id}, 2);
  job_ask(job);
  assert_int_equal(job->persons_count, 2);
  assert_string_equal(job->persons[0].current, "nobody");
  assert_null(job->persons[0].name);
  assert_string_equal(job->persons[1].id, id);
  assert_string_equal(job->persons[1].current, now);
  if (name == NULL)
    assert_null(job->persons[1].name);
  else
    assert_string_equal(job->persons[1].name, name);
  store_job_close(job);
}

static void block(const char *person, const char *other, bool on) {
  store_job *job = job_new();
  store_job_block(job, person, other, on);
  job_expect(job, STORE_DONE);
}

static size_t blocks_of(const char *person) {
  store_job *job = job_new();
  store_job_ask_blocks(job, person);
  job_ask(job);
  size_t count = job->persons_count;
  store_job_close(job);
  return count;
}

static void a_person_can_be_renamed_and_block(void **state) {
  (void)state;
  person_make("anna", "Anna", 10);
  person_make("anna", "Anna B", 20);
  assert_person("anna", "anna", "Anna B");
  block("anna", "ben", true);
  block("anna", "ben", true);
  block("anna", "cleo", true);
  assert_int_equal(blocks_of("anna"), 2);
  block("anna", "ben", false);
  assert_int_equal(blocks_of("anna"), 1);
  assert_int_equal(blocks_of("cleo"), 0);
}

static void merge(const char *from, const char *into) {
  store_job *job = job_new();
  store_job_merge(job, from, into);
  job_expect(job, STORE_DONE);
}

static void two_persons_become_one(void **state) {
  (void)state;
  person_make("anna", "Anna", 10);
  person_make("guest", "Guest", 10);
  person_make("first", "First", 10);
  device("s1", "guest", "d1", 1);
  device("s2", "anna", "d2", 1);
  game_make("g1", "guest", "ben");
  block("guest", "ben", true);
  block("anna", "ben", true);
  block("cleo", "guest", true);
  merge("first", "guest");
  merge("guest", "anna");
  assert_person("guest", "anna", "Anna");
  assert_person("first", "anna", "Anna");
  assert_int_equal(devices_of("anna"), 2);
  assert_int_equal(blocks_of("anna"), 1);
  assert_int_equal(blocks_of("guest"), 0);
  store_job *job = job_new();
  store_job_ask_blocks(job, "cleo");
  job_ask(job);
  assert_string_equal(job->persons[0].id, "anna");
  store_job_close(job);
  job = job_new();
  store_job_ask_games_of(job, "anna", 15, 0, NULL, 5);
  assert_games(job, "g1 ", false);
  /* A room that still knows the old id does not undo it. */
  job = job_new();
  store_game_row row = game_row("g1", "guest", "ben");
  job_say(job, "g1", 2, NULL, "{}");
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);
  job = job_new();
  store_job_ask_games_of(job, "anna", 15, 0, NULL, 5);
  assert_games(job, "g1 ", false);
}

static void a_forgotten_person_leaves_only_an_id(void **state) {
  (void)state;
  person_make("anna", "Anna", 10);
  person_make("guest", "Guest", 10);
  merge("guest", "anna");
  device("s1", "anna", "d1", 1);
  store_secret_row feed = secret_row(STORE_SECRET_FEED, "feed", "anna");
  secret_make(&feed, STORE_DONE);
  game_make("g1", "anna", "ben");
  block("anna", "ben", true);
  block("ben", "anna", true);
  store_job *job = job_new();
  store_job_forget(job, "anna");
  job_expect(job, STORE_DONE);
  assert_person("anna", "anna", NULL);
  assert_person("guest", "guest", NULL);
  assert_int_equal(devices_of("anna"), 0);
  assert_int_equal(blocks_of("anna"), 0);
  assert_int_equal(blocks_of("ben"), 0);
  job = job_new();
  store_job_ask_secret(job, STORE_SECRET_FEED, feed.hash);
  job_ask(job);
  assert_int_equal(job->secrets_count, 0);
  store_job_close(job);
  assert_int_equal(events_of("g1"), 1);
}

/* ---- time ---- */

static void the_heartbeat_and_the_id_are_kept(void **state) {
  (void)state;
  char id[STORE_ID_MAX];
  strcpy(id, store_id(store));
  assert_true(asc_secret_is_valid(id, ASC_ID_BITS));
  assert_int_equal(store_heartbeat(store), 0);
  store_job *job = job_new();
  store_job_heartbeat(job, 123456789012345);
  job_expect(job, STORE_DONE);
  store_reopen();
  assert_int_equal(store_heartbeat(store), 123456789012345);
  assert_string_equal(store_id(store), id);
}

/* ---- reading only, checking ---- */

static void a_read_only_store_reads_and_changes_nothing(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_db *serving = store;
  assert_int_equal(store_open(&store, store_place, &(store_options){.read_only = true}, NULL), ASC_OK);
  assert_string_equal(store_id(store), store_id(serving));
  assert_int_equal(events_of("g1"), 1);
  store_job *job = job_new();
  job_say(job, "g1", 2, NULL, "{}");
  job_expect(job, STORE_ERROR);
  assert_int_equal(store_check(store, NULL), ASC_OK);
  store_close(store);
  store = serving;
  job = job_new();
  job_say(job, "g1", 2, NULL, "{}");
  job_expect(job, STORE_DONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(events_come_back_as_they_were),
      store_test(a_limit_says_that_there_is_more),
      store_test(the_second_writer_of_a_number_gets_a_conflict),
      store_test(a_job_happens_whole_or_not_at_all),
      store_test(a_command_sent_twice_is_done_once),
      store_test(a_game_made_twice_is_one),
      store_test(an_event_may_be_long),
      store_test(a_job_that_is_filled_wrongly_is_rejected),
      store_test(a_listing_comes_back_as_it_was),
      store_test(a_listing_may_leave_the_seats_as_they_were),
      store_test(a_ply_moves_the_deadline_and_leaves_the_rest),
      store_test(lists_are_of_a_person_of_states_and_of_deadlines),
      store_test(a_seat_is_taken_once),
      store_test(a_taken_seat_comes_back_when_the_event_does_not_fit),
      store_test(a_new_link_voids_the_old_one),
      store_test(a_seat_that_is_left_has_its_key_again),
      store_test(a_code_is_good_once_and_for_its_time),
      store_test(a_device_is_its_person_until_it_is_put_out),
      store_test(a_person_can_be_renamed_and_block),
      store_test(two_persons_become_one),
      store_test(a_forgotten_person_leaves_only_an_id),
      store_test(the_heartbeat_and_the_id_are_kept),
      store_test(a_read_only_store_reads_and_changes_nothing),
  };
  return store_tests_run(tests);
}
