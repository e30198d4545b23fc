/* The sentence above the board: what the player to move may do, or how the game ended. */
#include "delta.h"

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
