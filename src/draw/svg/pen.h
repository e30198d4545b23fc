/* Writing SVG: a prefix before every id and class, numbers without needless digits, colours by token.

   In text and formats, `@` stands for the prefix, `'` for a double quote and `%name` for a colour token of the theme
   (`fill:%maple`; not in formats). A token is written twice: as its light value, and as a CSS variable that falls back
   to this value. So renderers without CSS variables show the light drawing, and browsers follow the page's theme. */
#ifndef ASC_DRAW_SVG_PEN_H
#define ASC_DRAW_SVG_PEN_H

#include "base/strbuf.h"

#include <stdint.h>

typedef struct asc_svg_pen {
  asc_strbuf *out; /* owned by the caller; reports a lack of memory */
  char prefix[12];
} asc_svg_pen;

/* Starts writing to `out`, with a prefix made from `hash`. */
void asc_svg_pen_start(asc_svg_pen *pen, asc_strbuf *out, uint64_t hash);
/* The same with a given prefix, of which the first 9 characters are used. */
void asc_svg_pen_start_named(asc_svg_pen *pen, asc_strbuf *out, const char *prefix);

/* Writes text in which `@`, `'` and `%name` are replaced. */
void asc_svg_pen_put(const asc_svg_pen *pen, const char *text);
/* Writes as printf does. Knows only %d, %c, %s and %.1f to %.3f. Replaces `@` and `'`, also in strings, and drops zeros
   at the end of decimals. */
void asc_svg_pen_format(const asc_svg_pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the same to `text` instead, for a part that is drawn more than once. */
void asc_svg_pen_format_part(const asc_svg_pen *pen, char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Writes text that may hold characters reserved in XML, escaped. */
void asc_svg_pen_escaped(const asc_svg_pen *pen, const char *text);

/* Writes the CSS variables of all tokens, light and dark by the reader's preference. */
void asc_svg_pen_tokens(const asc_svg_pen *pen);
/* The same for a page that chooses the theme itself: for the elements of this selector, as light-dark(…). */
void asc_svg_pen_tokens_themed(const asc_svg_pen *pen, const char *selector);

/* The grain of wood: wavy hairlines along the x axis that fill width × height. Lengths are units of the drawing. */
typedef struct asc_svg_grain {
  double width, height, spacing;
  double opacity_min, opacity_max;
  double stroke_min, stroke_max;
  uint64_t seed; /* the same seed gives the same lines */
} asc_svg_grain;
void asc_svg_pen_grain(const asc_svg_pen *pen, const asc_svg_grain *grain);

#endif
