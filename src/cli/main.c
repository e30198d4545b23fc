/* The `ascona` program: finds the command and runs it. */
#include "cli.h"
#include "language.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static void help_print(void) {
  fputs("Ascona: play, study and solve Delta, Néo-Delta, Kulami, Delfino and Circle Delta.\n\n"
        "usage: ascona COMMAND …        ascona COMMAND --help says all about one\n\n",
        stdout);
  for (const cli_command *command = cli_commands; command->name != NULL; command++)
    printf("  %-9s %s\n", command->name, command->summary);
  fputs("\n"
        "exit status: 0 fine, 1 the check asked for failed or the limit ran out before a proof,\n"
        "2 bad input, 3 the machine's fault (file, memory, network)\n",
        stdout);
}

int main(int argc, char **argv) {
  language_from_environment();
  signal(SIGPIPE, SIG_IGN); /* a reader that is gone and a file that is too large are told as errors, */
  signal(SIGXFSZ, SIG_IGN); /* and do not end the program with half of its work done */
  if (!language_from_arguments(&argc, argv)) return CLI_BAD_INPUT;
  if (argc < 2) return cli_fail(ASC_E_INPUT, "command", "which? see ascona --help");
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
    help_print();
    return cli_finish(CLI_OK);
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("ascona %s\n", ASC_VERSION);
    return cli_finish(CLI_OK);
  }
  const cli_command *command = cli_command_find(argv[1]);
  if (command == NULL) return cli_fail(ASC_E_INPUT, argv[1], "unknown command; see ascona --help");
  return command->run(argc - 1, argv + 1);
}
