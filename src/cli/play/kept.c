#include "kept.h"

#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "draw/text/canvas.h"
#include "lock.h"
#include "play/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool kept_folder(char path[KEPT_PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (state != NULL && state[0] == '/')
    length = snprintf(path, KEPT_PATH_MAX, "%s/ascona", state);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, KEPT_PATH_MAX, "%s/.local/state/ascona", home);
  return length > 0 && length < KEPT_PATH_MAX - 32;
}

bool kept_database(char path[KEPT_PATH_MAX]) {
  if (!kept_folder(path)) return false;
  size_t length = strlen(path);
  (void)snprintf(path + length, KEPT_PATH_MAX - length, "/games.db");
  return true;
}

int kept_folder_make(asc_error *error) {
  char path[KEPT_PATH_MAX];
  int why = 0; /* of the first folder that cannot be made */
  if (!kept_folder(path)) return asc_fail(error, ASC_E_FILE, "neither XDG_STATE_HOME nor HOME names a folder");
  for (char *slash = path; slash != NULL;) {
    slash = strchr(slash + 1, '/');
    if (slash != NULL) *slash = '\0';
    if (mkdir(path, 0700) == 0)
      asc_folder_sync(path);
    else if (errno != EEXIST && why == 0)
      why = errno;
    if (slash != NULL) *slash = '/';
  }
  struct stat facts;
  if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) return ASC_OK;
  return asc_fail(error, ASC_E_FILE, "%s", strerror(why == 0 ? ENOTDIR : why));
}

static void name_write(int number, char name[32]) {
  (void)snprintf(name, 32, number == 1 ? "play.txt" : "play-%d.txt", number);
}

bool kept_path(int number, char path[KEPT_PATH_MAX]) {
  char name[32];
  if (!kept_folder(path)) return false;
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
    table_side_say(table_side_at(table, seat), name);
    length += (size_t)snprintf(game->players + length, sizeof game->players - length, seat > 1 ? "; %s" : "%s", name);
  }
}

kept_game kept_read(int number) {
  kept_game game = {.number = number, .state = KEPT_UNREADABLE};
  char path[KEPT_PATH_MAX], *text;
  size_t length;
  struct stat facts;
  if (!kept_path(number, path)) return game;
  if (lstat(path, &facts) < 0) {
    game.code = asc_fail(&game.error, ASC_E_FILE, "%s", strerror(errno));
    if (errno == ENOENT) game.state = KEPT_NONE;
    return game;
  }
  (void)stat(path, &facts);
  game.time = facts.st_mtim;
  game.code = asc_file_read_plain(path, ASC_RECORDS_MAX, &text, &length, &game.error);
  if (game.code < 0) return game;
  play_table table;
  game.code = table_read(&table, text, length, &game.error);
  if (game.code >= 0) {
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

int kept_list(kept_game **games) {
  char path[KEPT_PATH_MAX];
  int count = 0;
  *games = NULL;
  if (!kept_folder(path)) return 0;
  DIR *folder = opendir(path);
  if (folder == NULL) return errno == ENOENT ? 0 : -1;
  for (const struct dirent *entry; count >= 0 && (entry = readdir(folder)) != NULL;) {
    int number = number_of(entry->d_name);
    if (number == 0) continue;
    kept_game *grown = realloc(*games, ((size_t)count + 1) * sizeof **games);
    if (grown != NULL) *games = grown;
    if (grown != NULL) grown[count] = kept_read(number);
    if (grown == NULL || grown[count].code == ASC_E_MEMORY)
      count = -1;
    else
      count += grown[count].state != KEPT_NONE; /* it may be gone by now */
  }
  closedir(folder);
  if (count > 0) qsort(*games, (size_t)count, sizeof **games, latest_first);
  if (count >= 0) return count;
  free(*games);
  *games = NULL;
  errno = ENOMEM;
  return -1;
}

static bool is_played(const kept_game *game) {
  char path[KEPT_PATH_MAX];
  return kept_path(game->number, path) && lock_is_busy(path);
}

static int fail_to_list(void) {
  return cli_fail(ASC_E_FILE, "play", "the kept games cannot be listed: %s", strerror(errno));
}

void kept_complain(const kept_game *game) {
  char path[KEPT_PATH_MAX];
  if (game->code == ASC_E_FILE && kept_path(game->number, path)) (void)cli_fail_error(game->code, path, &game->error);
}

bool kept_latest(kept_game *latest) {
  kept_game *games;
  int count = kept_list(&games);
  if (count < 0) (void)fail_to_list();
  bool found = false;
  for (int i = 0; i < count && !found; i++) {
    kept_complain(&games[i]);
    found = games[i].state == KEPT_UNFINISHED && !is_played(&games[i]);
    if (found) *latest = games[i];
  }
  free(games);
  return found;
}

/* What there is to say of a kept game: its date, what is played and by whom; or why it cannot be read. */
static void game_write(const kept_game *game, char *text, size_t size) {
  if (game->state == KEPT_UNREADABLE) {
    char why[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
    asc_error_write(&game->error, why, sizeof why);
    asc_text_clean(why, strlen(why));
    (void)asc_say(language_now(), "kept.unreadable", ASC_WORDS(WORD("reason", why)), text, size);
    return;
  }
  const char *key = is_played(game) ? "kept.played" : game->state == KEPT_FINISHED ? "kept.over" : "kept.open";
  char what[1024];
  say_to(what, key, WORD("game", game->title), NUMBER("ply", game->plies), WORD("players", game->players));
  (void)snprintf(text, size, "%-10s  %s", game->date, what);
}

/* In a line, or where a terminal is too narrow for that below the name of the file. */
static void game_print(const kept_game *game, int path_width) {
  enum { BELOW = 2 };
  char path[KEPT_PATH_MAX], text[1200];
  board_style style = board_style_detect(stdout);
  if (!kept_path(game->number, path)) return;
  game_write(game, text, sizeof text);
  bool below = style.terminal && path_width + 2 + asc_canvas_words_columns(text, &style) > style.columns;
  if (below) {
    printf("%s\n%*s", path, BELOW, "");
    asc_board_print_sentence(stdout, text, BELOW, &style);
  } else {
    printf("%-*s  ", path_width, path);
    asc_canvas_print_words(stdout, text, &style);
    putchar('\n');
  }
}

int kept_print(void) {
  kept_game *games;
  int widest = 0, status = CLI_OK, count = kept_list(&games);
  if (count < 0) return fail_to_list();
  for (int i = 0; i < count; i++) {
    char path[KEPT_PATH_MAX];
    int width = kept_path(games[i].number, path) ? (int)strlen(path) : 0;
    if (width > widest) widest = width;
  }
  for (int i = 0; i < count; i++) {
    game_print(&games[i], widest);
    if (games[i].code == ASC_E_FILE) status = CLI_MACHINE;
  }
  if (count == 0) say("play.none-kept");
  free(games);
  return status == CLI_OK ? status : cli_fail(ASC_E_FILE, "play", "not all of the kept games can be read");
}
