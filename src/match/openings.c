/* The openings of a match.

   A random opening is a number of random legal plies that do not end the game. A balanced opening is the most even of
   several such candidates:

     1. A short search evaluates all candidates.
     2. The most even quarter of them is evaluated again by a longer search, until one is left.

   The searches are limited by nodes, so the choice is the same on all machines.

   No two candidates of a match lead to the same position or a symmetric one, as long as the game has others. Therefore
   candidates are drawn (picked at random) in the order of the openings, which is quick. They are evaluated when the
   opening is needed, by the job that needs it first. */
#include "game.h"

#include <ascona/random.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Measured in Néo-Delta, where estimates are least reliable, with 16 candidates of four or five random plies: a search
   of 1.5 million nodes proves a winner in one in four of the chosen positions, but in three in four of the others. */
enum { FIRST_NODES = 4000, NODES_FACTOR = 8, REDUCTION = 4, HASH = 4 << 20 };

enum { DECIDED = 1 << 24 }; /* added to the unevenness if a player is proved to win */

typedef struct opening_candidate {
  asc_position position;
  int plies_left; /* until the ply limit; 0: no limit */
  bool over;      /* the game has ended */
  int index;
  int32_t uneven; /* the lead of the leading player, in hundredths of a point or of a percent */
} opening_candidate;

static int32_t unevenness(const asc_rules *rules, const asc_line *line) {
  int32_t ahead = line->score, max = abs(ahead);
  if (rules->game->score == ASC_SCORE_CHANCE) {
    const int32_t even = 10000 / rules->players;
    ahead -= even;
    max = 0;
    for (int i = 0; i < rules->players; i++)
      if (abs(line->chances[i] - even) > max) max = abs(line->chances[i] - even);
  }
  bool is_proved = line->certainty == ASC_EXACT || line->certainty == (ahead > 0 ? ASC_LOWER : ASC_UPPER);
  return is_proved && ahead != 0 ? DECIDED + max : max;
}

static int evaluate(asc_search *search, const asc_rules *rules, opening_candidate *candidate, uint64_t nodes) {
  asc_search_report report;
  const asc_search_task task = {.position = &candidate->position, .plies_left = candidate->plies_left, .nodes = nodes};
  candidate->uneven = 2 * DECIDED;
  if (candidate->over) return ASC_OK;
  asc_search_clear(search);
  int code = asc_search_run(search, &task, &report);
  if (code >= 0) candidate->uneven = unevenness(rules, &report.lines[0]);
  return code;
}

static int by_unevenness(const void *a, const void *b) {
  const opening_candidate *first = a, *second = b;
  if (first->uneven != second->uneven) return first->uneven < second->uneven ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

static bool is_stopped(void *data) {
  const _Atomic bool *const *stop = data;
  return atomic_load_explicit(*stop, memory_order_relaxed);
}

/* Moves the most even candidate to the front. If *stop becomes true it ends early, and any candidate may be first.
   Returns ASC_OK or an error code. */
static int most_even_to_front(const asc_rules *rules, opening_candidate *candidates, int count,
                              const _Atomic bool *stop) {
  const asc_search_options options = {.hash_bytes = HASH, .hooks = {.should_stop = is_stopped, .data = &stop}};
  asc_search *search;
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  uint64_t nodes = FIRST_NODES;
  for (int left = count; code >= 0 && left > 1; left /= REDUCTION, nodes *= NODES_FACTOR) {
    for (int i = 0; code >= 0 && i < left; i++) code = evaluate(search, rules, &candidates[i], nodes);
    qsort(candidates, (size_t)left, sizeof *candidates, by_unevenness);
  }
  asc_search_close(search);
  return code < 0 ? code : ASC_OK;
}

enum { CANDIDATES = 16, TRIES = 64, SEEN_WORDS = 1 << 16 };

typedef enum opening_state { OPENING_DRAWN, OPENING_IN_PROGRESS, OPENING_CHOSEN } opening_state;

typedef struct match_opening {
  opening_state state;
  int chosen;
  uint64_t seeds[CANDIDATES]; /* of the random moves of each candidate */
} match_opening;

struct match_openings {
  const match_setup *setup;
  pthread_mutex_t lock;
  pthread_cond_t finished; /* signalled when an opening is no longer in progress */
  int drawn;               /* number of openings whose candidates are drawn */
  match_opening *all;
  uint64_t *seen; /* one bit per drawn position, by its hash; a position whose bit is set is not drawn */
};

static bool is_random(const match_setup *setup) { return setup->has_random_openings || setup->opening_plies_max == 0; }

match_openings *match_openings_open(const match_setup *setup) {
  match_openings *openings = calloc(1, sizeof *openings);
  if (openings == NULL) return NULL;
  openings->setup = setup;
  pthread_mutex_init(&openings->lock, NULL);
  pthread_cond_init(&openings->finished, NULL);
  if (is_random(setup)) return openings;
  openings->all = calloc((size_t)(setup->games / setup->rules->players) + 1, sizeof *openings->all);
  openings->seen = calloc(SEEN_WORDS, sizeof *openings->seen);
  if (openings->all != NULL && openings->seen != NULL) return openings;
  match_openings_close(openings);
  return NULL;
}

void match_openings_close(match_openings *openings) {
  if (openings == NULL) return;
  pthread_cond_destroy(&openings->finished);
  pthread_mutex_destroy(&openings->lock);
  free(openings->all);
  free(openings->seen);
  free(openings);
}

static bool ends_game(const asc_rules *rules, const void *position, asc_move move) {
  asc_position next;
  asc_outcome outcome;
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, move);
  return asc_position_outcome(rules, &next, &outcome);
}

/* Chooses a random move that does not end the game. Returns false if there is none. */
static bool random_move(const asc_play *play, asc_random *random, asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  while (count > 0) {
    uint32_t drawn = asc_random_below(random, (uint32_t)count);
    *move = moves[drawn];
    if (!ends_game(asc_play_rules(play), asc_play_position(play), *move)) return true;
    moves[drawn] = moves[--count];
  }
  return false;
}

/* Plays `plies` random plies. Die rolls do not count; they are the same for all candidates of an opening. */
static int random_plies(const match_setup *setup, int number, uint64_t seed, int plies, asc_play *play) {
  asc_random random;
  asc_move move;
  int code = ASC_OK;
  asc_random_seed(&random, seed);
  if (setup->rules->game->odds != NULL) code = asc_play_set_seed(play, match_seed(setup, number, "dice"));
  for (int played = 0; code >= 0 && asc_play_end(play) == ASC_END_NONE;) {
    if (asc_play_turn(play) == ASC_CHANCE) {
      code = asc_play_roll(play, NULL);
    } else {
      if (played++ == plies || !random_move(play, &random, &move)) break;
      code = asc_play_move(play, move, NULL);
    }
  }
  return code;
}

/* Returns the plies of a candidate. The lengths alternate: the right to move is worth something, and one more ply
   passes it to the opponent. */
static int plies_of(const match_setup *setup, int index) {
  return setup->opening_plies_min + index % (setup->opening_plies_max - setup->opening_plies_min + 1);
}

static int candidate_fill(const match_setup *setup, int number, uint64_t seed, opening_candidate *candidate) {
  const asc_rules *rules = setup->rules;
  asc_play *play;
  int code = asc_play_open(&play, rules, NULL);
  if (code < 0) return code;
  code = random_plies(setup, number, seed, plies_of(setup, candidate->index), play);
  candidate->over = asc_play_end(play) != ASC_END_NONE;
  candidate->plies_left = rules->ply_limit > 0 ? rules->ply_limit - asc_play_ply_count(play) : 0;
  memcpy(&candidate->position, asc_play_position(play), rules->position_size);
  asc_play_close(play);
  return code;
}

/* Returns a hash that is the same for all symmetric positions. */
static uint64_t symmetric_hash(const asc_rules *rules, const void *position) {
  uint64_t smallest = UINT64_MAX;
  for (int symmetry = 0; symmetry < rules->symmetries; symmetry++) {
    asc_position image;
    asc_position_transform(rules, symmetry, position, &image);
    uint64_t hash = asc_position_hash(rules, &image);
    if (hash < smallest) smallest = hash;
  }
  return smallest;
}

static bool is_new(match_openings *openings, const void *position) {
  uint64_t hash = asc_hash_mix(symmetric_hash(openings->setup->rules, position));
  uint64_t *word = &openings->seen[hash % SEEN_WORDS], bit = (uint64_t)1 << (hash >> 58);
  bool seen = (*word & bit) != 0;
  *word |= bit;
  return !seen;
}

/* Draws a candidate of the next opening. If it finds no new position in TRIES attempts, one is repeated. */
static int candidate_draw(match_openings *openings, int index, asc_random *random) {
  opening_candidate drawn = {.index = index};
  uint64_t *seed = &openings->all[openings->drawn].seeds[index];
  for (int tries = 0; tries < TRIES; tries++) {
    *seed = asc_random_next(random);
    int code = candidate_fill(openings->setup, openings->drawn, *seed, &drawn);
    if (code < 0) return code;
    if (is_new(openings, &drawn.position)) break;
  }
  return ASC_OK;
}

/* After an error the positions drawn so far stay marked; the match ends anyway. */
static int candidates_draw(match_openings *openings) {
  asc_random random;
  int code = ASC_OK;
  asc_random_seed(&random, match_seed(openings->setup, openings->drawn, "candidates"));
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) code = candidate_draw(openings, i, &random);
  if (code >= 0) openings->drawn++;
  return code;
}

static int opening_choose(const match_setup *setup, int number, match_opening *opening, const _Atomic bool *stop) {
  opening_candidate candidates[CANDIDATES] = {0};
  int code = ASC_OK;
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) {
    candidates[i].index = i;
    code = candidate_fill(setup, number, opening->seeds[i], &candidates[i]);
  }
  if (code >= 0) code = most_even_to_front(setup->rules, candidates, CANDIDATES, stop);
  opening->chosen = candidates[0].index;
  return code;
}

/* Chooses an opening if that is not done yet. The caller holds the lock, which is released during the choice. */
static int opening_prepare(match_openings *openings, int number, const _Atomic bool *stop) {
  match_opening *opening = &openings->all[number];
  int code = ASC_OK;
  while (code >= 0 && openings->drawn <= number) code = candidates_draw(openings);
  while (opening->state == OPENING_IN_PROGRESS) pthread_cond_wait(&openings->finished, &openings->lock);
  if (code < 0 || opening->state == OPENING_CHOSEN) return code;
  opening->state = OPENING_IN_PROGRESS;
  pthread_mutex_unlock(&openings->lock);
  code = opening_choose(openings->setup, number, opening, stop);
  pthread_mutex_lock(&openings->lock);
  opening->state = code < 0 || atomic_load(stop) ? OPENING_DRAWN : OPENING_CHOSEN;
  pthread_cond_broadcast(&openings->finished);
  return code;
}

int match_openings_play(match_openings *openings, int number, const _Atomic bool *stop, asc_play *play) {
  const match_setup *setup = openings->setup;
  if (is_random(setup))
    return random_plies(setup, number, match_seed(setup, number, "opening"), setup->opening_plies_min, play);
  pthread_mutex_lock(&openings->lock);
  int code = opening_prepare(openings, number, stop), chosen = openings->all[number].chosen;
  pthread_mutex_unlock(&openings->lock);
  if (code < 0) return code;
  return random_plies(setup, number, openings->all[number].seeds[chosen], plies_of(setup, chosen), play);
}
