/* The files of a folder as they were when it was opened, in memory, by the path they are asked for.

   Requests are answered from here and never from the disk: no path leads out of the folder, and a build that replaces
   files does not mix with what is being sent. Beside `x.js` may lie `x.js.br` and `x.js.gz`, the same content in
   another coding; they are found through x.js only. Left out are names that begin with a dot, and links. */
#ifndef ASC_SERVER_SITE_H
#define ASC_SERVER_SITE_H

#include <ascona/error.h>

#include "negotiate.h"

enum { SITE_TAG_MAX = 24 };

typedef struct web_body {
  unsigned char *bytes; /* NULL: not in this coding */
  size_t size;          /* or CODING_ABSENT */
  char tag[SITE_TAG_MAX];
} web_body;

typedef struct web_file {
  char *path;       /* from the folder, beginning with a slash */
  const char *type; /* the value of Content-Type */
  web_body bodies[CODINGS];
} web_file;

typedef struct web_site web_site;

/* What kind of thing a file is, by its name. One that says nothing is application/octet-stream, which no browser runs
   or shows. */
const char *asc_site_type(const char *path);

/* ASC_E_INPUT when there is no such folder, or it is none of ours; ASC_E_FILE when it cannot be read. */
int asc_site_open(web_site **site, const char *folder, asc_error *error);
void asc_site_close(web_site *site);

/* The path need not end with a zero byte. NULL when there is no such file. */
const web_file *asc_site_find(const web_site *site, const char *path, size_t length);
int asc_site_count(const web_site *site);

#endif
