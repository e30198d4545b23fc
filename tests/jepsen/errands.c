#include "errands.h"

#include "child.h"
#include "wire.h"

#include <ascona/random.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  RUNNERS = 3,
  PEOPLE = 4,
  PORTS_MAX = 8,
  FIRST_CLIENT = 1000,   /* their numbers in the history */
  ANSWER_TIME = 6000000, /* microseconds */
  STUCK_TIME = 60000000,
  ORDER_TIME = 40000000 /* until an order is carried out, when all is well */
};

typedef struct someone {
  char person[32], device[32], secret[80];
} someone;

typedef struct runner {
  errands *all;
  pthread_t thread;
  int index, commands;
  asc_random random;
  someone people[PEOPLE];
  json_t *history, *games;
  json_t *ordered; /* secrets of the persons whom the host signed out */
} runner;

struct errands {
  errands_options options;
  int ports[PORTS_MAX];
  runner runners[RUNNERS];
  atomic_bool ending;
};

static uint32_t below(runner *own, uint32_t limit) { return asc_random_below(&own->random, limit); }

static int process_any(runner *own) { return (int)below(own, (uint32_t)own->all->options.processes); }

static void note(runner *own, const char *op, json_t *more) {
  json_object_set_new(more, "op", json_string(op));
  json_object_set_new(more, "at", json_integer(wire_now()));
  json_object_set_new(more, "client", json_integer(FIRST_CLIENT + own->index));
  json_array_append_new(own->history, more);
}

/* ---- requests ---- */

static bool is_definite(int status) { return status != 0 && status < 500 && status != 429; }

/* One attempt at one process. *answer is the caller's, and may be NULL. */
static int ask(runner *own, int process, const char *method, const char *path, const char *secret, const char *body,
               json_t **answer) {
  wire by = {.socket = -1};
  char *text = NULL;
  int port = own->all->ports[process];
  bool is_sent = wire_open(&by, port) && wire_ask(&by, port, method, path, secret, body);
  int status = is_sent ? wire_reply(&by, wire_now() + ANSWER_TIME, &text) : 0;
  *answer = text == NULL ? NULL : json_loads(text, 0, NULL);
  free(text);
  wire_close(&by);
  return status;
}

/* Tries until somebody knows the answer. *process is the one that gave it. 0: nobody did, although all is well. */
static int ask_until(runner *own, int *process, const char *method, const char *path, const char *secret,
                     const char *body, json_t **answer) {
  int64_t ended = 0;
  for (;;) {
    *process = process_any(own);
    int status = ask(own, *process, method, path, secret, body, answer);
    if (is_definite(status)) return status;
    json_decref(*answer);
    *answer = NULL;
    if (atomic_load(&own->all->ending) && ended == 0) ended = wire_now();
    if (ended != 0 && wire_now() - ended > STUCK_TIME) break;
    wire_sleep(50 + (int)below(own, 200));
  }
  note(own, "stuck", json_pack("{s:s+}", "why", "no answer to ", path));
  return 0;
}

static bool someone_make(runner *own, someone *who) {
  json_t *answer;
  int process,
      status = ask_until(own, &process, "POST", "/api/me", NULL, "{\"bearer\":true,\"name\":\"Ann\"}", &answer);
  *who = (someone){0};
  (void)snprintf(who->person, sizeof who->person, "%s", wire_word(answer, "person"));
  (void)snprintf(who->device, sizeof who->device, "%s", wire_word(answer, "device"));
  (void)snprintf(who->secret, sizeof who->secret, "%s", wire_word(answer, "secret"));
  json_decref(answer);
  return status == 201;
}

/* ---- commands ---- */

typedef struct command {
  const someone *who;
  char id[24], name[16], game[32], key[48], owner[32], path[96], body[300];
  wire by;
  bool is_sent;
  int status;
  json_t *answer;
} command;

static void command_note(runner *own, const char *op, const command *wanted) {
  const char *game = wanted->game[0] != '\0' ? wanted->game : wire_word(wanted->answer, "game");
  json_t *more = json_pack("{s:s,s:s,s:s}", "person", wanted->who->person, "id", wanted->id, "game", game);
  if (*op == 'i') json_object_set_new(more, "do", json_string(wanted->name));
  if (wanted->key[0] != '\0') json_object_set_new(more, "key", json_string(wanted->key));
  if (wanted->owner[0] != '\0') json_object_set_new(more, "owner", json_string(wanted->owner));
  if (wanted->answer != NULL) {
    json_object_set_new(more, "status", json_integer(wanted->status));
    json_object_set(more, "events", json_object_get(wanted->answer, "events"));
  }
  note(own, op, more);
}

static void command_send(runner *own, command *wanted) {
  int port = own->all->ports[process_any(own)];
  json_decref(wanted->answer);
  wanted->answer = NULL;
  wanted->by = (wire){.socket = -1};
  command_note(own, "invoke", wanted);
  wanted->is_sent = wire_open(&wanted->by, port) &&
                    wire_ask(&wanted->by, port, "POST", wanted->path, wanted->who->secret, wanted->body);
}

static void command_receive(runner *own, command *wanted) {
  char *text = NULL;
  int status = wanted->is_sent ? wire_reply(&wanted->by, wire_now() + ANSWER_TIME, &text) : 0;
  wanted->status = status;
  wanted->answer = text == NULL ? NULL : json_loads(text, 0, NULL);
  free(text);
  wire_close(&wanted->by);
  command_note(own, !is_definite(status) ? "unknown" : status < 300 ? "ok" : "refused", wanted);
}

/* Several at once, each sent again until it is known what came of it. */
static void commands_run(runner *own, command *all, int count) {
  for (int i = 0; i < count; i++) command_send(own, &all[i]);
  for (int i = 0; i < count; i++) command_receive(own, &all[i]);
  int64_t until = 0;
  for (int i = 0; i < count; i++)
    while (!is_definite(all[i].status)) {
      if (atomic_load(&own->all->ending) && until == 0) until = wire_now() + STUCK_TIME;
      if (until != 0 && wire_now() > until) {
        note(own, "stuck", json_pack("{s:s+}", "why", "no answer to ", all[i].id));
        break;
      }
      wire_sleep(50 + (int)below(own, 200));
      command_send(own, &all[i]);
      command_receive(own, &all[i]);
    }
}

static command command_make(runner *own, const someone *who, const char *name) {
  command made = {.who = who};
  (void)snprintf(made.id, sizeof made.id, "e%d-%d", own->index, own->commands++);
  (void)snprintf(made.name, sizeof made.name, "%s", name);
  return made;
}

typedef struct invitation {
  char game[32], keys[3][48];
} invitation;

static bool invitation_make(runner *own, const someone *who, const char *game, invitation *made) {
  command wanted = command_make(own, who, "create");
  *made = (invitation){0};
  (void)snprintf(wanted.path, sizeof wanted.path, "/api/games");
  (void)snprintf(wanted.body, sizeof wanted.body, "{\"id\":\"%s\",\"game\":\"%s\"}", wanted.id, game);
  commands_run(own, &wanted, 1);
  bool is_made = is_definite(wanted.status) && wanted.status < 300;
  const json_t *keys = json_object_get(wanted.answer, "keys");
  (void)snprintf(made->game, sizeof made->game, "%s", wire_word(wanted.answer, "game"));
  for (size_t i = 0; i < 3 && i < json_array_size(keys); i++)
    (void)snprintf(made->keys[i], sizeof made->keys[i], "%s", json_string_value(json_array_get(keys, i)));
  if (is_made) json_array_append_new(own->games, json_string(made->game));
  json_decref(wanted.answer);
  return is_made;
}

static command sit_make(runner *own, const someone *who, const someone *owner, const char *game, const char *key) {
  command wanted = command_make(own, who, "join");
  (void)snprintf(wanted.game, sizeof wanted.game, "%s", game);
  (void)snprintf(wanted.key, sizeof wanted.key, "%s", key);
  (void)snprintf(wanted.owner, sizeof wanted.owner, "%s", owner->person);
  (void)snprintf(wanted.path, sizeof wanted.path, "/api/games/%s/join", game);
  (void)snprintf(wanted.body, sizeof wanted.body, "{\"id\":\"%s\",\"last\":1,\"key\":\"%s\"}", wanted.id, key);
  return wanted;
}

static void commands_close(command *all, int count) {
  for (int i = 0; i < count; i++) json_decref(all[i].answer);
}

/* ---- errands ---- */

/* Two have the same link and a third has another; all join at once. */
static void join_at_once(runner *own) {
  invitation made;
  if (!invitation_make(own, &own->people[0], "delfino:players=3", &made)) return;
  command all[3];
  for (int i = 0; i < 3; i++) all[i] = sit_make(own, &own->people[i + 1], &own->people[0], made.game, made.keys[i / 2]);
  commands_run(own, all, 3);
  commands_close(all, 3);
}

/* A new link voids the old one, which somebody uses at the same time and afterwards. */
static void link_anew(runner *own) {
  invitation made;
  char path[96];
  json_t *answer;
  int process;
  if (!invitation_make(own, &own->people[0], "delfino:players=3", &made)) return;
  (void)snprintf(path, sizeof path, "/api/games/%s/link", made.game);
  int status = ask_until(own, &process, "POST", path, own->people[0].secret, "{\"slot\":1}", &answer);
  if (status == 200) note(own, "void", json_pack("{s:s}", "key", made.keys[0]));
  command all[2] = {sit_make(own, &own->people[1], &own->people[0], made.game, made.keys[0]),
                    sit_make(own, &own->people[2], &own->people[0], made.game, wire_word(answer, "key"))};
  if (status == 200) commands_run(own, all, 2);
  json_decref(answer);
  commands_close(all, 2);
}

static void seen(runner *own, const someone *who, int process) {
  int64_t sent = wire_now();
  json_t *answer;
  int status = ask(own, process, "GET", "/api/me", who->secret, NULL, &answer);
  json_decref(answer);
  if (!is_definite(status)) return;
  note(own, "seen",
       json_pack("{s:s,s:i,s:I,s:i}", "device", who->device, "process", process, "sent", (json_int_t)sent, "status",
                 status));
}

/* A code of `owner` adds a device for them. With `merged` that person asks for it, and becomes the owner. */
static bool device_add(runner *own, const someone *owner, const someone *merged, someone *added, int *by) {
  char body[160];
  json_t *answer;
  int process, status = ask_until(own, &process, "POST", "/api/me/device-code", owner->secret, "{}", &answer);
  (void)snprintf(body, sizeof body, "{\"code\":\"%.60s\",\"confirm\":true,\"bearer\":true}", wire_word(answer, "code"));
  json_decref(answer);
  if (status != 200) return false;
  /* Once: if no answer comes, nobody knows the secret. */
  *by = process_any(own);
  status = ask(own, *by, "POST", "/api/me/add-device", merged == NULL ? NULL : merged->secret, body, &answer);
  (void)snprintf(added->person, sizeof added->person, "%s", wire_word(answer, "person"));
  (void)snprintf(added->device, sizeof added->device, "%s", wire_word(answer, "device"));
  (void)snprintf(added->secret, sizeof added->secret, "%s", wire_word(answer, "secret"));
  json_decref(answer);
  return status == 201 && added->secret[0] != '\0';
}

/* From now on the device must be unknown: here at once, elsewhere soon. */
static void signed_out(runner *own, const someone *who, int process) {
  const errands_options *options = &own->all->options;
  note(own, "signed-out",
       json_pack("{s:s,s:i,s:I}", "device", who->device, "process", options->has_front ? -1 : process, "grace",
                 (json_int_t)options->grace * 1000));
  if (!options->has_front) seen(own, who, process);
  wire_sleep(options->grace + 100);
  for (int i = 0; i < options->processes; i++) seen(own, who, i);
}

static void sign_out(runner *own) {
  someone added;
  char body[80];
  json_t *answer;
  int process;
  if (!device_add(own, &own->people[0], NULL, &added, &process)) return;
  for (int i = 0; i < own->all->options.processes; i++) seen(own, &added, i); /* now all know it */
  (void)snprintf(body, sizeof body, "{\"device\":\"%s\"}", added.device);
  int status = ask_until(own, &process, "POST", "/api/me/sign-out", own->people[0].secret, body, &answer);
  json_decref(answer);
  if (status == 200) signed_out(own, &added, process);
}

/* A device is added once more, by a code of its own person: its old secret ends. */
static void device_renew(runner *own) {
  someone added, again;
  int process;
  if (!device_add(own, &own->people[0], NULL, &added, &process)) return;
  for (int i = 0; i < own->all->options.processes; i++) seen(own, &added, i);
  if (device_add(own, &own->people[0], &added, &again, &process)) signed_out(own, &added, process);
}

/* Somebody with a game becomes another person, who then has that game. */
static void merge(runner *own) {
  someone guest, added;
  invitation made;
  json_t *answer, *row, *games = json_array();
  size_t i;
  int process;
  if (!someone_make(own, &guest) || !invitation_make(own, &guest, "delta", &made) ||
      !device_add(own, &own->people[1], &guest, &added, &process)) {
    json_decref(games);
    return;
  }
  note(own, "merged",
       json_pack("{s:s,s:s,s:s}", "person", guest.person, "into", own->people[1].person, "game", made.game));
  int status = ask_until(own, &process, "GET", "/api/me/games?state=invited", added.secret, NULL, &answer);
  json_array_foreach(json_object_get(answer, "games"), i, row)
      json_array_append_new(games, json_string(wire_word(row, json_object_get(row, "game") != NULL ? "game" : "id")));
  if (status == 200) note(own, "games", json_pack("{s:s,s:O}", "person", own->people[1].person, "games", games));
  json_decref(games);
  json_decref(answer);
}

/* Blocked people cannot join, whatever their key. */
static void block(runner *own) {
  char body[96];
  json_t *answer;
  int process;
  invitation made;
  someone owner;
  if (!someone_make(own, &owner)) return;
  (void)snprintf(body, sizeof body, "{\"person\":\"%s\",\"blocked\":true}", own->people[2].person);
  int status = ask_until(own, &process, "POST", "/api/me/block", owner.secret, body, &answer);
  json_decref(answer);
  if (status != 200) return;
  note(own, "blocked", json_pack("{s:s,s:s}", "person", own->people[2].person, "by", owner.person));
  if (!invitation_make(own, &owner, "delta", &made)) return;
  command wanted = sit_make(own, &own->people[2], &owner, made.game, made.keys[0]);
  commands_run(own, &wanted, 1);
  commands_close(&wanted, 1);
}

static int host(runner *own, const char *what, const char *id) {
  const errands_options *options = &own->all->options;
  return child_run(options->log, false,
                   (const char *const[]){TEST_PROGRAM, "host", what, "--database", options->database, id, NULL});
}

static void order_close(runner *own) {
  invitation made;
  if (!invitation_make(own, &own->people[0], "delta", &made)) return;
  int status = host(own, "close", made.game);
  note(own, "order", json_pack("{s:s,s:s,s:i}", "what", "close", "game", made.game, "status", status));
}

static void order_sign_out(runner *own) {
  someone guest;
  if (!someone_make(own, &guest)) return;
  int status = host(own, "sign-out", guest.person);
  note(own, "order", json_pack("{s:s,s:s,s:i}", "what", "out", "device", guest.device, "status", status));
  if (status == 0)
    json_array_append_new(own->ordered, json_pack("{s:s,s:s}", "device", guest.device, "secret", guest.secret));
}

/* The last word on every person whom the host signed out. */
static void orders_look(runner *own) {
  size_t i;
  json_t *one;
  int64_t until = wire_now() + ORDER_TIME;
  json_array_foreach(own->ordered, i, one) {
    int status = 0;
    while (status != 401 && wire_now() < until) {
      json_t *answer;
      status = ask(own, process_any(own), "GET", "/api/me", wire_word(one, "secret"), NULL, &answer);
      json_decref(answer);
      if (status != 401) wire_sleep(200);
    }
    note(own, "ordered", json_pack("{s:s,s:i}", "device", wire_word(one, "device"), "status", status));
  }
}

static void *runner_live(void *data) {
  static void (*const kinds[])(runner *) = {join_at_once, link_anew, sign_out,    device_renew,
                                            merge,        block,     order_close, order_sign_out};
  runner *own = data;
  bool has_orders = own->all->options.database != NULL;
  while (!atomic_load(&own->all->ending)) {
    kinds[below(own, has_orders ? 8 : 6)](own);
    wire_sleep(50 + (int)below(own, 300));
  }
  orders_look(own);
  return NULL;
}

/* ---- all of them ---- */

errands *errands_open(const errands_options *options) {
  errands *all = calloc(1, sizeof *all);
  all->options = *options;
  memcpy(all->ports, options->ports, (size_t)options->processes * sizeof *options->ports);
  for (int i = 0; i < RUNNERS; i++) {
    runner *own = &all->runners[i];
    *own = (runner){.all = all, .index = i, .history = json_array(), .games = json_array(), .ordered = json_array()};
    asc_random_seed(&own->random, options->seed * 77 + (uint64_t)i);
    for (int k = 0; k < PEOPLE; k++)
      if (!someone_make(own, &own->people[k])) return NULL;
  }
  for (int i = 0; i < RUNNERS; i++) pthread_create(&all->runners[i].thread, NULL, runner_live, &all->runners[i]);
  return all;
}

json_t *errands_end(errands *own, json_t *games) {
  json_t *history = json_array();
  atomic_store(&own->ending, true);
  for (int i = 0; i < RUNNERS; i++) {
    runner *one = &own->runners[i];
    pthread_join(one->thread, NULL);
    json_array_extend(history, one->history);
    json_array_extend(games, one->games);
    json_decref(one->history);
    json_decref(one->games);
    json_decref(one->ordered);
  }
  free(own);
  return history;
}
