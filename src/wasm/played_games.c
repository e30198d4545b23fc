/* Exports collections of played games and the moves that followed a position (study/played_games.h), and the equivalent
   moves of a game (study/symmetry.h). */
#include "study/played_games.h"
#include "game.h"
#include "imports.h"
#include "reply.h"
#include "study/symmetry.h"

enum { COLLECTIONS_MAX = 8, LISTED_GAMES_MAX = 50 };

static asc_played_games *collections[COLLECTIONS_MAX];

static asc_played_games *collection_find(int number) {
  return number < 0 || number >= COLLECTIONS_MAX ? NULL : collections[number];
}

/* Opens a collection and replies with its number. */
WASM_EXPORT("past_open") const char *wasm_export_played_games_open(void) {
  int number = 0, code = ASC_E_MEMORY;
  while (number < COLLECTIONS_MAX && collections[number] != NULL) number++;
  if (number < COLLECTIONS_MAX) code = asc_played_games_open(&collections[number]);
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_json_number(wasm_reply_begin(), "past", number);
  return wasm_reply_end();
}

WASM_EXPORT("past_close") void wasm_export_played_games_close(int number) {
  asc_played_games_close(collection_find(number));
  if (collection_find(number) != NULL) collections[number] = NULL;
}

/* Sets the text to be read. If `own` is nonzero, its games belong to the player with that name. */
WASM_EXPORT("past_take")
const char *wasm_export_played_games_set_text(int number, const char *text, int own, const char *name) {
  asc_error error = {0};
  if (collection_find(number) == NULL) return wasm_game_unknown_reply();
  int code = asc_played_games_set_text(collection_find(number), text, own ? name : NULL, &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_json_number(wasm_reply_begin(), "done", 0);
  return wasm_reply_end();
}

/* Reads at most `max_games` more games. */
WASM_EXPORT("past_read") const char *wasm_export_played_games_read(int number, int max_games) {
  asc_played_games *collection = collection_find(number);
  if (collection == NULL) return wasm_game_unknown_reply();
  int code = asc_played_games_read(collection, max_games);
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_json *json = wasm_reply_begin();
  asc_json_bool(json, "more", code > 0);
  asc_json_number(json, "games", asc_played_games_count(collection));
  asc_json_number(json, "wrong", asc_played_games_error_count(collection));
  return wasm_reply_end();
}

/* Replies with the moves and games that followed the position of a game. */
WASM_EXPORT("past_find") const char *wasm_export_played_games_find(int number, int game) {
  const asc_play *play = wasm_game_play(game);
  if (collection_find(number) == NULL) return wasm_game_unknown_reply();
  if (play == NULL) return wasm_game_unknown_reply();
  int code = asc_played_games_json(wasm_reply_begin(), collection_find(number), asc_play_rules(play),
                                   asc_play_position(play), LISTED_GAMES_MAX);
  return code < 0 ? wasm_reply_error(code, NULL, NULL, NULL) : wasm_reply_end();
}

/* Replies with the moves of a game, equivalent moves in one group. */
WASM_EXPORT("table_alike") const char *wasm_export_game_equivalent_moves(int game) {
  const asc_play *play = wasm_game_play(game);
  asc_symmetry_moves equivalents = {0};
  if (play == NULL) return wasm_game_unknown_reply();
  const asc_rules *rules = asc_play_rules(play);
  int code = asc_play_end(play) == ASC_END_NONE ? asc_symmetry_moves_open(&equivalents, rules, asc_play_position(play))
                                                : ASC_OK;
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "alike", '[');
  for (int i = 0; code == ASC_OK && i < equivalents.count; i++)
    if (equivalents.representatives[i] == i)
      asc_symmetry_moves_json(json, NULL, &equivalents, rules, asc_play_position(play), i);
  asc_json_close(json, ']');
  asc_symmetry_moves_close(&equivalents);
  return code < 0 ? wasm_reply_error(code, NULL, NULL, NULL) : wasm_reply_end();
}
