#include "clients.h"

#include "rules.h"
#include "wire.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  ANSWER_TIME = 6000000, /* microseconds until one who got no answer tries elsewhere */
  STUCK_TIME = 60000000, /* and until it is a fault, when all is well again */
  BODY_MAX = 400,
  ROLES = 3, /* two who play, and one who watches */
  /* One in so many: */
  TWICE = 8,  /* commands are sent to two processes at once, */
  RIVAL = 12, /* together with another move of the same moment, */
  POSTED = 4, /* by a request and not over the socket, */
  OFFERS = 15 /* turns begin with an offer, or with time for the other */
};

typedef struct table {
  clients *all;
  int index;
  pthread_mutex_t mutex;
  atomic_int round; /* how many games were begun */
  char game[32], key[48];
  _Atomic int64_t plies;
} table;

typedef struct client {
  table *table;
  pthread_t thread;
  int index, role, round, commands, process, stream;
  char person[32], secret[80], game[32];
  wire socket;
  view view;
  asc_random random;
  json_t *history;
  bool broken; /* the rules did not take what it was told: it stops */
} client;

struct clients {
  int ports[PROCESSES_MAX], processes, tables;
  table table[TABLES_MAX];
  client client[TABLES_MAX * ROLES];
  atomic_int streams;
  atomic_bool ending;
  pthread_mutex_t mutex;
  json_t *games;
};

/* What somebody wants; sent again it is the same. */
typedef struct command {
  char id[24], name[16], move[ASC_TOKEN_MAX], body[BODY_MAX];
  int status; /* of its last answer; 0: none */
  json_t *answer;
} command;

static uint32_t below(client *own, uint32_t limit) { return asc_random_below(&own->random, limit); }

static int port_any(client *own) {
  own->process = (int)below(own, (uint32_t)own->table->all->processes);
  return own->table->all->ports[own->process];
}

/* ---- writing down ---- */

static void note(client *own, const char *op, json_t *more) {
  json_object_set_new(more, "op", json_string(op));
  json_object_set_new(more, "at", json_integer(wire_now()));
  json_object_set_new(more, "client", json_integer(own->index));
  json_array_append_new(own->history, more);
}

static void note_command(client *own, const char *op, const command *wanted, int stream) {
  json_t *more = json_pack("{s:s,s:s,s:s}", "person", own->person, "game", own->game, "id", wanted->id);
  if (strcmp(op, "invoke") == 0) {
    json_object_set_new(more, "do", json_string(wanted->name));
    if (wanted->move[0] != '\0') json_object_set_new(more, "move", json_string(wanted->move));
  } else if (wanted->answer != NULL) {
    json_object_set_new(more, "status", json_integer(wanted->status));
    json_object_set_new(more, "game", json_string(wire_word(wanted->answer, "game")));
    if (own->game[0] != '\0') json_object_set_new(more, "game", json_string(own->game));
    json_object_set(more, "events", json_object_get(wanted->answer, "events"));
    json_object_set(more, "error", json_object_get(wanted->answer, "error"));
  }
  if (stream != 0) json_object_set_new(more, "stream", json_integer(stream));
  note(own, op, more);
}

/* ---- what comes ---- */

static void take(client *own, const json_t *event) {
  if (wire_number(event, "n") != own->view.last + 1 || own->broken) return; /* known, or the checker's to judge */
  if (view_take(&own->view, event)) return;
  note(own, "stuck", json_pack("{s:s+}", "why", "the rules do not take what came: ", own->view.why));
  own->broken = true;
}

static void take_all(client *own, const json_t *events) {
  size_t i;
  json_t *event;
  json_array_foreach(events, i, event) take(own, event);
}

/* True: it answers `id`. */
static bool heard(client *own, const json_t *message, const char *id) {
  json_t *event = json_object_get(message, "event");
  if (event != NULL && strcmp(wire_word(message, "game"), own->game) == 0) {
    note(own, "event", json_pack("{s:s,s:i,s:O}", "game", own->game, "stream", own->stream, "event", event));
    take(own, event);
  }
  return id != NULL && strcmp(wire_word(message, "re"), id) == 0;
}

/* Hears what comes until the answer to `id`, which is the caller's, or until then. */
static json_t *hear(client *own, const char *id, int64_t until) {
  for (json_t *message; own->socket.socket >= 0 && (message = wire_hear(&own->socket, until)) != NULL;) {
    if (heard(own, message, id)) return message;
    json_decref(message);
    if (id == NULL && wire_now() >= until) break;
  }
  return NULL;
}

/* A socket that listens to the game from where one is. */
static bool listen_on(client *own) {
  char text[200];
  if (own->socket.socket >= 0) return true;
  if (!wire_upgrade(&own->socket, port_any(own), own->secret, wire_now() + ANSWER_TIME)) return false;
  own->stream = atomic_fetch_add(&own->table->all->streams, 1) + 1;
  int from = own->view.last;
  (void)snprintf(text, sizeof text, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\",\"from\":%d}", own->game, from);
  json_t *answer = wire_say(&own->socket, text) ? hear(own, "w", wire_now() + ANSWER_TIME) : NULL;
  if (answer == NULL || wire_number(answer, "status") != 200) {
    json_decref(answer);
    wire_close(&own->socket);
    return false;
  }
  json_t *events = json_object_get(answer, "events");
  note(own, "watch",
       json_pack("{s:s,s:i,s:i,s:O}", "game", own->game, "stream", own->stream, "from", from, "events", events));
  take_all(own, events);
  json_decref(answer);
  return true;
}

/* ---- commands ---- */

static command command_make(client *own, const char *name, const char *more) {
  command made = {0};
  (void)snprintf(made.id, sizeof made.id, "c%d-%d", own->index, own->commands++);
  (void)snprintf(made.name, sizeof made.name, "%s", name);
  (void)snprintf(made.body, sizeof made.body, "\"id\":\"%s\",\"last\":%d%s%s", made.id, own->view.last,
                 *more != '\0' ? "," : "", more);
  return made;
}

/* What an answer says: 503 and its like leave it open, as does none. */
static void answered(client *own, command *wanted, int status, json_t *answer, int stream) {
  json_decref(wanted->answer);
  wanted->answer = answer;
  wanted->status = status;
  const char *op = status == 0 || status >= 500 || status == 429 ? "unknown" : status < 300 ? "ok" : "refused";
  note_command(own, op, wanted, stream);
  if (*op == 'u') wanted->status = 0;
  if (own->game[0] != '\0') take_all(own, json_object_get(answer, "events"));
}

static bool posting(client *own, command *wanted, wire *by) {
  char path[96], body[BODY_MAX + 4];
  int port = port_any(own);
  if (strcmp(wanted->name, "create") == 0)
    (void)snprintf(path, sizeof path, "/api/games");
  else
    (void)snprintf(path, sizeof path, "/api/games/%.31s/%s", own->game, wanted->name);
  (void)snprintf(body, sizeof body, "{%s}", wanted->body);
  note_command(own, "invoke", wanted, 0);
  return wire_open(by, port) && wire_ask(by, port, "POST", path, own->secret, body);
}

static void posted(client *own, command *wanted, wire *by, bool sent) {
  char *text = NULL;
  int status = sent ? wire_reply(by, wire_now() + ANSWER_TIME, &text) : 0;
  json_t *answer = text == NULL ? NULL : json_loads(text, 0, NULL);
  free(text);
  wire_close(by);
  answered(own, wanted, status, answer, 0);
}

static void by_post(client *own, command *wanted) {
  wire by = {.socket = -1};
  bool sent = posting(own, wanted, &by);
  posted(own, wanted, &by, sent);
}

static void by_socket(client *own, command *wanted) {
  char text[BODY_MAX + 100];
  (void)snprintf(text, sizeof text, "{\"do\":\"%s\",\"game\":\"%s\",%s}", wanted->name, own->game, wanted->body);
  note_command(own, "invoke", wanted, 0);
  int stream = own->stream;
  json_t *answer = wire_say(&own->socket, text) ? hear(own, wanted->id, wire_now() + ANSWER_TIME) : NULL;
  answered(own, wanted, (int)wire_number(answer, "status"), answer, stream);
  if (wanted->status == 0) wire_close(&own->socket); /* and elsewhere */
}

/* Again and again, until somebody knows what came of it. */
static void settle(client *own, command *wanted) {
  int64_t ended = 0;
  while (wanted->status == 0) {
    wire_sleep(50 + (int)below(own, 200));
    by_post(own, wanted);
    if (!atomic_load(&own->table->all->ending)) continue;
    if (ended == 0) ended = wire_now();
    if (wanted->status != 0 || wire_now() - ended < STUCK_TIME) continue;
    note(own, "stuck", json_pack("{s:s+}", "why", "no answer to ", wanted->id));
    own->broken = true;
    break;
  }
}

/* With a rival, which may be the same command, both are under way at once, on processes that chance chooses. */
static void command_run(client *own, command *wanted, command *rival) {
  wire beside = {.socket = -1};
  bool sent = rival != NULL && posting(own, rival, &beside);
  if (own->socket.socket >= 0 && below(own, POSTED) > 0)
    by_socket(own, wanted);
  else
    by_post(own, wanted);
  if (rival != NULL) {
    command copy = *rival; /* the same command has one answer here and another there */
    copy.answer = NULL;
    posted(own, &copy, &beside, sent);
    settle(own, &copy);
    json_decref(copy.answer);
  }
  settle(own, wanted);
}

/* ---- playing ---- */

static const char *const KINDS[] = {"kulami", "delta", "neo-delta", "delfino:players=2", "circle-delta"};

static bool game_create(client *own) {
  table *at = own->table;
  char more[200];
  const char *clock = at->index % 3 == 0   ? "{\"kind\":\"time\",\"seconds\":600,\"increment\":1}"
                      : at->index % 3 == 1 ? "{\"kind\":\"time\",\"seconds\":10,\"increment\":0}" /* flags fall */
                                           : "{\"kind\":\"none\"}";
  (void)snprintf(more, sizeof more, "\"game\":\"%s\",\"clock\":%s", KINDS[(at->index + own->round) % 5], clock);
  command wanted = command_make(own, "create", more);
  (void)snprintf(wanted.body, sizeof wanted.body, "\"id\":\"%s\",%s", wanted.id, more);
  settle(own, &wanted);
  const json_t *keys = json_object_get(wanted.answer, "keys");
  bool good = wanted.status > 0 && wanted.status < 300 && json_array_size(keys) > 0;
  if (good) {
    const char *game = wire_word(wanted.answer, "game");
    pthread_mutex_lock(&at->all->mutex);
    json_array_append_new(at->all->games, json_string(game));
    pthread_mutex_unlock(&at->all->mutex);
    pthread_mutex_lock(&at->mutex);
    (void)snprintf(at->game, sizeof at->game, "%s", game);
    (void)snprintf(at->key, sizeof at->key, "%s", json_string_value(json_array_get(keys, 0)));
    at->round++;
    pthread_mutex_unlock(&at->mutex);
  } else if (!own->broken) {
    note(own, "stuck", json_pack("{s:s+}", "why", "no game is made: ", wire_word(wanted.answer, "text")));
    own->broken = true;
  }
  json_decref(wanted.answer);
  return good;
}

/* The next game of the table, when there is one. */
static bool game_join(client *own) {
  table *at = own->table;
  char more[96] = "";
  pthread_mutex_lock(&at->mutex);
  bool fresh = at->round > own->round;
  if (fresh) {
    own->round = at->round;
    (void)snprintf(own->game, sizeof own->game, "%s", at->game);
    (void)snprintf(more, sizeof more, "\"key\":\"%s\"", at->key);
  }
  pthread_mutex_unlock(&at->mutex);
  if (!fresh) return false;
  wire_close(&own->socket);
  view_close(&own->view);
  while (!listen_on(own) && !atomic_load(&at->all->ending)) wire_sleep(100);
  if (own->role != 1) return true;
  for (int status = 409; status == 409 && own->view.seats == 0 && !own->view.ended;) {
    command wanted = command_make(own, "join", more);
    command_run(own, &wanted, below(own, TWICE) == 0 ? &wanted : NULL);
    status = wanted.status;
    json_decref(wanted.answer);
  }
  return true;
}

static int seat_of(const client *own) {
  for (int i = 0; i < own->view.seats; i++)
    if (strcmp(own->view.persons[i], own->person) == 0) return i + 1;
  return 0;
}

static void do_simply(client *own, const char *name, const char *more) {
  command wanted = command_make(own, name, more);
  command_run(own, &wanted, below(own, TWICE) == 0 ? &wanted : NULL);
  json_decref(wanted.answer);
}

static void ply(client *own, bool rolling) {
  char more[ASC_TOKEN_MAX + 16] = "", token[ASC_TOKEN_MAX] = "", other[ASC_TOKEN_MAX] = "";
  if (!rolling) view_pick(&own->view, &own->random, token);
  if (!rolling) view_pick(&own->view, &own->random, other);
  if (!rolling) (void)snprintf(more, sizeof more, "\"move\":\"%s\"", token);
  command wanted = command_make(own, rolling ? "roll" : "move", more), rival;
  memcpy(wanted.move, token, sizeof token);
  if (!rolling && below(own, RIVAL) == 0) {
    (void)snprintf(more, sizeof more, "\"move\":\"%s\"", other);
    rival = command_make(own, "move", more);
    memcpy(rival.move, other, sizeof other);
    command_run(own, &wanted, &rival);
  } else {
    command_run(own, &wanted, below(own, TWICE) == 0 ? &wanted : NULL);
  }
  if (wanted.status == 200) atomic_fetch_add(&own->table->plies, 1);
  json_decref(wanted.answer);
}

static void turn(client *own) {
  bool rolling;
  int seat = seat_of(own), now = view_turn(&own->view, &rolling);
  char more[64];
  if (seat == 0 || own->view.ended) return;
  if (own->view.offer[0] != '\0' && own->view.by != seat) {
    do_simply(own, below(own, 3) == 0 || strcmp(own->view.offer, "draw") != 0 ? "accept" : "decline", "");
    return;
  }
  if (now != seat) return;
  if (below(own, OFFERS) == 0) {
    uint32_t what = below(own, 4);
    (void)snprintf(more, sizeof more, "\"seat\":%d,\"seconds\":1", 3 - seat);
    if (what == 0)
      do_simply(own, "give-time", more);
    else
      do_simply(own, "offer", what == 1 ? "\"offer\":\"draw\"" : "\"offer\":\"takeback\"");
    return;
  }
  ply(own, rolling);
}

static void *client_live(void *data) {
  client *own = data;
  clients *all = own->table->all;
  while (!atomic_load(&all->ending) && !own->broken) {
    bool over = own->game[0] == '\0' || own->view.ended;
    if (over && own->role == 0 && own->table->round == own->round) {
      own->game[0] = '\0';
      if (!game_create(own)) break;
    }
    if (over && !game_join(own)) wire_sleep(20);
    if (own->game[0] == '\0' || own->view.ended) continue;
    if (!listen_on(own)) {
      wire_sleep(100);
      continue;
    }
    if (own->role < 2) turn(own);
    /* Now and then somebody comes back by another process. */
    if (below(own, 200) == 0) wire_close(&own->socket);
    int64_t rest = (int64_t)below(own, own->table->index % 3 == 1 ? 1000000 : 120000);
    json_decref(hear(own, NULL, wire_now() + 20000 + rest));
  }
  wire_close(&own->socket);
  return NULL;
}

/* ---- all of them ---- */

static bool person_make(client *own) {
  wire by = {.socket = -1};
  char *text = NULL;
  int port = port_any(own);
  int status = wire_open(&by, port) && wire_ask(&by, port, "POST", "/api/me", NULL, "{\"bearer\":true}")
                   ? wire_reply(&by, wire_now() + ANSWER_TIME, &text)
                   : 0;
  json_t *made = text == NULL ? NULL : json_loads(text, 0, NULL);
  (void)snprintf(own->person, sizeof own->person, "%s", wire_word(made, "person"));
  (void)snprintf(own->secret, sizeof own->secret, "%s", wire_word(made, "secret"));
  json_decref(made);
  free(text);
  wire_close(&by);
  return status == 201;
}

clients *clients_open(const int *ports, int processes, int tables, uint64_t seed) {
  clients *all = calloc(1, sizeof *all);
  memcpy(all->ports, ports, (size_t)processes * sizeof *ports);
  all->processes = processes;
  all->tables = tables;
  all->games = json_array();
  pthread_mutex_init(&all->mutex, NULL);
  for (int i = 0; i < tables * ROLES; i++) {
    client *own = &all->client[i];
    *own = (client){.table = &all->table[i / ROLES], .index = i, .role = i % ROLES, .socket.socket = -1};
    own->table->all = all;
    own->table->index = i / ROLES;
    own->history = json_array();
    if (own->role == 0) pthread_mutex_init(&own->table->mutex, NULL);
    asc_random_seed(&own->random, seed * 1000 + (uint64_t)i);
    if (!person_make(own)) return NULL;
  }
  for (int i = 0; i < tables * ROLES; i++) pthread_create(&all->client[i].thread, NULL, client_live, &all->client[i]);
  return all;
}

int64_t clients_plies(clients *own) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < own->tables; i++) {
    int64_t plies = atomic_load(&own->table[i].plies);
    if (plies < least) least = plies;
  }
  return least;
}

bool clients_go_on(clients *own, int plies, int64_t until) {
  int64_t before[TABLES_MAX];
  for (int i = 0; i < own->tables; i++) before[i] = atomic_load(&own->table[i].plies);
  for (int i = 0; i < own->tables;) {
    if (atomic_load(&own->table[i].plies) >= before[i] + plies)
      i++;
    else if (wire_now() > until)
      return false;
    else
      wire_sleep(20);
  }
  return true;
}

static int earlier(const void *a, const void *b) {
  int64_t one = wire_number(*(json_t *const *)a, "at"), other = wire_number(*(json_t *const *)b, "at");
  return one < other ? -1 : one > other;
}

json_t *clients_sort(json_t *all) {
  size_t count = json_array_size(all);
  json_t **order = calloc(count + 1, sizeof(json_t *)), *history = json_array();
  for (size_t i = 0; i < count; i++) order[i] = json_array_get(all, i);
  qsort(order, count, sizeof(json_t *), earlier);
  for (size_t i = 0; i < count; i++) json_array_append(history, order[i]);
  free(order);
  json_decref(all);
  return history;
}

json_t *clients_end(clients *own, json_t **games) {
  atomic_store(&own->ending, true);
  json_t *all = json_array();
  for (int i = 0; i < own->tables * ROLES; i++) {
    client *one = &own->client[i];
    pthread_join(one->thread, NULL);
    json_array_extend(all, one->history);
    json_decref(one->history);
    view_close(&one->view);
  }
  *games = own->games;
  free(own);
  return all;
}
