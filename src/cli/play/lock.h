/* A lock on a file, so that two programs never write the same game.

   Saving replaces the file, so the lock is held on a second file next to it, NAME.lock, which exists while the lock is
   held. A file that is reached through a link or another folder has the same lock. If a program is killed, NAME.lock
   stays behind, but the system releases the lock. */
#ifndef CLI_PLAY_LOCK_H
#define CLI_PLAY_LOCK_H

#include <stdbool.h>

#define CLI_LOCK_PATH_MAX 4096

typedef struct cli_lock {
  int fd; /* of NAME.lock; -1: nothing is locked */
  char path[CLI_LOCK_PATH_MAX];
} cli_lock;

typedef enum cli_lock_result {
  CLI_LOCK_ACQUIRED,
  CLI_LOCK_BUSY,  /* another program holds it */
  CLI_LOCK_FAILED /* errno says why */
} cli_lock_result;

/* Locks the file at `path`. The file need not exist, but its folder must. Never waits. */
cli_lock_result cli_lock_acquire(cli_lock *lock, const char *path);
/* Releases the lock and removes NAME.lock. Does nothing if nothing is locked. */
void cli_lock_release(cli_lock *lock);

/* Returns whether the file is locked; false also if that cannot be found out. */
bool cli_lock_is_busy(const char *path);

#endif
