/* Whole files: reading them up to a limit and replacing them atomically. Also logs, to which programs only append. */
#ifndef ASC_BASE_FILE_H
#define ASC_BASE_FILE_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>

/* Returns the name of a file for error messages: its path, or "file" if that is empty. */
const char *asc_file_display_name(const char *path);

/* Reads a whole file of at most `max` bytes and adds a NUL; "-" is stdin. The caller frees *text. Returns ASC_OK,
   ASC_E_INPUT if the name is wrong or the file too large, ASC_E_FILE if the system cannot read it, or ASC_E_MEMORY. On
   error *text is NULL. */
int asc_file_read(const char *path, size_t max, char **text, size_t *length, asc_error *error);

/* The same for regular files only: a pipe or a device, which might never end, is ASC_E_INPUT. */
int asc_file_read_regular(const char *path, size_t max, char **text, size_t *length, asc_error *error);

/* Replaces a file in one step: writes a new file in the same folder and renames it once it is on the disk. A crash
   leaves the old file or the new one, an error the old one. Until it is complete the new file has no name, so that a
   killed program leaves nothing behind. For a moment before it replaces the old file it is called `.NAME.ascona-new`,
   and a file found under that name is taken for a leftover. Anything that is not a regular file (a pipe, a terminal) is
   written to directly. Returns ASC_OK, ASC_E_INPUT for an empty name, ASC_E_FILE or ASC_E_MEMORY. */
int asc_file_write_atomic(const char *path, const char *text, size_t length, asc_error *error);

/* Writes the folder that contains `path` to the disk: only then does a new name survive a crash. Some systems cannot do
   that. The file is in place by then, so a failure is ignored. */
void asc_file_sync_folder(const char *path);

/* Opens or creates a log: a file that several programs append to, one at a time. It is locked until it is closed.
   Returns its file descriptor or an error code. If another program holds the lock, returns ASC_E_STATE: at once, or
   after a minute if `wait` is true. */
int asc_log_open(const char *path, bool wait, asc_error *error);
/* Appends the whole text and writes it to the disk. On error nothing is appended. Returns ASC_OK or an error code. */
int asc_log_append(int file, const char *text, size_t length, asc_error *error);

#endif
