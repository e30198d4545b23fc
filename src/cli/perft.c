/* `ascona perft GAME DEPTH`: counts the sequences of exactly DEPTH plies.

   Only the positions on the board count. Repetition and the ply limit do not end a sequence. If the game before the
   first position ended by resignation or agreement, that has no effect either. */
#include "engine/common/perft.h"
#include "base/text.h"
#include "cli.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cli_perft_summary[] = "how many sequences of moves there are";
const char cli_perft_help[] = "usage: ascona perft GAME DEPTH [--divide] [--position P] [--moves \"…\"]\n"
                              "                    [--json]\n"
                              "\n"
                              "Counts the sequences of exactly DEPTH plies on the board, where neither\n"
                              "repetition nor the ply limit ends a game. A game that ends earlier contributes\n"
                              "nothing, and at a die roll each face counts once. The count stands alone on the\n"
                              "last line.\n"
                              "\n"
                              "  --divide       a line for each first move, with its share\n"
                              "  --position P   start from this position string\n"
                              "  --moves \"…\"    play these moves first\n"
                              "  --json         one JSON object: count, seconds of processor time, and with\n"
                              "                 --divide the shares\n"
                              "\n"
                              "examples:\n"
                              "  ascona perft delta 4\n"
                              "  ascona perft kulami 3 --divide\n";

typedef struct share {
  asc_token move;
  uint64_t count;
} share;

typedef struct perft_result {
  const char *spec;
  int depth, moves;
  uint64_t total;
  double seconds;
} perft_result;

/* Counts the sequences that start with each move, in the bytewise order of `ascona moves`; none at depth 0. Returns
   NULL if out of memory; the caller frees the array. */
static share *shares_count(const asc_rules *rules, const void *position, int depth, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  *count = depth == 0 ? 0 : asc_position_moves(rules, position, moves);
  share *shares = calloc((size_t)*count + 1, sizeof *shares);
  for (int i = 0; shares != NULL && i < *count; i++) {
    asc_position child;
    memcpy(&child, position, rules->position_size);
    asc_move_write(rules, position, moves[i], shares[i].move.text);
    asc_position_play(rules, &child, moves[i]);
    shares[i].count = asc_perft(rules, &child, depth - 1);
  }
  if (shares != NULL)
    qsort(shares, (size_t)*count, sizeof *shares, asc_token_compare); /* a share starts with its token */
  return shares;
}

/* `shares` may be NULL to leave them out. */
static void perft_print_json(const perft_result *perft, const share *shares) {
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", perft->spec);
  asc_json_number(&json, "depth", perft->depth);
  asc_json_number(&json, "count", (int64_t)perft->total);
  asc_json_real(&json, "seconds", perft->seconds, CLI_JSON_DIGITS);
  if (shares != NULL) asc_json_open(&json, "divide", '{');
  for (int i = 0; shares != NULL && i < perft->moves; i++)
    asc_json_number(&json, shares[i].move.text, (int64_t)shares[i].count);
  if (shares != NULL) asc_json_close(&json, '}');
  cli_json_end(&json);
}

static void perft_print_text(const perft_result *perft, const share *shares) {
  for (int i = 0; shares != NULL && i < perft->moves; i++)
    printf("%s %llu\n", shares[i].move.text, (unsigned long long)shares[i].count);
  printf("%llu\n", (unsigned long long)perft->total);
}

static int perft_print(const asc_play *play, int depth, bool divide, bool json) {
  perft_result perft = {.spec = asc_play_rules(play)->spec, .depth = depth, .total = depth == 0};
  double start = cli_thread_cpu_seconds();
  share *shares = shares_count(asc_play_rules(play), asc_play_position(play), depth, &perft.moves);
  if (shares == NULL) return cli_fail(ASC_E_MEMORY, "perft", "out of memory");
  for (int i = 0; i < perft.moves; i++) perft.total += shares[i].count;
  perft.seconds = cli_thread_cpu_seconds() - start;
  int status = CLI_OK;
  if (json)
    perft_print_json(&perft, divide ? shares : NULL);
  else
    perft_print_text(&perft, divide ? shares : NULL);
  free(shares);
  return status;
}

int cli_perft(int argc, char **argv) {
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
  if (!asc_text_number(rest[1], 0, 100, &depth))
    return cli_fail(ASC_E_INPUT, "perft", "the depth is a whole number from 0 to 100, not '%s'", rest[1]);
  cli_setup setup;
  int status = cli_setup_open(&setup, rest[0], position, moves);
  if (status != CLI_OK) return status;
  status = perft_print(setup.play, (int)depth, divide, json);
  cli_setup_close(&setup);
  return cli_finish(status);
}
