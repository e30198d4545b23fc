/* What the parts of the server share: the loop, and what its callbacks find through the library's context. */
#ifndef ASC_SERVER_LOOP_H
#define ASC_SERVER_LOOP_H

#include "address.h"
#include "probe.h"
#include "server.h"
#include "site.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <uv.h>

/* A piece of a file that is sent in one go, after the headers if it is the first. */
enum { SERVER_CHUNK = 1 << 16, SERVER_HEAD_MAX = 4096 };

#define SERVER_SOCKET "ascona.1" /* the protocol of sockets, with the version of the API */

/* A client that has connections: an address of IPv4, or a network of IPv6, of which everybody has one at least. */
typedef struct web_peer {
  uint64_t address; /* its key */
  int connections;  /* 0: nobody any more, to be freed */
  struct web_peer *next;
} web_peer;
enum { SERVER_PEERS = 4096, SERVER_PAYERS = 1 << 14 };

struct web_server {
  web_options options;
  web_site *site;
  web_probe probe;
  struct web_live *live; /* games between people; NULL: none */
  uv_loop_t loop;
  bool looping;     /* the loop is there */
  uv_timer_t pulse; /* when options.alive is due; there if the loop is */
  bool pulse_due;
  struct lws_context *context;
  struct lws_vhost *vhost;
  int port;
  int connections, connections_most;
  web_peer *peers[SERVER_PEERS];            /* by address */
  struct live_payer *payers[SERVER_PAYERS]; /* with their buckets of tokens, for limits.c */
  uint64_t swept;                           /* places of them that were looked through */
  web_peer proxies;                         /* whose connections are counted by whom they speak for */
  uint64_t events;                          /* callbacks so far */
  atomic_bool stopped;
  time_t now;
  web_query query;                                      /* that is being answered, */
  char text[SERVER_CHUNK];                              /* and the answer: a piece, so that it is written in one go */
  char date[32];                                        /* of `now`, as HTTP writes it */
  char retry[16];                                       /* seconds, for Retry-After */
  unsigned char buffer[SERVER_HEAD_MAX + SERVER_CHUNK]; /* what is being written */
};

/* One turn of the loop. */
void asc_server_turn(web_server *server, bool wait);
/* Counts a connection of an address; NULL: it has as many as it may. NULL may be released. */
web_peer *asc_peer_take(web_server *server, const web_address *address);
void asc_peer_release(web_peer *peer);
/* Hands a connection to the library, which closes it from now on. The peer is released when it ends. */
void asc_server_adopt(web_server *server, web_peer *peer, int connection);

static inline web_server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

#endif
