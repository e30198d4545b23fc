/* The texts of `serve` and `host`, which two programs have: `ascona` for help, `ascona-server` for its commands. */
#ifndef CLI_SERVER_COMMANDS_H
#define CLI_SERVER_COMMANDS_H

extern const char cli_serve_summary[], cli_serve_help[];
extern const char cli_host_summary[], cli_host_help[];

#endif
