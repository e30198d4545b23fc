/* The asc_game interface of Delta: 5x5 squares and nine pawns each. Other sizes and numbers of pawns are for study. */
#include "delta.h"

#include "base/text.h"

extern const char asc_delta_rules_text[];
extern const asc_catalogue asc_delta_catalogues[];

enum { SIZE, PAWNS, SCORING, OPTIONS };

static const asc_option options[OPTIONS] = {
    [SIZE] = {.key = "size",
              .type = ASC_OPTION_NUMBER,
              .default_value = "5",
              .min = ASC_DELTA_SIZE_MIN,
              .max = ASC_DELTA_SIZE_MAX},
    [PAWNS] = {.key = "pawns", .type = ASC_OPTION_NUMBER, .default_value = "9", .min = 4, .max = ASC_DELTA_PAWNS},
    [SCORING] = ASC_DELTA_SCORING_OPTION,
};

/* All pawns together must leave at least two squares free, or the game could not continue once all are on the board. */
static int open_rules(asc_rules *common, const asc_option_value *values, asc_error *error) {
  int size = (int)values[SIZE].number, pawns = (int)values[PAWNS].number, max = size * size / 2 - 1;
  if (pawns > max)
    return asc_error_set(error, ASC_E_INPUT, "%d pawns each are too many for %d squares; write pawns=%d or fewer",
                         pawns, size * size, max);
  asc_delta_rules_fill((asc_delta_rules *)common, size, pawns, false, values[SCORING].number == 1);
  return ASC_OK;
}

const asc_game asc_delta_game = {
    .id = "delta",
    .title = "Delta",
    .rules_text = asc_delta_rules_text,
    .catalogues = asc_delta_catalogues,
    .options = options,
    .option_count = OPTIONS,
    .kinds = asc_delta_piece_kinds,
    .kind_count = ASC_DELTA_RED,
    .open = open_rules,
    ASC_DELTA_GAME_FUNCTIONS,
    .knowledge = ASC_KNOWLEDGE(asc_delta_knowledge),
};
