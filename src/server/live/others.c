/* Other processes that serve from the same store: what they write is heard of and read, what they tell is done here as
   well, and all of them go by the store's clock.

   Events are never told, only that there are some: whoever has the room reads them. Told is what is not kept (who is
   there, set phrases) and what every process must know at once (devices that were put out, names, persons who became
   one), the latter together with the job that does it. */
#include "hall.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  SLOW = 200,
  SLEW = 50,
  STEP = 1000,
  STEP_OF_ALL = 2 * LIVE_HEARTBEAT + STEP, /* in so long a time each process that serves gives a heartbeat */
  ENTRY = ASC_ID_TEXT_SIZE + 4
};

/* ---- what comes ---- */

static void news_add(web_live *live, const char *game, int64_t last, const char *text) {
  live_news *news = calloc(1, sizeof *news + strlen(text) + 1);
  if (news != NULL) {
    (void)snprintf(news->game, sizeof news->game, "%s", game);
    news->last = last;
    memcpy(news->text, text, strlen(text) + 1);
  }
  pthread_mutex_lock(&live->mutex);
  if (news != NULL) {
    *live->news_end = news;
    live->news_end = &news->next;
  } else {
    live->news_lost = true;
  }
  pthread_mutex_unlock(&live->mutex);
  uv_async_send(&live->wake);
}

void asc_others_heard(void *data, const char *game, int64_t last) {
  news_add(data, game != NULL ? game : "", last, "");
}

void asc_others_said(void *data, const char *text) { news_add(data, "", 0, text); }

/* The line to the store was broken, or there was no memory for what came: anything may have happened, and anybody may
 * have been put out. */
static void all_again(web_live *live) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (!room->lost) asc_hall_heard(live, room, 0);
    }
  for (live_socket *socket = live->sockets, *next; socket != NULL; socket = next) {
    next = socket->next;
    asc_socket_close(socket, "again");
  }
}

/* "here GAME SEATS GAME SEATS …" */
static void here_take(web_live *live, const char *text) {
  char game[ASC_ID_TEXT_SIZE], mask[9];
  int64_t now = asc_live_now(live);
  for (int used = 0; sscanf(text, " %16s %8s%n", game, mask, &used) == 2; text += used) {
    unsigned long seats = strtoul(mask, NULL, 16);
    live_room *room = asc_hall_at(live, game);
    for (int i = 0; room != NULL && i < ASC_PLAYERS_MAX; i++)
      if (seats >> i & 1) room->seats[i].elsewhere = now;
  }
}

static void said_take(web_live *live, const char *text) {
  char game[ASC_ID_TEXT_SIZE], number[8], phrase[24];
  if (sscanf(text, "%16s %7s %23s", game, number, phrase) != 3) return;
  int seat = (int)strtol(number, NULL, 10);
  live_room *room = asc_hall_at(live, game);
  if (room != NULL && room->room != NULL && seat >= 1 && seat <= room->room->players)
    asc_game_said(room, seat, phrase, asc_live_now(live));
}

static void text_take(web_live *live, const char *text) {
  char word[8], person[ASC_ID_TEXT_SIZE] = "", device[ASC_ID_TEXT_SIZE] = "";
  int used = 0;
  if (sscanf(text, "%7s %n", word, &used) != 1) return;
  const char *rest = text + used;
  live->others = true;
  if (strcmp(word, "here") == 0) {
    here_take(live, rest);
  } else if (strcmp(word, "clock") == 0) {
    asc_others_measure(live); /* at once, before a game begins at the old time */
  } else if (strcmp(word, "said") == 0) {
    said_take(live, rest);
  } else if (strcmp(word, "out") == 0 && sscanf(rest, "%16s %16s", person, device) == 2) {
    asc_sockets_close_of(live, person, strcmp(device, "-") == 0 ? NULL : device);
  } else if (strcmp(word, "merge") == 0 && sscanf(rest, "%16s", person) == 1) {
    asc_sockets_close_of(live, person, NULL);
    asc_hall_drop_of(live, person);
  } else if (strcmp(word, "name") == 0 && sscanf(rest, "%16s", person) == 1 && rest[strlen(person)] == ' ') {
    asc_hall_rename(live, person, rest + strlen(person) + 1);
  }
}

void asc_others_take(web_live *live) {
  pthread_mutex_lock(&live->mutex);
  live_news *news = live->news;
  bool lost = live->news_lost;
  live->news = NULL;
  live->news_end = &live->news;
  live->news_lost = false;
  pthread_mutex_unlock(&live->mutex);
  if (lost && !live->ending) all_again(live);
  while (news != NULL) {
    live_news *next = news->next;
    live_room *room = news->game[0] != '\0' ? asc_hall_at(live, news->game) : NULL;
    if (live->ending) {
      /* nobody listens any more */
    } else if (room != NULL) {
      asc_hall_heard(live, room, news->last);
    } else if (news->text[0] != '\0') {
      text_take(live, news->text);
    } else if (news->game[0] == '\0') {
      all_again(live);
    }
    free(news);
    news = next;
  }
}

/* ---- what goes ---- */

static void told(asc_job *job) { asc_live_job_close(job); }

/* What finds no memory is a fault of the job, which then does nothing: it is not done here alone. */
static void text_add(asc_job *job, const char *format, va_list list) {
  asc_strbuf text = {0};
  asc_strbuf_vformat(&text, format, list);
  asc_job_tell(job, text.failed ? NULL : text.text);
  free(text.text);
}

void asc_others_add(web_live *live, asc_job *job, const char *format, ...) {
  va_list list;
  if (!live->shared) return;
  va_start(list, format);
  text_add(job, format, list);
  va_end(list);
}

void asc_others_tell(web_live *live, const char *format, ...) {
  asc_job *job = live->others ? asc_live_job(live, told, NULL) : NULL;
  va_list list;
  if (job == NULL) return;
  va_start(list, format);
  text_add(job, format, list);
  va_end(list);
  asc_live_submit(live, job);
}

static void telling_send(web_live *live) {
  if (live->telling.length > 0 && !live->telling.failed && live->is_taking)
    asc_others_tell(live, "%s", live->telling.text);
  free(live->telling.text);
  live->telling = (asc_strbuf){0};
}

/* When it has changed, and now and then: who is not named again is not there. */
void asc_others_here(live_room *room, unsigned seats, int64_t now) {
  web_live *live = room->live;
  if (!live->others || (seats == room->here && (seats == 0 || now - room->told < LIVE_TOLD))) return;
  room->here = seats;
  room->told = now;
  if (live->telling.length > ASC_STORE_TELL_MAX - ENTRY) telling_send(live);
  if (live->telling.length == 0) asc_strbuf_add_text(&live->telling, "here");
  asc_strbuf_format(&live->telling, " %s %x", room->id, seats);
}

void asc_others_tick(web_live *live) {
  if (live->telling.length > 0) telling_send(live);
}

/* ---- the clock ---- */

typedef struct measuring {
  int64_t asked;
} measuring;

/* Time goes on evenly: back it only goes slowly. Forward it may jump, and a long jump is nobody's time to think: the
   clock of the store was set, or everything slept. But if another process gave a heartbeat in the later half of it,
   that one served, or has paused all games already. */
static void clock_set(web_live *live, const asc_store_clock *clock, int64_t asked) {
  int64_t now = asc_live_now(live), took = now - asked;
  if (clock->now == 0 || took > SLOW || took < 0) return;
  int64_t apart = clock->now + took / 2 - now;
  if (apart >= -took && apart <= took) return; /* no more than is known */
  bool served = clock->others && clock->heartbeat > now + apart / 2;
  if (apart <= (clock->others ? STEP_OF_ALL : STEP) || served) {
    asc_live_shift(live, apart < -SLEW ? -SLEW : apart);
    return;
  }
  asc_live_forward(live, now + apart);
  asc_others_tell(live, "clock");
}

static void measured(asc_job *job) {
  web_live *live = asc_job_live(job);
  measuring *own = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) {
    clock_set(live, &job->clock, own->asked);
    live->others = job->clock.others;
  }
  free(own);
  asc_live_job_close(job);
}

void asc_others_measure(web_live *live) {
  if (!live->shared) return;
  measuring *own = calloc(1, sizeof *own);
  asc_job *job = own == NULL ? NULL : asc_live_job(live, measured, own);
  if (job == NULL) {
    free(own);
    return;
  }
  own->asked = asc_live_now(live);
  asc_job_ask_clock(job);
  asc_live_submit(live, job);
}

/* Whether nobody served since the last heartbeat is known by the lock that each process holds while it serves, and by
   the heartbeats that one of them would have given: one that has not caught up yet gives none. */
int asc_others_begin(web_live *live, int64_t *heartbeat, asc_error *error) {
  live->shared = asc_store_shared(live->store);
  *heartbeat = asc_store_heartbeat(live->store);
  if (!live->shared) return ASC_OK;
  asc_job *job = asc_job_open(NULL, NULL);
  if (job == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  asc_job_ask_clock(job);
  int64_t asked = asc_live_now(live);
  int code =
      asc_store_do(live->store, job) == ASC_STORE_DONE ? ASC_OK : asc_error_set(error, ASC_E_FILE, "%s", job->reason);
  if (code == ASC_OK) {
    live->wall += job->clock.now + (asc_live_now(live) - asked) / 2 - asc_live_now(live);
    live->others = job->clock.others;
    *heartbeat = job->clock.heartbeat;
    if (live->others && asc_live_now(live) - *heartbeat <= LIVE_HEARTBEAT + 1000) *heartbeat = 0;
    asc_others_tell(live, "hello");
  }
  asc_job_close(job);
  return code;
}

/* Another process served meanwhile if there was a heartbeat, and none of those before it was missing. A short stall
   shows in no heartbeat. */
static void stall_known(asc_job *job) {
  web_live *live = asc_job_live(job);
  int64_t from = live->stalled_from, to = live->stalled_to;
  const asc_store_clock *clock = &job->clock;
  bool steady = clock->heartbeat > from + 500 && clock->steady <= from + 500;
  bool served = job->status != ASC_STORE_DONE || (clock->others && (steady || to - from <= ASC_STORE_STEADY));
  asc_live_job_close(job);
  live->stalled_to = 0;
  if (served)
    asc_hall_go_on_all(live);
  else
    asc_live_stalled(live, from, to);
}

bool asc_others_stalled(web_live *live, int64_t from, int64_t to) {
  bool asked = live->stalled_to != 0;
  asc_job *job = live->shared && !asked ? asc_live_job(live, stall_known, NULL) : NULL;
  if (job == NULL && !asked) return false;
  if (!asked) live->stalled_from = from;
  live->stalled_to = to;
  if (asked) return true;
  asc_job_ask_clock(job);
  asc_live_submit(live, job);
  return true;
}

/* The store takes steps again. Where other processes went on meanwhile the server was not down. */
static void resumed(asc_job *job) {
  web_live *live = asc_job_live(job);
  bool served = job->status == ASC_STORE_DONE && job->clock.others && job->clock.heartbeat > live->stopped_at + 500;
  asc_live_job_close(job);
  asc_live_resume(live, served);
}

bool asc_others_resume(web_live *live) {
  asc_job *job = live->shared ? asc_live_job(live, resumed, NULL) : NULL;
  if (job == NULL) return false;
  asc_job_ask_clock(job);
  asc_live_submit(live, job);
  return true;
}
