/* Run by systemd: the socket that it listens at for us, and telling it how we are (sd_listen_fds(3), sd_notify(3)).
   Where nobody does, nothing happens. */
#ifndef ASC_CLI_SERVICE_H
#define ASC_CLI_SERVICE_H

#include <ascona/error.h>

/* The socket that was handed over, 0 when none was, or an error code. */
int service_socket(asc_error *error);
/* "READY=1", "STOPPING=1" */
void service_tell(const char *state);
/* Milliseconds within which systemd expects a report that we are alive; 0: it expects none (sd_watchdog_enabled(3)). */
int service_watchdog(void);
/* Reports to systemd that the server is alive, without waiting. */
void service_alive(void);

#endif
