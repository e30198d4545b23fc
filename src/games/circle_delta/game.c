/* The table of Circle Delta, and opening its rules. */
#include "circle_delta.h"

#include "core/text.h"

extern const char asc_circle_delta_about[];
extern const asc_catalogue asc_circle_delta_catalogues[];

enum { OPTION_BOARD, OPTION_RINGS, OPTION_PETALS, OPTION_MEN, OPTION_REDS, OPTION_GREENS, OPTION_DRAW, OPTIONS };

static const asc_option options[OPTIONS] = {
    {"board", ASC_OPTION_CHOICE, "chain", 0, 0, "chain rose"},
    {"rings", ASC_OPTION_NUMBER, "4", 2, CIRCLE_RINGS_MAX, NULL},
    {"petals", ASC_OPTION_NUMBER, "4", 3, CIRCLE_PETALS_MAX, NULL},
    {"men", ASC_OPTION_NUMBER, "10", 1, 20, NULL},
    {"reds", ASC_OPTION_NUMBER, "4", 0, CIRCLE_REDS_MAX, NULL},
    {"greens", ASC_OPTION_NUMBER, "4", 0, CIRCLE_GREENS_MAX, NULL},
    {"draw", ASC_OPTION_CHOICE, "quiet", 0, 0, "quiet literal"},
};

static const asc_kind kinds[CIRCLE_COLOURS] = {
    {"white", "○", 'W', 1}, {"black", "●", 'B', 2}, {"red", "⊖", 'R', 0}, {"green", "◆", 'G', 0}};

/* In the first act every red and green man along its two circles; in the second every man to every other hole, or one
   put. */
static int most_moves(const circle_rules *r, int holes) {
  int longest = 0;
  for (int hole = 0; hole < holes; hole++) {
    const circle_spot *spot = r->board.spot[hole];
    int both = r->board.length[spot[0].circle] + r->board.length[spot[1].circle];
    if (both > longest) longest = both;
  }
  int first = (r->reds + r->greens) * longest;
  int second = r->men * (holes - 1) + holes;
  return first > second ? first : second;
}

static int circle_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  circle_rules *r = (circle_rules *)rules;
  int rings = (int)values[OPTION_RINGS].number, petals = (int)values[OPTION_PETALS].number;
  bool chain = values[OPTION_BOARD].number == 0;
  int holes = asc_circle_board_holes(chain, rings, petals);
  r->men = (int)values[OPTION_MEN].number;
  r->reds = (int)values[OPTION_REDS].number;
  r->greens = (int)values[OPTION_GREENS].number;
  r->literal = values[OPTION_DRAW].number == 1;
  if (holes > CIRCLE_HOLES_MAX)
    return asc_fail(error, ASC_E_INPUT, "a chain of %d rings and %d lines has %d holes, and a board has %d at most",
                    rings, petals, holes, CIRCLE_HOLES_MAX);
  int free_holes = holes - r->reds - r->greens;
  if (free_holes < r->men)
    return asc_fail(error, ASC_E_INPUT,
                    "this board has %d holes; %d red and %d green men leave %d of them free, too few for %d men", holes,
                    r->reds, r->greens, free_holes < 0 ? 0 : free_holes, r->men);
  asc_circle_board_fill(&r->board, chain, rings, petals);
  asc_circle_layout_fill(&r->layout, &r->board);
  rules->position_size = sizeof(circle_position);
  rules->players = 2;
  rules->moves_max = most_moves(r, holes);
  rules->longest = rules->ply_limit = CIRCLE_PLY_LIMIT;
  rules->symmetries = 4 * petals;
  return ASC_OK;
}

const asc_game asc_circle_delta_game = {
    .id = "circle-delta",
    .title = "Circle Delta",
    .about = asc_circle_delta_about,
    .catalogues = asc_circle_delta_catalogues,
    .options = options,
    .option_count = OPTIONS,
    .kinds = kinds,
    .kind_count = CIRCLE_COLOURS,
    .rules_size = sizeof(circle_rules),
    .score = ASC_SCORE_CHANCE,
    .open = circle_open,
    .start = asc_circle_start,
    .turn = asc_circle_turn,
    .moves = asc_circle_moves,
    .play = asc_circle_play,
    .outcome = asc_circle_outcome,
    .give_up = asc_circle_give_up,
    .pass = asc_circle_pass,
    .hash = asc_circle_hash,
    .key = asc_circle_key,
    .check = asc_circle_check,
    .write = asc_circle_write,
    .read = asc_circle_read,
    .write_move = asc_circle_write_move,
    .transform = asc_circle_transform,
    .transform_move = asc_circle_transform_move,
    .view = asc_circle_view,
    .way = asc_circle_way,
    .steps = asc_circle_steps,
    .why = asc_circle_why,
    .knowledge = ASC_KNOWLEDGE(asc_circle_knowledge),
    .editor = &asc_circle_editor,
};
