/* Backups, rehearsed as docs/hosting.md says: taken while people play, and gone back to after the server was killed and
   its database lost. Every game of the moment of the backup is there, word for word, and its people play on with what
   their browsers know them by. */
#include "live.h"

#include "tests/support/postgres.h"

enum { GAMES = 3, PLIES = 9 };

static test_person mara, jonas;
static test_game games[GAMES];
static json_t *kept[GAMES]; /* events at the moment of the backup */

static json_t *events_of(const test_server *server, const test_game *game) {
  char path[96];
  (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", game->id);
  live_reply reply = live_get(server, &mara, path);
  assert_int_equal(reply.status, 200);
  json_t *events = json_array();
  for (char *at = reply.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
    json_array_append_new(events, json_loadb(at, (size_t)(end - at), 0, NULL));
  live_reply_close(&reply);
  return events;
}

static void play(const test_server *server, const test_game *game, int plies) {
  asc_random random;
  asc_random_seed(&random, 7);
  for (int i = 0; i < plies; i++) {
    test_view view = {0};
    bool rolling;
    char token[ASC_TOKEN_MAX], more[ASC_TOKEN_MAX + 16];
    json_t *events = events_of(server, game);
    view_take_all(&view, events);
    int seat = view_turn(&view, &rolling);
    assert_true(seat > 0 && !rolling);
    view_pick(&view, &random, token);
    (void)snprintf(more, sizeof more, "\"move\":\"%s\"", token);
    const test_person *who = strcmp(view.persons[seat - 1], mara.person) == 0 ? &mara : &jonas;
    assert_status(game_do(server, who, game, "move", view.last, more), 200, NULL);
    view_close(&view);
    json_decref(events);
  }
}

/* Two games under way, one that is over; the last is played by the clock. */
static void games_begin(const test_server *server) {
  mara = person_make(server, "Mara");
  jonas = person_make(server, "Jonas");
  for (int i = 0; i < GAMES; i++) {
    games[i] = game_make(server, &mara,
                         i == 2 ? "\"game\":\"kulami\",\"clock\":{\"kind\":\"time\",\"seconds\":600,\"increment\":0}"
                                : "\"game\":\"kulami\"");
    game_join(server, &jonas, &games[i], 0);
    play(server, &games[i], PLIES);
  }
  assert_status(game_do(server, &mara, &games[0], "resign", 3 + PLIES, ""), 200, NULL);
  for (int i = 0; i < GAMES; i++) kept[i] = events_of(server, &games[i]);
}

/* What follows the backup may be gone; before it nothing is, and nothing is in its place but that nobody was served. */
static void games_compare(const test_server *server) {
  for (int i = 0; i < GAMES; i++) {
    json_t *now = events_of(server, &games[i]);
    size_t count = json_array_size(kept[i]);
    assert_true(json_array_size(now) >= count);
    for (size_t n = 0; n < count; n++) assert_true(json_equal(json_array_get(now, n), json_array_get(kept[i], n)));
    for (size_t n = count; n < json_array_size(now); n++) {
      const char *type = member(json_array_get(now, n), "type");
      assert_true(strcmp(type, "paused") == 0 || strcmp(type, "resumed") == 0);
    }
    json_decref(now);
    if (i > 0) play(server, &games[i], 2);
  }
  live_reply reply = live_get(server, &jonas, "/api/me/games");
  assert_int_equal(json_array_size(json_object_get(reply.body, "games")), GAMES);
  live_reply_close(&reply);
}

static void games_end(void) {
  for (int i = 0; i < GAMES; i++) json_decref(kept[i]);
}

static void must(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void must(const char *format, ...) {
  char command[1024];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(command, sizeof command, format, args);
  va_end(args);
  if (system(command) != 0) fail_msg("%s", command);
}

static void disaster(test_server *server) {
  for (int i = 1; i < GAMES; i++) play(server, &games[i], 3);
  kill(server->process.id, SIGKILL);
  (void)process_end(&server->process);
  process_close(&server->process);
}

static void test_a_file(void **state) {
  (void)state;
  test_server server = games_start();
  games_begin(&server);
  must("'%s' host backup '%s-monday' --database '%s' >/dev/null", TEST_PROGRAM, database, database);
  disaster(&server);
  must("echo lost >'%s' && rm -f '%s-wal' '%s-shm' && cp -p '%s-monday' '%s'", database, database, database, database,
       database);
  server = games_start();
  games_compare(&server);
  server_end_quietly(&server);
  games_end();
}

#if POSTGRES_HERE
static void database_of(char url[96], const char *name) {
  (void)snprintf(url, 96, "postgresql://ascona@/%s?host=%.40s", name, postgres_folder);
}

static void test_postgres(void **state) {
  (void)state;
  if (!postgres_is_here()) skip();
  char place[sizeof database], file[sizeof database + 16], all[256], dump[256], restore[256];
  memcpy(place, database, sizeof place);
  (void)snprintf(file, sizeof file, "%.90s-dump", place);
  postgres_begin();
  postgres_url(all, "public");
  (void)postgres_sql(all, "CREATE DATABASE club");
  database_of(database, "club");
  test_server server = games_start();
  games_begin(&server);
  (void)snprintf(dump, sizeof dump, "%s", postgres_tool("pg_dump"));
  (void)snprintf(restore, sizeof restore, "%s", postgres_tool("pg_restore"));
  must("'%s' -Fc -f '%s' '%s'", dump, file, database);
  must("'%s' host backup '%s-file' --database '%s' >/dev/null", TEST_PROGRAM, place, database);
  disaster(&server);
  (void)postgres_sql(all, "DROP DATABASE club WITH (FORCE)");
  (void)postgres_sql(all, "CREATE DATABASE club_monday");
  database_of(database, "club_monday");
  must("'%s' -d '%s' '%s'", restore, database, file);
  server = games_start();
  games_compare(&server);
  server_end_quietly(&server);
  /* The other backup is a file that can be served from. */
  (void)snprintf(database, sizeof database, "%.90s-file", place);
  server = games_start();
  games_compare(&server);
  server_end_quietly(&server);
  games_end();
  memcpy(database, place, sizeof place);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_file),
#if POSTGRES_HERE
    cmocka_unit_test(test_postgres),
#endif
  };
  return cmocka_run_group_tests(tests, games_make, games_remove);
}
