/* A disk that takes nothing any more, as one that the system has made read-only: LD_PRELOAD=… ASCONA_READONLY=FILE.
   While there is such a file, nothing is written at a place of another. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  const char *sign = getenv("ASCONA_READONLY");
  if (sign != NULL && access(sign, F_OK) == 0) return errno = EROFS, -1;
  return syscall(SYS_pwrite64, file, bytes, length, at);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) { return pwrite64(file, bytes, length, at); }
