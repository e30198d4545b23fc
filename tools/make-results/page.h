/* The page of what solved positions teach. Each part of it is a file here, which writes its section to `out`; what it
   needs to know it asks the tables for. The same tables give the same bytes. */
#ifndef ASC_TOOLS_MAKE_RESULTS_PAGE_H
#define ASC_TOOLS_MAKE_RESULTS_PAGE_H

#include <ascona/ascona.h>

#include "solve/delta/answer.h"
#include "solve/delta/survey.h"

#include <stdio.h>

typedef struct results_memo results_memo; /* how long fights last, once known */

typedef struct results_page {
  const asc_rules *rules;
  asc_tablebase *tables;                /* any position */
  retro_plan plan;                      /* and whole layers */
  retro_table layers[RETRO_LAYERS_MAX]; /* all of them */
  const retro_layer *last;
  int threads;
  const char *folder; /* where the page and its pictures go */
  FILE *out;          /* the sections */
  FILE *brief;        /* what stands above them: a line or two from each */
  int value;          /* of the game, to White */
  results_memo *memo;
  asc_error error;
} results_page;

/* Sections, in the order of the page. ASC_OK, or a code with the error in the page. */
int results_openings(results_page *page);
int results_fairest(results_page *page);
int results_choice(results_page *page);
int results_layers(results_page *page);
int results_last(results_page *page, const retro_survey *survey);
int results_draws(results_page *page, const retro_survey *survey);
int results_turns(results_page *page, const retro_survey *survey);
int results_games(results_page *page);

/* What they share. Texts are good until the next call with the same buffer. */
enum { RESULTS_TEXT = 64 };
/* "+10", "0", "-7". */
const char *results_value(int points, char text[RESULTS_TEXT]);
/* "White wins 7 points", "a draw"; `white` is the value to White. */
const char *results_verdict(int white, char text[RESULTS_TEXT]);
/* "1,234". */
const char *results_count(uint64_t count, char text[RESULTS_TEXT]);
/* "12.3 %": as many decimals as it takes to see something, "less than 0.0001 %" beyond. */
const char *results_percent(uint64_t part, uint64_t whole, char text[RESULTS_TEXT]);
/* White's points from those of the player to move. */
int results_white(const results_page *page, const void *position, int points);

/* How many squares are images of this one; 0 when another stands for them. */
int results_class_size(const retro_board *board, int square);

int results_fail(results_page *page, int code);
/* The position a survey found; own is White where either may move. */
void results_position(const results_page *page, const retro_layer *layer, const retro_found *found,
                      asc_position *position);
int results_play(results_page *page, asc_position *position, const char *tokens);
/* Every move with its value: the position must be open. Then asc_probe_close. */
int results_probe(results_page *page, const void *position, asc_probe *list);
/* How many of the moves are worth as much as the first, and those as "`c3`, `b4` and 3 more", or "any". */
int results_best_count(const asc_probe *list);
void results_best_write(results_page *page, const asc_probe *list, int most);
/* The position string in backquotes. */
void results_string_write(results_page *page, const void *position);

/* Draws a position as pictures/results-NAME.svg and puts it on the page. `values` are written on the squares by their
   number, or NULL. */
int results_picture(results_page *page, const char *name, const char *words, const void *position, const int *values);

/* Plies until the end when the winner hurries and the loser holds out, neither giving up a point; 0 for a draw. */
int results_fight(results_page *page, const void *position, int *plies);
void results_memo_close(results_memo *memo);
/* One line of such play to the end, `plies` long, as a paragraph of moves. */
int results_line(results_page *page, const void *position, int *plies);

#endif
