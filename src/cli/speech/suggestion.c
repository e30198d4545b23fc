/* Measures how far two words differ (the optimal string alignment distance, ignoring case). See suggestion.h. */
#include "suggestion.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { LENGTH_MAX = 32 };

static int smaller(int a, int b) { return a < b ? a : b; }

static int distance_between(const char *a, int a_length, const char *b, int b_length) {
  int table[LENGTH_MAX + 1][LENGTH_MAX + 1];
  for (int i = 0; i <= a_length; i++) table[i][0] = i;
  for (int k = 0; k <= b_length; k++) table[0][k] = k;
  for (int i = 1; i <= a_length; i++) {
    for (int k = 1; k <= b_length; k++) {
      int p = tolower((unsigned char)a[i - 1]), q = tolower((unsigned char)b[k - 1]);
      int best = smaller(table[i - 1][k] + 1, table[i][k - 1] + 1);
      best = smaller(best, table[i - 1][k - 1] + (p != q));
      bool swapped = i > 1 && k > 1 && p == tolower((unsigned char)b[k - 2]) && q == tolower((unsigned char)a[i - 2]);
      table[i][k] = swapped ? smaller(best, table[i - 2][k - 2] + 1) : best;
    }
  }
  return table[a_length][b_length];
}

/* Up to a third of the letters may be wrong. A candidate that starts with the typed word, of three letters or more,
   is close as well. */
void cli_suggestion_try(cli_suggestion *search, const char *candidate) {
  size_t length = strlen(search->word), other = strlen(candidate);
  if (length < 2 || length > LENGTH_MAX || other > LENGTH_MAX) return;
  int distance = distance_between(search->word, (int)length, candidate, (int)other);
  bool is_close = distance <= ((int)(length > other ? length : other) + 1) / 3;
  bool is_start = length >= 3 && strncasecmp(candidate, search->word, length) == 0;
  if (is_start && distance > 1) distance = 1;
  if (!(is_close || is_start) || (search->best != NULL && distance >= search->distance)) return;
  search->best = candidate;
  search->distance = distance;
}
