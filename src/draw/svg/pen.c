/* The colour tokens of the theme, and the replacements that pen.h describes. */
#include "pen.h"

#include "base/hash.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
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

void asc_svg_pen_start(asc_svg_pen *pen, asc_strbuf *out, uint64_t hash) {
  pen->out = out;
  asc_writer writer = asc_writer_over(pen->prefix, sizeof pen->prefix);
  asc_writer_char(&writer, 'a');
  asc_writer_hex(&writer, hash & 0xfffffff, 7);
  asc_writer_char(&writer, '-');
}

void asc_svg_pen_start_named(asc_svg_pen *pen, asc_strbuf *out, const char *prefix) {
  pen->out = out;
  size_t length = strnlen(prefix, 9);
  memcpy(pen->prefix, prefix, length);
  memcpy(pen->prefix + length, "-", 2);
}

void asc_svg_pen_tokens_themed(const asc_svg_pen *pen, const char *selector) {
  asc_strbuf_format(pen->out, "%s{", selector);
  for (int i = 0; i < TOKENS; i++)
    asc_strbuf_format(pen->out, "--%s:light-dark(%s,%s)%s", tokens[i].name, tokens[i].light, tokens[i].dark,
                      i + 1 < TOKENS ? ";" : "}\n");
}

void asc_svg_pen_tokens(const asc_svg_pen *pen) {
  asc_strbuf_add_text(pen->out, ":where(:root){");
  for (int i = 0; i < TOKENS; i++)
    asc_strbuf_format(pen->out, "--%s:%s%s", tokens[i].name, tokens[i].light, i + 1 < TOKENS ? ";" : "}\n");
  asc_strbuf_add_text(pen->out, "@media screen and (prefers-color-scheme:dark){:where(:root){");
  for (int i = 0; i < TOKENS; i++)
    asc_strbuf_format(pen->out, "--%s:%s%s", tokens[i].name, tokens[i].dark, i + 1 < TOKENS ? ";" : "}}\n");
}

static int token_find(const char *name, size_t length) {
  for (int i = 0; i < TOKENS; i++)
    if (strlen(tokens[i].name) == length && memcmp(tokens[i].name, name, length) == 0) return i;
  return -1;
}

/* `at` is the '%' of `property:%name`, whose property is already written. Writes the light value, then the property
   once more with the CSS variable. Returns the text after the token. */
static const char *token_put(const asc_svg_pen *pen, const char *start, const char *at) {
  size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
  int token = token_find(at + 1, length);
  const char *property = at;
  while (property > start && strchr("{;'", property[-1]) == NULL) property--;
  if (token >= 0) {
    asc_strbuf_format(pen->out, "%s;", tokens[token].light);
    asc_strbuf_add(pen->out, property, (size_t)(at - property));
    asc_strbuf_format(pen->out, "var(--%s,%s)", tokens[token].name, tokens[token].light);
  }
  return at + 1 + length;
}

static const char DIGITS[] = "0123456789";
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void special_put(const asc_svg_pen *pen, char c) {
  if (c == '@')
    asc_strbuf_add_text(pen->out, pen->prefix);
  else
    asc_strbuf_add_char(pen->out, c == '\'' ? '"' : c);
}

void asc_svg_pen_put(const asc_svg_pen *pen, const char *text) {
  for (const char *at = text; *at != '\0';) {
    size_t plain = strcspn(at, "%@'");
    asc_strbuf_add(pen->out, at, plain);
    at += plain;
    if (*at == '%')
      at = token_put(pen, text, at);
    else if (*at != '\0')
      special_put(pen, *at++);
  }
}

/* Returns the end of the decimals after a decimal point, without trailing zeros. */
static const char *decimals_end(const char *point) {
  const char *end = point + 1 + strspn(point + 1, DIGITS);
  while (end > point + 1 && end[-1] == '0') end--;
  return end == point + 1 ? point : end;
}

/* Writes literal text or a string argument of a format. */
static void piece_put(const asc_svg_pen *pen, const char *text, const char *end) {
  for (const char *at = text; at < end;) {
    const char *from = at;
    while (at < end && *at != '@' && *at != '\'' && *at != '.') at++;
    asc_strbuf_add(pen->out, from, (size_t)(at - from));
    if (at == end) return;
    bool is_number = *at == '.' && at > text && is_digit(at[-1]) && at + 1 < end && is_digit(at[1]);
    if (is_number) {
      asc_strbuf_add(pen->out, at, (size_t)(decimals_end(at) - at));
      at += 1 + strspn(at + 1, DIGITS);
    } else {
      special_put(pen, *at++);
    }
  }
}

/* Returns value * 10^decimals as a whole number, rounded as printf rounds: to the nearest, and halves to the even one.
   `lost` is the rounding error of the product, so that a value just below a half is not rounded as a half. */
static uint64_t scale_up(double value, int decimals) {
  static const int scales[] = {1, 10, 100, 1000};
  double scale = scales[decimals];
  double product = value * scale, split = value * 134217729.0, high = split - (split - value);
  double lost = (high * scale - product) + (value - high) * scale, whole = floor(product), rest = product - whole;
  uint64_t floored = (uint64_t)whole;
  if (rest == 0.5 && lost != 0) return floored + (lost > 0);
  if (rest == 0.5) return floored + (floored & 1);
  return floored + (rest > 0.5);
}

/* Writes a number with at most `decimals` decimals, without trailing zeros. */
static void number_put(const asc_svg_pen *pen, double value, int decimals) {
  char text[32], *at = text + sizeof text;
  uint64_t scaled = scale_up(fabs(value), decimals);
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
  asc_strbuf_add(pen->out, at, (size_t)(text + sizeof text - at));
}

static void vformat_put(const asc_svg_pen *pen, const char *format, va_list args) {
  for (const char *at = format; *at != '\0';) {
    const char *end = at + strcspn(at, "%");
    piece_put(pen, at, end);
    at = end;
    if (*at == '\0') break;
    char conversion = at[1];
    at += 2;
    if (conversion == 's') {
      const char *text = va_arg(args, const char *);
      piece_put(pen, text, text + strlen(text));
    } else if (conversion == 'c') {
      asc_strbuf_add_char(pen->out, (char)va_arg(args, int));
    } else if (conversion == 'd') {
      number_put(pen, va_arg(args, int), 0);
    } else { /* %.1f … %.3f */
      number_put(pen, va_arg(args, double), at[0] - '0');
      at += 2;
    }
  }
}

void asc_svg_pen_format(const asc_svg_pen *pen, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vformat_put(pen, format, args);
  va_end(args);
}

/* The text is formatted at the end of the drawing and taken off again. */
void asc_svg_pen_format_part(const asc_svg_pen *pen, char *text, size_t size, const char *format, ...) {
  size_t start = pen->out->length;
  asc_writer writer = asc_writer_over(text, size);
  va_list args;
  va_start(args, format);
  vformat_put(pen, format, args);
  va_end(args);
  if (pen->out->failed) return;
  asc_writer_string(&writer, pen->out->text + start);
  pen->out->length = start;
  pen->out->text[start] = '\0';
}

void asc_svg_pen_escaped(const asc_svg_pen *pen, const char *text) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case '&': asc_strbuf_add_text(pen->out, "&amp;"); break;
    case '<': asc_strbuf_add_text(pen->out, "&lt;"); break;
    case '>': asc_strbuf_add_text(pen->out, "&gt;"); break;
    case '"': asc_strbuf_add_text(pen->out, "&quot;"); break;
    default: asc_strbuf_add_char(pen->out, *text);
    }
  }
}

/* Returns the next pseudo-random number from `min` to `max`. The sequence is the same on all machines. */
static double random_between(uint64_t *state, double min, double max) {
  *state = asc_hash_add(*state, 1);
  return min + (max - min) * (double)(*state >> 40) / (double)(1 << 24);
}

void asc_svg_pen_grain(const asc_svg_pen *pen, const asc_svg_grain *grain) {
  uint64_t state = asc_hash_add(grain->seed, 0);
  double y = random_between(&state, 0.2, 0.9) * grain->spacing;
  while (y < grain->height) {
    double middle = grain->width * random_between(&state, 0.44, 0.56), rest = grain->width - middle;
    double bow = grain->width / 40 * sin(acos(-1) * (0.1 + 0.8 * y / grain->height)) * random_between(&state, 0.6, 1);
    double stroke = random_between(&state, grain->stroke_min, grain->stroke_max);
    double opacity = random_between(&state, grain->opacity_min, grain->opacity_max);
    asc_svg_pen_format(
        pen, "<path d='M0 %.1fc%.1f %.1f %.1f %.1f %.1f %.1fs%.1f %.1f %.1f %.1f' stroke-width='%.2f' opacity='%.2f'/>",
        y, middle / 3, bow / 2, middle * 2 / 3, bow, middle, bow, rest * 2 / 3, -bow * 1.5, rest, -bow, stroke,
        opacity);
    y += grain->spacing * random_between(&state, 0.45, 1.55);
  }
}
