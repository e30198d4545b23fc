/* Requests: how they get ready to be decided, and how they are answered.

   live_request_prepare asks, round by round, for what is not in memory: the sender, the room, the key of a seat, then
   what the operation itself needs. Nothing is changed on the way, so a request can always start again. */
#include "request.h"

#include "gaps.h"
#include "operations.h"
#include "rooms.h"
#include "senders.h"

#include "base/hash.h"
#include "online/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTINGS_MAX = 4 }; /* given to the listing thread at once, so that addresses take turns */

/* ---- open and close ---- */

live_request *live_request_open(void) {
  live_request *request = calloc(1, sizeof *request);
  struct live_request_inside *inside = calloc(1, sizeof *inside);
  live_output *reply = calloc(1, sizeof *reply);
  if (request == NULL || inside == NULL || reply == NULL) {
    free(request);
    free(inside);
    free(reply);
    return NULL;
  }
  request->inside = inside;
  inside->reply = reply;
  inside->command.level = ONLINE_LEVEL_NONE;
  return request;
}

void live_request_close(live_request *request) {
  if (request == NULL) return;
  store_job_close(request->inside->job);
  free(request->inside->text.text);
  free(request->inside->cookie);
  free(request->inside->reply);
  free(request->inside);
  json_decref(request->body);
  free(request);
}

void live_request_reset(live_request *request) {
  struct live_request_inside *inside = request->inside;
  store_job_close(inside->job);
  free(inside->text.text);
  free(inside->cookie);
  inside->job = NULL;
  inside->text = (asc_strbuf){0};
  inside->cookie = NULL;
  inside->room = NULL;
  inside->key = LIVE_KEY_UNREAD;
  inside->stage = inside->status = inside->seconds = 0;
  inside->type = NULL;
  inside->respond = NULL;
  inside->sender_state = LIVE_SENDER_UNREAD;
  inside->is_peer_read = false;
  inside->outcome = LIVE_UNWRITTEN;
  inside->state = LIVE_QUEUED;
}

void live_request_retry(live_request *request, bool counts) {
  struct live_request_inside *inside = request->inside;
  if (counts && inside->tries++ >= LIVE_TRIES_MAX) {
    inside->state = LIVE_DECIDED;
    live_reject_busy(request);
    return;
  }
  inside->loop->figures.retries += counts;
  live_request_reset(request);
  live_queue_add(inside->loop, request);
}

/* ---- replies ---- */

void live_reply(live_request *request, int status) {
  if (request->inside->text.failed)
    live_reject_busy(request);
  else
    request->inside->status = status;
}

void live_reply_ok(live_request *request) {
  asc_strbuf_add_text(&request->inside->text, "{}");
  live_reply(request, 200);
}

void live_error_write(asc_json *json, const asc_rules *rules, const asc_message *message) {
  char text[ASC_SENTENCE_MAX] = "";
  if (asc_catalogue_write(&online_catalogues[0], message, text, sizeof text) < 0 && rules != NULL)
    (void)asc_message_english(rules, message, text);
  asc_json_text(json, "error", message->key);
  asc_json_open(json, "args", '{');
  for (int i = 0; i < message->arg_count; i++)
    if (message->args[i].text[0] != '\0')
      asc_json_text(json, message->args[i].name, message->args[i].text);
    else
      asc_json_number(json, message->args[i].name, message->args[i].number);
  asc_json_close(json, '}');
  asc_json_text(json, "text", text);
}

void live_reject_message(live_request *request, int status, const asc_rules *rules, const asc_message *message) {
  asc_strbuf *text = &request->inside->text;
  free(text->text);
  *text = (asc_strbuf){0};
  asc_json json = asc_strbuf_json(text);
  asc_json_open(&json, NULL, '{');
  live_error_write(&json, rules, message);
  asc_json_close(&json, '}');
  request->inside->status = status;
  request->inside->type = NULL;
  request->inside->respond = NULL;
}

void live_reject(live_request *request, int status, const char *key) {
  asc_message message;
  asc_message_set(&message, key);
  live_reject_message(request, status, NULL, &message);
}

void live_reject_busy(live_request *request) { live_reject(request, 503, "online.busy"); }

/* A message of a socket gets the same object with "re" and "status" in front. */
static void socket_text(live_request *request) {
  struct live_request_inside *inside = request->inside;
  asc_strbuf whole = {0};
  asc_json json = asc_strbuf_json(&whole);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "re", request->re);
  asc_json_number(&json, "status", inside->status);
  if (inside->text.length > 2) asc_strbuf_add_char(&whole, ',');
  if (inside->text.length > 1) asc_strbuf_add(&whole, inside->text.text + 1, inside->text.length - 1);
  whole.failed |= inside->text.failed;
  free(inside->text.text);
  inside->text = whole;
}

void live_request_answer(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_output *output = inside->reply;
  inside->state = LIVE_ANSWERED;
  if (inside->status >= 400) inside->loop->figures.rejected++;
  if (request->client != 0) {
    inside->reply = NULL;
    if (request->is_socket)
      socket_text(request);
    else if (inside->type == NULL)
      asc_strbuf_add_char(&inside->text, '\n');
    *output = (live_output){.kind = LIVE_OUTPUT_REPLY,
                            .client = request->client,
                            .is_socket = request->is_socket,
                            .status = inside->text.failed ? 503 : inside->status,
                            .type = inside->type,
                            .seconds = inside->seconds,
                            .bytes = inside->text.failed ? NULL : inside->text.text,
                            .length = inside->text.failed ? 0 : inside->text.length,
                            .cookie = inside->cookie};
    if (!inside->text.failed) inside->text.text = NULL;
    inside->cookie = NULL;
    live_send(inside->loop, output);
  }
}

void live_request_finish(live_request *request) {
  live_request_answer(request);
  live_request_close(request);
}

/* ---- limits ---- */

static bool is_limited(live_request *request, live_limit limit, uint64_t key, int64_t cost) {
  live_loop *loop = request->inside->loop;
  int seconds;
  if (live_rate_limit_take(loop->limits, limit, key, cost, loop->world.clock(loop->world.data), &seconds)) return false;
  asc_message message;
  asc_message_set(&message, "online.too-many-requests");
  asc_message_add_number(&message, "seconds", seconds);
  live_reject_message(request, 429, NULL, &message);
  request->inside->seconds = seconds;
  return true;
}

uint64_t live_person_key(const char *person) { return asc_hash_text(1, person) | 1ULL << 63; }

bool live_request_pay(live_request *request, int64_t rows) {
  if (rows <= 0 || request->address == 0) return true;
  int64_t cost = (rows < LIVE_EVENTS_MAX ? rows : LIVE_EVENTS_MAX) * LIVE_ROW_COST;
  return !is_limited(request, LIVE_LIMIT_ROWS, request->address, cost) &&
         (!request->sender.is_known ||
          !is_limited(request, LIVE_LIMIT_PERSON, live_person_key(request->sender.person), cost));
}

static bool text_get(const json_t *body, const char *name, char *text, size_t size) {
  const json_t *value = json_object_get(body, name);
  const char *found = json_string_value(value);
  if (value == NULL) return true;
  if (found == NULL || strlen(found) >= size) return false;
  memcpy(text, found, strlen(found) + 1);
  return true;
}

int64_t live_body_number(const live_request *request, const char *name, int64_t min, int64_t max, int64_t fallback) {
  const json_t *value = json_object_get(request->body, name);
  if (value == NULL) return fallback;
  bool is_good = json_is_integer(value) && json_integer_value(value) >= min && json_integer_value(value) <= max;
  return is_good ? json_integer_value(value) : -1;
}

static bool number_get(const live_request *request, const char *name, int *number) {
  int64_t found = live_body_number(request, name, 0, INT32_MAX, *number);
  if (json_object_get(request->body, name) != NULL && found < 0) return false;
  *number = (int)found;
  return true;
}

static bool command_id_is_valid(const char *id) {
  return id[0] != '\0' && strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(id);
}

/* The command of a body. False: it cannot be read, and the request is rejected. */
static bool command_read(live_request *request) {
  online_command *command = &request->inside->command;
  char offer[16] = "";
  bool creates = live_operation_creates(request->operation);
  if (request->operation->action < 0 && !creates) return true;
  command->action = creates ? ONLINE_DO_JOIN : (online_action)request->operation->action;
  command->last = -1;
  bool is_read = text_get(request->body, "id", command->id, sizeof command->id) && command_id_is_valid(command->id) &&
                 number_get(request, "last", &command->last) && (creates || command->last >= 0) &&
                 text_get(request->body, "move", command->token, sizeof command->token) &&
                 text_get(request->body, "offer", offer, sizeof offer) && number_get(request, "seat", &command->seat) &&
                 number_get(request, "level", &command->level) && number_get(request, "seconds", &command->seconds) &&
                 text_get(request->body, "key", request->key, sizeof request->key) &&
                 command->level <= ONLINE_LEVEL_MAX;
  if (is_read && command->action == ONLINE_DO_OFFER) is_read = online_offer_read(offer, &command->offer);
  if (is_read && command->offer == ONLINE_OFFER_ENGINE && command->level < 0) command->level = 3;
  if (!is_read) {
    live_reject(request, 400, "online.malformed");
    return false;
  }
  asc_message reason;
  command->settings = &request->inside->settings;
  if ((creates || command->action == ONLINE_DO_CHANGE) &&
      !online_settings_read(&request->inside->settings, request->body, request->sender.person, &reason)) {
    live_reject_message(request, 422, NULL, &reason);
    return false;
  }
  return true;
}

/* Limits that belong to the person or to the operation, and the command. Once per request. False: rejected. */
static bool request_check(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const live_operation *operation = request->operation;
  const live_sender *sender = &request->sender;
  if (operation->needs_person && !sender->is_known) {
    live_reject(request, 401, "online.not-signed-in");
    return false;
  }
  if (inside->is_counted) return true;
  inside->is_counted = true;
  uint64_t person = live_person_key(sender->person);
  bool creates = live_operation_creates(operation);
  if (sender->is_known && is_limited(request, LIVE_LIMIT_PERSON, person, LIVE_TOKEN)) return false;
  if (creates && is_limited(request, LIVE_LIMIT_GAMES, person, LIVE_TOKEN)) return false;
  if (creates && is_limited(request, LIVE_LIMIT_NEW_GAMES, request->address, LIVE_TOKEN)) return false;
  if (operation->stores_more && inside->loop->store_is_full) {
    live_reject(request, 507, "online.disk-full");
    return false;
  }
  /* What an address stores is paid afterwards, so here it only must not owe anything. */
  if (operation->stores_more && request->address != 0 && is_limited(request, LIVE_LIMIT_STORED, request->address, 0))
    return false;
  if (!sender->is_known && live_operation_is_new_person(operation) &&
      is_limited(request, LIVE_LIMIT_NEW_PERSONS, request->address, LIVE_TOKEN))
    return false;
  if (live_operation_tries_key(operation) && is_limited(request, LIVE_LIMIT_KEYS, request->address, LIVE_TOKEN))
    return false;
  return command_read(request);
}

/* ---- getting ready ---- */

bool live_request_is_warm(live_request *request) {
  live_loop *loop = request->inside->loop;
  if (request->operation->reads || !live_sender_is_cached(loop, &request->sender)) return false;
  if (!request->operation->needs_room) return true;
  const live_room *room = live_room_find(loop, request->game);
  return room != NULL && room->state == LIVE_ROOM_OPEN;
}

static void key_done(live_loop *loop, void *owner, store_job *job) {
  live_request *request = owner;
  struct live_request_inside *inside = request->inside;
  const store_secret_row *row = job->secrets_count > 0 ? &job->secrets[0] : NULL;
  (void)loop;
  inside->key = job->status == STORE_DONE ? LIVE_KEY_INVALID : LIVE_KEY_FAILED;
  if (job->status != STORE_DONE || row == NULL || row->game == NULL || strcmp(row->game, request->game) != 0) return;
  bool is_own =
      row->claimed_by != NULL && request->sender.is_known && strcmp(row->claimed_by, request->sender.person) == 0;
  inside->key = row->claimed_by == NULL || is_own ? LIVE_KEY_FREE : LIVE_KEY_TAKEN;
  inside->slot = row->seat;
}

static live_need key_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  uint8_t hash[STORE_HASH];
  store_job *job = store_job_open();
  if (job == NULL) return LIVE_NEEDS_NEXT;
  asc_secret_hash("seat", request->key, hash);
  store_job_ask_secret(job, STORE_SECRET_SEAT, hash);
  inside->key = LIVE_KEY_READING;
  return live_read_add(inside->loop, job, request, key_done) ? LIVE_NEEDS_READ : LIVE_NEEDS_NEXT;
}

/* The room, read at the address's cost. */
static live_need room_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  const live_room *dropped = inside->room; /* if it is not found any more; it is freed at the end of the step */
  live_room *room = live_room_find(loop, request->game);
  inside->room = NULL;
  if (room == NULL && dropped != NULL) {
    if (!dropped->is_missing) return LIVE_NEEDS_NEXT; /* memory was short, or the store refused to read it */
    live_reject(request, 404, "online.not-found");
    return LIVE_NEEDS_END;
  }
  if (room == NULL && !live_request_pay(request, LIVE_PAGE)) return LIVE_NEEDS_END;
  if (room == NULL) room = live_room_add(loop, request->game);
  if (room == NULL) return LIVE_NEEDS_NEXT;
  if (room->failures >= LIVE_TRIES_MAX) {
    live_room_drop(room);
    live_reject(request, 503, "online.store-down");
    return LIVE_NEEDS_END;
  }
  inside->room = room;
  return live_room_prepare(room);
}

bool live_request_may_see(const live_request *request) {
  const live_room *room = request->inside->room;
  return room == NULL || room->game == NULL || live_operation_joins(request->operation) ||
         live_room_may_see(room, request);
}

/* Whether the sender may see the room; the key of a seat may let them. */
static live_need access_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  if (live_request_may_see(request)) return LIVE_NEEDS_NONE;
  if (request->key[0] != '\0' && inside->key == LIVE_KEY_UNREAD) return key_prepare(request);
  live_reject(request, 404, "online.not-found");
  return LIVE_NEEDS_END;
}

/* The sender has seen events that another process wrote and that we have not heard of yet. */
static live_need peer_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  if (!inside->loop->options.is_shared || inside->is_peer_read || request->operation->action < 0 ||
      inside->command.last <= inside->room->game->number)
    return LIVE_NEEDS_NONE;
  inside->is_peer_read = true;
  live_room_set_behind(inside->room, inside->command.last);
  return live_room_prepare(inside->room);
}

live_need live_request_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const live_operation *operation = request->operation;
  live_need sender = inside->is_host ? LIVE_NEEDS_NONE : live_sender_prepare(request);
  if (sender == LIVE_NEEDS_NEXT) return sender;
  /* While the sender is read, so is the room. */
  if (sender == LIVE_NEEDS_READ)
    return operation->needs_room && room_prepare(request) == LIVE_NEEDS_END ? LIVE_NEEDS_END : sender;
  if (!request_check(request)) return LIVE_NEEDS_END;
  if (inside->key == LIVE_KEY_FAILED) return LIVE_NEEDS_NEXT;
  if (operation->needs_room) {
    bool reads_key = live_operation_joins(operation) && inside->key == LIVE_KEY_UNREAD;
    live_need key = reads_key                         ? key_prepare(request)
                    : inside->key == LIVE_KEY_READING ? LIVE_NEEDS_READ
                                                      : LIVE_NEEDS_NONE;
    live_need room = room_prepare(request);
    if (room != LIVE_NEEDS_NONE) return room;
    if (key != LIVE_NEEDS_NONE) return key;
    room = access_prepare(request);
    if (room != LIVE_NEEDS_NONE) return room;
    room = peer_prepare(request);
    if (room != LIVE_NEEDS_NONE) return room;
  }
  return operation->prepare == NULL ? LIVE_NEEDS_NONE : operation->prepare(request);
}

void live_request_read_done(live_loop *loop, void *owner, store_job *job) {
  live_request *request = owner;
  (void)loop;
  store_job_close(request->inside->job);
  request->inside->job = job;
  request->inside->stage++;
}

live_need live_request_read(live_request *request, store_job *job) {
  if (job == NULL) return LIVE_NEEDS_NEXT;
  return live_read_add(request->inside->loop, job, request, live_request_read_done) ? LIVE_NEEDS_READ : LIVE_NEEDS_NEXT;
}

/* ---- listings ---- */

void live_request_list(live_request *request, store_job *job, void (*respond)(live_request *request)) {
  struct live_request_inside *inside = request->inside;
  if (job == NULL) {
    live_reject_busy(request);
    return;
  }
  store_job_close(inside->job);
  inside->job = job;
  job->data = request;
  inside->respond = respond;
  inside->state = LIVE_LISTING;
}

void live_listing_add(live_request *request) {
  live_loop *loop = request->inside->loop;
  request->inside->next = NULL;
  loop->waiting_count++;
  *loop->listing_end = request;
  loop->listing_end = &request->inside->next;
}

/* The first of an address that has none at the listing thread; else the first of all. */
static live_request *listing_take(live_loop *loop) {
  live_request **found = &loop->listing_queue;
  for (live_request **at = &loop->listing_queue; *at != NULL; at = &(*at)->inside->next) {
    bool is_served = false;
    for (int i = 0; i < loop->listing_count; i++) is_served |= loop->listing_addresses[i] == (*at)->address;
    if (is_served) continue;
    found = at;
    break;
  }
  live_request *request = *found;
  if (request == NULL) return NULL;
  *found = request->inside->next;
  if (loop->listing_queue == NULL || request->inside->next == NULL) {
    loop->listing_end = &loop->listing_queue;
    while (*loop->listing_end != NULL) loop->listing_end = &(*loop->listing_end)->inside->next;
  }
  return request;
}

void live_listings_run(live_loop *loop) {
  while (loop->listing_queue != NULL && loop->listing_count < LISTINGS_MAX) {
    live_request *request = listing_take(loop);
    if (request == NULL) return;
    store_job *job = request->inside->job;
    loop->listing_addresses[loop->listing_count++] = request->address;
    request->inside->job = NULL; /* the listing thread has it */
    loop->figures.queries++;
    loop->world.list(loop->world.data, job);
  }
}

void live_listed(live_loop *loop, store_job *job) {
  live_request *request = job->data;
  struct live_request_inside *inside = request->inside;
  for (int i = 0; i < loop->listing_count; i++)
    if (loop->listing_addresses[i] == request->address) {
      loop->listing_addresses[i] = loop->listing_addresses[--loop->listing_count];
      break;
    }
  loop->waiting_count--;
  inside->job = job;
  inside->state = LIVE_ANSWERED;
  if (job->status != STORE_DONE)
    live_reject(request, 503, "online.store-down");
  else
    inside->respond(request);
  if (inside->state == LIVE_LISTING)
    live_listing_add(request);
  else
    live_request_finish(request);
}
