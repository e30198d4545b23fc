/* Other processes that serve from the same database. Events are never sent from process to process: a peer says which
   game has how many, and whoever has the room reads them. Notices carry what is not stored (who is here, phrases) and
   what every process must know at once (devices that were signed out, names, merged persons); the latter travel with
   the commit that makes them true.

       hello                          a process has started
       here GAME SEATS GAME SEATS …   seats, as hexadecimal bits, whose person is there
       said GAME SEAT PHRASE
       out PERSON DEVICE              signed out; "-": all devices
       merge PERSON
       name PERSON NAME
       clock                          the database's clock was set: measure it now */
#include "peers.h"

#include "games.h"
#include "gaps.h"
#include "rooms.h"
#include "senders.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY = ASC_ID_TEXT_SIZE + 4 };

/* ---- in ---- */

/* The connection was lost for a while: anything may have happened, and any device may have been signed out. */
static void anything_changed(live_loop *loop) {
  live_senders_clear(loop);
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = loop->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      live_room_set_behind(room, 0);
    }
  live_sockets_close_all(loop, "reconnect");
}

void live_peer_wrote(live_loop *loop, const char *game, int64_t last) {
  if (game[0] == '\0') {
    anything_changed(loop);
    return;
  }
  live_room *room = live_room_find(loop, game);
  if (room != NULL) live_room_set_behind(room, last);
}

static void here_take(live_loop *loop, const char *text) {
  char game[ASC_ID_TEXT_SIZE], mask[9];
  int64_t now = live_now(loop);
  for (int used = 0; sscanf(text, " %16s %8s%n", game, mask, &used) == 2; text += used) {
    unsigned long seats = strtoul(mask, NULL, 16);
    live_room *room = live_room_find(loop, game);
    if (room == NULL) continue;
    for (int i = 0; i < ASC_PLAYERS_MAX; i++)
      if (seats >> i & 1) room->seats[i].elsewhere = now;
    room->presence_changed = true;
    if (room->state == LIVE_ROOM_OPEN) live_room_wake_set(room);
  }
}

static void said_take(live_loop *loop, const char *text) {
  char game[ASC_ID_TEXT_SIZE], number[8], phrase[24];
  if (sscanf(text, "%16s %7s %23s", game, number, phrase) != 3) return;
  int seat = (int)strtol(number, NULL, 10);
  live_room *room = live_room_find(loop, game);
  if (room == NULL || room->state != LIVE_ROOM_OPEN || seat < 1 || seat > room->game->players) return;
  live_phrase_count(room, seat, live_now(loop));
  live_phrase_publish(room, seat, phrase, live_now(loop));
}

void live_peer_said(live_loop *loop, const char *text) {
  char word[8], person[ASC_ID_TEXT_SIZE] = "", device[ASC_ID_TEXT_SIZE] = "";
  int used = 0;
  if (sscanf(text, "%7s %n", word, &used) != 1) return;
  const char *rest = text + used;
  loop->has_peers = true;
  if (strcmp(word, "here") == 0) {
    here_take(loop, rest);
  } else if (strcmp(word, "clock") == 0) {
    loop->measured_at = INT64_MIN / 2; /* before a game starts at the old time */
  } else if (strcmp(word, "said") == 0) {
    said_take(loop, rest);
  } else if (strcmp(word, "out") == 0 && sscanf(rest, "%16s %16s", person, device) == 2) {
    live_sender_forget(loop, person, strcmp(device, "-") == 0 ? NULL : device);
    live_sockets_close_of(loop, person, strcmp(device, "-") == 0 ? NULL : device);
  } else if (strcmp(word, "merge") == 0 && sscanf(rest, "%16s", person) == 1) {
    live_sender_forget(loop, person, NULL);
    live_sockets_close_of(loop, person, NULL);
    live_rooms_drop_of(loop, person);
  } else if (strcmp(word, "name") == 0 && sscanf(rest, "%16s", person) == 1 && rest[strlen(person)] == ' ') {
    live_sender_rename(loop, person, rest + strlen(person) + 1);
    live_rooms_rename(loop, person, rest + strlen(person) + 1);
  }
}

/* ---- out ---- */

/* A notice that finds no memory makes the job wrong, so that it happens nowhere rather than here alone. */
static void notice_write(store_job *job, const char *format, va_list args) {
  asc_strbuf text = {0};
  asc_strbuf_vformat(&text, format, args);
  store_job_notify(job, text.failed ? NULL : text.text);
  free(text.text);
}

void live_notice_add(live_loop *loop, store_job *job, const char *format, ...) {
  va_list args;
  if (!loop->options.is_shared) return;
  va_start(args, format);
  notice_write(job, format, args);
  va_end(args);
}

void live_notice_send(live_loop *loop, const char *format, ...) {
  va_list args;
  live_change *change = loop->options.is_shared ? live_change_add(loop, NULL, NULL) : NULL;
  if (change == NULL) return;
  va_start(args, format);
  notice_write(change->job, format, args);
  va_end(args);
}

void live_peers_announce(live_room *room, unsigned seats, int64_t now) {
  live_loop *loop = room->loop;
  room->announced_seats = seats;
  room->announced = now;
  if (loop->announcement.length > STORE_NOTICE_MAX - ENTRY) live_peers_flush(loop);
  if (loop->announcement.length == 0) asc_strbuf_add_text(&loop->announcement, "here");
  asc_strbuf_format(&loop->announcement, " %s %x", room->id, seats);
}

void live_peers_flush(live_loop *loop) {
  if (loop->announcement.length > 0 && !loop->announcement.failed)
    live_notice_send(loop, "%s", loop->announcement.text);
  free(loop->announcement.text);
  loop->announcement = (asc_strbuf){0};
}
