/* Tables are numbers for the page and running games here. */
#ifndef ASC_WASM_TABLE_H
#define ASC_WASM_TABLE_H

#include "draw/scene.h"
#include "play/growing.h"

#include <ascona/ascona.h>

/* Takes over rules and game as a new table and answers with its number; and the record the game was read from, whose
   comments stay with it, or NULL. */
const char *table_reply(asc_rules *rules, asc_play *play, asc_record *source);
/* The game at a table, or NULL. */
asc_play *table_game(int number);
/* The record it was read from, or NULL. */
const asc_record *table_source(int number);
/* Gives the record away: it is the caller's. */
asc_record *table_source_take(int number);
/* Another game under the same rules, which the table takes over. */
void table_change(int number, asc_play *play);

/* What was played as a record with more tags, a line each: name, tab, value. Whatever happens, the record is the
   caller's to close. */
int table_record_make(int number, const char *tags, asc_record **record, asc_error *error);
/* The answer with its text, which it frees, or with the error. */
const char *table_record_reply(int code, const asc_error *error, asc_growing *text);

/* The moment now; whoever draws may change it. NULL: there is no such table. */
asc_scene *table_scene_now(int number);
/* The moment after `at` events, or now with less than 0, as a drawing to be kept shows it; NULL: there is no such
 * table. */
const asc_scene *table_scene(int number, int at);
/* The answer where there is no such table. */
const char *table_unknown(void);

#endif
