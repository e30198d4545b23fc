/* Clocks that a test sets: LD_PRELOAD=… ASCONA_CLOCK=FILE. The file is two numbers of 64 bits, nanoseconds that are
   added to the time of the day and to the clock that never goes back; the test has it mapped and changes them while the
   program runs. */
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

static const volatile int64_t *added;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("ASCONA_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (file < 0) return;
  void *mapped = mmap(NULL, 2 * sizeof *added, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) added = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real == NULL) begin();
  int code = real(clock, time);
  if (code != 0 || added == NULL) return code;
  int64_t more = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? added[0] : added[1];
  int64_t whole = (int64_t)time->tv_sec * SECOND + time->tv_nsec + more;
  time->tv_sec = whole / SECOND;
  time->tv_nsec = whole % SECOND;
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
