/* A scene as one self-contained SVG drawing: no other files, web fonts or filters, light and dark theme, fit for
   print. */
#ifndef ASC_DRAW_SVG_SVG_H
#define ASC_DRAW_SVG_SVG_H

#include <ascona/svg.h>

#include "draw/scene.h"

/* Draws the scene. *text gets the drawing, which the caller frees, and *length its length in bytes. The same scene
   gives the same bytes. Ids and classes start with a prefix made from the scene's hash, so that one page can hold
   several drawings. Returns ASC_OK, or ASC_E_MEMORY with *text NULL. */
int asc_svg_write(const asc_scene *scene, char **text, size_t *length);

#endif
