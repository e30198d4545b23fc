/* `ascona moves GAME …`: prints the legal moves, one per line. */
#include "cli.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>

const char cli_moves_summary[] = "the legal moves, one a line";
const char cli_moves_help[] = "usage: ascona moves GAME [--position P] [--moves \"…\"] [--json]\n"
                              "\n"
                              "Prints the legal moves sorted bytewise; nothing when the game is over.\n"
                              "\n"
                              "  --position P   start from this position string instead of the first position\n"
                              "  --moves \"…\"    play these moves first\n"
                              "  --json         one JSON object with the list\n"
                              "\n"
                              "examples:\n"
                              "  ascona moves delta --moves \"b2 b4\"\n"
                              "  ascona moves delfino --moves \"1.1 4.4\"\n";

static void tokens_print_json(const asc_token *tokens, int count) {
  asc_json json = cli_json_begin();
  asc_json_number(&json, "count", count);
  asc_json_open(&json, "moves", '[');
  for (int i = 0; i < count; i++) asc_json_text(&json, NULL, tokens[i].text);
  asc_json_close(&json, ']');
  cli_json_end(&json);
}

int cli_moves(int argc, char **argv) {
  bool json = false;
  const char *spec, *position = NULL, *moves = NULL;
  const cli_option options[] = {
      {"position", CLI_TEXT, &position, 0, 0}, {"moves", CLI_TEXT, &moves, 0, 0}, {"json", CLI_FLAG, &json, 0, 0}, {0}};
  int rest = cli_parse(argc, argv, options, &spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "moves", "which game? see ascona games");
  cli_setup setup;
  int status = cli_setup_open(&setup, spec, position, moves);
  if (status != CLI_OK) return status;
  int count;
  asc_token *tokens = asc_touch_move_tokens(setup.play, NULL, &count);
  if (tokens == NULL) {
    status = cli_fail(ASC_E_MEMORY, "moves", "out of memory");
  } else if (json) {
    tokens_print_json(tokens, count);
  } else {
    for (int i = 0; i < count; i++) puts(tokens[i].text);
  }
  free(tokens);
  cli_setup_close(&setup);
  return cli_finish(status);
}
