/* The table of Delfino. Read delfino.h first. */
#include "delfino.h"

extern const char delfino_about[];
extern const asc_catalogue delfino_catalogues[];

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

const asc_game delfino_game = {.id = "delfino",
                               .title = "Delfino",
                               .about = delfino_about,
                               .catalogues = delfino_catalogues,
                               .options = options,
                               .option_count = (int)(sizeof options / sizeof options[0]),
                               .kinds = kinds,
                               .kind_count = DELFINO_KINDS,
                               .rules_size = sizeof(delfino_rules),
                               .score = ASC_SCORE_CHANCE,
                               .open = delfino_open,
                               .start = delfino_start,
                               .turn = delfino_turn,
                               .moves = delfino_moves,
                               .play = delfino_play,
                               .outcome = delfino_outcome,
                               .odds = delfino_odds,
                               .give_up = delfino_give_up,
                               .has_left = has_left,
                               .hash = delfino_hash,
                               .check = delfino_check,
                               .write = delfino_write,
                               .read = delfino_read,
                               .write_move = delfino_write_move,
                               .transform = delfino_transform,
                               .transform_move = delfino_transform_move,
                               .view = delfino_view,
                               .way = delfino_way,
                               .steps = delfino_steps,
                               .why = delfino_why,
                               .knowledge = ASC_KNOWLEDGE(delfino_knowledge)};
