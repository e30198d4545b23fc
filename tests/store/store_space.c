/* Every kind of store reports how much space it uses, and that grows with what is stored. */
#include "store.h"

static store_space space_now(void) {
  store_job *job = job_new();
  store_job_ask_space(job);
  job_ask(job);
  store_space space = job->space;
  store_job_close(job);
  return space;
}

static void the_space_that_is_used_grows(void **state) {
  (void)state;
  static char body[64 << 10];
  store_space before = space_now();
  assert_true(before.used > 0);
  assert_true(before.free >= -1);
  store_job *job = job_new();
  uint32_t random = 1; /* text that does not repeat, because PostgreSQL compresses long values */
  for (int i = 0; i < 32; i++) {
    for (size_t k = 0; k < sizeof body; k++)
      body[k] = (char)('a' + ((random = random * 1664525U + 1013904223U) >> 24) % 26);
    store_job_event(job, "g1", i + 1, 1, NULL, body, sizeof body);
  }
  assert_true(store_job_bytes(job) > 32 * sizeof body);
  job_expect(job, STORE_DONE);
  assert_in_range(space_now().used - before.used, 1 << 20, 8 << 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {store_test(the_space_that_is_used_grows)};
  return store_tests_run(tests);
}
