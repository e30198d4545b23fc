#include "service.h"

#include "core/text.h"

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST = 3 }; /* sockets are handed over from here on */

static int number_of(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : (int)strtol(text, NULL, 10);
}

int service_socket(asc_error *error) {
  int count = number_of("LISTEN_PID") == (int)getpid() ? number_of("LISTEN_FDS") : 0;
  if (count == 0) return 0;
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  int listens = 0;
  socklen_t size = sizeof listens;
  if (count > 1) return asc_fail(error, ASC_E_INPUT, "one socket is wanted, and %d were handed over", count);
  if (getsockname(FIRST, (struct sockaddr *)&address, &length) != 0 ||
      (address.ss_family != AF_INET && address.ss_family != AF_INET6) ||
      getsockopt(FIRST, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0)
    return asc_fail(error, ASC_E_INPUT, "what was handed over is no socket that listens at a port");
  if (fcntl(FIRST, F_SETFD, FD_CLOEXEC) != 0 || fcntl(FIRST, F_SETFL, O_NONBLOCK) != 0)
    return asc_fail(error, ASC_E_FILE, "the socket that was handed over cannot be used");
  return FIRST;
}

static void tell(const char *state, int flags) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path == NULL || path[0] == '\0' || strlen(path) >= sizeof address.sun_path) return;
  memcpy(address.sun_path, path, strlen(path));
  if (path[0] == '@') address.sun_path[0] = '\0';
  int told = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (told < 0) return;
  (void)sendto(told, state, strlen(state), MSG_NOSIGNAL | flags, (const struct sockaddr *)&address,
               (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
  close(told);
}

void service_tell(const char *state) { tell(state, 0); }

int service_watchdog(void) {
  const char *owner = getenv("WATCHDOG_PID"), *time = getenv("WATCHDOG_USEC");
  long long microseconds;
  if (owner != NULL && number_of("WATCHDOG_PID") != (int)getpid()) return 0;
  if (time == NULL || !asc_text_number(time, 2000, 1000LL * INT_MAX, &microseconds)) return 0;
  return (int)(microseconds / 1000);
}

void service_alive(void) { tell("WATCHDOG=1", MSG_DONTWAIT); }
