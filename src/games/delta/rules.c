/* Playing a move, the ends of a game, hashes. moves.c lists the legal moves. */
#include "delta.h"

#include "base/hash.h"

void asc_delta_rules_fill(asc_delta_rules *rules, int size, int pawns_per_player, bool has_red, bool simple_scoring) {
  rules->size = size;
  rules->pawns_per_player = pawns_per_player;
  rules->has_red = has_red;
  rules->simple_scoring = simple_scoring;
  for (int row = 0; row < size; row++) rules->board |= (asc_bit(size) - 1) << asc_delta_square_at(0, row);
  rules->common.position_size = sizeof(asc_delta_position);
  rules->common.players = 2;
  /* The worst case: all own pawns are on the board. At most so many squares are free, each reached from eight
     sides, with any tracer. */
  rules->common.moves_max = ASC_DELTA_DIRECTIONS * (size * size - pawns_per_player) * pawns_per_player;
  rules->common.plies_max = ASC_DELTA_PLY_LIMIT;
  rules->common.ply_limit = ASC_DELTA_PLY_LIMIT;
  rules->common.symmetries = ASC_DELTA_SYMMETRIES;
}

void asc_delta_start(const asc_rules *common, void *data) {
  (void)common;
  *(asc_delta_position *)data = (asc_delta_position){.stage = ASC_DELTA_STAGE_WHITE_OPENS, .mover = ASC_DELTA_WHITE};
}

int asc_delta_turn(const asc_rules *common, const void *data) {
  (void)common;
  return 1 + ((const asc_delta_position *)data)->mover;
}

/* The red pawn is the tracer if it is picked up or still in reserve: in both cases none is left on the board. */
ASC_INLINE bool is_red_tracer(const asc_delta_rules *rules, const asc_delta_position *position, uint64_t tracer_from) {
  return rules->has_red && (position->red & ~tracer_from) == 0;
}

/* The same squares change whichever pieces are precursor and tracer. This function decides which of them change in the
   red set and which in the player's own. It does so without a branch that a processor would have to predict. */
ASC_INLINE void play_turn(const asc_delta_rules *rules, asc_delta_position *position, asc_move move) {
  int direction = asc_delta_move_direction(move);
  uint64_t to = asc_bit(asc_delta_move_to(move)), tracer_from = asc_delta_move_tracer_from(move), red = position->red;
  uint64_t moved = to | asc_delta_precursor(asc_delta_occupied(position), direction, to);
  uint64_t traced = tracer_from | asc_delta_shift(to, asc_delta_opposite(direction));
  bool red_moves = asc_delta_move_type_of(move) == ASC_DELTA_MOVE_RED_TURN;
  bool red_traces = is_red_tracer(rules, position, tracer_from);
  uint64_t red_changes = (moved & (0 - (uint64_t)red_moves)) | (traced & (0 - (uint64_t)red_traces));
  position->red = red ^ red_changes;
  position->pawns[position->mover] ^= (moved | traced) ^ red_changes;
}

ASC_TARGET_CLONES static void play_move(const asc_delta_rules *rules, asc_delta_position *position, asc_move move) {
  if (asc_delta_move_type_of(move) >= ASC_DELTA_MOVE_TURN)
    play_turn(rules, position, move);
  else if (asc_delta_move_type_of(move) == ASC_DELTA_MOVE_PLACE)
    position->pawns[position->mover] |= asc_bit(asc_delta_move_to(move));
  else
    position->red = asc_bit(asc_delta_move_to(move));
  position->stage = (uint8_t)(position->stage + (position->stage < ASC_DELTA_STAGE_TURNS));
  position->mover ^= 1;
}

void asc_delta_play(const asc_rules *common, void *data, asc_move move) {
  play_move((const asc_delta_rules *)common, data, move);
}

/* In the opening each ply belongs to a fixed player, so passing is impossible. */
bool asc_delta_pass(const asc_rules *common, void *data) {
  (void)common;
  asc_delta_position *position = data;
  position->mover ^= 1;
  return position->stage == ASC_DELTA_STAGE_TURNS;
}

asc_delta_turn_details asc_delta_turn_decode(const asc_delta_rules *rules, const asc_delta_position *position,
                                             asc_move move) {
  int direction = asc_delta_move_direction(move), mover = position->mover;
  uint64_t to = asc_bit(asc_delta_move_to(move)), tracer_from = asc_delta_move_tracer_from(move);
  return (asc_delta_turn_details){
      .from = asc_bits_lowest(asc_delta_precursor(asc_delta_occupied(position), direction, to)),
      .to = asc_delta_move_to(move),
      .tracer_to = asc_bits_lowest(asc_delta_shift(to, asc_delta_opposite(direction))),
      .tracer_from = tracer_from == 0 ? ASC_DELTA_NO_SQUARE : asc_bits_lowest(tracer_from),
      .precursor_colour = asc_delta_move_type_of(move) == ASC_DELTA_MOVE_RED_TURN ? ASC_DELTA_RED : mover,
      .tracer_colour = is_red_tracer(rules, position, tracer_from) ? ASC_DELTA_RED : mover,
  };
}

int asc_delta_piece_at(const asc_delta_position *position, int square) {
  uint64_t set = asc_bit(square);
  if ((position->red & set) != 0) return ASC_DELTA_RED;
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++)
    if ((position->pawns[colour] & set) != 0) return colour;
  return ASC_DELTA_NONE;
}

enum asc_delta_end asc_delta_end_find(const asc_delta_rules *rules, const asc_delta_position *position, int *winner) {
  bool white = asc_delta_has_relay(position, ASC_DELTA_WHITE), black = asc_delta_has_relay(position, ASC_DELTA_BLACK);
  *winner = white == black ? ASC_DELTA_NONE : white ? ASC_DELTA_WHITE : ASC_DELTA_BLACK;
  if (white && black) return ASC_DELTA_END_TWO_RELAYS;
  if (white || black) return ASC_DELTA_END_RELAY;
  if (asc_delta_count(&rules->common, position) > 0) return ASC_DELTA_END_NONE;
  *winner = position->mover ^ 1;
  return ASC_DELTA_END_NO_MOVE;
}

static void outcome_fill(asc_outcome *outcome, int winner, int half_points) {
  *outcome = (asc_outcome){.rank = {1, 1}};
  if (winner == ASC_DELTA_NONE) return;
  outcome->points[winner] = half_points;
  outcome->rank[winner ^ 1] = 2;
}

/* A relay is worth the free squares. */
static int relay_half_points(const asc_delta_rules *rules, const asc_delta_position *position) {
  return rules->simple_scoring ? 2 : 2 * asc_bits_count(asc_delta_free_squares(rules, position));
}

bool asc_delta_outcome(const asc_rules *common, const void *data, asc_outcome *outcome) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  int winner;
  enum asc_delta_end end = asc_delta_end_find(rules, data, &winner);
  *outcome = (asc_outcome){0};
  if (end == ASC_DELTA_END_NONE) return false;
  outcome_fill(outcome, winner,
               end == ASC_DELTA_END_NO_MOVE ? (rules->simple_scoring ? 1 : 2) : relay_half_points(rules, data));
  return true;
}

bool asc_delta_resign(const asc_rules *common, void *data, int player, asc_outcome *outcome) {
  outcome_fill(outcome, (player - 1) ^ 1, relay_half_points((const asc_delta_rules *)common, data));
  return true;
}

uint64_t asc_delta_hash(const asc_rules *common, const void *data) {
  (void)common;
  const asc_delta_position *position = data;
  uint64_t hash = asc_hash_add(asc_hash_add(0, position->pawns[ASC_DELTA_WHITE]), position->pawns[ASC_DELTA_BLACK]);
  return asc_hash_add(asc_hash_add(hash, position->red), (uint64_t)position->stage << 1 | position->mover);
}

/* While every turn adds a pawn, no position can repeat: in Delta until both reserves are empty. In Néo-Delta the red
   pawn can always be the tracer. */
uint64_t asc_delta_repetition_key(const asc_rules *common, const void *data) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  if (position->stage < ASC_DELTA_STAGE_TURNS) return 0;
  if (!rules->has_red && asc_delta_reserve_count(rules, position, ASC_DELTA_WHITE) +
                                 asc_delta_reserve_count(rules, position, ASC_DELTA_BLACK) >
                             0)
    return 0;
  uint64_t hash = asc_delta_hash(common, position);
  return hash == 0 ? 1 : hash;
}
