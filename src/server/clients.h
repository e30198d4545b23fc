/* Clients of the game thread, and the requests that it has not answered yet.

   The game thread knows HTTP requests and sockets by ids that are never used twice. An id is in the table while a reply
   may come for it: a socket's until it is closed, that of an HTTP request until the reply comes, also if its connection
   is gone by then. So the age of the oldest request is right even while the game thread hangs. */
#ifndef ASC_SERVER_CLIENTS_H
#define ASC_SERVER_CLIENTS_H

#include "live/live.h"

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_socket http_socket;
typedef struct http_pending http_pending;

/* An entry of the table, part of a socket or of a pending HTTP request. */
typedef struct http_client http_client;
struct http_client {
  http_client *next; /* of its chain */
  live_client_id id;
  http_socket *socket;   /* NULL: an HTTP request, … */
  http_pending *pending; /* … this one */
};

/* A request that the game thread has not answered yet. */
struct http_pending {
  http_pending *older, *newer; /* of all */
  http_pending *next;          /* of its socket */
  int64_t posted;              /* ms of live_thread_clock */
  http_client client;          /* of an HTTP request */
  http_exchange *exchange;     /* of an HTTP request; NULL: its connection is gone */
  char re[ONLINE_COMMAND_MAX]; /* of a socket's request: its id */
};

enum { HTTP_CLIENT_CHAINS = 1 << 14 };

typedef struct http_clients {
  live_client_id last_id;
  http_client *chains[HTTP_CLIENT_CHAINS];
  http_pending *oldest, *newest;
  int pending_count;
  http_socket *sockets;  /* all that are open */
  http_socket *next_due; /* the next to be looked at; NULL: the first */
  int socket_count;
} http_clients;

/* Gives a client its id. */
void http_client_add(http_server *server, http_client *client);
void http_client_remove(http_server *server, http_client *client);

/* Both post a request to the game thread and take it over. False: it could not be posted, and is closed; the response
   is 503. */
bool http_exchange_post(http_exchange *exchange, live_request *request);
bool http_socket_post(http_socket *socket, live_request *request);
/* Frees the pending requests of a socket that is gone. */
void http_socket_pending_free(http_socket *socket);
/* Returns how many ms ago the oldest pending request was posted; 0: there is none. */
int64_t http_clients_oldest(const http_server *server);
/* Takes all outputs of the game thread and passes them on. */
void http_outputs_take(http_server *server);
/* Frees what is left when the game thread has ended. */
void http_clients_free(http_server *server);

#endif
