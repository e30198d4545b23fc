/* Playing one game: turns, clocks and forfeits. */
#include "game.h"

#include "base/text.h"
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct match_game {
  match_job *job;
  const match_setup *setup;
  asc_play *play;
  int number;
  int64_t clocks[ASC_PLAYERS_MAX]; /* time left by seat, in microseconds */
  match_result *result;
} match_game;

/* Adds a sentence to the reason of a forfeit, cleaned so that a record can hold it. */
static int reason_add(match_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int reason_add(match_result *result, const char *format, ...) {
  char line[2 * MATCH_ERROR_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(line, sizeof line, format, args);
  va_end(args);
  asc_text_clean(line, strlen(line));
  for (char *c = line; *c != '\0'; c++)
    if (*c == '\t') *c = ' ';
  size_t before = result->forfeit_reason == NULL ? 0 : strlen(result->forfeit_reason), size = before + strlen(line) + 3;
  char *reason = realloc(result->forfeit_reason, size);
  if (reason == NULL) return ASC_E_MEMORY;
  (void)snprintf(reason + before, size - before, "%s%s", before > 0 ? "; " : "", line);
  result->forfeit_reason = reason;
  return ASC_OK;
}

/* Lets a player forfeit, which resigns for them. With three or four players the others continue. */
static int forfeit(match_game *game, int seat, const char *error_text) {
  const match_player *side = &game->setup->sides[match_side_at(game->setup, game->number, seat)];
  int code = reason_add(game->result, "%s: game %d, ply %d: %s", side->text, game->number + 1,
                        asc_play_ply_count(game->play) + 1, error_text);
  game->result->forfeit_seats = (uint8_t)(game->result->forfeit_seats | 1U << (seat - 1));
  return code < 0 ? code : asc_play_resign(game->play, seat, NULL);
}

/* Subtracts the time of a move from the clock and adds the increment. Returns whether the move exceeded its time by
   more than the margin. */
static bool clock_run(match_game *game, int seat, int side, int64_t time_us) {
  const match_setup *setup = game->setup;
  int64_t movetime = match_side_movetime_us(setup, side), *clock = &game->clocks[seat - 1];
  bool is_late = movetime > 0 && time_us > movetime + setup->margin_us;
  if (setup->time_us == 0) return is_late;
  *clock -= time_us;
  is_late = is_late || *clock < -setup->margin_us;
  if (*clock < 0) *clock = 0;
  *clock += setup->increment_us;
  return is_late;
}

static int choice_play(match_game *game, int seat, int side, const match_choice *choice) {
  match_effort *effort = &game->result->efforts[seat - 1];
  bool is_late = clock_run(game, seat, side, choice->time_us);
  effort->moves++;
  effort->nodes += choice->nodes;
  effort->depth_sum += (uint64_t)choice->depth;
  effort->time_us += choice->time_us;
  effort->late_moves += is_late;
  if (!is_late || !game->setup->is_strict) return asc_play_move(game->play, choice->move, NULL);
  char error_text[64];
  (void)snprintf(error_text, sizeof error_text, "it took %.3f s and overstepped its time",
                 (double)choice->time_us / 1e6);
  return forfeit(game, seat, error_text);
}

static match_game_status turn_play(match_game *game) {
  int seat = asc_play_turn(game->play), code = ASC_OK;
  if (seat == ASC_CHANCE) {
    code = asc_play_roll(game->play, NULL);
  } else {
    char error_text[MATCH_ERROR_MAX];
    match_choice choice;
    int side = match_side_at(game->setup, game->number, seat);
    uint64_t seed =
        asc_hash_add(match_seed(game->setup, game->number, "move"), (uint64_t)asc_play_ply_count(game->play));
    switch (match_side_choose(game->job, side, game->play, game->clocks, seed, &choice, error_text)) {
    case MATCH_CHOSEN: code = choice_play(game, seat, side, &choice); break;
    case MATCH_PLAYER_ERROR: code = forfeit(game, seat, error_text); break;
    case MATCH_INTERRUPTED: return MATCH_GAME_STOPPED;
    case MATCH_NO_MEMORY: return MATCH_GAME_FAILED;
    }
  }
  return code < 0 ? MATCH_GAME_FAILED : MATCH_GAME_PLAYED;
}

static match_game_status seats_start(match_game *game) {
  for (int seat = 1; seat <= game->setup->rules->players; seat++) {
    char error_text[MATCH_ERROR_MAX];
    int side = match_side_at(game->setup, game->number, seat), code = ASC_OK;
    uint64_t seed = asc_hash_add(match_seed(game->setup, game->number, "player"), (uint64_t)seat);
    switch (match_side_start_game(game->job, side, seed, error_text)) {
    case MATCH_CHOSEN: break;
    case MATCH_PLAYER_ERROR:
      if (asc_play_end(game->play) == ASC_END_NONE) code = forfeit(game, seat, error_text);
      break;
    case MATCH_INTERRUPTED: return MATCH_GAME_STOPPED;
    case MATCH_NO_MEMORY: return MATCH_GAME_FAILED;
    }
    if (code < 0) return MATCH_GAME_FAILED;
    game->clocks[seat - 1] = game->setup->time_us;
  }
  return MATCH_GAME_PLAYED;
}

static match_game_status game_run(match_game *game) {
  int opening = game->number / game->setup->rules->players;
  if (match_openings_play(game->job->openings, opening, game->job->stop, game->play) < 0) return MATCH_GAME_FAILED;
  game->result->opening_plies = asc_play_ply_count(game->play);
  match_game_status state = seats_start(game);
  while (state == MATCH_GAME_PLAYED && asc_play_end(game->play) == ASC_END_NONE) state = turn_play(game);
  if (state != MATCH_GAME_PLAYED) return state;
  game->result->is_done = true;
  game->result->plies = asc_play_ply_count(game->play);
  game->result->end = asc_play_end(game->play);
  (void)asc_play_outcome(game->play, &game->result->outcome);
  return MATCH_GAME_PLAYED;
}

match_game_status match_game_play(match_job *job, int number, match_result *result, char **record, size_t *length) {
  match_game game = {.job = job, .setup = job->setup, .number = number, .result = result};
  *result = (match_result){0};
  *record = NULL;
  if (asc_play_open(&game.play, game.setup->rules, NULL) < 0) return MATCH_GAME_FAILED;
  match_game_status state = game_run(&game);
  if (state == MATCH_GAME_PLAYED && match_record_write(game.setup, number, game.play, result, record, length) < 0)
    state = MATCH_GAME_FAILED;
  asc_play_close(game.play);
  if (state != MATCH_GAME_PLAYED) {
    free(result->forfeit_reason);
    *result = (match_result){0};
  }
  return state;
}
