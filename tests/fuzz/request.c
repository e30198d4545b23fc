/* Fuzzes requests to a server as the HTTP reader passes them on. The lines of an input are the method, the path, the
   headers Accept-Encoding and If-None-Match, and the arguments of /api/probe; a missing line was not sent. Every
   response is complete and one that such a client may get. */
#include "fuzz.h"
#include "site.h"

#include "server/probe.h"
#include "server/response.h"

#include <jansson.h>
#include <strings.h>

enum { ANSWER_MAX = 1 << 16 };

static http_site *site;
static http_probe probe;

static void open_site_once(void) {
  if (site != NULL) return;
  fuzz_site_make();
  FUZZ_REQUIRE(http_site_open(&site, fuzz_web_folder, NULL) == ASC_OK);
  FUZZ_REQUIRE(http_probe_open(&probe, fuzz_tables_folder, NULL) == ASC_OK);
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

static void check_page(const http_target *target) {
  http_response response;
  http_response_find(site, target, &response);
  FUZZ_REQUIRE(response.sent <= response.size && (response.sent == 0 || response.body != NULL));
  FUZZ_REQUIRE(target->method != HTTP_HEAD || response.sent == 0);
  FUZZ_REQUIRE(target->method != HTTP_OTHER || response.status == 405);
  switch (response.status) {
  case 200: FUZZ_REQUIRE(response.type != NULL && response.tag != NULL && response.has_size); break;
  case 304: FUZZ_REQUIRE(target->if_none_match != NULL && response.tag != NULL && response.sent == 0); break;
  case 404: break;
  default: FUZZ_REQUIRE(response.status == 405 && response.allow != NULL); break;
  }
  FUZZ_REQUIRE(response.status == 405 || response.allow == NULL);
  FUZZ_REQUIRE(response.encoding == NULL ||
               (response.varies && accepts_coding(target->accept_encoding, response.encoding)));
}

static void check_probe(const http_query *query) {
  static char text[ANSWER_MAX];
  int status = http_probe_respond(&probe, query, text, sizeof text);
  FUZZ_REQUIRE(status == 200 || status == 400 || status == 404);
  json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  FUZZ_REQUIRE(read != NULL && (json_object_get(read, "error") == NULL) == (status == 200));
  json_decref(read);
}

/* Reads the remaining arguments. Those with a zero byte never get this far. */
static void read_arguments(http_query *query, const uint8_t *data, size_t left) {
  char *line;
  size_t length;
  for (query->count = 0; query->count < HTTP_ARGUMENTS_MAX && (line = next_line(&data, &left, &length)) != NULL;
       query->count++) {
    size_t copied = length < HTTP_ARGUMENT_MAX ? length : HTTP_ARGUMENT_MAX - 1;
    memcpy(query->arguments[query->count], line, copied);
    query->arguments[query->count][copied] = '\0';
    free(line);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static http_query query;
  open_site_once();
  size_t length = 0, unused;
  char *method = next_line(&data, &size, &unused), *path = next_line(&data, &size, &length);
  char *encodings = next_line(&data, &size, &unused), *tags = next_line(&data, &size, &unused);
  const http_target target = {
      .method = method == NULL || strcmp(method, "GET") == 0 ? HTTP_GET
                : strcmp(method, "HEAD") == 0                ? HTTP_HEAD
                                                             : HTTP_OTHER,
      .path = path == NULL ? "" : path,
      .length = length,
      .accept_encoding = encodings,
      .if_none_match = tags,
  };
  check_page(&target);
  read_arguments(&query, data, size);
  check_probe(&query);
  free(method);
  free(path);
  free(encodings);
  free(tags);
  return 0;
}
