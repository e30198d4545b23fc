/* `ascona results GAME --tables DIR --out DIR`: what the solved positions of Delta teach, as a page with pictures. */
#include "results.h"

#include "core/text.h"
#include "games/delta/delta.h"
#include "play/file.h"
#include "solve/delta/team.h"
#include "tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char results_summary[] = "a page of what solved positions teach, from tables";
const char results_help[] =
    "usage: ascona results delta[:size=S,pawns=P] --tables DIR --out DIR [--threads N]\n"
    "\n"
    "Reads the complete tables of a board, which `ascona solve delta --all` makes, and writes\n"
    "results.md with pictures beside it: the value of the game and of each opening, what Black's\n"
    "choice is worth, how many positions of each layer have which value, the longest wins, draws,\n"
    "mutual zugzwangs; for the ordinary board also four games of 1996 with the truth about every\n"
    "move. The same tables give the same bytes. The ordinary board takes 3.5 GB of memory and a\n"
    "minute or two.\n"
    "\n"
    "  --tables DIR   the folder of the tables (default: the environment variable ASCONA_TABLES)\n"
    "  --out DIR      the folder for results.md; pictures go to its folder pictures\n"
    "  --threads N    how many work at it (default: one for each processor)\n"
    "\n"
    "examples:\n"
    "  ascona solve delta:size=4,pawns=4 --all --out tables\n"
    "  ascona results delta:size=4,pawns=4 --tables tables --out tables\n";

typedef struct results_options {
  const char *spec, *tables, *out;
  long long threads;
} results_options;

static void heading_write(const results_page *page) {
  const retro_plan *plan = &page->plan;
  fprintf(
      page->brief,
      "# Delta, solved: what it teaches\n\n"
      "Every position of Delta on %dx%d squares with %d pawns a side, with best play of both. This page is made by\n"
      "`ascona results %s`, all of it, from the tables that `ascona solve %s --all` makes\n"
      "([solve.md](solve.md) says how): who makes them again gets the same page.\n\n"
      "A value is what White wins in points: +8 is a win of White worth 8, -7 one of Black worth 7. Where it is\n"
      "told for the player to move, that is said.\n\n",
      plan->board.size, plan->board.size, plan->pawns, page->rules->spec, page->rules->spec);
}

static int last_layer_write(results_page *page) {
  retro_survey survey;
  int code = retro_survey_open(&survey, &page->plan, &page->layers[page->last->pawns], page->threads, &page->error);
  if (code == ASC_OK) code = results_last(page, &survey);
  if (code == ASC_OK) code = results_draws(page, &survey);
  if (code == ASC_OK) code = results_turns(page, &survey);
  retro_survey_close(&survey);
  return code;
}

static int sections_write(results_page *page) {
  heading_write(page);
  int code = results_openings(page);
  if (code == ASC_OK) code = results_fairest(page);
  if (code == ASC_OK) code = results_choice(page);
  if (code == ASC_OK) code = results_layers(page);
  if (code == ASC_OK) code = last_layer_write(page);
  if (code == ASC_OK) code = results_games(page);
  return code;
}

static int page_write(results_page *page, const char *brief, const char *sections) {
  char path[RETRO_PATH_MAX];
  size_t size = strlen(brief) + strlen(sections) + sizeof "\n";
  char *text = malloc(size);
  if (text == NULL) return results_fail(page, ASC_E_MEMORY);
  (void)snprintf(text, size, "%s\n%s", brief, sections);
  (void)snprintf(path, sizeof path, "%s/results.md", page->folder);
  int code = asc_file_write_atomic(path, text, size - 1, &page->error);
  free(text);
  return code;
}

static bool whole(FILE *stream) {
  bool good = ferror(stream) == 0;
  return fclose(stream) == 0 && good;
}

/* The page is written when all of it is known. */
static int page_make(results_page *page) {
  char *brief = NULL, *sections = NULL;
  size_t length;
  page->brief = open_memstream(&brief, &length);
  page->out = open_memstream(&sections, &length);
  bool room = page->brief != NULL && page->out != NULL;
  int code = room ? sections_write(page) : ASC_OK;
  if (page->brief != NULL && !whole(page->brief)) room = false;
  if (page->out != NULL && !whole(page->out)) room = false;
  if (!room) code = results_fail(page, ASC_E_MEMORY);
  if (code == ASC_OK) code = page_write(page, brief, sections);
  free(brief);
  free(sections);
  return code;
}

static int layers_open(results_page *page, const char *folder) {
  const delta_rules *rules = (const delta_rules *)page->rules;
  if (!retro_plan_open(&page->plan, rules->size, rules->pawns)) return results_fail(page, ASC_E_MEMORY);
  page->last = &page->plan.layers[page->plan.layer_count - 1];
  for (int n = 0; n < page->plan.layer_count; n++) {
    int code = retro_table_open(&page->layers[n], folder, &page->plan, &page->plan.layers[n], &page->error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int folder_make(const results_page *page) {
  char path[RETRO_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/pictures", page->folder);
  const char *const folders[] = {page->folder, path};
  for (int i = 0; i < 2; i++)
    if (mkdir(folders[i], 0777) != 0 && errno != EEXIST)
      return cli_fail(ASC_E_FILE, folders[i], "cannot be made: %s", strerror(errno));
  return CLI_OK;
}

static int tables_study(results_page *page, const char *folder) {
  int status = folder_make(page);
  if (status != CLI_OK) return status;
  status = cli_tables_open(&page->tables, "results", folder, page->rules, false);
  if (status != CLI_OK) return status;
  int code = layers_open(page, folder);
  if (code == ASC_OK) code = page_make(page);
  results_memo_close(page->memo);
  for (int n = 0; n < page->plan.layer_count; n++) retro_table_close(&page->layers[n]);
  retro_plan_close(&page->plan);
  asc_tables_close(page->tables);
  return code < 0 ? cli_fail_error(code, "results", &page->error) : CLI_OK;
}

static int game_study(const asc_rules *rules, const char *folder, const char *out, int threads) {
  results_page *page = calloc(1, sizeof *page);
  if (page == NULL) return cli_fail(ASC_E_MEMORY, "results", "out of memory");
  page->rules = rules;
  page->folder = out;
  page->threads = threads;
  int status = tables_study(page, folder);
  free(page);
  return status;
}

int results_run(int argc, char **argv) {
  results_options options = {0};
  const cli_option table[] = {{"tables", CLI_TEXT, &options.tables, 0, 0},
                              {"out", CLI_TEXT, &options.out, 0, 0},
                              {"threads", CLI_NUMBER, &options.threads, 1, RETRO_TEAM_MAX},
                              {0}};
  int rest = cli_parse(argc, argv, table, &options.spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "results", "which game? it is for delta");
  const char *folder = cli_tables_folder(options.tables);
  if (folder == NULL)
    return cli_fail(ASC_E_INPUT, "results", "no tables: --tables DIR or ASCONA_TABLES names their folder");
  if (options.out == NULL) return cli_fail(ASC_E_INPUT, "results", "--out DIR says where the page goes");
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, options.spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  int status = game_study(rules, folder, options.out, retro_team_size((int)options.threads));
  asc_rules_close(rules);
  return cli_finish(status);
}
