/* The files of a folder as they were when it was opened, in memory, by path.

   Requests are served from here and never from the disk, so no path leads out of the folder, and a build that replaces
   files does not mix with those being sent. Next to `x.js` there may be `x.js.br` and `x.js.gz`, the same content in
   another coding, which are found only through x.js. Names that start with a dot, and links, are left out. */
#ifndef ASC_SERVER_SITE_H
#define ASC_SERVER_SITE_H

#include <ascona/error.h>

#include "negotiate.h"

enum { HTTP_TAG_MAX = 24 };

typedef struct http_body {
  unsigned char *bytes; /* NULL: not in this coding */
  size_t size;          /* or HTTP_CODING_ABSENT */
  char tag[HTTP_TAG_MAX];
} http_body;

typedef struct http_file {
  char *path;       /* from the folder, with a slash in front */
  const char *type; /* for Content-Type */
  http_body bodies[HTTP_CODINGS];
} http_file;

typedef struct http_site http_site;

/* Returns the media type of a file by its name. An unknown ending is application/octet-stream, which no browser runs or
   shows. */
const char *http_site_type(const char *path);

/* Returns ASC_E_INPUT if the folder does not exist or holds no web app, ASC_E_FILE if it can't be read. */
int http_site_open(http_site **site, const char *folder, asc_error *error);
void http_site_close(http_site *site);

/* The path need not end with a NUL. Returns NULL if there is no such file. */
const http_file *http_site_find(const http_site *site, const char *path, size_t length);

#endif
