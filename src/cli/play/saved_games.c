/* Implementation of saved_games.h. */
#include "saved_games.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"
#include "draw/text/canvas.h"
#include "lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void name_write(int number, char name[32]) {
  (void)snprintf(name, 32, number == 1 ? "play.txt" : "play-%d.txt", number);
}

bool cli_saved_game_path(int number, char path[CLI_STATE_PATH_MAX]) {
  char name[32];
  if (!cli_state_folder_path(path)) return false;
  name_write(number, name);
  size_t length = strlen(path);
  (void)snprintf(path + length, CLI_STATE_PATH_MAX - length, "/%s", name);
  return true;
}

/* Returns the number of the file with this name, or 0. */
static int number_read(const char *name) {
  char canonical[32];
  int number =
      strcmp(name, "play.txt") == 0 ? 1 : (int)strtol(strncmp(name, "play-", 5) == 0 ? name + 5 : "", NULL, 10);
  name_write(number, canonical);
  return number > 0 && strcmp(name, canonical) == 0 ? number : 0;
}

static void session_describe(const cli_session *session, cli_saved_game *game) {
  size_t length = 0;
  game->state = cli_session_is_finished(session) ? CLI_SAVED_GAME_FINISHED : CLI_SAVED_GAME_UNFINISHED;
  game->title = session->rules->game->title;
  game->plies = asc_play_ply_count(session->play);
  (void)snprintf(game->start_date, sizeof game->start_date, "%s", session->date);
  asc_text_clean(game->start_date, strlen(game->start_date));
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char name[CLI_SIDE_NAME_MAX];
    cli_side_write_display_name(cli_session_side_at(session, seat), name);
    length += (size_t)snprintf(game->players + length, sizeof game->players - length, seat > 1 ? "; %s" : "%s", name);
  }
}

void cli_saved_game_open(cli_saved_game *game, cli_session *session, bool *is_own) {
  char path[CLI_STATE_PATH_MAX], *text;
  size_t length;
  struct stat info;
  *session = (cli_session){0};
  game->state = CLI_SAVED_GAME_UNREADABLE;
  if (!cli_saved_game_path(game->number, path)) return;
  if (lstat(path, &info) < 0) {
    game->code = asc_error_set(&game->error, ASC_E_FILE, "%s", strerror(errno));
    if (errno == ENOENT) game->state = CLI_SAVED_GAME_NONE;
    return;
  }
  game->code = asc_file_read_regular(path, ASC_RECORDS_MAX, &text, &length, &game->error);
  if (game->code < 0) return;
  game->code = cli_session_read(session, text, length, is_own, &game->error);
  if (game->code >= 0) session_describe(session, game);
  free(text);
}

void cli_saved_game_read(cli_saved_game *game) {
  cli_session session;
  cli_saved_game_open(game, &session, NULL);
  cli_session_close(&session);
}

static int latest_first(const void *a, const void *b) {
  const cli_saved_game *left = a, *right = b;
  if (left->saved_at.tv_sec != right->saved_at.tv_sec) return left->saved_at.tv_sec > right->saved_at.tv_sec ? -1 : 1;
  if (left->saved_at.tv_nsec != right->saved_at.tv_nsec)
    return left->saved_at.tv_nsec > right->saved_at.tv_nsec ? -1 : 1;
  return (left->number > right->number) - (left->number < right->number);
}

int cli_saved_games_list(cli_saved_game **games) {
  char path[CLI_STATE_PATH_MAX];
  int count = 0;
  *games = NULL;
  if (!cli_state_folder_path(path)) return 0;
  DIR *folder = opendir(path);
  if (folder == NULL) return errno == ENOENT ? 0 : -1;
  for (const struct dirent *entry; count >= 0 && (entry = readdir(folder)) != NULL;) {
    struct stat info = {0};
    int number = number_read(entry->d_name);
    if (number == 0) continue;
    cli_saved_game *grown = realloc(*games, ((size_t)count + 1) * sizeof **games);
    if (grown == NULL) {
      free(*games);
      count = -1;
      continue;
    }
    if (fstatat(dirfd(folder), entry->d_name, &info, 0) < 0)
      (void)fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW);
    grown[count++] = (cli_saved_game){.number = number, .saved_at = info.st_mtim};
    *games = grown;
  }
  closedir(folder);
  if (count > 0) qsort(*games, (size_t)count, sizeof **games, latest_first);
  if (count >= 0) return count;
  *games = NULL;
  errno = ENOMEM;
  return -1;
}

static bool is_in_use(const cli_saved_game *game) {
  char path[CLI_STATE_PATH_MAX];
  return cli_saved_game_path(game->number, path) && cli_lock_is_busy(path);
}

static int fail_to_list(void) {
  return cli_fail(ASC_E_FILE, "play", "the kept games cannot be listed: %s", strerror(errno));
}

void cli_saved_game_report_error(const cli_saved_game *game) {
  char path[CLI_STATE_PATH_MAX];
  bool is_system_error = game->code == ASC_E_FILE || game->code == ASC_E_MEMORY;
  if (is_system_error && game->state != CLI_SAVED_GAME_NONE && cli_saved_game_path(game->number, path))
    (void)cli_fail_error(game->code, path, &game->error);
}

bool cli_saved_game_latest(cli_saved_game *latest) {
  cli_saved_game *games;
  int count = cli_saved_games_list(&games);
  if (count < 0) (void)fail_to_list();
  bool found = false;
  for (int i = 0; i < count && !found; i++) {
    cli_saved_game_read(&games[i]);
    cli_saved_game_report_error(&games[i]);
    found = games[i].state == CLI_SAVED_GAME_UNFINISHED && !is_in_use(&games[i]);
    if (found) *latest = games[i];
  }
  free(games);
  return found;
}

/* Writes the description of a saved game: its date, the game and the players; or why it cannot be read. */
static void game_write(const cli_saved_game *game, char *text, size_t size) {
  if (game->state == CLI_SAVED_GAME_UNREADABLE) {
    char reason[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
    asc_error_write(&game->error, reason, sizeof reason);
    asc_text_clean(reason, strlen(reason));
    (void)asc_say_sentence(cli_language_current(), "kept.unreadable", ASC_SAY_ARGS(CLI_ARG_TEXT("reason", reason)),
                           text, size);
    return;
  }
  const char *key = is_in_use(game)                          ? "kept.played"
                    : game->state == CLI_SAVED_GAME_FINISHED ? "kept.over"
                                                             : "kept.open";
  char what[1024];
  cli_say_to(what, key, CLI_ARG_TEXT("game", game->title), CLI_ARG_NUMBER("ply", game->plies),
             CLI_ARG_TEXT("players", game->players));
  (void)snprintf(text, size, "%-10s  %s", game->start_date, what);
}

/* Prints a saved game in one line. If the terminal is too narrow, the description goes below the file name. */
static void game_print(const cli_saved_game *game, int path_width) {
  enum { INDENT = 2 };
  char path[CLI_STATE_PATH_MAX], text[1200];
  asc_board_style style = cli_style_detect(stdout);
  if (!cli_saved_game_path(game->number, path)) return;
  game_write(game, text, sizeof text);
  bool is_below = style.is_terminal && path_width + 2 + asc_canvas_text_columns(text, &style) > style.columns;
  if (is_below) {
    printf("%s\n%*s", path, INDENT, "");
    asc_board_print_sentence(stdout, text, INDENT, &style);
  } else {
    printf("%-*s  ", path_width, path);
    asc_canvas_print_text(stdout, text, &style);
    putchar('\n');
  }
}

int cli_saved_games_print(void) {
  cli_saved_game *games;
  int widest = 0, status = CLI_OK, count = cli_saved_games_list(&games);
  if (count < 0) return fail_to_list();
  for (int i = 0; i < count; i++) {
    char path[CLI_STATE_PATH_MAX];
    int width = cli_saved_game_path(games[i].number, path) ? (int)strlen(path) : 0;
    if (width > widest) widest = width;
  }
  for (int i = 0; i < count; i++) {
    cli_saved_game_read(&games[i]);
    if (games[i].state == CLI_SAVED_GAME_NONE) continue; /* it has disappeared in the meantime */
    game_print(&games[i], widest);
    if (games[i].code == ASC_E_FILE || games[i].code == ASC_E_MEMORY) status = CLI_SYSTEM_ERROR;
  }
  if (count == 0) cli_say("play.none-kept");
  free(games);
  return status == CLI_OK ? status : cli_fail(ASC_E_FILE, "play", "not all of the kept games can be read");
}
