/* What `ascona play` keeps: a file with its games, seats, dice and the score of a match. What is taken up can be kept
   again, and what was kept so is taken up and kept the same. */
#include "fuzz.h"

#include "cli/cli.h"
#include "cli/play/record.h"

/* The table shares some functions with the commands of the program and needs none of them. */
const cli_command cli_commands[] = {{0}};

static bool table_again(const char *text, size_t length, char **again, size_t *again_length) {
  play_table table;
  asc_error error;
  if (table_read(&table, text, length, &error) < 0) {
    FUZZ_REQUIRE(error.reason[0] != '\0');
    return false;
  }
  FUZZ_REQUIRE(table_write(&table, again, again_length, &error) == ASC_OK);
  play_table_close(&table);
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_string(data, size), *once = NULL, *twice = NULL;
  size_t once_length = 0, twice_length = 0;
  if (table_again(text, size, &once, &once_length)) {
    FUZZ_REQUIRE(table_again(once, once_length, &twice, &twice_length));
    FUZZ_REQUIRE(once_length == twice_length && memcmp(once, twice, once_length) == 0);
  }
  free(text);
  free(once);
  free(twice);
  return 0;
}
