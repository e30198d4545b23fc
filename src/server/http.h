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
} web_exchange;

/* The headers that are on everything, the library's own error pages too. */
extern const struct lws_protocol_vhost_options *const asc_http_headers;

int asc_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
