/* `ascona rules GAME`: prints the rules of a game, with our rulings and their reasons. */
#include "cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char cli_rules_summary[] = "the rules of a game and the rulings with their reasons";
const char cli_rules_help[] = "usage: ascona rules GAME\n"
                              "\n"
                              "Shows the rules of the game as this program plays it, and where the published\n"
                              "sheets are silent or disagree, what it decides and why. On a terminal the page\n"
                              "is laid out for it and shown through PAGER; elsewhere it is Markdown. It comes\n"
                              "in your language (see ascona help).\n"
                              "\n"
                              "examples:\n"
                              "  ascona rules kulami\n";

int cli_rules(int argc, char **argv) {
  const cli_option options[] = {{0}};
  const char *spec;
  int count = cli_parse(argc, argv, options, &spec, 1);
  if (count < 0) return CLI_BAD_INPUT;
  char chosen[ASC_SPEC_MAX];
  if (count == 0 && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    static cli_input input;
    cli_input_open(&input, NULL, NULL);
    bool has_chosen = cli_ask_game(&input, "ask.game", chosen, NULL);
    cli_input_close(&input);
    cli_input_restore_signals();
    if (!has_chosen) return CLI_OK;
    spec = chosen;
    count = 1;
  }
  if (count == 0) return cli_fail(ASC_E_INPUT, "rules", "which game? see ascona games");
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  asc_board_style style = cli_style_detect(stdout);
  int status = cli_text_show_rules(rules->game, &style);
  asc_rules_close(rules);
  return cli_finish(status);
}
