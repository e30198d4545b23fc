/* Reading the command line of a match. All of it is checked before a game is played. */
#include "match.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { US_PER_MS = 1000, RANDOM_PLIES_DEFAULT = 4, OPENING_PLIES_MAX = 1000 };

typedef struct match_arguments {
  const char *rest[1 + ASC_PLAYERS_MAX];
  int count;
  cli_list set_options;
  const char *sprt, *openings, *tables;
  long long games, jobs, seed, movetime, nodes, depth, time, increment, margin, patience;
} match_arguments;

/* `-n` is short for `--games`; there are no other short options. */
static int arguments_parse(int argc, char **argv, const cli_option *options, match_arguments *arguments) {
  static char games[] = "--games";
  char **copy = calloc((size_t)argc + 1, sizeof *copy);
  if (copy == NULL) return cli_fail(ASC_E_MEMORY, "match", "out of memory"), -1;
  for (int i = 0; i < argc; i++) copy[i] = strcmp(argv[i], "-n") == 0 ? games : argv[i];
  int count = cli_parse(argc, copy, options, arguments->rest, 1 + ASC_PLAYERS_MAX);
  free(copy);
  return count;
}

static int arguments_read(match_arguments *arguments, cli_match_request *request, int argc, char **argv) {
  const long long day_ms = 86400000;
  *arguments = (match_arguments){.games = 100, .jobs = 1, .seed = 1, .margin = 50, .patience = 30};
  const cli_option options[] = {{"games", CLI_NUMBER, &arguments->games, 1, MATCH_GAMES_MAX},
                                {"jobs", CLI_NUMBER, &arguments->jobs, 1, 256},
                                {"openings", CLI_TEXT, &arguments->openings, 0, 0},
                                {"seed", CLI_NUMBER, &arguments->seed, 0, INT64_MAX},
                                {"movetime", CLI_NUMBER, &arguments->movetime, 1, day_ms},
                                {"nodes", CLI_NUMBER, &arguments->nodes, 1, INT64_MAX},
                                {"depth", CLI_NUMBER, &arguments->depth, 1, 1000},
                                {"time", CLI_NUMBER, &arguments->time, 1, day_ms},
                                {"inc", CLI_NUMBER, &arguments->increment, 0, day_ms},
                                {"margin", CLI_NUMBER, &arguments->margin, 0, day_ms},
                                {"patience", CLI_NUMBER, &arguments->patience, 1, day_ms / 1000},
                                {"set", CLI_LIST, &arguments->set_options, 0, 0},
                                {"sprt", CLI_TEXT, &arguments->sprt, 0, 0},
                                {"tables", CLI_TEXT, &arguments->tables, 0, 0},
                                {"save", CLI_TEXT, &request->save, 0, 0},
                                {"resume", CLI_TEXT, &request->resume, 0, 0},
                                {"strict", CLI_FLAG, &request->setup.is_strict, 0, 0},
                                {"json", CLI_FLAG, &request->json, 0, 0},
                                {0}};
  arguments->count = arguments_parse(argc, argv, options, arguments);
  if (arguments->count < 0) return CLI_BAD_INPUT;
  if (arguments->count < 1)
    return cli_fail(ASC_E_INPUT, "match", "give a game and its players; see ascona match --help");
  if (arguments->increment > 0 && arguments->time == 0) return cli_fail(ASC_E_INPUT, "match", "--inc goes with --time");
  if (request->save != NULL && request->resume != NULL)
    return cli_fail(ASC_E_INPUT, "match", "--save or --resume, not both: a resumed match is kept in its file");
  return CLI_OK;
}

static int sides_read(match_setup *setup, const match_arguments *arguments) {
  int players = setup->rules->players;
  match_error error;
  if (arguments->count - 1 != players)
    return cli_fail(ASC_E_INPUT, "match", "%d player%s for %s, which is played by %d", arguments->count - 1,
                    arguments->count == 2 ? "" : "s", setup->rules->spec, players);
  for (int side = 0; side < players; side++)
    if (match_player_read(setup, side, arguments->rest[1 + side], &error) < 0) return cli_match_fail(&error);
  return CLI_OK;
}

/* Reads an option of an external engine, such as "B.Level=3". */
static int option_read(match_setup *setup, const char *text) {
  int side = text[0] - 'A';
  const char *value = strchr(text, '=');
  if (side < 0 || side >= setup->rules->players || text[1] != '.' || value == NULL || value == text + 2 ||
      value - text > 40 || strlen(value) > 128)
    return cli_fail(ASC_E_INPUT, "match", "--set takes SIDE.NAME=VALUE, as in B.Level=3, not '%s'", text);
  match_player *player = &setup->sides[side];
  if (player->command == NULL)
    return cli_fail(ASC_E_INPUT, "match", "--set is for outside programs; write the settings of %s into its name",
                    player->text);
  if (player->option_count == MATCH_OPTIONS_MAX)
    return cli_fail(ASC_E_INPUT, "match", "at most %d --set for %c", MATCH_OPTIONS_MAX, text[0]);
  player->options[player->option_count++] = text + 2;
  return CLI_OK;
}

/* Reads "0,10". */
static int sprt_read(match_setup *setup, const char *text) {
  char *end;
  if (text == NULL) return CLI_OK;
  setup->elo0 = strtod(text, &end);
  bool ok = end != text && *end == ',';
  if (ok) {
    const char *second = end + 1;
    setup->elo1 = strtod(second, &end);
    ok = end != second && *end == '\0' && setup->elo0 < setup->elo1 && setup->elo0 >= -1000 && setup->elo1 <= 1000;
  }
  if (!ok)
    return cli_fail(ASC_E_INPUT, "match", "--sprt takes ELO0,ELO1, the smaller first, as in 0,10, not '%s'", text);
  if (setup->rules->players != 2) return cli_fail(ASC_E_INPUT, "match", "--sprt is for two players");
  setup->has_sprt = true;
  return CLI_OK;
}

static bool plies_read(const char *text, int *plies) {
  long long number;
  if (!asc_text_number(text, 0, OPENING_PLIES_MAX, &number)) return false;
  *plies = (int)number;
  return true;
}

/* Reads "4" or "4-5". */
static bool range_read(const char *text, int *min, int *max) {
  char first[8];
  size_t length = strcspn(text, "-");
  if (length >= sizeof first) return false;
  (void)snprintf(first, sizeof first, "%.*s", (int)length, text);
  if (!plies_read(first, min)) return false;
  *max = *min;
  return text[length] == '\0' || (plies_read(text + length + 1, max) && *min <= *max);
}

/* Reads "random", "random:4", "4" or "4-5". By default openings are balanced, with two plies per player or one ply
   more. With dice, random openings are shorter by default, because the games differ anyway. */
static int openings_read(match_setup *setup, const char *text) {
  int *min = &setup->opening_plies_min, *max = &setup->opening_plies_max;
  *min = 2 * setup->rules->players;
  *max = *min + 1;
  if (text == NULL) return CLI_OK;
  setup->has_random_openings = strncmp(text, "random", 6) == 0;
  if (setup->has_random_openings)
    *min = setup->rules->game->odds != NULL ? setup->rules->players : RANDOM_PLIES_DEFAULT;
  bool ok = setup->has_random_openings ? text[6] == '\0' || (text[6] == ':' && plies_read(text + 7, min))
                                       : range_read(text, min, max);
  if (setup->has_random_openings) *max = *min;
  if (ok) return CLI_OK;
  return cli_fail(ASC_E_INPUT, "match", "--openings takes plies up to %d, as in 4, 4-5 or random:4, not '%s'",
                  OPENING_PLIES_MAX, text);
}

static void limits_set(match_setup *setup, const match_arguments *arguments) {
  setup->games = (int)arguments->games;
  setup->jobs = arguments->jobs < arguments->games ? (int)arguments->jobs : (int)arguments->games;
  setup->seed = (uint64_t)arguments->seed;
  setup->movetime_us = arguments->movetime * US_PER_MS;
  setup->nodes = (uint64_t)arguments->nodes;
  setup->depth = (int)arguments->depth;
  setup->time_us = arguments->time * US_PER_MS;
  setup->increment_us = arguments->increment * US_PER_MS;
  setup->margin_us = arguments->margin * US_PER_MS;
  setup->timeout_us = arguments->patience * 1000 * US_PER_MS;
}

static int setup_fill(cli_match_request *request, const match_arguments *arguments) {
  match_setup *setup = &request->setup;
  match_error error;
  int status = sides_read(setup, arguments);
  for (int i = 0; status == CLI_OK && i < arguments->set_options.count; i++)
    status = option_read(setup, arguments->set_options.items[i]);
  if (status == CLI_OK) status = sprt_read(setup, arguments->sprt);
  if (status == CLI_OK) status = openings_read(setup, arguments->openings);
  if (status == CLI_OK) status = cli_tables_open(&request->tables, "match", arguments->tables, setup->rules, false);
  if (status != CLI_OK) return status;
  if (request->tables != NULL) setup->oracle = asc_tablebase_oracle(request->tables);
  limits_set(setup, arguments);
  return match_setup_identify(setup, &error) < 0 ? cli_match_fail(&error) : CLI_OK;
}

int cli_match_request_read(cli_match_request *request, int argc, char **argv) {
  match_arguments arguments;
  *request = (cli_match_request){0};
  int status = arguments_read(&arguments, request, argc, argv);
  if (status != CLI_OK) return status;
  asc_error error = {0};
  int code = cli_rules_open(&request->setup.rules, arguments.rest[0], &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  status = setup_fill(request, &arguments);
  if (status != CLI_OK) cli_match_request_close(request);
  return status;
}

void cli_match_request_close(cli_match_request *request) {
  asc_tablebase_close(request->tables);
  asc_rules_close(request->setup.rules);
}
