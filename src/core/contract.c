#include "contract.h"

#include <string.h>

/* Whether so many of those are there: none, all, or something between. */
typedef enum share { NONE, SOME, ALL } share;

static share share_of(int there, int all) { return there == 0 ? NONE : there == all ? ALL : SOME; }

/* What a search needs. */
static bool is_searched(const asc_game *g) {
  return g->open != NULL && g->start != NULL && g->turn != NULL && g->moves != NULL && g->play != NULL &&
         g->outcome != NULL && g->hash != NULL;
}

/* What it takes beyond that to be played by people, */
static share is_played(const asc_game *g) {
  return share_of((g->give_up != NULL) + (g->write_move != NULL) + (g->steps != NULL) + (g->why != NULL) +
                      (g->catalogues != NULL),
                  5);
}

/* and to be shown and kept. */
static share is_shown(const asc_game *g) {
  return share_of((g->view != NULL) + (g->way != NULL) + (g->write != NULL) + (g->read != NULL) + (g->check != NULL) +
                      (g->about != NULL),
                  6);
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
  if (game->id == NULL || !is_searched(game)) return "the id or a function that every search needs is missing";
  if (game->rules_size < sizeof(asc_rules)) return "rules_size is smaller than asc_rules";
  if (is_played(game) == SOME) return "give_up, write_move, steps, why and catalogues go together";
  if (is_shown(game) == SOME || is_shown(game) > is_played(game))
    return "view, way, write, read, check and about go together, and with what it takes to be played";
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
