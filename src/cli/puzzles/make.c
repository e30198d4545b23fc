/* `ascona problems GAME --make`: makes puzzles from tablebases and prints them as a list. */
#include "puzzles.h"

#include "solve/delta/puzzles.h"

#include <stdlib.h>

static asc_puzzle puzzle_convert(const solve_made_puzzle *made) {
  asc_puzzle puzzle = {.move_count = made->white_moves,
                       .points = made->points,
                       .difficulty = made->difficulty,
                       .is_only_win = made->is_only_win};
  (void)snprintf(puzzle.position, sizeof puzzle.position, "%.*s", ASC_PUZZLE_POSITION_MAX - 1, made->position);
  (void)snprintf(puzzle.solution_move, sizeof puzzle.solution_move, "%s", made->solution);
  return puzzle;
}

/* Accepts a puzzle only if a search proves it once more. */
static bool puzzle_accept(void *data, const solve_made_puzzle *made) {
  asc_puzzle puzzle = puzzle_convert(made);
  return asc_puzzle_check(data, &puzzle, NULL) == ASC_OK;
}

int cli_puzzles_make(const asc_rules *rules, const cli_puzzle_make_options *options) {
  asc_puzzle_solver solver = {0};
  solve_made_puzzle *list = NULL;
  size_t count;
  asc_error error;
  int code = asc_puzzle_solver_open(&solver, rules, NULL);
  if (code < 0) return cli_fail(code, "problems", "%s", asc_strerror(code));
  solve_puzzle_options make_options = {.folder = options->tables_folder,
                                       .max_count = (size_t)options->count,
                                       .seed = (uint64_t)options->seed,
                                       .threads = (int)options->threads,
                                       .accept = puzzle_accept,
                                       .data = &solver};
  code = solve_puzzles_make(rules, &make_options, &list, &count, &error);
  asc_puzzle_solver_close(&solver);
  if (code < 0) return cli_fail_error(code, "problems", &error);
  printf("# %zu problems, made by: ascona problems %s --make --count %lld --seed %lld\n", count, rules->spec,
         options->count, options->seed);
  for (size_t i = 0; i < count; i++) {
    asc_puzzle puzzle = puzzle_convert(&list[i]);
    char text[ASC_PUZZLE_TEXT_MAX];
    puts(asc_puzzle_write(&puzzle, text));
  }
  free(list);
  return cli_finish(CLI_OK);
}
