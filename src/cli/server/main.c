/* The `ascona-server` program: the commands `serve` and `host`. Users start it as `ascona serve` and `ascona host`;
   help and errors name these. */
#include "cli/cli.h"
#include "cli/server_commands.h"
#include "commands.h"

#include <string.h>

const cli_command cli_commands[] = {{"serve", cli_serve_summary, cli_serve_help, cli_server_serve},
                                    {"host", cli_host_summary, cli_host_help, cli_server_host},
                                    {NULL, NULL, NULL, NULL}};

int main(int argc, char **argv) {
  if (!cli_start(&argc, argv)) return CLI_BAD_INPUT;
  if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
    printf("ascona-server %s\n", ASC_VERSION);
    return cli_finish(CLI_OK);
  }
  const cli_command *command = argc < 2 ? NULL : cli_command_find(argv[1]);
  if (command == NULL) return cli_fail(ASC_E_INPUT, "usage", "ascona serve … or ascona host …; see ascona --help");
  argv[1] = (char *)command->name;
  return command->run(argc - 1, argv + 1);
}
