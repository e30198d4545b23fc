/* The asc_game interface of Delfino. Read delfino.h first. */
#include "delfino.h"

extern const char asc_delfino_rules_text[];
extern const asc_catalogue asc_delfino_catalogues[];

static const asc_option options[] = {
    {.key = "players", .type = ASC_OPTION_NUMBER, .default_value = "2", .min = 2, .max = ASC_DELFINO_PLAYERS_MAX},
    {.key = "die", .type = ASC_OPTION_CHOICE, .default_value = "234", .choices = "234 123456"},
    {.key = "layout", .type = ASC_OPTION_CHOICE, .default_value = "free", .choices = "free joined"}};

static const asc_kind kinds[ASC_DELFINO_KINDS] = {{"card", "▢", '#', 0},
                                                  {"pawn-1", "●", 'R', 1},
                                                  {"pawn-2", "■", 'B', 2},
                                                  {"pawn-3", "▲", 'G', 3},
                                                  {"pawn-4", "✚", 'Y', 4}};

static bool has_resigned(const asc_rules *rules, const void *position, int player) {
  (void)rules;
  return asc_delfino_has_resigned(position, player);
}

const asc_game asc_delfino_game = {.id = "delfino",
                                   .title = "Delfino",
                                   .rules_text = asc_delfino_rules_text,
                                   .catalogues = asc_delfino_catalogues,
                                   .options = options,
                                   .option_count = (int)(sizeof options / sizeof options[0]),
                                   .kinds = kinds,
                                   .kind_count = ASC_DELFINO_KINDS,
                                   .rules_size = sizeof(asc_delfino_rules),
                                   .score = ASC_SCORE_CHANCE,
                                   .open = asc_delfino_open,
                                   .start = asc_delfino_start,
                                   .turn = asc_delfino_turn,
                                   .moves = asc_delfino_moves,
                                   .play = asc_delfino_play,
                                   .outcome = asc_delfino_outcome,
                                   .odds = asc_delfino_odds,
                                   .resign = asc_delfino_resign,
                                   .pass = asc_delfino_pass,
                                   .has_resigned = has_resigned,
                                   .hash = asc_delfino_hash,
                                   .check = asc_delfino_check,
                                   .write = asc_delfino_write,
                                   .read = asc_delfino_read,
                                   .write_move = asc_delfino_write_move,
                                   .transform = asc_delfino_transform,
                                   .transform_move = asc_delfino_transform_move,
                                   .view = asc_delfino_view,
                                   .path = asc_delfino_path,
                                   .steps = asc_delfino_steps,
                                   .why = asc_delfino_why,
                                   .knowledge = ASC_KNOWLEDGE(asc_delfino_knowledge),
                                   .editor = &asc_delfino_editor};
