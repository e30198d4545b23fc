/* Simulates a disk that hangs or is slow: LD_PRELOAD=… ASCONA_STUCK=FILE ASCONA_SLOW=FILE. While the first file exists,
   fsync and fdatasync do not return. While the second exists, each takes 1.2 s. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_while_stuck(void) {
  const char *flag_path = getenv("ASCONA_STUCK"), *slow_path = getenv("ASCONA_SLOW");
  if (slow_path != NULL && access(slow_path, F_OK) == 0) usleep(1200000);
  while (flag_path != NULL && access(flag_path, F_OK) == 0) usleep(1000);
}

int fsync(int file) {
  wait_while_stuck();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  wait_while_stuck();
  return (int)syscall(SYS_fdatasync, file);
}
