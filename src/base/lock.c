/* Implementation of lock.h. */
#include "lock.h"

#include <errno.h>
#include <sys/file.h>
#include <time.h>

int asc_lock_acquire(int file, bool wait) {
  enum { TRIES = 6000, PAUSE_NS = 10000000 }; /* together a minute */
  int locked;
  for (int tries = 0; (locked = flock(file, LOCK_EX | LOCK_NB)) < 0 && errno == EWOULDBLOCK && wait && tries < TRIES;
       tries++)
    (void)nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
  return locked;
}

bool asc_lock_is_busy(int file) {
  bool busy = flock(file, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
  if (!busy) (void)flock(file, LOCK_UN);
  return busy;
}
