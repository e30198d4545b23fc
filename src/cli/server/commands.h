/* The commands of `ascona-server`. `ascona serve` and `ascona host` replace their process by it
   (cli/server_commands.c), so that other commands do not load the libraries of the server. Returns and arguments are as
   in cli_command. */
#ifndef CLI_SERVER_RUN_H
#define CLI_SERVER_RUN_H

int cli_server_serve(int argc, char **argv);
int cli_server_host(int argc, char **argv);

#endif
