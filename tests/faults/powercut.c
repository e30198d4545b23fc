/* Simulates a power cut in an unmodified program and writes what the disk would then hold.

   LD_PRELOAD=… ASCONA_DISK=FOLDER ASCONA_CUT=n ASCONA_AFTER=NEW_FOLDER [ASCONA_KEEP=drop|names|half]
   [ASCONA_CUT_COUNT=FILE]

   Everything under ASCONA_DISK is durable when the program starts. After that, the bytes of a file are durable as they
   were when it was last synced. The same holds for the names in a folder. The program is killed before the n-th call
   that changes something; if it ends earlier, the power fails right after its end.

   ASCONA_AFTER is then the folder as the disk holds it. By default everything that was not synced is lost. With
   `names`, names and lengths reach the disk but bytes do not, as on file systems with delayed allocation. With `half`,
   half of the added bytes reach it as well. A program that runs to its end writes the number of its calls to
   ASCONA_CUT_COUNT.

   Every inode that was seen is held open, so that its number is not reused for another file. */
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

/* A file or a folder as it is on the disk. */
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
static long cut_at_call, calls;
static bool is_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool is_internal; /* true while this library itself makes calls: they do not count */

static void fail(const char *what) {
  fprintf(stderr, "powercut: %s: %s\n", what, strerror(errno));
  _exit(99);
}

static int raw_open(const char *path, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0666); }

static node *node_find(ino_t inode, bool is_folder, const char *path) {
  for (int i = 0; i < node_count; i++)
    if (nodes[i].inode == inode) return &nodes[i];
  if (node_count == NODES_MAX || raw_open(path, O_PATH | O_CLOEXEC) < 0) fail(path);
  nodes[node_count] = (node){.inode = inode, .is_folder = is_folder};
  return &nodes[node_count++];
}

static char *bytes_read(const char *path, size_t *length) {
  int file = raw_open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  if (file < 0 || fstat(file, &info) < 0) fail(path);
  char *bytes = malloc((size_t)info.st_size + 1);
  ssize_t count = pread(file, bytes, (size_t)info.st_size, 0);
  if (count < 0) fail(path);
  (void)syscall(SYS_close, file);
  *length = (size_t)count;
  return bytes;
}

static void path_join(char path[PATH_SIZE], const char *folder, const char *name) {
  if (snprintf(path, PATH_SIZE, "%s/%s", folder, name) >= PATH_SIZE) fail(name);
}

static int folder_list(const char *path, entry **entries) {
  DIR *folder = opendir(path);
  int count = 0;
  if (folder == NULL) fail(path);
  *entries = NULL;
  for (const struct dirent *found; (found = readdir(folder)) != NULL;) {
    char full_path[PATH_SIZE];
    struct stat info;
    if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0) continue;
    path_join(full_path, path, found->d_name);
    if (lstat(full_path, &info) < 0) fail(full_path);
    *entries = realloc(*entries, (size_t)(count + 1) * sizeof **entries);
    entry *added = &(*entries)[count++];
    (void)snprintf(added->name, sizeof added->name, "%s", found->d_name);
    added->inode = info.st_ino;
    (void)node_find(info.st_ino, S_ISDIR(info.st_mode), full_path);
  }
  closedir(folder);
  return count;
}

/* Records that the current state of the file or folder is durable. */
static void record_synced(const char *path) {
  struct stat info;
  if (stat(path, &info) < 0) fail(path);
  node *n = node_find(info.st_ino, S_ISDIR(info.st_mode), path);
  if (S_ISREG(info.st_mode)) {
    free(n->bytes);
    n->bytes = bytes_read(path, &n->length);
  } else if (S_ISDIR(info.st_mode)) {
    entry *entries;
    int count = folder_list(path, &entries);
    free(n->entries);
    n->entries = entries;
    n->count = count;
  }
}

static void record_all_synced(const char *path) {
  record_synced(path);
  struct stat info;
  if (stat(path, &info) < 0 || !S_ISDIR(info.st_mode)) return;
  const node *n = node_find(info.st_ino, true, path);
  for (int i = 0; i < n->count; i++) {
    char full_path[PATH_SIZE];
    path_join(full_path, path, n->entries[i].name);
    record_all_synced(full_path);
  }
}

static void write_file_after(const node *n, const char *live_path, const char *target) {
  size_t live_length = 0, length = n->length;
  char *bytes = calloc(1, 1);
  if (keep != KEEP_NOTHING) {
    free(bytes);
    bytes = bytes_read(live_path, &live_length);
    if (live_length > n->length && keep == KEEP_HALF) live_length = n->length + (live_length - n->length) / 2;
    if (live_length > n->length && keep == KEEP_NAMES) memset(bytes + n->length, 0, live_length - n->length);
    length = live_length;
  }
  if (n->bytes != NULL && keep != KEEP_HALF) {
    if (keep == KEEP_NOTHING) bytes = realloc(bytes, length + 1);
    memcpy(bytes, n->bytes, length < n->length ? length : n->length);
  }
  int file = raw_open(target, O_WRONLY | O_CREAT | O_TRUNC);
  if (file < 0 || syscall(SYS_write, file, bytes, length) != (long)length) fail(target);
  (void)syscall(SYS_close, file);
  free(bytes);
}

static void write_folder_after(const node *n, const char *live_path, const char *target) {
  entry *entries = n->entries;
  int count = n->count;
  if (keep != KEEP_NOTHING) count = folder_list(live_path, &entries);
  if (syscall(SYS_mkdirat, AT_FDCWD, target, 0777) < 0) fail(target);
  for (int i = 0; i < count; i++) {
    char child_live_path[PATH_SIZE], child_target[PATH_SIZE];
    path_join(child_live_path, live_path, entries[i].name);
    path_join(child_target, target, entries[i].name);
    const node *child = node_find(entries[i].inode, false, child_live_path);
    if (child->is_folder)
      write_folder_after(child, child_live_path, child_target);
    else
      write_file_after(child, child_live_path, child_target);
  }
}

static void power_cut(void) {
  struct stat info;
  if (stat(disk, &info) < 0) fail(disk);
  write_folder_after(node_find(info.st_ino, true, disk), disk, after);
  is_over = true;
}

/* Called before every call that changes something. */
static void count_call(void) {
  if (is_internal || disk == NULL) return;
  pthread_mutex_lock(&lock);
  is_internal = true;
  if (++calls == cut_at_call) {
    power_cut();
    kill(getpid(), SIGKILL);
  }
  is_internal = false;
  pthread_mutex_unlock(&lock);
}

static int count_sync(int file) {
  count_call();
  if (is_internal || disk == NULL) return 0;
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  pthread_mutex_lock(&lock);
  is_internal = true;
  record_synced(path);
  is_internal = false;
  pthread_mutex_unlock(&lock);
  return 0;
}

__attribute__((constructor)) static void start(void) {
  const char *cut_text = getenv("ASCONA_CUT"), *keep_text = getenv("ASCONA_KEEP"), *folder = getenv("ASCONA_DISK");
  after = getenv("ASCONA_AFTER");
  if (cut_text == NULL || folder == NULL || after == NULL) return;
  cut_at_call = strtol(cut_text, NULL, 10);
  if (keep_text != NULL && strcmp(keep_text, "names") == 0) keep = KEEP_NAMES;
  if (keep_text != NULL && strcmp(keep_text, "half") == 0) keep = KEEP_HALF;
  is_internal = true;
  record_all_synced(folder);
  is_internal = false;
  disk = folder;
}

__attribute__((destructor)) static void finish(void) {
  is_internal = true;
  if (disk != NULL && !is_over) power_cut();
  const char *path = getenv("ASCONA_CUT_COUNT");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", calls);
  fclose(file);
}

ssize_t write(int file, const void *data, size_t length) {
  if (file > STDERR_FILENO) count_call();
  return syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  count_call();
  return syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) __attribute__((alias("pwrite")));
int fsync(int file) { return count_sync(file); }
int fdatasync(int file) { return count_sync(file); }
int ftruncate(int file, off_t length) {
  count_call();
  return (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate64(int file, off64_t length) __attribute__((alias("ftruncate")));
int rename(const char *from, const char *to) {
  count_call();
  return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  count_call();
  return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int unlink(const char *path) {
  count_call();
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int mkdir(const char *path, mode_t mode) {
  count_call();
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
  if ((flags & (O_CREAT | O_TRUNC)) != 0) count_call();
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
