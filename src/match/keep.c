/* The empty line behind a record is how a whole one is known: a program that was killed may leave the beginning of one,
   and the beginning of a record can be a readable record of another game. An empty line also ends the tags, but behind
   a bracket. */
#include "keep.h"

#include "play/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    if (number == ASC_E_MEMORY) {
      asc_record_close(record);
      code = asc_fail(error, ASC_E_MEMORY, "out of memory");
      break;
    }
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

/* Whether a text is a record with its result behind it, and not the beginning of one. Or ASC_E_MEMORY. */
static int is_record(const char *text, size_t length) {
  asc_reader *reader;
  asc_record *record = NULL;
  while (length > 0 && text[length - 1] == '\n') length--;
  int code = asc_reader_open(&reader, text, length, NULL);
  if (code >= 0) code = asc_reader_next(reader, &record, NULL, NULL);
  const char *result = code > 0 ? asc_record_tag(record, "Result") : NULL;
  size_t ending = result == NULL ? 0 : strlen(result);
  bool ended = ending > 0 && ending < length && memcmp(text + length - ending, result, ending) == 0;
  asc_record_close(record);
  asc_reader_close(reader);
  return code == ASC_E_MEMORY ? code : ended;
}

/* Whether a text, with a NUL behind it, ends with what remains of a record of a match that could not be written to its
   end; it begins at *whole. A crash of the machine may leave zero bytes in the place of what was not written. Anything
   else is somebody's own. Or ASC_E_MEMORY. */
static int ends_with_stump(const char *text, size_t length, size_t *whole) {
  static const char head[] = "[Game \"";
  *whole = whole_length(text, strlen(text));
  const char *rest = text + *whole;
  size_t there = strlen(rest);
  if (*whole == length || strncmp(rest, head, there < sizeof head - 1 ? there : sizeof head - 1) != 0) return 0;
  if (strstr(rest, "]\n\n") != NULL && strstr(rest, "\n[Match \"") == NULL) return 0;
  int code = is_record(rest, length - *whole);
  return code < 0 ? code : code == 0;
}

/* What stands behind the whole records, from `at` on in the file, is moved to FILE.stump-1, or -2, … */
static int set_aside(asc_match_keep *keep, const char *stump, size_t length, off_t at, asc_error *error) {
  struct stat there;
  size_t size = strlen(keep->path) + 32;
  char *name = malloc(size);
  if (name == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  keep->stump = name;
  int number = 1;
  do (void)snprintf(name, size, "%s.stump-%d", keep->path, number++);
  while (lstat(name, &there) == 0);
  int code = asc_file_write_atomic(name, stump, length, error);
  if (code < 0) return code;
  if (ftruncate(keep->file, at) == 0 && fsync(keep->file) == 0) return ASC_OK;
  return asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
}

/* Records begin behind an empty line, whatever else stands in the file. */
static int part(asc_match_keep *keep, asc_error *error) {
  struct stat facts;
  char last[2] = "";
  if (fstat(keep->file, &facts) < 0) return asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
  if (!S_ISREG(facts.st_mode) || facts.st_size == 0) return ASC_OK;
  size_t some = facts.st_size > 1 ? 2 : 1;
  if (pread(keep->file, last + 2 - some, some, facts.st_size - (off_t)some) != (ssize_t)some)
    return asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
  int missing = last[1] != '\n' ? 2 : last[0] != '\n';
  return missing == 0 ? ASC_OK : asc_log_add(keep->file, "\n\n", (size_t)missing, error);
}

static int resume(asc_match_keep *keep, const asc_match_setup *setup, asc_match_result *results,
                  asc_match_error *error) {
  char *text, other[ASC_MATCH_IDENTITY_MAX] = "";
  size_t length;
  asc_error reason = {0};
  int code = asc_file_read_plain(keep->path, ASC_RECORDS_MAX, &text, &length, &reason);
  if (code < 0) return asc_match_fail_error(error, code, keep->path, &reason);
  size_t whole;
  int cut = ends_with_stump(text, length, &whole), found = 0;
  size_t records = cut != 0 ? whole : length;
  if (cut < 0)
    found = asc_fail(&reason, cut, "out of memory");
  else if (records > 0)
    found = results_read(setup, text, records, results, other, &reason);
  if (found < 0)
    code = asc_match_fail_error(error, found, keep->path, &reason);
  else if (found == 0 && other[0] != '\0')
    code = asc_match_fail(error, ASC_E_INPUT, keep->path, "it holds another match: %s; this one is: %s", other,
                          setup->identity);
  else if (found == 0 && records > 0)
    code = asc_match_fail(error, ASC_E_INPUT, keep->path, "it holds no game of a match to go on with");
  else if (cut > 0 && set_aside(keep, text + whole, length - whole, (off_t)whole, &reason) < 0)
    code = asc_match_fail_error(error, ASC_E_FILE, keep->path, &reason);
  free(text);
  return code;
}

/* Looks at the end of the file alone: what else stands there is not the match's business. */
static int end_check(asc_match_keep *keep, asc_error *error) {
  enum { END_MOST = 1 << 24 }; /* a record is not longer */
  struct stat facts;
  int code = ASC_OK;
  if (fstat(keep->file, &facts) < 0) return asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
  if (!S_ISREG(facts.st_mode)) return ASC_OK;
  size_t length = facts.st_size < END_MOST ? (size_t)facts.st_size : END_MOST;
  off_t from = facts.st_size - (off_t)length;
  char *text = calloc(1, length + 1);
  if (text == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  if (pread(keep->file, text, length, from) != (ssize_t)length) {
    code = asc_fail(error, ASC_E_FILE, "%s", strerror(errno));
  } else {
    size_t whole;
    int cut = ends_with_stump(text, length, &whole);
    if (cut < 0) code = asc_fail(error, cut, "out of memory");
    if (cut > 0 && (whole > 0 || from == 0))
      code = set_aside(keep, text + whole, length - whole, from + (off_t)whole, error);
  }
  free(text);
  return code;
}

int asc_match_keep_open(asc_match_keep *keep, const char *path, const asc_match_setup *setup, asc_match_result *results,
                        asc_match_error *error) {
  *keep = (asc_match_keep){.file = -1, .path = path};
  if (path == NULL) return ASC_OK;
  const char *name = asc_file_name(path);
  asc_error reason = {0};
  int code = asc_log_open(path, false, &reason);
  if (code == ASC_E_STATE) return asc_match_fail(error, ASC_E_FILE, name, "another match is writing to it");
  if (code < 0) return asc_match_fail_error(error, code, name, &reason);
  keep->file = code;
  code = results != NULL ? resume(keep, setup, results, error) : end_check(keep, &reason);
  if (code == ASC_OK) code = part(keep, &reason);
  if (code < 0 && reason.reason[0] != '\0') (void)asc_match_fail_error(error, code, name, &reason);
  if (code < 0) asc_match_keep_close(keep);
  return code;
}

int asc_match_keep_add(asc_match_keep *keep, char *text, size_t length, asc_error *error) {
  text[length] = '\n';
  return keep->file < 0 ? ASC_OK : asc_log_add(keep->file, text, length + 1, error);
}

void asc_match_keep_close(asc_match_keep *keep) {
  if (keep->file >= 0) close(keep->file);
  free(keep->stump);
  keep->file = -1;
  keep->stump = NULL;
}
