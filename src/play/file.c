#define _GNU_SOURCE /* O_TMPFILE: a file that has no name before it is whole */
#include "file.h"

#include "core/file_code.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_errno(asc_error *error) {
  if (errno == ENOMEM) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  return asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
}

static int fail_to_read(asc_error *error) {
  if (asc_file_code(errno) == ASC_E_INPUT) return asc_fail(error, ASC_E_INPUT, "%s", strerror(errno));
  return fail_errno(error);
}

static int name_check(const char *path, asc_error *error) {
  return path[0] == '\0' ? asc_fail(error, ASC_E_INPUT, "the name is empty") : ASC_OK;
}

const char *asc_file_name(const char *path) { return path[0] == '\0' ? "file" : path; }

static int read_all(int file, size_t most, char **text, size_t *length, asc_error *error) {
  size_t capacity = 0;
  for (;;) {
    if (capacity - *length < 2) {
      capacity = capacity * 2 + 65536;
      char *grown = realloc(*text, capacity);
      if (grown == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
      *text = grown;
    }
    ssize_t count = read(file, *text + *length, capacity - *length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_to_read(error);
    *length += (size_t)count;
    (*text)[*length] = '\0';
    if (count == 0) return ASC_OK;
    if (*length <= most) continue;
    return asc_fail(error, ASC_E_INPUT, "the file is larger than %zu MiB", most >> 20);
  }
}

static int read_open(int file, bool plain, size_t most, char **text, size_t *length, asc_error *error) {
  struct stat facts;
  if (plain && fstat(file, &facts) < 0) return fail_errno(error);
  if (plain && S_ISDIR(facts.st_mode)) return asc_fail(error, ASC_E_INPUT, "%s", strerror(EISDIR));
  if (plain && !S_ISREG(facts.st_mode)) return asc_fail(error, ASC_E_INPUT, "it is no plain file");
  int code = read_all(file, most, text, length, error);
  if (code < 0) {
    free(*text);
    *text = NULL;
    *length = 0;
  }
  return code;
}

static int read_named(const char *path, bool plain, size_t most, char **text, size_t *length, asc_error *error) {
  *text = NULL;
  *length = 0;
  int code = name_check(path, error);
  if (code < 0) return code;
  int file = open(path, O_RDONLY | O_CLOEXEC | (plain ? O_NONBLOCK : 0));
  if (file < 0) return fail_to_read(error);
  code = read_open(file, plain, most, text, length, error);
  close(file);
  return code;
}

int asc_file_read(const char *path, size_t most, char **text, size_t *length, asc_error *error) {
  if (strcmp(path, "-") != 0) return read_named(path, false, most, text, length, error);
  *text = NULL;
  *length = 0;
  return read_open(STDIN_FILENO, false, most, text, length, error);
}

int asc_file_read_plain(const char *path, size_t most, char **text, size_t *length, asc_error *error) {
  return read_named(path, true, most, text, length, error);
}

/* 0, or -1 with errno. */
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

/* The rights of the file that is replaced, or those a new file gets. */
static mode_t mode_for(const struct stat *old) {
  if (old != NULL) return old->st_mode & 0777;
  mode_t mask = umask(0);
  (void)umask(mask);
  return 0666 & ~mask;
}

void asc_folder_sync(const char *path) {
  char *real = realpath(path, NULL);
  int folder = real == NULL ? -1 : open(dirname(real), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    (void)fsync(folder);
    close(folder);
  }
  free(real);
}

/* The name under which a new file waits to take the place of the old one: `.NAME.ascona-new` in the same folder. */
static char *waiting_name(const char *path) {
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

/* Gives a nameless file, whole and on the disk, its name. No call puts it in the place of another at once, so for a
   moment it has the waiting name. The folder is locked meanwhile: what is found there is of a program that was killed.
   0, or -1 with errno. */
static int nameless_name(int file, int folder, const char *waiting, const char *path) {
  char own[64];
  int locked;
  (void)snprintf(own, sizeof own, "/proc/self/fd/%d", file);
  do locked = flock(folder, LOCK_EX);
  while (locked < 0 && errno == EINTR);
  if (locked < 0 || (unlink(waiting) < 0 && errno != ENOENT)) return -1;
  if (linkat(AT_FDCWD, own, AT_FDCWD, waiting, AT_SYMLINK_FOLLOW) < 0) return -1;
  if (rename(waiting, path) == 0) return 0;
  int why = errno;
  (void)unlink(waiting);
  errno = why;
  return -1;
}

/* Where there are no nameless files: one with a name of its own, which stays when the program is killed. */
static int named_open(const char *path, char **name) {
  size_t size = strlen(path) + sizeof ".XXXXXX";
  *name = malloc(size);
  if (*name == NULL) return -1;
  (void)snprintf(*name, size, "%s.XXXXXX", path);
  int file = mkstemp(*name);
  if (file >= 0) return file;
  free(*name);
  *name = NULL;
  return -1;
}

static int replace(const char *path, const struct stat *old, const char *text, size_t length, asc_error *error) {
  char *name = NULL, *waiting = waiting_name(path);
  int folder = folder_open(path), file = -1;
  if (folder >= 0 && waiting != NULL && access("/proc/self/fd", X_OK) == 0)
    file = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) file = named_open(path, &name);
  bool done = file >= 0 && fchmod(file, mode_for(old)) == 0 && write_all(file, text, length) == 0 && fsync(file) == 0 &&
              (name == NULL ? nameless_name(file, folder, waiting, path) : rename(name, path)) == 0;
  int code = done ? ASC_OK : fail_errno(error);
  if (done && folder >= 0) (void)fsync(folder);
  if (!done && name != NULL) (void)unlink(name);
  if (file >= 0) close(file);
  if (folder >= 0) close(folder);
  free(name);
  free(waiting);
  return code;
}

/* An interrupt waits until the file is there, and no other one stays beside it. */
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
  bool there = stat(path, &old) == 0;
  if (there && S_ISDIR(old.st_mode)) {
    errno = EISDIR;
    return fail_errno(error);
  }
  if (there && !S_ISREG(old.st_mode)) return write_directly(path, text, length, error);
  /* A link stays a link: what it leads to is replaced. */
  struct stat link;
  if (!there && lstat(path, &link) == 0) return asc_fail(error, ASC_E_FILE, "it is a link that leads nowhere");
  char *real = there ? realpath(path, NULL) : NULL;
  if (there && real == NULL) return fail_errno(error);
  code = replace_undisturbed(there ? real : path, there ? &old : NULL, text, length, error);
  free(real);
  return code;
}

int asc_log_open(const char *path, bool wait, asc_error *error) {
  struct stat facts;
  int code = name_check(path, error), locked = 0;
  if (code < 0) return code;
  int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail_errno(error);
  do locked = flock(file, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
  while (locked < 0 && errno == EINTR);
  if (locked < 0 && errno == EWOULDBLOCK)
    code = asc_fail(error, ASC_E_STATE, "another program is writing to it");
  else if (locked < 0 || fstat(file, &facts) < 0)
    code = fail_errno(error);
  else if (facts.st_size == 0)
    asc_folder_sync(path); /* it may be new */
  if (code == ASC_OK) return file;
  close(file);
  return code;
}

int asc_log_add(int file, const char *text, size_t length, asc_error *error) {
  struct stat before;
  if (fstat(file, &before) < 0) return fail_errno(error);
  bool plain = S_ISREG(before.st_mode);
  if (plain && before.st_nlink == 0) return asc_fail(error, ASC_E_FILE, "it was removed or replaced meanwhile");
  if (write_all(file, text, length) == 0 && (!plain || fsync(file) == 0)) return ASC_OK;
  int code = fail_errno(error);
  if (plain && ftruncate(file, before.st_size) == 0) (void)fsync(file);
  return code;
}
