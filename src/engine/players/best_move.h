/* The choice of level 10: the best move, by an oracle, a proof or a search, in this order.

   If a proof seems feasible, it gets a part of the time first. If it shows that there is nothing to win, the search
   chooses among the moves that keep the proved score. Its estimates favour moves after which the opponent can easily go
   wrong. */
#ifndef ASC_ENGINE_PLAYERS_BEST_MOVE_H
#define ASC_ENGINE_PLAYERS_BEST_MOVE_H

#include <ascona/search.h>

/* Chooses a move for the task and fills the report; its first line starts with the move. `line` is memory for a proved
   line, and the report may point to it. Returns ASC_OK or an error code. */
int asc_best_move_choose(asc_search *search, const asc_search_task *task, asc_line *line, asc_search_report *report);

#endif
