/* The best move of a game, by all means there are: a proof where one is in reach, else a search.

   Where moves are chosen by best-first search, a part of the time goes into a proof first. If it shows that there is
   nothing to win, the search chooses among the moves that lose nothing: the one after which most can go wrong for the
   opponent. */
#ifndef ASC_ENGINE_PLAYERS_CHOICE_H
#define ASC_ENGINE_PLAYERS_CHOICE_H

#include <ascona/search.h>

/* `line` is where an exact line is kept; the report may point to it. */
int asc_choice_run(asc_search *search, const asc_task *task, asc_line *line, asc_report *report);

#endif
