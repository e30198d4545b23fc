#include "table.h"

#include "core/file_code.h"
#include "core/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

void asc_retro_table_path(char path[RETRO_PATH_MAX], const char *folder, const retro_plan *plan,
                          const retro_layer *layer) {
  (void)snprintf(path, RETRO_PATH_MAX, "%s/delta-%d-%d-%02d.tab", folder, plan->board.size, plan->pawns, layer->pawns);
}

/* Reads "delta-5-9-18.tab", with any digits. */
static bool name_read(const char *file, int *size, int *pawns) {
  const char *shape = "delta-#-#-##.tab", *name = file;
  enum { SIZE_AT = 6, PAWNS_AT = 8 };
  for (; *shape != '\0' && *name != '\0'; shape++, name++)
    if (*shape == '#' ? *name < '0' || *name > '9' : *name != *shape) return false;
  if (*shape != *name) return false;
  *size = file[SIZE_AT] - '0';
  *pawns = file[PAWNS_AT] - '0';
  return *size >= RETRO_SIZE_MIN && *size <= RETRO_SIZE_MAX && *pawns >= RETRO_PAWNS_MIN && *pawns <= RETRO_PAWNS_MAX;
}

int asc_retro_boards_list(const char *folder, char specs[RETRO_BOARDS_MAX][RETRO_SPEC_MAX], asc_error *error) {
  bool there[RETRO_SIZE_MAX + 1][RETRO_PAWNS_MAX + 1] = {0};
  int count = 0, size, pawns;
  DIR *files = opendir(folder);
  if (files == NULL) return asc_fail(error, asc_file_code(errno), "%s: %s", folder, strerror(errno));
  for (const struct dirent *file; (file = readdir(files)) != NULL;)
    if (name_read(file->d_name, &size, &pawns)) there[size][pawns] = true;
  (void)closedir(files);
  for (size = RETRO_SIZE_MIN; size <= RETRO_SIZE_MAX; size++)
    for (pawns = RETRO_PAWNS_MIN; pawns <= RETRO_PAWNS_MAX; pawns++)
      if (there[size][pawns]) (void)snprintf(specs[count++], RETRO_SPEC_MAX, "delta:size=%d,pawns=%d", size, pawns);
  return count;
}
