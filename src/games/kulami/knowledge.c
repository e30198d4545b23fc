/* What the engine knows of Kulami beyond its rules: what is certain, what matters for the rest of a game, which moves
   look promising, and the table of it all. knowledge_end.c plays out the last plies, knowledge_evaluate.c estimates a
   position, knowledge_look.c all moves at once.

   A plate is decided when no marbles that can still come change whom it belongs to (knowledge_changes.h). */
#include "knowledge_changes.h"

#include "core/hash.h"

enum {
  PROMISE = 60,     /* from kulami_promise to what the engine asks for */
  SHORT_PLIES = 6,  /* so many are always played out */
  FINISH_PLIES = 16 /* and never more: that takes milliseconds */
};

ASC_FAST static void kulami_plates_bound(const kulami_rules *rules, const kulami_position *position, int *least,
                                         int *most) {
  kulami_outlook outlook = kulami_outlook_of(rules, position);
  kulami_changes changes = {0};
  for (int plate = 0; plate < KULAMI_PLATES; plate++) kulami_changes_add(&changes, rules, &outlook, plate, 1);
  kulami_changes_bound(&changes, &outlook, least, most);
}

static int margin_of(const kulami_rules *rules, const kulami_position *position) {
  kulami_score score[2];
  int mover = position->plies % 2;
  asc_kulami_score_count(rules, position, score);
  return asc_kulami_score_sum(&score[mover]) - asc_kulami_score_sum(&score[1 - mover]);
}

static void points_bound(const kulami_rules *rules, const kulami_position *position, int *least, int *most) {
  uint64_t nodes = 0;
  if (kulami_open_hollows(rules, position) == 0) {
    *least = *most = margin_of(rules, position);
  } else if (rules->level == 0 && position->plies < KULAMI_OPEN_PLIES) {
    *most = KULAMI_HOLLOWS;
    *least = -KULAMI_HOLLOWS;
  } else if (rules->level == 0 && kulami_plies_left(position) <= KULAMI_PLAIN_PLIES) {
    *least = *most = margin_of(rules, position) + asc_kulami_play_out(rules, position, KULAMI_HOLLOWS, &nodes);
  } else {
    int extras_least = 0, extras_most = 0;
    kulami_plates_bound(rules, position, least, most);
    if (rules->level > 0) asc_kulami_extras_bound(rules, position, &extras_least, &extras_most);
    *least += extras_least;
    *most += extras_most;
  }
}

void asc_kulami_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most) {
  int points_least, points_most;
  points_bound((const kulami_rules *)rules, position, &points_least, &points_most);
  *least = points_least * KULAMI_POINT;
  *most = points_most * KULAMI_POINT;
}

/* Near enough to the end for a search of this depth: what is left would be looked at anyway, or is little. */
static bool finish(const asc_rules *rules, const void *position, int depth, int32_t wanted, int32_t *score,
                   uint64_t *nodes) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  int left = kulami_plies_left(position);
  if (kulami->level != 0 || left > FINISH_PLIES || (left > depth && left > SHORT_PLIES)) return false;
  int margin = margin_of(kulami, position);
  int points = (wanted > 0 ? wanted + KULAMI_POINT - 1 : wanted) / KULAMI_POINT;
  *score = (margin + asc_kulami_play_out(kulami, position, points - margin, nodes)) * KULAMI_POINT;
  return true;
}

/* The leads on the plates that are not decided, as one number. */
ASC_FAST static uint64_t kulami_leads_code(const kulami_rules *rules, const kulami_position *position, int *settled) {
  enum { DECIDED = 0, BASE = 2 * KULAMI_PLATE_MOST }; /* the lead on an undecided plate is less than its hollows */
  kulami_outlook outlook = kulami_outlook_of(rules, position);
  uint64_t code = 0;
  *settled = 0;
  for (int plate = 0; plate < KULAMI_PLATES; plate++) {
    kulami_change change = kulami_change_of(rules, &outlook, plate);
    bool decided = change.up == 0 && change.down == 0;
    code = code * BASE + (uint64_t)(decided ? DECIDED : change.lead + KULAMI_PLATE_MOST);
    if (decided) *settled += kulami_points(asc_bits_count(rules->plates[plate]), change.lead);
  }
  return code;
}

/* The next ply depends on the hollows that are open, the one after it on the plate that is barred then. Whose the
   marbles are matters through the leads, or through areas and chains as well. */
static uint64_t transposition(const asc_rules *rules, const void *position, int32_t *settled) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const kulami_position *p = position;
  uint64_t taken = p->marbles[KULAMI_RED] | p->marbles[KULAMI_BLACK], whose = p->marbles[KULAMI_RED];
  int points = 0;
  if (kulami->level == 0) whose = kulami_leads_code(kulami, p, &points);
  *settled = points * KULAMI_POINT;
  uint64_t hash = asc_hash_add(asc_hash_add(0, whose), taken);
  hash = asc_hash_add(hash, kulami_open_hollows(kulami, p));
  return asc_hash_add(hash, kulami->plates[kulami->plate_of[p->last]] & ~taken);
}

ASC_FAST static void kulami_order(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                                  int32_t *promise) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const kulami_position *p = position;
  kulami_stand stand = kulami_stand_of(kulami, p);
  uint64_t allowed = kulami_free(&stand) & ~kulami->plates[kulami->plate_of[p->last]];
  for (int i = 0; i < count; i++) {
    int hollow = (int)moves[i];
    promise[i] = PROMISE * kulami_promise(kulami, &stand, hollow, kulami->permission[hollow] & allowed);
  }
}

static void order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *promise) {
  kulami_order(rules, position, moves, count, promise);
}

/* Measured: each ply more takes about twice as long. */
static int effort(const asc_rules *rules, const void *position) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  int left = kulami_plies_left(position);
  return kulami->level > 0 ? left : left > 7 ? left - 7 : 0;
}

/* Measured (docs/levels.md). */
static const asc_level kulami_levels[ASC_LEVELS] = {{52, 1, 500, 950},  {87, 1, 350, 445}, {148, 2, 304, 304},
                                                    {292, 3, 231, 187}, {640, 3, 158, 99}, {1430, 4, 87, 52},
                                                    {2650, 6, 39, 22},  {5000, 0, 8, 4},   {20000, 0, 0, 0}};

const asc_knowledge asc_kulami_knowledge = {
    .evaluate = asc_kulami_evaluate,
    .bounds = asc_kulami_bounds,
    .evaluate_moves = asc_kulami_evaluate_moves,
    .order = order,
    .transposition = transposition,
    .finish = finish,
    .spread = 60,
    .effort = effort,
    .levels = kulami_levels,
    .form = 1000,
};
