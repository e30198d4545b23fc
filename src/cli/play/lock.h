/* A lock on a file, so that two programs never write the same game.

   The file itself is replaced whenever it is written, so the lock is held on a file beside it, NAME.lock, which is
   there as long as the lock is. The same file under another name, by a link or by way of another folder, has the same
   lock. A program that is killed leaves NAME.lock behind, but the system gives the lock back. */
#ifndef ASC_CLI_PLAY_LOCK_H
#define ASC_CLI_PLAY_LOCK_H

#include <stdbool.h>

#define LOCK_PATH_MAX 4096

typedef struct play_lock {
  int file; /* -1: nothing is locked */
  char path[LOCK_PATH_MAX];
} play_lock;

typedef enum lock_result {
  LOCK_TAKEN,
  LOCK_BUSY,  /* another program has it */
  LOCK_FAILED /* errno says why */
} lock_result;

/* Locks a file that need not be there yet, but its folder must. */
lock_result lock_take(play_lock *lock, const char *path);
/* Does nothing where nothing is locked. */
void lock_drop(play_lock *lock);

/* Whether another program has it. To be asked only while this one has it not. */
bool lock_is_busy(const char *path);

#endif
