/* Explains why a hole or a token is not a legal move.

   The reasons are checked in the order that helps a player most: is the game over, is this the name of a hole, does the
   hole exist, is it free, is it allowed. The explanation repeats the input only if it is known to name a hole. */
#include "kulami.h"

#include <string.h>

static void add_coordinates(asc_message *message, int column, int number) {
  char text[ASC_TOKEN_MAX];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%c%d", 'a' + column, number);
  asc_message_add(message, "hollow", text);
}

/* Handles "d4-e5" and "d4x", a hole and more, and "D4", a hole in capitals. Returns false if the text is something
   else. */
static bool explain_almost_hole(const char *lower_case, asc_message *message) {
  asc_cursor cursor = asc_cursor_over(lower_case);
  int column, number;
  if (!asc_cursor_coordinates(&cursor, &column, &number)) return false;
  asc_message_set(message, !asc_cursor_at_end(&cursor) ? "why.more-than-a-hollow" : "why.capital");
  add_coordinates(message, column, number);
  return true;
}

/* Explains text that does not name a hole. The example is a legal move. */
static void explain_syntax(const asc_kulami_rules *rules, const asc_kulami_position *p, const char *token,
                           asc_message *message) {
  char lower_case[ASC_TOKEN_MAX];
  (void)asc_text_to_lower(token, lower_case, sizeof lower_case);
  if (explain_almost_hole(lower_case, message)) return;
  bool column = lower_case[0] >= 'a' && lower_case[0] <= 'z' && lower_case[1] == '\0';
  bool row = lower_case[0] != '\0' && strspn(lower_case, "0123456789") == strlen(lower_case);
  const char *key = "why.not-a-hollow";
  if (lower_case[0] == '\0') key = "why.nothing";
  if (strcmp(lower_case, "pass") == 0) key = "why.no-passing";
  if (column) key = "why.only-a-column";
  if (row) key = "why.only-a-row";
  asc_message_set(message, key);
  char example[ASC_TOKEN_MAX];
  asc_kulami_hole_write(rules, asc_bits_lowest(asc_kulami_open_holes(rules, p)), example);
  asc_message_add(message, "example", example);
}

static void explain_off_board(const asc_kulami_rules *rules, int column, int number, asc_message *message) {
  char last[] = {(char)('a' + rules->drawing.columns - 1), '\0'};
  asc_message_set(message, column >= rules->drawing.columns ? "why.no-such-column" : "why.no-such-row");
  add_coordinates(message, column, number);
  asc_message_add(message, "last", last);
  asc_message_add_number(message, "rows", rules->drawing.rows);
}

/* The hole is free, but the next marble may not go there. */
static void explain_not_allowed(const asc_kulami_rules *rules, const asc_kulami_position *p, int hole,
                                asc_message *message) {
  int tile = rules->tile_of[hole];
  bool in_line = rules->row[hole] == rules->row[p->last_hole] || rules->column[hole] == rules->column[p->last_hole];
  const char *key = "why.out-of-line";
  if (in_line) key = tile == p->previous_tile ? "why.plate-before-last" : "why.plate-of-last";
  asc_message_set(message, key);
  char text[ASC_TOKEN_MAX];
  asc_kulami_hole_write(rules, hole, text);
  asc_message_add(message, "hollow", text);
  asc_kulami_hole_write(rules, p->last_hole, text);
  asc_message_add(message, "last", text);
  if (in_line)
    asc_kulami_message_add_tile(message, "plate", rules, tile);
  else
    asc_kulami_message_add_lines(message, rules, p->last_hole);
}

static void explain_hole(const asc_kulami_rules *rules, const asc_kulami_position *p, int hole, asc_message *message) {
  char text[ASC_TOKEN_MAX];
  asc_kulami_hole_write(rules, hole, text);
  if (((p->marbles[ASC_KULAMI_RED] | p->marbles[ASC_KULAMI_BLACK]) & asc_bit(hole)) == 0) {
    explain_not_allowed(rules, p, hole, message);
    return;
  }
  asc_message_set(message, p->marbles[ASC_KULAMI_RED] & asc_bit(hole) ? "why.taken-by-red" : "why.taken-by-black");
  asc_message_add(message, "hollow", text);
}

static void explain_gap(int column, int number, asc_message *message) {
  asc_message_set(message, "why.gap");
  add_coordinates(message, column, number);
}

void asc_kulami_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                    asc_message *message) {
  static const char *const over[3][3] = {
      {"why.over-all-put-red", "why.over-all-put-black", "why.over-all-put-draw"},
      {"why.over-red-stuck-red", "why.over-red-stuck-black", "why.over-red-stuck-draw"},
      {"why.over-black-stuck-red", "why.over-black-stuck-black", "why.over-black-stuck-draw"},
  };
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const asc_kulami_position *p = position;
  asc_cursor cursor = asc_cursor_over(token);
  int column, number;
  if (asc_kulami_open_holes(kulami, p) == 0)
    asc_kulami_message_set_end(message, kulami, p, over);
  else if (selected->count > 0)
    asc_message_set(message, "why.one-touch");
  else if (!asc_cursor_coordinates(&cursor, &column, &number) || !asc_cursor_at_end(&cursor))
    explain_syntax(kulami, p, token, message);
  else if (!asc_kulami_coordinates_inside(kulami, column, number))
    explain_off_board(kulami, column, number, message);
  else if (kulami->hole_at[kulami->drawing.rows - number][column] == ASC_KULAMI_NO_HOLE)
    explain_gap(column, number, message);
  else
    explain_hole(kulami, p, kulami->hole_at[kulami->drawing.rows - number][column], message);
}
