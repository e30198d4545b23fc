/* `ascona convert FILE --to text|json`: records from one form to the other, nothing lost. */
#include "cli.h"
#include "play/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char convert_summary[] = "records from one form to the other";
const char convert_help[] =
    "usage: ascona convert FILE --to text|json [--output FILE]\n"
    "\n"
    "Reads a file of records, text or JSON, checks every game and writes all of them in the form asked\n"
    "for: JSON is one object a line. Comments, variations and unknown tags are kept; options, result and\n"
    "points that were left out are filled in. Nothing is written when a game is wrong. - is stdin.\n"
    "\n"
    "  --to text|json   the form to write\n"
    "  --output FILE    write there instead of to stdout; the file is replaced when all is well\n"
    "\n"
    "examples:\n"
    "  ascona convert tournament.txt --to json\n"
    "  ascona convert games.json --to text --output games.txt\n";

static int game_write(FILE *out, const asc_record *record, asc_record_form form, bool first) {
  char *text;
  size_t length;
  int code = asc_record_write(record, form, &text, &length);
  if (code < 0) return code;
  if (form == ASC_RECORD_TEXT && !first) fputc('\n', out);
  fwrite(text, 1, length, out);
  free(text);
  return ferror(out) != 0 ? ASC_E_MEMORY : ASC_OK;
}

static int games_convert(const char *path, asc_reader *reader, asc_record_form form, FILE *out) {
  asc_error error;
  asc_record *record;
  int found;
  bool first = true;
  while ((found = asc_reader_next(reader, &record, NULL, &error)) > 0) {
    int code = game_write(out, record, form, first);
    asc_record_close(record);
    if (code < 0) return cli_fail(code, path, "%s", asc_strerror(code));
    first = false;
  }
  if (found < 0) return cli_fail_error(found, path, &error);
  return first ? cli_fail(ASC_E_INPUT, path, "there is no game in it") : CLI_OK;
}

/* All games in memory first: when one is wrong, nothing is written. *converted is to be freed in any case. */
static int file_convert(const char *path, asc_record_form form, char **converted, size_t *length) {
  char *text;
  size_t text_length;
  asc_error error;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &text_length, &error);
  if (code < 0) return cli_fail_error(code, asc_file_name(path), &error);
  asc_reader *reader;
  code = asc_reader_open(&reader, text, text_length, &error);
  FILE *memory = code < 0 ? NULL : open_memstream(converted, length);
  int status;
  if (code < 0)
    status = cli_fail_error(code, path, &error);
  else if (memory == NULL)
    status = cli_fail(ASC_E_MEMORY, path, "out of memory");
  else
    status = games_convert(path, reader, form, memory);
  if (memory != NULL && fclose(memory) != 0 && status == CLI_OK) status = cli_fail(ASC_E_MEMORY, path, "out of memory");
  if (status == CLI_OK && *length > ASC_RECORDS_MAX)
    status = cli_fail(ASC_E_INPUT, path, "in this form the records would be longer than 64 MiB");
  asc_reader_close(reader);
  free(text);
  return status;
}

int convert_run(int argc, char **argv) {
  const char *path, *to = NULL, *output = NULL;
  const cli_option options[] = {{"to", CLI_TEXT, &to, 0, 0}, {"output", CLI_TEXT, &output, 0, 0}, {0}};
  int rest = cli_parse(argc, argv, options, &path, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "convert", "which file? see ascona convert --help");
  bool json = to != NULL && strcmp(to, "json") == 0;
  if (!json && (to == NULL || strcmp(to, "text") != 0))
    return cli_fail(ASC_E_INPUT, "convert", "--to takes text or json%s%s", to == NULL ? "" : ", not ",
                    to == NULL ? "" : to);
  char *converted = NULL;
  size_t length = 0;
  int status = file_convert(path, json ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &converted, &length);
  if (status == CLI_OK && output == NULL) {
    fwrite(converted, 1, length, stdout);
  } else if (status == CLI_OK) {
    asc_error error;
    int code = asc_file_write_atomic(output, converted, length, &error);
    if (code < 0) status = cli_fail_error(code, asc_file_name(output), &error);
  }
  free(converted);
  return cli_finish(status);
}
