/* The option `Tables`: the folder of solved positions that level 10 asks. What it holds depends on the game, so the
   tables are opened anew with every game. */
#include "ugi_session.h"

#include "cli.h"

#include <stdio.h>
#include <string.h>

int ugi_tables_open(asc_tables **tables, const asc_rules *rules, const char *folder, asc_error *error) {
  *tables = NULL;
  if (*folder == '\0') return ASC_OK;
  int code = asc_tables_open(tables, rules, folder, error);
  return code == ASC_E_INPUT ? ASC_OK : code; /* a game without tables */
}

void ugi_tables_start(ugi_session *session) {
  const char *folder = cli_tables_folder(NULL);
  (void)snprintf(session->options.tables, sizeof session->options.tables, "%s", folder == NULL ? "" : folder);
}

void ugi_tables_set(ugi_session *session, const char *folder) {
  asc_tables *tables;
  asc_error error = {0};
  if (strcmp(folder, "<empty>") == 0) folder = "";
  if (session->small || strlen(folder) >= sizeof session->options.tables) {
    ugi_refuse(session, "setoption: Tables cannot be '%.60s'", folder);
    return;
  }
  if (ugi_tables_open(&tables, session->rules, folder, &error) < 0) {
    ugi_refuse_error(session, "setoption", folder, &error);
    return;
  }
  ugi_player_forget(session);
  asc_tables_close(session->tables);
  session->tables = tables;
  (void)snprintf(session->options.tables, sizeof session->options.tables, "%s", folder);
}
