/* Reads and writes the notes. See notes.h. */
#include "notes.h"

#include "squares.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check_notes {
  char *path, *temporary; /* the new file is written completely and then renamed to `path` */
  bool has_failed;
  struct {
    char digest[33], next[33];
    unsigned long long rows;
  } layers[2 * CHECK_PAWNS_MAX + 1];
};

check_notes *check_notes_open(const char *dir, int size, int pawns) {
  size_t length = strlen(dir) + 32;
  check_notes *notes = calloc(1, sizeof *notes);
  if (notes == NULL || (notes->path = malloc(length)) == NULL || (notes->temporary = malloc(length)) == NULL)
    check_fail(CHECK_STATUS_MACHINE, "out of memory");
  snprintf(notes->path, length, "%s/checked-%d-%d.txt", dir, size, pawns);
  snprintf(notes->temporary, length, "%s/checked-%d-%d.new", dir, size, pawns);
  FILE *file = fopen(notes->path, "r");
  if (file == NULL) return notes;
  /* Malformed lines are skipped, so their rows are checked again. */
  char line[200];
  while (fgets(line, sizeof line, file) != NULL) {
    int layer;
    char digest[33], next[33];
    unsigned long long rows;
    if (sscanf(line, "%d %32s %32s %llu", &layer, digest, next, &rows) != 4) continue;
    if (layer < 0 || layer > 2 * CHECK_PAWNS_MAX) continue;
    memcpy(notes->layers[layer].digest, digest, sizeof digest);
    memcpy(notes->layers[layer].next, next, sizeof next);
    notes->layers[layer].rows = rows;
  }
  fclose(file);
  return notes;
}

static const char *next_text(const check_file *next) { return next == NULL ? "-" : next->digest_text; }

uint64_t check_notes_rows_done(const check_notes *notes, const check_file *file, const check_file *next) {
  int layer = file->layer;
  bool same = strcmp(notes->layers[layer].digest, file->digest_text) == 0 &&
              strcmp(notes->layers[layer].next, next_text(next)) == 0;
  return same ? notes->layers[layer].rows : 0;
}

void check_notes_add(check_notes *notes, const check_file *file, const check_file *next, uint64_t rows) {
  int layer = file->layer;
  snprintf(notes->layers[layer].digest, sizeof notes->layers[layer].digest, "%s", file->digest_text);
  snprintf(notes->layers[layer].next, sizeof notes->layers[layer].next, "%s", next_text(next));
  notes->layers[layer].rows = rows;
  FILE *out = fopen(notes->temporary, "w");
  bool ok = out != NULL;
  if (ok) {
    fputs("# found right by ascona-check: layer, its digest, the next layer's, rows done\n", out);
    for (int i = 0; i <= 2 * CHECK_PAWNS_MAX; i++)
      if (notes->layers[i].digest[0] != '\0')
        fprintf(out, "%d %s %s %llu\n", i, notes->layers[i].digest, notes->layers[i].next, notes->layers[i].rows);
    ok = ferror(out) == 0;
    ok = fclose(out) == 0 && ok && rename(notes->temporary, notes->path) == 0;
  }
  if (!ok && !notes->has_failed)
    fprintf(stderr, "ascona-check: %s: cannot be kept: %s\n", notes->path, strerror(errno));
  notes->has_failed = notes->has_failed || !ok;
}
