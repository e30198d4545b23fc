/* A program outside the repository that opens a folder without tables of solved positions. */
#include <ascona/ascona.h>
#include <ascona/tablebase.h>

#include <stdio.h>

int main(void) {
  asc_rules *rules;
  asc_tablebase *tables;
  asc_error error;
  if (asc_rules_open(&rules, "delta", &error) < 0) return 1;
  if (asc_tablebase_open(&tables, rules, ".", &error) < 0) return 1;
  int held = 0;
  for (int layer = 0; layer < asc_tablebase_layer_count(tables); layer++)
    held += asc_tablebase_layer(tables, layer, NULL);
  asc_position first;
  asc_move moves[ASC_MOVES_MAX];
  asc_position_start(rules, &first);
  if (held == 0) printf("%s: %d first moves\n", rules->spec, asc_position_moves(rules, &first, moves));
  asc_tablebase_close(tables);
  asc_rules_close(rules);
  return 0;
}
