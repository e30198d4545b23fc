#include "alike.h"

#include <stdlib.h>
#include <string.h>

void asc_position_images(const asc_rules *rules, const void *position, uint64_t *hashes) {
  for (int symmetry = 0; symmetry < rules->symmetries; symmetry++) {
    asc_position image = {0};
    asc_position_transform(rules, symmetry, position, &image);
    hashes[symmetry] = asc_position_hash(rules, &image);
  }
}

static uint64_t least_of(const uint64_t *hashes, int count) {
  uint64_t least = hashes[0];
  for (int i = 1; i < count; i++)
    if (hashes[i] < least) least = hashes[i];
  return least;
}

int asc_alike_open(asc_alike *alike, const asc_rules *rules, const void *position) {
  size_t room = (size_t)rules->moves_max;
  *alike = (asc_alike){.moves = malloc(room * sizeof *alike->moves)};
  if (alike->moves == NULL) return ASC_E_MEMORY;
  int count = asc_position_moves(rules, position, alike->moves);
  size_t symmetries = (size_t)rules->symmetries;
  alike->images = calloc((size_t)count * symmetries + 1, sizeof *alike->images);
  alike->families = malloc((size_t)count * sizeof *alike->families + 1);
  alike->first = malloc((size_t)count * sizeof *alike->first + 1);
  if (alike->images == NULL || alike->families == NULL || alike->first == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < count; i++) {
    asc_position next;
    memcpy(&next, position, rules->position_size);
    asc_position_play(rules, &next, alike->moves[i]);
    asc_position_images(rules, &next, &alike->images[(size_t)i * symmetries]);
    alike->families[i] = least_of(&alike->images[(size_t)i * symmetries], rules->symmetries);
    int first = 0;
    while (alike->families[first] != alike->families[i]) first++;
    alike->first[i] = first;
  }
  alike->count = count;
  return ASC_OK;
}

void asc_alike_close(asc_alike *alike) {
  free(alike->moves);
  free(alike->images);
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
