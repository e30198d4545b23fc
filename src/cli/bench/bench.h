/* What the benches of `ascona bench` share. */
#ifndef ASC_CLI_BENCH_BENCH_H
#define ASC_CLI_BENCH_BENCH_H

#include "cli/cli.h"

typedef struct bench_options {
  cli_list games; /* as they were named */
  bool named;     /* or all there are */
  bool json;
  double seconds;      /* for the playouts of a game, or for a proof at most */
  int count, from, to; /* of proofs: how many positions, and how many plies into the game */
  const char *tables;  /* the folder of --tables; NULL: not given */
  char machine[128];
} bench_options;

const char *bench_compiler(void);

/* Random playouts and perft: a line a game. Both return an exit status. */
int bench_playouts(const bench_options *options);
/* Fixed searches: a line a game unless `quiet`, and the signature. */
int bench_search(const bench_options *options, bool quiet);
/* Proofs of random positions: a line for every number of plies. */
int bench_solve(const bench_options *options);
/* Look-ups in tables: a line a layer. */
int bench_probe(const bench_options *options);

#endif
