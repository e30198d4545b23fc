/* Shows pages of text, through a pager if they are long. See text.h. */
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

enum { NOT_FOUND = 127 }; /* exit status of the shell if there is no such command */

/* Returns the command of the pager; NULL if none should be used. */
static const char *pager_name(void) {
  const char *name = getenv("PAGER");
  if (name == NULL) return "less";
  return name[strspn(name, " ")] == '\0' || strcmp(name, "cat") == 0 ? NULL : name;
}

/* Runs in the child process. Resets the signals, as another program expects them, and becomes the pager. */
static void pager_exec(const char *name, int from) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) (void)signal(number, SIG_DFL);
  if (dup2(from, STDIN_FILENO) < 0) _exit(NOT_FOUND);
  (void)setenv("LESS", "FRX", 0); /* F: quit if it fits on a screen; R: show colours; X: leave the text on the screen */
  (void)setenv("LESSCHARSET", cli_language_has_unicode() ? "utf-8" : "ascii", 0);
  execl("/bin/sh", "sh", "-c", name, (char *)NULL);
  _exit(NOT_FOUND);
}

static void all_write(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t done = write(file, text, length);
    if (done <= 0) return; /* the user quit the pager */
    text += done;
    length -= (size_t)done;
  }
}

/* Returns false if there is no such pager; then nothing was shown. While the pager runs, Ctrl-C belongs to it. */
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
    pager_exec(name, ends[0]);
  }
  close(ends[0]);
  if (child > 0) all_write(ends[1], text, strlen(text));
  close(ends[1]);
  bool ran =
      child > 0 && waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND);
  sigaction(SIGINT, &before, NULL);
  return ran;
}

/* Estimates how many screen rows the text takes, rather too few than too many. */
static int rows_of(const char *text, const asc_board_style *style) {
  int rows = 0;
  for (; *text != '\0'; rows++) {
    size_t length = strcspn(text, "\n");
    rows += (int)length /
            (style->columns > 0 ? 4 * style->columns : 80); /* a long line wraps; a column takes at most 4 bytes */
    text += length + (text[length] == '\n');
  }
  return rows;
}

/* Closes a page. Prints an error and returns false if memory ran out. */
static bool page_finish(FILE *out, asc_strbuf *buffer) {
  if (fclose(out) == 0 && !buffer->failed && buffer->text != NULL) return true;
  (void)cli_fail(ASC_E_MEMORY, "text", "out of memory");
  return false;
}

static int page_show(const char *text) {
  asc_board_style style = cli_style_detect(stdout);
  const char *pager = pager_name();
  bool paged = style.is_terminal && isatty(STDIN_FILENO) == 1 && rows_of(text, &style) >= style.rows && pager != NULL;
  if (!paged || !pager_run(pager, text)) fputs(text, stdout);
  return CLI_OK;
}

FILE *cli_text_open_page(asc_strbuf *buffer) {
  *buffer = (asc_strbuf){0};
  FILE *out = asc_strbuf_stream(buffer);
  if (out == NULL) (void)cli_fail(ASC_E_MEMORY, "text", "out of memory");
  return out;
}

int cli_text_show(const char *text) {
  if (cli_language_has_unicode()) return page_show(text);
  const asc_board_style ascii = {0}; /* accents are dropped */
  asc_strbuf plain;
  FILE *out = cli_text_open_page(&plain);
  if (out == NULL) return CLI_SYSTEM_ERROR;
  asc_canvas_print_text(out, text, &ascii);
  int status = page_finish(out, &plain) ? page_show(plain.text) : CLI_SYSTEM_ERROR;
  free(plain.text);
  return status;
}

int cli_text_show_page(FILE *out, asc_strbuf *buffer) {
  int status = page_finish(out, buffer) ? cli_text_show(buffer->text) : CLI_SYSTEM_ERROR;
  free(buffer->text);
  return status;
}

static const char *page_of(const cli_text_page *pages, const char *game, const char *language) {
  for (; pages->text != NULL; pages++)
    if (strcmp(pages->game, game) == 0 && strcmp(pages->language, language) == 0) return pages->text;
  return NULL;
}

void cli_text_print_diagram(FILE *out, const asc_game *game, const char *name, const asc_board_style *style) {
  const char *text = page_of(cli_text_diagrams, game->id, "");
  asc_diagram diagram = {0};
  asc_rules *rules;
  asc_play *play;
  bool found = false;
  while (text != NULL && !found && asc_diagram_next(&diagram, &text, NULL) > 0) found = strcmp(diagram.name, name) == 0;
  if (!found || asc_lesson_setup_open(&diagram.setup, game, &rules, &play, NULL) < 0) return;
  static asc_scene scene; /* static, because it is too large for the stack */
  char key[96], caption[ASC_SENTENCE_MAX];
  asc_message message;
  asc_steps touched = {0};
  (void)asc_steps_read(diagram.touched, &touched);
  (void)snprintf(key, sizeof key, "diagram.%s", name);
  asc_message_set(&message, key);
  asc_scene_read(&scene, play, &touched);
  if (touched.count == 0) scene.targets = (asc_scene_targets){0};
  (void)asc_board_print_diagram(out, &scene, cli_say_message(rules, &message, caption), style);
  asc_play_close(play);
  asc_rules_close(rules);
}

int cli_text_show_rules(const asc_game *game, const asc_board_style *style) {
  const char *page = page_of(cli_text_rules_pages, game->id, cli_language_current());
  if (page == NULL) page = game->rules_text;
  asc_board_style now = cli_style_detect(stdout), plain = *style;
  plain.columns = now.columns;
  asc_strbuf buffer;
  FILE *out = cli_text_open_page(&buffer);
  if (out == NULL) return CLI_SYSTEM_ERROR;
  if (now.is_terminal)
    cli_text_print_markdown(out, page, game, &plain);
  else
    asc_canvas_print_text(out, page, &plain);
  return cli_text_show_page(out, &buffer);
}

void cli_text_print_word_help(FILE *out, const char *word, const char *argument, const char *prompt) {
  enum { MEANING = 18 };
  char key[64], meaning[ASC_SENTENCE_MAX];
  asc_board_style style = cli_style_detect(stdout);
  (void)snprintf(key, sizeof key, "%sword.%s", prompt, word);
  if (strcmp(cli_say_to(meaning, key), key) == 0) cli_say_to(meaning, key + strlen(prompt));
  fprintf(out, "  %-8s %-6s ", word, argument);
  asc_board_print_sentence(out, meaning, MEANING, &style);
}
