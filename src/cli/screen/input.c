#include "input.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "draw/text/canvas.h"
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static volatile sig_atomic_t end_asked;      /* by which signal; 0: by none */
static volatile sig_atomic_t screen_changed; /* another size, or back from the background */

static void signal_note(int number) {
  if (number == SIGWINCH || number == SIGCONT)
    screen_changed = 1;
  else
    end_asked = number;
}

static const int noted_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
enum { NOTED_SIGNALS = sizeof noted_signals / sizeof noted_signals[0] };

static sigset_t noted_set(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < NOTED_SIGNALS; i++) sigaddset(&set, noted_signals[i]);
  return set;
}

/* The signals are blocked but for the moments in which they are let in below. */
static void signals_hold(void) {
  sigset_t noted = noted_set();
  struct sigaction action = {.sa_handler = signal_note};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < NOTED_SIGNALS; i++) sigaction(noted_signals[i], &action, NULL);
  pthread_sigmask(SIG_BLOCK, &noted, NULL);
}

/* Lets in those that have come. pselect alone would not do: it prefers input that is there. */
static void signals_let_in(void) {
  sigset_t noted = noted_set();
  pthread_sigmask(SIG_UNBLOCK, &noted, NULL);
  pthread_sigmask(SIG_BLOCK, &noted, NULL);
}

/* Waits for input or for a signal, until the next tick if there is something to do then. False: it is time for it. */
static bool input_wait(bool ticking) {
  const struct timespec tick = {.tv_nsec = 250000000};
  signals_let_in();
  if (end_asked != 0 || screen_changed) return true;
  sigset_t open;
  pthread_sigmask(SIG_SETMASK, NULL, &open);
  for (int i = 0; i < NOTED_SIGNALS; i++) sigdelset(&open, noted_signals[i]);
  fd_set files;
  FD_ZERO(&files);
  FD_SET(STDIN_FILENO, &files);
  return pselect(STDIN_FILENO + 1, &files, NULL, NULL, ticking ? &tick : NULL, &open) != 0;
}

void input_release(void) {
  sigset_t noted = noted_set();
  for (int i = 0; i < NOTED_SIGNALS; i++) (void)signal(noted_signals[i], SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &noted, NULL);
}

int input_signal(void) {
  signals_let_in();
  return end_asked;
}

bool input_interrupted(void) {
  if (input_signal() != SIGINT) return false;
  end_asked = 0;
  return true;
}

void input_signal_pass(void) {
  if (end_asked == 0 || end_asked == SIGINT) return;
  (void)signal(end_asked, SIG_DFL);
  raise(end_asked);
  signals_let_in();
}

static play_input *input_of(EditLine *editor) {
  void *data = NULL;
  el_get(editor, EL_CLIENTDATA, &data);
  return data;
}

static char *prompt_of(EditLine *editor) { return input_of(editor)->prompt; }

/* How many rows of the screen stand above the cursor and belong to the line being edited. */
static int rows_above(EditLine *editor) {
  const LineInfo *line = el_line(editor);
  char before[INPUT_LINE_MAX];
  board_style style = board_style_detect(stdout);
  (void)snprintf(before, sizeof before, "%.*s", (int)(line->cursor - line->buffer), line->buffer);
  int columns = asc_canvas_words_columns(prompt_of(editor), &style) + asc_canvas_words_columns(before, &style);
  return style.columns > 0 ? columns / style.columns : 0;
}

/* Another prompt before the line, which stays as it is. False: the time to type is over. */
static bool prompt_tick(EditLine *editor) {
  play_input *input = input_of(editor);
  char prompt[sizeof input->prompt];
  bool on = input->tick(input->context, prompt, sizeof prompt);
  if (!on || strcmp(prompt, input->prompt) == 0) return on;
  int above = rows_above(editor);
  if (above > 0) printf("\033[%dA", above);
  fputs("\r\033[J", stdout);
  memcpy(input->prompt, prompt, sizeof prompt);
  el_set(editor, EL_REFRESH);
  return true;
}

/* From here on keys come one by one and are not echoed, the interrupt key with them. To be called before the prompt is
   seen: what is typed at a prompt is edited, never echoed by the terminal itself. */
static void keys_take(play_input *input) {
  struct termios keys;
  el_set(input->editor, EL_PREP_TERM, 1);
  if (tcgetattr(STDIN_FILENO, &keys) < 0 || keys.c_cc[VINTR] == _POSIX_VDISABLE) return;
  input->interrupt = (char)keys.c_cc[VINTR];
  keys.c_cc[VINTR] = _POSIX_VDISABLE;
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
}

/* A signal, or the key that stands for it. */
static int ended(EditLine *editor) {
  const LineInfo *line = el_line(editor);
  input_of(editor)->idle = line->lastchar == line->buffer;
  return -1;
}

/* One character, so that libedit waits the way everything here waits. */
static int character_read(EditLine *editor, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    bool woken = input_wait(input_of(editor)->tick != NULL);
    if (end_asked != 0) return ended(editor);
    if (!woken) {
      if (!prompt_tick(editor)) return -1;
      continue;
    }
    if (screen_changed) {
      screen_changed = 0;
      /* The shell may have set the terminal back, while libedit still takes it for prepared. */
      el_set(editor, EL_PREP_TERM, 0);
      keys_take(input_of(editor));
      el_resize(editor);
      putchar('\r'); /* the line is written anew from here */
      el_set(editor, EL_REFRESH);
      continue;
    }
    char byte;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got <= 0) return got == 0 ? 0 : -1;
    if (byte == input_of(editor)->interrupt && byte != '\0') {
      end_asked = SIGINT;
      return ended(editor);
    }
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) *character = L'?';
    return 1;
  }
}

static unsigned char key_complete(EditLine *editor, int key) {
  (void)key;
  play_input *input = input_of(editor);
  if (input->complete == NULL) return CC_ERROR;
  const LineInfo *line = el_line(editor);
  char before[INPUT_LINE_MAX], insert[64] = "";
  size_t length = (size_t)(line->cursor - line->buffer);
  if (length >= sizeof before) return CC_ERROR;
  memcpy(before, line->buffer, length);
  before[length] = '\0';
  bool printed = input->complete(input->context, before, insert, sizeof insert);
  fflush(stdout);
  if (insert[0] != '\0' && el_insertstr(editor, insert) < 0) return CC_ERROR;
  return printed ? CC_REDISPLAY : insert[0] != '\0' ? CC_REFRESH : CC_ERROR;
}

static bool editor_open(play_input *input) {
  input->editor = el_init("ascona", stdin, stdout, stderr);
  input->history = history_init();
  if (input->editor == NULL || input->history == NULL) return false;
  HistEvent event;
  history(input->history, &event, H_SETSIZE, 200);
  history(input->history, &event, H_SETUNIQUE, 1);
  el_set(input->editor, EL_CLIENTDATA, input);
  el_set(input->editor, EL_HIST, history, input->history);
  el_set(input->editor, EL_PROMPT, prompt_of);
  el_set(input->editor, EL_EDITOR, "emacs");
  el_set(input->editor, EL_GETCFN, character_read);
  /* The wide call keeps these very strings; the narrow one would copy them and never free the copies. */
  el_wset(input->editor, EL_ADDFN, L"ascona-complete", L"complete a move or a command", key_complete);
  el_set(input->editor, EL_BIND, "^I", "ascona-complete", NULL);
  el_source(input->editor, NULL);
  return true;
}

void input_open(play_input *input, input_completer complete, void *context) {
  memset(input, 0, sizeof *input);
  input->complete = complete;
  input->context = context;
  input->reader = asc_line_reader_over(STDIN_FILENO, input->buffer, sizeof input->buffer);
  signals_hold();
  input->terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && editor_open(input);
}

void input_close(play_input *input) {
  if (input->editor != NULL) el_end(input->editor);
  if (input->history != NULL) history_end(input->history);
  input->editor = NULL;
  input->history = NULL;
}

/* Whether the line ended by Ctrl-C and another is to be read. */
static bool line_cancelled(play_input *input) {
  if (end_asked != SIGINT) return false;
  input->idle_cancels = input->idle ? input->idle_cancels + 1 : 0;
  if (input->idle_cancels > 1) return false;
  end_asked = 0;
  fputs("^C\n", stdout);
  board_style style = board_style_detect(stdout);
  if (input->idle && input->cancelled != NULL) asc_board_print_sentence(stdout, input->cancelled, 0, &style);
  fflush(stdout);
  return true;
}

static char *terminal_read(play_input *input, const char *prompt) {
  int length;
  fflush(stdout);
  (void)snprintf(input->prompt, sizeof input->prompt, "%s", prompt);
  const char *line;
  do {
    keys_take(input);
    line = el_gets(input->editor, &length);
  } while ((line == NULL || length <= 0) && line_cancelled(input));
  if (line == NULL || length <= 0) {
    putchar('\n');
    return NULL;
  }
  input->idle_cancels = 0;
  if (length >= INPUT_LINE_MAX) length = INPUT_LINE_MAX - 1;
  memcpy(input->buffer, line, (size_t)length);
  while (length > 0 && (input->buffer[length - 1] == '\n' || input->buffer[length - 1] == '\r')) length--;
  input->buffer[length] = '\0';
  HistEvent event;
  if (length > 0) history(input->history, &event, H_ENTER, input->buffer);
  asc_text_clean(input->buffer, (size_t)length);
  return input->buffer;
}

static char *plain_read(play_input *input) {
  char *line = NULL;
  while (input_signal() == 0) {
    switch (asc_line_reader_next(&input->reader, false, &line)) {
    case ASC_LINE_READ: return line;
    case ASC_LINE_ENDED: return NULL;
    case ASC_LINE_TOO_LONG: say("input.too-long"); break;
    case ASC_LINE_NONE:
      fflush(stdout);
      screen_changed = 0; /* there is no screen */
      (void)input_wait(false);
      break;
    }
  }
  return NULL;
}

const char *input_word(const char *word) {
  if (strcasecmp(word, "exit") == 0) return "quit";
  return strcmp(word, "?") == 0 ? "help" : word;
}

char *input_read(play_input *input, const char *prompt) {
  if (input->terminal) return terminal_read(input, prompt);
  fputs(prompt, stdout);
  char *line = plain_read(input);
  printf("%s\n", line == NULL ? "" : line);
  return line;
}
