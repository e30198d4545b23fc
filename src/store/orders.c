#include "orders.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void path_make(char path[PATH_MAX], const char *database, const char *end) {
  (void)snprintf(path, PATH_MAX, "%s%s", database, end);
}

int asc_orders_add(const char *database, const char *what, const char *id, asc_error *error) {
  char path[PATH_MAX], line[ASC_ORDER_MAX];
  path_make(path, database, ".orders");
  int length = snprintf(line, sizeof line, "%s %s\n", what, id);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  bool good = write(file, line, (size_t)length) == length && fsync(file) == 0;
  good = close(file) == 0 && good;
  return good ? ASC_OK : asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
}

bool asc_orders_take(const char *database, void (*order)(void *data, const char *what, const char *id), void *data) {
  char given[PATH_MAX], taken[PATH_MAX], line[ASC_ORDER_MAX], what[16], id[40];
  path_make(given, database, ".orders");
  path_make(taken, database, ".orders.taken");
  if (access(taken, F_OK) != 0 && rename(given, taken) != 0) return false;
  FILE *file = fopen(taken, "r");
  if (file == NULL) return false;
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "%15s %39s", what, id) == 2) order(data, what, id);
  (void)fclose(file);
  return true;
}

void asc_orders_done(const char *database) {
  char taken[PATH_MAX];
  path_make(taken, database, ".orders.taken");
  (void)unlink(taken);
}
