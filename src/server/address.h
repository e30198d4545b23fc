/* Addresses of clients: who is at the other end, and whom a proxy says it speaks for. An address of IPv4 is held as the
   one of IPv6 that stands for it, ::ffff:1.2.3.4, so that both ways to write it are one. */
#ifndef ASC_SERVER_ADDRESS_H
#define ASC_SERVER_ADDRESS_H

#include "request.h"
#include "server.h"

#include <stdint.h>
#include <sys/socket.h>

typedef struct web_address {
  uint8_t bytes[16];
} web_address;

/* 1.2.3.4 or 2001:db8::1, also as 1.2.3.4:567, [2001:db8::1] or [2001:db8::1]:567. */
bool asc_address_read(const char *text, size_t length, web_address *address);
/* Of a socket's other end. False: it has none. */
bool asc_address_of(const struct sockaddr_storage *from, web_address *address);
/* What stands for it in counts and limits: one of IPv4 as it is, one of IPv6 by its /64. */
uint64_t asc_address_key(const web_address *address);
bool asc_address_is_loopback(const web_address *address);
/* Of this machine, or of a private network; by its key. */
bool asc_address_is_near(uint64_t key);
/* Whether --trust-proxy names it. */
bool asc_address_is_proxy(const web_proxy *proxy, const web_address *address);
/* Whom a trusted proxy speaks for: the last address of X-Forwarded-For, which the proxy itself has written. Without
   the field the address stays as it is. False: the field names no address. */
bool asc_address_forwarded(const web_request *request, web_address *address);

/* Whether a Host, with or without a port, is this machine's: localhost, the name of the machine, plain and with .local,
   the name in --host, an address of the machine, or the host of --origin. */
bool asc_host_is_own(const web_options *options, const char *host, int socket);

#endif
