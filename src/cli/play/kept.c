#include "kept.h"

#include "cli/cli.h"
#include "core/text.h"
#include "lock.h"
#include "play/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The state folder, as the XDG Base Directory Specification wants it. */
static bool folder_path(char path[KEPT_PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (state != NULL && state[0] == '/')
    length = snprintf(path, KEPT_PATH_MAX, "%s/ascona", state);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, KEPT_PATH_MAX, "%s/.local/state/ascona", home);
  return length > 0 && length < KEPT_PATH_MAX - 32;
}

bool kept_folder_make(void) {
  char path[KEPT_PATH_MAX];
  if (!folder_path(path)) return false;
  for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = '\0';
    (void)mkdir(path, 0700);
    *slash = '/';
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static void name_write(int number, char name[32]) {
  (void)snprintf(name, 32, number == 1 ? "play.txt" : "play-%d.txt", number);
}

bool kept_path(int number, char path[KEPT_PATH_MAX]) {
  char name[32];
  if (!folder_path(path)) return false;
  name_write(number, name);
  size_t length = strlen(path);
  (void)snprintf(path + length, KEPT_PATH_MAX - length, "/%s", name);
  return true;
}

/* The number of the file called so, or 0. */
static int number_of(const char *name) {
  char same[32];
  int number =
      strcmp(name, "play.txt") == 0 ? 1 : (int)strtol(strncmp(name, "play-", 5) == 0 ? name + 5 : "", NULL, 10);
  name_write(number, same);
  return number > 0 && strcmp(name, same) == 0 ? number : 0;
}

static void table_describe(const play_table *table, kept_game *game) {
  size_t length = 0;
  game->state = table_finished(table) ? KEPT_FINISHED : KEPT_UNFINISHED;
  game->title = table->rules->game->title;
  game->plies = asc_play_plies(table->play);
  (void)snprintf(game->date, sizeof game->date, "%s", table->date);
  asc_text_clean(game->date, strlen(game->date));
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[TABLE_NAME_MAX];
    table_side_name(table_side_at(table, seat), name);
    length += (size_t)snprintf(game->players + length, sizeof game->players - length, seat > 1 ? ", %s" : "%s", name);
  }
}

kept_game kept_read(int number) {
  kept_game game = {.number = number, .state = KEPT_UNREADABLE};
  char path[KEPT_PATH_MAX], *text;
  size_t length;
  struct stat facts;
  if (!kept_path(number, path)) return game;
  if (stat(path, &facts) < 0) {
    if (errno == ENOENT) game.state = KEPT_NONE;
    return game;
  }
  game.time = facts.st_mtim;
  if (asc_file_read(path, ASC_RECORDS_MAX, &text, &length, NULL) < 0) return game;
  play_table table;
  if (table_read(&table, text, length, NULL) >= 0) {
    table_describe(&table, &game);
    play_table_close(&table);
  }
  free(text);
  return game;
}

static int latest_first(const void *a, const void *b) {
  const kept_game *one = a, *other = b;
  if (one->time.tv_sec != other->time.tv_sec) return one->time.tv_sec > other->time.tv_sec ? -1 : 1;
  if (one->time.tv_nsec != other->time.tv_nsec) return one->time.tv_nsec > other->time.tv_nsec ? -1 : 1;
  return (one->number > other->number) - (one->number < other->number);
}

kept_game *kept_list(int *count) {
  char path[KEPT_PATH_MAX];
  kept_game *games = NULL;
  *count = 0;
  DIR *folder = folder_path(path) ? opendir(path) : NULL;
  if (folder == NULL) return NULL;
  for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    int number = number_of(entry->d_name);
    kept_game *grown = number == 0 ? NULL : realloc(games, ((size_t)*count + 1) * sizeof *games);
    if (grown == NULL) continue;
    games = grown;
    games[(*count)++] = kept_read(number);
  }
  closedir(folder);
  if (games != NULL) qsort(games, (size_t)*count, sizeof *games, latest_first);
  return games;
}

static bool is_played(const kept_game *game) {
  char path[KEPT_PATH_MAX];
  return kept_path(game->number, path) && lock_is_busy(path);
}

bool kept_latest(kept_game *latest) {
  int count;
  kept_game *games = kept_list(&count);
  bool found = false;
  for (int i = 0; i < count && !found; i++) {
    found = games[i].state == KEPT_UNFINISHED && !is_played(&games[i]);
    if (found) *latest = games[i];
  }
  free(games);
  return found;
}

static void game_print(const kept_game *game, int path_width) {
  char path[KEPT_PATH_MAX];
  if (!kept_path(game->number, path)) return;
  printf("%-*s  ", path_width, path);
  if (game->state == KEPT_UNREADABLE) {
    puts("cannot be read");
    return;
  }
  const char *state = is_played(game) ? ", being played" : game->state == KEPT_FINISHED ? ", over" : "";
  printf("%-10s  %s, ply %d%s: %s\n", game->date, game->title, game->plies, state, game->players);
}

int kept_print(void) {
  int count, widest = 0;
  kept_game *games = kept_list(&count);
  for (int i = 0; i < count; i++) {
    char path[KEPT_PATH_MAX];
    int width = kept_path(games[i].number, path) ? (int)strlen(path) : 0;
    if (width > widest) widest = width;
  }
  for (int i = 0; i < count; i++) game_print(&games[i], widest);
  if (count == 0) puts("There are no kept games.");
  free(games);
  return CLI_OK;
}
