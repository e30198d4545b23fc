/* What was solved, in the state folder where games are kept: problems-GAME.txt, a log with a position a line. A line
   that is none, or stands there twice, does no harm. */
#include "problems.h"

#include "cli/play/kept.h"
#include "play/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT_MOST = 64 << 20 };

static bool path_write(const char *game, char path[KEPT_PATH_MAX]) {
  if (!kept_path(1, path)) return false;
  char *name = strrchr(path, '/') + 1;
  int room = KEPT_PATH_MAX - (int)(name - path), length = snprintf(name, (size_t)room, "problems-%s.txt", game);
  return length > 0 && length < room;
}

static bool has_line(const char *text, size_t length, const char *line) {
  size_t wanted = strlen(line);
  for (const char *end = text + length; text < end;) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t there = (size_t)((stop == NULL ? end : stop) - text);
    if (there > 0 && text[there - 1] == '\r') there--;
    if (there == wanted && memcmp(text, line, wanted) == 0) return true;
    text = stop == NULL ? end : stop + 1;
  }
  return false;
}

int problems_recall(asc_problem_list *list, const char *game) {
  char path[KEPT_PATH_MAX], *text;
  size_t length;
  struct stat facts;
  asc_error error = {0};
  if (!path_write(game, path)) return CLI_OK;
  if (lstat(path, &facts) < 0 && (errno == ENOENT || errno == ENOTDIR)) return CLI_OK;
  int code = asc_file_read_plain(path, KEPT_MOST, &text, &length, &error);
  if (code < 0) return cli_fail(ASC_E_FILE, path, "what was solved cannot be read: %s", error.reason);
  for (int i = 0; i < list->count; i++) list->all[i].solved = has_line(text, length, list->all[i].position);
  free(text);
  return CLI_OK;
}

/* A last line that was cut gets its end first. */
static int line_add(int file, const char *line, asc_error *error) {
  char text[ASC_PROBLEM_POSITION_MAX + 3], last = '\n';
  struct stat facts;
  if (fstat(file, &facts) == 0 && facts.st_size > 0) (void)!pread(file, &last, 1, facts.st_size - 1);
  int length = snprintf(text, sizeof text, "%s%s\n", last == '\n' ? "" : "\n", line);
  return asc_log_add(file, text, (size_t)length, error);
}

bool problems_remember(const asc_problem *problem, const char *game) {
  char path[KEPT_PATH_MAX];
  asc_error error = {0};
  int code = kept_folder_make(&error);
  if (code >= 0 && !path_write(game, path)) code = asc_fail(&error, ASC_E_FILE, "the path is too long");
  if (code >= 0) code = asc_log_open(path, true, &error);
  if (code >= 0) {
    int file = code;
    code = line_add(file, problem->position, &error);
    close(file);
  }
  if (code < 0) (void)cli_fail(ASC_E_FILE, "problems", "that it is solved cannot be kept: %s", error.reason);
  return code >= 0;
}
