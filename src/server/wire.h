/* Bytes to a client, plain or through TLS: as many as the system takes now. The library would keep the rest itself, and
   would not read from a client for as long as it does. */
#ifndef ASC_SERVER_WIRE_H
#define ASC_SERVER_WIRE_H

#include <libwebsockets.h>
#include <sys/types.h>

/* Returns how many were taken; 0: none now; -1: the connection is broken. What was not taken is to be written again,
   from the same bytes on and as many: TLS may have begun with them. */
ssize_t asc_wire_write(struct lws *wsi, const void *bytes, size_t length);
/* Nothing more will be written. The other end may still be sending. */
void asc_wire_end(struct lws *wsi);

#endif
