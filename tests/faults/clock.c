/* Lets a test shift the clocks of a program: LD_PRELOAD=… ASCONA_CLOCK=FILE.

   The file holds two 64-bit numbers: nanoseconds that are added to the time of day and to the other clocks. The test
   maps the file and changes the numbers while the program runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

static const volatile int64_t *offsets;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void load_offsets(void) {
  const char *path = getenv("ASCONA_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (file < 0) return;
  void *mapped = mmap(NULL, 2 * sizeof *offsets, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) offsets = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real_clock_gettime == NULL) load_offsets();
  int code = real_clock_gettime(clock, time);
  if (code != 0 || offsets == NULL) return code;
  int64_t offset = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? offsets[0] : offsets[1];
  int64_t shifted = (int64_t)time->tv_sec * SECOND + time->tv_nsec + offset;
  time->tv_sec = shifted / SECOND;
  time->tv_nsec = shifted % SECOND;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int code = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return code;
}
