/* Reading a head: scanning finds its end and what no head may contain, reading takes it apart in place. */
#include "request.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

static size_t reject(http_rejection *rejection, int status, const char *reason) {
  *rejection = (http_rejection){status, reason};
  return 0;
}

static bool is_token(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         (byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

static bool is_control(char byte) { return (byte >= 0 && byte < ' ' && byte != '\t') || byte == 0x7f; }

size_t http_request_scan(const char *bytes, size_t length, size_t *scanned, http_rejection *rejection) {
  *rejection = (http_rejection){0};
  for (size_t i = *scanned; i < length; i++) {
    char byte = bytes[i];
    bool after_cr = i > 0 && bytes[i - 1] == '\r';
    if (i >= HTTP_HEAD_MAX) return reject(rejection, 431, "The head of the request is too long.");
    if (after_cr != (byte == '\n')) return reject(rejection, 400, "A line does not end in CR LF.");
    if (is_control(byte) && byte != '\r' && byte != '\n')
      return reject(rejection, 400, "There is a control character in the head of the request.");
    if (i < HTTP_METHOD_MAX && (byte < 'A' || byte > 'Z') && memchr(bytes, ' ', i + 1) == NULL)
      return reject(rejection, 400, "The request is not HTTP.");
    if (i >= 3 && byte == '\n' && memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0) return i + 1;
    *scanned = i + 1;
  }
  return 0;
}

static int hex(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  digit |= 0x20;
  return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Decodes %XX and, if `plus` is set, plus signs; `to` may be `from`. Returns the length, -1 if a percent sign is not
   followed by two hexadecimal digits. */
static int decode(const char *from, size_t length, char *to, bool plus) {
  char *start = to;
  for (size_t i = 0; i < length; i++) {
    char byte = from[i];
    if (byte == '%') {
      int high = i + 2 < length ? hex(from[i + 1]) : -1, low = i + 2 < length ? hex(from[i + 2]) : -1;
      if (high < 0 || low < 0) return -1;
      byte = (char)(high << 4 | low);
      i += 2;
    } else if (byte == '+' && plus) {
      byte = ' ';
    }
    *to++ = byte;
  }
  return (int)(to - start);
}

/* Removes empty parts, "." and ".." from a path that starts with a slash, in place. Returns the new length. */
static size_t path_tidy(char *path, size_t length) {
  size_t out = 0;
  for (size_t i = 0; i < length;) {
    const char *next = memchr(path + i + 1, '/', length - i - 1);
    size_t end = next != NULL ? (size_t)(next - path) : length, part = end - i - 1;
    bool last = next == NULL, up = part == 2 && memcmp(path + i + 1, "..", 2) == 0;
    if (up)
      while (out > 0 && path[--out] != '/') {
      }
    if (part > 0 && !up && !(part == 1 && path[i + 1] == '.')) {
      memmove(path + out, path + i, part + 1);
      out += part + 1;
    } else if (last) {
      path[out++] = '/';
    }
    i = end;
  }
  return out;
}

static size_t target_read(char *target, http_request *request, http_rejection *rejection) {
  if (*target != '/') return reject(rejection, 400, "The path does not start with a slash.");
  char *question = strchr(target, '?'), *end = question != NULL ? question : target + strlen(target);
  request->query = question != NULL ? question + 1 : end;
  request->path = target;
  int length = decode(target, (size_t)(end - target), target, false);
  if (length < 0) return reject(rejection, 400, "A percent sign in the path is not followed by two digits.");
  request->path_length = path_tidy(target, (size_t)length);
  if (request->path_length < (size_t)(end - target)) target[request->path_length] = '\0';
  if (question != NULL) *question = '\0';
  return 1;
}

/* Reads METHOD SP PATH SP HTTP/1.x from a line that ends with a NUL. */
static size_t line_read(char *line, http_request *request, http_rejection *rejection) {
  char *target = strchr(line, ' '), *version = target != NULL ? strrchr(target + 1, ' ') : NULL;
  if (version == NULL || strncmp(version + 1, "HTTP/1.", 7) != 0 ||
      (strcmp(version + 8, "0") != 0 && strcmp(version + 8, "1") != 0))
    return reject(rejection, 400, "The request line is not valid HTTP/1.0 or HTTP/1.1.");
  *target = *version = '\0';
  if (strchr(target + 1, ' ') != NULL) return reject(rejection, 400, "There is a space in the path.");
  request->method = line;
  request->keep_alive = version[8] == '1';
  return target_read(target + 1, request, rejection);
}

static size_t field_read(char *line, http_request *request, http_rejection *rejection) {
  char *colon = line;
  while (is_token(*colon)) colon++;
  if (colon == line || *colon != ':') return reject(rejection, 400, "A header field has no valid name.");
  if (request->field_count == HTTP_FIELDS_MAX) return reject(rejection, 431, "There are too many header fields.");
  *colon = '\0';
  char *value = colon + 1 + strspn(colon + 1, " \t"), *end = value + strlen(value);
  while (end > value && (end[-1] == ' ' || end[-1] == '\t')) *--end = '\0';
  request->fields[request->field_count++] = (http_field){line, value};
  return 1;
}

static int field_count(const http_request *request, const char *name) {
  int count = 0;
  for (int i = 0; i < request->field_count; i++) count += strcasecmp(request->fields[i].name, name) == 0;
  return count;
}

static long long body_length(const http_request *request) {
  const char *length = http_request_field(request, "Content-Length");
  long long size;
  if (field_count(request, "Transfer-Encoding") > 0) return -1;
  if (length == NULL) return 0;
  if (field_count(request, "Content-Length") > 1 || *length == '\0' || strspn(length, "0123456789") != strlen(length) ||
      !asc_text_number(length, 0, INT64_MAX, &size))
    return -1;
  return size;
}

void http_request_read(char *head, size_t length, http_request *request, http_rejection *rejection) {
  static const char *const once[] = {"Cookie", "Authorization", "Origin", "Ascona-Api", "Ascona-Key"};
  *rejection = (http_rejection){0};
  request->field_count = 0;
  bool first = true;
  for (char *line = head, *end; line < head + length - 2; line = end + 2, first = false) {
    end = strchr(line, '\r');
    *end = '\0';
    if ((first ? line_read(line, request, rejection) : field_read(line, request, rejection)) == 0) return;
  }
  if (field_count(request, "Host") != 1) {
    reject(rejection, 400, "A request must have exactly one Host.");
    return;
  }
  for (size_t i = 0; i < sizeof once / sizeof *once; i++)
    if (field_count(request, once[i]) > 1) {
      reject(rejection, 400, "A header field that may occur only once occurs twice.");
      return;
    }
  request->body = body_length(request);
  if (http_request_lists(request, "Connection", "keep-alive")) request->keep_alive = true;
  if (http_request_lists(request, "Connection", "close")) request->keep_alive = false;
}

const char *http_request_field(const http_request *request, const char *name) {
  for (int i = 0; i < request->field_count; i++)
    if (strcasecmp(request->fields[i].name, name) == 0) return request->fields[i].value;
  return NULL;
}

const char *http_request_list(const http_request *request, const char *name, char *text, size_t size) {
  size_t length = 0;
  for (int i = 0; i < request->field_count; i++) {
    if (strcasecmp(request->fields[i].name, name) != 0) continue;
    size_t more = strlen(request->fields[i].value) + (length > 0 ? 2 : 0);
    if (length + more >= size) return NULL;
    if (length > 0) memcpy(text + length, ", ", 2);
    memcpy(text + length + (length > 0 ? 2 : 0), request->fields[i].value, more - (length > 0 ? 2 : 0));
    length += more;
  }
  text[length] = '\0';
  return length > 0 ? text : NULL;
}

bool http_request_lists(const http_request *request, const char *name, const char *word) {
  char text[256];
  const char *at = http_request_list(request, name, text, sizeof text);
  while (at != NULL) {
    at += strspn(at, " \t");
    size_t length = strcspn(at, " \t,");
    if (length == strlen(word) && strncasecmp(at, word, length) == 0) return true;
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  return false;
}

int http_request_argument(const char **at, char *text, size_t size) {
  *at += strspn(*at, "&");
  size_t length = strcspn(*at, "&");
  if (length == 0 || length >= size) return -1;
  int decoded = decode(*at, length, text, true);
  *at += length;
  if (decoded >= 0) text[decoded] = '\0';
  return decoded;
}

const char *http_request_value(const http_request *request, const char *name, char *text, size_t size) {
  size_t length = strlen(name);
  for (const char *at = request->query; *(at += strspn(at, "&")) != '\0'; at += strcspn(at, "&")) {
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    int found = http_request_argument(&at, text, size);
    if (found < 0) return NULL;
    return text + length + 1;
  }
  return NULL;
}
