/* The log file of a match, and its repair after a crash.

   A record is complete if an empty line follows it. A program that was killed may leave the start of a record, and the
   start of a record can be a valid record of another game. An empty line also ends the tags, but there it follows a
   bracket. */
#include "log.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the length of the complete records at the start of the text. */
static size_t whole_length(const char *text, size_t length) {
  for (size_t end = length; end >= 3; end--)
    if (text[end - 1] == '\n' && text[end - 2] == '\n' && text[end - 3] != ']') return end;
  return 0;
}

/* Reads the games of this match into `results`. Returns their number, or an error code. `other` gets the identity of
   another match if there is a record of one. */
static int results_read(const match_setup *setup, const char *text, size_t length, match_result *results,
                        char other[MATCH_IDENTITY_MAX], asc_error *error) {
  asc_record_reader *reader;
  asc_record *record;
  asc_record_summary summary;
  int found = 0, code = asc_record_reader_open(&reader, text, length, error);
  if (code < 0) return code;
  while ((code = asc_record_reader_next(reader, &record, &summary, error)) > 0) {
    match_result result = {0};
    int number = match_record_read(setup, record, &summary, &result);
    if (number == ASC_E_MEMORY) {
      asc_record_close(record);
      code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
      break;
    }
    const char *identity = asc_record_tag(record, "Match");
    if (number < 0 && identity != NULL) (void)snprintf(other, MATCH_IDENTITY_MAX, "%s", identity);
    if (number >= 0 && number < setup->games && !results[number].is_done) {
      results[number] = result;
      found++;
    } else {
      free(result.forfeit_reason);
      if (number >= 0) found++;
    }
    asc_record_close(record);
  }
  asc_record_reader_close(reader);
  return code < 0 ? code : found;
}

/* Returns 1 if the text is a whole record that ends with its result, 0 if not, or ASC_E_MEMORY. */
static int is_record(const char *text, size_t length) {
  asc_record_reader *reader;
  asc_record *record = NULL;
  while (length > 0 && text[length - 1] == '\n') length--;
  int code = asc_record_reader_open(&reader, text, length, NULL);
  if (code >= 0) code = asc_record_reader_next(reader, &record, NULL, NULL);
  const char *result = code > 0 ? asc_record_tag(record, "Result") : NULL;
  size_t ending = result == NULL ? 0 : strlen(result);
  bool ended = ending > 0 && ending < length && memcmp(text + length - ending, result, ending) == 0;
  asc_record_close(record);
  asc_record_reader_close(reader);
  return code == ASC_E_MEMORY ? code : ended;
}

/* Returns 1 if the text, which ends with a NUL, ends with an incomplete record of a match, 0 if not, or ASC_E_MEMORY.
   *whole is the offset of that record. A crash of the machine may leave zero bytes instead of the missing part.
   Anything else belongs to the user and is not touched. */
static int ends_with_partial(const char *text, size_t length, size_t *whole) {
  static const char head[] = "[Game \"";
  *whole = whole_length(text, strlen(text));
  const char *rest = text + *whole;
  size_t present = strlen(rest);
  if (*whole == length || strncmp(rest, head, present < sizeof head - 1 ? present : sizeof head - 1) != 0) return 0;
  if (strstr(rest, "]\n\n") != NULL && strstr(rest, "\n[Match \"") == NULL) return 0;
  int code = is_record(rest, length - *whole);
  return code < 0 ? code : code == 0;
}

/* Moves the incomplete record, which starts at `offset` of the file, to FILE.stump-1, or -2, … */
static int partial_move(match_log *log, const char *partial, size_t length, off_t offset, asc_error *error) {
  struct stat existing;
  size_t size = strlen(log->path) + 32;
  char *name = malloc(size);
  if (name == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  log->partial_path = name;
  int number = 1;
  do (void)snprintf(name, size, "%s.stump-%d", log->path, number++);
  while (lstat(name, &existing) == 0);
  int code = asc_file_write_atomic(name, partial, length, error);
  if (code < 0) return code;
  if (ftruncate(log->fd, offset) == 0 && fsync(log->fd) == 0) return ASC_OK;
  return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
}

/* Adds newlines so that the next record starts after an empty line, whatever the file contains. */
static int add_separator(match_log *log, asc_error *error) {
  struct stat info;
  char last[2] = "";
  if (fstat(log->fd, &info) < 0) return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
  if (!S_ISREG(info.st_mode) || info.st_size == 0) return ASC_OK;
  size_t count = info.st_size > 1 ? 2 : 1;
  if (pread(log->fd, last + 2 - count, count, info.st_size - (off_t)count) != (ssize_t)count)
    return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
  int missing = last[1] != '\n' ? 2 : last[0] != '\n';
  return missing == 0 ? ASC_OK : asc_log_append(log->fd, "\n\n", (size_t)missing, error);
}

static int resume(match_log *log, const match_setup *setup, match_result *results, match_error *error) {
  char *text, other[MATCH_IDENTITY_MAX] = "";
  size_t length;
  asc_error reason = {0};
  int code = asc_file_read_regular(log->path, ASC_RECORDS_MAX, &text, &length, &reason);
  if (code < 0) return match_error_set_from(error, code, log->path, &reason);
  size_t whole;
  int is_partial = ends_with_partial(text, length, &whole), found = 0;
  size_t records = is_partial != 0 ? whole : length;
  if (is_partial < 0)
    found = asc_error_set(&reason, is_partial, "out of memory");
  else if (records > 0)
    found = results_read(setup, text, records, results, other, &reason);
  if (found < 0)
    code = match_error_set_from(error, found, log->path, &reason);
  else if (found == 0 && other[0] != '\0')
    code = match_error_set(error, ASC_E_INPUT, log->path, "it holds another match: %s; this one is: %s", other,
                           setup->identity);
  else if (found == 0 && records > 0)
    code = match_error_set(error, ASC_E_INPUT, log->path, "it holds no game of a match to go on with");
  else if (is_partial > 0 && partial_move(log, text + whole, length - whole, (off_t)whole, &reason) < 0)
    code = match_error_set_from(error, ASC_E_FILE, log->path, &reason);
  free(text);
  return code;
}

/* Repairs the end of a file without resuming. Checks only the end: the rest of the file may be anything. */
static int end_check(match_log *log, asc_error *error) {
  enum { END_MAX = 1 << 24 }; /* bytes; longer than any record */
  struct stat info;
  int code = ASC_OK;
  if (fstat(log->fd, &info) < 0) return asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
  if (!S_ISREG(info.st_mode)) return ASC_OK;
  size_t length = info.st_size < END_MAX ? (size_t)info.st_size : END_MAX;
  off_t from = info.st_size - (off_t)length;
  char *text = calloc(1, length + 1);
  if (text == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (pread(log->fd, text, length, from) != (ssize_t)length) {
    code = asc_error_set(error, ASC_E_FILE, "%s", strerror(errno));
  } else {
    size_t whole;
    int is_partial = ends_with_partial(text, length, &whole);
    if (is_partial < 0) code = asc_error_set(error, is_partial, "out of memory");
    if (is_partial > 0 && (whole > 0 || from == 0))
      code = partial_move(log, text + whole, length - whole, from + (off_t)whole, error);
  }
  free(text);
  return code;
}

int match_log_open(match_log *log, const char *path, const match_setup *setup, match_result *results,
                   match_error *error) {
  *log = (match_log){.fd = -1, .path = path};
  if (path == NULL) return ASC_OK;
  const char *name = asc_file_display_name(path);
  asc_error reason = {0};
  int code = asc_log_open(path, false, &reason);
  if (code == ASC_E_STATE) return match_error_set(error, ASC_E_FILE, name, "another match is writing to it");
  if (code < 0) return match_error_set_from(error, code, name, &reason);
  log->fd = code;
  code = results != NULL ? resume(log, setup, results, error) : end_check(log, &reason);
  if (code == ASC_OK) code = add_separator(log, &reason);
  if (code < 0 && reason.reason[0] != '\0') (void)match_error_set_from(error, code, name, &reason);
  if (code < 0) match_log_close(log);
  return code;
}

int match_log_append(match_log *log, char *text, size_t length, asc_error *error) {
  text[length] = '\n';
  return log->fd < 0 ? ASC_OK : asc_log_append(log->fd, text, length + 1, error);
}

void match_log_close(match_log *log) {
  if (log->fd >= 0) close(log->fd);
  free(log->partial_path);
  log->fd = -1;
  log->partial_path = NULL;
}
