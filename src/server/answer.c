#include "answer.h"

#include <stdio.h>
#include <string.h>

/* Names below /assets/ have a hash of their content in them; any other file may be another one tomorrow. */
static const char ASSETS[] = "/assets/";
static const char PLACES[] = "/pages.txt";
static const char FRAMED[] = "/embed.html"; /* at /embed */
static const char FOREVER[] = "public, max-age=31536000, immutable";
static const char ASK_AGAIN[] = "no-cache";

#define PAGE_WITH(title, why)                                                                               \
  "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>" title "</title>\n<h1>" title "</h1>" \
  "\n" why "<p><a href=\"/\">Ascona</a></p>\n</html>\n"
#define PAGE(title) PAGE_WITH(title, "")

static const char *refusal(int status) {
  switch (status) {
  case 404: return PAGE("Not found");
  case 405: return PAGE("Method not allowed");
  default: return PAGE("Bad request");
  }
}

void asc_answer_refuse(int status, web_method method, web_answer *answer) {
  const char *page = refusal(status);
  *answer = (web_answer){
      .status = status,
      .type = "text/html; charset=utf-8",
      .cache = ASK_AGAIN,
      .allow = status == 405 ? "GET, HEAD" : NULL,
      .has_size = true,
      .body = (const unsigned char *)page,
      .size = strlen(page),
  };
  answer->sent = method == ASK_HEAD ? 0 : answer->size;
}

void asc_answer_explain(int status, const char *why, char *text, size_t size, web_answer *answer) {
  asc_answer_refuse(status, ASK_OTHER, answer);
  int length = snprintf(text, size, PAGE_WITH("Bad request", "<p>%s</p>\n"), why);
  answer->body = (const unsigned char *)text;
  answer->size = answer->sent = (size_t)length;
}

static bool begins(const web_ask *ask, const char *text) {
  return ask->length >= strlen(text) && memcmp(ask->path, text, strlen(text)) == 0;
}

/* Whether the path may be a place inside the page. */
static bool is_route(const web_ask *ask) {
  if (!begins(ask, "/") || begins(ask, ASSETS) || memchr(ask->path, '\0', ask->length) != NULL) return false;
  size_t last = ask->length;
  while (ask->path[last - 1] != '/') last--;
  return memchr(ask->path + last, '.', ask->length - last) == NULL;
}

/* Whether it is one: /pages.txt has a line for each, and a star at its end stands for anything below. Without that file
   all are. */
static bool is_place(const web_site *site, const web_ask *ask) {
  const web_file *list = asc_site_find(site, PLACES, strlen(PLACES));
  if (list == NULL) return true;
  size_t length = ask->length;
  while (length > 1 && ask->path[length - 1] == '/') length--;
  const char *at = (const char *)list->bodies[CODING_NONE].bytes;
  for (size_t left = list->bodies[CODING_NONE].size; left > 0;) {
    const char *end = memchr(at, '\n', left);
    size_t line = end != NULL ? (size_t)(end - at) : left;
    bool below = line > 0 && at[line - 1] == '*';
    if (below ? length >= line && memcmp(at, ask->path, line - 1) == 0
              : length == line && memcmp(at, ask->path, line) == 0)
      return true;
    size_t next = line + (end != NULL);
    at += next;
    left -= next;
  }
  return false;
}

static void answer_file(const web_file *file, const web_ask *ask, web_answer *answer) {
  size_t sizes[CODINGS];
  for (int i = 0; i < CODINGS; i++) sizes[i] = file->bodies[i].size;
  web_coding coding = asc_coding_choose(ask->accept_encoding, sizes);
  const web_body *body = &file->bodies[coding];
  *answer = (web_answer){
      .status = 200,
      .tag = body->tag,
      .cache = strncmp(file->path, ASSETS, strlen(ASSETS)) == 0 ? FOREVER : ASK_AGAIN,
      .worker = strcmp(file->path, "/sw.js") == 0 ? "/" : NULL,
      .framed = strcmp(file->path, FRAMED) == 0,
      .body = body->bytes,
  };
  for (int i = CODING_NONE + 1; i < CODINGS; i++) answer->varies |= sizes[i] != CODING_ABSENT;
  if (asc_etag_listed(ask->if_none_match, body->tag)) {
    answer->status = 304;
    return;
  }
  answer->type = file->type;
  answer->encoding = asc_coding_name(coding);
  answer->has_size = true;
  answer->size = body->size;
  answer->sent = ask->method == ASK_HEAD ? 0 : answer->size;
}

/* The file at a path; the page for frames has its address without an ending. */
static const web_file *file_find(const web_site *site, const web_ask *ask) {
  size_t bare = strlen(FRAMED) - strlen(".html"), length = ask->length - (begins(ask, "/embed/") ? 1 : 0);
  bool framed = length == bare && memcmp(ask->path, FRAMED, bare) == 0;
  return framed ? asc_site_find(site, FRAMED, strlen(FRAMED)) : asc_site_find(site, ask->path, ask->length);
}

void asc_answer_find(const web_site *site, const web_ask *ask, web_answer *answer) {
  if (ask->method == ASK_OTHER) {
    asc_answer_refuse(405, ask->method, answer);
    return;
  }
  const web_file *file = file_find(site, ask);
  if (file != NULL) {
    answer_file(file, ask, answer);
  } else if (is_route(ask)) {
    web_ask page = *ask;
    bool known = is_place(site, ask);
    if (!known) page.if_none_match = NULL;
    answer_file(asc_site_find(site, "/index.html", strlen("/index.html")), &page, answer);
    if (!known) answer->status = 404;
  } else {
    asc_answer_refuse(404, ask->method, answer);
  }
}
