/* What a client asks a server for, as the library hands it over: the lines of an input are the method, the path, the
   headers Accept-Encoding and If-None-Match, and arguments of /api/probe; a line that is missing was not sent. Every
   answer is a whole one, and one that a client of this kind may get. */
#include "fuzz.h"
#include "site.h"

#include "server/answer.h"
#include "server/probe.h"

#include <jansson.h>
#include <strings.h>

enum { ANSWER_MAX = 1 << 16 };

static web_site *site;
static web_probe probe;

static void begin(void) {
  if (site != NULL) return;
  fuzz_site_make();
  FUZZ_REQUIRE(asc_site_open(&site, fuzz_web, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_web_probe_open(&probe, fuzz_tables, NULL) == ASC_OK);
}

/* The next line in memory of its own, to be freed; NULL: there is none. */
static char *line_next(const uint8_t **data, size_t *left, size_t *length) {
  if (*left == 0) return NULL;
  const uint8_t *end = memchr(*data, '\n', *left);
  *length = end == NULL ? *left : (size_t)(end - *data);
  char *line = fuzz_string(*data, *length);
  size_t taken = *length + (end != NULL);
  *data += taken;
  *left -= taken;
  return line;
}

static bool names(const char *header, const char *coding) {
  for (; *header != '\0'; header++)
    if (*header == '*' || strncasecmp(header, coding, strlen(coding)) == 0) return true;
  return false;
}

static void page_ask(const web_ask *ask) {
  web_answer answer;
  asc_answer_find(site, ask, &answer);
  FUZZ_REQUIRE(answer.sent <= answer.size && (answer.sent == 0 || answer.body != NULL));
  FUZZ_REQUIRE(ask->method != ASK_HEAD || answer.sent == 0);
  FUZZ_REQUIRE(ask->method != ASK_OTHER || answer.status == 405);
  switch (answer.status) {
  case 200: FUZZ_REQUIRE(answer.type != NULL && answer.tag != NULL && answer.has_size); break;
  case 304: FUZZ_REQUIRE(ask->if_none_match != NULL && answer.tag != NULL && answer.sent == 0); break;
  case 404: break;
  default: FUZZ_REQUIRE(answer.status == 405 && answer.allow != NULL); break;
  }
  FUZZ_REQUIRE(answer.status == 405 || answer.allow == NULL);
  FUZZ_REQUIRE(answer.encoding == NULL || (answer.varies && names(ask->accept_encoding, answer.encoding)));
}

static void probe_ask(const web_query *query) {
  static char text[ANSWER_MAX];
  int status = asc_web_probe_answer(&probe, query, text, sizeof text);
  FUZZ_REQUIRE(status == 200 || status == 400 || status == 404);
  json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  FUZZ_REQUIRE(read != NULL && (json_object_get(read, "error") == NULL) == (status == 200));
  json_decref(read);
}

/* The arguments that are left; those with a zero byte never come so far. */
static void query_take(web_query *query, const uint8_t *data, size_t left) {
  char *line;
  size_t length;
  for (query->count = 0; query->count < WEB_ARGUMENTS_MAX && (line = line_next(&data, &left, &length)) != NULL;
       query->count++) {
    size_t kept = length < WEB_ARGUMENT_MAX ? length : WEB_ARGUMENT_MAX - 1;
    memcpy(query->arguments[query->count], line, kept);
    query->arguments[query->count][kept] = '\0';
    free(line);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static web_query query;
  begin();
  size_t length = 0, unused;
  char *method = line_next(&data, &size, &unused), *path = line_next(&data, &size, &length);
  char *encodings = line_next(&data, &size, &unused), *tags = line_next(&data, &size, &unused);
  const web_ask ask = {
      .method = method == NULL || strcmp(method, "GET") == 0 ? ASK_GET
                : strcmp(method, "HEAD") == 0                ? ASK_HEAD
                                                             : ASK_OTHER,
      .path = path == NULL ? "" : path,
      .length = length,
      .accept_encoding = encodings,
      .if_none_match = tags,
  };
  page_ask(&ask);
  query_take(&query, data, size);
  probe_ask(&query);
  free(method);
  free(path);
  free(encodings);
  free(tags);
  return 0;
}
