/* What a position seems to be worth, by the count of strokes: see knowledge.h.

   Each player takes a man a turn. The one to move, with as many men on the board as the other or more, takes the
   other's last one there before he loses his own; with fewer he does not. Between players who know this, that decides
   more than nineteen games of twenty, and how many men are in reserve hardly matters. */
#include "knowledge.h"

enum {
  WORTH_OF_COUNT = 4000, /* being the one who takes the last man on the board */
  WORTH_OF_STROKE = 150, /* every stroke more than that takes */
  STROKES_MOST = 4,
  WORTH_OF_MAN = 15,                   /* on the board or in reserve: a won game must go on to its end */
  QUIET_SCALE = 4 * CIRCLE_QUIET_LIMIT /* what is won is won less surely with every quiet turn, of so many */
};

/* Whether the player to move can lock in one of the other's men. */
ASC_INLINE bool can_lock(const circle_rules *r, const circle_position *p, circle_size size) {
  circle_set reds = circle_fit(p->men[CIRCLE_RED], size), others = circle_fit(p->men[p->player ^ 1], size);
  circle_ways w;
  circle_ways_begin(&w, r, p, size);
  for (circle_set left = reds; circle_any(left);)
    if (circle_any(circle_locks(&w, reds, circle_take(&left), others, size))) return true;
  return false;
}

/* How many men the player to move still has on the board when the other has lost his there, if both take one a turn; or
   less than 1, by how many he fails. */
ASC_INLINE int strokes_ahead(const circle_rules *r, const circle_position *p, circle_size size) {
  int own = circle_count(p->men[p->player]), others = circle_count(p->men[p->player ^ 1]);
  return own - others + 1 + (p->stage == CIRCLE_FIRST && others > 0 && can_lock(r, p, size));
}

static int32_t worth_of(int ahead) {
  int more = ahead > 0 ? ahead - 1 : ahead;
  if (more > STROKES_MOST) more = STROKES_MOST;
  if (more < -STROKES_MOST) more = -STROKES_MOST;
  return (ahead > 0 ? WORTH_OF_COUNT : -WORTH_OF_COUNT) + more * WORTH_OF_STROKE;
}

ASC_FAST static int32_t worth_in_play(const circle_rules *r, const circle_position *p) {
  int own = p->player, other = own ^ 1;
  int ahead = CIRCLE_BY_SIZE(r->board, strokes_ahead, r, p);
  int men = circle_count(p->men[own]) + p->reserve[own] - circle_count(p->men[other]) - p->reserve[other];
  int quiet = p->quiet > 0 ? p->quiet : 0;
  return (worth_of(ahead) + men * WORTH_OF_MAN) * (QUIET_SCALE - quiet) / QUIET_SCALE;
}

/* After the preparation White is the first to strike. */
static int32_t circle_evaluate(const asc_rules *rules, const void *position) {
  const circle_position *p = position;
  if (p->stage < CIRCLE_FIRST) return p->player == CIRCLE_WHITE ? WORTH_OF_COUNT : -WORTH_OF_COUNT;
  return worth_in_play((const circle_rules *)rules, p);
}

/* Measured (docs/levels.md). */
static const asc_level circle_levels[ASC_LEVELS] = {{45, 1, 848, 26500}, {50, 1, 725, 9800},  {50, 1, 510, 3150},
                                                    {74, 1, 379, 1720},  {107, 2, 342, 1320}, {154, 2, 298, 980},
                                                    {204, 2, 270, 807},  {310, 2, 230, 605},  {2000, 1, 0, 5000}};

const asc_knowledge asc_circle_knowledge = {
    .evaluate = circle_evaluate,
    .bounds = asc_circle_bounds,
    .order = asc_circle_order,
    .quiescence = asc_circle_quiescence,
    .levels = circle_levels,
};
