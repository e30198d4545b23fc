/* Numbers that must be the same on every platform. */
#include "engine/common/perft.h"
#include "engine/common/signature.h"
#include "host.h"

ASC_EXPORT("perft") double perft(const char *spec, int depth) {
  asc_rules *rules;
  asc_position position;
  if (asc_rules_open(&rules, spec, NULL) < 0) return -1;
  asc_position_start(rules, &position);
  double count = (double)asc_perft(rules, &position, depth);
  asc_rules_close(rules);
  return count;
}

/* The nodes of the fixed searches of one game. */
ASC_EXPORT("signature") double signature(const char *spec) {
  asc_rules *rules;
  asc_signature sum = {0};
  if (asc_rules_open(&rules, spec, NULL) < 0) return -1;
  int code = asc_signature_game(rules, &sum);
  asc_rules_close(rules);
  return code < 0 ? -1 : (double)sum.nodes;
}
