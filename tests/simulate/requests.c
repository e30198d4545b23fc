/* The network between players and processes: requests, replies, sockets and publications, each after its way's time.
   What a process says is checked at the moment when it says it. */
#include "simulate.h"

#include "live/rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, GIVE_UP = 12000, STEPS_MAX = 8, HEARD = 1000, KNOWN = 10000 };

static sim_request *requests[BUCKETS];
static uint64_t last_id;

/* ---- open and close ---- */

sim_request *sim_request_open(sim_player *player, bool is_post, const char *path, json_t *body) {
  sim_request *request = calloc(1, sizeof *request);
  request->id = ++last_id;
  request->player = player;
  request->process = player->process;
  request->body = body;
  request->is_post = is_post;
  live_request probe = {0};
  bool exists;
  const live_operation *operation = live_operation_find(is_post, path, &probe, &exists);
  if (operation == NULL) operation = live_operation_named(path); /* of sockets only */
  sim_check(operation != NULL, "there is no operation %s", path);
  request->name = operation->name;
  request->needs_person = operation->needs_person;
  request->operation = operation;
  memcpy(request->game, probe.game, sizeof request->game);
  memcpy(request->part, probe.part, sizeof request->part);
  request->has_secret = player->secret[0] != '\0';
  memcpy(request->secret, player->secret, sizeof request->secret);
  if (request->has_secret) memcpy(request->person, player->person, sizeof request->person);
  const char *command = json_string_value(json_object_get(body, "id"));
  if (command != NULL) (void)snprintf(request->command, sizeof request->command, "%s", command);
  const char *key = json_string_value(json_object_get(body, "key"));
  if (key != NULL) (void)snprintf(request->key, sizeof request->key, "%s", key);
  return request;
}

static sim_request *request_find(uint64_t id) {
  sim_request *request = requests[id % BUCKETS];
  while (request != NULL && request->id != id) request = request->next;
  return request;
}

static void request_free(sim_request *request) {
  sim_request **at = &requests[request->id % BUCKETS];
  while (*at != request) at = &(*at)->next;
  *at = request->next;
  json_decref(request->body);
  free(request);
}

/* The player does not wait any longer. */
static void request_end(sim_request *request, const sim_reply *reply) {
  if (request->is_over) return;
  request->is_over = true;
  if (request->on_reply != NULL) request->on_reply(request, reply);
}

static void give_up(void *data, uint64_t id) {
  (void)data;
  sim_request *request = request_find(id);
  if (request != NULL) request_end(request, NULL);
}

/* ---- sending ---- */

static void sender_fill(live_sender *sender, const char *secret) {
  sender->has_secret = secret[0] != '\0';
  if (!sender->has_secret) return;
  asc_secret_hash("device", secret, sender->hash);
  asc_secret_hash("links", secret, sender->links);
}

static void request_arrive(void *data, uint64_t id) {
  (void)data;
  sim_request *own = request_find(id);
  if (own == NULL) return;
  sim_process *process = own->process;
  bool has_socket = own->socket == 0 || own->player->socket == own->socket;
  if (!sim_process_is_up(process) || !has_socket) {
    request_end(own, NULL);
    request_free(own);
    return;
  }
  if (process->stalled_until > sim.now) { /* nobody takes it from the network */
    sim_after(process->stalled_until - sim.now, request_arrive, NULL, id);
    return;
  }
  live_request *request = live_request_open();
  request->operation = own->operation;
  request->client = own->socket != 0 ? own->socket : own->id << 1;
  request->is_socket = own->socket != 0;
  if (request->is_socket) (void)snprintf(request->re, sizeof request->re, "%llu", (unsigned long long)own->id);
  sender_fill(&request->sender, own->secret);
  memcpy(own->hash, request->sender.hash, STORE_HASH);
  request->address = own->player->address;
  request->is_near = own->player->index % 2 == 0;
  request->lag = own->player->lag;
  memcpy(request->game, own->game, sizeof request->game);
  memcpy(request->part, own->part, sizeof request->part);
  memcpy(request->key, own->key, sizeof request->key);
  request->from = own->from;
  request->body = json_incref(own->body);
  own->life = process->life;
  own->arrived = sim.now;
  own->steps = process->steps;
  sim.requests++;
  sim_note("request %llu to process %d by %s: %s %s %s%s", (unsigned long long)id, process->index, own->person,
           own->name, own->game, own->command, own->socket != 0 ? ", by socket" : "");
  live_input *input = live_input_open(LIVE_INPUT_REQUEST, NULL);
  input->request = request;
  sim_process_post(process, input);
}

void sim_request_send(sim_request *request, bool by_socket) {
  sim_player *player = request->player;
  if (request->body == NULL) request->body = json_object();
  if (by_socket && player->socket != 0) request->socket = player->socket;
  if (request->socket != 0) request->process = player->socket_process;
  request->sent = sim.now;
  request->next = requests[request->id % BUCKETS];
  requests[request->id % BUCKETS] = request;
  sim_after(player->lag / 2 + 1, request_arrive, NULL, request->id);
  sim_after(GIVE_UP, give_up, NULL, request->id);
}

/* ---- what must hold for replies ---- */

static bool is_fine(const sim_request *request) {
  for (int i = 0; i < sim.plan.processes; i++)
    if (sim_processes[i].trouble >= request->arrived - 2000) return false;
  return sim_process_was_fine(request->process, request->arrived);
}

/* Whether the sender may see the game, as far as the process can know. */
static bool may_see(const sim_request *request, const sim_game *game) {
  if (!game->room->is_private || sim_game_has(game, request->person)) return true;
  int64_t known = game->became_private + (sim.plan.processes > 1 ? HEARD : 0);
  if (request->arrived <= known || request->process->trouble + HEARD > request->arrived) return true;
  return sim_game_key(game, request->key, request->person);
}

static void events_check(const sim_request *request, const json_t *events, bool is_done) {
  size_t i;
  json_t *event;
  const sim_game *game = sim_game_find(request->game);
  json_array_foreach(events, i, event) {
    sim_ledger_seen(request->game, event);
    const char *command = json_string_value(json_object_get(event, "id"));
    sim_check(!is_done || (command != NULL && strcmp(command, request->command) == 0),
              "%s of game %s was answered with an event that it did not cause", request->name, request->game);
  }
  /* A command that is sent again after a merge comes from another person. */
  if (is_done && sim_person_now(request->person) == request->person)
    sim_check(sim_ledger_command_count(game, request->person, request->command) == (int)json_array_size(events),
              "%s of game %s was answered with %d events, but %d are durable", request->name, request->game,
              (int)json_array_size(events), sim_ledger_command_count(game, request->person, request->command));
}

static void status_check(const sim_request *request, int status) {
  bool is_rejected = status == 401 || status == 503 || status == 429 || status == 404;
  if (request->has_secret && request->needs_person &&
      sim_device_gone(request->process, request->hash) < request->arrived)
    sim_check(is_rejected, "%s was answered with %d, but the device was signed out", request->name, status);
  if (status == 503 || status == 0)
    sim_check(!is_fine(request), "%s of game %s was answered with %d although nothing failed", request->name,
              request->game, status);
  sim_check(status >= 200 && status < 600, "%s was answered with %d", request->name, status);
  bool is_ply = strcmp(request->name, "move") == 0 || strcmp(request->name, "roll") == 0;
  int64_t steps = request->process->steps - request->steps;
  if (is_ply && status != 409 && request->tries == 0 && is_fine(request)) /* others may wait for a listing */
    sim_check(steps <= STEPS_MAX, "a move of game %s was answered after %lld batches, %lld ms", request->game,
              (long long)steps, (long long)(sim.now - request->arrived));
}

/* Every event was checked when it became durable, so no game is damaged, and none is missing. */
static void game_check(const sim_request *request, const sim_game *game, int status, const json_t *json) {
  const char *error = json_string_value(json_object_get(json, "error"));
  const char *state = json_string_value(json_object_get(json_object_get(json, "game"), "state"));
  bool is_damaged =
      (error != NULL && strcmp(error, "online.damaged") == 0) || (state != NULL && strcmp(state, "damaged") == 0);
  sim_check(!is_damaged, "%s says that game %s is damaged", request->name, game->id);
  bool is_gone = status == 404 && error != NULL && strcmp(error, "online.not-found") == 0;
  sim_check(!is_gone || game->is_deleted || game->was_private || game->created >= request->arrived,
            "%s says that there is no game %s", request->name, game->id);
}

static void reply_check(sim_request *request, int status, const json_t *json) {
  status_check(request, status);
  const json_t *events = json_object_get(json, "events"), *shown = json_object_get(json, "game");
  if (strcmp(request->name, "create") == 0 && status < 300) {
    const char *id = json_string_value(shown);
    sim_check(id != NULL, "a created game has no id");
    (void)snprintf(request->game, sizeof request->game, "%s", id);
  }
  const sim_game *game = sim_game_find(request->game);
  bool is_command = request->command[0] != '\0' && status < 300;
  if (is_command) sim_check(game != NULL, "%s was done in a game that is not durable", request->name);
  if (game == NULL || json == NULL) return;
  game_check(request, game, status, json);
  bool shows = (json_array_size(events) > 0 || json_is_object(shown) || json_object_get(json, "owner") != NULL);
  sim_check(!shows || is_command || may_see(request, game), "%s of the private game %s was answered with %d to %s",
            request->name, request->game, status, request->person);
  if (strcmp(request->name, "watch") == 0 && request->key[0] != '\0') {
    sim_player *player = request->player;
    unsigned at = player->shown_count++ % SIM_SHOWN;
    memcpy(player->shown[at].game, request->game, sizeof request->game);
    memcpy(player->shown[at].key, request->key, sizeof request->key);
  }
  events_check(request, events, is_command);
  int64_t last = json_integer_value(json_object_get(json_is_object(shown) ? shown : json, "last"));
  sim_check(last <= game->count, "%s of game %s shows event %lld of %d", request->name, request->game, (long long)last,
            game->count);
}

/* Events as lines. */
static json_t *lines_read(const char *text, size_t length) {
  json_t *list = json_array();
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t size = end == NULL ? length - at : (size_t)(end - text) - at;
    json_t *line = json_loadb(text + at, size, 0, NULL);
    sim_check(line != NULL, "a line of events is not JSON");
    json_array_append_new(list, line);
    at += size + 1;
  }
  json_t *object = json_object();
  json_object_set_new(object, "events", list);
  return object;
}

/* ---- replies ---- */

typedef struct way {
  uint64_t id;
  int status;
  json_t *json;
} way;

static void reply_deliver(void *data, uint64_t number) {
  way *own = data;
  (void)number;
  sim_request *request = request_find(own->id);
  if (request != NULL) {
    bool has_socket = request->socket == 0 || request->player->socket == request->socket;
    const sim_reply reply = {own->status, own->json};
    if (request->is_over && has_socket) /* it comes late, but it has news */
      sim_view_events(request->player, request->game, json_object_get(own->json, "events"));
    request_end(request, has_socket ? &reply : NULL);
    request_free(request);
  }
  json_decref(own->json);
  free(own);
}

static void socket_end(sim_player *player);
static sim_player *socket_player(uint64_t id);

static void reply_take(sim_process *process, const live_output *output) {
  json_t *json = NULL;
  uint64_t id = output->client >> 1;
  if (output->type != NULL)
    json = lines_read(output->bytes, output->length);
  else if (output->bytes != NULL)
    json = json_loadb(output->bytes, output->length, 0, NULL);
  sim_check(output->bytes == NULL || json != NULL, "a reply is not JSON: %.*s", (int)output->length, output->bytes);
  if (output->is_socket) {
    const char *re = json_string_value(json_object_get(json, "re"));
    if (json == NULL) { /* out of memory: the network thread closes the socket */
      sim_player *player = socket_player(output->client);
      if (player->socket == output->client) socket_end(player);
      return;
    }
    sim_check(re != NULL, "a reply to a socket has no re");
    id = strtoull(re, NULL, 10);
  }
  sim_request *request = request_find(id);
  sim_check(request != NULL || output->is_socket, "a reply without a request");
  if (request == NULL) {
    json_decref(json);
    return;
  }
  sim_check(!request->is_answered && request->process == process, "%s was answered twice", request->name);
  request->is_answered = true;
  sim.replies++;
  sim_note("reply to request %llu, %s %s: %d", (unsigned long long)id, request->name, request->game, output->status);
  bool has_socket = request->socket == 0 || request->player->socket == request->socket;
  if (has_socket) reply_check(request, output->status, json);
  way *own = malloc(sizeof *own);
  *own = (way){id, output->status, json};
  if (sim_chance(SIM_FAULTS, sim.plan.lost_replies)) {
    json_decref(own->json);
    free(own);
    if (request->socket != 0) socket_end(request->player); /* a socket loses nothing as long as it is open */
    if (request->is_over) request_free(request);
    return;
  }
  sim_after(request->player->lag / 2 + 1, reply_deliver, own, 0);
}

/* ---- sockets ---- */

static sim_player *socket_player(uint64_t id) { return sim_player_at((int)(id >> 1 & 0xfffff)); }

void sim_socket_open(sim_player *player) {
  if (player->socket != 0 || !sim_process_is_up(player->process)) return;
  player->socket = ++last_id << 21 | (uint64_t)player->index << 1 | 1;
  player->socket_process = player->process;
  player->socket_opened = sim.now;
  memset(player->shown, 0, sizeof player->shown);
  live_input *input = live_input_open(LIVE_INPUT_SOCKET_OPENED, NULL);
  input->client = player->socket;
  input->address = player->address;
  input->sender = calloc(1, sizeof *input->sender);
  sender_fill(input->sender, player->secret);
  memcpy(player->socket_person, player->person, sizeof player->socket_person);
  sim_process_post(player->process, input);
}

static void socket_end(sim_player *player) {
  if (player->socket == 0) return;
  live_input *input = live_input_open(LIVE_INPUT_SOCKET_CLOSED, NULL);
  input->client = player->socket;
  player->socket = 0;
  sim_process_post(player->socket_process, input);
  sim_views_unwatched(player);
}

void sim_socket_close(sim_player *player) { socket_end(player); }

void sim_socket_check(const sim_player *player) {
  const sim_process *process = player->socket_process;
  int64_t since = sim.now - KNOWN;
  uint8_t hash[STORE_HASH];
  if (player->socket == 0 || player->socket_person[0] == '\0' || player->socket_opened >= since) return;
  asc_secret_hash("device", player->secret, hash);
  if (!sim_process_was_fine(process, since) || sim_device_gone(process, hash) != INT64_MAX) return;
  const live_socket *socket = live_socket_find(process->loop, player->socket);
  sim_check(socket != NULL && socket->person[0] != '\0', "process %d does not know that a socket is of %s",
            process->index, player->socket_person);
}

void sim_socket_presence(sim_player *player, bool is_silent, bool is_hidden) {
  if (player->socket == 0) return;
  live_input *input = live_input_open(LIVE_INPUT_SOCKET_PRESENCE, NULL);
  input->client = player->socket;
  input->is_silent = is_silent;
  input->is_hidden = is_hidden;
  input->since = sim.now - (is_silent ? LIVE_HERE_TIME : 0);
  sim_process_post(player->socket_process, input);
}

static void message_deliver(void *data, uint64_t socket) {
  json_t *json = data;
  sim_player *player = socket_player(socket);
  const char *game = json_string_value(json_object_get(json, "game"));
  const json_t *event = json_object_get(json, "event");
  if (player->socket == socket && event != NULL) sim_view_event(player, game, event);
  json_decref(json);
}

/* Whoever gets an event of a private game, or a phrase, has a seat; or gets the event that makes it private. */
static void message_check(const sim_player *player, const sim_game *game, const json_t *json) {
  int64_t number = json_integer_value(json_object_get(json_object_get(json, "event"), "n"));
  bool has_seat = sim_game_has(game, player->socket_person);
  if (json_object_get(json, "said") != NULL)
    sim_check(has_seat, "a phrase of game %s was sent to %s, who has no seat", game->id, player->socket_person);
  const char *by = json_string_value(json_object_get(json_object_get(json, "event"), "by"));
  bool is_own = by != NULL && strcmp(sim_person_now(by), sim_person_now(player->socket_person)) == 0;
  if (has_seat || is_own || !game->room->is_private || number <= game->private_from) return;
  for (int i = 0; i < SIM_SHOWN; i++)
    if (strcmp(player->shown[i].game, game->id) == 0 && sim_game_key(game, player->shown[i].key, player->socket_person))
      return;
  sim_fail("event %lld of the private game %s was sent to %s", (long long)number, game->id, player->socket_person);
}

static void publication_take(const live_output *output) {
  json_t *json = json_loadb(output->bytes, output->length, 0, NULL);
  sim_check(json != NULL, "a message is not JSON: %.*s", (int)output->length, output->bytes);
  const char *id = json_string_value(json_object_get(json, "game"));
  const json_t *event = json_object_get(json, "event");
  const sim_game *game = id == NULL ? NULL : sim_game_find(id);
  sim_check(game != NULL, "a message of a game that is not durable");
  if (event != NULL) sim_ledger_seen(id, event);
  for (size_t i = 0; i < output->socket_count; i++) {
    sim_player *player = socket_player(output->sockets[i]);
    if (player->socket != output->sockets[i]) continue;
    message_check(player, game, json);
    sim_after(player->lag / 2 + 1, message_deliver, json_incref(json), output->sockets[i]);
  }
  json_decref(json);
}

/* ---- outputs ---- */

static void output_digest(const sim_process *process, const live_output *output) {
  int64_t numbers[] = {sim.now,
                       process->index,
                       output->kind,
                       (int64_t)output->client,
                       output->status,
                       (int64_t)output->length,
                       (int64_t)output->socket_count};
  sim_digest_add(numbers, sizeof numbers);
  if (output->length > 0) sim_digest_add(output->bytes, output->length);
  if (output->cookie != NULL) sim_digest_add(output->cookie, strlen(output->cookie));
  if (output->socket_count > 0) sim_digest_add(output->sockets, output->socket_count * sizeof *output->sockets);
}

void sim_output_take(void *data, live_output *output) {
  sim_process *process = data;
  sim_memory_stop();
  if (!process->is_doomed) {
    if (output->kind == LIVE_OUTPUT_FIGURES)
      process->figures = output->figures;
    else
      output_digest(process, output);
    if (output->kind == LIVE_OUTPUT_REPLY) reply_take(process, output);
    if (output->kind == LIVE_OUTPUT_PUBLISH) publication_take(output);
    if (output->kind == LIVE_OUTPUT_CLOSE && (output->client & 1) != 0) {
      sim_player *player = socket_player(output->client);
      if (player->socket == output->client) socket_end(player);
    }
  }
  live_output_close(output);
  sim_memory_start();
}

/* ---- audits ---- */

void sim_requests_lost(const sim_process *process) {
  for (int i = 0; i < sim_player_count(); i++) {
    sim_player *player = sim_player_at(i);
    if (player->socket == 0 || player->socket_process != process) continue;
    player->socket = 0;
    sim_views_unwatched(player);
  }
  for (int i = 0; i < BUCKETS; i++)
    for (sim_request *request = requests[i], *next; request != NULL; request = next) {
      next = request->next;
      if (request->process != process || request->arrived == 0 || request->is_answered) continue;
      request->process = NULL; /* the player gives it up */
      if (request->is_over) request_free(request);
    }
}

void sim_requests_audit(void) {
  for (int i = 0; i < BUCKETS; i++)
    for (sim_request *request = requests[i], *next; request != NULL; request = next) {
      next = request->next;
      if (request->process == NULL || request->is_answered) {
        if (request->is_over) request_free(request);
        continue;
      }
      bool has_socket = request->socket == 0 || request->player->socket == request->socket;
      if (request->arrived == 0) continue;
      if (!has_socket && request->is_over) {
        request_free(request);
        continue;
      }
      int64_t since = request->arrived > request->process->trouble ? request->arrived : request->process->trouble;
      sim_check(!has_socket || sim.now - since < SIM_ANSWER || sim.failed_memory > 0,
                "%s of game %s is not answered after %lld ms", request->name, request->game,
                (long long)(sim.now - request->arrived));
    }
}

void sim_requests_flag(const sim_process *process, const sim_game *game, const char *person, int64_t time) {
  for (int i = 0; i < BUCKETS; i++)
    for (const sim_request *request = requests[i]; request != NULL; request = request->next) {
      bool is_ply = strcmp(request->name, "move") == 0 || strcmp(request->name, "roll") == 0;
      if (!is_ply || request->is_answered || request->process != process || strcmp(request->game, game->id) != 0 ||
          request->arrived == 0 || strcmp(sim_person_now(request->person), sim_person_now(person)) != 0)
        continue;
      int64_t last = json_integer_value(json_object_get(request->body, "last"));
      if (sim.failed_memory > 0) continue; /* its reply may have got lost */
      sim_check(request->arrived >= time || last < game->room->settled - 1,
                "game %s: a flag fell at %lld although a move had arrived at %lld", game->id, (long long)time,
                (long long)request->arrived);
    }
}

void sim_requests_close(void) {
  for (int i = 0; i < BUCKETS; i++)
    while (requests[i] != NULL) request_free(requests[i]);
  last_id = 0;
}
