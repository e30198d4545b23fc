/* What the host orders (store/orders.h): a game is broken off, the devices of a person are put out. */
#include "hall.h"

#include "store/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_away(asc_job *job) { asc_live_job_close(job); }

/* A game whose events cannot be gone through is not played on, but the store does not know it yet. */
static void broken_keep(const live_room *room) {
  asc_job *job = asc_live_job(room->live, put_away, NULL);
  asc_game_row row;
  char spec[ASC_SPEC_MAX];
  asc_strbuf about = {0};
  if (job == NULL) return;
  asc_hall_row(room, &row, spec, &about);
  row.seats = 0; /* as they are */
  asc_job_game(job, &row);
  free(about.text);
  asc_live_submit(room->live, job);
}

static void game_close(live_ask *ask) {
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  live_room *room = ask->room;
  if (room->locked) {
    asc_hall_wait(room, ask);
    return;
  }
  if (room->room->state == ROOM_BROKEN) broken_keep(room);
  online_moment moment = asc_hall_moment(ask->live, room, 0, fresh);
  asc_room_abort(room->room, &moment, &answer);
  asc_hall_write_own(ask->live, room, &answer);
  asc_ask_ok(ask);
}

static const live_op CLOSE = {"close", "", true, false, true, false, -1, game_close};

static void game_find(web_live *live, const char *id) {
  live_ask *ask = asc_ask_open(live);
  if (ask == NULL) return;
  ask->op = &CLOSE;
  ask->checked = ask->keyed = ask->key_asked = true; /* the host may see every game */
  (void)snprintf(ask->game, sizeof ask->game, "%s", id);
  asc_hall_find(ask);
}

static void put_out(asc_job *job) {
  char *person = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) asc_sockets_close_of(asc_job_live(job), person, NULL);
  free(person);
  asc_live_job_close(job);
}

static void devices_void(web_live *live, const char *person, int64_t number) {
  char *kept = strdup(person);
  asc_job *job = kept == NULL ? NULL : asc_live_job(live, put_out, kept);
  if (job == NULL) {
    free(kept);
    return;
  }
  asc_job_void(job, ASC_SECRET_DEVICE, person, NULL);
  asc_others_add(live, job, "out %s -", person);
  if (number > 0) asc_job_order_done(job, number);
  asc_live_submit(live, job);
}

/* Of a database that is shared, where orders have numbers: every process does them, which does no harm. Devices are put
   out together with the order; one to close a game is given again until the store finds the game over, whoever wrote in
   it at the same time. */
static void order_do(web_live *live, const char *what, const char *id, int64_t number) {
  bool good = asc_secret_is_valid(id, ASC_ID_BITS);
  if (good && strcmp(what, "out") == 0) {
    devices_void(live, id, number);
    return;
  }
  if (good && strcmp(what, "close") == 0) game_find(live, id);
  asc_job *job = number > 0 ? asc_live_job(live, put_away, NULL) : NULL;
  if (job == NULL) return;
  asc_job_order_done(job, number);
  asc_live_submit(live, job);
}

static void order(void *data, const char *what, const char *id) { order_do(data, what, id, 0); }

static void orders_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  for (size_t i = 0; job->status == ASC_STORE_DONE && i < job->orders_count; i++)
    order_do(live, job->orders[i].what, job->orders[i].id, job->orders[i].number);
  asc_live_job_close(job);
}

static void shared_tick(web_live *live) {
  asc_job *job = asc_live_job(live, orders_read, NULL);
  if (job == NULL) return;
  asc_job_ask_orders(job);
  asc_live_submit(live, job);
}

/* What was taken is durable when it is looked again; a server that is killed before does it anew. */
void asc_orders_tick(web_live *live, int64_t now) {
  const char *database = live->server->options.database;
  if (now - live->ordered < LIVE_ORDERS) return;
  live->ordered = now;
  if (asc_store_shared(live->store)) {
    shared_tick(live);
    return;
  }
  if (live->orders) asc_orders_done(database);
  live->orders = asc_orders_take(database, order, live);
}
