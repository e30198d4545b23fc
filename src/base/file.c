/* Whole files and logs. A new file gets its name only when all of it is on the disk, so that neither a crash nor a kill
   leaves half a file. */
#define _GNU_SOURCE /* O_TMPFILE: a file that has no name until it is complete */
#include "file.h"

#include <ascona/random.h>

#include "file_error.h"
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_errno(asc_error *error) {
  if (errno == ENOMEM) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
}

static int fail_to_read(asc_error *error) {
  if (asc_file_error_code(errno) == ASC_E_INPUT) return asc_error_set(error, ASC_E_INPUT, "%s", strerror(errno));
  return fail_errno(error);
}

static int name_check(const char *path, asc_error *error) {
  return path[0] == '\0' ? asc_error_set(error, ASC_E_INPUT, "the name is empty") : ASC_OK;
}

const char *asc_file_display_name(const char *path) { return path[0] == '\0' ? "file" : path; }

static int read_all(int file, size_t max, char **text, size_t *length, asc_error *error) {
  size_t capacity = 0;
  for (;;) {
    if (capacity - *length < 2) {
      capacity = capacity * 2 + 65536;
      char *grown = realloc(*text, capacity);
      if (grown == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
      *text = grown;
    }
    ssize_t count = read(file, *text + *length, capacity - *length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_to_read(error);
    *length += (size_t)count;
    (*text)[*length] = '\0';
    if (count == 0) return ASC_OK;
    if (*length <= max) continue;
    return asc_error_set(error, ASC_E_INPUT, "the file is larger than %zu MiB", max >> 20);
  }
}

static int read_open(int file, bool regular_only, size_t max, char **text, size_t *length, asc_error *error) {
  struct stat info;
  if (regular_only && fstat(file, &info) < 0) return fail_errno(error);
  if (regular_only && S_ISDIR(info.st_mode)) return asc_error_set(error, ASC_E_INPUT, "%s", strerror(EISDIR));
  if (regular_only && !S_ISREG(info.st_mode)) return asc_error_set(error, ASC_E_INPUT, "it is no plain file");
  int code = read_all(file, max, text, length, error);
  if (code < 0) {
    free(*text);
    *text = NULL;
    *length = 0;
  }
  return code;
}

static int read_named(const char *path, bool regular_only, size_t max, char **text, size_t *length, asc_error *error) {
  *text = NULL;
  *length = 0;
  int code = name_check(path, error);
  if (code < 0) return code;
  int file = open(path, O_RDONLY | O_CLOEXEC | (regular_only ? O_NONBLOCK : 0));
  if (file < 0) return fail_to_read(error);
  code = read_open(file, regular_only, max, text, length, error);
  close(file);
  return code;
}

int asc_file_read(const char *path, size_t max, char **text, size_t *length, asc_error *error) {
  if (strcmp(path, "-") != 0) return read_named(path, false, max, text, length, error);
  *text = NULL;
  *length = 0;
  return read_open(STDIN_FILENO, false, max, text, length, error);
}

int asc_file_read_regular(const char *path, size_t max, char **text, size_t *length, asc_error *error) {
  return read_named(path, true, max, text, length, error);
}

/* Returns 0, or -1 with errno. */
static int write_all(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    text += count;
    length -= (size_t)count;
  }
  return 0;
}

static int write_directly(const char *path, const char *text, size_t length, asc_error *error) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return fail_errno(error);
  int code = write_all(file, text, length) < 0 ? fail_errno(error) : ASC_OK;
  close(file);
  return code;
}

void asc_file_sync_folder(const char *path) {
  char *real = realpath(path, NULL);
  int folder = real == NULL ? -1 : open(dirname(real), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    (void)fsync(folder);
    close(folder);
  }
  free(real);
}

/* Returns the temporary name of a new file before it replaces the old one: `.NAME.ascona-new` in the same folder. The
   caller frees it; NULL if memory ran out. */
static char *temporary_name(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
  size_t size = strlen(path) + sizeof "..ascona-new";
  char *made = malloc(size);
  if (made != NULL) (void)snprintf(made, size, "%.*s.%s.ascona-new", (int)(name - path), path, name);
  return made;
}

static int folder_open(const char *path) {
  char *copy = strdup(path);
  int folder = copy == NULL ? -1 : open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  free(copy);
  return folder;
}

/* Gives a complete nameless file, which is already on the disk, its name. No system call replaces a file by a nameless
   one, so the new file has the temporary name for a moment. The folder is locked meanwhile: a file found under that
   name is left over from a killed program. Returns 0, or -1 with errno. */
static int nameless_link(int file, int folder, const char *temporary, const char *path) {
  char own[64];
  (void)snprintf(own, sizeof own, "/proc/self/fd/%d", file);
  if (asc_lock_acquire(folder, true) < 0 || (unlink(temporary) < 0 && errno != ENOENT)) return -1;
  if (linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) < 0) return -1;
  if (rename(temporary, path) == 0) return 0;
  int saved_errno = errno;
  (void)unlink(temporary);
  errno = saved_errno;
  return -1;
}

/* Opens a temporary file where nameless files are not possible. Its name remains if the program is killed. */
static int temporary_open(const char *path, mode_t mode, char **name) {
  uint64_t number;
  size_t size = strlen(path) + sizeof "." + 16;
  *name = malloc(size);
  if (*name == NULL || asc_random_os_seed(&number) < 0) return -1;
  (void)snprintf(*name, size, "%s.%016" PRIx64, path, number);
  return open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

static int replace(const char *path, const struct stat *old, const char *text, size_t length, asc_error *error) {
  char *name = NULL, *temporary = temporary_name(path);
  int folder = folder_open(path), file = -1;
  mode_t mode = old == NULL ? 0666 : 0600; /* the system applies the umask to a new file; an old one keeps its mode */
  if (folder >= 0 && temporary != NULL && access("/proc/self/fd", X_OK) == 0)
    file = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) file = temporary_open(path, mode, &name);
  bool done = file >= 0 && (old == NULL || fchmod(file, old->st_mode & 0777) == 0) &&
              write_all(file, text, length) == 0 && fsync(file) == 0 &&
              (name == NULL ? nameless_link(file, folder, temporary, path) : rename(name, path)) == 0;
  int code = done ? ASC_OK : fail_errno(error);
  if (done && folder >= 0) (void)fsync(folder);
  if (!done && name != NULL && file >= 0) (void)unlink(name);
  if (file >= 0) close(file);
  if (folder >= 0) close(folder);
  free(name);
  free(temporary);
  return code;
}

/* Blocks signals until the file is in place, so that an interrupt leaves no temporary file beside it. */
static int replace_undisturbed(const char *path, const struct stat *old, const char *text, size_t length,
                               asc_error *error) {
  sigset_t interrupts, before;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  sigaddset(&interrupts, SIGHUP);
  (void)pthread_sigmask(SIG_BLOCK, &interrupts, &before);
  int code = replace(path, old, text, length, error);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code;
}

int asc_file_write_atomic(const char *path, const char *text, size_t length, asc_error *error) {
  int code = name_check(path, error);
  if (code < 0) return code;
  struct stat old;
  bool exists = stat(path, &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) {
    errno = EISDIR;
    return fail_errno(error);
  }
  if (exists && !S_ISREG(old.st_mode)) return write_directly(path, text, length, error);
  /* A symbolic link stays a link: the file it points to is replaced. */
  struct stat link;
  if (!exists && lstat(path, &link) == 0) return asc_error_set(error, ASC_E_FILE, "it is a link that leads nowhere");
  char *real = exists ? realpath(path, NULL) : NULL;
  if (exists && real == NULL) return fail_errno(error);
  code = replace_undisturbed(exists ? real : path, exists ? &old : NULL, text, length, error);
  free(real);
  return code;
}

int asc_log_open(const char *path, bool wait, asc_error *error) {
  struct stat info;
  int code = name_check(path, error);
  if (code < 0) return code;
  int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail_errno(error);
  int locked = asc_lock_acquire(file, wait);
  if (locked < 0 && errno == EWOULDBLOCK)
    code = asc_error_set(error, ASC_E_STATE, "another program is writing to it");
  else if (locked < 0 || fstat(file, &info) < 0)
    code = fail_errno(error);
  else if (info.st_size == 0)
    asc_file_sync_folder(path); /* the file may be new */
  if (code == ASC_OK) return file;
  close(file);
  return code;
}

int asc_log_append(int file, const char *text, size_t length, asc_error *error) {
  struct stat before;
  if (fstat(file, &before) < 0) return fail_errno(error);
  bool is_regular = S_ISREG(before.st_mode);
  if (is_regular && before.st_nlink == 0)
    return asc_error_set(error, ASC_E_FILE, "it was removed or replaced meanwhile");
  if (write_all(file, text, length) == 0 && (!is_regular || fsync(file) == 0)) return ASC_OK;
  int code = fail_errno(error);
  if (is_regular && ftruncate(file, before.st_size) == 0) (void)fsync(file);
  return code;
}
