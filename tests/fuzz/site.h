/* A small website and the tables of a small board, each in its own folder, for a server. Made once, and removed when
   the program ends. */
#ifndef ASC_TESTS_FUZZ_SITE_H
#define ASC_TESTS_FUZZ_SITE_H

#include "fuzz.h"

#include "solve/delta/retrograde.h"

#include <sys/stat.h>
#include <unistd.h>

static char fuzz_folder[32], fuzz_web_folder[48], fuzz_tables_folder[48];

static inline void fuzz_site_remove(void) {
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf '%s'", fuzz_folder);
  (void)!system(command);
}

/* Writes a file of the website. The server does not read its contents, so a compressed variant may hold any text. */
static inline void fuzz_site_write_file(const char *name, const char *text) {
  char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", fuzz_web_folder, name);
  FILE *file = fopen(path, "wb");
  FUZZ_REQUIRE(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static inline void fuzz_site_make_pages(void) {
  char assets[64];
  (void)snprintf(fuzz_folder, sizeof fuzz_folder, "/tmp/ascona-fuzz-XXXXXX");
  FUZZ_REQUIRE(mkdtemp(fuzz_folder) != NULL && atexit(fuzz_site_remove) == 0);
  (void)snprintf(fuzz_web_folder, sizeof fuzz_web_folder, "%s/web", fuzz_folder);
  (void)snprintf(fuzz_tables_folder, sizeof fuzz_tables_folder, "%s/tables", fuzz_folder);
  (void)snprintf(assets, sizeof assets, "%s/assets", fuzz_web_folder);
  FUZZ_REQUIRE(mkdir(fuzz_web_folder, 0700) == 0 && mkdir(fuzz_tables_folder, 0700) == 0 && mkdir(assets, 0700) == 0);
  fuzz_site_write_file("index.html", "<!doctype html><title>Ascona</title>");
  fuzz_site_write_file("assets/app.js", "console.log('the page, plainly and at some length');");
  fuzz_site_write_file("assets/app.js.br", "the page in brotli");
  fuzz_site_write_file("assets/app.js.gz", "the page in gzip, longer");
  fuzz_site_write_file("sw.js", "self.addEventListener('fetch', () => {})");
  fuzz_site_write_file("sw.js.gz", "the worker in gzip");
  fuzz_site_write_file("empty.txt", "");
}

static inline void fuzz_site_make(void) {
  fuzz_site_make_pages();
  const solve_retrograde_options options = {
      .size = 4, .pawns = 4, .threads = 1, .compression_level = 1, .folder = fuzz_tables_folder};
  FUZZ_REQUIRE(solve_retrograde(&options, NULL) == ASC_OK);
}

#endif
