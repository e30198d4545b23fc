/* The prompt above the board: what the player to move may do, what comes next in mid-turn, or how the game ended. */
#include "delta.h"

#include <string.h>

static void prompt_end(const asc_delta_rules *rules, const asc_delta_position *position, enum asc_delta_end end,
                       int winner, asc_message *message) {
  static const char *const relay[] = {"end.relay-white", "end.relay-black"};
  static const char *const gift[] = {"end.gift-white", "end.gift-black"};
  /* Indexed by the winner: the opponent has no move. */
  static const char *const no_move[] = {"end.stuck-black", "end.stuck-white"};
  static const char *const no_move_half[] = {"end.stuck-black-half", "end.stuck-white-half"};
  if (end == ASC_DELTA_END_TWO_RELAYS) {
    asc_message_set(message, "end.two-relays");
  } else if (end == ASC_DELTA_END_NO_MOVE) {
    asc_message_set(message, (rules->simple_scoring ? no_move_half : no_move)[winner]);
  } else {
    asc_outcome outcome;
    (void)asc_delta_outcome(&rules->common, position, &outcome);
    asc_message_set(message, (winner == position->mover ? gift : relay)[winner]);
    asc_message_add_number(message, "points", outcome.points[winner] / 2);
  }
}

void asc_delta_ending_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_message *message) {
  int winner;
  enum asc_delta_end end = asc_delta_end_find(rules, position, &winner);
  if (end == ASC_DELTA_END_NONE) return;
  bool gift = end == ASC_DELTA_END_RELAY && winner == position->mover;
  asc_message_set(message, end == ASC_DELTA_END_NO_MOVE      ? "ending.stuck"
                           : end == ASC_DELTA_END_TWO_RELAYS ? "ending.two-relays"
                           : gift                            ? "ending.gift"
                                                             : "ending.relay");
  /* The player without a move, or the one who completed the opponent's relay. */
  if (end == ASC_DELTA_END_NO_MOVE || gift) asc_message_add_number(message, "who", 2 - winner);
}

/* Asks for the square of the red pawn, or, once a pawn has moved, for its tracer. Earlier the normal prompt is
   enough. */
void asc_delta_midturn_prompt(const asc_rules *common, const void *data, const asc_steps *selected,
                              asc_message *message) {
  static const char *const reserve_or_red[] = {"ask.box-or-red-white", "ask.box-or-red-black"};
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  if (selected->count == 1 && position->stage <= ASC_DELTA_STAGE_BLACK_OPENS) asc_message_set(message, "ask.red");
  if (selected->count < 2) return;
  char red[ASC_TOKEN_MAX] = "";
  if (position->red != 0) asc_delta_square_write(asc_bits_lowest(position->red), red);
  if (asc_delta_reserve_count(rules, position, position->mover) > 0)
    asc_message_set(message, reserve_or_red[position->mover]);
  else
    asc_message_set(message, position->red == 0 || strcmp(selected->ids[0], red) == 0 ? "ask.lift" : "ask.lift-or-red");
}

void asc_delta_prompt_fill(const asc_delta_rules *rules, const asc_delta_position *position, asc_message *message) {
  static const char *const opens[] = {"prompt.open-white", "prompt.open-black"};
  static const char *const turn[] = {"prompt.turn-white", "prompt.turn-black"};
  static const char *const pick_up[] = {"prompt.lift-white", "prompt.lift-black"};
  int winner, mover = position->mover;
  enum asc_delta_end end = asc_delta_end_find(rules, position, &winner);
  if (end != ASC_DELTA_END_NONE)
    prompt_end(rules, position, end, winner, message);
  else if (position->stage <= ASC_DELTA_STAGE_BLACK_OPENS)
    asc_message_set(message, opens[mover]);
  else if (asc_delta_red_in_reserve(rules, position))
    asc_message_set(message, "prompt.red-traces");
  else if (position->pawns[mover] == 0)
    asc_message_set(message, "prompt.red-moves");
  else if (position->stage == ASC_DELTA_STAGE_BLACK_CHOICE)
    asc_message_set(message, "prompt.choice");
  else
    asc_message_set(message, (asc_delta_reserve_count(rules, position, mover) > 0 ? turn : pick_up)[mover]);
}
