/* `ascona serve` as a systemd service: socket activation (sd_listen_fds(3)), notifications (sd_notify(3)) and the
   watchdog (sd_watchdog_enabled(3)). Without systemd every function here does nothing. */
#ifndef CLI_SYSTEMD_H
#define CLI_SYSTEMD_H

#include <ascona/error.h>

/* Returns the listening socket that systemd passed, 0 if it passed none, or an error code. The socket is set to
   non-blocking and close-on-exec. ASC_E_INPUT if there are several or it is not a listening TCP socket. */
int cli_systemd_socket(asc_error *error);
/* Sends a state such as "READY=1" or "STOPPING=1". Errors are ignored. */
void cli_systemd_notify(const char *state);
/* Returns the watchdog interval in milliseconds: systemd expects a report at least this often. 0 if it expects none. */
int cli_systemd_watchdog_ms(void);
/* Reports to the watchdog that the server is alive. Never blocks. */
void cli_systemd_report_alive(void);

#endif
