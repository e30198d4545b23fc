/* A disk that hangs: LD_PRELOAD=… ASCONA_STUCK=FILE. While there is such a file, nothing that is to be durable gets
   there. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_for_it(void) {
  const char *sign = getenv("ASCONA_STUCK");
  while (sign != NULL && access(sign, F_OK) == 0) usleep(1000);
}

int fsync(int file) {
  wait_for_it();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  wait_for_it();
  return (int)syscall(SYS_fdatasync, file);
}
