/* A game played through the rules by its events: as clients follow it, and as the checker judges it. */
#ifndef ASC_TESTS_JEPSEN_RULES_H
#define ASC_TESTS_JEPSEN_RULES_H

#include "check.h"

#include <ascona/play.h>
#include <ascona/random.h>

typedef struct view {
  asc_rules *rules;
  asc_play *play; /* NULL: it has not started */
  int last, seats;
  bool ended;
  char persons[4][32];
  char offer[16]; /* that stands, "": none */
  int by;         /* whose seat */
  char why[160];  /* what the rules say of an event they do not take */
} view;

/* The next event. False: it cannot be. */
bool view_take(view *own, const json_t *event);
void view_close(view *own);
/* The seat that is to move, or to roll; 0: none. */
int view_turn(const view *own, bool *rolling);
void view_pick(const view *own, asc_random *random, char token[ASC_TOKEN_MAX]);

void rules_check(const char *game, const json_t *events, check_report *report);
void check_wrong(check_report *report, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
