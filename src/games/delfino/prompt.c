/* What is asked of a player, and how a game ended. */
#include "delfino.h"

delfino_ending asc_delfino_ending_of(const delfino_rules *rules, const delfino_position *position) {
  if (position->stage != DELFINO_OVER) return DELFINO_OPEN;
  if (asc_bits_count(position->out) == rules->common.players - 1) return DELFINO_ALONE;
  return position->quiet == rules->quiet_most ? DELFINO_QUIETED : DELFINO_WON;
}

/* The one player in the first place, or 0 if it is shared. */
static int winner_of(const delfino_rules *rules, const delfino_position *position) {
  asc_outcome outcome;
  int winner = 0, first = 0;
  asc_delfino_outcome(&rules->common, position, &outcome);
  for (int i = 0; i < rules->common.players; i++) {
    if (outcome.place[i] != 1) continue;
    winner = i + 1;
    first++;
  }
  return first == 1 ? winner : 0;
}

static void ending_tell(const delfino_rules *rules, const delfino_position *position, asc_message *prompt) {
  /* By the winner; only a game that nobody won has none. */
  static const char *const keys[][1 + DELFINO_PLAYERS] = {
      [DELFINO_WON] = {NULL, "over.won-1", "over.won-2", "over.won-3", "over.won-4"},
      [DELFINO_ALONE] = {NULL, "over.alone-1", "over.alone-2", "over.alone-3", "over.alone-4"},
      [DELFINO_QUIETED] = {"over.quiet-draw", "over.quiet-1", "over.quiet-2", "over.quiet-3", "over.quiet-4"}};
  delfino_ending ending = asc_delfino_ending_of(rules, position);
  asc_message_set(prompt, keys[ending][winner_of(rules, position)]);
  if (ending != DELFINO_QUIETED) return;
  int most = 0;
  for (int i = 0; i < rules->common.players; i++)
    if (!delfino_is_out(position, i + 1) && position->points[i] > most) most = position->points[i];
  asc_message_add_number(prompt, "turns", rules->quiet_most);
  asc_message_add_number(prompt, "points", most);
}

void asc_delfino_ending(const delfino_rules *rules, const delfino_position *position, asc_message *message) {
  static const char *const keys[] = {
      [DELFINO_WON] = "ending.won", [DELFINO_ALONE] = "ending.alone", [DELFINO_QUIETED] = "ending.quiet"};
  delfino_ending ending = asc_delfino_ending_of(rules, position);
  if (ending == DELFINO_OPEN) return;
  asc_message_set(message, keys[ending]);
  if (ending == DELFINO_WON) asc_message_add_number(message, "points", DELFINO_GOAL);
  if (ending == DELFINO_QUIETED) asc_message_add_number(message, "turns", rules->quiet_most);
}

static void placing_tell(const delfino_rules *rules, const delfino_position *position, asc_message *prompt) {
  static const char *const keys[] = {"prompt.place-1", "prompt.place-2", "prompt.place-3", "prompt.place-4"};
  delfino_place corners[4] = {{0, 0}};
  if (asc_delfino_open_corners(rules, position, corners) > 1) {
    asc_message_set(prompt, keys[position->player - 1]);
    return;
  }
  /* One corner is left to the second of two and to the last of four. */
  char text[ASC_TOKEN_MAX];
  asc_delfino_place_write(corners[0], text);
  asc_message_set(prompt, rules->common.players == 2 ? "prompt.place-opposite-2" : "prompt.place-last-4");
  asc_message_add(prompt, "place", text);
}

/* What the card just turned scored. It lies under the pawn, and the figures round it are new. */
static int scored_by(const delfino_position *position) {
  int pawn = position->pawns[position->player - 1];
  return pawn == 0 ? 0 : asc_delfino_figures_round(position, pawn);
}

void asc_delfino_prompt(const delfino_rules *rules, const delfino_position *position, asc_message *prompt) {
  static const char *const roll[] = {"prompt.roll-1", "prompt.roll-2", "prompt.roll-3", "prompt.roll-4"};
  switch ((delfino_stage)position->stage) {
  case DELFINO_PLACING: placing_tell(rules, position, prompt); return;
  case DELFINO_ROLLING: asc_message_set(prompt, roll[position->player - 1]); return;
  case DELFINO_SPENDING: asc_message_set(prompt, position->moved ? "prompt.turn" : "prompt.move"); break;
  case DELFINO_CARD_MOVE:
    asc_message_set(prompt, "prompt.card");
    asc_message_add_number(prompt, "scored", scored_by(position));
    break;
  case DELFINO_OVER: ending_tell(rules, position, prompt); return;
  }
  asc_message_add_number(prompt, "points", position->steps);
}
