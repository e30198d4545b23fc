/* Which of the candidates become problems: all grades, and in each as many kinds of position as there are; first what
   a problemist likes: few pawns, a quiet key, no second way to win, several lines. */
#include "problems.h"

#include <stdlib.h>

/* Relays that are there already are for beginners: one problem in so many. */
enum { ALIKE = 6, ALIKE_FEW = 4, FEW = 6, AT_ONCE = 12 };

void asc_retro_problem_turn(const retro_board *board, int symmetry, retro_problem *problem) {
  problem->white = asc_retro_board_image(board, symmetry, problem->white);
  problem->black = asc_retro_board_image(board, symmetry, problem->black);
  problem->key = (retro_way){.from = asc_retro_board_image(board, symmetry, problem->key.from),
                             .over = asc_retro_board_image(board, symmetry, problem->key.over),
                             .to = asc_retro_board_image(board, symmetry, problem->key.to),
                             .tracer = asc_retro_board_image(board, symmetry, problem->key.tracer)};
}

/* A pawn on another square makes a difference of two. */
bool asc_retro_problems_alike(const retro_board *board, const retro_problem *a, const retro_problem *b) {
  int most = a->pawns <= FEW && b->pawns <= FEW ? ALIKE_FEW : ALIKE;
  for (int s = 0; s < RETRO_SYMMETRIES; s++) {
    uint32_t white = asc_retro_board_image(board, s, b->white), black = asc_retro_board_image(board, s, b->black);
    if (asc_bits_count(a->white ^ white) + asc_bits_count(a->black ^ black) < most) return true;
  }
  return false;
}

static int liking(const retro_problem *problem) {
  int lines = problem->variations < 4 ? problem->variations : 4;
  return 4 * problem->quiet + 3 * problem->strict + lines + 2 * (problem->only == problem->moves) - problem->pawns / 2;
}

static int best_first(const void *a, const void *b) {
  const retro_problem *one = a, *other = b;
  int difference = liking(other) - liking(one);
  return difference != 0 ? difference : (one->lot > other->lot) - (one->lot < other->lot);
}

static int easiest_first(const void *a, const void *b) {
  const retro_problem *one = a, *other = b;
  if (one->grade != other->grade) return one->grade - other->grade;
  if (one->moves != other->moves) return one->moves - other->moves;
  if (one->pawns != other->pawns) return one->pawns - other->pawns;
  return (one->lot > other->lot) - (one->lot < other->lot);
}

typedef struct pick_state {
  const retro_board *board;
  retro_problem *list; /* those chosen stand first */
  size_t count, chosen, wanted, at_once;
  bool *out;                                                       /* by place: it is refused */
  int taken[RETRO_GRADES + 1][RETRO_LAYERS_MAX][RETRO_LAYERS_MAX]; /* by grade, pawns and moves */
  bool (*accept)(void *data, const retro_problem *problem);
  void *data;
} pick_state;

static bool fits(const pick_state *state, const retro_problem *problem) {
  if (problem->moves == 1 && state->at_once * AT_ONCE >= state->wanted) return false;
  for (size_t i = 0; i < state->chosen; i++)
    if (asc_retro_problems_alike(state->board, &state->list[i], problem)) return false;
  return state->accept == NULL || state->accept(state->data, problem);
}

/* The best of the grade that are left, of the kind that was taken least. Its place, or `count`. */
static size_t next_of(const pick_state *state, int grade) {
  size_t best = state->count;
  int least = 0;
  for (size_t i = state->chosen; i < state->count; i++) {
    const retro_problem *problem = &state->list[i];
    if (problem->grade != grade || state->out[i]) continue;
    int taken = state->taken[grade][problem->pawns][problem->moves];
    if (best < state->count && taken >= least) continue;
    best = i;
    least = taken;
  }
  return best;
}

/* Those between keep their order, so that the best stay first. */
static void take(pick_state *state, size_t place) {
  retro_problem problem = state->list[place];
  state->taken[problem.grade][problem.pawns][problem.moves]++;
  for (size_t i = place; i > state->chosen; i--) {
    state->list[i] = state->list[i - 1];
    state->out[i] = state->out[i - 1];
  }
  state->list[state->chosen++] = problem;
  state->at_once += problem.moves == 1;
}

static bool take_one(pick_state *state, int grade) {
  for (;;) {
    size_t place = next_of(state, grade);
    if (place == state->count) return false;
    bool fit = fits(state, &state->list[place]);
    if (fit)
      take(state, place);
    else
      state->out[place] = true;
    if (fit) return true;
  }
}

size_t asc_retro_problems_pick(const retro_board *board, retro_problem *list, size_t count, size_t wanted,
                               bool (*accept)(void *data, const retro_problem *problem), void *data) {
  pick_state *state = calloc(1, sizeof *state);
  bool *out = calloc(count + 1, sizeof *out);
  size_t chosen = 0;
  if (state != NULL && out != NULL) {
    *state = (pick_state){
        .board = board, .list = list, .count = count, .wanted = wanted, .out = out, .accept = accept, .data = data};
    qsort(list, count, sizeof *list, best_first);
    for (bool more = true; more;) {
      more = false;
      for (int grade = 1; grade <= RETRO_GRADES && state->chosen < wanted; grade++) more |= take_one(state, grade);
      more = more && state->chosen < wanted;
    }
    chosen = state->chosen;
    qsort(list, chosen, sizeof *list, easiest_first);
  }
  free(out);
  free(state);
  return chosen;
}
