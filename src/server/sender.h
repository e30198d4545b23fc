/* The sender of a request, as far as its headers tell: a secret in a cookie or as Authorization: Bearer, and the page
   that sent it. */
#ifndef ASC_SERVER_SENDER_H
#define ASC_SERVER_SENDER_H

#include "server_inside.h"

/* Reads the secret, if there is one. False: the request has two. */
bool http_sender_read(const http_server *server, const http_request *request, live_sender *sender);
/* Returns whether a page of this origin may change something for the sender. */
bool http_sender_is_allowed(const http_server *server, const http_request *request, const live_sender *sender);

#endif
