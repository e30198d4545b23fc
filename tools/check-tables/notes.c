/* See notes.h. */
#include "notes.h"

#include "squares.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct notes {
  char *path, *fresh; /* a new file is written whole, then put in the place of the old one */
  bool silent;
  struct {
    char digest[33], next[33];
    unsigned long long rows;
  } layers[2 * MOST_PAWNS + 1];
};

notes *notes_read(const char *dir, int size, int pawns) {
  size_t length = strlen(dir) + 32;
  notes *read = calloc(1, sizeof *read);
  if (read == NULL || (read->path = malloc(length)) == NULL || (read->fresh = malloc(length)) == NULL)
    stop(STATUS_MACHINE, "out of memory");
  snprintf(read->path, length, "%s/checked-%d-%d.txt", dir, size, pawns);
  snprintf(read->fresh, length, "%s/checked-%d-%d.new", dir, size, pawns);
  FILE *file = fopen(read->path, "r");
  if (file == NULL) return read;
  /* A line that is none is passed over: what is not noted is checked. */
  char line[200];
  while (fgets(line, sizeof line, file) != NULL) {
    int layer;
    char digest[33], next[33];
    unsigned long long rows;
    if (sscanf(line, "%d %32s %32s %llu", &layer, digest, next, &rows) != 4) continue;
    if (layer < 0 || layer > 2 * MOST_PAWNS) continue;
    memcpy(read->layers[layer].digest, digest, sizeof digest);
    memcpy(read->layers[layer].next, next, sizeof next);
    read->layers[layer].rows = rows;
  }
  fclose(file);
  return read;
}

static const char *next_text(const table *next) { return next == NULL ? "-" : next->digest_text; }

uint64_t notes_done(const notes *in, const table *file, const table *next) {
  int layer = file->layer;
  bool same =
      strcmp(in->layers[layer].digest, file->digest_text) == 0 && strcmp(in->layers[layer].next, next_text(next)) == 0;
  return same ? in->layers[layer].rows : 0;
}

void notes_put(notes *in, const table *file, const table *next, uint64_t rows) {
  int layer = file->layer;
  snprintf(in->layers[layer].digest, sizeof in->layers[layer].digest, "%s", file->digest_text);
  snprintf(in->layers[layer].next, sizeof in->layers[layer].next, "%s", next_text(next));
  in->layers[layer].rows = rows;
  FILE *out = fopen(in->fresh, "w");
  bool good = out != NULL;
  if (good) {
    fputs("# found right by ascona-check: layer, its digest, the next layer's, rows done\n", out);
    for (int i = 0; i <= 2 * MOST_PAWNS; i++)
      if (in->layers[i].digest[0] != '\0')
        fprintf(out, "%d %s %s %llu\n", i, in->layers[i].digest, in->layers[i].next, in->layers[i].rows);
    good = ferror(out) == 0;
    good = fclose(out) == 0 && good && rename(in->fresh, in->path) == 0;
  }
  if (!good && !in->silent) fprintf(stderr, "ascona-check: %s: cannot be kept: %s\n", in->path, strerror(errno));
  in->silent = in->silent || !good;
}
