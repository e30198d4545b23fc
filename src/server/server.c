/* The loop, and the door: a listening socket whose connections are handed to the library.

   The door stands in the loop as a protocol of its own. When there are as many connections as we want, or the system
   gives no more, it is shut for a moment; who comes then waits in the queue of the system. Who has more connections
   than one address may have is turned away at the door, so that nobody can take the places of all others. */
#include "loop.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "http.h"
#include "listen.h"
#include "memory.h"
#include "server/live/live.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  PATIENCE = 20,
  PEER_CONNECTIONS = 128, /* browsers open six, and whole schools may be behind one address */
  FILES_MAX = 1 << 17,
  FILES_SPARE = 32,     /* that are no connections: ours, the library's, and some to be safe */
  READ_MAX = 16384,     /* bytes that are read at once: the most that a record of TLS has */
  SHUT_TIME = 50000,    /* microseconds */
  IDLE_TURNS_MAX = 64,  /* of the loop, in which nothing happened */
  IDLE_TIME = 1000000,  /* nanoseconds */
  END_TIME = 4000000,   /* microseconds for what waits for the disk, */
  ANSWER_TIME = 300000, /* for the answers to it, */
  CLOSE_TIME = 500000,  /* and until all is closed */
  COMPLAINT_SECONDS = 5 /* between two complaints at least */
};

static const char DOOR[] = "door";

/* The library has one log for all there is in a process. */
static struct {
  web_server *server; /* that is running, or NULL */
  char last[200];     /* for when it could not be opened */
  time_t told;
} log_state;

/* Clients can bring the library to say these whenever they like. */
static bool is_noise(const char *line) {
  return strstr(line, "header data space") != NULL || strstr(line, "calling service") != NULL;
}

/* One line now and then: what goes wrong once goes wrong often. */
static void complain(const char *line) {
  const web_server *server = log_state.server;
  time_t now = time(NULL);
  if (server == NULL || server->options.complain == NULL) return;
  if (now >= log_state.told && now - log_state.told < COMPLAINT_SECONDS) return;
  log_state.told = now;
  server->options.complain(server->options.data, line);
}

static void log_take(int level, const char *line) {
  (void)level;
  (void)snprintf(log_state.last, sizeof log_state.last, "%.*s", (int)strcspn(line, "\n"), line);
  if (!is_noise(line)) complain(log_state.last);
}

static void complain_errno(const char *what) {
  char line[200];
  (void)snprintf(line, sizeof line, "%s: %s", what, strerror(errno));
  complain(line);
}

/* As many as the system gives, less what tables and the rest of us keep open. The library makes a place for each file
   that the system would give, so there is an end to it. (Told a number itself it looks for a connection by going
   through them all.) */
static int connections_count_most(const web_probe *probe) {
  struct rlimit files;
  int tables = asc_web_probe_files(probe);
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 1000;
  rlim_t wanted = (rlim_t)FILES_MAX + (rlim_t)tables;
  const struct rlimit all = {files.rlim_max < wanted ? files.rlim_max : wanted, files.rlim_max};
  if (all.rlim_cur != files.rlim_cur && setrlimit(RLIMIT_NOFILE, &all) == 0) files = all;
  int most = (int)(files.rlim_cur < wanted ? files.rlim_cur : wanted) - FILES_SPARE - tables;
  return most > 1 ? most : 1;
}

/* Where the connections of this address are counted. Frees addresses that have none any more. */
static web_peer *peer_find(web_server *server, uint64_t address) {
  web_peer **at = &server->peers[asc_hash_add(0, address) % SERVER_PEERS];
  while (*at != NULL && (*at)->address != address) {
    web_peer *peer = *at;
    if (peer->connections > 0) {
      at = &peer->next;
      continue;
    }
    *at = peer->next;
    free(peer);
  }
  if (*at == NULL && (*at = calloc(1, sizeof **at)) != NULL) (*at)->address = address;
  return *at;
}

web_peer *asc_peer_take(web_server *server, const web_address *address) {
  int most = server->options.connections;
  web_peer *peer = peer_find(server, asc_address_key(address));
  bool limited = most != 0 || !asc_address_is_loopback(address);
  if (peer == NULL || (limited && peer->connections >= (most == 0 ? PEER_CONNECTIONS : most))) {
    if (peer != NULL) complain("an address has too many connections: more are rejected");
    return NULL;
  }
  peer->connections++;
  return peer;
}

void asc_peer_release(web_peer *peer) {
  if (peer != NULL) peer->connections--;
}

/* At the door. A proxy speaks for others, whom it names with each request: it is counted by them. */
static web_peer *peer_at_door(web_server *server, const struct sockaddr_storage *from) {
  web_address address = {0};
  (void)asc_address_of(from, &address);
  if (!asc_address_is_proxy(&server->options.proxy, &address)) return asc_peer_take(server, &address);
  server->proxies.connections++;
  return &server->proxies;
}

void asc_server_adopt(web_server *server, web_peer *peer, int connection) {
  int yes = 1, before = server->connections, peer_before = peer->connections;
  /* What is written is a whole piece: waiting to fill a packet would only delay the last one. */
  (void)setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  lws_adopt_desc_t adopted = {
      .vh = server->vhost,
      .type = LWS_ADOPT_SOCKET | (server->options.cert != NULL ? LWS_ADOPT_ALLOW_SSL : 0),
      .fd.sockfd = connection,
      .opaque = peer, /* so that it is known for one of ours when it ends */
  };
  server->connections++;
  if (lws_adopt_descriptor_vhost_via_info(&adopted) != NULL) return;
  server->connections = before;
  peer->connections = peer_before - 1;
}

static int door_shut(struct lws *door) {
  lws_set_timer_usecs(door, SHUT_TIME);
  return lws_rx_flow_control(door, 0);
}

/* Lets in who is waiting. */
static int door_serve(web_server *server, struct lws *door) {
  for (;;) {
    if (server->connections >= server->connections_most) return door_shut(door);
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    int connection = accept(lws_get_socket_fd(door), (struct sockaddr *)&from, &length);
    web_peer *peer = connection < 0 ? NULL : peer_at_door(server, &from);
    if (peer != NULL) {
      asc_server_adopt(server, peer, connection);
    } else if (connection >= 0) {
      close(connection);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return 0;
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      complain_errno("a connection must wait");
      return door_shut(door);
    } else if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK) {
      complain_errno("no connection can be taken");
      return -1;
    } /* else: it went away while it waited */
  }
}

static int door_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  (void)user, (void)in, (void)length;
  web_server *server = server_of(wsi);
  server->events++;
  switch (reason) {
  case LWS_CALLBACK_RAW_RX_FILE: return door_serve(server, wsi);
  case LWS_CALLBACK_TIMER: return lws_rx_flow_control(wsi, 1);
  default: return 0;
  }
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = asc_http_callback, .per_session_data_size = sizeof(web_exchange)},
    {.name = DOOR, .callback = door_callback},
    {0},
};

/* Who is silent is live/socket.c's to notice. The library would put a timer for every message that comes into a list
   that it goes through from its beginning. */
static const lws_retry_bo_t no_idling;

static int loop_open(web_server *server) {
  bool secure = server->options.cert != NULL;
  void *loops[] = {&server->loop};
  const struct lws_context_creation_info info = {
      .port = CONTEXT_PORT_NO_LISTEN_SERVER,
      .protocols = protocols,
      .user = server,
      .gid = -1,
      .uid = -1,
      .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBUV |
                 (secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
      .ssl_cert_filepath = server->options.cert,
      .ssl_private_key_filepath = server->options.key,
      .ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_COMPRESSION,
      .alpn = "http/1.1",
      .foreign_loops = loops,
      .retry_and_idle_policy = &no_idling,
      /* A record of TLS is read at once: what the library leaves of one it forgets until something else happens. */
      .pt_serv_buf_size = LWS_PRE + READ_MAX,
      .timeout_secs = (unsigned)server->options.patience,
  };
  lws_set_log_level(LLL_ERR, log_take);
  server->context = lws_create_context(&info);
  if (server->context == NULL) return -1;
  server->vhost = lws_create_vhost(server->context, &info);
  return server->vhost == NULL ? -1 : 0;
}

/* The library closes the socket from now on, whatever happens. */
static int door_open(web_server *server, int socket) {
  lws_sock_file_fd_type door = {.filefd = socket};
  if (lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, door, DOOR, NULL) != NULL) return 0;
  close(socket);
  return -1;
}

static void pulse_came(uv_timer_t *timer) { ((web_server *)timer->data)->pulse_due = true; }

static int pulse_begin(web_server *server) {
  uint64_t every = (uint64_t)server->options.alive_every;
  server->pulse.data = server;
  if (uv_timer_init(&server->loop, &server->pulse) != 0) return -1;
  return every == 0 ? 0 : uv_timer_start(&server->pulse, pulse_came, 0, every);
}

int asc_server_open(web_server **result, const web_options *options, asc_error *error) {
  *result = NULL;
  web_server *server = calloc(1, sizeof *server);
  if (server == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  server->options = *options;
  if (server->options.patience <= 0) server->options.patience = PATIENCE;
  int code = asc_web_probe_open(&server->probe, options->tables, error);
  server->connections_most = connections_count_most(&server->probe);
  if (code == ASC_OK) code = asc_site_open(&server->site, options->folder, error);
  int socket = code < 0              ? code
               : options->socket > 0 ? options->socket
                                     : asc_listen_open(options->host, options->port, error);
  if (socket < 0) {
    asc_server_close(server);
    return socket;
  }
  server->port = asc_listen_port(socket);
  log_state.last[0] = '\0';
  asc_memory_begin();
  server->looping = uv_loop_init(&server->loop) == 0;
  code = server->looping && pulse_begin(server) == 0 ? loop_open(server) : -1;
  if (code < 0)
    close(socket);
  else
    code = door_open(server, socket);
  bool settled = asc_memory_settle();
  if (code == 0 && settled && options->database != NULL) {
    int opened = asc_live_open(&server->live, server, error);
    if (opened < 0) {
      asc_server_close(server);
      return opened;
    }
  }
  if (code < 0 || !settled) {
    asc_server_close(server);
    if (!settled) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
    return asc_error_set(error, ASC_E_FILE, "%s",
                         log_state.last[0] != '\0' ? log_state.last : "libwebsockets does not start");
  }
  *result = server;
  return ASC_OK;
}

int asc_server_check(web_server *server, asc_error *error) {
  return server->live == NULL ? ASC_OK : asc_store_check(server->live->store, error);
}

int asc_server_port(const web_server *server) { return server->port; }

/* The library turns without waiting while a client has sent more than it can take yet, for as long as that lasts. */
static void turn_rest(const web_server *server, uint64_t events, int *idle) {
  *idle = server->events == events ? *idle + 1 : 0;
  if (*idle < IDLE_TURNS_MAX) return;
  const struct timespec moment = {.tv_nsec = IDLE_TIME};
  (void)nanosleep(&moment, NULL);
}

void asc_server_turn(web_server *server, bool wait) { (void)uv_run(&server->loop, wait ? UV_RUN_ONCE : UV_RUN_NOWAIT); }

/* What waits for the disk is finished, and answered, before the end; but not for long. */
static void end_calmly(web_server *server) {
  int64_t until = asc_clock_now_us() + END_TIME;
  while (asc_clock_now_us() < until && !asc_live_end(server->live)) asc_server_turn(server, true);
  int64_t answers = asc_clock_now_us() + ANSWER_TIME;
  while (asc_clock_now_us() < answers && server->connections > 0) asc_server_turn(server, true);
}

int asc_server_run(web_server *server) {
  int idle = 0, code = ASC_OK;
  log_state.server = server;
  while (code == ASC_OK && !atomic_load(&server->stopped)) {
    uint64_t events = server->events;
    asc_server_turn(server, true);
    if (server->pulse_due) server->options.alive(server->options.data);
    server->pulse_due = false;
    turn_rest(server, events, &idle);
  }
  log_state.server = NULL;
  if (server->live != NULL) end_calmly(server);
  return code;
}

void asc_server_stop(web_server *server) {
  atomic_store(&server->stopped, true);
  lws_cancel_service(server->context);
}

/* What is being closed. A connection that the library gave up when memory ran out may stay open for good: it is not
   waited for. */
static void loop_drain(uv_loop_t *loop) {
  int64_t until = asc_clock_now_us() + CLOSE_TIME;
  const struct timespec moment = {.tv_nsec = IDLE_TIME};
  while (uv_run(loop, UV_RUN_NOWAIT) != 0 && asc_clock_now_us() < until) (void)nanosleep(&moment, NULL);
}

void asc_server_close(web_server *server) {
  if (server == NULL) return;
  if (server->live != NULL) asc_live_stop(server->live);
  if (server->context != NULL) lws_context_destroy(server->context);
  if (server->looping) {
    uv_close((uv_handle_t *)&server->pulse, NULL);
    loop_drain(&server->loop);
    /* On a loop that is not its own the library frees the rest when it is told a second time. */
    if (server->context != NULL) lws_context_destroy(server->context);
    (void)uv_loop_close(&server->loop);
  }
  asc_live_close(server->live);
  asc_site_close(server->site);
  asc_web_probe_close(&server->probe);
  asc_limits_close(server);
  for (int i = 0; i < SERVER_PEERS; i++)
    while (server->peers[i] != NULL) {
      web_peer *peer = server->peers[i];
      server->peers[i] = peer->next;
      free(peer);
    }
  free(server);
}
