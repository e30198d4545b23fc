#include "alike.h"

#include <stdlib.h>
#include <string.h>

uint64_t asc_position_family(const asc_rules *rules, const void *position) {
  uint64_t least = asc_position_hash(rules, position);
  for (int symmetry = 1; symmetry < rules->symmetries; symmetry++) {
    asc_position image = {0};
    asc_position_transform(rules, symmetry, position, &image);
    uint64_t hash = asc_position_hash(rules, &image);
    if (hash < least) least = hash;
  }
  return least;
}

int asc_alike_open(asc_alike *alike, const asc_rules *rules, const void *position) {
  size_t room = (size_t)rules->moves_max;
  *alike = (asc_alike){.moves = malloc(room * sizeof *alike->moves)};
  if (alike->moves == NULL) return ASC_E_MEMORY;
  int count = asc_position_moves(rules, position, alike->moves);
  alike->families = malloc((size_t)count * sizeof *alike->families + 1);
  alike->first = malloc((size_t)count * sizeof *alike->first + 1);
  if (alike->families == NULL || alike->first == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, alike->moves[i]);
    alike->families[i] = asc_position_family(rules, &next);
    int first = 0;
    while (alike->families[first] != alike->families[i]) first++;
    alike->first[i] = first;
  }
  alike->count = count;
  return ASC_OK;
}

void asc_alike_close(asc_alike *alike) {
  free(alike->moves);
  free(alike->families);
  free(alike->first);
  *alike = (asc_alike){0};
}

void asc_alike_json(asc_json *json, const char *name, const asc_alike *alike, const asc_rules *rules,
                    const void *position, int index) {
  asc_json_open(json, name, '[');
  for (int i = index; i < alike->count; i++) {
    char token[ASC_TOKEN_MAX];
    if (alike->first[i] != index) continue;
    asc_move_write(rules, position, alike->moves[i], token);
    asc_json_text(json, NULL, token);
  }
  asc_json_close(json, ']');
}
