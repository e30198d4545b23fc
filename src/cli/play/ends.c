/* Ends by word of mouth: giving up, and agreeing on a draw. */
#include "cli/speech/language.h"
#include "front.h"

#include <stdio.h>
#include <string.h>

/* Before what cannot be undone; a script that says it means it. */
static bool confirmed(play_front *front, const char *question) {
  return !front->input.terminal || words_agree(front, question);
}

static bool may_give_up(const play_table *table, int seat) {
  return seat >= 1 && !table_side_at(table, seat)->engine && !asc_play_left(table->play, seat);
}

/* Who gives up: the person named, or the one to move. 0 after having said what is missing. */
static int leaver_find(const play_table *table, const char *name) {
  int seat = name[0] == '\0' ? asc_play_turn(table->play) : table_seat_find(table, name);
  if (may_give_up(table, seat)) return seat;
  char example[ASC_SENTENCE_MAX];
  for (seat = 1; seat <= table->rules->players; seat++) {
    if (!may_give_up(table, seat)) continue;
    table_seat_name(table, seat, example);
    example[strcspn(example, " ")] = '\0';
    say("resign.who", WORD("example", example));
    return 0;
  }
  say("resign.nobody");
  return 0;
}

/* What giving up brings the others, in words. */
static void leaving_print(const play_table *table, int seat) {
  asc_position position;
  asc_outcome outcome = {0};
  memcpy(&position, asc_play_position(table->play), table->rules->position_size);
  if (asc_position_give_up(table->rules, &position, seat, &outcome))
    tell_winners(table, &outcome, true);
  else
    say("resign.others");
}

front_next ends_resign(play_front *front, char *rest) {
  int seat = leaver_find(&front->table, words_trim(rest));
  if (seat == 0) return FRONT_ASK;
  if (front->input.terminal) leaving_print(&front->table, seat);
  char question[128];
  if (!confirmed(front, say_to(question, "resign.sure"))) return FRONT_ASK;
  asc_error error = {0};
  if (asc_play_give_up(front->table.play, seat, &error) < 0) return words_fail(&error);
  front->table.touched = (asc_steps){0};
  front_changed(front);
  return FRONT_ON;
}

front_next ends_draw(play_front *front) {
  play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX], question[2 * ASC_SENTENCE_MAX];
    if (seat == turn || asc_play_left(table->play, seat)) continue;
    table_seat_name(table, seat, name);
    say_to(question, "draw.sure", WORD("who", name));
    if (table_side_at(table, seat)->engine ? !advice_draw(front, seat) : !words_agree(front, question)) {
      say("draw.none");
      return FRONT_ASK;
    }
  }
  asc_error error = {0};
  if (asc_play_agree_draw(table->play, &error) < 0) return words_fail(&error);
  table->touched = (asc_steps){0};
  front_changed(front);
  return FRONT_ON;
}
