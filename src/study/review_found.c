/* What was found of a ply as a line of numbers: several who share a review tell each other. A choice is its number, how
   many choices there were, and two values; a roll has averages and luck in their place. */
#include "review.h"

#include "core/text.h"

#include <stdlib.h>

static void value_write(asc_writer *writer, const asc_review_value *value) {
  const asc_line *line = &value->line;
  asc_writer_format(writer, " %d %d %d %d %d %d", value->proved.least, value->proved.most, line->score, line->depth,
                    line->plies, line->length);
  for (int i = 0; i < line->length; i++) asc_writer_format(writer, " %u", line->moves[i]);
}

int asc_review_found_write(const asc_review *review, int index, char *text, size_t size) {
  const asc_review_ply *ply = &review->plies[index];
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, "%d %d", index, ply->choices);
  for (int i = 0; ply->roll && i < ASC_PLAYERS_MAX; i++)
    asc_writer_format(&writer, " %d %d", ply->averages[i], ply->luck[i]);
  for (int i = 0; !ply->roll && i < 2; i++) value_write(&writer, &ply->found[i]);
  return asc_writer_end(&writer);
}

/* The next number of a text; one that is not there, or out of bounds, ends the reading. */
typedef struct numbers {
  const char *text;
  bool wrong;
} numbers;

static int64_t number_next(numbers *from, int64_t least, int64_t most) {
  char *end;
  long long number = strtoll(from->text, &end, 10);
  from->wrong = from->wrong || end == from->text || number < least || number > most;
  from->text = end;
  return from->wrong ? least : number;
}

static int next(numbers *from, int least, int most) { return (int)number_next(from, least, most); }

static void value_read(numbers *from, asc_review_value *value) {
  asc_line *line = &value->line;
  *value = (asc_review_value){.proved.least = next(from, INT32_MIN, INT32_MAX)};
  value->proved.most = next(from, INT32_MIN, INT32_MAX);
  line->score = next(from, INT32_MIN, INT32_MAX);
  line->depth = next(from, 0, INT32_MAX);
  line->plies = next(from, 0, INT32_MAX);
  line->length = next(from, 0, ASC_LINE_MAX);
  for (int i = 0; i < line->length; i++) line->moves[i] = (asc_move)number_next(from, 0, UINT32_MAX);
}

int asc_review_found_read(asc_review *review, const char *text) {
  numbers from = {.text = text};
  int index = next(&from, 0, review->ply_count - 1);
  if (from.wrong) return ASC_E_INPUT;
  asc_review_ply *ply = &review->plies[index];
  asc_review_ply known = *ply;
  known.choices = next(&from, 0, INT32_MAX);
  for (int i = 0; ply->roll && i < ASC_PLAYERS_MAX; i++) {
    known.averages[i] = next(&from, INT32_MIN, INT32_MAX);
    known.luck[i] = next(&from, INT32_MIN, INT32_MAX);
  }
  for (int i = 0; !ply->roll && i < 2; i++) value_read(&from, &known.found[i]);
  if (from.wrong) return ASC_E_INPUT;
  review->judged += !ply->judged;
  known.judged = true;
  *ply = known;
  return ASC_OK;
}
