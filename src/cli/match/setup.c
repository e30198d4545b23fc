/* The command line of a match, checked as a whole before anything is played. */
#include "match.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000, RANDOM_PLIES = 4, OPENING_MAX = 1000 };

typedef struct match_words {
  const char *rest[1 + ASC_PLAYERS_MAX];
  int count;
  cli_list set;
  const char *sprt, *openings, *tables;
  long long games, jobs, seed, movetime, nodes, depth, time, increment, margin, patience;
} match_words;

/* `-n` is short for `--games`, the one short option there is. */
static int arguments_parse(int argc, char **argv, const cli_option *options, match_words *words) {
  static char games[] = "--games";
  char **copy = calloc((size_t)argc + 1, sizeof *copy);
  if (copy == NULL) return cli_fail(ASC_E_MEMORY, "match", "out of memory"), -1;
  for (int i = 0; i < argc; i++) copy[i] = strcmp(argv[i], "-n") == 0 ? games : argv[i];
  int count = cli_parse(argc, copy, options, words->rest, 1 + ASC_PLAYERS_MAX);
  free(copy);
  return count;
}

static int words_read(match_words *words, match_request *request, int argc, char **argv) {
  const long long day = 86400000;
  *words = (match_words){.games = 100, .jobs = 1, .seed = 1, .margin = 50, .patience = 30};
  const cli_option options[] = {{"games", CLI_NUMBER, &words->games, 1, ASC_MATCH_GAMES_MAX},
                                {"jobs", CLI_NUMBER, &words->jobs, 1, 256},
                                {"openings", CLI_TEXT, &words->openings, 0, 0},
                                {"seed", CLI_NUMBER, &words->seed, 0, INT64_MAX},
                                {"movetime", CLI_NUMBER, &words->movetime, 1, day},
                                {"nodes", CLI_NUMBER, &words->nodes, 1, INT64_MAX},
                                {"depth", CLI_NUMBER, &words->depth, 1, 1000},
                                {"time", CLI_NUMBER, &words->time, 1, day},
                                {"inc", CLI_NUMBER, &words->increment, 0, day},
                                {"margin", CLI_NUMBER, &words->margin, 0, day},
                                {"patience", CLI_NUMBER, &words->patience, 1, day / 1000},
                                {"set", CLI_LIST, &words->set, 0, 0},
                                {"sprt", CLI_TEXT, &words->sprt, 0, 0},
                                {"tables", CLI_TEXT, &words->tables, 0, 0},
                                {"save", CLI_TEXT, &request->save, 0, 0},
                                {"resume", CLI_TEXT, &request->resume, 0, 0},
                                {"strict", CLI_FLAG, &request->setup.strict, 0, 0},
                                {"json", CLI_FLAG, &request->json, 0, 0},
                                {0}};
  words->count = arguments_parse(argc, argv, options, words);
  if (words->count < 0) return CLI_BAD_INPUT;
  if (words->count < 1) return cli_fail(ASC_E_INPUT, "match", "give a game and its players; see ascona match --help");
  if (words->increment > 0 && words->time == 0) return cli_fail(ASC_E_INPUT, "match", "--inc goes with --time");
  if (request->save != NULL && request->resume != NULL)
    return cli_fail(ASC_E_INPUT, "match", "--save or --resume, not both: a resumed match is kept in its file");
  return CLI_OK;
}

static int sides_read(asc_match_setup *setup, const match_words *words) {
  int players = setup->rules->players;
  asc_match_error error;
  if (words->count - 1 != players)
    return cli_fail(ASC_E_INPUT, "match", "%d player%s for %s, which is played by %d", words->count - 1,
                    words->count == 2 ? "" : "s", setup->rules->spec, players);
  for (int side = 0; side < players; side++)
    if (asc_match_player_read(setup, side, words->rest[1 + side], &error) < 0) return match_fail(&error);
  return CLI_OK;
}

/* "B.Level=3": an option of an outside program. */
static int option_read(asc_match_setup *setup, const char *text) {
  int side = text[0] - 'A';
  const char *value = strchr(text, '=');
  if (side < 0 || side >= setup->rules->players || text[1] != '.' || value == NULL || value == text + 2 ||
      value - text > 40 || strlen(value) > 128)
    return cli_fail(ASC_E_INPUT, "match", "--set takes SIDE.NAME=VALUE, as in B.Level=3, not '%s'", text);
  asc_match_player *set = &setup->sides[side];
  if (set->command == NULL)
    return cli_fail(ASC_E_INPUT, "match", "--set is for outside programs; write the settings of %s into its name",
                    set->text);
  if (set->option_count == ASC_MATCH_OPTIONS_MAX)
    return cli_fail(ASC_E_INPUT, "match", "at most %d --set for %c", ASC_MATCH_OPTIONS_MAX, text[0]);
  set->options[set->option_count++] = text + 2;
  return CLI_OK;
}

/* "0,10" */
static int sprt_read(asc_match_setup *setup, const char *text) {
  char *end;
  if (text == NULL) return CLI_OK;
  setup->elo0 = strtod(text, &end);
  bool good = end != text && *end == ',';
  if (good) {
    const char *second = end + 1;
    setup->elo1 = strtod(second, &end);
    good = end != second && *end == '\0' && setup->elo0 < setup->elo1 && setup->elo0 >= -1000 && setup->elo1 <= 1000;
  }
  if (!good)
    return cli_fail(ASC_E_INPUT, "match", "--sprt takes ELO0,ELO1, the smaller first, as in 0,10, not '%s'", text);
  if (setup->rules->players != 2) return cli_fail(ASC_E_INPUT, "match", "--sprt is for two players");
  setup->sprt = true;
  return CLI_OK;
}

static bool plies_read(const char *text, int *plies) {
  long long number;
  if (!asc_text_number(text, 0, OPENING_MAX, &number)) return false;
  *plies = (int)number;
  return true;
}

/* "4" or "4-5" */
static bool range_read(const char *text, int *least, int *most) {
  char first[8];
  size_t length = strcspn(text, "-");
  if (length >= sizeof first) return false;
  (void)snprintf(first, sizeof first, "%.*s", (int)length, text);
  if (!plies_read(first, least)) return false;
  *most = *least;
  return text[length] == '\0' || (plies_read(text + length + 1, most) && *least <= *most);
}

/* "random", "random:4", "4" or "4-5". Balanced ones are two plies a player or one more; with dice, random ones need
   not be as long, since the games differ anyway. */
static int openings_read(asc_match_setup *setup, const char *text) {
  int *least = &setup->opening_least, *most = &setup->opening_most;
  *least = 2 * setup->rules->players;
  *most = *least + 1;
  if (text == NULL) return CLI_OK;
  setup->random = strncmp(text, "random", 6) == 0;
  if (setup->random) *least = setup->rules->game->odds != NULL ? setup->rules->players : RANDOM_PLIES;
  bool good = setup->random ? text[6] == '\0' || (text[6] == ':' && plies_read(text + 7, least))
                            : range_read(text, least, most);
  if (setup->random) *most = *least;
  if (good) return CLI_OK;
  return cli_fail(ASC_E_INPUT, "match", "--openings takes plies up to %d, as in 4, 4-5 or random:4, not '%s'",
                  OPENING_MAX, text);
}

static void limits_take(asc_match_setup *setup, const match_words *words) {
  setup->games = (int)words->games;
  setup->jobs = words->jobs < words->games ? (int)words->jobs : (int)words->games;
  setup->seed = (uint64_t)words->seed;
  setup->movetime = words->movetime * MS;
  setup->nodes = (uint64_t)words->nodes;
  setup->depth = (int)words->depth;
  setup->time = words->time * MS;
  setup->increment = words->increment * MS;
  setup->margin = words->margin * MS;
  setup->patience = words->patience * 1000 * MS;
}

static int setup_fill(match_request *request, const match_words *words) {
  asc_match_setup *setup = &request->setup;
  asc_match_error error;
  int status = sides_read(setup, words);
  for (int i = 0; status == CLI_OK && i < words->set.count; i++) status = option_read(setup, words->set.items[i]);
  if (status == CLI_OK) status = sprt_read(setup, words->sprt);
  if (status == CLI_OK) status = openings_read(setup, words->openings);
  if (status == CLI_OK) status = cli_tables_open(&request->tables, "match", words->tables, setup->rules, false);
  if (status != CLI_OK) return status;
  if (request->tables != NULL) setup->oracle = asc_tablebase_oracle(request->tables);
  limits_take(setup, words);
  return asc_match_identify(setup, &error) < 0 ? match_fail(&error) : CLI_OK;
}

int match_request_read(match_request *request, int argc, char **argv) {
  match_words words;
  *request = (match_request){0};
  int status = words_read(&words, request, argc, argv);
  if (status != CLI_OK) return status;
  asc_error error = {0};
  int code = cli_rules_open(&request->setup.rules, words.rest[0], &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  status = setup_fill(request, &words);
  if (status != CLI_OK) match_request_close(request);
  return status;
}

void match_request_close(match_request *request) {
  asc_tablebase_close(request->tables);
  asc_rules_close(request->setup.rules);
}
