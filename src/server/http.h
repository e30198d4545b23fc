/* Connections over HTTP: takes requests from the bytes that come, answers them (answer.h), writes the answers piece by
   piece.

   A connection is in one phase at a time. Requests on it are answered one after the other, however many have come. */
#ifndef ASC_SERVER_HTTP_H
#define ASC_SERVER_HTTP_H

#include "loop.h"
#include "request.h"

/*            head is whole      body is whole       answer is written
    PHASE_HEAD ──────────▶ BODY ──────────▶ ANSWER ──────────▶ HEAD, or END
         └─── upgraded ─▶ SOCKET                                          */
typedef enum web_phase {
  PHASE_HEAD,   /* of a request is coming, or nothing */
  PHASE_BODY,   /* is coming */
  PHASE_ANSWER, /* is being made or written; nothing is read meanwhile */
  PHASE_SOCKET, /* it is a socket of the games now */
  PHASE_END     /* all is written; what still comes is dropped */
} web_phase;

typedef struct web_exchange {
  struct lws *wsi;
  web_phase phase;
  bool closing; /* no further request on this connection */
  bool deaf;    /* nothing is read from it now */
  /* What has come and is not used yet: */
  char *in;
  size_t in_length, in_room;
  size_t seen;  /* of it, by asc_request_scan */
  size_t used;  /* of it, by the request that is being answered */
  size_t body;  /* bytes of the request that is coming */
  size_t blank; /* bytes of empty lines before it */
  /* The unwritten rest of an answer: first `head`, a copy of ours, then `rest`. */
  unsigned char *head;
  size_t head_length, head_at;
  const unsigned char *rest;
  size_t left;
  /* Of a request about games between people, whose answer comes when it is durable: */
  struct live_ask *ask; /* not answered yet */
  char *owned;          /* the answer, to be freed */
  size_t owned_length;
  const char *type;
  char *cookie;
  char asked[48]; /* method and path, for the log */
  int status;     /* of an answer that is there and not yet begun; 0: none */

  struct live_socket *socket; /* in PHASE_SOCKET */
  web_peer *forwarded;        /* for whom a proxy asks; NULL: for nobody, or it is no proxy */
} web_exchange;

/* Answers a request later. The text is taken over; NULL is none. */
void asc_http_answer(web_exchange *exchange, int status, const char *type, char *text, size_t length,
                     const char *cookie);
/* Whether the connection is read from. */
void asc_http_hear(web_exchange *exchange, bool on);
/* A line of the log, where there is one. */
void asc_http_log(struct lws *wsi, const char *method, const char *path, int status, size_t sent);

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
