#include "table.h"

#include "cli/cli.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "core/hash.h"
#include "core/text.h"
#include "draw/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define ENGINE "engine:"

static bool is_engine(const char *name) { return strncmp(name, ENGINE, strlen(ENGINE)) == 0; }

int table_side_named(const char *name, table_side *side, asc_error *error) {
  *side = (table_side){.engine = is_engine(name)};
  if (side->engine) {
    name += strlen(ENGINE);
    if (strlen(name) >= ASC_PLAYER_NAME_MAX) return asc_fail(error, ASC_E_INPUT, "the name of the engine is too long");
    memcpy(side->name, name, strlen(name) + 1);
    return asc_player_read(&(asc_player_settings){0}, name, error);
  }
  if (strcmp(name, "human") == 0) return ASC_OK;
  (void)snprintf(side->name, TABLE_PERSON_MAX, "%s", name);
  asc_text_clean(side->name, strlen(side->name));
  return ASC_OK;
}

/* One player of the list. A person may not be called like an engine, nor "human". */
static int side_read(const char *word, size_t length, table_side *side, asc_error *error) {
  char text[TABLE_NAME_MAX + 8];
  (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
  bool person = strncmp(text, "human:", 6) == 0;
  const char *name = person ? text + 6 : text;
  bool known = person ? name[0] != '\0' && strlen(name) < TABLE_PERSON_MAX && !is_engine(name)
                      : is_engine(name) || strcmp(name, "human") == 0;
  if (known && length < sizeof text) return table_side_named(name, side, error);
  return asc_fail(error, ASC_E_INPUT,
                  "unknown player '%.80s'; known are human, human:NAME, engine:0 to engine:%d, "
                  "engine:uct, engine:greedy",
                  text, ASC_LEVEL_MAX);
}

static bool is_setting(const char *word) { return word[strcspn(word, ",:=")] == '='; }

/* The length of the first player of the list, with the settings of an engine. */
static size_t player_length(const char *players) {
  size_t length = strcspn(players, ",");
  while (is_engine(players) && players[length] == ',' && is_setting(players + length + 1))
    length += 1 + strcspn(players + length + 1, ",");
  return length;
}

static void sides_choose(play_table *table) {
  for (int i = 0; i < table->rules->players; i++) table->sides[i] = (table_side){.engine = i > 0};
  for (int i = 1; i < table->rules->players; i++)
    (void)snprintf(table->sides[i].name, TABLE_NAME_MAX, "%s", setting_value(SETTING_LEVEL));
}

int table_sides_read(play_table *table, const char *players, asc_error *error) {
  int count = 0;
  if (players == NULL) sides_choose(table);
  while (players != NULL) {
    size_t length = player_length(players);
    table_side side;
    int code = side_read(players, length, &side, error);
    if (code < 0) return code;
    if (count < ASC_PLAYERS_MAX) table->sides[count] = side;
    count++;
    players = players[length] == ',' ? players + length + 1 : NULL;
    if (players == NULL && count != table->rules->players)
      return asc_fail(error, ASC_E_INPUT, "%d player%s for %s, which is played by %d", count, count == 1 ? "" : "s",
                      table->rules->spec, table->rules->players);
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
    (void)snprintf(text, TABLE_NAME_MAX, ENGINE "%.*s", ASC_PLAYER_NAME_MAX, side->name);
  else
    (void)snprintf(text, TABLE_NAME_MAX, "%s", side->name[0] == '\0' ? "human" : side->name);
}

void table_side_say(const table_side *side, char text[TABLE_NAME_MAX]) {
  asc_player_settings settings;
  char words[ASC_SENTENCE_MAX];
  table_side_name(side, text);
  if (!side->engine || asc_player_read(&settings, side->name, NULL) < 0) return;
  if (settings.kind == ASC_PLAYER_LEVEL)
    say_to(words, "side.level", NUMBER("level", settings.level));
  else
    say_to(words, "side.program", WORD("name", side->name));
  (void)snprintf(text, TABLE_NAME_MAX, "%.*s", TABLE_NAME_MAX - 1, words);
}

/* "Black": what the rules call the player of a seat. */
static void seat_color(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]) {
  char key[24];
  asc_message message;
  (void)snprintf(key, sizeof key, "player.%d", seat);
  asc_message_set(&message, key);
  say_message(table->rules, &message, text);
}

void table_seat_name(const play_table *table, int seat, char text[ASC_SENTENCE_MAX]) {
  if (seat < 1) {
    (void)asc_say(language_now(), "board.die", ASC_WORDS(), text, ASC_SENTENCE_MAX);
    return;
  }
  const table_side *side = table_side_at(table, seat);
  char name[TABLE_NAME_MAX];
  seat_color(table, seat, text);
  if (!side->engine && side->name[0] == '\0') return;
  table_side_say(side, name);
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
  for (int number = 1; (word = asc_text_word(&rest)) != NULL; number++) {
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
  table->evals.count = 0;
  table->touched = (asc_steps){0};
  clock_reset(&table->clock, table->clock.rule);
  time_t now = time(NULL);
  struct tm day;
  if (localtime_r(&now, &day) != NULL) (void)strftime(table->date, sizeof table->date, "%Y.%m.%d", &day);
  return opening_play(table, error);
}

void play_table_close(play_table *table) {
  asc_play_close(table->play);
  asc_rules_close(table->rules);
  free(table->earlier);
  asc_evals_close(&table->evals);
  *table = (play_table){0};
}

int table_roll(play_table *table, asc_error *error) {
  bool due = asc_play_turn(table->play) == ASC_CHANCE;
  if (due && !asc_play_seeded(table->play, NULL)) asc_play_seed(table->play, game_seed(table, "dice"));
  return asc_play_roll(table->play, error);
}

int table_moved(play_table *table, int seat) {
  if (seat < 1 || !clock_runs(&table->clock)) return ASC_OK;
  if (asc_play_turn(table->play) != seat) clock_pass(&table->clock);
  return asc_evals_clock(&table->evals, table->play, clock_left(&table->clock, asc_match_side(&table->match, seat)));
}

uint64_t table_engine_seed(const play_table *table) {
  return asc_hash_add(game_seed(table, "engine"), (uint64_t)asc_play_plies(table->play));
}

uint64_t table_form_seed(const play_table *table) { return game_seed(table, "form"); }

int table_engine_change(play_table *table, const char *name, asc_error *error) {
  table_side side;
  char whole[2 * TABLE_NAME_MAX];
  bool found = false;
  (void)snprintf(whole, sizeof whole, ENGINE "%.*s", TABLE_NAME_MAX, name);
  int code = table_side_named(whole, &side, error);
  for (int i = 0; code == ASC_OK && i < table->rules->players; i++) {
    if (!table->sides[i].engine) continue;
    table->sides[i] = side;
    found = true;
  }
  return code < 0 || found ? code : asc_fail(error, ASC_E_STATE, "no engine is playing");
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
  asc_evals_cut(&table->evals, table->play);
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
