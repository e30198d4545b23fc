#include "table.h"

#include <stdio.h>
#include <string.h>

void retro_table_path(char path[RETRO_PATH_MAX], const char *folder, const retro_plan *plan, const retro_layer *layer) {
  (void)snprintf(path, RETRO_PATH_MAX, "%s/delta-%d-%d-%02d.tab", folder, plan->board.size, plan->pawns, layer->pawns);
}
