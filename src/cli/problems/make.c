/* `ascona problems GAME --make`: from tables to a text. */
#include "problems.h"

#include "solve/delta/problems.h"

#include <stdlib.h>

static asc_problem problem_of(const asc_made_problem *made) {
  asc_problem problem = {.moves = made->moves, .points = made->points, .grade = made->grade, .strict = made->strict};
  (void)snprintf(problem.position, sizeof problem.position, "%.*s", ASC_PROBLEM_POSITION_MAX - 1, made->position);
  (void)snprintf(problem.key, sizeof problem.key, "%s", made->key);
  return problem;
}

/* What goes out is proved once more, by search. */
static bool problem_accept(void *data, const asc_made_problem *made) {
  asc_problem problem = problem_of(made);
  return asc_problem_check(data, &problem, NULL) == ASC_OK;
}

int problems_make(const asc_rules *rules, const problem_order *order) {
  asc_problem_truth truth = {0};
  asc_made_problem *list = NULL;
  size_t count;
  asc_error error;
  int code = asc_problem_truth_open(&truth, rules, NULL);
  if (code < 0) return cli_fail(code, "problems", "%s", asc_strerror(code));
  asc_problem_order make = {.folder = order->tables,
                            .count = (size_t)order->count,
                            .seed = (uint64_t)order->seed,
                            .threads = (int)order->threads,
                            .accept = problem_accept,
                            .data = &truth};
  code = asc_problems_make(rules, &make, &list, &count, &error);
  asc_problem_truth_close(&truth);
  if (code < 0) return cli_fail_error(code, "problems", &error);
  printf("# %zu problems, made by: ascona problems %s --make --count %lld --seed %lld\n", count, rules->spec,
         order->count, order->seed);
  for (size_t i = 0; i < count; i++) {
    asc_problem problem = problem_of(&list[i]);
    char text[ASC_PROBLEM_TEXT_MAX];
    puts(asc_problem_write(&problem, text));
  }
  free(list);
  return cli_finish(CLI_OK);
}
