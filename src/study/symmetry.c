/* Groups positions and moves that are equal under the symmetries of a game; see symmetry.h. */
#include "symmetry.h"

#include <stdlib.h>
#include <string.h>

void asc_symmetry_hashes(const asc_rules *rules, const void *position, uint64_t *hashes) {
  for (int symmetry = 0; symmetry < rules->symmetries; symmetry++) {
    asc_position image = {0};
    asc_position_transform(rules, symmetry, position, &image);
    hashes[symmetry] = asc_position_hash(rules, &image);
  }
}

static uint64_t smallest_hash(const uint64_t *hashes, int count) {
  uint64_t smallest = hashes[0];
  for (int i = 1; i < count; i++)
    if (hashes[i] < smallest) smallest = hashes[i];
  return smallest;
}

int asc_symmetry_moves_open(asc_symmetry_moves *equivalents, const asc_rules *rules, const void *position) {
  size_t capacity = (size_t)rules->moves_max;
  *equivalents = (asc_symmetry_moves){.moves = malloc(capacity * sizeof *equivalents->moves)};
  if (equivalents->moves == NULL) return ASC_E_MEMORY;
  int count = asc_position_moves(rules, position, equivalents->moves);
  size_t symmetries = (size_t)rules->symmetries;
  equivalents->image_hashes = calloc((size_t)count * symmetries + 1, sizeof *equivalents->image_hashes);
  equivalents->canonical_hashes = malloc((size_t)count * sizeof *equivalents->canonical_hashes + 1);
  equivalents->representatives = malloc((size_t)count * sizeof *equivalents->representatives + 1);
  if (equivalents->image_hashes == NULL || equivalents->canonical_hashes == NULL ||
      equivalents->representatives == NULL)
    return ASC_E_MEMORY;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, equivalents->moves[i]);
    asc_symmetry_hashes(rules, &next, &equivalents->image_hashes[(size_t)i * symmetries]);
    equivalents->canonical_hashes[i] =
        smallest_hash(&equivalents->image_hashes[(size_t)i * symmetries], rules->symmetries);
    int first = 0;
    while (equivalents->canonical_hashes[first] != equivalents->canonical_hashes[i]) first++;
    equivalents->representatives[i] = first;
  }
  equivalents->count = count;
  return ASC_OK;
}

void asc_symmetry_moves_close(asc_symmetry_moves *equivalents) {
  free(equivalents->moves);
  free(equivalents->image_hashes);
  free(equivalents->canonical_hashes);
  free(equivalents->representatives);
  *equivalents = (asc_symmetry_moves){0};
}

void asc_symmetry_moves_json(asc_json *json, const char *name, const asc_symmetry_moves *equivalents,
                             const asc_rules *rules, const void *position, int index) {
  asc_json_open(json, name, '[');
  for (int i = index; i < equivalents->count; i++) {
    char token[ASC_TOKEN_MAX];
    if (equivalents->representatives[i] != index) continue;
    asc_move_write(rules, position, equivalents->moves[i], token);
    asc_json_text(json, NULL, token);
  }
  asc_json_close(json, ']');
}
