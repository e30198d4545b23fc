/* Presence: whether the person of a seat is here, away or gone. It is computed from the sockets that listen to the room
   and from what other processes say, published when it changes, and stored nowhere. */
#include "gaps.h"
#include "peers.h"
#include "rooms.h"

#include <stdlib.h>

enum { ANNOUNCE_EVERY = 4000 }; /* ms; peers are told who is here at least this often */

/* When the person of a listener was last active. */
static int64_t listener_heard(const live_listener *listener, int64_t now) {
  const live_socket *socket = listener->socket;
  int64_t heard = socket->is_silent ? socket->heard : now;
  if (socket->is_hidden && socket->hidden_since + LIVE_AWAY_TIME < heard) heard = socket->hidden_since + LIVE_AWAY_TIME;
  return heard;
}

static int64_t seat_heard(const live_room *room, int seat, int64_t now) {
  const live_seat *own = &room->seats[seat - 1];
  int64_t heard = own->elsewhere > own->heard ? own->elsewhere : own->heard;
  for (const live_listener *listener = room->listeners; listener != NULL; listener = listener->next) {
    if (listener->seat != seat) continue;
    int64_t at = listener_heard(listener, now);
    if (at > heard) heard = at;
  }
  return heard;
}

static bool listens(const live_room *room, int seat) {
  for (const live_listener *listener = room->listeners; listener != NULL; listener = listener->next)
    if (listener->seat == seat) return true;
  return false;
}

static live_presence presence_of(const live_room *room, int seat, int64_t now) {
  int64_t silent = now - seat_heard(room, seat, now), elsewhere = room->seats[seat - 1].elsewhere;
  bool is_there = listens(room, seat) || (elsewhere != 0 && now - elsewhere <= LIVE_HERE_TIME);
  return silent <= LIVE_HERE_TIME && is_there ? LIVE_HERE : silent <= LIVE_GONE_TIME ? LIVE_AWAY : LIVE_GONE;
}

static bool has_person(const live_room *room, int seat) { return room->game->seats[seat - 1].person[0] != '\0'; }

unsigned live_presence_here(const live_room *room, int64_t now) {
  unsigned seats = 0;
  for (int seat = 1; seat <= room->game->players; seat++)
    if (has_person(room, seat) && presence_of(room, seat, now) == LIVE_HERE) seats |= 1U << (seat - 1);
  return seats;
}

unsigned live_presence_away(const live_room *room, int64_t now) {
  unsigned seats = 0;
  for (int seat = 1; seat <= room->game->players; seat++)
    if (has_person(room, seat) && now - seat_heard(room, seat, now) >= LIVE_AWAY_TIME) seats |= 1U << (seat - 1);
  return seats;
}

void live_presence_write(const live_room *room, asc_json *json) {
  static const char *const words[] = {[LIVE_GONE] = "gone", [LIVE_AWAY] = "away", [LIVE_HERE] = "here"};
  int64_t now = live_now(room->loop);
  asc_json_open(json, "presence", '[');
  for (int seat = 1; seat <= room->game->players; seat++) {
    asc_json_open(json, NULL, '{');
    if (has_person(room, seat)) {
      asc_json_text(json, "state", words[room->seats[seat - 1].presence]);
      asc_json_number(json, "seen", seat_heard(room, seat, now));
    }
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_number(json, "spectators", room->spectators);
}

void live_presence_update(live_room *room, int64_t now) {
  bool has_changed = false;
  int spectators = 0;
  unsigned here = 0;
  for (const live_listener *at = room->listeners; at != NULL; at = at->next) spectators += at->seat == 0;
  has_changed = spectators != room->spectators;
  room->spectators = spectators;
  room->presence_changed = false;
  for (int seat = 1; seat <= room->game->players; seat++) {
    if (!has_person(room, seat)) continue;
    live_seat *own = &room->seats[seat - 1];
    own->heard = seat_heard(room, seat, now);
    live_presence presence = presence_of(room, seat, now);
    if (presence == LIVE_HERE && listens(room, seat)) here |= 1U << (seat - 1);
    has_changed |= presence != own->presence;
    own->presence = presence;
  }
  if (room->loop->has_peers &&
      (here != room->announced_seats || (here != 0 && now - room->announced >= ANNOUNCE_EVERY)))
    live_peers_announce(room, here, now);
  if (!has_changed) return;
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "game", room->id);
  live_presence_write(room, &json);
  asc_json_close(&json, '}');
  live_publish(room, &text, false);
  free(text.text);
}

static void soonest(int64_t *due, int64_t time, int64_t now) {
  if (time > now && time < *due) *due = time;
}

int64_t live_presence_due(const live_room *room, int64_t now) {
  int64_t due = ONLINE_NEVER;
  if (room->presence_changed) return now;
  if (room->loop->has_peers && room->announced_seats != 0) due = room->announced + ANNOUNCE_EVERY;
  for (int seat = 1; seat <= room->game->players; seat++) {
    if (!has_person(room, seat)) continue;
    const live_seat *own = &room->seats[seat - 1];
    int64_t heard = seat_heard(room, seat, now);
    if (heard < now) {
      soonest(&due, heard + LIVE_HERE_TIME + 1, now);
      soonest(&due, heard + LIVE_GONE_TIME + 1, now);
    }
    if (own->elsewhere != 0) soonest(&due, own->elsewhere + LIVE_HERE_TIME + 1, now);
  }
  for (const live_listener *at = room->listeners; at != NULL; at = at->next)
    if (at->seat > 0 && at->socket->is_hidden) {
      soonest(&due, at->socket->hidden_since + LIVE_AWAY_TIME + LIVE_HERE_TIME + 1, now);
      soonest(&due, at->socket->hidden_since + LIVE_AWAY_TIME + LIVE_GONE_TIME + 1, now);
    }
  return due;
}
