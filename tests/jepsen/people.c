#include "people.h"

#include "rules.h"
#include "wire.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What is known so far, each by a name of its own: when it was acknowledged, or who has it. */
typedef struct known {
  json_t *keys;    /* the person whom a key seated */
  json_t *voided;  /* keys, and when */
  json_t *blocked; /* "owner person", and when */
  json_t *invoked; /* "person id" of a command, and when it was sent first */
  json_t *devices; /* that were signed out: the whole entry */
  check_report *report;
} known;

static bool is(const json_t *object, const char *name, const char *word) {
  return strcmp(wire_word(object, name), word) == 0;
}

static void pair_name(char name[96], const char *one, const char *other) {
  (void)snprintf(name, 96, "%.40s %.40s", one, other);
}

/* ---- keys and blocks ---- */

static void sit_invoked(const known *all, const json_t *op) {
  char name[96];
  pair_name(name, wire_word(op, "person"), wire_word(op, "id"));
  if (json_object_get(all->invoked, name) == NULL) json_object_set(all->invoked, name, json_object_get(op, "at"));
}

static void sit_ok(const known *all, const json_t *op) {
  char name[96], pair[96];
  const char *key = wire_word(op, "key"), *person = wire_word(op, "person"), *first = wire_word(all->keys, key);
  pair_name(name, person, wire_word(op, "id"));
  pair_name(pair, wire_word(op, "owner"), person);
  int64_t sent = wire_number(all->invoked, name), voided = wire_number(all->voided, key),
          blocked = wire_number(all->blocked, pair);
  if (*first != '\0' && strcmp(first, person) != 0)
    check_wrong(all->report, "key", "game %s: one key seated %s and %s", wire_word(op, "game"), first, person);
  json_object_set_new(all->keys, key, json_string(person));
  if (voided != 0 && sent > voided)
    check_wrong(all->report, "key", "game %s: %s joined with a key that was void before", wire_word(op, "game"),
                person);
  if (blocked != 0 && sent > blocked)
    check_wrong(all->report, "blocked", "game %s: %s joined although blocked before", wire_word(op, "game"), person);
}

static void time_keep(json_t *object, const char *name, const json_t *op) {
  json_object_set(object, name, json_object_get(op, "at"));
}

/* ---- devices ---- */

/* At once on the process that acknowledged it; on the others after a while. */
static void device_seen(const known *all, const json_t *op) {
  const json_t *out = json_object_get(all->devices, wire_word(op, "device"));
  if (out == NULL || wire_number(op, "status") == 401) return;
  bool is_same = wire_number(out, "process") == wire_number(op, "process");
  int64_t late = wire_number(op, "sent") - wire_number(out, "at");
  if (late >= (is_same ? 0 : wire_number(out, "grace")))
    check_wrong(all->report, "signed-out", "device %s got %d from process %d, %lld ms after it was signed out",
                wire_word(op, "device"), (int)wire_number(op, "status"), (int)wire_number(op, "process") + 1,
                (long long)(late / 1000));
}

/* ---- merged persons ---- */

static bool has_text(const json_t *list, const char *text) {
  size_t i;
  json_t *one;
  json_array_foreach(list, i, one) if (strcmp(json_string_value(one), text) == 0) return true;
  return false;
}

/* The next list of the person's games after the merge. */
static void merged_check(const known *all, const json_t *history, size_t at) {
  const json_t *merged = json_array_get(history, at);
  for (size_t i = at + 1; i < json_array_size(history); i++) {
    const json_t *op = json_array_get(history, i);
    if (!is(op, "op", "games") || !is(op, "person", wire_word(merged, "into"))) continue;
    if (wire_number(op, "client") != wire_number(merged, "client")) continue;
    if (!has_text(json_object_get(op, "games"), wire_word(merged, "game")))
      check_wrong(all->report, "merged", "person %s was merged into %s, who does not have game %s",
                  wire_word(merged, "person"), wire_word(merged, "into"), wire_word(merged, "game"));
    return;
  }
}

/* ---- orders ---- */

static int ended_count(const json_t *events) {
  size_t i;
  json_t *event;
  int count = 0;
  json_array_foreach(events, i, event) count += is(event, "type", "ended");
  return count;
}

static void order_check(const known *all, const json_t *store, const json_t *op) {
  if (!is(op, "what", "close") || wire_number(op, "status") != 0) return;
  int count = ended_count(json_object_get(store, wire_word(op, "game")));
  if (count != 1)
    check_wrong(all->report, "order", "game %s was closed by the host and ended %d times", wire_word(op, "game"),
                count);
}

/* ---- all ---- */

static void op_check(const known *all, const json_t *history, const json_t *store, size_t at) {
  const json_t *op = json_array_get(history, at);
  bool has_key = *wire_word(op, "key") != '\0';
  char name[96];
  if (has_key && is(op, "op", "invoke")) sit_invoked(all, op);
  if (has_key && is(op, "op", "ok")) sit_ok(all, op);
  if (is(op, "op", "void")) time_keep(all->voided, wire_word(op, "key"), op);
  if (is(op, "op", "blocked")) {
    pair_name(name, wire_word(op, "by"), wire_word(op, "person"));
    time_keep(all->blocked, name, op);
  }
  if (is(op, "op", "signed-out")) json_object_set_new(all->devices, wire_word(op, "device"), json_deep_copy(op));
  if (is(op, "op", "seen")) device_seen(all, op);
  if (is(op, "op", "merged")) merged_check(all, history, at);
  if (is(op, "op", "order")) order_check(all, store, op);
  if (is(op, "op", "ordered") && wire_number(op, "status") != 401)
    check_wrong(all->report, "order", "device %s was signed out by the host and got %d at the end",
                wire_word(op, "device"), (int)wire_number(op, "status"));
}

void people_check(const json_t *history, const json_t *store, check_report *report) {
  known all = {json_object(), json_object(), json_object(), json_object(), json_object(), report};
  for (size_t i = 0; i < json_array_size(history); i++) op_check(&all, history, store, i);
  json_t *const objects[] = {all.keys, all.voided, all.blocked, all.invoked, all.devices};
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) json_decref(objects[i]);
}
