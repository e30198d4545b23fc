/* Implementation of systemd.h without libsystemd: environment variables and a datagram socket. */
#include "systemd.h"

#include "base/text.h"

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_FD = 3 }; /* the first file descriptor that systemd passes (SD_LISTEN_FDS_START) */

static int env_number(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : (int)strtol(text, NULL, 10);
}

int cli_systemd_socket(asc_error *error) {
  int count = env_number("LISTEN_PID") == (int)getpid() ? env_number("LISTEN_FDS") : 0;
  if (count == 0) return 0;
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  int is_listening = 0;
  socklen_t size = sizeof is_listening;
  if (count > 1)
    return asc_error_set(error, ASC_E_INPUT, "systemd: passed %d sockets; the socket unit must have exactly one",
                         count);
  if (getsockname(FIRST_FD, (struct sockaddr *)&address, &length) != 0 ||
      (address.ss_family != AF_INET && address.ss_family != AF_INET6) ||
      getsockopt(FIRST_FD, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &size) != 0 || is_listening == 0)
    return asc_error_set(error, ASC_E_INPUT,
                         "systemd: did not pass a listening TCP socket; check ListenStream= in the socket unit");
  if (fcntl(FIRST_FD, F_SETFD, FD_CLOEXEC) != 0 || fcntl(FIRST_FD, F_SETFL, O_NONBLOCK) != 0)
    return asc_error_set(error, ASC_E_FILE, "systemd: can't set up the socket that it passed");
  return FIRST_FD;
}

static void notify(const char *state, int flags) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path == NULL || path[0] == '\0' || strlen(path) >= sizeof address.sun_path) return;
  memcpy(address.sun_path, path, strlen(path));
  if (path[0] == '@') address.sun_path[0] = '\0';
  int notify_socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (notify_socket < 0) return;
  (void)sendto(notify_socket, state, strlen(state), MSG_NOSIGNAL | flags, (const struct sockaddr *)&address,
               (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
  close(notify_socket);
}

void cli_systemd_notify(const char *state) { notify(state, 0); }

int cli_systemd_watchdog_ms(void) {
  const char *owner = getenv("WATCHDOG_PID"), *time = getenv("WATCHDOG_USEC");
  long long microseconds;
  if (owner != NULL && env_number("WATCHDOG_PID") != (int)getpid()) return 0;
  if (time == NULL || !asc_text_number(time, 2000, 1000LL * INT_MAX, &microseconds)) return 0;
  return (int)(microseconds / 1000);
}

void cli_systemd_report_alive(void) { notify("WATCHDOG=1", MSG_DONTWAIT); }
