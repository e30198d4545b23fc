/* Health for load balancers, and figures for Prometheus. Both are answered by the network thread from its own lists and
   the latest figures of the game thread, so they work while that thread hangs. */
#include "metrics.h"

#include "base/json.h"
#include "base/text.h"

#include <string.h>

static bool is_path(const http_target *target, const char *path) {
  return target->length == strlen(path) && memcmp(target->path, path, target->length) == 0;
}

static void text_write(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

/* Returns the status. */
static int health_write(const http_server *server, asc_writer *writer) {
  int64_t oldest = http_clients_oldest(server);
  const char *reason = server->live == NULL           ? NULL
                       : !server->figures.store_is_up ? "the database accepts no changes"
                       : oldest > LIVE_STUCK_TIME     ? "requests have waited for more than five seconds"
                                                      : NULL;
  asc_json json = {.write = text_write, .data = writer};
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "status", reason == NULL ? "ok" : "unavailable");
  if (reason != NULL) asc_json_text(&json, "reason", reason);
  asc_json_number(&json, "oldest_request_ms", oldest);
  asc_json_close(&json, '}');
  asc_writer_char(writer, '\n');
  return reason == NULL ? 200 : 503;
}

static void metric(asc_writer *writer, const char *type, const char *name, int64_t value, const char *help) {
  asc_writer_format(writer, "# HELP ascona_%s %s\n# TYPE ascona_%s %s\nascona_%s %lld\n", name, help, name, type, name,
                    (long long)value);
}

static void gauge(asc_writer *writer, const char *name, int64_t value, const char *help) {
  metric(writer, "gauge", name, value, help);
}

static void counter(asc_writer *writer, const char *name, int64_t value, const char *help) {
  metric(writer, "counter", name, value, help);
}

static void metrics_write(const http_server *server, asc_writer *writer) {
  const live_figures *live = &server->figures;
  gauge(writer, "connections", server->connections, "Open connections.");
  gauge(writer, "sockets", server->clients.socket_count, "Open WebSockets.");
  gauge(writer, "rooms", live->rooms, "Games in memory.");
  gauge(writer, "rules", live->rules, "Rules in memory.");
  gauge(writer, "engine_tasks", live->engine_tasks, "Moves that engines have yet to choose.");
  gauge(writer, "store_up", live->store_is_up, "Whether the database accepts changes.");
  gauge(writer, "store_full", live->store_is_full, "Whether new games are rejected for lack of space.");
  gauge(writer, "store_bytes", live->store_bytes, "Size of the database.");
  gauge(writer, "requests_waiting", server->clients.pending_count, "Requests that are not answered yet.");
  gauge(writer, "oldest_request_milliseconds", http_clients_oldest(server), "Age of the oldest of them.");
  counter(writer, "requests_total", live->requests + server->counts.requests, "Requests about games.");
  counter(writer, "rejected_total", live->rejected + server->counts.rejected, "Rejected requests.");
  counter(writer, "limited_total", live->limited + live_rate_limits_refused(server->limits),
          "Requests above a rate limit.");
  counter(writer, "conflicts_total", live->conflicts, "Requests that conflicted with another process.");
  counter(writer, "retries_total", live->retries, "Requests that were decided again.");
  counter(writer, "events_total", live->events, "Stored events.");
  counter(writer, "messages_total", server->counts.messages, "Messages to sockets.");
  counter(writer, "slow_sockets_total", server->counts.slow_sockets, "Sockets closed because they did not read.");
  counter(writer, "engine_moves_total", live->engine_moves, "Moves of engines.");
  counter(writer, "flags_total", live->flags, "Players who ran out of time.");
  counter(writer, "batches_total", live->batches, "Batches of requests.");
  counter(writer, "commits_total", live->commits, "Committed transactions.");
  counter(writer, "commit_microseconds_total", live->commit_us, "Time spent in commits.");
  counter(writer, "jobs_total", live->jobs, "Jobs written to the database.");
  counter(writer, "queries_total", live->queries, "Queries to the database.");
}

bool http_metrics_respond(http_server *server, const http_target *target, http_response *response) {
  bool is_health = is_path(target, "/health"), is_metrics = is_path(target, "/metrics") && server->live != NULL;
  if ((!is_health && !is_metrics) || target->method == HTTP_OTHER) return false;
  asc_writer writer = asc_writer_over(server->text, sizeof server->text);
  int status = 200;
  if (is_health)
    status = health_write(server, &writer);
  else
    metrics_write(server, &writer);
  *response = (http_response){.status = status,
                              .type = is_health ? "application/json" : "text/plain; version=0.0.4; charset=utf-8",
                              .cache = "no-store",
                              .has_size = true,
                              .body = (const unsigned char *)server->text,
                              .size = strlen(server->text)};
  response->sent = target->method == HTTP_HEAD ? 0 : response->size;
  return true;
}
