/* People play on several processes of `ascona serve` over one database, while things go wrong; what they did and saw is
   held against what the store has at the end (check.h). A process that is killed is started again at its port.

   usage: jepsen SCENARIO SECONDS [FOLDER]   histories, logs and the database are there afterwards
          jepsen check FOLDER                looks at such a folder again
          jepsen list
   The environment: ASCONA_TABLES_AT (how many play), ASCONA_PROCESSES, ASCONA_SEED. */
#include "check.h"
#include "child.h"
#include "clients.h"
#include "errands.h"
#include "postgres.h"
#include "proxy.h"
#include "wire.h"

#include <ascona/random.h>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 256, WELL_TIME = 90000000, PAUSE = 10, AWAY = 60, SECOND = 1000000 };

typedef struct process {
  pid_t id;
  char log[PATH];
  int64_t *clock; /* nanoseconds added to its times of the day and of the other clock; NULL: none */
} process;

static char folder[PATH / 2]; /* where all of it lies */

typedef struct run {
  char database[PATH];
  int count, ports[PROCESSES_MAX];
  process processes[PROCESSES_MAX];
  postgres databases[2]; /* the first is the one that is written to */
  asc_random random;
  clients *clients;
  errands *errands;
  pid_t nginx;
} run;

typedef struct scenario {
  const char *name, *what;
  bool postgres; /* what goes wrong is the database */
  bool (*wrong)(run *own);
  bool loses; /* what it must: the checker is tried */
} scenario;

static int env_number(const char *name, int usual) {
  const char *text = getenv(name);
  return text == NULL ? usual : atoi(text);
}

static void say(const char *what) {
  printf("  %s\n", what);
  fflush(stdout);
}

/* ---- processes ---- */

static int port_said(const process *own) {
  char text[4096];
  int port = 0;
  for (int64_t until = wire_now() + WELL_TIME; port == 0 && wire_now() < until; wire_sleep(20)) {
    FILE *file = fopen(own->log, "r");
    if (file == NULL) continue;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *said = strstr(text, "localhost:");
    if (said != NULL) (void)sscanf(said, "localhost:%d ", &port);
    if (said == NULL && waitpid(own->id, NULL, WNOHANG) != 0) break;
  }
  if (port == 0) fprintf(stderr, "jepsen: a process did not start: %s\n", own->log);
  return port;
}

/* Starts it and does not wait until it serves. */
static void process_launch(run *own, int i) {
  process *one = &own->processes[i];
  char port[16], web[PATH], clock[PATH];
  (void)snprintf(port, sizeof port, "%d", own->ports[i]);
  (void)snprintf(web, sizeof web, "%s/web", folder);
  (void)snprintf(one->log, sizeof one->log, "%s/process-%d.log", folder, i + 1);
  (void)snprintf(clock, sizeof clock, "%s/clock-%d", folder, i + 1);
  if (one->clock != NULL) {
    setenv("ASCONA_CLOCK", clock, 1);
    setenv("LD_PRELOAD", TEST_CLOCK, 1);
  }
  (void)unlink(one->log);
  one->id = child_start(one->log, false,
                        (const char *const[]){TEST_PROGRAM, "serve", "--web", web, "--port", port, "--database",
                                              own->database, "--limits", "0", "--engines", "1", NULL});
  unsetenv("LD_PRELOAD");
}

static bool process_await(run *own, int i) {
  own->ports[i] = port_said(&own->processes[i]);
  return own->ports[i] != 0;
}

static bool process_start(run *own, int i) {
  process_launch(own, i);
  return process_await(own, i);
}

/* All of them together. */
static bool processes_start(run *own) {
  bool all = true;
  for (int i = 0; i < own->count; i++) process_launch(own, i);
  for (int i = 0; i < own->count; i++) all &= process_await(own, i);
  return all;
}

static bool process_well(const run *own, int i) {
  wire by = {.socket = -1};
  char *text = NULL;
  int status = wire_open(&by, own->ports[i]) && wire_ask(&by, own->ports[i], "GET", "/health", NULL, NULL)
                   ? wire_reply(&by, wire_now() + SECOND, &text)
                   : 0;
  free(text);
  wire_close(&by);
  return status == 200;
}

static bool all_well(const run *own) {
  int64_t until = wire_now() + WELL_TIME;
  for (int i = 0; i < own->count; wire_sleep(50)) {
    if (process_well(own, i))
      i++;
    else if (wire_now() > until)
      return false;
  }
  return true;
}

static int any(run *own) { return (int)asc_random_below(&own->random, (uint32_t)own->count); }

/* ---- what goes wrong ---- */

static bool wrong_nothing(run *own) {
  (void)own;
  wire_sleep(1000);
  return true;
}

static bool wrong_kill(run *own) {
  int i = any(own);
  say("a process is killed");
  child_kill(&own->processes[i].id);
  wire_sleep((int)asc_random_below(&own->random, 1500));
  return process_start(own, i);
}

/* All are killed and started together, and killed once more while they start. */
static bool wrong_together(run *own) {
  say("all processes are killed, also while they start");
  for (int times = 0; times < 2; times++) {
    for (int i = 0; i < own->count; i++) child_kill(&own->processes[i].id);
    if (times == 1) break;
    for (int i = 0; i < own->count; i++) process_launch(own, i);
    wire_sleep((int)asc_random_below(&own->random, 400));
  }
  return processes_start(own);
}

/* The same, and all come by nginx: see front_open. */
static bool wrong_front(run *own) { return wrong_kill(own); }

/* SIGTERM, as an upgrade does it. */
static bool wrong_upgrade(run *own) {
  int i = any(own);
  say("a process ends and is started again");
  (void)kill(own->processes[i].id, SIGTERM);
  int status = child_wait(own->processes[i].id);
  if (status != 0) fprintf(stderr, "jepsen: it ended with %d\n", status);
  return process_start(own, i) && status == 0;
}

static bool wrong_pause(run *own) {
  int i = any(own);
  say("a process sleeps for ten seconds");
  (void)kill(own->processes[i].id, SIGSTOP);
  wire_sleep(PAUSE * 1000);
  (void)kill(own->processes[i].id, SIGCONT);
  return true;
}

/* The times of the day of two processes are apart by up to ten seconds; they jump now and then. */
static bool wrong_clocks(run *own) {
  int i = any(own);
  int64_t seconds = (int64_t)asc_random_below(&own->random, 11) - 5;
  printf("  the clock of process %d is %+lld s\n", i + 1, (long long)seconds);
  fflush(stdout);
  own->processes[i].clock[0] = seconds * 1000000000;
  wire_sleep(2000);
  return true;
}

static bool wrong_restart(run *own) {
  say("the database is restarted");
  postgres_stop(&own->databases[0]);
  return postgres_start(&own->databases[0]);
}

static bool wrong_crash(run *own) {
  say("the database is killed");
  postgres_kill(&own->databases[0]);
  wire_sleep((int)asc_random_below(&own->random, 3000));
  return postgres_start(&own->databases[0]);
}

static bool wrong_connections(run *own) {
  say("there is no connection left for eight seconds");
  postgres_crowd(&own->databases[0], 8);
  return true;
}

static bool wrong_disk(run *own) {
  say("the disk is full for ten seconds");
  bool full = postgres_fill(&own->databases[0]);
  wire_sleep(PAUSE * 1000);
  postgres_empty(&own->databases[0]);
  return full && postgres_look(&own->databases[0]);
}

/* The copy gets nothing for a moment before the other is gone: who does not wait for it loses that moment. The old one
   is made anew as the copy of the one that was its copy. */
static bool promotion(run *own, bool waited) {
  char place[PATH], command[PATH + 16];
  say("the database is gone, and its copy takes its place");
  bool cut = postgres_cut(&own->databases[1]);
  wire_sleep(1000);
  postgres_kill(&own->databases[0]);
  if (!cut || !postgres_promote(&own->databases[1])) return false;
  postgres gone = own->databases[0];
  own->databases[0] = own->databases[1];
  own->databases[1] = gone;
  wire_sleep(3000);
  (void)snprintf(place, sizeof place, "%s", gone.folder);
  (void)snprintf(command, sizeof command, "rm -rf '%s'", place);
  return system(command) == 0 && postgres_follow(&own->databases[1], &own->databases[0], place, waited);
}

static bool wrong_promotion(run *own) { return promotion(own, true); }
static bool wrong_promotion_unwaited(run *own) { return promotion(own, false); }

static bool wrong_away(run *own) {
  (void)own;
  say("the database cannot be reached for a minute");
  proxy_hold(true);
  wire_sleep(AWAY * 1000);
  proxy_hold(false);
  return true;
}

static bool wrong_all(run *own) {
  static bool (*const kinds[])(run *) = {wrong_kill,    wrong_upgrade, wrong_pause,
                                         wrong_restart, wrong_crash,   wrong_connections};
  return kinds[asc_random_below(&own->random, sizeof kinds / sizeof *kinds)](own);
}

static const scenario SCENARIOS[] = {
    {"nothing", "all is well", false, wrong_nothing, false},
    {"kill", "processes are killed", false, wrong_kill, false},
    {"together", "all processes are killed and start together", false, wrong_together, false},
    {"front", "processes are killed behind nginx", false, wrong_front, false},
    {"upgrade", "processes are ended and started one after another", false, wrong_upgrade, false},
    {"pause", "a process sleeps (SIGSTOP) for ten seconds", false, wrong_pause, false},
    {"clocks", "the clocks of processes are apart by seconds, and jump", false, wrong_clocks, false},
    {"restart", "the database is restarted", true, wrong_restart, false},
    {"crash", "the database is killed", true, wrong_crash, false},
    {"connections", "the database has no connection left", true, wrong_connections, false},
    {"disk", "the disk of the database is full", true, wrong_disk, false},
    {"promotion", "the synchronous copy of the database takes its place", true, wrong_promotion, false},
    {"unwaited", "a copy that is not waited for takes its place: moves must be missing", true, wrong_promotion_unwaited,
     true},
    {"away", "the database cannot be reached for a minute", true, wrong_away, false},
    {"all", "several of these, one after another", true, wrong_all, false},
};

/* ---- a run ---- */

/* One process has a file, unless it is the database that goes wrong. */
static bool postgres_wanted(const scenario *what) { return what->postgres || env_number("ASCONA_PROCESSES", 3) > 1; }

static bool database_open(run *own, const scenario *what) {
  char place[PATH];
  (void)snprintf(own->database, sizeof own->database, "%s/games.db", folder);
  if (!postgres_wanted(what)) return true;
  (void)snprintf(place, sizeof place, "%s/postgres-1", folder);
  if (!postgres_make(&own->databases[0], place, what->wrong == wrong_disk)) return false;
  int port = own->databases[0].port;
  if (what->wrong == wrong_away) port = proxy_open(port);
  (void)snprintf(own->database, sizeof own->database, "postgresql://ascona@127.0.0.1:%d/ascona", port);
  if (what->wrong != wrong_promotion && what->wrong != wrong_promotion_unwaited) return true;
  (void)snprintf(place, sizeof place, "%s/postgres-2", folder);
  if (!postgres_follow(&own->databases[1], &own->databases[0], place, !what->loses)) return false;
  (void)snprintf(own->database, sizeof own->database,
                 "postgresql://ascona@127.0.0.1:%d,127.0.0.1:%d/ascona?target_session_attrs=read-write", port,
                 own->databases[1].port);
  return true;
}

static bool processes_open(run *own, const scenario *what) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/web", folder);
  (void)mkdir(path, 0755);
  (void)snprintf(path, sizeof path, "%s/web/index.html", folder);
  FILE *page = fopen(path, "w");
  if (page == NULL || fputs("<!doctype html>", page) < 0 || fclose(page) != 0) return false;
  own->count = own->databases[0].port == 0 ? 1 : env_number("ASCONA_PROCESSES", 3);
  for (int i = 0; i < own->count; i++) {
    if (what->wrong == wrong_clocks) {
      (void)snprintf(path, sizeof path, "%s/clock-%d", folder, i + 1);
      int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
      if (file < 0 || ftruncate(file, 16) != 0) return false;
      own->processes[i].clock = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      close(file);
    }
  }
  return processes_start(own) && all_well(own);
}

/* Clients know nginx alone, which has the processes as docs/hosting.md says. Its port, or 0. */
static int front_open(run *own) {
  char command[4 * PATH], ports[PROCESSES_MAX * 8] = "";
  int front = child_port();
  for (int i = 0; i < own->count; i++)
    (void)snprintf(ports + strlen(ports), sizeof ports - strlen(ports), " %d", own->ports[i]);
  (void)snprintf(
      command, sizeof command,
      "PATH=$PATH:'%s/.cache/tools/usr/sbin'; '%s/tests/hosting/nginx-conf.sh' '%s' '%s' %d%s >'%s/nginx.conf' && "
      "exec nginx -p '%s' -e '%s/nginx.err' -c '%s/nginx.conf'",
      TEST_SOURCE, TEST_SOURCE, TEST_SOURCE, folder, front, ports, folder, folder, folder, folder);
  char log[PATH];
  (void)snprintf(log, sizeof log, "%s/nginx.log", folder);
  own->nginx = child_start(log, false, (const char *const[]){"sh", "-c", command, NULL});
  wire by = {.socket = -1};
  int64_t until = wire_now() + 10LL * SECOND;
  while (!wire_open(&by, front) && wire_now() < until) wire_sleep(50);
  bool good = by.socket >= 0;
  wire_close(&by);
  return good ? front : 0;
}

/* What the store has, as a process says that has just been started: nothing of it was in its memory. */
static json_t *store_read(run *own, const json_t *games) {
  for (int i = 0; i < own->count; i++) {
    (void)kill(own->processes[i].id, SIGTERM);
    int status = child_wait(own->processes[i].id);
    if (status != 0) fprintf(stderr, "jepsen: process %d ended with %d\n", i + 1, status);
  }
  own->processes[0].clock = NULL;
  own->count = 1;
  if (!process_start(own, 0) || !all_well(own)) return NULL;
  json_t *store = json_object();
  size_t i;
  json_t *game;
  json_array_foreach(games, i, game) {
    char path[96], *text = NULL;
    wire by = {.socket = -1};
    (void)snprintf(path, sizeof path, "/api/games/%.31s/events?from=1", json_string_value(game));
    bool asked = wire_open(&by, own->ports[0]) && wire_ask(&by, own->ports[0], "GET", path, NULL, NULL);
    int status = asked ? wire_reply(&by, wire_now() + WELL_TIME, &text) : 0;
    json_t *events = json_array();
    for (char *at = text, *end; status == 200 && (end = strchr(at, '\n')) != NULL; at = end + 1)
      json_array_append_new(events, json_loadb(at, (size_t)(end - at), 0, NULL));
    json_object_set_new(store, json_string_value(game), events);
    free(text);
    wire_close(&by);
  }
  return store;
}

/* The records of all games that were begun are read without a fault. */
static bool exported(const run *own) {
  char command[3 * PATH];
  (void)snprintf(command, sizeof command,
                 "'%s' host export --database '%s' >'%s/games.txt' && '%s' convert '%s/games.txt' --to json >/dev/null",
                 TEST_PROGRAM, own->database, folder, TEST_PROGRAM, folder);
  return system(command) == 0;
}

static int judge(const json_t *history, const json_t *store, bool loses) {
  static check_report report;
  check_history(history, store, &report);
  printf("%d games, %d events, %d commands: %d done, %d refused, %d open; %d sent again; %d events told to clients\n",
         report.games, report.events, report.commands, report.ok, report.refused, report.unknown, report.repeated,
         report.told);
  for (int i = 0; i < report.wrong && i < (loses ? 3 : CHECK_TOLD); i++) printf("%s\n", report.lines[i]);
  if (report.wrong > 0) printf("%d things are wrong; the history is in %s\n", report.wrong, folder);
  /* Where a move is missing, a pause may have its number. */
  bool is_missed = strncmp(report.lines[0], "lost: ", 6) == 0 || strncmp(report.lines[0], "changed: ", 9) == 0;
  if (loses) return report.wrong > 0 && is_missed ? 0 : 1;
  return report.wrong > 0 || report.ok == 0 ? 1 : 0;
}

static void keep(const char *name, const json_t *value) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  (void)json_dump_file(value, path, JSON_COMPACT);
}

/* A process that sleeps, or whose database is away, hears later that a device was signed out. */
static bool errands_start(run *own, const scenario *what, int front, uint64_t seed) {
  static char log[PATH];
  bool is_late = what->wrong == wrong_pause || what->wrong == wrong_all;
  (void)snprintf(log, sizeof log, "%s/host.log", folder);
  errands_options options = {.ports = front > 0 ? &front : own->ports,
                             .processes = front > 0 ? 1 : own->count,
                             .database = own->database,
                             .log = log,
                             .seed = seed,
                             .has_front = front > 0,
                             .grace = front > 0 || is_late ? 12000 : 2000};
  own->errands = errands_open(&options);
  return own->errands != NULL;
}

static int run_scenario(run *own, const scenario *what, int seconds) {
  int tables = env_number("ASCONA_TABLES_AT", 8), status = 1;
  uint64_t seed = (uint64_t)env_number("ASCONA_SEED", 1);
  asc_random_seed(&own->random, seed);
  if (postgres_wanted(what) && !postgres_is_there()) {
    fprintf(stderr, "jepsen: there is no PostgreSQL\n");
    return 77;
  }
  if (!database_open(own, what) || !processes_open(own, what)) return 3;
  int front = what->wrong == wrong_front ? front_open(own) : 0;
  if (what->wrong == wrong_front && front == 0) {
    fprintf(stderr, "jepsen: nginx does not start\n");
    return 3;
  }
  own->clients = clients_open(front > 0 ? &front : own->ports, front > 0 ? 1 : own->count,
                              tables > TABLES_MAX ? TABLES_MAX : tables, seed);
  if (own->clients == NULL || !errands_start(own, what, front, seed)) return 3;
  printf("%s: %d processes, %d tables, seed %d\n", what->what, own->count, tables, (int)seed);
  bool healed = clients_go_on(own->clients, 3, wire_now() + WELL_TIME);
  for (int64_t until = wire_now() + (int64_t)seconds * SECOND; healed && wire_now() < until;) {
    healed = what->wrong(own);
    wire_sleep(500 + (int)asc_random_below(&own->random, 2500));
  }
  bool well = healed && all_well(own), on = well && clients_go_on(own->clients, 3, wire_now() + WELL_TIME);
  on |= what->loses; /* who was told what is gone may wait for ever */
  if (!on)
    printf("stuck: %s\n", !healed ? "the fault could not be undone"
                          : !well ? "not well again"
                                  : "a table stands still");
  json_t *games, *history = clients_end(own->clients, &games), *more = errands_end(own->errands, games);
  json_array_extend(history, more);
  json_decref(more);
  history = clients_sort(history);
  json_t *store = store_read(own, games);
  keep("history.json", history);
  keep("store.json", store);
  if (store != NULL) status = judge(history, store, what->loses);
  if (status == 0 && !exported(own)) {
    printf("the games cannot be exported\n");
    status = 1;
  }
  json_decref(games);
  json_decref(history);
  json_decref(store);
  return on ? status : 1;
}

static void run_close(run *own) {
  child_kill(&own->nginx);
  for (int i = 0; i < PROCESSES_MAX; i++) child_kill(&own->processes[i].id);
  for (int i = 0; i < 2; i++)
    if (own->databases[i].process > 0) postgres_kill(&own->databases[i]);
}

static int check_again(void) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/history.json", folder);
  json_t *history = json_load_file(path, 0, NULL);
  (void)snprintf(path, sizeof path, "%s/store.json", folder);
  json_t *store = json_load_file(path, 0, NULL);
  if (history == NULL || store == NULL) return 2;
  int status = judge(history, store, false);
  json_decref(history);
  json_decref(store);
  return status;
}

/* A disk that can be filled is a mount; without privileges that needs a name space of our own. */
static void mounts_allow(void) {
  char text[64];
  static const char *const names[] = {"/proc/self/setgroups", "/proc/self/uid_map", "/proc/self/gid_map"};
  unsigned ids[] = {0, geteuid(), getegid()};
  if (geteuid() == 0) {
    (void)unshare(CLONE_NEWNS);
    (void)mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
    return;
  }
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return;
  for (int i = 0; i < 3; i++) {
    int file = open(names[i], O_WRONLY | O_CLOEXEC);
    int length = i == 0 ? snprintf(text, sizeof text, "deny") : snprintf(text, sizeof text, "%u %u 1", ids[i], ids[i]);
    if (file < 0 || write(file, text, (size_t)length) != length) perror(names[i]);
    if (file >= 0) close(file);
  }
}

int main(int argc, char **argv) {
  static run own;
  const scenario *what = NULL;
  if (argc == 3) (void)snprintf(folder, sizeof folder, "%s", argv[2]);
  if (argc == 3 && strcmp(argv[1], "check") == 0) return check_again();
  for (size_t i = 0; i < sizeof SCENARIOS / sizeof *SCENARIOS; i++) {
    if (argc > 2 && strcmp(argv[1], SCENARIOS[i].name) == 0) what = &SCENARIOS[i];
    if (argc == 2) printf("%-12s %s\n", SCENARIOS[i].name, SCENARIOS[i].what);
  }
  if (what == NULL) return argc == 2 ? 0 : 2;
  if (what->wrong == wrong_disk) mounts_allow();
  if (argc > 3)
    (void)snprintf(folder, sizeof folder, "%s", argv[3]);
  else
    (void)snprintf(folder, sizeof folder, "/tmp/ascona-jepsen-XXXXXX");
  if ((argc > 3 ? mkdir(folder, 0755) : mkdtemp(folder) == NULL) != 0 || chmod(folder, 0755) != 0) {
    perror(folder);
    return 3;
  }
  int status = run_scenario(&own, what, atoi(argv[2]));
  run_close(&own);
  if (what->wrong == wrong_disk) (void)umount2(own.databases[0].folder, MNT_DETACH);
  char command[PATH];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (status == 0 && argc <= 3) return system(command) == 0 ? 0 : 3;
  return status;
}
