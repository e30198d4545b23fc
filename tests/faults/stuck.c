/* Simulates a disk that hangs: LD_PRELOAD=… ASCONA_STUCK=FILE. While that file exists, fsync and fdatasync do not
   return. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_while_stuck(void) {
  const char *flag_path = getenv("ASCONA_STUCK");
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
