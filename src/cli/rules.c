/* `ascona rules GAME`: the rules page of a game, with the rulings and their reasons. */
#include "cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char rules_summary[] = "the rules of a game and the rulings with their reasons";
const char rules_help[] = "usage: ascona rules GAME\n"
                          "\n"
                          "Shows the rules of the game as this program plays it, and where the published\n"
                          "sheets are silent or disagree, what it decides and why. On a terminal the page\n"
                          "is laid out for it and shown through PAGER; elsewhere it is Markdown. It comes\n"
                          "in your language (see ascona help).\n"
                          "\n"
                          "examples:\n"
                          "  ascona rules kulami\n";

int rules_run(int argc, char **argv) {
  const cli_option options[] = {{0}};
  const char *spec;
  int count = cli_parse(argc, argv, options, &spec, 1);
  if (count < 0) return CLI_BAD_INPUT;
  char asked[ASC_SPEC_MAX];
  if (count == 0 && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    static play_input input;
    input_open(&input, NULL, NULL);
    bool any = ask_game(&input, "ask.game", asked, NULL);
    input_close(&input);
    input_release();
    if (!any) return CLI_OK;
    spec = asked;
    count = 1;
  }
  if (count == 0) return cli_fail(ASC_E_INPUT, "rules", "which game? see ascona games");
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  board_style style = board_style_detect(stdout);
  int status = text_rules(rules->game, &style);
  asc_rules_close(rules);
  return cli_finish(status);
}
