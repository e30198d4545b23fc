/* The server as its own files see it: what the callbacks of the event loop find through libwebsockets' context. All of
   it belongs to the network thread, except where a comment says otherwise. */
#ifndef ASC_SERVER_SERVER_INSIDE_H
#define ASC_SERVER_SERVER_INSIDE_H

#include "address.h"
#include "clients.h"
#include "live/rate_limit.h"
#include "live/thread.h"
#include "probe.h"
#include "server.h"
#include "site.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <uv.h>

enum {
  HTTP_CHUNK = 1 << 16,      /* bytes of a body that are written at once, after the head if they are the first */
  HTTP_RESPONSE_HEAD = 4096, /* bytes of a response's head at most */
  HTTP_PEERS = 4096,
  HTTP_TICK = 100 /* ms, how often sockets are looked at */
};

/* The protocol of sockets, with the version of the API. */
#define HTTP_SOCKET_PROTOCOL "ascona.2"

/* An address with open connections. A proxy has none of its own: its connections count for the clients it names. */
typedef struct http_peer {
  uint64_t address; /* its key */
  int connections;  /* 0: it can be freed */
  struct http_peer *next;
} http_peer;

struct http_server {
  http_options options;
  http_site *site;
  http_probe probe;
  live_rate_limits *limits;

  live_thread *live; /* NULL: there are no games */
  live_input *stop;  /* LIVE_INPUT_STOP, allocated at the start; NULL: it was posted */
  live_figures figures;
  uint64_t progress;    /* of the game thread, when options.alive was last called */
  int64_t ticked;       /* ms, the last time sockets were looked at */
  http_clients clients; /* who waits for a reply, and all sockets */
  struct {
    int64_t requests, rejected; /* answered without the game thread */
    int64_t messages;           /* written to sockets */
    int64_t slow_sockets;       /* closed because they did not read */
  } counts;

  uv_loop_t loop;
  uv_timer_t alive;   /* options.alive is due */
  uv_timer_t tick;    /* sockets are due */
  uv_async_t output;  /* the game thread has output */
  uint64_t callbacks; /* so far */
  struct lws_context *context;
  struct lws_vhost *vhost;
  http_peer *peers[HTTP_PEERS]; /* by address */
  http_peer proxies;

  /* Each is used within one call and free again after it: */
  http_query query;
  char text[HTTP_CHUNK];                                 /* a response's body */
  unsigned char buffer[HTTP_RESPONSE_HEAD + HTTP_CHUNK]; /* the bytes to write */

  time_t complained; /* when the host was last told something */
  time_t date_time;

  int port; /* never changes */
  int connections, connections_max;
  bool is_secure;             /* clients use https; never changes */
  bool is_stopping;           /* new requests about games are rejected */
  bool has_ended;             /* the game thread has */
  bool is_hung;               /* the game thread did not end in time, and may still use all of this */
  bool has_loop, has_handles; /* they must be closed */
  bool is_alive_due;
  atomic_bool is_stopped; /* set by http_server_stop, from anywhere */
  char date[32];          /* of `date_time`, for the Date header */
};

/* Starts the game thread; http_server_run does it too. */
int http_server_start(http_server *server, asc_error *error);
/* Runs one turn of the loop. */
void http_server_turn(http_server *server, bool wait);
/* Reports a line to the host, but not more often than every few seconds. */
void http_complain(http_server *server, const char *line);

/* ---- accept.c ---- */
/* The callback of the listening socket. */
int http_accept_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
/* Counts a connection of an address. Returns NULL if it has as many as it may. */
http_peer *http_peer_take(http_server *server, const http_address *address);
void http_peer_release(http_peer *peer); /* NULL is allowed */
void http_peers_free(http_server *server);
/* Hands a connection to libwebsockets, which closes it from now on. Its peer is released when it ends. */
void http_server_adopt(http_server *server, http_peer *peer, int connection);

static inline http_server *http_server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

#endif
