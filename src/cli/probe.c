/* `ascona probe GAME …`: prints the value of a position and of every move from a tablebase, or dumps a whole layer. */
#include "cli.h"
#include "cli/screen/terminal.h"
#include "draw/text/canvas.h"
#include "play/seats.h"
#include "solve/delta/probe_moves.h"

#include <stdlib.h>
#include <unistd.h>

const char cli_probe_summary[] = "the exact value of a position and of every move, from tables";
const char cli_probe_help[] = "usage: ascona probe GAME [--tables DIR] [--position P] [--moves \"…\"] [--json]\n"
                              "       ascona probe GAME [--tables DIR] --dump LAYER\n"
                              "\n"
                              "Looks a position of Delta up in tables of solved positions, which `ascona solve\n"
                              "delta --all` makes: what it is worth with best play, and every legal move, the\n"
                              "best first. Points are for the player to move. With all pawns on the board it\n"
                              "is also told how many plies the winner needs when the loser holds out; among\n"
                              "equals the sooner win and the later loss go first. A value holds for a game\n"
                              "that starts at the position.\n"
                              "\n"
                              "  --tables DIR   the folder of the tables (default: the environment variable\n"
                              "                 ASCONA_TABLES)\n"
                              "  --position P   start from this position string instead of the first position\n"
                              "  --moves \"…\"    play these moves first\n"
                              "  --dump LAYER   write all values of the layer with so many pawns to stdout,\n"
                              "                 row by row, a byte each; `xxhsum -H2` makes of them the digest\n"
                              "                 that its file has\n"
                              "  --json         one JSON object: game, position, player, kind (\"exact\", or\n"
                              "                 \"unknown\" where the layer is not there), value, plies, and\n"
                              "                 moves (each with move, kind, value, plies, and whether the\n"
                              "                 game is then over)\n"
                              "\n"
                              "exit status: 0 held, 1 not held, 2 bad input, 3 the machine's fault\n"
                              "\n"
                              "examples:\n"
                              "  ascona solve delta:size=4,pawns=4 --all --out tables\n"
                              "  ascona probe delta:size=4,pawns=4 --tables tables\n"
                              "  ASCONA_TABLES=tables ascona probe delta:size=4,pawns=4 --moves \"b2 b4\" --json\n"
                              "  ascona probe delta:size=4,pawns=4 --tables tables --dump 8 | xxhsum || true\n";

typedef struct probe_options {
  const char *spec, *tables, *position, *moves;
  long long dump;
  bool json;
} probe_options;

/* Writes "wins 7 points in 23 plies", "loses 1 point" or "draws". */
static void value_write(const asc_tablebase_value *value, char *text, size_t size) {
  int points = abs(value->points);
  if (points == 0) {
    (void)snprintf(text, size, "draws");
    return;
  }
  int length =
      snprintf(text, size, "%s %d point%s", value->points > 0 ? "wins" : "loses", points, points == 1 ? "" : "s");
  if (value->plies > 0)
    (void)snprintf(text + length, size - (size_t)length, " in %d pl%s", value->plies, value->plies == 1 ? "y" : "ies");
}

static void moves_print(const solve_probe *probe, const asc_board_style *style) {
  for (int i = 0; i < probe->move_count; i++) {
    const solve_probe_move *move = &probe->moves[i];
    char value[64] = "not held";
    if (move->is_known) value_write(&move->value, value, sizeof value);
    printf("%3d  %-10s", i + 1, move->token);
    asc_canvas_tone tone = !move->is_known ? ASC_TONE_FAINT : move->value.points > 0 ? ASC_TONE_GOOD : ASC_TONE_PLAIN;
    asc_canvas_print_toned(stdout, tone, value, 0, style);
    putchar('\n');
  }
}

static int answer_print(const solve_probe *probe) {
  asc_board_style style = cli_style_detect(stdout);
  asc_seats seats;
  if (asc_seats_fill(&seats, probe->rules, probe->position, "en") < 0)
    return cli_fail(ASC_E_MEMORY, "probe", "out of memory");
  char value[64], words[160];
  value_write(&probe->value, value, sizeof value);
  (void)snprintf(words, sizeof words, "%s is to move and %s.", seats.names[seats.to_move - 1], value);
  asc_canvas_print_toned(stdout, ASC_TONE_STRONG, words, 0, &style);
  puts("\n");
  moves_print(probe, &style);
  return CLI_OK;
}

static int position_probe(asc_tablebase *tables, const asc_play *play, const probe_options *options) {
  solve_probe probe;
  asc_error error;
  int code = solve_probe_open(&probe, tables, asc_play_rules(play), asc_play_position(play), &error), status = CLI_OK;
  if (code < 0) {
    status = cli_fail_error(code, "probe", &error);
    if (code == ASC_E_STATE) status = CLI_FAILED; /* the tablebase does not hold the position: exit status 1 */
  } else if (options->json) {
    asc_json json = cli_json_begin();
    solve_probe_json(&json, &probe);
    cli_json_end(&json);
  } else {
    status = answer_print(&probe);
  }
  solve_probe_close(&probe);
  return status;
}

static int layer_dump(const asc_tablebase *tables, int layer) {
  enum { BUFFER_BYTES = 8 << 20 };
  asc_tablebase_layer_info info;
  asc_error error;
  if (!asc_tablebase_layer(tables, layer, &info)) return cli_fail(ASC_E_INPUT, "probe", "layer %d is not there", layer);
  if (isatty(STDOUT_FILENO)) return cli_fail(ASC_E_INPUT, "probe", "--dump writes bytes: not to a terminal");
  uint32_t rows = info.columns < BUFFER_BYTES ? BUFFER_BYTES / info.columns : 1;
  int8_t *values = malloc((size_t)rows * info.columns);
  int code = ASC_OK;
  if (values == NULL) return cli_fail(ASC_E_MEMORY, "probe", "out of memory");
  for (uint32_t row = 0; row < info.rows && code == ASC_OK && !ferror(stdout); row += rows) {
    uint32_t count = info.rows - row < rows ? info.rows - row : rows;
    code = asc_tablebase_read_rows(tables, layer, row, count, values, &error);
    if (code == ASC_OK) fwrite(values, info.columns, count, stdout);
  }
  free(values);
  return code < 0 ? cli_fail_error(code, "probe", &error) : CLI_OK;
}

static int setup_probe(const cli_setup *setup, const probe_options *options) {
  asc_tablebase *tables;
  const char *folder = cli_tables_folder(options->tables);
  if (folder == NULL)
    return cli_fail(ASC_E_INPUT, "probe", "no tables: --tables DIR or ASCONA_TABLES names their folder");
  int status = cli_tables_open(&tables, "probe", folder, setup->rules, false);
  if (status != CLI_OK) return status;
  status = options->dump >= 0 ? layer_dump(tables, (int)options->dump) : position_probe(tables, setup->play, options);
  asc_tablebase_close(tables);
  return status;
}

int cli_probe(int argc, char **argv) {
  probe_options options = {.dump = -1};
  const cli_option table[] = {
      {"tables", CLI_TEXT, &options.tables, 0, 0}, {"position", CLI_TEXT, &options.position, 0, 0},
      {"moves", CLI_TEXT, &options.moves, 0, 0},   {"dump", CLI_NUMBER, &options.dump, 0, 99},
      {"json", CLI_FLAG, &options.json, 0, 0},     {0}};
  int rest = cli_parse(argc, argv, table, &options.spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "probe", "which game? see ascona games");
  cli_setup setup;
  int status = cli_setup_open(&setup, options.spec, options.position, options.moves);
  if (status != CLI_OK) return status;
  status = setup_probe(&setup, &options);
  cli_setup_close(&setup);
  return cli_finish(status);
}
