/* Writes and reads evaluation and clock comments of a game; see ply_comments.h. */
#include "ply_comments.h"

#include "score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVAL "[%eval "
#define CLOCK "[%clk "

void asc_ply_comments_close(asc_ply_comments *comments) {
  free(comments->list);
  *comments = (asc_ply_comments){0};
}

static int comment_append(asc_ply_comments *comments, int event, const char *text) {
  if (comments->count == comments->capacity) {
    int capacity = comments->capacity == 0 ? 64 : 2 * comments->capacity;
    asc_ply_comment *list = realloc(comments->list, (size_t)capacity * sizeof *list);
    if (list == NULL) return ASC_E_MEMORY;
    comments->list = list;
    comments->capacity = capacity;
  }
  asc_ply_comment *comment = &comments->list[comments->count++];
  comment->event_index = event;
  (void)snprintf(comment->text, sizeof comment->text, "%s", text);
  return ASC_OK;
}

void asc_ply_comments_truncate(asc_ply_comments *comments, const asc_play *play) {
  while (comments->count > 0 && comments->list[comments->count - 1].event_index >= asc_play_event_count(play))
    comments->count--;
}

int asc_ply_comments_add_eval(asc_ply_comments *comments, const asc_play *play, asc_certainty certainty,
                              int32_t score) {
  char number[ASC_SCORE_TEXT_MAX], text[ASC_PLY_COMMENT_MAX];
  if (!comments->wants_evals) return ASC_OK;
  (void)snprintf(text, sizeof text, "%s%s]", EVAL, asc_score_write(certainty, score, number));
  return comment_append(comments, asc_play_event_count(play), text);
}

int asc_ply_comments_add_clock(asc_ply_comments *comments, const asc_play *play, int64_t left_us) {
  int event = asc_play_event_count(play) - 1, seconds = (int)(left_us / 1000000);
  char text[ASC_PLY_COMMENT_MAX / 2];
  (void)snprintf(text, sizeof text, "%s%d:%02d:%02d]", CLOCK, seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (comments->count == 0 || comments->list[comments->count - 1].event_index != event)
    return comment_append(comments, event, text);
  asc_ply_comment *last = &comments->list[comments->count - 1];
  size_t length = strlen(last->text);
  (void)snprintf(last->text + length, sizeof last->text - length, " %s", text);
  return ASC_OK;
}

int asc_ply_comments_write(const asc_ply_comments *comments, asc_record *record, asc_error *error) {
  int next = 0, code = ASC_OK;
  for (asc_record_item *item = asc_record_first_item(record); code == ASC_OK && item != NULL; item = item->next) {
    if (item->kind != ASC_RECORD_PLY || next == comments->count ||
        item->events_before != comments->list[next].event_index)
      continue;
    code = asc_record_insert(record, NULL, item, ASC_RECORD_COMMENT, comments->list[next++].text, &item, error);
  }
  return code;
}

int asc_ply_comments_read(asc_ply_comments *comments, const asc_record *record, asc_error *error) {
  const asc_record_item *ply = NULL;
  for (const asc_record_item *item = asc_record_first_item(record); item != NULL; item = item->next) {
    bool comment = item->kind == ASC_RECORD_COMMENT &&
                   (strncmp(item->text, EVAL, strlen(EVAL)) == 0 || strncmp(item->text, CLOCK, strlen(CLOCK)) == 0);
    /* Only a comment right after its move counts, and only if it is no longer than the comments written here. */
    if (comment && ply != NULL && strlen(item->text) < ASC_PLY_COMMENT_MAX &&
        comment_append(comments, ply->events_before, item->text) < 0)
      return asc_error_set(error, ASC_E_MEMORY, "out of memory");
    ply = item->kind == ASC_RECORD_PLY ? item : NULL;
  }
  return ASC_OK;
}
