/* A reviewed game as text: a row a turn, under a bad one what was better and what refutes it, then a table of the
   players. */
#include "print.h"

#include "cli/speech/result.h"
#include "core/text.h"
#include "draw/text/canvas.h"
#include "play/seats.h"
#include "study/score.h"

#include <string.h>

enum { ROUND = 5, MOVES = 20, GRADE = 12, LABEL = 12, SCORE = 18 };

static const text_tone tones[ASC_GRADE_COUNT] = {
    [ASC_GRADE_FORCED] = TONE_FAINT,        [ASC_GRADE_BEST] = TONE_GOOD,        [ASC_GRADE_GOOD] = TONE_PLAIN,
    [ASC_GRADE_INACCURACY] = TONE_DOUBTFUL, [ASC_GRADE_MISTAKE] = TONE_DOUBTFUL, [ASC_GRADE_BLUNDER] = TONE_BAD};

/* What the reader calls the players. */
static const asc_seats *seats_of(const asc_review *game) {
  static asc_seats seats; /* the one game that is being printed */
  if (asc_seats_read(&seats, game->rules, asc_play_first(game->play), language_now()) < 0) seats = game->seats;
  return &seats;
}

static int name_columns(const asc_review *game, const asc_seats *seats, const board_style *style) {
  int widest = 0;
  for (int i = 0; i < game->rules->players; i++) {
    int columns = asc_canvas_words_columns(seats->names[i], style);
    if (columns > widest) widest = columns;
  }
  return widest + 2;
}

/* "Game 1: Delta, Anna (White) - Ben (Black), White won 22 to 0" */
static void heading_print(FILE *out, const asc_review *game, const asc_seats *seats, const board_style *style) {
  char text[2048], players[512], result[256];
  say_players(seats, game->rules, game->record, players, sizeof players);
  say_result(seats, game->rules, game->summary, result, sizeof result);
  say_to(text, "review.heading", NUMBER("number", game->number), WORD("game", game->rules->game->title),
         WORD("players", players), WORD("result", result));
  asc_board_print_sentence(out, text, 0, style);
}

/* "exact 3", "about 57.3 %", as the reader says it. */
static void score_write(const asc_review *game, const asc_line *line, char text[ASC_SCORE_TEXT_MAX]) {
  static const char *const keys[] = {[ASC_ESTIMATE] = "score.estimate",
                                     [ASC_LOWER] = "score.lower",
                                     [ASC_UPPER] = "score.upper",
                                     [ASC_EXACT] = "score.exact"};
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX + 4];
  asc_score_number(line->certainty, line->score, number);
  asc_word word = asc_word_decimal(language_now(), "score", number, decimal);
  (void)snprintf(decimal + strlen(decimal), 4, "%s", asc_score_unit(game->rules));
  asc_say(language_now(), keys[line->certainty], ASC_WORDS(word), text, ASC_SCORE_TEXT_MAX);
}

static void line_print(FILE *out, const asc_review *game, const char *key, const asc_line *line, const char *moves,
                       int indent, const board_style *style) {
  char score[ASC_SCORE_TEXT_MAX], label[64];
  fprintf(out, "%*s", indent, "");
  int label_width = LABEL; /* as wide as the longer of the two needs */
  static const char *const keys[] = {"review.better", "review.refutation"};
  for (int i = 0; i < 2; i++) {
    int needed = asc_canvas_words_columns(say_to(label, keys[i]), style) + 2;
    if (needed > label_width) label_width = needed;
  }
  say_to(label, key);
  asc_tone_words(out, TONE_FAINT, label, label_width, style);
  score_write(game, line, score);
  int columns = asc_canvas_words_columns(score, style);
  int width = columns < SCORE - 1 ? SCORE : columns + 1;
  asc_tone_words(out, line->certainty == ASC_ESTIMATE ? TONE_PLAIN : TONE_GOOD, score, width, style);
  asc_board_print_sentence(out, moves, indent + label_width + width, style);
}

/* What should have been played, and why. */
static void reasons_print(FILE *out, const asc_review *game, const asc_review_turn *turn, int indent,
                          const board_style *style) {
  const asc_review_ply *worst = &game->plies[turn->worst], *last = &game->plies[turn->first + turn->count - 1];
  char moves[2 * ASC_LINE_TEXT_MAX];
  asc_review_better_write(game, turn, moves, sizeof moves);
  line_print(out, game, "review.better", &worst->best.line, moves, indent, style);
  asc_review_refutation_write(game, turn, moves, sizeof moves);
  if (moves[0] != '\0') line_print(out, game, "review.refutation", &last->played.line, moves, indent, style);
}

static void luck_print(FILE *out, const asc_review *game, const asc_review_ply *ply, const board_style *style) {
  int32_t luck = ply->luck[ply->player - 1];
  char words[ASC_REVIEW_TEXT_MAX];
  asc_review_luck_write(game, luck, language_now(), words);
  asc_tone_words(out, luck > 0 ? TONE_GOOD : luck < 0 ? TONE_DOUBTFUL : TONE_PLAIN, words, 0, style);
}

/* "blunder", as the reader says it. */
static const char *grade_write(asc_grade grade, char *text, size_t size) {
  char key[32];
  (void)snprintf(key, sizeof key, "grade.%s", asc_grade_word(grade));
  return asc_say(language_now(), key, ASC_WORDS(), text, size);
}

static void turn_print(FILE *out, const asc_review *game, const asc_seats *seats, int index, int names,
                       const board_style *style) {
  const asc_review_turn *turn = &game->turns[index];
  char moves[ASC_LINE_TEXT_MAX];
  int round = asc_review_round(game, turn);
  bool numbered = round > 0 && (index == 0 || !turn[-1].judged || round != asc_review_round(game, turn - 1));
  asc_review_turn_write(game, turn, moves, sizeof moves);
  if (numbered)
    fprintf(out, "%3d. ", round);
  else
    fprintf(out, "%*s", ROUND, "");
  asc_tone_words(out, TONE_PLAIN, seats->names[turn->player - 1], names, style);
  asc_tone_words(out, TONE_STRONG, moves, MOVES, style);
  if ((int)strlen(moves) >= MOVES) fprintf(out, "\n%*s", ROUND + names + MOVES, "");
  if (turn->roll) {
    luck_print(out, game, &game->plies[turn->first], style);
  } else {
    char loss[ASC_REVIEW_TEXT_MAX], grade[64];
    asc_review_loss_write(game, turn->loss, turn->proof, language_now(), loss);
    if (loss[0] == '\0' && turn->proof == ASC_LOSS_EXACT && turn->grade != ASC_GRADE_FORCED)
      say_to(loss, "review.proved");
    grade_write(turn->grade, grade, sizeof grade);
    int columns = asc_canvas_words_columns(grade, style);
    asc_tone_words(out, tones[turn->grade], grade, loss[0] == '\0' ? 0 : columns < GRADE ? GRADE : columns + 1, style);
    asc_canvas_print_words(out, loss, style);
  }
  fputc('\n', out);
  if (turn->grade >= ASC_GRADE_INACCURACY) reasons_print(out, game, turn, ROUND + names, style);
}

/* The grade and the loss of a turn in a few words. */
enum { JUDGEMENT_MAX = ASC_REVIEW_TEXT_MAX + 80 };
static void judgement_write(const asc_review *game, const asc_review_turn *turn, char text[JUDGEMENT_MAX]) {
  char loss[ASC_REVIEW_TEXT_MAX], grade[64];
  asc_review_loss_write(game, turn->loss, turn->proof, language_now(), loss);
  grade_write(turn->grade, grade, sizeof grade);
  (void)snprintf(text, JUDGEMENT_MAX, "%s%s%s", grade, loss[0] == '\0' ? "" : ", ", loss);
}

void review_print_ply(FILE *out, const asc_review *game, int ply, const board_style *style) {
  const asc_review_turn *turn = NULL;
  for (int i = 0; i < game->turn_count; i++)
    if (game->turns[i].judged && game->turns[i].worst == ply) turn = &game->turns[i];
  if (turn == NULL) return;
  char judgement[JUDGEMENT_MAX], text[ASC_SENTENCE_MAX];
  if (turn->roll)
    asc_review_luck_write(game, game->plies[ply].luck[turn->player - 1], language_now(), judgement);
  else
    judgement_write(game, turn, judgement);
  asc_board_print_sentence(out, say_to(text, "review.ply", WORD("judgement", judgement)), 0, style);
  if (turn->grade >= ASC_GRADE_INACCURACY) reasons_print(out, game, turn, 2, style);
}

enum { ROW = 20, CELL = 10 };

static void row_begin(FILE *out, const char *key, const board_style *style) {
  char label[64] = "";
  if (key[0] != '\0') say_to(label, key);
  asc_tone_words(out, TONE_FAINT, label, ROW, style);
}

/* A row with a number of hundredths for each player: a guess, unless he is one of those of whom it is proved. */
static void amounts_print(FILE *out, const asc_review *game, const char *label, const int64_t *amounts,
                          const bool *proved, bool sign, const board_style *style) {
  row_begin(out, label, style);
  for (int i = 0; i < game->rules->players; i++) {
    char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX], cell[ASC_SCORE_TEXT_MAX];
    asc_score_number(proved[i] ? ASC_EXACT : ASC_ESTIMATE, amounts[i], number);
    asc_word word = asc_word_decimal(language_now(), "number", number, decimal);
    (void)snprintf(cell, sizeof cell, "%s%s%s", sign && amounts[i] > 0 ? "+" : "", word.text,
                   asc_score_unit(game->rules));
    fprintf(out, "%*s", CELL, cell);
  }
  fputc('\n', out);
}

static void grades_print(FILE *out, const asc_review *game, const board_style *style) {
  row_begin(out, "review.moves", style);
  for (int i = 0; i < game->rules->players; i++) fprintf(out, "%*d", CELL, game->players[i].turns);
  for (int grade = 0; grade < ASC_GRADE_COUNT; grade++) {
    fputc('\n', out);
    char key[32];
    (void)snprintf(key, sizeof key, "grades.%s", asc_grade_word((asc_grade)grade));
    row_begin(out, key, style);
    for (int i = 0; i < game->rules->players; i++) fprintf(out, "%*d", CELL, game->players[i].grades[grade]);
  }
  fputc('\n', out);
}

/* A column a player. The mean is over the turns in which there was a choice. */
static void table_print(FILE *out, const asc_review *game, const asc_seats *seats, const board_style *style) {
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
    asc_tone_words(out, TONE_STRONG, seats->names[i], -CELL, style);
  }
  fputc('\n', out);
  grades_print(out, game, style);
  amounts_print(out, game, "review.lost-mean", mean, never, false, style);
  amounts_print(out, game, "review.lost-all", loss, proved, false, style);
  if (!asc_review_has_luck(game)) return;
  amounts_print(out, game, "review.luck-own", own, never, true, style);
  amounts_print(out, game, "review.luck-all", luck, never, true, style);
}

static void bounds_note(FILE *out, const asc_review *game, const board_style *style) {
  bool any = false;
  for (int i = 0; i < game->ply_count; i++) any |= game->plies[i].proof == ASC_LOSS_AT_LEAST;
  char text[ASC_SENTENCE_MAX];
  if (any) asc_board_print_sentence(out, say_to(text, "review.bounds"), 0, style);
}

/* "White lost the most with 4. c3-e5: blunder, loses 6 points, proved." */
static void worst_print(FILE *out, const asc_review *game, const asc_seats *seats, int index,
                        const board_style *style) {
  const asc_review_player *player = &game->players[index];
  if (player->worst < 0) return;
  const asc_review_turn *turn = &game->turns[player->worst];
  char moves[ASC_LINE_TEXT_MAX], loss[ASC_REVIEW_TEXT_MAX], grade[64], text[ASC_LINE_TEXT_MAX + 512];
  asc_review_turn_write(game, turn, moves, sizeof moves);
  asc_review_loss_write(game, turn->loss, turn->proof, language_now(), loss);
  say_to(text, "review.worst", WORD("who", seats->names[index]), NUMBER("round", asc_review_round(game, turn)),
         WORD("moves", moves), WORD("grade", grade_write(turn->grade, grade, sizeof grade)), WORD("loss", loss));
  asc_board_print_sentence(out, text, 0, style);
}

void review_print(FILE *out, const asc_review *game, const board_style *style) {
  const asc_seats *seats = seats_of(game);
  int names = name_columns(game, seats, style), first = 0;
  char text[ASC_SENTENCE_MAX];
  heading_print(out, game, seats, style);
  fputc('\n', out);
  while (first < game->turn_count && !game->turns[first].judged) first++; /* the last are judged first */
  if (first > 0) {
    say_to(text, "review.stopped", NUMBER("first", first), NUMBER("turns", game->turn_count));
    asc_board_print_sentence(out, text, 0, style);
    fputc('\n', out);
  }
  for (int i = first; i < game->turn_count; i++) turn_print(out, game, seats, i, names, style);
  if (first < game->turn_count) fputc('\n', out);
  table_print(out, game, seats, style);
  bool lost = false;
  for (int i = 0; i < game->rules->players; i++) lost |= game->players[i].worst >= 0;
  if (lost) fputc('\n', out);
  bounds_note(out, game, style);
  for (int i = 0; i < game->rules->players; i++) worst_print(out, game, seats, i, style);
}
