/* The engine protocol: any lines. What it answers is whole lines of UTF-8, each beginning with a word of the protocol.
   Searches are small, so that what happens depends on the input alone. */
#include "fuzz.h"

#include <ascona/record.h>

#include "core/text.h"
#include "engine/common/pages.h"
#include "ugi/line.h"
#include "ugi/session.h"

/* Players are opened all the time, and what they search touches few pages of their tables. */
void *__wrap_asc_pages_open(size_t size);
void *__wrap_asc_pages_open(size_t size) { return asc_pages_open_lazily(size); }

static bool is_answer(const char *line) {
  static const char *const words[] = {"id ", "option ", "info ", "ugiok", "readyok", "response", "bestmove "};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strncmp(line, words[i], strlen(words[i])) == 0) return true;
  return false;
}

static void check_answers(const char *text, size_t length) {
  FUZZ_REQUIRE(asc_utf8_check(text, length, NULL) == ASC_OK);
  FUZZ_REQUIRE(length == 0 || text[length - 1] == '\n');
  for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) FUZZ_REQUIRE(is_answer(line));
}

static void lines_run(asc_ugi_session *session, char *text, size_t size) {
  char *end = text + size;
  for (char *line = text; line <= end && !asc_ugi_session_is_over(session);) {
    char *newline = memchr(line, '\n', (size_t)(end - line));
    if (newline == NULL) newline = end;
    *newline = '\0';
    asc_text_clean(line, (size_t)(newline - line));
    asc_ugi_session_line(session, line);
    line = newline + 1;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *answer = NULL, seed[] = "setoption name Seed value 1";
  size_t length = 0;
  FILE *out = open_memstream(&answer, &length);
  asc_ugi_session session;
  FUZZ_REQUIRE(out != NULL && asc_ugi_session_open(&session, out, NULL, NULL) == ASC_OK);
  session.small = true;
  asc_ugi_session_line(&session, seed);
  char *text = fuzz_string(data, size);
  lines_run(&session, text, size);
  free(text);
  asc_ugi_session_end(&session);
  asc_ugi_session_close(&session);
  FUZZ_REQUIRE(fclose(out) == 0);
  check_answers(answer, length);
  free(answer);
  return 0;
}
