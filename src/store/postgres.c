/* PostgreSQL as a store: connections, statements and their answers, opening and closing.

   A server that does not answer must be noticed in seconds, wherever it hangs: connecting has a limit, the system gives
   up what is not acknowledged (tcp_user_timeout), the server ends a statement or a transaction that takes too long, and
   whoever waits here has a limit of his own, which is the longest of them. */
#include "postgres.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS = 12, AGAIN = 1000, PATIENCE = 8000, LONG_PATIENCE = 3600000 };

static int64_t milliseconds(void) { return asc_clock_now_us() / 1000; }

/* ---- errors ---- */

/* Of the server's or the library's words the first line. */
static int fail(const asc_postgres_link *link, int code, const char *why, asc_error *error) {
  char line[200];
  (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(why, "\n"), why);
  return asc_error_set(error, code, "%s: %s", link->own->name, line[0] != '\0' ? line : "the connection was lost");
}

static int fail_lost(asc_postgres_link *link, const char *why, asc_error *error) {
  int code = fail(link, ASC_E_FILE, why != NULL ? why : PQerrorMessage(link->connection), error);
  link->state[0] = '\0';
  asc_postgres_disconnect(link);
  return code;
}

/* What the server refused. Its state has five characters, of which two are the class. */
static int fail_refused(asc_postgres_link *link, const PGresult *answer, asc_error *error) {
  const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  const char *why = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
  (void)snprintf(link->state, sizeof link->state, "%s", state != NULL ? state : "");
  if (why == NULL) why = PQresultErrorMessage(answer);
  if (strcmp(link->state, "53100") == 0) why = "no space left";
  if (strcmp(link->state, "25006") == 0) why = "may not be written to: it is a replica, or read only";
  bool busy = strncmp(link->state, "40", 2) == 0 || strncmp(link->state, "55", 2) == 0;
  return fail(link, busy ? ASC_E_STATE : ASC_E_FILE, why, error);
}

/* A warning in a commit: the standby that was to have it as well did not say so in time. */
static void noticed(void *data, const PGresult *notice) {
  asc_postgres_link *link = data;
  const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != NULL && strcmp(severity, "WARNING") == 0) link->warned = true;
}

/* ---- connections ---- */

bool asc_postgres_connected(const asc_postgres_link *link) {
  return link->connection != NULL && PQstatus(link->connection) == CONNECTION_OK;
}

void asc_postgres_disconnect(asc_postgres_link *link) {
  PQfinish(link->connection);
  link->connection = NULL;
  link->sent = 0;
  link->unsent = false;
}

asc_postgres_link asc_postgres_link_make(asc_postgres *own, const char *const *sql, int count, bool patient) {
  return (asc_postgres_link){.own = own, .sql = sql, .count = count, .patience = patient ? LONG_PATIENCE : PATIENCE};
}

/* What is durable is so by the strictest of the host's wishes and ours. The server gives up before we do: what it ends
   by itself leaves no lock behind; and a process that sleeps in the middle of a group before others have waited for it
   too long. */
static const char settings[] = "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                               " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)";
static const char limits[] =
    "SELECT set_config('statement_timeout', '6s', false), set_config('lock_timeout', '4s', false),"
    " set_config('idle_in_transaction_session_timeout', '3s', false)";

static int prepare(asc_postgres_link *link, asc_error *error) {
  char name[16];
  asc_postgres_send_text(link, settings);
  if (link->patience == PATIENCE) asc_postgres_send_text(link, limits);
  for (int i = 0; i < link->count; i++) {
    (void)snprintf(name, sizeof name, "s%d", i);
    if (PQsendPrepare(link->connection, name, link->sql[i], 0, NULL) == 0) link->unsent = true;
    link->sent++;
  }
  return asc_postgres_exchange(link, NULL, NULL, error);
}

/* What the place itself says comes last and counts. */
static PGconn *connection_make(const asc_postgres *own) {
  const char *const names[] = {"connect_timeout",  "tcp_user_timeout",
                               "keepalives_idle",  "keepalives_interval",
                               "keepalives_count", "application_name",
                               "client_encoding",  "target_session_attrs",
                               "dbname",           NULL};
  const char *const values[] = {
      "3", "5000", "5", "2", "2", "ascona", "UTF8", own->looking ? "any" : "read-write", own->place, NULL};
  return PQconnectdbParams(names, values, 1);
}

static int connect_now(asc_postgres_link *link, asc_error *error) {
  link->connection = connection_make(link->own);
  if (link->connection == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (PQstatus(link->connection) != CONNECTION_OK) return fail_lost(link, NULL, error);
  PQsetNoticeReceiver(link->connection, noticed, link);
  if (PQsetnonblocking(link->connection, 1) != 0 || PQenterPipelineMode(link->connection) == 0)
    return fail_lost(link, NULL, error);
  int code = prepare(link, error);
  if (code != ASC_OK) asc_postgres_disconnect(link);
  return code;
}

int asc_postgres_connect(asc_postgres_link *link, asc_error *error) {
  if (asc_postgres_connected(link)) return ASC_OK;
  if (link->failed != 0 && milliseconds() - link->failed < AGAIN) {
    if (error != NULL) *error = link->why;
    return ASC_E_FILE;
  }
  asc_postgres_disconnect(link);
  int code = connect_now(link, &link->why);
  link->failed = code == ASC_OK ? 0 : milliseconds();
  if (code != ASC_OK && error != NULL) *error = link->why;
  return code;
}

/* ---- statements and answers ---- */

void asc_postgres_send(asc_postgres_link *link, int index, const char *types, ...) {
  char name[16], numbers[PARAMETERS][24];
  const char *values[PARAMETERS];
  int lengths[PARAMETERS] = {0}, formats[PARAMETERS] = {0}, count = 0;
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
      lengths[count] = ASC_STORE_HASH;
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
  if (PQsendQueryPrepared(link->connection, name, count, values, lengths, formats, 0) == 0) link->unsent = true;
  link->sent++;
}

void asc_postgres_send_text(asc_postgres_link *link, const char *sql) {
  if (PQsendQueryParams(link->connection, sql, 0, NULL, NULL, NULL, NULL, 0) == 0) link->unsent = true;
  link->sent++;
}

/* Waits until the socket can be read, or written to if something is left to be sent. False: it took too long. */
static bool wait_for(const asc_postgres_link *link, bool sending, int64_t until) {
  struct pollfd file = {.fd = PQsocket(link->connection), .events = (short)(POLLIN | (sending ? POLLOUT : 0))};
  for (;;) {
    int64_t left = until - milliseconds();
    if (left <= 0) return false;
    int ready = poll(&file, 1, (int)left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

typedef struct answers {
  void (*take)(void *data, int number, const PGresult *rows);
  void *data;
  asc_error *error;
  int number, code;
  bool over;
} answers;

/* Takes what is there; true: it has to be waited for more. */
static bool answers_take(asc_postgres_link *link, answers *all) {
  while (!all->over && PQisBusy(link->connection) == 0) {
    PGresult *answer = PQgetResult(link->connection);
    if (answer == NULL) { /* the end of one statement's */
      if (PQstatus(link->connection) != CONNECTION_OK) return false;
      all->number++;
      continue;
    }
    ExecStatusType status = PQresultStatus(answer);
    if (status == PGRES_PIPELINE_SYNC)
      all->over = true;
    else if (status == PGRES_FATAL_ERROR && all->code == ASC_OK)
      all->code = fail_refused(link, answer, all->error);
    else if ((status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) && all->take != NULL && all->code == ASC_OK)
      all->take(all->data, all->number, answer);
    PQclear(answer);
  }
  return !all->over;
}

int asc_postgres_exchange(asc_postgres_link *link, void (*answer)(void *data, int number, const PGresult *rows),
                          void *data, asc_error *error) {
  answers all = {.take = answer, .data = data, .error = error};
  int64_t until = milliseconds() + link->patience;
  link->warned = false;
  link->state[0] = '\0';
  if (PQpipelineSync(link->connection) == 0 || link->unsent) return fail_lost(link, NULL, error);
  for (bool waiting = true; waiting;) {
    int left = PQflush(link->connection);
    if (left < 0 || PQstatus(link->connection) != CONNECTION_OK) return fail_lost(link, NULL, error);
    waiting = answers_take(link, &all);
    if (!all.over && PQstatus(link->connection) != CONNECTION_OK) return fail_lost(link, NULL, error);
    if (!waiting) break;
    if (!wait_for(link, left > 0, until)) return fail_lost(link, "the server does not answer", error);
    if (PQconsumeInput(link->connection) == 0) return fail_lost(link, NULL, error);
  }
  link->sent = 0;
  return all.code;
}

static void number_take(void *data, int number, const PGresult *rows) {
  (void)number;
  if (data != NULL && PQntuples(rows) > 0) *(int64_t *)data = asc_postgres_number(rows, 0, 0);
}

int asc_postgres_run(asc_postgres_link *link, const char *sql, int64_t *number, asc_error *error) {
  if (number != NULL) *number = 0;
  asc_postgres_send_text(link, sql);
  return asc_postgres_exchange(link, number_take, number, error);
}

/* ---- values ---- */

int64_t asc_postgres_number(const PGresult *rows, int row, int column) {
  return strtoll(PQgetvalue(rows, row, column), NULL, 10); /* of null it is 0 */
}

static int nibble(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

void asc_postgres_hash(const PGresult *rows, int row, int column, uint8_t hash[ASC_STORE_HASH]) {
  const char *text = PQgetvalue(rows, row, column); /* \x00ff… */
  if (PQgetlength(rows, row, column) != 2 + 2 * ASC_STORE_HASH) return;
  for (int i = 0; i < ASC_STORE_HASH; i++) hash[i] = (uint8_t)(nibble(text[2 + 2 * i]) << 4 | nibble(text[3 + 2 * i]));
}

char *asc_postgres_texts(const char *const *texts, size_t count) {
  size_t size = 3;
  for (size_t i = 0; i < count; i++) size += 2 * strlen(texts[i]) + 3;
  char *list = malloc(size), *at = list;
  if (list == NULL) return NULL;
  *at++ = '{';
  for (size_t i = 0; i < count; i++) {
    if (i > 0) *at++ = ',';
    *at++ = '"';
    for (const char *from = texts[i]; *from != '\0'; from++) {
      if (*from == '"' || *from == '\\') *at++ = '\\';
      *at++ = *from;
    }
    *at++ = '"';
  }
  *at++ = '}';
  *at = '\0';
  return list;
}

char *asc_postgres_hashes(const uint8_t (*hashes)[ASC_STORE_HASH], size_t count) {
  char *list = malloc(count * (2 * ASC_STORE_HASH + 6) + 3), *at = list;
  if (list == NULL) return NULL;
  *at++ = '{';
  for (size_t i = 0; i < count; i++) {
    at += sprintf(at, "%s\"\\\\x", i > 0 ? "," : "");
    for (int k = 0; k < ASC_STORE_HASH; k++) at += sprintf(at, "%02x", hashes[i][k]);
    *at++ = '"';
  }
  *at++ = '}';
  *at = '\0';
  return list;
}

/* ---- open and close ---- */

static bool postgres_serves(const char *place) {
  return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

static void postgres_close(void *database) {
  asc_postgres *own = database;
  asc_postgres_listen_end(own);
  asc_postgres_disconnect(&own->writer);
  asc_postgres_disconnect(&own->reader);
  asc_postgres_disconnect(&own->filler);
  free(own->name);
  free(own->place);
  free(own);
}

/* "games at db.example.org": what a place leads to, without the password that it may have. */
static char *name_make(const char *place, asc_error *error) {
  char *why = NULL, name[200];
  PQconninfoOption *options = PQconninfoParse(place, &why);
  if (options == NULL) {
    /* Why, the library says with the password in it. */
    (void)asc_error_set(error, why != NULL ? ASC_E_INPUT : ASC_E_MEMORY, "%s",
                        why != NULL ? "this is no address of a PostgreSQL: postgresql://user@host/database"
                                    : "out of memory");
    PQfreemem(why);
    return NULL;
  }
  const char *host = NULL, *base = NULL;
  for (const PQconninfoOption *at = options; at->keyword != NULL; at++) {
    if (strcmp(at->keyword, "host") == 0 && at->val != NULL) host = at->val;
    if (strcmp(at->keyword, "dbname") == 0 && at->val != NULL) base = at->val;
  }
  (void)snprintf(name, sizeof name, "database %.80s at %.80s", base != NULL ? base : "(of the user)",
                 host != NULL && host[0] != '\0' ? host : "this machine");
  PQconninfoFree(options);
  char *copy = strdup(name);
  if (copy == NULL) (void)asc_error_set(error, ASC_E_MEMORY, "out of memory");
  return copy;
}

/* The schema before the statements, which need it. */
static int open_schema(asc_postgres *own, asc_error *error) {
  asc_postgres_link link = asc_postgres_link_make(own, NULL, 0, true);
  int code = asc_postgres_connect(&link, error);
  if (code == ASC_OK)
    code = own->looking ? asc_postgres_recognise(&link, &asc_postgres_schema_now, error)
                        : asc_postgres_upgrade(&link, &asc_postgres_schema_now, error);
  if (code == ASC_OK) code = asc_postgres_about(&link, &own->about, error);
  asc_postgres_disconnect(&link);
  return code;
}

static int postgres_open(void **database, const char *place, const asc_store_options *options, asc_store_about *about,
                         asc_error *error) {
  asc_postgres *own = calloc(1, sizeof *own);
  if (own == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  *own = (asc_postgres){
      .looking = options->looking, .heard = options->heard, .said = options->said, .data = options->data};
  own->writer = asc_postgres_link_make(own, asc_postgres_write_sql, asc_postgres_write_count, false);
  own->reader = asc_postgres_link_make(own, asc_postgres_read_sql, asc_postgres_read_count, options->looking);
  own->listener = asc_postgres_link_make(own, NULL, 0, false);
  own->place = strdup(place);
  own->name = name_make(place, error);
  int code = own->place == NULL  ? asc_error_set(error, ASC_E_MEMORY, "out of memory")
             : own->name == NULL ? ASC_E_INPUT
                                 : open_schema(own, error);
  if (code == ASC_OK) code = asc_postgres_connect(&own->reader, error);
  if (code == ASC_OK && !own->looking) code = asc_postgres_connect(&own->writer, error);
  if (code == ASC_OK && !own->looking) code = asc_postgres_listen(own, error);
  if (code != ASC_OK) return postgres_close(own), code;
  *about = own->about;
  *database = own;
  return ASC_OK;
}

/* The events of every game from 1 on without a gap, and of every event its game. */
static int postgres_check(void *database, asc_error *error) {
  asc_postgres *own = database;
  int64_t wrong = 0;
  asc_postgres_link link = asc_postgres_link_make(own, NULL, 0, true);
  int code = asc_postgres_connect(&link, error);
  if (code == ASC_OK)
    code = asc_postgres_run(&link,
                            "SELECT count(*) FROM (SELECT game FROM events GROUP BY game HAVING min(seq) <> 1"
                            " OR max(seq) <> count(*)) AS gaps",
                            &wrong, error);
  asc_postgres_disconnect(&link);
  if (code == ASC_OK && wrong > 0)
    return asc_error_set(error, ASC_E_FILE, "%s: events of %lld games are missing", own->name, (long long)wrong);
  return code;
}

static int postgres_order(void *database, const char *what, const char *id, asc_error *error) {
  static const char *const sql[] = {"INSERT INTO orders(what, id) VALUES($1, $2)"};
  asc_postgres_link link = asc_postgres_link_make(database, sql, 1, false);
  int code = asc_postgres_connect(&link, error);
  if (code == ASC_OK) {
    asc_postgres_send(&link, 0, "tt", what, id);
    code = asc_postgres_exchange(&link, NULL, NULL, error);
  }
  asc_postgres_disconnect(&link);
  return code;
}

static int postgres_backup(void *database, const char *path, asc_error *error) {
  return asc_store_copy_file(&asc_store_postgres, database, path, error);
}

const asc_store_driver asc_store_postgres = {
    .name = "postgres",
    .shared = true,
    .serves = postgres_serves,
    .open = postgres_open,
    .close = postgres_close,
    .wrong = asc_postgres_wrong,
    .write = asc_postgres_write,
    .probe = asc_postgres_probe,
    .questions = ASC_POSTGRES_QUESTIONS,
    .read = asc_postgres_read,
    .backup = postgres_backup,
    .check = postgres_check,
    .order = postgres_order,
    .dump = asc_postgres_dump,
    .fill = asc_postgres_fill,
};
