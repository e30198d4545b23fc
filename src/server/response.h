/* The response to a request for a file, found from the site and the request alone before anything is written.

   A path that names a file gets that file. A path whose last part has no dot may be a view of the web app, whose script
   reads the path, so it gets the page. If pages.txt lists all views but not this one, the page comes with status 404,
   and the app says that in its own way. /embed is a page of its own that other sites show in a frame. Everything else
   is not found. */
#ifndef ASC_SERVER_RESPONSE_H
#define ASC_SERVER_RESPONSE_H

#include "site.h"

typedef enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER } http_method;

/* The parts of a request that decide its response. */
typedef struct http_target {
  http_method method;
  const char *path; /* decoded; any bytes, NUL too */
  size_t length;
  const char *accept_encoding, *if_none_match; /* NULL: not sent */
} http_target;

/* A header that is NULL is not sent. */
typedef struct http_response {
  int status;
  const char *type, *encoding, *tag, *cache, *allow;
  const char *worker;      /* Service-Worker-Allowed */
  const char *cookie;      /* Set-Cookie */
  const char *retry_after; /* seconds */
  bool varies;             /* by Accept-Encoding */
  bool is_framed;          /* pages of other sites may show it in a frame */
  bool has_size;           /* Content-Length is sent */
  const unsigned char *body;
  size_t size, sent; /* bytes of the body, and of those that are sent: none in response to HEAD */
} http_response;

void http_response_find(const http_site *site, const http_target *target, http_response *response);
/* A short page that names the status: 400, 404 or 405. */
void http_response_reject(int status, http_method method, http_response *response);
/* The same with a sentence that says why. The page is written to `text`. */
void http_response_explain(int status, const char *reason, char *text, size_t size, http_response *response);

#endif
