/* Folders that commands use: the folder of the running program, and the state folder of the user, where saved games,
   solved puzzles and the server's default database are. */
#ifndef CLI_PATHS_H
#define CLI_PATHS_H

#include <ascona/error.h>

#include <stdbool.h>

#define CLI_STATE_PATH_MAX 4096
#define CLI_PROGRAM_FOLDER_MAX 2048

/* Writes the folder of the running program. Returns false if the system does not name it or the path is too long. */
bool cli_program_folder(char folder[CLI_PROGRAM_FOLDER_MAX]);

/* Writes the path of the state folder according to the XDG Base Directory Specification. Returns false if the user has
   none or the path is too long. The folder need not exist. */
bool cli_state_folder_path(char path[CLI_STATE_PATH_MAX]);
/* Writes the path of the default database of `ascona serve`, in the state folder. Returns false as above. */
bool cli_state_database_path(char path[CLI_STATE_PATH_MAX]);
/* Creates the state folder and the folders above it if they are missing. Returns ASC_OK or ASC_E_FILE. */
int cli_state_folder_make(asc_error *error);

#endif
