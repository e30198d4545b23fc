/* Line editing with libedit, and the handling of signals while the program waits for input. See input.h. */
#include "input.h"
#include "base/text.h"
#include "cli/speech/language.h"
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

static volatile sig_atomic_t end_signal;     /* the signal that asks the program to end; 0: none */
static volatile sig_atomic_t screen_changed; /* the window was resized, or the program returned from the background */

static void signal_note(int number) {
  if (number == SIGWINCH || number == SIGCONT)
    screen_changed = 1;
  else
    end_signal = number;
}

static const int handled_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
enum { HANDLED_SIGNALS = sizeof handled_signals / sizeof handled_signals[0] };

static sigset_t handled_set(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < HANDLED_SIGNALS; i++) sigaddset(&set, handled_signals[i]);
  return set;
}

/* Installs the handlers and blocks the signals. They are unblocked only for moments, by the functions below. */
static void signals_block(void) {
  sigset_t handled = handled_set();
  struct sigaction action = {.sa_handler = signal_note};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < HANDLED_SIGNALS; i++) sigaction(handled_signals[i], &action, NULL);
  pthread_sigmask(SIG_BLOCK, &handled, NULL);
}

/* Delivers the signals that are pending. pselect is not enough: it prefers input that is ready. */
static void signals_deliver(void) {
  sigset_t handled = handled_set();
  pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
  pthread_sigmask(SIG_BLOCK, &handled, NULL);
}

/* Waits for input or a signal; if `ticking`, at most until the next tick. Returns false if the tick is due. */
static bool input_wait(bool ticking) {
  const struct timespec tick = {.tv_nsec = 250000000};
  signals_deliver();
  if (end_signal != 0 || screen_changed) return true;
  sigset_t unblocked;
  pthread_sigmask(SIG_SETMASK, NULL, &unblocked);
  for (int i = 0; i < HANDLED_SIGNALS; i++) sigdelset(&unblocked, handled_signals[i]);
  fd_set files;
  FD_ZERO(&files);
  FD_SET(STDIN_FILENO, &files);
  return pselect(STDIN_FILENO + 1, &files, NULL, NULL, ticking ? &tick : NULL, &unblocked) != 0;
}

void cli_input_restore_signals(void) {
  sigset_t handled = handled_set();
  for (int i = 0; i < HANDLED_SIGNALS; i++) (void)signal(handled_signals[i], SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
}

int cli_input_pending_signal(void) {
  signals_deliver();
  return end_signal;
}

bool cli_input_clear_interrupt(void) {
  if (cli_input_pending_signal() != SIGINT) return false;
  end_signal = 0;
  return true;
}

void cli_input_raise_signal(void) {
  if (end_signal == 0 || end_signal == SIGINT) return;
  (void)signal(end_signal, SIG_DFL);
  raise(end_signal);
  signals_deliver();
}

static cli_input *input_of(EditLine *editor) {
  void *data = NULL;
  el_get(editor, EL_CLIENTDATA, &data);
  return data;
}

static char *prompt_of(EditLine *editor) { return input_of(editor)->prompt; }

/* Returns how many screen rows above the cursor belong to the line that is being edited. */
static int rows_above(EditLine *editor) {
  const LineInfo *line = el_line(editor);
  char before[CLI_INPUT_LINE_MAX];
  asc_board_style style = cli_style_detect(stdout);
  (void)snprintf(before, sizeof before, "%.*s", (int)(line->cursor - line->buffer), line->buffer);
  int columns = asc_canvas_text_columns(prompt_of(editor), &style) + asc_canvas_text_columns(before, &style);
  return style.columns > 0 ? columns / style.columns : 0;
}

/* Updates the prompt and leaves the typed line as it is. Returns false if the time to type is over. */
static bool prompt_tick(EditLine *editor) {
  cli_input *input = input_of(editor);
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

/* From here on the terminal passes keys one by one, without echo, and the interrupt key is an ordinary key. Must be
   called before the prompt is shown, so that the terminal itself never echoes typed text. */
static void keys_prepare(cli_input *input) {
  struct termios keys;
  el_set(input->editor, EL_PREP_TERM, 1);
  if (tcgetattr(STDIN_FILENO, &keys) < 0 || keys.c_cc[VINTR] == _POSIX_VDISABLE) return;
  input->interrupt_key = (char)keys.c_cc[VINTR];
  keys.c_cc[VINTR] = _POSIX_VDISABLE;
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
}

/* Ends the line after a signal, or after the interrupt key. Notes whether the line was empty. */
static int line_end(EditLine *editor) {
  const LineInfo *line = el_line(editor);
  input_of(editor)->was_line_empty = line->lastchar == line->buffer;
  return -1;
}

/* Reads one character for libedit, so that libedit waits with input_wait too. */
static int character_read(EditLine *editor, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    bool woken = input_wait(input_of(editor)->tick != NULL);
    if (end_signal != 0) return line_end(editor);
    if (!woken) {
      if (!prompt_tick(editor)) return -1;
      continue;
    }
    if (screen_changed) {
      screen_changed = 0;
      /* The shell may have reset the terminal, but libedit still assumes that it is prepared. */
      el_set(editor, EL_PREP_TERM, 0);
      keys_prepare(input_of(editor));
      el_resize(editor);
      putchar('\r'); /* redraw the line from its start */
      el_set(editor, EL_REFRESH);
      continue;
    }
    char byte;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got <= 0) return got == 0 ? 0 : -1;
    if (byte == input_of(editor)->interrupt_key && byte != '\0') {
      end_signal = SIGINT;
      return line_end(editor);
    }
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) *character = L'?';
    return 1;
  }
}

static unsigned char key_complete(EditLine *editor, int key) {
  (void)key;
  cli_input *input = input_of(editor);
  if (input->complete == NULL) return CC_ERROR;
  const LineInfo *line = el_line(editor);
  char before[CLI_INPUT_LINE_MAX], insert[64] = "";
  size_t length = (size_t)(line->cursor - line->buffer);
  if (length >= sizeof before) return CC_ERROR;
  memcpy(before, line->buffer, length);
  before[length] = '\0';
  bool printed = input->complete(input->context, before, insert, sizeof insert);
  fflush(stdout);
  if (insert[0] != '\0' && el_insertstr(editor, insert) < 0) return CC_ERROR;
  return printed ? CC_REDISPLAY : insert[0] != '\0' ? CC_REFRESH : CC_ERROR;
}

static bool editor_open(cli_input *input) {
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
  /* The wide-character call uses these strings directly. The narrow one would copy them and never free the copies. */
  el_wset(input->editor, EL_ADDFN, L"ascona-complete", L"complete a move or a command", key_complete);
  el_set(input->editor, EL_BIND, "^I", "ascona-complete", NULL);
  el_source(input->editor, NULL);
  return true;
}

void cli_input_open(cli_input *input, cli_input_completer complete, void *context) {
  memset(input, 0, sizeof *input);
  input->complete = complete;
  input->context = context;
  input->reader = ugi_line_reader_over(STDIN_FILENO, input->buffer, sizeof input->buffer);
  signals_block();
  input->is_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && editor_open(input);
}

void cli_input_close(cli_input *input) {
  if (input->editor != NULL) el_end(input->editor);
  if (input->history != NULL) history_end(input->history);
  input->editor = NULL;
  input->history = NULL;
}

/* Returns true if Ctrl-C cancelled the line and another line should be read. */
static bool line_cancelled(cli_input *input) {
  if (end_signal != SIGINT) return false;
  input->empty_cancels = input->was_line_empty ? input->empty_cancels + 1 : 0;
  if (input->empty_cancels > 1) return false;
  end_signal = 0;
  fputs("^C\n", stdout);
  asc_board_style style = cli_style_detect(stdout);
  if (input->was_line_empty && input->cancel_text != NULL)
    asc_board_print_sentence(stdout, input->cancel_text, 0, &style);
  fflush(stdout);
  return true;
}

static char *terminal_read(cli_input *input, const char *prompt) {
  int length;
  fflush(stdout);
  (void)snprintf(input->prompt, sizeof input->prompt, "%s", prompt);
  const char *line;
  do {
    keys_prepare(input);
    line = el_gets(input->editor, &length);
  } while ((line == NULL || length <= 0) && line_cancelled(input));
  if (line == NULL || length <= 0) {
    putchar('\n');
    return NULL;
  }
  input->empty_cancels = 0;
  if (length >= CLI_INPUT_LINE_MAX) length = CLI_INPUT_LINE_MAX - 1;
  memcpy(input->buffer, line, (size_t)length);
  while (length > 0 && (input->buffer[length - 1] == '\n' || input->buffer[length - 1] == '\r')) length--;
  input->buffer[length] = '\0';
  HistEvent event;
  if (length > 0) history(input->history, &event, H_ENTER, input->buffer);
  asc_text_clean(input->buffer, (size_t)length);
  return input->buffer;
}

static char *plain_read(cli_input *input) {
  char *line = NULL;
  while (cli_input_pending_signal() == 0) {
    switch (ugi_line_reader_next(&input->reader, false, &line)) {
    case UGI_LINE_READ: return line;
    case UGI_LINE_ENDED: return NULL;
    case UGI_LINE_TOO_LONG: cli_say("input.too-long"); break;
    case UGI_LINE_NONE:
      fflush(stdout);
      screen_changed = 0; /* not a terminal, so there is nothing to redraw */
      (void)input_wait(false);
      break;
    }
  }
  return NULL;
}

const char *cli_input_resolve_alias(const char *word) {
  if (strcasecmp(word, "exit") == 0) return "quit";
  return strcmp(word, "?") == 0 ? "help" : word;
}

char *cli_input_read(cli_input *input, const char *prompt) {
  if (input->is_terminal) return terminal_read(input, prompt);
  fputs(prompt, stdout);
  char *line = plain_read(input);
  printf("%s\n", line == NULL ? "" : line);
  return line;
}
