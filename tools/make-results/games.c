/* Four games of a postal tournament of 1996, each move with the truth. All ended by resignation. */
#include "page.h"

#include <stdlib.h>
#include <string.h>

typedef struct old_game {
  const char *moves;
  int winner; /* 1 or 2 */
} old_game;

static const old_game games[] = {
    {"b2 b4 b2-e2 b4-b1 d2-b4 b2-d2 e2-e4 c2-a4 e3-e1 b1-d3 e4-c4", 1},
    {"b2 c2 b2-e5 c5 d4-b4 c2-e2 e5-a1", 1},
    {"b2 c3 b2-b5 b3 b5-e5 b3-d1 b4-e4 c3-a3 d5-a5 a3-c5 a5-a1 c5-c3 a1-c1 c3-e3 d4-b2 d3-d5 c3-e1 c4-e2", 2},
    {"c3 d3 c3-a3 c3 a3-a1 d3-d1 b3-b5 d1-a4 a1-e1 c3-c5 d1-a1 c4-c1 b4-d4 c5-e5 c4-e2 c2-c4", 2}};

typedef struct game_score {
  int moves[2], best[2], lost[2]; /* by player: moves, best ones, points given away */
  int turned;                     /* plies that changed who wins */
  int turn_ply;                   /* the first of these, 0: none, and the position before it */
  asc_position turn_position;
} game_score;

static int sign(int value) { return (value > 0) - (value < 0); }

static const asc_probe_move *move_find(const asc_probe *list, const char *token) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->moves[i].token, token) == 0) return &list->moves[i];
  return NULL;
}

/* "c3 (+10)" for what would have been better; nothing where the move was the best, but how many were. */
static void better_write(results_page *page, const asc_probe *list, const asc_probe_move *played, int white_best) {
  char value[RESULTS_TEXT];
  int best = results_best_count(list);
  if (played->truth.points < list->truth.points) {
    results_best_write(page, list, 4);
    fprintf(page->out, ": %s", results_value(white_best, value));
  } else if (best == 1) {
    fputs("the only best move", page->out);
  } else if (best == list->count) {
    fputs("all moves are as good", page->out);
  }
}

static int ply_write(results_page *page, asc_position *position, int ply, const char *token, game_score *score) {
  asc_probe list;
  char value[RESULTS_TEXT];
  int code = results_probe(page, position, &list);
  if (code < 0) return code;
  const asc_probe_move *played = move_find(&list, token);
  if (played == NULL) {
    asc_probe_close(&list);
    return results_fail(page, ASC_E_STATE);
  }
  int player = asc_position_turn(page->rules, position), before = results_white(page, position, list.truth.points),
      after = results_white(page, position, played->truth.points);
  bool turned = sign(before) != sign(after);
  score->moves[player - 1]++;
  score->best[player - 1] += before == after;
  score->lost[player - 1] += abs(before - after);
  if (turned && score->turned++ == 0) {
    score->turn_ply = ply;
    score->turn_position = *position;
  }
  fprintf(page->out, "| %d | %s | `%s` | %s%s%s | ", ply, player == 1 ? "White" : "Black", token, turned ? "**" : "",
          results_value(after, value), turned ? "**" : "");
  better_write(page, &list, played, before);
  fputs(" |\n", page->out);
  asc_probe_close(&list);
  return results_play(page, position, token);
}

/* Who resigned, and how he stood. */
static int end_write(results_page *page, const asc_position *position, const old_game *game, const game_score *score) {
  asc_truth truth;
  char verdict[RESULTS_TEXT];
  int code = asc_tablebase_probe(page->tables, position, &truth);
  if (code != 1) return results_fail(page, code < 0 ? code : ASC_E_STATE);
  int white = results_white(page, position, truth.points);
  bool rightly = (white > 0) == (game->winner == 1) && white != 0;
  fprintf(page->out, "\n%s resigned here: with best play %s", game->winner == 1 ? "Black" : "White",
          results_verdict(white, verdict));
  if (truth.plies > 0) fprintf(page->out, " in %d more plies", truth.plies);
  fprintf(page->out, "%s.", rightly ? "" : ", so he need not have");
  for (int i = 0; i < 2; i++)
    fprintf(page->out, " %s played %d of %d moves best and gave away %d point%s.", i == 0 ? "White" : "Black",
            score->best[i], score->moves[i], score->lost[i], score->lost[i] == 1 ? "" : "s");
  if (score->turned > 0)
    fprintf(page->out, " %d mo%s changed who wins.", score->turned, score->turned == 1 ? "ve" : "ves");
  fputs("\n\n", page->out);
  return ASC_OK;
}

static int turn_picture(results_page *page, int number, const game_score *score) {
  char name[RESULTS_TEXT], words[RESULTS_TEXT];
  if (score->turn_ply == 0) return ASC_OK;
  (void)snprintf(name, sizeof name, "1996-%d", number);
  (void)snprintf(words, sizeof words, "Game %d before ply %d", number, score->turn_ply);
  fprintf(page->out, "Before ply %d:\n\n", score->turn_ply);
  return results_picture(page, name, words, &score->turn_position, NULL);
}

static int game_write(results_page *page, int number, const old_game *game) {
  asc_position position = {0};
  game_score score = {0};
  const char *rest = game->moves;
  int code = ASC_OK, ply = 0;
  asc_position_start(page->rules, &position);
  fprintf(page->out, "### Game %d: %s\n\n| ply | | move | value after it | better |\n|---:|---|---|---:|---|\n", number,
          game->winner == 1 ? "1-0" : "0-1");
  while (*(rest += strspn(rest, " ")) != '\0' && code == ASC_OK) {
    char token[ASC_TOKEN_MAX];
    int length = (int)strcspn(rest, " ");
    (void)snprintf(token, sizeof token, "%.*s", length, rest);
    code = ply_write(page, &position, ++ply, token, &score);
    rest += length;
  }
  if (code == ASC_OK) code = end_write(page, &position, game, &score);
  return code == ASC_OK ? turn_picture(page, number, &score) : code;
}

int results_games(results_page *page) {
  int code = ASC_OK;
  if (strcmp(page->rules->spec, "delta") != 0) return ASC_OK; /* they were played on the ordinary board */
  fputs(
      "## Four games of 1996\n\nFrom a postal tournament; each ended when a player resigned. Values in bold: the move "
      "changed who wins.\n\n",
      page->out);
  for (size_t i = 0; i < sizeof games / sizeof games[0] && code == ASC_OK; i++)
    code = game_write(page, (int)i + 1, &games[i]);
  return code;
}
