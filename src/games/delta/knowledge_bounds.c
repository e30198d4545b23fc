/* Proved bounds of the score.

   A relay is worth the squares that are free then, and no turn increases their number: a tracer from the reserve fills
   one, a tracer from the board leaves the number as it is. So a player who can complete a relay does so at once. The
   least number of squares filled before a relay bounds what a player can still win. In Delta every turn brings a pawn
   while the reserve has one. In Néo-Delta a player may use the red pawn as tracer and save a square. But a player who
   wants to keep the opponent's win small can always bring a pawn.

   The search for relays looks up to three plies ahead, with sets of turns: read knowledge_relays.h first. */
#include "knowledge_relays.h"

enum { POINT = 100, RELAY = 4 };

ASC_INLINE int min_of(int a, int b) { return a < b ? a : b; }
ASC_INLINE int max_of(int a, int b) { return a > b ? a : b; }

/* The board from one player's point of view. */
typedef struct board_view {
  uint64_t own, opponent, red, free;
} board_view;

ASC_INLINE board_view board_view_flip(const board_view *view) {
  return (board_view){view->opponent, view->own, view->red, view->free};
}

/* The turns that would complete a relay of the player, whatever is in their way: with an own precursor, and with the
   red pawn as precursor. */
typedef struct completions {
  asc_delta_turn_set by_own, by_red;
} completions;

ASC_INLINE void completions_fill(completions *c, const board_view *view) {
  asc_delta_completions_with_red(view->own, view->red, &c->by_own, &c->by_red);
}

/* The turns that win at once if the squares of `free` are free. A turn of the red pawn that also completes a relay of
   the opponent does not win. */
typedef struct wins {
  asc_delta_turn_set by_own, by_red;
} wins;

ASC_INLINE bool wins_find(wins *w, const board_view *view, const completions *c, uint64_t free) {
  asc_delta_reach_with_red(view->own, view->red, free, &w->by_own, &w->by_red);
  bool any = asc_delta_turn_set_intersect(&w->by_own, &c->by_own);
  if (view->red == 0 || !asc_delta_turn_set_intersect(&w->by_red, &c->by_red)) return any;
  uint64_t opponent_gaps = asc_delta_gaps(view->opponent);
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++) w->by_red.to[direction] &= ~opponent_gaps;
  return any || asc_delta_turn_set_any(&w->by_red);
}

/* A turn with a new own tracer, with the red pawn as tracer, or with the red pawn as precursor. */
enum turn_kind { PLAIN, RED_TRACES, RED_MOVES };

ASC_INLINE board_view board_view_after(const board_view *view, enum turn_kind kind, int direction, uint64_t to) {
  uint64_t tracer = asc_delta_shift(to, asc_delta_opposite(direction));
  uint64_t from = asc_delta_precursor(view->own | view->opponent | view->red, direction, to);
  board_view next = *view;
  next.free ^= from | to | tracer;
  if (kind == PLAIN) {
    next.own ^= from | to | tracer;
  } else if (kind == RED_TRACES) {
    next.own ^= from | to;
    next.red = tracer;
    next.free |= view->red;
  } else {
    next.own ^= tracer;
    next.red = to;
  }
  return next;
}

/* Facts about a position that are used again and again. */
typedef struct node {
  const asc_delta_rules *rules;
  board_view board_view; /* of the player to move */
  int stage;
  int squares;                   /* number of free squares */
  int reserve, opponent_reserve; /* pawns in reserve */
  asc_delta_turn_set by_own, by_red;
} node;

ASC_INLINE void node_fill(node *n, const asc_delta_rules *rules, const asc_delta_position *position) {
  n->rules = rules;
  n->stage = position->stage;
  n->board_view = (board_view){position->pawns[position->mover], position->pawns[position->mover ^ 1], position->red,
                               asc_delta_free_squares(rules, position)};
  n->squares = asc_bits_count(n->board_view.free);
  n->reserve = rules->pawns_per_player - asc_bits_count(n->board_view.own);
  n->opponent_reserve = rules->pawns_per_player - asc_bits_count(n->board_view.opponent);
  asc_delta_reach_with_red(n->board_view.own, n->board_view.red, n->board_view.free, &n->by_own, &n->by_red);
}

ASC_INLINE int32_t relay_worth(const node *n, int squares) {
  return n->rules->simple_scoring ? POINT : POINT * squares;
}

ASC_INLINE bool is_over(const node *n, int32_t *score) {
  const board_view *view = &n->board_view;
  bool relays[2]; /* of the player to move, and of the opponent */
  asc_delta_pair_relays(n->rules->has_red ? view->own | view->red : 0, view->opponent | view->red, relays);
  *score = relays[0] == relays[1] ? 0 : relays[0] ? relay_worth(n, n->squares) : -relay_worth(n, n->squares);
  return relays[0] || relays[1];
}

ASC_INLINE bool has_no_turn(const node *n) {
  return n->stage == ASC_DELTA_STAGE_TURNS && !asc_delta_turn_set_any(&n->by_own) &&
         (n->board_view.red == 0 || !asc_delta_turn_set_any(&n->by_red));
}

/* Suppose a player has four pawns in all and none in reserve. Then a relay across the line of a turn needs the other
   three pawns, and none of them can be the tracer. Nothing is claimed about relays of such a player. */
ASC_INLINE bool has_tracer_for_relay(const node *n) { return n->rules->pawns_per_player > RELAY || n->reserve > 0; }

/* Returns the number of free squares after the best turn that wins at once, or 0 if no turn does. Using the red pawn as
   tracer saves a square, if the relay does not need it elsewhere. */
ASC_INLINE int squares_after_win(const node *n) {
  const board_view *view = &n->board_view;
  completions c;
  wins w;
  if (!has_tracer_for_relay(n)) return 0;
  completions_fill(&c, view);
  if (!wins_find(&w, view, &c, view->free)) return 0;
  if (view->red != 0 && n->reserve > 0) {
    uint64_t opponent_gaps = asc_delta_gaps(view->opponent), saving = 0;
    for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
      saving |= n->by_own.to[direction] & c.by_red.to[direction] & ~asc_delta_shift(opponent_gaps, direction);
    if (saving != 0) return n->squares;
  }
  return n->squares - (n->reserve > 0 ? 1 : 0);
}

/* Returns an upper bound of the free squares when a player completes a relay with turn number `turns` or later. Before
   that, the opponent has had `between` turns and brought a pawn with each as long as the reserve lasted. */
ASC_INLINE int max_squares(const node *n, int reserve, int opponent_reserve, int turns, int between) {
  int brought =
      n->rules->has_red ? max_of(reserve + RELAY - 1 - n->rules->pawns_per_player, 0) : min_of(turns, reserve);
  return n->squares - brought - min_of(between, opponent_reserve);
}

/* Returns how many turns a player needs to have enough pawns for a relay; the red pawn counts as one of them. */
ASC_INLINE int turns_for_pawns(const node *n, int reserve) {
  return RELAY - (n->rules->has_red ? 1 : 0) - (n->rules->pawns_per_player - reserve);
}

/* The defence of the player to move against the opponent's next turn, and the win that player can force. */
typedef struct lookahead {
  bool can_stay_safe;    /* by bringing a pawn, so that the opponent has no winning turn */
  bool is_lost;          /* whatever the player does, the opponent has a winning turn */
  bool can_force_win;    /* a turn exists after which the player wins at the next turn, whatever the opponent does */
  bool cannot_force_win; /* no such turn exists */
} lookahead;

/* The opponent's completions and threats, and the plain turns that may parry them: those that block all threats of the
   opponent's own pawns. A threat of the red pawn may also be parried by making it complete a relay of both players. */
typedef struct threat_info {
  completions completions;
  wins threats;
  asc_delta_turn_set parries;
} threat_info;

/* Returns whether the opponent has no winning turn. */
ASC_INLINE bool is_safe(const board_view *after, const completions *opponent) {
  wins w;
  board_view flipped = board_view_flip(after);
  return !wins_find(&w, &flipped, opponent, flipped.free);
}

/* Returns whether one of these plain turns leaves the opponent without a winning turn. */
ASC_INLINE bool has_safe_turn(const board_view *view, const asc_delta_turn_set *turns, const completions *opponent) {
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns->to[direction]; all != 0; all = asc_bits_clear_lowest(all)) {
      board_view next = board_view_after(view, PLAIN, direction, all & (0 - all));
      if (is_safe(&next, opponent)) return true;
    }
  return false;
}

/* Returns whether the opponent can threaten anything, even if all pawns of the player to move were out of the way.
   Threats of the red pawn that would complete a relay of both count: the player's relay may be broken by then. */
ASC_INLINE bool threats_possible(threat_info *info, const board_view *view) {
  board_view flipped = board_view_flip(view);
  uint64_t open = view->free | view->own;
  completions_fill(&info->completions, &flipped);
  asc_delta_reach_with_red(flipped.own, view->red, open, &info->threats.by_own, &info->threats.by_red);
  return asc_delta_turn_set_intersect(&info->threats.by_own, &info->completions.by_own) ||
         (view->red != 0 && asc_delta_turn_set_intersect(&info->threats.by_red, &info->completions.by_red));
}

/* Selects those of the plain `turns` that may parry the threats. */
ASC_INLINE void threats_find_parries(threat_info *info, const board_view *view, const asc_delta_turn_set *turns) {
  board_view flipped = board_view_flip(view);
  info->parries = *turns;
  if (wins_find(&info->threats, &flipped, &info->completions, view->free))
    asc_delta_turn_set_filter_parries(&info->parries, &info->threats.by_own, view->free);
}

/* Returns whether a plain turn forces a win at the next turn: it is safe, and no reply to it is. Only for Delta, where
   all turns are plain. */
ASC_INLINE bool is_forcing(const board_view *after, const completions *opponent) {
  board_view flipped = board_view_flip(after);
  asc_delta_turn_set replies;
  threat_info info;
  if (!threats_possible(&info, &flipped)) return false;
  asc_delta_reach(flipped.own, flipped.free, replies.to);
  threats_find_parries(&info, &flipped, &replies);
  return !has_safe_turn(&flipped, &info.parries, &info.completions) && asc_delta_turn_set_any(&replies) &&
         is_safe(after, opponent);
}

ASC_INLINE bool has_forcing_turn(const board_view *view, const asc_delta_turn_set *turns, const completions *opponent) {
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns->to[direction]; all != 0; all = asc_bits_clear_lowest(all)) {
      board_view next = board_view_after(view, PLAIN, direction, all & (0 - all));
      if (is_forcing(&next, opponent)) return true;
    }
  return false;
}

/* Returns whether a turn with the red pawn is safe. It must also parry the threats that do not need the red pawn. */
ASC_INLINE bool has_safe_red_turn(const node *n, const threat_info *info, enum turn_kind kind) {
  const board_view *view = &n->board_view;
  asc_delta_turn_set turns = kind == RED_TRACES ? n->by_own : n->by_red, solid = info->threats.by_own;
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    solid.to[direction] &= info->completions.by_red.to[direction];
  asc_delta_turn_set_filter_parries(&turns, &solid, view->free);
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    for (uint64_t all = turns.to[direction]; all != 0; all = asc_bits_clear_lowest(all)) {
      board_view next = board_view_after(view, kind, direction, all & (0 - all)), flipped = board_view_flip(&next);
      if (asc_delta_contains_relay(next.opponent | next.red)) continue;
      completions opponent;
      completions_fill(&opponent, &flipped);
      if (is_safe(&next, &opponent)) return true;
    }
  return false;
}

/* Returns whether a turn with the red pawn avoids a loss. No turn wins here, so one that completes an own relay also
   completes one of the opponent's, which is a draw. */
ASC_INLINE bool has_escape_with_red(const node *n, const threat_info *info) {
  asc_delta_turn_set completing;
  asc_delta_completions(n->board_view.own, &completing);
  return asc_delta_turn_set_overlaps(&n->by_own, &completing) || asc_delta_turn_set_overlaps(&n->by_red, &completing) ||
         has_safe_red_turn(n, info, RED_TRACES) || has_safe_red_turn(n, info, RED_MOVES);
}

/* Taking an own pawn from the board as tracer only opens paths for the opponent. So if no turn without it is safe, none
   with it is. The other questions are asked only if no pawn has to be taken from the board. */
ASC_INLINE lookahead look_ahead(const node *n) {
  const board_view *view = &n->board_view;
  threat_info info;
  lookahead ahead = {0};
  bool threatened = threats_possible(&info, view), can_stay_safe = asc_delta_turn_set_any(&n->by_own);
  info.parries = n->by_own;
  if (threatened) {
    threats_find_parries(&info, view, &n->by_own);
    can_stay_safe = has_safe_turn(view, &info.parries, &info.completions);
  }
  ahead.can_stay_safe = can_stay_safe && n->reserve > 0;
  ahead.is_lost = threatened && !can_stay_safe && (view->red == 0 || !has_escape_with_red(n, &info));
  if (view->red != 0 || n->reserve == 0 || n->opponent_reserve == 0) return ahead;
  ahead.can_force_win = can_stay_safe && has_forcing_turn(view, &info.parries, &info.completions);
  ahead.cannot_force_win = !ahead.can_force_win;
  return ahead;
}

/* Bounds of a position in which no turn wins at once. `first` and `reply` number the earliest turns at which the player
   to move and the opponent can complete a relay. */
ASC_INLINE void bounds_without_win(const node *n, int32_t *lower, int32_t *upper) {
  lookahead ahead = {0};
  if (n->stage == ASC_DELTA_STAGE_TURNS && n->rules->pawns_per_player > RELAY) ahead = look_ahead(n);
  int soonest = ahead.cannot_force_win ? 3 : has_tracer_for_relay(n) ? 2 : 1;
  int first = max_of(turns_for_pawns(n, n->reserve), soonest);
  int reply = max_of(turns_for_pawns(n, n->opponent_reserve), ahead.can_stay_safe ? 2 : 1);
  *upper = relay_worth(n, max_squares(n, n->reserve, n->opponent_reserve, first, first - 1));
  *lower =
      ahead.can_force_win ? *upper : -relay_worth(n, max_squares(n, n->opponent_reserve, n->reserve, reply, reply));
  if (ahead.is_lost) *upper = -relay_worth(n, n->squares - (n->reserve > 0) - (n->opponent_reserve > 0));
}

ASC_TARGET_CLONES_SIMD static void find_delta_bounds(const asc_delta_rules *rules, const asc_delta_position *position,
                                                     int32_t *lower, int32_t *upper) {
  node n;
  node_fill(&n, rules, position);
  int won = 0;
  if (is_over(&n, lower)) {
    *upper = *lower;
  } else if (has_no_turn(&n)) {
    *lower = *upper = rules->simple_scoring ? -POINT / 2 : -POINT;
  } else if ((won = squares_after_win(&n)) > 0) {
    *lower = relay_worth(&n, won);
    *upper = relay_worth(&n, max_of(won, max_squares(&n, n.reserve, n.opponent_reserve, 1, 1)));
  } else {
    bounds_without_win(&n, lower, upper);
  }
}

void asc_delta_bounds(const asc_rules *common, const void *data, int32_t *lower, int32_t *upper) {
  find_delta_bounds((const asc_delta_rules *)common, data, lower, upper);
}
