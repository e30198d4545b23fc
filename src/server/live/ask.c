/* What can be asked, and how it is answered. An ask goes on step by step: who asks, which room, may he see it; then its
   operation begins. Each step may have to wait for the store and comes back by asc_ask_go_on. */
#include "live.h"

#include "base/clock.h"
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hidden_set(live_ask *ask);
static void pong(live_ask *ask);

static const live_op OPS[] = {
    {"", "me", false, true, false, false, -1, asc_people_me},
    {"", "me", true, false, false, true, -1, asc_people_make},
    {"code", "me", true, true, false, true, -1, asc_people_code},
    {"join", "me", true, false, false, true, -1, asc_people_join},
    {"devices", "me", false, true, false, false, -1, asc_people_devices},
    {"out", "me", true, true, false, false, -1, asc_people_out},
    {"forget", "me", true, true, false, false, -1, asc_people_forget},
    {"block", "me", true, true, false, true, -1, asc_people_block},
    {"blocks", "me", false, true, false, false, -1, asc_people_blocks},
    {"games", "me", false, true, false, false, -1, asc_game_list},
    {"", "persons", false, false, false, false, -1, asc_people_names},
    {"create", "", true, true, false, true, -1, asc_hall_create},
    {"", "games", false, false, true, false, -1, asc_game_show},
    {"events", "games", false, false, true, false, -1, asc_game_events},
    {"sit", "games", true, true, true, true, DO_SIT, asc_game_sit},
    {"link", "games", true, true, true, true, -1, asc_game_link},
    {"say", "games", true, true, true, false, -1, asc_game_say},
    {"change", "games", true, true, true, true, DO_CHANGE, asc_hall_do},
    {"start", "games", true, true, true, true, DO_START, asc_hall_do},
    {"move", "games", true, true, true, false, DO_MOVE, asc_hall_do},
    {"roll", "games", true, true, true, false, DO_ROLL, asc_hall_do},
    {"offer", "games", true, true, true, true, DO_OFFER, asc_hall_do},
    {"withdraw", "games", true, true, true, false, DO_WITHDRAW, asc_hall_do},
    {"accept", "games", true, true, true, false, DO_ACCEPT, asc_hall_do},
    {"decline", "games", true, true, true, false, DO_DECLINE, asc_hall_do},
    {"resign", "games", true, true, true, false, DO_RESIGN, asc_hall_do},
    {"leave", "games", true, true, true, false, DO_LEAVE, asc_hall_do},
    {"return", "games", true, true, true, false, DO_RETURN, asc_hall_do},
    {"give-time", "games", true, true, true, true, DO_GIVE_TIME, asc_hall_do},
    {"private", "games", true, true, true, true, DO_MAKE_PRIVATE, asc_hall_do},
    {"watch", "socket", true, false, true, false, -1, asc_game_watch},
    {"unwatch", "socket", true, false, false, false, -1, asc_game_unwatch},
    {"hidden", "socket", true, false, false, false, -1, hidden_set},
    {"ping", "socket", true, false, false, false, -1, pong},
};
enum { OP_COUNT = sizeof OPS / sizeof *OPS };

live_ask *asc_ask_open(web_live *live) {
  live_ask *ask = calloc(1, sizeof *ask);
  if (ask == NULL) return NULL;
  ask->live = live;
  ask->command.level = ONLINE_LEVEL_NONE;
  live->counts.requests++;
  return ask;
}

asc_job *asc_ask_job(const live_ask *ask, void (*then)(asc_job *job), void *data) {
  asc_job *job = asc_live_job(ask->live, then, data);
  if (job != NULL) job->owner = ask->address;
  return job;
}

static void ask_note(live_ask *ask) {
  web_live *live = ask->live;
  ask->begun = asc_clock_now_us() / 1000;
  ask->older = live->newest;
  *(ask->older != NULL ? &ask->older->newer : &live->oldest) = ask;
  live->newest = ask;
}

static void ask_unnote(live_ask *ask) {
  web_live *live = ask->live;
  if (ask->begun == 0) return;
  *(ask->older != NULL ? &ask->older->newer : &live->oldest) = ask->newer;
  *(ask->newer != NULL ? &ask->newer->older : &live->newest) = ask->older;
}

int64_t asc_ask_oldest(const web_live *live) {
  return live->oldest == NULL ? 0 : asc_clock_now_us() / 1000 - live->oldest->begun;
}

static void ask_close(live_ask *ask) {
  ask_unnote(ask);
  if (ask->socket != NULL) {
    live_ask **at = &ask->socket->asks;
    while (*at != ask) at = &(*at)->beside;
    *at = ask->beside;
    ask->socket->asking--;
  }
  asc_live_job_close(ask->job);
  json_decref(ask->body);
  free(ask);
}

void asc_ask_drop(live_ask *ask) { ask_close(ask); }

/* One part of a path. */
static bool part_take(const char **path, char *part, size_t size) {
  size_t length = strcspn(*path, "/");
  if (length >= size) return false;
  memcpy(part, *path, length);
  part[length] = '\0';
  *path += length + ((*path)[length] == '/');
  return true;
}

/* /api/me, /api/me/NAME, /api/persons/ID, /api/games, /api/games/ID, /api/games/ID/NAME. `path` begins behind /api/. */
const live_op *asc_op_find(bool post, const char *path, live_ask *ask, bool *known) {
  char where[16], name[24] = "", extra[2] = "";
  *known = false;
  if (!part_take(&path, where, sizeof where)) return NULL;
  bool games = strcmp(where, "games") == 0, persons = strcmp(where, "persons") == 0;
  char *id = games ? ask->game : ask->part;
  if ((games || persons) && !part_take(&path, id, ASC_ID_TEXT_SIZE)) return NULL;
  if (!part_take(&path, name, sizeof name) || !part_take(&path, extra, sizeof extra) || extra[0] != '\0') return NULL;
  if (games && id[0] == '\0') {
    *known = true;
    return post ? asc_op_named("create") : NULL;
  }
  if ((games || persons) && !asc_secret_is_valid(id, ASC_ID_BITS)) return NULL;
  for (int i = 0; i < OP_COUNT; i++) {
    if (strcmp(OPS[i].where, where) != 0 || strcmp(OPS[i].name, name) != 0 || strcmp(where, "socket") == 0) continue;
    *known = true;
    if (OPS[i].post == post) return &OPS[i];
  }
  return NULL;
}

/* Of a message: what is done in a game, and what only a socket does. */
const live_op *asc_op_named(const char *name) {
  for (int i = 0; i < OP_COUNT; i++)
    if (OPS[i].post && strcmp(OPS[i].where, "me") != 0 && strcmp(OPS[i].name, name) == 0) return &OPS[i];
  return NULL;
}

/* ---- reading ---- */

static bool text_get(const json_t *body, const char *name, char *text, size_t size) {
  const json_t *value = json_object_get(body, name);
  if (value == NULL) return true;
  const char *found = json_string_value(value);
  if (found == NULL || strlen(found) >= size) return false;
  memcpy(text, found, strlen(found) + 1);
  return true;
}

static bool number_get(const json_t *body, const char *name, int *number) {
  const json_t *value = json_object_get(body, name);
  if (value == NULL) return true;
  if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > INT32_MAX) return false;
  *number = (int)json_integer_value(value);
  return true;
}

static bool id_good(const char *id) {
  return id[0] != '\0' && strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(id);
}

/* The command of a body, which is read for commands of rooms alone; false: it cannot be read, and is answered. */
bool asc_ask_read_command(live_ask *ask) {
  online_command *command = &ask->command;
  const json_t *body = ask->body;
  char offer[16] = "";
  bool creates = ask->op->begin == asc_hall_create;
  if (ask->op->action < 0 && !creates) return true;
  command->action = creates ? DO_SIT : (online_action)ask->op->action;
  command->last = -1;
  bool good = text_get(body, "id", command->id, sizeof command->id) && id_good(command->id) &&
              number_get(body, "last", &command->last) && (creates || command->last >= 0) &&
              text_get(body, "move", command->token, sizeof command->token) &&
              text_get(body, "offer", offer, sizeof offer) && number_get(body, "seat", &command->seat) &&
              number_get(body, "level", &command->level) && number_get(body, "seconds", &command->seconds) &&
              text_get(body, "key", ask->key, sizeof ask->key) && command->level <= ONLINE_LEVEL_MAX;
  if (good && command->action == DO_OFFER) good = asc_offer_read(offer, &command->offer);
  if (good && command->offer == OFFER_ENGINE && command->level < 0) command->level = 3;
  if (!good) {
    asc_ask_refuse(ask, 400, "online.malformed");
    return false;
  }
  asc_message reason;
  if ((creates || command->action == DO_CHANGE) && !asc_settings_read(&ask->settings, body, ask->who.person, &reason)) {
    asc_ask_refuse_message(ask, 422, NULL, &reason);
    return false;
  }
  command->settings = &ask->settings;
  return true;
}

/* ---- the steps ---- */

/* Too much of it: the answer says when again. */
static bool limited_by(live_ask *ask, live_limit limit, uint64_t key, int64_t cost) {
  int seconds;
  if (asc_limit_take(ask->live->server, limit, key, cost, asc_live_now(ask->live), &seconds)) return false;
  asc_message message;
  asc_message_set(&message, "online.too-many");
  asc_message_add_number(&message, "seconds", seconds);
  asc_ask_refuse_message(ask, 429, NULL, &message);
  return true;
}

static uint64_t person_key(const char *person) {
  uint64_t key = 14695981039346656037ULL;
  for (; *person != '\0'; person++) key = (key ^ (unsigned char)*person) * 1099511628211ULL;
  return key | 1ULL << 63;
}

static bool limited(live_ask *ask, live_limit limit, uint64_t key) { return limited_by(ask, limit, key, LIVE_TOKEN); }

bool asc_ask_pay(live_ask *ask, int64_t rows) {
  if (rows <= 0 || ask->address == 0) return true; /* the host has no address, and no limit */
  if (rows > LIVE_EVENTS_MAX) rows = LIVE_EVENTS_MAX;
  return !limited_by(ask, LIMIT_ADDRESS, ask->address, rows * LIVE_ROW_COST) &&
         (!ask->who.known || !limited_by(ask, LIMIT_PERSON, person_key(ask->who.person), rows * LIVE_ROW_COST));
}

void asc_ask_begin(live_ask *ask) {
  web_live *live = ask->live;
  asc_live_look(live);
  ask_note(ask);
  if (live->ending || !live->is_taking) {
    asc_ask_refuse(ask, 503, live->ending ? "online.busy" : "online.store-down");
    return;
  }
  if (limited(ask, LIMIT_ADDRESS, ask->address)) return;
  if (!ask->who.known && ask->who.secret)
    asc_people_know(ask);
  else
    asc_ask_go_on(ask);
}

static bool person_good(live_ask *ask) {
  if (ask->checked) return true;
  if (ask->op->person && !ask->who.known) {
    asc_ask_refuse(ask, 401, "online.unknown");
    return false;
  }
  if (ask->who.known && limited(ask, LIMIT_PERSON, person_key(ask->who.person))) return false;
  if (ask->op->begin == asc_hall_create && limited(ask, LIMIT_GAMES, person_key(ask->who.person))) return false;
  if (ask->op->begin == asc_hall_create && limited(ask, LIMIT_MAKES, ask->address)) return false;
  if (ask->op->stores && ask->live->full) {
    asc_ask_refuse(ask, 507, "online.disk-full");
    return false;
  }
  if (ask->op->stores && limited_by(ask, LIMIT_KIB, ask->address, 0)) return false; /* while it owes nothing */
  if (ask->op->begin == asc_people_make && !ask->who.known && limited(ask, LIMIT_NEW, ask->address)) return false;
  if ((ask->op->begin == asc_people_join || ask->op->begin == asc_game_sit) && limited(ask, LIMIT_CODES, ask->address))
    return false;
  ask->checked = true;
  return asc_ask_read_command(ask);
}

void asc_ask_go_on(live_ask *ask) {
  if (!person_good(ask)) return;
  if (!ask->op->room) {
    ask->op->begin(ask);
    return;
  }
  if (ask->room == NULL) {
    asc_hall_find(ask);
    return;
  }
  if (ask->key[0] != '\0' && !ask->key_asked && ask->op->begin != asc_game_sit && ask->room->room->secret &&
      !asc_hall_may_see(ask->room, ask)) {
    asc_game_check_key(ask);
    return;
  }
  /* Who has the key of a seat says so when he sits down; what he may not see cannot be told from what is not there. */
  if (ask->op->begin != asc_game_sit && !asc_hall_may_see(ask->room, ask)) {
    asc_ask_refuse(ask, 404, "online.not-there");
    return;
  }
  ask->op->begin(ask);
}

/* ---- answers ---- */

void asc_error_json(asc_json *json, const asc_rules *rules, const asc_message *message) {
  char text[ASC_SENTENCE_MAX];
  const asc_catalogue *english = &asc_online_catalogues[0];
  if (asc_catalogue_write(english, message, text, sizeof text) < 0 && rules != NULL)
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

/* A message of a socket is answered by the same object with "re" and "status" in front. */
static void socket_answer(live_socket *socket, const char *re, int status, const char *text, size_t length) {
  asc_strbuf whole = {0};
  asc_strbuf_format(&whole, "{\"re\":\"%s\",\"status\":%d", re, status);
  if (length > 2) asc_strbuf_add_char(&whole, ',');
  asc_strbuf_add(&whole, text + 1, length - 1);
  live_message *message = whole.failed ? NULL : asc_message_make(whole.text, whole.length);
  free(whole.text);
  if (message == NULL) return;
  asc_socket_send(socket, message);
  asc_message_release(message);
}

void asc_ask_answer(live_ask *ask, int status, const char *text, size_t length) {
  if (status >= 400) ask->live->counts.refused++;
  if (ask->socket != NULL) socket_answer(ask->socket, ask->re, status, text, length);
  if (ask->exchange != NULL) {
    char *copy = malloc(length + 2);
    if (copy != NULL) {
      memcpy(copy, text, length);
      copy[length] = '\n';
    }
    asc_http_answer(ask->exchange, status, "application/json; charset=utf-8", copy, copy == NULL ? 0 : length + 1,
                    NULL);
  }
  ask_close(ask);
}

void asc_ask_answer_json(live_ask *ask, int status, asc_strbuf *growing) {
  if (growing->failed)
    asc_ask_refuse(ask, 503, "online.busy");
  else
    asc_ask_answer(ask, status, growing->text, growing->length);
  free(growing->text);
}

void asc_ask_answer_raw(live_ask *ask, int status, const char *type, char *text, size_t length, const char *cookie) {
  if (ask->exchange != NULL)
    asc_http_answer(ask->exchange, status, type, text, length, cookie);
  else
    free(text);
  ask_close(ask);
}

void asc_ask_ok(live_ask *ask) { asc_ask_answer(ask, 200, "{}", 2); }

void asc_ask_refuse_message(live_ask *ask, int status, const asc_rules *rules, const asc_message *message) {
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_error_json(&json, rules, message);
  asc_json_close(&json, '}');
  if (text.failed)
    asc_ask_answer(ask, status, "{}", 2);
  else
    asc_ask_answer(ask, status, text.text, text.length);
  free(text.text);
}

void asc_ask_refuse(live_ask *ask, int status, const char *key) {
  asc_message message;
  asc_message_set(&message, key);
  asc_ask_refuse_message(ask, status, NULL, &message);
}

void asc_ask_fault(live_ask *ask, const asc_job *job) {
  (void)job;
  asc_ask_refuse(ask, 503, "online.store-down");
}

/* ---- what only a socket says ---- */

static void hidden_set(live_ask *ask) {
  live_socket *socket = ask->socket;
  if (socket != NULL) socket->hidden = json_is_true(json_object_get(ask->body, "hidden")) ? asc_live_now(ask->live) : 0;
  asc_ask_ok(ask);
}

static void pong(live_ask *ask) {
  char text[48];
  int length = snprintf(text, sizeof text, "{\"now\":%lld}", (long long)asc_live_now(ask->live));
  asc_ask_answer(ask, 200, text, (size_t)length);
}
