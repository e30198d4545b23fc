/* The `ascona` program: reads settings and language, finds the command and runs it. */
#include "base/text.h"
#include "cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/text.h"
#include "cli/speech/suggestion.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void help_write(char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "Ascona: play, study and solve Delta, Néo-Delta, Kulami, Delfino and\n"
                             "Circle Delta.\n\n"
                             "usage: ascona COMMAND …      ascona help COMMAND says all about one\n"
                             "       ascona                a menu, on a terminal\n\n");
  for (const cli_command *command = cli_commands; command->name != NULL; command++)
    asc_writer_format(&writer, "  %-9s %s\n", command->name, command->summary);
  asc_writer_string(&writer, "\n"
                             "  --language L   speak en, de, fr or ru, with any command; else it is as\n"
                             "                 LANGUAGE, LC_ALL, LC_MESSAGES and LANG say. Help, errors,\n"
                             "                 JSON, records and the engine protocol are in English\n"
                             "  --version, -V  the version\n"
                             "\n"
                             "exit status: 0 fine, 1 the check asked for failed or the limit ran out before\n"
                             "a proof, 2 bad input, or a file, folder or database that does not exist,\n"
                             "3 the machine's fault (file, memory, network)\n");
}

static int command_unknown(const char *word) {
  cli_suggestion search = {.word = word};
  for (const cli_command *command = cli_commands; command->name != NULL; command++)
    cli_suggestion_try(&search, command->name);
  if (search.best == NULL) return cli_fail(ASC_E_INPUT, word, "unknown command; see ascona --help");
  return cli_fail(ASC_E_INPUT, word, "unknown command; did you mean %s? see ascona --help", search.best);
}

/* `ascona help`, `ascona help COMMAND` and `ascona --help`. `name` may be NULL. */
static int help_run(const char *name) {
  static char text[1 << 14];
  const cli_command *command = name == NULL ? NULL : cli_command_find(name);
  if (name != NULL) return command == NULL ? command_unknown(name) : cli_command_print_help(command);
  help_write(text, sizeof text);
  return cli_finish(cli_text_show(text));
}

int main(int argc, char **argv) {
  if (!cli_start(&argc, argv)) return CLI_BAD_INPUT;
  if (argc < 2 && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) return cli_menu_run();
  if (argc < 2) return cli_fail(ASC_E_INPUT, "usage", "ascona COMMAND …; see ascona --help");
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
    return help_run(argv[2]);
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0 || strcmp(argv[1], "version") == 0) {
    printf("ascona %s\n", ASC_VERSION);
    return cli_finish(CLI_OK);
  }
  const cli_command *command = cli_command_find(argv[1]);
  if (command == NULL) return command_unknown(argv[1]);
  argv[1] = (char *)command->name;
  return command->run(argc - 1, argv + 1);
}
