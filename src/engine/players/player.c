/* All players behind one interface: a name is parsed into settings, and the settings decide which code chooses the
   moves. Read player.h first. */
#include <ascona/player.h>
#include <ascona/playout.h>

#include "base/text.h"
#include "baseline.h"
#include "best_move.h"
#include "engine/mcts/fixed_point.h"
#include "levels.h"

#include <stdlib.h>
#include <string.h>

enum {
  MILLISECOND = 1000, /* microseconds */
  DEFAULT_TIME_US = 1000 * MILLISECOND,
  DEFAULT_HASH_MIB = 64, /* MiB: MCTS fills this in 0.1 to 0.2 s */
  SMALL_HASH_MIB = 16,   /* MiB, for levels that visit few positions */
  ESTIMATE_PLIES = 2000  /* plies of playouts for the estimate of players without a search */
};

/* By asc_player_kind. */
#ifdef ASC_WITHOUT_BASELINES
static const asc_baseline_player *const baselines[] = {NULL};
static const char known_names[] = "the players are 0 to %d";
#else
static const asc_baseline_player *const baselines[] = {
    [ASC_PLAYER_UCT] = &asc_baseline_uct, [ASC_PLAYER_GREEDY] = &asc_baseline_greedy};
static const char known_names[] = "the players are 0 to %d, uct and greedy";
#endif

struct asc_player {
  const asc_rules *rules;
  asc_player_settings settings;
  asc_search *search;                  /* levels 1 to 10, else NULL */
  const asc_baseline_player *baseline; /* NULL: a level */
  void *baseline_state;                /* state of a baseline player that searches */
  asc_line line;                       /* the reported line of players without a search */
};

/* A setting in a player name: its maximum, and where its number goes. */
typedef struct player_key {
  const char *name;
  uint32_t max;
  uint32_t *target;
} player_key;

static int key_read(asc_cursor *cursor, const player_key *keys, asc_error *error) {
  const player_key *key = keys;
  const asc_cursor start = *cursor;
  for (; key->name != NULL && !(asc_cursor_skip(cursor, key->name) && asc_cursor_skip(cursor, "=")); key++)
    *cursor = start;
  if (key->name == NULL)
    return asc_error_set_at(error, ASC_E_INPUT, cursor,
                            "the settings of a player are threads, hash, nodes, depth, movetime and c");
  if (*key->target != 0) return asc_error_set_at(error, ASC_E_INPUT, cursor, "%s is set twice", key->name);
  if (!asc_cursor_number(cursor, key->max, key->target) || *key->target == 0)
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "%s is a whole number from 1 to %lu", key->name,
                            (unsigned long)key->max);
  return ASC_OK;
}

static int kind_read(asc_cursor *cursor, asc_player_settings *settings, asc_error *error) {
  enum { KINDS = sizeof baselines / sizeof baselines[0] };
  uint32_t level;
  for (int kind = ASC_PLAYER_LEVEL + 1; kind < KINDS; kind++)
    if (asc_cursor_skip(cursor, baselines[kind]->name)) {
      settings->kind = (asc_player_kind)kind;
      return ASC_OK;
    }
  if (!asc_cursor_number(cursor, ASC_LEVEL_MAX, &level))
    return asc_error_set_at(error, ASC_E_INPUT, cursor, known_names, ASC_LEVEL_MAX);
  settings->level = (int)level;
  return ASC_OK;
}

/* Returns true for levels that have limits of their own. */
static bool has_own_limits(const asc_player_settings *settings) {
  return settings->kind == ASC_PLAYER_LEVEL && settings->level < ASC_LEVEL_MAX;
}

int asc_player_read(asc_player_settings *settings, const char *name, asc_error *error) {
  enum { HASH_MAX = 65536, DEPTH_MAX = 1000, TIME_MAX = 86400000, EXPLORATION_MAX = 10000 };
  uint32_t threads = 0, hash = 0, nodes = 0, depth = 0, movetime = 0, exploration = 0;
  const player_key keys[] = {{"threads", ASC_THREADS_MAX, &threads},
                             {"hash", HASH_MAX, &hash},
                             {"nodes", UINT32_MAX, &nodes},
                             {"depth", DEPTH_MAX, &depth},
                             {"movetime", TIME_MAX, &movetime},
                             {"c", EXPLORATION_MAX, &exploration},
                             {0}};
  *settings = (asc_player_settings){0};
  asc_cursor cursor = asc_cursor_over(name);
  int code = kind_read(&cursor, settings, error);
  while (code == ASC_OK && asc_cursor_skip(&cursor, ",")) code = key_read(&cursor, keys, error);
  if (code < 0) return code;
  if (!asc_cursor_at_end(&cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "settings follow as in 10,hash=64,movetime=100");
  settings->threads = threads == 0 ? 1 : (int)threads;
  if (hash == 0) hash = has_own_limits(settings) ? SMALL_HASH_MIB : DEFAULT_HASH_MIB;
  settings->hash_bytes = (size_t)hash << 20;
  settings->nodes = nodes;
  settings->depth = (int)depth;
  settings->move_time_us = (int64_t)movetime * MILLISECOND;
  settings->exploration = exploration == 0 ? ASC_UCT_DEFAULT_EXPLORATION : exploration;
  return ASC_OK;
}

static bool can_search(const asc_baseline_player *baseline) { return baseline != NULL && baseline->open != NULL; }

static bool is_searching_level(const asc_player_settings *settings) {
  return settings->kind == ASC_PLAYER_LEVEL && settings->level > 0;
}

int asc_player_open(asc_player **player, const asc_rules *rules, const char *name, const asc_search_hooks *hooks,
                    asc_error *error) {
  asc_player_settings settings;
  *player = NULL;
  int code = asc_player_read(&settings, name, error);
  if (code < 0) return code;
  asc_player *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  opened->rules = rules;
  opened->settings = settings;
  opened->baseline = baselines[settings.kind];
  asc_search_options options = {
      .hash_bytes = settings.hash_bytes, .threads = settings.threads, .for_play = settings.level == ASC_LEVEL_MAX};
  if (hooks != NULL) options.hooks = *hooks;
  if (can_search(opened->baseline)) code = opened->baseline->open(&opened->baseline_state, rules, &settings, hooks);
  if (is_searching_level(&settings)) code = asc_search_open(&opened->search, rules, &options);
  if (code < 0) {
    asc_player_close(opened);
    return asc_error_set(error, code, "%s", asc_strerror(code));
  }
  asc_player_set_oracle(opened, NULL);
  *player = opened;
  return ASC_OK;
}

void asc_player_close(asc_player *player) {
  if (player == NULL) return;
  asc_search_close(player->search);
  if (player->baseline_state != NULL) player->baseline->close(player->baseline_state);
  free(player);
}

void asc_player_set_oracle(asc_player *player, const asc_oracle *oracle) {
  asc_oracle book = asc_book_oracle(player->rules);
  if (player->search != NULL && player->settings.level == ASC_LEVEL_MAX)
    asc_search_set_oracle(player->search, oracle == NULL ? &book : oracle);
}

void asc_player_stop(asc_player *player) {
  if (player->search != NULL) asc_search_stop(player->search);
  if (player->baseline_state != NULL) player->baseline->stop(player->baseline_state);
}

/* UCT grows a new tree for every move, and the others remember nothing. */
void asc_player_clear(asc_player *player) {
  if (player->search != NULL) asc_search_clear(player->search);
}

/* Combines the limits of the task with those of the name. */
static asc_search_task task_limited(const asc_player_settings *settings, const asc_search_task *task) {
  asc_search_task limited = *task;
  if (settings->nodes > 0 && (task->nodes == 0 || task->nodes > settings->nodes)) limited.nodes = settings->nodes;
  if (settings->depth > 0 && (task->depth == 0 || task->depth > settings->depth)) limited.depth = settings->depth;
  if (settings->move_time_us > 0 && (task->hard_us == 0 || task->hard_us > settings->move_time_us))
    limited.hard_us = settings->move_time_us;
  bool unlimited = limited.nodes == 0 && limited.depth == 0 && limited.soft_us == 0 && limited.hard_us == 0;
  if (unlimited && !has_own_limits(settings)) limited.hard_us = DEFAULT_TIME_US;
  return limited;
}

/* Fills a report with the result of random games, for players that choose without a search. */
static void report_playouts(asc_player *player, const asc_search_task *task, uint64_t seed, asc_move move,
                            asc_search_report *report) {
  const asc_rules *rules = player->rules;
  uint64_t plies = task->nodes > 0 && task->nodes < ESTIMATE_PLIES ? task->nodes : ESTIMATE_PLIES;
  asc_estimate estimate = {0};
  asc_random random;
  asc_random_seed(&random, seed);
  while (estimate.plies < plies) asc_estimate_add(&estimate, rules, task->position, task->plies_left, &random);
  int turn = asc_position_turn(rules, task->position);
  player->line = (asc_line){.score = (int32_t)asc_estimate_value(&estimate, rules, turn), .depth = 1, .length = 1};
  player->line.moves[0] = move;
  for (int i = 0; rules->game->score == ASC_SCORE_CHANCE && i < rules->players; i++)
    player->line.chances[i] = (int32_t)asc_estimate_value(&estimate, rules, i + 1);
  *report = (asc_search_report){.depth = 1, .nodes = estimate.plies, .line_count = 1, .lines = &player->line};
}

static asc_move move_without_search(const asc_player *player, const asc_search_task *task, uint64_t seed) {
  if (player->baseline != NULL) return player->baseline->move(player->rules, task->position, seed);
  asc_random random;
  asc_random_seed(&random, seed);
  return asc_random_move(player->rules, task->position, &random);
}

int asc_player_choose(asc_player *player, const asc_search_task *task, uint64_t seed, asc_move *move,
                      asc_search_report *report) {
  const asc_player_settings *settings = &player->settings;
  asc_search_task limited = task_limited(settings, task);
  asc_search_report found;
  int code = ASC_OK;
  if (is_searching_level(settings) && settings->level < ASC_LEVEL_MAX)
    return asc_level_choose(player->search, &limited, settings->level, seed, move, report);
  bool can_search = player->search != NULL || player->baseline_state != NULL;
  if (player->search != NULL)
    code = asc_best_move_choose(player->search, &limited, &player->line, &found);
  else if (player->baseline_state != NULL)
    code = player->baseline->run(player->baseline_state, &limited, seed, &found);
  else
    *move = move_without_search(player, task, seed);
  if (code < 0) return code;
  if (can_search)
    *move = found.lines[0].moves[0];
  else if (report != NULL)
    report_playouts(player, &limited, seed, *move, &found);
  if (report != NULL) *report = found;
  return ASC_OK;
}
