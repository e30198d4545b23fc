/* The games that the page has open. The page knows a game by its number; the module owns its rules, play and record. */
#ifndef WASM_GAME_H
#define WASM_GAME_H

#include "base/strbuf.h"
#include "draw/scene.h"

#include <ascona/ascona.h>

/* Adds a game and takes ownership of rules, play and source, also after an error. `source` is the record that the game
   was read from, whose comments stay with the game, or NULL. Returns the reply with the number of the game. */
const char *wasm_game_add(asc_rules *rules, asc_play *play, asc_record *source);
/* Returns the running game, or NULL if there is no such game. The caller may change it. */
asc_play *wasm_game_play(int number);
/* Returns the record that the game was read from, or NULL. It still belongs to the game. */
const asc_record *wasm_game_source_record(int number);
/* Returns that record, or NULL; the caller now owns it. The game must exist. */
asc_record *wasm_game_take_source_record(int number);
/* Replaces the running game by another under the same rules, and takes ownership of it. The game must exist. */
void wasm_game_replace_play(int number, asc_play *play);

/* Makes a record of the game with more tags, one line per tag: name, tab, value. The caller closes *record, also after
   an error. Returns ASC_OK or an error code. */
int wasm_game_to_record(int number, const char *tags, asc_record **record, asc_error *error);
/* Returns the reply with the text of a record, or with the error. Frees the text. */
const char *wasm_game_record_reply(int code, const asc_error *error, asc_strbuf *text);

/* Returns the scene of the current position, or NULL if there is no such game. The caller may change the scene. It is
   valid until the next call. */
asc_scene *wasm_game_current_scene(int number);
/* Returns the scene after `at` events, or the current one if `at` is less than 0, as a drawing to save: no targets are
   marked. NULL if there is no such game. */
const asc_scene *wasm_game_scene_at(int number, int at);
/* Returns the reply for a game that does not exist. */
const char *wasm_game_unknown_reply(void);

#endif
