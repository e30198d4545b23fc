/* Translates the reasons of errors.

   The core writes a reason as one English line with its arguments filled in. The English format, such as `there is
   no player %d`, is the key of the translation. So this file matches the line against all formats and extracts the
   arguments again. The web app does the same with the same files (web/src/i18n/reasons.ts). */
#include "cli/screen/text.h"
#include "language.h"

#include <ctype.h>
#include <string.h>

enum { ARGS_MAX = 8, NESTING_MAX = 2 }; /* an argument may itself be a reason, at most NESTING_MAX levels deep */

typedef struct found_args {
  int count;
  struct {
    const char *at;
    size_t length;
  } all[ARGS_MAX];
} found_args;

/* Returns the length of the conversion at the start of the pattern, such as "%lld", and stores its letter in *kind.
   0 if there is none. */
static size_t conversion(const char *pattern, char *kind) {
  if (*pattern != '%') return 0;
  size_t length = 1 + strspn(pattern + 1, "lz");
  *kind = pattern[length];
  return strchr("cdsu", *kind) != NULL && *kind != '\0' ? length + 1 : 0;
}

/* Returns true if the text could be the argument of a conversion of this kind. */
static bool can_be_arg(char kind, const char *at, size_t length) {
  if (kind == 's') return true;
  if (kind == 'c') return length > 0 && length <= 4;
  size_t sign = length > 0 && at[0] == '-';
  for (size_t i = sign; i < length; i++)
    if (!isdigit((unsigned char)at[i])) return false;
  return length > sign;
}

/* Returns true if the line is the pattern with arguments filled in, and stores them. Tries the longest arguments
   first. */
static bool matches(const char *pattern, const char *end, const char *line, found_args *args) {
  while (pattern < end) {
    char kind;
    size_t length = conversion(pattern, &kind);
    if (length == 0) {
      if (*line++ != *pattern++) return false;
      continue;
    }
    if (args->count == ARGS_MAX) return false;
    int here = args->count++;
    for (size_t taken = strlen(line) + 1; taken-- > 0;) {
      if (!can_be_arg(kind, line, taken)) continue;
      args->all[here].at = line;
      args->all[here].length = taken;
      args->count = here + 1;
      if (matches(pattern + length, end, line + taken, args)) return true;
    }
    args->count = here;
    return false;
  }
  return *line == '\0';
}

/* Returns how many characters of the pattern are literal text. */
static int fixed_length(const char *pattern, const char *end) {
  int fixed = 0;
  char kind;
  while (pattern < end) {
    size_t length = conversion(pattern, &kind);
    fixed += length == 0;
    pattern += length == 0 ? 1 : length;
  }
  return fixed;
}

/* The best match for a line: the one with the most literal characters. `sentence` is the translation. */
typedef struct reason_entry {
  const char *sentence;
  size_t length;
  int fixed;
  found_args args;
} reason_entry;

static void page_search(const char *text, const char *line, reason_entry *best) {
  while (*text != '\0') {
    const char *end = text + strcspn(text, "\n"), *next = end + (*end == '\n');
    if (*text != '#' && *text != ' ' && end > text && *next == ' ') {
      found_args args = {0};
      int fixed = fixed_length(text, end);
      if (fixed > best->fixed && matches(text, end, line, &args)) {
        const char *sentence = next + strspn(next, " ");
        *best = (reason_entry){sentence, strcspn(sentence, "\n"), fixed, args};
      }
    }
    text = next;
  }
}

static const char *translate(const char *line, int depth, char text[ASC_SENTENCE_MAX]) {
  static const char *const names[ARGS_MAX] = {"1", "2", "3", "4", "5", "6", "7", "8"};
  reason_entry best = {0};
  (void)snprintf(text, ASC_SENTENCE_MAX, "%s", line);
  for (const cli_text_page *page = cli_text_reasons; page->text != NULL; page++)
    if (strcmp(page->language, cli_language_current()) == 0) page_search(page->text, line, &best);
  if (best.fixed == 0) return text;
  char words[ARGS_MAX][ASC_SENTENCE_MAX], argument[ASC_SENTENCE_MAX];
  asc_sentence_arg filled[ARGS_MAX];
  for (int i = 0; i < best.args.count; i++) {
    size_t length = best.args.all[i].length < sizeof argument ? best.args.all[i].length : sizeof argument - 1;
    memcpy(argument, best.args.all[i].at, length);
    argument[length] = '\0';
    if (depth > 0)
      translate(argument, depth - 1, words[i]);
    else
      (void)snprintf(words[i], sizeof words[i], "%s", argument);
    char ignored[ASC_HUNDREDTHS_MAX];
    filled[i] = asc_say_arg_decimal("en", names[i], words[i], ignored);
    filled[i].text = words[i];
  }
  char sentence[ASC_SENTENCE_MAX];
  if (asc_sentence_fill(cli_language_current(), best.sentence, best.length, filled, best.args.count, sentence,
                        sizeof sentence) >= 0)
    memcpy(text, sentence, sizeof sentence);
  return text;
}

const char *cli_say_reason(const char *reason, char text[ASC_SENTENCE_MAX]) {
  return translate(reason, NESTING_MAX, text);
}
