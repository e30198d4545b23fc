/* A reviewed game as text: a row a turn, under a bad one what was better and what refutes it, then a table of the
   players. */
#include "print.h"

#include "core/text.h"
#include "draw/text/canvas.h"
#include "play/seats.h"
#include "study/score.h"

#include <string.h>

enum { NUMBER = 5, MOVES = 20, GRADE = 12, LABEL = 12, SCORE = 18 };

static const text_tone tones[ASC_GRADE_COUNT] = {
    [ASC_GRADE_FORCED] = TONE_FAINT,        [ASC_GRADE_BEST] = TONE_GOOD,        [ASC_GRADE_GOOD] = TONE_PLAIN,
    [ASC_GRADE_INACCURACY] = TONE_DOUBTFUL, [ASC_GRADE_MISTAKE] = TONE_DOUBTFUL, [ASC_GRADE_BLUNDER] = TONE_BAD};

static int name_columns(const asc_review *game, const board_style *style) {
  int widest = 0;
  for (int i = 0; i < game->rules->players; i++) {
    int columns = asc_canvas_words_columns(game->seats.names[i], style);
    if (columns > widest) widest = columns;
  }
  return widest + 2;
}

/* The name on the tag, else the game's own. */
static void player_write(const asc_review *game, int player, asc_writer *writer) {
  char tag[] = "Player1", name[48];
  tag[6] = (char)('0' + player);
  const char *given = asc_record_tag(game->record, tag), *seat = game->seats.names[player - 1];
  (void)snprintf(name, sizeof name, "%s", given == NULL ? "" : given);
  asc_text_clean(name, strlen(name));
  asc_writer_format(writer, name[0] == '\0' ? "%s%s" : "%s (%s)", name, seat);
}

/* "Game 1: Delta, Anna (White) - Ben (Black), White won 22 to 0" */
static void heading_print(FILE *out, const asc_review *game, const board_style *style) {
  char text[1024];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "Game %d: %s, ", game->number, game->rules->game->title);
  for (int i = 1; i <= game->rules->players; i++) {
    if (i > 1) asc_writer_string(&writer, " - ");
    player_write(game, i, &writer);
  }
  char result[256] = "unfinished";
  if (game->summary->end != ASC_END_NONE)
    asc_seats_result(&game->seats, game->rules, &game->summary->outcome, result, sizeof result);
  asc_writer_format(&writer, ", %s", result);
  asc_board_print_sentence(out, text, 0, style);
}

static void line_print(FILE *out, const asc_review *game, const char *label, const asc_line *line, const char *moves,
                       int indent, const board_style *style) {
  char score[ASC_SCORE_TEXT_MAX];
  fprintf(out, "%*s", indent, "");
  asc_tone_words(out, TONE_FAINT, label, LABEL, style);
  asc_score_say(game->rules, line->certainty, line->score, score);
  int width = (int)strlen(score) < SCORE - 1 ? SCORE : (int)strlen(score) + 1;
  asc_tone_words(out, line->certainty == ASC_ESTIMATE ? TONE_PLAIN : TONE_GOOD, score, width, style);
  asc_board_print_sentence(out, moves, indent + LABEL + width, style);
}

/* What should have been played, and why. */
static void reasons_print(FILE *out, const asc_review *game, const asc_review_turn *turn, int indent,
                          const board_style *style) {
  const asc_review_ply *worst = &game->plies[turn->worst], *last = &game->plies[turn->first + turn->count - 1];
  char moves[2 * ASC_LINE_TEXT_MAX];
  asc_review_better_write(game, turn, moves, sizeof moves);
  line_print(out, game, "better", &worst->best, moves, indent, style);
  asc_review_refutation_write(game, turn, moves, sizeof moves);
  if (moves[0] != '\0') line_print(out, game, "refutation", &last->played, moves, indent, style);
}

static void luck_print(FILE *out, const asc_review *game, const asc_review_ply *ply, const board_style *style) {
  int32_t luck = ply->luck[ply->player - 1];
  char words[ASC_REVIEW_TEXT_MAX];
  asc_review_luck_write(game, luck, words);
  asc_tone_words(out, luck > 0 ? TONE_GOOD : luck < 0 ? TONE_DOUBTFUL : TONE_PLAIN, words, 0, style);
}

static void turn_print(FILE *out, const asc_review *game, int index, int names, const board_style *style) {
  const asc_review_turn *turn = &game->turns[index];
  char moves[ASC_LINE_TEXT_MAX];
  int round = asc_review_round(game, turn);
  bool numbered = round > 0 && (index == 0 || !turn[-1].judged || round != asc_review_round(game, turn - 1));
  asc_review_turn_write(game, turn, moves, sizeof moves);
  if (numbered)
    fprintf(out, "%3d. ", round);
  else
    fprintf(out, "%*s", NUMBER, "");
  asc_tone_words(out, TONE_PLAIN, game->seats.names[turn->player - 1], names, style);
  asc_tone_words(out, TONE_STRONG, moves, MOVES, style);
  if ((int)strlen(moves) >= MOVES) fprintf(out, "\n%*s", NUMBER + names + MOVES, "");
  if (turn->roll) {
    luck_print(out, game, &game->plies[turn->first], style);
  } else {
    char loss[ASC_REVIEW_TEXT_MAX];
    asc_review_loss_write(game, turn->loss, turn->proof, loss);
    if (loss[0] == '\0' && turn->proof == ASC_LOSS_EXACT && turn->grade != ASC_GRADE_FORCED)
      (void)snprintf(loss, sizeof loss, "proved");
    asc_tone_words(out, tones[turn->grade], asc_grade_word(turn->grade), loss[0] == '\0' ? 0 : GRADE, style);
    fputs(loss, out);
  }
  fputc('\n', out);
  if (turn->grade >= ASC_GRADE_INACCURACY) reasons_print(out, game, turn, NUMBER + names, style);
}

enum { ROW = 16, CELL = 10 };

static void row_begin(FILE *out, const char *label, const board_style *style) {
  asc_tone_words(out, TONE_FAINT, label, ROW, style);
}

/* A row with a number of hundredths for each player: a guess, unless he is one of those of whom it is proved. */
static void amounts_print(FILE *out, const asc_review *game, const char *label, const int64_t *amounts,
                          const bool *proved, bool sign, const board_style *style) {
  row_begin(out, label, style);
  for (int i = 0; i < game->rules->players; i++) {
    char number[ASC_HUNDREDTHS_MAX], cell[ASC_SCORE_TEXT_MAX];
    asc_score_number(proved[i] ? ASC_EXACT : ASC_ESTIMATE, amounts[i], number);
    (void)snprintf(cell, sizeof cell, "%s%s%s", sign && amounts[i] > 0 ? "+" : "", number, asc_score_unit(game->rules));
    fprintf(out, "%*s", CELL, cell);
  }
  fputc('\n', out);
}

static void grades_print(FILE *out, const asc_review *game, const board_style *style) {
  static const char *const labels[ASC_GRADE_COUNT] = {"forced", "best", "good", "inaccuracies", "mistakes", "blunders"};
  row_begin(out, "moves", style);
  for (int i = 0; i < game->rules->players; i++) fprintf(out, "%*d", CELL, game->players[i].turns);
  for (int grade = 0; grade < ASC_GRADE_COUNT; grade++) {
    fputc('\n', out);
    row_begin(out, labels[grade], style);
    for (int i = 0; i < game->rules->players; i++) fprintf(out, "%*d", CELL, game->players[i].grades[grade]);
  }
  fputc('\n', out);
}

/* A column a player. The mean is over the turns in which there was a choice. */
static void table_print(FILE *out, const asc_review *game, const board_style *style) {
  int64_t mean[ASC_PLAYERS_MAX], loss[ASC_PLAYERS_MAX], luck[ASC_PLAYERS_MAX], own[ASC_PLAYERS_MAX];
  bool proved[ASC_PLAYERS_MAX], never[ASC_PLAYERS_MAX] = {false};
  row_begin(out, "", style);
  for (int i = 0; i < game->rules->players; i++) {
    const asc_review_player *player = &game->players[i];
    int chosen = player->turns - player->grades[ASC_GRADE_FORCED];
    mean[i] = player->loss / (chosen > 0 ? chosen : 1);
    loss[i] = player->loss;
    proved[i] = player->proof != ASC_LOSS_GUESSED;
    luck[i] = player->luck;
    own[i] = player->own;
    asc_tone_words(out, TONE_STRONG, game->seats.names[i], -CELL, style);
  }
  fputc('\n', out);
  grades_print(out, game, style);
  amounts_print(out, game, "lost a move", mean, never, false, style);
  amounts_print(out, game, "lost in all", loss, proved, false, style);
  if (!asc_review_has_luck(game)) return;
  amounts_print(out, game, "luck, own rolls", own, never, true, style);
  amounts_print(out, game, "luck, all rolls", luck, never, true, style);
}

static void bounds_note(FILE *out, const asc_review *game, const board_style *style) {
  bool any = false;
  for (int i = 0; i < game->ply_count; i++) any |= game->plies[i].proof == ASC_LOSS_AT_LEAST;
  if (any) asc_board_print_sentence(out, "A move that lost at least so much counts with that much.", 0, style);
}

/* "White lost the most with 4. c3-e5: blunder, loses 6 points, proved." */
static void worst_print(FILE *out, const asc_review *game, int index, const board_style *style) {
  const asc_review_player *player = &game->players[index];
  if (player->worst < 0) return;
  const asc_review_turn *turn = &game->turns[player->worst];
  char moves[ASC_LINE_TEXT_MAX], loss[ASC_REVIEW_TEXT_MAX], text[ASC_LINE_TEXT_MAX + 256];
  asc_review_turn_write(game, turn, moves, sizeof moves);
  asc_review_loss_write(game, turn->loss, turn->proof, loss);
  (void)snprintf(text, sizeof text, "%s lost the most with %d. %s: %s, %s.", game->seats.names[index],
                 asc_review_round(game, turn), moves, asc_grade_word(turn->grade), loss);
  asc_board_print_sentence(out, text, 0, style);
}

void review_print(FILE *out, const asc_review *game, const board_style *style) {
  int names = name_columns(game, style), first = 0;
  heading_print(out, game, style);
  fputc('\n', out);
  while (first < game->turn_count && !game->turns[first].judged) first++; /* the last are judged first */
  if (first > 0) fprintf(out, "Stopped: the first %d of %d turns are not judged.\n\n", first, game->turn_count);
  for (int i = first; i < game->turn_count; i++) turn_print(out, game, i, names, style);
  if (first < game->turn_count) fputc('\n', out);
  table_print(out, game, style);
  bool lost = false;
  for (int i = 0; i < game->rules->players; i++) lost |= game->players[i].worst >= 0;
  if (lost) fputc('\n', out);
  bounds_note(out, game, style);
  for (int i = 0; i < game->rules->players; i++) worst_print(out, game, i, style);
}
