#include "postgres.h"

#include "child.h"
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 256, START_TIME = 60000000 };

/* The path of one of its programs. Debian keeps them out of the way. */
static const char *program(const char *name) {
  static char paths[8][PATH];
  static int turn;
  char *path = paths[turn++ % 8];
  glob_t found;
  (void)snprintf(path, PATH, "%s", name);
  if (glob("/usr/lib/postgresql/*/bin", 0, NULL, &found) != 0) return path;
  (void)snprintf(path, PATH, "%.200s/%s", found.gl_pathv[found.gl_pathc - 1], name);
  globfree(&found);
  return path;
}

bool postgres_is_there(void) {
  return access(program("initdb"), X_OK) == 0 && access(program("pg_basebackup"), X_OK) == 0;
}

bool postgres_ask(const postgres *own, const char *sql) {
  char port[16];
  (void)snprintf(port, sizeof port, "%d", own->port);
  return child_run(own->log, true,
                   (const char *const[]){program("psql"), "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p",
                                         port, "-U", "postgres", "-d", "postgres", "-c", sql, NULL}) == 0;
}

static bool answers(const postgres *own, const char *sql) {
  for (int64_t until = wire_now() + START_TIME; wire_now() < until; wire_sleep(100))
    if (postgres_ask(own, sql)) return true;
  return false;
}

bool postgres_start(postgres *own) {
  char port[32];
  (void)snprintf(port, sizeof port, "port=%d", own->port);
  own->process =
      child_start(own->log, true, (const char *const[]){program("postgres"), "-D", own->folder, "-c", port, NULL});
  return answers(own, "select 1");
}

void postgres_stop(postgres *own) {
  (void)kill(own->process, SIGINT);
  (void)child_wait(own->process);
  own->process = 0;
}

void postgres_kill(postgres *own) { child_kill(&own->process); }

static bool configure(const postgres *own) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/postgresql.conf", own->folder);
  FILE *file = fopen(path, "a");
  if (file == NULL) return false;
  fprintf(file,
          "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = %d\n"
          "shared_buffers = 16MB\nmin_wal_size = 32MB\nmax_wal_size = 48MB\nlog_min_messages = warning\n",
          POSTGRES_CONNECTIONS);
  return fclose(file) == 0;
}

static bool place(postgres *own, const char *folder, bool small) {
  char size[32];
  (void)snprintf(own->folder, sizeof own->folder, "%s", folder);
  (void)snprintf(own->log, sizeof own->log, "%s.log", folder);
  (void)snprintf(size, sizeof size, "size=%dm", POSTGRES_DISK);
  int log = open(own->log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (log >= 0) (void)fchmod(log, 0666);
  if (log >= 0) close(log);
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) return false;
  if (small && mount("ascona", folder, "tmpfs", 0, size) != 0) {
    perror(folder);
    return false;
  }
  child_give(folder);
  return chmod(folder, 0700) == 0;
}

bool postgres_make(postgres *own, const char *folder, bool small) {
  return place(own, folder, small) && (own->port = child_port()) != 0 &&
         child_run(own->log, true,
                   (const char *const[]){program("initdb"), "-D", own->folder, "-A", "trust", "-U", "postgres", "-E",
                                         "UTF8", "--locale=C", "--no-sync", NULL}) == 0 &&
         configure(own) && postgres_start(own) && postgres_ask(own, "create role ascona login") &&
         postgres_ask(own, "create database ascona owner ascona");
}

/* ---- the standby ---- */

bool postgres_follow(postgres *copy, postgres *own, const char *folder, bool waited) {
  char from[160];
  if (copy->port == 0) copy->port = child_port();
  if (!place(copy, folder, false)) return false;
  (void)snprintf(from, sizeof from, "host=127.0.0.1 port=%d user=postgres application_name=copy", own->port);
  return child_run(copy->log, true,
                   (const char *const[]){program("pg_basebackup"), "-D", copy->folder, "-R", "-X", "stream", "-c",
                                         "fast", "--no-sync", "-d", from, NULL}) == 0 &&
         postgres_start(copy) &&
         postgres_ask(own, waited ? "alter system set synchronous_standby_names = 'copy'"
                                  : "alter system reset synchronous_standby_names") &&
         postgres_ask(own, "select pg_reload_conf()") &&
         answers(own, waited ? "select 1 / count(*) from pg_stat_replication where sync_state = 'sync'"
                             : "select 1 / count(*) from pg_stat_replication where state = 'streaming'");
}

bool postgres_cut(const postgres *copy) {
  return postgres_ask(copy, "alter system set primary_conninfo = ''") && postgres_ask(copy, "select pg_reload_conf()");
}

bool postgres_promote(postgres *own) {
  return postgres_ask(own, "select pg_promote()") &&
         postgres_ask(own, "alter system reset synchronous_standby_names") &&
         postgres_ask(own, "select pg_reload_conf()");
}

/* ---- what runs out ---- */

void postgres_crowd(const postgres *own, int seconds) {
  pid_t crowd[POSTGRES_CONNECTIONS];
  char port[16], sleep[64];
  (void)snprintf(port, sizeof port, "%d", own->port);
  (void)snprintf(sleep, sizeof sleep, "select pg_sleep(%d)", seconds);
  /* Before they can come back there is no place any more. */
  (void)postgres_ask(own, "alter database ascona connection limit 0");
  (void)postgres_ask(own, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'ascona'");
  for (int i = 0; i < POSTGRES_CONNECTIONS; i++)
    crowd[i] = child_start(own->log, true,
                           (const char *const[]){program("psql"), "-XqAt", "-h", "127.0.0.1", "-p", port, "-U",
                                                 "ascona", "-d", "postgres", "-c", sleep, NULL});
  for (int i = 0; i < POSTGRES_CONNECTIONS; i++) (void)child_wait(crowd[i]);
  (void)postgres_ask(own, "alter database ascona connection limit -1");
}

bool postgres_fill(const postgres *own) {
  static const char zeros[1 << 16];
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/filler", own->folder);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  while (write(file, zeros, sizeof zeros) > 0) {
  }
  bool full = errno == ENOSPC;
  close(file);
  return full;
}

void postgres_empty(const postgres *own) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/filler", own->folder);
  (void)unlink(path);
}

bool postgres_look(postgres *own) {
  if (waitpid(own->process, NULL, WNOHANG) == 0) return answers(own, "select 1");
  return postgres_start(own);
}
