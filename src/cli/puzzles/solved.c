/* Saves which puzzles are solved: in the file problems-GAME.txt in the state folder, a log with one position per line.
   Repeated lines, and lines that are not positions, do no harm. */
#include "puzzles.h"

#include "base/file.h"
#include "cli/play/saved_games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_BYTES_MAX = 64 << 20 };

static bool path_write(const char *game, char path[CLI_STATE_PATH_MAX]) {
  if (!cli_saved_game_path(1, path)) return false;
  char *name = strrchr(path, '/') + 1;
  int room = CLI_STATE_PATH_MAX - (int)(name - path), length = snprintf(name, (size_t)room, "problems-%s.txt", game);
  return length > 0 && length < room;
}

static bool has_line(const char *text, size_t length, const char *line) {
  size_t wanted = strlen(line);
  for (const char *end = text + length; text < end;) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t line_length = (size_t)((stop == NULL ? end : stop) - text);
    if (line_length > 0 && text[line_length - 1] == '\r') line_length--;
    if (line_length == wanted && memcmp(text, line, wanted) == 0) return true;
    text = stop == NULL ? end : stop + 1;
  }
  return false;
}

int cli_puzzles_read_solved(asc_puzzle_list *list, const char *game) {
  char path[CLI_STATE_PATH_MAX], *text;
  size_t length;
  struct stat info;
  asc_error error = {0};
  if (!path_write(game, path)) return CLI_OK;
  if (lstat(path, &info) < 0 && (errno == ENOENT || errno == ENOTDIR)) return CLI_OK;
  int code = asc_file_read_regular(path, LOG_BYTES_MAX, &text, &length, &error);
  if (code < 0) return cli_fail(ASC_E_FILE, path, "what was solved cannot be read: %s", error.reason);
  for (int i = 0; i < list->count; i++) list->puzzles[i].is_solved = has_line(text, length, list->puzzles[i].position);
  free(text);
  return CLI_OK;
}

/* Appends a line to the log. If the last line was cut off, it is ended first. */
static int line_add(int file, const char *line, asc_error *error) {
  char text[ASC_PUZZLE_POSITION_MAX + 3], last = '\n';
  struct stat info;
  if (fstat(file, &info) == 0 && info.st_size > 0) (void)!pread(file, &last, 1, info.st_size - 1);
  int length = snprintf(text, sizeof text, "%s%s\n", last == '\n' ? "" : "\n", line);
  return asc_log_append(file, text, (size_t)length, error);
}

bool cli_puzzle_save_solved(const asc_puzzle *puzzle, const char *game) {
  char path[CLI_STATE_PATH_MAX];
  asc_error error = {0};
  int code = cli_state_folder_make(&error);
  if (code >= 0 && !path_write(game, path)) code = asc_error_set(&error, ASC_E_FILE, "the path is too long");
  if (code >= 0) code = asc_log_open(path, true, &error);
  if (code >= 0) {
    int file = code;
    code = line_add(file, puzzle->position, &error);
    close(file);
  }
  if (code < 0) (void)cli_fail(ASC_E_FILE, "problems", "that it is solved cannot be kept: %s", error.reason);
  return code >= 0;
}
