/* PostgreSQL for tests: the real one, in a folder of its own, run by an ordinary user, reached by a socket in that
   folder. It is made when it is first asked for. A process beside the test keeps it, and ends it and clears up when the
   test is gone, however that ended. */
#ifndef ASC_TESTS_POSTGRES_H
#define ASC_TESTS_POSTGRES_H

#define POSTGRES_HERE 0
#ifdef ASCONA_POSTGRES
#undef POSTGRES_HERE
#define POSTGRES_HERE 1

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "tests/support/child.h"

static char postgres_folder[64]; /* "": not begun */
static int postgres_ask = -1, postgres_told = -1;

static inline const char *postgres_tool(const char *name) {
  static char path[256], folder[200];
  if (folder[0] == '\0') {
    FILE *said = popen("pg_config --bindir 2>/dev/null; ls -d /usr/lib/postgresql/*/bin 2>/dev/null", "r");
    while (said != NULL && fgets(path, 200, said) != NULL) {
      char server[256];
      path[strcspn(path, "\n")] = '\0';
      (void)snprintf(server, sizeof server, "%.190s/initdb", path);
      if (access(server, X_OK) == 0) (void)snprintf(folder, sizeof folder, "%.190s", path);
    }
    if (said != NULL) pclose(said);
  }
  if (folder[0] == '\0') return NULL;
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static inline bool postgres_is_here(void) { return postgres_tool("initdb") != NULL; }

/* ---- the keeper ---- */

/* PostgreSQL does not run as root. */
static inline void postgres_be_ordinary(void) {
  const struct passwd *user = getuid() != 0 ? NULL : getpwnam("postgres");
  if (user == NULL && getuid() == 0) user = getpwnam("nobody");
  if (user == NULL) return;
  if (chown(postgres_folder, user->pw_uid, user->pw_gid) != 0 || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
      setuid(user->pw_uid) != 0)
    _exit(9);
}

static inline pid_t postgres_spawn(const char *name, char *const arguments[]) {
  const char *path = postgres_tool(name);
  pid_t id = fork();
  if (id != 0) return id;
  char log[128];
  (void)snprintf(log, sizeof log, "%s/log", postgres_folder);
  int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(file, 1);
  dup2(file, 2);
  execv(path, arguments);
  _exit(127);
}

static inline pid_t postgres_serve(void) {
  char data[96];
  (void)snprintf(data, sizeof data, "%s/data", postgres_folder);
  return postgres_spawn("postgres", (char *[]){"postgres", "-D", data, NULL});
}

/* Ends it as a crash would. It loses a signal that arrives while it starts. */
static inline void postgres_crash(pid_t server) {
  do {
    kill(server, SIGQUIT);
    (void)usleep(10000);
  } while (waitpid(server, NULL, WNOHANG) == 0);
}

static inline void postgres_init(const char *data) {
  char path[160];
  pid_t id = postgres_spawn("initdb", (char *[]){"initdb", "-D", (char *)data, "-U", "ascona", "-A", "trust", "-E",
                                                 "UTF8", "--locale=C", "--no-sync", NULL});
  int status = 0;
  if (waitpid(id, &status, 0) != id || status != 0) _exit(8);
  (void)snprintf(path, sizeof path, "%s/postgresql.conf", data);
  FILE *file = fopen(path, "a");
  if (file == NULL) _exit(7);
  fprintf(file,
          "unix_socket_directories = '%s'\nlisten_addresses = ''\nmax_connections = 60\nshared_buffers = 32MB\n%s",
          postgres_folder, getenv("ASCONA_POSTGRES_CONF") != NULL ? getenv("ASCONA_POSTGRES_CONF") : "");
  fclose(file);
}

/* Does what it is asked to, a letter each: q ends the server as a crash would, s starts it, p pauses it and c lets it
   go on; and at the end of the test clears up. */
static inline _Noreturn void postgres_keep(int asked, int told) {
  char data[96], letter;
  postgres_be_ordinary();
  (void)setsid(); /* what ends the test does not end this */
  (void)signal(SIGPIPE, SIG_IGN);
  (void)snprintf(data, sizeof data, "%s/data", postgres_folder);
  postgres_init(data);
  pid_t server = postgres_serve();
  bool has_test = write(told, "s", 1) == 1;
  while (has_test && read(asked, &letter, 1) == 1) {
    if (letter == 'q' && server > 0) {
      postgres_crash(server);
      server = 0;
    } else if (letter == 's' && server == 0) {
      server = postgres_serve();
    }
    has_test = write(told, &letter, 1) == 1;
  }
  if (server > 0) postgres_crash(server);
  if (chdir("/") != 0) _exit(5);
  (void)execl("/bin/rm", "rm", "-rf", postgres_folder, (char *)NULL);
  _exit(4);
}

/* ---- the test ---- */

static inline void postgres_url(char url[256], const char *schema) {
  (void)snprintf(url, 256, "postgresql://ascona@/postgres?host=%s&options=-csearch_path%%3D%s", postgres_folder,
                 schema);
}

/* Waits until it takes connections. */
static inline void postgres_wait(void) {
  char url[256];
  postgres_url(url, "public");
  for (int i = 0; i < 600; i++) {
    PGconn *link = PQconnectdb(url);
    bool good = PQstatus(link) == CONNECTION_OK;
    PQfinish(link);
    if (good) return;
    (void)usleep(50000);
  }
  fail_msg("PostgreSQL does not start: see %s/log", postgres_folder);
}

static inline void postgres_do(char letter) {
  char answer = 0;
  assert_int_equal(write(postgres_ask, &letter, 1), 1);
  assert_int_equal(read(postgres_told, &answer, 1), 1);
  assert_int_equal(answer, letter);
  if (letter == 's') postgres_wait();
}

static inline void postgres_begin(void) {
  if (postgres_folder[0] != '\0') return;
  int ask[2], told[2];
  char answer;
  (void)snprintf(postgres_folder, sizeof postgres_folder, "/tmp/ascona-postgres-XXXXXX");
  assert_non_null(mkdtemp(postgres_folder));
  assert_int_equal(pipe(ask), 0);
  assert_int_equal(pipe(told), 0);
  for (int i = 0; i < 2; i++) {
    (void)fcntl(ask[i], F_SETFD, FD_CLOEXEC);
    (void)fcntl(told[i], F_SETFD, FD_CLOEXEC);
  }
  pid_t keeper = fork();
  assert_true(keeper >= 0);
  if (keeper == 0) {
    close(ask[1]);
    close(told[0]);
    postgres_keep(ask[0], told[1]);
  }
  close(ask[0]);
  close(told[1]);
  postgres_ask = child_closes = ask[1];
  postgres_told = told[0];
  if (read(postgres_told, &answer, 1) != 1) fail_msg("PostgreSQL cannot be set up: see %s/log", postgres_folder);
  postgres_wait();
}

/* Some SQL, in the first schema of a place's path; the first value of the answer, or "". */
static inline const char *postgres_sql(const char *place, const char *sql) {
  static char value[256];
  PGconn *link = PQconnectdb(place);
  PGresult *answer = PQexec(link, sql);
  ExecStatusType status = PQresultStatus(answer);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail_msg("%s: %s", sql, PQerrorMessage(link));
  (void)snprintf(value, sizeof value, "%s", PQntuples(answer) > 0 ? PQgetvalue(answer, 0, 0) : "");
  PQclear(answer);
  PQfinish(link);
  return value;
}

/* A store of its own: a schema that nobody has used. */
static inline void postgres_fresh_place(char place[256]) {
  static int number;
  char schema[32], sql[64];
  postgres_begin();
  (void)snprintf(schema, sizeof schema, "test%d", ++number);
  (void)snprintf(sql, sizeof sql, "CREATE SCHEMA %s", schema);
  postgres_url(place, schema);
  (void)postgres_sql(place, sql);
}

#endif
#endif
