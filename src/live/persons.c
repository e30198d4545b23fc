/* Requests about persons: who I am, names, devices, device codes, blocks. A person is an id, a name and the hashes of
   secrets; there are no accounts. */
#include "operations.h"

#include "gaps.h"
#include "peers.h"
#include "request.h"
#include "rooms.h"
#include "senders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COOKIE_DAYS = 400, CODE_TIME = 600000, LABEL_MAX = 60 };

static void random_text(live_loop *loop, unsigned bits, char *text) {
  uint8_t bytes[ASC_SECRET_BITS / 8];
  loop->world.random(loop->world.data, bytes, sizeof bytes);
  asc_secret_encode(bytes, bits, text);
}

/* A change that only this request makes; NULL: out of memory, and the request is rejected. */
static live_change *change_of(live_request *request, void (*on_commit)(live_loop *loop, live_change *change)) {
  live_change *change = live_change_add(request->inside->loop, NULL, request);
  if (change == NULL)
    live_reject_busy(request);
  else
    change->on_commit = on_commit;
  return change;
}

static void ok_committed(live_loop *loop, live_change *change) {
  (void)loop;
  live_reply_ok(change->request);
}

/* ---- a socket has opened ---- */

/* From now on signing out closes it. A person may have so many. */
void live_identify_decide(live_request *request) {
  live_loop *loop = request->inside->loop;
  live_socket *socket = live_socket_find(loop, (live_client_id)request->from);
  live_reply_ok(request);
  if (socket == NULL) return;
  live_socket_identify(socket, &request->sender);
  if (!request->sender.is_known) return;
  if (live_sockets_count_of(loop, request->sender.person) > LIVE_SOCKETS_MAX)
    live_socket_close(socket, "too-many-sockets");
}

/* ---- me ---- */

static void cookie_set(live_request *request, const char *secret) {
  const live_options *options = &request->inside->loop->options;
  asc_strbuf text = {0};
  asc_strbuf_format(&text, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s", options->cookie, secret,
                    secret[0] == '\0' ? 0 : COOKIE_DAYS * 86400, options->is_secure ? "; Secure" : "");
  free(request->inside->cookie);
  request->inside->cookie = text.failed ? NULL : text.text;
  if (text.failed) free(text.text);
}

/* If the page was opened as localhost, its links would lead nowhere: players nearby are told its other addresses. */
static void addresses_write(const live_request *request, asc_json *json) {
  const live_loop *loop = request->inside->loop;
  if (loop->options.has_origin || !request->is_near) return;
  asc_json_open(json, "addresses", '[');
  loop->world.local_addresses(loop->world.data, json);
  asc_json_close(json, ']');
}

/* The secret goes into a cookie, or into the reply if the client asks for that. NULL: no secret. */
static void reply_me(live_request *request, int status, const char *secret) {
  bool is_bearer = json_is_true(json_object_get(request->body, "bearer"));
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "person", request->sender.person);
  asc_json_text(&json, "name", request->sender.name);
  asc_json_text(&json, "device", request->sender.device);
  addresses_write(request, &json);
  if (secret != NULL && is_bearer) asc_json_text(&json, "secret", secret);
  asc_json_close(&json, '}');
  if (secret != NULL && !is_bearer) cookie_set(request, secret);
  live_reply(request, status);
}

/* A browser that comes again keeps its cookie for as long again. */
void live_me_decide(live_request *request) {
  reply_me(request, 200, request->sender.cookie[0] != '\0' ? request->sender.cookie : NULL);
}

static void device_add(live_request *request, store_job *job, int64_t now) {
  live_loop *loop = request->inside->loop;
  live_sender *sender = &request->sender;
  const char *label = json_string_value(json_object_get(request->body, "label"));
  random_text(loop, ASC_ID_BITS, sender->device);
  random_text(loop, ASC_SECRET_BITS, request->inside->secret);
  store_secret_row row = {.kind = STORE_SECRET_DEVICE,
                          .id = sender->device,
                          .person = sender->person,
                          .label = label != NULL && strlen(label) <= LABEL_MAX ? label : "",
                          .created = now,
                          .seen = now};
  asc_secret_hash("device", request->inside->secret, row.hash);
  store_job_secret(job, &row);
}

static void created_committed(live_loop *loop, live_change *change) {
  (void)loop;
  reply_me(change->request, 201, change->request->inside->secret);
}

static void renamed_committed(live_loop *loop, live_change *change) {
  const live_sender *sender = &change->request->sender;
  live_sender_rename(loop, sender->person, sender->name);
  live_rooms_rename(loop, sender->person, sender->name);
  reply_me(change->request, 200, NULL);
}

/* Creates a person, or gives the sender another name; an empty one is allowed. */
void live_me_change_decide(live_request *request) {
  live_loop *loop = request->inside->loop;
  live_sender *sender = &request->sender;
  const json_t *wanted = json_object_get(request->body, "name");
  const char *name = json_string_value(wanted);
  bool is_new = !sender->is_known;
  if (wanted != NULL && (name == NULL || (name[0] != '\0' && !live_name_is_valid(name)))) {
    live_reject(request, 422, "online.invalid-name");
    return;
  }
  if (!is_new && name == NULL) {
    reply_me(request, 200, NULL);
    return;
  }
  live_change *change = change_of(request, is_new ? created_committed : renamed_committed);
  if (change == NULL) return;
  int64_t now = live_now(loop);
  if (is_new) random_text(loop, ASC_ID_BITS, sender->person);
  (void)snprintf(sender->name, sizeof sender->name, "%s", name != NULL ? name : "");
  store_job_person(change->job, sender->person, sender->name, now);
  if (is_new)
    device_add(request, change->job, now);
  else
    live_notice_add(loop, change->job, "name %s %s", sender->person, sender->name);
}

/* ---- another device ---- */

static void code_committed(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  (void)loop;
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "code", request->inside->code);
  asc_json_number(&json, "expires", request->inside->time);
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

/* A new code replaces the old one. */
void live_code_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  live_change *change = change_of(request, code_committed);
  uint8_t bytes[ASC_DEVICE_CODE_BYTES];
  if (change == NULL) return;
  int64_t now = live_now(loop);
  loop->world.random(loop->world.data, bytes, sizeof bytes);
  asc_device_code_encode(bytes, inside->code);
  inside->time = now + CODE_TIME;
  store_secret_row row = {.kind = STORE_SECRET_CODE,
                          .person = request->sender.person,
                          .created = now,
                          .seen = now,
                          .expires = inside->time};
  asc_secret_hash("code", inside->code, row.hash);
  store_job_revoke(change->job, STORE_SECRET_CODE, request->sender.person, NULL);
  store_job_secret(change->job, &row);
}

live_need live_add_device_prepare(live_request *request) {
  uint8_t hash[STORE_HASH];
  const char *typed = json_string_value(json_object_get(request->body, "code"));
  if (request->inside->stage > 0) return LIVE_NEEDS_NONE;
  if (typed == NULL || strlen(typed) > 100 || !asc_device_code_read(typed, request->inside->code)) {
    live_reject(request, 403, "online.invalid-code");
    return LIVE_NEEDS_END;
  }
  store_job *job = store_job_open();
  asc_secret_hash("code", request->inside->code, hash);
  if (job != NULL) store_job_ask_secret(job, STORE_SECRET_CODE, hash);
  return live_request_read(request, job);
}

static void device_committed(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  if (request->inside->other[0] != '\0') {
    live_sender_forget(loop, request->inside->other, NULL);
    live_sockets_close_of(loop, request->inside->other, NULL);
    live_rooms_drop_of(loop, request->inside->other);
  } else if (request->part[0] != '\0') {
    live_sender_forget(loop, request->sender.person, request->part);
    live_sockets_close_of(loop, request->sender.person, request->part);
  }
  reply_me(request, 201, request->inside->secret);
}

/* Whether somebody adds a device in this batch: the persons of both were read before it. */
static bool adds_another(const live_request *request) {
  for (const live_change *at = request->inside->loop->changes; at != NULL; at = at->next)
    if (at->request != NULL && at->request->operation == request->operation) return true;
  return false;
}

static void device_confirm(live_request *request, const store_person_row *person, bool merges) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  live_change *change = change_of(request, device_committed);
  if (change == NULL) return;
  int64_t now = live_now(loop);
  store_job_claim(change->job, STORE_SECRET_CODE, inside->job->secrets[0].hash, person->current, now);
  inside->other[0] = '\0';
  if (merges) {
    memcpy(inside->other, request->sender.person, sizeof inside->other);
    store_job_merge(change->job, inside->other, person->current);
    live_notice_add(loop, change->job, "merge %s", inside->other);
  }
  request->part[0] = '\0';
  if (request->sender.is_known) { /* its new secret replaces the old one */
    memcpy(request->part, request->sender.device, sizeof request->part);
    store_job_revoke(change->job, STORE_SECRET_DEVICE, person->current, request->part);
    if (!merges) live_notice_add(loop, change->job, "out %s %s", person->current, request->part);
  }
  (void)snprintf(request->sender.person, sizeof request->sender.person, "%s", person->current);
  (void)snprintf(request->sender.name, sizeof request->sender.name, "%s", person->name);
  device_add(request, change->job, now);
}

/* The first time the reply says whose code it is and whether games are merged; confirmed, the device is added. */
void live_add_device_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const store_job *job = inside->job;
  bool is_valid = job->status == STORE_DONE && job->secrets_count > 0 && job->persons_count > 0 &&
                  job->secrets[0].claimed_by == NULL && job->secrets[0].expires > live_now(inside->loop) &&
                  job->persons[0].name != NULL;
  if (!is_valid) {
    live_reject(request, 403, "online.invalid-code");
    return;
  }
  const store_person_row *person = &job->persons[0];
  bool merges = request->sender.is_known && strcmp(request->sender.person, person->current) != 0;
  if (json_is_true(json_object_get(request->body, "confirm"))) {
    if (adds_another(request))
      live_request_retry(request, false);
    else
      device_confirm(request, person, merges);
    return;
  }
  asc_json json = asc_strbuf_json(&inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "name", person->name);
  asc_json_bool(&json, "merges", merges);
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

static void devices_respond(live_request *request) {
  const store_job *job = request->inside->job;
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_open(&json, "devices", '[');
  for (size_t i = 0; i < job->secrets_count; i++) {
    const store_secret_row *row = &job->secrets[i];
    asc_json_open(&json, NULL, '{');
    asc_json_text(&json, "device", row->id);
    asc_json_text(&json, "label", row->label != NULL ? row->label : "");
    asc_json_number(&json, "created", row->created);
    asc_json_number(&json, "seen", row->seen);
    asc_json_bool(&json, "this", row->id != NULL && strcmp(row->id, request->sender.device) == 0);
    asc_json_close(&json, '}');
  }
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

void live_devices_decide(live_request *request) {
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_devices(job, request->sender.person);
  live_request_list(request, job, devices_respond);
}

static void signed_out_committed(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  const char *device = request->part[0] != '\0' ? request->part : NULL;
  live_sender_forget(loop, request->inside->other, device);
  live_sockets_close_of(loop, request->inside->other, device);
  live_reply_ok(request);
}

static void sign_out(live_request *request, const char *person, const char *device) {
  live_change *change = change_of(request, signed_out_committed);
  if (change == NULL) return;
  (void)snprintf(request->inside->other, sizeof request->inside->other, "%s", person);
  store_job_revoke(change->job, STORE_SECRET_DEVICE, person, device);
  live_notice_add(request->inside->loop, change->job, "out %s %s", person, device != NULL ? device : "-");
  if (request->inside->order != 0) store_job_order_done(change->job, request->inside->order);
}

void live_sign_out_decide(live_request *request) {
  const char *device = json_string_value(json_object_get(request->body, "device"));
  if (device == NULL || !asc_secret_is_valid(device, ASC_ID_BITS)) {
    live_reject(request, 400, "online.malformed");
    return;
  }
  (void)snprintf(request->part, sizeof request->part, "%s", device);
  sign_out(request, request->sender.person, device);
}

/* The host signs out all devices of a person, named by request->game. */
void live_sign_out_all_decide(live_request *request) { sign_out(request, request->game, NULL); }

static void forgotten_committed(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  const char *person = request->sender.person;
  live_sender_forget(loop, person, NULL);
  live_sockets_close_of(loop, person, NULL);
  live_rooms_rename(loop, person, "");
  if (request->sender.by_cookie) cookie_set(request, "");
  live_reply_ok(request);
}

void live_forget_decide(live_request *request) {
  live_loop *loop = request->inside->loop;
  live_change *change = change_of(request, forgotten_committed);
  if (change == NULL) return;
  store_job_forget(change->job, request->sender.person);
  live_notice_add(loop, change->job, "out %s -", request->sender.person);
  live_notice_add(loop, change->job, "name %s ", request->sender.person);
}

/* ---- blocks ---- */

static const char *blocked_person(const live_request *request) {
  const char *person = json_string_value(json_object_get(request->body, "person"));
  bool is_valid = person != NULL && asc_secret_is_valid(person, ASC_ID_BITS) &&
                  json_is_boolean(json_object_get(request->body, "blocked")) &&
                  strcmp(person, request->sender.person) != 0;
  return is_valid ? person : NULL;
}

/* Only existing persons can be blocked, and not too many. Stage 0 reads the person, stage 1 the list. */
live_need live_block_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const char *person = blocked_person(request);
  if (person == NULL) {
    live_reject(request, 400, "online.malformed");
    return LIVE_NEEDS_END;
  }
  if (inside->stage == 2 || !json_is_true(json_object_get(request->body, "blocked"))) return LIVE_NEEDS_NONE;
  if (inside->stage == 1) {
    bool exists = inside->job->persons_count > 0 && inside->job->persons[0].name != NULL;
    if (inside->job->status == STORE_DONE && !exists) {
      live_reject(request, 404, "online.no-such-person");
      return LIVE_NEEDS_END;
    }
    if (!live_request_pay(request, LIVE_PAGE)) return LIVE_NEEDS_END;
  }
  store_job *job = store_job_open();
  if (job != NULL && inside->stage == 0) store_job_ask_persons(job, &person, 1);
  if (job != NULL && inside->stage == 1) store_job_ask_blocks(job, request->sender.person);
  return live_request_read(request, job);
}

/* Whether the sender blocks somebody else in this batch, which the count does not know of. */
static bool blocks_another(const live_request *request) {
  for (const live_change *at = request->inside->loop->changes; at != NULL; at = at->next)
    if (at->request != NULL && at->request->operation == request->operation &&
        strcmp(at->request->sender.person, request->sender.person) == 0)
      return true;
  return false;
}

void live_block_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const char *person = blocked_person(request);
  bool blocks = inside->stage == 2, is_blocked = false;
  for (size_t i = 0; blocks && i < inside->job->persons_count; i++)
    is_blocked |= strcmp(inside->job->persons[i].id, person) == 0;
  if (blocks && inside->job->status != STORE_DONE) {
    live_reject(request, 503, "online.store-down");
  } else if (blocks_another(request)) {
    live_request_retry(request, false);
  } else if (blocks && !is_blocked && inside->job->persons_count >= LIVE_BLOCKS_MAX) {
    live_reject(request, 422, "online.too-many-blocks");
  } else {
    live_change *change = change_of(request, ok_committed);
    if (change != NULL) store_job_block(change->job, request->sender.person, person, blocks);
  }
}

static void persons_respond(live_request *request) {
  const store_job *job = request->inside->job;
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_open(&json, "persons", '[');
  for (size_t i = 0; i < job->persons_count; i++) {
    asc_json_open(&json, NULL, '{');
    asc_json_text(&json, "person", job->persons[i].id);
    asc_json_text(&json, "name", job->persons[i].name);
    asc_json_close(&json, '}');
  }
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

void live_blocks_decide(live_request *request) {
  if (!live_request_pay(request, LIVE_PAGE)) return;
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_blocks(job, request->sender.person);
  live_request_list(request, job, persons_respond);
}

void live_person_decide(live_request *request) {
  const char *persons[] = {request->part};
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_persons(job, persons, 1);
  live_request_list(request, job, persons_respond);
}
