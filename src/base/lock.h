/* Locks between programs, on open files and folders, by flock. A lock ends when its file descriptor is closed, also
   when the program is killed. */
#ifndef ASC_BASE_LOCK_H
#define ASC_BASE_LOCK_H

#include <stdbool.h>

/* Takes the lock of an open file. If another program holds it, waits up to a minute, or not at all if `wait` is false:
   that program may be stopped, so nobody may wait for ever. Returns 0, or -1 with errno: EWOULDBLOCK if another program
   still holds it. */
int asc_lock_acquire(int file, bool wait);
/* Returns whether another program holds the lock. */
bool asc_lock_is_busy(int file);

#endif
