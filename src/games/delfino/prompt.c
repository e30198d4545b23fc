/* The prompt for the player to move, and the message about the end of a game. */
#include "delfino.h"

asc_delfino_ending_kind asc_delfino_ending_of(const asc_delfino_rules *rules, const asc_delfino_position *position) {
  if (position->stage != ASC_DELFINO_STAGE_OVER) return ASC_DELFINO_ENDING_NONE;
  if (asc_bits_count(position->resigned) == rules->common.players - 1) return ASC_DELFINO_ENDING_LAST_PLAYER;
  return position->quiet == rules->quiet_max ? ASC_DELFINO_ENDING_QUIET : ASC_DELFINO_ENDING_WON;
}

/* Returns the only player in first place, or 0 if several share it. */
static int winner_of(const asc_delfino_rules *rules, const asc_delfino_position *position) {
  asc_outcome outcome;
  int winner = 0, first = 0;
  asc_delfino_outcome(&rules->common, position, &outcome);
  for (int i = 0; i < rules->common.players; i++) {
    if (outcome.rank[i] != 1) continue;
    winner = i + 1;
    first++;
  }
  return first == 1 ? winner : 0;
}

static void ending_prompt(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_message *prompt) {
  /* By the winner. Only a game that ended by quiet turns can have none. */
  static const char *const keys[][1 + ASC_DELFINO_PLAYERS_MAX] = {
      [ASC_DELFINO_ENDING_WON] = {NULL, "over.won-1", "over.won-2", "over.won-3", "over.won-4"},
      [ASC_DELFINO_ENDING_LAST_PLAYER] = {NULL, "over.alone-1", "over.alone-2", "over.alone-3", "over.alone-4"},
      [ASC_DELFINO_ENDING_QUIET] = {"over.quiet-draw", "over.quiet-1", "over.quiet-2", "over.quiet-3", "over.quiet-4"}};
  asc_delfino_ending_kind ending = asc_delfino_ending_of(rules, position);
  asc_message_set(prompt, keys[ending][winner_of(rules, position)]);
  if (ending != ASC_DELFINO_ENDING_QUIET) return;
  int max = 0;
  for (int i = 0; i < rules->common.players; i++)
    if (!asc_delfino_has_resigned(position, i + 1) && position->points[i] > max) max = position->points[i];
  asc_message_add_number(prompt, "turns", rules->quiet_max);
  asc_message_add_number(prompt, "points", max);
}

void asc_delfino_ending_describe(const asc_delfino_rules *rules, const asc_delfino_position *position,
                                 asc_message *message) {
  static const char *const keys[] = {[ASC_DELFINO_ENDING_WON] = "ending.won",
                                     [ASC_DELFINO_ENDING_LAST_PLAYER] = "ending.alone",
                                     [ASC_DELFINO_ENDING_QUIET] = "ending.quiet"};
  asc_delfino_ending_kind ending = asc_delfino_ending_of(rules, position);
  if (ending == ASC_DELFINO_ENDING_NONE) return;
  asc_message_set(message, keys[ending]);
  if (ending == ASC_DELFINO_ENDING_WON) asc_message_add_number(message, "points", ASC_DELFINO_GOAL);
  if (ending == ASC_DELFINO_ENDING_QUIET) asc_message_add_number(message, "turns", rules->quiet_max);
}

static void placing_prompt(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_message *prompt) {
  static const char *const keys[] = {"prompt.place-1", "prompt.place-2", "prompt.place-3", "prompt.place-4"};
  asc_delfino_space corners[4] = {{0, 0}};
  if (asc_delfino_open_corners(rules, position, corners) > 1) {
    asc_message_set(prompt, keys[position->player - 1]);
    return;
  }
  /* One corner is left for the second of two players and for the last of four. */
  char text[ASC_TOKEN_MAX];
  asc_delfino_space_write(corners[0], text);
  asc_message_set(prompt, rules->common.players == 2 ? "prompt.place-opposite-2" : "prompt.place-last-4");
  asc_message_add(prompt, "place", text);
}

/* Returns the points scored by the card that was just turned. It is under the pawn, and all figures around it are
   new. */
static int scored_by(const asc_delfino_position *position) {
  int pawn = position->pawns[position->player - 1];
  return pawn == 0 ? 0 : asc_delfino_figures_around(position, pawn);
}

void asc_delfino_prompt(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_message *prompt) {
  static const char *const roll[] = {"prompt.roll-1", "prompt.roll-2", "prompt.roll-3", "prompt.roll-4"};
  switch ((asc_delfino_stage)position->stage) {
  case ASC_DELFINO_STAGE_PLACING: placing_prompt(rules, position, prompt); return;
  case ASC_DELFINO_STAGE_ROLLING: asc_message_set(prompt, roll[position->player - 1]); return;
  case ASC_DELFINO_STAGE_SPENDING: asc_message_set(prompt, position->moved ? "prompt.turn" : "prompt.move"); break;
  case ASC_DELFINO_STAGE_CARD_MOVE:
    asc_message_set(prompt, "prompt.card");
    asc_message_add_number(prompt, "scored", scored_by(position));
    break;
  case ASC_DELFINO_STAGE_OVER: ending_prompt(rules, position, prompt); return;
  }
  asc_message_add_number(prompt, "points", position->steps);
}
