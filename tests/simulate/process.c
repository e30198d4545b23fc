/* A server process: a live_loop in a fiber, with an inbox like that of the game thread (live/thread.c). A process that
   is killed in the middle of a step goes on to the end of it without any effect: its store fails, and nobody hears what
   it says. */
#include "simulate.h"

#include "live/inside.h"

#include <stdlib.h>
#include <string.h>

enum { START_TIME = 2000, SPIN_MAX = 20000, ROOM_TIME = 150000 };

sim_process sim_processes[SIM_PROCESSES];

static int64_t world_clock(void *data) {
  (void)data;
  return sim.now;
}

static int64_t world_time_of_day(void *data) { return SIM_EPOCH + sim.now + ((sim_process *)data)->offset; }

static void world_random(void *data, void *bytes, size_t length) {
  (void)data;
  for (size_t i = 0; i < length; i++) ((uint8_t *)bytes)[i] = (uint8_t)sim_below(SIM_SERVER, 256);
}

static void world_complain(void *data, const char *line) {
  sim_note("process %d: %s", ((sim_process *)data)->index, line);
}

static void world_local_addresses(void *data, asc_json *json) {
  (void)data;
  asc_json_text(json, NULL, "http://192.0.2.1:8000/");
}

/* ---- engines ---- */

static void engine_answer(void *data, uint64_t life) {
  live_engine_task *task = data;
  sim_process *process = &sim_processes[task->next != NULL];
  task->next = NULL;
  asc_rules *rules;
  if (process->life == life && process->loop != NULL && asc_rules_open(&rules, task->spec, NULL) >= 0) {
    asc_move *moves = malloc((size_t)rules->moves_max * sizeof *moves);
    int count = asc_position_moves(rules, &task->position, moves);
    if (count > 0) asc_move_write(rules, &task->position, moves[sim_below(SIM_SERVER, (uint32_t)count)], task->token);
    free(moves);
    asc_rules_close(rules);
  }
  if (process->life != life || process->loop == NULL) {
    live_engine_task_close(task);
    return;
  }
  live_input *input = live_input_open(LIVE_INPUT_ENGINE_MOVE, NULL);
  input->task = task;
  sim_process_post(process, input);
}

/* A random move, after a while. */
static void world_think(void *data, live_engine_task *task) {
  sim_process *process = data;
  sim_memory_stop();
  task->next = process->index == 0 ? NULL : task; /* whose it is; the list is not used meanwhile */
  task->token[0] = '\0';
  sim_after(10 + sim_below(SIM_SERVER, 400), engine_answer, task, process->life);
  sim_memory_start();
}

/* ---- steps ---- */

static void process_close(sim_process *process) {
  live_loop *loop = process->loop;
  process->loop = NULL;
  process->is_doomed = process->is_stopping = false;
  live_loop_close(loop);
  while (process->inbox != NULL) {
    live_input *input = process->inbox;
    process->inbox = input->next;
    if (process->inbox == NULL) process->inbox_end = &process->inbox; /* replies may bring new inputs */
    live_input_close(input);
  }
  process->inbox_end = &process->inbox;
  process->life++;
}

static void wake_plan(sim_process *process);

static void step_run(void *data) {
  sim_process *process = data;
  live_input *inputs = process->inbox;
  process->inbox = NULL;
  process->inbox_end = &process->inbox;
  while (inputs != NULL) {
    live_input *input = inputs;
    inputs = input->next;
    sim_memory_start();
    live_loop_receive(process->loop, input);
    sim_memory_stop();
  }
  sim_memory_start();
  live_loop_step(process->loop);
  sim_memory_stop();
  process->steps++;
  process->is_stepping = false;
  bool has_ended = live_loop_has_ended(process->loop);
  if (process->is_doomed || has_ended) {
    sim_requests_lost(process);
    process_close(process);
    sim_clocks_gap(process->index, sim.now, INT64_MAX, 500);
    return;
  }
  wake_plan(process);
}

static void wake_run(void *data, uint64_t life) {
  sim_process *process = data;
  if (process->life != life || process->loop == NULL || process->is_stepping || process->wake > sim.now) return;
  if (process->stalled_until > sim.now) {
    process->wake = process->stalled_until;
    sim_after(process->wake - sim.now, wake_run, process, life);
    return;
  }
  process->same_time_steps = process->last_step == sim.now ? process->same_time_steps + 1 : 0;
  process->last_step = sim.now;
  if (process->same_time_steps >= SPIN_MAX)
    sim_note("queue %d, changes %d, moves %d, wanted %s (state %d, failures %d), caught up %d/%d, wakes in %lld",
             process->loop->queue != NULL, process->loop->changes != NULL, process->loop->moves != NULL,
             process->loop->wanted != NULL ? process->loop->wanted->id : "none",
             process->loop->wanted != NULL ? (int)process->loop->wanted->state : -1,
             process->loop->wanted != NULL ? process->loop->wanted->failures : -1, process->loop->is_caught_up,
             process->loop->is_catching_up,
             process->loop->heap_count > 0
                 ? (long long)(sim_process_virtual(process, process->loop->heap[0]->wake) - sim.now)
                 : -1);
  sim_check(process->same_time_steps < SPIN_MAX, "process %d makes step after step and does not wait", process->index);
  process->is_stepping = true;
  process->wake = INT64_MAX;
  sim_fiber_resume(process->fiber);
}

static void wake_at(sim_process *process, int64_t time) {
  if (time < sim.now) time = sim.now;
  if (process->is_stepping || process->wake <= time) return;
  process->wake = time;
  sim_after(time - sim.now, wake_run, process, process->life);
}

static void wake_plan(sim_process *process) {
  process->wake = INT64_MAX;
  wake_at(process, process->inbox != NULL ? sim.now : live_loop_due(process->loop));
}

void sim_process_post(sim_process *process, live_input *input) {
  if (process->loop == NULL || process->is_doomed) {
    live_input_close(input);
    return;
  }
  if (input->kind == LIVE_INPUT_REQUEST) input->request->arrived = sim.now;
  input->next = NULL;
  *process->inbox_end = input;
  process->inbox_end = &input->next;
  wake_at(process, sim.now);
}

/* ---- life ---- */

bool sim_process_is_up(const sim_process *process) {
  return process->loop != NULL && !process->is_doomed && !process->is_stopping;
}

void sim_process_rooms_check(const sim_process *process) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (const live_room *room = process->loop->rooms[i]; room != NULL; room = room->next)
      sim_check(room->listeners == NULL && sim.now - sim_process_virtual(process, room->used) < ROOM_TIME,
                "process %d still has room %s (state %d, of game %d, thinking %d, listeners %d)", process->index,
                room->id, room->state, room->game == NULL ? -1 : (int)room->game->state, room->is_thinking,
                room->listeners != NULL);
}

int64_t sim_process_virtual(const sim_process *process, int64_t server_time) {
  return server_time - process->loop->wall + process->loop->mono;
}

void sim_process_trouble(sim_process *process, int64_t until) {
  if (until > process->trouble) process->trouble = until;
}

bool sim_process_was_fine(const sim_process *process, int64_t since) {
  return process->loop != NULL && process->trouble < since && process->started < since && sim.plan.memory_fails == 0;
}

static void start_run(void *data, uint64_t life) {
  sim_process *process = data;
  if (process->life == life && process->loop == NULL) sim_process_start(process);
}

void sim_process_start(sim_process *process) {
  const live_world world = {.data = process,
                            .clock = world_clock,
                            .time_of_day = world_time_of_day,
                            .random = world_random,
                            .read = sim_store_read,
                            .write = sim_store_write,
                            .probe = sim_store_probe,
                            .list = sim_store_list,
                            .send = sim_output_take,
                            .think = world_think,
                            .complain = world_complain,
                            .local_addresses = world_local_addresses};
  const live_options options = {.is_shared = sim.plan.processes > 1,
                                .heartbeat = sim_store_heartbeat(),
                                .retention = STORE_RETENTION_DEFAULT,
                                .limits = sim.plan.has_flood ? 100 : 0,
                                .cookie = "ascona_simulated"};
  asc_error error = {0};
  if (process->fiber == NULL) process->fiber = sim_fiber_open(step_run, process);
  sim_process_trouble(process, sim.now);
  process->started = sim.now;
  int code = live_loop_open(&process->loop, &world, &options, &error);
  sim_memory_stop();
  if (code != ASC_OK) {
    sim_note("process %d can't start: %s", process->index, error.reason);
    sim_after(START_TIME, start_run, process, process->life);
    return;
  }
  sim_clocks_gap(process->index, INT64_MIN, sim.now, 0);
  sim_clocks_restart(process->index);
  process->wake = INT64_MAX;
  wake_plan(process);
}

void sim_process_kill(sim_process *process) {
  if (process->loop == NULL || process->is_doomed) return;
  sim.kills++;
  sim_note("process %d is killed%s", process->index, process->is_stepping ? " in a step" : "");
  sim_process_trouble(process, sim.now);
  process->is_doomed = true;
  if (process->is_stepping) return;
  sim_requests_lost(process);
  process_close(process);
  sim_clocks_gap(process->index, sim.now, INT64_MAX, 500);
}

void sim_process_stop(sim_process *process) {
  if (!sim_process_is_up(process)) return;
  sim_note("process %d is stopped", process->index);
  sim_process_trouble(process, sim.now);
  sim_process_post(process, live_input_open(LIVE_INPUT_STOP, NULL));
  process->is_stopping = true;
}

void sim_processes_open(void) {
  memset(sim_processes, 0, sizeof sim_processes);
  for (int i = 0; i < SIM_PROCESSES; i++) {
    sim_processes[i].index = i;
    sim_processes[i].inbox_end = &sim_processes[i].inbox;
    sim_processes[i].trouble = INT64_MIN / 2;
    if (i < sim.plan.processes) sim_process_start(&sim_processes[i]);
  }
}

void sim_processes_close(void) {
  for (int i = 0; i < SIM_PROCESSES; i++) {
    while (sim_processes[i].is_stepping) sim_run(sim.now + 1000); /* it waits for the store */
    if (sim_processes[i].loop != NULL) sim_process_kill(&sim_processes[i]);
    sim_check(sim_processes[i].loop == NULL, "process %d is still in a step", i);
    sim_fiber_close(sim_processes[i].fiber);
  }
}
