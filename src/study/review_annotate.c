/* Writes a review into the record of its game: an [%eval] comment after every move and a luck comment after every roll.
   The worst ply of a turn that is an inaccuracy or worse also gets a NAG and the better line as a variation. */
#include "review.h"

#include "base/text.h"
#include "score.h"

#include <stdio.h>
#include <string.h>

typedef struct annotation {
  const asc_review *review;
  asc_record_item *outer, *after; /* where the next item is inserted */
  asc_error *error;
  int code;
} annotation;

static void item_add(annotation *a, asc_record_item_kind kind, const char *text) {
  if (a->code == ASC_OK)
    a->code = asc_record_insert(a->review->record, a->outer, a->after, kind, text, &a->after, a->error);
}

/* Adds "[%eval exact -4] mistake, loses 3 points, proved; refuted by …". */
static void comment_add(annotation *a, const asc_review_turn *turn, const asc_review_ply *ply) {
  char text[2 * ASC_LINE_TEXT_MAX], score[ASC_SCORE_TEXT_MAX], loss[ASC_REVIEW_TEXT_MAX], line[ASC_LINE_TEXT_MAX];
  bool worst = ply == &a->review->plies[turn->worst_ply],
       explained = worst && turn->grade >= ASC_REVIEW_GRADE_INACCURACY;
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "[%%eval %s]", asc_score_write(ply->played.line.certainty, ply->played.line.score, score));
  if (explained) asc_writer_format(&writer, " %s", asc_review_grade_name(turn->grade));
  if (worst && turn->loss > 0)
    asc_writer_format(&writer, "%s %s", explained ? "," : "",
                      asc_review_loss_write(a->review, turn->loss, turn->loss_certainty, "en", loss));
  asc_review_refutation_write(a->review, turn, line, sizeof line);
  if (explained && line[0] != '\0') asc_writer_format(&writer, "; refuted by %s", line);
  item_add(a, ASC_RECORD_COMMENT, text);
}

/* Adds the better line as a variation that replaces the ply. */
static void variation_add(annotation *a, const asc_review_ply *ply) {
  asc_position current;
  const asc_rules *rules = a->review->rules;
  memcpy(&current, asc_play_position_before(a->review->play, ply->event_index), rules->position_size);
  item_add(a, ASC_RECORD_VARIATION, "");
  asc_record_item *variation = a->after;
  a->outer = variation;
  a->after = NULL;
  for (int i = 0; a->code == ASC_OK && i < ply->best.line.length; i++) {
    char token[ASC_TOKEN_MAX], score[ASC_SCORE_TEXT_MAX], text[ASC_SCORE_TEXT_MAX + 16];
    asc_move_write(rules, &current, ply->best.line.moves[i], token);
    asc_position_play(rules, &current, ply->best.line.moves[i]);
    item_add(a, ASC_RECORD_PLY, token);
    if (i > 0) continue;
    (void)snprintf(text, sizeof text, "[%%eval %s]",
                   asc_score_write(ply->best.line.certainty, ply->best.line.score, score));
    item_add(a, ASC_RECORD_COMMENT, text);
  }
  a->outer = NULL;
  a->after = variation;
}

/* Returns whether a comment is one that a review writes after a move, or after a roll. Writes to *explained whether a
   NAG comes before it and the better line after it. */
static bool is_review_comment(const char *text, bool roll, bool *explained) {
  static const char eval[] = "[%eval ", luck[] = "luck ", loses[] = " loses ";
  *explained = false;
  if (roll) return strncmp(text, luck, strlen(luck)) == 0;
  const char *rest = strncmp(text, eval, strlen(eval)) == 0 ? strchr(text, ']') : NULL;
  if (rest == NULL) return false;
  rest++;
  for (int grade = ASC_REVIEW_GRADE_INACCURACY; grade < ASC_REVIEW_GRADE_COUNT; grade++) {
    const char *word = asc_review_grade_name((asc_review_grade)grade);
    *explained |= rest[0] == ' ' && strncmp(rest + 1, word, strlen(word)) == 0;
  }
  return rest[0] == '\0' || *explained || strncmp(rest, loses, strlen(loses)) == 0;
}

/* Removes the annotations that an earlier review, or the engine that played, wrote after a ply. Only the line of the
   ply points to the items after it, so unlinking an item removes it. */
static void old_annotations_remove(const asc_review_ply *ply) {
  bool explained = false;
  asc_record_item *before = ply->item, *before_nag = NULL; /* `before_nag` is the item before the NAG */
  while (before->next != NULL && before->next->kind != ASC_RECORD_PLY) {
    const asc_record_item *item = before->next;
    if (item->kind == ASC_RECORD_COMMENT && is_review_comment(item->text, ply->is_roll, &explained)) break;
    before_nag = item->kind == ASC_RECORD_NAG ? before : NULL;
    before = before->next;
  }
  if (before->next == NULL || before->next->kind == ASC_RECORD_PLY) return;
  before->next = before->next->next;
  if (!explained) return;
  if (before->next != NULL && before->next->kind == ASC_RECORD_VARIATION) before->next = before->next->next;
  if (before_nag != NULL) before_nag->next = before->next;
}

static void ply_annotate(annotation *a, const asc_review_turn *turn, const asc_review_ply *ply) {
  static const char *const nags[ASC_REVIEW_GRADE_COUNT] = {
      [ASC_REVIEW_GRADE_INACCURACY] = "6", [ASC_REVIEW_GRADE_MISTAKE] = "2", [ASC_REVIEW_GRADE_BLUNDER] = "4"};
  bool worst = ply == &a->review->plies[turn->worst_ply];
  char luck[ASC_REVIEW_TEXT_MAX];
  old_annotations_remove(ply);
  a->after = ply->item;
  if (worst && nags[turn->grade] != NULL) item_add(a, ASC_RECORD_NAG, nags[turn->grade]);
  if (ply->is_roll)
    item_add(a, ASC_RECORD_COMMENT, asc_review_luck_write(a->review, ply->luck[ply->player - 1], "en", luck));
  else
    comment_add(a, turn, ply);
  if (worst && turn->grade >= ASC_REVIEW_GRADE_INACCURACY) variation_add(a, ply);
}

int asc_review_annotate(const asc_review *review, asc_error *error) {
  annotation a = {.review = review, .error = error};
  for (int i = 0; i < review->turn_count && a.code == ASC_OK; i++) {
    const asc_review_turn *turn = &review->turns[i];
    for (int k = 0; turn->is_evaluated && k < turn->ply_count; k++)
      ply_annotate(&a, turn, &review->plies[turn->first_ply + k]);
  }
  return a.code == ASC_OK ? asc_record_check(review->record, review->rules, NULL, error) : a.code;
}
