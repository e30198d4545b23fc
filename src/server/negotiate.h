/* Accept-Encoding and If-None-Match: which codings a client can read, and what it has already. Pure functions of the
   text of a header, whatever that text is. */
#ifndef ASC_SERVER_NEGOTIATE_H
#define ASC_SERVER_NEGOTIATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum http_coding { HTTP_CODING_NONE, HTTP_CODING_GZIP, HTTP_CODING_BROTLI, HTTP_CODINGS } http_coding;

/* Returns the name of a coding in headers; NULL for none. */
const char *http_coding_name(http_coding coding);

/* The size for a coding that does not exist. */
#define HTTP_CODING_ABSENT ((size_t)-1)

/* Chooses among the codings that the client prefers the one with the fewest bytes. Without a header, and if the client
   accepts no existing coding, it is HTTP_CODING_NONE, whose size is never HTTP_CODING_ABSENT. */
http_coding http_coding_choose(const char *accept_encoding, const size_t sizes[HTTP_CODINGS]);

/* Returns whether an If-None-Match header lists this strong tag, quotes included. A weak tag counts as the strong one,
   "*" as any. NULL lists none. */
bool http_etag_listed(const char *if_none_match, const char *etag);

#endif
