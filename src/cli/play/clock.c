#include "clock.h"

#include "core/clock.h"

#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000000)

/* "10", "0.5": thousandths of a unit, 0 and up. */
static const char *thousandths(const char *text, int64_t most, int64_t *value) {
  int64_t whole = 0, part = 0, unit = 1000;
  const char *start = text;
  for (; *text >= '0' && *text <= '9' && whole <= most; text++) whole = 10 * whole + (*text - '0');
  if (text > start && *text == '.')
    for (text++; *text >= '0' && *text <= '9' && unit > 1; text++) part += (unit /= 10) * (*text - '0');
  *value = whole * 1000 + part;
  return text > start && whole <= most ? text : NULL;
}

bool clock_rule_read(const char *text, clock_rule *rule) {
  enum { MINUTES = 600, SECONDS = 3600 };
  int64_t minutes, seconds = 0;
  *rule = (clock_rule){0};
  if (strcmp(text, "off") == 0) return true;
  text = thousandths(text, MINUTES, &minutes);
  if (text != NULL && *text == '+') text = thousandths(text + 1, SECONDS, &seconds);
  if (text == NULL || *text != '\0' || minutes == 0) return false;
  *rule = (clock_rule){minutes * 60 * SECOND / 1000, seconds * SECOND / 1000};
  return true;
}

void clock_reset(play_clock *clock, clock_rule rule) {
  *clock = (play_clock){.rule = rule, .side = -1};
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) clock->left[i] = rule.whole;
}

bool clock_runs(const play_clock *clock) { return clock->rule.whole > 0; }

void clock_stop(play_clock *clock) {
  if (clock->since == 0 || clock->side < 0) return;
  clock->left[clock->side] -= asc_clock_microseconds() - clock->since;
  clock->since = 0;
}

void clock_turn(play_clock *clock, int side) {
  if (!clock_runs(clock) || (side == clock->side && clock->since != 0)) return;
  clock_stop(clock);
  clock->side = side;
  clock->since = asc_clock_microseconds();
}

void clock_pass(play_clock *clock) {
  if (clock->since == 0 || clock->side < 0) return;
  clock_stop(clock);
  if (clock->left[clock->side] > 0) clock->left[clock->side] += clock->rule.more;
}

int64_t clock_left(const play_clock *clock, int side) {
  int64_t left = clock->left[side];
  if (clock->since != 0 && clock->side == side) left -= asc_clock_microseconds() - clock->since;
  return left > 0 ? left : 0;
}

const char *clock_write(int64_t microseconds, char text[CLOCK_TEXT_MAX]) {
  int seconds = (int)(microseconds / SECOND), minutes = seconds / 60;
  if (microseconds < 10 * SECOND)
    (void)snprintf(text, CLOCK_TEXT_MAX, "0:%02d.%d", seconds, (int)(microseconds / (SECOND / 10)) % 10);
  else if (minutes >= 60)
    (void)snprintf(text, CLOCK_TEXT_MAX, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  else
    (void)snprintf(text, CLOCK_TEXT_MAX, "%d:%02d", minutes, seconds % 60);
  return text;
}
