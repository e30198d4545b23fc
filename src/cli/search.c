/* Implementation of search.h. Ctrl-C sets a flag that the stop callback of every search thread reads. */
#include "search.h"

#include "engine/common/large_pages.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_bool interrupted; /* set by the signal handler, read by every search thread */

static void on_signal(int number) {
  (void)number;
  atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

bool cli_search_is_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }

bool cli_search_should_stop(void *data) {
  (void)data;
  return cli_search_is_interrupted();
}

static bool search_should_stop(void *data) {
  const cli_search_context *context = data;
  if (pthread_equal(pthread_self(), context->thread)) context->poll(context->data);
  return cli_search_is_interrupted() || (context->tables != NULL && asc_tablebase_is_damaged(context->tables));
}

/* Reads "2", "0.5" or ".25": at least a microsecond, at most `max` seconds. */
static bool seconds_read(const char *text, int64_t max, int64_t *microseconds) {
  int64_t value = 0, unit = 1000000;
  bool digits = false;
  for (; *text >= '0' && *text <= '9' && value <= max; text++, digits = true) value = 10 * value + (*text - '0');
  if (value > max) return false;
  value *= unit;
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++, digits = true) value += (unit /= 10) * (*text - '0');
  *microseconds = value;
  return digits && *text == '\0' && value > 0 && value <= max * 1000000;
}

int cli_search_options_check(const char *command, cli_search_options *options) {
  enum { SECONDS_MAX = 10000000 };
  if (options->hash_mib > asc_large_pages_max_mib())
    return cli_fail(ASC_E_INPUT, command, "--hash takes at most half of the machine's memory, %lld MiB",
                    asc_large_pages_max_mib());
  if (options->time_text == NULL || seconds_read(options->time_text, SECONDS_MAX, &options->time_us)) return CLI_OK;
  return cli_fail(ASC_E_INPUT, command, "--time takes seconds, more than 0 and at most %d, not '%s'", SECONDS_MAX,
                  options->time_text);
}

void cli_search_catch_interrupts(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  if (cli_search_is_interrupted()) return;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

int cli_search_open(const char *command, asc_search **search, const asc_rules *rules, const cli_search_options *options,
                    cli_search_context *context) {
  cli_search_catch_interrupts();
  asc_search_options search_options = {.hash_bytes = (size_t)options->hash_mib << 20,
                                       .threads = (int)options->threads,
                                       .hooks = {.should_stop = search_should_stop, .data = context}};
  context->thread = pthread_self();
  int status = cli_tables_open(&context->tables, command, options->tables_folder, rules, options->may_lack_tables);
  if (status != CLI_OK) return status;
  int code = asc_search_open(search, rules, &search_options);
  if (code < 0) {
    asc_tablebase_close(context->tables);
    return cli_fail(code, command, "%s", asc_strerror(code));
  }
  if (context->tables == NULL && options->without_book) return CLI_OK;
  asc_oracle oracle = context->tables == NULL ? asc_book_oracle(rules) : asc_tablebase_oracle(context->tables);
  asc_search_set_oracle(*search, &oracle);
  return CLI_OK;
}

void cli_search_close(asc_search *search, cli_search_context *context) {
  asc_search_close(search);
  asc_tablebase_close(context->tables);
}

asc_search_limits cli_search_limits(const cli_search_options *options) {
  return (asc_search_limits){(int)options->depth, (uint64_t)options->nodes, options->time_us};
}
