/* How the games of a match begin.

   A random opening is a number of legal plies that do not end the game. A balanced one is the most even of several such
   candidates (balance.h). No two candidates of a match lead to the same position or to images of it, as long as
   the game has others: therefore they are drawn in the order of the openings, which is quick. They are judged when
   their opening is wanted, by the job that wants it first. */
#include "balance.h"
#include "match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 16, TRIES = 64, SEEN_WORDS = 1 << 16 };

typedef enum opening_state { OPENING_DRAWN, OPENING_IN_WORK, OPENING_CHOSEN } opening_state;

typedef struct match_opening {
  opening_state state;
  int chosen;
  uint64_t seeds[CANDIDATES]; /* of their moves */
} match_opening;

struct match_openings {
  const match_setup *setup;
  pthread_mutex_t lock;
  pthread_cond_t news; /* an opening is no longer in work */
  int drawn;           /* openings whose candidates are drawn */
  match_opening *all;
  uint64_t *seen; /* a bit for every position drawn, by its hash; where two share one, the second is not drawn */
};

static bool is_random(const match_setup *setup) { return setup->random || setup->opening_most == 0; }

match_openings *match_openings_open(const match_setup *setup) {
  match_openings *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->setup = setup;
  pthread_mutex_init(&made->lock, NULL);
  pthread_cond_init(&made->news, NULL);
  if (is_random(setup)) return made;
  made->all = calloc((size_t)(setup->games / setup->rules->players) + 1, sizeof *made->all);
  made->seen = calloc(SEEN_WORDS, sizeof *made->seen);
  if (made->all != NULL && made->seen != NULL) return made;
  match_openings_close(made);
  return NULL;
}

void match_openings_close(match_openings *openings) {
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
static int random_plies(const match_setup *setup, int number, uint64_t seed, int plies, asc_play *play) {
  asc_random random;
  asc_move move;
  int code = ASC_OK;
  asc_random_seed(&random, seed);
  if (setup->rules->game->odds != NULL) code = asc_play_seed(play, match_seed(setup, number, "dice"));
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
static int plies_of(const match_setup *setup, int index) {
  return setup->opening_least + index % (setup->opening_most - setup->opening_least + 1);
}

static int candidate_fill(const match_setup *setup, int number, uint64_t seed, balance_candidate *candidate) {
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

static bool is_new(match_openings *openings, const void *position) {
  uint64_t hash = asc_mix(hash_of_images(openings->setup->rules, position));
  uint64_t *word = &openings->seen[hash % SEEN_WORDS], bit = (uint64_t)1 << (hash >> 58);
  bool seen = (*word & bit) != 0;
  *word |= bit;
  return !seen;
}

/* Draws a candidate of the next opening. Where the game has no more of them, one comes again. */
static int candidate_draw(match_openings *openings, int index, asc_random *random) {
  balance_candidate drawn = {.index = index};
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
static int candidates_draw(match_openings *openings) {
  asc_random random;
  int code = ASC_OK;
  asc_random_seed(&random, match_seed(openings->setup, openings->drawn, "candidates"));
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) code = candidate_draw(openings, i, &random);
  if (code >= 0) openings->drawn++;
  return code;
}

static int opening_choose(const match_setup *setup, int number, match_opening *opening, const _Atomic bool *stop) {
  balance_candidate candidates[CANDIDATES] = {0};
  int code = ASC_OK;
  for (int i = 0; code >= 0 && i < CANDIDATES; i++) {
    candidates[i].index = i;
    code = candidate_fill(setup, number, opening->seeds[i], &candidates[i]);
  }
  if (code >= 0) code = balance_choose(setup->rules, candidates, CANDIDATES, stop);
  opening->chosen = candidates[0].index;
  return code;
}

/* With the lock held, which is open while it is chosen. */
static int opening_settle(match_openings *openings, int number, const _Atomic bool *stop) {
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

int match_openings_play(match_openings *openings, int number, const _Atomic bool *stop, asc_play *play) {
  const match_setup *setup = openings->setup;
  if (is_random(setup))
    return random_plies(setup, number, match_seed(setup, number, "opening"), setup->opening_least, play);
  pthread_mutex_lock(&openings->lock);
  int code = opening_settle(openings, number, stop), chosen = openings->all[number].chosen;
  pthread_mutex_unlock(&openings->lock);
  if (code < 0) return code;
  return random_plies(setup, number, openings->all[number].seeds[chosen], plies_of(setup, chosen), play);
}
