/* POSTs of the API as anybody may send them: the first letter of an input says who (0 nobody, 1 and 2 the two at the
   table), the rest of its first line is the path, what follows the body. Each is answered by an object, granted or
   refused. */
#define _GNU_SOURCE
#include "table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char path[256], body[TABLE_TEXT];
  const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
  if (end == NULL || end == data || end - data > 100 || size > 4096) return 0;
  for (const uint8_t *at = data; at < end; at++)
    if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-/@?", *at) == NULL) return 0; /* that is for the target `http` */
  table_begin();
  const char *secret = data[0] == '1' || data[0] == '2' ? table_seats[data[0] - '1'].secret : "";
  size_t length = table_fill((const char *)data + 1, (size_t)(end - data) - 1, path, sizeof path);
  path[length] = '\0';
  if (strncmp(path, "/api/", 5) != 0) return 0;
  length = table_fill((const char *)end + 1, size - (size_t)(end - data) - 1, body, sizeof body);
  int status;
  json_t *answer = table_ask(path, secret, body, length, &status);
  if (status != 405 || answer != NULL) table_check(answer, status);
  if (status < 300 && strncmp(path, "/api/me", 7) == 0) table_known = false, table_used = true;
  json_decref(answer);
  return 0;
}
