/* The chance of each player to win, from what a glance at the table shows.

   The die is thought to fall on each of its faces, and the player whose turn it is to score what his prospects promise.
   Then every player is worth a sum of weights: for his points, for what he could score himself and for his freedom to
   move, each by the number of turns he has to wait. A lead counts for more as the turns without a point run out. The
   chances are to each other as two to the power of these sums; what is told is their mean over the faces. In the middle
   of a turn the points that are left take the place of the die.

   The weights were fitted by descent on the logarithm of the chances to 11,000 positions for two players, 4,000 for
   three and 8,000 for four. They waited for a roll in games of the search against itself, with 1000 nodes a move and
   one ply in thirty at random; what they should tell was made of one fifth of the end of the game and four fifths of
   what a search with 6000 to 8000 nodes found. The weights for late points are those for two players, whose games run
   out of turns. */
#include "knowledge_prospects.h"

#include <ascona/knowledge.h>

#include <assert.h>

enum {
  WHOLE = 10000,
  SHARE = 1 << 20, /* what a face has to give */
  TWELFTHS = 12,   /* of all rolls: dice have three faces or six */
  UNIT_BITS = 10,
  WAYS_MOST = 8
};

/* What makes a player twice as likely to win as another is worth 1 << UNIT_BITS. */
typedef struct delfino_weights {
  int16_t points[DELFINO_PLAYERS][DELFINO_GOAL]; /* by the turns he has to wait, as below, and his points */
  int16_t gain[DELFINO_PLAYERS];                 /* a twelfth of a point with the average roll */
  int16_t win[DELFINO_PLAYERS];                  /* a twelfth of all rolls wins the game */
  int16_t way[DELFINO_PLAYERS];                  /* a way to complete a figure */
  int16_t freedom[DELFINO_PLAYERS];              /* a card round his */
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

/* For a point besides, by the bits of the number of rounds that may still be quiet. */
static const int16_t late_weights[] = {3594, 3694, 2818, 2437, 2279, 1349, 340};

/* 2 to the power of -x in 2^-20, x in units. Between the entries of the table it falls in a straight line. */
static int64_t halved(int64_t x) {
  enum { STEP_BITS = UNIT_BITS - 5, STEP = 1 << STEP_BITS };
  static const int32_t powers[] = {1048576, 1026107, 1004120, 982604, 961548, 940944, 920782, 901051, 881744,
                                   862850,  844361,  826268,  808563, 791237, 774282, 757691, 741455, 725567,
                                   710020,  694806,  679917,  665348, 651091, 637140, 623487, 610127, 597053,
                                   584260,  571740,  559489,  547500, 535768, 524288};
  int64_t halvings = x >> UNIT_BITS, step = x >> STEP_BITS & 31, rest = x & (STEP - 1);
  if (halvings > 20) return 0;
  return (powers[step] * (STEP - rest) + powers[step + 1] * rest) >> (STEP_BITS + halvings);
}

typedef struct delfino_glance {
  const delfino_rules *rules;
  const delfino_position *position;
  const delfino_weights *weights;
  delfino_prospects prospects;
  int mover;                       /* who has the turn, counted from 0 */
  int waits[DELFINO_PLAYERS];      /* turns before his, when this one is over; -1: he does not play */
  int64_t worth[DELFINO_PLAYERS];  /* but for the points */
  int64_t shares[DELFINO_PLAYERS]; /* of all faces so far */
} delfino_glance;

/* Before the first roll it is as if the last player had just had his turn. */
static void waits_set(delfino_glance *glance) {
  const delfino_position *p = glance->position;
  int players = glance->rules->common.players, wait = 0;
  glance->mover = p->stage == DELFINO_PLACING ? players - 1 : p->player - 1;
  for (int i = 0; i < DELFINO_PLAYERS; i++) glance->waits[i] = -1;
  for (int k = 1; k <= players; k++) {
    int player = (glance->mover + k) % players;
    if (!delfino_is_out(p, player + 1)) glance->waits[player] = wait++;
  }
}

static int64_t worth_of(const delfino_glance *glance, int player) {
  const delfino_rules *rules = glance->rules;
  const delfino_prospects *prospects = &glance->prospects;
  const delfino_weights *weights = glance->weights;
  int points = glance->position->points[player], wait = glance->waits[player], gain = 0, wins = 0;
  for (int face = rules->die_least; face <= rules->die_most; face++) {
    gain += prospects->gains[player][face];
    wins += points + prospects->gains[player][face] >= DELFINO_GOAL;
  }
  int part = TWELFTHS / (rules->die_most - rules->die_least + 1);
  int ways = prospects->ways[player] < WAYS_MOST ? prospects->ways[player] : WAYS_MOST;
  return part * (weights->gain[wait] * gain + weights->win[wait] * wins) + weights->way[wait] * ways +
         weights->freedom[wait] * prospects->freedom[player];
}

/* Rounds until the game ends for want of points, as the number of bits. */
static int lateness(const delfino_rules *rules, int quiet) {
  int bits = 0;
  for (int rounds = (rules->quiet_most - quiet) / rules->common.players; rounds > 0; rounds >>= 1) bits++;
  return bits;
}

/* Adds what the players share, so many faces over, when the turn brings the mover to these points. */
static void share(delfino_glance *glance, int mover_points, int faces) {
  const delfino_position *p = glance->position;
  if (mover_points >= DELFINO_GOAL) {
    glance->shares[glance->mover] += (int64_t)faces * SHARE;
    return;
  }
  int quiet = mover_points > p->points[glance->mover] ? 0 : p->quiet;
  int64_t late = late_weights[lateness(glance->rules, quiet)];
  int64_t worth[DELFINO_PLAYERS], best = INT64_MIN, sum = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) {
    if (glance->waits[i] < 0) continue;
    int points = i == glance->mover ? mover_points : p->points[i];
    worth[i] = glance->worth[i] + glance->weights->points[glance->waits[i]][points] + late * points;
    if (worth[i] > best) best = worth[i];
  }
  for (int i = 0; i < DELFINO_PLAYERS; i++) {
    worth[i] = glance->waits[i] < 0 ? 0 : halved(best - worth[i]);
    sum += worth[i];
  }
  for (int i = 0; i < DELFINO_PLAYERS; i++) glance->shares[i] += faces * worth[i] * SHARE / sum;
}

/* The mean over the faces. What rounding one chance leaves over goes to the next, so that together they are whole. */
static void chances_take(const delfino_glance *glance, int32_t chances[ASC_PLAYERS_MAX]) {
  int64_t whole = 0, sum = 0, given = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) whole += glance->shares[i];
  for (int i = 0; i < DELFINO_PLAYERS; i++) {
    sum += glance->shares[i];
    int64_t upto = (2 * sum * WHOLE + whole) / (2 * whole);
    chances[i] = (int32_t)(upto - given);
    given = upto;
  }
}

static void delfino_chances(const asc_rules *rules, const void *position, int32_t chances[ASC_PLAYERS_MAX]) {
  const delfino_rules *own = (const delfino_rules *)rules;
  const delfino_position *p = position;
  assert(p->stage != DELFINO_OVER);
  delfino_glance glance = {.rules = own, .position = p, .weights = &all_weights[rules->players - 2]};
  asc_delfino_prospects_find(own, p, &glance.prospects);
  waits_set(&glance);
  for (int i = 0; i < rules->players; i++)
    if (glance.waits[i] >= 0) glance.worth[i] = worth_of(&glance, i);
  bool rolls = p->stage == DELFINO_ROLLING;
  int least = rolls ? own->die_least : p->steps, most = rolls ? own->die_most : p->steps;
  int faces[DELFINO_GOAL + 1] = {0}; /* by the points they bring the mover to */
  for (int face = least; face <= most; face++) {
    int points = p->points[glance.mover] + glance.prospects.gains[glance.mover][face];
    if (p->stage == DELFINO_CARD_MOVE && glance.prospects.hole) points++;
    faces[points < DELFINO_GOAL ? points : DELFINO_GOAL]++;
  }
  for (int points = 0; points <= DELFINO_GOAL; points++)
    if (faces[points] > 0) share(&glance, points, faces[points]);
  chances_take(&glance, chances);
}

/* What a player has and can soon have, by the weights of two players: with them a point is worth a little more than
   1000 at any time. */
static int32_t delfino_progress(const asc_rules *rules, const void *position, int player) {
  enum { POINT = 1100 };
  const delfino_rules *own = (const delfino_rules *)rules;
  const delfino_position *p = position;
  int32_t points = POINT * p->points[player - 1];
  if (p->points[player - 1] == DELFINO_GOAL) return 2 * points; /* further than any prospects lead */
  delfino_glance glance = {.rules = own, .position = p, .weights = &all_weights[0]};
  asc_delfino_prospects_find(own, p, &glance.prospects);
  return points + (int32_t)worth_of(&glance, player - 1);
}

/* Measured (docs/levels.md). So much lies between random and best play that it takes good and bad games for each level
   to win some against the next. */
static const asc_level delfino_levels[ASC_LEVELS] = {{50, 1, 600, 950},   {50, 1, 600, 550},  {50, 1, 550, 270},
                                                     {104, 2, 345, 1350}, {226, 2, 260, 750}, {530, 3, 175, 395},
                                                     {1550, 3, 100, 215}, {5200, 4, 40, 133}, {25000, 0, 0, 60}};

const asc_knowledge asc_delfino_knowledge = {
    .chances = delfino_chances, .levels = delfino_levels, .progress = delfino_progress, .eager = 3, .form = 5000};
