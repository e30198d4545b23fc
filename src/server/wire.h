/* Writing to a client, plain or through TLS, as many bytes as the system accepts now. libwebsockets would buffer the
   rest itself, and would stop reading from the client meanwhile. */
#ifndef ASC_SERVER_WIRE_H
#define ASC_SERVER_WIRE_H

#include <libwebsockets.h>
#include <sys/types.h>

/* Returns how many bytes were accepted; 0: none now; -1: the connection is broken. The rest must be written again from
   the same bytes on and with the same length, because TLS may have started with them. */
ssize_t http_wire_write(struct lws *wsi, const void *bytes, size_t length);
/* Nothing more will be written. The client may still be sending. */
void http_wire_end(struct lws *wsi);

#endif
