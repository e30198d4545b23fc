/* `ascona replay --board`: the user steps through the games of a file, forward and back. The board shows the glyphs and
   comments of the record, and those of a review if the user asks for it. */
#ifndef CLI_REPLAY_BOARD_H
#define CLI_REPLAY_BOARD_H

#include "cli/screen/input.h"
#include "draw/text/board.h"

typedef struct cli_replay_board {
  asc_board_style style;
  cli_input input;
  asc_scene scene;
  bool has_quit; /* the user wants to stop */
} cli_replay_board;

/* Steps through one game, which has been checked. `more`: another game may follow. Returns an exit status. */
int cli_replay_board_run(cli_replay_board *board, asc_record *record, const asc_record_summary *summary, int number,
                         bool more);

#endif
