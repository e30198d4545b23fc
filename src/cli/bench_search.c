/* Fixed searches: how fast they are, and the number of their nodes.

   Nothing here depends on time or chance, so the nodes are the same wherever and whenever they are counted, as long as
   the search is the same: they are its signature. A position is searched to depth 1, 2, 3 and so on, so that the number
   depends on the searches and not on a limit. Which options are searched follows from what the games say of theirs: a
   new game is counted by being in the list. */
#include "bench.h"

#include <ascona/knowledge.h>

#include "json_line.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum {
  POSITIONS = 3,
  PLIES_APART = 5,
  ENOUGH = 20000,
  MOST = 200000,
  DEEPEST = 32,
  CHOICE_STEP = 1000,
  CHOICE_MOST = 8000
};

/* The searches of a game. */
typedef struct bench_sum {
  const bench_options *options;
  int searches; /* of a position each */
  uint64_t nodes;
  double seconds;
} bench_sum;

/* Deeper and deeper. */
static int position_search(asc_search *search, const asc_rules *rules, const void *position, bench_sum *sum) {
  asc_task task = {.position = position, .plies_left = rules->ply_limit, .nodes = MOST};
  asc_report report = {0};
  bool settled = false;
  for (task.depth = 1; report.nodes < ENOUGH && task.depth <= DEEPEST && !settled; task.depth++) {
    int code = asc_search_run(search, &task, &report);
    if (code < 0) return code;
    sum->nodes += report.nodes;
    settled = report.lines[0].certainty == ASC_EXACT;
  }
  sum->searches++;
  return ASC_OK;
}

/* Best-first, with more and more nodes: where it ends depends on the way it took. */
static int position_choose(asc_search *search, const void *position, bench_sum *sum) {
  asc_task task = {.position = position};
  for (task.nodes = CHOICE_STEP; task.nodes <= CHOICE_MOST; task.nodes += CHOICE_STEP) {
    asc_report report;
    int code = asc_search_run(search, &task, &report);
    if (code < 0) return code;
    sum->nodes += report.nodes;
  }
  return ASC_OK;
}

/* Positions of one random game, some plies apart. */
static int positions_search(asc_search *search, const asc_rules *rules, bool choose, bench_sum *sum) {
  asc_position position;
  asc_random random;
  asc_random_seed(&random, 1);
  asc_position_start(rules, &position);
  for (int i = 0; i < POSITIONS; i++) {
    if (i > 0) (void)asc_playout(rules, &position, PLIES_APART, ASC_PLAYOUT_LIST, &random);
    if (asc_position_count(rules, &position) == 0) break;
    asc_search_clear(search);
    double begin = cli_thread_seconds();
    int code = choose ? position_choose(search, &position, sum) : position_search(search, rules, &position, sum);
    sum->seconds += cli_thread_seconds() - begin;
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int way_search(const asc_rules *rules, bool choose, bench_sum *sum) {
  asc_search *search;
  asc_search_options options = {.plays = choose};
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  code = positions_search(search, rules, choose, sum);
  asc_search_close(search);
  return code;
}

static int rules_search(const asc_rules *rules, bench_sum *sum) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  int code = way_search(rules, false, sum);
  if (code == ASC_OK && knowledge != NULL && knowledge->spread > 0) code = way_search(rules, true, sum);
  return code < 0 ? cli_fail(code, "bench", "%s", asc_strerror(code)) : CLI_OK;
}

/* The rules with one option changed; those that are impossible, or no others than the usual ones, are left out. */
static int variant_search(const asc_rules *usual, const char *key, const char *value, bench_sum *sum) {
  char option[ASC_SPEC_MAX];
  asc_rules *rules;
  (void)snprintf(option, sizeof option, "%s=%s", key, value);
  if (asc_rules_open_game(&rules, usual->game, option, NULL) < 0) return CLI_OK;
  int status = rules->hash == usual->hash ? CLI_OK : rules_search(rules, sum);
  asc_rules_close(rules);
  return status;
}

/* A number becomes its least and its most, a word each of the others. */
static int option_search(const asc_rules *usual, const asc_option *option, bench_sum *sum) {
  char words[ASC_OPTION_VALUE_MAX] = "";
  if (option->type == ASC_OPTION_NUMBER)
    (void)snprintf(words, sizeof words, "%lld %lld", (long long)option->least, (long long)option->most);
  else if (option->type == ASC_OPTION_CHOICE)
    (void)snprintf(words, sizeof words, "%s", option->choices);
  char *rest = words;
  int status = CLI_OK;
  for (const char *word; status == CLI_OK && (word = strtok_r(rest, " ", &rest)) != NULL;)
    status = variant_search(usual, option->key, word, sum);
  return status;
}

static int game_search(const char *spec, bench_sum *sum) {
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  int status = rules_search(rules, sum);
  for (int i = 0; status == CLI_OK && !sum->options->named && i < rules->game->option_count; i++)
    status = option_search(rules, &rules->game->options[i], sum);
  asc_rules_close(rules);
  return status;
}

static int sum_print(const char *spec, const bench_sum *sum) {
  double speed = (double)sum->nodes / sum->seconds;
  if (!sum->options->json) {
    printf("%-14s %9d %10llu %9.2f M\n", spec, sum->searches, (unsigned long long)sum->nodes, speed / 1e6);
    fflush(stdout);
    return CLI_OK;
  }
  json_t *object = json_pack("{s:s, s:i, s:I, s:I, s:s, s:s}", "game", spec, "searches", sum->searches, "nodes",
                             (json_int_t)sum->nodes, "nodes_per_second", (json_int_t)speed, "machine",
                             sum->options->machine, "compiler", bench_compiler());
  return json_line_print("bench", object, 0);
}

int bench_search(const bench_options *options, bool quiet) {
  uint64_t signature = 0;
  int status = CLI_OK;
  if (!quiet && !options->json) printf("%-14s %9s %10s %11s\n", "game", "positions", "nodes", "nodes/s");
  for (int i = 0; i < options->games.count && status == CLI_OK; i++) {
    bench_sum sum = {.options = options};
    status = game_search(options->games.items[i], &sum);
    signature += sum.nodes;
    if (status == CLI_OK && !quiet) status = sum_print(options->games.items[i], &sum);
  }
  if (status == CLI_OK)
    printf(options->json ? "{\"signature\":%llu}\n" : "signature %llu\n", (unsigned long long)signature);
  return status;
}
