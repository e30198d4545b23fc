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

/* One event; consecutive plies of one seat share a line. Returns whether the line is still open. */
static bool tell_event(const play_front *front, const asc_event *event, const asc_event *before, bool open) {
  char name[ASC_SENTENCE_MAX];
  bool same = open && before != NULL && before->player == event->player;
  if (open && !same) puts(".");
  bool person = event->player >= 1 && !table_side_at(&front->table, event->player)->engine;
  if (event->gave_up) {
    table_seat_name(&front->table, event->player, name);
    printf("%s gives up.\n", name);
    return false;
  }
  if (person || event->by_hand) return false;
  if (event->player == ASC_CHANCE) {
    printf("The die falls: %s.\n", event->token);
    return false;
  }
  table_seat_name(&front->table, event->player, name);
  if (same)
    printf(", %s", event->token);
  else
    printf("%s plays %s", name, event->token);
  return true;
}

void tell_events(play_front *front) {
  const asc_play *play = front->table.play;
  const asc_event *before = NULL;
  bool open = false;
  for (; front->told < asc_play_events(play); front->told++) {
    const asc_event *event = asc_play_event(play, front->told);
    open = tell_event(front, event, before, open);
    before = event;
  }
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
  if (match->games <= 1) return;
  printf("\nAfter %d of %d games%*spoints  won\n", match->played, match->games, (int)(TABLE_NAME_MAX / 2 - 16), "");
  for (int i = 0; i < match->players; i++) {
    char name[TABLE_NAME_MAX], points[16];
    table_side_name(&table->sides[i], name);
    asc_points_write(match->points[i], points);
    int columns = 0;
    for (const char *at = name; *at != '\0'; at++) columns += (*at & 0xc0) != 0x80;
    printf("  %s%*s%8s%5d\n", name, columns < 22 ? 22 - columns : 1, "", points, match->wins[i]);
  }
  if (match->draws > 0) printf("  %d drawn\n", match->draws);
}

void tell_kept(const play_front *front) {
  if (front->keep.path[0] == '\0' || front->keep.complained)
    puts("The game is not kept.");
  else
    printf("The game is kept in %s; ascona play --resume goes on with it.\n", front->keep.path);
}

void tell_columns(const play_front *front, const char *words, size_t stride, int count) {
  board_print_columns(stdout, words, stride, count, &front->style);
}
