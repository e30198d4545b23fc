/* A folder is read in two passes: first every file into one list, sorted by path, then each compressed file is moved to
   the file that it is a coding of. */
#include "site.h"

#include "base/hash.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Far more than the web app has: a wrong folder is reported before it fills the memory. */
enum { FILES_MAX = 4096, DEPTH_MAX = 16, PATH_LENGTH_MAX = 1024 };
static const size_t BYTES_MAX = (size_t)256 << 20;

/* Not the table of libwebsockets, which has neither .wasm nor .webmanifest: a browser compiles WebAssembly while it
   arrives only if it has the right type. */
static const struct {
  const char *ending, *type;
} known[] = {
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"txt", "text/plain; charset=utf-8"},
    {"svg", "image/svg+xml; charset=utf-8"},
    {"json", "application/json; charset=utf-8"},
    {"map", "application/json; charset=utf-8"},
    {"webmanifest", "application/manifest+json; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"png", "image/png"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
};

const char *http_site_type(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash != NULL ? slash : path, '.');
  for (size_t i = 0; dot != NULL && i < sizeof known / sizeof *known; i++)
    if (strcasecmp(known[i].ending, dot + 1) == 0) return known[i].type;
  return "application/octet-stream";
}

struct http_site {
  http_file *files; /* sorted by path */
  int count, capacity;
  size_t bytes;
  asc_error *error;
};

static int fail_errno(const http_site *site, const char *path) {
  const char *what = *path == '/' ? path + 1 : path;
  int code = errno == ENOMEM ? ASC_E_MEMORY : ASC_E_FILE;
  return asc_error_set(site->error, code, "%s%s%s", what, *what == '\0' ? "" : ": ", strerror(errno));
}

/* Reads a whole file of this size. A file that changes meanwhile is an error. */
static int bytes_read(const http_site *site, int file, const char *path, unsigned char *bytes, size_t size) {
  size_t done = 0;
  for (;;) {
    ssize_t got = read(file, bytes + done, size + 1 - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(site, path);
    done += (size_t)got;
    if (got == 0)
      return done == size
                 ? ASC_OK
                 : asc_error_set(site->error, ASC_E_FILE, "%s changed while the server read it; start again", path + 1);
    if (done > size)
      return asc_error_set(site->error, ASC_E_FILE, "%s changed while the server read it; start again", path + 1);
  }
}

/* The tag follows from the content alone, so that it stays valid when a server restarts, and for other servers. */
static void tag_write(http_body *body) {
  uint64_t hash = asc_hash_add(0, body->size);
  for (size_t i = 0; i < body->size; i += 8) {
    uint64_t word = 0;
    for (size_t k = i; k < i + 8 && k < body->size; k++) word = word << 8 | body->bytes[k];
    hash = asc_hash_add(hash, word);
  }
  (void)snprintf(body->tag, sizeof body->tag, "\"%016" PRIx64 "\"", hash);
}

static int file_add(http_site *site, int file, const char *path, size_t size) {
  if (site->count == FILES_MAX)
    return asc_error_set(site->error, ASC_E_INPUT, "contains more than %d files", FILES_MAX);
  if (size > BYTES_MAX - site->bytes)
    return asc_error_set(site->error, ASC_E_INPUT, "contains more than %zu MiB", BYTES_MAX >> 20);
  if (site->count == site->capacity) {
    int capacity = site->capacity * 2 + 64;
    http_file *grown = realloc(site->files, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return fail_errno(site, path);
    site->files = grown;
    site->capacity = capacity;
  }
  http_file *added = &site->files[site->count];
  *added = (http_file){.path = strdup(path), .type = http_site_type(path)};
  for (int i = 0; i < HTTP_CODINGS; i++) added->bodies[i].size = HTTP_CODING_ABSENT;
  http_body *body = &added->bodies[HTTP_CODING_NONE];
  *body = (http_body){.bytes = malloc(size + 1), .size = size};
  site->count++;
  site->bytes += size;
  if (added->path == NULL || body->bytes == NULL) return asc_error_set(site->error, ASC_E_MEMORY, "out of memory");
  int code = bytes_read(site, file, path, body->bytes, size);
  if (code == ASC_OK) tag_write(body);
  return code;
}

static int folder_add(http_site *site, int folder, const char *path, int depth);

static int entry_add(http_site *site, int folder, const char *path, const char *name, int depth) {
  if (name[0] == '.') return ASC_OK;
  char whole[PATH_LENGTH_MAX];
  if (snprintf(whole, sizeof whole, "%s/%s", path, name) >= (int)sizeof whole)
    return asc_error_set(site->error, ASC_E_INPUT, "contains paths of more than %d bytes", PATH_LENGTH_MAX - 1);
  /* Without blocking, because a pipe in the folder must not stop the server. */
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return errno == ELOOP || errno == ENXIO ? ASC_OK : fail_errno(site, whole);
  struct stat about;
  if (fstat(file, &about) < 0) {
    int code = fail_errno(site, whole);
    close(file);
    return code;
  }
  if (S_ISDIR(about.st_mode)) return folder_add(site, file, whole, depth + 1);
  int code = S_ISREG(about.st_mode) ? file_add(site, file, whole, (size_t)about.st_size) : ASC_OK;
  close(file);
  return code;
}

/* Closes the folder. */
static int folder_add(http_site *site, int folder, const char *path, int depth) {
  DIR *entries = depth <= DEPTH_MAX ? fdopendir(folder) : NULL;
  if (entries == NULL) {
    int code = depth > DEPTH_MAX ? asc_error_set(site->error, ASC_E_INPUT, "contains too many folders inside folders")
                                 : fail_errno(site, path);
    close(folder);
    return code;
  }
  int code = ASC_OK;
  while (code == ASC_OK) {
    errno = 0;
    const struct dirent *entry = readdir(entries);
    if (entry == NULL) {
      if (errno != 0) code = fail_errno(site, path);
      break;
    }
    code = entry_add(site, folder, path, entry->d_name, depth);
  }
  closedir(entries);
  return code;
}

static int file_compare(const void *a, const void *b) {
  return strcmp(((const http_file *)a)->path, ((const http_file *)b)->path);
}

/* Returns the index of the file with this path, or -1. */
static int index_of(const http_site *site, const char *path, size_t length) {
  int low = 0, high = site->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    const char *found = site->files[middle].path;
    size_t has = strlen(found);
    int order = memcmp(path, found, has < length ? has : length);
    if (order == 0 && has == length) return middle;
    if (order < 0 || (order == 0 && length < has))
      high = middle;
    else
      low = middle + 1;
  }
  return -1;
}

/* Returns the coding that the name ends with; *length is the length of the name without it. */
static http_coding coding_of(const char *path, size_t *length) {
  static const char *const endings[HTTP_CODINGS] = {NULL, ".gz", ".br"};
  size_t whole = strlen(path);
  for (int i = HTTP_CODING_NONE + 1; i < HTTP_CODINGS; i++) {
    size_t ending = strlen(endings[i]);
    if (whole <= ending || strcmp(path + whole - ending, endings[i]) != 0) continue;
    *length = whole - ending;
    return (http_coding)i;
  }
  return HTTP_CODING_NONE;
}

static void codings_join(http_site *site) {
  for (int i = 0; i < site->count; i++) {
    size_t length = 0;
    http_file *file = &site->files[i];
    http_coding coding = coding_of(file->path, &length);
    if (coding == HTTP_CODING_NONE) continue;
    int plain = index_of(site, file->path, length);
    if (plain < 0 || site->files[plain].bodies[HTTP_CODING_NONE].bytes == NULL) continue;
    site->files[plain].bodies[coding] = file->bodies[HTTP_CODING_NONE];
    file->bodies[HTTP_CODING_NONE].bytes = NULL;
  }
  int kept = 0;
  for (int i = 0; i < site->count; i++) {
    if (site->files[i].bodies[HTTP_CODING_NONE].bytes == NULL)
      free(site->files[i].path);
    else
      site->files[kept++] = site->files[i];
  }
  site->count = kept;
}

static int site_read(http_site *site, const char *folder) {
  int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) {
    int code = errno == ENOENT || errno == ENOTDIR ? ASC_E_INPUT : ASC_E_FILE;
    return asc_error_set(site->error, code, "%s", strerror(errno));
  }
  int code = folder_add(site, root, "", 0);
  if (code < 0) return code;
  if (site->count > 0) qsort(site->files, (size_t)site->count, sizeof *site->files, file_compare);
  codings_join(site);
  if (http_site_find(site, "/index.html", strlen("/index.html")) == NULL)
    return asc_error_set(site->error, ASC_E_INPUT, "contains no index.html; name the folder of the built web app");
  return ASC_OK;
}

int http_site_open(http_site **site, const char *folder, asc_error *error) {
  *site = NULL;
  http_site *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  opened->error = error;
  int code = site_read(opened, folder);
  opened->error = NULL;
  if (code == ASC_OK) {
    *site = opened;
    return code;
  }
  http_site_close(opened);
  asc_span where = asc_span_of(folder);
  return error == NULL ? code : asc_error_set_at(error, code, &where, "%s", error->reason);
}

void http_site_close(http_site *site) {
  if (site == NULL) return;
  for (int i = 0; i < site->count; i++) {
    free(site->files[i].path);
    for (int k = 0; k < HTTP_CODINGS; k++) free(site->files[i].bodies[k].bytes);
  }
  free(site->files);
  free(site);
}

const http_file *http_site_find(const http_site *site, const char *path, size_t length) {
  int index = index_of(site, path, length);
  return index < 0 ? NULL : &site->files[index];
}
