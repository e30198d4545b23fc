/* One run of the simulator: the plan that follows from a seed, the run, the end, and the digest.

     simulate SEED [DAYS] [OPTION…]     a run; the plan follows from the seed; every eighth seed is a club
     simulate --club SEED [DAYS]        a club: 40 members, 20 to 90 games per day
     simulate --until SECONDS SEED      runs seeds one after the other for so long; prints the one that fails
     --calm, --verbose, --processes N, --players N, --memory */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLUB_EVERY = 8, DAY = 86400000, MINUTE = 60000, SECOND = 1000, QUIET = 400000 };

static online_rules_cache *rules;

online_rules_cache *sim_rules(void) { return rules; }

/* ---- the plan ---- */

static int64_t some(asc_random *random, uint32_t chance, int64_t value) {
  return asc_random_below(random, 100) < chance ? value : 0;
}

/* Each seed has some faults and not others, so that what needs a working store is tested, too. */
static void plan_make(sim_plan *plan) {
  asc_random random;
  asc_random_seed(&random, plan->seed * 2 + 1);
  uint32_t kind = asc_random_below(&random, 8);
  if (plan->length == 0 && plan->players == 0 && plan->seed % CLUB_EVERY == 0) plan->is_club = true;
  if (plan->processes == 0) plan->processes = plan->is_club || kind % 2 == 0 ? 1 : 2;
  if (plan->players == 0)
    plan->players = plan->is_club ? 40 : kind == 7 ? 2000 : 12 + (int)asc_random_below(&random, 40);
  if (plan->length == 0) plan->length = plan->is_club ? 10LL * DAY : kind == 7 ? 12 * SECOND : 4 * MINUTE;
  bool is_calm = plan->is_calm || kind == 0 || kind == 1;
  int64_t rare = plan->is_club ? 200 : 1; /* a club's faults are as rare as its games */
  plan->lost_replies = 500;
  plan->order_every = (asc_random_below(&random, 2) == 0 ? 40000 : 2000) * rare;
  plan->has_flood = !plan->is_club && kind == 1;
  plan->has_spam = !plan->is_club && asc_random_below(&random, 3) == 0;
  if (is_calm) return;
  plan->write_fails = (int)some(&random, 50, 300 / (plan->is_club ? 100 : 1));
  plan->answer_fails = (int)some(&random, 50, 300 / (plan->is_club ? 100 : 1));
  plan->read_fails = (int)some(&random, 30, 100 / (plan->is_club ? 50 : 1));
  plan->query_fails = (int)some(&random, 30, 300 / (plan->is_club ? 100 : 1));
  plan->slow = (int)some(&random, 50, 300 / (plan->is_club ? 100 : 1));
  plan->kill_every = some(&random, 60, 4 * MINUTE * rare);
  plan->stall_every = some(&random, 60, MINUTE * rare);
  plan->outage_every = some(&random, 50, 3 * MINUTE * rare);
  plan->jump_every = some(&random, 30, (plan->is_club ? 1200 : 40) * MINUTE);
  plan->news_lost = some(&random, 60, 2 * MINUTE * rare);
  if (plan->memory_fails == 0 && !plan->is_club && kind == 2) plan->memory_fails = 60;
}

/* ---- the end ---- */

/* Nothing fails any more and nobody plays: everything must settle. */
static void settle(void) {
  sim.plan.write_fails = sim.plan.answer_fails = sim.plan.read_fails = sim.plan.query_fails = sim.plan.slow = 0;
  sim.plan.memory_fails = sim.plan.lost_replies = 0;
  for (int i = 0; i < sim_player_count(); i++) sim_socket_close(sim_player_at(i));
  for (int i = 0; i < sim.plan.processes; i++) {
    sim_processes[i].offset = 0;
    if (sim_processes[i].stalled_until > sim.now) sim_run(sim_processes[i].stalled_until);
  }
  sim_run(sim.now + MINUTE);
  for (int i = 0; i < sim.plan.processes; i++)
    if (sim_processes[i].loop == NULL) sim_process_start(&sim_processes[i]);
  sim_run(sim.now + QUIET);
  sim_requests_audit();
  for (int i = 0; i < sim.plan.processes; i++) {
    sim_process *process = &sim_processes[i];
    sim_check(process->loop != NULL && process->figures.store_is_up, "process %d is not up at the end", i);
    sim_process_rooms_check(process);
  }
  sim_check(sim_ledger_orders_left() == 0, "%d orders of the host were not carried out", sim_ledger_orders_left());
}

static void digest_print(double seconds) {
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_final(&sim.digest, digest);
  for (int i = 0; i < 16; i++) printf("%02x", digest[i]);
  printf(" seed %llu: %.2f days, %d processes, %d players, %lld games, %lld plies, %lld requests, %lld commits "
         "(%lld failed), %lld kills, %lld stalls, %lld jumps, %lld failed allocations",
         (unsigned long long)sim.plan.seed, (double)sim.plan.length / DAY, sim.plan.processes, sim.plan.players,
         (long long)sim.games, (long long)sim.plies, (long long)sim.requests, (long long)sim.commits,
         (long long)sim.failed_commits, (long long)sim.kills, (long long)sim.stalls, (long long)sim.jumps,
         (long long)sim.failed_memory);
  if (seconds >= 0) printf("; %.1f s", seconds);
  printf("\n");
  (void)fflush(stdout);
}

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void run(sim_plan plan, bool is_timed) {
  double start = cpu_seconds();
  plan_make(&plan);
  sim = (sim_world){.plan = plan, .now = 1000, .end = 1000 + plan.length};
  asc_sha256_init(&sim.digest);
  for (int i = 0; i < SIM_STREAMS; i++) asc_random_seed(&sim.random[i], plan.seed * SIM_STREAMS + (uint64_t)i);
  if (online_rules_cache_open(&rules) < 0) exit(3);
  sim_clocks_open();
  sim_store_open();
  sim_processes_open();
  sim_players_open();
  sim_hosts_open();
  sim_run(sim.end);
  settle();
  sim_store_audit();
  sim_processes_close();
  sim_run(INT64_MAX / 4); /* what is on its way gets lost */
  sim_requests_close();
  sim_players_close();
  sim_ledger_close();
  sim_store_close();
  sim_world_close();
  online_rules_cache_close(rules);
  digest_print(is_timed ? cpu_seconds() - start : -1);
}

/* ---- the command line ---- */

static void usage(void) {
  (void)fputs("usage: simulate [--club] [--calm] [--memory] [--verbose] [--timed] [--processes N] [--players N]\n"
              "                [--until SECONDS] SEED [DAYS]\n",
              stderr);
  exit(2);
}

int main(int argc, char **argv) {
  sim_plan plan = {0};
  bool is_timed = false;
  double until = 0;
  const char *numbers[2] = {NULL, NULL};
  int count = 0;
  for (int i = 1; i < argc; i++) {
    const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(word, "--club") == 0)
      plan.is_club = true;
    else if (strcmp(word, "--calm") == 0)
      plan.is_calm = true;
    else if (strcmp(word, "--memory") == 0)
      plan.memory_fails = 60;
    else if (strcmp(word, "--verbose") == 0)
      plan.is_verbose = true;
    else if (strcmp(word, "--timed") == 0)
      is_timed = true;
    else if (strcmp(word, "--processes") == 0 && value != NULL)
      plan.processes = atoi(argv[++i]);
    else if (strcmp(word, "--players") == 0 && value != NULL)
      plan.players = atoi(argv[++i]);
    else if (strcmp(word, "--until") == 0 && value != NULL)
      until = atof(argv[++i]);
    else if (word[0] != '-' && count < 2)
      numbers[count++] = word;
    else
      usage();
  }
  if (count == 0 || plan.processes < 0 || plan.processes > SIM_PROCESSES || plan.players < 0) usage();
  plan.seed = strtoull(numbers[0], NULL, 10);
  if (count > 1) plan.length = (int64_t)(atof(numbers[1]) * DAY);
  do run(plan, is_timed);
  while (plan.seed++, cpu_seconds() < until);
  return 0;
}
