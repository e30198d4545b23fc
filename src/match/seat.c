/* The players of one job. Ours think in this thread; an outside program is asked, and started again for the next game
   after it failed. */
#include "game.h"

#include "core/clock.h"
#include "core/text.h"
#include "study/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000 };

static bool is_stopped(void *data) { return atomic_load_explicit(((asc_match_job *)data)->stop, memory_order_relaxed); }

static asc_ugi_state program_option(asc_ugi_client *client, const char *option, char *fault) {
  char name[64];
  const char *value = strchr(option, '=') + 1;
  (void)snprintf(name, sizeof name, "%.*s", (int)(value - 1 - option), option);
  return asc_ugi_client_set(client, name, value, fault);
}

static asc_ugi_state program_open(asc_match_job *job, int side, char *fault) {
  const asc_match_player *asked = &job->setup->sides[side];
  const asc_ugi_driver host = {.patience = job->setup->patience, .stop = is_stopped, .data = job};
  asc_ugi_client **client = &job->clients[side];
  asc_ugi_state state = asc_ugi_client_open(client, asked->command, &host, fault);
  if (state == ASC_UGI_FINE) state = asc_ugi_client_set(*client, "Game", job->setup->rules->spec, fault);
  for (int i = 0; state == ASC_UGI_FINE && i < asked->option_count; i++)
    state = program_option(*client, asked->options[i], fault);
  return state;
}

static asc_match_answer answer_of(asc_match_job *job, int side, asc_ugi_state state) {
  if (state == ASC_UGI_FINE) return ASC_MATCH_CHOSEN;
  asc_ugi_client_close(job->clients[side]);
  job->clients[side] = NULL;
  return state == ASC_UGI_FAULT ? ASC_MATCH_FAULT : ASC_MATCH_NO_ANSWER;
}

static int player_open(asc_match_job *job, int side, asc_match_error *error) {
  const char *text = job->setup->sides[side].text;
  const asc_host host = {.stop = is_stopped, .data = job};
  asc_error reason = {0};
  int code = asc_player_open(&job->players[side], job->setup->rules, strchr(text, ':') + 1, &host, &reason);
  if (code < 0) return asc_match_fail_error(error, code, text, &reason);
  if (job->setup->oracle.ask != NULL) asc_player_consult(job->players[side], &job->setup->oracle);
  return 1;
}

static int seat_open(asc_match_job *job, int side, asc_match_error *error) {
  if (job->setup->sides[side].command == NULL) return player_open(job, side, error);
  char fault[ASC_MATCH_FAULT_MAX];
  asc_match_answer answer = answer_of(job, side, program_open(job, side, fault));
  if (answer == ASC_MATCH_FAULT) return asc_match_fail(error, ASC_E_INPUT, job->setup->sides[side].text, "%s", fault);
  return answer == ASC_MATCH_CHOSEN;
}

int asc_match_job_open(asc_match_job *job, asc_match_error *error) {
  int code = 1;
  for (int side = 0; code > 0 && side < job->setup->rules->players; side++) code = seat_open(job, side, error);
  return code;
}

void asc_match_job_close(asc_match_job *job) {
  for (int side = 0; side < ASC_PLAYERS_MAX; side++) {
    asc_player_close(job->players[side]);
    asc_ugi_client_close(job->clients[side]);
  }
}

static asc_ugi_state program_begin(asc_match_job *job, int side, uint64_t seed, char *fault) {
  asc_ugi_state state = job->clients[side] == NULL ? program_open(job, side, fault) : ASC_UGI_FINE;
  asc_ugi_client *client = job->clients[side];
  if (state == ASC_UGI_FINE && asc_ugi_client_has(client, "Seed")) {
    char number[32];
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)(seed >> 2) + 1);
    state = asc_ugi_client_set(client, "Seed", number, fault);
  }
  return state == ASC_UGI_FINE ? asc_ugi_client_new_game(client, fault) : state;
}

asc_match_answer asc_match_seat_begin(asc_match_job *job, int side, uint64_t seed, char *fault) {
  if (job->setup->sides[side].command != NULL) return answer_of(job, side, program_begin(job, side, seed, fault));
  asc_player_clear(job->players[side]);
  job->games[side] = seed;
  return ASC_MATCH_CHOSEN;
}

static asc_match_answer player_choose(asc_match_job *job, int side, const asc_play *play, int64_t left, uint64_t seed,
                                      asc_match_choice *choice) {
  const asc_match_setup *setup = job->setup;
  asc_report report = {0};
  asc_task task = asc_task_of(play, NULL);
  if (setup->time > 0) asc_task_clock(&task, left, setup->increment);
  if (setup->movetime > 0) task.hard = asc_match_sooner(task.hard, setup->movetime);
  task.nodes = setup->nodes;
  task.depth = setup->depth;
  task.game = job->games[side];
  /* Who does not search is not asked for what he thinks. */
  const asc_player_settings *settings = &setup->sides[side].settings;
  bool searches = settings->kind == ASC_PLAYER_UCT || settings->level > 0;
  int code = asc_player_choose(job->players[side], &task, seed, &choice->move, searches ? &report : NULL);
  choice->nodes = report.nodes;
  choice->depth = report.depth;
  return code < 0 ? ASC_MATCH_NO_MEMORY : ASC_MATCH_CHOSEN;
}

/* The way to the position. Who left cannot be told by a move, so the way begins behind that. */
static char *position_write(const asc_play *play) {
  int events = asc_play_events(play), first = 0;
  for (int i = 0; i < events; i++)
    if (asc_play_event(play, i)->gave_up) first = i + 1;
  size_t size = ASC_TEXT_MAX + 64 + (size_t)(events - first) * ASC_TOKEN_MAX;
  char *text = malloc(size), position[ASC_TEXT_MAX];
  if (text == NULL) return NULL;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "position ");
  (void)asc_position_write(asc_play_rules(play), asc_play_before(play, first), position, sizeof position);
  if (first == 0)
    asc_writer_string(&writer, "startpos");
  else
    asc_writer_format(&writer, "fen %s", position);
  if (first < events) asc_writer_string(&writer, " moves");
  for (int i = first; i < events; i++) asc_writer_format(&writer, " %s", asc_play_event(play, i)->token);
  return text;
}

static void go_write(const asc_match_setup *setup, int64_t movetime, const int64_t *clocks, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "go");
  if (movetime > 0) asc_writer_format(&writer, " movetime %lld", (long long)(movetime / MS));
  if (setup->nodes > 0) asc_writer_format(&writer, " nodes %llu", (unsigned long long)setup->nodes);
  if (setup->depth > 0) asc_writer_format(&writer, " depth %d", setup->depth);
  for (int i = 0; setup->time > 0 && i < setup->rules->players; i++)
    asc_writer_format(&writer, " p%dtime %lld p%dinc %lld", i + 1, (long long)(clocks[i] / MS), i + 1,
                      (long long)(setup->increment / MS));
}

/* The move it answered with, which has to be one. */
static asc_match_answer answer_check(asc_match_job *job, int side, const asc_play *play, const asc_ugi_answer *answer,
                                     asc_move *move, char *fault) {
  asc_error error = {0};
  int code = asc_move_read(asc_play_rules(play), asc_play_position(play), answer->move, move, &error);
  if (code >= 0) return ASC_MATCH_CHOSEN;
  (void)snprintf(fault, ASC_MATCH_FAULT_MAX, "it plays '%s', which is no legal move: %s%s%s", answer->move,
                 error.reason[0] != '\0' ? error.reason : asc_strerror(code),
                 answer->error[0] != '\0' ? "; it said: " : "", answer->error);
  return answer_of(job, side, ASC_UGI_FAULT);
}

static asc_match_answer program_choose(asc_match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                       asc_match_choice *choice, char *fault) {
  const asc_match_setup *setup = job->setup;
  char go[256];
  asc_ugi_answer answer;
  int64_t movetime = asc_match_side_movetime(setup, side), left = clocks[asc_play_turn(play) - 1];
  char *position = position_write(play);
  if (position == NULL) return ASC_MATCH_NO_MEMORY;
  go_write(setup, movetime, clocks, go, sizeof go);
  asc_ugi_state state = asc_ugi_client_go(
      job->clients[side], position, go, setup->time > 0 ? asc_match_sooner(movetime, left) : movetime, &answer, fault);
  free(position);
  choice->nodes = answer.nodes;
  choice->depth = answer.depth;
  if (state != ASC_UGI_FINE) return answer_of(job, side, state);
  return answer_check(job, side, play, &answer, &choice->move, fault);
}

asc_match_answer asc_match_seat_choose(asc_match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                       uint64_t seed, asc_match_choice *choice, char *fault) {
  int64_t began = asc_clock_microseconds();
  *choice = (asc_match_choice){0};
  asc_match_answer answer = job->setup->sides[side].command != NULL
                                ? program_choose(job, side, play, clocks, choice, fault)
                                : player_choose(job, side, play, clocks[asc_play_turn(play) - 1], seed, choice);
  choice->time = asc_clock_microseconds() - began;
  return is_stopped(job) ? ASC_MATCH_NO_ANSWER : answer;
}
