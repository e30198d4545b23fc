/* Makes the n-th call of a kind fail, in a program that knows nothing of it: LD_PRELOAD=… ASCONA_FAIL=alloc:17.

   Kinds are alloc (malloc, calloc, realloc, aligned memory and mmap of memory), write (write, pwrite, writev, send,
   fwrite), sync (fsync, fdatasync), rename (also linkat), and open (files and folders of the user, opened or made).
   With int, term and kill nothing fails: that signal comes at the n-th call of the last four kinds. From the n-th call
   on nothing of the kind works when a `+` follows the number, as when memory has run out for good. When the program
   ends, the number of calls goes to the file ASCONA_FAIL_COUNT, so that who sweeps knows when the end is reached. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum fault_kind {
  FAULT_NONE,
  FAULT_ALLOC,
  FAULT_WRITE,
  FAULT_SYNC,
  FAULT_RENAME,
  FAULT_OPEN,
  FAULT_SIGNAL
} fault_kind;

static const char *const names[] = {"", "alloc:", "write:", "sync:", "rename:", "open:"};

static fault_kind kind;
static long number;
static int signal_sent;
static bool for_good;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  static const struct {
    const char *name;
    int number;
  } signals[] = {{"int:", SIGINT}, {"term:", SIGTERM}, {"kill:", SIGKILL}};
  const char *wish = getenv("ASCONA_FAIL");
  for (int i = 0; wish != NULL && i < 3; i++) {
    if (strncmp(wish, signals[i].name, strlen(signals[i].name)) != 0) continue;
    number = strtol(strchr(wish, ':') + 1, NULL, 10);
    signal_sent = signals[i].number;
    kind = FAULT_SIGNAL;
  }
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
  if (kind == FAULT_SIGNAL && of != FAULT_ALLOC && atomic_fetch_add(&calls, 1) + 1 == number)
    (void)kill(getpid(), signal_sent);
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

/* What goes to the three standard streams is no file: those are asked about by closing them. What a process writes to
   wake itself cannot fail for want of room. */
static bool is_written(int file) {
  struct stat facts;
  return file > STDERR_FILENO && fstat(file, &facts) == 0 && (S_ISREG(facts.st_mode) || S_ISSOCK(facts.st_mode));
}
ssize_t write(int file, const void *data, size_t length) {
  return is_written(file) && fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  return fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  return is_written(file) && fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fdatasync, file); }
ssize_t send(int file, const void *data, size_t length, int flags) {
  return fails(FAULT_WRITE, ENOBUFS) ? -1 : syscall(SYS_sendto, file, data, length, flags, NULL, 0);
}

/* The library has its own way to write when a stream is full. */
size_t fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  static size_t (*real)(const void *, size_t, size_t, FILE *);
  if (real == NULL) real = (size_t(*)(const void *, size_t, size_t, FILE *))(uintptr_t)dlsym(RTLD_NEXT, "fwrite");
  return fileno(stream) > STDERR_FILENO && fails(FAULT_WRITE, ENOSPC) ? 0 : real(data, size, count, stream);
}

int rename(const char *from, const char *to) {
  return fails(FAULT_RENAME, EACCES) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return fails(FAULT_RENAME, EACCES) ? -1 : (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int mkdir(const char *path, mode_t mode) {
  return fails(FAULT_OPEN, ENOSPC) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

/* What the system keeps for itself and for other programs is no file of the user's. */
static bool is_ours(const char *path) {
  static const char *const others[] = {"/dev/", "/proc/", "/sys/", "/etc/", "/usr/"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(path, others[i], strlen(others[i])) == 0) return false;
  return true;
}

static int open_at(int folder, const char *path, int flags, va_list args) {
  unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, unsigned) : 0;
  return is_ours(path) && fails(FAULT_OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  int opened = open_at(AT_FDCWD, path, flags, args);
  va_end(args);
  return opened;
}
int openat(int folder, const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  int opened = open_at(folder, path, flags, args);
  va_end(args);
  return opened;
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));
