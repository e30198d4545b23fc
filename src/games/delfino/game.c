/* The table of Delfino. Read delfino.h first. */
#include "delfino.h"

extern const char asc_delfino_about[];
extern const asc_catalogue asc_delfino_catalogues[];

static const asc_option options[] = {
    {.key = "players", .type = ASC_OPTION_NUMBER, .standard = "2", .least = 2, .most = DELFINO_PLAYERS},
    {.key = "die", .type = ASC_OPTION_CHOICE, .standard = "234", .choices = "234 123456"},
    {.key = "layout", .type = ASC_OPTION_CHOICE, .standard = "free", .choices = "free joined"}};

static const asc_kind kinds[DELFINO_KINDS] = {{"card", "▢", '#', 0},
                                              {"pawn-1", "●", 'R', 1},
                                              {"pawn-2", "■", 'B', 2},
                                              {"pawn-3", "▲", 'G', 3},
                                              {"pawn-4", "✚", 'Y', 4}};

static bool has_left(const asc_rules *rules, const void *position, int player) {
  (void)rules;
  return delfino_is_out(position, player);
}

const asc_game asc_delfino_game = {.id = "delfino",
                                   .title = "Delfino",
                                   .about = asc_delfino_about,
                                   .catalogues = asc_delfino_catalogues,
                                   .options = options,
                                   .option_count = (int)(sizeof options / sizeof options[0]),
                                   .kinds = kinds,
                                   .kind_count = DELFINO_KINDS,
                                   .rules_size = sizeof(delfino_rules),
                                   .score = ASC_SCORE_CHANCE,
                                   .open = asc_delfino_open,
                                   .start = asc_delfino_start,
                                   .turn = asc_delfino_turn,
                                   .moves = asc_delfino_moves,
                                   .play = asc_delfino_play,
                                   .outcome = asc_delfino_outcome,
                                   .odds = asc_delfino_odds,
                                   .give_up = asc_delfino_give_up,
                                   .pass = asc_delfino_pass,
                                   .has_left = has_left,
                                   .hash = asc_delfino_hash,
                                   .check = asc_delfino_check,
                                   .write = asc_delfino_write,
                                   .read = asc_delfino_read,
                                   .write_move = asc_delfino_write_move,
                                   .transform = asc_delfino_transform,
                                   .transform_move = asc_delfino_transform_move,
                                   .view = asc_delfino_view,
                                   .way = asc_delfino_way,
                                   .steps = asc_delfino_steps,
                                   .why = asc_delfino_why,
                                   .knowledge = ASC_KNOWLEDGE(asc_delfino_knowledge),
                                   .editor = &asc_delfino_editor};
