/* What Black's choice of the fourth ply is worth: a second pawn anywhere, against his best turn.

   Every position with two white pawns and a black one is looked at, then those that three plies lead to, then those
   where White's third ply was his best, and where all three plies were. */
#include "page.h"

#include "games/delta/delta.h"
#include "solve/delta/position.h"

#include <stdlib.h>
#include <string.h>

enum { KIND_ALL, KIND_PLAYED, KIND_THIRD_BEST, KIND_ALL_BEST, KINDS, NOTHING = -1000 };

typedef struct choice_entry {
  bool is[KINDS];
  int turn, put; /* the best of each, for Black */
} choice_entry;

/* By the black square and the two white ones, as the board numbers them, the smaller first. */
typedef struct choice_table {
  choice_entry entries[RETRO_SQUARES_MAX][RETRO_SQUARES_MAX][RETRO_SQUARES_MAX];
} choice_table;

/* The lowest of them. */
static int square_of(const results_page *page, uint64_t men) {
  return asc_bits_lowest(asc_retro_set_of(&page->plan.board, men));
}

static choice_entry *entry_of(const results_page *page, choice_table *table, const delta_position *position) {
  uint64_t white = position->men[DELTA_WHITE];
  int black = square_of(page, position->men[DELTA_BLACK]);
  return &table->entries[black][square_of(page, white)][square_of(page, asc_bits_drop(white))];
}

/* Puts are written as a square, turns with a hyphen. */
static int entry_fill(results_page *page, const asc_position *position, choice_entry *entry) {
  asc_probe list;
  int code = results_probe(page, position, &list);
  if (code < 0) return code;
  entry->is[KIND_ALL] = true;
  entry->turn = entry->put = NOTHING;
  for (int i = 0; i < list.count; i++) {
    int *best = strchr(list.moves[i].token, '-') != NULL ? &entry->turn : &entry->put;
    if (list.moves[i].truth.points > *best) *best = list.moves[i].truth.points;
  }
  if (entry->turn == NOTHING) entry->turn = -1; /* he would be stuck */
  asc_probe_close(&list);
  return ASC_OK;
}

static int entries_fill(results_page *page, choice_table *table) {
  int squares = page->plan.board.squares, code = ASC_OK;
  for (int black = 0; black < squares; black++)
    for (int one = 0; one < squares; one++)
      for (int two = one + 1; two < squares && code == ASC_OK; two++) {
        asc_position position;
        if (one == black || two == black) continue;
        retro_found found = {.own = (uint32_t)1 << black, .other = (uint32_t)1 << one | (uint32_t)1 << two};
        results_position(page, &page->plan.layers[3], &found, &position);
        code = entry_fill(page, &position, &table->entries[black][one][two]);
      }
  return code;
}

/* What a position of two plies would be worth to White if Black had no choice; marks where three plies lead. */
static int third_plies(results_page *page, choice_table *table, const asc_position *position, bool best_so_far,
                       int *without) {
  asc_probe list;
  int code = results_probe(page, position, &list);
  *without = NOTHING;
  for (int i = 0; code == ASC_OK && i < list.count; i++) {
    asc_position next = *position;
    code = results_play(page, &next, list.moves[i].token);
    if (code < 0) break;
    choice_entry *entry = entry_of(page, table, (const delta_position *)&next);
    bool best = list.moves[i].truth.points == list.truth.points;
    entry->is[KIND_PLAYED] = true;
    entry->is[KIND_THIRD_BEST] |= best;
    entry->is[KIND_ALL_BEST] |= best && best_so_far;
    if (-entry->turn > *without) *without = -entry->turn;
  }
  asc_probe_close(&list);
  return code;
}

/* All first plies, all replies; returns what they would be worth to White without the choice. */
static int second_plies(results_page *page, choice_table *table, const asc_position *position, bool best_so_far,
                        int *without) {
  asc_probe list;
  int code = results_probe(page, position, &list);
  *without = -NOTHING;
  for (int i = 0; code == ASC_OK && i < list.count; i++) {
    asc_position next = *position;
    int value;
    code = results_play(page, &next, list.moves[i].token);
    bool best = list.moves[i].truth.points == list.truth.points;
    if (code == ASC_OK) code = third_plies(page, table, &next, best && best_so_far, &value);
    if (code == ASC_OK && value < *without) *without = value;
  }
  asc_probe_close(&list);
  return code;
}

/* What each first pawn would be worth without the choice, by square. */
static int first_plies(results_page *page, choice_table *table, int *without) {
  asc_position start = {0};
  asc_probe list;
  asc_position_start(page->rules, &start);
  int code = results_probe(page, &start, &list);
  for (int i = 0; code == ASC_OK && i < list.count; i++) {
    asc_position next = start;
    bool best = list.moves[i].truth.points == list.truth.points;
    delta_position delta;
    code = results_play(page, &next, list.moves[i].token);
    if (code < 0) break;
    memcpy(&delta, &next, sizeof delta);
    code = second_plies(page, table, &next, best, &without[square_of(page, delta.men[DELTA_WHITE])]);
  }
  asc_probe_close(&list);
  return code;
}

typedef struct choice_sum {
  uint64_t count, put_better, equal, turn_better, black_wins;
  int64_t gain; /* points, over all */
  int most;
} choice_sum;

static choice_sum sum_up(const choice_table *table, int kind) {
  choice_sum sum = {0};
  const choice_entry *entries = &table->entries[0][0][0];
  for (size_t i = 0; i < sizeof table->entries / sizeof *entries; i++) {
    const choice_entry *entry = &entries[i];
    if (!entry->is[kind]) continue;
    int gain = entry->put - entry->turn;
    sum.count++;
    *(gain > 0 ? &sum.put_better : gain == 0 ? &sum.equal : &sum.turn_better) += 1;
    sum.black_wins += entry->put > 0 || entry->turn > 0;
    if (gain > 0) sum.gain += gain;
    if (gain > sum.most) sum.most = gain;
  }
  return sum;
}

static void sums_write(results_page *page, const choice_table *table) {
  static const char *const names[KINDS] = {"all with two white pawns and a black one", "those that three plies lead to",
                                           "White's third ply was his best", "all three plies were best"};
  char text[6][RESULTS_TEXT];
  fputs("| positions | | the second pawn is better | as good | a turn is better | gained on average | at most | Black "
        "wins |\n|---|---|---|---|---|---|---|---|\n",
        page->out);
  for (int kind = 0; kind < KINDS; kind++) {
    choice_sum sum = sum_up(table, kind);
    fprintf(page->out, "| %s | %s | %s | %s | %s | %.2f | %d | %s |\n", names[kind], results_count(sum.count, text[0]),
            results_percent(sum.put_better, sum.count, text[1]), results_percent(sum.equal, sum.count, text[2]),
            results_percent(sum.turn_better, sum.count, text[3]), (double)sum.gain / (double)(sum.count + !sum.count),
            sum.most, results_percent(sum.black_wins, sum.count, text[4]));
  }
}

static void without_write(results_page *page, const int *without) {
  const retro_board *board = &page->plan.board;
  char value[RESULTS_TEXT];
  int game = without[0];
  for (int i = 1; i < board->squares; i++) game = without[i] > game ? without[i] : game;
  fputs("\nGained is what the choice adds to Black's best turn, in points.\n\nWithout it the first pawns would be "
        "worth",
        page->out);
  const char *between = "";
  for (int i = 0; i < board->squares; i++) {
    char name[ASC_TOKEN_MAX];
    if (results_class_size(board, i) == 0) continue;
    asc_retro_square_write(board, (uint32_t)1 << i, name);
    fprintf(page->out, "%s `%s` %s", between, name, results_value(without[i], value));
    between = ",";
  }
  fprintf(page->out, ", and the game %s", results_value(game, value));
  fprintf(page->out, game == page->value ? ", as it is with it.\n\n" : ".\n\n");
}

int results_choice(results_page *page) {
  choice_table *table = calloc(1, sizeof *table);
  int without[RETRO_SQUARES_MAX] = {0};
  char text[RESULTS_TEXT];
  if (table == NULL) return results_fail(page, ASC_E_MEMORY);
  int code = entries_fill(page, table);
  if (code == ASC_OK) code = first_plies(page, table, without);
  if (code == ASC_OK) {
    fputs("## Black's choice\n\nOn the fourth ply Black may put a second pawn anywhere instead of making a turn.\n\n",
          page->out);
    sums_write(page, table);
    without_write(page, without);
    choice_sum sum = sum_up(table, KIND_PLAYED);
    fprintf(page->brief,
            "- Black's choice on the fourth ply is better than any turn in %s of the positions that three plies\n  "
            "lead to.\n",
            results_percent(sum.put_better, sum.count, text));
  }
  free(table);
  return code;
}
