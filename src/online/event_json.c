/* Implementation of event.h: events as lines of JSON and back, and the settings that a client requests. Reading accepts
   only what writing produces, since a stored line that differs means a damaged database. The only exceptions are the
   words of version 0.1, which stored lines still have (OLD_MEMBERS). */
#include "event.h"

#include "base/strbuf.h"
#include "base/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const KINDS[ONLINE_EVENT_KINDS] = {
    "created",    "changed",      "joined",   "started",    "moved", "rolled",     "offered",
    "withdrawn",  "accepted",     "declined", "taken-back", "left",  "seat-given", "seat-returned",
    "time-given", "made-private", "paused",   "resumed",    "ended", "rematch",
};
static const char *const OFFER_WORDS[ONLINE_OFFERS] = {"none", "draw", "takeback", "engine", "rematch"};
static const char *const CAUSE_WORDS[ONLINE_CAUSES] = {"rules",  "repetition", "ply-limit", "resigned",
                                                       "agreed", "time",       "aborted",   "away"};
static const char *const CLOCKS[] = {"none", "time", "days"};

/* Members that version 0.1 wrote with another word. They can be found as text, because a quotation mark inside a string
   of JSON has a backslash before it. */
static const struct {
  const char *old, *now;
} OLD_MEMBERS[] = {{"\"type\":\"seated\"", "\"type\":\"joined\""},
                   {"\"offer\":\"take-back\"", "\"offer\":\"takeback\""},
                   {"\"cause\":\"given-up\"", "\"cause\":\"resigned\""},
                   {"\"toss\":", "\"random_seats\":"}};
enum { OLD_COUNT = sizeof OLD_MEMBERS / sizeof *OLD_MEMBERS };

const char *online_event_kind_word(online_kind kind) { return KINDS[kind]; }
const char *online_offer_word(online_offer offer) { return OFFER_WORDS[offer]; }
const char *online_cause_word(online_cause cause) { return CAUSE_WORDS[cause]; }

/* Returns the index of a word, or -1. */
static int word_find(const char *const *words, int count, const char *word) {
  for (int i = 0; word != NULL && i < count; i++)
    if (strcmp(words[i], word) == 0) return i;
  return -1;
}

bool online_offer_read(const char *word, online_offer *offer) {
  int found = word_find(OFFER_WORDS, ONLINE_OFFERS, word);
  if (found <= ONLINE_OFFER_NONE) return false;
  *offer = (online_offer)found;
  return true;
}

static void text_add(asc_json *json, const char *name, const char *text) {
  if (text[0] != '\0') asc_json_text(json, name, text);
}

static void points_write(asc_json *json, const char *name, const int32_t *points, int count) {
  asc_json_open(json, name, '[');
  for (int i = 0; i < count; i++) asc_json_points(json, NULL, points[i]);
  asc_json_close(json, ']');
}

static void seats_write(asc_json *json, const online_settings *settings) {
  asc_json_open(json, "seats", '[');
  for (int i = 0; i < settings->players; i++) {
    const online_seat *seat = &settings->seats[i];
    asc_json_open(json, NULL, '{');
    text_add(json, "person", seat->person);
    if (seat->level >= 0) asc_json_number(json, "level", seat->level);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

void online_settings_write(const online_settings *settings, asc_json *json) {
  asc_json_text(json, "game", settings->spec);
  asc_json_open(json, "clock", '{');
  asc_json_text(json, "kind", CLOCKS[settings->clock]);
  if (settings->clock == ONLINE_CLOCK_TIME) {
    asc_json_number(json, "seconds", settings->seconds);
    asc_json_number(json, "increment", settings->increment);
  }
  if (settings->clock == ONLINE_CLOCK_DAYS) asc_json_number(json, "days", settings->days);
  asc_json_close(json, '}');
  seats_write(json, settings);
  asc_json_bool(json, "random_seats", settings->random_seats);
  asc_json_bool(json, "private", settings->is_private);
  if (settings->games > 1) {
    asc_json_open(json, "match", '{');
    asc_json_number(json, "games", settings->games);
    asc_json_number(json, "game", settings->game);
    points_write(json, "points", settings->points, settings->players);
    asc_json_close(json, '}');
  }
  text_add(json, "before", settings->before);
}

static void places_write(asc_json *json, const online_event *event) {
  asc_json_open(json, "places", '[');
  for (int i = 0; i < event->players; i++) asc_json_number(json, NULL, event->outcome.rank[i]);
  asc_json_close(json, ']');
}

static void event_members(const online_event *event, asc_json *json) {
  switch (event->kind) {
  case ONLINE_EVENT_CREATED:
  case ONLINE_EVENT_CHANGED: online_settings_write(event->settings, json); break;
  case ONLINE_EVENT_STARTED: seats_write(json, event->settings); break;
  case ONLINE_EVENT_MOVED:
  case ONLINE_EVENT_ROLLED: asc_json_text(json, "move", event->token); break;
  case ONLINE_EVENT_OFFERED:
  case ONLINE_EVENT_WITHDRAWN:
  case ONLINE_EVENT_ACCEPTED:
  case ONLINE_EVENT_DECLINED: asc_json_text(json, "offer", online_offer_word(event->offer)); break;
  case ONLINE_EVENT_TAKEN_BACK: asc_json_number(json, "plies", event->plies); break;
  case ONLINE_EVENT_TIME_GIVEN: asc_json_number(json, "given", event->given); break;
  case ONLINE_EVENT_LEFT:
  case ONLINE_EVENT_ENDED: asc_json_text(json, "cause", online_cause_word(event->cause)); break;
  case ONLINE_EVENT_REMATCH: asc_json_text(json, "next", event->next); break;
  default: break;
  }
  if (event->kind == ONLINE_EVENT_SEAT_GIVEN || event->offer == ONLINE_OFFER_ENGINE)
    asc_json_number(json, "level", event->level);
  if (event->kind == ONLINE_EVENT_ENDED && event->cause != ONLINE_CAUSE_ABORTED) {
    points_write(json, "points", event->outcome.points, event->players);
    places_write(json, event);
  }
}

static void clocks_write(const online_event *event, asc_json *json) {
  if (event->lag > 0) asc_json_number(json, "lag", event->lag);
  if (!event->has_clocks) return;
  asc_json_open(json, "clocks", '[');
  for (int i = 0; i < event->players; i++) asc_json_number(json, NULL, event->clock_ms[i]);
  asc_json_close(json, ']');
  asc_json_number(json, "running", event->running);
}

static void put(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  if (writer->length + length < writer->size) memcpy(writer->text + writer->length, text, length);
  writer->length += length;
}

int online_event_write(const online_event *event, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_json json = {.write = put, .data = &writer};
  asc_json_open(&json, NULL, '{');
  asc_json_number(&json, "n", event->number);
  asc_json_number(&json, "t", event->time);
  asc_json_text(&json, "type", online_event_kind_word(event->kind));
  text_add(&json, "by", event->person);
  text_add(&json, "id", event->command);
  if (event->seat > 0) asc_json_number(&json, "seat", event->seat);
  if (event->from > 0) asc_json_number(&json, "from", event->from);
  event_members(event, &json);
  clocks_write(event, &json);
  asc_json_close(&json, '}');
  if (writer.length >= size) return ASC_E_BUFFER;
  text[writer.length] = '\0';
  return (int)writer.length;
}

/* ---- stored lines ---- */

/* Returns the index of the old member that starts the text, or -1. */
static int old_member_find(const char *text, size_t length) {
  for (int i = 0; text[0] == '"' && i < OLD_COUNT; i++) {
    size_t size = strlen(OLD_MEMBERS[i].old);
    if (size <= length && memcmp(text, OLD_MEMBERS[i].old, size) == 0) return i;
  }
  return -1;
}

void online_stored_write(asc_json *json, const char *name, const char *text, size_t length) {
  size_t written = 0;
  asc_json_raw(json, name, text, 0);
  for (size_t at = 0; at < length; at++) {
    int old = old_member_find(text + at, length - at);
    if (old < 0) continue;
    json->write(json->data, text + written, at - written);
    json->write(json->data, OLD_MEMBERS[old].now, strlen(OLD_MEMBERS[old].now));
    written = at + strlen(OLD_MEMBERS[old].old);
  }
  json->write(json->data, text + written, length - written);
}

/* ---- reading ---- */

/* Returns the text of a member; NULL if it is missing, not a text or too long. */
static const char *text_of(const json_t *object, const char *name, size_t size) {
  const char *text = json_string_value(json_object_get(object, name));
  return text != NULL && strlen(text) < size ? text : NULL;
}

/* Copies a text member; "" if it is missing. Returns false if it is not a text or too long. The other _copy functions
   also accept a missing member, and then leave the value unchanged. */
static bool text_copy(const json_t *object, const char *name, char *text, size_t size) {
  text[0] = '\0';
  if (json_object_get(object, name) == NULL) return true;
  const char *found = text_of(object, name, size);
  if (found != NULL) (void)snprintf(text, size, "%s", found);
  return found != NULL;
}

static bool number_copy(const json_t *object, const char *name, int64_t min, int64_t max, int64_t *number) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max) return false;
  *number = json_integer_value(value);
  return true;
}

static bool int_copy(const json_t *object, const char *name, int min, int max, int *number) {
  int64_t wide = *number;
  bool good = number_copy(object, name, min, max, &wide);
  *number = (int)wide;
  return good;
}

static bool bool_copy(const json_t *object, const char *name, bool *value) {
  const json_t *found = json_object_get(object, name);
  if (found != NULL && !json_is_boolean(found)) return false;
  if (found != NULL) *value = json_is_true(found);
  return true;
}

/* Copies the id of a person or game; "" if it is missing. */
static bool id_copy(const json_t *object, const char *name, char id[ASC_ID_TEXT_SIZE]) {
  return text_copy(object, name, id, ASC_ID_TEXT_SIZE) && (id[0] == '\0' || asc_secret_is_valid(id, ASC_ID_BITS));
}

/* Reads points such as 3 or 0.5 as half-points. */
static bool points_read(const json_t *list, int32_t *points, int count) {
  if (list == NULL) return true;
  if (json_array_size(list) != (size_t)count) return false;
  for (int i = 0; i < count; i++) {
    double twice = 2 * json_number_value(json_array_get(list, (size_t)i));
    if (!(twice > -1e6 && twice < 1e6)) return false;
    points[i] = (int32_t)twice;
  }
  return true;
}

static bool clock_read(online_settings *settings, const json_t *clock) {
  if (clock == NULL) return true;
  int kind = word_find(CLOCKS, 3, text_of(clock, "kind", 8));
  if (kind < 0) return false;
  settings->clock = (online_clock)kind;
  if (settings->clock == ONLINE_CLOCK_TIME)
    return int_copy(clock, "seconds", 10, ONLINE_SECONDS_MAX, &settings->seconds) &&
           int_copy(clock, "increment", 0, 60, &settings->increment) && settings->seconds > 0;
  return settings->clock == ONLINE_CLOCK_NONE ||
         (int_copy(clock, "days", 1, 14, &settings->days) && settings->days > 0);
}

static bool seats_read(online_settings *settings, const json_t *seats) {
  if (json_array_size(seats) != (size_t)settings->players) return false;
  for (int i = 0; i < settings->players; i++) {
    const json_t *seat = json_array_get(seats, (size_t)i);
    online_seat *into = &settings->seats[i];
    *into = (online_seat){.level = ONLINE_LEVEL_NONE};
    if (!json_is_object(seat) || !id_copy(seat, "person", into->person) ||
        !int_copy(seat, "level", 0, ONLINE_LEVEL_MAX, &into->level))
      return false;
    if (into->person[0] != '\0' && into->level >= 0) return false;
  }
  return true;
}

static bool match_read(online_settings *settings, const json_t *match) {
  settings->games = 1;
  return match == NULL || (int_copy(match, "games", 1, ONLINE_GAMES_MAX, &settings->games) &&
                           int_copy(match, "game", 0, ONLINE_GAMES_MAX - 1, &settings->game) &&
                           points_read(json_object_get(match, "points"), settings->points, settings->players));
}

/* Reads what online_settings_write writes. */
static bool settings_read(online_settings *settings, const json_t *object) {
  const json_t *seats = json_object_get(object, "seats");
  settings->players = (int)json_array_size(seats);
  return settings->players >= 1 && settings->players <= ASC_PLAYERS_MAX &&
         text_copy(object, "game", settings->spec, sizeof settings->spec) &&
         clock_read(settings, json_object_get(object, "clock")) && seats_read(settings, seats) &&
         bool_copy(object, "random_seats", &settings->random_seats) &&
         bool_copy(object, "private", &settings->is_private) &&
         match_read(settings, json_object_get(object, "match")) && id_copy(object, "before", settings->before);
}

static bool outcome_read(online_event *event, const json_t *object) {
  const json_t *points = json_object_get(object, "points"), *places = json_object_get(object, "places");
  if (points == NULL && places == NULL) return true;
  event->players = (int)json_array_size(points);
  if (event->players < 1 || event->players > ASC_PLAYERS_MAX || json_array_size(places) != (size_t)event->players)
    return false;
  for (int i = 0; i < event->players; i++) {
    int64_t place = json_integer_value(json_array_get(places, (size_t)i));
    if (place < 0 || place > ASC_PLAYERS_MAX) return false;
    event->outcome.rank[i] = (uint8_t)place;
  }
  return points_read(points, event->outcome.points, event->players);
}

static bool clocks_read(online_event *event, const json_t *clocks) {
  event->has_clocks = clocks != NULL;
  if (clocks == NULL) return true;
  event->players = (int)json_array_size(clocks);
  if (event->players < 1 || event->players > ASC_PLAYERS_MAX) return false;
  for (int i = 0; i < event->players; i++) {
    if (!json_is_integer(json_array_get(clocks, (size_t)i))) return false;
    event->clock_ms[i] = json_integer_value(json_array_get(clocks, (size_t)i));
  }
  return true;
}

static bool word_copy(const json_t *object, const char *name, const char *const *words, int count, int *index) {
  if (json_object_get(object, name) == NULL) return true;
  *index = word_find(words, count, text_of(object, name, 16));
  return *index >= 0;
}

static bool event_fill(online_event *event, const json_t *object) {
  int offer = ONLINE_OFFER_NONE, cause = ONLINE_CAUSE_RULES,
      kind = word_find(KINDS, ONLINE_EVENT_KINDS, text_of(object, "type", 16));
  if (kind < 0 || !word_copy(object, "offer", OFFER_WORDS, ONLINE_OFFERS, &offer) ||
      !word_copy(object, "cause", CAUSE_WORDS, ONLINE_CAUSES, &cause))
    return false;
  event->kind = (online_kind)kind;
  event->offer = (online_offer)offer;
  event->cause = (online_cause)cause;
  return int_copy(object, "n", 1, INT32_MAX, &event->number) &&
         number_copy(object, "t", 0, INT64_MAX / 4, &event->time) && id_copy(object, "by", event->person) &&
         text_copy(object, "id", event->command, sizeof event->command) &&
         int_copy(object, "seat", 1, ASC_PLAYERS_MAX, &event->seat) &&
         int_copy(object, "from", 1, ASC_PLAYERS_MAX, &event->from) &&
         text_copy(object, "move", event->token, sizeof event->token) &&
         int_copy(object, "plies", 1, INT32_MAX, &event->plies) &&
         int_copy(object, "level", 0, ONLINE_LEVEL_MAX, &event->level) &&
         number_copy(object, "given", 0, INT64_MAX / 4, &event->given) &&
         int_copy(object, "lag", 0, INT32_MAX, &event->lag) && id_copy(object, "next", event->next) &&
         outcome_read(event, object) && clocks_read(event, json_object_get(object, "clocks")) &&
         number_copy(object, "running", 0, ASC_PLAYERS_MAX, &event->running);
}

/* Checks for the members that the kind requires. */
static bool event_is_whole(const online_event *event) {
  if (event->kind == ONLINE_EVENT_TAKEN_BACK && event->plies == 0) return false;
  if (event->kind == ONLINE_EVENT_ENDED && event->cause != ONLINE_CAUSE_ABORTED && event->players == 0) return false;
  return event->number > 0;
}

/* Loads a stored line with the words of today. ASC_E_INPUT if it is not JSON, ASC_E_MEMORY if memory is short. */
static int line_load(json_t **object, const char *text, size_t length) {
  asc_strbuf line = {0};
  asc_json json = asc_strbuf_json(&line);
  json_error_t error = {0};
  online_stored_write(&json, NULL, text, length);
  bool has_memory = !line.failed;
  *object = has_memory ? json_loadb(line.text, line.length, JSON_REJECT_DUPLICATES, &error) : NULL;
  free(line.text);
  if (*object == NULL && has_memory) has_memory = json_error_code(&error) != json_error_out_of_memory;
  return *object != NULL ? ASC_OK : has_memory ? ASC_E_INPUT : ASC_E_MEMORY;
}

int online_event_read(online_event *event, online_settings *settings, const char *text, size_t length) {
  *event = (online_event){0};
  *settings = (online_settings){0};
  json_t *object;
  int code = line_load(&object, text, length);
  if (code < 0) return code;
  bool good = json_is_object(object) && event_fill(event, object) && event_is_whole(event);
  if (good && (event->kind == ONLINE_EVENT_CREATED || event->kind == ONLINE_EVENT_CHANGED ||
               event->kind == ONLINE_EVENT_STARTED)) {
    good = settings_read(settings, object);
    event->settings = settings;
  }
  json_decref(object);
  return good ? ASC_OK : ASC_E_INPUT;
}

/* ---- requested settings ---- */

bool online_spec_write(const asc_rules *rules, char spec[ASC_SPEC_MAX]) {
  asc_writer writer = asc_writer_over(spec, ASC_SPEC_MAX);
  asc_writer_string(&writer, rules->game->id);
  asc_writer_string(&writer, rules->options[0] != '\0' ? ":" : "");
  asc_writer_string(&writer, rules->options);
  return asc_writer_end(&writer) >= 0;
}

static bool reject(asc_message *reason, const char *key) {
  asc_message_set(reason, key);
  return false;
}

/* Opens the rules, to check that the game exists, and writes it with every option. */
static bool game_read(online_settings *settings, const json_t *requested, asc_message *reason) {
  const char *spec = text_of(requested, "game", sizeof settings->spec);
  asc_rules *rules = NULL;
  if (spec == NULL || asc_rules_open(&rules, spec, NULL) < 0) return reject(reason, "online.no-such-game");
  settings->players = rules->players;
  bool fits = online_spec_write(rules, settings->spec);
  asc_rules_close(rules);
  return fits || reject(reason, "online.no-such-game");
}

/* Reads seats {"you": true}, {"level": 3} or {}. At most one is the person's own; without one, it is the first free
   seat. */
static bool seats_request_read(online_settings *settings, const json_t *seats, const char *person) {
  for (int i = 0; i < settings->players; i++) settings->seats[i] = (online_seat){.level = ONLINE_LEVEL_NONE};
  if (seats != NULL && json_array_size(seats) != (size_t)settings->players) return false;
  int own = 0;
  for (int i = 0; seats != NULL && i < settings->players; i++) {
    const json_t *seat = json_array_get(seats, (size_t)i);
    bool you = false;
    if (!json_is_object(seat) || !bool_copy(seat, "you", &you) ||
        !int_copy(seat, "level", 0, ONLINE_LEVEL_MAX, &settings->seats[i].level))
      return false;
    if (!you) continue;
    if (own > 0 || settings->seats[i].level >= 0) return false;
    own = i + 1;
  }
  for (int i = 0; own == 0 && i < settings->players; i++)
    if (settings->seats[i].level < 0) own = i + 1;
  if (own == 0) return false;
  (void)snprintf(settings->seats[own - 1].person, ASC_ID_TEXT_SIZE, "%s", person);
  return true;
}

bool online_settings_read(online_settings *settings, const json_t *requested, const char *person, asc_message *reason) {
  *settings = (online_settings){.games = 1};
  if (!game_read(settings, requested, reason)) return false;
  if (!clock_read(settings, json_object_get(requested, "clock"))) return reject(reason, "online.no-such-clock");
  if (!seats_request_read(settings, json_object_get(requested, "seats"), person))
    return reject(reason, "online.no-such-seats");
  if (!bool_copy(requested, "random_seats", &settings->random_seats) ||
      !bool_copy(requested, "private", &settings->is_private) ||
      !int_copy(requested, "games", 1, ONLINE_GAMES_MAX, &settings->games))
    return reject(reason, "online.malformed");
  return true;
}
