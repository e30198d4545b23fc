#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The one path of a file that is not there yet; NULL with errno. The caller frees it. */
static char *future_path(const char *path) {
  char for_folder[LOCK_PATH_MAX], for_name[LOCK_PATH_MAX];
  (void)snprintf(for_folder, sizeof for_folder, "%s", path);
  (void)snprintf(for_name, sizeof for_name, "%s", path);
  char *folder = realpath(dirname(for_folder), NULL);
  const char *name = basename(for_name);
  if (folder == NULL) return NULL;
  size_t size = strlen(folder) + strlen(name) + 2;
  char *whole = malloc(size);
  if (whole != NULL) (void)snprintf(whole, size, "%s/%s", folder, name);
  free(folder);
  return whole;
}

/* The path of the lock for a file. False with errno. */
static bool path_find(const char *path, char lock_path[LOCK_PATH_MAX]) {
  errno = ENAMETOOLONG;
  if (strlen(path) >= LOCK_PATH_MAX) return false;
  char *real = realpath(path, NULL);
  if (real == NULL && errno == ENOENT) real = future_path(path);
  if (real == NULL) return false;
  bool fits = strlen(real) + sizeof ".lock" <= LOCK_PATH_MAX;
  if (fits) (void)snprintf(lock_path, LOCK_PATH_MAX, "%s.lock", real);
  free(real);
  errno = ENAMETOOLONG;
  return fits;
}

/* Whether the open file is still the one of that name: who had the lock before may have removed it since it was
   opened. */
static bool is_current(int file, const char *path) {
  struct stat opened, named;
  return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

lock_result lock_take(play_lock *lock, const char *path) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  lock->file = -1;
  if (!path_find(path, lock->path)) return LOCK_FAILED;
  for (;;) {
    int file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return LOCK_FAILED;
    if (fcntl(file, F_SETLK, &whole) < 0) {
      int why = errno;
      close(file);
      errno = why;
      return why == EAGAIN || why == EACCES ? LOCK_BUSY : LOCK_FAILED;
    }
    if (is_current(file, lock->path)) {
      lock->file = file;
      return LOCK_TAKEN;
    }
    close(file);
  }
}

void lock_drop(play_lock *lock) {
  if (lock->file < 0) return;
  if (is_current(lock->file, lock->path)) (void)unlink(lock->path);
  close(lock->file);
  lock->file = -1;
}

bool lock_is_busy(const char *path) {
  char lock_path[LOCK_PATH_MAX];
  struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (!path_find(path, lock_path)) return false;
  int file = open(lock_path, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  bool busy = fcntl(file, F_GETLK, &other) == 0 && other.l_type != F_UNLCK;
  close(file);
  return busy;
}
