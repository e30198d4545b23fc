/* The players of one job. Our own players search in the thread of the job. An external engine is asked through UGI;
   after an error it is started again for the next game. */
#include "game.h"

#include "base/clock.h"
#include "base/text.h"
#include "study/search_task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000 };

static bool is_stopped(void *data) { return atomic_load_explicit(((match_job *)data)->stop, memory_order_relaxed); }

static ugi_status engine_set_option(ugi_client *client, const char *option, char *error_text) {
  char name[64];
  const char *value = strchr(option, '=') + 1;
  (void)snprintf(name, sizeof name, "%.*s", (int)(value - 1 - option), option);
  return ugi_client_set_option(client, name, value, error_text);
}

static ugi_status engine_open(match_job *job, int side, char *error_text) {
  const match_player *player = &job->setup->sides[side];
  const ugi_client_hooks hooks = {.timeout_us = job->setup->timeout_us, .should_stop = is_stopped, .data = job};
  ugi_client **client = &job->clients[side];
  ugi_status status = ugi_client_open(client, player->command, &hooks, error_text);
  if (status == UGI_OK) status = ugi_client_set_option(*client, "Game", job->setup->rules->spec, error_text);
  for (int i = 0; status == UGI_OK && i < player->option_count; i++)
    status = engine_set_option(*client, player->options[i], error_text);
  return status;
}

static match_choice_status status_of(match_job *job, int side, ugi_status status) {
  if (status == UGI_OK) return MATCH_CHOSEN;
  ugi_client_close(job->clients[side]);
  job->clients[side] = NULL;
  return status == UGI_ERROR ? MATCH_PLAYER_ERROR : MATCH_INTERRUPTED;
}

static int player_open(match_job *job, int side, match_error *error) {
  const char *text = job->setup->sides[side].text;
  const asc_search_hooks hooks = {.should_stop = is_stopped, .data = job};
  asc_error reason = {0};
  int code = asc_player_open(&job->players[side], job->setup->rules, strchr(text, ':') + 1, &hooks, &reason);
  if (code < 0) return match_error_set_from(error, code, text, &reason);
  if (job->setup->oracle.probe != NULL) asc_player_set_oracle(job->players[side], &job->setup->oracle);
  return 1;
}

static int side_open(match_job *job, int side, match_error *error) {
  if (job->setup->sides[side].command == NULL) return player_open(job, side, error);
  char error_text[MATCH_ERROR_MAX];
  match_choice_status answer = status_of(job, side, engine_open(job, side, error_text));
  if (answer == MATCH_PLAYER_ERROR)
    return match_error_set(error, ASC_E_INPUT, job->setup->sides[side].text, "%s", error_text);
  return answer == MATCH_CHOSEN;
}

int match_job_open(match_job *job, match_error *error) {
  int code = 1;
  for (int side = 0; code > 0 && side < job->setup->rules->players; side++) code = side_open(job, side, error);
  return code;
}

void match_job_close(match_job *job) {
  for (int side = 0; side < ASC_PLAYERS_MAX; side++) {
    asc_player_close(job->players[side]);
    ugi_client_close(job->clients[side]);
  }
}

static ugi_status engine_start_game(match_job *job, int side, uint64_t seed, char *error_text) {
  ugi_status status = job->clients[side] == NULL ? engine_open(job, side, error_text) : UGI_OK;
  ugi_client *client = job->clients[side];
  if (status == UGI_OK && ugi_client_has_option(client, "Seed")) {
    char number[32];
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)(seed >> 2) + 1);
    status = ugi_client_set_option(client, "Seed", number, error_text);
  }
  return status == UGI_OK ? ugi_client_new_game(client, error_text) : status;
}

match_choice_status match_side_start_game(match_job *job, int side, uint64_t seed, char *error_text) {
  if (job->setup->sides[side].command != NULL)
    return status_of(job, side, engine_start_game(job, side, seed, error_text));
  asc_player_clear(job->players[side]);
  job->game_seeds[side] = seed;
  return MATCH_CHOSEN;
}

static match_choice_status player_choose(match_job *job, int side, const asc_play *play, int64_t left_us, uint64_t seed,
                                         match_choice *choice) {
  const match_setup *setup = job->setup;
  asc_search_report report = {0};
  asc_search_task task = asc_search_task_from_play(play, NULL);
  if (setup->time_us > 0) asc_search_task_set_clock(&task, left_us, setup->increment_us);
  if (setup->movetime_us > 0) task.hard_us = match_time_min(task.hard_us, setup->movetime_us);
  task.nodes = setup->nodes;
  task.depth = setup->depth;
  task.game_seed = job->game_seeds[side];
  /* A player that does not search has no report. */
  const asc_player_settings *settings = &setup->sides[side].settings;
  bool searches = settings->kind == ASC_PLAYER_UCT || settings->level > 0;
  int code = asc_player_choose(job->players[side], &task, seed, &choice->move, searches ? &report : NULL);
  choice->nodes = report.nodes;
  choice->depth = report.depth;
  return code < 0 ? MATCH_NO_MEMORY : MATCH_CHOSEN;
}

/* Returns the command `position` for the game, which the caller frees; NULL if out of memory. A move cannot express a
   resignation, so the command starts from the position after the last one. */
static char *position_write(const asc_play *play) {
  int events = asc_play_event_count(play), first = 0;
  for (int i = 0; i < events; i++)
    if (asc_play_event(play, i)->resigned) first = i + 1;
  size_t size = ASC_POSITION_TEXT_MAX + 64 + (size_t)(events - first) * ASC_TOKEN_MAX;
  char *text = malloc(size), position[ASC_POSITION_TEXT_MAX];
  if (text == NULL) return NULL;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "position ");
  (void)asc_position_write(asc_play_rules(play), asc_play_position_before(play, first), position, sizeof position);
  if (first == 0)
    asc_writer_string(&writer, "startpos");
  else
    asc_writer_format(&writer, "fen %s", position);
  if (first < events) asc_writer_string(&writer, " moves");
  for (int i = first; i < events; i++) asc_writer_format(&writer, " %s", asc_play_event(play, i)->token);
  return text;
}

static void go_write(const match_setup *setup, int64_t movetime, const int64_t *clocks, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "go");
  if (movetime > 0) asc_writer_format(&writer, " movetime %lld", (long long)(movetime / MS));
  if (setup->nodes > 0) asc_writer_format(&writer, " nodes %llu", (unsigned long long)setup->nodes);
  if (setup->depth > 0) asc_writer_format(&writer, " depth %d", setup->depth);
  for (int i = 0; setup->time_us > 0 && i < setup->rules->players; i++)
    asc_writer_format(&writer, " p%dtime %lld p%dinc %lld", i + 1, (long long)(clocks[i] / MS), i + 1,
                      (long long)(setup->increment_us / MS));
}

/* Reads the move that the engine answered with. An illegal move is a player error. */
static match_choice_status answer_check(match_job *job, int side, const asc_play *play, const ugi_answer *answer,
                                        asc_move *move, char *error_text) {
  asc_error error = {0};
  int code = asc_move_read(asc_play_rules(play), asc_play_position(play), answer->move, move, &error);
  if (code >= 0) return MATCH_CHOSEN;
  (void)snprintf(error_text, MATCH_ERROR_MAX, "it plays '%s', which is no legal move: %s%s%s", answer->move,
                 error.reason[0] != '\0' ? error.reason : asc_strerror(code),
                 answer->error[0] != '\0' ? "; it said: " : "", answer->error);
  return status_of(job, side, UGI_ERROR);
}

static match_choice_status engine_choose(match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                         match_choice *choice, char *error_text) {
  const match_setup *setup = job->setup;
  char go[256];
  ugi_answer answer;
  int64_t movetime = match_side_movetime_us(setup, side), left_us = clocks[asc_play_turn(play) - 1];
  char *position = position_write(play);
  if (position == NULL) return MATCH_NO_MEMORY;
  go_write(setup, movetime, clocks, go, sizeof go);
  ugi_status status =
      ugi_client_go(job->clients[side], position, go, setup->time_us > 0 ? match_time_min(movetime, left_us) : movetime,
                    &answer, error_text);
  free(position);
  choice->nodes = answer.nodes;
  choice->depth = answer.depth;
  if (status != UGI_OK) return status_of(job, side, status);
  return answer_check(job, side, play, &answer, &choice->move, error_text);
}

match_choice_status match_side_choose(match_job *job, int side, const asc_play *play, const int64_t *clocks,
                                      uint64_t seed, match_choice *choice, char *error_text) {
  int64_t start = asc_clock_now_us();
  *choice = (match_choice){0};
  match_choice_status answer = job->setup->sides[side].command != NULL
                                   ? engine_choose(job, side, play, clocks, choice, error_text)
                                   : player_choose(job, side, play, clocks[asc_play_turn(play) - 1], seed, choice);
  choice->time_us = asc_clock_now_us() - start;
  return is_stopped(job) ? MATCH_INTERRUPTED : answer;
}
