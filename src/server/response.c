/* Finding a response changes nothing and allocates nothing: it points into the site. */
#include "response.h"

#include <stdio.h>
#include <string.h>

/* Names below /assets/ contain a hash of the content. Any other file may have another content tomorrow. */
static const char ASSETS[] = "/assets/";
static const char VIEWS[] = "/pages.txt";
static const char FRAMED[] = "/embed.html"; /* at /embed */
static const char FOREVER[] = "public, max-age=31536000, immutable";
static const char REVALIDATE[] = "no-cache";

#define PAGE_WITH(title, reason)                                                                            \
  "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>" title "</title>\n<h1>" title "</h1>" \
  "\n" reason "<p><a href=\"/\">Ascona</a></p>\n</html>\n"
#define PAGE(title) PAGE_WITH(title, "")

static const char *rejection_page(int status) {
  switch (status) {
  case 404: return PAGE("Not found");
  case 405: return PAGE("Method not allowed");
  default: return PAGE("Bad request");
  }
}

void http_response_reject(int status, http_method method, http_response *response) {
  const char *page = rejection_page(status);
  *response = (http_response){
      .status = status,
      .type = "text/html; charset=utf-8",
      .cache = REVALIDATE,
      .allow = status == 405 ? "GET, HEAD" : NULL,
      .has_size = true,
      .body = (const unsigned char *)page,
      .size = strlen(page),
  };
  response->sent = method == HTTP_HEAD ? 0 : response->size;
}

void http_response_explain(int status, const char *reason, char *text, size_t size, http_response *response) {
  http_response_reject(status, HTTP_OTHER, response);
  int length = snprintf(text, size, PAGE_WITH("Bad request", "<p>%s</p>\n"), reason);
  response->body = (const unsigned char *)text;
  response->size = response->sent = (size_t)length;
}

static bool begins(const http_target *target, const char *text) {
  return target->length >= strlen(text) && memcmp(target->path, text, strlen(text)) == 0;
}

/* Returns whether the path may be a view of the app. */
static bool is_route(const http_target *target) {
  if (!begins(target, "/") || begins(target, ASSETS) || memchr(target->path, '\0', target->length) != NULL)
    return false;
  size_t last = target->length;
  while (target->path[last - 1] != '/') last--;
  return memchr(target->path + last, '.', target->length - last) == NULL;
}

/* Returns whether it is one: /pages.txt has a line for each view, and a star at the end of a line stands for any text.
   Without that file all paths are views. */
static bool is_view(const http_site *site, const http_target *target) {
  const http_file *list = http_site_find(site, VIEWS, strlen(VIEWS));
  if (list == NULL) return true;
  size_t length = target->length;
  while (length > 1 && target->path[length - 1] == '/') length--;
  const char *at = (const char *)list->bodies[HTTP_CODING_NONE].bytes;
  for (size_t left = list->bodies[HTTP_CODING_NONE].size; left > 0;) {
    const char *end = memchr(at, '\n', left);
    size_t line = end != NULL ? (size_t)(end - at) : left;
    bool below = line > 0 && at[line - 1] == '*';
    if (below ? length >= line && memcmp(at, target->path, line - 1) == 0
              : length == line && memcmp(at, target->path, line) == 0)
      return true;
    size_t next = line + (end != NULL);
    at += next;
    left -= next;
  }
  return false;
}

static void respond_file(const http_file *file, const http_target *target, http_response *response) {
  size_t sizes[HTTP_CODINGS];
  for (int i = 0; i < HTTP_CODINGS; i++) sizes[i] = file->bodies[i].size;
  http_coding coding = http_coding_choose(target->accept_encoding, sizes);
  const http_body *body = &file->bodies[coding];
  *response = (http_response){
      .status = 200,
      .tag = body->tag,
      .cache = strncmp(file->path, ASSETS, strlen(ASSETS)) == 0 ? FOREVER : REVALIDATE,
      .worker = strcmp(file->path, "/sw.js") == 0 ? "/" : NULL,
      .is_framed = strcmp(file->path, FRAMED) == 0,
      .body = body->bytes,
  };
  for (int i = HTTP_CODING_NONE + 1; i < HTTP_CODINGS; i++) response->varies |= sizes[i] != HTTP_CODING_ABSENT;
  if (http_etag_listed(target->if_none_match, body->tag)) {
    response->status = 304;
    return;
  }
  response->type = file->type;
  response->encoding = http_coding_name(coding);
  response->has_size = true;
  response->size = body->size;
  response->sent = target->method == HTTP_HEAD ? 0 : response->size;
}

/* Returns the file of a path. The page for frames is found without its ending. */
static const http_file *file_find(const http_site *site, const http_target *target) {
  size_t bare = strlen(FRAMED) - strlen(".html"), length = target->length - (begins(target, "/embed/") ? 1 : 0);
  bool framed = length == bare && memcmp(target->path, FRAMED, bare) == 0;
  return framed ? http_site_find(site, FRAMED, strlen(FRAMED)) : http_site_find(site, target->path, target->length);
}

void http_response_find(const http_site *site, const http_target *target, http_response *response) {
  if (target->method == HTTP_OTHER) {
    http_response_reject(405, target->method, response);
    return;
  }
  const http_file *file = file_find(site, target);
  if (file != NULL) {
    respond_file(file, target, response);
  } else if (is_route(target)) {
    http_target page = *target;
    bool known = is_view(site, target);
    if (!known) page.if_none_match = NULL;
    respond_file(http_site_find(site, "/index.html", strlen("/index.html")), &page, response);
    if (!known) response->status = 404;
  } else {
    http_response_reject(404, target->method, response);
  }
}
