/* A scene as the layers of a live board: JSON whose strings are pieces of SVG, for a page that keeps one <svg> and
   changes in it only what changed. It comes in parts, so that nobody asks for more than is new.

   The backdrop stays from move to move, as long as its key does:

     {"key": "9f…", "box": [left, top, width, height], "cell": 60, "style": "…css…", "defs": "…", "board": "…",
      "holes": "…", "places": {"c3": [x, y, reach]}, "kinds": {"white": {"href": "b-pw", "reach": 26}}}

   The drawing is what a move may change:

     {"backdrop": "9f…", "laid": "…", "leads": "…", "under": "…", "men": "…", "over": "…", "threats": "…",
      "ways": ["M…", null]}

   and the targets, "…", follow every touch. `ahead`, "…", is the way of a move that is not made yet. Who leads a plate
   and which men are in danger are layers of their own: a page shows them to those who want to see them.

   `board` lies at the bottom, on it what may be turned or barred (`laid`), then holes and labels, what the last move
   left under the men, the men, what is drawn over them, and where one may go. A place is the group PREFIX-at-ID, the
   shadow of a card PREFIX-sh-ID, a man PREFIX-on-ID in `men`. A thing is a line, so that lines which stay need no
   drawing. `ways` goes with the motions of the last move: where a thing travels; what that move made has the attribute
   data-new. `style` belongs to the prefix and the theme tokens to the classes `board` and `man`. */
#ifndef ASC_DRAW_SVG_PAGE_H
#define ASC_DRAW_SVG_PAGE_H

#include "core/json.h"
#include "draw/scene.h"

typedef struct svg_page_options {
  const char *prefix; /* of ids and classes: one for each board of a page, up to 9 characters */
  bool flipped;
} svg_page_options;

/* Each writes its part as a member called `name`. ASC_OK or ASC_E_MEMORY. */
int asc_svg_page_backdrop(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options);
int asc_svg_page_drawing(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options);
int asc_svg_page_targets(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options);
int asc_svg_page_ahead(asc_json *json, const char *name, const asc_scene *scene, const svg_page_options *options);

#endif
