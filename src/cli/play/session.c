/* Implementation of session.h: sides and their names, games of a match, random seeds, undo and redo. */
#include "session.h"

#include "base/hash.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "draw/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define ENGINE "engine:"

static bool is_engine(const char *name) { return strncmp(name, ENGINE, strlen(ENGINE)) == 0; }

int cli_side_read(const char *name, cli_side *side, asc_error *error) {
  *side = (cli_side){.is_engine = is_engine(name)};
  if (side->is_engine) {
    name += strlen(ENGINE);
    if (strlen(name) >= ASC_PLAYER_NAME_MAX)
      return asc_error_set(error, ASC_E_INPUT, "the name of the engine is too long");
    memcpy(side->name, name, strlen(name) + 1);
    return asc_player_read(&(asc_player_settings){0}, name, error);
  }
  if (strcmp(name, "human") == 0) return ASC_OK;
  (void)snprintf(side->name, CLI_SIDE_HUMAN_NAME_MAX, "%s", name);
  asc_text_clean(side->name, strlen(side->name));
  return ASC_OK;
}

/* Reads one player of the list. A human may not be named "human" or like an engine. */
static int side_read(const char *word, size_t length, cli_side *side, asc_error *error) {
  char text[CLI_SIDE_NAME_MAX + 8];
  (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
  bool is_human_name = strncmp(text, "human:", 6) == 0;
  const char *name = is_human_name ? text + 6 : text;
  bool is_known = is_human_name ? name[0] != '\0' && strlen(name) < CLI_SIDE_HUMAN_NAME_MAX && !is_engine(name)
                                : is_engine(name) || strcmp(name, "human") == 0;
  if (is_known && length < sizeof text) return cli_side_read(name, side, error);
  return asc_error_set(error, ASC_E_INPUT,
                       "unknown player '%.80s'; known are human, human:NAME, engine:0 to engine:%d, "
                       "engine:uct, engine:greedy",
                       text, ASC_LEVEL_MAX);
}

static bool is_setting(const char *word) { return word[strcspn(word, ",:=")] == '='; }

/* Returns the length of the first player of the list, including the settings of an engine. */
static size_t player_length(const char *players) {
  size_t length = strcspn(players, ",");
  while (is_engine(players) && players[length] == ',' && is_setting(players + length + 1))
    length += 1 + strcspn(players + length + 1, ",");
  return length;
}

static void sides_set_default(cli_session *session) {
  for (int i = 0; i < session->rules->players; i++) session->sides[i] = (cli_side){.is_engine = i > 0};
  for (int i = 1; i < session->rules->players; i++)
    (void)snprintf(session->sides[i].name, CLI_SIDE_NAME_MAX, "%s", cli_setting_value(CLI_SETTING_LEVEL));
}

int cli_session_read_sides(cli_session *session, const char *players, asc_error *error) {
  int count = 0;
  if (players == NULL) sides_set_default(session);
  while (players != NULL) {
    size_t length = player_length(players);
    cli_side side;
    int code = side_read(players, length, &side, error);
    if (code < 0) return code;
    if (count < ASC_PLAYERS_MAX) session->sides[count] = side;
    count++;
    players = players[length] == ',' ? players + length + 1 : NULL;
    if (players == NULL && count != session->rules->players)
      return asc_error_set(error, ASC_E_INPUT, "%d player%s for %s, which is played by %d", count,
                           count == 1 ? "" : "s", session->rules->spec, session->rules->players);
  }
  return ASC_OK;
}

const cli_side *cli_session_side_at(const cli_session *session, int seat) {
  return &session->sides[asc_match_side(&session->match, seat)];
}

bool cli_session_has_only_engines(const cli_session *session) {
  for (int i = 0; i < session->rules->players; i++)
    if (!session->sides[i].is_engine) return false;
  return true;
}

void cli_side_write_name(const cli_side *side, char text[CLI_SIDE_NAME_MAX]) {
  if (side->is_engine)
    (void)snprintf(text, CLI_SIDE_NAME_MAX, ENGINE "%.*s", ASC_PLAYER_NAME_MAX, side->name);
  else
    (void)snprintf(text, CLI_SIDE_NAME_MAX, "%s", side->name[0] == '\0' ? "human" : side->name);
}

void cli_side_write_display_name(const cli_side *side, char text[CLI_SIDE_NAME_MAX]) {
  asc_player_settings settings;
  char words[ASC_SENTENCE_MAX];
  cli_side_write_name(side, text);
  if (!side->is_engine || asc_player_read(&settings, side->name, NULL) < 0) return;
  if (settings.kind == ASC_PLAYER_LEVEL)
    cli_say_to(words, "side.level", CLI_ARG_NUMBER("level", settings.level));
  else
    cli_say_to(words, "side.program", CLI_ARG_TEXT("name", side->name));
  (void)snprintf(text, CLI_SIDE_NAME_MAX, "%.*s", CLI_SIDE_NAME_MAX - 1, words);
}

/* Writes the name of a seat in the rules: "Black". */
static void seat_color(const cli_session *session, int seat, char text[ASC_SENTENCE_MAX]) {
  char key[24];
  asc_message message;
  (void)snprintf(key, sizeof key, "player.%d", seat);
  asc_message_set(&message, key);
  cli_say_message(session->rules, &message, text);
}

void cli_session_write_seat_name(const cli_session *session, int seat, char text[ASC_SENTENCE_MAX]) {
  if (seat < 1) {
    (void)asc_say_sentence(cli_language_current(), "board.die", ASC_SAY_ARGS(), text, ASC_SENTENCE_MAX);
    return;
  }
  const cli_side *side = cli_session_side_at(session, seat);
  char name[CLI_SIDE_NAME_MAX];
  seat_color(session, seat, text);
  if (!side->is_engine && side->name[0] == '\0') return;
  cli_side_write_display_name(side, name);
  size_t length = strlen(text);
  (void)snprintf(text + length, ASC_SENTENCE_MAX - length, " (%s)", name);
}

int cli_session_find_seat(const cli_session *session, const char *name) {
  int named = 0, found = 0;
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char color[ASC_SENTENCE_MAX], whole[ASC_SENTENCE_MAX], side[CLI_SIDE_NAME_MAX];
    seat_color(session, seat, color);
    cli_session_write_seat_name(session, seat, whole);
    if (strcasecmp(name, color) == 0 || strcasecmp(name, whole) == 0) return seat;
    cli_side_write_name(cli_session_side_at(session, seat), side);
    if (strcasecmp(name, side) != 0) continue;
    named++;
    found = seat;
  }
  return named == 1 ? found : 0;
}

/* Returns the random seed of this game for one use; `use` separates the dice from the engine. */
static uint64_t game_seed(const cli_session *session, const char *use) {
  return asc_hash_text(asc_hash_add(session->seed, (uint64_t)session->match.played), use);
}

static int opening_play(cli_session *session, asc_error *error) {
  char moves[CLI_SESSION_OPENING_MAX];
  memcpy(moves, session->opening, sizeof moves);
  char *rest = moves;
  const char *word;
  for (int number = 1; (word = asc_text_next_word(&rest)) != NULL; number++) {
    asc_error move_error;
    int code = asc_play_move_text(session->play, word, &move_error);
    if (code < 0) return asc_error_set(error, code, "move %d, '%.60s': %.200s", number, word, move_error.reason);
  }
  return ASC_OK;
}

int cli_session_start_game(cli_session *session, const void *first, asc_error *error) {
  asc_play *play;
  int code = asc_play_open(&play, session->rules, first);
  if (code < 0) return asc_error_set(error, code, "%s", asc_strerror(code));
  asc_play_close(session->play); /* after asc_play_open, because `first` may belong to it */
  session->play = play;
  session->ply_comments.count = 0;
  session->touched = (asc_steps){0};
  cli_clock_reset(&session->clock, session->clock.rule);
  time_t now = time(NULL);
  struct tm day;
  if (localtime_r(&now, &day) != NULL) (void)strftime(session->date, sizeof session->date, "%Y.%m.%d", &day);
  return opening_play(session, error);
}

void cli_session_close(cli_session *session) {
  asc_play_close(session->play);
  asc_rules_close(session->rules);
  free(session->earlier_records);
  asc_ply_comments_close(&session->ply_comments);
  *session = (cli_session){0};
}

int cli_session_roll(cli_session *session, asc_error *error) {
  bool due = asc_play_turn(session->play) == ASC_CHANCE;
  if (due && !asc_play_get_seed(session->play, NULL)) asc_play_set_seed(session->play, game_seed(session, "dice"));
  return asc_play_roll(session->play, error);
}

int cli_session_record_move_time(cli_session *session, int seat) {
  if (seat < 1 || !cli_clock_is_used(&session->clock)) return ASC_OK;
  if (asc_play_turn(session->play) != seat) cli_clock_end_turn(&session->clock);
  return asc_ply_comments_add_clock(&session->ply_comments, session->play,
                                    cli_clock_remaining_us(&session->clock, asc_match_side(&session->match, seat)));
}

uint64_t cli_session_ply_seed(const cli_session *session) {
  return asc_hash_add(game_seed(session, "engine"), (uint64_t)asc_play_ply_count(session->play));
}

uint64_t cli_session_game_seed(const cli_session *session) { return game_seed(session, "form"); }

int cli_session_change_engines(cli_session *session, const char *name, asc_error *error) {
  cli_side side;
  char whole[2 * CLI_SIDE_NAME_MAX];
  bool found = false;
  (void)snprintf(whole, sizeof whole, ENGINE "%.*s", CLI_SIDE_NAME_MAX, name);
  int code = cli_side_read(whole, &side, error);
  for (int i = 0; code == ASC_OK && i < session->rules->players; i++) {
    if (!session->sides[i].is_engine) continue;
    session->sides[i] = side;
    found = true;
  }
  return code < 0 || found ? code : asc_error_set(error, ASC_E_STATE, "no engine is playing");
}

static bool is_human(const cli_session *session, int seat) {
  return seat >= 1 && !cli_session_side_at(session, seat)->is_engine;
}

/* Returns the last event that a human chose, a move or a typed roll, and its index. NULL if there is none. */
static const asc_event *last_choice(const cli_session *session, int *index) {
  for (*index = asc_play_event_count(session->play) - 1; *index >= 0; --*index) {
    const asc_event *event = asc_play_event(session->play, *index);
    if (event->is_manual_roll || is_human(session, event->player)) return event;
  }
  return NULL;
}

static int first_human(const cli_session *session) {
  int seat = 1;
  while (seat < session->rules->players && !is_human(session, seat)) seat++;
  return seat;
}

int cli_session_undo(cli_session *session, asc_error *error) {
  int index, plies = 0, before = asc_play_ply_count(session->play);
  const asc_event *choice = last_choice(session, &index);
  if (choice == NULL || !choice->is_manual_roll)
    plies = asc_play_undo(session->play, choice == NULL ? first_human(session) : choice->player, error);
  while (plies >= 0 && asc_play_event_count(session->play) > index && choice != NULL)
    plies = asc_play_undo(session->play, 0, error);
  if (plies < 0) return plies;
  asc_ply_comments_truncate(&session->ply_comments, session->play);
  session->touched = (asc_steps){0};
  return before - asc_play_ply_count(session->play);
}

int cli_session_redo(cli_session *session, asc_error *error) {
  int plies = 0, code = asc_play_redo(session->play, error);
  while (code > 0) {
    plies += code;
    int turn = asc_play_turn(session->play);
    bool choice = is_human(session, turn) || (turn == ASC_CHANCE && session->dice_by_hand);
    code = choice ? 0 : asc_play_redo(session->play, NULL);
  }
  if (plies > 0) session->touched = (asc_steps){0};
  return plies > 0 ? plies : code;
}
