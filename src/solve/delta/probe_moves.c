/* Probes all moves of a position and sorts them. See probe_moves.h. */
#include "probe_moves.h"

#include <ascona/knowledge.h>

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN_PLIES = ASC_ORACLE_PLIES_MAX };

/* Returns the plies until the end of the game. If they are unknown, returns more than any known number. */
static int plies_to_end(const solve_probe_move *move) {
  return move->value.plies > 0 ? move->value.plies : UNKNOWN_PLIES;
}

static int compare(const void *a, const void *b) {
  const solve_probe_move *one = a, *other = b;
  int points = one->value.points;
  if (one->is_known != other->is_known) return one->is_known ? -1 : 1;
  if (points != other->value.points) return points > other->value.points ? -1 : 1;
  if (points != 0 && plies_to_end(one) != plies_to_end(other))
    return (points > 0) == (plies_to_end(one) < plies_to_end(other)) ? -1 : 1;
  return strcmp(one->token, other->token);
}

/* Tables store plies only for the last layer. In earlier layers the game's knowledge may derive them from the
   points. */
static int position_probe(asc_tablebase *tables, const asc_rules *rules, const void *position,
                          asc_tablebase_value *value) {
  enum { HUNDREDTHS = 100 };
  int code = asc_tablebase_probe(tables, position, value);
  if (code == 1 && value->plies == 0)
    value->plies = rules->game->knowledge->plies_to_end(rules, position, HUNDREDTHS * value->points);
  return code;
}

/* Fills in the value of a move for the player who makes it. */
static int move_probe(solve_probe_move *found, asc_tablebase *tables, const solve_probe *probe, asc_move move) {
  const asc_rules *rules = probe->rules;
  asc_position next;
  asc_outcome outcome;
  int player = asc_position_turn(rules, probe->position);
  asc_move_write(rules, probe->position, move, found->token);
  memcpy(&next, probe->position, rules->position_size);
  asc_position_play(rules, &next, move);
  found->ends_game = asc_position_outcome(rules, &next, &outcome);
  if (found->ends_game) {
    found->is_known = true;
    found->value.points = (outcome.points[player - 1] - outcome.points[2 - player]) / 2;
    found->value.plies = found->value.points != 0;
    return ASC_OK;
  }
  int code = position_probe(tables, rules, &next, &found->value);
  if (code <= 0) return code;
  found->is_known = true;
  found->value.points = -found->value.points;
  if (found->value.plies > 0) found->value.plies++;
  return ASC_OK;
}

static int moves_probe(solve_probe *probe, asc_tablebase *tables) {
  const asc_rules *rules = probe->rules;
  asc_move *moves = malloc((size_t)rules->moves_max * sizeof *moves);
  probe->moves = calloc((size_t)rules->moves_max, sizeof *probe->moves);
  int code = moves == NULL || probe->moves == NULL ? ASC_E_MEMORY : ASC_OK;
  if (code == ASC_OK) probe->move_count = asc_position_moves(rules, probe->position, moves);
  for (int i = 0; i < probe->move_count && code == ASC_OK; i++)
    code = move_probe(&probe->moves[i], tables, probe, moves[i]);
  free(moves);
  if (code == ASC_OK) qsort(probe->moves, (size_t)probe->move_count, sizeof *probe->moves, compare);
  return code;
}

int solve_probe_open(solve_probe *probe, asc_tablebase *tables, const asc_rules *rules, const void *position,
                     asc_error *error) {
  asc_outcome outcome;
  *probe = (solve_probe){.rules = rules, .position = position};
  if (asc_position_outcome(rules, position, &outcome)) return asc_error_set(error, ASC_E_STATE, "the game is over");
  int found_code = position_probe(tables, rules, position, &probe->value),
      code = found_code < 0 ? found_code : moves_probe(probe, tables);
  if (code < 0) return asc_error_set(error, code, "%s", code == ASC_E_FILE ? "a table is damaged" : asc_strerror(code));
  if (found_code == 1) return ASC_OK;
  if (!probe->moves[probe->move_count - 1].is_known)
    return asc_error_set(error, ASC_E_STATE, "the tables do not hold this position: its layer is not there");
  probe->value = probe->moves[0].value; /* all moves are known, and the best comes first */
  return ASC_OK;
}

void solve_probe_close(solve_probe *probe) {
  free(probe->moves);
  *probe = (solve_probe){0};
}

/* Writes kind, value (in points) and plies; null for anything that is unknown. */
static void value_json(asc_json *json, bool is_known, const asc_tablebase_value *value) {
  asc_json_text(json, "kind", is_known ? "exact" : "unknown");
  if (is_known)
    asc_json_number(json, "value", value->points);
  else
    asc_json_null(json, "value");
  if (is_known && value->plies > 0)
    asc_json_number(json, "plies", value->plies);
  else
    asc_json_null(json, "plies");
}

void solve_probe_json(asc_json *json, const solve_probe *probe) {
  char position[ASC_POSITION_TEXT_MAX];
  asc_position_write(probe->rules, probe->position, position, sizeof position);
  asc_json_text(json, "game", probe->rules->spec);
  asc_json_text(json, "position", position);
  asc_json_number(json, "player", asc_position_turn(probe->rules, probe->position));
  value_json(json, true, &probe->value);
  asc_json_open(json, "moves", '[');
  for (int i = 0; i < probe->move_count; i++) {
    const solve_probe_move *move = &probe->moves[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", move->token);
    value_json(json, move->is_known, &move->value);
    asc_json_bool(json, "over", move->ends_game);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}
