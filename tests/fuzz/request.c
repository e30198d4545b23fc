/* Fuzzes requests to a server as the HTTP reader passes them on. The lines of an input are the method, the path, the
   headers Accept-Encoding and If-None-Match, and the arguments of /api/probe; a missing line was not sent. Every
   response is complete and one that such a client may get. */
#include "fuzz.h"
#include "site.h"

#include "server/answer.h"
#include "server/probe.h"

#include <jansson.h>
#include <strings.h>

enum { ANSWER_MAX = 1 << 16 };

static web_site *site;
static web_probe probe;

static void open_site_once(void) {
  if (site != NULL) return;
  fuzz_site_make();
  FUZZ_REQUIRE(asc_site_open(&site, fuzz_web_folder, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_web_probe_open(&probe, fuzz_tables_folder, NULL) == ASC_OK);
}

/* Returns the next line in its own memory, which the caller frees; NULL if there is none. */
static char *next_line(const uint8_t **data, size_t *left, size_t *length) {
  if (*left == 0) return NULL;
  const uint8_t *end = memchr(*data, '\n', *left);
  *length = end == NULL ? *left : (size_t)(end - *data);
  char *line = fuzz_string(*data, *length);
  size_t used = *length + (end != NULL);
  *data += used;
  *left -= used;
  return line;
}

static bool accepts_coding(const char *header, const char *coding) {
  for (; *header != '\0'; header++)
    if (*header == '*' || strncasecmp(header, coding, strlen(coding)) == 0) return true;
  return false;
}

static void check_page(const web_ask *ask) {
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
  FUZZ_REQUIRE(answer.encoding == NULL || (answer.varies && accepts_coding(ask->accept_encoding, answer.encoding)));
}

static void check_probe(const web_query *query) {
  static char text[ANSWER_MAX];
  int status = asc_web_probe_answer(&probe, query, text, sizeof text);
  FUZZ_REQUIRE(status == 200 || status == 400 || status == 404);
  json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  FUZZ_REQUIRE(read != NULL && (json_object_get(read, "error") == NULL) == (status == 200));
  json_decref(read);
}

/* Reads the remaining arguments. Those with a zero byte never get this far. */
static void read_arguments(web_query *query, const uint8_t *data, size_t left) {
  char *line;
  size_t length;
  for (query->count = 0; query->count < WEB_ARGUMENTS_MAX && (line = next_line(&data, &left, &length)) != NULL;
       query->count++) {
    size_t copied = length < WEB_ARGUMENT_MAX ? length : WEB_ARGUMENT_MAX - 1;
    memcpy(query->arguments[query->count], line, copied);
    query->arguments[query->count][copied] = '\0';
    free(line);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static web_query query;
  open_site_once();
  size_t length = 0, unused;
  char *method = next_line(&data, &size, &unused), *path = next_line(&data, &size, &length);
  char *encodings = next_line(&data, &size, &unused), *tags = next_line(&data, &size, &unused);
  const web_ask ask = {
      .method = method == NULL || strcmp(method, "GET") == 0 ? ASK_GET
                : strcmp(method, "HEAD") == 0                ? ASK_HEAD
                                                             : ASK_OTHER,
      .path = path == NULL ? "" : path,
      .length = length,
      .accept_encoding = encodings,
      .if_none_match = tags,
  };
  check_page(&ask);
  read_arguments(&query, data, size);
  check_probe(&query);
  free(method);
  free(path);
  free(encodings);
  free(tags);
  return 0;
}
