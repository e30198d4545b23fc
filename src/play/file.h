/* Whole files: read up to a limit, and written so that there is never half of one. */
#ifndef ASC_PLAY_FILE_H
#define ASC_PLAY_FILE_H

#include <ascona/error.h>

#include <stddef.h>

/* What an error calls a file: its name, or "file" when that is empty. */
const char *asc_file_name(const char *path);

/* The whole file, at most `most` bytes, with a NUL behind it; "-" is stdin. *text is the caller's to free. ASC_E_INPUT
   when it was named wrongly or is too large, ASC_E_FILE when the system cannot read it. */
int asc_file_read(const char *path, size_t most, char **text, size_t *length, asc_error *error);

/* Writes all of it to an open file. ASC_OK or ASC_E_FILE, and errno says why. */
int asc_file_add(int file, const char *text, size_t length);

/* Writes beside the file and puts it in its place when all is on the disk: a crash leaves the old file or the new one.
   What is no plain file (a pipe, a terminal) is written to directly. */
int asc_file_write_atomic(const char *path, const char *text, size_t length, asc_error *error);

#endif
