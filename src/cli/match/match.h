/* `ascona match` from within: its command line, and what it prints. */
#ifndef ASC_CLI_MATCH_MATCH_H
#define ASC_CLI_MATCH_MATCH_H

#include "cli/cli.h"
#include "match/stats.h"

/* The command line. CLI_OK, or a status after the error was printed; then nothing is to be closed. */
typedef struct match_request {
  asc_match_setup setup;
  asc_tablebase *tables; /* that the setup's oracle asks; NULL: none */
  const char *save, *resume;
  bool json;
} match_request;
int match_request_read(match_request *request, int argc, char **argv);
void match_request_close(match_request *request);

/* Prints the error and returns the status. */
int match_fail(const asc_match_error *error);

/* How the match stands, for a person and for a program. */
void match_tell_progress(const asc_match_tally *tally, const asc_match_setup *setup, double seconds_left, char *text,
                         size_t size);
void match_tell_summary(const asc_match_tally *tally, const asc_match_setup *setup);
void match_json_game(const asc_match_setup *setup, int number, const asc_match_result *result);
void match_json_summary(const asc_match_tally *tally, const asc_match_setup *setup);

#endif
