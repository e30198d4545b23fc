/* A socket that listens. */
#ifndef ASC_SERVER_LISTEN_H
#define ASC_SERVER_LISTEN_H

#include <ascona/error.h>

/* The socket, or an error code: ASC_E_INPUT when the host is none of this machine's, ASC_E_FILE when the system refuses
   the port. Port 0 takes any that is free. */
int asc_listen_open(const char *host, int port, asc_error *error);
/* The port it listens at. */
int asc_listen_port(int socket);
/* Where other machines of the network reach who listens at this host, if that is every address of this one. */
void asc_listen_addresses(const char *host, void (*tell)(void *data, const char *address), void *data);

#endif
