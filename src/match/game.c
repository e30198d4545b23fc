/* One game of a match: the turns on the clock, and who forfeits. */
#include "game.h"

#include "core/text.h"
#include "keep.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct match_game {
  asc_match_job *job;
  const asc_match_setup *setup;
  asc_play *play;
  int number;
  int64_t clocks[ASC_PLAYERS_MAX]; /* by seat */
  asc_match_result *result;
} match_game;

/* Adds a sentence, as one that a record can hold. */
static int fault_add(asc_match_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int fault_add(asc_match_result *result, const char *format, ...) {
  char line[2 * ASC_MATCH_FAULT_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(line, sizeof line, format, args);
  va_end(args);
  asc_text_clean(line, strlen(line));
  for (char *at = line; *at != '\0'; at++)
    if (*at == '\t') *at = ' ';
  size_t before = result->fault == NULL ? 0 : strlen(result->fault), size = before + strlen(line) + 3;
  char *grown = realloc(result->fault, size);
  if (grown == NULL) return ASC_E_MEMORY;
  (void)snprintf(grown + before, size - before, "%s%s", before > 0 ? "; " : "", line);
  result->fault = grown;
  return ASC_OK;
}

/* Takes a player out of the game. With three or four the others go on. */
static int forfeit(match_game *game, int seat, const char *fault) {
  const asc_match_player *side = &game->setup->sides[asc_match_side_at(game->setup, game->number, seat)];
  int code = fault_add(game->result, "%s: game %d, ply %d: %s", side->text, game->number + 1,
                       asc_play_plies(game->play) + 1, fault);
  game->result->forfeits = (uint8_t)(game->result->forfeits | 1U << (seat - 1));
  return code < 0 ? code : asc_play_give_up(game->play, seat, NULL);
}

/* Takes the time of a move off the clock. True when it overstepped by more than the margin. */
static bool clock_run(match_game *game, int seat, int side, int64_t time) {
  const asc_match_setup *setup = game->setup;
  int64_t movetime = asc_match_side_movetime(setup, side), *clock = &game->clocks[seat - 1];
  bool late = movetime > 0 && time > movetime + setup->margin;
  if (setup->time == 0) return late;
  *clock -= time;
  late = late || *clock < -setup->margin;
  if (*clock < 0) *clock = 0;
  *clock += setup->increment;
  return late;
}

static int choice_play(match_game *game, int seat, int side, const asc_match_choice *choice) {
  asc_match_effort *effort = &game->result->efforts[seat - 1];
  bool late = clock_run(game, seat, side, choice->time);
  effort->moves++;
  effort->nodes += choice->nodes;
  effort->depths += (uint64_t)choice->depth;
  effort->time += choice->time;
  effort->late += late;
  if (!late || !game->setup->strict) return asc_play_move(game->play, choice->move, NULL);
  char fault[64];
  (void)snprintf(fault, sizeof fault, "it took %.3f s and overstepped its time", (double)choice->time / 1e6);
  return forfeit(game, seat, fault);
}

static asc_match_state turn_take(match_game *game) {
  int seat = asc_play_turn(game->play), code = ASC_OK;
  if (seat == ASC_CHANCE) {
    code = asc_play_roll(game->play, NULL);
  } else {
    char fault[ASC_MATCH_FAULT_MAX];
    asc_match_choice choice;
    int side = asc_match_side_at(game->setup, game->number, seat);
    uint64_t seed =
        asc_hash_add(asc_match_seed(game->setup, game->number, "move"), (uint64_t)asc_play_plies(game->play));
    switch (asc_match_seat_choose(game->job, side, game->play, game->clocks, seed, &choice, fault)) {
    case ASC_MATCH_CHOSEN: code = choice_play(game, seat, side, &choice); break;
    case ASC_MATCH_FAULT: code = forfeit(game, seat, fault); break;
    case ASC_MATCH_NO_ANSWER: return ASC_MATCH_STOPPED;
    case ASC_MATCH_NO_MEMORY: return ASC_MATCH_FAILED;
    }
  }
  return code < 0 ? ASC_MATCH_FAILED : ASC_MATCH_PLAYED;
}

static asc_match_state seats_begin(match_game *game) {
  for (int seat = 1; seat <= game->setup->rules->players; seat++) {
    char fault[ASC_MATCH_FAULT_MAX];
    int side = asc_match_side_at(game->setup, game->number, seat), code = ASC_OK;
    uint64_t seed = asc_hash_add(asc_match_seed(game->setup, game->number, "player"), (uint64_t)seat);
    switch (asc_match_seat_begin(game->job, side, seed, fault)) {
    case ASC_MATCH_CHOSEN: break;
    case ASC_MATCH_FAULT:
      if (asc_play_end(game->play) == ASC_END_NONE) code = forfeit(game, seat, fault);
      break;
    case ASC_MATCH_NO_ANSWER: return ASC_MATCH_STOPPED;
    case ASC_MATCH_NO_MEMORY: return ASC_MATCH_FAILED;
    }
    if (code < 0) return ASC_MATCH_FAILED;
    game->clocks[seat - 1] = game->setup->time;
  }
  return ASC_MATCH_PLAYED;
}

static asc_match_state game_run(match_game *game) {
  int opening = game->number / game->setup->rules->players;
  if (asc_match_openings_play(game->job->openings, opening, game->job->stop, game->play) < 0) return ASC_MATCH_FAILED;
  game->result->opening_plies = asc_play_plies(game->play);
  asc_match_state state = seats_begin(game);
  while (state == ASC_MATCH_PLAYED && asc_play_end(game->play) == ASC_END_NONE) state = turn_take(game);
  if (state != ASC_MATCH_PLAYED) return state;
  game->result->done = true;
  game->result->plies = asc_play_plies(game->play);
  game->result->end = asc_play_end(game->play);
  (void)asc_play_outcome(game->play, &game->result->outcome);
  return ASC_MATCH_PLAYED;
}

asc_match_state asc_match_game_play(asc_match_job *job, int number, asc_match_result *result, char **record,
                                    size_t *length) {
  match_game game = {.job = job, .setup = job->setup, .number = number, .result = result};
  *result = (asc_match_result){0};
  *record = NULL;
  if (asc_play_open(&game.play, game.setup->rules, NULL) < 0) return ASC_MATCH_FAILED;
  asc_match_state state = game_run(&game);
  if (state == ASC_MATCH_PLAYED && asc_match_record_write(game.setup, number, game.play, result, record, length) < 0)
    state = ASC_MATCH_FAILED;
  asc_play_close(game.play);
  if (state != ASC_MATCH_PLAYED) {
    free(result->fault);
    *result = (asc_match_result){0};
  }
  return state;
}
