/* The root of the search over turns: iterations of growing depth, and the reported lines. Read turns.h first.

   A group becomes one line. If one line is requested, there is one group with all turns; else there is one group per
   first move. At a die roll there is one group per face, and the first line has no moves but the mean of all faces. */
#include "turns.h"

#include <ascona/playout.h>

#include <stdlib.h>
#include <string.h>

enum { GROUP_TURNS_MIN = 4 };

typedef struct root_turn {
  uint64_t hash;
  asc_win_chances chances;
  asc_position position; /* at the end of the turn */
  int length;
  asc_move moves[ASC_LINE_MAX];
} root_turn;

typedef struct root_group {
  asc_position position; /* where its turns start */
  int is_rolled;         /* 1 if that is after a roll, else 0 */
  asc_move move;         /* the face, or the first move of the turns */
  uint32_t weight;       /* odds of the face */
  bool is_complete;      /* there are no other turns */
  int player, depth;     /* the player who chooses; the depth of the last search of the first turn */
  int count;
  root_turn *turns; /* best first */
} root_group;

typedef struct turns_root {
  asc_turns *turns;
  int player;   /* to move, now or after the roll */
  bool is_roll; /* the root is a die roll, and the groups are its faces */
  int count, width;
  root_group *groups;   /* best first, unless they are faces */
  root_turn *all_turns; /* memory of the turns of all groups */
} turns_root;

/* Copies the possible first moves: the legal moves, or those of the task. Returns how many. */
static int root_moves(const turns_root *root, asc_move *moves) {
  const asc_rules *rules = root->turns->rules;
  const asc_search_task *task = root->turns->search->task;
  if (task->root_moves == NULL) return rules->game->moves(rules, task->position, moves);
  memcpy(moves, task->root_moves, (size_t)task->root_move_count * sizeof *moves);
  return task->root_move_count;
}

/* Returns the player to move, now or after the roll. */
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

/* Copies the turns of a frame into the group. */
static void group_copy(turns_root *root, root_group *group, const asc_turns_frame *frame) {
  const asc_turn_list *list = &root->turns->list;
  group->is_complete = frame->is_complete;
  group->count = frame->count;
  group->player = frame->player;
  for (int i = 0; i < frame->count; i++) {
    const asc_turns_choice *choice = &frame->choices[i];
    root_turn *turn = &group->turns[i];
    turn->hash = choice->hash;
    turn->chances = choice->chances;
    memcpy(&turn->position, asc_turn_list_position(list, choice->entry), root->turns->rules->position_size);
    turn->moves[0] = group->move;
    turn->length = group->is_rolled + asc_turn_list_moves(list, choice->entry, turn->moves + group->is_rolled,
                                                          ASC_LINE_MAX - group->is_rolled);
  }
}

/* Gives the group a single turn that ends after the move or face of the group. */
static void group_set_single(turns_root *root, root_group *group) {
  const asc_rules *rules = root->turns->rules;
  root_turn *turn = &group->turns[0];
  asc_outcome outcome;
  *turn = (root_turn){.position = group->position, .length = 1, .moves = {group->move}};
  if (!group->is_rolled) rules->game->play(rules, &turn->position, group->move);
  bool game_over = rules->game->outcome(rules, &turn->position, &outcome);
  turn->hash = rules->game->hash(rules, &turn->position);
  turn->chances = asc_turns_evaluate(root->turns, &turn->position, game_over);
  group->count = 1;
  group->is_complete = game_over;
  group->player = root->player;
}

/* Fills a group with its best turns. After a roll there may be no choice: the game is over, or another roll follows. If
   the search is over, an estimate of the position after the move must be enough. */
static void group_fill(turns_root *root, root_group *group, const asc_move *moves, int count) {
  const asc_rules *rules = root->turns->rules;
  asc_outcome outcome;
  bool game_over = rules->game->outcome(rules, &group->position, &outcome);
  group->depth = 1;
  if (game_over || root->turns->is_over || rules->game->turn(rules, &group->position) == ASC_CHANCE) {
    group_set_single(root, group);
    return;
  }
  asc_turns_frame *frame = &root->turns->frames[0];
  asc_turns_select(root->turns, frame, &group->position, group->is_rolled ? NULL : moves, count, root->width);
  group_copy(root, group, frame);
}

static void root_fill(turns_root *root, const asc_move *moves, int count) {
  const asc_rules *rules = root->turns->rules;
  const void *position = root->turns->search->task->position;
  for (int i = 0; i < root->count; i++) {
    root_group *group = &root->groups[i];
    *group = (root_group){
        .is_rolled = root->is_roll, .move = moves[i], .turns = root->all_turns + (size_t)i * (size_t)root->width};
    memcpy(&group->position, position, rules->position_size);
    if (root->is_roll) {
      group->weight = asc_position_odds(rules, position, moves[i]);
      rules->game->play(rules, &group->position, moves[i]);
    }
    if (root->count > 1)
      group_fill(root, group, &moves[i], 1);
    else
      group_fill(root, group, moves, count);
  }
}

static int root_open(turns_root *root, asc_turns *turns) {
  const asc_rules *rules = turns->rules;
  const asc_search *search = turns->search;
  asc_move moves[ASC_MOVES_MAX];
  const void *position = search->task->position;
  *root = (turns_root){.turns = turns,
                       .player = player_next(rules, position),
                       .is_roll = rules->game->turn(rules, position) == ASC_CHANCE};
  int count = root_moves(root, moves);
  root->count = root->is_roll || search->line_capacity > 1 ? count : 1;
  root->width = ASC_TURNS_MAX_WIDTH / root->count;
  if (root->width < GROUP_TURNS_MIN) root->width = GROUP_TURNS_MIN;
  root->groups = malloc((size_t)root->count * sizeof *root->groups);
  root->all_turns = malloc((size_t)(root->count * root->width) * sizeof *root->all_turns);
  if (root->groups == NULL || root->all_turns == NULL) return ASC_E_MEMORY;
  root_fill(root, moves, count);
  return ASC_OK;
}

static const root_turn *group_best(const root_group *group) { return &group->turns[0]; }

/* Returns the window of a group: a turn matters only if it is at least as good as the worst of the reported lines,
   which are the first groups. */
static asc_turns_window group_window(const turns_root *root, int index) {
  asc_turns_window window = {-1, ASC_WIN_CHANCES_SUM + 1};
  int lines = root->turns->search->line_capacity;
  if (root->turns->rules->players > 2 || root->is_roll || index < lines) return window;
  const asc_win_chances *worst = &group_best(&root->groups[0])->chances;
  for (int i = 1; i < lines; i++) {
    const asc_win_chances *other = &group_best(&root->groups[i])->chances;
    if (asc_turns_is_better(worst, other, root->player)) worst = other;
  }
  if (root->player == 1)
    window.low = worst->per_player[0] - 1;
  else
    window.high = worst->per_player[0] + 1;
  return window;
}

/* Sorts turns, best first. The sort is stable. */
static void turns_sort(root_turn *turns, int count, int player) {
  for (int i = 1; i < count; i++) {
    int at = i;
    while (at > 0 && asc_turns_is_better(&turns[i].chances, &turns[at - 1].chances, player)) at--;
    root_turn turn = turns[i];
    memmove(&turns[at + 1], &turns[at], (size_t)(i - at) * sizeof turn);
    turns[at] = turn;
  }
}

static void groups_sort(root_group *groups, int count, int player) {
  for (int i = 1; i < count; i++) {
    int at = i;
    while (at > 0 &&
           asc_turns_is_better(&group_best(&groups[i])->chances, &group_best(&groups[at - 1])->chances, player))
      at--;
    root_group group = groups[i];
    memmove(&groups[at + 1], &groups[at], (size_t)(i - at) * sizeof group);
    groups[at] = group;
  }
}

/* Searches the turns of a group. Turns that are not searched when the search ends stay behind those that were. */
static void group_search(asc_turns *turns, root_group *group, int depth, asc_turns_window window) {
  asc_win_chances best = {0};
  int searched = 0;
  while (searched < group->count) {
    root_turn *turn = &group->turns[searched];
    asc_win_chances found = turn->chances;
    if (!found.is_proved) found = asc_turns_search(turns, &turn->position, turn->hash, depth - 1, window);
    if (turns->is_over) break;
    turn->chances = found;
    if (searched++ == 0 || asc_turns_is_better(&found, &best, group->player)) best = found;
    if (asc_turns_narrow_window(turns, &window, group->player, &best)) break;
  }
  if (searched == 0) return;
  group->depth = depth;
  turns_sort(group->turns, searched, group->player);
}

/* Returns true if the group is exact: a proved win, or all turns are listed and proved. */
static bool group_is_exact(const root_group *group) {
  if (asc_turns_is_won(&group_best(group)->chances, group->player)) return true;
  bool certain = group->is_complete;
  for (int i = 0; i < group->count && certain; i++) certain = group->turns[i].chances.is_proved;
  return certain;
}

/* Returns true if a line is exact. Only chances can be proved, not margins. The first line describes the position, so
   all groups must be exact; the others describe their moves. */
static bool line_is_exact(const turns_root *root, int index) {
  bool exact = root->turns->rules->game->score == ASC_SCORE_CHANCE && group_is_exact(&root->groups[index]);
  if (index > 0 || root->is_roll || asc_turns_is_won(&group_best(&root->groups[0])->chances, root->player))
    return exact;
  for (int i = 1; i < root->count && exact; i++) exact = group_is_exact(&root->groups[i]);
  return exact;
}

/* Returns the score of a line. In games that count the margin, random games from the position estimate it. */
static int32_t score_of(const turns_root *root, const asc_win_chances *chances, const asc_position *position) {
  const asc_rules *rules = root->turns->rules;
  if (rules->game->score == ASC_SCORE_CHANCE) return chances->per_player[root->player - 1];
  enum { PLAYOUTS = 32 };
  asc_random random;
  asc_estimate estimate = {0};
  asc_random_seed(&random, rules->game->hash(rules, position));
  for (int i = 0; i < PLAYOUTS; i++) asc_estimate_add(&estimate, rules, position, rules->ply_limit, &random);
  return (int32_t)asc_estimate_value(&estimate, rules, root->player);
}

static void line_fill(const turns_root *root, int index, asc_line *line) {
  const root_group *group = &root->groups[index];
  const root_turn *turn = group_best(group);
  *line = (asc_line){.certainty = line_is_exact(root, index) ? ASC_EXACT : ASC_ESTIMATE,
                     .score = score_of(root, &turn->chances, &turn->position),
                     .depth = group->depth,
                     .length = turn->length};
  memcpy(line->chances, turn->chances.per_player, sizeof line->chances);
  memcpy(line->moves, turn->moves, (size_t)turn->length * sizeof *line->moves);
}

/* Fills the first line at a die roll: the mean of all faces. */
static void mean_line_fill(const turns_root *root, asc_line *line) {
  asc_win_chances_mean mean = {0};
  int depth = ASC_TURNS_MAX_DEPTH;
  for (int i = 0; i < root->count; i++) {
    asc_win_chances chances = group_best(&root->groups[i])->chances;
    chances.is_proved = group_is_exact(&root->groups[i]);
    asc_win_chances_mean_add(&mean, &chances, root->groups[i].weight);
    if (root->groups[i].depth < depth) depth = root->groups[i].depth;
  }
  asc_win_chances chances = asc_win_chances_mean_value(&mean);
  bool exact = root->turns->rules->game->score == ASC_SCORE_CHANCE && chances.is_proved;
  *line = (asc_line){.certainty = exact ? ASC_EXACT : ASC_ESTIMATE,
                     .score = score_of(root, &chances, root->turns->search->task->position),
                     .depth = depth};
  memcpy(line->chances, chances.per_player, sizeof line->chances);
}

static void root_report(turns_root *root, int depth) {
  asc_search *search = root->turns->search;
  int count = 0;
  if (root->is_roll)
    mean_line_fill(root, &search->lines[count++]);
  else
    groups_sort(root->groups, root->count, root->player);
  for (int i = 0; i < root->count && count < search->line_capacity; i++) line_fill(root, i, &search->lines[count++]);
  search->line_count = count;
  asc_turns_flush_nodes(root->turns);
  asc_search_send_report(search, depth);
}

static bool root_is_settled(const turns_root *root) {
  const asc_search *search = root->turns->search;
  for (int i = 0; i < search->line_count; i++)
    if (search->lines[i].certainty != ASC_EXACT) return false;
  return true;
}

/* The iteration of depth 1 was done when the turns were listed. */
static void root_search(turns_root *root) {
  asc_turns *turns = root->turns;
  asc_search *search = turns->search;
  int max_depth = search->task->depth;
  if (max_depth == 0 || max_depth > ASC_TURNS_MAX_DEPTH) max_depth = ASC_TURNS_MAX_DEPTH;
  root_report(root, 1);
  for (int depth = 2; depth <= max_depth && !root_is_settled(root) && asc_search_should_continue(search); depth++) {
    for (int i = 0; i < root->count && !turns->is_over; i++)
      group_search(turns, &root->groups[i], depth, group_window(root, i));
    root_report(root, depth);
  }
}

int asc_turns_run(asc_search *search) {
  turns_root root = {0};
  asc_turns *turns = asc_turns_open(search);
  int code = turns == NULL ? ASC_E_MEMORY : root_open(&root, turns);
  if (code == ASC_OK) root_search(&root);
  free(root.groups);
  free(root.all_turns);
  asc_turns_close(turns);
  return code;
}
