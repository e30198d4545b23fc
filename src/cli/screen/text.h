/* Pages of text for the user: rendered Markdown, wrapped, and shown through a pager if they are longer than the screen.

   The environment variable PAGER names the pager; without it, `less` is tried. An empty PAGER, or `cat`, means none. */
#ifndef CLI_SCREEN_TEXT_H
#define CLI_SCREEN_TEXT_H

#include "base/strbuf.h"
#include "draw/text/board.h"

/* The texts that are built into the program: the rules of each game in each language, its lesson, the diagrams of
   its rules, and the translations of reasons. Each list ends with an entry without text. */
typedef struct cli_text_page {
  const char *game, *language, *text;
} cli_text_page;
extern const cli_text_page cli_text_rules_pages[], cli_text_lessons[], cli_text_diagrams[], cli_text_reasons[];

/* Renders Markdown: headings, lists, tables, code, and the diagrams of the game. Marks of emphasis are left out.
   `game` may be NULL: no diagrams. */
void cli_text_print_markdown(FILE *out, const char *markdown, const asc_game *game, const asc_board_style *style);
/* Prints the diagram of that name; nothing if there is none. */
void cli_text_print_diagram(FILE *out, const asc_game *game, const char *name, const asc_board_style *style);

/* Shows a text on stdout. Uses the pager if stdout is a terminal and the text does not fit on its screen. Returns
   the exit status; if memory runs out, prints an error and shows nothing. */
int cli_text_show(const char *text);
/* Opens a stream for a page; cli_text_show_page shows what was printed to it and frees it. If memory runs out,
   prints an error and returns NULL; then there is nothing to close. */
FILE *cli_text_open_page(asc_strbuf *buffer);
int cli_text_show_page(FILE *out, asc_strbuf *buffer);

/* Shows the rules of a game: rendered and paged on a terminal, as plain Markdown otherwise. Returns the exit status. */
int cli_text_show_rules(const asc_game *game, const asc_board_style *style);

/* Prints a line of help for a prompt: the word, its argument and its meaning. The meaning is the message "word.WORD",
   unless there is one of this prompt: with "learn-" as `prompt`, "learn-word.WORD". */
void cli_text_print_word_help(FILE *out, const char *word, const char *argument, const char *prompt);

#endif
