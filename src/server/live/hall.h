/* What the files of the hall share: hall.c has the rooms, command.c what is done in them, write.c how it becomes
 * durable. */
#ifndef ASC_SERVER_LIVE_HALL_H
#define ASC_SERVER_LIVE_HALL_H

#include "live.h"

/* What goes to the store, and who is told of it. */
typedef struct live_write {
  live_room *room; /* NULL: dropped meanwhile */
  live_ask *ask;   /* or NULL */
  int first, count;
  char *lines[2 * ONLINE_ANSWER_MAX];
  bool creates, locks;
  bool seats; /* somebody sits down */
  bool hides; /* nobody may watch any more */
  char keys[ASC_PLAYERS_MAX][ASC_SEAT_KEY_TEXT_SIZE];
  int key_count;
} live_write;

/* ---- hall.c ---- */
live_room *asc_hall_add(web_live *live, const char *id);
void asc_hall_free(web_live *live, live_room *room);
/* It is no more to be used: who waits finds another, made anew. It is freed by the next tick after nothing is under way
   in it, so that whoever has it in hand may still look at it. */
void asc_hall_lose(live_room *room);
/* The same, but who listens goes on with the one that is made anew. */
void asc_hall_renew(web_live *live, live_room *room);
/* Another process has written up to `last` (0: who knows): it is read, and sent to who listens. */
void asc_hall_heard(web_live *live, live_room *room, int64_t last);
/* The ask goes on when nothing is under way in the room. */
void asc_hall_wait(live_room *room, live_ask *ask);
/* After a write, or once it is read: who waits, and an engine whose turn it is. */
void asc_hall_go_on(web_live *live, live_room *room);
void asc_hall_due_set(live_room *room);
online_moment asc_hall_moment(web_live *live, const live_room *room, int lag, char fresh[ASC_ID_TEXT_SIZE]);

/* ---- write.c ---- */
/* To all who listen; who asked has it in his answer. */
void asc_hall_event_send(live_room *room, const char *line, int64_t number, const live_ask *ask);
/* Who sits, or may watch, may have changed. */
void asc_hall_follows_look(live_room *room, bool hides);
/* Hands the events of an answer to the store. The ask, if any, is answered when they are durable. `write` and `job` may
   be NULL, else asc_hall_written or what calls it is what the job comes back to. */
void asc_hall_write(web_live *live, live_room *room, live_ask *ask, const online_answer *answer, live_write *write,
                    asc_job *job);
/* What the server does by itself; the room may be gone afterwards. */
void asc_hall_write_own(web_live *live, live_room *room, const online_answer *answer);
void asc_hall_written(asc_job *job);
void asc_hall_write_free(live_write *write);

/* ---- command.c ---- */
void asc_hall_engine_run(web_live *live, live_room *room);

#endif
