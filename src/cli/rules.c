/* `ascona rules GAME`: the rules page of a game, with the rulings and their reasons. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

const char rules_summary[] = "the rules of a game and the rulings with their reasons";
const char rules_help[] = "usage: ascona rules GAME\n"
                          "\n"
                          "Prints the rules of the game as this program plays it, and where the published sheets are\n"
                          "silent or disagree, what it decides and why. The text is Markdown.\n"
                          "\n"
                          "examples:\n"
                          "  ascona rules kulami\n";

int rules_run(int argc, char **argv) {
  const cli_option options[] = {{0}};
  const char *spec;
  int count = cli_parse(argc, argv, options, &spec, 1);
  if (count < 0) return CLI_BAD_INPUT;
  if (count == 0) return cli_fail(ASC_E_INPUT, "rules", "which game? see ascona games");
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  fputs(rules->game->about, stdout);
  asc_rules_close(rules);
  return cli_finish(CLI_OK);
}
