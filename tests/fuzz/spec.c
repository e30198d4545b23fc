/* Fuzzes game specs with options, including drawings of Kulami boards. An accepted spec opens again from its own
   text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_string(data, size);
  asc_rules *rules, *again;
  asc_error error;
  if (asc_rules_open(&rules, text, &error) == ASC_OK) {
    char spec[2 * ASC_SPEC_MAX];
    (void)snprintf(spec, sizeof spec, "%s%s%s", rules->game->id, rules->options[0] == '\0' ? "" : ":", rules->options);
    FUZZ_REQUIRE(asc_rules_open(&again, spec, NULL) == ASC_OK);
    FUZZ_REQUIRE(again->hash == rules->hash && strcmp(again->options, rules->options) == 0);
    asc_rules_close(again);
    asc_rules_close(rules);
  } else {
    FUZZ_REQUIRE(rules == NULL && error.reason[0] != '\0');
  }
  free(text);
  return 0;
}
