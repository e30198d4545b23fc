/* The options and the parts of `ascona bench`. */
#ifndef CLI_BENCH_BENCH_H
#define CLI_BENCH_BENCH_H

#include "cli/cli.h"

typedef struct cli_bench_options {
  cli_list games;       /* as the user named them; all games by default */
  bool has_named_games; /* false: all games */
  bool json;
  double seconds;                 /* time for the playouts of one game; upper limit for one proof */
  int count, first_ply, last_ply; /* positions to prove or look up; of proofs: the plies played before them */
  const char *tables_folder;      /* the argument of --tables; NULL: not given */
  char machine[128];              /* name of the processor */
} cli_bench_options;

/* Returns the name and version of the compiler that built the program. */
const char *cli_bench_compiler(void);

/* Random playouts and perft: prints one line per game. All of these return an exit status. */
int cli_bench_playouts(const cli_bench_options *options);
/* Fixed searches: prints one line per game unless `quiet`, and then the signature. */
int cli_bench_search(const cli_bench_options *options, bool quiet);
/* Proofs of random positions: prints one line per game and number of plies. */
int cli_bench_solve(const cli_bench_options *options);
/* Lookups in tables of solved positions: prints one line per layer. */
int cli_bench_probe(const cli_bench_options *options);

#endif
