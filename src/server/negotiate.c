/* Both headers are lists with commas. An element that cannot be read is passed over, as if the client had not sent it:
   what is sent then is only larger, never wrong. */
#include "negotiate.h"

#include <string.h>
#include <strings.h>

enum { QUALITY_MAX = 1000, QUALITY_UNSAID = -1, QUALITY_LEAST = 1 };

static const char *const names[CODINGS] = {NULL, "gzip", "br"};

const char *asc_coding_name(web_coding coding) { return names[coding]; }

static const char *blanks_skip(const char *text) { return text + strspn(text, " \t"); }

/* A number from 0 to 1 with at most three decimals, in thousandths; -1 if it is not one. *end is behind it. */
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

/* The weight of a list element that ends at `end`, from behind its name: 1 where none is given, -1 if it is wrong. */
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

/* Which quality an element with this name sets; NULL for codings that we have not. */
static int *quality_named(int qualities[CODINGS], int *others, const char *name, size_t length) {
  if (name_is(name, length, "br")) return &qualities[CODING_BROTLI];
  if (name_is(name, length, "gzip") || name_is(name, length, "x-gzip")) return &qualities[CODING_GZIP];
  if (name_is(name, length, "identity")) return &qualities[CODING_NONE];
  return name_is(name, length, "*") ? others : NULL;
}

static void qualities_read(const char *header, int qualities[CODINGS]) {
  int others = QUALITY_UNSAID;
  for (int i = 0; i < CODINGS; i++) qualities[i] = QUALITY_UNSAID;
  while (header != NULL && *header != '\0') {
    header = blanks_skip(header);
    const char *end = header + strcspn(header, ",");
    size_t length = strcspn(header, ",; \t");
    int *quality = quality_named(qualities, &others, header, length);
    int weight = weight_read(header + length, end);
    if (quality != NULL && weight >= 0) *quality = weight;
    header = *end == ',' ? end + 1 : end;
  }
  /* No coding is fine unless it is refused, but less welcome than what was asked for. */
  for (int i = 0; i < CODINGS; i++)
    if (qualities[i] == QUALITY_UNSAID) qualities[i] = others;
  if (qualities[CODING_NONE] == QUALITY_UNSAID) qualities[CODING_NONE] = QUALITY_LEAST;
}

web_coding asc_coding_choose(const char *accept_encoding, const size_t sizes[CODINGS]) {
  int qualities[CODINGS];
  qualities_read(accept_encoding, qualities);
  int best = CODING_NONE;
  for (int i = CODING_NONE + 1; i < CODINGS; i++) {
    if (sizes[i] == CODING_ABSENT || qualities[i] <= 0 || qualities[i] < qualities[best]) continue;
    if (qualities[i] > qualities[best] || sizes[i] < sizes[best]) best = i;
  }
  return (web_coding)best;
}

bool asc_etag_listed(const char *if_none_match, const char *etag) {
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
