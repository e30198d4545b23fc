/* A person at the table in front of a terminal: what `ascona play` puts together.

   table.h is the game and who plays it, engine.h the engine, watch.h what it thinks meanwhile, keep.h where the game
   is kept, input.h what is typed, touch.h how words become moves. Here the game is told (tell.c), typed lines are
   obeyed (words.c, advice.c, ends.c), completed (complete.c), and turns follow each other (play.c). */
#ifndef ASC_CLI_PLAY_FRONT_H
#define ASC_CLI_PLAY_FRONT_H

#include "cli/screen/input.h"
#include "draw/text/board.h"
#include "engine.h"
#include "keep.h"
#include "table.h"
#include "watch.h"

typedef struct play_front {
  play_table table;
  play_engine engine;
  play_watch watch;
  play_keep keep;
  play_input input;
  board_style style;
  asc_scene scene;
  int told;            /* so many events of the history were told */
  bool shown;          /* the board has been shown as it is now */
  bool evaluating;     /* the prompt says what the engine thinks; off a terminal every board does */
  int fault;           /* the status to end with, after the machine failed; CLI_OK: it did not */
  char cancelled[256]; /* what Ctrl-C says */
} play_front;

/* What a typed line comes to. */
typedef enum front_next {
  FRONT_ASK,   /* nothing happened in the game: ask again */
  FRONT_ON,    /* something did: go on from there */
  FRONT_AGAIN, /* after the end: another game */
  FRONT_LEAVE
} front_next;

/* After every change of the game: keeps it, and lets the board be shown again. */
void front_changed(play_front *front);
/* How to draw now: the window may have another size than before. */
board_style front_style(const play_front *front);

/* The moves of the engine and the rolls that were not told yet, a line a turn. */
void tell_events(play_front *front);
/* The board, unless it stands on the screen already. */
void tell_board(play_front *front);
/* The score after the games of `match`; nothing for a single game. */
void tell_match(const play_table *table, const asc_match *match);
/* Who wins with this outcome and the points it brings, a line for each; or would win, `then`. */
void tell_winners(const play_table *table, const asc_outcome *outcome, bool then);
/* Where the game is kept and how to go on with it. */
void tell_kept(const play_front *front);
/* Words in columns. */
void tell_columns(const play_front *front, const char *words, size_t stride, int count);

/* What is said when the engine thinks for long, or NULL where that is not said. */
const char *tell_thinking(const play_front *front, int seat, char text[ASC_SENTENCE_MAX]);

/* What the engine says when it is asked: which of the moves that begin with the touches is best (nothing when they
   leave no choice), what the game is worth, and whether it agrees to a draw in that seat. */
void advice_move(play_front *front, const asc_steps *touched);
void advice_value(play_front *front);
/* The evaluation that comes with a board, in a line, where that is wanted and no prompt can show it. */
void advice_shown(play_front *front);
/* What has been found while a person thinks, for his prompt: "[≈ +1.5, depth 12]". Returns `text`. */
enum { ADVICE_WATCHED_MAX = 96 };
const char *advice_watched(play_front *front, char text[ADVICE_WATCHED_MAX]);
/* Says that evaluations come from now on, or no more. */
void advice_told(const play_front *front);
bool advice_draw(play_front *front, int seat);

/* Giving up, for the player to move or for the one named, and offering a draw. */
front_next ends_resign(play_front *front, char *rest);
front_next ends_draw(play_front *front);

/* A sentence that is there already, in the width there is now. */
void front_say(const play_front *front, const char *text);
/* Says why something is not possible. */
void words_refuse(const char *reason);
front_next words_fail(const asc_error *error);
/* A question to which only yes is yes, in any of the languages it may be said in. */
bool words_agree(play_front *front, const char *question);
/* What is left of a line, without the blanks around it. */
char *words_trim(char *rest);
/* Writes the prompt of whoever is to choose: "White> ", "White 4:58 [= +7] c3> ". */
void front_prompt(play_front *front, char *text, size_t size);
/* Obeys a line typed during the game, or after it. */
front_next words_take(play_front *front, char *line);
front_next words_take_after_end(play_front *front, char *line);
/* The words there are besides moves; NULL past the last. */
const char *words_name(int index);
/* An input_completer; the context is the front. */
bool words_complete(void *context, char *before, char *insert, size_t size);

#endif
