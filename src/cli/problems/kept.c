/* What was solved, in the state folder where games are kept: problems-GAME.txt, a position a line. */
#include "problems.h"

#include "cli/play/kept.h"
#include "play/file.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MOST = 1 << 20 };

static bool path_write(const char *game, char path[KEPT_PATH_MAX]) {
  if (!kept_path(1, path)) return false;
  char *name = strrchr(path, '/') + 1;
  int room = KEPT_PATH_MAX - (int)(name - path), length = snprintf(name, (size_t)room, "problems-%s.txt", game);
  return length > 0 && length < room;
}

/* The file as it is, or an empty text; the caller's to free. NULL: it is there and cannot be read. */
static char *kept_text(const char *path, size_t *length) {
  char *text = NULL;
  FILE *there = fopen(path, "rb");
  *length = 0;
  if (there == NULL) return calloc(1, 1);
  (void)fclose(there);
  return asc_file_read(path, KEPT_MOST, &text, length, NULL) < 0 ? NULL : text;
}

static bool has_line(const char *text, const char *line) {
  size_t length = strlen(line);
  for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n')
    if (strcspn(text, "\r\n") == length && memcmp(text, line, length) == 0) return true;
  return false;
}

void problems_recall(asc_problem_list *list, const char *game) {
  char path[KEPT_PATH_MAX];
  size_t length;
  char *text = path_write(game, path) ? kept_text(path, &length) : NULL;
  for (int i = 0; text != NULL && i < list->count; i++) list->all[i].solved = has_line(text, list->all[i].position);
  free(text);
}

/* Read anew, so that what another terminal added meanwhile stays. */
bool problems_remember(const asc_problem *problem, const char *game) {
  char path[KEPT_PATH_MAX];
  size_t length;
  char *text = path_write(game, path) && kept_folder_make() ? kept_text(path, &length) : NULL;
  bool kept = text != NULL && has_line(text, problem->position);
  if (text != NULL && !kept) {
    bool open = length > 0 && text[length - 1] != '\n';
    size_t size = length + strlen(problem->position) + 3;
    char *more = malloc(size);
    if (more != NULL) {
      int written = snprintf(more, size, "%s%s%s\n", text, open ? "\n" : "", problem->position);
      kept = asc_file_write_atomic(path, more, (size_t)written, NULL) >= 0;
    }
    free(more);
  }
  free(text);
  if (!kept) puts("That it is solved cannot be kept: the state folder cannot be written.");
  return kept;
}
