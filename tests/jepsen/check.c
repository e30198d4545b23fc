#include "check.h"

#include "people.h"
#include "rules.h"
#include "wire.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A command as its sender knows it, and what the store has of it. */
typedef struct command {
  const json_t *first; /* when it was sent first */
  int invoked, ok, refused, unknown;
  int64_t answered; /* when it was acknowledged first; 0: never */
  int64_t number;   /* of its first event in the store; 0: none */
  int found;        /* events of the kind it asks for */
} command;

typedef struct checking {
  const json_t *history, *store;
  json_t *index; /* of commands, by person and id */
  command *commands;
  int count;
  json_t *streams; /* what each has up to, by its number and game */
  check_report *report;
} checking;

void check_wrong(check_report *report, const char *kind, const char *format, ...) {
  if (report->wrong++ >= CHECK_TOLD) return;
  char *line = report->lines[report->wrong - 1];
  int length = snprintf(line, CHECK_LINE, "%s: ", kind);
  va_list args;
  va_start(args, format);
  (void)vsnprintf(line + length, (size_t)(CHECK_LINE - length), format, args);
  va_end(args);
}

static command *command_of(checking *c, const char *person, const char *id) {
  char key[96];
  (void)snprintf(key, sizeof key, "%s %s", person, id);
  const json_t *at = json_object_get(c->index, key);
  return at == NULL ? NULL : &c->commands[json_integer_value(at)];
}

static bool is(const json_t *object, const char *name, const char *word) {
  return strcmp(wire_word(object, name), word) == 0;
}

/* The event that a command is there for; what follows from it carries its id too. */
static const char *event_of(const char *what) {
  static const char *const names[][2] = {{"create", "created"},    {"join", "joined"},   {"move", "moved"},
                                         {"roll", "rolled"},       {"offer", "offered"}, {"accept", "accepted"},
                                         {"decline", "declined"},  {"resign", "left"},   {"give-time", "time-given"},
                                         {"withdraw", "withdrawn"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(what, names[i][0]) == 0) return names[i][1];
  return "";
}

/* ---- what was told is there, in its words ---- */

static void event_told(checking *c, const char *game, const json_t *event) {
  const json_t *kept = json_array_get(json_object_get(c->store, game), (size_t)wire_number(event, "n") - 1);
  c->report->told++;
  if (kept != NULL && json_equal(kept, event)) return;
  char *said = json_dumps(event, JSON_COMPACT), *is_now = kept == NULL ? NULL : json_dumps(kept, JSON_COMPACT);
  if (kept == NULL)
    check_wrong(c->report, "lost", "game %s: %s", game, said);
  else
    check_wrong(c->report, "changed", "game %s: told %s, kept %s", game, said, is_now);
  free(said);
  free(is_now);
}

/* What a stream has grows by one. Its answers may repeat what it has; what a refused command is told to have missed may
   be ahead of what is still to come. */
static void stream_take(checking *c, const json_t *op, const json_t *event) {
  char key[64];
  (void)snprintf(key, sizeof key, "%d %s", (int)wire_number(op, "stream"), wire_word(op, "game"));
  json_t *at = json_object_get(c->streams, key);
  if (at == NULL) return; /* none, or it does not listen yet */
  bool pushed = is(op, "op", "event");
  int64_t n = wire_number(event, "n"), has = wire_number(at, "has"), last = wire_number(at, "pushed");
  if ((n > has + 1 && !is(op, "op", "refused")) || (pushed && n <= last))
    check_wrong(c->report, "gap", "client %d, game %s: event %d (%s) came, after %d and up to %d",
                (int)wire_number(op, "client"), wire_word(op, "game"), (int)n, wire_word(op, "op"), (int)last,
                (int)has);
  if (n > has) json_object_set_new(at, "has", json_integer(n));
  if (pushed) json_object_set_new(at, "pushed", json_integer(n));
}

static void stream_begin(checking *c, const json_t *op) {
  char key[64];
  (void)snprintf(key, sizeof key, "%d %s", (int)wire_number(op, "stream"), wire_word(op, "game"));
  int64_t from = wire_number(op, "from");
  json_object_set_new(c->streams, key, json_pack("{s:I,s:I}", "has", (json_int_t)from, "pushed", (json_int_t)from));
}

/* ---- the history ---- */

static void op_invoke(checking *c, const json_t *op) {
  command *own = command_of(c, wire_word(op, "person"), wire_word(op, "id"));
  if (own == NULL) {
    char key[96];
    (void)snprintf(key, sizeof key, "%s %s", wire_word(op, "person"), wire_word(op, "id"));
    own = &c->commands[c->count];
    own->first = op;
    json_object_set_new(c->index, key, json_integer(c->count++));
  }
  own->invoked++;
  c->report->repeated += own->invoked > 1;
}

/* An acknowledged command has its event in the answer. Whose time was up when it came is told that instead. */
static void op_ok(checking *c, const json_t *op, command *own) {
  const char *wanted = event_of(wire_word(own->first, "do"));
  size_t i;
  json_t *event;
  bool there = false;
  json_array_foreach(json_object_get(op, "events"), i, event) there |=
      is(event, "id", wire_word(op, "id")) && is(event, "by", wire_word(op, "person")) &&
      (is(event, "type", wanted) || is(event, "cause", "time"));
  own->ok++;
  if (own->answered == 0) own->answered = wire_number(op, "at");
  if (!there)
    check_wrong(c->report, "lost", "game %s: %s %s of %s is acknowledged without an event of its own",
                wire_word(op, "game"), wire_word(own->first, "do"), wire_word(op, "id"), wire_word(op, "person"));
}

static void history_read(checking *c) {
  size_t i, k;
  json_t *op, *event;
  json_array_foreach(c->history, i, op) {
    if (is(op, "op", "invoke")) op_invoke(c, op);
    if (is(op, "op", "stuck"))
      check_wrong(c->report, "stuck", "client %d: %s", (int)wire_number(op, "client"), wire_word(op, "why"));
    if (is(op, "op", "watch")) stream_begin(c, op);
    command *own = command_of(c, wire_word(op, "person"), wire_word(op, "id"));
    if (own != NULL && is(op, "op", "ok")) op_ok(c, op, own);
    if (own != NULL && is(op, "op", "refused")) own->refused++;
    if (own != NULL && is(op, "op", "unknown")) own->unknown++;
    json_array_foreach(json_object_get(op, "events"), k, event) {
      event_told(c, wire_word(op, "game"), event);
      stream_take(c, op, event);
    }
    event = json_object_get(op, "event");
    if (event == NULL) continue;
    event_told(c, wire_word(op, "game"), event);
    stream_take(c, op, event);
  }
}

/* ---- the store ---- */

/* Whoever is said to have done something has sent it. */
static void event_sent(checking *c, const char *game, const json_t *event) {
  static const char *const own_kinds[] = {"paused", "resumed", "ended", "left", "started"};
  const char *by = wire_word(event, "by"), *id = wire_word(event, "id"), *type = wire_word(event, "type");
  int n = (int)wire_number(event, "n");
  if (*by == '\0') {
    for (size_t i = 0; i < sizeof own_kinds / sizeof *own_kinds; i++)
      if (strcmp(type, own_kinds[i]) == 0) return;
    check_wrong(c->report, "nobody", "game %s: event %d, %s, is nobody's", game, n, type);
    return;
  }
  command *own = command_of(c, by, id);
  if (own == NULL) {
    check_wrong(c->report, "nobody", "game %s: event %d, %s by %s, was not sent (%s)", game, n, type, by, id);
    return;
  }
  if (own->number == 0) own->number = n;
  if (strcmp(type, event_of(wire_word(own->first, "do"))) != 0) return;
  own->found++;
  const char *move = wire_word(own->first, "move");
  if (!is(own->first, "do", "create") && !is(own->first, "game", game))
    check_wrong(c->report, "changed", "event %d of game %s was sent to game %s", n, game,
                wire_word(own->first, "game"));
  if (*move != '\0' && !is(event, "move", move))
    check_wrong(c->report, "changed", "game %s: event %d is %s, sent was %s", game, n, wire_word(event, "move"), move);
}

/* Of what one game has, in its order: nobody was sent after a later one was acknowledged. */
static void order_check(checking *c, const char *game, const json_t *events) {
  int64_t sent = 0; /* the latest of those before */
  const command *latest = NULL, *before = NULL;
  size_t i;
  json_t *event;
  json_array_foreach(events, i, event) {
    const command *own = command_of(c, wire_word(event, "by"), wire_word(event, "id"));
    if (own == NULL || own == before) continue;
    before = own;
    if (latest != NULL && own->answered != 0 && own->answered < sent)
      check_wrong(c->report, "order", "game %s: %s was acknowledged before %s was sent, and stands behind it", game,
                  wire_word(own->first, "id"), wire_word(latest->first, "id"));
    if (wire_number(own->first, "at") <= sent) continue;
    sent = wire_number(own->first, "at");
    latest = own;
  }
}

static void game_check(checking *c, const char *game, const json_t *events) {
  size_t i;
  json_t *event;
  int64_t time = 0;
  json_array_foreach(events, i, event) {
    if (wire_number(event, "n") != (int64_t)i + 1 || wire_number(event, "t") < time)
      check_wrong(c->report, "number", "game %s: event %d at place %d, time %lld after %lld", game,
                  (int)wire_number(event, "n"), (int)i + 1, (long long)wire_number(event, "t"), (long long)time);
    time = wire_number(event, "t");
    event_sent(c, game, event);
  }
  order_check(c, game, events);
  rules_check(game, events, c->report);
  c->report->events += (int)json_array_size(events);
}

static void commands_check(checking *c) {
  for (int i = 0; i < c->count; i++) {
    const command *own = &c->commands[i];
    const char *what = wire_word(own->first, "do"), *id = wire_word(own->first, "id"),
               *game = wire_word(own->first, "game");
    if (own->found > 1) check_wrong(c->report, "twice", "game %s: %s %s was done %d times", game, what, id, own->found);
    if (own->found > 0 && own->ok == 0 && own->unknown == 0 && own->refused == own->invoked)
      check_wrong(c->report, "refused", "game %s: %s %s was refused and is there", game, what, id);
    c->report->ok += own->ok > 0;
    c->report->refused += own->ok == 0 && own->refused > 0;
    c->report->unknown += own->ok == 0 && own->refused == 0;
  }
  c->report->commands = c->count;
}

void check_history(const json_t *history, const json_t *store, check_report *report) {
  *report = (check_report){.games = (int)json_object_size(store)};
  checking c = {.history = history, .store = store, .index = json_object(), .streams = json_object(), .report = report};
  c.commands = calloc(json_array_size(history) + 1, sizeof *c.commands);
  const char *game;
  json_t *events;
  history_read(&c);
  json_object_foreach((json_t *)(uintptr_t)store, game, events) game_check(&c, game, events);
  commands_check(&c);
  people_check(history, store, report);
  json_decref(c.index);
  json_decref(c.streams);
  free(c.commands);
}
