/* Parts of messages that the view and the explanations share. */
#include "kulami.h"

void asc_kulami_message_add_tile(asc_message *message, const char *name, const asc_kulami_rules *rules, int tile) {
  char letter[] = {asc_kulami_tile_letter(rules, tile), '\0'};
  asc_message_add(message, name, letter);
}

void asc_kulami_message_add_lines(asc_message *message, const asc_kulami_rules *rules, int hole) {
  char column[] = {(char)('a' + rules->column[hole]), '\0'};
  asc_message_add(message, "column", column);
  asc_message_add_number(message, "row", rules->drawing.rows - rules->row[hole]);
}

void asc_kulami_message_set_end(asc_message *message, const asc_kulami_rules *rules,
                                const asc_kulami_position *position, const char *const keys[3][3]) {
  asc_kulami_score score[2];
  asc_kulami_score_count(rules, position, score);
  int red = asc_kulami_score_sum(&score[ASC_KULAMI_RED]), black = asc_kulami_score_sum(&score[ASC_KULAMI_BLACK]);
  int cause = position->plies == ASC_KULAMI_PLIES ? 0 : 1 + position->plies % 2;
  int result = red > black ? 0 : red < black ? 1 : 2;
  asc_message_set(message, keys[cause][result]);
  asc_message_add_number(message, "red", red);
  asc_message_add_number(message, "black", black);
}
