/* PostgreSQL as a store: opening and closing, and the functions of its driver that need no file of their own. Read
   postgres.h first. */
#include "postgres.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- open and close ---- */

static bool postgres_accepts(const char *place) {
  return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

static void postgres_interrupt(void *database) {
  store_postgres *own = database;
  uint64_t one = 1;
  atomic_store(&own->is_interrupted, true);
  (void)!write(own->interrupt, &one, sizeof one);
}

static void postgres_close(void *database) {
  store_postgres *own = database;
  postgres_interrupt(own);
  if (own->has_thread) pthread_join(own->thread, NULL);
  store_postgres_link *const links[] = {&own->game, &own->listing, &own->listener, &own->filler};
  for (int i = 0; i < 4; i++) store_postgres_disconnect(links[i]);
  if (own->interrupt >= 0) close(own->interrupt);
  free(own->port);
  free(own->address);
  free(own->host);
  free(own->name);
  free(own->place);
  free(own);
}

static int options_read(store_postgres *own, const PQconninfoOption *options, asc_error *error) {
  static const char *const keys[] = {"host", "hostaddr", "port"};
  char **const texts[] = {&own->host, &own->address, &own->port};
  const char *base = NULL;
  char name[200];
  bool is_ok = true;
  for (const PQconninfoOption *at = options; at->keyword != NULL; at++) {
    if (at->val == NULL || at->val[0] == '\0') continue;
    if (strcmp(at->keyword, "dbname") == 0) base = at->val;
    for (int i = 0; i < 3; i++)
      if (strcmp(at->keyword, keys[i]) == 0) is_ok = (*texts[i] = strdup(at->val)) != NULL && is_ok;
  }
  /* Without the password that the place may have. */
  (void)snprintf(name, sizeof name, "database %.80s at %.80s", base != NULL ? base : "(of the user)",
                 own->host != NULL ? own->host : "this machine");
  own->name = strdup(name);
  return is_ok && own->name != NULL ? ASC_OK : asc_error_set(error, ASC_E_MEMORY, "out of memory");
}

static int place_read(store_postgres *own, const char *place, asc_error *error) {
  char *why = NULL;
  PQconninfoOption *options = PQconninfoParse(place, &why);
  bool is_wrong = options == NULL && why != NULL;
  PQfreemem(why); /* not shown: the password may be in it */
  if (is_wrong)
    return asc_error_set(error, ASC_E_INPUT,
                         "not an address of a PostgreSQL database; write postgresql://USER@HOST/DATABASE");
  own->place = strdup(place);
  int code = options == NULL || own->place == NULL ? asc_error_set(error, ASC_E_MEMORY, "out of memory")
                                                   : options_read(own, options, error);
  PQconninfoFree(options);
  return code;
}

/* The schema comes before the other connections, whose statements need it. */
static int schema_open(store_postgres *own, asc_error *error) {
  store_postgres_link link = store_postgres_link_make(own, NULL, 0, STORE_LONG_TASK);
  int code = store_postgres_connect(&link, error);
  if (code == ASC_OK)
    code = own->read_only ? store_postgres_recognise(&link, &store_postgres_schema_current, error)
                          : store_postgres_upgrade(&link, &store_postgres_schema_current, error);
  if (code == ASC_OK) code = store_postgres_about(&link, &own->about, error);
  store_postgres_disconnect(&link);
  return code;
}

static int postgres_open(void **database, const char *place, const store_options *options, store_about *about,
                         asc_error *error) {
  store_postgres *own = calloc(1, sizeof *own);
  if (own == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  own->read_only = options->read_only;
  own->on_events = options->on_events;
  own->on_notice = options->on_notice;
  own->data = options->data;
  own->game = store_postgres_link_make(own, store_postgres_sql, own->read_only ? STORE_SQL_READS : STORE_SQL_COUNT,
                                       own->read_only ? STORE_LONG_TASK : STORE_SERVING);
  own->listing = store_postgres_link_make(own, store_postgres_sql, STORE_SQL_READS, STORE_SERVING);
  own->listener = store_postgres_link_make(own, NULL, 0, STORE_SERVING);
  own->interrupt = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int code = own->interrupt < 0 ? asc_error_set(error, ASC_E_FILE, "%s", strerror(errno)) : ASC_OK;
  if (code == ASC_OK) code = place_read(own, place, error);
  if (code == ASC_OK) code = schema_open(own, error);
  if (code == ASC_OK) code = store_postgres_connect(&own->game, error);
  if (code == ASC_OK && !own->read_only) code = store_postgres_listen(own, error);
  if (code != ASC_OK) return postgres_close(own), code;
  *about = own->about;
  *database = own;
  return ASC_OK;
}

/* ---- the rest of the driver ---- */

/* The events of every game must be numbered from 1 without a gap. */
static int postgres_check(void *database, asc_error *error) {
  store_postgres *own = database;
  int64_t damaged = 0;
  store_postgres_link link = store_postgres_link_make(own, NULL, 0, STORE_LONG_TASK);
  int code = store_postgres_connect(&link, error);
  if (code == ASC_OK)
    code = store_postgres_run(&link,
                              "SELECT count(*) FROM (SELECT game FROM events GROUP BY game HAVING min(seq) <> 1"
                              " OR max(seq) <> count(*)) AS gaps",
                              &damaged, error);
  store_postgres_disconnect(&link);
  if (code == ASC_OK && damaged > 0)
    return asc_error_set(error, ASC_E_FILE, "%s: events of %lld games are missing; restore a backup", own->name,
                         (long long)damaged);
  return code;
}

static void order_number_take(void *data, int number, const PGresult *rows) {
  (void)number;
  if (PQntuples(rows) > 0) *(int64_t *)data = store_postgres_number(rows, 0, 0);
}

static int postgres_order(void *database, const char *what, const char *id, int64_t *number, asc_error *error) {
  static const char *const sql[] = {"INSERT INTO orders(what, id) VALUES($1, $2) RETURNING number"};
  store_postgres_link link = store_postgres_link_make(database, sql, 1, STORE_SERVING);
  link.needs_write = true;
  int code = store_postgres_connect(&link, error);
  if (code == ASC_OK) {
    store_postgres_send(&link, 0, "tt", what, id);
    code = store_postgres_exchange(&link, order_number_take, number, error);
  }
  if (code == ASC_OK && link.has_warning)
    code = asc_error_set(error, ASC_E_FILE, "%s: the standby did not confirm the change", link.own->name);
  store_postgres_disconnect(&link);
  return code;
}

static int postgres_read(void *database, store_job *jobs, asc_error *error) {
  return store_postgres_ask(&((store_postgres *)database)->game, jobs, error);
}

static int postgres_list(void *database, store_job *job, asc_error *error) {
  return store_postgres_ask(&((store_postgres *)database)->listing, job, error);
}

static int postgres_probe(void *database, asc_error *error) { return store_postgres_write(database, NULL, error); }

static int postgres_backup(void *database, const char *path, asc_error *error) {
  return store_copy_file(&store_postgres_driver, database, path, error);
}

const store_driver store_postgres_driver = {
    .name = "postgres",
    .is_shared = true,
    .accepts = postgres_accepts,
    .open = postgres_open,
    .close = postgres_close,
    .reject = store_postgres_reject,
    .write = store_postgres_write,
    .probe = postgres_probe,
    .read = postgres_read,
    .list = postgres_list,
    .interrupt = postgres_interrupt,
    .backup = postgres_backup,
    .check = postgres_check,
    .order = postgres_order,
    .dump = store_postgres_dump,
    .fill = store_postgres_fill,
};
