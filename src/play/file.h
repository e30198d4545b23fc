/* Whole files: read up to a limit, and written so that there is never half of one; and logs, which grow. */
#ifndef ASC_PLAY_FILE_H
#define ASC_PLAY_FILE_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>

/* What an error calls a file: its name, or "file" when that is empty. */
const char *asc_file_name(const char *path);

/* The whole file, at most `most` bytes, with a NUL behind it; "-" is stdin. *text is the caller's to free. ASC_E_INPUT
   when it was named wrongly or is too large, ASC_E_FILE when the system cannot read it. */
int asc_file_read(const char *path, size_t most, char **text, size_t *length, asc_error *error);

/* The same for a plain file alone: a pipe or a device, which might never end, is ASC_E_INPUT. */
int asc_file_read_plain(const char *path, size_t most, char **text, size_t *length, asc_error *error);

/* Writes beside the file and puts it in its place when all is on the disk: a crash leaves the old file or the new one,
   a failure the old one. Until it is whole it has no name, so that nothing stays of a program that was killed; in the
   moment it takes its place it is called `.NAME.ascona-new`, and what is found there is taken for a leftover. What is
   no plain file (a pipe, a terminal) is written to directly. */
int asc_file_write_atomic(const char *path, const char *text, size_t length, asc_error *error);

/* Puts the folder that holds this file or folder on the disk: only then is a new name safe. Some systems cannot do
   that, and by then all is in its place: a failure is no error. */
void asc_folder_sync(const char *path);

/* A log is a file that is only added to, by any number of programs one after the other. It is opened, or made, and
   locked until it is closed. Returns the open file, or a code below 0: ASC_E_STATE when another program has it and it
   is not to `wait` for that. */
int asc_log_open(const char *path, bool wait, asc_error *error);
/* Adds all of it behind what is there and puts it on the disk; what cannot be added whole is not added. */
int asc_log_add(int file, const char *text, size_t length, asc_error *error);

#endif
