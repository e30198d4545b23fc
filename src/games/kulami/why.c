/* Why a hollow or a token is no move here.

   The reasons are asked in the order in which a person would want to hear them: is the game over, is this the name of
   a hollow at all, is there such a hollow, is it free, may the next marble go there. What was typed is only repeated
   where it is known to be the name of a hollow. */
#include "kulami.h"

#include <string.h>

static void add_coordinates(asc_message *message, int column, int number) {
  char text[ASC_TOKEN_MAX];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%c%d", 'a' + column, number);
  asc_message_add(message, "hollow", text);
}

/* "d4-e5" or "d4x": a hollow, and more. "D4": a hollow in capitals. False: not even that. */
static bool explain_almost_hollow(const char *small, asc_message *message) {
  asc_cursor cursor = asc_cursor_over(small);
  int column, number;
  if (!asc_cursor_coordinates(&cursor, &column, &number)) return false;
  asc_message_set(message, !asc_cursor_ended(&cursor) ? "why.more-than-a-hollow" : "why.capital");
  add_coordinates(message, column, number);
  return true;
}

/* What is wrong with text that does not name a hollow. The example is a move that would be legal. */
static void explain_syntax(const kulami_rules *rules, const kulami_position *p, const char *token,
                           asc_message *message) {
  char small[ASC_TOKEN_MAX];
  (void)asc_text_small(token, small, sizeof small);
  if (explain_almost_hollow(small, message)) return;
  bool column = small[0] >= 'a' && small[0] <= 'z' && small[1] == '\0';
  bool row = small[0] != '\0' && strspn(small, "0123456789") == strlen(small);
  const char *key = "why.not-a-hollow";
  if (small[0] == '\0') key = "why.nothing";
  if (strcmp(small, "pass") == 0) key = "why.no-passing";
  if (column) key = "why.only-a-column";
  if (row) key = "why.only-a-row";
  asc_message_set(message, key);
  char example[ASC_TOKEN_MAX];
  asc_kulami_hollow_write(rules, asc_bits_lowest(kulami_open_hollows(rules, p)), example);
  asc_message_add(message, "example", example);
}

static void explain_off_board(const kulami_rules *rules, int column, int number, asc_message *message) {
  char last[] = {(char)('a' + rules->drawing.columns - 1), '\0'};
  asc_message_set(message, column >= rules->drawing.columns ? "why.no-such-column" : "why.no-such-row");
  add_coordinates(message, column, number);
  asc_message_add(message, "last", last);
  asc_message_add_number(message, "rows", rules->drawing.rows);
}

/* The hollow is free, and yet the next marble may not go there. */
static void explain_permission(const kulami_rules *rules, const kulami_position *p, int hollow, asc_message *message) {
  int plate = rules->plate_of[hollow];
  bool in_line = rules->row[hollow] == rules->row[p->last] || rules->column[hollow] == rules->column[p->last];
  const char *key = "why.out-of-line";
  if (in_line) key = plate == p->before ? "why.plate-before-last" : "why.plate-of-last";
  asc_message_set(message, key);
  char text[ASC_TOKEN_MAX];
  asc_kulami_hollow_write(rules, hollow, text);
  asc_message_add(message, "hollow", text);
  asc_kulami_hollow_write(rules, p->last, text);
  asc_message_add(message, "last", text);
  if (in_line)
    asc_kulami_add_plate(message, "plate", rules, plate);
  else
    asc_kulami_add_lines(message, rules, p->last);
}

static void explain_hollow(const kulami_rules *rules, const kulami_position *p, int hollow, asc_message *message) {
  char text[ASC_TOKEN_MAX];
  asc_kulami_hollow_write(rules, hollow, text);
  if (((p->marbles[KULAMI_RED] | p->marbles[KULAMI_BLACK]) & asc_bit(hollow)) == 0) {
    explain_permission(rules, p, hollow, message);
    return;
  }
  asc_message_set(message, p->marbles[KULAMI_RED] & asc_bit(hollow) ? "why.taken-by-red" : "why.taken-by-black");
  asc_message_add(message, "hollow", text);
}

static void explain_gap(int column, int number, asc_message *message) {
  asc_message_set(message, "why.gap");
  add_coordinates(message, column, number);
}

void asc_kulami_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                    asc_message *message) {
  static const char *const over[3][3] = {
      {"why.over-all-put-red", "why.over-all-put-black", "why.over-all-put-draw"},
      {"why.over-red-stuck-red", "why.over-red-stuck-black", "why.over-red-stuck-draw"},
      {"why.over-black-stuck-red", "why.over-black-stuck-black", "why.over-black-stuck-draw"},
  };
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const kulami_position *p = position;
  asc_cursor cursor = asc_cursor_over(token);
  int column, number;
  if (kulami_open_hollows(kulami, p) == 0)
    asc_kulami_set_end(message, kulami, p, over);
  else if (touched->count > 0)
    asc_message_set(message, "why.one-touch");
  else if (!asc_cursor_coordinates(&cursor, &column, &number) || !asc_cursor_ended(&cursor))
    explain_syntax(kulami, p, token, message);
  else if (!asc_kulami_coordinates_inside(kulami, column, number))
    explain_off_board(kulami, column, number, message);
  else if (kulami->at[kulami->drawing.rows - number][column] == KULAMI_NO_HOLLOW)
    explain_gap(column, number, message);
  else
    explain_hollow(kulami, p, kulami->at[kulami->drawing.rows - number][column], message);
}
