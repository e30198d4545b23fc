#include "keep.h"

#include "cli/cli.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "play/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void keep_open(play_keep *keep) { *keep = (play_keep){.lock.file = -1}; }

void keep_close(play_keep *keep) { lock_drop(&keep->lock); }

/* Finds the first file of the state folder that is free and locks it. */
static bool number_take(play_keep *keep) {
  lock_result result = LOCK_BUSY;
  for (int number = 1; result != LOCK_FAILED && kept_path(number, keep->path); number++) {
    result = lock_take(&keep->lock, keep->path);
    if (result != LOCK_TAKEN) continue;
    kept_state state = kept_read(number).state;
    if (state == KEPT_NONE || state == KEPT_FINISHED) return true;
    lock_drop(&keep->lock);
  }
  keep->path[0] = '\0';
  return false;
}

static void number_take_telling(play_keep *keep) {
  char path[KEPT_PATH_MAX];
  kept_game latest;
  if (kept_latest(&latest) && kept_path(latest.number, path))
    say("play.unfinished", WORD("game", latest.title), WORD("path", path));
  asc_error error = {0};
  if (kept_folder_make(&error) == ASC_OK && number_take(keep)) return;
  (void)cli_fail(ASC_E_FILE, "play", "there is no place to keep the game in: %s",
                 error.reason[0] != '\0' ? error.reason : strerror(errno));
}

static int fail_busy(const char *file) { return cli_fail(ASC_E_INPUT, file, "it is being played in another terminal"); }

static int there_refuse(const char *file) {
  if (access(file, F_OK) < 0) return CLI_OK;
  return cli_fail(ASC_E_INPUT, file, "it is there already; --resume %s goes on with it", file);
}

/* The name that was given becomes the place of the game. */
static int name_take(play_keep *keep, const char *file) {
  if (file[0] == '\0') return cli_fail(ASC_E_INPUT, "play", "the name of the file is empty");
  if (strcmp(file, "-") == 0) return cli_fail(ASC_E_INPUT, "play", "a game is kept in a file, not in -");
  if (strlen(file) >= sizeof keep->path) return cli_fail(ASC_E_INPUT, "play", "the name of the file is too long");
  memcpy(keep->path, file, strlen(file) + 1);
  keep->named = true;
  return CLI_OK;
}

int keep_choose(play_keep *keep, const char *file) {
  if (file == NULL) {
    number_take_telling(keep);
    return CLI_OK;
  }
  int status = name_take(keep, file);
  if (status == CLI_OK) status = there_refuse(file);
  if (status != CLI_OK) return status;
  lock_result result = lock_take(&keep->lock, file);
  if (result == LOCK_FAILED) return cli_fail(ASC_E_FILE, file, "%s", strerror(errno));
  if (result == LOCK_BUSY) return fail_busy(file);
  return there_refuse(file); /* it may have been made just before it was locked */
}

/* Whether keeping the game would write the very bytes that are there. ASC_OK, or ASC_E_MEMORY. */
static int writes_the_same(const play_table *table, const char *text, size_t length, bool *same, asc_error *error) {
  char *written;
  size_t written_length;
  int code = table_write(table, &written, &written_length, error);
  *same = code >= 0 && written_length == length && memcmp(written, text, length) == 0;
  if (code >= 0) free(written);
  return code == ASC_E_MEMORY ? code : ASC_OK;
}

/* A table from the kept file; `ours` when it can go on in that file. */
static int file_read(const play_keep *keep, play_table *table, bool *ours) {
  char *text;
  size_t length;
  asc_error error = {0};
  int code = asc_file_read(keep->path, ASC_RECORDS_MAX, &text, &length, &error);
  if (code < 0) return cli_fail_error(code, keep->path, &error);
  code = table_read(table, text, length, &error);
  *ours = false;
  if (code == ASC_OK && (code = writes_the_same(table, text, length, ours, &error)) < 0) play_table_close(table);
  free(text);
  return code < 0 ? cli_fail_error(code, keep->path, &error) : CLI_OK;
}

/* The latest game that nobody else is playing becomes the kept one. */
static int latest_take(play_keep *keep) {
  kept_game *games;
  int count = kept_list(&games);
  if (count < 0) return cli_fail(ASC_E_FILE, "play", "the kept games cannot be listed: %s", strerror(errno));
  bool taken = false;
  for (int i = 0; i < count && !taken; i++) {
    kept_complain(&games[i]);
    taken = games[i].state == KEPT_UNFINISHED && kept_path(games[i].number, keep->path) &&
            lock_take(&keep->lock, keep->path) == LOCK_TAKEN;
  }
  free(games);
  return taken ? CLI_OK : cli_fail(ASC_E_INPUT, "play", "there is no unfinished game to go on with");
}

/* A record from elsewhere may hold what a running game does not know, comments say: it stays as it is. */
static void place_change(play_keep *keep) {
  lock_drop(&keep->lock);
  say("play.stays", WORD("path", keep->path));
  number_take_telling(keep);
  keep->named = false;
}

int keep_resume(play_keep *keep, const char *file, play_table *table) {
  int status = file == NULL ? latest_take(keep) : name_take(keep, file);
  if (status != CLI_OK) return status;
  bool ours = false;
  lock_result result = file == NULL ? LOCK_TAKEN : lock_take(&keep->lock, file);
  int why = errno;
  if (result == LOCK_BUSY) return fail_busy(file);
  status = file_read(keep, table, &ours);
  if (status != CLI_OK) return status;
  if (ours && result == LOCK_FAILED) return cli_fail(ASC_E_FILE, file, "%s", strerror(why));
  if (!ours) place_change(keep);
  return CLI_OK;
}

void keep_write(play_keep *keep, const play_table *table) {
  if (keep->path[0] == '\0' || (table_untouched(table) && !keep->named)) return;
  char *text;
  size_t length;
  asc_error error = {0};
  int code = table_write(table, &text, &length, &error);
  if (code == ASC_OK) {
    code = asc_file_write_atomic(keep->path, text, length, &error);
    free(text);
  }
  if (code < 0 && !keep->failing) (void)cli_fail_error(code, keep->path, &error);
  keep->failing = code < 0;
}
