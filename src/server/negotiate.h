/* What a client says it can read and has already: Accept-Encoding and If-None-Match. Pure functions of the text of a
   header, whatever that text is. */
#ifndef ASC_SERVER_NEGOTIATE_H
#define ASC_SERVER_NEGOTIATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum web_coding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS } web_coding;

/* The name of a coding in headers; NULL for none. */
const char *asc_coding_name(web_coding coding);

/* A size for a coding in which there is nothing to send. */
#define CODING_ABSENT ((size_t)-1)

/* The best of what there is: among the codings that the client likes best the one with the fewest bytes. Without a
   header, and when the client wants nothing of what there is, no coding; sizes[CODING_NONE] is always there. */
web_coding asc_coding_choose(const char *accept_encoding, const size_t sizes[CODINGS]);

/* Whether the list of an If-None-Match header has this strong tag, quotes included. A weak tag counts as the strong
   one, "*" as any. NULL has none. */
bool asc_etag_listed(const char *if_none_match, const char *etag);

#endif
