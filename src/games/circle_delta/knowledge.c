/* The evaluation of Circle Delta. Read knowledge.h first.

   Each feature adds to the logarithm of the odds to win, in thousandths. The weights were fitted to games of the engine
   against itself. Pieces on the board count more than those in reserve, because the next attack is made with them. */
#include "knowledge.h"

enum {
  ODDS_OF_PIECE = 900,    /* for each piece more than the opponent has, on the board or in reserve */
  ODDS_OF_SHARE = 300,    /* for each tenth of all pieces by which the player leads: more if few pieces are left */
  ODDS_OF_BOARD = 440,    /* for each piece more on the board */
  ODDS_OF_HANGING = 1150, /* if a piece of the opponent can be captured with a gain */
  ODDS_OF_TRADE = 100,    /* if a piece of the opponent can be captured, but then also recaptured */
  ODDS_OF_GUARD = 20,     /* for each guarded piece more */
  ODDS_OF_REACH = 10,     /* for each hole more that a piece reaches */
  ODDS_OF_TURN = 260,     /* for being the player to move */
  QUIET_SCALE = 4 * ASC_CIRCLE_QUIET_LIMIT /* a winning chance shrinks by 1 / QUIET_SCALE with every quiet turn */
};

ASC_INLINE int32_t odds_on_board(const asc_circle_rules *r, const asc_circle_position *p, asc_circle_size size) {
  asc_circle_reach reach;
  asc_circle_reach_init(&reach, r, p, size);
  asc_circle_set own = asc_circle_set_fit(p->pieces[p->player], size),
                 others = asc_circle_set_fit(p->pieces[p->player ^ 1], size);
  asc_circle_cover by_own = asc_circle_cover_by(&reach, own, size),
                   by_others = asc_circle_cover_by(&reach, others, size);
  bool is_contact = asc_circle_set_any(asc_circle_set_and(others, by_own.once));
  bool is_hanging = is_contact && asc_circle_set_any(asc_circle_hanging(others, &by_own, &by_others));
  int guarded = asc_circle_set_count(asc_circle_set_and(own, by_own.once)) -
                asc_circle_set_count(asc_circle_set_and(others, by_others.once));
  int reach_lead = asc_circle_set_count(by_own.once) - asc_circle_set_count(by_others.once);
  return is_hanging * ODDS_OF_HANGING + (is_contact && !is_hanging) * ODDS_OF_TRADE + guarded * ODDS_OF_GUARD +
         reach_lead * ODDS_OF_REACH + (asc_circle_set_count(own) - asc_circle_set_count(others)) * ODDS_OF_BOARD;
}

/* Returns the chance to win, less one half, in hundredths of a percent, for the logarithm of the odds in thousandths.
   The table has an entry for every half, and the function interpolates. */
static int32_t chance_at(int32_t odds) {
  static const int32_t chances[] = {0, 1225, 2311, 3176, 3808, 4242, 4526, 4707, 4820, 4890, 4900};
  enum { STEP = 500, STEPS = sizeof chances / sizeof chances[0] - 1 };
  int32_t size = odds < 0 ? -odds : odds, whole = size / STEP;
  int32_t chance =
      whole >= STEPS ? chances[STEPS] : chances[whole] + (chances[whole + 1] - chances[whole]) * (size % STEP) / STEP;
  return odds < 0 ? -chance : chance;
}

ASC_TARGET_CLONES static int32_t evaluate_in_play(const asc_circle_rules *r, const asc_circle_position *p) {
  int own = asc_circle_set_count(p->pieces[p->player]) + p->reserve[p->player];
  int others = asc_circle_set_count(p->pieces[p->player ^ 1]) + p->reserve[p->player ^ 1];
  int32_t odds = (own - others) * ODDS_OF_PIECE + 10 * ODDS_OF_SHARE * (own - others) / (own + others) + ODDS_OF_TURN +
                 ASC_CIRCLE_BY_SIZE(r->board, odds_on_board, r, p);
  int quiet = p->quiet > 0 ? p->quiet : 0;
  return chance_at(odds) * (QUIET_SCALE - quiet) / QUIET_SCALE;
}

/* In the preparation neither player is ahead. */
int32_t asc_circle_evaluate(const asc_rules *rules, const void *position) {
  const asc_circle_position *p = position;
  return p->stage < ASC_CIRCLE_STAGE_FIRST ? 0 : evaluate_in_play((const asc_circle_rules *)rules, p);
}

/* Measured, see docs/levels.md. */
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
