#include "ugi_search.h"

#include "core/text.h"

#include <string.h>
#include <time.h>

enum {
  MS = 1000, /* microseconds */
  SLICE = 5 * MS,
  REPORT = 1000 * MS,
  CLOCK_MS_MAX = 100, /* of a clock, no more: the move will not get better */
  NODES_STANDARD = 20000
};

static int64_t now_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The milliseconds a clock allows for one move, or -1 where there is no clock. */
static long long clock_share(const search_limits *limits, int player) {
  long long time = limits->time[player - 1], increment = limits->increment[player - 1];
  if (time < 0 && increment < 0) return -1;
  long long share = (time < 0 ? 0 : time / 50) + (increment < 0 ? 0 : increment / 2);
  if (time >= 0 && share > time / 2) share = time / 2;
  return share < CLOCK_MS_MAX ? share : CLOCK_MS_MAX;
}

/* The smaller of two limits, of which either may be missing. */
static long long sooner(long long a, long long b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

void search_start(ugi_search *search, const asc_play *play, const search_limits *limits, asc_random *random) {
  const asc_rules *rules = asc_play_rules(play);
  memset(search, 0, sizeof *search);
  search->running = true;
  search->infinite = limits->infinite;
  search->rules = rules;
  memcpy(&search->position, asc_play_position(play), rules->position_size);
  search->player = asc_play_turn(play);
  search->plies_left = rules->ply_limit == 0 ? 0 : rules->ply_limit - asc_play_plies(play);
  search->move = asc_random_move(rules, &search->position, random);
  asc_random_seed(&search->playouts, asc_random_next(random));

  search->start = now_microseconds();
  search->report_at = search->start + REPORT;
  long long milliseconds = sooner(limits->movetime, clock_share(limits, search->player));
  /* Level 0 looks one ply deep and has done so now: any depth leaves it one slice for the estimate. */
  if (limits->depth >= 0) milliseconds = sooner(milliseconds, SLICE / MS);
  search->end = milliseconds < 0 || milliseconds > INT64_MAX / 2 / MS ? INT64_MAX : search->start + milliseconds * MS;
  search->nodes = limits->nodes >= 0 ? (uint64_t)limits->nodes : milliseconds >= 0 ? UINT64_MAX : NODES_STANDARD;
}

bool search_slice(ugi_search *search) {
  int64_t slice_end = now_microseconds() + SLICE;
  for (;;) {
    int64_t now = now_microseconds();
    bool enough = search->estimate.plies >= search->nodes || now >= search->end;
    if (enough && !search->infinite && search->estimate.playouts > 0) return false;
    if (now >= slice_end) return true;
    asc_estimate_add(&search->estimate, search->rules, &search->position, search->plies_left, &search->playouts);
  }
}

bool search_report_due(ugi_search *search) {
  int64_t now = now_microseconds();
  if (now < search->report_at) return false;
  search->report_at = now + REPORT;
  return true;
}

void search_write(const ugi_search *search, char *text, size_t size) {
  int64_t value = asc_estimate_value(&search->estimate, search->rules, search->player);
  int64_t hundredths = value < 0 ? -value : value;
  int64_t time = now_microseconds() - search->start;
  uint64_t nodes = search->estimate.plies;
  uint64_t nps = nodes * 1000000 / (uint64_t)(time > 0 ? time : 1);
  char move[ASC_TOKEN_MAX];
  asc_move_write(search->rules, &search->position, search->move, move);
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, "depth 1 score estimate %s%lld.%02lld nodes %llu nps %llu time %lld pv %s",
                    value < 0 ? "-" : "", (long long)(hundredths / 100), (long long)(hundredths % 100),
                    (unsigned long long)nodes, (unsigned long long)nps, (long long)(time / MS), move);
}
