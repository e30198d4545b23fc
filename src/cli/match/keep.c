/* The file of a match: records one behind the other, each written at once and with an empty line behind it.

   That line is how a whole record is known: a program that was killed may leave the beginning of one, and the beginning
   of a record can be a readable record of another game. An empty line also ends the tags, but behind a bracket. */
#include "match.h"

#include "play/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The length of the whole records at the beginning of the text. */
static size_t whole_length(const char *text, size_t length) {
  for (size_t end = length; end >= 3; end--)
    if (text[end - 1] == '\n' && text[end - 2] == '\n' && text[end - 3] != ']') return end;
  return 0;
}

/* Enters the games of this match. Returns how many, or a code below 0 and the error. `other` is what the match of the
   last other record was. */
static int results_read(const match_request *request, const char *text, size_t length, match_result *results,
                        char other[MATCH_IDENTITY_MAX], asc_error *error) {
  asc_reader *reader;
  asc_record *record;
  asc_summary summary;
  int found = 0, code = asc_reader_open(&reader, text, length, error);
  if (code < 0) return code;
  while ((code = asc_reader_next(reader, &record, &summary, error)) > 0) {
    match_result result = {0};
    int number = match_record_read(&request->setup, record, &summary, &result);
    const char *identity = asc_record_tag(record, "Match");
    if (number < 0 && identity != NULL) (void)snprintf(other, MATCH_IDENTITY_MAX, "%s", identity);
    if (number >= 0 && number < request->setup.games && !results[number].done) {
      results[number] = result;
      found++;
    } else {
      free(result.fault);
      if (number >= 0) found++;
    }
    asc_record_close(record);
  }
  asc_reader_close(reader);
  return code < 0 ? code : found;
}

static int resume(match_keep *keep, const match_request *request, match_result *results) {
  char *text, other[MATCH_IDENTITY_MAX] = "";
  size_t length;
  asc_error error = {0};
  int code = asc_file_read(keep->path, ASC_RECORDS_MAX, &text, &length, &error);
  if (code < 0) return cli_fail_error(code, keep->path, &error);
  size_t whole = whole_length(text, length);
  int found = whole == 0 ? 0 : results_read(request, text, whole, results, other, &error);
  free(text);
  if (found < 0) return cli_fail_error(found, keep->path, &error);
  if (found == 0 && other[0] != '\0')
    return cli_fail(ASC_E_INPUT, keep->path, "it holds another match: %s; this one is: %s", other,
                    request->setup.identity);
  if (found == 0 && length > 0) return cli_fail(ASC_E_INPUT, keep->path, "it holds no game of a match to go on with");
  if (whole == length) return CLI_OK;
  fprintf(stderr, "ascona: %s: the last record is half-written and was dropped\n", keep->path);
  if (ftruncate(keep->file, (off_t)whole) == 0) return CLI_OK;
  return cli_fail(ASC_E_FILE, keep->path, "%s", strerror(errno));
}

/* Records begin behind an empty line, whatever else stands in the file. */
static int part(match_keep *keep) {
  struct stat status;
  char last[2] = "";
  if (fstat(keep->file, &status) < 0) return ASC_E_FILE;
  if (status.st_size == 0) return ASC_OK;
  if (status.st_size >= 2 && pread(keep->file, last, 2, status.st_size - 2) == 2 && last[0] == '\n' && last[1] == '\n')
    return ASC_OK;
  return write(keep->file, "\n\n", 2) == 2 ? ASC_OK : ASC_E_FILE;
}

int match_keep_open(match_keep *keep, const match_request *request, match_result *results) {
  *keep = (match_keep){.file = -1, .path = request->resume != NULL ? request->resume : request->save};
  if (keep->path == NULL) return CLI_OK;
  const char *name = asc_file_name(keep->path);
  keep->file = open(keep->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (keep->file < 0) return cli_fail(ASC_E_FILE, name, "%s", strerror(errno));
  int status = CLI_OK;
  if (flock(keep->file, LOCK_EX | LOCK_NB) < 0)
    status = cli_fail(ASC_E_FILE, name, "another match is writing to it");
  else if (request->resume != NULL)
    status = resume(keep, request, results);
  if (status == CLI_OK && part(keep) < 0) status = cli_fail(ASC_E_FILE, name, "%s", strerror(errno));
  if (status != CLI_OK) match_keep_close(keep);
  return status;
}

int match_keep_add(match_keep *keep, const char *text, size_t length) {
  if (keep->file < 0) return ASC_OK;
  char *whole = malloc(length + 1);
  if (whole == NULL) return ASC_E_MEMORY;
  memcpy(whole, text, length);
  whole[length] = '\n';
  size_t written = 0;
  while (written <= length) {
    ssize_t count = write(keep->file, whole + written, length + 1 - written);
    if (count < 0 && errno != EINTR) break;
    if (count > 0) written += (size_t)count;
  }
  free(whole);
  return written > length ? ASC_OK : ASC_E_FILE;
}

void match_keep_close(match_keep *keep) {
  if (keep->file >= 0) close(keep->file);
  keep->file = -1;
}
