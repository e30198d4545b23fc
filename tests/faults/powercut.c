/* Cuts the power of a program that knows nothing of it, and lays out what the disk then holds.

   LD_PRELOAD=… ASCONA_DISK=FOLDER ASCONA_CUT=n ASCONA_AFTER=NEW_FOLDER [ASCONA_KEEP=drop|names|half]
   [ASCONA_CUT_COUNT=FILE]

   Everything under ASCONA_DISK is safe when the program begins. From then on the bytes of a file are safe as they were
   when it was last synced, and the names in a folder as they were when that was. Before the n-th call that changes
   something the program is killed; if it ends before, the power goes right after it. ASCONA_AFTER is then the folder as
   the disk has it. What was not synced is dropped; or else (`names`) names and lengths have come to the disk and bytes
   have not, as file systems with delayed allocation leave it; or (`half`) so have half of the bytes. A program that
   comes to its end leaves the number of its calls in ASCONA_CUT_COUNT.

   An inode that was seen is held open, so that none comes back as another file. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NODES_MAX = 4096, PATH_SIZE = 4096 };

typedef struct entry {
  char name[NAME_MAX + 1];
  ino_t inode;
} entry;

/* A file or a folder as the disk has it. */
typedef struct node {
  ino_t inode;
  bool is_folder;
  char *bytes;
  size_t length;
  entry *entries;
  int count;
} node;

static node nodes[NODES_MAX];
static int node_count;
static const char *disk, *after;
static enum { KEEP_NOTHING, KEEP_NAMES, KEEP_HALF } keep;
static long cut, calls;
static bool is_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool inside; /* what this library does itself is no call of the program */

static void give_up(const char *what) {
  fprintf(stderr, "powercut: %s: %s\n", what, strerror(errno));
  _exit(99);
}

static int raw_open(const char *path, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0666); }

static node *node_find(ino_t inode, bool is_folder, const char *path) {
  for (int i = 0; i < node_count; i++)
    if (nodes[i].inode == inode) return &nodes[i];
  if (node_count == NODES_MAX || raw_open(path, O_PATH | O_CLOEXEC) < 0) give_up(path);
  nodes[node_count] = (node){.inode = inode, .is_folder = is_folder};
  return &nodes[node_count++];
}

static char *bytes_read(const char *path, size_t *length) {
  int file = raw_open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) < 0) give_up(path);
  char *bytes = malloc((size_t)facts.st_size + 1);
  ssize_t count = pread(file, bytes, (size_t)facts.st_size, 0);
  if (count < 0) give_up(path);
  (void)syscall(SYS_close, file);
  *length = (size_t)count;
  return bytes;
}

static void path_join(char path[PATH_SIZE], const char *folder, const char *name) {
  if (snprintf(path, PATH_SIZE, "%s/%s", folder, name) >= PATH_SIZE) give_up(name);
}

static int folder_list(const char *path, entry **entries) {
  DIR *folder = opendir(path);
  int count = 0;
  if (folder == NULL) give_up(path);
  *entries = NULL;
  for (const struct dirent *found; (found = readdir(folder)) != NULL;) {
    char whole[PATH_SIZE];
    struct stat facts;
    if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0) continue;
    path_join(whole, path, found->d_name);
    if (lstat(whole, &facts) < 0) give_up(whole);
    *entries = realloc(*entries, (size_t)(count + 1) * sizeof **entries);
    entry *made = &(*entries)[count++];
    (void)snprintf(made->name, sizeof made->name, "%s", found->d_name);
    made->inode = facts.st_ino;
    (void)node_find(facts.st_ino, S_ISDIR(facts.st_mode), whole);
  }
  closedir(folder);
  return count;
}

/* It is on the disk as it is now. */
static void sync_take(const char *path) {
  struct stat facts;
  if (stat(path, &facts) < 0) give_up(path);
  node *of = node_find(facts.st_ino, S_ISDIR(facts.st_mode), path);
  if (S_ISREG(facts.st_mode)) {
    free(of->bytes);
    of->bytes = bytes_read(path, &of->length);
  } else if (S_ISDIR(facts.st_mode)) {
    entry *entries;
    int count = folder_list(path, &entries);
    free(of->entries);
    of->entries = entries;
    of->count = count;
  }
}

static void all_take(const char *path) {
  sync_take(path);
  struct stat facts;
  if (stat(path, &facts) < 0 || !S_ISDIR(facts.st_mode)) return;
  const node *of = node_find(facts.st_ino, true, path);
  for (int i = 0; i < of->count; i++) {
    char whole[PATH_SIZE];
    path_join(whole, path, of->entries[i].name);
    all_take(whole);
  }
}

static void file_lay(const node *of, const char *live, const char *to) {
  size_t now = 0, length = of->length;
  char *bytes = calloc(1, 1);
  if (keep != KEEP_NOTHING) {
    free(bytes);
    bytes = bytes_read(live, &now);
    if (now > of->length && keep == KEEP_HALF) now = of->length + (now - of->length) / 2;
    if (now > of->length && keep == KEEP_NAMES) memset(bytes + of->length, 0, now - of->length);
    length = now;
  }
  if (of->bytes != NULL && keep != KEEP_HALF) {
    if (keep == KEEP_NOTHING) bytes = realloc(bytes, length + 1);
    memcpy(bytes, of->bytes, length < of->length ? length : of->length);
  }
  int file = raw_open(to, O_WRONLY | O_CREAT | O_TRUNC);
  if (file < 0 || syscall(SYS_write, file, bytes, length) != (long)length) give_up(to);
  (void)syscall(SYS_close, file);
  free(bytes);
}

static void folder_lay(const node *of, const char *live, const char *to) {
  entry *entries = of->entries;
  int count = of->count;
  if (keep != KEEP_NOTHING) count = folder_list(live, &entries);
  if (syscall(SYS_mkdirat, AT_FDCWD, to, 0777) < 0) give_up(to);
  for (int i = 0; i < count; i++) {
    char below[PATH_SIZE], there[PATH_SIZE];
    path_join(below, live, entries[i].name);
    path_join(there, to, entries[i].name);
    const node *held = node_find(entries[i].inode, false, below);
    if (held->is_folder)
      folder_lay(held, below, there);
    else
      file_lay(held, below, there);
  }
}

static void power_cut(void) {
  struct stat facts;
  if (stat(disk, &facts) < 0) give_up(disk);
  folder_lay(node_find(facts.st_ino, true, disk), disk, after);
  is_over = true;
}

/* Before a call that changes something. */
static void call_count(void) {
  if (inside || disk == NULL) return;
  pthread_mutex_lock(&lock);
  inside = true;
  if (++calls == cut) {
    power_cut();
    kill(getpid(), SIGKILL);
  }
  inside = false;
  pthread_mutex_unlock(&lock);
}

static int sync_count(int file) {
  call_count();
  if (inside || disk == NULL) return 0;
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  pthread_mutex_lock(&lock);
  inside = true;
  sync_take(path);
  inside = false;
  pthread_mutex_unlock(&lock);
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("ASCONA_CUT"), *kept = getenv("ASCONA_KEEP"), *folder = getenv("ASCONA_DISK");
  after = getenv("ASCONA_AFTER");
  if (number == NULL || folder == NULL || after == NULL) return;
  cut = strtol(number, NULL, 10);
  if (kept != NULL && strcmp(kept, "names") == 0) keep = KEEP_NAMES;
  if (kept != NULL && strcmp(kept, "half") == 0) keep = KEEP_HALF;
  inside = true;
  all_take(folder);
  inside = false;
  disk = folder;
}

__attribute__((destructor)) static void end(void) {
  inside = true;
  if (disk != NULL && !is_over) power_cut();
  const char *path = getenv("ASCONA_CUT_COUNT");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", calls);
  fclose(file);
}

ssize_t write(int file, const void *data, size_t length) {
  if (file > STDERR_FILENO) call_count();
  return syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  call_count();
  return syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) __attribute__((alias("pwrite")));
int fsync(int file) { return sync_count(file); }
int fdatasync(int file) { return sync_count(file); }
int ftruncate(int file, off_t length) {
  call_count();
  return (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate64(int file, off64_t length) __attribute__((alias("ftruncate")));
int rename(const char *from, const char *to) {
  call_count();
  return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  call_count();
  return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int unlink(const char *path) {
  call_count();
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int mkdir(const char *path, mode_t mode) {
  call_count();
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

static unsigned mode_of(int flags, va_list args) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, unsigned) : 0;
}

int open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  unsigned mode = mode_of(flags, args);
  va_end(args);
  if ((flags & (O_CREAT | O_TRUNC)) != 0) call_count();
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
