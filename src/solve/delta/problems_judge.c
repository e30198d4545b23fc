/* A problem as its solver meets it: what else could be tried, what the other side can do against the key, and how
   narrow the way to the end is. All of it is read off the tables. */
#include "problems.h"

#include "core/text.h"
#include "engine/common/team.h"

#include <stdatomic.h>
#include <stdlib.h>

size_t asc_retro_room(const retro_source *source) {
  size_t most = 1;
  for (int n = 0; n < source->plan.layer_count; n++)
    if (source->plan.layers[n].columns.count > most) most = source->plan.layers[n].columns.count;
  return most;
}

int asc_retro_choices(const retro_source *source, uint32_t own, uint32_t other, int8_t *room,
                      retro_choice choices[RETRO_MOVES_MAX], asc_error *error) {
  const retro_plan *plan = &source->plan;
  int pawns = asc_bits_count(own | other), count = 0;
  const retro_layer *layer = &plan->layers[pawns], *next = layer + 1;
  uint32_t home = next->sets->home[retro_rank(&next->sets->ranking, plan->low_ranks, other)];
  uint32_t row = home >> RETRO_HOME_SHIFT, left = plan->board.all & ~next->sets->first[row];
  int code = asc_retro_table_read(&source->tables[pawns + 1], 1, row, 1, room, error);
  if (code < 0) return code;
  for (int i = 0; i < plan->board.way_count; i++) {
    const retro_way *way = &plan->board.ways[i];
    if ((way->from & own) == 0 || (way->over & (own | other)) != 0) continue;
    uint32_t set = (own & ~way->from) | way->to | way->tracer;
    uint32_t image = asc_retro_board_image(&plan->board, (int)(home & RETRO_HOME_SYMMETRY), set);
    uint32_t column = retro_rank(&next->columns, plan->low_ranks, (uint32_t)asc_bits_gather(image, left));
    bool relay = asc_retro_board_relay(&plan->board, set);
    choices[count++] = (retro_choice){*way, set, relay ? layer->relay : -asc_retro_value_points(next, room[column])};
  }
  return count;
}

/* Judging one problem: `white` and `black` below are whoever stands where at the time. */
typedef struct judge_desk {
  const retro_source *source;
  int8_t *room;
  int points; /* White's, by the key */
  asc_error *error;
} judge_desk;

/* How many choices reach these points, and the first of them. */
static int choices_of(const retro_choice *choices, int count, int points, const retro_choice **first) {
  int found = 0;
  for (int i = 0; i < count; i++)
    if (choices[i].points == points && found++ == 0) *first = &choices[i];
  return found;
}

/* Whether Black has exactly one reply that costs White something. */
static int is_close(judge_desk *desk, uint32_t white, uint32_t black) {
  retro_choice replies[RETRO_MOVES_MAX];
  if (asc_retro_board_relay(&desk->source->plan.board, white)) return 0;
  int count = asc_retro_choices(desk->source, black, white, desk->room, replies, desk->error), refuting = 0;
  for (int i = 0; i < count; i++) refuting += replies[i].points > -desk->points;
  return count < 0 ? count : refuting == 1;
}

static int tries_judge(judge_desk *desk, retro_problem *problem) {
  retro_choice tries[RETRO_MOVES_MAX];
  int count = asc_retro_choices(desk->source, problem->white, problem->black, desk->room, tries, desk->error);
  problem->legal = count;
  problem->close = 0;
  for (int i = 0; i < count; i++) {
    if (tries[i].points == problem->points) continue;
    int close = is_close(desk, tries[i].set, problem->black);
    if (close < 0) return close;
    problem->close += close;
  }
  return count < 0 ? count : ASC_OK;
}

typedef struct judge_defence {
  int answers;         /* of White's that keep all */
  retro_choice answer; /* the first */
  uint32_t black;
} judge_defence;

/* Black's replies that hold out longest, and what White has against each. Their number, or an error. */
static int defences_list(judge_desk *desk, uint32_t white, uint32_t black, judge_defence defences[RETRO_MOVES_MAX]) {
  retro_choice replies[RETRO_MOVES_MAX], answers[RETRO_MOVES_MAX];
  const retro_choice *first = NULL;
  int count = asc_retro_choices(desk->source, black, white, desk->room, replies, desk->error), found = 0;
  for (int i = 0; i < count; i++) {
    if (replies[i].points != -desk->points) continue;
    int all = asc_retro_choices(desk->source, white, replies[i].set, desk->room, answers, desk->error);
    if (all < 0) return all;
    defences[found].answers = choices_of(answers, all, desk->points, &first);
    defences[found].black = replies[i].set;
    if (first != NULL) defences[found++].answer = *first;
  }
  return count < 0 ? count : found;
}

static int variations_count(const judge_defence *defences, int count) {
  int different = 0;
  for (int i = 0; i < count; i++) {
    bool new = defences[i].answers == 1;
    for (int k = 0; new &&k < i; k++)
      new = defences[k].answers != 1 || defences[k].answer.set != defences[i].answer.set;
    different += new;
  }
  return different;
}

/* Along the main line Black prefers what leaves White a single answer. */
static int line_judge(judge_desk *desk, retro_problem *problem) {
  judge_defence defences[RETRO_MOVES_MAX];
  uint32_t black = problem->black,
           white = (problem->white & ~problem->key.from) | problem->key.to | problem->key.tracer;
  problem->only = 1;
  problem->variations = 0;
  for (int move = 2; move <= problem->moves; move++) {
    int count = defences_list(desk, white, black, defences), main = 0;
    if (count < 0) return count;
    if (count == 0) return asc_fail(desk->error, ASC_E_FILE, "the tables contradict themselves");
    if (move == 2) problem->variations = variations_count(defences, count);
    for (int i = 1; i < count; i++)
      if (defences[i].answers < defences[main].answers) main = i;
    problem->only += defences[main].answers == 1;
    white = defences[main].answer.set;
    black = defences[main].black;
  }
  return ASC_OK;
}

static int at_most(int number, int most) { return number < most ? number : most; }

int asc_retro_problem_grade(const retro_problem *problem) {
  int sum = 6 * (problem->moves - 1) + problem->legal / 4 + (problem->quiet ? 8 : 0) + (problem->strict ? 0 : 2) +
            at_most(problem->close, 8) + 2 * (problem->only - 1) + at_most(problem->variations, 6);
  int grade = 1 + sum / 6;
  return at_most(grade, RETRO_GRADES);
}

typedef struct judge_job {
  const retro_source *source;
  retro_problem *list;
  int8_t *rooms[ASC_THREADS_MAX];
  atomic_int failed;
} judge_job;

static void problem_judge(void *data, int member, uint64_t piece) {
  judge_job *job = data;
  retro_problem *problem = &job->list[piece];
  judge_desk desk = {job->source, job->rooms[member], problem->points, NULL};
  int code = tries_judge(&desk, problem);
  if (code >= 0) code = line_judge(&desk, problem);
  if (code < 0) atomic_store(&job->failed, code);
  problem->grade = asc_retro_problem_grade(problem);
}

int asc_retro_problems_judge(const retro_source *source, retro_problem *list, size_t count, int threads,
                             asc_error *error) {
  judge_job job = {.source = source, .list = list};
  bool room = true;
  atomic_init(&job.failed, ASC_OK);
  for (int i = 0; i < threads; i++) room &= (job.rooms[i] = malloc(asc_retro_room(source))) != NULL;
  if (room) asc_team_share(threads, count, problem_judge, &job);
  for (int i = 0; i < threads; i++) free(job.rooms[i]);
  if (!room) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int code = atomic_load(&job.failed);
  return code < 0 ? asc_fail(error, code, "the tables are damaged") : ASC_OK;
}
