/* The server binds the socket itself, because libwebsockets would not say why it could not, and accepts no host names.
 */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 512 };

static int fail(asc_error *error, int code, const char *what, const char *reason) {
  return asc_error_set(error, code, "%.200s: %s", what, reason);
}

static int fail_bind(asc_error *error, const char *host, int port) {
  char what[200];
  (void)snprintf(what, sizeof what, "port %d", port);
  if (errno == EADDRINUSE) return fail(error, ASC_E_FILE, what, "another program uses it; choose another with --port");
  if (errno == EACCES) return fail(error, ASC_E_FILE, what, "the system does not allow it; choose one above 1023");
  if (errno == EADDRNOTAVAIL) return fail(error, ASC_E_INPUT, host, "not an address of this machine");
  (void)snprintf(what, sizeof what, "%s, port %d", host, port);
  return fail(error, ASC_E_FILE, what, strerror(errno));
}

static int listen_at(const struct addrinfo *address) {
  int opened = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (opened < 0) return -1;
  int yes = 1;
  /* After a restart the server need not wait until the old connections have timed out. */
  if (setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
      bind(opened, address->ai_addr, address->ai_addrlen) == 0 && listen(opened, BACKLOG) == 0)
    return opened;
  int code = errno;
  close(opened);
  errno = code;
  return -1;
}

int http_listen_open(const char *host, int port, asc_error *error) {
  if (host[0] == '\0') return fail(error, ASC_E_INPUT, "--host", "the name is empty");
  char service[16];
  (void)snprintf(service, sizeof service, "%d", port);
  const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
  struct addrinfo *addresses = NULL;
  int code = getaddrinfo(host, service, &wanted, &addresses);
  if (code == EAI_MEMORY) return fail(error, ASC_E_MEMORY, host, gai_strerror(code));
  if (code == EAI_SYSTEM) return fail(error, ASC_E_FILE, host, strerror(errno));
  if (code != 0) return fail(error, ASC_E_INPUT, host, gai_strerror(code));
  int opened = listen_at(addresses);
  if (opened < 0) opened = fail_bind(error, host, port);
  freeaddrinfo(addresses);
  return opened;
}

int http_listen_port(int socket) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length) < 0) return 0;
  in_port_t port = address.ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)&address)->sin6_port
                                                 : ((const struct sockaddr_in *)&address)->sin_port;
  return ntohs(port);
}

void http_listen_addresses(const char *host, void (*on_address)(void *data, const char *address), void *data) {
  struct ifaddrs *all = NULL;
  bool is_any = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
  if (!is_any || getifaddrs(&all) != 0) return;
  for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
    char text[INET_ADDRSTRLEN];
    if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    if (inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr, text, sizeof text))
      on_address(data, text);
  }
  freeifaddrs(all);
}
