/* Exports numbers that must be the same on every platform: perft counts and search signatures. */
#include "engine/common/perft.h"
#include "engine/common/signature.h"
#include "imports.h"

/* Returns the number of leaf positions at a depth from the start position, or -1 if the game is unknown. */
WASM_EXPORT("perft") double wasm_export_perft(const char *spec, int depth) {
  asc_rules *rules;
  asc_position position;
  if (asc_rules_open(&rules, spec, NULL) < 0) return -1;
  asc_position_start(rules, &position);
  double count = (double)asc_perft(rules, &position, depth);
  asc_rules_close(rules);
  return count;
}

/* Returns the nodes of the fixed searches of one game, or -1 after an error. */
WASM_EXPORT("signature") double wasm_export_signature(const char *spec) {
  asc_rules *rules;
  asc_signature sum = {0};
  if (asc_rules_open(&rules, spec, NULL) < 0) return -1;
  int code = asc_signature_add_game(rules, &sum);
  asc_rules_close(rules);
  return code < 0 ? -1 : (double)sum.nodes;
}
