/* Questions to a person at a terminal: which of a list, and the menu of a bare `ascona`. */
#ifndef ASC_CLI_SCREEN_ASK_H
#define ASC_CLI_SCREEN_ASK_H

#include "cli/cli.h"
#include "input.h"

/* Asks which game, by number or name; `key` is the question. `resume` NULL, or it is asked about too where there is an
   unfinished game, and set if that is the answer. False: none. */
bool ask_game(play_input *input, const char *key, char spec[ASC_SPEC_MAX], bool *resume);

/* Asks for the level of the opponent, and for the colour, where there is one; fills in who plays, as --players takes
   it. False: nobody wants to play. */
bool ask_players(play_input *input, const char *spec, char *players, size_t size);

/* Writes a prompt: the sentence of the key and "> ". */
void ask_prompt(const char *key, char *prompt, size_t size);

/* `ascona` alone, on a terminal. Returns an exit status. */
int menu_run(void);

#endif
