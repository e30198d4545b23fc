#include "text.h"

#include "cli.h"
#include "draw/text/canvas.h"
#include "language.h"
#include "play/growing.h"
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127 };

/* The pager to use, or NULL for none. */
static const char *pager_name(void) {
  const char *name = getenv("PAGER");
  if (name == NULL) return "less";
  return name[strspn(name, " ")] == '\0' || strcmp(name, "cat") == 0 ? NULL : name;
}

/* In the child: signals as a program of its own expects them. */
static void pager_become(const char *name, int from) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) (void)signal(number, SIG_DFL);
  if (dup2(from, STDIN_FILENO) < 0) _exit(NOT_FOUND);
  (void)setenv("LESS", "FRX", 0); /* colours as they are, and nothing is wiped away at the end */
  (void)setenv("LESSCHARSET", language_unicode() ? "utf-8" : "ascii", 0);
  execl("/bin/sh", "sh", "-c", name, (char *)NULL);
  _exit(NOT_FOUND);
}

static void all_write(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t done = write(file, text, length);
    if (done <= 0) return; /* the reader has seen enough */
    text += done;
    length -= (size_t)done;
  }
}

/* False: there is no such pager, and nothing was shown. Ctrl-C is the pager's while it runs. */
static bool pager_run(const char *name, const char *text) {
  int ends[2], status = 0;
  fflush(stdout);
  if (pipe(ends) < 0) return false;
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGINT, &ignore, &before);
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    pager_become(name, ends[0]);
  }
  close(ends[0]);
  if (child > 0) all_write(ends[1], text, strlen(text));
  close(ends[1]);
  bool ran =
      child > 0 && waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND);
  sigaction(SIGINT, &before, NULL);
  return ran;
}

/* How many rows of the screen the text takes. */
static int rows_of(const char *text, const board_style *style) {
  int rows = 0;
  for (; *text != '\0'; rows++) {
    size_t length = strcspn(text, "\n");
    rows += (int)length / (style->columns > 0 ? 4 * style->columns : 80); /* lines fit; who knows */
    text += length + (text[length] == '\n');
  }
  return rows;
}

typedef void text_printer(FILE *out, const char *text, const board_style *style);

/* What the printer makes of the text, whole; NULL when there is no memory, which is told. To be freed. */
static char *text_printed(text_printer *print, const char *text, const board_style *style) {
  asc_growing all = {0};
  FILE *memory = asc_growing_file(&all);
  if (memory != NULL) print(memory, text, style);
  bool whole = memory != NULL && fclose(memory) == 0 && !all.failed && all.text != NULL;
  if (whole) return all.text;
  free(all.text);
  (void)cli_fail(ASC_E_MEMORY, "text", "out of memory");
  return NULL;
}

static int ready_show(const char *text) {
  board_style style = board_style_detect(stdout);
  const char *pager = pager_name();
  bool paged = style.terminal && isatty(STDIN_FILENO) == 1 && rows_of(text, &style) >= style.rows && pager != NULL;
  if (!paged || !pager_run(pager, text)) fputs(text, stdout);
  return CLI_OK;
}

int text_show(const char *written) {
  if (language_unicode()) return ready_show(written);
  const board_style ascii = {0}; /* letters lose their accents */
  char *plain = text_printed(asc_canvas_print_words, written, &ascii);
  int status = plain == NULL ? CLI_MACHINE : ready_show(plain);
  free(plain);
  return status;
}

static const char *page_of(const text_page *pages, const char *game, const char *language) {
  for (; pages->text != NULL; pages++)
    if (strcmp(pages->game, game) == 0 && strcmp(pages->language, language) == 0) return pages->text;
  return NULL;
}

int text_rules(const asc_game *game, const board_style *style) {
  const char *page = page_of(text_rules_pages, game->id, language_now());
  if (page == NULL) page = game->about;
  board_style now = board_style_detect(stdout), plain = *style;
  plain.columns = now.columns;
  char *printed = text_printed(now.terminal ? text_markdown : asc_canvas_print_words, page, &plain);
  int status = printed == NULL ? CLI_MACHINE : text_show(printed);
  free(printed);
  return status;
}

void word_help(const char *word, const char *argument, const char *prefix) {
  enum { MEANING = 18 };
  char key[64], meaning[ASC_SENTENCE_MAX];
  board_style style = board_style_detect(stdout);
  (void)snprintf(key, sizeof key, "%s%s", prefix, word);
  printf("  %-8s %-6s ", word, argument);
  asc_board_print_sentence(stdout, say_to(meaning, key), MEANING, &style);
}
