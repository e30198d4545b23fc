/* A reviewed game as text: one row per turn, below a bad turn the better line and the refutation, then a table of the
   players. */
#include "print.h"

#include "base/text.h"
#include "cli/speech/result.h"
#include "draw/text/canvas.h"
#include "play/seats.h"
#include "study/score.h"

#include <string.h>

enum { ROUND_COLUMNS = 5, MOVES_COLUMNS = 20, GRADE_COLUMNS = 12, LABEL_COLUMNS = 12, SCORE_COLUMNS = 18 };

static const asc_canvas_tone tones[ASC_REVIEW_GRADE_COUNT] = {
    [ASC_REVIEW_GRADE_FORCED] = ASC_TONE_FAINT,     [ASC_REVIEW_GRADE_BEST] = ASC_TONE_GOOD,
    [ASC_REVIEW_GRADE_GOOD] = ASC_TONE_PLAIN,       [ASC_REVIEW_GRADE_INACCURACY] = ASC_TONE_DOUBTFUL,
    [ASC_REVIEW_GRADE_MISTAKE] = ASC_TONE_DOUBTFUL, [ASC_REVIEW_GRADE_BLUNDER] = ASC_TONE_BAD};

/* Returns the players' names in the user's language. */
static const asc_seats *seats_of(const asc_review *game) {
  static asc_seats seats; /* of the only game being printed */
  if (asc_seats_fill(&seats, game->rules, asc_play_first_position(game->play), cli_language_current()) < 0)
    seats = game->seats;
  return &seats;
}

static int name_columns(const asc_review *game, const asc_seats *seats, const asc_board_style *style) {
  int widest = 0;
  for (int i = 0; i < game->rules->players; i++) {
    int columns = asc_canvas_text_columns(seats->names[i], style);
    if (columns > widest) widest = columns;
  }
  return widest + 2;
}

/* Prints a heading such as "Game 1: Delta, Anna (White) - Ben (Black), White won 22 to 0". */
static void heading_print(FILE *out, const asc_review *game, const asc_seats *seats, const asc_board_style *style) {
  char text[2048], players[512], result[256];
  cli_result_write_players(seats, game->rules, game->record, players, sizeof players);
  cli_result_write(seats, game->rules, game->summary, result, sizeof result);
  cli_say_to(text, "review.heading", CLI_ARG_NUMBER("number", game->game_number),
             CLI_ARG_TEXT("game", game->rules->game->title), CLI_ARG_TEXT("players", players),
             CLI_ARG_TEXT("result", result));
  asc_board_print_sentence(out, text, 0, style);
}

/* Writes "exact 3" or "estimate 57.3 %" in the user's language. */
static void score_write(const asc_review *game, const asc_line *line, char text[ASC_SCORE_TEXT_MAX]) {
  static const char *const keys[] = {[ASC_ESTIMATE] = "score.estimate",
                                     [ASC_LOWER] = "score.lower",
                                     [ASC_UPPER] = "score.upper",
                                     [ASC_EXACT] = "score.exact"};
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX + 4];
  asc_score_number_write(line->certainty, line->score, number);
  asc_sentence_arg word = asc_say_arg_decimal(cli_language_current(), "score", number, decimal);
  (void)snprintf(decimal + strlen(decimal), 4, "%s", asc_score_unit(game->rules));
  asc_say_sentence(cli_language_current(), keys[line->certainty], ASC_SAY_ARGS(word), text, ASC_SCORE_TEXT_MAX);
}

static void line_print(FILE *out, const asc_review *game, const char *key, const asc_line *line, const char *moves,
                       int indent, const asc_board_style *style) {
  char score[ASC_SCORE_TEXT_MAX], label[64];
  fprintf(out, "%*s", indent, "");
  int label_width = LABEL_COLUMNS; /* wide enough for both labels */
  static const char *const keys[] = {"review.better", "review.refutation"};
  for (int i = 0; i < 2; i++) {
    int needed = asc_canvas_text_columns(cli_say_to(label, keys[i]), style) + 2;
    if (needed > label_width) label_width = needed;
  }
  cli_say_to(label, key);
  asc_canvas_print_toned(out, ASC_TONE_FAINT, label, label_width, style);
  score_write(game, line, score);
  int columns = asc_canvas_text_columns(score, style);
  int width = columns < SCORE_COLUMNS - 1 ? SCORE_COLUMNS : columns + 1;
  asc_canvas_print_toned(out, line->certainty == ASC_ESTIMATE ? ASC_TONE_PLAIN : ASC_TONE_GOOD, score, width, style);
  asc_board_print_sentence(out, moves, indent + label_width + width, style);
}

/* Prints the better line and, if there is one, the refutation of the moves played. */
static void reasons_print(FILE *out, const asc_review *game, const asc_review_turn *turn, int indent,
                          const asc_board_style *style) {
  const asc_review_ply *worst = &game->plies[turn->worst_ply],
                       *last = &game->plies[turn->first_ply + turn->ply_count - 1];
  char moves[2 * ASC_LINE_TEXT_MAX];
  asc_review_better_line_write(game, turn, moves, sizeof moves);
  line_print(out, game, "review.better", &worst->best.line, moves, indent, style);
  asc_review_refutation_write(game, turn, moves, sizeof moves);
  if (moves[0] != '\0') line_print(out, game, "review.refutation", &last->played.line, moves, indent, style);
}

static void luck_print(FILE *out, const asc_review *game, const asc_review_ply *ply, const asc_board_style *style) {
  int32_t luck = ply->luck[ply->player - 1];
  char words[ASC_REVIEW_TEXT_MAX];
  asc_review_luck_write(game, luck, cli_language_current(), words);
  asc_canvas_print_toned(out,
                         luck > 0   ? ASC_TONE_GOOD
                         : luck < 0 ? ASC_TONE_DOUBTFUL
                                    : ASC_TONE_PLAIN,
                         words, 0, style);
}

/* Writes the word for a grade, such as "blunder", in the user's language. */
static const char *grade_write(asc_review_grade grade, char *text, size_t size) {
  char key[32];
  (void)snprintf(key, sizeof key, "grade.%s", asc_review_grade_name(grade));
  return asc_say_sentence(cli_language_current(), key, ASC_SAY_ARGS(), text, size);
}

static void turn_print(FILE *out, const asc_review *game, const asc_seats *seats, int index, int name_width,
                       const asc_board_style *style) {
  const asc_review_turn *turn = &game->turns[index];
  char moves[ASC_LINE_TEXT_MAX];
  int round = asc_review_turn_number(game, turn);
  bool numbered =
      round > 0 && (index == 0 || !turn[-1].is_evaluated || round != asc_review_turn_number(game, turn - 1));
  asc_review_turn_write(game, turn, moves, sizeof moves);
  if (numbered)
    fprintf(out, "%3d. ", round);
  else
    fprintf(out, "%*s", ROUND_COLUMNS, "");
  asc_canvas_print_toned(out, ASC_TONE_PLAIN, seats->names[turn->player - 1], name_width, style);
  asc_canvas_print_toned(out, ASC_TONE_STRONG, moves, MOVES_COLUMNS, style);
  if ((int)strlen(moves) >= MOVES_COLUMNS) fprintf(out, "\n%*s", ROUND_COLUMNS + name_width + MOVES_COLUMNS, "");
  if (turn->is_roll) {
    luck_print(out, game, &game->plies[turn->first_ply], style);
  } else {
    char loss[ASC_REVIEW_TEXT_MAX], grade[64];
    asc_review_loss_write(game, turn->loss, turn->loss_certainty, cli_language_current(), loss);
    if (loss[0] == '\0' && turn->loss_certainty == ASC_REVIEW_LOSS_EXACT && turn->grade != ASC_REVIEW_GRADE_FORCED)
      cli_say_to(loss, "review.proved");
    grade_write(turn->grade, grade, sizeof grade);
    int columns = asc_canvas_text_columns(grade, style);
    asc_canvas_print_toned(out, tones[turn->grade], grade,
                           loss[0] == '\0'           ? 0
                           : columns < GRADE_COLUMNS ? GRADE_COLUMNS
                                                     : columns + 1,
                           style);
    asc_canvas_print_text(out, loss, style);
  }
  fputc('\n', out);
  if (turn->grade >= ASC_REVIEW_GRADE_INACCURACY) reasons_print(out, game, turn, ROUND_COLUMNS + name_width, style);
}

/* Writes the grade and the loss of a turn in a few words. */
enum { EVALUATION_MAX = ASC_REVIEW_TEXT_MAX + 80 };
static void evaluation_write(const asc_review *game, const asc_review_turn *turn, char text[EVALUATION_MAX]) {
  char loss[ASC_REVIEW_TEXT_MAX], grade[64];
  asc_review_loss_write(game, turn->loss, turn->loss_certainty, cli_language_current(), loss);
  grade_write(turn->grade, grade, sizeof grade);
  (void)snprintf(text, EVALUATION_MAX, "%s%s%s", grade, loss[0] == '\0' ? "" : ", ", loss);
}

void cli_review_print_ply(FILE *out, const asc_review *game, int ply, const asc_board_style *style) {
  const asc_review_turn *turn = NULL;
  for (int i = 0; i < game->turn_count; i++)
    if (game->turns[i].is_evaluated && game->turns[i].worst_ply == ply) turn = &game->turns[i];
  if (turn == NULL) return;
  char evaluation[EVALUATION_MAX], text[ASC_SENTENCE_MAX];
  if (turn->is_roll)
    asc_review_luck_write(game, game->plies[ply].luck[turn->player - 1], cli_language_current(), evaluation);
  else
    evaluation_write(game, turn, evaluation);
  asc_board_print_sentence(out, cli_say_to(text, "review.ply", CLI_ARG_TEXT("judgement", evaluation)), 0, style);
  if (turn->grade >= ASC_REVIEW_GRADE_INACCURACY) reasons_print(out, game, turn, 2, style);
}

enum { ROW_LABEL_COLUMNS = 20, CELL_COLUMNS = 10 };

static void row_begin(FILE *out, const char *key, const asc_board_style *style) {
  char label[64] = "";
  if (key[0] != '\0') cli_say_to(label, key);
  asc_canvas_print_toned(out, ASC_TONE_FAINT, label, ROW_LABEL_COLUMNS, style);
}

/* Prints a row with one number per player, given in hundredths. It is an estimate except for players for whom it is
   proven. */
static void amounts_print(FILE *out, const asc_review *game, const char *label, const int64_t *amounts,
                          const bool *proved, bool sign, const asc_board_style *style) {
  row_begin(out, label, style);
  for (int i = 0; i < game->rules->players; i++) {
    char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX], cell[ASC_SCORE_TEXT_MAX];
    asc_score_number_write(proved[i] ? ASC_EXACT : ASC_ESTIMATE, amounts[i], number);
    asc_sentence_arg word = asc_say_arg_decimal(cli_language_current(), "number", number, decimal);
    (void)snprintf(cell, sizeof cell, "%s%s%s", sign && amounts[i] > 0 ? "+" : "", word.text,
                   asc_score_unit(game->rules));
    fprintf(out, "%*s", CELL_COLUMNS, cell);
  }
  fputc('\n', out);
}

static void grades_print(FILE *out, const asc_review *game, const asc_board_style *style) {
  row_begin(out, "review.moves", style);
  for (int i = 0; i < game->rules->players; i++) fprintf(out, "%*d", CELL_COLUMNS, game->players[i].turn_count);
  for (int grade = 0; grade < ASC_REVIEW_GRADE_COUNT; grade++) {
    fputc('\n', out);
    char key[32];
    (void)snprintf(key, sizeof key, "grades.%s", asc_review_grade_name((asc_review_grade)grade));
    row_begin(out, key, style);
    for (int i = 0; i < game->rules->players; i++)
      fprintf(out, "%*d", CELL_COLUMNS, game->players[i].grade_counts[grade]);
  }
  fputc('\n', out);
}

/* Prints one column per player. The mean is over the turns in which there was a choice. */
static void table_print(FILE *out, const asc_review *game, const asc_seats *seats, const asc_board_style *style) {
  int64_t mean[ASC_PLAYERS_MAX], loss[ASC_PLAYERS_MAX], luck[ASC_PLAYERS_MAX], own[ASC_PLAYERS_MAX];
  bool proved[ASC_PLAYERS_MAX], never[ASC_PLAYERS_MAX] = {false};
  row_begin(out, "", style);
  for (int i = 0; i < game->rules->players; i++) {
    const asc_review_player *player = &game->players[i];
    int chosen = player->turn_count - player->grade_counts[ASC_REVIEW_GRADE_FORCED];
    mean[i] = player->loss / (chosen > 0 ? chosen : 1);
    loss[i] = player->loss;
    proved[i] = player->loss_certainty != ASC_REVIEW_LOSS_ESTIMATE;
    luck[i] = player->luck;
    own[i] = player->own_luck;
    asc_canvas_print_toned(out, ASC_TONE_STRONG, seats->names[i], -CELL_COLUMNS, style);
  }
  fputc('\n', out);
  grades_print(out, game, style);
  amounts_print(out, game, "review.lost-mean", mean, never, false, style);
  amounts_print(out, game, "review.lost-all", loss, proved, false, style);
  if (!asc_review_has_dice(game)) return;
  amounts_print(out, game, "review.luck-own", own, never, true, style);
  amounts_print(out, game, "review.luck-all", luck, never, true, style);
}

static void bounds_note(FILE *out, const asc_review *game, const asc_board_style *style) {
  bool any = false;
  for (int i = 0; i < game->ply_count; i++) any |= game->plies[i].loss_certainty == ASC_REVIEW_LOSS_AT_LEAST;
  char text[ASC_SENTENCE_MAX];
  if (any) asc_board_print_sentence(out, cli_say_to(text, "review.bounds"), 0, style);
}

/* Prints a sentence such as "White lost the most with 4. c3-e5: blunder, loses 6 points, proved." */
static void worst_print(FILE *out, const asc_review *game, const asc_seats *seats, int index,
                        const asc_board_style *style) {
  const asc_review_player *player = &game->players[index];
  if (player->worst_turn < 0) return;
  const asc_review_turn *turn = &game->turns[player->worst_turn];
  char moves[ASC_LINE_TEXT_MAX], loss[ASC_REVIEW_TEXT_MAX], grade[64], text[ASC_LINE_TEXT_MAX + 512];
  asc_review_turn_write(game, turn, moves, sizeof moves);
  asc_review_loss_write(game, turn->loss, turn->loss_certainty, cli_language_current(), loss);
  cli_say_to(text, "review.worst", CLI_ARG_TEXT("who", seats->names[index]),
             CLI_ARG_NUMBER("round", asc_review_turn_number(game, turn)), CLI_ARG_TEXT("moves", moves),
             CLI_ARG_TEXT("grade", grade_write(turn->grade, grade, sizeof grade)), CLI_ARG_TEXT("loss", loss));
  asc_board_print_sentence(out, text, 0, style);
}

void cli_review_print(FILE *out, const asc_review *game, const asc_board_style *style) {
  const asc_seats *seats = seats_of(game);
  int name_width = name_columns(game, seats, style), first = 0;
  char text[ASC_SENTENCE_MAX];
  heading_print(out, game, seats, style);
  fputc('\n', out);
  while (first < game->turn_count && !game->turns[first].is_evaluated)
    first++; /* evaluation starts at the end of the game */
  if (first > 0) {
    cli_say_to(text, "review.stopped", CLI_ARG_NUMBER("first", first), CLI_ARG_NUMBER("turns", game->turn_count));
    asc_board_print_sentence(out, text, 0, style);
    fputc('\n', out);
  }
  for (int i = first; i < game->turn_count; i++) turn_print(out, game, seats, i, name_width, style);
  if (first < game->turn_count) fputc('\n', out);
  table_print(out, game, seats, style);
  bool lost = false;
  for (int i = 0; i < game->rules->players; i++) lost |= game->players[i].worst_turn >= 0;
  if (lost) fputc('\n', out);
  bounds_note(out, game, style);
  for (int i = 0; i < game->rules->players; i++) worst_print(out, game, seats, i, style);
}
