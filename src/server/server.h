/* The web application as a server: one event loop in one thread, over libwebsockets. A site (site.h) is what it serves;
   http.h answers requests; connections that are something else will be protocols beside it.

   Nothing here prints. Who runs the server gets the lines and prints them. */
#ifndef ASC_SERVER_SERVER_H
#define ASC_SERVER_SERVER_H

#include <ascona/error.h>

#include "store/store.h"

#include <stddef.h>

typedef struct web_server web_server;

/* Whom to believe about the address of a client: the first `bits` of an address; -1: nobody. */
typedef struct web_proxy {
  int family, bits;
  unsigned char address[16];
} web_proxy;

typedef struct web_options {
  const char *folder; /* the built page */
  const char *tables; /* the folder that /api/probe answers from; NULL: none */
  const char *host;   /* a name or an address of this machine */
  int port;           /* 0: any that is free */
  int socket;         /* one that listens already, in their place; it is closed with the server. 0: none */
  int patience;       /* seconds with a client that does nothing; 0: the usual */
  int connections;    /* of one address at most; 0: the usual, and no limit for this machine's own */

  const char *database; /* where games between people are kept; NULL: there are none */
  const char *origin;   /* the public address of the page; NULL: this machine's own */
  int limits;           /* how much of the usual a client may ask, in percent; 0: as much as it likes */
  int disk_mib;         /* maximum size of the database; 0: no limit */
  int engines;          /* threads for engines at seats; 0: all processors but one */
  web_proxy proxy;
  asc_retention retention;
  int idle_days; /* without a move, after which a game without a clock ends; 0: the usual */

  const char *cert, *key; /* files of a certificate with its chain, and of its key: TLS; NULL: plain */

  /* One line without its end, of whatever bytes clients send. NULL: nobody wants to know. */
  bool log_addresses;                             /* of clients too */
  void (*log)(void *data, const char *line);      /* a request was answered: a line of JSON */
  void (*complain)(void *data, const char *line); /* the machine refuses something while the server runs */
  /* Called every so many milliseconds after a turn of the loop, 0: never. A loop that does not come round is silent. */
  void (*alive)(void *data);
  int alive_every;
  void *data;
} web_options;

/* Listens when it returns ASC_OK; requests wait until the server runs. */
int asc_server_open(web_server **result, const web_options *options, asc_error *error);
/* Looks through what is kept: the reason says what is damaged. Before it runs. */
int asc_server_check(web_server *server, asc_error *error);
int asc_server_port(const web_server *server);
/* Serves until it is stopped, at once if it was stopped before. ASC_OK, or ASC_E_FILE when it cannot go on. */
int asc_server_run(web_server *server);
/* From anywhere: a signal handler, another thread. */
void asc_server_stop(web_server *server);
/* Drops all connections. */
void asc_server_close(web_server *server);

#endif
