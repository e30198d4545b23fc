/* `ascona replay --board`: a person steps through the games of a file, forward and back, with the marks and comments
   that the record has, and those of a review when he asks for one. */
#ifndef ASC_CLI_REPLAY_BOARD_H
#define ASC_CLI_REPLAY_BOARD_H

#include "cli/screen/input.h"
#include "draw/text/board.h"

typedef struct replay_board {
  board_style style;
  play_input input;
  asc_scene scene;
  bool left; /* the person has had enough */
} replay_board;

/* One game, which has been checked. `more`: another may follow it. Returns an exit status. */
int replay_board_game(replay_board *board, asc_record *record, const asc_summary *summary, int number, bool more);

#endif
