/* What is certain about the end of a game.

   A relay is worth the squares that are then free, and no turn makes these more: a tracer from the box takes one away,
   a lifted one leaves their number. So who can complete a relay does so at once, and how many squares will be gone at
   least before anybody's relay bounds what he can still win. In Delta every turn brings a pawn while the box has one.
   In Néo-Delta a player may trace with the red pawn instead and save a square; but he can always bring a pawn if he
   wants to keep the other's win small.

   How soon a relay can come is looked up to three plies ahead, with the turns as sets: see knowledge_relays.h. */
#include "knowledge_relays.h"

enum { POINT = 100, RELAY = 4 };

ASC_INLINE int least_of(int a, int b) { return a < b ? a : b; }
ASC_INLINE int most_of(int a, int b) { return a > b ? a : b; }

/* The board as one of the players sees it. */
typedef struct scene {
  uint64_t own, others, red, free;
} scene;

ASC_INLINE scene scene_turned(const scene *s) { return (scene){s->others, s->own, s->red, s->free}; }

/* The turns that would complete a row of the player's own, whatever is in their way: with an own precursor, and with
   the red one. */
typedef struct aims {
  delta_turns by_own, by_red;
} aims;

ASC_INLINE void aims_fill(aims *a, const scene *s) {
  delta_completions_with_red(s->own, s->red, &a->by_own, &a->by_red);
}

/* The turns that win at once, if the squares of `free` were. One with the red pawn that completes a row of the opponent
   as well does not win. */
typedef struct wins {
  delta_turns by_own, by_red;
} wins;

ASC_INLINE bool wins_find(wins *w, const scene *s, const aims *a, uint64_t free) {
  delta_reach_with_red(s->own, s->red, free, &w->by_own, &w->by_red);
  bool any = delta_turns_keep(&w->by_own, &a->by_own);
  if (s->red == 0 || !delta_turns_keep(&w->by_red, &a->by_red)) return any;
  uint64_t bad = delta_gaps(s->others);
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) w->by_red.to[direction] &= ~bad;
  return any || delta_turns_any(&w->by_red);
}

/* A turn with a new own tracer, with the red pawn as tracer, or with the red pawn as precursor. */
enum kind { PLAIN, RED_TRACES, RED_MOVES };

ASC_INLINE scene scene_after(const scene *s, enum kind kind, int direction, uint64_t to) {
  uint64_t tracer = delta_step(to, delta_opposite(direction));
  uint64_t from = delta_precursor(s->own | s->others | s->red, direction, to);
  scene next = *s;
  next.free ^= from | to | tracer;
  if (kind == PLAIN) {
    next.own ^= from | to | tracer;
  } else if (kind == RED_TRACES) {
    next.own ^= from | to;
    next.red = tracer;
    next.free |= s->red;
  } else {
    next.own ^= tracer;
    next.red = to;
  }
  return next;
}

/* What a node asks about again and again. */
typedef struct node {
  const delta_rules *rules;
  scene scene; /* as the player to move sees it */
  int stage;
  int squares;         /* that are free */
  int box, others_box; /* pawns in them */
  delta_turns by_own, by_red;
} node;

ASC_INLINE void node_fill(node *n, const delta_rules *rules, const delta_position *position) {
  n->rules = rules;
  n->stage = position->stage;
  n->scene = (scene){position->men[position->mover], position->men[position->mover ^ 1], position->red,
                     delta_free(rules, position)};
  n->squares = asc_bits_count(n->scene.free);
  n->box = rules->pawns - asc_bits_count(n->scene.own);
  n->others_box = rules->pawns - asc_bits_count(n->scene.others);
  delta_reach_with_red(n->scene.own, n->scene.red, n->scene.free, &n->by_own, &n->by_red);
}

ASC_INLINE int32_t relay_worth(const node *n, int squares) { return n->rules->simple ? POINT : POINT * squares; }

ASC_INLINE bool is_over(const node *n, int32_t *score) {
  const scene *s = &n->scene;
  bool relays[2]; /* his own, and the other's */
  delta_duo_relays(n->rules->has_red ? s->own | s->red : 0, s->others | s->red, relays);
  *score = relays[0] == relays[1] ? 0 : relays[0] ? relay_worth(n, n->squares) : -relay_worth(n, n->squares);
  return relays[0] || relays[1];
}

ASC_INLINE bool is_stuck(const node *n) {
  return n->stage == DELTA_TURNS && !delta_turns_any(&n->by_own) && (n->scene.red == 0 || !delta_turns_any(&n->by_red));
}

/* With four pawns in all and the box empty, a row across takes three men besides the precursor and leaves none to lift.
   Nothing is said about the relays of such a player. */
ASC_INLINE bool has_tracer_for_rows(const node *n) { return n->rules->pawns > RELAY || n->box > 0; }

/* The squares that are free after the best turn that wins at once; 0: there is none. Tracing with the red pawn saves a
   square, if its row has no need of it elsewhere. */
ASC_INLINE int squares_of_win(const node *n) {
  const scene *s = &n->scene;
  aims a;
  wins w;
  if (!has_tracer_for_rows(n)) return 0;
  aims_fill(&a, s);
  if (!wins_find(&w, s, &a, s->free)) return 0;
  if (s->red != 0 && n->box > 0) {
    uint64_t bad = delta_gaps(s->others), saving = 0;
    for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
      saving |= n->by_own.to[direction] & a.by_red.to[direction] & ~delta_step(bad, direction);
    if (saving != 0) return n->squares;
  }
  return n->squares - (n->box > 0 ? 1 : 0);
}

/* The squares that are free at most when a player completes a relay at his `turns`-th turn or later, after `between`
   turns of an opponent who spares no pawn. */
ASC_INLINE int squares_at_most(const node *n, int box, int others_box, int turns, int between) {
  int brought = n->rules->has_red ? most_of(box + RELAY - 1 - n->rules->pawns, 0) : least_of(turns, box);
  return n->squares - brought - least_of(between, others_box);
}

/* How many turns it takes to have the pawns of a relay; the red one counts as one of them. */
ASC_INLINE int turns_for_pawns(const node *n, int box) {
  return RELAY - (n->rules->has_red ? 1 : 0) - (n->rules->pawns - box);
}

/* What the player to move can do about the opponent's next turn, and what he can force himself. */
typedef struct outlook {
  bool safe;     /* he can bring a pawn and leave the opponent without a turn that wins */
  bool lost;     /* he cannot leave the opponent without one in any way */
  bool forced;   /* he has a turn after which he wins at the next, whatever the opponent does */
  bool unforced; /* he has none */
} outlook;

/* The opponent's aims and threats, and the plain turns that may parry them: those that stand in the way of all his own
   men's. What the red pawn threatens may be parried otherwise, by making it complete a row of both. */
typedef struct menace {
  aims aims;
  wins threats;
  delta_turns parries;
} menace;

/* Whether the opponent has no turn that wins. */
ASC_INLINE bool is_safe(const scene *after, const aims *others) {
  wins w;
  scene turned = scene_turned(after);
  return !wins_find(&w, &turned, others, turned.free);
}

/* Whether one of these plain turns is safe. */
ASC_INLINE bool has_safe_turn(const scene *s, const delta_turns *turns, const aims *others) {
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns->to[direction]; all != 0; all = asc_bits_drop(all)) {
      scene next = scene_after(s, PLAIN, direction, all & (0 - all));
      if (is_safe(&next, others)) return true;
    }
  return false;
}

/* Whether the opponent can threaten anything at all, if all own men but the red one made way. Where the red pawn would
   complete a row of both, the own one may be gone by then. */
ASC_INLINE bool menace_is_near(menace *m, const scene *s) {
  scene turned = scene_turned(s);
  uint64_t open = s->free | s->own;
  aims_fill(&m->aims, &turned);
  delta_reach_with_red(turned.own, s->red, open, &m->threats.by_own, &m->threats.by_red);
  return delta_turns_keep(&m->threats.by_own, &m->aims.by_own) ||
         (s->red != 0 && delta_turns_keep(&m->threats.by_red, &m->aims.by_red));
}

/* Of these plain turns, those that may parry. */
ASC_INLINE void menace_find_parries(menace *m, const scene *s, const delta_turns *turns) {
  scene turned = scene_turned(s);
  m->parries = *turns;
  if (wins_find(&m->threats, &turned, &m->aims, s->free))
    delta_turns_keep_parries(&m->parries, &m->threats.by_own, s->free);
}

/* Whether a plain turn forces a win at the next one: it is safe, and no answer to it is. Only in Delta, where all turns
   are plain. */
ASC_INLINE bool is_forcing(const scene *after, const aims *others) {
  scene turned = scene_turned(after);
  delta_turns answers;
  menace m;
  if (!menace_is_near(&m, &turned)) return false;
  delta_reach(turned.own, turned.free, answers.to);
  menace_find_parries(&m, &turned, &answers);
  return !has_safe_turn(&turned, &m.parries, &m.aims) && delta_turns_any(&answers) && is_safe(after, others);
}

ASC_INLINE bool has_forcing_turn(const scene *s, const delta_turns *turns, const aims *others) {
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns->to[direction]; all != 0; all = asc_bits_drop(all)) {
      scene next = scene_after(s, PLAIN, direction, all & (0 - all));
      if (is_forcing(&next, others)) return true;
    }
  return false;
}

/* Whether a turn with the red pawn is safe. Threats that have no need of the red pawn must be parried as well. */
ASC_INLINE bool has_safe_red_turn(const node *n, const menace *m, enum kind kind) {
  const scene *s = &n->scene;
  delta_turns turns = kind == RED_TRACES ? n->by_own : n->by_red, solid = m->threats.by_own;
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    solid.to[direction] &= m->aims.by_red.to[direction];
  delta_turns_keep_parries(&turns, &solid, s->free);
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns.to[direction]; all != 0; all = asc_bits_drop(all)) {
      scene next = scene_after(s, kind, direction, all & (0 - all)), turned = scene_turned(&next);
      if (delta_relay(next.others | next.red)) continue;
      aims others;
      aims_fill(&others, &turned);
      if (is_safe(&next, &others)) return true;
    }
  return false;
}

/* Whether a turn with the red pawn avoids a loss: given that none wins, one that completes an own row completes one of
   the opponent's too, which is a draw. */
ASC_INLINE bool has_escape_with_red(const node *n, const menace *m) {
  delta_turns rows;
  delta_completions(n->scene.own, &rows);
  return delta_turns_meet(&n->by_own, &rows) || delta_turns_meet(&n->by_red, &rows) ||
         has_safe_red_turn(n, m, RED_TRACES) || has_safe_red_turn(n, m, RED_MOVES);
}

/* Lifting an own man as the tracer only opens ways for the opponent: where no turn without it is safe, none with it is.
   The rest is asked only where no man need be lifted. */
ASC_INLINE outlook look_ahead(const node *n) {
  const scene *s = &n->scene;
  menace m;
  outlook seen = {0};
  bool menaced = menace_is_near(&m, s), safe = delta_turns_any(&n->by_own);
  m.parries = n->by_own;
  if (menaced) {
    menace_find_parries(&m, s, &n->by_own);
    safe = has_safe_turn(s, &m.parries, &m.aims);
  }
  seen.safe = safe && n->box > 0;
  seen.lost = menaced && !safe && (s->red == 0 || !has_escape_with_red(n, &m));
  if (s->red != 0 || n->box == 0 || n->others_box == 0) return seen;
  seen.forced = safe && has_forcing_turn(s, &m.parries, &m.aims);
  seen.unforced = !seen.forced;
  return seen;
}

ASC_INLINE void bounds_without_win(const node *n, int32_t *least, int32_t *most) {
  outlook seen = {0};
  if (n->stage == DELTA_TURNS && n->rules->pawns > RELAY) seen = look_ahead(n);
  int soonest = seen.unforced ? 3 : has_tracer_for_rows(n) ? 2 : 1;
  int first = most_of(turns_for_pawns(n, n->box), soonest);
  int answer = most_of(turns_for_pawns(n, n->others_box), seen.safe ? 2 : 1);
  *most = relay_worth(n, squares_at_most(n, n->box, n->others_box, first, first - 1));
  *least = seen.forced ? *most : -relay_worth(n, squares_at_most(n, n->others_box, n->box, answer, answer));
  if (seen.lost) *most = -relay_worth(n, n->squares - (n->box > 0) - (n->others_box > 0));
}

ASC_FAST_VECTORS static void find_delta_bounds(const delta_rules *rules, const delta_position *position, int32_t *least,
                                               int32_t *most) {
  node n;
  node_fill(&n, rules, position);
  int won = 0;
  if (is_over(&n, least)) {
    *most = *least;
  } else if (is_stuck(&n)) {
    *least = *most = rules->simple ? -POINT / 2 : -POINT;
  } else if ((won = squares_of_win(&n)) > 0) {
    *least = relay_worth(&n, won);
    *most = relay_worth(&n, most_of(won, squares_at_most(&n, n.box, n.others_box, 1, 1)));
  } else {
    bounds_without_win(&n, least, most);
  }
}

void asc_delta_bounds(const asc_rules *common, const void *data, int32_t *least, int32_t *most) {
  find_delta_bounds((const delta_rules *)common, data, least, most);
}
