/* Makes the n-th call of a kind fail, in a program that knows nothing of it: LD_PRELOAD=… ASCONA_FAIL=alloc:17.

   Kinds are alloc (malloc, calloc, realloc, aligned memory and mmap of memory), write (write, pwrite, writev), sync
   (fsync, fdatasync), rename, and open (files opened for writing or made). From the n-th call on nothing of the kind
   works when a `+` follows the number, as when memory has run out for good. When the program ends, the number of calls
   goes to the file ASCONA_FAIL_COUNT, so that who sweeps knows when the end is reached. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum fault_kind { FAULT_NONE, FAULT_ALLOC, FAULT_WRITE, FAULT_SYNC, FAULT_RENAME, FAULT_OPEN } fault_kind;

static const char *const names[] = {"", "alloc:", "write:", "sync:", "rename:", "open:"};

static fault_kind kind;
static long number;
static bool for_good;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *wish = getenv("ASCONA_FAIL");
  for (int i = FAULT_ALLOC; wish != NULL && i <= FAULT_OPEN; i++) {
    size_t length = strlen(names[i]);
    if (strncmp(wish, names[i], length) != 0) continue;
    char *end;
    number = strtol(wish + length, &end, 10);
    for_good = *end == '+';
    kind = (fault_kind)i;
  }
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("ASCONA_FAIL_COUNT");
  if (path == NULL || kind == FAULT_NONE) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  (void)syscall(SYS_write, file, text, (size_t)length);
  (void)syscall(SYS_close, file);
}

static bool fails(fault_kind of, int error) {
  if (kind != of) return false;
  long now = atomic_fetch_add(&calls, 1) + 1;
  bool failed = now == number || (for_good && now > number);
  if (failed) errno = error;
  return failed;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_realloc(memory, size); }
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  if (file < 0 && fails(FAULT_ALLOC, ENOMEM)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset); // NOLINT
}

/* What goes to the three standard streams is no file: those are asked about by closing them. */
ssize_t write(int file, const void *data, size_t length) {
  return file > STDERR_FILENO && fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  return fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  return file > STDERR_FILENO && fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fdatasync, file); }

int rename(const char *from, const char *to) {
  return fails(FAULT_RENAME, EACCES) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, unsigned) : 0;
  va_end(args);
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  if (writes && strncmp(path, "/dev/", 5) != 0 && fails(FAULT_OPEN, EMFILE)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
