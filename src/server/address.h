/* Addresses of clients, and of the clients that a proxy speaks for. An IPv4 address is held as its IPv6 form
   ::ffff:1.2.3.4, so that both spellings are the same address. */
#ifndef ASC_SERVER_ADDRESS_H
#define ASC_SERVER_ADDRESS_H

#include "request.h"
#include "server.h"

#include <stdint.h>
#include <sys/socket.h>

typedef struct http_address {
  uint8_t bytes[16];
} http_address;

/* Reads 1.2.3.4 or 2001:db8::1, also as 1.2.3.4:567, [2001:db8::1] or [2001:db8::1]:567. */
bool http_address_read(const char *text, size_t length, http_address *address);
/* Returns false if it is not an IP address. */
bool http_address_from(const struct sockaddr_storage *from, http_address *address);
/* Returns the key for counts and limits: an IPv4 address itself, or the /64 of an IPv6 address. */
uint64_t http_address_key(const http_address *address);
bool http_address_is_loopback(const http_address *address);
/* Returns whether a key is of this machine or of a private network. */
bool http_address_is_near(uint64_t key);
/* Returns whether --trust-proxy covers the address. */
bool http_address_is_proxy(const http_proxy *proxy, const http_address *address);
/* Reads the client that a trusted proxy speaks for: the last address of X-Forwarded-For, which the proxy itself wrote.
   Without the field the address stays as it is. Returns false if the field does not end with an address. */
bool http_address_forwarded(const http_request *request, http_address *address);

/* Returns whether a Host, with or without a port, is this machine: localhost, the name of the machine, plain and with
   .local, the name in --host, an address of the machine, or the host of --origin. */
bool http_host_is_own(const http_options *options, const char *host, int socket);

#endif
