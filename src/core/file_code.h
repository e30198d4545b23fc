/* One rule for all programs: the code for a file that cannot be opened to be read. */
#ifndef ASC_CORE_FILE_CODE_H
#define ASC_CORE_FILE_CODE_H

#include <ascona/error.h>

#include <errno.h>

/* A file or folder to be read that is not there, or is not what it should be, was named wrongly; anything else is the
   system's error. */
static inline int asc_file_code(int why) {
  if (why == ENOENT || why == ENOTDIR || why == EISDIR) return ASC_E_INPUT;
  return why == ENOMEM ? ASC_E_MEMORY : ASC_E_FILE;
}

#endif
