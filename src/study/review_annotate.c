/* The judgement of a game written into its record: a NAG and a comment behind every ply that was less than good, with
   the better line as a variation. */
#include "review.h"

#include "core/text.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

typedef struct annotation {
  const asc_review *game;
  asc_item *outer, *after; /* where the next item goes */
  asc_error *error;
  int code;
} annotation;

static void item_add(annotation *a, asc_item_kind kind, const char *text) {
  if (a->code == ASC_OK)
    a->code = asc_record_insert(a->game->record, a->outer, a->after, kind, text, &a->after, a->error);
}

/* "[%eval exact -4] mistake, loses 3 points, proved; refuted by …" */
static void comment_add(annotation *a, const asc_review_turn *turn, const asc_review_ply *ply) {
  char text[2 * ASC_LINE_TEXT_MAX], score[ASC_SCORE_TEXT_MAX], loss[ASC_REVIEW_TEXT_MAX], line[ASC_LINE_TEXT_MAX];
  bool worst = ply == &a->game->plies[turn->worst], explained = worst && turn->grade >= ASC_GRADE_INACCURACY;
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "[%%eval %s]", asc_score_write(ply->played.line.certainty, ply->played.line.score, score));
  if (explained) asc_writer_format(&writer, " %s", asc_grade_word(turn->grade));
  if (worst && turn->loss > 0)
    asc_writer_format(&writer, "%s %s", explained ? "," : "",
                      asc_review_loss_write(a->game, turn->loss, turn->proof, "en", loss));
  asc_review_refutation_write(a->game, turn, line, sizeof line);
  if (explained && line[0] != '\0') asc_writer_format(&writer, "; refuted by %s", line);
  item_add(a, ASC_ITEM_COMMENT, text);
}

/* The better line, which replaces the ply. */
static void variation_add(annotation *a, const asc_review_ply *ply) {
  asc_position here;
  const asc_rules *rules = a->game->rules;
  memcpy(&here, asc_play_before(a->game->play, ply->event), rules->position_size);
  item_add(a, ASC_ITEM_VARIATION, "");
  asc_item *variation = a->after;
  a->outer = variation;
  a->after = NULL;
  for (int i = 0; a->code == ASC_OK && i < ply->best.line.length; i++) {
    char token[ASC_TOKEN_MAX], score[ASC_SCORE_TEXT_MAX], text[ASC_SCORE_TEXT_MAX + 16];
    asc_move_write(rules, &here, ply->best.line.moves[i], token);
    asc_position_play(rules, &here, ply->best.line.moves[i]);
    item_add(a, ASC_ITEM_PLY, token);
    if (i > 0) continue;
    (void)snprintf(text, sizeof text, "[%%eval %s]",
                   asc_score_write(ply->best.line.certainty, ply->best.line.score, score));
    item_add(a, ASC_ITEM_COMMENT, text);
  }
  a->outer = NULL;
  a->after = variation;
}

/* Whether a comment is what a review writes behind a move, or behind a roll; `explained`: with a mark before it and the
   better line behind it. */
static bool is_judgement(const char *text, bool roll, bool *explained) {
  static const char eval[] = "[%eval ", luck[] = "luck ", loses[] = " loses ";
  *explained = false;
  if (roll) return strncmp(text, luck, strlen(luck)) == 0;
  const char *rest = strncmp(text, eval, strlen(eval)) == 0 ? strchr(text, ']') : NULL;
  if (rest == NULL) return false;
  rest++;
  for (int grade = ASC_GRADE_INACCURACY; grade < ASC_GRADE_COUNT; grade++) {
    const char *word = asc_grade_word((asc_grade)grade);
    *explained |= rest[0] == ' ' && strncmp(rest + 1, word, strlen(word)) == 0;
  }
  return rest[0] == '\0' || *explained || strncmp(rest, loses, strlen(loses)) == 0;
}

/* What an earlier review, or the engine that played, wrote behind a ply goes: it is judged anew. Items behind a ply
   hang in its line and nowhere else, so that what is passed over is gone. */
static void judgement_forget(const asc_review_ply *ply) {
  bool explained = false;
  asc_item *before = ply->item, *mark = NULL; /* the mark stands behind `mark` */
  while (before->next != NULL && before->next->kind != ASC_ITEM_PLY) {
    const asc_item *item = before->next;
    if (item->kind == ASC_ITEM_COMMENT && is_judgement(item->text, ply->roll, &explained)) break;
    mark = item->kind == ASC_ITEM_NAG ? before : NULL;
    before = before->next;
  }
  if (before->next == NULL || before->next->kind == ASC_ITEM_PLY) return;
  before->next = before->next->next;
  if (!explained) return;
  if (before->next != NULL && before->next->kind == ASC_ITEM_VARIATION) before->next = before->next->next;
  if (mark != NULL) mark->next = before->next;
}

static void ply_annotate(annotation *a, const asc_review_turn *turn, const asc_review_ply *ply) {
  static const char *const nags[ASC_GRADE_COUNT] = {
      [ASC_GRADE_INACCURACY] = "6", [ASC_GRADE_MISTAKE] = "2", [ASC_GRADE_BLUNDER] = "4"};
  bool worst = ply == &a->game->plies[turn->worst];
  char luck[ASC_REVIEW_TEXT_MAX];
  judgement_forget(ply);
  a->after = ply->item;
  if (worst && nags[turn->grade] != NULL) item_add(a, ASC_ITEM_NAG, nags[turn->grade]);
  if (ply->roll)
    item_add(a, ASC_ITEM_COMMENT, asc_review_luck_write(a->game, ply->luck[ply->player - 1], "en", luck));
  else
    comment_add(a, turn, ply);
  if (worst && turn->grade >= ASC_GRADE_INACCURACY) variation_add(a, ply);
}

int asc_review_annotate(const asc_review *game, asc_error *error) {
  annotation a = {.game = game, .error = error};
  for (int i = 0; i < game->turn_count && a.code == ASC_OK; i++) {
    const asc_review_turn *turn = &game->turns[i];
    for (int k = 0; turn->judged && k < turn->count; k++) ply_annotate(&a, turn, &game->plies[turn->first + k]);
  }
  return a.code == ASC_OK ? asc_record_check(game->record, game->rules, NULL, error) : a.code;
}
