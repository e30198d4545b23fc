/* The life of the server: opening its parts, running the loop, stopping within five seconds, closing.

   http_server_stop only sets a flag. Then http_server_run rejects new requests about games, lets the game thread finish
   those that wait, delivers the replies, and returns. If the game thread does not end even though its wait for the
   database was interrupted, it is left behind with everything that it may still use: the process is about to end. */
#include "base/clock.h"
#include "exchange.h"
#include "listen.h"
#include "server_inside.h"
#include "socket.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
  PATIENCE = 20, /* seconds */
  FILES_MAX = 1 << 17,
  FILES_SPARE = 48,     /* that are no connections: the server's own, the libraries', and some in reserve */
  READ_MAX = 16384,     /* bytes that are read at once: the maximum of a TLS record */
  IDLE_TURNS_MAX = 64,  /* of the loop, in which nothing happened */
  IDLE_PAUSE = 1000000, /* ns */
  ALLOCATION_RETRIES = 20,
  HUNG_TIME = 10000,     /* ms; a step of the game thread that takes longer stops the watchdog */
  INTERRUPT_TIME = 3500, /* ms that the game thread has to finish what waits, */
  END_TIME = 4000,       /* ms until it must have ended, */
  REPLY_TIME = 300,      /* ms for clients to take their replies, */
  CLOSE_TIME = 500,      /* ms until all connections are closed */
  COMPLAINT_INTERVAL = 5 /* seconds */
};

static const char LISTENER[] = "listener";

/* ---- complaints ---- */

/* libwebsockets has one log per process. */
static struct {
  http_server *server; /* that is running, or NULL */
  char last[200];      /* for when the server could not be opened */
} log_state;

/* Reports a line now and then: what fails once fails often. */
void http_complain(http_server *server, const char *line) {
  time_t now = time(NULL);
  if (log_state.server != server || server->options.complain == NULL) return;
  if (now >= server->complained && now - server->complained < COMPLAINT_INTERVAL) return;
  server->complained = now;
  server->options.complain(server->options.data, line);
}

static void log_take(int level, const char *line) {
  (void)level;
  (void)snprintf(log_state.last, sizeof log_state.last, "%.*s", (int)strcspn(line, "\n"), line);
  /* Clients can provoke these at will. */
  if (strstr(line, "header data space") != NULL || strstr(line, "calling service") != NULL) return;
  if (log_state.server != NULL) http_complain(log_state.server, log_state.last);
}

/* ---- memory of the libraries ---- */

/* libwebsockets and libuv crash or abort if memory runs out while they start, and libuv later too. So an allocation is
   tried again for a moment. If it fails while the server starts, the process ends with one line and status 3. */
static const http_options *starting; /* of the server that is being opened; NULL: none */

static void *library_realloc(void *memory, size_t size) {
  const struct timespec moment = {.tv_nsec = IDLE_PAUSE};
  void *allocated = realloc(memory, size > 0 ? size : 1);
  for (int i = 0; allocated == NULL && i < ALLOCATION_RETRIES; i++) {
    (void)nanosleep(&moment, NULL);
    allocated = realloc(memory, size > 0 ? size : 1);
  }
  if (allocated != NULL || starting == NULL) return allocated;
  if (starting->complain != NULL) starting->complain(starting->data, "out of memory");
  _exit(3);
}

static void *uv_malloc(size_t size) { return library_realloc(NULL, size); }

static void *uv_calloc(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  void *allocated = library_realloc(NULL, count * size);
  return allocated == NULL ? NULL : memset(allocated, 0, count * size);
}

static void *lws_allocate(void *memory, size_t size, const char *reason) {
  (void)reason;
  if (size > 0) return library_realloc(memory, size);
  free(memory);
  return NULL;
}

/* ---- callbacks of the game thread, in any thread ---- */

static void output_notify(void *data) { (void)uv_async_send(&((http_server *)data)->output); }

static void line_complain(void *data, const char *line) {
  const http_server *server = data;
  if (server->options.complain != NULL) server->options.complain(server->options.data, line);
}

typedef struct address_writer {
  const http_server *server;
  asc_json *json;
} address_writer;

static void url_write(void *data, const char *address) {
  const address_writer *writer = data;
  char url[64];
  (void)snprintf(url, sizeof url, "%s://%s:%d", writer->server->is_secure ? "https" : "http", address,
                 writer->server->port);
  asc_json_text(writer->json, NULL, url);
}

/* A page that was opened as localhost would send useless links: these URLs work in the whole network. */
static void local_addresses_write(void *data, asc_json *json) {
  const http_server *server = data;
  if (server->options.origin != NULL) return;
  http_listen_addresses(server->options.host, url_write, &(address_writer){server, json});
}

/* ---- opening ---- */

/* Returns how many connections the server accepts: as many files as the system gives, without those that tablebases and
   the rest need. libwebsockets allocates a place for each possible file, so there is a maximum. (If it is told a
   number, it searches all places for each connection.) */
static int connections_max(const http_probe *probe) {
  struct rlimit files;
  int tables = http_probe_files(probe);
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 1000;
  rlim_t wanted = (rlim_t)FILES_MAX + (rlim_t)tables;
  const struct rlimit all = {files.rlim_max < wanted ? files.rlim_max : wanted, files.rlim_max};
  if (all.rlim_cur != files.rlim_cur && setrlimit(RLIMIT_NOFILE, &all) == 0) files = all;
  int max = (int)(files.rlim_cur < wanted ? files.rlim_cur : wanted) - FILES_SPARE - tables;
  return max > 1 ? max : 1;
}

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "http", .callback = http_exchange_callback, .per_session_data_size = sizeof(http_exchange)},
    {.name = LISTENER, .callback = http_accept_callback},
    {0},
};

/* socket.c notices silence. libwebsockets would insert a timer for every message that comes into a sorted list. */
static const lws_retry_bo_t NO_IDLE_CHECKS;

static int context_open(http_server *server) {
  void *loops[] = {&server->loop};
  const struct lws_context_creation_info info = {
      .port = CONTEXT_PORT_NO_LISTEN_SERVER,
      .protocols = PROTOCOLS,
      .user = server,
      .gid = -1,
      .uid = -1,
      .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBUV |
                 (server->options.cert != NULL ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
      .ssl_cert_filepath = server->options.cert,
      .ssl_private_key_filepath = server->options.key,
      .ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_COMPRESSION,
      .alpn = "http/1.1",
      .foreign_loops = loops,
      .retry_and_idle_policy = &NO_IDLE_CHECKS,
      /* A TLS record is read at once: libwebsockets forgets the rest of one until something else happens. */
      .pt_serv_buf_size = LWS_PRE + READ_MAX,
      .timeout_secs = (unsigned)server->options.patience,
  };
  lws_set_log_level(LLL_ERR, log_take);
  server->context = lws_create_context(&info);
  if (server->context == NULL) return -1;
  server->vhost = lws_create_vhost(server->context, &info);
  return server->vhost == NULL ? -1 : 0;
}

static void alive_due(uv_timer_t *timer) { ((http_server *)timer->data)->is_alive_due = true; }
static void tick_due(uv_timer_t *timer) { http_sockets_tick(timer->data); }
static void output_due(uv_async_t *output) { http_outputs_take(output->data); }

static int handles_open(http_server *server) {
  uint64_t interval = (uint64_t)server->options.alive_every;
  server->alive.data = server->tick.data = server->output.data = server;
  if (uv_async_init(&server->loop, &server->output, output_due) != 0) return -1;
  (void)uv_timer_init(&server->loop, &server->alive);
  (void)uv_timer_init(&server->loop, &server->tick);
  server->has_handles = true;
  if (interval > 0) (void)uv_timer_start(&server->alive, alive_due, 0, interval);
  if (server->options.database != NULL) (void)uv_timer_start(&server->tick, tick_due, HTTP_TICK, HTTP_TICK);
  return 0;
}

/* Opens the loop with its listening socket, which it closes if anything fails. */
static int loop_open(http_server *server, int socket, asc_error *error) {
  lws_sock_file_fd_type listener = {.filefd = socket};
  log_state.last[0] = '\0';
  lws_set_allocator(lws_allocate);
  (void)uv_replace_allocator(uv_malloc, library_realloc, uv_calloc, free);
  json_set_alloc_funcs(uv_malloc, free); /* else a body that finds no memory is called malformed */
  starting = &server->options;
  server->has_loop = uv_loop_init(&server->loop) == 0;
  bool is_open = server->has_loop && handles_open(server) == 0 && context_open(server) == 0 &&
                 lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, listener, LISTENER, NULL) != NULL;
  starting = NULL;
  if (is_open) return ASC_OK;
  close(socket);
  return asc_error_set(error, ASC_E_FILE, "%s",
                       log_state.last[0] != '\0' ? log_state.last : "can't start libwebsockets");
}

static int live_open(http_server *server, asc_error *error) {
  const http_options *options = &server->options;
  const live_thread_options live = {.database = options->database,
                                    .live = {.retention = options->retention,
                                             .idle_days = options->idle_days,
                                             .disk_mib = options->disk_mib,
                                             .limits = options->limits,
                                             .has_origin = options->origin != NULL,
                                             .is_secure = server->is_secure},
                                    .engine_threads = options->engines,
                                    .on_output = output_notify,
                                    .complain = line_complain,
                                    .local_addresses = local_addresses_write,
                                    .data = server};
  server->stop = live_input_open(LIVE_INPUT_STOP, NULL);
  if (server->stop == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  server->figures.store_is_up = true;
  return live_thread_open(&server->live, &live, error);
}

static int parts_open(http_server *server, asc_error *error) {
  const http_options *options = &server->options;
  server->limits = live_rate_limits_open(options->limits);
  if (server->limits == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  int code = http_probe_open(&server->probe, options->tables, error);
  if (code < 0) return code;
  server->connections_max = connections_max(&server->probe);
  code = http_site_open(&server->site, options->folder, error);
  if (code < 0) return code;
  int socket = options->socket > 0 ? options->socket : http_listen_open(options->host, options->port, error);
  if (socket < 0) return socket;
  server->port = http_listen_port(socket);
  code = loop_open(server, socket, error);
  return code < 0 || options->database == NULL ? code : live_open(server, error);
}

int http_server_open(http_server **result, const http_options *options, asc_error *error) {
  *result = NULL;
  http_server *server = calloc(1, sizeof *server);
  if (server == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  server->options = *options;
  if (server->options.patience <= 0) server->options.patience = PATIENCE;
  server->is_secure = options->cert != NULL || (options->origin != NULL && strncmp(options->origin, "https:", 6) == 0);
  int code = parts_open(server, error);
  if (code < 0)
    http_server_close(server);
  else
    *result = server;
  return code;
}

int http_server_check(http_server *server, asc_error *error) {
  return server->live == NULL ? ASC_OK : live_thread_check(server->live, error);
}

int http_server_port(const http_server *server) { return server->port; }

/* ---- running ---- */

int http_server_start(http_server *server, asc_error *error) {
  server->ticked = live_thread_clock();
  return server->live == NULL ? ASC_OK : live_thread_start(server->live, error);
}

void http_server_turn(http_server *server, bool wait) {
  (void)uv_run(&server->loop, wait ? UV_RUN_ONCE : UV_RUN_NOWAIT);
}

/* libwebsockets turns without waiting while a client has sent more than can be taken yet. */
static void turn_rest(const http_server *server, uint64_t callbacks, int *idle_turns) {
  *idle_turns = server->callbacks == callbacks ? *idle_turns + 1 : 0;
  if (*idle_turns < IDLE_TURNS_MAX) return;
  const struct timespec moment = {.tv_nsec = IDLE_PAUSE};
  (void)nanosleep(&moment, NULL);
}

/* Reports to the watchdog, unless the game thread hangs. */
static void alive_report(http_server *server) {
  server->is_alive_due = false;
  if (server->live != NULL) {
    uint64_t progress = live_thread_progress(server->live);
    bool has_progress = progress != server->progress;
    server->progress = progress;
    if (!has_progress && live_thread_busy(server->live) >= HUNG_TIME) return;
  }
  if (server->options.alive != NULL) server->options.alive(server->options.data);
}

/* Turns until a time by live_thread_clock, or until the game thread has ended. */
static void turn_until_ended(http_server *server, int64_t until) {
  while (!server->has_ended && live_thread_clock() < until) http_server_turn(server, true);
}

/* A socket that waits for a reply is closed when it has it, all others at once. */
static void end_calmly(http_server *server) {
  int64_t now = live_thread_clock();
  server->is_stopping = true;
  http_sockets_close(server, "restart", false);
  (void)live_thread_post(server->live, server->stop);
  server->stop = NULL;
  turn_until_ended(server, now + INTERRUPT_TIME);
  if (!server->has_ended) live_thread_interrupt(server->live);
  turn_until_ended(server, now + END_TIME);
  server->is_hung = !server->has_ended;
  http_sockets_close(server, "restart", true);
  now = live_thread_clock();
  while (server->connections > 0 && live_thread_clock() < now + REPLY_TIME) http_server_turn(server, true);
}

int http_server_run(http_server *server) {
  asc_error error;
  int idle_turns = 0, code = http_server_start(server, &error);
  if (code < 0) {
    line_complain(server, error.reason);
    return ASC_E_FILE;
  }
  log_state.server = server;
  while (!atomic_load(&server->is_stopped)) {
    uint64_t callbacks = server->callbacks;
    http_server_turn(server, true);
    if (server->is_alive_due) alive_report(server);
    turn_rest(server, callbacks, &idle_turns);
  }
  log_state.server = NULL;
  if (server->live != NULL) end_calmly(server);
  return ASC_OK;
}

void http_server_stop(http_server *server) {
  atomic_store(&server->is_stopped, true);
  lws_cancel_service(server->context);
}

/* ---- closing ---- */

/* Turns until all handles are closed. A connection that libwebsockets gave up when memory ran out may stay open for
   ever, so there is a limit. */
static void loop_drain(uv_loop_t *loop) {
  int64_t until = asc_clock_now_us() / 1000 + CLOSE_TIME;
  const struct timespec moment = {.tv_nsec = IDLE_PAUSE};
  while (uv_run(loop, UV_RUN_NOWAIT) != 0 && asc_clock_now_us() / 1000 < until) (void)nanosleep(&moment, NULL);
}

static void loop_close(http_server *server) {
  if (server->context != NULL) lws_context_destroy(server->context);
  if (!server->has_loop) return;
  if (server->has_handles) {
    uv_close((uv_handle_t *)&server->alive, NULL);
    uv_close((uv_handle_t *)&server->tick, NULL);
    uv_close((uv_handle_t *)&server->output, NULL);
  }
  loop_drain(&server->loop);
  /* With a loop that is not its own, libwebsockets frees the rest when it is told a second time. */
  if (server->context != NULL) lws_context_destroy(server->context);
  (void)uv_loop_close(&server->loop);
}

void http_server_close(http_server *server) {
  if (server == NULL || server->is_hung) return;
  live_thread_close(server->live);
  server->live = NULL;
  loop_close(server);
  http_clients_free(server);
  if (server->stop != NULL) live_input_close(server->stop);
  http_site_close(server->site);
  http_probe_close(&server->probe);
  live_rate_limits_close(server->limits);
  http_peers_free(server);
  free(server);
}
