/* How long it takes to look positions up: random ones, a layer at a time, and then all moves of each. */
#include "bench.h"

#include "solve/delta/answer.h"

#include <stdio.h>
#include <stdlib.h>

/* Positions of random games, so many plies old, that are not over. Returns how many there are: at most `count`. */
static int positions_draw(const asc_rules *rules, int plies, asc_position *positions, int count) {
  enum { TRIES = 1000 };
  asc_random random;
  asc_random_seed(&random, (uint64_t)plies);
  int drawn = 0;
  for (int i = 0; drawn < count && i < TRIES * count; i++) {
    asc_position_start(rules, &positions[drawn]);
    if (plies > 0) (void)asc_playout(rules, &positions[drawn], plies, ASC_PLAYOUT_LIST, &random);
    drawn += asc_position_count(rules, &positions[drawn]) > 0;
  }
  return drawn;
}

typedef struct probe_times {
  int positions;
  uint64_t moves;
  double one, all; /* microseconds for a position alone, and for a position with all its moves */
} probe_times;

static int positions_probe(asc_tablebase *tables, const asc_rules *rules, const asc_position *positions,
                           probe_times *times) {
  double begin = cli_thread_seconds();
  int code = ASC_OK;
  asc_truth truth;
  for (int i = 0; i < times->positions && code >= 0; i++) code = asc_tablebase_probe(tables, &positions[i], &truth);
  times->one = (cli_thread_seconds() - begin) * 1e6 / times->positions;
  begin = cli_thread_seconds();
  for (int i = 0; i < times->positions && code >= 0; i++) {
    asc_probe probe;
    code = asc_probe_open(&probe, tables, rules, &positions[i], NULL);
    times->moves += (uint64_t)probe.count;
    asc_probe_close(&probe);
  }
  times->all = (cli_thread_seconds() - begin) * 1e6 / times->positions;
  return code < 0 ? code : ASC_OK;
}

static int times_print(const asc_rules *rules, int layer, const probe_times *times, const bench_options *options) {
  double moves = (double)times->moves / times->positions;
  if (!options->json) {
    printf("%5d %10d %10.2f %8.1f %10.2f\n", layer, times->positions, times->one, moves, times->all);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", rules->spec);
  asc_json_number(&json, "layer", layer);
  asc_json_number(&json, "positions", times->positions);
  asc_json_real(&json, "microseconds", times->one, CLI_DIGITS);
  asc_json_real(&json, "moves", moves, CLI_DIGITS);
  asc_json_real(&json, "microseconds_all", times->all, CLI_DIGITS);
  asc_json_text(&json, "machine", options->machine);
  asc_json_text(&json, "compiler", bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

static int layer_probe(asc_tablebase *tables, const asc_rules *rules, int layer, const bench_options *options) {
  asc_position *positions = calloc((size_t)options->count + 1, sizeof *positions);
  if (positions == NULL) return cli_fail(ASC_E_MEMORY, "bench", "out of memory");
  probe_times times = {.positions = positions_draw(rules, layer, positions, options->count)};
  int code = times.positions > 0 ? positions_probe(tables, rules, positions, &times) : ASC_OK;
  free(positions);
  if (code < 0) return cli_fail(code, "bench", "layer %d: %s", layer, asc_strerror(code));
  return times.positions > 0 ? times_print(rules, layer, &times, options) : CLI_OK;
}

int bench_probe(const bench_options *options) {
  asc_rules *rules;
  asc_tablebase *tables;
  asc_error error;
  const char *folder = cli_tables_folder(options->tables);
  if (folder == NULL)
    return cli_fail(ASC_E_INPUT, "bench", "no tables: --tables DIR or ASCONA_TABLES names their folder");
  int code = cli_rules_open(&rules, options->named ? options->games.items[0] : "delta", &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  int status = cli_tables_open(&tables, "bench", folder, rules, false);
  if (status == CLI_OK && !options->json)
    printf("%5s %10s %10s %8s %10s\n", "layer", "positions", "us", "moves", "us for all");
  for (int layer = 0; status == CLI_OK && layer < asc_tablebase_layers(tables); layer++)
    if (asc_tablebase_layer(tables, layer, NULL)) status = layer_probe(tables, rules, layer, options);
  asc_tablebase_close(tables);
  asc_rules_close(rules);
  return status;
}
