/* A scene as one self-contained SVG drawing: no files, fonts or filters besides it, light and dark, fit for print. */
#ifndef ASC_DRAW_SVG_SVG_H
#define ASC_DRAW_SVG_SVG_H

#include "draw/scene.h"

#include <stddef.h>

/* The drawing as text, which is the caller's to free. The same scene gives the same bytes. Ids and classes begin with a
   prefix made from the scene's hash, so that several drawings can stand in one page. ASC_E_MEMORY or 0. */
int asc_svg_text(const asc_scene *scene, char **text, size_t *length);

#endif
