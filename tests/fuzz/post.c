/* Fuzzes the POST requests of the API as anyone may send them. The first letter of an input names the sender: 0 a
   stranger, 1 or 2 one of the two players. The rest of the first line is the path, and the rest of the input is the
   body. Each request is answered by an object, accepted or rejected. */
#define _GNU_SOURCE
#include "table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char path[256], body[FUZZ_TEXT_MAX];
  const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
  if (end == NULL || end == data || end - data > 100 || size > 4096) return 0;
  for (const uint8_t *at = data; at < end; at++)
    if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-/@?", *at) == NULL)
      return 0; /* other paths are up to the target `http` */
  fuzz_game_prepare();
  const char *secret = data[0] == '1' || data[0] == '2' ? fuzz_players[data[0] - '1'].secret : "";
  size_t length = fuzz_fill_placeholders((const char *)data + 1, (size_t)(end - data) - 1, path, sizeof path);
  path[length] = '\0';
  if (strncmp(path, "/api/", 5) != 0) return 0;
  length = fuzz_fill_placeholders((const char *)end + 1, size - (size_t)(end - data) - 1, body, sizeof body);
  int status;
  json_t *answer = fuzz_post(path, secret, body, length, &status);
  if (status != 405 || answer != NULL) fuzz_check_answer(answer, status);
  if (status < 300 && strncmp(path, "/api/me", 7) == 0) fuzz_has_players = false, fuzz_is_game_changed = true;
  json_decref(answer);
  return 0;
}
