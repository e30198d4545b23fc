/* Why something is refused, in other languages than English.

   The core says it in one English line, and that line is the key: `there is no player %d`. It comes with its arguments
   filled in, so they are taken out again here. The page does the same with the same files (web/src/i18n/reasons.ts). */
#include "cli/screen/text.h"
#include "language.h"

#include <ctype.h>
#include <string.h>

enum { ARGS = 8, DEPTH = 2 };

typedef struct match_args {
  int count;
  struct {
    const char *at;
    size_t length;
  } all[ARGS];
} match_args;

/* The bytes of the conversion that begins here, "%lld"; 0: none does. `kind` is its letter. */
static size_t conversion(const char *pattern, char *kind) {
  if (*pattern != '%') return 0;
  size_t length = 1 + strspn(pattern + 1, "lz");
  *kind = pattern[length];
  return strchr("cdsu", *kind) != NULL && *kind != '\0' ? length + 1 : 0;
}

static bool may_be(char kind, const char *at, size_t length) {
  if (kind == 's') return true;
  if (kind == 'c') return length > 0 && length <= 4;
  size_t sign = length > 0 && at[0] == '-';
  for (size_t i = sign; i < length; i++)
    if (!isdigit((unsigned char)at[i])) return false;
  return length > sign;
}

/* Whether the line is the pattern with arguments, and which. */
static bool matches(const char *pattern, const char *end, const char *line, match_args *args) {
  while (pattern < end) {
    char kind;
    size_t length = conversion(pattern, &kind);
    if (length == 0) {
      if (*line++ != *pattern++) return false;
      continue;
    }
    if (args->count == ARGS) return false;
    int here = args->count++;
    for (size_t taken = strlen(line) + 1; taken-- > 0;) {
      if (!may_be(kind, line, taken)) continue;
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

/* The entry that says most about the line: its pattern with the arguments, and its sentence. */
typedef struct reason_entry {
  const char *sentence;
  size_t length;
  int fixed;
  match_args args;
} reason_entry;

static void page_search(const char *text, const char *line, reason_entry *best) {
  while (*text != '\0') {
    const char *end = text + strcspn(text, "\n"), *next = end + (*end == '\n');
    if (*text != '#' && *text != ' ' && end > text && *next == ' ') {
      match_args args = {0};
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
  static const char *const names[ARGS] = {"1", "2", "3", "4", "5", "6", "7", "8"};
  reason_entry best = {0};
  (void)snprintf(text, ASC_SENTENCE_MAX, "%s", line);
  for (const text_page *page = text_reasons; page->text != NULL; page++)
    if (strcmp(page->language, language_now()) == 0) page_search(page->text, line, &best);
  if (best.fixed == 0) return text;
  char words[ARGS][ASC_SENTENCE_MAX], own[ASC_SENTENCE_MAX];
  asc_word filled[ARGS];
  for (int i = 0; i < best.args.count; i++) {
    size_t length = best.args.all[i].length < sizeof own ? best.args.all[i].length : sizeof own - 1;
    memcpy(own, best.args.all[i].at, length);
    own[length] = '\0';
    if (depth > 0) /* an argument may be a reason itself */
      translate(own, depth - 1, words[i]);
    else
      (void)snprintf(words[i], sizeof words[i], "%s", own);
    char ignored[ASC_HUNDREDTHS_MAX];
    filled[i] = asc_word_decimal("en", names[i], words[i], ignored);
    filled[i].text = words[i];
  }
  char sentence[ASC_SENTENCE_MAX];
  if (asc_sentence_fill(language_now(), best.sentence, best.length, filled, best.args.count, sentence,
                        sizeof sentence) >= 0)
    memcpy(text, sentence, sizeof sentence);
  return text;
}

const char *say_reason(const char *reason, char text[ASC_SENTENCE_MAX]) { return translate(reason, DEPTH, text); }
