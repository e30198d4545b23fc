/* What the engine says when a person asks it. */
#include "front.h"

#include "cli/cli.h"
#include "play/touch.h"
#include "study/score.h"
#include "study/verdict.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { EXPECTED_PLIES = 10 };

/* The engine thinks about the game, or about some moves of it. False after having said that it cannot. */
static bool judge(play_front *front, const asc_move *moves, int count, asc_line *line) {
  const char *words = !front->input.terminal ? NULL : front->style.unicode ? "Thinking…" : "Thinking...";
  int code = engine_judge(&front->engine, &front->table, moves, count, words, line);
  if (code < 0) printf("Not possible: %s.\n", asc_strerror(code));
  return code >= 0 && input_signal() == 0;
}

/* Prints words as a sentence. */
static void sentence_print(const play_front *front, char *text) {
  board_style style = front_style(front);
  text[0] = (char)toupper((unsigned char)text[0]);
  asc_board_print_sentence(stdout, text, 0, &style);
}

/* The moves of the line that the player makes before the turn passes on. */
static int own_plies(const play_table *table, const asc_line *line) {
  asc_position position;
  memcpy(&position, asc_play_position(table->play), table->rules->position_size);
  int turn = asc_play_turn(table->play), count = 0;
  while (count < line->length && asc_position_turn(table->rules, &position) == turn)
    asc_position_play(table->rules, &position, line->moves[count++]);
  return count;
}

void advice_move(play_front *front, const asc_steps *touched) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  asc_move moves[ASC_MOVES_MAX];
  asc_line line;
  int count = asc_touch_narrow(table->play, touched, moves, NULL);
  if (turn < 1 || count < 2 || !judge(front, touched->count > 0 ? moves : NULL, count, &line)) return;
  char best[ASC_LINE_TEXT_MAX], name[ASC_SENTENCE_MAX], verdict[ASC_VERDICT_MAX];
  char text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX + ASC_VERDICT_MAX];
  asc_verdict own = asc_verdict_for(table->rules, &line, turn, turn);
  (void)asc_line_write(table->rules, asc_play_position(table->play), line.moves, own_plies(table, &line), best,
                       sizeof best);
  table_seat_name(table, turn, name);
  const char *these = touched->count > 0 ? "of these moves the best" : "best";
  (void)snprintf(text, sizeof text, "%s %s %s: %s", these, own.certainty == ASC_EXACT ? "is" : "seems", best,
                 asc_verdict_write(table->rules, &own, name, verdict));
  sentence_print(front, text);
}

/* The chances of everybody, where the dice may fall this way or that. */
static void chances_print(const play_front *front, const asc_line *line) {
  const play_table *table = &front->table;
  fputs("Chances to win:", stdout);
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX];
    table_seat_name(table, seat, name);
    printf("%s %s %d %%", seat > 1 ? "," : "", name, (int)(line->chances[seat - 1] + 50) / 100);
  }
  printf(". That is %s.\n", line->certainty == ASC_EXACT ? "proved" : "a guess");
}

void advice_value(play_front *front) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  asc_line line;
  if (!judge(front, NULL, 0, &line)) return;
  if (turn >= 1) {
    char name[ASC_SENTENCE_MAX], text[ASC_VERDICT_MAX];
    asc_verdict own = asc_verdict_for(table->rules, &line, turn, turn);
    table_seat_name(table, turn, name);
    (void)asc_verdict_write(table->rules, &own, name, text);
    sentence_print(front, text);
  }
  if (turn < 1 || table->rules->players > 2) chances_print(front, &line);
  char moves[ASC_LINE_TEXT_MAX + 16] = "Expected: ";
  int plies = line.length < EXPECTED_PLIES ? line.length : EXPECTED_PLIES;
  size_t length = strlen(moves);
  (void)asc_line_write(table->rules, asc_play_position(table->play), line.moves, plies, moves + length,
                       sizeof moves - length);
  if (plies > 0) sentence_print(front, moves);
}

bool advice_draw(play_front *front, int seat) {
  const play_table *table = &front->table;
  asc_line line;
  if (!judge(front, NULL, 0, &line)) return false;
  asc_verdict own = asc_verdict_for(table->rules, &line, asc_play_turn(table->play), seat);
  bool agrees = asc_verdict_suits_draw(table->rules, &own);
  char name[ASC_SENTENCE_MAX], verdict[ASC_VERDICT_MAX], text[ASC_SENTENCE_MAX + ASC_VERDICT_MAX + 16];
  table_seat_name(table, seat, name);
  (void)snprintf(text, sizeof text, "%s %s: %s", name, agrees ? "agrees" : "declines",
                 asc_verdict_write(table->rules, &own, "it", verdict));
  sentence_print(front, text);
  return agrees;
}
