/* The estimated chance of each player to win.

   Step 1: for every face of the die, the player to move is assumed to score what their prospects offer with that many
   steps. In the middle of a turn the steps left replace the die.

   Step 2: every player gets a strength, which is a sum of weights: for points, for what they could score, and for the
   mobility of their pawn. The weights depend on how many turns the player has to wait. A lead counts more as the game
   runs out of quiet turns.

   Step 3: the chances have the proportions of 2 to the power of these strengths. The result is their mean over all
   faces.

   The weights were fitted by gradient descent on the logarithm of the chances, to 11,000 positions for two players,
   4,000 for three and 8,000 for four. These positions, before a roll, came from games of the search against itself,
   with 1000 nodes per move and one random ply in thirty. The target was one fifth the result of the game and four
   fifths the result of a search with 6000 to 8000 nodes. The weights for late points are those for two players, whose
   games do run out of turns. */
#include "knowledge_prospects.h"

#include <ascona/knowledge.h>

#include <assert.h>

enum {
  CHANCES_SUM = 10000,
  SHARE = 1 << 20, /* sum of the shares of all players for one face */
  TWELFTHS = 12,   /* all rolls; divisible by the three or six faces of a die */
  UNIT_BITS = 10,
  OPPORTUNITIES_MAX = 8
};

/* A difference of 1 << UNIT_BITS makes a player twice as likely to win as another. */
typedef struct delfino_weights {
  int16_t points[ASC_DELFINO_PLAYERS_MAX][ASC_DELFINO_GOAL]; /* by the turns to wait, as below, and by points scored */
  int16_t gain[ASC_DELFINO_PLAYERS_MAX];        /* per twelfth of a point of the mean gain over all rolls */
  int16_t win[ASC_DELFINO_PLAYERS_MAX];         /* per twelfth of all rolls that wins the game */
  int16_t opportunity[ASC_DELFINO_PLAYERS_MAX]; /* per opportunity to complete a figure */
  int16_t mobility[ASC_DELFINO_PLAYERS_MAX];    /* per card around the pawn */
} delfino_weights;

/* For two, three and four players. */
static const delfino_weights all_weights[] = {
    {{{0, 929, 2298, 3491, 4914}, {159, 1056, 2415, 3600, 4982}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
     {6, 10, 0, 0},
     {-4, -36, 0, 0},
     {84, 10, 0, 0},
     {55, 41, 0, 0}},
    {{{0, 154, 607, 779, 1040}, {151, 255, 712, 895, 1127}, {-41, 81, 528, 724, 1111}, {0, 0, 0, 0, 0}},
     {7, 9, 26, 0},
     {81, 22, 27, 0},
     {111, 51, -7, 0},
     {21, -6, 46, 0}},
    {{{0, 157, 461, 781, 1551}, {36, 155, 492, 794, 1556}, {-31, 110, 403, 733, 1470}, {69, 163, 455, 809, 1533}},
     {2, 3, 2, 20},
     {51, 19, 4, -3},
     {153, 65, 38, 19},
     {10, 4, 15, 13}}};

/* Additional weight per point, by the number of bits of the number of rounds that may still be quiet. */
static const int16_t late_weights[] = {3594, 3694, 2818, 2437, 2279, 1349, 340};

/* Returns 2 to the power of -x / (1 << UNIT_BITS), times 1 << 20. Interpolates linearly between table entries. */
static int64_t power_of_half(int64_t x) {
  enum { STEP_BITS = UNIT_BITS - 5, STEP = 1 << STEP_BITS };
  static const int32_t powers[] = {1048576, 1026107, 1004120, 982604, 961548, 940944, 920782, 901051, 881744,
                                   862850,  844361,  826268,  808563, 791237, 774282, 757691, 741455, 725567,
                                   710020,  694806,  679917,  665348, 651091, 637140, 623487, 610127, 597053,
                                   584260,  571740,  559489,  547500, 535768, 524288};
  int64_t halvings = x >> UNIT_BITS, step = x >> STEP_BITS & 31, rest = x & (STEP - 1);
  if (halvings > 20) return 0;
  return (powers[step] * (STEP - rest) + powers[step + 1] * rest) >> (STEP_BITS + halvings);
}

typedef struct evaluation_state {
  const asc_delfino_rules *rules;
  const asc_delfino_position *position;
  const delfino_weights *weights;
  asc_delfino_prospects prospects;
  int mover;                                 /* the player to move, from 0 */
  int waits[ASC_DELFINO_PLAYERS_MAX];        /* turns of others before the player's next turn; -1: does not play */
  int64_t strength[ASC_DELFINO_PLAYERS_MAX]; /* without the weights of points */
  int64_t shares[ASC_DELFINO_PLAYERS_MAX];   /* sum over the faces so far */
} evaluation_state;

/* Before the first roll, the last player counts as the one who just had a turn. */
static void waits_fill(evaluation_state *state) {
  const asc_delfino_position *p = state->position;
  int players = state->rules->common.players, wait = 0;
  state->mover = p->stage == ASC_DELFINO_STAGE_PLACING ? players - 1 : p->player - 1;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) state->waits[i] = -1;
  for (int k = 1; k <= players; k++) {
    int player = (state->mover + k) % players;
    if (!asc_delfino_has_resigned(p, player + 1)) state->waits[player] = wait++;
  }
}

static int64_t strength_of(const evaluation_state *state, int player) {
  const asc_delfino_rules *rules = state->rules;
  const asc_delfino_prospects *prospects = &state->prospects;
  const delfino_weights *weights = state->weights;
  int points = state->position->points[player], wait = state->waits[player], gain = 0, wins = 0;
  for (int face = rules->die_min; face <= rules->die_max; face++) {
    gain += prospects->gains[player][face];
    wins += points + prospects->gains[player][face] >= ASC_DELFINO_GOAL;
  }
  int part = TWELFTHS / (rules->die_max - rules->die_min + 1);
  int opportunities =
      prospects->opportunities[player] < OPPORTUNITIES_MAX ? prospects->opportunities[player] : OPPORTUNITIES_MAX;
  return part * (weights->gain[wait] * gain + weights->win[wait] * wins) + weights->opportunity[wait] * opportunities +
         weights->mobility[wait] * prospects->mobility[player];
}

/* Returns the number of bits of the number of rounds until the game ends without a point. */
static int lateness(const asc_delfino_rules *rules, int quiet) {
  int bits = 0;
  for (int rounds = (rules->quiet_max - quiet) / rules->common.players; rounds > 0; rounds >>= 1) bits++;
  return bits;
}

/* Adds the shares of all players if the turn brings the player to move to this many points. `faces` is the number of
   faces that lead there. */
static void add_shares(evaluation_state *state, int mover_points, int faces) {
  const asc_delfino_position *p = state->position;
  if (mover_points >= ASC_DELFINO_GOAL) {
    state->shares[state->mover] += (int64_t)faces * SHARE;
    return;
  }
  int quiet = mover_points > p->points[state->mover] ? 0 : p->quiet;
  int64_t late_weight = late_weights[lateness(state->rules, quiet)];
  int64_t strength[ASC_DELFINO_PLAYERS_MAX], best = INT64_MIN, sum = 0;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) {
    if (state->waits[i] < 0) continue;
    int points = i == state->mover ? mover_points : p->points[i];
    strength[i] = state->strength[i] + state->weights->points[state->waits[i]][points] + late_weight * points;
    if (strength[i] > best) best = strength[i];
  }
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) {
    strength[i] = state->waits[i] < 0 ? 0 : power_of_half(best - strength[i]);
    sum += strength[i];
  }
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) state->shares[i] += faces * strength[i] * SHARE / sum;
}

/* Computes the mean over the faces. The rounding remainder of each chance is carried to the next, so that the sum is
   exactly CHANCES_SUM. */
static void chances_fill(const evaluation_state *state, int32_t chances[ASC_PLAYERS_MAX]) {
  int64_t whole = 0, sum = 0, assigned = 0;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) whole += state->shares[i];
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) {
    sum += state->shares[i];
    int64_t total = (2 * sum * CHANCES_SUM + whole) / (2 * whole);
    chances[i] = (int32_t)(total - assigned);
    assigned = total;
  }
}

static void delfino_chances(const asc_rules *rules, const void *position, int32_t chances[ASC_PLAYERS_MAX]) {
  const asc_delfino_rules *r = (const asc_delfino_rules *)rules;
  const asc_delfino_position *p = position;
  assert(p->stage != ASC_DELFINO_STAGE_OVER);
  evaluation_state state = {.rules = r, .position = p, .weights = &all_weights[rules->players - 2]};
  asc_delfino_prospects_find(r, p, &state.prospects);
  waits_fill(&state);
  for (int i = 0; i < rules->players; i++)
    if (state.waits[i] >= 0) state.strength[i] = strength_of(&state, i);
  bool is_rolling = p->stage == ASC_DELFINO_STAGE_ROLLING;
  int min = is_rolling ? r->die_min : p->steps, max = is_rolling ? r->die_max : p->steps;
  int faces[ASC_DELFINO_GOAL + 1] = {0}; /* how many faces lead to each number of points of the player to move */
  for (int face = min; face <= max; face++) {
    int points = p->points[state.mover] + state.prospects.gains[state.mover][face];
    if (p->stage == ASC_DELFINO_STAGE_CARD_MOVE && state.prospects.has_gap) points++;
    faces[points < ASC_DELFINO_GOAL ? points : ASC_DELFINO_GOAL]++;
  }
  for (int points = 0; points <= ASC_DELFINO_GOAL; points++)
    if (faces[points] > 0) add_shares(&state, points, faces[points]);
  chances_fill(&state, chances);
}

/* Returns what a player has scored and can soon score, by the weights for two players. With these weights a point is
   worth a little more than 1000 at any time. */
static int32_t delfino_progress(const asc_rules *rules, const void *position, int player) {
  enum { POINT = 1100 };
  const asc_delfino_rules *r = (const asc_delfino_rules *)rules;
  const asc_delfino_position *p = position;
  int32_t points = POINT * p->points[player - 1];
  if (p->points[player - 1] == ASC_DELFINO_GOAL) return 2 * points; /* more than any prospects can add */
  evaluation_state state = {.rules = r, .position = p, .weights = &all_weights[0]};
  asc_delfino_prospects_find(r, p, &state.prospects);
  return points + (int32_t)strength_of(&state, player - 1);
}

/* Measured, see docs/levels.md. Random play and best play are so far apart that each level needs good and bad games, so
   that it wins some games against the next level. */
static const asc_level delfino_levels[ASC_LEVELS] = {{50, 1, 600, 950},   {50, 1, 600, 550},  {50, 1, 550, 270},
                                                     {104, 2, 345, 1350}, {226, 2, 260, 750}, {530, 3, 175, 395},
                                                     {1550, 3, 100, 215}, {5200, 4, 40, 133}, {25000, 0, 0, 60}};

const asc_knowledge asc_delfino_knowledge = {.win_chances = delfino_chances,
                                             .levels = delfino_levels,
                                             .progress = delfino_progress,
                                             .progress_levels = 3,
                                             .strength_variation = 5000};
