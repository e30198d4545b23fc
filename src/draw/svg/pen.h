/* Writing SVG: text with a prefix before every id and class, numbers without needless digits, colours by token.

   In what is put, `@` stands for the prefix, `'` for a double quote and `%name` for a colour token of the look
   (`fill:%maple`). A token is written twice, as its light value and as a variable with that value to fall back to, so
   that renderers without CSS variables show the light drawing and browsers follow the page's theme. */
#ifndef ASC_DRAW_SVG_PEN_H
#define ASC_DRAW_SVG_PEN_H

#include "play/growing.h"

#include <stdint.h>
#include <stdio.h>

typedef struct svg_pen {
  asc_growing *out;
  char prefix[12];
} svg_pen;

void asc_pen_begin(svg_pen *pen, asc_growing *out, uint64_t hash);
/* With a prefix of up to 9 characters. */
void asc_pen_begin_named(svg_pen *pen, asc_growing *out, const char *prefix);

void asc_pen_put(const svg_pen *pen, const char *text);
/* As printf does, of which it knows %d, %c, %s and %.1f to %.3f; afterwards `@` and `'` are replaced, and zeros behind
   a decimal point are dropped. */
void asc_pen_format(const svg_pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number of at least 0 in units of its last decimal, of which there are up to three; rounded as printf rounds. */
uint64_t asc_pen_round(double value, int decimals);
/* Words that may hold characters XML reserves. */
void asc_pen_words(const svg_pen *pen, const char *words);

/* The tokens' values for light and dark. */
void asc_pen_tokens(const svg_pen *pen);
/* The same for a page that chooses the theme itself: on what the selector finds, as light-dark(…). */
void asc_pen_tokens_themed(const svg_pen *pen, const char *selector);

/* Wavy hairlines along the x axis that fill width by height, a drawing of wood by `seed`. */
typedef struct svg_grain {
  double width, height, spacing;
  double opacity_least, opacity_most;
  double stroke_least, stroke_most;
  uint64_t seed;
} svg_grain;
void asc_pen_grain(const svg_pen *pen, const svg_grain *grain);

#endif
