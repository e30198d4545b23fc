#include "tables.h"

#include <stdlib.h>

const char *cli_tables_folder(const char *asked) {
  const char *set = getenv("ASCONA_TABLES");
  return asked != NULL ? asked : set != NULL && *set != '\0' ? set : NULL;
}

bool cli_tables_any(const asc_tables *tables) {
  for (int layer = 0; layer < asc_tables_layers(tables); layer++)
    if (asc_tables_layer(tables, layer, NULL)) return true;
  return false;
}

int cli_tables_open(asc_tables **tables, const char *command, const char *asked, const asc_rules *rules,
                    bool any_game) {
  const char *folder = cli_tables_folder(asked);
  bool strict = asked != NULL && !any_game;
  asc_error error;
  *tables = NULL;
  if (folder == NULL) return CLI_OK;
  int code = asc_tables_open(tables, rules, folder, &error);
  if (code == ASC_E_INPUT && !strict) return CLI_OK;
  if (code < 0) return cli_fail_error(code, command, &error);
  if (cli_tables_any(*tables)) return CLI_OK;
  asc_tables_close(*tables);
  *tables = NULL;
  if (!strict) return CLI_OK;
  return cli_fail(ASC_E_INPUT, command, "%s holds no tables of %s", folder, rules->spec);
}
