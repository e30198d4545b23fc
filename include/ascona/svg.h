/* Drawing: a position of a running game as one SVG document.

   The document is self-contained: it needs no files, fonts or filters, suits light and dark backgrounds, and can be
   printed. It has a title and a description for screen readers. */
#ifndef ASCONA_SVG_H
#define ASCONA_SVG_H

#include <ascona/play.h>

ASC_C_BEGIN

/* Draws the game as it was after its first `event_count` events; asc_play_event_count(play) draws the position now. The
   same game gives the same bytes. Ids and classes start with a prefix made from a hash of the drawing, so that several
   drawings can be part of one page. The caller frees *text with free(); *length does not count the zero byte. Returns
   ASC_OK; ASC_E_STATE for an event count out of range; or ASC_E_MEMORY. After an error *text is NULL. */
ASC_API int asc_svg_write_play(const asc_play *play, int event_count, char **text, size_t *length);

ASC_C_END

#endif
