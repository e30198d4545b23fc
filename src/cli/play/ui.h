/* The user interface of `ascona play`: a session at a terminal or in a pipe.

   Read session.h first. engine.h has the engine, live_eval.h its evaluation while the user thinks, autosave.h the saved
   file, cli/screen/input.h the typed lines and play/touch.h the words that become moves. Implemented in play.c (the
   loop over turns), print.c (events, boards, scores), complete.c (Tab) and, for commands typed at the prompt, in
   prompt.c, advice.c and resign_draw.c. */
#ifndef CLI_PLAY_UI_H
#define CLI_PLAY_UI_H

#include "autosave.h"
#include "cli/screen/input.h"
#include "draw/text/board.h"
#include "engine.h"
#include "live_eval.h"
#include "session.h"

typedef struct cli_play_ui {
  cli_session session;
  cli_engine engine;
  cli_live_eval live_eval;
  cli_autosave autosave;
  cli_input input;
  asc_board_style style;
  asc_scene scene;
  int reported_events;   /* number of events of the game that have been printed */
  bool is_board_current; /* the board on the screen is up to date */
  bool shows_eval;       /* evaluations are shown: in the prompt of a terminal, in a pipe with every board */
  int exit_status;       /* exit status after a system error; CLI_OK: there was none */
  char cancel_text[256]; /* printed after Ctrl-C in an empty line */
} cli_play_ui;

/* The next step after a typed line. */
typedef enum cli_play_next {
  CLI_PLAY_ASK,      /* the game has not changed: ask for another line */
  CLI_PLAY_CONTINUE, /* the game has changed: continue with the turn */
  CLI_PLAY_AGAIN,    /* the game is over: start another */
  CLI_PLAY_QUIT
} cli_play_next;

/* Call it after every change of the game: saves it, and marks the board on the screen as out of date. */
void cli_play_ui_changed(cli_play_ui *ui);
/* Returns the style to draw with, for the current size of the window. */
asc_board_style cli_play_ui_style(const cli_play_ui *ui);

/* Prints the engine's moves, rolls and resignations that have not been printed yet, one line per turn. */
void cli_play_print_events(cli_play_ui *ui);
/* Prints the board unless it is on the screen already. */
void cli_play_print_board(cli_play_ui *ui);
/* Prints the score of `match`; nothing for a single game. */
void cli_play_print_match(const cli_session *session, const asc_match *match);
/* Prints each winner of the outcome with their points, one line each. `is_conditional`: the outcome has not happened
   yet, so the sentences say "would". */
void cli_play_print_winners(const cli_session *session, const asc_outcome *outcome, bool is_conditional);
/* Prints where the game is saved and how to resume it, or that it is not saved; nothing if no ply was played. */
void cli_play_print_saved_path(const cli_play_ui *ui);
/* Prints `count` words in columns; `stride` is the distance between two words in bytes. */
void cli_play_print_columns(const cli_play_ui *ui, const char *words, size_t stride, int count);

/* Writes the text to print if the engine thinks for long in this seat. Returns `text`, or NULL in a pipe. */
const char *cli_play_thinking_text(const cli_play_ui *ui, int seat, char text[ASC_SENTENCE_MAX]);

/* Prints the best move among those that start with the selections; nothing if they leave no choice. */
void cli_advice_print_move(cli_play_ui *ui, const asc_steps *touched);
/* Prints an evaluation of the position and the expected line. */
void cli_advice_print_value(cli_play_ui *ui);
/* Prints the evaluation that follows a board, in one line, if evaluations are shown and there is no terminal. */
void cli_advice_print_board_eval(cli_play_ui *ui);
/* Writes the live evaluation for the prompt: "[≈ +1.5, depth 12]", or "[…]" if there is none yet. Returns `text`. */
enum { CLI_ADVICE_LIVE_EVAL_MAX = 96 };
const char *cli_advice_write_live_eval(cli_play_ui *ui, char text[CLI_ADVICE_LIVE_EVAL_MAX]);
/* Prints whether evaluations are shown from now on. */
void cli_advice_print_setting(const cli_play_ui *ui);
/* Decides for the engine in this seat whether it accepts a draw, and prints its answer. Returns whether it accepts. */
bool cli_advice_answer_draw(cli_play_ui *ui, int seat);

/* The command `resign`: resigns for the player to move, or for the player named in `rest`. */
cli_play_next cli_prompt_resign(cli_play_ui *ui, char *rest);
/* The command `draw`: asks all other players, and ends the game if all of them accept. */
cli_play_next cli_prompt_offer_draw(cli_play_ui *ui);

/* Prints a finished sentence, wrapped to the current width of the window. */
void cli_play_ui_print_sentence(const cli_play_ui *ui, const char *text);
/* Prints that a command is not possible and why, in the user's language if the reason is translated. */
void cli_prompt_reject(const char *reason);
/* The same with the reason of an error. Returns CLI_PLAY_ASK. */
cli_play_next cli_prompt_reject_error(const asc_error *error);
/* Asks a yes-no question. Returns true only if the answer is yes, in English or in the user's language. */
bool cli_prompt_confirm(cli_play_ui *ui, const char *question);
/* Removes blanks at both ends, in place. Returns the start of the trimmed text. */
char *cli_prompt_trim(char *rest);
/* Writes the prompt of the player to move: "White> ", "White 4:58 [= +7] c3> ". */
void cli_play_ui_write_prompt(cli_play_ui *ui, char *text, size_t size);
/* Runs a line typed during the game: moves, selections or a command. Modifies `line`. */
cli_play_next cli_prompt_run_line(cli_play_ui *ui, char *line);
/* Runs a line typed after the end of the game: yes, no, or a command that works then. Modifies `line`. */
cli_play_next cli_prompt_run_line_after_end(cli_play_ui *ui, char *line);
/* Returns the name of the command with this index, from 0; NULL after the last. */
const char *cli_prompt_command_name(int index);
/* A cli_input_completer; `context` is the cli_play_ui. */
bool cli_prompt_complete(void *context, char *before, char *insert, size_t size);

#endif
