/* A probe reads tables that are mapped into memory, so it is answered at once. It has a rate limit of its own. */
#include "api.h"

#include <stdio.h>
#include <string.h>

static const char PREFIX[] = "/api/";

bool http_api_is_path(const http_target *target) {
  return target->length >= strlen(PREFIX) && memcmp(target->path, PREFIX, strlen(PREFIX)) == 0;
}

static bool is_path(const http_target *target, const char *path) {
  return target->length == strlen(path) && memcmp(target->path, path, target->length) == 0;
}

bool http_api_is_about_tables(const http_target *target) {
  return is_path(target, "/api/tables") || is_path(target, "/api/probe");
}

/* Reads the arguments of the request. False: they are too many or too long, or one has a NUL. */
static bool query_read(const http_request *request, http_query *query) {
  const char *at = request->query;
  for (query->count = 0; *(at += strspn(at, "&")) != '\0'; query->count++) {
    if (query->count == HTTP_ARGUMENTS_MAX) return false;
    char *text = query->arguments[query->count];
    int length = http_request_argument(&at, text, HTTP_ARGUMENT_MAX);
    if (length < 0 || strlen(text) != (size_t)length) return false;
  }
  return true;
}

static int body_write(http_server *server, const http_request *request, const http_target *target) {
  char *text = server->text;
  if (!query_read(request, &server->query))
    return http_error_write(400, "there are too many arguments, or one is too long", text, HTTP_CHUNK);
  if (is_path(target, "/api/tables")) return http_tables_respond(&server->probe, text, HTTP_CHUNK);
  if (!is_path(target, "/api/probe")) return http_error_write(404, "there is no such path", text, HTTP_CHUNK);
  return http_probe_respond(&server->probe, &server->query, text, HTTP_CHUNK);
}

void http_api_respond(http_server *server, const http_request *request, const http_target *target, uint64_t address,
                      char *retry_after, size_t size, http_response *response) {
  if (target->method == HTTP_OTHER) {
    http_response_reject(405, target->method, response);
    return;
  }
  int seconds;
  bool is_limited = is_path(target, "/api/probe") && !live_rate_limit_take(server->limits, LIVE_LIMIT_PROBES, address,
                                                                           LIVE_TOKEN, live_thread_clock(), &seconds);
  int status = is_limited ? http_error_write(429, "too many requests from this address; try again later", server->text,
                                             HTTP_CHUNK)
                          : body_write(server, request, target);
  if (is_limited) (void)snprintf(retry_after, size, "%d", seconds);
  *response = (http_response){
      .status = status,
      .type = "application/json; charset=utf-8",
      .cache = "no-store", /* the tables may change, and another request costs little */
      .retry_after = is_limited ? retry_after : NULL,
      .has_size = true,
      .body = (const unsigned char *)server->text,
      .size = strlen(server->text),
  };
  response->sent = target->method == HTTP_HEAD ? 0 : response->size;
}
