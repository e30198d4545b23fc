/* Links to PostgreSQL: connecting, sending statements, waiting for answers.

   A server that does not answer must be noticed in seconds. Connecting has a time limit, the system gives up packets
   that are not acknowledged (tcp_user_timeout), the server ends a statement or a transaction that takes too long, and
   the wait here has the longest limit. store_interrupt ends every wait at once. */
#include "postgres.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PARAMETERS_MAX = 12,
  CONNECT_TIME = 3000, /* ms per host */
  RETRY_TIME = 1000,   /* ms between two attempts to connect */
  SERVING_PATIENCE = 8000,
  LONG_PATIENCE = 3600000
};

static int64_t milliseconds(void) { return asc_clock_now_us() / 1000; }

/* ---- errors ---- */

/* Uses the first line of what the server or the library says. */
static int fail(const store_postgres_link *link, int code, const char *why, asc_error *error) {
  char line[200];
  (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(why, "\n"), why);
  return asc_error_set(error, code, "%s: %s", link->own->name, line[0] != '\0' ? line : "the connection was lost");
}

/* `why` may be NULL: then libpq knows. */
static int fail_lost(store_postgres_link *link, const char *why, asc_error *error) {
  int code = fail(link, ASC_E_FILE, why != NULL ? why : PQerrorMessage(link->connection), error);
  link->state[0] = '\0';
  store_postgres_disconnect(link);
  return code;
}

/* The server refused something. The first two characters of the SQLSTATE are its class. */
static int fail_refused(store_postgres_link *link, const PGresult *answer, asc_error *error) {
  const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  const char *why = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
  (void)snprintf(link->state, sizeof link->state, "%s", state != NULL ? state : "");
  if (why == NULL) why = PQresultErrorMessage(answer);
  if (strcmp(link->state, "53100") == 0) why = "no space left";
  if (strcmp(link->state, "25006") == 0) why = "read-only, perhaps a replica; connect to the primary server";
  bool is_busy = strncmp(link->state, "40", 2) == 0 || strncmp(link->state, "55", 2) == 0;
  return fail(link, is_busy ? ASC_E_STATE : ASC_E_FILE, why, error);
}

/* A warning in a commit: the standby that must have it too did not confirm it in time. */
static void on_warning(void *data, const PGresult *notice) {
  store_postgres_link *link = data;
  const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != NULL && strcmp(severity, "WARNING") == 0) link->has_warning = true;
}

/* Waits until the socket is readable, or writable if `is_sending`. Returns NULL, or why not. */
static const char *wait_for(const store_postgres_link *link, bool is_sending, int64_t until) {
  struct pollfd files[] = {
      {.fd = PQsocket(link->connection), .events = (short)(is_sending ? POLLIN | POLLOUT : POLLIN)},
      {.fd = link->own->interrupt, .events = POLLIN}};
  for (;;) {
    int64_t left = until - milliseconds();
    if (left <= 0) return "the server does not answer";
    int ready = poll(files, 2, (int)left);
    if (ready < 0 && errno != EINTR) return strerror(errno);
    if (ready > 0) return files[1].revents != 0 ? "interrupted" : NULL;
  }
}

/* ---- connections ---- */

bool store_postgres_is_connected(const store_postgres_link *link) {
  return link->connection != NULL && PQstatus(link->connection) == CONNECTION_OK;
}

void store_postgres_disconnect(store_postgres_link *link) {
  PQfinish(link->connection);
  link->connection = NULL;
  link->sent = 0;
  link->is_unsent = false;
}

store_postgres_link store_postgres_link_make(store_postgres *own, const char *const *sql, int sql_count,
                                             store_patience patience) {
  return (store_postgres_link){.own = own,
                               .sql = sql,
                               .sql_count = sql_count,
                               .needs_write = !own->read_only,
                               .patience = patience == STORE_SERVING ? SERVING_PATIENCE : LONG_PATIENCE};
}

/* Commits are as durable as the host wishes, and at least on the disk. The server gives up before we do, so that it
   leaves no lock behind. It also ends a process that sleeps in a transaction before others have waited too long. */
static const char durability[] = "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                                 " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)";
static const char limits[] =
    "SELECT set_config('statement_timeout', '6s', false), set_config('lock_timeout',"
    " '" STORE_POSTGRES_LOCK_TIME "', false), set_config('idle_in_transaction_session_timeout', '3s', false)";

static int prepare(store_postgres_link *link, asc_error *error) {
  char name[16];
  store_postgres_send_text(link, durability);
  if (link->patience == SERVING_PATIENCE) store_postgres_send_text(link, limits);
  for (int i = 0; i < link->sql_count; i++) {
    (void)snprintf(name, sizeof name, "s%d", i);
    if (PQsendPrepare(link->connection, name, link->sql[i], 0, NULL) == 0) link->is_unsent = true;
    link->sent++;
  }
  return store_postgres_exchange(link, NULL, NULL, error);
}

/* Returns item `index` of a comma-separated list; a list of one item has it for every index. NULL of NULL. */
static const char *list_item(const char *list, int index, char text[256]) {
  if (list == NULL) return NULL;
  for (; index > 0 && strchr(list, ',') != NULL; index--) list = strchr(list, ',') + 1;
  (void)snprintf(text, 256, "%.*s", (int)strcspn(list, ","), list);
  return text;
}

/* Hosts are tried one by one here, because libpq skips a host that hangs only when it blocks. A name that comes later
   counts: the place overrides our wishes, and the host overrides the place. */
static PGconn *connection_start(const store_postgres_link *link, int host) {
  const store_postgres *own = link->own;
  char texts[3][256];
  const char *const names[] = {"tcp_user_timeout",
                               "keepalives_idle",
                               "keepalives_interval",
                               "keepalives_count",
                               "application_name",
                               "client_encoding",
                               "target_session_attrs",
                               "dbname",
                               "host",
                               "hostaddr",
                               "port",
                               NULL};
  const char *const values[] = {"5000",
                                "5",
                                "2",
                                "2",
                                "ascona",
                                "UTF8",
                                link->needs_write ? "read-write" : "any",
                                own->place,
                                list_item(own->host, host, texts[0]),
                                list_item(own->address, host, texts[1]),
                                list_item(own->port, host, texts[2]),
                                NULL};
  return PQconnectStartParams(names, values, 1);
}

static int connect_host(store_postgres_link *link, int host, asc_error *error) {
  int64_t until = milliseconds() + CONNECT_TIME;
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  link->connection = connection_start(link, host);
  if (link->connection == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (PQstatus(link->connection) == CONNECTION_BAD) return fail_lost(link, NULL, error);
  while (next != PGRES_POLLING_OK) {
    const char *why = wait_for(link, next == PGRES_POLLING_WRITING, until);
    if (why != NULL) return fail_lost(link, why, error);
    next = PQconnectPoll(link->connection);
    if (next == PGRES_POLLING_FAILED) return fail_lost(link, NULL, error);
  }
  PQsetNoticeReceiver(link->connection, on_warning, link);
  if (PQsetnonblocking(link->connection, 1) != 0 || PQenterPipelineMode(link->connection) == 0)
    return fail_lost(link, NULL, error);
  int code = prepare(link, error);
  if (code != ASC_OK) store_postgres_disconnect(link);
  return code;
}

static int connect_any(store_postgres_link *link, asc_error *error) {
  const char *list = link->own->host != NULL ? link->own->host : link->own->address;
  int hosts = 1, code = ASC_E_FILE;
  for (; list != NULL && (list = strchr(list, ',')) != NULL; list++) hosts++;
  for (int i = 0; i < hosts && code != ASC_OK; i++) {
    if (atomic_load(&link->own->is_interrupted)) return fail(link, ASC_E_STATE, "interrupted", error);
    code = connect_host(link, i, error);
  }
  return code;
}

int store_postgres_connect(store_postgres_link *link, asc_error *error) {
  if (atomic_load(&link->own->is_interrupted)) return fail(link, ASC_E_STATE, "interrupted", error);
  if (store_postgres_is_connected(link)) return ASC_OK;
  if (link->failed != 0 && milliseconds() - link->failed < RETRY_TIME) {
    if (error != NULL) *error = link->why;
    return ASC_E_FILE;
  }
  store_postgres_disconnect(link);
  int code = connect_any(link, &link->why);
  link->failed = code == ASC_OK ? 0 : milliseconds();
  if (code != ASC_OK && error != NULL) *error = link->why;
  return code;
}

/* ---- statements and answers ---- */

void store_postgres_send(store_postgres_link *link, int index, const char *types, ...) {
  char name[16], numbers[PARAMETERS_MAX][24];
  const char *values[PARAMETERS_MAX];
  int lengths[PARAMETERS_MAX] = {0}, formats[PARAMETERS_MAX] = {0}, count = 0;
  va_list list;
  va_start(list, types);
  for (; types[count] != '\0'; count++) switch (types[count]) {
    case 'i':
    case 'z': {
      int64_t number = va_arg(list, int64_t);
      (void)snprintf(numbers[count], sizeof *numbers, "%lld", (long long)number);
      values[count] = types[count] == 'z' && number == 0 ? NULL : numbers[count];
      break;
    }
    case 'b':
      values[count] = va_arg(list, const char *);
      lengths[count] = STORE_HASH;
      formats[count] = 1;
      break;
    case 's': /* text is the same in both formats, and this one has a length */
      values[count] = va_arg(list, const char *);
      lengths[count] = (int)va_arg(list, size_t);
      formats[count] = 1;
      break;
    default: values[count] = va_arg(list, const char *);
    }
  va_end(list);
  (void)snprintf(name, sizeof name, "s%d", index);
  if (PQsendQueryPrepared(link->connection, name, count, values, lengths, formats, 0) == 0) link->is_unsent = true;
  link->sent++;
}

void store_postgres_send_text(store_postgres_link *link, const char *sql) {
  if (PQsendQueryParams(link->connection, sql, 0, NULL, NULL, NULL, NULL, 0) == 0) link->is_unsent = true;
  link->sent++;
}

typedef struct answers {
  void (*on_answer)(void *data, int number, const PGresult *rows);
  void *data;
  asc_error *error;
  int number, code;
  bool is_over;
} answers;

/* Takes the answers that have arrived. Returns whether more are to come. */
static bool answers_take(store_postgres_link *link, answers *all) {
  while (!all->is_over && PQisBusy(link->connection) == 0) {
    PGresult *answer = PQgetResult(link->connection);
    if (answer == NULL) { /* the last answer of a statement */
      if (PQstatus(link->connection) != CONNECTION_OK) return false;
      all->number++;
      continue;
    }
    ExecStatusType status = PQresultStatus(answer);
    if (status == PGRES_PIPELINE_SYNC) {
      all->is_over = true;
    } else if (status == PGRES_FATAL_ERROR && all->code == ASC_OK) {
      all->code = fail_refused(link, answer, all->error);
      link->refused = all->number;
    } else if ((status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) && all->on_answer != NULL &&
               all->code == ASC_OK) {
      all->on_answer(all->data, all->number, answer);
    }
    PQclear(answer);
  }
  return !all->is_over;
}

int store_postgres_exchange(store_postgres_link *link, void (*on_answer)(void *data, int number, const PGresult *rows),
                            void *data, asc_error *error) {
  answers all = {.on_answer = on_answer, .data = data, .error = error};
  int64_t until = milliseconds() + link->patience;
  link->has_warning = false;
  link->state[0] = '\0';
  if (PQpipelineSync(link->connection) == 0 || link->is_unsent) return fail_lost(link, NULL, error);
  for (;;) {
    int left = PQflush(link->connection);
    if (left < 0 || PQstatus(link->connection) != CONNECTION_OK) return fail_lost(link, NULL, error);
    bool is_waiting = answers_take(link, &all);
    if (!all.is_over && PQstatus(link->connection) != CONNECTION_OK) return fail_lost(link, NULL, error);
    if (!is_waiting) break;
    const char *why = wait_for(link, left > 0, until);
    if (why != NULL) return fail_lost(link, why, error);
    if (PQconsumeInput(link->connection) == 0) return fail_lost(link, NULL, error);
  }
  link->sent = 0;
  return all.code;
}

static void number_take(void *data, int number, const PGresult *rows) {
  (void)number;
  if (data != NULL && PQntuples(rows) > 0) *(int64_t *)data = store_postgres_number(rows, 0, 0);
}

int store_postgres_run(store_postgres_link *link, const char *sql, int64_t *number, asc_error *error) {
  if (number != NULL) *number = 0;
  store_postgres_send_text(link, sql);
  return store_postgres_exchange(link, number_take, number, error);
}

void store_postgres_rollback(store_postgres_link *link) {
  if (!store_postgres_is_connected(link)) return;
  /* Statements that were queued and never sent would go along. */
  if (link->sent > 0 || store_postgres_run(link, "ROLLBACK", NULL, NULL) != ASC_OK) store_postgres_disconnect(link);
}

void store_postgres_pause(const store_postgres *own, int milliseconds) {
  struct pollfd file = {.fd = own->interrupt, .events = POLLIN};
  (void)poll(&file, 1, milliseconds);
}

/* ---- values ---- */

int64_t store_postgres_number(const PGresult *rows, int row, int column) {
  return strtoll(PQgetvalue(rows, row, column), NULL, 10); /* null is 0 */
}

static int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

void store_postgres_hash(const PGresult *rows, int row, int column, uint8_t hash[STORE_HASH]) {
  const char *text = PQgetvalue(rows, row, column); /* \x00ff… */
  if (PQgetlength(rows, row, column) != 2 + 2 * STORE_HASH) return;
  for (int i = 0; i < STORE_HASH; i++)
    hash[i] = (uint8_t)(hex_digit(text[2 + 2 * i]) << 4 | hex_digit(text[3 + 2 * i]));
}

void store_postgres_list_add(asc_strbuf *list, const char *text) {
  asc_strbuf_add_text(list, list->length == 0 ? "{\"" : ",\"");
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') asc_strbuf_add_char(list, '\\');
    asc_strbuf_add_char(list, *text);
  }
  asc_strbuf_add_char(list, '"');
}

void store_postgres_list_add_hash(asc_strbuf *list, const uint8_t hash[STORE_HASH]) {
  char text[2 + 2 * STORE_HASH + 1] = "\\x";
  for (int i = 0; i < STORE_HASH; i++) (void)snprintf(text + 2 + 2 * (size_t)i, 3, "%02x", hash[i]);
  store_postgres_list_add(list, text);
}

const char *store_postgres_list_end(asc_strbuf *list) {
  asc_strbuf_add_text(list, list->length == 0 ? "{}" : "}");
  return list->failed ? NULL : list->text;
}
