/* What it is worth to be the one to move, with all pawns on the board; mutual zugzwangs, where it is a burden. */
#include "results.h"

/* Both sides' number of plies: the one that loses sooner, then the other. */
static void depths(const results_page *page, const retro_found *found, int *sooner, int *later) {
  int one = retro_value_plies(page->last, found->value), other = retro_value_plies(page->last, found->turned);
  *sooner = one < other ? one : other;
  *later = one < other ? other : one;
}

/* Where both hold out longest: first by the one that loses sooner. */
static const retro_found *deepest(const results_page *page, const retro_finds *finds) {
  const retro_found *best = &finds->items[0];
  for (size_t i = 1; i < finds->count; i++) {
    int sooner, later, best_sooner, best_later;
    depths(page, &finds->items[i], &sooner, &later);
    depths(page, best, &best_sooner, &best_later);
    if (sooner > best_sooner || (sooner == best_sooner && later > best_later)) best = &finds->items[i];
  }
  return best;
}

/* Boards by what both would get as the one to move. */
typedef struct turn_sums {
  uint64_t all, both_win, both_lose, both_draw, win_lose, win_draw, draw_lose;
} turn_sums;

static turn_sums sum_up(const results_page *page, const retro_turns *turns) {
  const retro_header *header = page->layers[page->last->pawns].header;
  turn_sums sums = {0};
  uint64_t won = 0, worse = 0;
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++) {
    sums.all += header->positions[(uint8_t)v];
    if (v > 0) won += header->positions[(uint8_t)v];
  }
  for (int a = RETRO_LOSES_RELAY; a <= RETRO_DRAWS; a++)
    for (int b = RETRO_LOSES_RELAY; b < RETRO_FATES; b++) {
      uint64_t count = turns->count[a][b];
      if (b > RETRO_DRAWS) worse += count;
      if (b > RETRO_DRAWS) *(a == RETRO_DRAWS ? &sums.win_draw : &sums.win_lose) += count;
      if (b < RETRO_DRAWS) *(a == RETRO_DRAWS ? &sums.draw_lose : &sums.both_lose) += count;
      if (a == RETRO_DRAWS && b == RETRO_DRAWS) sums.both_draw += count;
    }
  sums.both_win = won - worse;
  return sums;
}

static void sums_write(results_page *page, const turn_sums *sums) {
  const struct {
    const char *words;
    uint64_t count;
  } rows[] = {{"whoever is to move wins", sums->both_win},
              {"the same side wins, whoever is to move", 2 * sums->win_lose},
              {"whoever is to move loses: a mutual zugzwang", sums->both_lose},
              {"one wins if he is to move, else it is a draw", 2 * sums->win_draw},
              {"one loses if he is to move, else it is a draw", 2 * sums->draw_lose},
              {"a draw, whoever is to move", sums->both_draw}};
  fputs("| | boards | |\n|---|---:|---:|\n", page->out);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[2][RESULTS_TEXT];
    fprintf(page->out, "| %s | %s | %s |\n", rows[i].words, results_count(rows[i].count, text[0]),
            results_percent(rows[i].count, sums->all, text[1]));
  }
  fputc('\n', page->out);
}

static int zugzwangs_write(results_page *page, const retro_turns *turns) {
  const retro_finds *finds = &turns->zugzwangs;
  const uint64_t(*count)[RETRO_FATES] = turns->count;
  char text[4][RESULTS_TEXT];
  asc_position position;
  int sooner, later;
  if (finds->count == 0) {
    fputs("There are no mutual zugzwangs.\n\n", page->out);
    return ASC_OK;
  }
  int relay = page->last->relay;
  fprintf(
      page->out,
      "There are %s mutual zugzwangs, symmetries and the exchange of colours left out. Of all boards with one, the\n"
      "player to move loses %d points whoever it is on %s, 1 point on %s, and on %s one would lose %d and the\n"
      "other 1.\n\n",
      results_count(finds->count, text[0]), relay, results_count(count[RETRO_LOSES_RELAY][RETRO_LOSES_RELAY], text[1]),
      results_count(count[RETRO_LOSES_STUCK][RETRO_LOSES_STUCK], text[2]),
      results_count(2 * count[RETRO_LOSES_RELAY][RETRO_LOSES_STUCK], text[3]), relay);
  const retro_found *found = deepest(page, finds);
  depths(page, found, &sooner, &later);
  results_position(page, page->last, found, &position);
  fprintf(page->out,
          "In the deepest one White to move loses %d in %d plies, and Black to move loses %d in %d. Each would rather "
          "pass:\n\n",
          -retro_value_points(page->last, found->value), retro_value_plies(page->last, found->value),
          -retro_value_points(page->last, found->turned), retro_value_plies(page->last, found->turned));
  int code = results_picture(page, "zugzwang", "The deepest mutual zugzwang", &position, NULL);
  results_string_write(page, &position);
  fputs("\n\n", page->out);
  return code;
}

int results_turns(results_page *page, const retro_survey *survey) {
  retro_turns turns;
  char text[2][RESULTS_TEXT];
  int code = retro_survey_turns(survey, &turns);
  if (code < 0) return results_fail(page, code);
  turn_sums sums = sum_up(page, &turns);
  fputs(
      "## Who is to move\n\nWith all pawns on the board the same pawns can stand with either player to move. (Before, "
      "the number of pawns\nsays whose turn it is, so there are no mutual zugzwangs.) Of all boards:\n\n",
      page->out);
  sums_write(page, &sums);
  fprintf(
      page->brief,
      "- With all pawns on the board the move is worth a lot: who has it wins %s of the boards whichever side it is. "
      "Yet on %s\n  of them it is a burden: a mutual zugzwang.\n",
      results_percent(sums.both_win, sums.all, text[0]), results_percent(sums.both_lose, sums.all, text[1]));
  code = zugzwangs_write(page, &turns);
  retro_turns_close(&turns);
  return code;
}
