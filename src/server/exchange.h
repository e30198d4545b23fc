/* A connection: it takes requests from the bytes that come, responds to one after the other, and may become a
   WebSocket.

   libwebsockets delivers bytes, plain or from TLS, and says when the system accepts more; HTTP is implemented here.
     exchange.c  reads requests and decides who responds
     respond.c   writes responses piece by piece, and the log
     games.c     makes requests for the game thread of requests about games, and responses of its replies
     socket.h    WebSockets */
#ifndef ASC_SERVER_EXCHANGE_H
#define ASC_SERVER_EXCHANGE_H

#include "request.h"
#include "response.h"
#include "server_inside.h"

/*              head is complete    body is complete       response is written
    HTTP_READING_HEAD ───▶ READING_BODY ───▶ RESPONDING ───▶ READING_HEAD, or ENDING
            └──── upgraded ───▶ SOCKET                                               */
typedef enum http_phase {
  HTTP_READING_HEAD, /* of the next request; also while nothing comes */
  HTTP_READING_BODY,
  HTTP_RESPONDING, /* the response is being made or written; nothing is read meanwhile */
  HTTP_SOCKET,     /* it is a WebSocket now */
  HTTP_ENDING      /* everything is written; bytes that still come are dropped */
} http_phase;

struct http_exchange {
  struct lws *wsi;
  http_phase phase;
  bool is_closing; /* no further request on this connection */
  bool is_paused;  /* nothing is read from it now */
  /* Bytes that have come and are not used yet: */
  char *in;
  size_t in_length, in_capacity;
  size_t scanned; /* by http_request_scan */
  size_t used;    /* by the request that is being answered */
  size_t body;    /* length of the request's body that has not come yet */
  size_t blank;   /* bytes of empty lines before the request */
  /* The part of a response that is not written yet: first `head`, which is owned, then `rest`. */
  unsigned char *head;
  size_t head_length, head_written;
  const unsigned char *rest;
  size_t rest_length;
  /* A request about games: */
  live_request *request;   /* HTTP_READING_BODY */
  http_pending *pending;   /* HTTP_RESPONDING: the game thread has not replied yet */
  live_output *reply;      /* HTTP_RESPONDING: the reply, whose bytes are being written */
  bool is_reply_new;       /* nothing of the reply is written yet */
  char logged_request[48]; /* method and path, for the log */

  http_socket *socket;  /* HTTP_SOCKET */
  http_peer *forwarded; /* the client that a proxy speaks for; NULL: none */
};

/* ---- exchange.c ---- */
/* The callback of connections. */
int http_exchange_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
/* Stops or resumes reading from the connection. */
void http_read_pause(http_exchange *exchange, bool is_paused);

/* ---- respond.c: each returns -1 if the connection must be closed ---- */
/* Writes the head and the first piece of a response. */
int http_respond(http_exchange *exchange, const http_response *response);
/* Writes the next piece, or ends the response. */
int http_respond_continue(http_exchange *exchange);
/* Rejects something that is not a valid request, and closes the connection. */
int http_respond_reject(http_exchange *exchange, const http_rejection *rejection);
/* Frees everything that belongs to a request that is answered, or whose client is gone. */
void http_exchange_end(http_exchange *exchange);
/* The client has so many seconds for its next step. */
void http_deadline_set(http_exchange *exchange, int seconds);
int http_patience(const http_exchange *exchange);
/* Writes a line to the log. */
void http_log(struct lws *wsi, const char *method, const char *path, int status, size_t sent);

/* ---- games.c ---- */
/* A request about games. Its body may still have to come. */
void http_games_take(http_exchange *exchange, const http_request *request, uint64_t address, bool is_post);
/* The body has come. */
void http_games_take_body(http_exchange *exchange, const char *body, size_t length);
/* The reply of the game thread has come. Takes it over. */
void http_exchange_reply(http_exchange *exchange, live_output *reply);
/* Writes what there is of the reply. */
int http_games_respond(http_exchange *exchange);
/* Writes {"error": …} for a rejection that the network thread decides. `seconds` is for "online.too-many-requests",
 * else 0. */
void http_games_error(asc_json *json, const char *key, int seconds);

#endif
