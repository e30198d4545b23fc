/* A reviewed game as text: a row a turn, under a bad one what was better and what refutes it, then a table of the
   players. */
#include "review.h"

#include "canvas.h"
#include "core/text.h"
#include "line.h"
#include "look.h"

#include <string.h>

enum { NUMBER = 5, MOVES = 20, GRADE = 12, LABEL = 12, SCORE = 18 };

static const cli_look looks[GRADE_COUNT] = {
    [GRADE_FORCED] = LOOK_FAINT,        [GRADE_BEST] = LOOK_GOOD,        [GRADE_GOOD] = LOOK_PLAIN,
    [GRADE_INACCURACY] = LOOK_DOUBTFUL, [GRADE_MISTAKE] = LOOK_DOUBTFUL, [GRADE_BLUNDER] = LOOK_BAD};

static int name_columns(const review_game *game, const board_style *style) {
  int widest = 0;
  for (int i = 0; i < game->rules->players; i++) {
    int columns = canvas_words_columns(game->seats.names[i], style);
    if (columns > widest) widest = columns;
  }
  return widest + 2;
}

/* "3 points", "1 point", "4.2 %". */
static const char *amount_write(const review_game *game, int64_t hundredths, char text[SCORE_TEXT_MAX]) {
  char number[SCORE_NUMBER_MAX];
  const char *unit = game->rules->game->score == ASC_SCORE_CHANCE ? " %" : hundredths == 100 ? " point" : " points";
  (void)snprintf(text, SCORE_TEXT_MAX, "%s%s", score_number(hundredths, number), unit);
  return text;
}

/* The name on the tag, else the game's own. */
static void player_write(const review_game *game, int player, asc_writer *writer) {
  char tag[] = "Player1", name[48];
  tag[6] = (char)('0' + player);
  const char *given = asc_record_tag(game->record, tag), *seat = game->seats.names[player - 1];
  (void)snprintf(name, sizeof name, "%s", given == NULL ? "" : given);
  line_clean(name, strlen(name));
  asc_writer_format(writer, name[0] == '\0' ? "%s%s" : "%s (%s)", name, seat);
}

/* "Game 1, Delta: Anna (White) - Ben (Black), p1win, 22 to 0" */
static void heading_print(FILE *out, const review_game *game, const board_style *style) {
  char text[1024], points[16];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "Game %d, %s: ", game->number, game->rules->game->title);
  for (int i = 1; i <= game->rules->players; i++) {
    if (i > 1) asc_writer_string(&writer, " - ");
    player_write(game, i, &writer);
  }
  asc_writer_format(&writer, ", %s", game->summary->result);
  for (int i = 0; i < game->rules->players && game->summary->end != ASC_END_NONE; i++) {
    asc_points_write(game->summary->outcome.points[i], points);
    asc_writer_format(&writer, i > 0 ? " to %s" : ", %s", points);
  }
  board_print_sentence(out, text, 0, style);
}

/* "loses 3 points, proved" */
static void loss_print(FILE *out, const review_game *game, const review_turn *turn) {
  static const char *const proofs[] = {[PROOF_NONE] = "", [PROOF_BOUND] = ", at least", [PROOF_EXACT] = ", proved"};
  char amount[SCORE_TEXT_MAX];
  if (turn->loss > 0)
    fprintf(out, "loses %s%s", amount_write(game, turn->loss, amount), proofs[turn->proof]);
  else if (turn->proof == PROOF_EXACT && turn->grade != GRADE_FORCED)
    fputs("proved", out);
}

static void line_print(FILE *out, const review_game *game, const char *label, const asc_line *line, const char *moves,
                       int indent, const board_style *style) {
  char score[SCORE_TEXT_MAX];
  fprintf(out, "%*s", indent, "");
  look_words(out, LOOK_FAINT, label, LABEL, style);
  score_write_unit(game->rules, line->certainty, line->score, score);
  int width = (int)strlen(score) < SCORE - 1 ? SCORE : (int)strlen(score) + 1;
  look_words(out, line->certainty == ASC_ESTIMATE ? LOOK_PLAIN : LOOK_GOOD, score, width, style);
  board_print_sentence(out, moves, indent + LABEL + width, style);
}

/* What should have been played, and why. */
static void reasons_print(FILE *out, const review_game *game, const review_turn *turn, int indent,
                          const board_style *style) {
  const review_ply *ply = &game->plies[turn->worst];
  char moves[SCORE_LINE_MAX + ASC_LINE_MAX * ASC_TOKEN_MAX];
  review_better_write(game, turn, moves, sizeof moves);
  line_print(out, game, "better", &ply->best, moves, indent, style);
  review_refutation_write(game, turn, moves, sizeof moves);
  line_print(out, game, "refutation", &ply->played, moves, indent, style);
}

static void luck_print(FILE *out, const review_game *game, const review_ply *ply, const board_style *style) {
  int32_t luck = ply->luck[ply->player - 1];
  char amount[SCORE_TEXT_MAX], words[SCORE_TEXT_MAX + 8];
  (void)snprintf(words, sizeof words, "luck %s%s", luck > 0 ? "+" : "", amount_write(game, luck, amount));
  look_words(out, luck > 0 ? LOOK_GOOD : luck < 0 ? LOOK_DOUBTFUL : LOOK_PLAIN, words, 0, style);
}

static void turn_print(FILE *out, const review_game *game, int index, int names, const board_style *style) {
  const review_turn *turn = &game->turns[index];
  char moves[SCORE_LINE_MAX];
  int round = review_round(game, turn);
  bool numbered = round > 0 && (index == 0 || round != review_round(game, turn - 1));
  review_turn_write(game, turn, moves, sizeof moves);
  if (numbered)
    fprintf(out, "%3d. ", round);
  else
    fprintf(out, "%*s", NUMBER, "");
  look_words(out, LOOK_PLAIN, game->seats.names[turn->player - 1], names, style);
  look_words(out, LOOK_STRONG, moves, MOVES, style);
  if ((int)strlen(moves) >= MOVES) fprintf(out, "\n%*s", NUMBER + names + MOVES, "");
  if (!turn->judged) {
    fputs("not judged\n", out);
    return;
  }
  if (turn->roll) {
    luck_print(out, game, &game->plies[turn->first], style);
  } else {
    look_words(out, looks[turn->grade], review_grade_word(turn->grade), GRADE, style);
    loss_print(out, game, turn);
  }
  fputc('\n', out);
  if (turn->grade >= GRADE_INACCURACY) reasons_print(out, game, turn, NUMBER + names, style);
}

static void table_heading_print(FILE *out, const review_game *game, int names) {
  fprintf(out, "%*s%5s", names, "", "moves");
  for (int i = 0; i < GRADE_COUNT; i++)
    fprintf(out, "%*s", (int)strlen(review_grade_word((review_grade)i)) + 2, review_grade_word((review_grade)i));
  fprintf(out, "  mean loss%s\n", review_has_luck(game) ? "     luck" : "");
}

/* The mean is over the turns in which there was a choice. */
static void table_row_print(FILE *out, const review_game *game, int index, int names, const board_style *style) {
  const review_player *player = &game->players[index];
  int chosen = player->turns - player->grades[GRADE_FORCED];
  char number[SCORE_NUMBER_MAX], signed_number[SCORE_NUMBER_MAX + 1];
  look_words(out, LOOK_PLAIN, game->seats.names[index], names, style);
  fprintf(out, "%5d", player->turns);
  for (int i = 0; i < GRADE_COUNT; i++)
    fprintf(out, "%*d", (int)strlen(review_grade_word((review_grade)i)) + 2, player->grades[i]);
  fprintf(out, "%11s", chosen == 0 ? "-" : score_number(player->loss / chosen, number));
  if (review_has_luck(game)) {
    (void)snprintf(signed_number, sizeof signed_number, "%s%s", player->luck > 0 ? "+" : "",
                   score_number(player->luck, number));
    fprintf(out, "%9s", signed_number);
  }
  fputc('\n', out);
}

/* "Anna's worst move: 4. c3-e5, a blunder that loses 6 points" */
static void worst_print(FILE *out, const review_game *game, int index, const board_style *style) {
  const review_player *player = &game->players[index];
  if (player->worst < 0) return;
  const review_turn *turn = &game->turns[player->worst];
  char moves[SCORE_LINE_MAX], amount[SCORE_TEXT_MAX], text[SCORE_LINE_MAX + 256];
  review_turn_write(game, turn, moves, sizeof moves);
  (void)snprintf(text, sizeof text, "%s lost the most with %d. %s: %s, %s.", game->seats.names[index],
                 review_round(game, turn), moves, amount_write(game, turn->loss, amount),
                 review_grade_word(turn->grade));
  board_print_sentence(out, text, 0, style);
}

void review_print(FILE *out, const review_game *game, const board_style *style) {
  int names = name_columns(game, style);
  heading_print(out, game, style);
  fputc('\n', out);
  for (int i = 0; i < game->turn_count; i++) turn_print(out, game, i, names, style);
  fputc('\n', out);
  table_heading_print(out, game, names);
  for (int i = 0; i < game->rules->players; i++) table_row_print(out, game, i, names, style);
  for (int i = 0; i < game->rules->players; i++) worst_print(out, game, i, style);
}
