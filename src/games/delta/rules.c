/* Playing a move, and how a game ends. */
#include "delta.h"

#include "core/hash.h"

void asc_delta_rules_fill(delta_rules *rules, int size, int pawns, bool has_red, bool simple) {
  rules->size = size;
  rules->pawns = pawns;
  rules->has_red = has_red;
  rules->simple = simple;
  for (int rank = 0; rank < size; rank++) rules->board |= (asc_bit(size) - 1) << delta_square(0, rank);
  rules->common.position_size = sizeof(delta_position);
  rules->common.players = 2;
  /* With all pawns on the board: so many squares free at most, each reached from eight sides, with any tracer. */
  rules->common.moves_max = DELTA_DIRECTIONS * (size * size - pawns) * pawns;
  rules->common.longest = DELTA_PLY_LIMIT;
  rules->common.ply_limit = DELTA_PLY_LIMIT;
  rules->common.symmetries = DELTA_SYMMETRIES;
}

void asc_delta_start(const asc_rules *common, void *data) {
  (void)common;
  *(delta_position *)data = (delta_position){.stage = DELTA_WHITE_OPENS, .mover = DELTA_WHITE};
}

int asc_delta_turn(const asc_rules *common, const void *data) {
  (void)common;
  return 1 + ((const delta_position *)data)->mover;
}

/* The red pawn is the tracer when it is the one lifted, or still lies in the box: when none is left standing. */
ASC_INLINE bool is_red_traced(const delta_rules *rules, const delta_position *position, uint64_t lifted) {
  return rules->has_red && (position->red & ~lifted) == 0;
}

/* Whoever is moved or traces, the squares that change are the same; what is decided here, without a branch that a
   processor would have to guess, is which of them change in the red set and which in the player's own. */
ASC_INLINE void play_turn(const delta_rules *rules, delta_position *position, asc_move move) {
  int direction = delta_move_direction(move);
  uint64_t to = asc_bit(delta_move_to(move)), lifted = delta_move_lifted(move), red = position->red;
  uint64_t moved = to | delta_precursor(delta_men(position), direction, to);
  uint64_t traced = lifted | delta_step(to, delta_opposite(direction));
  bool red_moves = delta_move_kind(move) == DELTA_RED_TURN;
  bool red_traces = is_red_traced(rules, position, lifted);
  uint64_t of_red = (moved & (0 - (uint64_t)red_moves)) | (traced & (0 - (uint64_t)red_traces));
  position->red = red ^ of_red;
  position->men[position->mover] ^= (moved | traced) ^ of_red;
}

ASC_FAST static void play_move(const delta_rules *rules, delta_position *position, asc_move move) {
  if (delta_move_kind(move) >= DELTA_TURN)
    play_turn(rules, position, move);
  else if (delta_move_kind(move) == DELTA_PUT)
    position->men[position->mover] |= asc_bit(delta_move_to(move));
  else
    position->red = asc_bit(delta_move_to(move));
  position->stage = (uint8_t)(position->stage + (position->stage < DELTA_TURNS));
  position->mover ^= 1;
}

void asc_delta_play(const asc_rules *common, void *data, asc_move move) {
  play_move((const delta_rules *)common, data, move);
}

/* In the opening every ply has its player. */
bool asc_delta_pass(const asc_rules *common, void *data) {
  (void)common;
  delta_position *position = data;
  position->mover ^= 1;
  return position->stage == DELTA_TURNS;
}

delta_turn_squares asc_delta_turn_read(const delta_rules *rules, const delta_position *position, asc_move move) {
  int direction = delta_move_direction(move), mover = position->mover;
  uint64_t to = asc_bit(delta_move_to(move)), lifted = delta_move_lifted(move);
  return (delta_turn_squares){
      .from = asc_bits_lowest(delta_precursor(delta_men(position), direction, to)),
      .to = delta_move_to(move),
      .tracer = asc_bits_lowest(delta_step(to, delta_opposite(direction))),
      .lifted = lifted == 0 ? DELTA_NO_SQUARE : asc_bits_lowest(lifted),
      .moves_who = delta_move_kind(move) == DELTA_RED_TURN ? DELTA_RED : mover,
      .traces_who = is_red_traced(rules, position, lifted) ? DELTA_RED : mover,
  };
}

int asc_delta_man_at(const delta_position *position, int square) {
  uint64_t set = asc_bit(square);
  if ((position->red & set) != 0) return DELTA_RED;
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++)
    if ((position->men[colour] & set) != 0) return colour;
  return DELTA_NOBODY;
}

enum delta_end asc_delta_end_of(const delta_rules *rules, const delta_position *position, int *winner) {
  bool white = delta_has_relay(position, DELTA_WHITE), black = delta_has_relay(position, DELTA_BLACK);
  *winner = white == black ? DELTA_NOBODY : white ? DELTA_WHITE : DELTA_BLACK;
  if (white && black) return DELTA_TWO_RELAYS;
  if (white || black) return DELTA_RELAY;
  if (asc_delta_count(&rules->common, position) > 0) return DELTA_OPEN;
  *winner = position->mover ^ 1;
  return DELTA_STUCK;
}

static void outcome_fill(asc_outcome *outcome, int winner, int half_points) {
  *outcome = (asc_outcome){.place = {1, 1}};
  if (winner == DELTA_NOBODY) return;
  outcome->points[winner] = half_points;
  outcome->place[winner ^ 1] = 2;
}

/* A relay is worth the free squares. */
static int relay_half_points(const delta_rules *rules, const delta_position *position) {
  return rules->simple ? 2 : 2 * asc_bits_count(delta_free(rules, position));
}

bool asc_delta_outcome(const asc_rules *common, const void *data, asc_outcome *outcome) {
  const delta_rules *rules = (const delta_rules *)common;
  int winner;
  enum delta_end end = asc_delta_end_of(rules, data, &winner);
  *outcome = (asc_outcome){0};
  if (end == DELTA_OPEN) return false;
  outcome_fill(outcome, winner, end == DELTA_STUCK ? (rules->simple ? 1 : 2) : relay_half_points(rules, data));
  return true;
}

bool asc_delta_give_up(const asc_rules *common, void *data, int player, asc_outcome *outcome) {
  outcome_fill(outcome, (player - 1) ^ 1, relay_half_points((const delta_rules *)common, data));
  return true;
}

uint64_t asc_delta_hash(const asc_rules *common, const void *data) {
  (void)common;
  const delta_position *position = data;
  uint64_t hash = asc_hash_add(asc_hash_add(0, position->men[DELTA_WHITE]), position->men[DELTA_BLACK]);
  return asc_hash_add(asc_hash_add(hash, position->red), (uint64_t)position->stage << 1 | position->mover);
}

/* As long as every turn puts one more pawn on the board nothing can come again: in Delta until both boxes are empty.
   In Néo-Delta the red pawn can always be the tracer. */
uint64_t asc_delta_key(const asc_rules *common, const void *data) {
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  if (position->stage < DELTA_TURNS) return 0;
  if (!rules->has_red && delta_in_box(rules, position, DELTA_WHITE) + delta_in_box(rules, position, DELTA_BLACK) > 0)
    return 0;
  uint64_t hash = asc_delta_hash(common, position);
  return hash == 0 ? 1 : hash;
}
