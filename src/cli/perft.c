/* `ascona perft GAME DEPTH`: how many sequences of exactly DEPTH plies there are.

   The count is over bare positions: neither repetition nor the ply limit cuts it short. The last ply is counted, not
   played. */
#include "cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char perft_summary[] = "how many sequences of moves there are";
const char perft_help[] = "usage: ascona perft GAME DEPTH [--divide] [--position P] [--moves \"…\"] [--json]\n"
                          "\n"
                          "Counts the sequences of exactly DEPTH plies; a game that ends earlier contributes nothing,\n"
                          "and at a die roll each face counts once. The count stands alone on the last line.\n"
                          "\n"
                          "  --divide       a line for each first move, with its share\n"
                          "  --position P   start from this position string\n"
                          "  --moves \"…\"    play these moves first\n"
                          "  --json         one JSON object: count, seconds, and with --divide the shares\n"
                          "\n"
                          "examples:\n"
                          "  ascona perft delta 4\n"
                          "  ascona perft kulami 3 --divide\n";

uint64_t cli_perft(const asc_rules *rules, const void *position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return (uint64_t)asc_position_count(rules, position);
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  uint64_t total = 0;
  for (int i = 0; i < count; i++) {
    asc_position child;
    memcpy(&child, position, rules->position_size);
    rules->game->play(rules, &child, moves[i]);
    total += cli_perft(rules, &child, depth - 1);
  }
  return total;
}

typedef struct share {
  char move[ASC_TOKEN_MAX];
  uint64_t count;
} share;

/* The shares of the legal moves, in the bytewise order of `moves`. NULL when out of memory. */
static share *shares_count(const asc_play *play, int depth, int *count) {
  const asc_rules *rules = asc_play_rules(play);
  cli_token *tokens = cli_legal_tokens(play, count);
  share *shares = calloc((size_t)*count + 1, sizeof *shares);
  for (int i = 0; tokens != NULL && shares != NULL && i < *count; i++) {
    asc_position child;
    asc_move move;
    memcpy(&child, asc_play_position(play), rules->position_size);
    asc_move_read(rules, &child, tokens[i].text, &move, NULL);
    asc_position_play(rules, &child, move);
    memcpy(shares[i].move, tokens[i].text, ASC_TOKEN_MAX);
    shares[i].count = cli_perft(rules, &child, depth - 1);
  }
  if (tokens == NULL) {
    free(shares);
    shares = NULL;
  }
  free(tokens);
  return shares;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int perft_print(const asc_play *play, int depth, bool divide, bool json) {
  double start = seconds_now();
  uint64_t total = 0;
  int count = 0;
  share *shares = NULL;
  if (depth > 0) {
    shares = shares_count(play, depth, &count);
    if (shares == NULL) return cli_fail(ASC_E_MEMORY, "perft", "out of memory");
    for (int i = 0; i < count; i++) total += shares[i].count;
  } else {
    total = 1;
  }
  double seconds = seconds_now() - start;
  json_t *divided = json_object();
  for (int i = 0; divide && i < count; i++) {
    if (json)
      json_object_set_new(divided, shares[i].move, json_integer((json_int_t)shares[i].count));
    else
      printf("%s %llu\n", shares[i].move, (unsigned long long)shares[i].count);
  }
  if (json) {
    json_t *object = json_pack("{s:s, s:i, s:I, s:f}", "game", asc_play_rules(play)->spec, "depth", depth, "count",
                               (json_int_t)total, "seconds", seconds);
    if (divide) json_object_set(object, "divide", divided);
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
  } else {
    printf("%llu\n", (unsigned long long)total);
  }
  json_decref(divided);
  free(shares);
  return CLI_OK;
}

int perft_run(int argc, char **argv) {
  bool json = false, divide = false;
  const char *rest[2], *position = NULL, *moves = NULL;
  const cli_option options[] = {{"position", CLI_TEXT, &position, 0, 0},
                                {"moves", CLI_TEXT, &moves, 0, 0},
                                {"divide", CLI_FLAG, &divide, 0, 0},
                                {"json", CLI_FLAG, &json, 0, 0},
                                {0}};
  int count = cli_parse(argc, argv, options, rest, 2);
  if (count < 0) return CLI_BAD_INPUT;
  if (count < 2) return cli_fail(ASC_E_INPUT, "perft", "give a game and a depth; see ascona perft --help");
  long long depth;
  if (!cli_number(rest[1], 0, 100, &depth))
    return cli_fail(ASC_E_INPUT, "perft", "the depth is a whole number from 0 to 100, not '%s'", rest[1]);
  cli_setup setup;
  int status = cli_setup_open(&setup, rest[0], position, moves);
  if (status != CLI_OK) return status;
  status = perft_print(setup.play, (int)depth, divide, json);
  cli_setup_close(&setup);
  return cli_finish(status);
}
