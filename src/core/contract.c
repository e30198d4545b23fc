#include "contract.h"

#include <string.h>

static bool has_functions(const asc_game *game) {
  return game->open != NULL && game->start != NULL && game->turn != NULL && game->moves != NULL && game->play != NULL &&
         game->outcome != NULL && game->give_up != NULL && game->hash != NULL && game->check != NULL &&
         game->write != NULL && game->read != NULL && game->write_move != NULL && game->view != NULL &&
         game->way != NULL && game->steps != NULL && game->why != NULL;
}

static const char *option_fault(const asc_option *option) {
  if (option->key == NULL || option->standard == NULL) return "an option has no key or no default";
  if (option->type == ASC_OPTION_CHOICE && (option->choices == NULL || strchr(option->choices, ' ') == NULL))
    return "a choice has fewer than two words";
  if (option->type == ASC_OPTION_NUMBER && (option->least < 0 || option->least > option->most))
    return "the bounds of a number are wrong";
  return NULL;
}

const char *asc_game_fault(const asc_game *game) {
  if (game->id == NULL || game->title == NULL || game->about == NULL || game->catalogues == NULL)
    return "id, title, about or catalogues are missing";
  if (game->rules_size < sizeof(asc_rules)) return "rules_size is smaller than asc_rules";
  if (!has_functions(game)) return "a function that is not optional is missing";
  if ((game->count == NULL) != (game->pick == NULL)) return "count and pick go together";
  if ((game->transform == NULL) != (game->transform_move == NULL)) return "transform and transform_move go together";
  if (game->option_count < 0 || game->option_count > ASC_OPTIONS_MAX) return "there are too many options";
  for (int i = 0; i < game->option_count; i++) {
    const char *fault = option_fault(&game->options[i]);
    if (fault != NULL) return fault;
  }
  return NULL;
}

const char *asc_rules_fault(const asc_rules *rules) {
  if (rules->position_size == 0 || rules->position_size > ASC_POSITION_MAX || rules->position_size % 8 != 0)
    return "position_size is not a multiple of 8 up to ASC_POSITION_MAX";
  if (rules->moves_max < 1 || rules->moves_max > ASC_MOVES_MAX) return "moves_max is not 1 to ASC_MOVES_MAX";
  if (rules->players < 1 || rules->players > ASC_PLAYERS_MAX) return "players is not 1 to ASC_PLAYERS_MAX";
  if (rules->longest < 1) return "longest is not set";
  if (rules->ply_limit < 0 || rules->ply_limit > rules->longest) return "ply_limit is beyond longest";
  if (rules->symmetries < 1) return "symmetries is not set";
  if (rules->symmetries > 1 && rules->game->transform == NULL) return "there are symmetries and no transform";
  return NULL;
}
