/* The head of a request: the request line and the header fields of HTTP/1.0 and 1.1. Pure functions of bytes.

   Reading is strict. Anything that two readers could take for two different requests is rejected: a line that does not
   end in CR LF, a control character, a folded line, a space before a colon, more or fewer than one Host, two of a field
   that may occur only once. */
#ifndef ASC_SERVER_REQUEST_H
#define ASC_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum {
  HTTP_HEAD_MAX = 16384, /* bytes; it also carries the cookies of other programs on this host */
  HTTP_FIELDS_MAX = 100,
  HTTP_METHOD_MAX = 16
};

typedef struct http_field {
  const char *name, *value;
} http_field;

/* All text ends with a NUL and lies in the bytes that were read. */
typedef struct http_request {
  const char *method;
  char *path; /* decoded, without dots; any bytes, NUL too */
  size_t path_length;
  char *query;     /* after the question mark, as it came; "" if there is none */
  bool keep_alive; /* the client wants to send more requests on the connection */
  long long body;  /* bytes; -1: the length is unknown or ambiguous */
  int field_count;
  http_field fields[HTTP_FIELDS_MAX];
} http_request;

/* A reason to reject a request: a status, and a sentence for people. */
typedef struct http_rejection {
  int status; /* 0: none */
  const char *reason;
} http_rejection;

/* Scans the bytes of a head that have come since the last call. *scanned, 0 at first, counts the bytes that are fine.
   Returns the length of the head when it is complete, and 0 if more must come or it is rejected. */
size_t http_request_scan(const char *bytes, size_t length, size_t *scanned, http_rejection *rejection);
/* Reads a complete head and changes it. */
void http_request_read(char *head, size_t length, http_request *request, http_rejection *rejection);

/* Returns the value of the first field of this name, or NULL. */
const char *http_request_field(const http_request *request, const char *name);
/* Returns the values of all fields of this name, separated by commas. NULL: there are none, or they do not fit. */
const char *http_request_list(const http_request *request, const char *name, char *text, size_t size);
/* Returns whether a list of words, as in Connection, has this word. */
bool http_request_lists(const http_request *request, const char *name, const char *word);
/* Reads the next argument of a query, NAME=VALUE, decoded, and moves *at past it. Returns its length, -1 if there is
   none, if it does not fit or if it can't be decoded. */
int http_request_argument(const char **at, char *text, size_t size);
/* Returns the value of the argument of this name, or NULL. */
const char *http_request_value(const http_request *request, const char *name, char *text, size_t size);

#endif
