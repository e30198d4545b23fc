/* Questions to a user at a terminal before a game, and the menu of `ascona` without arguments. */
#ifndef CLI_SCREEN_ASK_H
#define CLI_SCREEN_ASK_H

#include "cli/cli.h"
#include "input.h"

/* Asks which game to play, by number or name; `key` is the message key of the question. If `resume` is not NULL and
   there is an unfinished game, offers that too and sets *resume if the user chooses it. Otherwise fills in `spec`.
   Returns false if the user quits. */
bool cli_ask_game(cli_input *input, const char *key, char spec[ASC_SPEC_MAX], bool *resume);

/* Asks for the level of the opponent and, against an engine, for the colour. Writes the players as --players expects
   them. Returns false if the user quits. */
bool cli_ask_players(cli_input *input, const char *spec, char *players, size_t size);

/* Writes a prompt: the sentence of the key and "> ". */
void cli_ask_write_prompt(const char *key, char *prompt, size_t size);

/* Shows the menu on a terminal and runs the chosen command. Returns an exit status. */
int cli_menu_run(void);

#endif
