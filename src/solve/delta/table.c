/* The names of the files. See table.h. */
#include "table.h"

#include "base/file_error.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

void asc_tablebase_file_path(char path[ASC_TABLEBASE_PATH_MAX], const char *folder, const asc_tablebase_plan *plan,
                             const asc_tablebase_layer_plan *layer) {
  (void)snprintf(path, ASC_TABLEBASE_PATH_MAX, "%s/delta-%d-%d-%02d.tab", folder, plan->board.size,
                 plan->pawns_per_side, layer->pawns);
}

/* Reads the board from a file name such as "delta-5-9-18.tab". Returns false for any other name or an unsupported
   board. */
static bool name_read(const char *file, int *size, int *pawns) {
  const char *shape = "delta-#-#-##.tab", *name = file;
  enum { SIZE_AT = 6, PAWNS_AT = 8 };
  for (; *shape != '\0' && *name != '\0'; shape++, name++)
    if (*shape == '#' ? *name < '0' || *name > '9' : *name != *shape) return false;
  if (*shape != *name) return false;
  *size = file[SIZE_AT] - '0';
  *pawns = file[PAWNS_AT] - '0';
  return *size >= ASC_TABLEBASE_SIZE_MIN && *size <= ASC_TABLEBASE_SIZE_MAX && *pawns >= ASC_TABLEBASE_PAWNS_MIN &&
         *pawns <= ASC_TABLEBASE_PAWNS_MAX;
}

int asc_tablebase_boards_list(const char *folder, char specs[ASC_TABLEBASE_BOARDS_MAX][ASC_TABLEBASE_SPEC_MAX],
                              asc_error *error) {
  bool has_file[ASC_TABLEBASE_SIZE_MAX + 1][ASC_TABLEBASE_PAWNS_MAX + 1] = {0};
  int count = 0, size, pawns;
  DIR *files = opendir(folder);
  if (files == NULL) return asc_error_set(error, asc_file_error_code(errno), "%s: %s", folder, strerror(errno));
  for (const struct dirent *file; (file = readdir(files)) != NULL;)
    if (name_read(file->d_name, &size, &pawns)) has_file[size][pawns] = true;
  (void)closedir(files);
  for (size = ASC_TABLEBASE_SIZE_MIN; size <= ASC_TABLEBASE_SIZE_MAX; size++)
    for (pawns = ASC_TABLEBASE_PAWNS_MIN; pawns <= ASC_TABLEBASE_PAWNS_MAX; pawns++)
      if (has_file[size][pawns])
        (void)snprintf(specs[count++], ASC_TABLEBASE_SPEC_MAX, "delta:size=%d,pawns=%d", size, pawns);
  return count;
}
