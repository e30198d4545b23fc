/* Clocks of a game: a base time for the whole game and an increment per turn, such as "10+5", "3" or "0.5+2" (minutes
   and seconds).

   At most one side's clock runs at a time. Times are in microseconds, by side and not by seat. */
#ifndef CLI_PLAY_CLOCK_H
#define CLI_PLAY_CLOCK_H

#include <ascona/ascona.h>

typedef struct cli_clock_rule {
  int64_t base_us, increment_us; /* base_us 0: the game is played without clocks */
} cli_clock_rule;

/* Reads a rule: MINUTES, MINUTES+SECONDS (decimals allowed, at most 600 and 3600), or "off". Returns false for anything
   else, and the rule is then "off". */
bool cli_clock_rule_read(const char *text, cli_clock_rule *rule);

typedef struct cli_clock {
  cli_clock_rule rule;
  int64_t remaining_us[ASC_PLAYERS_MAX]; /* by side, at the start of the current turn; may be negative */
  int64_t turn_start_us;                 /* when the current turn started; 0: no clock is running */
  int side;                              /* the side whose turn it is or was; -1: none yet */
} cli_clock;

/* Stops the clock and gives every side the base time of the rule. */
void cli_clock_reset(cli_clock *clock, cli_clock_rule rule);
/* Returns whether the game is played with clocks. */
bool cli_clock_is_used(const cli_clock *clock);
/* Starts this side's clock, unless it is already running. Does nothing without clocks. */
void cli_clock_start_turn(cli_clock *clock, int side);
/* Stops the running clock and adds the increment if its side has time left. */
void cli_clock_end_turn(cli_clock *clock);
/* Stops the running clock without an increment. */
void cli_clock_stop(cli_clock *clock);
/* Returns the time that a side has left now, at least 0. */
int64_t cli_clock_remaining_us(const cli_clock *clock, int side);

enum { CLI_CLOCK_TEXT_MAX = 24 };
/* Writes a time as "9:58" or "1:02:03"; below ten seconds as "0:07.3". Returns `text`. */
const char *cli_clock_write(int64_t microseconds, char text[CLI_CLOCK_TEXT_MAX]);

#endif
