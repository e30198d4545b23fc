/* The sentence above the board: what the player to move may do, what comes next in mid-turn, or how the game ended. */
#include "delta.h"

#include <string.h>

static void prompt_end(const delta_rules *rules, const delta_position *position, enum delta_end end, int winner,
                       asc_message *message) {
  static const char *const relay[] = {"end.relay-white", "end.relay-black"};
  static const char *const gift[] = {"end.gift-white", "end.gift-black"};
  static const char *const stuck[] = {"end.stuck-black", "end.stuck-white"}; /* by the winner: the other is stuck */
  static const char *const stuck_half[] = {"end.stuck-black-half", "end.stuck-white-half"};
  if (end == DELTA_TWO_RELAYS) {
    asc_message_set(message, "end.two-relays");
  } else if (end == DELTA_STUCK) {
    asc_message_set(message, (rules->simple ? stuck_half : stuck)[winner]);
  } else {
    asc_outcome outcome;
    (void)asc_delta_outcome(&rules->common, position, &outcome);
    asc_message_set(message, (winner == position->mover ? gift : relay)[winner]);
    asc_message_add_number(message, "points", outcome.points[winner] / 2);
  }
}

void asc_delta_ending(const delta_rules *rules, const delta_position *position, asc_message *message) {
  int winner;
  enum delta_end end = asc_delta_end_of(rules, position, &winner);
  if (end == DELTA_OPEN) return;
  bool gift = end == DELTA_RELAY && winner == position->mover;
  asc_message_set(message, end == DELTA_STUCK        ? "ending.stuck"
                           : end == DELTA_TWO_RELAYS ? "ending.two-relays"
                           : gift                    ? "ending.gift"
                                                     : "ending.relay");
  /* The one who is stuck, or who completed the other's relay. */
  if (end == DELTA_STUCK || gift) asc_message_add_number(message, "who", 2 - winner);
}

/* The red pawn is to be put; or a pawn has gone and its tracer is to be chosen. Before that the prompt says enough. */
void asc_delta_ask(const asc_rules *common, const void *data, const asc_steps *touched, asc_message *message) {
  static const char *const box_or_red[] = {"ask.box-or-red-white", "ask.box-or-red-black"};
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  if (touched->count == 1 && position->stage <= DELTA_BLACK_OPENS) asc_message_set(message, "ask.red");
  if (touched->count < 2) return;
  char red[ASC_TOKEN_MAX] = "";
  if (position->red != 0) asc_delta_square_write(asc_bits_lowest(position->red), red);
  if (delta_in_box(rules, position, position->mover) > 0)
    asc_message_set(message, box_or_red[position->mover]);
  else
    asc_message_set(message, position->red == 0 || strcmp(touched->ids[0], red) == 0 ? "ask.lift" : "ask.lift-or-red");
}

void asc_delta_prompt(const delta_rules *rules, const delta_position *position, asc_message *message) {
  static const char *const opens[] = {"prompt.open-white", "prompt.open-black"};
  static const char *const turn[] = {"prompt.turn-white", "prompt.turn-black"};
  static const char *const lift[] = {"prompt.lift-white", "prompt.lift-black"};
  int winner, mover = position->mover;
  enum delta_end end = asc_delta_end_of(rules, position, &winner);
  if (end != DELTA_OPEN)
    prompt_end(rules, position, end, winner, message);
  else if (position->stage <= DELTA_BLACK_OPENS)
    asc_message_set(message, opens[mover]);
  else if (delta_red_in_box(rules, position))
    asc_message_set(message, "prompt.red-traces");
  else if (position->men[mover] == 0)
    asc_message_set(message, "prompt.red-moves");
  else if (position->stage == DELTA_BLACK_CHOICE)
    asc_message_set(message, "prompt.choice");
  else
    asc_message_set(message, (delta_in_box(rules, position, mover) > 0 ? turn : lift)[mover]);
}
