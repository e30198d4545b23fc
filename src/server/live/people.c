/* Who somebody is: a secret in a cookie or a header, of which the store has the hash; names, devices, blocks. */
#include "live.h"

#include "server/listen.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COOKIE_DAYS = 400, SEEN_EVERY = 3600000 };

/* The value of a cookie, "" if it is none of ours; how many there are of this name. */
static int cookie_find(const char *cookies, const char *name, char secret[ASC_SECRET_TEXT_SIZE]) {
  size_t length = strlen(name);
  int count = 0;
  for (const char *at = cookies; at != NULL; at = strchr(at, ';')) {
    at += strspn(at, "; ");
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    const char *value = at + length + 1;
    size_t size = strcspn(value, "; ");
    count++;
    if (size != ASC_SECRET_TEXT_SIZE - 1) continue;
    memcpy(secret, value, size);
    secret[size] = '\0';
    if (!asc_secret_is_valid(secret, ASC_SECRET_BITS)) secret[0] = '\0';
  }
  return count;
}

/* False: the request says it twice, or in a way that nothing can be made of. */
bool asc_who_read(web_live *live, const web_request *request, live_who *who, char *kept) {
  char secret[ASC_SECRET_TEXT_SIZE] = "";
  if (kept != NULL) kept[0] = '\0';
  const char *all = asc_request_field(request, "Cookie"), *text = asc_request_field(request, "Authorization");
  int cookies = all != NULL ? cookie_find(all, live->cookie, secret) : 0;
  bool cookie = secret[0] != '\0', bearer = text != NULL;
  /* Of two cookies one was put there by another page of the host, so that one acts as somebody else. */
  if (cookies > 1 || (cookie && bearer)) {
    who->both = true;
    return false;
  }
  if (bearer) {
    if (strncmp(text, "Bearer ", 7) != 0 || !asc_secret_is_valid(text + 7, ASC_SECRET_BITS))
      return true; /* nobody we know */
    memcpy(secret, text + 7, ASC_SECRET_TEXT_SIZE);
  }
  who->cookie = cookie;
  if (cookie && kept != NULL) memcpy(kept, secret, ASC_SECRET_TEXT_SIZE);
  who->secret = secret[0] != '\0';
  if (who->secret) {
    asc_secret_hash("device", secret, who->hash);
    asc_secret_hash("links", secret, who->links);
  }
  return true;
}

/* The page that asks is ours: of the address it was started with, or of the one it is reached by. */
static bool origin_good(const web_live *live, const web_request *request) {
  const char *origin = asc_request_field(request, "Origin"), *host = asc_request_field(request, "Host");
  if (origin == NULL) return false;
  if (live->origin[0] != '\0') return strcmp(origin, live->origin) == 0;
  const char *authority = strstr(origin, "://");
  if (live->secure && strncmp(origin, "https:", 6) != 0) return false; /* whoever is on the way may have written it */
  return authority != NULL && strcmp(authority + 3, host) == 0;
}

/* A cookie comes along whichever page asks: what is not ours is refused. Who sends his secret himself may ask from
   anywhere; who has none, from our page or from none. */
bool asc_origin_allowed(const web_live *live, const web_request *request, const live_who *who) {
  if (who->secret && !who->cookie) return true;
  return (!who->cookie && asc_request_field(request, "Origin") == NULL) || origin_good(live, request);
}

/* A device that is good, and whose; false: not known, or put out. */
static bool who_fill(live_who *who, const asc_job *job) {
  if (job->status != ASC_STORE_DONE || job->secrets_count == 0 || job->persons_count == 0) return false;
  const asc_secret_row *secret = &job->secrets[0];
  const asc_person_row *person = &job->persons[0];
  if (secret->kind != ASC_SECRET_DEVICE || person->name == NULL || person->now == NULL) return false;
  (void)snprintf(who->person, sizeof who->person, "%s", person->now);
  (void)snprintf(who->device, sizeof who->device, "%s", secret->id != NULL ? secret->id : "");
  (void)snprintf(who->name, sizeof who->name, "%s", person->name);
  who->known = true;
  return true;
}

static void nothing(asc_job *job) { asc_live_job_close(job); }

static void seen(web_live *live, const live_who *who, int64_t last) {
  int64_t now = asc_live_now(live);
  asc_job *job = now - last < SEEN_EVERY ? NULL : asc_live_job(live, nothing, NULL);
  if (job == NULL) return;
  asc_job_seen(job, who->hash, now);
  asc_live_submit(live, job);
}

static void known(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status == ASC_STORE_FAULT) {
    asc_ask_fault(ask, job);
  } else {
    if (who_fill(&ask->who, job)) seen(ask->live, &ask->who, job->secrets[0].seen);
    asc_ask_go_on(ask);
  }
  asc_live_job_close(job);
}

void asc_people_know(live_ask *ask) {
  asc_job *job = asc_ask_job(ask, known, ask);
  if (job == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  asc_job_ask_secret(job, ASC_SECRET_DEVICE, ask->who.hash);
  asc_live_submit(ask->live, job);
}

static void socket_known(asc_job *job) {
  live_socket *socket = asc_job_data(job);
  if (socket != NULL) {
    socket->job = NULL;
    if (who_fill(&socket->who, job)) seen(socket->live, &socket->who, job->secrets[0].seen);
    asc_socket_ready(socket);
  }
  asc_live_job_close(job);
}

void asc_people_know_socket(live_socket *socket) {
  socket->job = asc_live_job(socket->live, socket_known, socket);
  if (socket->job == NULL) {
    asc_socket_close(socket, "again");
    return;
  }
  asc_job_ask_secret(socket->job, ASC_SECRET_DEVICE, socket->who.hash);
  asc_live_submit(socket->live, socket->job);
}

/* ---- me ---- */

static void me_write(const live_who *who, asc_json *json) {
  asc_json_text(json, "person", who->person);
  asc_json_text(json, "name", who->name);
  asc_json_text(json, "device", who->device);
}

static void cookie_write(const web_live *live, const char *secret, char *text, size_t size) {
  const char *secure = live->secure ? "; Secure" : "";
  (void)snprintf(text, size, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s", live->cookie, secret,
                 secret[0] == '\0' ? 0 : COOKIE_DAYS * 86400, secure);
}

typedef struct own_origins {
  const web_live *live;
  asc_json *json;
} own_origins;

static void origin_write(void *data, const char *address) {
  const own_origins *own = data;
  char origin[64];
  (void)snprintf(origin, sizeof origin, "%s://%s:%d", own->live->secure ? "https" : "http", address,
                 own->live->server->port);
  asc_json_text(own->json, NULL, origin);
}

/* Who opens the page as localhost would send links that lead nowhere: where others in the network find it. Nobody else
   needs to know, nor who has a public address. */
static void addresses_write(const live_ask *ask, asc_json *json) {
  if (ask->live->origin[0] != '\0' || !asc_address_is_near(ask->address)) return;
  asc_json_open(json, "addresses", '[');
  asc_listen_addresses(ask->live->server->options.host, origin_write, &(own_origins){ask->live, json});
  asc_json_close(json, ']');
}

/* Me as JSON, with the secret as a cookie, or, for who has no use for one, in the answer. */
static void me_answer(live_ask *ask, int status, const char *secret) {
  char cookie[256] = "";
  bool bearer = json_is_true(json_object_get(ask->body, "bearer"));
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  me_write(&ask->who, &json);
  addresses_write(ask, &json);
  if (secret != NULL && bearer) asc_json_text(&json, "secret", secret);
  asc_json_close(&json, '}');
  asc_strbuf_add_char(&text, '\n');
  if (secret != NULL && !bearer) cookie_write(ask->live, secret, cookie, sizeof cookie);
  if (text.failed) {
    free(text.text);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  asc_ask_answer_raw(ask, status, "application/json; charset=utf-8", text.text, text.length,
                     cookie[0] != '\0' ? cookie : NULL);
}

/* A browser that comes again keeps its cookie for as long again. */
void asc_people_me(live_ask *ask) { me_answer(ask, 200, ask->secret[0] != '\0' ? ask->secret : NULL); }

/* What the ask needs when its job is done. */
typedef struct making {
  live_ask *ask;
  char secret[ASC_SECRET_TEXT_SIZE];
  bool fresh, merges;
  char into[ASC_ID_TEXT_SIZE], from[ASC_ID_TEXT_SIZE];
} making;

static void made(asc_job *job) {
  making *own = asc_job_data(job);
  live_ask *ask = own->ask;
  if (job->status == ASC_STORE_DONE) {
    ask->who.known = true;
    if (!own->fresh) asc_hall_rename(ask->live, ask->who.person, ask->who.name);
    me_answer(ask, own->fresh ? 201 : 200, own->fresh ? own->secret : NULL);
  } else {
    asc_ask_fault(ask, job);
  }
  free(own);
  asc_live_job_close(job);
}

static void device_add(asc_job *job, live_who *who, const char *secret, const char *label, int64_t now) {
  asc_secret_row row = {
      .kind = ASC_SECRET_DEVICE, .id = who->device, .person = who->person, .label = label, .made = now, .seen = now};
  (void)asc_secret_make(ASC_ID_BITS, who->device, NULL);
  asc_secret_hash("device", secret, row.hash);
  memcpy(who->hash, row.hash, sizeof who->hash);
  asc_job_secret(job, &row);
}

static const char *label_of(const live_ask *ask) {
  const char *label = json_string_value(json_object_get(ask->body, "label"));
  return label != NULL && strlen(label) <= 60 ? label : "";
}

/* A person, new; or the one who asks, with another name, or with none if it is empty. */
void asc_people_make(live_ask *ask) {
  web_live *live = ask->live;
  int64_t now = asc_live_now(live);
  const json_t *wanted = json_object_get(ask->body, "name");
  const char *name = json_string_value(wanted);
  if (wanted != NULL && (name == NULL || (name[0] != '\0' && !asc_name_is_valid(name)))) {
    asc_ask_refuse(ask, 422, "online.bad-name");
    return;
  }
  if (ask->who.known && name == NULL) {
    me_answer(ask, 200, NULL);
    return;
  }
  making *own = calloc(1, sizeof *own);
  asc_job *job = own == NULL ? NULL : asc_ask_job(ask, made, own);
  if (job == NULL) {
    free(own);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  own->ask = ask;
  own->fresh = !ask->who.known;
  if (name != NULL) (void)snprintf(ask->who.name, sizeof ask->who.name, "%s", name);
  if (own->fresh) (void)asc_secret_make(ASC_ID_BITS, ask->who.person, NULL);
  asc_job_person(job, ask->who.person, ask->who.name, now);
  if (own->fresh) {
    (void)asc_secret_make(ASC_SECRET_BITS, own->secret, NULL);
    device_add(job, &ask->who, own->secret, label_of(ask), now);
  } else {
    asc_others_add(live, job, "name %s %s", ask->who.person, ask->who.name);
  }
  asc_live_submit(live, job);
}

/* ---- another device ---- */

typedef struct coding {
  live_ask *ask;
  char code[ASC_DEVICE_CODE_TEXT_SIZE];
  int64_t expires;
} coding;

static void coded(asc_job *job) {
  coding *own = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) {
    asc_strbuf text = {0};
    asc_strbuf_format(&text, "{\"code\":\"%s\",\"expires\":%lld}", own->code, (long long)own->expires);
    asc_ask_answer_json(own->ask, 200, &text);
  } else {
    asc_ask_fault(own->ask, job);
  }
  free(own);
  asc_live_job_close(job);
}

void asc_people_code(live_ask *ask) {
  web_live *live = ask->live;
  int64_t now = asc_live_now(live);
  coding *own = calloc(1, sizeof *own);
  asc_job *job = own == NULL ? NULL : asc_ask_job(ask, coded, own);
  if (job == NULL || asc_device_code_make(own->code, NULL) < 0) {
    free(own);
    asc_live_job_close(job);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  own->ask = ask;
  own->expires = now + LIVE_CODE_TIME;
  asc_secret_row row = {
      .kind = ASC_SECRET_CODE, .person = ask->who.person, .made = now, .seen = now, .expires = own->expires};
  asc_secret_hash("code", own->code, row.hash);
  asc_job_void(job, ASC_SECRET_CODE, ask->who.person, NULL); /* a new one makes the old one useless */
  asc_job_secret(job, &row);
  asc_live_submit(live, job);
}

static void joined(asc_job *job) {
  making *own = asc_job_data(job);
  live_ask *ask = own->ask;
  if (job->status == ASC_STORE_DONE) {
    if (own->merges) {
      asc_sockets_close_of(ask->live, own->from, NULL);
      asc_hall_drop_of(ask->live, own->from);
    }
    me_answer(ask, 201, own->secret);
  } else if (job->status == ASC_STORE_SPENT) {
    asc_ask_refuse(ask, 403, "online.no-code");
  } else {
    asc_ask_fault(ask, job);
  }
  free(own);
  asc_live_job_close(job);
}

/* The code is somebody's: first it is said whose, and that games are merged; confirmed, this device is his too. */
static void code_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  web_live *live = ask->live;
  int64_t now = asc_live_now(live);
  bool good = job->status == ASC_STORE_DONE && job->secrets_count > 0 && job->persons_count > 0 &&
              job->secrets[0].taken == NULL && job->secrets[0].expires > now && job->persons[0].name != NULL;
  bool merges = good && ask->who.known && strcmp(ask->who.person, job->persons[0].now) != 0;
  if (!good) {
    asc_ask_refuse(ask, 403, "online.no-code");
  } else if (!json_is_true(json_object_get(ask->body, "confirm"))) {
    asc_strbuf text = {0};
    asc_json json = asc_strbuf_json(&text);
    asc_json_open(&json, NULL, '{');
    asc_json_text(&json, "name", job->persons[0].name);
    asc_json_bool(&json, "merges", merges);
    asc_json_close(&json, '}');
    asc_ask_answer_json(ask, 200, &text);
  } else {
    making *own = calloc(1, sizeof *own);
    asc_job *next = own == NULL ? NULL : asc_ask_job(ask, joined, own);
    if (next == NULL) {
      free(own);
      asc_ask_refuse(ask, 503, "online.busy");
    } else {
      own->ask = ask;
      own->merges = merges;
      memcpy(own->from, ask->who.person, sizeof own->from);
      asc_job_take(next, ASC_SECRET_CODE, job->secrets[0].hash, job->persons[0].now, now);
      if (merges) asc_job_merge(next, own->from, job->persons[0].now);
      if (merges) asc_others_add(ask->live, next, "merge %s", own->from);
      if (ask->who.known) asc_job_void(next, ASC_SECRET_DEVICE, job->persons[0].now, ask->who.device);
      (void)snprintf(ask->who.person, sizeof ask->who.person, "%s", job->persons[0].now);
      (void)snprintf(ask->who.name, sizeof ask->who.name, "%s", job->persons[0].name);
      (void)asc_secret_make(ASC_SECRET_BITS, own->secret, NULL);
      device_add(next, &ask->who, own->secret, label_of(ask), now);
      asc_live_submit(live, next);
    }
  }
  asc_live_job_close(job);
}

void asc_people_join(live_ask *ask) {
  char code[ASC_DEVICE_CODE_TEXT_SIZE];
  uint8_t hash[ASC_STORE_HASH];
  const char *typed = json_string_value(json_object_get(ask->body, "code"));
  asc_job *job = NULL;
  if (typed == NULL || strlen(typed) > 100 || !asc_device_code_read(typed, code)) {
    asc_ask_refuse(ask, 403, "online.no-code");
    return;
  }
  asc_secret_hash("code", code, hash);
  if ((job = asc_ask_job(ask, code_read, ask)) == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  asc_job_ask_secret(job, ASC_SECRET_CODE, hash);
  asc_live_submit(ask->live, job);
}

static void devices_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_strbuf text = {0};
    asc_json json = asc_strbuf_json(&text);
    asc_json_open(&json, NULL, '{');
    asc_json_open(&json, "devices", '[');
    for (size_t i = 0; i < job->secrets_count; i++) {
      const asc_secret_row *row = &job->secrets[i];
      asc_json_open(&json, NULL, '{');
      asc_json_text(&json, "device", row->id);
      asc_json_text(&json, "label", row->label != NULL ? row->label : "");
      asc_json_number(&json, "made", row->made);
      asc_json_number(&json, "seen", row->seen);
      asc_json_bool(&json, "this", row->id != NULL && strcmp(row->id, ask->who.device) == 0);
      asc_json_close(&json, '}');
    }
    asc_json_close(&json, ']');
    asc_json_close(&json, '}');
    asc_ask_answer_json(ask, 200, &text);
  }
  asc_live_job_close(job);
}

/* A question whose answer goes to `then`; NULL: refused. */
static asc_job *question(live_ask *ask, void (*then)(asc_job *job)) {
  asc_job *job = asc_ask_job(ask, then, ask);
  if (job == NULL) asc_ask_refuse(ask, 503, "online.busy");
  return job;
}

void asc_people_devices(live_ask *ask) {
  asc_job *job = question(ask, devices_read);
  if (job == NULL) return;
  asc_job_ask_devices(job, ask->who.person);
  asc_live_submit(ask->live, job);
}

static void put_out(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) {
    asc_sockets_close_of(ask->live, ask->who.person, ask->part);
    asc_ask_ok(ask);
  } else {
    asc_ask_fault(ask, job);
  }
  asc_live_job_close(job);
}

void asc_people_out(live_ask *ask) {
  const char *device = json_string_value(json_object_get(ask->body, "device"));
  if (device == NULL || !asc_secret_is_valid(device, ASC_ID_BITS)) {
    asc_ask_refuse(ask, 400, "online.malformed");
    return;
  }
  (void)snprintf(ask->part, sizeof ask->part, "%s", device);
  asc_job *job = question(ask, put_out);
  if (job == NULL) return;
  asc_job_void(job, ASC_SECRET_DEVICE, ask->who.person, ask->part);
  asc_others_add(ask->live, job, "out %s %s", ask->who.person, ask->part);
  asc_live_submit(ask->live, job);
}

static void forgotten(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) {
    char cookie[256], *text = strdup("{}\n");
    asc_sockets_close_of(ask->live, ask->who.person, NULL);
    asc_hall_rename(ask->live, ask->who.person, "");
    cookie_write(ask->live, "", cookie, sizeof cookie);
    asc_ask_answer_raw(ask, 200, "application/json; charset=utf-8", text, text == NULL ? 0 : 3,
                       ask->who.cookie ? cookie : NULL);
  } else {
    asc_ask_fault(ask, job);
  }
  asc_live_job_close(job);
}

void asc_people_forget(live_ask *ask) {
  asc_job *job = question(ask, forgotten);
  if (job == NULL) return;
  asc_job_forget(job, ask->who.person);
  asc_others_add(ask->live, job, "out %s -", ask->who.person);
  asc_others_add(ask->live, job, "name %s ", ask->who.person);
  asc_live_submit(ask->live, job);
}

/* ---- others ---- */

static void answered(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status == ASC_STORE_DONE)
    asc_ask_ok(ask);
  else
    asc_ask_fault(ask, job);
  asc_live_job_close(job);
}

/* The list of blocked persons has a maximum. */
static void blocks_counted(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  const char *person = json_string_value(json_object_get(ask->body, "person"));
  bool blocked = false;
  for (size_t i = 0; i < job->persons_count; i++) blocked |= strcmp(job->persons[i].id, person) == 0;
  ask->step++;
  if (job->status != ASC_STORE_DONE)
    asc_ask_fault(ask, job);
  else if (!blocked && job->persons_count >= LIVE_BLOCKS_MAX)
    asc_ask_refuse(ask, 422, "online.too-many-blocks");
  else
    asc_ask_go_on(ask);
  asc_live_job_close(job);
}

/* Only existing persons can be blocked: other ids would fill the list for nothing. */
static void block_found(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  ask->step++;
  if (job->status != ASC_STORE_DONE)
    asc_ask_fault(ask, job);
  else if (job->persons_count == 0 || job->persons[0].name == NULL)
    asc_ask_refuse(ask, 404, "online.no-such-person");
  else
    asc_ask_go_on(ask);
  asc_live_job_close(job);
}

/* Before somebody is blocked the store is asked twice; each answer comes back here. */
void asc_people_block(live_ask *ask) {
  const char *person = json_string_value(json_object_get(ask->body, "person"));
  const json_t *blocked = json_object_get(ask->body, "blocked");
  if (person == NULL || !asc_secret_is_valid(person, ASC_ID_BITS) || !json_is_boolean(blocked) ||
      strcmp(person, ask->who.person) == 0) {
    asc_ask_refuse(ask, 400, "online.malformed");
    return;
  }
  bool asks = json_is_true(blocked) && ask->step < 2;
  if (asks && ask->step == 1 && !asc_ask_pay(ask, LIVE_PAGE)) return;
  asc_job *job = question(ask, !asks ? answered : ask->step == 0 ? block_found : blocks_counted);
  if (job == NULL) return;
  if (asks && ask->step == 0) asc_job_ask_persons(job, &person, 1);
  if (asks && ask->step == 1) asc_job_ask_blocks(job, ask->who.person);
  if (!asks) asc_job_block(job, ask->who.person, person, json_is_true(blocked));
  asc_live_submit(ask->live, job);
}

static void persons_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_strbuf text = {0};
    asc_json json = asc_strbuf_json(&text);
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
    asc_ask_answer_json(ask, 200, &text);
  }
  asc_live_job_close(job);
}

void asc_people_blocks(live_ask *ask) {
  if (!asc_ask_pay(ask, LIVE_PAGE)) return;
  asc_job *job = question(ask, persons_read);
  if (job == NULL) return;
  asc_job_ask_blocks(job, ask->who.person);
  asc_live_submit(ask->live, job);
}

void asc_people_names(live_ask *ask) {
  asc_job *job = question(ask, persons_read);
  const char *persons[] = {ask->part};
  if (job == NULL) return;
  asc_job_ask_persons(job, persons, 1);
  asc_live_submit(ask->live, job);
}
