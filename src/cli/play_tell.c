/* What the program says of its own accord: moves, boards, scores. */
#include "play_front.h"

#include "cli.h"

#include <stdio.h>
#include <string.h>

void front_changed(play_front *front) {
  int events = asc_play_events(front->table.play);
  if (front->told > events) front->told = events;
  front->shown = false;
  keep_write(&front->keep, &front->table);
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
      cli_sentence(front->table.rules, &view->controls[i].name, sentence);
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

void tell_board(play_front *front) {
  if (front->shown) return;
  scene_read(&front->scene, front->table.play, &front->table.touched);
  putchar('\n');
  if (board_print(stdout, &front->scene, &front->style) < 0) puts("The board cannot be drawn: out of memory.");
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
  if (front->keep.path[0] == '\0' || front->keep.complained)
    puts("The game is not kept.");
  else
    printf("The game is kept in %s; ascona play --resume%s%s goes on with it.\n", front->keep.path,
           front->keep.named ? " " : "", front->keep.named ? front->keep.path : "");
}

void tell_columns(const play_front *front, const char *words, size_t stride, int count) {
  board_print_columns(stdout, words, stride, count, &front->style);
}
