#include "api.h"

#include <string.h>

static const char PREFIX[] = "/api/";

bool asc_api_is_asked(const web_ask *ask) {
  return ask->length >= strlen(PREFIX) && memcmp(ask->path, PREFIX, strlen(PREFIX)) == 0;
}

static bool is_path(const web_ask *ask, const char *path) {
  return ask->length == strlen(path) && memcmp(ask->path, path, ask->length) == 0;
}

bool asc_api_is_of_tables(const web_ask *ask) { return is_path(ask, "/api/tables") || is_path(ask, "/api/probe"); }

/* The arguments of the request as the library has decoded them. False: too many, too long, or with a zero byte. */
static bool query_read(struct lws *wsi, web_query *query) {
  for (query->count = 0;; query->count++) {
    char *text = query->arguments[query->count < WEB_ARGUMENTS_MAX ? query->count : 0];
    int length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, query->count);
    if (length <= 0) return true;
    if (query->count == WEB_ARGUMENTS_MAX || length >= WEB_ARGUMENT_MAX) return false;
    if (lws_hdr_copy_fragment(wsi, text, WEB_ARGUMENT_MAX, WSI_TOKEN_HTTP_URI_ARGS, query->count) < 0) return false;
    if (strnlen(text, WEB_ARGUMENT_MAX) != (size_t)length) return false;
  }
}

static int question_answer(struct lws *wsi, const web_ask *ask) {
  web_server *server = server_of(wsi);
  char *text = server->text;
  if (!query_read(wsi, &server->query))
    return asc_web_refuse(400, "the arguments are too many or too long", text, SERVER_CHUNK);
  if (is_path(ask, "/api/tables")) return asc_web_tables_answer(&server->probe, text, SERVER_CHUNK);
  if (!is_path(ask, "/api/probe")) return asc_web_refuse(404, "there is nothing here", text, SERVER_CHUNK);
  return asc_web_probe_answer(&server->probe, &server->query, text, SERVER_CHUNK);
}

void asc_api_answer(struct lws *wsi, const web_ask *ask, web_answer *answer) {
  web_server *server = server_of(wsi);
  if (ask->method == ASK_OTHER) {
    asc_answer_refuse(405, ask->method, answer);
    return;
  }
  int status = question_answer(wsi, ask);
  *answer = (web_answer){
      .status = status,
      .type = "application/json; charset=utf-8",
      .cache = "no-store", /* other tables may be there tomorrow, and asking again is cheap */
      .has_size = true,
      .body = (const unsigned char *)server->text,
      .size = strlen(server->text),
  };
  answer->sent = ask->method == ASK_HEAD ? 0 : answer->size;
}
