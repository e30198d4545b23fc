/* `make-results DIR OUT [GAME [THREADS]]`: OUT/results.md, what the solved positions of Delta teach, with its pictures,
   from the tables in DIR. */
#include "page.h"

#include "core/text.h"
#include "engine/common/team.h"
#include "play/file.h"
#include "solve/delta/position.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] =
    "usage: make-results DIR OUT [GAME [THREADS]]\n"
    "\n"
    "Reads the complete tables of a board (default: delta), which `ascona solve delta --all` makes,\n"
    "from DIR and writes results.md and its folder of pictures to OUT: the value of the game and\n"
    "of each opening, what Black's choice is worth, how many positions of each layer have which\n"
    "value, the longest wins, draws, mutual zugzwangs; for the ordinary board also four games of\n"
    "1996 with the truth about every move. The same tables give the same bytes. The ordinary board\n"
    "takes 3.5 GB of memory and a minute or two.\n";

static void heading_write(const results_page *page) {
  const retro_plan *plan = &page->plan;
  fprintf(
      page->brief,
      "# Delta, solved: what it teaches\n\n"
      "Every position of Delta on %dx%d squares with %d pawns a side, with best play of both. This page is made by\n"
      "`./dev results DIR`, all of it, from the tables that `ascona solve %s --all` makes\n"
      "([solve.md](solve.md) says how): who makes them again gets the same page.\n\n"
      "A value is what White wins in points: +8 is a win of White worth 8, -7 one of Black worth 7. Where it is\n"
      "told for the player to move, that is said.\n\n",
      plan->board.size, plan->board.size, plan->pawns, page->rules->spec);
}

static int last_layer_write(results_page *page) {
  retro_survey survey;
  int code = asc_retro_survey_open(&survey, &page->plan, &page->layers[page->last->pawns], page->threads, &page->error);
  if (code == ASC_OK) code = results_last(page, &survey);
  if (code == ASC_OK) code = results_draws(page, &survey);
  if (code == ASC_OK) code = results_turns(page, &survey);
  asc_retro_survey_close(&survey);
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
  int size, pawns, code = asc_tablebase_open(&page->tables, page->rules, folder, &page->error);
  if (code < 0) return code;
  (void)asc_retro_rules_fit(page->rules, &size, &pawns); /* or there would be no tables */
  if (!asc_retro_plan_open(&page->plan, size, pawns)) return results_fail(page, ASC_E_MEMORY);
  page->last = &page->plan.layers[page->plan.layer_count - 1];
  for (int n = 0; n < page->plan.layer_count && code == ASC_OK; n++)
    code = asc_retro_table_open(&page->layers[n], folder, &page->plan, &page->plan.layers[n], &page->error);
  return code;
}

static int folder_make(results_page *page) {
  char path[RETRO_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/pictures", page->folder);
  const char *const folders[] = {page->folder, path};
  for (int i = 0; i < 2; i++)
    if (mkdir(folders[i], 0777) != 0 && errno != EEXIST)
      return asc_fail(&page->error, ASC_E_FILE, "%s cannot be made: %s", folders[i], strerror(errno));
  return ASC_OK;
}

static int tables_survey(results_page *page, const char *folder) {
  int code = layers_open(page, folder);
  if (code == ASC_OK) code = folder_make(page);
  if (code == ASC_OK) code = page_make(page);
  results_memo_close(page->memo);
  for (int n = 0; n < page->plan.layer_count; n++) asc_retro_table_close(&page->layers[n]);
  asc_retro_plan_close(&page->plan);
  asc_tablebase_close(page->tables);
  return code;
}

static int failed(int code, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(error, line, sizeof line);
  fprintf(stderr, "make-results: %s\n", line);
  return code == ASC_E_MEMORY || code == ASC_E_FILE ? STATUS_MACHINE : STATUS_INPUT;
}

int main(int argc, char **argv) {
  static results_page page;
  long long threads = 0;
  asc_rules *rules;
  if (argc < 3 || argc > 5 || (argc == 5 && !asc_text_number(argv[4], 1, ASC_THREADS_MAX, &threads))) {
    fputs(usage, stderr);
    return STATUS_INPUT;
  }
  int code = asc_rules_open(&rules, argc > 3 ? argv[3] : "delta", &page.error);
  if (code < 0) return failed(code, &page.error);
  page.rules = rules;
  page.folder = argv[2];
  page.threads = asc_team_size((int)threads);
  code = tables_survey(&page, argv[1]);
  asc_rules_close(rules);
  return code < 0 ? failed(code, &page.error) : 0;
}
