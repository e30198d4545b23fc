#include "play_keep.h"

#include "cli.h"
#include "core/text.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS = 99 };

/* The state folder, as the XDG Base Directory Specification wants it. */
static bool folder_path(char path[KEEP_PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (state != NULL && state[0] == '/')
    length = snprintf(path, KEEP_PATH_MAX, "%s/ascona", state);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, KEEP_PATH_MAX, "%s/.local/state/ascona", home);
  return length > 0 && length < KEEP_PATH_MAX - 32;
}

/* Makes the folder and those above it that are missing. */
static bool folder_make(char *path) {
  for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = '\0';
    (void)mkdir(path, 0700);
    *slash = '/';
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool slot_path(int slot, char path[KEEP_PATH_MAX]) {
  if (!folder_path(path)) return false;
  size_t length = strlen(path);
  (void)snprintf(path + length, KEEP_PATH_MAX - length, slot == 1 ? "/play.txt" : "/play-%d.txt", slot);
  return true;
}

static void lock_open(play_keep *keep) {
  char path[KEEP_PATH_MAX];
  keep->lock = -1;
  if (!folder_path(path) || !folder_make(path)) return;
  (void)snprintf(path + strlen(path), KEEP_PATH_MAX - strlen(path), "/lock");
  keep->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

/* Without a lock file nobody can be in the way. */
static bool slot_lock(const play_keep *keep, int slot, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = slot, .l_len = 1};
  return keep->lock < 0 || fcntl(keep->lock, F_SETLK, &lock) == 0;
}

typedef enum slot_state { SLOT_FREE, SLOT_UNFINISHED, SLOT_UNREADABLE } slot_state;

/* What a file holds; with an unfinished game also which one, and when it was last kept. */
typedef struct slot_content {
  slot_state state;
  char game[ASC_SPEC_MAX];
  int plies;
  struct timespec time;
} slot_content;

static slot_content slot_read(const char *path) {
  slot_content content = {.state = SLOT_UNREADABLE};
  struct stat facts;
  if (stat(path, &facts) < 0) {
    content.state = errno == ENOENT ? SLOT_FREE : SLOT_UNREADABLE;
    return content;
  }
  content.time = facts.st_mtim;
  char *text;
  size_t length;
  if (cli_file_read(path, ASC_RECORD_MAX, &text, &length, NULL) < 0) return content;
  play_table table;
  if (table_read(&table, text, length, NULL) >= 0) {
    content.state = table_finished(&table) ? SLOT_FREE : SLOT_UNFINISHED;
    (void)snprintf(content.game, sizeof content.game, "%s", table.rules->game->title);
    content.plies = asc_play_plies(table.play);
    table_close(&table);
  }
  free(text);
  return content;
}

static bool later(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* The slot of the latest unfinished game, which stays locked; 0: there is none. */
static int latest_find(const play_keep *keep, slot_content *latest) {
  int found = 0;
  for (int slot = 1; slot <= SLOTS; slot++) {
    char path[KEEP_PATH_MAX];
    if (!slot_path(slot, path)) return 0;
    if (access(path, F_OK) < 0 || !slot_lock(keep, slot, F_WRLCK)) continue;
    slot_content content = slot_read(path);
    bool best = content.state == SLOT_UNFINISHED && (found == 0 || later(content.time, latest->time));
    int left = best ? found : slot;
    if (left > 0) (void)slot_lock(keep, left, F_UNLCK);
    if (!best) continue;
    found = slot;
    *latest = content;
  }
  return found;
}

bool keep_latest(char game[ASC_SPEC_MAX], int *plies) {
  play_keep keep;
  slot_content latest;
  lock_open(&keep);
  int slot = latest_find(&keep, &latest);
  keep_close(&keep);
  if (slot == 0) return false;
  memcpy(game, latest.game, ASC_SPEC_MAX);
  *plies = latest.plies;
  return true;
}

/* The first slot that is free, locked for this program. */
static bool slot_take(play_keep *keep) {
  for (int slot = 1; slot <= SLOTS; slot++) {
    if (!slot_path(slot, keep->path)) break;
    if (!slot_lock(keep, slot, F_WRLCK)) continue;
    if (slot_read(keep->path).state == SLOT_FREE) return true;
    (void)slot_lock(keep, slot, F_UNLCK);
  }
  keep->path[0] = '\0';
  return false;
}

static void slot_take_telling(play_keep *keep) {
  slot_content latest;
  char path[KEEP_PATH_MAX];
  int unfinished = latest_find(keep, &latest);
  if (unfinished > 0 && slot_path(unfinished, path)) {
    (void)slot_lock(keep, unfinished, F_UNLCK);
    printf("Your unfinished game of %s stays in %s; ascona play --resume %s goes on with it.\n", latest.game, path,
           path);
  }
  if (keep->lock < 0 || !slot_take(keep)) fputs("ascona: play: there is no place to keep the game in\n", stderr);
}

int keep_choose(play_keep *keep, const char *file) {
  *keep = (play_keep){.lock = -1};
  if (file == NULL) {
    lock_open(keep);
    slot_take_telling(keep);
    return CLI_OK;
  }
  if (strlen(file) >= KEEP_PATH_MAX) return cli_fail(ASC_E_INPUT, "save", "the name is too long");
  if (access(file, F_OK) == 0)
    return cli_fail(ASC_E_INPUT, file, "it is there already; --resume %s goes on with it", file);
  memcpy(keep->path, file, strlen(file) + 1);
  keep->named = true;
  return CLI_OK;
}

/* Whether keeping the game would write the very bytes that are there. */
static bool writes_the_same(const play_table *table, const char *text, size_t length) {
  char *written;
  size_t written_length;
  if (table_write(table, &written, &written_length, NULL) < 0) return false;
  bool same = written_length == length && memcmp(written, text, length) == 0;
  free(written);
  return same;
}

/* Locks the file when it is one of the folder; false when another program plays it. */
static bool file_lock(const play_keep *keep) {
  char path[KEEP_PATH_MAX];
  for (int slot = 1; slot <= SLOTS && slot_path(slot, path); slot++)
    if (strcmp(path, keep->path) == 0) return slot_lock(keep, slot, F_WRLCK);
  return true;
}

static int file_take_up(play_keep *keep, play_table *table) {
  char *text;
  size_t length;
  asc_error error = {0};
  int code = cli_file_read(keep->path, ASC_RECORD_MAX, &text, &length, &error);
  if (code < 0) return cli_fail_error(code, keep->path, &error);
  code = table_read(table, text, length, &error);
  int status = code < 0 ? cli_fail_error(code, keep->path, &error) : CLI_OK;
  /* A record from elsewhere may hold what a running game does not know, comments say: it stays as it is. */
  if (status == CLI_OK && !writes_the_same(table, text, length)) {
    printf("%s stays as it is.\n", keep->path);
    slot_take_telling(keep);
    keep->named = false;
  }
  free(text);
  return status;
}

int keep_resume(play_keep *keep, const char *file, play_table *table) {
  *keep = (play_keep){.lock = -1};
  lock_open(keep);
  slot_content latest;
  int slot = file == NULL ? latest_find(keep, &latest) : 0;
  if (file == NULL && (slot == 0 || !slot_path(slot, keep->path))) {
    keep_close(keep);
    return cli_fail(ASC_E_INPUT, "play", "there is no unfinished game to go on with");
  }
  int status = CLI_OK;
  if (file != NULL && strlen(file) >= KEEP_PATH_MAX)
    status = cli_fail(ASC_E_INPUT, "resume", "the name is too long");
  else if (file != NULL)
    memcpy(keep->path, file, strlen(file) + 1);
  keep->named = file != NULL;
  if (status == CLI_OK && file != NULL && !file_lock(keep))
    status = cli_fail(ASC_E_INPUT, file, "it is being played in another terminal");
  if (status == CLI_OK) status = file_take_up(keep, table);
  if (status != CLI_OK) keep_close(keep);
  return status;
}

void keep_close(play_keep *keep) {
  if (keep->lock >= 0) (void)close(keep->lock);
  keep->lock = -1;
}

void keep_write(play_keep *keep, const play_table *table) {
  if (keep->path[0] == '\0' || (table_untouched(table) && !keep->named)) return;
  char *text;
  size_t length;
  asc_error error = {0};
  int code = table_write(table, &text, &length, &error);
  if (code == ASC_OK) {
    code = cli_file_write_atomic(keep->path, text, length, &error);
    free(text);
  }
  if (code < 0 && !keep->complained) (void)cli_fail_error(code, keep->path, &error);
  keep->complained = code < 0;
}
