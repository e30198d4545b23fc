#include "pen.h"

#include "core/hash.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *light, *dark;
} tokens[] = {
    {"paper", "#f7f3ea", "#1b1a18"}, {"ink", "#26221d", "#e9e2d3"},       {"walnut", "#6b4a32", "#4b3425"},
    {"maple", "#ecd9b5", "#c4ae87"}, {"pear", "#d9b384", "#ad895f"},      {"stone", "#9a9488", "#8e897e"},
    {"lake", "#1f6f8b", "#68aec6"},  {"vermilion", "#c8442b", "#9f2f1c"}, {"leaf", "#3f7d4e", "#265a34"},
    {"ivory", "#f4ecd8", "#ece1c8"}, {"ebony", "#2a2522", "#181411"},     {"field", "#9f7348", "#976f47"},
    {"mark", "#0f3f57", "#0a2a3a"},  {"halo", "#f4ecd8", "#ece1c8"},      {"inlay", "#1f6f8b", "#12556e"},
    {"card", "#dde9e6", "#1c3c4a"},  {"nose", "#e9c88f", "#7a5f38"},      {"fin", "#fbf8f0", "#39464a"},
    {"tail", "#8fbcc8", "#0f5a72"},  {"wave", "#8fb6bf", "#3f6b7a"},      {"dolphin", "#0f3f57", "#b9d8e0"},
    {"belly", "#f4ecd8", "#fbf6e8"}, {"sheen", "#3f86a0", "#e6f3f5"},     {"edge", "#0f3f57", "#0a1c24"},
    {"ring", "#0f3f57", "#dbe9ea"},  {"glow", "#d8912a", "#f0b94e"},
};
enum { TOKENS = sizeof tokens / sizeof tokens[0] };

void asc_pen_begin(svg_pen *pen, asc_growing *out, uint64_t hash) {
  pen->out = out;
  (void)snprintf(pen->prefix, sizeof pen->prefix, "a%07llx-", (unsigned long long)(hash & 0xfffffff));
}

void asc_pen_begin_named(svg_pen *pen, asc_growing *out, const char *prefix) {
  pen->out = out;
  (void)snprintf(pen->prefix, sizeof pen->prefix, "%.9s-", prefix);
}

void asc_pen_tokens_themed(const svg_pen *pen, const char *selector) {
  asc_growing_format(pen->out, "%s{", selector);
  for (int i = 0; i < TOKENS; i++)
    asc_growing_format(pen->out, "--%s:light-dark(%s,%s)%s", tokens[i].name, tokens[i].light, tokens[i].dark,
                       i + 1 < TOKENS ? ";" : "}\n");
}

void asc_pen_tokens(const svg_pen *pen) {
  asc_growing_text(pen->out, ":where(:root){");
  for (int i = 0; i < TOKENS; i++)
    asc_growing_format(pen->out, "--%s:%s%s", tokens[i].name, tokens[i].light, i + 1 < TOKENS ? ";" : "}\n");
  asc_growing_text(pen->out, "@media screen and (prefers-color-scheme:dark){:where(:root){");
  for (int i = 0; i < TOKENS; i++)
    asc_growing_format(pen->out, "--%s:%s%s", tokens[i].name, tokens[i].dark, i + 1 < TOKENS ? ";" : "}}\n");
}

static int token_find(const char *name, size_t length) {
  for (int i = 0; i < TOKENS; i++)
    if (strlen(tokens[i].name) == length && memcmp(tokens[i].name, name, length) == 0) return i;
  return -1;
}

/* At the '%' of `property:%name`, whose property has just been written: adds the value, and all of it once more as a
   variable. Returns what follows. */
static const char *token_put(const svg_pen *pen, const char *start, const char *at) {
  size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
  int token = token_find(at + 1, length);
  const char *property = at;
  while (property > start && strchr("{;'", property[-1]) == NULL) property--;
  if (token >= 0)
    asc_growing_format(pen->out, "%s;%.*svar(--%s,%s)", tokens[token].light, (int)(at - property), property,
                       tokens[token].name, tokens[token].light);
  return at + 1 + length;
}

static const char DIGITS[] = "0123456789";
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void special_put(const svg_pen *pen, char c) {
  if (c == '@')
    asc_growing_text(pen->out, pen->prefix);
  else
    asc_growing_char(pen->out, c == '\'' ? '"' : c);
}

void asc_pen_put(const svg_pen *pen, const char *text) {
  for (const char *at = text; *at != '\0';) {
    size_t plain = strcspn(at, "%@'");
    asc_growing_add(pen->out, at, plain);
    at += plain;
    if (*at == '%')
      at = token_put(pen, text, at);
    else if (*at != '\0')
      special_put(pen, *at++);
  }
}

/* The end of the number at a decimal point, without zeros that say nothing. */
static const char *decimals_end(const char *point) {
  const char *end = point + 1 + strspn(point + 1, DIGITS);
  while (end > point + 1 && end[-1] == '0') end--;
  return end == point + 1 ? point : end;
}

/* A piece of what is formatted. */
static void piece_put(const svg_pen *pen, const char *text, const char *end) {
  for (const char *at = text; at < end;) {
    const char *from = at;
    while (at < end && *at != '@' && *at != '\'' && *at != '.') at++;
    asc_growing_add(pen->out, from, (size_t)(at - from));
    if (at == end) return;
    bool number = *at == '.' && at > text && is_digit(at[-1]) && at + 1 < end && is_digit(at[1]);
    if (number) {
      asc_growing_add(pen->out, at, (size_t)(decimals_end(at) - at));
      at += 1 + strspn(at + 1, DIGITS);
    } else {
      special_put(pen, *at++);
    }
  }
}

/* To the nearest whole number, of two as near to the even one: the product is taken with what it lost, so that a value
   just below a half is not taken for one. */
uint64_t asc_pen_round(double value, int decimals) {
  static const int scales[] = {1, 10, 100, 1000};
  double scale = scales[decimals];
  double product = value * scale, split = value * 134217729.0, high = split - (split - value);
  double lost = (high * scale - product) + (value - high) * scale, whole = floor(product), rest = product - whole;
  uint64_t floored = (uint64_t)whole;
  if (rest == 0.5 && lost != 0) return floored + (lost > 0);
  if (rest == 0.5) return floored + (floored & 1);
  return floored + (rest > 0.5);
}

/* With so many decimals, less the zeros at its end. */
static void number_put(const svg_pen *pen, double value, int decimals) {
  char text[32], *at = text + sizeof text;
  uint64_t scaled = asc_pen_round(fabs(value), decimals);
  while (decimals > 0 && scaled % 10 == 0) {
    scaled /= 10;
    decimals--;
  }
  for (int digit = 0; digit <= decimals || scaled > 0; digit++) {
    if (digit == decimals && digit > 0) *--at = '.';
    *--at = (char)('0' + scaled % 10);
    scaled /= 10;
  }
  if (signbit(value)) *--at = '-';
  asc_growing_add(pen->out, at, (size_t)(text + sizeof text - at));
}

void asc_pen_format(const svg_pen *pen, const char *format, ...) {
  va_list args;
  va_start(args, format);
  for (const char *at = format; *at != '\0';) {
    const char *end = at + strcspn(at, "%");
    piece_put(pen, at, end);
    at = end;
    if (*at == '\0') break;
    char sort = at[1];
    at += 2;
    if (sort == 's') {
      const char *text = va_arg(args, const char *);
      piece_put(pen, text, text + strlen(text));
    } else if (sort == 'c') {
      asc_growing_char(pen->out, (char)va_arg(args, int));
    } else if (sort == 'd') {
      number_put(pen, va_arg(args, int), 0);
    } else { /* .1f */
      number_put(pen, va_arg(args, double), at[0] - '0');
      at += 2;
    }
  }
  va_end(args);
}

void asc_pen_words(const svg_pen *pen, const char *words) {
  for (; *words != '\0'; words++) {
    switch (*words) {
    case '&': asc_growing_text(pen->out, "&amp;"); break;
    case '<': asc_growing_text(pen->out, "&lt;"); break;
    case '>': asc_growing_text(pen->out, "&gt;"); break;
    case '"': asc_growing_text(pen->out, "&quot;"); break;
    default: asc_growing_char(pen->out, *words);
    }
  }
}

/* The next of a row of numbers from `least` to `most` that look drawn by lot and are the same everywhere. */
static double next_between(uint64_t *state, double least, double most) {
  *state = asc_hash_add(*state, 1);
  return least + (most - least) * (double)(*state >> 40) / (double)(1 << 24);
}

void asc_pen_grain(const svg_pen *pen, const svg_grain *grain) {
  uint64_t state = asc_hash_add(grain->seed, 0);
  double y = next_between(&state, 0.2, 0.9) * grain->spacing;
  while (y < grain->height) {
    double middle = grain->width * next_between(&state, 0.44, 0.56), rest = grain->width - middle;
    double bow = grain->width / 40 * sin(acos(-1) * (0.1 + 0.8 * y / grain->height)) * next_between(&state, 0.6, 1);
    double stroke = next_between(&state, grain->stroke_least, grain->stroke_most);
    double opacity = next_between(&state, grain->opacity_least, grain->opacity_most);
    asc_pen_format(
        pen, "<path d='M0 %.1fc%.1f %.1f %.1f %.1f %.1f %.1fs%.1f %.1f %.1f %.1f' stroke-width='%.2f' opacity='%.2f'/>",
        y, middle / 3, bow / 2, middle * 2 / 3, bow, middle, bow, rest * 2 / 3, -bow * 1.5, rest, -bow, stroke,
        opacity);
    y += grain->spacing * next_between(&state, 0.45, 1.55);
  }
}
