/* Clocks: so many minutes for the whole game, and some seconds more with every turn. "10+5", "3", "0.5+2". */
#ifndef ASC_CLI_PLAY_CLOCK_H
#define ASC_CLI_PLAY_CLOCK_H

#include <ascona/ascona.h>

typedef struct clock_rule {
  int64_t whole, more; /* microseconds; 0 whole: no clock */
} clock_rule;

/* Also "off". False for anything else. */
bool clock_rule_read(const char *text, clock_rule *rule);

typedef struct play_clock {
  clock_rule rule;
  int64_t left[ASC_PLAYERS_MAX]; /* by side, less what the turn under way has taken */
  int64_t since;                 /* when the turn under way began; 0: it stands */
  int side;                      /* whose it is */
} play_clock;

/* Everybody gets the whole time again. */
void clock_reset(play_clock *clock, clock_rule rule);
bool clock_runs(const play_clock *clock);
/* It is that side's turn now, if it is not already. */
void clock_turn(play_clock *clock, int side);
/* The turn is over: the clock stands, and its side gets the seconds of a turn. */
void clock_pass(play_clock *clock);
void clock_stop(play_clock *clock);
/* What a side has left now, 0 at the least. */
int64_t clock_left(const play_clock *clock, int side);

enum { CLOCK_TEXT_MAX = 24 };
/* "9:58", "1:02:03"; under ten seconds "0:07.3". Returns `text`. */
const char *clock_write(int64_t microseconds, char text[CLOCK_TEXT_MAX]);

#endif
