/* The value of the game, of each first pawn, and of the first two plies: which of them is the fairest. */
#include "page.h"

#include "solve/delta/position.h"

#include <stdlib.h>
#include <string.h>

int results_class_size(const retro_board *board, int square) {
  bool seen[RETRO_SQUARES_MAX] = {false};
  int size = 0;
  for (int s = 0; s < RETRO_SYMMETRIES; s++) {
    int image = board->image[s][square];
    if (image < square) return 0;
    size += !seen[image];
    seen[image] = true;
  }
  return size;
}

/* The position after the first pawn, and Black's replies. */
static int first_pawn(results_page *page, int square, asc_position *position, asc_probe *list) {
  char token[ASC_TOKEN_MAX];
  memset(position, 0, sizeof *position);
  asc_position_start(page->rules, position);
  asc_retro_square_write(&page->plan.board, (uint32_t)1 << square, token);
  int code = results_play(page, position, token);
  return code < 0 ? code : results_probe(page, position, list);
}

static int row_write(results_page *page, int square, int *values) {
  const retro_board *board = &page->plan.board;
  asc_position position;
  asc_probe list;
  char name[ASC_TOKEN_MAX], value[RESULTS_TEXT];
  int code = first_pawn(page, square, &position, &list);
  if (code < 0) return code;
  for (int s = 0; s < RETRO_SYMMETRIES; s++) values[board->image[s][square]] = -list.truth.points;
  asc_retro_square_write(board, (uint32_t)1 << square, name);
  fprintf(page->out, "| `%s` | %d | %s | ", name, results_class_size(board, square),
          results_value(-list.truth.points, value));
  results_best_write(page, &list, 8);
  fprintf(page->out, " |\n");
  asc_probe_close(&list);
  return ASC_OK;
}

static void two_plies_write(results_page *page) {
  const retro_header *header = page->layers[2].header;
  char count[RESULTS_TEXT], value[RESULTS_TEXT];
  bool first = true;
  fputs("After two plies the value is", page->out);
  for (int v = RETRO_VALUES + RETRO_OVER - 1; v > RETRO_OVER; v--) {
    uint64_t positions = header->positions[(uint8_t)v];
    if (positions == 0) continue;
    fprintf(page->out, "%s %s in %s", first ? "" : ",", results_value(v, value), results_count(positions, count));
    first = false;
  }
  fputs(" of the positions.\n\n", page->out);
}

int results_openings(results_page *page) {
  const retro_board *board = &page->plan.board;
  asc_position start = {0};
  asc_probe list;
  int values[RETRO_SQUARES_MAX] = {0}, plies;
  char verdict[RESULTS_TEXT];
  asc_position_start(page->rules, &start);
  int code = results_probe(page, &start, &list);
  if (code < 0) return code;
  int value = page->value = list.truth.points;
  fprintf(page->out, "## The game\n\n**With best play of both: %s.**", results_verdict(value, verdict));
  fputs(" White's best first pawn: ", page->out);
  results_best_write(page, &list, 8);
  int only = results_best_count(&list);
  fprintf(page->brief, "- With best play: %s", results_verdict(value, verdict));
  if (only == 1) fprintf(page->brief, "; the first pawn belongs on `%s`", list.moves[0].token);
  fprintf(page->brief, ".%s\n",
          list.moves[list.count - 1].truth.points > 0 ? " No first pawn throws White's win away." : "");
  fputs(".\n\n| first pawn | squares like it | value | Black's best replies |\n|---|---|---|---|\n", page->out);
  asc_probe_close(&list);
  for (int square = 0; square < board->squares && code == ASC_OK; square++)
    if (results_class_size(board, square) > 0) code = row_write(page, square, values);
  fputc('\n', page->out);
  if (code == ASC_OK)
    code = results_picture(page, "openings", "The value of a first white pawn on each square", &start, values);
  two_plies_write(page);
  if (code < 0 || value == 0) return code;
  fputs("One game of best play, in which the loser holds out as long as he can:\n\n", page->out);
  code = results_line(page, &start, &plies);
  if (code == ASC_OK) fprintf(page->out, "It ends on ply %d.\n\n", plies);
  return code;
}

enum { FAIREST_MAX = RETRO_SQUARES_MAX * RETRO_SQUARES_MAX, FAIREST_SHOWN = 8 };

typedef struct fair_list {
  int margin, count;
  struct {
    char tokens[2 * ASC_TOKEN_MAX];
    int value, plies;
    asc_position position;
  } openings[FAIREST_MAX];
} fair_list;

/* Two plies that symmetries make of each other are told of once. */
static bool known_already(const results_page *page, const fair_list *fair, const asc_position *position) {
  asc_position image;
  for (int i = 0; i < fair->count; i++)
    for (int s = 0; s < page->rules->symmetries; s++) {
      memset(&image, 0, sizeof image);
      asc_position_transform(page->rules, s, position, &image);
      if (memcmp(&image, &fair->openings[i].position, page->rules->position_size) == 0) return true;
    }
  return false;
}

static int reply_consider(results_page *page, fair_list *fair, const asc_position *first, const char *pawn,
                          const asc_probe_move *reply) {
  asc_position position = *first;
  int margin = abs(reply->truth.points), code = results_play(page, &position, reply->token);
  if (code < 0 || margin > fair->margin) return code;
  if (margin < fair->margin) fair->count = 0;
  fair->margin = margin;
  if (fair->count == FAIREST_MAX || known_already(page, fair, &position)) return ASC_OK;
  int at = fair->count++;
  (void)snprintf(fair->openings[at].tokens, sizeof fair->openings[at].tokens, "%s %s", pawn, reply->token);
  fair->openings[at].value = -reply->truth.points;
  fair->openings[at].position = position;
  return ASC_OK;
}

static int fairest_find(results_page *page, fair_list *fair) {
  const retro_board *board = &page->plan.board;
  *fair = (fair_list){.margin = board->squares};
  int code = ASC_OK;
  for (int square = 0; square < board->squares && code == ASC_OK; square++) {
    asc_position position;
    asc_probe list = {0};
    char name[ASC_TOKEN_MAX];
    if (results_class_size(board, square) == 0) continue;
    code = first_pawn(page, square, &position, &list);
    asc_retro_square_write(board, (uint32_t)1 << square, name);
    for (int i = 0; code == ASC_OK && i < list.count; i++)
      code = reply_consider(page, fair, &position, name, &list.moves[i]);
    asc_probe_close(&list);
  }
  for (int i = 0; i < fair->count && fair->margin > 0 && code == ASC_OK; i++)
    code = results_fight(page, &fair->openings[i].position, &fair->openings[i].plies);
  return code;
}

/* Of equal margins the longest fight. */
static int fairest_longest(const fair_list *fair) {
  int longest = 0;
  for (int i = 1; i < fair->count; i++)
    if (fair->openings[i].plies > fair->openings[longest].plies) longest = i;
  return longest;
}

static void fairest_brief(results_page *page, const fair_list *fair) {
  char verdict[RESULTS_TEXT];
  fputs("- The fairest first two plies: ", page->brief);
  for (int i = 0; i < fair->count && i < 2; i++)
    fprintf(page->brief, "%s`%s`", i > 0 ? " and " : "", fair->openings[i].tokens);
  if (fair->count > 2) fprintf(page->brief, " and %d more", fair->count - 2);
  fprintf(page->brief, ": %s.\n", results_verdict(fair->openings[0].value, verdict));
}

int results_fairest(results_page *page) {
  fair_list *fair = calloc(1, sizeof *fair);
  char verdict[RESULTS_TEXT], words[128];
  int plies;
  if (fair == NULL) return results_fail(page, ASC_E_MEMORY);
  int code = fairest_find(page, fair), longest = fairest_longest(fair);
  fprintf(page->out, "## The fairest opening\n\n%s\n\n",
          fair->margin > 0 ? "No first two plies leave an even game. The smallest margin:"
                           : "These first two plies leave an even game (symmetries left out):");
  for (int i = 0; i < fair->count && i < FAIREST_SHOWN; i++) {
    fprintf(page->out, "- `%s`: %s", fair->openings[i].tokens, results_verdict(fair->openings[i].value, verdict));
    if (fair->margin > 0) fprintf(page->out, ", on ply %d", fair->openings[i].plies + 2);
    fputc('\n', page->out);
  }
  if (fair->count > FAIREST_SHOWN) fprintf(page->out, "- and %d more\n", fair->count - FAIREST_SHOWN);
  fputc('\n', page->out);
  fairest_brief(page, fair);
  (void)snprintf(words, sizeof words, "After %s", fair->openings[longest].tokens);
  if (code == ASC_OK) code = results_picture(page, "fairest", words, &fair->openings[longest].position, NULL);
  if (code == ASC_OK && fair->margin > 0) {
    fprintf(page->out, "Best play after `%s`:\n\n", fair->openings[longest].tokens);
    code = results_line(page, &fair->openings[longest].position, &plies);
  }
  free(fair);
  return code;
}
