/* The last layer, where pawns are only moved about: how long wins take, and the longest of them; then what it is worth
   to be the one to move, and mutual zugzwangs, where it is a burden. */
#include "page.h"

#include <string.h>

/* The value that takes the most plies of those that come to this; 0: there is none. */
static int8_t longest_value(const results_page *page, int fate) {
  const retro_header *header = page->layers[page->last->pawns].header;
  int8_t longest = 0;
  int most = -1;
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++) {
    int plies = asc_retro_value_plies(page->last, (int8_t)v);
    if (header->positions[(uint8_t)v] == 0 || asc_retro_fate((int8_t)v) != fate || plies <= most) continue;
    most = plies;
    longest = (int8_t)v;
  }
  return longest;
}

static uint64_t ended(const results_page *page, int fate, int plies) {
  uint64_t count = 0;
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++)
    if (v != 0 && asc_retro_fate((int8_t)v) == fate && asc_retro_value_plies(page->last, (int8_t)v) == plies)
      count += page->layers[page->last->pawns].header->positions[(uint8_t)v];
  return count;
}

/* A win in 2k - 1 plies is k moves of the winner, and so is a loss in 2k. */
static void plies_write(results_page *page) {
  static const int fates[] = {RETRO_WINS_RELAY, RETRO_LOSES_RELAY, RETRO_WINS_STUCK, RETRO_LOSES_STUCK};
  int relay = page->last->relay;
  fprintf(page->out, "| moves of the winner | wins %d | loses %d | wins 1 | loses 1 |\n|---:|---:|---:|---:|---:|\n",
          relay, relay);
  for (int moves = 0; moves <= RETRO_LAST_RELAY; moves++) {
    uint64_t counts[4], all = 0;
    char text[RESULTS_TEXT];
    for (int i = 0; i < 4; i++) all += counts[i] = ended(page, fates[i], i % 2 == 0 ? 2 * moves - 1 : 2 * moves);
    if (all == 0) continue;
    fprintf(page->out, "| %d |", moves);
    for (int i = 0; i < 4; i++) fprintf(page->out, " %s |", counts[i] == 0 ? "" : results_count(counts[i], text));
    fputc('\n', page->out);
  }
  fputc('\n', page->out);
}

typedef struct longest_kind {
  int fate;
  const char *words;
  const char *picture; /* NULL: none, and no line */
} longest_kind;

static int longest_write(results_page *page, const retro_survey *survey, const longest_kind *kind) {
  bool wanted[RETRO_VALUES] = {false};
  retro_finds finds;
  asc_position position;
  char words[2 * RESULTS_TEXT], points[RESULTS_TEXT];
  int plies;
  int8_t value = longest_value(page, kind->fate);
  if (value == 0) return ASC_OK;
  wanted[(uint8_t)value] = true;
  int code = asc_retro_survey_find(survey, wanted, &finds);
  if (code < 0) return results_fail(page, code);
  int size = asc_retro_value_points(page->last, value);
  (void)snprintf(points, sizeof points, "%d point%s", size < 0 ? -size : size, size == 1 || size == -1 ? "" : "s");
  plies = asc_retro_value_plies(page->last, value);
  fprintf(page->out, "**The longest %s of %s takes %d plies**: %zu position%s, symmetries left out.\n\n", kind->words,
          points, plies, finds.count, finds.count == 1 ? "" : "s");
  for (size_t i = 0; i < finds.count && i < 3; i++) {
    results_position(page, page->last, &finds.items[i], &position);
    fputs("- ", page->out);
    results_string_write(page, &position);
    fputc('\n', page->out);
  }
  if (finds.count > 3) fprintf(page->out, "- and %zu more\n", finds.count - 3);
  fputc('\n', page->out);
  if (kind->picture != NULL && finds.count > 0) {
    results_position(page, page->last, &finds.items[0], &position);
    (void)snprintf(words, sizeof words, "White to move %s %s in %d plies", size > 0 ? "wins" : "loses", points, plies);
    code = results_picture(page, kind->picture, words, &position, NULL);
    if (code == ASC_OK) code = results_line(page, &position, &plies);
  }
  asc_retro_finds_close(&finds);
  return code;
}

int results_last(results_page *page, const retro_survey *survey) {
  static const longest_kind all[] = {{RETRO_LOSES_STUCK, "loss", "longest"},
                                     {RETRO_WINS_STUCK, "win", NULL},
                                     {RETRO_WINS_RELAY, "win", "longest-relay"},
                                     {RETRO_LOSES_RELAY, "loss", NULL}};
  char text[2][RESULTS_TEXT];
  uint64_t positions = 0, stuck = ended(page, RETRO_LOSES_STUCK, 0);
  for (int v = 0; v < RETRO_VALUES; v++) positions += page->layers[page->last->pawns].header->positions[v];
  fputs("## With all pawns on the board\n\n"
        "Pawns are only moved about now, and the tables also say how many plies the winner needs when the loser holds\n"
        "out and neither gives up a point. For the player to move:\n\n",
        page->out);
  plies_write(page);
  fprintf(page->out, "With no move at all the player is stuck now: %s positions, %s of them all.\n\n",
          results_count(stuck, text[0]), results_percent(stuck, positions, text[1]));
  int code = ASC_OK, most = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    int plies = asc_retro_value_plies(page->last, longest_value(page, all[i].fate));
    most = plies > most ? plies : most;
  }
  fprintf(page->brief, "- The longest forced win takes %d plies.\n", most);
  for (size_t i = 0; i < sizeof all / sizeof all[0] && code == ASC_OK; i++) code = longest_write(page, survey, &all[i]);
  return code;
}

/* Both sides' number of plies: the one that loses sooner, then the other. */
static void depths(const results_page *page, const retro_found *found, int *sooner, int *later) {
  int one = asc_retro_value_plies(page->last, found->value), other = asc_retro_value_plies(page->last, found->turned);
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
          -asc_retro_value_points(page->last, found->value), asc_retro_value_plies(page->last, found->value),
          -asc_retro_value_points(page->last, found->turned), asc_retro_value_plies(page->last, found->turned));
  int code = results_picture(page, "zugzwang", "The deepest mutual zugzwang", &position, NULL);
  results_string_write(page, &position);
  fputs("\n\n", page->out);
  return code;
}

int results_turns(results_page *page, const retro_survey *survey) {
  retro_turns turns;
  char text[2][RESULTS_TEXT];
  int code = asc_retro_survey_turns(survey, &turns);
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
  asc_retro_turns_close(&turns);
  return code;
}
