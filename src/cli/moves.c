/* `ascona moves GAME …`: the legal moves, one a line. */
#include "cli.h"
#include "json_line.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

const char moves_summary[] = "the legal moves, one a line";
const char moves_help[] = "usage: ascona moves GAME [--position P] [--moves \"…\"] [--json]\n"
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

static int tokens_print_json(const cli_token *tokens, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(list, json_string(tokens[i].text));
  json_t *object = json_pack("{s:i, s:o}", "count", count, "moves", list);
  return json_line_print("moves", object, 0);
}

int moves_run(int argc, char **argv) {
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
  cli_token *tokens = cli_legal_tokens(setup.play, &count);
  if (tokens == NULL) {
    status = cli_fail(ASC_E_MEMORY, "moves", "out of memory");
  } else if (json) {
    status = tokens_print_json(tokens, count);
  } else {
    for (int i = 0; i < count; i++) puts(tokens[i].text);
  }
  free(tokens);
  cli_setup_close(&setup);
  return cli_finish(status);
}
