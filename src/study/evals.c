#include "evals.h"

#include "score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "[%eval "
#define CLOCK "[%clk "

void asc_evals_close(asc_evals *evals) {
  free(evals->list);
  *evals = (asc_evals){0};
}

static int eval_append(asc_evals *evals, int event, const char *text) {
  if (evals->count == evals->room) {
    int room = evals->room == 0 ? 64 : 2 * evals->room;
    asc_eval *list = realloc(evals->list, (size_t)room * sizeof *list);
    if (list == NULL) return ASC_E_MEMORY;
    evals->list = list;
    evals->room = room;
  }
  asc_eval *eval = &evals->list[evals->count++];
  eval->event = event;
  (void)snprintf(eval->text, sizeof eval->text, "%s", text);
  return ASC_OK;
}

void asc_evals_cut(asc_evals *evals, const asc_play *play) {
  while (evals->count > 0 && evals->list[evals->count - 1].event >= asc_play_events(play)) evals->count--;
}

int asc_evals_add(asc_evals *evals, const asc_play *play, asc_certainty certainty, int32_t score) {
  char number[ASC_SCORE_TEXT_MAX], text[ASC_EVAL_TEXT_MAX];
  if (!evals->kept) return ASC_OK;
  (void)snprintf(text, sizeof text, "%s%s]", COMMAND, asc_score_write(certainty, score, number));
  return eval_append(evals, asc_play_events(play), text);
}

int asc_evals_clock(asc_evals *evals, const asc_play *play, int64_t microseconds) {
  int event = asc_play_events(play) - 1, seconds = (int)(microseconds / 1000000);
  char text[ASC_EVAL_TEXT_MAX / 2];
  (void)snprintf(text, sizeof text, "%s%d:%02d:%02d]", CLOCK, seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (evals->count == 0 || evals->list[evals->count - 1].event != event) return eval_append(evals, event, text);
  asc_eval *last = &evals->list[evals->count - 1];
  size_t length = strlen(last->text);
  (void)snprintf(last->text + length, sizeof last->text - length, " %s", text);
  return ASC_OK;
}

int asc_evals_write(const asc_evals *evals, asc_record *record, asc_error *error) {
  int next = 0, code = ASC_OK;
  for (asc_item *item = asc_record_first(record); code == ASC_OK && item != NULL; item = item->next) {
    if (item->kind != ASC_ITEM_PLY || next == evals->count || item->events_before != evals->list[next].event) continue;
    code = asc_record_insert(record, NULL, item, ASC_ITEM_COMMENT, evals->list[next++].text, &item, error);
  }
  return code;
}

int asc_evals_read(asc_evals *evals, const asc_record *record, asc_error *error) {
  const asc_item *ply = NULL;
  for (const asc_item *item = asc_record_first(record); item != NULL; item = item->next) {
    bool eval = item->kind == ASC_ITEM_COMMENT &&
                (strncmp(item->text, COMMAND, strlen(COMMAND)) == 0 || strncmp(item->text, CLOCK, strlen(CLOCK)) == 0);
    /* One behind its move, no longer than those written here. */
    if (eval && ply != NULL && strlen(item->text) < ASC_EVAL_TEXT_MAX &&
        eval_append(evals, ply->events_before, item->text) < 0)
      return asc_fail(error, ASC_E_MEMORY, "out of memory");
    ply = item->kind == ASC_ITEM_PLY ? item : NULL;
  }
  return ASC_OK;
}
