/* Reads lines that the user types: on a terminal with editing, history and completion, otherwise plainly line by line.

   Signals that would end the program are delivered only while it waits here, so no action is left half done. They
   end the input like the end of a file. While a line is edited, Ctrl-C is an ordinary key: as a signal it would
   discard typed input that was not read yet, and it would be unknown whether the line was empty. Lines are as
   ugi/line.h promises. */
#ifndef CLI_SCREEN_INPUT_H
#define CLI_SCREEN_INPUT_H

#include "ugi/line.h"

#include <histedit.h>

enum { CLI_INPUT_LINE_MAX = 4096 };

/* Called when the user presses Tab, with the text before the cursor. Fills `insert` with the text to add, or "".
   Prints the choices if there are several. Returns true if it printed. */
typedef bool (*cli_input_completer)(void *context, char *before, char *insert, size_t size);
/* Called four times per second while the program waits at a terminal. Writes the current prompt. Returns false if
   the time to type is over. */
typedef bool (*cli_input_ticker)(void *context, char *prompt, size_t size);

typedef struct cli_input {
  bool is_terminal;
  char buffer[CLI_INPUT_LINE_MAX];
  ugi_line_reader reader; /* if the input is not a terminal */
  EditLine *editor;       /* if it is */
  History *history;
  char prompt[160];
  cli_input_completer complete; /* NULL: no completion */
  cli_input_ticker tick;        /* NULL: nothing happens while the program waits */
  void *context;
  const char *cancel_text; /* printed after Ctrl-C in an empty line; NULL: nothing */
  char interrupt_key;      /* the key that cancels the line, usually Ctrl-C */
  bool was_line_empty;     /* the line was empty when the last signal came */
  int empty_cancels;       /* consecutive cancels of an empty line */
} cli_input;

/* Prepares the input and blocks signals. If libedit is not available, lines are read plainly. */
void cli_input_open(cli_input *input, cli_input_completer complete, void *context);
void cli_input_close(cli_input *input);

/* Returns the next line, valid until the next call, or NULL at the end of the input. If the input is not a terminal,
   the line is echoed after the prompt. On a terminal, Ctrl-C cancels the line and prompts again; the second time in
   a row in an empty line it ends the input. */
char *cli_input_read(cli_input *input, const char *prompt);
/* Returns the command that an alias stands for: `exit` is quit and `?` is help. Returns any other word unchanged. */
const char *cli_input_resolve_alias(const char *word);
/* Returns the signal that ended the input, or 0. May also be called when the program is not waiting. */
int cli_input_pending_signal(void);
/* Returns true if that signal is SIGINT (Ctrl-C), and then clears it, so that input can continue. */
bool cli_input_clear_interrupt(void);
/* Restores the default signal handling, as it was before the input was opened. */
void cli_input_restore_signals(void);
/* Ends the program by the pending signal, so that the sender sees it. Does nothing after Ctrl-C, which is an
   ordinary way to quit. */
void cli_input_raise_signal(void);

#endif
