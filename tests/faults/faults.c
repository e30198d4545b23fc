/* Makes the n-th call of a kind fail in an unmodified program: LD_PRELOAD=… ASCONA_FAIL=alloc:17.

   The kinds are alloc (malloc, calloc, realloc, aligned_alloc and anonymous mmap), write (write, pwrite, writev,
   send, fwrite), sync (fsync, fdatasync), rename (also linkat), and open (also mkdir; only files and folders of the
   user). With int, term and kill nothing fails: that signal is sent at the n-th call of the last four kinds. A `+`
   after the number makes all later calls of the kind fail as well, as if memory had run out for good. With
   ASCONA_FAIL=alloc:FILE the test counts: the file holds a 64-bit number, which every allocation decreases, and the one
   that makes it zero fails. The test maps the file and sets the number while the program runs. When the program ends,
   the number of calls is written to the file ASCONA_FAIL_COUNT, so that a sweep over n knows when to stop. */
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

static const char *const kind_names[] = {"", "alloc:", "write:", "sync:", "rename:", "open:"};

static fault_kind kind;
static long failing_call;
static int signal_sent;
static bool is_permanent;
static atomic_long calls;
static _Atomic int64_t *countdown; /* shared with the test; NULL: none */

/* Only system calls: the functions of the C library may be those below. */
static void countdown_map(const char *path) {
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  void *mapped = (void *)syscall(SYS_mmap, NULL, sizeof *countdown, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) countdown = mapped;
  (void)syscall(SYS_close, file);
}

__attribute__((constructor)) static void read_request(void) {
  static const struct {
    const char *name;
    int signal_number;
  } signals[] = {{"int:", SIGINT}, {"term:", SIGTERM}, {"kill:", SIGKILL}};
  const char *request = getenv("ASCONA_FAIL");
  for (int i = 0; request != NULL && i < 3; i++) {
    if (strncmp(request, signals[i].name, strlen(signals[i].name)) != 0) continue;
    failing_call = strtol(strchr(request, ':') + 1, NULL, 10);
    signal_sent = signals[i].signal_number;
    kind = FAULT_SIGNAL;
  }
  for (int i = FAULT_ALLOC; request != NULL && i <= FAULT_OPEN; i++) {
    size_t length = strlen(kind_names[i]);
    if (strncmp(request, kind_names[i], length) != 0) continue;
    char *end;
    if (request[length] == '/') countdown_map(request + length);
    failing_call = strtol(request + length, &end, 10);
    is_permanent = *end == '+';
    kind = (fault_kind)i;
  }
}

__attribute__((destructor)) static void write_count(void) {
  const char *path = getenv("ASCONA_FAIL_COUNT");
  if (path == NULL || kind == FAULT_NONE) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  (void)syscall(SYS_write, file, text, (size_t)length);
  (void)syscall(SYS_close, file);
}

static bool call_fails(fault_kind called, int error) {
  if (kind == FAULT_SIGNAL && called != FAULT_ALLOC && atomic_fetch_add(&calls, 1) + 1 == failing_call)
    (void)kill(getpid(), signal_sent);
  if (kind != called) return false;
  if (countdown != NULL) {
    bool is_last = atomic_load(countdown) > 0 && atomic_fetch_sub(countdown, 1) == 1;
    if (is_last) errno = error;
    return is_last;
  }
  long call = atomic_fetch_add(&calls, 1) + 1;
  bool is_failing = call == failing_call || (is_permanent && call > failing_call);
  if (is_failing) errno = error;
  return is_failing;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return call_fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return call_fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) {
  return call_fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return call_fails(FAULT_ALLOC, ENOMEM) ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  if (file < 0 && call_fails(FAULT_ALLOC, ENOMEM)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset); // NOLINT
}

/* Returns true if writes to this file may fail. The standard streams are not included: the program detects their
   errors when it closes them. Nor are pipes, with which a process wakes itself: they cannot run out of space. */
static bool can_write_fail(int file) {
  struct stat info;
  return file > STDERR_FILENO && fstat(file, &info) == 0 && (S_ISREG(info.st_mode) || S_ISSOCK(info.st_mode));
}
ssize_t write(int file, const void *data, size_t length) {
  return can_write_fail(file) && call_fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  return call_fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  return can_write_fail(file) && call_fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return call_fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return call_fails(FAULT_SYNC, EIO) ? -1 : (int)syscall(SYS_fdatasync, file); }
ssize_t send(int file, const void *data, size_t length, int flags) {
  return call_fails(FAULT_WRITE, ENOBUFS) ? -1 : syscall(SYS_sendto, file, data, length, flags, NULL, 0);
}

/* Intercepted as well, because the C library does not call write() when it flushes a stream. */
size_t fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  static size_t (*real)(const void *, size_t, size_t, FILE *);
  if (real == NULL) real = (size_t(*)(const void *, size_t, size_t, FILE *))(uintptr_t)dlsym(RTLD_NEXT, "fwrite");
  return fileno(stream) > STDERR_FILENO && call_fails(FAULT_WRITE, ENOSPC) ? 0 : real(data, size, count, stream);
}

int rename(const char *from, const char *to) {
  return call_fails(FAULT_RENAME, EACCES) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return call_fails(FAULT_RENAME, EACCES) ? -1 : (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int mkdir(const char *path, mode_t mode) {
  return call_fails(FAULT_OPEN, ENOSPC) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

/* Returns true for files of the user, not for those of the system or of other programs. */
static bool is_user_path(const char *path) {
  static const char *const others[] = {"/dev/", "/proc/", "/sys/", "/etc/", "/usr/"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(path, others[i], strlen(others[i])) == 0) return false;
  return true;
}

static int open_at(int folder, const char *path, int flags, va_list args) {
  unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, unsigned) : 0;
  return is_user_path(path) && call_fails(FAULT_OPEN, EMFILE) ? -1
                                                              : (int)syscall(SYS_openat, folder, path, flags, mode);
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
