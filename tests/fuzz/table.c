/* Fuzzes the saved games of `ascona play`: a file with games, seats, dice and the score of a match. A file that
   loads can be saved again, and the saved file loads and is saved unchanged. */
#include "fuzz.h"

#include "cli/cli.h"
#include "cli/play/session_record.h"

/* The session shares some functions with the commands of the program but needs none of the commands. */
const cli_command cli_commands[] = {{0}};

static bool save_again(const char *text, size_t length, char **saved, size_t *saved_length) {
  cli_session session;
  asc_error error;
  if (cli_session_read(&session, text, length, NULL, &error) < 0) {
    FUZZ_REQUIRE(error.reason[0] != '\0');
    return false;
  }
  FUZZ_REQUIRE(cli_session_write(&session, saved, saved_length, &error) == ASC_OK);
  cli_session_close(&session);
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_string(data, size), *once = NULL, *twice = NULL;
  size_t once_length = 0, twice_length = 0;
  if (save_again(text, size, &once, &once_length)) {
    FUZZ_REQUIRE(save_again(once, once_length, &twice, &twice_length));
    FUZZ_REQUIRE(once_length == twice_length && memcmp(once, twice, once_length) == 0);
  }
  free(text);
  free(once);
  free(twice);
  return 0;
}
