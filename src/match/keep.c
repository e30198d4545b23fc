/* The empty line behind a record is how a whole one is known: a program that was killed may leave the beginning of one,
   and the beginning of a record can be a readable record of another game. An empty line also ends the tags, but behind
   a bracket. */
#include "keep.h"

#include "play/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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
static int results_read(const asc_match_setup *setup, const char *text, size_t length, asc_match_result *results,
                        char other[ASC_MATCH_IDENTITY_MAX], asc_error *error) {
  asc_reader *reader;
  asc_record *record;
  asc_summary summary;
  int found = 0, code = asc_reader_open(&reader, text, length, error);
  if (code < 0) return code;
  while ((code = asc_reader_next(reader, &record, &summary, error)) > 0) {
    asc_match_result result = {0};
    int number = asc_match_record_read(setup, record, &summary, &result);
    const char *identity = asc_record_tag(record, "Match");
    if (number < 0 && identity != NULL) (void)snprintf(other, ASC_MATCH_IDENTITY_MAX, "%s", identity);
    if (number >= 0 && number < setup->games && !results[number].done) {
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

static int resume(asc_match_keep *keep, const asc_match_setup *setup, asc_match_result *results,
                  asc_match_error *error) {
  char *text, other[ASC_MATCH_IDENTITY_MAX] = "";
  size_t length;
  asc_error reason = {0};
  int code = asc_file_read(keep->path, ASC_RECORDS_MAX, &text, &length, &reason);
  if (code < 0) return asc_match_fail_error(error, code, keep->path, &reason);
  size_t whole = whole_length(text, length);
  int found = whole == 0 ? 0 : results_read(setup, text, whole, results, other, &reason);
  free(text);
  if (found < 0) return asc_match_fail_error(error, found, keep->path, &reason);
  if (found == 0 && other[0] != '\0')
    return asc_match_fail(error, ASC_E_INPUT, keep->path, "it holds another match: %s; this one is: %s", other,
                          setup->identity);
  if (found == 0 && length > 0)
    return asc_match_fail(error, ASC_E_INPUT, keep->path, "it holds no game of a match to go on with");
  keep->dropped = whole < length;
  if (!keep->dropped || ftruncate(keep->file, (off_t)whole) == 0) return ASC_OK;
  return asc_match_fail(error, ASC_E_FILE, keep->path, "%s", strerror(errno));
}

/* Records begin behind an empty line, whatever else stands in the file. */
static int part(asc_match_keep *keep) {
  struct stat status;
  char last[2] = "";
  if (fstat(keep->file, &status) < 0) return ASC_E_FILE;
  if (status.st_size == 0) return ASC_OK;
  if (status.st_size >= 2 && pread(keep->file, last, 2, status.st_size - 2) == 2 && last[0] == '\n' && last[1] == '\n')
    return ASC_OK;
  return write(keep->file, "\n\n", 2) == 2 ? ASC_OK : ASC_E_FILE;
}

int asc_match_keep_open(asc_match_keep *keep, const char *path, const asc_match_setup *setup, asc_match_result *results,
                        asc_match_error *error) {
  *keep = (asc_match_keep){.file = -1, .path = path};
  if (path == NULL) return ASC_OK;
  const char *name = asc_file_name(path);
  keep->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (keep->file < 0) return asc_match_fail(error, ASC_E_FILE, name, "%s", strerror(errno));
  int code = ASC_OK;
  if (flock(keep->file, LOCK_EX | LOCK_NB) < 0)
    code = asc_match_fail(error, ASC_E_FILE, name, "another match is writing to it");
  else if (results != NULL)
    code = resume(keep, setup, results, error);
  if (code == ASC_OK && part(keep) < 0) code = asc_match_fail(error, ASC_E_FILE, name, "%s", strerror(errno));
  if (code < 0) asc_match_keep_close(keep);
  return code;
}

int asc_match_keep_add(asc_match_keep *keep, char *text, size_t length) {
  text[length] = '\n';
  return keep->file < 0 ? ASC_OK : asc_file_add(keep->file, text, length + 1);
}

void asc_match_keep_close(asc_match_keep *keep) {
  if (keep->file >= 0) close(keep->file);
  keep->file = -1;
}
