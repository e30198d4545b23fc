/* Signature searches: see signature.h. Any change of the numbers in the first enum changes all signatures. */
#include "signature.h"

#include <ascona/knowledge.h>
#include <ascona/playout.h>
#include <ascona/random.h>

#include <stdio.h>
#include <string.h>

enum {
  POSITIONS = 3,
  PLIES_APART = 5,
  MIN_NODES = 20000,
  MAX_NODES = 200000,
  MAX_DEPTH = 32,
  MCTS_STEP = 1000,
  MCTS_MAX_NODES = 8000
};

/* Iterative deepening until a search has MIN_NODES nodes or the score is exact. */
static int position_search(asc_search *search, const asc_rules *rules, const void *position, asc_signature *sum) {
  asc_search_task task = {.position = position, .plies_left = rules->ply_limit, .nodes = MAX_NODES};
  asc_search_report report = {0};
  bool is_exact = false;
  for (task.depth = 1; report.nodes < MIN_NODES && task.depth <= MAX_DEPTH && !is_exact; task.depth++) {
    int code = asc_search_run(search, &task, &report);
    if (code < 0) return code;
    sum->nodes += report.nodes;
    is_exact = report.lines[0].certainty == ASC_EXACT;
  }
  sum->searches++;
  return ASC_OK;
}

/* MCTS with growing node limits. Each search continues the tree of the last, so the sum depends on how the tree has
   grown. */
static int position_mcts(asc_search *search, const void *position, asc_signature *sum) {
  asc_search_task task = {.position = position};
  for (task.nodes = MCTS_STEP; task.nodes <= MCTS_MAX_NODES; task.nodes += MCTS_STEP) {
    asc_search_report report;
    int code = asc_search_run(search, &task, &report);
    if (code < 0) return code;
    sum->nodes += report.nodes;
  }
  return ASC_OK;
}

/* Searches some positions of one random game, PLIES_APART plies apart. */
static int positions_search(asc_search *search, const asc_rules *rules, bool for_play, asc_signature *sum) {
  asc_position position;
  asc_random random;
  asc_random_seed(&random, 1);
  asc_position_start(rules, &position);
  for (int i = 0; i < POSITIONS; i++) {
    if (i > 0) (void)asc_playout(rules, &position, PLIES_APART, ASC_PLAYOUT_LIST, &random);
    if (asc_position_count(rules, &position) == 0) break;
    asc_search_clear(search);
    int code = for_play ? position_mcts(search, &position, sum) : position_search(search, rules, &position, sum);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int method_search(const asc_rules *rules, bool for_play, asc_signature *sum) {
  asc_search *search;
  asc_search_options options = {.for_play = for_play};
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  code = positions_search(search, rules, for_play, sum);
  asc_search_close(search);
  return code;
}

int asc_signature_add_rules(const asc_rules *rules, asc_signature *sum) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  int code = method_search(rules, false, sum);
  if (code == ASC_OK && knowledge != NULL && knowledge->error_margin > 0) code = method_search(rules, true, sum);
  return code;
}

/* Searches under rules with one option changed. Combinations that the game rejects are skipped, and so are those that
   equal the usual rules. */
static int variant_search(const asc_rules *usual, const char *key, const char *value, asc_signature *sum) {
  char option[ASC_SPEC_MAX];
  asc_rules *rules;
  (void)snprintf(option, sizeof option, "%s=%s", key, value);
  if (asc_rules_open_game(&rules, usual->game, option, NULL) < 0) return ASC_OK;
  int code = rules->hash == usual->hash ? ASC_OK : asc_signature_add_rules(rules, sum);
  asc_rules_close(rules);
  return code;
}

/* Tries the minimum and the maximum of a number, and each word of a choice. */
static int option_search(const asc_rules *usual, const asc_option *option, asc_signature *sum) {
  char words[ASC_OPTION_VALUE_MAX] = "";
  if (option->type == ASC_OPTION_NUMBER)
    (void)snprintf(words, sizeof words, "%lld %lld", (long long)option->min, (long long)option->max);
  else if (option->type == ASC_OPTION_CHOICE)
    (void)snprintf(words, sizeof words, "%s", option->choices);
  char *rest = words;
  int code = ASC_OK;
  for (const char *word; code == ASC_OK && (word = strtok_r(rest, " ", &rest)) != NULL;)
    code = variant_search(usual, option->key, word, sum);
  return code;
}

int asc_signature_add_game(const asc_rules *usual, asc_signature *sum) {
  int code = asc_signature_add_rules(usual, sum);
  for (int i = 0; code == ASC_OK && i < usual->game->option_count; i++)
    code = option_search(usual, &usual->game->options[i], sum);
  return code;
}
