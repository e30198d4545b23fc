/* Simulates a disk that has become read-only: LD_PRELOAD=… ASCONA_READONLY=FILE. While that file exists, pwrite
   fails with EROFS. Other calls are not affected. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  const char *flag_path = getenv("ASCONA_READONLY");
  if (flag_path != NULL && access(flag_path, F_OK) == 0) return errno = EROFS, -1;
  return syscall(SYS_pwrite64, file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}
