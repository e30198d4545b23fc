/* Printing an analysis as text. See analyse.h. */
#include "analyse.h"

#include "base/text.h"
#include "draw/text/canvas.h"
#include "play/seats.h"
#include "study/score.h"

#include <stdlib.h>
#include <string.h>

static asc_canvas_tone tone_of(asc_certainty certainty) {
  return certainty == ASC_ESTIMATE ? ASC_TONE_PLAIN : ASC_TONE_GOOD;
}

static void title_print(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  const char *name = a->seats.names[a->seats.to_move - 1];
  asc_canvas_print_toned(out, ASC_TONE_STRONG, a->rules->game->title, 0, style);
  fputs("   ", out);
  asc_canvas_print_text(out, name, style);
  fputs(a->seats.must_roll ? " rolls the die\n" : " is to move\n", out);
}

static void effort_print(FILE *out, const asc_analysis *a) {
  char count[ASC_COUNT_TEXT_MAX];
  int depth = asc_analysis_depth(a);
  if (depth > 0) fprintf(out, "depth %d   ", depth);
  fprintf(out, "%s nodes   %.2f s\n", asc_count_write(asc_analysis_nodes(a), count), (double)a->elapsed_us / 1e6);
}

/* Prints a line such as "chances to win: Red 57.3 %, Black 42.7 %". */
static void chances_print(FILE *out, const asc_analysis *a, asc_certainty certainty, const int32_t *chances,
                          const asc_board_style *style) {
  enum { TENTH = 10 };
  int32_t shares[ASC_PLAYERS_MAX];
  asc_score_round_chances(chances, a->rules->players, certainty == ASC_ESTIMATE ? TENTH : 1, shares);
  fputs("chances to win: ", out);
  for (int i = 0; i < a->rules->players; i++) {
    char number[ASC_HUNDREDTHS_MAX];
    fputs(i > 0 ? ", " : "", out);
    asc_canvas_print_text(out, a->seats.names[i], style);
    fprintf(out, " %s %%", asc_score_number_write(certainty, shares[i], number));
  }
  fputc('\n', out);
}

/* Prints the moves of a line, wrapped behind the columns already printed. */
static void moves_print(FILE *out, const asc_analysis *a, const void *position, const asc_line *line, int indent,
                        const asc_board_style *style) {
  char text[ASC_LINE_TEXT_MAX];
  asc_line_write(a->rules, position, line->moves, line->length, text, sizeof text);
  asc_board_print_sentence(out, text, indent, style);
}

/* Writes the score of a line, such as "exact 7 in 23 plies". Returns `text`. */
static const char *score_write(const asc_analysis *a, const asc_line *line, char text[ASC_SCORE_TEXT_MAX + 24]) {
  asc_score_write_with_unit(a->rules, line->certainty, line->score, text);
  size_t length = strlen(text);
  if (line->plies > 0) (void)snprintf(text + length, 24, " in %d pl%s", line->plies, line->plies == 1 ? "y" : "ies");
  return text;
}

static void lines_print(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  char score[ASC_SCORE_TEXT_MAX + 24];
  int widest = 0;
  for (int i = 0; i < a->report.line_count; i++) {
    const asc_line *line = &a->report.lines[i];
    int columns = (int)strlen(score_write(a, line, score));
    if (columns > widest) widest = columns;
  }
  for (int i = 0; i < a->report.line_count; i++) {
    const asc_line *line = &a->report.lines[i];
    score_write(a, line, score);
    int indent = fprintf(out, "%3d  ", i + 1) + widest + 2;
    asc_canvas_print_toned(out, tone_of(line->certainty), score, widest + 2, style);
    moves_print(out, a, a->position, line, indent, style);
  }
}

void cli_analysis_print_lines(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  for (int i = 0; i < a->report.line_count; i++) {
    const asc_line *line = &a->report.lines[i];
    char count[ASC_COUNT_TEXT_MAX], score[ASC_SCORE_TEXT_MAX];
    int indent = fprintf(out, "depth %-2d %11s nodes %6.2f s  ", line->depth, asc_count_write(a->report.nodes, count),
                         (double)a->elapsed_us / 1e6);
    asc_score_write_with_unit(a->rules, line->certainty, line->score, score);
    asc_canvas_print_toned(out, tone_of(line->certainty), score, 17, style);
    moves_print(out, a, a->position, line, indent + 17, style);
  }
}

/* A statement about all faces together is as certain as the least certain of them. */
static asc_certainty roll_certainty(const asc_analysis *a) {
  for (int i = 0; i < a->roll.face_count; i++)
    if (a->roll.faces[i].line.certainty != ASC_EXACT) return ASC_ESTIMATE;
  return ASC_EXACT;
}

static void luck_print(FILE *out, const asc_analysis *a, int player, const asc_board_style *style) {
  char token[ASC_TOKEN_MAX], value[ASC_HUNDREDTHS_MAX], average[ASC_HUNDREDTHS_MAX], luck[ASC_HUNDREDTHS_MAX];
  const asc_roll_face *face = &a->roll.faces[a->rolled_face];
  const char *unit = asc_score_unit(a->rules);
  asc_certainty certainty = roll_certainty(a);
  int32_t mean = a->roll.averages[player - 1], worth = face->values[player - 1];
  asc_move_write(a->rules, a->position_before_roll, face->move, token);
  fprintf(out, "%s is worth %s%s, the average roll %s%s: ", token, asc_score_number_write(certainty, worth, value),
          unit, asc_score_number_write(certainty, mean, average), unit);
  char words[64];
  (void)snprintf(words, sizeof words, "luck %s%s%s", worth >= mean ? "+" : "",
                 asc_score_number_write(certainty, worth - mean, luck), unit);
  asc_canvas_print_toned(out, worth >= mean ? ASC_TONE_GOOD : ASC_TONE_BAD, words, 0, style);
  fputc('\n', out);
}

/* Prints one row per face: its value for the player who rolls, and the moves that player would make with it. */
static void roll_print(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  int player = a->seats.to_move;
  if (a->rolled_face >= 0) luck_print(out, a, player, style);
  for (int i = 0; i < a->roll.face_count; i++) {
    const asc_roll_face *face = &a->roll.faces[i];
    char token[ASC_TOKEN_MAX], score[ASC_SCORE_TEXT_MAX];
    asc_position after;
    asc_roll_position_after(&a->roll, face, &after);
    asc_move_write(a->rules, a->position_before_roll, face->move, token);
    asc_score_write_with_unit(a->rules, face->line.certainty, face->values[player - 1], score);
    int indent = fprintf(out, "  %-5s%2u of %-2u  ", token, face->odds, a->roll.total_odds) + 18;
    asc_canvas_print_toned(out, tone_of(face->line.certainty), score, 18, style);
    moves_print(out, a, &after, &face->line, indent, style);
  }
}

static void end_print(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  asc_outcome outcome;
  char result[256];
  (void)asc_play_outcome(a->play, &outcome);
  asc_seats_write_result(&a->seats, a->rules, &outcome, result, sizeof result);
  asc_canvas_print_toned(out, ASC_TONE_STRONG, a->rules->game->title, 0, style);
  fputs("   the game is over: ", out);
  asc_canvas_print_text(out, result, style);
  fputc('\n', out);
}

void cli_analysis_print(FILE *out, const asc_analysis *a, const asc_board_style *style) {
  if (asc_play_end(a->play) != ASC_END_NONE) {
    end_print(out, a, style);
    return;
  }
  title_print(out, a, style);
  bool lines = a->report.line_count > 0, chance = a->rules->game->score == ASC_SCORE_CHANCE;
  effort_print(out, a);
  if (lines && chance) chances_print(out, a, a->report.lines[0].certainty, a->report.lines[0].chances, style);
  if (!lines && chance && a->roll.depth > 0) chances_print(out, a, roll_certainty(a), a->roll.averages, style);
  fputc('\n', out);
  lines_print(out, a, style);
  if (a->roll.depth > 0 && lines) fputc('\n', out);
  if (a->roll.depth > 0) roll_print(out, a, style);
}
