#include "api.h"

#include "base/clock.h"
#include "server/live/live.h"

#include <stdio.h>
#include <string.h>

static const char PREFIX[] = "/api/";

bool asc_api_is_asked(const web_ask *ask) {
  return ask->length >= strlen(PREFIX) && memcmp(ask->path, PREFIX, strlen(PREFIX)) == 0;
}

static bool is_path(const web_ask *ask, const char *path) {
  return ask->length == strlen(path) && memcmp(ask->path, path, ask->length) == 0;
}

bool asc_api_is_of_tables(const web_ask *ask) { return is_path(ask, "/api/tables") || is_path(ask, "/api/probe"); }

/* The arguments of the request. False: too many, too long, or with a zero byte. */
static bool query_read(const web_request *request, web_query *query) {
  const char *at = request->query;
  for (query->count = 0; *(at += strspn(at, "&")) != '\0'; query->count++) {
    if (query->count == WEB_ARGUMENTS_MAX) return false;
    char *text = query->arguments[query->count];
    int length = asc_request_argument(&at, text, WEB_ARGUMENT_MAX);
    if (length < 0 || strlen(text) != (size_t)length) return false;
  }
  return true;
}

static int question_answer(web_server *server, const web_request *request, const web_ask *ask) {
  char *text = server->text;
  if (!query_read(request, &server->query))
    return asc_web_refuse(400, "the arguments are too many or too long", text, SERVER_CHUNK);
  if (is_path(ask, "/api/tables")) return asc_web_tables_answer(&server->probe, text, SERVER_CHUNK);
  if (!is_path(ask, "/api/probe")) return asc_web_refuse(404, "there is nothing here", text, SERVER_CHUNK);
  return asc_web_probe_answer(&server->probe, &server->query, text, SERVER_CHUNK);
}

/* Whether this address asks tables too often; then the answer is in server->text. */
static bool is_limited(web_server *server, const web_ask *ask, uint64_t address) {
  int64_t now = server->live != NULL ? asc_live_now(server->live) : asc_clock_now_us() / 1000;
  int seconds;
  if (!is_path(ask, "/api/probe") || asc_limit_take(server, LIMIT_PROBES, address, LIVE_TOKEN, now, &seconds))
    return false;
  (void)snprintf(server->retry, sizeof server->retry, "%d", seconds);
  (void)asc_web_refuse(429, "too many questions at once; ask again later", server->text, SERVER_CHUNK);
  return true;
}

void asc_api_answer(web_server *server, const web_request *request, const web_ask *ask, uint64_t address,
                    web_answer *answer) {
  if (ask->method == ASK_OTHER) {
    asc_answer_refuse(405, ask->method, answer);
    return;
  }
  bool limited = is_limited(server, ask, address);
  int status = limited ? 429 : question_answer(server, request, ask);
  *answer = (web_answer){
      .status = status,
      .type = "application/json; charset=utf-8",
      .cache = "no-store", /* other tables may be there tomorrow, and asking again is cheap */
      .retry = limited ? server->retry : NULL,
      .has_size = true,
      .body = (const unsigned char *)server->text,
      .size = strlen(server->text),
  };
  answer->sent = ask->method == ASK_HEAD ? 0 : answer->size;
}
