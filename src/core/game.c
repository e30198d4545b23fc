/* The public functions of games. They call the functions of a game's interface (asc_game) and derive those that the
   game leaves out. */
#include <ascona/game.h>
#include <ascona/random.h>

#include "base/hash.h"
#include "base/text.h"
#include "catalogues.h"
#include "chance.h"

#include <assert.h>
#include <string.h>

void asc_position_start(const asc_rules *rules, void *position) { rules->game->start(rules, position); }

int asc_position_turn(const asc_rules *rules, const void *position) { return rules->game->turn(rules, position); }

int asc_position_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  return rules->game->moves(rules, position, moves);
}

void asc_position_play(const asc_rules *rules, void *position, asc_move move) {
  rules->game->play(rules, position, move);
}

bool asc_position_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  return rules->game->outcome(rules, position, outcome);
}

uint32_t asc_position_odds(const asc_rules *rules, const void *position, asc_move move) {
  return rules->game->odds == NULL ? 0 : rules->game->odds(rules, position, move);
}

bool asc_position_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  return rules->game->resign(rules, position, player, outcome);
}

int asc_position_count(const asc_rules *rules, const void *position) {
  if (rules->game->count != NULL) return rules->game->count(rules, position);
  asc_move moves[ASC_MOVES_MAX];
  return rules->game->moves(rules, position, moves);
}

asc_move asc_position_pick(const asc_rules *rules, const void *position, int k) {
  if (rules->game->pick != NULL) return rules->game->pick(rules, position, k);
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  assert(k >= 0 && k < count);
  (void)count;
  return moves[k];
}

uint64_t asc_position_hash(const asc_rules *rules, const void *position) {
  return asc_hash_add(rules->hash, rules->game->hash(rules, position));
}

uint64_t asc_position_repetition_key(const asc_rules *rules, const void *position) {
  return rules->game->repetition_key == NULL ? 0 : rules->game->repetition_key(rules, position);
}

int asc_position_check(const asc_rules *rules, const void *position, asc_error *error) {
  return rules->game->check(rules, position, error);
}

int asc_position_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  return rules->game->write(rules, position, text, size);
}

int asc_position_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  memset(position, 0, rules->position_size);
  return rules->game->read(rules, text, position, error);
}

void asc_position_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  assert(symmetry >= 0 && symmetry < rules->symmetries);
  if (rules->game->transform == NULL)
    memcpy(image, position, rules->position_size);
  else
    rules->game->transform(rules, symmetry, position, image);
}

asc_move asc_move_transform(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  assert(symmetry >= 0 && symmetry < rules->symmetries);
  return rules->game->transform_move == NULL ? move : rules->game->transform_move(rules, symmetry, position, move);
}

void asc_move_write(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  rules->game->write_move(rules, position, move, text);
}

/* Every legal move has exactly one spelling, so a move is read by searching the legal moves for it. */
static bool move_find(const asc_rules *rules, const void *position, const char *text, asc_move *found) {
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    char spelling[ASC_TOKEN_MAX];
    rules->game->write_move(rules, position, moves[i], spelling);
    if (strcmp(spelling, text) != 0) continue;
    *found = moves[i];
    return true;
  }
  return false;
}

int asc_move_read(const asc_rules *rules, const void *position, const char *text, asc_move *move, asc_error *error) {
  if (move_find(rules, position, text, move)) return ASC_OK;
  if (error == NULL) return ASC_E_ILLEGAL;
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  /* A token that only starts a move is a legal step, but not a move. */
  if (asc_position_why(rules, position, NULL, text, &message) == 1) asc_message_set(&message, "why.only-begins");
  int length = asc_message_write(rules, "en", &message, sentence, sizeof sentence);
  if (length > 0 && sentence[length - 1] == '.') sentence[length - 1] = '\0';
  /* Without catalogues there is no sentence; asc_position_why still gives the key of the reason. */
  asc_span where = asc_span_of(text);
  return asc_error_set_at(error, ASC_E_ILLEGAL, &where, "%s", length < 0 ? asc_strerror(ASC_E_ILLEGAL) : sentence);
}

void asc_position_view(const asc_rules *rules, const void *position, const void *before, asc_move last,
                       asc_view *view) {
  memset(view, 0, sizeof *view);
  rules->game->view(rules, position, before, last, view);
}

void asc_move_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  memset(path, 0, sizeof *path);
  rules->game->path(rules, position, move, path);
}

bool asc_position_prompt(const asc_rules *rules, const void *position, const asc_steps *touched, asc_message *message) {
  memset(message, 0, sizeof *message);
  if (rules->game->prompt != NULL && touched->count > 0) rules->game->prompt(rules, position, touched, message);
  return message->key != NULL;
}

void asc_move_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  memset(steps, 0, sizeof *steps);
  rules->game->steps(rules, position, move, steps);
}

/* Returns whether a legal move starts with the steps in `touched` and continues with `token`. */
static bool step_is_legal(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token) {
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(rules, position, moves[i], &steps);
    if (steps.count <= touched->count || strcmp(steps.ids[touched->count], token) != 0) continue;
    int same = 0;
    while (same < touched->count && strcmp(steps.ids[same], touched->ids[same]) == 0) same++;
    if (same == touched->count) return true;
  }
  return false;
}

int asc_position_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                     asc_message *message) {
  asc_steps none = {0};
  if (touched == NULL) touched = &none;
  asc_move move;
  bool written_out = touched->count == 0 && move_find(rules, position, token, &move);
  if (written_out || step_is_legal(rules, position, touched, token)) {
    asc_message_set(message, "why.legal");
    asc_message_add(message, "token", token);
    return 1;
  }
  rules->game->why(rules, position, touched, token, message);
  return 0;
}

int asc_message_write(const asc_rules *rules, const char *language, const asc_message *message, char *text,
                      size_t size) {
  const asc_catalogue *sources[] = {rules == NULL ? NULL : rules->game->catalogues, asc_common_catalogues};
  asc_writer key = asc_writer_over(text, size); /* the key is the text if there are no catalogues */
  if (message->key == NULL) return asc_writer_end(&key);
  asc_writer_string(&key, message->key);
  int length = ASC_E_INPUT;
  for (int i = 0; i < 2 && length == ASC_E_INPUT; i++) {
    const asc_catalogue *catalogue = sources[i];
    if (catalogue == NULL || catalogue[0].language == NULL) continue;
    while (catalogue[0].language != NULL && strcmp(catalogue[0].language, language) != 0) catalogue++;
    if (catalogue[0].language == NULL) catalogue = sources[i]; /* not translated: use English */
    length = asc_catalogue_write(catalogue, message, text, size);
  }
  return length;
}

const char *asc_message_english(const asc_rules *rules, const asc_message *message, char *text) {
  (void)asc_message_write(rules, "en", message, text, ASC_SENTENCE_MAX);
  return text;
}

asc_move asc_position_roll(const asc_rules *rules, const void *position, uint64_t seed, uint32_t k) {
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  asc_random random;
  asc_random_seed(&random, asc_hash_add(seed, k));
  return asc_chance_sample(rules, position, moves, count, &random);
}
