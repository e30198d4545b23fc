/* The root of the search over turns: passes that look ever further, and the lines that are told.

   A group is what becomes one line: all turns where one line is wanted, else those that begin with a certain move. At a
   die roll it is the turns after a certain face; the first line then has no moves and tells the mean. */
#include "turns.h"

#include <ascona/playout.h>

#include <stdlib.h>
#include <string.h>

enum { GROUP_TURNS_MIN = 4 };

typedef struct root_turn {
  uint64_t hash;
  asc_outlook outlook;
  asc_position position; /* at its end */
  int length;
  asc_move moves[ASC_LINE_MAX];
} root_turn;

typedef struct root_group {
  asc_position position; /* where its turns begin */
  int rolled;            /* 1 when that is after a roll */
  asc_move move;         /* the face rolled, or else the first move of the turns */
  uint32_t weight;       /* of the face */
  bool complete;         /* there are no other turns */
  int player, depth;     /* who has the choice, and how far the first turn was looked into */
  int count;
  root_turn *turns; /* the best first */
} root_group;

typedef struct asc_turns_root {
  asc_turns *turns;
  int player; /* to move, or for whom the die is rolled */
  bool rolls; /* the groups are faces */
  int count, width;
  root_group *groups; /* of moves the best first */
  root_turn *all;
} asc_turns_root;

/* The moves that may come first: the legal ones, or those the task names. */
static int root_moves(const asc_turns_root *root, asc_move *moves) {
  const asc_rules *rules = root->turns->rules;
  const asc_task *task = root->turns->search->task;
  if (task->moves == NULL) return rules->game->moves(rules, task->position, moves);
  memcpy(moves, task->moves, (size_t)task->move_count * sizeof *moves);
  return task->move_count;
}

/* Who has the turn, or will have it when the die has been rolled. */
static int player_next(const asc_rules *rules, const void *position) {
  asc_position next;
  asc_move moves[ASC_MOVES_MAX];
  memcpy(&next, position, rules->position_size);
  while (rules->game->turn(rules, &next) == ASC_CHANCE) {
    (void)rules->game->moves(rules, &next, moves);
    rules->game->play(rules, &next, moves[0]);
  }
  return rules->game->turn(rules, &next);
}

static void group_keep(asc_turns_root *root, root_group *group, const asc_turns_level *level) {
  const asc_turn_list *list = &root->turns->list;
  group->complete = level->complete;
  group->count = level->count;
  group->player = level->player;
  for (int i = 0; i < level->count; i++) {
    const asc_turns_choice *choice = &level->choices[i];
    root_turn *turn = &group->turns[i];
    turn->hash = choice->hash;
    turn->outlook = choice->outlook;
    memcpy(&turn->position, asc_turn_list_position(list, choice->entry), root->turns->rules->position_size);
    turn->moves[0] = group->move;
    turn->length = group->rolled +
                   asc_turn_list_moves(list, choice->entry, turn->moves + group->rolled, ASC_LINE_MAX - group->rolled);
  }
}

/* One turn, cut short where the group's moves lead. */
static void group_keep_one(asc_turns_root *root, root_group *group) {
  const asc_rules *rules = root->turns->rules;
  root_turn *turn = &group->turns[0];
  asc_outcome outcome;
  *turn = (root_turn){.position = group->position, .length = 1, .moves = {group->move}};
  if (!group->rolled) rules->game->play(rules, &turn->position, group->move);
  bool over = rules->game->outcome(rules, &turn->position, &outcome);
  turn->hash = rules->game->hash(rules, &turn->position);
  turn->outlook = asc_turns_at_sight(root->turns, &turn->position, over);
  group->count = 1;
  group->complete = over;
  group->player = root->player;
}

/* After a roll nobody may have a choice: the game is over, or there is another roll. And when the run is over, a look
   at where a move leads must do. */
static void group_fill(asc_turns_root *root, root_group *group, const asc_move *moves, int count) {
  const asc_rules *rules = root->turns->rules;
  asc_outcome outcome;
  bool over = rules->game->outcome(rules, &group->position, &outcome);
  group->depth = 1;
  if (over || root->turns->over || rules->game->turn(rules, &group->position) == ASC_CHANCE) {
    group_keep_one(root, group);
    return;
  }
  asc_turns_level *level = &root->turns->levels[0];
  asc_turns_survey(root->turns, level, &group->position, group->rolled ? NULL : moves, count, root->width);
  group_keep(root, group, level);
}

static void root_fill(asc_turns_root *root, const asc_move *moves, int count) {
  const asc_rules *rules = root->turns->rules;
  const void *position = root->turns->search->task->position;
  for (int i = 0; i < root->count; i++) {
    root_group *group = &root->groups[i];
    *group =
        (root_group){.rolled = root->rolls, .move = moves[i], .turns = root->all + (size_t)i * (size_t)root->width};
    memcpy(&group->position, position, rules->position_size);
    if (root->rolls) {
      group->weight = asc_position_odds(rules, position, moves[i]);
      rules->game->play(rules, &group->position, moves[i]);
    }
    if (root->count > 1)
      group_fill(root, group, &moves[i], 1);
    else
      group_fill(root, group, moves, count);
  }
}

static int root_open(asc_turns_root *root, asc_turns *turns) {
  const asc_rules *rules = turns->rules;
  const asc_search *search = turns->search;
  asc_move moves[ASC_MOVES_MAX];
  const void *position = search->task->position;
  *root = (asc_turns_root){.turns = turns,
                           .player = player_next(rules, position),
                           .rolls = rules->game->turn(rules, position) == ASC_CHANCE};
  int count = root_moves(root, moves);
  root->count = root->rolls || search->line_room > 1 ? count : 1;
  root->width = TURNS_WIDTH / root->count;
  if (root->width < GROUP_TURNS_MIN) root->width = GROUP_TURNS_MIN;
  root->groups = malloc((size_t)root->count * sizeof *root->groups);
  root->all = malloc((size_t)(root->count * root->width) * sizeof *root->all);
  if (root->groups == NULL || root->all == NULL) return ASC_E_MEMORY;
  root_fill(root, moves, count);
  return ASC_OK;
}

static const root_turn *group_best(const root_group *group) { return &group->turns[0]; }

/* What a turn must promise to be told: no less than the last of the lines, which come first. */
static asc_turns_window group_window(const asc_turns_root *root, int index) {
  asc_turns_window window = {-1, OUTLOOK_WHOLE + 1};
  int lines = root->turns->search->line_room;
  if (root->turns->rules->players > 2 || root->rolls || index < lines) return window;
  const asc_outlook *last = &group_best(&root->groups[0])->outlook;
  for (int i = 1; i < lines; i++) {
    const asc_outlook *other = &group_best(&root->groups[i])->outlook;
    if (asc_turns_is_better(last, other, root->player)) last = other;
  }
  if (root->player == 1)
    window.low = last->chances[0] - 1;
  else
    window.high = last->chances[0] + 1;
  return window;
}

/* Stable: what is equal stays in its order. */
static void turns_sort(root_turn *turns, int count, int player) {
  for (int i = 1; i < count; i++) {
    int at = i;
    while (at > 0 && asc_turns_is_better(&turns[i].outlook, &turns[at - 1].outlook, player)) at--;
    root_turn turn = turns[i];
    memmove(&turns[at + 1], &turns[at], (size_t)(i - at) * sizeof turn);
    turns[at] = turn;
  }
}

static void groups_sort(root_group *groups, int count, int player) {
  for (int i = 1; i < count; i++) {
    int at = i;
    while (at > 0 &&
           asc_turns_is_better(&group_best(&groups[i])->outlook, &group_best(&groups[at - 1])->outlook, player))
      at--;
    root_group group = groups[i];
    memmove(&groups[at + 1], &groups[at], (size_t)(i - at) * sizeof group);
    groups[at] = group;
  }
}

/* The turns not yet looked into when the run ends stay behind those that were. */
static void group_look(asc_turns *turns, root_group *group, int depth, asc_turns_window window) {
  asc_outlook best = {0};
  int seen = 0;
  while (seen < group->count) {
    root_turn *turn = &group->turns[seen];
    asc_outlook found = turn->outlook;
    if (!found.certain) found = asc_turns_search(turns, &turn->position, turn->hash, depth - 1, window);
    if (turns->over) break;
    turn->outlook = found;
    if (seen++ == 0 || asc_turns_is_better(&found, &best, group->player)) best = found;
    if (asc_turns_narrow(turns, &window, group->player, &best)) break;
  }
  if (seen == 0) return;
  group->depth = depth;
  turns_sort(group->turns, seen, group->player);
}

/* Nothing is better than a win; anything else is exact when everything is certain. */
static bool group_is_exact(const root_group *group) {
  if (asc_turns_is_won(&group_best(group)->outlook, group->player)) return true;
  bool certain = group->complete;
  for (int i = 0; i < group->count && certain; i++) certain = group->turns[i].outlook.certain;
  return certain;
}

/* What is certain is who wins, not by how much. The first line speaks of the position, the others of their moves. */
static bool line_is_exact(const asc_turns_root *root, int index) {
  bool exact = root->turns->rules->game->score == ASC_SCORE_CHANCE && group_is_exact(&root->groups[index]);
  if (index > 0 || root->rolls || asc_turns_is_won(&group_best(&root->groups[0])->outlook, root->player)) return exact;
  for (int i = 1; i < root->count && exact; i++) exact = group_is_exact(&root->groups[i]);
  return exact;
}

/* In a game that counts the margin, what random play from there makes of it. */
static int32_t score_of(const asc_turns_root *root, const asc_outlook *outlook, const asc_position *position) {
  const asc_rules *rules = root->turns->rules;
  if (rules->game->score == ASC_SCORE_CHANCE) return outlook->chances[root->player - 1];
  enum { PLAYOUTS = 32 };
  asc_random random;
  asc_estimate estimate = {0};
  asc_random_seed(&random, rules->game->hash(rules, position));
  for (int i = 0; i < PLAYOUTS; i++) asc_estimate_add(&estimate, rules, position, rules->ply_limit, &random);
  return (int32_t)asc_estimate_value(&estimate, rules, root->player);
}

static void line_tell(const asc_turns_root *root, int index, asc_line *line) {
  const root_group *group = &root->groups[index];
  const root_turn *turn = group_best(group);
  *line = (asc_line){.certainty = line_is_exact(root, index) ? ASC_EXACT : ASC_ESTIMATE,
                     .score = score_of(root, &turn->outlook, &turn->position),
                     .depth = group->depth,
                     .length = turn->length};
  memcpy(line->chances, turn->outlook.chances, sizeof line->chances);
  memcpy(line->moves, turn->moves, (size_t)turn->length * sizeof *line->moves);
}

static void mean_tell(const asc_turns_root *root, asc_line *line) {
  asc_outlook_mean mean = {0};
  int depth = TURNS_DEPTH;
  for (int i = 0; i < root->count; i++) {
    asc_outlook outlook = group_best(&root->groups[i])->outlook;
    outlook.certain = group_is_exact(&root->groups[i]);
    asc_outlook_mean_add(&mean, &outlook, root->groups[i].weight);
    if (root->groups[i].depth < depth) depth = root->groups[i].depth;
  }
  asc_outlook outlook = asc_outlook_mean_take(&mean);
  bool exact = root->turns->rules->game->score == ASC_SCORE_CHANCE && outlook.certain;
  *line = (asc_line){.certainty = exact ? ASC_EXACT : ASC_ESTIMATE,
                     .score = score_of(root, &outlook, root->turns->search->task->position),
                     .depth = depth};
  memcpy(line->chances, outlook.chances, sizeof line->chances);
}

static void root_tell(asc_turns_root *root, int depth) {
  asc_search *search = root->turns->search;
  int count = 0;
  if (root->rolls)
    mean_tell(root, &search->lines[count++]);
  else
    groups_sort(root->groups, root->count, root->player);
  for (int i = 0; i < root->count && count < search->line_room; i++) line_tell(root, i, &search->lines[count++]);
  search->line_count = count;
  asc_turns_tell_nodes(root->turns);
  asc_run_report(search, depth);
}

static bool root_is_settled(const asc_turns_root *root) {
  const asc_search *search = root->turns->search;
  for (int i = 0; i < search->line_count; i++)
    if (search->lines[i].certainty != ASC_EXACT) return false;
  return true;
}

/* The first pass was made when the turns were listed. */
static void root_search(asc_turns_root *root) {
  asc_turns *turns = root->turns;
  asc_search *search = turns->search;
  int deepest = search->task->depth;
  if (deepest == 0 || deepest > TURNS_DEPTH) deepest = TURNS_DEPTH;
  root_tell(root, 1);
  for (int depth = 2; depth <= deepest && !root_is_settled(root) && asc_run_goes_on(search); depth++) {
    for (int i = 0; i < root->count && !turns->over; i++)
      group_look(turns, &root->groups[i], depth, group_window(root, i));
    root_tell(root, depth);
  }
}

int asc_turns_run(asc_search *search) {
  asc_turns_root root = {0};
  asc_turns *turns = asc_turns_open(search);
  int code = turns == NULL ? ASC_E_MEMORY : root_open(&root, turns);
  if (code == ASC_OK) root_search(&root);
  free(root.groups);
  free(root.all);
  asc_turns_close(turns);
  return code;
}
