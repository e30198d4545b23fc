/* The head of a request: the request line and the header fields of HTTP/1.0 and 1.1, read strictly. Pure functions of
   bytes.

   What two readers could take for two different requests is refused, not guessed at: a line that does not end in CR LF,
   a control character, a folded line, a space before a colon, more or less than one Host, two of a field that may be
   there once. */
#ifndef ASC_SERVER_REQUEST_H
#define ASC_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum {
  REQUEST_HEAD_MAX = 16384, /* bytes; pages of other programs on this host leave their cookies in it */
  REQUEST_FIELDS_MAX = 100,
  REQUEST_METHOD_MAX = 16
};

typedef struct web_field {
  const char *name, *value;
} web_field;

/* All text ends in a zero byte and lies in the bytes that were read. */
typedef struct web_request {
  const char *method;
  char *path; /* percent signs and dots resolved; any bytes, zeros too */
  size_t path_length;
  char *query;    /* behind the question mark, as it came; "" if there is none */
  bool keep;      /* the client wants to go on with the connection */
  long long body; /* bytes; -1: of a length that is not said, or not in a way to rely on */
  int field_count;
  web_field fields[REQUEST_FIELDS_MAX];
} web_request;

/* A reason to refuse a request: a status, and a sentence for people. */
typedef struct web_refusal {
  int status; /* 0: none */
  const char *why;
} web_refusal;

/* Looks through the bytes of a head that have come since the last look; *seen, 0 at first, says how far. Returns the
   length of the head when it is whole, 0 when more must come or it is refused. */
size_t asc_request_scan(const char *bytes, size_t length, size_t *seen, web_refusal *refusal);
/* Reads a whole head, and changes it. */
void asc_request_read(char *head, size_t length, web_request *request, web_refusal *refusal);

/* The value of the first field of this name, or NULL. */
const char *asc_request_field(const web_request *request, const char *name);
/* The values of all fields of this name, with commas between. NULL: there is none, or they do not fit. */
const char *asc_request_list(const web_request *request, const char *name, char *text, size_t size);
/* Whether a list of words, as in Connection, has this one. */
bool asc_request_lists(const web_request *request, const char *name, const char *word);
/* The next argument of a query: NAME=VALUE, percent signs and plus signs resolved; *at, the query at first, goes on.
   Returns its length, -1: there are no more, or it is longer than `size`, or wrongly written. */
int asc_request_argument(const char **at, char *text, size_t size);
/* The value of the argument of this name, or NULL. */
const char *asc_request_value(const web_request *request, const char *name, char *text, size_t size);

#endif
