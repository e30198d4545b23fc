/* The error code for a file that cannot be opened for reading: one rule for all programs. */
#ifndef ASC_BASE_FILE_ERROR_H
#define ASC_BASE_FILE_ERROR_H

#include <ascona/error.h>

#include <errno.h>

/* Returns ASC_E_INPUT if the user named the wrong file or folder: it does not exist or has the wrong type. Returns
   ASC_E_MEMORY if memory ran out, and ASC_E_FILE for any other error of the system. */
static inline int asc_file_error_code(int error_number) {
  if (error_number == ENOENT || error_number == ENOTDIR || error_number == EISDIR) return ASC_E_INPUT;
  return error_number == ENOMEM ? ASC_E_MEMORY : ASC_E_FILE;
}

#endif
