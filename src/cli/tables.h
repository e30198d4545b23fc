/* The tables of solved positions that a command may use: those of --tables DIR, else of the environment variable
   ASCONA_TABLES, else none. */
#ifndef ASC_CLI_TABLES_H
#define ASC_CLI_TABLES_H

#include "cli.h"

/* The folder that is meant; NULL: none. `asked` is what --tables says, or NULL. */
const char *cli_tables_folder(const char *asked);

/* *tables is NULL where there are none for these rules. That is an error only when --tables asks for them, and not for
   `any_game`; a folder that cannot be read and a file that is damaged always are. CLI_OK, or a status after the error
   was printed. */
int cli_tables_open(asc_tables **tables, const char *command, const char *asked, const asc_rules *rules, bool any_game);

/* Whether any layer is there. */
bool cli_tables_any(const asc_tables *tables);

#endif
