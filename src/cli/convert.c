/* `ascona convert FILE --to text|json`: converts records from one format to the other without losing anything. */
#include "base/file.h"
#include "base/strbuf.h"
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cli_convert_summary[] = "records from one form to the other";
const char cli_convert_help[] = "usage: ascona convert FILE… --to text|json [--output FILE]\n"
                                "\n"
                                "Reads a file of records, text or JSON, checks every game and writes all of them\n"
                                "in the form asked for: JSON is one object a line. Comments, variations and\n"
                                "unknown tags are kept; options, result and points that were left out are filled\n"
                                "in. Nothing is written when a game is wrong. - is stdin.\n"
                                "\n"
                                "  --to text|json   the form to write\n"
                                "  --output FILE    write there instead of to stdout; the file is replaced when\n"
                                "                   all is well\n"
                                "\n"
                                "examples:\n"
                                "  ascona convert tournament.txt --to json\n"
                                "  ascona convert games.json --to text --output games.txt\n";

static int game_write(asc_strbuf *out, const asc_record *record, asc_record_format form) {
  char *text;
  size_t length;
  int code = asc_record_write(record, form, &text, &length);
  if (code < 0) return code;
  if (form == ASC_RECORD_TEXT && out->length > 0) asc_strbuf_add_char(out, '\n');
  asc_strbuf_add(out, text, length);
  free(text);
  return out->failed ? ASC_E_MEMORY : ASC_OK;
}

static int games_convert(const char *path, asc_record_reader *reader, asc_record_format form, asc_strbuf *out) {
  asc_error error;
  asc_record *record;
  int found;
  size_t before = out->length;
  while ((found = asc_record_reader_next(reader, &record, NULL, &error)) > 0) {
    int code = game_write(out, record, form);
    asc_record_close(record);
    if (code < 0) return cli_fail(code, path, "%s", asc_strerror(code));
  }
  if (found < 0) return cli_fail_error(found, path, &error);
  if (out->length == before) return cli_fail(ASC_E_INPUT, path, "there is no game in it");
  if (out->length <= ASC_RECORDS_MAX) return CLI_OK;
  return cli_fail(ASC_E_INPUT, path, "in this form the records would be longer than 64 MiB");
}

/* Appends all games of a file to `converted`. Everything is converted in memory first, so that nothing is written if a
   game is wrong. */
static int file_convert(const char *path, asc_record_format form, asc_strbuf *converted) {
  char *text;
  size_t length;
  asc_error error;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &length, &error);
  if (code < 0) return cli_fail_error(code, asc_file_display_name(path), &error);
  asc_record_reader *reader;
  code = asc_record_reader_open(&reader, text, length, &error);
  int status = code < 0 ? cli_fail_error(code, path, &error) : games_convert(path, reader, form, converted);
  asc_record_reader_close(reader);
  free(text);
  return status;
}

int cli_convert(int argc, char **argv) {
  const char *paths[CLI_FILES_MAX], *to = NULL, *output = NULL;
  const cli_option options[] = {{"to", CLI_TEXT, &to, 0, 0}, {"output", CLI_TEXT, &output, 0, 0}, {0}};
  int rest = cli_parse(argc, argv, options, paths, CLI_FILES_MAX);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "convert", "which file? see ascona convert --help");
  bool json = to != NULL && strcmp(to, "json") == 0;
  if (!json && (to == NULL || strcmp(to, "text") != 0))
    return cli_fail(ASC_E_INPUT, "convert", "--to takes text or json%s%s", to == NULL ? "" : ", not ",
                    to == NULL ? "" : to);
  asc_strbuf converted = {0};
  int status = CLI_OK;
  for (int i = 0; i < rest && status == CLI_OK; i++)
    status = file_convert(paths[i], json ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &converted);
  if (status == CLI_OK && output == NULL) {
    fwrite(converted.text, 1, converted.length, stdout);
  } else if (status == CLI_OK) {
    asc_error error;
    int code = asc_file_write_atomic(output, converted.text, converted.length, &error);
    if (code < 0) status = cli_fail_error(code, asc_file_display_name(output), &error);
  }
  free(converted.text);
  return cli_finish(status);
}
