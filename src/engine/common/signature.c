#include "signature.h"

#include <ascona/knowledge.h>
#include <ascona/playout.h>
#include <ascona/random.h>

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

/* Deeper and deeper. */
static int position_search(asc_search *search, const asc_rules *rules, const void *position, asc_signature *sum) {
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
static int position_choose(asc_search *search, const void *position, asc_signature *sum) {
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
static int positions_search(asc_search *search, const asc_rules *rules, bool choose, asc_signature *sum) {
  asc_position position;
  asc_random random;
  asc_random_seed(&random, 1);
  asc_position_start(rules, &position);
  for (int i = 0; i < POSITIONS; i++) {
    if (i > 0) (void)asc_playout(rules, &position, PLIES_APART, ASC_PLAYOUT_LIST, &random);
    if (asc_position_count(rules, &position) == 0) break;
    asc_search_clear(search);
    int code = choose ? position_choose(search, &position, sum) : position_search(search, rules, &position, sum);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int way_search(const asc_rules *rules, bool choose, asc_signature *sum) {
  asc_search *search;
  asc_search_options options = {.plays = choose};
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  code = positions_search(search, rules, choose, sum);
  asc_search_close(search);
  return code;
}

int asc_signature_rules(const asc_rules *rules, asc_signature *sum) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  int code = way_search(rules, false, sum);
  if (code == ASC_OK && knowledge != NULL && knowledge->spread > 0) code = way_search(rules, true, sum);
  return code;
}

/* The rules with one option changed; those that are impossible, or no others than the usual ones, are left out. */
static int variant_search(const asc_rules *usual, const char *key, const char *value, asc_signature *sum) {
  char option[ASC_SPEC_MAX];
  asc_rules *rules;
  (void)snprintf(option, sizeof option, "%s=%s", key, value);
  if (asc_rules_open_game(&rules, usual->game, option, NULL) < 0) return ASC_OK;
  int code = rules->hash == usual->hash ? ASC_OK : asc_signature_rules(rules, sum);
  asc_rules_close(rules);
  return code;
}

/* A number becomes its least and its most, a word each of the others. */
static int option_search(const asc_rules *usual, const asc_option *option, asc_signature *sum) {
  char words[ASC_OPTION_VALUE_MAX] = "";
  if (option->type == ASC_OPTION_NUMBER)
    (void)snprintf(words, sizeof words, "%lld %lld", (long long)option->least, (long long)option->most);
  else if (option->type == ASC_OPTION_CHOICE)
    (void)snprintf(words, sizeof words, "%s", option->choices);
  char *rest = words;
  int code = ASC_OK;
  for (const char *word; code == ASC_OK && (word = strtok_r(rest, " ", &rest)) != NULL;)
    code = variant_search(usual, option->key, word, sum);
  return code;
}

int asc_signature_game(const asc_rules *usual, asc_signature *sum) {
  int code = asc_signature_rules(usual, sum);
  for (int i = 0; code == ASC_OK && i < usual->game->option_count; i++)
    code = option_search(usual, &usual->game->options[i], sum);
  return code;
}
