/* Runs a fuzz target over every file of a folder, so that everything that libFuzzer once found stays fixed. */
#include "../fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { INPUT_MAX = 1 << 20 };

static int replay_file(const char *folder, const char *name) {
  char path[1024];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  uint8_t *data = malloc(INPUT_MAX);
  if (file == NULL || data == NULL) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  size_t size = fread(data, 1, INPUT_MAX, file);
  fclose(file);
  int result = LLVMFuzzerTestOneInput(data, size);
  free(data);
  return result;
}

int main(int argc, char **argv) {
  DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
  if (folder == NULL) {
    fputs("usage: fuzz_TARGET FOLDER\n", stderr);
    return 1;
  }
  int count = 0;
  for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    (void)replay_file(argv[1], entry->d_name);
    count++;
  }
  closedir(folder);
  printf("%d inputs\n", count);
  return count > 0 ? 0 : 1;
}
