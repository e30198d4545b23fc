/* Requests over HTTP: takes them from the library, answers them (answer.h), writes the answers piece by piece. */
#ifndef ASC_SERVER_HTTP_H
#define ASC_SERVER_HTTP_H

#include <libwebsockets.h>
#include <stdbool.h>

/* What is still to be written of an answer. */
typedef struct web_exchange {
  const unsigned char *rest;
  size_t left;
  bool closing; /* no further request on this connection */
  /* Of a request about games between people, whose answer comes when it is durable: */
  struct lws *wsi;
  struct live_ask *ask; /* not answered yet */
  char *post;           /* its body so far */
  size_t post_length;
  char *owned; /* the answer, to be freed */
  size_t owned_length;
  const char *type;
  char *cookie;
  char asked[48]; /* method and path, for the log */
  int status;     /* of an answer that is there and not yet begun; 0: none */
} web_exchange;

/* The headers that are on everything, the library's own error pages too. */
extern const struct lws_protocol_vhost_options *const asc_http_headers;

/* Answers a request later. The text is taken over; NULL is none. */
void asc_http_answer(web_exchange *exchange, int status, const char *type, char *text, size_t length,
                     const char *cookie);
/* A line of the log, where there is one. */
void asc_http_log(struct lws *wsi, const char *method, const char *path, int status, size_t sent);
/* A connection that was counted is gone. */
void asc_http_connection_forget(struct lws *wsi);

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
