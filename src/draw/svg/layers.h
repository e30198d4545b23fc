/* A scene as the layers of a live board: JSON whose strings are pieces of SVG. A page has one <svg> and replaces in it
   only what has changed. The parts are separate, so that the page asks only for the parts that are new.

   The backdrop is valid for as long as its key stays the same:

     {"key": "9f…", "box": [left, top, width, height], "cell": 60, "style": "…css…", "defs": "…", "board": "…",
      "holes": "…", "places": {"c3": [x, y, reach]}, "kinds": {"white": {"href": "b-pw", "reach": 26}}}

   The position is everything that a move can change:

     {"backdrop": "9f…", "laid": "…", "leads": "…", "under": "…", "men": "…", "over": "…", "threats": "…",
      "ways": ["M…", null]}

   The targets, "…", change with every selection. The preview, "…", is the path of a move that is not made yet.

   Layers, from the bottom: `board`; `laid`, the cards, and the tiles that are off limits; `holes`, with the labels;
   `under`, the marks of the last move below the pieces; `men`, the pieces; `over`, the marks above the pieces; the
   targets. `leads` (the leader of each tile) and `threats` (pieces in danger) are separate, so that a page can show
   them on request.

   Ids: a place is the group PREFIX-at-ID, the shadow of a card PREFIX-sh-ID, a piece PREFIX-on-ID in `men`. Each object
   is one line of text, so that a page can skip the lines that stayed the same. `ways` has one entry per motion of the
   last move: its path, or null if it does not travel. Objects that are new with the last move have the attribute
   data-new. While a page marks something else, it can hide what has the class last-move: of the last move only the ring
   where it started stays, or the rings around its pieces if it started at no place. `style` applies to classes with the
   prefix; it sets the theme tokens on the classes `board` and `man`. */
#ifndef ASC_DRAW_SVG_LAYERS_H
#define ASC_DRAW_SVG_LAYERS_H

#include "base/json.h"
#include "draw/scene.h"

typedef struct asc_svg_layers_options {
  const char *prefix; /* of ids and classes, up to 9 characters; different for each board of a page */
  bool is_flipped;    /* the board is turned by 180 degrees */
} asc_svg_layers_options;

/* Each writes its part as a member called `name` into an open object. Returns ASC_OK or ASC_E_MEMORY. */
int asc_svg_layers_backdrop_json(asc_json *json, const char *name, const asc_scene *scene,
                                 const asc_svg_layers_options *options);
int asc_svg_layers_position_json(asc_json *json, const char *name, const asc_scene *scene,
                                 const asc_svg_layers_options *options);
int asc_svg_layers_targets_json(asc_json *json, const char *name, const asc_scene *scene,
                                const asc_svg_layers_options *options);
int asc_svg_layers_preview_json(asc_json *json, const char *name, const asc_scene *scene,
                                const asc_svg_layers_options *options);

/* Draws the marks of an analysis (analysis_marks.c), which lie above all layers. `marks` has one mark per line: a word,
   a label, and moves from `position`, which the scene shows. Lines that cannot be read and illegal moves are skipped.
   Overwrites the last path of the scene. Returns ASC_OK or ASC_E_MEMORY.

     best 1 c3-e5      also 2 d9         the engine's moves, with their rank
     reach =10 c3-e5   less =8 c3-c5     values at the ends of moves, best first; one value per place
     played step2 a4-a1                  the move played, with the grade of the mistake
     better check a4-a2                  the move that would have been better
     threat - f4-f6                      the whole turn of the next player, if it were their turn now
     line - g7 a7 j7                     a line: numbered discs, or its first arrows
     own - a3          own - c3,e5       a mark of the user: a place, or an arrow

   The label is a rank (shown only where a piece is placed); `=` and a value (also shown at the end of an arrow);
   `check`; `step1` to `step3`; or `-` for none. */
int asc_svg_layers_analysis_marks_json(asc_json *json, const char *name, asc_scene *scene, const void *position,
                                       const char *marks, const asc_svg_layers_options *options);

#endif
