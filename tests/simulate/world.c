/* Virtual time: a heap of events ordered by (time, number), random numbers from the seed, and fibers.

   A server process runs in a fiber. When its store takes time, the fiber waits: other events happen, and an event
   resumes it later. Only one fiber runs at a time, so there is nothing to lock. */
#include "simulate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

sim_world sim;

/* ---- random numbers ---- */

uint32_t sim_below(sim_stream stream, uint32_t bound) { return asc_random_below(&sim.random[stream], bound); }

bool sim_chance(sim_stream stream, int per_100000) {
  return per_100000 > 0 && sim_below(stream, 100000) < (uint32_t)per_100000;
}

/* A geometric number of pieces; integers only, so that it is the same on every machine. */
int64_t sim_interval(sim_stream stream, int64_t average) {
  int64_t piece = average / 8 + 1, sum = 0;
  do sum += sim_below(stream, (uint32_t)(piece < 1 << 30 ? piece : 1 << 30)) + 1;
  while (sum < 100 * average && sim_below(stream, 16) != 0);
  return sum;
}

/* ---- events ---- */

typedef struct event {
  int64_t time;
  uint64_t order, number;
  void (*run)(void *data, uint64_t number);
  void *data;
} event;

static event *events;
static size_t event_count, event_capacity;
static uint64_t event_order;

static bool is_before(const event *a, const event *b) {
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void sim_after(int64_t delay, void (*run)(void *data, uint64_t number), void *data, uint64_t number) {
  if (event_count == event_capacity) {
    event_capacity = event_capacity == 0 ? 1024 : 2 * event_capacity;
    events = realloc(events, event_capacity * sizeof *events);
  }
  event added = {sim.now + (delay > 0 ? delay : 0), event_order++, number, run, data};
  size_t at = event_count++;
  for (; at > 0 && is_before(&added, &events[(at - 1) / 2]); at = (at - 1) / 2) events[at] = events[(at - 1) / 2];
  events[at] = added;
}

static event event_take(void) {
  event first = events[0], last = events[--event_count];
  size_t at = 0, child;
  while ((child = 2 * at + 1) < event_count) {
    if (child + 1 < event_count && is_before(&events[child + 1], &events[child])) child++;
    if (!is_before(&events[child], &last)) break;
    events[at] = events[child];
    at = child;
  }
  events[at] = last;
  return first;
}

void sim_run(int64_t until) {
  while (event_count > 0 && events[0].time <= until) {
    event next = event_take();
    sim.now = next.time;
    sim.events++;
    next.run(next.data, next.number);
  }
  if (sim.now < until) sim.now = until;
}

void sim_world_close(void) {
  free(events);
  events = NULL;
  event_count = event_capacity = 0;
}

/* ---- what is said ---- */

static void line_write(FILE *file, const char *what, const char *format, va_list args) {
  int64_t seconds = sim.now / 1000;
  (void)fprintf(file, "%s (seed %llu, day %lld %02d:%02d:%02d.%03d): ", what, (unsigned long long)sim.plan.seed,
                (long long)(seconds / 86400), (int)(seconds / 3600 % 24), (int)(seconds / 60 % 60), (int)(seconds % 60),
                (int)(sim.now % 1000));
  (void)vfprintf(file, format, args);
  (void)fputc('\n', file);
}

void sim_fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)fflush(stdout);
  line_write(stderr, "simulate: wrong", format, args);
  va_end(args);
  _Exit(1);
}

void sim_note(const char *format, ...) {
  va_list args;
  if (!sim.plan.is_verbose) return;
  va_start(args, format);
  line_write(stdout, "note", format, args);
  va_end(args);
}

void sim_digest_add(const void *bytes, size_t length) { asc_sha256_update(&sim.digest, bytes, length); }

/* ---- fibers ---- */

/* Steps use less than 60 KB, also with sanitizers. The address sanitizer clears its notes of the whole stack whenever
   a fiber is resumed, so a larger one is slow. */
enum { STACK = 1 << 18 };

struct sim_fiber {
  ucontext_t own, caller;
  void (*run)(void *data);
  void *data;
  char *stack;
  bool is_running; /* its function has started and not returned */
  sim_fiber *resumed_by;
#ifdef HAS_ASAN
  const void *caller_stack;
  size_t caller_size;
#endif
};

static sim_fiber *current;

static void fiber_main(void) {
  for (;;) {
    sim_fiber *fiber = current;
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(NULL, &fiber->caller_stack, &fiber->caller_size);
#endif
    fiber->run(fiber->data);
    fiber->is_running = false;
#ifdef HAS_ASAN
    void *fake;
    __sanitizer_start_switch_fiber(&fake, fiber->caller_stack, fiber->caller_size);
#endif
    (void)swapcontext(&fiber->own, &fiber->caller);
  }
}

sim_fiber *sim_fiber_open(void (*run)(void *data), void *data) {
  sim_fiber *fiber = calloc(1, sizeof *fiber);
  fiber->run = run;
  fiber->data = data;
  fiber->stack = malloc(STACK);
  (void)getcontext(&fiber->own);
  fiber->own.uc_stack.ss_sp = fiber->stack;
  fiber->own.uc_stack.ss_size = STACK;
  makecontext(&fiber->own, fiber_main, 0);
  return fiber;
}

void sim_fiber_close(sim_fiber *fiber) {
  if (fiber == NULL) return;
  free(fiber->stack);
  free(fiber);
}

void sim_fiber_resume(sim_fiber *fiber) {
  fiber->resumed_by = current;
  fiber->is_running = true;
  current = fiber;
#ifdef HAS_ASAN
  void *fake;
  __sanitizer_start_switch_fiber(&fake, fiber->stack, STACK);
#endif
  (void)swapcontext(&fiber->caller, &fiber->own);
#ifdef HAS_ASAN
  __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
  current = fiber->resumed_by;
}

static void fiber_continue(void *data, uint64_t number) {
  (void)number;
  sim_fiber_resume(data);
}

void sim_wait(int64_t delay) {
  sim_fiber *fiber = current;
  if (delay <= 0 || fiber == NULL) return;
  sim_after(delay, fiber_continue, fiber, 0);
#ifdef HAS_ASAN
  void *fake;
  __sanitizer_start_switch_fiber(&fake, fiber->caller_stack, fiber->caller_size);
#endif
  (void)swapcontext(&fiber->own, &fiber->caller);
#ifdef HAS_ASAN
  __sanitizer_finish_switch_fiber(fake, &fiber->caller_stack, &fiber->caller_size);
#endif
}
