/* Draws: how rare they are, how they come about, and the earliest of them. */
#include "page.h"

#include "games/delta/delta.h"
#include "solve/delta/position.h"
#include "solve/delta/survey_lead.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_MAX = 12, EARLY_MAX = 9 };

/* Drawing moves that lead back to the very position in exactly so many plies, if there are any. */
static int round_search(results_page *page, const asc_position *start, const asc_position *now, int plies,
                        char (*tokens)[ASC_TOKEN_MAX], bool *found) {
  asc_probe list;
  *found = plies == 0 && memcmp(now, start, page->rules->position_size) == 0;
  if (plies == 0) return ASC_OK;
  int code = results_probe(page, now, &list);
  for (int i = 0; code == ASC_OK && !*found && i < list.count; i++) {
    if (list.moves[i].truth.points != 0) continue;
    asc_position next = *now;
    code = results_play(page, &next, list.moves[i].token);
    memcpy(tokens[0], list.moves[i].token, ASC_TOKEN_MAX);
    if (code == ASC_OK) code = round_search(page, start, &next, plies - 1, tokens + 1, found);
  }
  asc_probe_close(&list);
  return code;
}

/* The first drawn position from which play goes round in four plies, which is the least. */
static int round_write(results_page *page, const retro_finds *draws, const retro_rounds *rounds) {
  enum { SHORTEST = 4 };
  char tokens[ROUND_MAX][ASC_TOKEN_MAX];
  bool found = false;
  int code = ASC_OK;
  asc_position position;
  for (size_t i = 0; i < draws->count && !found && code == ASC_OK; i++) {
    if (rounds->round[i] != SHORTEST) continue;
    results_position(page, page->last, &draws->items[i], &position);
    code = round_search(page, &position, &position, SHORTEST, tokens, &found);
  }
  if (code < 0 || !found) return code;
  fputs("One of them, White to move:", page->out);
  for (int i = 0; i < SHORTEST; i++) fprintf(page->out, " `%s`", tokens[i]);
  fputs(", and everything stands as before.\n", page->out);
  results_string_write(page, &position);
  fputs("\n\n", page->out);
  return results_picture(page, "draw", "A drawn position: play goes round in four plies", &position, NULL);
}

static void rounds_write(results_page *page, const retro_finds *draws, const retro_rounds *rounds) {
  enum { SIZES = 64 };
  uint64_t by_size[SIZES + 1] = {0}, only = 0, on = 0, count = 0; /* longer ones are the last */
  char text[3][RESULTS_TEXT];
  for (size_t i = 0; i < draws->count; i++) {
    only += rounds->choice[i] == 1;
    on += rounds->round[i] > 0;
    by_size[rounds->round[i] < SIZES ? rounds->round[i] : SIZES]++;
  }
  fprintf(page->out,
          "With all pawns on the board %s positions are drawn, symmetries left out. In %s of these only one move "
          "keeps the\ndraw. ",
          results_count(draws->count, text[0]), results_percent(only, draws->count, text[1]));
  for (uint64_t size = 1; size < SIZES; size++) count += by_size[size] / size;
  if (by_size[SIZES] > 0) {
    fprintf(page->out, "Play can go round for ever from %s of them.\n\n", results_count(on, text[0]));
    return;
  }
  fprintf(page->out,
          "All of them come down to %s rounds, in which the same few positions return for ever (%s lie on one, the\n"
          "rest lead there).\nRounds by their number of positions: ",
          results_count(count, text[0]), results_count(on, text[1]));
  const char *between = "";
  for (uint64_t size = 1; size < SIZES; size++) {
    if (by_size[size] == 0) continue;
    fprintf(page->out, "%s%llu of %llu", between, (unsigned long long)(by_size[size] / size), (unsigned long long)size);
    between = ", ";
  }
  fputs(".\n\n", page->out);
}

static bool leads(const retro_lead *lead, const asc_position *position, int layer) {
  const delta_position *delta = (const delta_position *)position;
  return asc_retro_lead_has(lead, layer, asc_retro_set_of(&lead->plan->board, delta->men[delta->mover]),
                            asc_retro_set_of(&lead->plan->board, delta->men[!delta->mover]));
}

/* Plays the first move, as moves are numbered, from which play can still come there. */
static int lead_step(results_page *page, const retro_lead *lead, asc_position *position, int layer, char *token) {
  asc_move *moves = malloc((size_t)page->rules->moves_max * sizeof *moves);
  if (moves == NULL) return results_fail(page, ASC_E_MEMORY);
  int count = asc_position_moves(page->rules, position, moves), code = results_fail(page, ASC_E_STATE);
  for (int i = 0; i < count && code < 0; i++) {
    asc_position next = *position;
    asc_position_play(page->rules, &next, moves[i]);
    if (!leads(lead, &next, layer + 1)) continue;
    asc_move_write(page->rules, position, moves[i], token);
    *position = next;
    code = ASC_OK;
  }
  free(moves);
  return code;
}

static int early_game_write(results_page *page, const retro_lead *lead, asc_position *position) {
  char game[EARLY_MAX * (ASC_TOKEN_MAX + 1)] = "", token[ASC_TOKEN_MAX], words[sizeof game + RESULTS_TEXT];
  size_t length = 0;
  int code = ASC_OK;
  for (int n = 0; n < lead->layer && code == ASC_OK; n++) {
    code = lead_step(page, lead, position, n, token);
    length += (size_t)snprintf(game + length, sizeof game - length, "%s%s", n > 0 ? " " : "", token);
  }
  if (code < 0) return code;
  fprintf(page->out, "Play leads to such positions, for example by `%s`:\n\n", game);
  fprintf(page->brief, "- The earliest even position that play leads to has %d pawns on the board: `%s`.\n",
          lead->layer, game);
  (void)snprintf(words, sizeof words, "After %s: a draw with best play", game);
  return results_picture(page, "draw-early", words, position, NULL);
}

/* The first layers with draws, up to one that a game leads to. */
static int earliest_write(results_page *page) {
  char text[RESULTS_TEXT];
  bool found = false;
  int code = ASC_OK, n = 0;
  while (n < page->last->pawns && page->layers[n].header->positions[0] == 0) n++;
  for (; n > 0 && n < page->last->pawns && n <= EARLY_MAX && !found && code == ASC_OK; n++) {
    retro_lead lead;
    asc_position start = {0};
    asc_position_start(page->rules, &start);
    fprintf(page->out, "With %d pawns on the board %s positions are drawn.\n", n,
            results_count(page->layers[n].header->positions[0], text));
    code = asc_retro_lead_open(&lead, &page->plan, &page->layers[n], 0, page->threads, &page->error);
    found = code == ASC_OK && leads(&lead, &start, 0);
    if (found) code = early_game_write(page, &lead, &start);
    if (code == ASC_OK && !found) fputs("No game leads to one of them.\n", page->out);
    asc_retro_lead_close(&lead);
  }
  return code;
}

int results_draws(results_page *page, const retro_survey *survey) {
  bool wanted[RETRO_VALUES] = {true};
  retro_finds draws;
  retro_rounds rounds = {0};
  fputs("## Draws\n\n", page->out);
  int code = asc_retro_survey_find(survey, wanted, &draws);
  if (code >= 0 && draws.count > 0) code = asc_retro_survey_rounds(survey, &draws, &rounds);
  if (code < 0) {
    code = results_fail(page, code);
  } else if (draws.count == 0) {
    fputs("There are none.\n\n", page->out);
  } else {
    rounds_write(page, &draws, &rounds);
    code = round_write(page, &draws, &rounds);
    if (code == ASC_OK) code = earliest_write(page);
  }
  asc_retro_rounds_close(&rounds);
  asc_retro_finds_close(&draws);
  return code;
}
