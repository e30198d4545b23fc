/* What other processes have written: a thread that listens, in a session of its own, and says so.

   The session also holds the lock by which the others know that this process serves. It asks the server for a sign of
   life every two seconds, so that a line that is dead is noticed; when the connection was made again anything may have
   been missed, and all games are looked at anew. */
#include "postgres.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIGN = 2000, AGAIN = 1000 };

static int listen_now(asc_postgres_link *link, asc_error *error) {
  asc_postgres *own = link->own;
  char sql[128];
  int code = asc_postgres_connect(link, error);
  if (code != ASC_OK) return code;
  (void)snprintf(sql, sizeof sql, "LISTEN \"ascona_%s\"", own->about.id);
  asc_postgres_send_text(link, sql);
  (void)snprintf(sql, sizeof sql, "SELECT pg_advisory_lock_shared(%lld)",
                 (long long)asc_postgres_lock_of(own->about.id, ASC_LOCK_SERVER));
  asc_postgres_send_text(link, sql);
  code = asc_postgres_exchange(link, NULL, NULL, error);
  if (code != ASC_OK) asc_postgres_disconnect(link);
  return code;
}

/* "id number\n…", or what was told behind an exclamation mark. */
static void tell(const asc_postgres *own, char *text) {
  if (text[0] == '!') {
    if (own->said != NULL) own->said(own->data, text + 1);
    return;
  }
  for (char *line = text, *end; own->heard != NULL && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    char *number = strchr(line, ' ');
    if (number == NULL) continue;
    *number = '\0';
    own->heard(own->data, line, strtoll(number + 1, NULL, 10));
  }
}

static void notices_take(asc_postgres *own) {
  PGnotify *notice;
  while (asc_postgres_connected(&own->listener) && (notice = PQnotifies(own->listener.connection)) != NULL) {
    if (notice->be_pid != atomic_load(&own->writing)) tell(own, notice->extra);
    PQfreemem(notice);
  }
}

/* Waits for news; false: it is to end. */
static bool wait_for_news(asc_postgres *own, int milliseconds) {
  bool connected = asc_postgres_connected(&own->listener);
  struct pollfd files[] = {{.fd = own->wake[0], .events = POLLIN},
                           {.fd = connected ? PQsocket(own->listener.connection) : -1, .events = POLLIN}};
  if (poll(files, 2, milliseconds) < 0 && errno != EINTR) return false;
  return files[0].revents == 0;
}

static void *run(void *data) {
  asc_postgres *own = data;
  asc_postgres_link *link = &own->listener;
  int64_t sign = 0;
  for (;;) {
    bool connected = asc_postgres_connected(link);
    if (!wait_for_news(own, connected ? SIGN : AGAIN)) return NULL;
    if (!connected) {
      if (listen_now(link, NULL) != ASC_OK) continue;
      atomic_store(&own->writing, 0); /* after a restart another process may have the number that was ours */
      if (own->heard != NULL) own->heard(own->data, NULL, 0);
    } else if (PQconsumeInput(link->connection) == 0) {
      asc_postgres_disconnect(link);
    } else {
      int64_t now = asc_clock_now_us() / 1000;
      if (now - sign >= SIGN && asc_postgres_run(link, "SELECT 1", NULL, NULL) == ASC_OK) sign = now;
      notices_take(own);
    }
  }
}

int asc_postgres_listen(asc_postgres *own, asc_error *error) {
  int code = listen_now(&own->listener, error);
  if (code != ASC_OK) return code;
  if (pipe(own->wake) != 0) return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
  sigset_t all, before;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  own->listening = pthread_create(&own->thread, NULL, run, own) == 0;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (own->listening) return ASC_OK;
  close(own->wake[0]);
  close(own->wake[1]);
  return asc_error_set(error, ASC_E_MEMORY, "no thread can be started");
}

void asc_postgres_listen_end(asc_postgres *own) {
  if (own->listening) {
    (void)!write(own->wake[1], "", 1);
    pthread_join(own->thread, NULL);
    close(own->wake[0]);
    close(own->wake[1]);
  }
  asc_postgres_disconnect(&own->listener);
}
