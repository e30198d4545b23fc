/* Implementation of autosave.h: choosing, locking and writing the file of the game in progress. */
#include "autosave.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/speech/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_autosave_open(cli_autosave *autosave) { *autosave = (cli_autosave){.lock.fd = -1}; }

void cli_autosave_close(cli_autosave *autosave) {
  cli_lock_release(&autosave->lock);
  free(autosave->game);
}

/* Locks the first file of the state folder that holds no unfinished game. Returns false with errno if there is none. */
static bool number_choose(cli_autosave *autosave) {
  cli_lock_result result = CLI_LOCK_BUSY;
  for (int number = 1; result != CLI_LOCK_FAILED && cli_saved_game_path(number, autosave->path); number++) {
    result = cli_lock_acquire(&autosave->lock, autosave->path);
    if (result != CLI_LOCK_ACQUIRED) continue;
    cli_saved_game game = {.number = number};
    cli_saved_game_read(&game);
    if (game.state == CLI_SAVED_GAME_NONE || game.state == CLI_SAVED_GAME_FINISHED) return true;
    cli_lock_release(&autosave->lock);
  }
  autosave->path[0] = '\0';
  return false;
}

static void number_choose_and_report(cli_autosave *autosave) {
  char path[CLI_STATE_PATH_MAX];
  cli_saved_game latest;
  if (cli_saved_game_latest(&latest) && cli_saved_game_path(latest.number, path))
    cli_say("play.unfinished", CLI_ARG_TEXT("game", latest.title), CLI_ARG_TEXT("path", path));
  asc_error error = {0};
  if (cli_state_folder_make(&error) == ASC_OK && number_choose(autosave)) return;
  (void)cli_fail(ASC_E_FILE, "play", "there is no place to keep the game in: %s",
                 error.reason[0] != '\0' ? error.reason : strerror(errno));
}

static int fail_busy(const char *file) { return cli_fail(ASC_E_INPUT, file, "it is being played in another terminal"); }

static int existing_reject(const char *file) {
  if (access(file, F_OK) < 0) return CLI_OK;
  return cli_fail(ASC_E_INPUT, file, "it is there already; --resume %s goes on with it", file);
}

/* Takes over the file name that the user gave. Returns CLI_OK, or an exit status after printing the error. */
static int name_set(cli_autosave *autosave, const char *file) {
  if (file[0] == '\0') return cli_fail(ASC_E_INPUT, "play", "the name of the file is empty");
  if (strcmp(file, "-") == 0) return cli_fail(ASC_E_INPUT, "play", "a game is kept in a file, not in -");
  if (strlen(file) >= sizeof autosave->path) return cli_fail(ASC_E_INPUT, "play", "the name of the file is too long");
  memcpy(autosave->path, file, strlen(file) + 1);
  autosave->is_named = true;
  return CLI_OK;
}

int cli_autosave_choose_file(cli_autosave *autosave, const char *file) {
  if (file == NULL) {
    number_choose_and_report(autosave);
    return CLI_OK;
  }
  int status = name_set(autosave, file);
  if (status == CLI_OK) status = existing_reject(file);
  if (status != CLI_OK) return status;
  cli_lock_result result = cli_lock_acquire(&autosave->lock, file);
  if (result == CLI_LOCK_FAILED) return cli_fail(ASC_E_FILE, file, "%s", strerror(errno));
  if (result == CLI_LOCK_BUSY) return fail_busy(file);
  return existing_reject(file); /* it may have been created just before it was locked */
}

/* Locks and reads the file that the user named. *is_own is set if the game can be saved in the same file. */
static int named_open(cli_autosave *autosave, cli_session *session, bool *is_own) {
  char *text;
  size_t length;
  asc_error error = {0};
  cli_lock_result result = cli_lock_acquire(&autosave->lock, autosave->path);
  int lock_errno = errno;
  if (result == CLI_LOCK_BUSY) return fail_busy(autosave->path);
  int code = asc_file_read(autosave->path, ASC_RECORDS_MAX, &text, &length, &error);
  if (code == ASC_OK) {
    code = cli_session_read(session, text, length, is_own, &error);
    free(text);
  }
  if (code < 0) return cli_fail_error(code, autosave->path, &error);
  if (!*is_own || result == CLI_LOCK_ACQUIRED) return CLI_OK;
  return cli_fail(ASC_E_FILE, autosave->path, "%s", strerror(lock_errno));
}

/* Locks and reads the latest unfinished game that no other program plays. */
static int latest_open(cli_autosave *autosave, cli_session *session, bool *is_own) {
  cli_saved_game *games;
  int count = cli_saved_games_list(&games);
  if (count < 0) return cli_fail(ASC_E_FILE, "play", "the kept games cannot be listed: %s", strerror(errno));
  bool found = false;
  for (int i = 0; i < count && !found; i++) {
    if (!cli_saved_game_path(games[i].number, autosave->path)) continue;
    cli_lock_result result = cli_lock_acquire(&autosave->lock, autosave->path);
    if (result == CLI_LOCK_BUSY) continue;
    cli_saved_game_open(&games[i], session, is_own);
    cli_saved_game_report_error(&games[i]);
    found = games[i].state == CLI_SAVED_GAME_UNFINISHED && result == CLI_LOCK_ACQUIRED;
    if (!found) cli_session_close(session);
    if (!found) cli_lock_release(&autosave->lock);
  }
  free(games);
  return found ? CLI_OK : cli_fail(ASC_E_INPUT, "play", "there is no unfinished game to go on with");
}

/* Leaves the file as it is and saves in the state folder instead. A record from another source may hold things that a
   session does not know, such as comments. */
static void file_change(cli_autosave *autosave) {
  cli_lock_release(&autosave->lock);
  cli_say("play.stays", CLI_ARG_TEXT("path", autosave->path));
  number_choose_and_report(autosave);
  autosave->is_named = false;
}

int cli_autosave_resume(cli_autosave *autosave, const char *file, cli_session *session) {
  bool is_own = false;
  int status = file == NULL ? latest_open(autosave, session, &is_own) : name_set(autosave, file);
  if (status == CLI_OK && file != NULL) status = named_open(autosave, session, &is_own);
  if (status == CLI_OK && !is_own) file_change(autosave);
  return status;
}

/* Returns whether the file is as it was when it was saved. */
static bool is_untouched(const cli_autosave *autosave, int fd) {
  struct stat now;
  const struct stat *saved = &autosave->file;
  return fstat(fd, &now) == 0 && S_ISREG(now.st_mode) && now.st_dev == saved->st_dev && now.st_ino == saved->st_ino &&
         now.st_size == saved->st_size && now.st_mtim.tv_sec == saved->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == saved->st_mtim.tv_nsec;
}

/* Writes what is new in the game behind what the file has of it. Returns false, with the file as it was, if more has
   changed than its end, or if the file is not as it was saved.

   Of the old text only the result word at the end, none, is replaced. All that is written lies in one sector, so that
   a killed program leaves the old record or the new one. After a power cut a part of the new end may be missing, which
   cli_session_read notices. */
static bool append(const cli_autosave *autosave, const cli_session *session, const char *game, size_t length) {
  enum { SECTOR = 512, RESULT = sizeof " none\n" - 1 };
  if (autosave->game == NULL || autosave->start != session->earlier_length || length <= autosave->length) return false;
  size_t same = autosave->length - RESULT, start = autosave->start + same, end = autosave->start + length;
  if (memcmp(game, autosave->game, same) != 0 || start / SECTOR != (end - 1) / SECTOR || end > ASC_RECORDS_MAX)
    return false;
  int fd = open(autosave->path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool untouched = is_untouched(autosave, fd);
  bool done =
      untouched && pwrite(fd, game + same, length - same, (off_t)start) == (ssize_t)(length - same) && fsync(fd) == 0;
  if (untouched && !done && pwrite(fd, autosave->game + same, RESULT, (off_t)start) == RESULT &&
      ftruncate(fd, (off_t)start + RESULT) == 0)
    (void)fsync(fd);
  close(fd);
  return done;
}

static int replace(const cli_autosave *autosave, const cli_session *session, asc_error *error) {
  char *text;
  size_t length;
  int code = cli_session_write(session, &text, &length, error);
  if (code < 0) return code;
  code = asc_file_write_atomic(autosave->path, text, length, error);
  free(text);
  return code;
}

void cli_autosave_write(cli_autosave *autosave, const cli_session *session) {
  if (autosave->path[0] == '\0' || (cli_session_is_new(session) && !autosave->is_named)) return;
  char *game = NULL;
  size_t length = 0;
  asc_error error = {0};
  int code = cli_session_write_game(session, &game, &length, &error);
  if (code == ASC_OK && !append(autosave, session, game, length)) code = replace(autosave, session, &error);
  free(autosave->game);
  autosave->game = game;
  autosave->length = length;
  autosave->start = session->earlier_length;
  if (code < 0 || stat(autosave->path, &autosave->file) < 0) {
    free(game);
    autosave->game = NULL;
  }
  if (code < 0 && !autosave->has_failed) (void)cli_fail_error(code, autosave->path, &error);
  autosave->has_failed = code < 0;
}
