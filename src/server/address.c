/* Reading and comparing addresses. Only http_host_is_own asks the system. */
#include "address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const uint8_t MAPPED[12] = {[10] = 0xff, [11] = 0xff};

static void address_set(int family, const void *bytes, http_address *address) {
  if (family == AF_INET6) {
    memcpy(address->bytes, bytes, 16);
    return;
  }
  memcpy(address->bytes, MAPPED, 12);
  memcpy(address->bytes + 12, bytes, 4);
}

static bool is_port(const char *text) {
  return text[0] == ':' && text[1] != '\0' && strspn(text + 1, "0123456789") == strlen(text + 1) && strlen(text) <= 6;
}

bool http_address_read(const char *text, size_t length, http_address *address) {
  char copy[64];
  uint8_t bytes[16];
  if (length >= sizeof copy || memchr(text, '\0', length) != NULL) return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  char *start = copy, *end = NULL;
  if (copy[0] == '[') {
    start++;
    end = strchr(copy, ']');
    if (end == NULL || (end[1] != '\0' && !is_port(end + 1))) return false;
  } else if (strchr(copy, ':') == strrchr(copy, ':')) {
    end = strchr(copy, ':');
    if (end != NULL && !is_port(end)) return false;
  }
  if (end != NULL) *end = '\0';
  int family = strchr(start, ':') != NULL ? AF_INET6 : AF_INET;
  if ((copy[0] == '[' && family == AF_INET) || inet_pton(family, start, bytes) != 1) return false;
  address_set(family, bytes, address);
  return true;
}

bool http_address_from(const struct sockaddr_storage *from, http_address *address) {
  if (from->ss_family == AF_INET6)
    address_set(AF_INET6, &((const struct sockaddr_in6 *)from)->sin6_addr, address);
  else if (from->ss_family == AF_INET)
    address_set(AF_INET, &((const struct sockaddr_in *)from)->sin_addr, address);
  else
    return false;
  return true;
}

static bool is_ipv4(const http_address *address) { return memcmp(address->bytes, MAPPED, sizeof MAPPED) == 0; }

uint64_t http_address_key(const http_address *address) {
  uint64_t key = 0;
  int from = is_ipv4(address) ? 8 : 0; /* the key of ::ffff:1.2.3.4 is no /64 that anybody can have */
  for (int i = from; i < from + 8; i++) key = key << 8 | address->bytes[i];
  return key;
}

bool http_address_is_loopback(const http_address *address) {
  static const uint8_t six[16] = {[15] = 1};
  return is_ipv4(address) ? address->bytes[12] == IN_LOOPBACKNET : memcmp(address->bytes, six, sizeof six) == 0;
}

bool http_address_is_near(uint64_t key) {
  if (key >> 32 != 0xffff) return key == 0 || key >> 57 == 0xfc >> 1 || key >> 54 == 0xfe80 >> 6;
  uint32_t ipv4 = (uint32_t)key;
  return ipv4 >> 24 == IN_LOOPBACKNET || ipv4 >> 24 == 10 || ipv4 >> 20 == 0xac1 || ipv4 >> 16 == 0xc0a8;
}

bool http_address_is_proxy(const http_proxy *proxy, const http_address *address) {
  http_address network;
  if (proxy->bits < 0 || (proxy->family != AF_INET && proxy->family != AF_INET6)) return false;
  address_set(proxy->family, proxy->address, &network);
  int bits = proxy->bits + (proxy->family == AF_INET ? 96 : 0);
  for (int bit = 0; bit < bits; bit++) {
    int mask = 0x80 >> bit % 8;
    if ((address->bytes[bit / 8] & mask) != (network.bytes[bit / 8] & mask)) return false;
  }
  return true;
}

bool http_address_forwarded(const http_request *request, http_address *address) {
  const char *last = NULL;
  for (int i = 0; i < request->field_count; i++)
    if (strcasecmp(request->fields[i].name, "X-Forwarded-For") == 0) last = request->fields[i].value;
  if (last == NULL) return true;
  const char *comma = strrchr(last, ',');
  if (comma != NULL) last = comma + 1 + strspn(comma + 1, " \t");
  return http_address_read(last, strlen(last), address);
}

static bool is_interface(const http_address *address) {
  struct ifaddrs *all = NULL;
  bool found = false;
  if (getifaddrs(&all) != 0) return false;
  for (const struct ifaddrs *at = all; at != NULL && !found; at = at->ifa_next) {
    http_address own;
    found = at->ifa_addr != NULL &&
            http_address_from((const struct sockaddr_storage *)(const void *)at->ifa_addr, &own) &&
            memcmp(&own, address, sizeof own) == 0;
  }
  freeifaddrs(all);
  return found;
}

static bool is_name(const char *name, size_t length, const char *own) {
  return strlen(own) == length && strncasecmp(name, own, length) == 0;
}

bool http_host_is_own(const http_options *options, const char *host, int socket) {
  char name[256] = "", local[264];
  http_address address, here, public;
  struct sockaddr_storage bound;
  socklen_t size = sizeof bound;
  const char *origin = options->origin != NULL ? strstr(options->origin, "://") : NULL;
  if (http_address_read(host, strlen(host), &address))
    return http_address_is_loopback(&address) ||
           (origin != NULL && http_address_read(origin + 3, strlen(origin + 3), &public) &&
            memcmp(&public, &address, sizeof public) == 0) ||
           (getsockname(socket, (struct sockaddr *)&bound, &size) == 0 && http_address_from(&bound, &here) &&
            memcmp(&here, &address, sizeof here) == 0) ||
           is_interface(&address);
  size_t length = strcspn(host, ":");
  if (length == 0 || (host[length] != '\0' && !is_port(host + length))) return false;
  (void)gethostname(name, sizeof name - 1);
  (void)snprintf(local, sizeof local, "%s.local", name);
  if (origin != NULL && strcspn(origin + 3, ":") == length && strncasecmp(origin + 3, host, length) == 0) return true;
  return is_name(host, length, "localhost") || is_name(host, length, name) || is_name(host, length, local) ||
         (options->host != NULL && is_name(host, length, options->host));
}
