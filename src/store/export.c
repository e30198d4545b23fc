/* Writes games as records. Read export.h first. */
#include "export.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAGE = 500 };

/* Returns the job with its answer. On error closes it, sets the reason and returns NULL. */
static store_job *answer(store_db *db, store_job *job, asc_error *error) {
  if (job == NULL) return (void)asc_error_set(error, ASC_E_MEMORY, "out of memory"), NULL;
  if (store_do(db, job) == STORE_DONE) return job;
  (void)asc_error_set(error, ASC_E_FILE, "%s", job->reason);
  store_job_close(job);
  return NULL;
}

/* Sets the tag to "Anna" or "level 7". A free seat, or a player who was forgotten, is "?". */
static int name_set(store_db *db, asc_record *record, const store_game_row *game, int seat, asc_error *error) {
  const char *person = game->seat[seat].person, *name = "?";
  char tag[24], level[32];
  store_job *job = NULL;
  (void)snprintf(tag, sizeof tag, "Player%d", seat + 1);
  if (person != NULL) {
    job = store_job_open();
    if (job != NULL) store_job_ask_persons(job, &person, 1);
    job = answer(db, job, error);
    if (job == NULL) return ASC_E_FILE;
    if (job->persons[0].name != NULL) name = job->persons[0].name;
  } else if (game->seat[seat].engine >= 0) {
    (void)snprintf(level, sizeof level, "level %d", game->seat[seat].engine);
    name = level;
  }
  int code = asc_record_set_tag(record, tag, name, error);
  store_job_close(job);
  return code;
}

static int tags_set(store_db *db, asc_record *record, const store_game_row *game, asc_error *error) {
  int code = ASC_OK;
  char date[32];
  struct tm day;
  time_t created = (time_t)(game->created / 1000);
  for (int seat = 0; seat < game->seats && code == ASC_OK; seat++) code = name_set(db, record, game, seat, error);
  if (code == ASC_OK && gmtime_r(&created, &day) != NULL && strftime(date, sizeof date, "%Y-%m-%d", &day) > 0)
    code = asc_record_set_tag(record, "Date", date, error);
  return code;
}

static int record_put(const store_exporter *exporter, const asc_record *record, bool first, asc_error *error) {
  char *text;
  size_t length;
  if (asc_record_write(record, exporter->format, &text, &length) < 0)
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  int code = ASC_OK;
  if (!first && exporter->format == ASC_RECORD_TEXT) code = exporter->put(exporter->data, "\n", 1, error);
  if (code == ASC_OK) code = exporter->put(exporter->data, text, length, error);
  free(text);
  return code;
}

static int game_export(store_db *db, const store_exporter *exporter, const char *id, store_exported *exported,
                       asc_error *error) {
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_game(job, id, 1, INT_MAX - 1);
  job = answer(db, job, error);
  if (job == NULL) return ASC_E_FILE;
  asc_record *record = NULL;
  int code = job->games_count > 0 ? exporter->make(exporter->data, job, &record, error) : ASC_OK;
  if (code != ASC_OK && code != ASC_E_MEMORY) {
    exported->broken++;
    code = ASC_OK;
  } else if (code == ASC_OK && record == NULL) {
    exported->empty++;
  } else if (code == ASC_OK) {
    code = tags_set(db, record, job->games, error);
    if (code == ASC_OK) code = record_put(exporter, record, exported->games++ == 0, error);
  }
  asc_record_close(record);
  store_job_close(job);
  return code;
}

int store_export(store_db *db, const store_exporter *exporter, store_exported *exported, asc_error *error) {
  char after[STORE_ID_MAX] = "";
  int code = ASC_OK;
  *exported = (store_exported){0};
  for (bool more = true; more && code == ASC_OK;) {
    store_job *job = store_job_open();
    if (job != NULL) store_job_ask_games(job, exporter->states, after[0] != '\0' ? after : NULL, PAGE);
    job = answer(db, job, error);
    if (job == NULL) return ASC_E_FILE;
    for (size_t i = 0; i < job->games_count && code == ASC_OK; i++) {
      (void)snprintf(after, sizeof after, "%s", job->games[i].id);
      code = game_export(db, exporter, after, exported, error);
    }
    more = job->more;
    store_job_close(job);
  }
  return code;
}
