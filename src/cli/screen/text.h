/* Pages of text for people: Markdown as a terminal shows it, in lines that fit, and through a pager where they are more
   than a screen.

   PAGER names the pager; without it `less` is tried. An empty PAGER, or `cat`, means none. */
#ifndef ASC_CLI_SCREEN_TEXT_H
#define ASC_CLI_SCREEN_TEXT_H

#include "draw/text/board.h"
#include "play/growing.h"

/* The texts built into the program: the rules of each game in each language, its lesson, the diagrams of its rules, and
   what reasons are in other languages. The last of each has no text. */
typedef struct text_page {
  const char *game, *language, *text;
} text_page;
extern const text_page text_rules_pages[], text_lessons[], text_diagrams[], text_reasons[];

/* Markdown, rendered: headings, lists, tables, code, emphasis, and the diagrams of a game's rules; NULL: there are
   none. */
void text_markdown(FILE *out, const char *markdown, const asc_game *game, const board_style *style);
/* The diagram of that name; nothing where there is none. */
void text_diagram(FILE *out, const asc_game *game, const char *name, const board_style *style);

/* Shows a text that is ready on stdout, through the pager if it is a terminal and the text is more than its screen.
   Returns the status of a command; no memory is told, and then nothing was shown. */
int text_show(const char *written);
/* The same for what is printed to the file in between. NULL: there is no memory, which is told, and nothing to end. */
FILE *text_begin(asc_growing *sheet);
int text_end(FILE *out, asc_growing *sheet);

/* The rules of a game: rendered and paged on a terminal, as they are elsewhere. Returns as `text_show` does. */
int text_rules(const asc_game *game, const board_style *style);

/* A line of help at a prompt: the word, its argument, and what it means, which is the sentence of `prefix` and word. */
void word_help(FILE *out, const char *word, const char *argument, const char *prefix);

#endif
