/* Implementation of lock.h with flock. */
#include "lock.h"

#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the real path of a file that does not exist yet; NULL with errno. The caller frees it. */
static char *new_file_path(const char *path) {
  char for_folder[CLI_LOCK_PATH_MAX], for_name[CLI_LOCK_PATH_MAX];
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

/* Writes the path of the lock file. Returns false with errno. */
static bool lock_path_write(const char *path, char lock_path[CLI_LOCK_PATH_MAX]) {
  errno = ENAMETOOLONG;
  if (strlen(path) >= CLI_LOCK_PATH_MAX) return false;
  char *real = realpath(path, NULL);
  if (real == NULL && errno == ENOENT) real = new_file_path(path);
  if (real == NULL) return false;
  bool fits = strlen(real) + sizeof ".lock" <= CLI_LOCK_PATH_MAX;
  if (fits) (void)snprintf(lock_path, CLI_LOCK_PATH_MAX, "%s.lock", real);
  free(real);
  errno = ENAMETOOLONG;
  return fits;
}

/* Returns whether the open file still has this name. The last holder of the lock may have removed it since it was
   opened. */
static bool is_current(int fd, const char *path) {
  struct stat opened, named;
  return fstat(fd, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

cli_lock_result cli_lock_acquire(cli_lock *lock, const char *path) {
  lock->fd = -1;
  if (!lock_path_write(path, lock->path)) return CLI_LOCK_FAILED;
  for (;;) {
    int fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return CLI_LOCK_FAILED;
    if (asc_lock_acquire(fd, false) < 0) {
      int lock_errno = errno;
      close(fd);
      errno = lock_errno;
      return lock_errno == EWOULDBLOCK ? CLI_LOCK_BUSY : CLI_LOCK_FAILED;
    }
    if (is_current(fd, lock->path)) {
      lock->fd = fd;
      return CLI_LOCK_ACQUIRED;
    }
    close(fd);
  }
}

void cli_lock_release(cli_lock *lock) {
  if (lock->fd < 0) return;
  if (is_current(lock->fd, lock->path)) (void)unlink(lock->path);
  close(lock->fd);
  lock->fd = -1;
}

bool cli_lock_is_busy(const char *path) {
  char lock_path[CLI_LOCK_PATH_MAX];
  if (!lock_path_write(path, lock_path)) return false;
  int fd = open(lock_path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool busy = asc_lock_is_busy(fd);
  close(fd);
  return busy;
}
