/* Both headers are lists with commas. An element that cannot be read is skipped, as if the client had not sent it. The
   response is then larger than necessary, but never wrong. */
#include "negotiate.h"

#include <string.h>
#include <strings.h>

enum { QUALITY_MAX = 1000, QUALITY_UNKNOWN = -1, QUALITY_MIN = 1 };

static const char *const names[HTTP_CODINGS] = {NULL, "gzip", "br"};

const char *http_coding_name(http_coding coding) { return names[coding]; }

static const char *blanks_skip(const char *text) { return text + strspn(text, " \t"); }

/* Reads a number from 0 to 1 with at most three decimals. Returns thousandths, or -1 if it is invalid; *end is where it
   ends. */
static int quality_read(const char *text, const char **end) {
  if (*text != '0' && *text != '1') return -1;
  int quality = *text++ == '1' ? QUALITY_MAX : 0;
  if (*text == '.') {
    text++;
    for (int unit = 100; unit > 0 && *text >= '0' && *text <= '9'; unit /= 10) quality += (*text++ - '0') * unit;
  }
  *end = text;
  return quality <= QUALITY_MAX ? quality : -1;
}

/* Reads the weight after the name of a list element that ends at `end`. Returns thousandths: 1000 if there is no
   weight, -1 if it is invalid. */
static int weight_read(const char *text, const char *end) {
  text = blanks_skip(text);
  if (text == end) return QUALITY_MAX;
  if (*text != ';') return -1;
  text = blanks_skip(text + 1);
  if (strncasecmp(text, "q=", 2) != 0) return -1;
  int quality = quality_read(text + 2, &text);
  return blanks_skip(text) == end ? quality : -1;
}

static bool name_is(const char *text, size_t length, const char *name) {
  return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

/* Returns the quality that an element of this name sets; NULL for other codings. */
static int *quality_named(int qualities[HTTP_CODINGS], int *others, const char *name, size_t length) {
  if (name_is(name, length, "br")) return &qualities[HTTP_CODING_BROTLI];
  if (name_is(name, length, "gzip") || name_is(name, length, "x-gzip")) return &qualities[HTTP_CODING_GZIP];
  if (name_is(name, length, "identity")) return &qualities[HTTP_CODING_NONE];
  return name_is(name, length, "*") ? others : NULL;
}

static void qualities_read(const char *header, int qualities[HTTP_CODINGS]) {
  int others = QUALITY_UNKNOWN;
  for (int i = 0; i < HTTP_CODINGS; i++) qualities[i] = QUALITY_UNKNOWN;
  while (header != NULL && *header != '\0') {
    header = blanks_skip(header);
    const char *end = header + strcspn(header, ",");
    size_t length = strcspn(header, ",; \t");
    int *quality = quality_named(qualities, &others, header, length);
    int weight = weight_read(header + length, end);
    if (quality != NULL && weight >= 0) *quality = weight;
    header = *end == ',' ? end + 1 : end;
  }
  /* No coding is acceptable unless it is excluded, but any named coding is preferred. */
  for (int i = 0; i < HTTP_CODINGS; i++)
    if (qualities[i] == QUALITY_UNKNOWN) qualities[i] = others;
  if (qualities[HTTP_CODING_NONE] == QUALITY_UNKNOWN) qualities[HTTP_CODING_NONE] = QUALITY_MIN;
}

http_coding http_coding_choose(const char *accept_encoding, const size_t sizes[HTTP_CODINGS]) {
  int qualities[HTTP_CODINGS];
  qualities_read(accept_encoding, qualities);
  int best = HTTP_CODING_NONE;
  for (int i = HTTP_CODING_NONE + 1; i < HTTP_CODINGS; i++) {
    if (sizes[i] == HTTP_CODING_ABSENT || qualities[i] <= 0 || qualities[i] < qualities[best]) continue;
    if (qualities[i] > qualities[best] || sizes[i] < sizes[best]) best = i;
  }
  return (http_coding)best;
}

bool http_etag_listed(const char *if_none_match, const char *etag) {
  if (if_none_match == NULL) return false;
  const char *text = blanks_skip(if_none_match);
  if (*text == '*') return *blanks_skip(text + 1) == '\0';
  size_t length = strlen(etag);
  while (*text != '\0') {
    if (strncmp(text, "W/", 2) == 0) text += 2;
    if (*text == '"') {
      /* A tag may hold commas, so it is read to its quote. */
      const char *end = strchr(text + 1, '"');
      if (end == NULL) return false;
      if ((size_t)(end + 1 - text) == length && memcmp(text, etag, length) == 0) return true;
      text = end + 1;
    }
    text += strcspn(text, ",");
    text += strspn(text, ", \t");
  }
  return false;
}
