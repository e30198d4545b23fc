/* Allocations fail one after the other while somebody joins a game: if they got the seat, their key is spent, and
   nobody else gets it; if they did not, the key is still good. */
#include "live.h"

#include <sys/mman.h>

static test_server serving;
static test_person mara, jonas, eve;
static volatile int64_t *countdown;
static char countdown_path[128];

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  (void)snprintf(countdown_path, sizeof countdown_path, "%.60s.countdown", web);
  int file = open(countdown_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  assert_true(file >= 0 && ftruncate(file, sizeof *countdown) == 0);
  countdown = mmap(NULL, sizeof *countdown, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  char fault[160];
  (void)snprintf(fault, sizeof fault, "alloc:%s", countdown_path);
  setenv("LD_PRELOAD", TEST_FAULTS, 1);
  setenv("ASCONA_FAIL", fault, 1);
  serving = games_start();
  unsetenv("LD_PRELOAD");
  mara = person_make(&serving, "Mara");
  jonas = person_make(&serving, "Jonas");
  eve = person_make(&serving, "Eve");
  return 0;
}

static int over(void **state) {
  server_end(&serving, SIGTERM);
  process_close(&serving.process);
  (void)unlink(countdown_path);
  return games_remove(state);
}

/* The status of a reply; 0: the connection was closed without one, as it may be when memory is short. */
static int sit(const test_person *who, const test_game *game) {
  char request[700], body[128];
  int status = 0;
  (void)snprintf(body, sizeof body, "{\"id\":\"s-%d\",\"last\":1,\"key\":\"%s\"}", live_command++, game->keys[0]);
  (void)snprintf(request, sizeof request,
                 "POST /api/games/%.31s/join HTTP/1.1\r\nHost: localhost:%d\r\nAscona-Api: 2\r\n"
                 "Authorization: Bearer %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
                 game->id, serving.port, who->secret, strlen(body), body);
  test_client client = client_open(serving.port);
  if (client_say(&client, request)) client_drain(&client);
  (void)sscanf(client.text, "HTTP/1.1 %d", &status);
  client_close(&client);
  return status;
}

/* Whether somebody sits in the game, as the server reads it from the store. */
static bool is_seated(const test_person *who, const char *id) {
  live_reply reply = game_get(&serving, who, id);
  assert_int_equal(reply.status, 200);
  bool is_there = false;
  const json_t *seats = json_object_get(reply.body, "seats");
  for (size_t i = 0; i < json_array_size(seats); i++)
    is_there |= strcmp(member(json_array_get(seats, i), "person"), who->person) == 0;
  live_reply_close(&reply);
  return is_there;
}

static void a_seat_key_is_spent_once(void **state) {
  (void)state;
  if (access(TEST_FAULTS, R_OK) != 0) skip();
  int failed = 0, quiet = 0;
  /* Until three joins in a row made fewer allocations. */
  for (int n = 1; n < 3000 && quiet < 3; n++) {
    test_game game = game_make(&serving, &mara, "\"game\":\"delfino:players=3\"");
    *countdown = n;
    int status = sit(&jonas, &game);
    quiet = *countdown > 0 ? quiet + 1 : 0;
    *countdown = 0;
    bool is_there = is_seated(&jonas, game.id);
    if (status == 200 && !is_there) fail_msg("allocation %d: 200 and no seat", n);
    if (status != 200 && status != 503 && status != 500 && status != 0) fail_msg("allocation %d: status %d", n, status);
    failed += status != 200;
    int second = sit(&eve, &game);
    if (is_there && second == 200) fail_msg("allocation %d: two people got the same seat", n);
    if (!is_there && second != 200) fail_msg("allocation %d: nobody got the seat: %d", n, second);
    assert_int_equal(is_seated(&eve, game.id), !is_there);
  }
  print_message("%d joins failed\n", failed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_seat_key_is_spent_once)};
  return cmocka_run_group_tests(tests, begin, over);
}
