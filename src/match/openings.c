/* How the games of a match begin.

   A random opening is a number of legal plies that do not end the game. A balanced one is the most even of several such
   candidates: all are judged by a short search, and the more even part of them again by a longer one, until one is
   left. The searches are limited by nodes: the choice is the same everywhere.

   No two candidates of a match lead to the same position or to images of it, as long as the game has others: therefore
   they are drawn in the order of the openings, which is quick. They are judged when their opening is wanted, by the job
   that wants it first. */
#include "game.h"

#include <ascona/random.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Measured in Néo-Delta, where a guess is worth the least: of the positions chosen among 16 after four or five random
   plies, a longer search of 1.5 million nodes decides one of four; of others, three of four. */
enum { FIRST_NODES = 4000, MORE_NODES = 8, KEPT_OF = 4, HASH = 4 << 20 };

enum { DECIDED = 1 << 24 }; /* what is added where somebody is proved to win */

typedef struct opening_candidate {
  asc_position position;
  int plies_left; /* until the ply limit; 0: none */
  bool over;      /* the game has ended there */
  int index;
  int32_t uneven; /* how far ahead somebody is, in hundredths of a point or of a percent */
} opening_candidate;

static int32_t unevenness(const asc_rules *rules, const asc_line *line) {
  int32_t ahead = line->score, most = abs(ahead);
  if (rules->game->score == ASC_SCORE_CHANCE) {
    const int32_t even = 10000 / rules->players;
    ahead -= even;
    most = 0;
    for (int i = 0; i < rules->players; i++)
      if (abs(line->chances[i] - even) > most) most = abs(line->chances[i] - even);
  }
  bool proved = line->certainty == ASC_EXACT || line->certainty == (ahead > 0 ? ASC_LOWER : ASC_UPPER);
  return proved && ahead != 0 ? DECIDED + most : most;
}

static int judge(asc_search *search, const asc_rules *rules, opening_candidate *candidate, uint64_t nodes) {
  asc_report report;
  const asc_task task = {.position = &candidate->position, .plies_left = candidate->plies_left, .nodes = nodes};
  candidate->uneven = 2 * DECIDED;
  if (candidate->over) return ASC_OK;
  asc_search_clear(search);
  int code = asc_search_run(search, &task, &report);
  if (code >= 0) candidate->uneven = unevenness(rules, &report.lines[0]);
  return code;
}

static int by_evenness(const void *a, const void *b) {
  const opening_candidate *one = a, *other = b;
  if (one->uneven != other->uneven) return one->uneven < other->uneven ? -1 : 1;
  return (one->index > other->index) - (one->index < other->index);
}

static bool is_stopped(void *data) {
  const _Atomic bool *const *stop = data;
  return atomic_load_explicit(*stop, memory_order_relaxed);
}

/* Puts the most even candidate first. `stop` ends it early, with any of them first. ASC_OK or an error code. */
static int most_even_first(const asc_rules *rules, opening_candidate *candidates, int count, const _Atomic bool *stop) {
  const asc_search_options options = {.hash = HASH, .host = {.stop = is_stopped, .data = &stop}};
  asc_search *search;
  int code = asc_search_open(&search, rules, &options);
  if (code < 0) return code;
  uint64_t nodes = FIRST_NODES;
  for (int left = count; code >= 0 && left > 1; left /= KEPT_OF, nodes *= MORE_NODES) {
    for (int i = 0; code >= 0 && i < left; i++) code = judge(search, rules, &candidates[i], nodes);
    qsort(candidates, (size_t)left, sizeof *candidates, by_evenness);
  }
  asc_search_close(search);
  return code < 0 ? code : ASC_OK;
}

enum { CANDIDATES = 16, TRIES = 64, SEEN_WORDS = 1 << 16 };

typedef enum opening_state { OPENING_DRAWN, OPENING_IN_WORK, OPENING_CHOSEN } opening_state;

typedef struct match_opening {
  opening_state state;
  int chosen;
  uint64_t seeds[CANDIDATES]; /* of their moves */
} match_opening;

struct asc_match_openings {
  const asc_match_setup *setup;
  pthread_mutex_t lock;
  pthread_cond_t news; /* an opening is no longer in work */
  int drawn;           /* openings whose candidates are drawn */
  match_opening *all;
  uint64_t *seen; /* a bit for every position drawn, by its hash; where two share one, the second is not drawn */
};

static bool is_random(const asc_match_setup *setup) { return setup->random || setup->opening_most == 0; }

asc_match_openings *asc_match_openings_open(const asc_match_setup *setup) {
  asc_match_openings *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->setup = setup;
  pthread_mutex_init(&made->lock, NULL);
  pthread_cond_init(&made->news, NULL);
  if (is_random(setup)) return made;
  made->all = calloc((size_t)(setup->games / setup->rules->players) + 1, sizeof *made->all);
  made->seen = calloc(SEEN_WORDS, sizeof *made->seen);
  if (made->all != NULL && made->seen != NULL) return made;
  asc_match_openings_close(made);
  return NULL;
}

void asc_match_openings_close(asc_match_openings *openings) {
  if (openings == NULL) return;
  pthread_cond_destroy(&openings->news);
  pthread_mutex_destroy(&openings->lock);
  free(openings->all);
  free(openings->seen);
  free(openings);
}

static bool ends(const asc_rules *rules, const void *position, asc_move move) {
  asc_position next;
  asc_outcome outcome;
  memcpy(&next, position, rules->position_size);
  asc_position_play(rules, &next, move);
  return asc_position_outcome(rules, &next, &outcome);
}

/* A random move that does not end the game; false where there is none. */
static bool random_move(const asc_play *play, asc_random *random, asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  while (count > 0) {
    uint32_t drawn = asc_random_below(random, (uint32_t)count);
    *move = moves[drawn];
    if (!ends(asc_play_rules(play), asc_play_position(play), *move)) return true;
    moves[drawn] = moves[--count];
  }
  return false;
}

/* Rolls are no plies of the opening; all candidates have the dice of the opening. */
static int random_plies(const asc_match_setup *setup, int number, uint64_t seed, int plies, asc_play *play) {
  asc_random random;
  asc_move move;
  int code = ASC_OK;
  asc_random_seed(&random, seed);
  if (setup->rules->game->odds != NULL) code = asc_play_seed(play, asc_match_seed(setup, number, "dice"));
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

/* The lengths take turns: to have the move is worth something, and one ply more gives it to the other. */
static int plies_of(const asc_match_setup *setup, int index) {
  return setup->opening_least + index % (setup->opening_most - setup->opening_least + 1);
}

static int candidate_fill(const asc_match_setup *setup, int number, uint64_t seed, opening_candidate *candidate) {
  const asc_rules *rules = setup->rules;
  asc_play *play;
  int code = asc_play_open(&play, rules, NULL);
  if (code < 0) return code;
  code = random_plies(setup, number, seed, plies_of(setup, candidate->index), play);
  candidate->over = asc_play_end(play) != ASC_END_NONE;
  candidate->plies_left = rules->ply_limit > 0 ? rules->ply_limit - asc_play_plies(play) : 0;
  memcpy(&candidate->position, asc_play_position(play), rules->position_size);
  asc_play_close(play);
  return code;
}

/* The same for a position and its images. */
static uint64_t hash_of_images(const asc_rules *rules, const void *position) {
  uint64_t least = UINT64_MAX;
  for (int symmetry = 0; symmetry < rules->symmetries; symmetry++) {
    asc_position image;
    asc_position_transform(rules, symmetry, position, &image);
    uint64_t hash = asc_position_hash(rules, &image);
    if (hash < least) least = hash;
  }
  return least;
}

static bool is_new(asc_match_openings *openings, const void *position) {
  uint64_t hash = asc_mix(hash_of_images(openings->setup->rules, position));
  uint64_t *word = &openings->seen[hash % SEEN_WORDS], bit = (uint64_t)1 << (hash >> 58);
  bool seen = (*word & bit) != 0;
  *word |= bit;
  return !seen;
}

/* Draws a candidate of the next opening. Where the game has no more of them, one comes again. */
static int candidate_draw(asc_match_openings *openings, int index, asc_random *random) {
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

/* What was drawn before an error stays seen; the match ends with it anyway. */
static int candidates_draw(asc_match_openings *openings) {
  asc_random random;
  int code = ASC_OK;
  asc_random_seed(&random, asc_match_seed(openings->setup, openings->drawn, "candidates"));
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) code = candidate_draw(openings, i, &random);
  if (code >= 0) openings->drawn++;
  return code;
}

static int opening_choose(const asc_match_setup *setup, int number, match_opening *opening, const _Atomic bool *stop) {
  opening_candidate candidates[CANDIDATES] = {0};
  int code = ASC_OK;
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) {
    candidates[i].index = i;
    code = candidate_fill(setup, number, opening->seeds[i], &candidates[i]);
  }
  if (code >= 0) code = most_even_first(setup->rules, candidates, CANDIDATES, stop);
  opening->chosen = candidates[0].index;
  return code;
}

/* With the lock held, which is open while it is chosen. */
static int opening_settle(asc_match_openings *openings, int number, const _Atomic bool *stop) {
  match_opening *opening = &openings->all[number];
  int code = ASC_OK;
  while (code >= 0 && openings->drawn <= number) code = candidates_draw(openings);
  while (opening->state == OPENING_IN_WORK) pthread_cond_wait(&openings->news, &openings->lock);
  if (code < 0 || opening->state == OPENING_CHOSEN) return code;
  opening->state = OPENING_IN_WORK;
  pthread_mutex_unlock(&openings->lock);
  code = opening_choose(openings->setup, number, opening, stop);
  pthread_mutex_lock(&openings->lock);
  opening->state = code < 0 || atomic_load(stop) ? OPENING_DRAWN : OPENING_CHOSEN;
  pthread_cond_broadcast(&openings->news);
  return code;
}

int asc_match_openings_play(asc_match_openings *openings, int number, const _Atomic bool *stop, asc_play *play) {
  const asc_match_setup *setup = openings->setup;
  if (is_random(setup))
    return random_plies(setup, number, asc_match_seed(setup, number, "opening"), setup->opening_least, play);
  pthread_mutex_lock(&openings->lock);
  int code = opening_settle(openings, number, stop), chosen = openings->all[number].chosen;
  pthread_mutex_unlock(&openings->lock);
  if (code < 0) return code;
  return random_plies(setup, number, openings->all[number].seeds[chosen], plies_of(setup, chosen), play);
}
