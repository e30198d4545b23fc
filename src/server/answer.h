/* What is answered to a request: from the site and the request alone, before anything is written.

   A path that names a file gets that file. One whose last part has no dot may be a place inside the page, which its own
   script finds its way to, and gets the page; where pages.txt names all places and not this one, as not found, which
   the page then says in its own way. /embed is a page of its own, which other sites show in a frame. Everything else is
   not found. */
#ifndef ASC_SERVER_ANSWER_H
#define ASC_SERVER_ANSWER_H

#include "site.h"

typedef enum web_method { ASK_GET, ASK_HEAD, ASK_OTHER } web_method;

typedef struct web_ask {
  web_method method;
  const char *path; /* percent signs resolved; any bytes, zeros too */
  size_t length;
  const char *accept_encoding, *if_none_match; /* or NULL */
} web_ask;

/* A header that is NULL is not sent. */
typedef struct web_answer {
  int status;
  const char *type, *encoding, *tag, *cache, *allow;
  const char *worker; /* Service-Worker-Allowed */
  const char *cookie; /* Set-Cookie */
  const char *retry;  /* Retry-After */
  bool varies;        /* by Accept-Encoding */
  bool framed;        /* pages of other sites may show it */
  bool has_size;      /* `size` is told */
  const unsigned char *body;
  size_t size, sent; /* of the body, and how much of it goes out: nothing to HEAD */
} web_answer;

void asc_answer_find(const web_site *site, const web_ask *ask, web_answer *answer);
/* A short page that says the status in words: 400, 404 or 405. */
void asc_answer_refuse(int status, web_method method, web_answer *answer);
/* The same with a sentence that says why; `text` holds the page. */
void asc_answer_explain(int status, const char *why, char *text, size_t size, web_answer *answer);

#endif
