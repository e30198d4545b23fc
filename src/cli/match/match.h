/* Internals of `ascona match`: its command line and its output. */
#ifndef CLI_MATCH_MATCH_H
#define CLI_MATCH_MATCH_H

#include "cli/cli.h"
#include "match/stats.h"

/* The contents of a command line. Its strings belong to argv. */
typedef struct cli_match_request {
  match_setup setup;
  asc_tablebase *tables;     /* owned; probed by the setup's oracle; NULL: none */
  const char *save, *resume; /* files; NULL: not given. At most one of them is given */
  bool json;
} cli_match_request;
/* Reads and checks the command line. Returns CLI_OK, or an exit status after printing the error; then nothing needs to
   be closed. */
int cli_match_request_read(cli_match_request *request, int argc, char **argv);
void cli_match_request_close(cli_match_request *request);

/* Prints the error and returns the exit status. */
int cli_match_fail(const match_error *error);

/* Writes one line with the state of the match. `seconds_left` is an estimate. */
void cli_match_write_progress(const match_tally *tally, const match_setup *setup, double seconds_left, char *text,
                              size_t size);
/* Prints the result of the match as text. */
void cli_match_print_summary(const match_tally *tally, const match_setup *setup);
/* Print a game, `number` from 0, and the result of the match, each as one line of JSON. */
void cli_match_print_game_json(const match_setup *setup, int number, const match_result *result);
void cli_match_print_summary_json(const match_tally *tally, const match_setup *setup);

#endif
