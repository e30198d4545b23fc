/* Measures the time of lookups in tables: random positions of each layer, and then all moves of each position. */
#include "bench.h"

#include "solve/delta/probe_moves.h"

#include <stdio.h>
#include <stdlib.h>

/* Fills in positions of random games after this many plies, in which the game is not over. Returns their number, at
   most `count`. */
static int positions_sample(const asc_rules *rules, int plies, asc_position *positions, int count) {
  enum { TRIES = 1000 };
  asc_random random;
  asc_random_seed(&random, (uint64_t)plies);
  int found = 0;
  for (int i = 0; found < count && i < TRIES * count; i++) {
    asc_position_start(rules, &positions[found]);
    if (plies > 0) (void)asc_playout(rules, &positions[found], plies, ASC_PLAYOUT_LIST, &random);
    found += asc_position_count(rules, &positions[found]) > 0;
  }
  return found;
}

typedef struct probe_times {
  int positions;
  uint64_t moves;
  double position_us, all_moves_us; /* processor time per lookup: of a position, and of a position with all its moves */
} probe_times;

static int positions_probe(asc_tablebase *tables, const asc_rules *rules, const asc_position *positions,
                           probe_times *times) {
  double begin = cli_thread_cpu_seconds();
  int code = ASC_OK;
  asc_tablebase_value value;
  for (int i = 0; i < times->positions && code >= 0; i++) code = asc_tablebase_probe(tables, &positions[i], &value);
  times->position_us = (cli_thread_cpu_seconds() - begin) * 1e6 / times->positions;
  begin = cli_thread_cpu_seconds();
  for (int i = 0; i < times->positions && code >= 0; i++) {
    solve_probe probe;
    code = solve_probe_open(&probe, tables, rules, &positions[i], NULL);
    times->moves += (uint64_t)probe.move_count;
    solve_probe_close(&probe);
  }
  times->all_moves_us = (cli_thread_cpu_seconds() - begin) * 1e6 / times->positions;
  return code < 0 ? code : ASC_OK;
}

static int times_print(const asc_rules *rules, int layer, const probe_times *times, const cli_bench_options *options) {
  double moves = (double)times->moves / times->positions;
  if (!options->json) {
    printf("%5d %10d %10.2f %8.1f %10.2f\n", layer, times->positions, times->position_us, moves, times->all_moves_us);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", rules->spec);
  asc_json_number(&json, "layer", layer);
  asc_json_number(&json, "positions", times->positions);
  asc_json_real(&json, "microseconds", times->position_us, CLI_JSON_DIGITS);
  asc_json_real(&json, "moves", moves, CLI_JSON_DIGITS);
  asc_json_real(&json, "microseconds_all", times->all_moves_us, CLI_JSON_DIGITS);
  asc_json_text(&json, "machine", options->machine);
  asc_json_text(&json, "compiler", cli_bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

static int layer_probe(asc_tablebase *tables, const asc_rules *rules, int layer, const cli_bench_options *options) {
  asc_position *positions = calloc((size_t)options->count + 1, sizeof *positions);
  if (positions == NULL) return cli_fail(ASC_E_MEMORY, "bench", "out of memory");
  probe_times times = {.positions = positions_sample(rules, layer, positions, options->count)};
  int code = times.positions > 0 ? positions_probe(tables, rules, positions, &times) : ASC_OK;
  free(positions);
  if (code < 0) return cli_fail(code, "bench", "layer %d: %s", layer, asc_strerror(code));
  return times.positions > 0 ? times_print(rules, layer, &times, options) : CLI_OK;
}

int cli_bench_probe(const cli_bench_options *options) {
  asc_rules *rules;
  asc_tablebase *tables;
  asc_error error;
  const char *folder = cli_tables_folder(options->tables_folder);
  if (folder == NULL)
    return cli_fail(ASC_E_INPUT, "bench", "no tables: --tables DIR or ASCONA_TABLES names their folder");
  int code = cli_rules_open(&rules, options->has_named_games ? options->games.items[0] : "delta", &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  int status = cli_tables_open(&tables, "bench", folder, rules, false);
  if (status == CLI_OK && !options->json)
    printf("%5s %10s %10s %8s %10s\n", "layer", "positions", "us", "moves", "us for all");
  for (int layer = 0; status == CLI_OK && layer < asc_tablebase_layer_count(tables); layer++)
    if (asc_tablebase_layer(tables, layer, NULL)) status = layer_probe(tables, rules, layer, options);
  asc_tablebase_close(tables);
  asc_rules_close(rules);
  return status;
}
