/* Lines typed by a person: on a terminal with editing, history and completion, elsewhere line by line.

   Signals that would end the program arrive only while it waits here, so that nothing is ever half done; they end the
   input like the end of a file does. While a line is edited Ctrl-C is a key like others: as a signal it would throw
   away what was typed and not read yet, and nobody could say whether the line was empty. Lines are as line.h promises.
 */
#ifndef ASC_CLI_SCREEN_INPUT_H
#define ASC_CLI_SCREEN_INPUT_H

#include "ugi/line.h"

#include <histedit.h>

enum { INPUT_LINE_MAX = 4096 };

/* Called for Tab with what stands before the cursor. It fills `insert` with what to add there (""), and prints what
   there is to choose from when that is not one thing. Returns whether it printed. */
typedef bool (*input_completer)(void *context, char *before, char *insert, size_t size);
/* Called four times a second while a terminal is waited for; it writes the prompt as it is now. False: the time to type
   is over. */
typedef bool (*input_ticker)(void *context, char *prompt, size_t size);

typedef struct play_input {
  bool terminal;
  char buffer[INPUT_LINE_MAX];
  asc_line_reader reader; /* when it is no terminal */
  EditLine *editor;       /* when it is */
  History *history;
  char prompt[160];
  input_completer complete; /* NULL: there is nothing to complete */
  input_ticker tick;        /* NULL: nothing happens while one waits */
  void *context;
  const char *cancelled; /* what is said after Ctrl-C in an empty line; NULL: nothing */
  char interrupt;        /* the key that takes the line back, Ctrl-C for most */
  bool idle;             /* nothing was typed when the last signal came */
  int idle_cancels;      /* in a row */
} play_input;

/* Where the editor cannot be had, lines are read plainly. */
void input_open(play_input *input, input_completer complete, void *context);
void input_close(play_input *input);

/* The next line, or NULL when there is none any more. Off a terminal the line is shown behind the prompt. On one,
   Ctrl-C takes the line back and asks again; twice in a row in an empty line, it leaves. */
char *input_read(play_input *input, const char *prompt);
/* The word that a typed one stands for: `exit` is quit and `?` is help. */
const char *input_word(const char *word);
/* The signal that ended the input, or 0; also asked for while nobody is waited for. */
int input_signal(void);
/* Whether that is Ctrl-C. It counts as dealt with then, and input goes on. */
bool input_interrupted(void);
/* Signals are as they were before input was opened, for whoever comes next. */
void input_release(void);
/* Ends the program by that signal, for whoever sent it; but Ctrl-C is an ordinary way to leave. */
void input_signal_pass(void);

#endif
