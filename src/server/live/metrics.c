/* Figures for Prometheus. */
#include "live.h"

#include "base/text.h"

static void figure(asc_writer *writer, const char *name, const char *type, const char *help, int64_t value) {
  asc_writer_format(writer, "# HELP ascona_%s %s\n# TYPE ascona_%s %s\nascona_%s %lld\n", name, help, name, type, name,
                    (long long)value);
}

size_t asc_live_metrics(web_live *live, char *text, size_t size) {
  asc_store_figures store;
  asc_writer writer = asc_writer_over(text, size);
  asc_store_figures_read(live->store, &store);
  figure(&writer, "connections", "gauge", "Connections that are open.", live->server->connections);
  figure(&writer, "sockets", "gauge", "WebSockets that are open.", live->socket_count);
  figure(&writer, "rooms", "gauge", "Games in memory.", live->room_count);
  figure(&writer, "rules", "gauge", "Rules in memory.", asc_library_count(live->library));
  figure(&writer, "engines_waiting", "gauge", "Moves that wait for an engine.", asc_engines_waiting(live->engines));
  figure(&writer, "store_taking", "gauge", "Whether the store takes anything.", live->is_taking);
  figure(&writer, "store_waiting", "gauge", "Jobs that wait for the store.", store.waiting);
  figure(&writer, "store_bytes", "gauge", "Size of the database.", live->space.used);
  figure(&writer, "store_full", "gauge", "Whether new games are rejected for lack of space.", live->full);
  figure(&writer, "store_jobs_total", "counter", "Jobs written.", store.jobs);
  figure(&writer, "store_groups_total", "counter", "Transactions committed.", store.groups);
  figure(&writer, "store_microseconds_total", "counter", "Time spent in them.", store.microseconds);
  figure(&writer, "store_questions_total", "counter", "Questions answered.", store.questions);
  figure(&writer, "oldest_request_milliseconds", "gauge", "Age of the oldest request that is not answered yet.",
         asc_ask_oldest(live));
  figure(&writer, "requests_total", "counter", "Requests and messages.", live->counts.requests);
  figure(&writer, "refused_total", "counter", "Of them refused.", live->counts.refused);
  figure(&writer, "limited_total", "counter", "Of them because of a limit.", live->counts.limited);
  figure(&writer, "events_total", "counter", "Events made durable.", live->counts.events);
  figure(&writer, "messages_total", "counter", "Messages sent to sockets.", live->counts.sent);
  figure(&writer, "slow_readers_total", "counter", "Sockets closed because they did not read.", live->counts.dropped);
  figure(&writer, "engine_moves_total", "counter", "Moves of engines.", live->counts.engine_moves);
  figure(&writer, "flags_total", "counter", "Games in which time was up.", live->counts.flags);
  int length = asc_writer_end(&writer);
  return length < 0 ? 0 : (size_t)length;
}
