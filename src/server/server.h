/* The web app as a server: files, tablebases and games between players over HTTP and WebSocket.

   One thread, the network thread, runs an event loop over libwebsockets and libuv; it owns all connections. Another
   one, the game thread (live/thread.h), owns the games. The network thread never waits for the disk.

   Nothing here prints: the caller gets lines of text and prints them. */
#ifndef ASC_SERVER_SERVER_H
#define ASC_SERVER_SERVER_H

#include <ascona/error.h>

#include "store/store.h"

#include <stddef.h>

typedef struct http_server http_server;

/* A network whose X-Forwarded-For is trusted: the first `bits` of an address; -1: none. */
typedef struct http_proxy {
  int family, bits;
  unsigned char address[16];
} http_proxy;

typedef struct http_options {
  const char *folder; /* of the built web app */
  const char *tables; /* folder of the tablebases for /api/probe; NULL: none */
  const char *host;   /* a name or an address of this machine */
  int port;           /* 0: any free port */
  int socket;         /* a listening socket to use instead; the server closes it. 0: none */
  int patience;       /* seconds until an idle connection is closed; 0: the default */
  int connections;    /* per address at most; 0: the default, and no limit for this machine */

  const char *database; /* of the games between players; NULL: no games */
  const char *origin;   /* the public address; NULL: the addresses of this machine */
  int limits;           /* rate limits in percent of the default; 0: no limits */
  int disk_mib;         /* maximum size of the database; 0: no limit */
  int engines;          /* threads for engines; 0: one less than there are processors */
  http_proxy proxy;
  store_retention retention;
  int idle_days; /* a game without a clock ends after so many days without a move; 0: the default */

  const char *cert, *key; /* files of the certificate with its chain, and of its key; NULL: no TLS */

  /* Each gets one line without its end, which may contain any bytes that clients send. NULL: not wanted. */
  bool log_addresses;                             /* the log names the addresses of clients */
  void (*log)(void *data, const char *line);      /* a response was sent: a line of JSON */
  void (*complain)(void *data, const char *line); /* something failed while the server runs; from any thread */
  /* Called every `alive_every` ms, 0: never, while both threads make progress. */
  void (*alive)(void *data);
  int alive_every;
  void *data;
} http_options;

/* Listens when it returns ASC_OK; requests wait until the server runs. The strings of the options must outlive the
   server. */
int http_server_open(http_server **result, const http_options *options, asc_error *error);
/* Checks the whole database before the server runs; the reason says what is damaged. */
int http_server_check(http_server *server, asc_error *error);
int http_server_port(const http_server *server);
/* Serves until it is stopped, and not at all if it was stopped before. Then it finishes and answers what it has begun,
   within five seconds. Returns ASC_OK, or ASC_E_FILE if it can't serve. */
int http_server_run(http_server *server);
/* May be called from a signal handler and from any thread. */
void http_server_stop(http_server *server);
/* Drops all connections. */
void http_server_close(http_server *server);

#endif
