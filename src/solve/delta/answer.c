#include "answer.h"

#include <ascona/knowledge.h>

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FAR = ASC_ORACLE_PLIES };

/* How far the end is; where it is not said, beyond what is. */
static int end_of(const asc_probe_move *move) { return move->truth.plies > 0 ? move->truth.plies : FAR; }

static int compare(const void *a, const void *b) {
  const asc_probe_move *one = a, *other = b;
  int points = one->truth.points;
  if (one->known != other->known) return one->known ? -1 : 1;
  if (points != other->truth.points) return points > other->truth.points ? -1 : 1;
  if (points != 0 && end_of(one) != end_of(other)) return (points > 0) == (end_of(one) < end_of(other)) ? -1 : 1;
  return strcmp(one->token, other->token);
}

/* A table tells the plies in the last phase alone; before it, points may. */
static int position_probe(asc_tablebase *tables, const asc_rules *rules, const void *position, asc_truth *truth) {
  enum { HUNDREDTHS = 100 };
  int code = asc_tablebase_probe(tables, position, truth);
  if (code == 1 && truth->plies == 0)
    truth->plies = rules->game->knowledge->length(rules, position, HUNDREDTHS * truth->points);
  return code;
}

/* What a move is worth to who makes it. */
static int move_probe(asc_probe_move *found, asc_tablebase *tables, const asc_probe *probe, asc_move move) {
  const asc_rules *rules = probe->rules;
  asc_position next;
  asc_outcome outcome;
  int player = asc_position_turn(rules, probe->position);
  asc_move_write(rules, probe->position, move, found->token);
  memcpy(&next, probe->position, rules->position_size);
  asc_position_play(rules, &next, move);
  found->over = asc_position_outcome(rules, &next, &outcome);
  if (found->over) {
    found->known = true;
    found->truth.points = (outcome.points[player - 1] - outcome.points[2 - player]) / 2;
    found->truth.plies = found->truth.points != 0;
    return ASC_OK;
  }
  int code = position_probe(tables, rules, &next, &found->truth);
  if (code <= 0) return code;
  found->known = true;
  found->truth.points = -found->truth.points;
  if (found->truth.plies > 0) found->truth.plies++;
  return ASC_OK;
}

static int moves_probe(asc_probe *probe, asc_tablebase *tables) {
  const asc_rules *rules = probe->rules;
  asc_move *moves = malloc((size_t)rules->moves_max * sizeof *moves);
  probe->moves = calloc((size_t)rules->moves_max, sizeof *probe->moves);
  int code = moves == NULL || probe->moves == NULL ? ASC_E_MEMORY : ASC_OK;
  if (code == ASC_OK) probe->count = asc_position_moves(rules, probe->position, moves);
  for (int i = 0; i < probe->count && code == ASC_OK; i++) code = move_probe(&probe->moves[i], tables, probe, moves[i]);
  free(moves);
  if (code == ASC_OK) qsort(probe->moves, (size_t)probe->count, sizeof *probe->moves, compare);
  return code;
}

int asc_probe_open(asc_probe *probe, asc_tablebase *tables, const asc_rules *rules, const void *position,
                   asc_error *error) {
  asc_outcome outcome;
  *probe = (asc_probe){.rules = rules, .position = position};
  if (asc_position_outcome(rules, position, &outcome)) return asc_fail(error, ASC_E_STATE, "the game is over");
  int held = position_probe(tables, rules, position, &probe->truth),
      code = held < 0 ? held : moves_probe(probe, tables);
  if (code < 0) return asc_fail(error, code, "%s", code == ASC_E_FILE ? "a table is damaged" : asc_strerror(code));
  if (held == 1) return ASC_OK;
  if (!probe->moves[probe->count - 1].known)
    return asc_fail(error, ASC_E_STATE, "the tables do not hold this position: its layer is not there");
  probe->truth = probe->moves[0].truth; /* all are known, and the best comes first */
  return ASC_OK;
}

void asc_probe_close(asc_probe *probe) {
  free(probe->moves);
  *probe = (asc_probe){0};
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

void asc_probe_json(asc_json *json, const asc_probe *probe) {
  char position[ASC_TEXT_MAX];
  asc_position_write(probe->rules, probe->position, position, sizeof position);
  asc_json_text(json, "game", probe->rules->spec);
  asc_json_text(json, "position", position);
  asc_json_number(json, "player", asc_position_turn(probe->rules, probe->position));
  truth_json(json, true, &probe->truth);
  asc_json_open(json, "moves", '[');
  for (int i = 0; i < probe->count; i++) {
    const asc_probe_move *move = &probe->moves[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "move", move->token);
    truth_json(json, move->known, &move->truth);
    asc_json_bool(json, "over", move->over);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}
