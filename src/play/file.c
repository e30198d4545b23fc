#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(asc_error *error, int code, const char *reason) {
  if (error != NULL) {
    *error = (asc_error){0};
    (void)snprintf(error->reason, sizeof error->reason, "%s", reason);
  }
  return code;
}

static int fail_errno(asc_error *error) {
  return errno == ENOMEM ? fail(error, ASC_E_MEMORY, "out of memory") : fail(error, ASC_E_FILE, strerror(errno));
}

/* A file that is not there, or is a folder, was named wrongly; anything else is the machine's fault. */
static int fail_to_read(asc_error *error) {
  if (errno == ENOENT || errno == ENOTDIR || errno == EISDIR) return fail(error, ASC_E_INPUT, strerror(errno));
  return fail_errno(error);
}

static int name_check(const char *path, asc_error *error) {
  return path[0] == '\0' ? fail(error, ASC_E_INPUT, "the name is empty") : ASC_OK;
}

const char *asc_file_name(const char *path) { return path[0] == '\0' ? "file" : path; }

static int read_all(int file, size_t most, char **text, size_t *length, asc_error *error) {
  size_t capacity = 0;
  for (;;) {
    if (capacity - *length < 2) {
      capacity = capacity * 2 + 65536;
      char *grown = realloc(*text, capacity);
      if (grown == NULL) return fail(error, ASC_E_MEMORY, "out of memory");
      *text = grown;
    }
    ssize_t count = read(file, *text + *length, capacity - *length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_to_read(error);
    *length += (size_t)count;
    (*text)[*length] = '\0';
    if (count == 0) return ASC_OK;
    if (*length <= most) continue;
    char reason[80];
    (void)snprintf(reason, sizeof reason, "the file is larger than %zu MiB", most >> 20);
    return fail(error, ASC_E_INPUT, reason);
  }
}

int asc_file_read(const char *path, size_t most, char **text, size_t *length, asc_error *error) {
  *text = NULL;
  *length = 0;
  int code = name_check(path, error);
  if (code < 0) return code;
  bool is_stdin = strcmp(path, "-") == 0;
  int file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail_to_read(error);
  code = read_all(file, most, text, length, error);
  if (!is_stdin) close(file);
  if (code < 0) {
    free(*text);
    *text = NULL;
    *length = 0;
  }
  return code;
}

int asc_file_add(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ASC_E_FILE;
    text += count;
    length -= (size_t)count;
  }
  return ASC_OK;
}

static int write_directly(const char *path, const char *text, size_t length, asc_error *error) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return fail_errno(error);
  int result = asc_file_add(file, text, length);
  if (result < 0) (void)fail_errno(error);
  close(file);
  return result < 0 ? ASC_E_FILE : ASC_OK;
}

/* The rights of the file that is replaced, or those a new file gets. */
static mode_t mode_for(const struct stat *old) {
  if (old != NULL) return old->st_mode & 0777;
  mode_t mask = umask(0);
  (void)umask(mask);
  return 0666 & ~mask;
}

/* The new name is only safe once its folder is on the disk. Where a folder cannot be synced, so be it. */
static void folder_sync(char *path) {
  int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  (void)fsync(folder);
  close(folder);
}

static int replace(const char *path, const struct stat *old, const char *text, size_t length, asc_error *error) {
  size_t size = strlen(path) + sizeof ".XXXXXX";
  char *beside = malloc(size);
  if (beside == NULL) return fail(error, ASC_E_MEMORY, "out of memory");
  (void)snprintf(beside, size, "%s.XXXXXX", path);
  int file = mkstemp(beside);
  int code = ASC_OK;
  if (file < 0) {
    code = fail_errno(error);
  } else {
    bool written = fchmod(file, mode_for(old)) == 0 && asc_file_add(file, text, length) == 0 && fsync(file) == 0;
    if (!written) code = fail_errno(error);
    if (close(file) < 0 && written) code = fail_errno(error);
    if (code == ASC_OK && rename(beside, path) < 0) code = fail_errno(error);
    if (code < 0) (void)unlink(beside);
  }
  if (code == ASC_OK) folder_sync(beside);
  free(beside);
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
  char *real = there ? realpath(path, NULL) : NULL;
  if (there && real == NULL) return fail_errno(error);
  code = replace(there ? real : path, there ? &old : NULL, text, length, error);
  free(real);
  return code;
}
