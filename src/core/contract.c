/* The checks of contract.h. A game's functions form three groups: for searching, for playing and for showing. The first
   must be complete; each of the others is complete or absent, and showing needs playing. */
#include "contract.h"

#include <string.h>

/* How many functions of a group a game has. */
typedef enum coverage { NONE, SOME, ALL } coverage;

static coverage coverage_of(int present, int all) { return present == 0 ? NONE : present == all ? ALL : SOME; }

/* Returns whether the game has every function that a search needs. */
static bool can_be_searched(const asc_game *g) {
  return g->open != NULL && g->start != NULL && g->turn != NULL && g->moves != NULL && g->play != NULL &&
         g->outcome != NULL && g->hash != NULL;
}

/* The functions that players need in addition. */
static coverage play_functions(const asc_game *g) {
  return coverage_of((g->resign != NULL) + (g->write_move != NULL) + (g->steps != NULL) + (g->why != NULL) +
                         (g->catalogues != NULL),
                     5);
}

/* The functions that show and save positions. */
static coverage show_functions(const asc_game *g) {
  return coverage_of((g->view != NULL) + (g->path != NULL) + (g->write != NULL) + (g->read != NULL) +
                         (g->check != NULL) + (g->rules_text != NULL),
                     6);
}

static const char *option_error(const asc_option *option) {
  if (option->key == NULL || option->default_value == NULL) return "an option has no key or no default";
  if (option->type == ASC_OPTION_CHOICE && (option->choices == NULL || strchr(option->choices, ' ') == NULL))
    return "a choice has fewer than two words";
  if (option->type == ASC_OPTION_NUMBER && (option->min < 0 || option->min > option->max))
    return "the bounds of a number are wrong";
  return NULL;
}

const char *asc_contract_check_game(const asc_game *game) {
  if (game->id == NULL || !can_be_searched(game)) return "the id or a function that every search needs is missing";
  if (game->rules_size < sizeof(asc_rules)) return "rules_size is smaller than asc_rules";
  if (play_functions(game) == SOME) return "resign, write_move, steps, why and catalogues go together";
  if (show_functions(game) == SOME || show_functions(game) > play_functions(game))
    return "view, path, write, read, check and rules_text go together, and need the functions for playing";
  if ((game->count == NULL) != (game->pick == NULL)) return "count and pick go together";
  if ((game->transform == NULL) != (game->transform_move == NULL)) return "transform and transform_move go together";
  if (game->option_count < 0 || game->option_count > ASC_OPTIONS_MAX) return "there are too many options";
  for (int i = 0; i < game->option_count; i++) {
    const char *reason = option_error(&game->options[i]);
    if (reason != NULL) return reason;
  }
  return NULL;
}

const char *asc_contract_check_rules(const asc_rules *rules) {
  if (rules->position_size == 0 || rules->position_size > ASC_POSITION_MAX || rules->position_size % 8 != 0)
    return "position_size is not a multiple of 8 up to ASC_POSITION_MAX";
  if (rules->moves_max < 1 || rules->moves_max > ASC_MOVES_MAX) return "moves_max is not 1 to ASC_MOVES_MAX";
  if (rules->players < 1 || rules->players > ASC_PLAYERS_MAX) return "players is not 1 to ASC_PLAYERS_MAX";
  if (rules->plies_max < 1) return "plies_max is not set";
  if (rules->ply_limit < 0 || rules->ply_limit > rules->plies_max) return "ply_limit is larger than plies_max";
  if (rules->symmetries < 1) return "symmetries is not set";
  if (rules->symmetries > 1 && rules->game->transform == NULL) return "there are symmetries and no transform";
  return NULL;
}
