/* The asc_game interface of Néo-Delta: Delta on 6x6 squares with a red pawn for both players. The rules are those in
   ../delta, with `has_red`. */
#include "games/delta/delta.h"

extern const char asc_neo_delta_rules_text[];
extern const asc_catalogue asc_neo_delta_catalogues[];

static const asc_option options[] = {ASC_DELTA_SCORING_OPTION};

static int open_rules(asc_rules *common, const asc_option_value *values, asc_error *error) {
  (void)error;
  asc_delta_rules_fill((asc_delta_rules *)common, 6, ASC_DELTA_PAWNS, true, values[0].number == 1);
  return ASC_OK;
}

const asc_game asc_neo_delta_game = {
    .id = "neo-delta",
    .title = "Néo-Delta",
    .rules_text = asc_neo_delta_rules_text,
    .catalogues = asc_neo_delta_catalogues,
    .options = options,
    .option_count = 1,
    .kinds = asc_delta_piece_kinds,
    .kind_count = ASC_DELTA_RED + 1,
    .open = open_rules,
    ASC_DELTA_GAME_FUNCTIONS,
    .knowledge = ASC_KNOWLEDGE(asc_neo_delta_knowledge),
};
