/* What the program says of its own accord: moves, boards, scores. */
#include "front.h"

#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"
#include "draw/text/canvas.h"

#include <stdio.h>
#include <string.h>

void front_changed(play_front *front) {
  int events = asc_play_events(front->table.play);
  if (front->told > events) front->told = events;
  front->shown = false;
  keep_write(&front->keep, &front->table);
}

board_style front_style(const play_front *front) {
  board_style style = front->style, now = board_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows;
  return style;
}

/* The name that the view before a roll gives the face that fell, or its token. */
static void tell_roll(play_front *front, int index) {
  const asc_play *play = front->table.play;
  const asc_event *event = asc_play_event(play, index);
  asc_view *view = &front->scene.view;
  char sentence[ASC_SENTENCE_MAX];
  front->shown = false;
  asc_position_view(front->table.rules, asc_play_before(play, index), NULL, 0, view);
  say_to(sentence, "play.roll", WORD("face", event->token));
  for (int i = 0; i < view->control_count; i++)
    if (strcmp(view->controls[i].id, event->token) == 0 && view->controls[i].name.key != NULL)
      say_message(front->table.rules, &view->controls[i].name, sentence);
  printf("%s.\n", sentence);
}

/* One event; consecutive plies of one seat share a line. Returns whether the line is still open. */
static bool tell_event(play_front *front, int index, bool open) {
  const asc_event *event = asc_play_event(front->table.play, index);
  char name[ASC_SENTENCE_MAX];
  bool same = open && asc_play_event(front->table.play, index - 1)->player == event->player && !event->gave_up;
  if (open && !same) puts(".");
  table_seat_name(&front->table, event->player, name);
  if (event->gave_up) {
    say("play.gives-up", WORD("who", name));
  } else if (event->player == ASC_CHANCE) {
    if (!event->by_hand) tell_roll(front, index);
  } else if (table_side_at(&front->table, event->player)->engine) {
    char text[2 * ASC_SENTENCE_MAX];
    if (same)
      printf(", %s", event->token);
    else
      fputs(say_to(text, "play.plays", WORD("who", name), WORD("move", event->token)), stdout);
    return true;
  }
  return false;
}

void tell_events(play_front *front) {
  bool open = false;
  for (; front->told < asc_play_events(front->table.play); front->told++) open = tell_event(front, front->told, open);
  if (open) puts(".");
}

const char *tell_thinking(const play_front *front, int seat, char text[ASC_SENTENCE_MAX]) {
  if (!front->input.terminal) return NULL;
  char name[ASC_SENTENCE_MAX];
  table_seat_name(&front->table, seat, name);
  board_style style = front_style(front);
  if (asc_canvas_words_columns(name, &style) > style.columns - 24) name[0] = '\0';
  return asc_say(language_now(), name[0] == '\0' ? "play.thinking" : "play.thinks", ASC_WORDS(WORD("who", name)), text,
                 ASC_SENTENCE_MAX);
}

void tell_winners(const play_table *table, const asc_outcome *outcome, bool then) {
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX], points[16], decimal[ASC_HUNDREDTHS_MAX];
    if (outcome->place[seat - 1] != 1) continue;
    table_seat_name(table, seat, name);
    asc_points_write(outcome->points[seat - 1], points);
    asc_word number = asc_word_decimal(language_now(), "points", points, decimal);
    if (outcome->points[seat - 1] == 0)
      say(then ? "result.then-wins" : "result.wins", WORD("who", name));
    else
      say(then ? "result.then-wins-points" : "result.wins-points", WORD("who", name), number);
  }
}

/* The game ended because somebody left. The view knows players by number only; here they have names. */
static void tell_given_up(const play_table *table) {
  char name[ASC_SENTENCE_MAX];
  asc_outcome outcome;
  int last = asc_play_events(table->play) - 1;
  table_seat_name(table, asc_play_event(table->play, last)->player, name);
  say("result.gave-up", WORD("who", name));
  (void)asc_play_outcome(table->play, &outcome);
  tell_winners(table, &outcome, false);
}

void tell_board(play_front *front) {
  if (front->shown) return;
  board_style style = front_style(front);
  bool given_up = asc_play_end(front->table.play) == ASC_END_GIVEN_UP;
  asc_scene_read(&front->scene, front->table.play, &front->table.touched);
  if (given_up) front->scene.prompt.key = NULL;
  char names[ASC_SEATS_MAX][ASC_SENTENCE_MAX];
  for (int i = 0; i < front->table.rules->players; i++) {
    table_seat_name(&front->table, i + 1, names[i]);
    front->scene.called[i] = names[i];
  }
  putchar('\n');
  if (asc_board_print(stdout, &front->scene, &style) < 0) {
    say("board.no-memory");
    front->fault = cli_fail(ASC_E_MEMORY, "play", "out of memory");
  }
  memset(front->scene.called, 0, sizeof front->scene.called);
  if (given_up) tell_given_up(&front->table);
  front->shown = true;
  advice_shown(front);
}

void tell_match(const play_table *table, const asc_match *match) {
  enum { NAME_COLUMNS = 24 };
  if (match->games <= 1) return;
  const board_style style = board_style_detect(stdout);
  char heading[128], points_head[32], won_head[32], drawn[64];
  say_to(heading, "match.after", NUMBER("played", match->played), NUMBER("games", match->games));
  say_to(points_head, "match.points");
  say_to(won_head, "match.won");
  putchar('\n');
  asc_tone_words(stdout, TONE_PLAIN, heading, NAME_COLUMNS + 4, &style);
  asc_tone_words(stdout, TONE_PLAIN, points_head, -7, &style);
  asc_tone_words(stdout, TONE_PLAIN, won_head, -(asc_canvas_words_columns(won_head, &style) + 2), &style);
  putchar('\n');
  for (int i = 0; i < match->players; i++) {
    char name[TABLE_NAME_MAX], points[16];
    int columns = 0;
    table_side_say(&table->sides[i], name);
    for (const char *at = name; *at != '\0'; at++) columns += (*at & 0xc0) != 0x80;
    asc_points_write(match->points[i], points);
    printf("  %d %s%*s %6s %4d\n", i + 1, name, columns < NAME_COLUMNS ? NAME_COLUMNS - columns : 0, "", points,
           match->wins[i]);
  }
  if (match->draws > 0) printf("  %s\n", say_to(drawn, "match.drawn", NUMBER("games", match->draws)));
}

void tell_kept(const play_front *front) {
  if (table_untouched(&front->table) && !front->keep.named) return;
  if (front->keep.path[0] == '\0' || front->keep.failing)
    say("play.not-kept");
  else
    say(front->keep.named ? "play.kept-named" : "play.kept", WORD("path", front->keep.path));
}

void front_say(const play_front *front, const char *text) {
  board_style style = front_style(front);
  asc_board_print_sentence(stdout, text, 0, &style);
}

void tell_columns(const play_front *front, const char *words, size_t stride, int count) {
  board_style style = front_style(front);
  asc_board_print_columns(stdout, words, stride, count, &style);
}
