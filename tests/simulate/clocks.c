/* The players' clocks, checked against virtual time.

   Gaps are the times in which a process served nobody: it was down, it stood still, or its store did not answer.
   Between two events the player to move may lose at most the virtual time between them, without gaps. A server notices
   a gap a little late, and gives back no stall below a second; so there is a tolerance for each gap. */
#include "simulate.h"

#include <string.h>

enum { GAPS = 512, GAP_MIN = 1100, TOLERANCE = 1000, SHORT = 14000 };

static struct { int64_t from, to, slack; } gaps[SIM_PROCESSES][GAPS];
static int gap_counts[SIM_PROCESSES];

/* (time, INT64_MAX) begins a gap whose end is not known, (INT64_MIN, time) ends it. */
void sim_clocks_open(void) { memset(gap_counts, 0, sizeof gap_counts); }

void sim_clocks_gap(int process, int64_t from, int64_t to, int64_t slack) {
  int *count = &gap_counts[process];
  if (from == INT64_MIN) {
    if (*count > 0 && gaps[process][*count - 1].to == INT64_MAX) gaps[process][*count - 1].to = to;
    return;
  }
  if (*count > 0 && gaps[process][*count - 1].to == INT64_MAX) return;
  if (*count == GAPS) {
    memmove(gaps[process], gaps[process] + GAPS / 2, sizeof *gaps[process] * (GAPS / 2));
    *count = GAPS / 2;
  }
  gaps[process][*count].from = from;
  gaps[process][*count].slack = slack;
  gaps[process][(*count)++].to = to;
}

void sim_clocks_restart(int process) {
  int count = 0;
  for (int i = 0; i < gap_counts[process]; i++)
    if (gaps[process][i].to - gaps[process][i].from > SHORT || gaps[process][i].to >= sim.now)
      gaps[process][count++] = gaps[process][i];
  gap_counts[process] = count;
}

/* The time in gaps between two times, and the sum of their slack; overlapping ones count once. */
static int64_t gap_sum(int process, int64_t from, int64_t to, int64_t *slack) {
  int64_t sum = 0, reached = from;
  *slack = 0;
  for (int i = 0; i < gap_counts[process]; i++) {
    int64_t start = gaps[process][i].from, end = gaps[process][i].to;
    if (end <= reached || start >= to) continue;
    if (start < reached) start = reached;
    if (end > to) end = to;
    *slack += gaps[process][i].slack;
    if (end - start >= GAP_MIN) sum += end - start;
    reached = end;
  }
  return sum;
}

/* What an event may add to a clock. */
static int64_t added(const online_room *before, const online_event *event, int seat) {
  if (event->seat != seat) return 0;
  if (event->kind == ONLINE_EVENT_TIME_GIVEN) return event->given;
  if (event->kind != ONLINE_EVENT_MOVED && event->kind != ONLINE_EVENT_ROLLED) return 0;
  return event->lag + (before->clock == ONLINE_CLOCK_TIME ? before->increment * 1000LL : 0);
}

void sim_clocks_check(sim_process *process, sim_game *game, const online_room *before, const online_event *event) {
  if (!event->has_clocks || before->state != ONLINE_RUNNING || before->clock == ONLINE_CLOCK_NONE) return;
  bool is_ply = event->kind == ONLINE_EVENT_MOVED || event->kind == ONLINE_EVENT_ROLLED;
  sim_check(event->lag <= ONLINE_LAG_PLY, "game %s: %d ms of lag for one ply", game->id, event->lag);
  for (int i = 0; i < before->players; i++) {
    bool is_reset = before->clock == ONLINE_CLOCK_DAYS && is_ply && event->seat == i + 1;
    sim_check(game->room->seats[i].lag <= ONLINE_LAG_GAME, "game %s: %d ms of lag", game->id, game->room->seats[i].lag);
    if (is_reset) continue;
    sim_check(event->clock_ms[i] <= before->seats[i].clock + added(before, event, i + 1),
              "game %s, event %d: the clock of seat %d went from %lld to %lld", game->id, event->number, i + 1,
              (long long)before->seats[i].clock, (long long)event->clock_ms[i]);
  }
  int seat = before->running;
  int64_t slack = 0;
  if (seat == 0 || (before->clock == ONLINE_CLOCK_DAYS && is_ply)) return;
  if (game->last_offset != sim_process_virtual(process, 0)) return; /* the server's time was moved meanwhile */
  int64_t start = game->last_time, end = sim_process_virtual(process, event->time);
  int64_t spent = before->seats[seat - 1].clock + event->lag - event->clock_ms[seat - 1];
  if (is_ply && game->room->turn != before->turn && event->seat == seat) spent += before->increment * 1000LL;
  if (event->kind == ONLINE_EVENT_TIME_GIVEN && event->seat == seat) spent += event->given;
  int64_t lost = sim.plan.processes > 1 ? 0 : gap_sum(process->index, start, end, &slack);
  sim_check(spent <= end - start - lost + TOLERANCE + slack,
            "game %s, event %d: seat %d lost %lld ms, but was served for %lld ms only (not for %lld ms)", game->id,
            event->number, seat, (long long)spent, (long long)(end - start - lost), (long long)lost);
  if (event->kind == ONLINE_EVENT_LEFT && event->cause == ONLINE_CAUSE_TIME && event->command[0] == '\0')
    sim_requests_flag(process, game, before->seats[seat - 1].person,
                      sim_process_virtual(process, before->since + before->seats[seat - 1].clock));
}
