#include "text.h"

#include "cli/cli.h"
#include "cli/speech/language.h"
#include "draw/text/canvas.h"
#include "play/touch.h"
#include "study/lesson.h"
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

/* Closes a sheet. False when not all of it is there, which is told. */
static bool sheet_whole(FILE *out, asc_growing *sheet) {
  if (fclose(out) == 0 && !sheet->failed && sheet->text != NULL) return true;
  (void)cli_fail(ASC_E_MEMORY, "text", "out of memory");
  return false;
}

static int ready_show(const char *text) {
  board_style style = board_style_detect(stdout);
  const char *pager = pager_name();
  bool paged = style.terminal && isatty(STDIN_FILENO) == 1 && rows_of(text, &style) >= style.rows && pager != NULL;
  if (!paged || !pager_run(pager, text)) fputs(text, stdout);
  return CLI_OK;
}

FILE *text_begin(asc_growing *sheet) {
  *sheet = (asc_growing){0};
  FILE *out = asc_growing_file(sheet);
  if (out == NULL) (void)cli_fail(ASC_E_MEMORY, "text", "out of memory");
  return out;
}

int text_show(const char *written) {
  if (language_unicode()) return ready_show(written);
  const board_style ascii = {0}; /* letters lose their accents */
  asc_growing plain;
  FILE *out = text_begin(&plain);
  if (out == NULL) return CLI_MACHINE;
  asc_canvas_print_words(out, written, &ascii);
  int status = sheet_whole(out, &plain) ? ready_show(plain.text) : CLI_MACHINE;
  free(plain.text);
  return status;
}

int text_end(FILE *out, asc_growing *sheet) {
  int status = sheet_whole(out, sheet) ? text_show(sheet->text) : CLI_MACHINE;
  free(sheet->text);
  return status;
}

static const char *page_of(const text_page *pages, const char *game, const char *language) {
  for (; pages->text != NULL; pages++)
    if (strcmp(pages->game, game) == 0 && strcmp(pages->language, language) == 0) return pages->text;
  return NULL;
}

void text_diagram(FILE *out, const asc_game *game, const char *name, const board_style *style) {
  const char *text = page_of(text_diagrams, game->id, "");
  asc_diagram diagram = {0};
  asc_rules *rules;
  asc_play *play;
  bool found = false;
  while (text != NULL && !found && asc_diagram_next(&diagram, &text, NULL) > 0) found = strcmp(diagram.name, name) == 0;
  if (!found || asc_setting_open(&diagram.setting, game, &rules, &play, NULL) < 0) return;
  static asc_scene scene; /* too large for a stack */
  char key[96], caption[ASC_SENTENCE_MAX];
  asc_message message;
  asc_steps touched = {0};
  (void)asc_steps_read(diagram.touched, &touched);
  (void)snprintf(key, sizeof key, "diagram.%s", name);
  asc_message_set(&message, key);
  asc_scene_read(&scene, play, &touched);
  if (touched.count == 0) scene.targets = (scene_targets){0};
  (void)asc_board_print_diagram(out, &scene, say_message(rules, &message, caption), style);
  asc_play_close(play);
  asc_rules_close(rules);
}

int text_rules(const asc_game *game, const board_style *style) {
  const char *page = page_of(text_rules_pages, game->id, language_now());
  if (page == NULL) page = game->about;
  board_style now = board_style_detect(stdout), plain = *style;
  plain.columns = now.columns;
  asc_growing sheet;
  FILE *out = text_begin(&sheet);
  if (out == NULL) return CLI_MACHINE;
  if (now.terminal)
    text_markdown(out, page, game, &plain);
  else
    asc_canvas_print_words(out, page, &plain);
  return text_end(out, &sheet);
}

void word_help(FILE *out, const char *word, const char *argument, const char *prefix) {
  enum { MEANING = 18 };
  char key[64], meaning[ASC_SENTENCE_MAX];
  board_style style = board_style_detect(stdout);
  (void)snprintf(key, sizeof key, "%s%s", prefix, word);
  fprintf(out, "  %-8s %-6s ", word, argument);
  asc_board_print_sentence(out, say_to(meaning, key), MEANING, &style);
}
