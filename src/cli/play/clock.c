/* Implementation of clock.h. */
#include "clock.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

#define SECOND_US INT64_C(1000000)

/* Reads a number such as "10" or "0.5" in thousandths. Returns the text after it, or NULL if there is none or it is
   larger than `max`. */
static const char *thousandths_read(const char *text, int64_t max, int64_t *value) {
  int64_t whole = 0, part = 0, unit = 1000;
  const char *start = text;
  for (; *text >= '0' && *text <= '9' && whole <= max; text++) whole = 10 * whole + (*text - '0');
  if (text > start && *text == '.')
    for (text++; *text >= '0' && *text <= '9' && unit > 1; text++) part += (unit /= 10) * (*text - '0');
  *value = whole * 1000 + part;
  return text > start && whole <= max ? text : NULL;
}

bool cli_clock_rule_read(const char *text, cli_clock_rule *rule) {
  enum { MINUTES_MAX = 600, SECONDS_MAX = 3600 };
  int64_t minutes, seconds = 0;
  *rule = (cli_clock_rule){0};
  if (strcmp(text, "off") == 0) return true;
  text = thousandths_read(text, MINUTES_MAX, &minutes);
  if (text != NULL && *text == '+') text = thousandths_read(text + 1, SECONDS_MAX, &seconds);
  if (text == NULL || *text != '\0' || minutes == 0) return false;
  *rule = (cli_clock_rule){minutes * 60 * SECOND_US / 1000, seconds * SECOND_US / 1000};
  return true;
}

void cli_clock_reset(cli_clock *clock, cli_clock_rule rule) {
  *clock = (cli_clock){.rule = rule, .side = -1};
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) clock->remaining_us[i] = rule.base_us;
}

bool cli_clock_is_used(const cli_clock *clock) { return clock->rule.base_us > 0; }

void cli_clock_stop(cli_clock *clock) {
  if (clock->turn_start_us == 0 || clock->side < 0) return;
  clock->remaining_us[clock->side] -= asc_clock_now_us() - clock->turn_start_us;
  clock->turn_start_us = 0;
}

void cli_clock_start_turn(cli_clock *clock, int side) {
  if (!cli_clock_is_used(clock) || (side == clock->side && clock->turn_start_us != 0)) return;
  cli_clock_stop(clock);
  clock->side = side;
  clock->turn_start_us = asc_clock_now_us();
}

void cli_clock_end_turn(cli_clock *clock) {
  if (clock->turn_start_us == 0 || clock->side < 0) return;
  cli_clock_stop(clock);
  if (clock->remaining_us[clock->side] > 0) clock->remaining_us[clock->side] += clock->rule.increment_us;
}

int64_t cli_clock_remaining_us(const cli_clock *clock, int side) {
  int64_t left = clock->remaining_us[side];
  if (clock->turn_start_us != 0 && clock->side == side) left -= asc_clock_now_us() - clock->turn_start_us;
  return left > 0 ? left : 0;
}

const char *cli_clock_write(int64_t microseconds, char text[CLI_CLOCK_TEXT_MAX]) {
  int seconds = (int)(microseconds / SECOND_US), minutes = seconds / 60;
  if (microseconds < 10 * SECOND_US)
    (void)snprintf(text, CLI_CLOCK_TEXT_MAX, "0:%02d.%d", seconds, (int)(microseconds / (SECOND_US / 10)) % 10);
  else if (minutes >= 60)
    (void)snprintf(text, CLI_CLOCK_TEXT_MAX, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  else
    (void)snprintf(text, CLI_CLOCK_TEXT_MAX, "%d:%02d", minutes, seconds % 60);
  return text;
}
