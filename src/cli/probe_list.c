#include "probe.h"

#include <stdlib.h>
#include <string.h>

enum { FAR = ASC_ORACLE_PLIES };

/* How far the end is; where it is not said, beyond what is. */
static int end_of(const probe_move *move) { return move->truth.plies > 0 ? move->truth.plies : FAR; }

static int compare(const void *a, const void *b) {
  const probe_move *one = a, *other = b;
  int points = one->truth.points;
  if (one->known != other->known) return one->known ? -1 : 1;
  if (points != other->truth.points) return points > other->truth.points ? -1 : 1;
  if (points != 0 && end_of(one) != end_of(other)) return (points > 0) == (end_of(one) < end_of(other)) ? -1 : 1;
  return strcmp(one->token, other->token);
}

/* What a move is worth to who makes it. */
static int move_probe(probe_move *found, asc_tables *tables, const probe_list *list, asc_move move) {
  const asc_rules *rules = list->rules;
  asc_position next;
  asc_outcome outcome;
  int player = asc_position_turn(rules, list->position);
  asc_move_write(rules, list->position, move, found->token);
  memcpy(&next, list->position, rules->position_size);
  asc_position_play(rules, &next, move);
  found->over = asc_position_outcome(rules, &next, &outcome);
  if (found->over) {
    found->known = true;
    found->truth.points = (outcome.points[player - 1] - outcome.points[2 - player]) / 2;
    found->truth.plies = found->truth.points != 0;
    return ASC_OK;
  }
  int code = asc_tables_probe(tables, &next, &found->truth);
  if (code <= 0) return code;
  found->known = true;
  found->truth.points = -found->truth.points;
  if (found->truth.plies > 0) found->truth.plies++;
  return ASC_OK;
}

/* A position that is not held is worth what its best move is, if all are known. */
static void truth_derive(probe_list *list) {
  if (list->known || !list->moves[list->count - 1].known) return;
  list->known = true;
  list->truth = list->moves[0].truth;
}

int probe_list_open(probe_list *list, asc_tables *tables, const asc_rules *rules, const void *position) {
  asc_outcome outcome;
  *list = (probe_list){.rules = rules, .position = position};
  if (asc_position_outcome(rules, position, &outcome)) return ASC_E_STATE;
  int code = asc_tables_probe(tables, position, &list->truth);
  if (code < 0) return code;
  list->known = code == 1;
  asc_move *moves = malloc((size_t)rules->moves_max * sizeof *moves);
  list->moves = calloc((size_t)rules->moves_max, sizeof *list->moves);
  code = moves == NULL || list->moves == NULL ? ASC_E_MEMORY : ASC_OK;
  if (code == ASC_OK) list->count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < list->count && code == ASC_OK; i++) code = move_probe(&list->moves[i], tables, list, moves[i]);
  free(moves);
  if (code < 0) return code;
  qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare);
  truth_derive(list);
  return ASC_OK;
}

void probe_list_close(probe_list *list) {
  free(list->moves);
  list->moves = NULL;
}

/* The value, in points; null for what is not known. */
static void truth_json(asc_json *json, bool known, const asc_truth *truth) {
  asc_json_text(json, "kind", known ? "exact" : "unknown");
  if (known)
    asc_json_number(json, "value", truth->points);
  else
    asc_json_null(json, "value");
  if (known && truth->plies > 0)
    asc_json_number(json, "plies", truth->plies);
  else
    asc_json_null(json, "plies");
}

void probe_list_json(asc_json *json, const probe_list *list) {
  char position[ASC_TEXT_MAX];
  asc_position_write(list->rules, list->position, position, sizeof position);
  asc_json_text(json, "game", list->rules->spec);
  asc_json_text(json, "position", position);
  asc_json_number(json, "player", asc_position_turn(list->rules, list->position));
  truth_json(json, list->known, &list->truth);
  asc_json_open(json, "moves", '[');
  for (int i = 0; i < list->count; i++) {
    const probe_move *move = &list->moves[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", move->token);
    truth_json(json, move->known, &move->truth);
    asc_json_bool(json, "over", move->over);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}
