/* What a position seems to be worth: see knowledge.h.

   Each sign of strength adds to the logarithm of the odds to win, in thousandths. The weights were fitted to games of
   the engine against itself. Men on the board count more than those in reserve: they are what the next stroke is made
   with. */
#include "knowledge.h"

enum {
  ODDS_OF_MAN = 900,    /* a man more than the other has, on the board or in reserve */
  ODDS_OF_SHARE = 300,  /* the same as a tenth of all men of both: the fewer are left, the more one is worth */
  ODDS_OF_BOARD = 440,  /* a man more on the board */
  ODDS_OF_LOOSE = 1150, /* a man of the other's can be taken with a gain */
  ODDS_OF_TRADE = 100,  /* one can be taken, and will be taken back */
  ODDS_OF_GUARD = 20,   /* a man more that is guarded */
  ODDS_OF_REACH = 10,   /* a hole more that a man comes to */
  ODDS_OF_TURN = 260,
  QUIET_SCALE = 4 * CIRCLE_QUIET_LIMIT /* what is won is won less surely with every quiet turn, of so many */
};

ASC_INLINE int32_t odds_on_board(const circle_rules *r, const circle_position *p, circle_size size) {
  circle_ways w;
  circle_ways_fill(&w, r, p, size);
  circle_set own = circle_fit(p->men[p->player], size), others = circle_fit(p->men[p->player ^ 1], size);
  circle_cover by_own = circle_cover_by(&w, own, size), by_others = circle_cover_by(&w, others, size);
  bool contact = circle_any(circle_and(others, by_own.once));
  bool loose = contact && circle_any(circle_loose(others, &by_own, &by_others));
  int guarded = circle_count(circle_and(own, by_own.once)) - circle_count(circle_and(others, by_others.once));
  int reach = circle_count(by_own.once) - circle_count(by_others.once);
  return loose * ODDS_OF_LOOSE + (contact && !loose) * ODDS_OF_TRADE + guarded * ODDS_OF_GUARD + reach * ODDS_OF_REACH +
         (circle_count(own) - circle_count(others)) * ODDS_OF_BOARD;
}

/* The chance to win beyond one half at given odds, for every half of their logarithm. */
static int32_t chance_at(int32_t odds) {
  static const int32_t chances[] = {0, 1225, 2311, 3176, 3808, 4242, 4526, 4707, 4820, 4890, 4900};
  enum { STEP = 500, STEPS = sizeof chances / sizeof chances[0] - 1 };
  int32_t size = odds < 0 ? -odds : odds, whole = size / STEP;
  int32_t chance =
      whole >= STEPS ? chances[STEPS] : chances[whole] + (chances[whole + 1] - chances[whole]) * (size % STEP) / STEP;
  return odds < 0 ? -chance : chance;
}

ASC_FAST static int32_t worth_in_play(const circle_rules *r, const circle_position *p) {
  int own = circle_count(p->men[p->player]) + p->reserve[p->player];
  int others = circle_count(p->men[p->player ^ 1]) + p->reserve[p->player ^ 1];
  int32_t odds = (own - others) * ODDS_OF_MAN + 10 * ODDS_OF_SHARE * (own - others) / (own + others) + ODDS_OF_TURN +
                 CIRCLE_BY_SIZE(r->board, odds_on_board, r, p);
  int quiet = p->quiet > 0 ? p->quiet : 0;
  return chance_at(odds) * (QUIET_SCALE - quiet) / QUIET_SCALE;
}

/* In the preparation nobody is ahead. */
int32_t asc_circle_evaluate(const asc_rules *rules, const void *position) {
  const circle_position *p = position;
  return p->stage < CIRCLE_FIRST ? 0 : worth_in_play((const circle_rules *)rules, p);
}

/* Measured (docs/levels.md). */
static const asc_level circle_levels[ASC_LEVELS] = {{45, 1, 848, 26500}, {50, 1, 725, 9800}, {50, 1, 552, 4350},
                                                    {70, 1, 400, 1950},  {92, 2, 465, 2550}, {104, 2, 355, 1420},
                                                    {134, 2, 318, 1140}, {900, 2, 110, 320}, {1100, 0, 0, 0}};

const asc_knowledge asc_circle_knowledge = {
    .evaluate = asc_circle_evaluate,
    .bounds = asc_circle_bounds,
    .order = asc_circle_order,
    .quiescence = asc_circle_quiescence,
    .levels = circle_levels,
};
