#include "think.h"

#include "engine/common/pages.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_bool interrupted; /* asked for by every thread of a search */

static void interrupt_note(int number) {
  (void)number;
  atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

bool think_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }

bool think_stopped(void *data) {
  (void)data;
  return think_interrupted();
}

static bool search_should_stop(void *data) {
  const think_watch *watch = data;
  if (pthread_equal(pthread_self(), watch->thread)) watch->poll(watch->data);
  return think_interrupted() || (watch->tables != NULL && asc_tablebase_damaged(watch->tables));
}

/* "2", "0.5", ".25": at least a microsecond, at most `most` seconds. */
static bool seconds_read(const char *text, int64_t most, int64_t *microseconds) {
  int64_t value = 0, unit = 1000000;
  bool digits = false;
  for (; *text >= '0' && *text <= '9' && value <= most; text++, digits = true) value = 10 * value + (*text - '0');
  if (value > most) return false;
  value *= unit;
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++, digits = true) value += (unit /= 10) * (*text - '0');
  *microseconds = value;
  return digits && *text == '\0' && value > 0 && value <= most * 1000000;
}

int think_limits_check(const char *command, think_limits *limits) {
  enum { SECONDS_MAX = 10000000 };
  if (limits->hash > asc_pages_most())
    return cli_fail(ASC_E_INPUT, command, "--hash takes at most half of the machine's memory, %lld MiB",
                    asc_pages_most());
  if (limits->time == NULL || seconds_read(limits->time, SECONDS_MAX, &limits->microseconds)) return CLI_OK;
  return cli_fail(ASC_E_INPUT, command, "--time takes seconds, more than 0 and at most %d, not '%s'", SECONDS_MAX,
                  limits->time);
}

void think_interruptible(void) {
  struct sigaction action = {.sa_handler = interrupt_note, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  if (think_interrupted()) return;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

int think_open(const char *command, asc_search **search, const asc_rules *rules, const think_limits *limits,
               think_watch *watch) {
  think_interruptible();
  asc_search_options options = {.hash = (size_t)limits->hash << 20,
                                .threads = (int)limits->threads,
                                .host = {.stop = search_should_stop, .data = watch}};
  watch->thread = pthread_self();
  int status = cli_tables_open(&watch->tables, command, limits->tables, rules, limits->any_game);
  if (status != CLI_OK) return status;
  int code = asc_search_open(search, rules, &options);
  if (code < 0) {
    asc_tablebase_close(watch->tables);
    return cli_fail(code, command, "%s", asc_strerror(code));
  }
  if (watch->tables == NULL && limits->from_scratch) return CLI_OK;
  asc_oracle oracle = watch->tables == NULL ? asc_book(rules) : asc_tablebase_oracle(watch->tables);
  asc_search_consult(*search, &oracle);
  return CLI_OK;
}

void think_close(asc_search *search, think_watch *watch) {
  asc_search_close(search);
  asc_tablebase_close(watch->tables);
}

asc_limits think_limits_of(const think_limits *limits) {
  return (asc_limits){(int)limits->depth, (uint64_t)limits->nodes, limits->microseconds};
}
