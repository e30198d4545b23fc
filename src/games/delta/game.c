/* Delta: 5x5, nine pawns each; other sizes and numbers are for study. */
#include "delta.h"

#include "core/text.h"

extern const char asc_delta_about[];
extern const asc_catalogue asc_delta_catalogues[];

enum { SIZE, PAWNS, SCORING, OPTIONS };

static const asc_option options[OPTIONS] = {
    [SIZE] =
        {.key = "size", .type = ASC_OPTION_NUMBER, .standard = "5", .least = DELTA_SIZE_MIN, .most = DELTA_SIZE_MAX},
    [PAWNS] = {.key = "pawns", .type = ASC_OPTION_NUMBER, .standard = "9", .least = 4, .most = DELTA_PAWNS},
    [SCORING] = DELTA_SCORING,
};

/* Both players' pawns must leave two squares free at least, or a game could not go on when all stand. */
static int open_rules(asc_rules *common, const asc_option_value *values, asc_error *error) {
  int size = (int)values[SIZE].number, pawns = (int)values[PAWNS].number, most = size * size / 2 - 1;
  if (pawns > most)
    return asc_fail(error, ASC_E_INPUT, "%d pawns each are too many for %d squares; write pawns=%d or fewer", pawns,
                    size * size, most);
  asc_delta_rules_fill((delta_rules *)common, size, pawns, false, values[SCORING].number == 1);
  return ASC_OK;
}

const asc_game asc_delta_game = {
    .id = "delta",
    .title = "Delta",
    .about = asc_delta_about,
    .catalogues = asc_delta_catalogues,
    .options = options,
    .option_count = OPTIONS,
    .kinds = asc_delta_kinds,
    .kind_count = DELTA_RED,
    .open = open_rules,
    DELTA_FUNCTIONS,
    .knowledge = ASC_KNOWLEDGE(asc_delta_knowledge),
};
