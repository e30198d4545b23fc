/* A scene as the layers of a live board: JSON whose strings are pieces of SVG, for a page that keeps one <svg> and
   changes in it only what changed.

     {"box": [left, top, width, height], "cell": 60, "style": "…css…", "defs": "…", "board": "…", "under": "…",
      "men": "…", "over": "…", "targets": "…",
      "places": {"c3": [x, y, reach]}, "kinds": {"white": {"href": "b-pw", "reach": 26}}, "ways": ["M…", null]}

   `board` lies at the bottom, then what the last move left under the men, the men, what is drawn over them, and where
   one may go. A place is the group PREFIX-at-ID in `board`, the shadow of a card PREFIX-sh-ID, a man PREFIX-on-ID in
   `men`. A thing is a line, so that lines which stay need no drawing. `ways` goes with the motions of the last move:
   where a thing travels; what that move made has the attribute data-new. `style` belongs to the prefix and the theme
   tokens to the classes `board` and `man`. */
#ifndef ASC_DRAW_SVG_PAGE_H
#define ASC_DRAW_SVG_PAGE_H

#include "core/json.h"
#include "draw/scene.h"

typedef struct svg_page_options {
  const char *prefix; /* of ids and classes: one for each board of a page, up to 9 characters */
  bool flipped;
} svg_page_options;

/* Writes the object. ASC_OK or ASC_E_MEMORY. */
int asc_svg_page(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options);

#endif
