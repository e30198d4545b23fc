/* Who is there: heard of, away, gone. Nothing of it is kept. */
#include "live.h"

#include <stdlib.h>
#include <string.h>

/* When the person of a seat was last heard of, as somebody who looks at this game. */
int64_t asc_presence_seat_heard(const live_room *room, int seat) {
  int64_t heard = room->seats[seat - 1].heard;
  if (room->seats[seat - 1].elsewhere > heard) heard = room->seats[seat - 1].elsewhere;
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next) {
    if (follow->seat != seat) continue;
    const live_socket *socket = follow->socket;
    int64_t at =
        socket->hidden != 0 && socket->hidden + LIVE_AWAY < socket->heard ? socket->hidden + LIVE_AWAY : socket->heard;
    if (at > heard) heard = at;
  }
  return heard;
}

static bool follows(const live_room *room, int seat) {
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next)
    if (follow->seat == seat) return true;
  return false;
}

/* 2 here, 1 away, 0 gone. */
static int is_at(const live_room *room, int seat, int64_t now) {
  int64_t silent = now - asc_presence_seat_heard(room, seat);
  int64_t elsewhere = room->seats[seat - 1].elsewhere;
  bool there = follows(room, seat) || (elsewhere != 0 && now - elsewhere <= LIVE_HERE);
  return silent <= LIVE_HERE && there ? 2 : silent <= LIVE_GONE ? 1 : 0;
}

unsigned asc_presence_here(const live_room *room, int64_t now) {
  unsigned seats = 0;
  for (int i = 0; room->room != NULL && i < room->room->players; i++)
    if (room->room->seats[i].person[0] != '\0' && is_at(room, i + 1, now) == 2) seats |= 1U << i;
  return seats;
}

unsigned asc_presence_away(const live_room *room, int64_t now) {
  unsigned seats = 0;
  for (int i = 0; room->room != NULL && i < room->room->players; i++)
    if (room->room->seats[i].person[0] != '\0' && now - asc_presence_seat_heard(room, i + 1) >= LIVE_AWAY)
      seats |= 1U << i;
  return seats;
}

void asc_presence_json(const live_room *room, asc_json *json) {
  static const char *const words[] = {"gone", "away", "here"};
  asc_json_open(json, "presence", '[');
  for (int i = 0; i < room->room->players; i++) {
    asc_json_open(json, NULL, '{');
    if (room->room->seats[i].person[0] != '\0') {
      asc_json_text(json, "is", words[room->seats[i].is]);
      asc_json_number(json, "heard", asc_presence_seat_heard(room, i + 1));
    }
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_number(json, "watching", room->watchers);
}

/* What has changed is told to all who look. */
void asc_presence_tick(live_room *room, int64_t now) {
  bool changed = false;
  int watchers = 0;
  unsigned here = 0;
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next) watchers += follow->seat == 0;
  changed = watchers != room->watchers;
  room->watchers = watchers;
  for (int i = 0; i < room->room->players; i++) {
    if (room->room->seats[i].person[0] == '\0') continue;
    room->seats[i].heard = asc_presence_seat_heard(room, i + 1);
    int is = is_at(room, i + 1, now);
    if (is == 2 && follows(room, i + 1)) here |= 1U << i;
    changed |= is != room->seats[i].is;
    room->seats[i].is = (int8_t)is;
  }
  asc_others_here(room, here, now);
  if (!changed) return;
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "game", room->id);
  asc_presence_json(room, &json);
  asc_json_close(&json, '}');
  live_message *message = text.failed ? NULL : asc_message_make(text.text, text.length);
  free(text.text);
  if (message == NULL) return;
  asc_hall_send(room, message, false);
  asc_message_release(message);
}
