/* Making the record of a running game, the form in which games are saved. */
#include "record.h"

#include "history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct maker {
  asc_record *record;
  const asc_play *play;
  asc_record_item *last;
} maker;

static int item_append(maker *make, asc_record_item_kind kind, const char *text) {
  return asc_record_insert(make->record, NULL, make->last, kind, text, &make->last, NULL);
}

static int position_write(maker *make) {
  const asc_rules *rules = asc_play_rules(make->play);
  asc_position start = {0};
  asc_position_start(rules, &start);
  if (memcmp(&start, asc_play_first_position(make->play), rules->position_size) == 0) return ASC_OK;
  char text[ASC_POSITION_TEXT_MAX];
  int code = asc_position_write(rules, asc_play_first_position(make->play), text, sizeof text);
  return code < 0 ? code : asc_record_set_tag(make->record, "Position", text, NULL);
}

/* Without a seed, all rolls were typed in. */
static int dice_write(maker *make) {
  uint64_t seed;
  char text[32] = "";
  for (int i = 0; i < asc_play_event_count(make->play); i++)
    if (asc_play_event(make->play, i)->player == ASC_CHANCE) (void)snprintf(text, sizeof text, "hand");
  if (asc_play_get_seed(make->play, &seed)) (void)snprintf(text, sizeof text, "seed=%" PRIu64, seed);
  return text[0] == '\0' ? ASC_OK : asc_record_set_tag(make->record, "Dice", text, NULL);
}

static int event_write(maker *make, int index) {
  const asc_event *event = asc_play_event(make->play, index);
  if (event->resigned) {
    char token[ASC_TOKEN_MAX];
    (void)snprintf(token, sizeof token, "p%d" ASC_PLY_RESIGNS, event->player);
    return item_append(make, ASC_RECORD_PLY, token);
  }
  int code = item_append(make, ASC_RECORD_PLY, event->token);
  if (code < 0) return code;
  make->last->events_before = index;
  asc_record_item_set_round(make->last, asc_play_event_owner(make->play, index));
  bool is_exception = event->is_manual_roll && asc_play_get_seed(make->play, NULL);
  return is_exception ? item_append(make, ASC_RECORD_COMMENT, ASC_COMMAND_HAND) : ASC_OK;
}

static int redo_write(maker *make) {
  int count = asc_play_redo_count(make->play);
  if (count == 0) return ASC_OK;
  asc_strbuf comment = {0};
  asc_strbuf_add(&comment, ASC_COMMAND_REDO, strlen(ASC_COMMAND_REDO));
  for (int i = 0; i < count; i++) {
    const char *token = asc_play_redo_event(make->play, i)->token;
    asc_strbuf_add(&comment, token, strlen(token));
    asc_strbuf_add(&comment, i + 1 < count ? " " : "]", 1);
  }
  int code = comment.failed ? ASC_E_MEMORY : item_append(make, ASC_RECORD_COMMENT, comment.text);
  free(comment.text);
  return code;
}

static int record_fill(maker *make) {
  int code = asc_record_set_result_tags(make->record, make->play, NULL);
  if (code == ASC_OK) code = position_write(make);
  if (code == ASC_OK) code = dice_write(make);
  for (int i = 0; code == ASC_OK && i < asc_play_event_count(make->play); i++) code = event_write(make, i);
  if (code == ASC_OK && asc_play_end(make->play) == ASC_END_AGREED)
    code = item_append(make, ASC_RECORD_PLY, ASC_PLY_DRAW);
  if (code == ASC_OK) code = redo_write(make);
  return code;
}

int asc_record_from_play(asc_record **record, const asc_play *play) {
  *record = NULL;
  maker make = {.play = play};
  int code = asc_record_open(&make.record);
  if (code == ASC_OK) code = record_fill(&make);
  if (code < 0)
    asc_record_close(make.record);
  else
    *record = make.record;
  return code;
}
