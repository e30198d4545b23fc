/* One door for all players: a name is read into settings, and the settings say who thinks. */
#include <ascona/player.h>
#include <ascona/playout.h>

#include "choice.h"
#include "core/text.h"
#include "engine/mcts/scale.h"
#include "levels.h"
#include "yardstick.h"

#include <stdlib.h>
#include <string.h>

enum {
  MILLISECOND = 1000, /* microseconds */
  STANDARD_TIME = 1000 * MILLISECOND,
  STANDARD_HASH = 64, /* MiB: a tree of best-first search grows so large in a tenth of a second or two */
  MODEST_HASH = 16,   /* of levels that look at few positions */
  GLANCE = 2000       /* plies of playouts, for those who say nothing of a position themselves */
};

/* By kind. */
#ifdef ASC_WITHOUT_YARDSTICKS
static const asc_yardstick *const yardsticks[] = {NULL};
static const char known[] = "the players are 0 to %d";
#else
static const asc_yardstick *const yardsticks[] = {[ASC_PLAYER_UCT] = &asc_uct, [ASC_PLAYER_GREEDY] = &asc_greedy};
static const char known[] = "the players are 0 to %d, uct and greedy";
#endif

struct asc_player {
  const asc_rules *rules;
  asc_player_settings settings;
  asc_search *search;             /* levels 1 to 10 */
  const asc_yardstick *yardstick; /* NULL: a level */
  void *thinker;                  /* of a yardstick that thinks */
  asc_line line;                  /* of who does not search */
};

/* A setting of a name: where its number goes, and its bounds. */
typedef struct player_key {
  const char *name;
  uint32_t most;
  uint32_t *target;
} player_key;

static int key_read(asc_cursor *cursor, const player_key *keys, asc_error *error) {
  const player_key *key = keys;
  const asc_cursor start = *cursor;
  for (; key->name != NULL && !(asc_cursor_skip(cursor, key->name) && asc_cursor_skip(cursor, "=")); key++)
    *cursor = start;
  if (key->name == NULL)
    return asc_fail_at(error, cursor, "the settings of a player are threads, hash, nodes, depth, movetime and c");
  if (*key->target != 0) return asc_fail_at(error, cursor, "%s is set twice", key->name);
  if (!asc_cursor_number(cursor, key->most, key->target) || *key->target == 0)
    return asc_fail_at(error, cursor, "%s is a whole number from 1 to %lu", key->name, (unsigned long)key->most);
  return ASC_OK;
}

static int kind_read(asc_cursor *cursor, asc_player_settings *settings, asc_error *error) {
  enum { KINDS = sizeof yardsticks / sizeof yardsticks[0] };
  uint32_t level;
  for (int kind = ASC_PLAYER_LEVEL + 1; kind < KINDS; kind++)
    if (asc_cursor_skip(cursor, yardsticks[kind]->name)) {
      settings->kind = (asc_player_kind)kind;
      return ASC_OK;
    }
  if (!asc_cursor_number(cursor, ASC_LEVEL_MAX, &level)) return asc_fail_at(error, cursor, known, ASC_LEVEL_MAX);
  settings->level = (int)level;
  return ASC_OK;
}

/* A level with limits of its own. */
static bool is_modest(const asc_player_settings *settings) {
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
  if (!asc_cursor_ended(&cursor)) return asc_fail_at(error, &cursor, "settings follow as in 10,hash=64,movetime=100");
  settings->threads = threads == 0 ? 1 : (int)threads;
  if (hash == 0) hash = is_modest(settings) ? MODEST_HASH : STANDARD_HASH;
  settings->hash = (size_t)hash << 20;
  settings->nodes = nodes;
  settings->depth = (int)depth;
  settings->movetime = (int64_t)movetime * MILLISECOND;
  settings->exploration = exploration == 0 ? UCT_EXPLORATION : exploration;
  return ASC_OK;
}

static bool thinks(const asc_yardstick *yardstick) { return yardstick != NULL && yardstick->open != NULL; }

static bool searches(const asc_player_settings *settings) {
  return settings->kind == ASC_PLAYER_LEVEL && settings->level > 0;
}

int asc_player_open(asc_player **player, const asc_rules *rules, const char *name, const asc_host *host,
                    asc_error *error) {
  asc_player_settings settings;
  *player = NULL;
  int code = asc_player_read(&settings, name, error);
  if (code < 0) return code;
  asc_player *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  made->rules = rules;
  made->settings = settings;
  made->yardstick = yardsticks[settings.kind];
  asc_search_options options = {
      .hash = settings.hash, .threads = settings.threads, .plays = settings.level == ASC_LEVEL_MAX};
  if (host != NULL) options.host = *host;
  if (thinks(made->yardstick)) code = made->yardstick->open(&made->thinker, rules, &settings, host);
  if (searches(&settings)) code = asc_search_open(&made->search, rules, &options);
  if (code < 0) {
    asc_player_close(made);
    return asc_fail(error, code, "%s", asc_strerror(code));
  }
  asc_player_consult(made, NULL);
  *player = made;
  return ASC_OK;
}

void asc_player_close(asc_player *player) {
  if (player == NULL) return;
  asc_search_close(player->search);
  if (player->thinker != NULL) player->yardstick->close(player->thinker);
  free(player);
}

void asc_player_consult(asc_player *player, const asc_oracle *oracle) {
  asc_oracle book = asc_book(player->rules);
  if (player->search != NULL && player->settings.level == ASC_LEVEL_MAX)
    asc_search_consult(player->search, oracle == NULL ? &book : oracle);
}

void asc_player_stop(asc_player *player) {
  if (player->search != NULL) asc_search_stop(player->search);
  if (player->thinker != NULL) player->yardstick->stop(player->thinker);
}

/* UCT grows its tree anew for every move, and the others remember nothing. */
void asc_player_clear(asc_player *player) {
  if (player->search != NULL) asc_search_clear(player->search);
}

/* The limits of the task and of the name together. */
static asc_task task_limited(const asc_player_settings *settings, const asc_task *task) {
  asc_task limited = *task;
  if (settings->nodes > 0 && (task->nodes == 0 || task->nodes > settings->nodes)) limited.nodes = settings->nodes;
  if (settings->depth > 0 && (task->depth == 0 || task->depth > settings->depth)) limited.depth = settings->depth;
  if (settings->movetime > 0 && (task->hard == 0 || task->hard > settings->movetime)) limited.hard = settings->movetime;
  bool unlimited = limited.nodes == 0 && limited.depth == 0 && limited.soft == 0 && limited.hard == 0;
  if (unlimited && !is_modest(settings)) limited.hard = STANDARD_TIME;
  return limited;
}

/* What random games say of the position, for players that choose without a search. */
static void glance(asc_player *player, const asc_task *task, uint64_t seed, asc_move move, asc_report *report) {
  const asc_rules *rules = player->rules;
  uint64_t plies = task->nodes > 0 && task->nodes < GLANCE ? task->nodes : GLANCE;
  asc_estimate estimate = {0};
  asc_random random;
  asc_random_seed(&random, seed);
  while (estimate.plies < plies) asc_estimate_add(&estimate, rules, task->position, task->plies_left, &random);
  int turn = asc_position_turn(rules, task->position);
  player->line = (asc_line){.score = (int32_t)asc_estimate_value(&estimate, rules, turn), .depth = 1, .length = 1};
  player->line.moves[0] = move;
  for (int i = 0; rules->game->score == ASC_SCORE_CHANCE && i < rules->players; i++)
    player->line.chances[i] = (int32_t)asc_estimate_value(&estimate, rules, i + 1);
  *report = (asc_report){.depth = 1, .nodes = estimate.plies, .count = 1, .lines = &player->line};
}

static asc_move unthinking_move(const asc_player *player, const asc_task *task, uint64_t seed) {
  if (player->yardstick != NULL) return player->yardstick->move(player->rules, task->position, seed);
  asc_random random;
  asc_random_seed(&random, seed);
  return asc_random_move(player->rules, task->position, &random);
}

int asc_player_choose(asc_player *player, const asc_task *task, uint64_t seed, asc_move *move, asc_report *report) {
  const asc_player_settings *settings = &player->settings;
  asc_task limited = task_limited(settings, task);
  asc_report found;
  int code = ASC_OK;
  if (searches(settings) && settings->level < ASC_LEVEL_MAX)
    return asc_level_choose(player->search, &limited, settings->level, seed, move, report);
  bool thinks = player->search != NULL || player->thinker != NULL;
  if (player->search != NULL)
    code = asc_choice_run(player->search, &limited, &player->line, &found);
  else if (player->thinker != NULL)
    code = player->yardstick->run(player->thinker, &limited, seed, &found);
  else
    *move = unthinking_move(player, task, seed);
  if (code < 0) return code;
  if (thinks)
    *move = found.lines[0].moves[0];
  else if (report != NULL)
    glance(player, &limited, seed, *move, &found);
  if (report != NULL) *report = found;
  return ASC_OK;
}
