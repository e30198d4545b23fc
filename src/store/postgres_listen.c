/* Listens to what other processes write: a thread with a session of its own.

   The session also holds the lock by which other processes know that this one serves. The thread asks the server for a
   sign of life every two seconds, so that a dead connection is noticed. After a new connection anything may have been
   missed, and on_events says that any game may have changed. The thread ends when the store is interrupted. */
#include "postgres.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGN_TIME = 2000, RETRY_TIME = 1000 }; /* ms */

static int listen_start(store_postgres_link *link, asc_error *error) {
  store_postgres *own = link->own;
  char sql[128];
  int code = store_postgres_connect(link, error);
  if (code != ASC_OK) return code;
  (void)snprintf(sql, sizeof sql, "LISTEN \"ascona_%s\"", own->about.id);
  store_postgres_send_text(link, sql);
  (void)snprintf(sql, sizeof sql, "SELECT pg_advisory_lock_shared(%lld)",
                 (long long)store_postgres_lock_of(own->about.id, STORE_LOCK_SERVER));
  store_postgres_send_text(link, sql);
  code = store_postgres_exchange(link, NULL, NULL, error);
  if (code != ASC_OK) store_postgres_disconnect(link);
  return code;
}

/* The text is "id number\n…" for games, or "!" and the text of a notice. */
static void notice_report(const store_postgres *own, char *text) {
  if (text[0] == '!') {
    if (own->on_notice != NULL) own->on_notice(own->data, text + 1);
    return;
  }
  for (char *line = text, *end; own->on_events != NULL && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    char *number = strchr(line, ' ');
    if (number == NULL) continue;
    *number = '\0';
    own->on_events(own->data, line, strtoll(number + 1, NULL, 10));
  }
}

static void notices_take(store_postgres *own) {
  PGnotify *notice;
  while (store_postgres_is_connected(&own->listener) && (notice = PQnotifies(own->listener.connection)) != NULL) {
    if (notice->be_pid != atomic_load(&own->game_session)) notice_report(own, notice->extra);
    PQfreemem(notice);
  }
}

/* Waits for something to read. Returns false if the thread must end. */
static bool wait_for_notices(store_postgres *own) {
  bool is_connected = store_postgres_is_connected(&own->listener);
  struct pollfd files[] = {{.fd = own->interrupt, .events = POLLIN},
                           {.fd = is_connected ? PQsocket(own->listener.connection) : -1, .events = POLLIN}};
  if (poll(files, 2, is_connected ? SIGN_TIME : RETRY_TIME) < 0 && errno != EINTR) return false;
  return !atomic_load(&own->is_interrupted);
}

static void *listener_run(void *data) {
  store_postgres *own = data;
  store_postgres_link *link = &own->listener;
  int64_t last_sign = 0;
  while (wait_for_notices(own)) {
    if (!store_postgres_is_connected(link)) {
      if (listen_start(link, NULL) != ASC_OK) continue;
      atomic_store(&own->game_session, 0); /* after a restart of the server another process may have this number */
      if (own->on_events != NULL) own->on_events(own->data, NULL, 0);
    } else if (PQconsumeInput(link->connection) == 0) {
      store_postgres_disconnect(link);
    } else {
      int64_t now = asc_clock_now_us() / 1000;
      if (now - last_sign >= SIGN_TIME && store_postgres_run(link, "SELECT 1", NULL, NULL) == ASC_OK) last_sign = now;
      notices_take(own);
    }
  }
  return NULL;
}

int store_postgres_listen(store_postgres *own, asc_error *error) {
  int code = listen_start(&own->listener, error);
  if (code != ASC_OK) return code;
  own->has_thread = store_thread_start(&own->thread, listener_run, own);
  return own->has_thread ? ASC_OK : asc_error_set(error, ASC_E_MEMORY, "can't start a thread");
}
