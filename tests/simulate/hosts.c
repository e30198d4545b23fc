/* What befalls the servers: kills and stops with a restart, stalls, outages of the store, clocks that jump, lost
   connections, and the orders of the host. */
#include "simulate.h"

#include <string.h>

enum { AUDIT_EVERY = 10000, DAY = 86400000 };

static uint32_t below(uint32_t bound) { return sim_below(SIM_FAULTS, bound); }

static sim_process *process_any(void) { return &sim_processes[below((uint32_t)sim.plan.processes)]; }

static void start_again(void *data, uint64_t number) {
  sim_process *process = data;
  (void)number;
  if (process->loop == NULL && sim.now < sim.end)
    sim_process_start(process);
  else if (process->is_doomed || process->is_stopping)
    sim_after(1000, start_again, process, 0); /* it is still in its last step */
}

static void kill_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  sim_process *process = process_any();
  if (below(3) == 0)
    sim_process_stop(process);
  else
    sim_process_kill(process);
  sim_after(below(4) == 0 ? sim_interval(SIM_FAULTS, 300000) : 500 + below(8000), start_again, process, 0);
  sim_after(sim_interval(SIM_FAULTS, sim.plan.kill_every), kill_run, NULL, 0);
}

static void stall_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  sim_process *process = process_any();
  int64_t time = below(3) == 0 ? sim_interval(SIM_FAULTS, 30000) : 500 + below(9000);
  if (process->loop != NULL && process->stalled_until < sim.now && !process->is_stepping) {
    sim.stalls++;
    sim_note("process %d stands still for %lld ms", process->index, (long long)time);
    process->stalled_until = sim.now + time;
    sim_process_trouble(process, sim.now + time);
    /* The loop can't tell how much of the time in which it had nothing to do it stood still. */
    int64_t unseen = process->wake > sim.now ? process->wake - sim.now : 0;
    sim_clocks_gap(process->index, sim.now, sim.now + time, 200 + unseen);
  }
  sim_after(sim_interval(SIM_FAULTS, sim.plan.stall_every), stall_run, NULL, 0);
}

static void outage_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  sim_process *process = process_any();
  int64_t time = 500 + sim_interval(SIM_FAULTS, 15000);
  if (process->loop != NULL) {
    sim_store_outage(process, sim.now + time);
    sim_process_trouble(process, sim.now + time + 3000);
  }
  sim_after(sim_interval(SIM_FAULTS, sim.plan.outage_every), outage_run, NULL, 0);
}

static void deaf_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  sim_process *process = process_any();
  if (sim_process_is_up(process)) {
    int64_t time = 100 + sim_interval(SIM_FAULTS, 5000);
    sim_store_deafen(process, sim.now + time);
    sim_process_trouble(process, sim.now + time + 3000);
  }
  sim_after(sim_interval(SIM_FAULTS, sim.plan.news_lost), deaf_run, NULL, 0);
}

/* ---- clocks that jump ---- */

static void clock_back(void *data, uint64_t number) {
  sim_process *process = data;
  (void)number;
  if (sim.now >= sim.end) return; /* it is right already, and nobody would start the process again */
  process->offset = 0;
  sim_note("the clock of process %d is right again", process->index);
  sim_process_stop(process);
  sim_after(3000, start_again, process, 0);
}

/* The time of day is wrong for half an hour: by 200 days, or by a little, forward or back. */
static void jump_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  sim_process *process = process_any();
  if (process->offset == 0) {
    static const int64_t jumps[] = {200LL * DAY, -200LL * DAY, 3600000, -3600000, 5000, -5000};
    process->offset = jumps[below(6)];
    sim.jumps++;
    sim_note("the clock of process %d jumps by %lld ms", process->index, (long long)process->offset);
    if (below(2) == 0) {
      sim_process_stop(process);
      sim_after(3000, start_again, process, 0);
    }
    sim_after(1800000, clock_back, process, 0);
  }
  sim_after(sim_interval(SIM_FAULTS, sim.plan.jump_every), jump_run, NULL, 0);
}

/* ---- orders ---- */

static void order_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  if (sim.now >= sim.end) return;
  const sim_player *player = sim_player_at((int)below((uint32_t)sim_player_count()));
  const sim_view *view = &player->views[below(SIM_VIEWS)];
  if (below(3) == 0 && player->person[0] != '\0')
    sim_store_order("sign-out", player->person);
  else if (below(8) == 0)
    sim_store_order("close", "abcdefghijkmnpqr"); /* there is no such game */
  else if (view->game[0] != '\0')
    sim_store_order("close", view->game);
  sim_after(sim_interval(SIM_FAULTS, sim.plan.order_every), order_run, NULL, 0);
}

static void audit_run(void *data, uint64_t number) {
  (void)data;
  (void)number;
  sim_requests_audit();
  if (sim.now < sim.end) sim_after(AUDIT_EVERY, audit_run, NULL, 0);
}

static void plan_event(int64_t every, void (*run)(void *data, uint64_t number)) {
  if (every > 0) sim_after(sim_interval(SIM_FAULTS, every), run, NULL, 0);
}

void sim_hosts_open(void) {
  plan_event(sim.plan.kill_every, kill_run);
  if (sim.plan.kill_every > 0 && below(3) == 0) sim_after(below(5000), kill_run, NULL, 0); /* of a new database */
  plan_event(sim.plan.stall_every, stall_run);
  plan_event(sim.plan.outage_every, outage_run);
  plan_event(sim.plan.jump_every, jump_run);
  plan_event(sim.plan.order_every, order_run);
  if (sim.plan.processes > 1) plan_event(sim.plan.news_lost, deaf_run);
  sim_after(AUDIT_EVERY, audit_run, NULL, 0);
}
