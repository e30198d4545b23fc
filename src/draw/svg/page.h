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

/* Marks of who studies the game (study.c), over all that: a line each, a word for what it is, its label, and moves from
   the position of the scene. The scene's last way is used up.

     best 1 c3-e5      also 2 d9         the engine's moves by rank
     reach =10 c3-e5   less =8 c3-c5     where moves lead, the best first; a place tells of one
     played step2 a4-a1                  what was played, with the steps of its grade
     better check a4-a2                  what would have been better
     threat - f4-f6                      what the next player would do if it were his turn, the whole of it
     line - g7 a7 j7                     a line: numbered discs, or its first arrows
     own - a3          own - c3,e5       what a person marked: a place, or an arrow

   A label is a rank, which only what is put shows; `=10`, a value for the end of an arrow too; `check`, `step1` to
   `step3`; or `-`, none. */
int asc_svg_page_marks(asc_json *json, const char *name, asc_scene *scene, const void *position, const char *marks,
                       const svg_page_options *options);

#endif
