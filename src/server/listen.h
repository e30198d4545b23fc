/* The listening socket. */
#ifndef ASC_SERVER_LISTEN_H
#define ASC_SERVER_LISTEN_H

#include <ascona/error.h>

/* Returns the socket, ASC_E_INPUT if the host is not this machine, or ASC_E_FILE if the system rejects the port. Port 0
   takes any free port. */
int http_listen_open(const char *host, int port, asc_error *error);
/* Returns the port of a listening socket. */
int http_listen_port(int socket);
/* Calls `on_address` for each address by which other machines of the network reach a server at this host. There are
   none unless the host means all interfaces. Any thread may call it. */
void http_listen_addresses(const char *host, void (*on_address)(void *data, const char *address), void *data);

#endif
