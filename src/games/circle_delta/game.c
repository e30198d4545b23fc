/* The asc_game interface of Circle Delta, its options, and opening its rules. */
#include "circle_delta.h"

#include "base/text.h"

extern const char asc_circle_delta_rules_text[];
extern const asc_catalogue asc_circle_delta_catalogues[];

enum { OPTION_BOARD, OPTION_RINGS, OPTION_PETALS, OPTION_PIECES, OPTION_REDS, OPTION_GREENS, OPTION_DRAW, OPTIONS };

static const asc_option options[OPTIONS] = {
    {"board", ASC_OPTION_CHOICE, "chain", 0, 0, "chain rose"},
    {"rings", ASC_OPTION_NUMBER, "4", 2, ASC_CIRCLE_RINGS_MAX, NULL},
    {"petals", ASC_OPTION_NUMBER, "4", 3, ASC_CIRCLE_PETALS_MAX, NULL},
    {"men", ASC_OPTION_NUMBER, "10", 1, 20, NULL},
    {"reds", ASC_OPTION_NUMBER, "4", 0, ASC_CIRCLE_REDS_MAX, NULL},
    {"greens", ASC_OPTION_NUMBER, "4", 0, ASC_CIRCLE_GREENS_MAX, NULL},
    {"draw", ASC_OPTION_CHOICE, "quiet", 0, 0, "quiet literal"},
};

static const asc_kind kinds[ASC_CIRCLE_COLOURS] = {
    {"white", "○", 'W', 1}, {"black", "●", 'B', 2}, {"red", "⊖", 'R', 0}, {"green", "◆", 'G', 0}};

/* Returns an upper bound of the number of moves. First action: every red and green piece moves along its two circles.
   Second action: every piece moves to every other hole, or one is placed. */
static int moves_bound(const asc_circle_rules *r, int holes) {
  int longest = 0;
  for (int hole = 0; hole < holes; hole++) {
    const asc_circle_spot *spot = r->board.spot[hole];
    int both = r->board.length[spot[0].circle] + r->board.length[spot[1].circle];
    if (both > longest) longest = both;
  }
  int first = (r->reds + r->greens) * longest;
  int second = r->pieces_per_player * (holes - 1) + holes;
  return first > second ? first : second;
}

static int circle_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  asc_circle_rules *r = (asc_circle_rules *)rules;
  int rings = (int)values[OPTION_RINGS].number, petals = (int)values[OPTION_PETALS].number;
  bool chain = values[OPTION_BOARD].number == 0;
  int holes = asc_circle_board_holes(chain, rings, petals);
  r->pieces_per_player = (int)values[OPTION_PIECES].number;
  r->reds = (int)values[OPTION_REDS].number;
  r->greens = (int)values[OPTION_GREENS].number;
  r->is_draw_literal = values[OPTION_DRAW].number == 1;
  if (holes > ASC_CIRCLE_HOLES_MAX)
    return asc_error_set(error, ASC_E_INPUT,
                         "a chain of %d rings and %d lines has %d holes, and a board has %d at most", rings, petals,
                         holes, ASC_CIRCLE_HOLES_MAX);
  int free_holes = holes - r->reds - r->greens;
  if (free_holes < r->pieces_per_player)
    return asc_error_set(error, ASC_E_INPUT,
                         "this board has %d holes; %d red and %d green men leave %d of them free, too few for %d men",
                         holes, r->reds, r->greens, free_holes < 0 ? 0 : free_holes, r->pieces_per_player);
  asc_circle_board_fill(&r->board, chain, rings, petals);
  asc_circle_layout_fill(&r->layout, &r->board);
  rules->position_size = sizeof(asc_circle_position);
  rules->players = 2;
  rules->moves_max = moves_bound(r, holes);
  rules->plies_max = rules->ply_limit = ASC_CIRCLE_PLY_LIMIT;
  rules->symmetries = 4 * petals;
  return ASC_OK;
}

const asc_game asc_circle_delta_game = {
    .id = "circle-delta",
    .title = "Circle Delta",
    .rules_text = asc_circle_delta_rules_text,
    .catalogues = asc_circle_delta_catalogues,
    .options = options,
    .option_count = OPTIONS,
    .kinds = kinds,
    .kind_count = ASC_CIRCLE_COLOURS,
    .rules_size = sizeof(asc_circle_rules),
    .score = ASC_SCORE_CHANCE,
    .open = circle_open,
    .start = asc_circle_start,
    .turn = asc_circle_turn,
    .moves = asc_circle_moves,
    .play = asc_circle_play,
    .outcome = asc_circle_outcome,
    .resign = asc_circle_resign,
    .pass = asc_circle_pass,
    .hash = asc_circle_hash,
    .repetition_key = asc_circle_repetition_key,
    .check = asc_circle_check,
    .write = asc_circle_write,
    .read = asc_circle_read,
    .write_move = asc_circle_write_move,
    .transform = asc_circle_transform,
    .transform_move = asc_circle_transform_move,
    .view = asc_circle_view,
    .path = asc_circle_path,
    .steps = asc_circle_steps,
    .why = asc_circle_why,
    .knowledge = ASC_KNOWLEDGE(asc_circle_knowledge),
    .editor = &asc_circle_editor,
};
