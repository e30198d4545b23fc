/* The listening socket, and the connections per address.

   The listening socket is in the event loop with a protocol of its own; its connections are handed to libwebsockets.
   When there are as many connections as the server wants, or the system gives no more, it is paused for a moment, and
   new connections wait in the queue of the system. An address with too many connections gets no more, so that nobody
   can take the places of all others. */
#include "base/hash.h"
#include "server_inside.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  PEER_CONNECTIONS = 128, /* a browser opens six, and a whole school may share an address */
  PAUSE = 50000           /* microseconds */
};

/* Finds the entry of an address, or adds one. Frees the entries on the way that have no connections. */
static http_peer *peer_find(http_server *server, uint64_t address) {
  http_peer **at = &server->peers[asc_hash_add(0, address) % HTTP_PEERS];
  while (*at != NULL && (*at)->address != address) {
    http_peer *peer = *at;
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

http_peer *http_peer_take(http_server *server, const http_address *address) {
  int max = server->options.connections;
  http_peer *peer = peer_find(server, http_address_key(address));
  bool is_limited = max != 0 || !http_address_is_loopback(address);
  if (peer == NULL || (is_limited && peer->connections >= (max == 0 ? PEER_CONNECTIONS : max))) {
    if (peer != NULL) http_complain(server, "an address has reached its maximum of connections; more are rejected");
    return NULL;
  }
  peer->connections++;
  return peer;
}

void http_peer_release(http_peer *peer) {
  if (peer != NULL) peer->connections--;
}

void http_peers_free(http_server *server) {
  for (int i = 0; i < HTTP_PEERS; i++)
    for (http_peer *peer = server->peers[i], *next; peer != NULL; peer = next) {
      next = peer->next;
      free(peer);
    }
}

/* Counts a new connection. Those of a proxy are counted with each request, for the client that it names. */
static http_peer *connection_count(http_server *server, const struct sockaddr_storage *from) {
  http_address address = {0};
  (void)http_address_from(from, &address);
  if (!http_address_is_proxy(&server->options.proxy, &address)) return http_peer_take(server, &address);
  server->proxies.connections++;
  return &server->proxies;
}

void http_server_adopt(http_server *server, http_peer *peer, int connection) {
  int yes = 1, before = server->connections, peer_before = peer->connections;
  /* Every write is a whole piece: waiting to fill a packet would only delay the last one. */
  (void)setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  lws_adopt_desc_t adopted = {
      .vh = server->vhost,
      .type = LWS_ADOPT_SOCKET | (server->options.cert != NULL ? LWS_ADOPT_ALLOW_SSL : 0),
      .fd.sockfd = connection,
      .opaque = peer, /* which is released when the connection ends */
  };
  server->connections++;
  if (lws_adopt_descriptor_vhost_via_info(&adopted) != NULL) return;
  server->connections = before;
  peer->connections = peer_before - 1;
}

static void complain_errno(http_server *server, const char *what) {
  char line[200];
  (void)snprintf(line, sizeof line, "%s: %s", what, strerror(errno));
  http_complain(server, line);
}

static int accept_pause(struct lws *listener) {
  lws_set_timer_usecs(listener, PAUSE);
  return lws_rx_flow_control(listener, 0);
}

/* Accepts all connections that wait. Returns -1 if the listening socket is unusable. */
static int accept_all(http_server *server, struct lws *listener) {
  for (;;) {
    if (server->connections >= server->connections_max) return accept_pause(listener);
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    int connection = accept(lws_get_socket_fd(listener), (struct sockaddr *)&from, &length);
    http_peer *peer = connection < 0 ? NULL : connection_count(server, &from);
    if (peer != NULL) {
      http_server_adopt(server, peer, connection);
    } else if (connection >= 0) {
      close(connection);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return 0;
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      complain_errno(server, "can't accept a connection yet");
      return accept_pause(listener);
    } else if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK) {
      complain_errno(server, "can't accept connections");
      return -1;
    } /* otherwise the client went away while it waited */
  }
}

int http_accept_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  (void)user, (void)in, (void)length;
  http_server *server = http_server_of(wsi);
  server->callbacks++;
  switch (reason) {
  case LWS_CALLBACK_RAW_RX_FILE: return accept_all(server, wsi);
  case LWS_CALLBACK_TIMER: return lws_rx_flow_control(wsi, 1);
  default: return 0;
  }
}
