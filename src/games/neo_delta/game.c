/* Néo-Delta: Delta on 6x6 with a red pawn for both. Its rules are those in ../delta, with `has_red`. */
#include "games/delta/delta.h"

extern const char asc_neo_delta_about[];
extern const asc_catalogue asc_neo_delta_catalogues[];

static const asc_option options[] = {DELTA_SCORING};

static int open_rules(asc_rules *common, const asc_option_value *values, asc_error *error) {
  (void)error;
  asc_delta_rules_fill((delta_rules *)common, 6, DELTA_PAWNS, true, values[0].number == 1);
  return ASC_OK;
}

const asc_game asc_neo_delta_game = {
    .id = "neo-delta",
    .title = "Néo-Delta",
    .about = asc_neo_delta_about,
    .catalogues = asc_neo_delta_catalogues,
    .options = options,
    .option_count = 1,
    .kinds = asc_delta_kinds,
    .kind_count = DELTA_RED + 1,
    .open = open_rules,
    DELTA_FUNCTIONS,
    .knowledge = ASC_KNOWLEDGE(asc_neo_delta_knowledge),
};
