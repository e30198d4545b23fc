#include "play_table.h"

#include "cli.h"
#include "core/hash.h"
#include "core/text.h"
#include "line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { DRAW_PLIES = 100000 }; /* of playouts, to judge an offer by */

bool table_side_named(const char *name, table_side *side) {
  long long level;
  *side = (table_side){0};
  if (strncmp(name, "engine:", 7) == 0) {
    if (!cli_number(name + 7, 0, ASC_LEVEL_MAX, &level)) return false;
    side->engine = true;
    side->level = (int)level;
  } else if (strcmp(name, "human") != 0) {
    (void)snprintf(side->name, sizeof side->name, "%s", name);
    line_clean(side->name, strlen(side->name));
  }
  return true;
}

/* One word of the list of players. A person may not be called like the engine. */
static int side_read(table_side *side, const char *word, size_t length, asc_error *error) {
  char text[TABLE_NAME_MAX + 8];
  (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
  bool person = strncmp(text, "human:", 6) == 0;
  const char *name = person ? text + 6 : text;
  bool known =
      table_side_named(name, side) && (person ? side->name[0] != '\0' : side->engine || strcmp(name, "human") == 0);
  if (known && strlen(name) < TABLE_NAME_MAX) return ASC_OK;
  return asc_fail(error, ASC_E_INPUT, "unknown player '%s'; known are human, human:NAME, engine:0", text);
}

int table_sides_read(play_table *table, const char *players, asc_error *error) {
  int count = 0;
  for (int i = 0; players == NULL && i < table->rules->players; i++) table->sides[i] = (table_side){.engine = i > 0};
  while (players != NULL) {
    size_t length = strcspn(players, ",");
    table_side side;
    int code = side_read(&side, players, length, error);
    if (code < 0) return code;
    if (count < ASC_PLAYERS_MAX) table->sides[count] = side;
    count++;
    players = players[length] == ',' ? players + length + 1 : NULL;
    if (players == NULL && count != table->rules->players)
      return asc_fail(error, ASC_E_INPUT, "%d players for %s, which is played by %d", count, table->rules->spec,
                      table->rules->players);
  }
  return ASC_OK;
}

const table_side *table_side_at(const play_table *table, int seat) {
  return &table->sides[asc_match_side(&table->match, seat)];
}

bool table_all_engines(const play_table *table) {
  for (int i = 0; i < table->rules->players; i++)
    if (!table->sides[i].engine) return false;
  return true;
}

void table_side_name(const table_side *side, char text[TABLE_NAME_MAX]) {
  if (side->engine)
    (void)snprintf(text, TABLE_NAME_MAX, "engine:%d", side->level);
  else
    (void)snprintf(text, TABLE_NAME_MAX, "%s", side->name[0] == '\0' ? "human" : side->name);
}

/* "Black": what the rules call the player of a seat. */
static void seat_color(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]) {
  char key[24];
  asc_message message;
  (void)snprintf(key, sizeof key, "player.%d", seat);
  asc_message_set(&message, key);
  cli_sentence(table->rules, &message, text);
}

void table_seat_name(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]) {
  if (seat < 1) {
    (void)snprintf(text, ASC_SENTENCE_MAX, "the die");
    return;
  }
  const table_side *side = table_side_at(table, seat);
  char name[TABLE_NAME_MAX];
  seat_color(table, seat, text);
  if (!side->engine && side->name[0] == '\0') return;
  table_side_name(side, name);
  size_t length = strlen(text);
  (void)snprintf(text + length, ASC_SENTENCE_MAX - length, " (%s)", name);
}

int table_seat_find(const play_table *table, const char *name) {
  int named = 0, found = 0;
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char color[ASC_SENTENCE_MAX], whole[ASC_SENTENCE_MAX], side[TABLE_NAME_MAX];
    seat_color(table, seat, color);
    table_seat_name(table, seat, whole);
    if (strcasecmp(name, color) == 0 || strcasecmp(name, whole) == 0) return seat;
    table_side_name(table_side_at(table, seat), side);
    if (strcasecmp(name, side) != 0) continue;
    named++;
    found = seat;
  }
  return named == 1 ? found : 0;
}

/* What the random numbers of this game start from; `use` keeps the dice apart from the engine. */
static uint64_t game_seed(const play_table *table, const char *use) {
  return asc_hash_text(asc_hash_add(table->seed, (uint64_t)table->match.played), use);
}

static int opening_play(play_table *table, asc_error *error) {
  char moves[TABLE_OPENING_MAX];
  memcpy(moves, table->opening, sizeof moves);
  char *rest = moves;
  const char *word;
  for (int number = 1; (word = line_word(&rest)) != NULL; number++) {
    asc_error why;
    int code = asc_play_token(table->play, word, &why);
    if (code < 0) return asc_fail(error, code, "move %d, '%.60s': %.200s", number, word, why.reason);
  }
  return ASC_OK;
}

int table_game_start(play_table *table, const void *first, asc_error *error) {
  asc_play *play;
  int code = asc_play_open(&play, table->rules, first);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  asc_play_close(table->play); /* `first` may be part of it */
  table->play = play;
  table->touched = (asc_steps){0};
  time_t now = time(NULL);
  struct tm day;
  if (localtime_r(&now, &day) != NULL) (void)strftime(table->date, sizeof table->date, "%Y.%m.%d", &day);
  return opening_play(table, error);
}

void play_table_close(play_table *table) {
  asc_play_close(table->play);
  asc_rules_close(table->rules);
  free(table->earlier);
  *table = (play_table){0};
}

int table_roll(play_table *table, asc_error *error) {
  bool due = asc_play_turn(table->play) == ASC_CHANCE;
  if (due && !asc_play_seeded(table->play, NULL)) asc_play_seed(table->play, game_seed(table, "dice"));
  return asc_play_roll(table->play, error);
}

static asc_random engine_random(const play_table *table) {
  asc_random random;
  asc_random_seed(&random, asc_hash_add(game_seed(table, "engine"), (uint64_t)asc_play_plies(table->play)));
  return random;
}

int table_engine_move(play_table *table, asc_error *error) {
  asc_random random = engine_random(table);
  asc_move move = asc_random_move(table->rules, asc_play_position(table->play), &random);
  return asc_play_move(table->play, move, error);
}

bool table_engine_accepts_draw(const play_table *table, int seat, int64_t *value) {
  const asc_rules *rules = table->rules;
  int plies_left = rules->ply_limit == 0 ? 0 : rules->ply_limit - asc_play_plies(table->play);
  asc_random random = engine_random(table);
  asc_estimate estimate = {0};
  while (estimate.plies < DRAW_PLIES)
    asc_estimate_add(&estimate, rules, asc_play_position(table->play), plies_left, &random);
  *value = asc_estimate_value(&estimate, rules, seat);
  return *value <= asc_estimate_even(rules);
}

static bool is_person(const play_table *table, int seat) { return seat >= 1 && !table_side_at(table, seat)->engine; }

/* The last event that a person chose: a move, or a roll typed in. NULL: there is none. */
static const asc_event *last_choice(const play_table *table, int *index) {
  for (*index = asc_play_events(table->play) - 1; *index >= 0; --*index) {
    const asc_event *event = asc_play_event(table->play, *index);
    if (event->by_hand || is_person(table, event->player)) return event;
  }
  return NULL;
}

static int first_person(const play_table *table) {
  int seat = 1;
  while (seat < table->rules->players && !is_person(table, seat)) seat++;
  return seat;
}

int table_undo(play_table *table, asc_error *error) {
  int index, plies = 0, before = asc_play_plies(table->play);
  const asc_event *choice = last_choice(table, &index);
  if (choice == NULL || !choice->by_hand)
    plies = asc_play_undo(table->play, choice == NULL ? first_person(table) : choice->player, error);
  while (plies >= 0 && asc_play_events(table->play) > index && choice != NULL)
    plies = asc_play_undo(table->play, 0, error);
  if (plies < 0) return plies;
  table->touched = (asc_steps){0};
  return before - asc_play_plies(table->play);
}

int table_redo(play_table *table, asc_error *error) {
  int plies = 0, code = asc_play_redo(table->play, error);
  while (code > 0) {
    plies += code;
    int turn = asc_play_turn(table->play);
    bool choice = is_person(table, turn) || (turn == ASC_CHANCE && table->dice_by_hand);
    code = choice ? 0 : asc_play_redo(table->play, NULL);
  }
  if (plies > 0) table->touched = (asc_steps){0};
  return plies > 0 ? plies : code;
}
