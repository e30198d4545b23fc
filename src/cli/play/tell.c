/* What the program says of its own accord: moves, boards, scores. */
#include "front.h"

#include "cli/cli.h"
#include "cli/terminal.h"

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
  (void)snprintf(sentence, sizeof sentence, "The die falls: %s", event->token);
  for (int i = 0; i < view->control_count; i++)
    if (strcmp(view->controls[i].id, event->token) == 0 && view->controls[i].name.key != NULL)
      asc_message_english(front->table.rules, &view->controls[i].name, sentence);
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
    printf("%s gives up.\n", name);
  } else if (event->player == ASC_CHANCE) {
    if (!event->by_hand) tell_roll(front, index);
  } else if (table_side_at(&front->table, event->player)->engine) {
    if (same)
      printf(", %s", event->token);
    else
      printf("%s plays %s", name, event->token);
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
  (void)snprintf(text, ASC_SENTENCE_MAX, "%.*s is thinking%s", style.columns > 40 ? style.columns - 20 : 20, name,
                 style.unicode ? "…" : "...");
  return text;
}

void tell_winners(const play_table *table, const asc_outcome *outcome, const char *wins) {
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX], points[16];
    if (outcome->place[seat - 1] != 1) continue;
    table_seat_name(table, seat, name);
    asc_points_write(outcome->points[seat - 1], points);
    if (outcome->points[seat - 1] == 0)
      printf("%s %s.\n", name, wins);
    else
      printf("%s %s and has %s %s.\n", name, wins, points, outcome->points[seat - 1] == 2 ? "point" : "points");
  }
}

/* The game ended because somebody left. The view knows players by number only; here they have names. */
static void tell_given_up(const play_table *table) {
  char name[ASC_SENTENCE_MAX];
  asc_outcome outcome;
  int last = asc_play_events(table->play) - 1;
  table_seat_name(table, asc_play_event(table->play, last)->player, name);
  printf("%s has given up.\n", name);
  (void)asc_play_outcome(table->play, &outcome);
  tell_winners(table, &outcome, "wins");
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
  if (asc_board_print(stdout, &front->scene, &style) < 0)
    front->fault = cli_fail(ASC_E_MEMORY, "play", "the board cannot be drawn: out of memory");
  memset(front->scene.called, 0, sizeof front->scene.called);
  if (given_up) tell_given_up(&front->table);
  front->shown = true;
}

void tell_match(const play_table *table, const asc_match *match) {
  enum { NAME_COLUMNS = 24 };
  if (match->games <= 1) return;
  char heading[64];
  (void)snprintf(heading, sizeof heading, "After %d of %d games", match->played, match->games);
  printf("\n%-*s points  won\n", NAME_COLUMNS + 4, heading);
  for (int i = 0; i < match->players; i++) {
    char name[TABLE_NAME_MAX], points[16];
    int columns = 0;
    table_side_name(&table->sides[i], name);
    for (const char *at = name; *at != '\0'; at++) columns += (*at & 0xc0) != 0x80;
    asc_points_write(match->points[i], points);
    printf("  %d %s%*s %6s %4d\n", i + 1, name, columns < NAME_COLUMNS ? NAME_COLUMNS - columns : 0, "", points,
           match->wins[i]);
  }
  if (match->draws > 0) printf("  %d drawn\n", match->draws);
}

void tell_kept(const play_front *front) {
  if (table_untouched(&front->table) && !front->keep.named) return;
  if (front->keep.path[0] == '\0' || front->keep.failing)
    puts("The game is not kept.");
  else
    printf("The game is kept in %s; ascona play --resume%s%s goes on with it.\n", front->keep.path,
           front->keep.named ? " " : "", front->keep.named ? front->keep.path : "");
}

void tell_columns(const play_front *front, const char *words, size_t stride, int count) {
  board_style style = front_style(front);
  asc_board_print_columns(stdout, words, stride, count, &style);
}
