/* The result of a ply as a line of numbers, for workers that share a review. A move is its ply index, the number of
   legal moves, and two values. A roll has averages and luck in place of the values. */
#include "review.h"

#include "base/text.h"

#include <stdlib.h>

static void value_write(asc_writer *writer, const asc_review_value *value) {
  const asc_line *line = &value->line;
  asc_writer_format(writer, " %d %d %d %d %d %d", value->bounds.lower, value->bounds.upper, line->score, line->depth,
                    line->plies, line->length);
  for (int i = 0; i < line->length; i++) asc_writer_format(writer, " %u", line->moves[i]);
}

int asc_review_ply_write(const asc_review *review, int index, char *text, size_t size) {
  const asc_review_ply *ply = &review->plies[index];
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, "%d %d", index, ply->choice_count);
  for (int i = 0; ply->is_roll && i < ASC_PLAYERS_MAX; i++)
    asc_writer_format(&writer, " %d %d", ply->averages[i], ply->luck[i]);
  for (int i = 0; !ply->is_roll && i < 2; i++) value_write(&writer, &ply->searched[i]);
  return asc_writer_end(&writer);
}

/* Reads numbers from a text. A number that is missing or out of range sets `wrong`, and all later numbers count as
   their minimum. */
typedef struct number_reader {
  const char *text;
  bool wrong;
} number_reader;

static int64_t number_next(number_reader *reader, int64_t min, int64_t max) {
  char *end;
  long long number = strtoll(reader->text, &end, 10);
  reader->wrong = reader->wrong || end == reader->text || number < min || number > max;
  reader->text = end;
  return reader->wrong ? min : number;
}

static int int_next(number_reader *reader, int min, int max) { return (int)number_next(reader, min, max); }

static void value_read(number_reader *reader, asc_review_value *value) {
  asc_line *line = &value->line;
  *value = (asc_review_value){.bounds.lower = int_next(reader, INT32_MIN, INT32_MAX)};
  value->bounds.upper = int_next(reader, INT32_MIN, INT32_MAX);
  line->score = int_next(reader, INT32_MIN, INT32_MAX);
  line->depth = int_next(reader, 0, INT32_MAX);
  line->plies = int_next(reader, 0, INT32_MAX);
  line->length = int_next(reader, 0, ASC_LINE_MAX);
  for (int i = 0; i < line->length; i++) line->moves[i] = (asc_move)number_next(reader, 0, UINT32_MAX);
}

int asc_review_ply_read(asc_review *review, const char *text) {
  number_reader reader = {.text = text};
  int index = int_next(&reader, 0, review->ply_count - 1);
  if (reader.wrong) return ASC_E_INPUT;
  asc_review_ply *ply = &review->plies[index];
  asc_review_ply received = *ply;
  received.choice_count = int_next(&reader, 0, INT32_MAX);
  for (int i = 0; ply->is_roll && i < ASC_PLAYERS_MAX; i++) {
    received.averages[i] = int_next(&reader, INT32_MIN, INT32_MAX);
    received.luck[i] = int_next(&reader, INT32_MIN, INT32_MAX);
  }
  for (int i = 0; !ply->is_roll && i < 2; i++) value_read(&reader, &received.searched[i]);
  if (reader.wrong) return ASC_E_INPUT;
  review->evaluated_count += !ply->is_evaluated;
  received.is_evaluated = true;
  *ply = received;
  return ASC_OK;
}
