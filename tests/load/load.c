/* Load on a server of games between people: SOCKETS sockets from many addresses of this machine, half as many games of
   all five kinds. First some plies in each as fast as they go, so that all are in mid-game, which says what the server
   can do at the most; then a ply in each every two seconds. Says how long a move took to be acknowledged, and to reach
   the other player: both only after it was durable. Also what a socket and a game cost in memory, and the processor's
   time of the server and of who asks.

   Of several processes on one database, named as 8001,8002 and 4711,4712, the two people of a game are always on
   different ones. With ASCONA_LOAD_DATABASE and ASCONA_LOAD_POSTGRES, PostgreSQL's address and process, it also says
   what that took.

   usage: load PORTS PIDS SOCKETS SECONDS [WORKERS] */
#include "tests/server/live.h"

#include "base/clock.h"

#ifdef ASCONA_POSTGRES
#include <libpq-fe.h>
#endif

#include <dirent.h>

#include <sys/epoll.h>
#include <sys/mman.h>

enum { PLY_TIME = 2000000, FIRST_PLIES = 8, SLOTS = 20001 }; /* of a tenth of a millisecond */

typedef struct figures {
  int64_t acknowledged[SLOTS], delivered[SLOTS];
  int64_t plies, refused, late, lost, games, ready;
  int64_t work; /* microseconds of a processor, while a ply is made every two seconds */
} figures;

static const char *const KINDS[] = {"delta", "neo-delta", "kulami", "delfino", "circle-delta"};

typedef struct seat {
  test_person who;
  test_client socket;
} seat;

typedef struct match {
  test_game game;
  seat seats[2];
  test_view view;
  int64_t next, sent;
  bool waits; /* for the answer to a ply */
  int mover;
} match;

enum { SERVERS_MAX = 16 };
static test_server servers[SERVERS_MAX];
static int pids[SERVERS_MAX], server_count;

static void count(int64_t *slots, int64_t took) {
  int64_t slot = took / 100;
  slots[slot < SLOTS ? slot : SLOTS - 1]++;
}

static uint32_t address_of(int worker, int index) {
  return (127U << 24) | ((uint32_t)(worker + 1) << 16) | ((uint32_t)(index / 200) << 8) | (uint32_t)(index % 200 + 1);
}

static void match_begin(match *m, int worker, int index) {
  char settings[160];
  const test_server *two[] = {&servers[index % server_count], &servers[(index + 1) % server_count]};
  live_from = address_of(worker, index);
  /* Days a move: a game of seconds is broken off when its first move does not come for two minutes. */
  (void)snprintf(settings, sizeof settings, "\"game\":\"%s\",\"clock\":{\"kind\":\"days\",\"days\":3}",
                 KINDS[index % 5]);
  for (int i = 0; i < 2; i++) m->seats[i].who = person_make(two[i], "Load");
  m->game = game_make(two[0], &m->seats[0].who, settings);
  game_join(two[1], &m->seats[1].who, &m->game, 0);
  for (int i = 0; i < 2; i++) {
    m->seats[i].socket = socket_open(two[i], &m->seats[i].who);
    socket_say(&m->seats[i].socket, "{\"do\":\"watch\",\"id\":\"w\",\"game\":\"%s\"}", m->game.id);
    json_t *answer = socket_answer(&m->seats[i].socket, "w");
    if (i == 0) view_take_all(&m->view, json_object_get(answer, "events"));
    json_decref(answer);
  }
}

static void match_move(match *m, asc_random *random, int64_t now) {
  bool rolling;
  int turn = view_turn(&m->view, &rolling);
  if (turn == 0 || m->view.ended) return;
  m->mover = strcmp(m->view.persons[turn - 1], m->seats[0].who.person) == 0 ? 0 : 1;
  char token[ASC_TOKEN_MAX] = "";
  if (!rolling) view_pick(&m->view, random, token);
  m->sent = now;
  m->waits = true;
  socket_say(&m->seats[m->mover].socket, "{\"do\":\"%s\",\"id\":\"m%d\",\"game\":\"%s\",\"last\":%d%s%s%s}",
             rolling ? "roll" : "move", live_command++, m->game.id, m->view.last, rolling ? "" : ",\"move\":\"", token,
             rolling ? "" : "\"");
}

/* A message without waiting for it; NULL: none is whole yet. */
static json_t *hear_now(test_client *client, bool *dry, bool *gone) {
  for (;;) {
    const unsigned char *at = (const unsigned char *)client->text;
    size_t length = client->length >= 2 ? at[1] & 127 : 0, head = length == 126 ? 4 : 2;
    if (head == 4 && client->length >= 4) length = (size_t)at[2] << 8 | at[3];
    if (client->length >= 2 && client->length >= head + length) {
      if ((at[0] & 15) == 1 || (at[0] & 15) == 8) return socket_hear(client);
      if ((at[0] & 15) == 9) (void)frame_send(client, 10, client->text + head, length);
      client->length -= head + length;
      memmove(client->text, client->text + head + length, client->length + 1);
      continue;
    }
    char buffer[8192];
    ssize_t got = *dry ? -1 : recv(client->socket, buffer, sizeof buffer, MSG_DONTWAIT);
    *gone = got == 0;
    *dry = got < (ssize_t)sizeof buffer; /* what comes later wakes us again */
    if (got <= 0) return NULL;
    client->text = realloc(client->text, client->length + (size_t)got + 1);
    memcpy(client->text + client->length, buffer, (size_t)got);
    client->length += (size_t)got;
  }
}

static void match_hear(match *m, int side, figures *f) {
  bool dry = false, gone = false;
  for (json_t *message; (message = hear_now(&m->seats[side].socket, &dry, &gone)) != NULL; json_decref(message)) {
    int64_t took = asc_clock_now_us() - m->sent;
    const json_t *event = json_object_get(message, "event"), *events = json_object_get(message, "events");
    if (side == m->mover && number(message, "status") != 0) m->waits = false;
    if (side == m->mover && number(message, "status") == 200 && events != NULL) {
      count(f->acknowledged, took);
      f->plies++;
      view_take_all(&m->view, events);
    } else if (side == m->mover && number(message, "status") >= 400) {
      f->refused++;
    } else if (side != m->mover && event != NULL &&
               (strcmp(member(event, "type"), "moved") == 0 || strcmp(member(event, "type"), "rolled") == 0)) {
      count(f->delivered, took);
    }
  }
  f->lost += gone;
}

static void hear_all(int poll, int wait, match *matches, figures *f) {
  struct epoll_event some[256];
  int got = epoll_wait(poll, some, 256, wait);
  for (int i = 0; i < got; i++) match_hear(&matches[some[i].data.u32 / 2], (int)(some[i].data.u32 % 2), f);
}

/* As fast as they go. */
static void plies_first(int poll, match *matches, int games, asc_random *random, figures *f) {
  for (int64_t wanted = (int64_t)games * FIRST_PLIES, begun = f->plies; f->plies - begun < wanted && f->lost == 0;) {
    int open = 0;
    for (int i = 0; i < games; i++) {
      open += !matches[i].view.ended;
      if (!matches[i].waits && matches[i].view.plies < FIRST_PLIES) match_move(&matches[i], random, asc_clock_now_us());
    }
    hear_all(poll, 5, matches, f);
    bool done = true;
    for (int i = 0; i < games; i++)
      done = done && !matches[i].waits && (matches[i].view.plies >= FIRST_PLIES || matches[i].view.ended);
    if (done || open == 0) break;
  }
}

static int sooner(const void *a, const void *b) {
  const match *one = *(match *const *)a, *other = *(match *const *)b;
  return one->next < other->next ? -1 : one->next > other->next;
}

/* One every two seconds in each, so that the game whose turn it is stays the next in the order of the first. */
static void plies_paced(int poll, match *matches, int games, int seconds, asc_random *random, figures *f) {
  int64_t begun = asc_clock_now_us(), until = begun + seconds * 1000000LL;
  match **order = calloc((size_t)games, sizeof(match *));
  for (int i = 0; i < games; i++) {
    matches[i].next = begun + (int64_t)asc_random_below(random, PLY_TIME);
    order[i] = &matches[i];
  }
  qsort(order, (size_t)games, sizeof(match *), sooner);
  int64_t now = begun;
  for (int at = 0; games > 0 && now < until; now = asc_clock_now_us()) {
    for (; order[at]->next <= now; at = (at + 1) % games) {
      order[at]->next += PLY_TIME;
      if (order[at]->waits)
        f->late++; /* the ply before is not even acknowledged */
      else
        match_move(order[at], random, asc_clock_now_us());
    }
    hear_all(poll, (int)((order[at]->next - now) / 1000) + 1, matches, f);
  }
  free(order);
}

/* Microseconds of a processor that this process has had. */
static int64_t work_own(void) {
  struct rusage own;
  (void)getrusage(RUSAGE_SELF, &own);
  return (own.ru_utime.tv_sec + own.ru_stime.tv_sec) * 1000000LL + own.ru_utime.tv_usec + own.ru_stime.tv_usec;
}

/* The loop of one process: its part of the games. */
static void worker_run(int worker, int games, int seconds, figures *f, const volatile int *go) {
  match *matches = calloc((size_t)games, sizeof *matches);
  asc_random random;
  asc_random_seed(&random, (uint64_t)worker + 1);
  int poll = epoll_create1(0);
  for (int i = 0; i < games; i++) {
    match_begin(&matches[i], worker, i);
    for (int k = 0; k < 2; k++) {
      struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = (uint32_t)(2 * i + k)};
      epoll_ctl(poll, EPOLL_CTL_ADD, matches[i].seats[k].socket.socket, &wanted);
    }
    __atomic_add_fetch(&f->ready, 1, __ATOMIC_SEQ_CST);
    hear_all(poll, 0, matches, f); /* pings are answered meanwhile */
  }
  while (*go == 0) hear_all(poll, 10, matches, f);
  plies_first(poll, matches, games, &random, f);
  __atomic_add_fetch(&f->ready, 1, __ATOMIC_SEQ_CST);
  while (*go == 1) hear_all(poll, 10, matches, f);
  figures fresh = {.ready = f->ready};
  *f = fresh;
  f->work = -work_own();
  plies_paced(poll, matches, games, seconds, &random, f);
  f->work += work_own();
  for (int i = 0; i < games; i++) f->games += !matches[i].view.ended;
}

static long memory_of(int pid) {
  char path[64], line[256];
  long kilobytes = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen(path, "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) (void)sscanf(line, "VmRSS: %ld", &kilobytes);
  if (file != NULL) fclose(file);
  return kilobytes;
}

/* Seconds of a processor that a process has had. */
static double work_of(int pid) {
  char path[64];
  long user = 0, kernel = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (file != NULL &&
      fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &kernel) < 2)
    user = kernel = 0;
  if (file != NULL) fclose(file);
  return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static long memory_all(void) {
  long all = 0;
  for (int i = 0; i < server_count; i++) all += memory_of(pids[i]);
  return all;
}

static double work_all(void) {
  double all = 0;
  for (int i = 0; i < server_count; i++) all += work_of(pids[i]);
  return all;
}

/* PostgreSQL and its children; those that have ended meanwhile are left out. */
static double work_postgres(void) {
  const char *wish = getenv("ASCONA_LOAD_POSTGRES");
  int parent = wish != NULL ? atoi(wish) : 0;
  double all = parent > 0 ? work_of(parent) : 0;
  DIR *list = parent > 0 ? opendir("/proc") : NULL;
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
    char path[300];
    int its = 0;
    (void)snprintf(path, sizeof path, "/proc/%.16s/stat", entry->d_name);
    FILE *file = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
    if (file != NULL && fscanf(file, "%*d (%*[^)]) %*c %d", &its) == 1 && its == parent)
      all += work_of(atoi(entry->d_name));
    if (file != NULL) fclose(file);
  }
  if (list != NULL) closedir(list);
  return all;
}

/* A number that the database says; 0 where there is none. */
static double database_says(const char *sql) {
  double number = 0;
  (void)sql;
#ifdef ASCONA_POSTGRES
  const char *place = getenv("ASCONA_LOAD_DATABASE");
  if (place == NULL) return 0;
  PGconn *link = PQconnectdb(place);
  PGresult *answer = PQexec(link, sql);
  if (PQntuples(answer) > 0) number = atof(PQgetvalue(answer, 0, 0));
  PQclear(answer);
  PQfinish(link);
#endif
  return number;
}

static const char WAL[] = "SELECT pg_current_wal_insert_lsn() - '0/0'";

static int list_read(const char *text, int numbers[SERVERS_MAX]) {
  int found = 0;
  for (const char *at = text; at != NULL && found < SERVERS_MAX;
       at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1)
    numbers[found++] = atoi(at);
  return found;
}

static void ready_wait(const figures *each, int workers, int64_t wanted) {
  for (int64_t ready = 0; ready < wanted; usleep(20000)) {
    ready = 0;
    for (int w = 0; w < workers; w++) ready += each[w].ready;
  }
}

static double percentile(const int64_t *slots, double part) {
  int64_t all = 0, seen = 0;
  for (int i = 0; i < SLOTS; i++) all += slots[i];
  for (int i = 0; i < SLOTS; i++)
    if ((seen += slots[i]) >= (int64_t)((double)all * part) && all > 0) return i / 10.0 + 0.1;
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int ports[SERVERS_MAX];
  server_count = list_read(argv[1], ports);
  if (list_read(argv[2], pids) != server_count) return 2;
  for (int i = 0; i < server_count; i++) servers[i].port = ports[i];
  int sockets = atoi(argv[3]), seconds = atoi(argv[4]), workers = argc > 5 ? atoi(argv[5]) : 2;
  struct shared {
    volatile int go;
    figures figures[16];
  } *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  long before = memory_all();
  enum { IDLE_MOST = 2000 };
  static test_client idle[IDLE_MOST];
  int idle_count = sockets < IDLE_MOST ? sockets : IDLE_MOST;
  for (int i = 0; i < idle_count; i++) {
    live_from = address_of(100, i / 4);
    idle[i] = socket_open(&servers[i % server_count], NULL);
  }
  long with = memory_all();
  printf("%d idle sockets: %.1f KB each\n", idle_count, (double)(with - before) / idle_count);
  for (int i = 0; i < idle_count; i++) client_close(&idle[i]);
  fflush(stdout);
  int each = sockets / 2 / workers;
  for (int w = 0; w < workers; w++)
    if (fork() == 0) {
      worker_run(w, each, seconds, &shared->figures[w], &shared->go);
      _exit(0);
    }
  int games = each * workers;
  ready_wait(shared->figures, workers, games);
  long empty = memory_all();
  printf("%d games with %d sockets: the server has %ld MB\n", games, 2 * games, empty / 1024);
  fflush(stdout);
  int64_t begun = asc_clock_now_us();
  double work = work_all(), base = work_postgres(), wal = database_says(WAL);
  shared->go = 1;
  ready_wait(shared->figures, workers, games + workers);
  double took = (double)(asc_clock_now_us() - begun) / 1e6;
  work = work_all() - work;
  base = work_postgres() - base;
  wal = database_says(WAL) - wal;
  int64_t first = 0;
  for (int w = 0; w < workers; w++) first += shared->figures[w].plies;
  printf("as fast as they go: %lld plies in %.1f s (%.0f a second), %.0f us of the server's processor each\n",
         (long long)first, took, (double)first / took, work * 1e6 / (double)(first > 0 ? first : 1));
  if (base > 0)
    printf("PostgreSQL: %.0f us of a processor and %.0f bytes of WAL a ply\n",
           base * 1e6 / (double)(first > 0 ? first : 1), wal / (double)(first > 0 ? first : 1));
  fflush(stdout);
  work = work_all();
  base = work_postgres();
  wal = database_says(WAL);
  shared->go = 2;
  while (wait(NULL) > 0) {
  }
  work = work_all() - work;
  base = work_postgres() - base;
  wal = database_says(WAL) - wal;
  static figures sum;
  for (int w = 0; w < workers; w++) {
    const figures *f = &shared->figures[w];
    for (int i = 0; i < SLOTS; i++) {
      sum.acknowledged[i] += f->acknowledged[i];
      sum.delivered[i] += f->delivered[i];
    }
    sum.plies += f->plies;
    sum.refused += f->refused;
    sum.late += f->late;
    sum.lost += f->lost;
    sum.games += f->games;
    sum.work += f->work;
  }
  printf("%lld plies in %d s (%.0f a second), %lld late, %lld refused, %lld sockets lost, %lld games still running\n",
         (long long)sum.plies, seconds, (double)sum.plies / seconds, (long long)sum.late, (long long)sum.refused,
         (long long)sum.lost, (long long)sum.games);
  printf("acknowledged: half in %.1f ms, 99 of 100 in %.1f ms, 999 of 1000 in %.1f ms\n",
         percentile(sum.acknowledged, 0.5), percentile(sum.acknowledged, 0.99), percentile(sum.acknowledged, 0.999));
  printf("delivered:    half in %.1f ms, 99 of 100 in %.1f ms, 999 of 1000 in %.1f ms\n",
         percentile(sum.delivered, 0.5), percentile(sum.delivered, 0.99), percentile(sum.delivered, 0.999));
  double plies = (double)(sum.plies > 0 ? sum.plies : 1);
  printf("the server used %.0f %% of a processor, %.0f us a ply; who asks %.0f %%, %.0f us\n", work * 100 / seconds,
         work * 1e6 / plies, (double)sum.work / 1e4 / seconds, (double)sum.work / plies);
  if (base > 0)
    printf("PostgreSQL used %.0f %% of a processor, %.0f us a ply; %.0f bytes of WAL a ply, %.0f connections\n",
           base * 100 / seconds, base * 1e6 / plies, wal / plies,
           database_says("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ascona'"));
  printf("the server has %ld MB at the end: %.1f KB a game with its two sockets\n", memory_all() / 1024,
         (double)(memory_all() - before) / games);
  return sum.plies > 0 && sum.lost == 0 && sum.refused == 0 ? 0 : 1;
}
