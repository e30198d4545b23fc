/* Fuzzes the engine protocol with any lines. The output is complete lines of UTF-8, each starting with a word of the
   protocol. Searches are small, so that the behaviour depends only on the input. */
#include "fuzz.h"

#include <ascona/record.h>

#include "base/text.h"
#include "engine/common/large_pages.h"
#include "ugi/line.h"
#include "ugi/session.h"

/* Allocates lazily: players are opened all the time, and their searches touch few pages of their transposition tables.
 */
void *__wrap_asc_large_pages_alloc(size_t size);
void *__wrap_asc_large_pages_alloc(size_t size) { return asc_large_pages_alloc_lazy(size); }

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

static void run_lines(ugi_session *session, char *text, size_t size) {
  char *end = text + size;
  for (char *line = text; line <= end && !ugi_session_is_over(session);) {
    char *newline = memchr(line, '\n', (size_t)(end - line));
    if (newline == NULL) newline = end;
    *newline = '\0';
    asc_text_clean(line, (size_t)(newline - line));
    ugi_session_run_line(session, line);
    line = newline + 1;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *output = NULL, seed[] = "setoption name Seed value 1";
  size_t length = 0;
  FILE *out = open_memstream(&output, &length);
  ugi_session session;
  FUZZ_REQUIRE(out != NULL && ugi_session_open(&session, out, NULL, NULL) == ASC_OK);
  session.tiny_searches = true;
  ugi_session_run_line(&session, seed);
  char *text = fuzz_string(data, size);
  run_lines(&session, text, size);
  free(text);
  ugi_session_quit(&session);
  ugi_session_close(&session);
  FUZZ_REQUIRE(fclose(out) == 0);
  check_answers(output, length);
  free(output);
  return 0;
}
