/* One line of best play, in which the winner hurries and the loser holds out, neither giving up a point.

   In the last layer the tables store the plies to the end. Before it, a win of more points than a relay is worth there
   comes when so many squares are free, and every ply fills one. The remaining wins come in the last layer or by having
   no move. They are searched: among the moves that give up no point the winner takes the shortest way, the loser the
   longest. */
#include "survey.h"

#include "games/delta/delta.h"

#include <stdlib.h>
#include <string.h>

static survey_memo_slot *memo_find(const survey_memo *memo, uint64_t hash) {
  size_t at = (size_t)hash & (memo->size - 1);
  while (memo->slots[at].hash != 0 && memo->slots[at].hash != hash) at = (at + 1) & (memo->size - 1);
  return &memo->slots[at];
}

static bool memo_grow(survey_memo *memo) {
  survey_memo wider = {.size = memo->size == 0 ? 1 << 16 : 2 * memo->size, .used = memo->used};
  wider.slots = calloc(wider.size, sizeof *wider.slots);
  if (wider.slots == NULL) return false;
  for (size_t i = 0; i < memo->size; i++)
    if (memo->slots[i].hash != 0) *memo_find(&wider, memo->slots[i].hash) = memo->slots[i];
  free(memo->slots);
  *memo = wider;
  return true;
}

static bool memo_put(survey_memo *memo, uint64_t hash, int plies) {
  if (2 * memo->used >= memo->size && !memo_grow(memo)) return false;
  *memo_find(memo, hash) = (survey_memo_slot){hash, plies};
  memo->used++;
  return true;
}

/* Returns a hash that is the same for all images of a position, and never 0. */
static uint64_t class_hash(const survey_tables *self, const void *position) {
  uint64_t smallest = UINT64_MAX;
  asc_position image;
  for (int s = 0; s < self->rules->symmetries; s++) {
    asc_position_transform(self->rules, s, position, &image);
    uint64_t hash = asc_position_hash(self->rules, &image);
    if (hash < smallest) smallest = hash;
  }
  return smallest + (smallest == 0);
}

static int plies_search(survey_tables *self, const void *position, const asc_tablebase_value *value, int *plies);

/* Finds the plies to the end from a position with this value; 0 for a draw. */
static int plies_find(survey_tables *self, const void *position, const asc_tablebase_value *value, int *plies) {
  int squares = self->plan.board.square_count, pawns = asc_bits_count(asc_delta_occupied(position)),
      points = abs(value->points);
  *plies = value->plies;
  if (points == 0 || pawns == self->last->pawns) return ASC_OK;
  if (points <= self->last->relay_points || points <= 1) return plies_search(self, position, value, plies);
  *plies = squares - points - pawns;
  return ASC_OK;
}

/* Finds the plies to the end with a move, itself included; 0 if it is not worth `points` to the player who makes it. */
static int move_plies(survey_tables *self, const void *position, asc_move move, int points, int *plies) {
  asc_position next = {0};
  asc_outcome outcome;
  asc_tablebase_value value;
  int player = asc_position_turn(self->rules, position);
  memcpy(&next, position, self->rules->position_size);
  asc_position_play(self->rules, &next, move);
  *plies = 0;
  if (asc_position_outcome(self->rules, &next, &outcome)) {
    *plies = (outcome.points[player - 1] - outcome.points[2 - player]) / 2 == points;
    return ASC_OK;
  }
  int code = asc_tablebase_probe(self->tables, &next, &value);
  if (code != 1) return survey_fail(self, code < 0 ? code : ASC_E_STATE);
  if (value.points != -points) return ASC_OK;
  code = plies_find(self, &next, &value, plies);
  *plies += 1;
  return code;
}

static int plies_search(survey_tables *self, const void *position, const asc_tablebase_value *value, int *plies) {
  uint64_t hash = class_hash(self, position);
  const survey_memo_slot *slot = self->memo.size > 0 ? memo_find(&self->memo, hash) : NULL;
  if (slot != NULL && slot->hash == hash) {
    *plies = slot->plies;
    return ASC_OK;
  }
  asc_move *moves = malloc((size_t)self->rules->moves_max * sizeof *moves);
  if (moves == NULL) return survey_fail(self, ASC_E_MEMORY);
  int count = asc_position_moves(self->rules, position, moves), best = 0, code = ASC_OK;
  for (int i = 0; i < count && code == ASC_OK; i++) {
    int found;
    code = move_plies(self, position, moves[i], value->points, &found);
    if (found > 0 && (best == 0 || (value->points > 0 ? found < best : found > best))) best = found;
  }
  free(moves);
  *plies = best;
  return code == ASC_OK && !memo_put(&self->memo, hash, best) ? survey_fail(self, ASC_E_MEMORY) : code;
}

/* Plays and writes the first of the best moves after which the end is as far as it should be. */
static int step_write(survey_tables *self, asc_position *position, int plies) {
  solve_probe probe;
  int found = -1, code = solve_probe_open(&probe, self->tables, self->rules, position, &self->error);
  for (int i = 0; code == ASC_OK && found != plies && i < probe.move_count; i++) {
    asc_move move;
    if (probe.moves[i].value.points != probe.value.points) break;
    code = asc_move_read(self->rules, position, probe.moves[i].token, &move, &self->error);
    if (code == ASC_OK) code = move_plies(self, position, move, probe.value.points, &found);
    if (code < 0 || found != plies) continue;
    asc_json_text(&self->json, NULL, probe.moves[i].token);
    asc_position_play(self->rules, position, move);
  }
  solve_probe_close(&probe);
  return code == ASC_OK && found != plies ? survey_fail(self, ASC_E_STATE) : code;
}

int survey_line(survey_tables *self, const void *position) {
  asc_position now = {0};
  asc_tablebase_value value;
  int plies = 0, code = asc_tablebase_probe(self->tables, position, &value);
  if (code != 1) return survey_fail(self, code < 0 ? code : ASC_E_STATE);
  memcpy(&now, position, self->rules->position_size);
  code = plies_find(self, position, &value, &plies);
  asc_json_open(&self->json, NULL, '[');
  for (; plies > 0 && code == ASC_OK; plies--) code = step_write(self, &now, plies);
  asc_json_close(&self->json, ']');
  return code;
}
