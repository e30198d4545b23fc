/* The internals of a record, for its readers, its writers and its check. Read ascona/record.h first. */
#ifndef ASC_PLAY_RECORD_H
#define ASC_PLAY_RECORD_H

#include <ascona/record.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "history.h"

typedef struct asc_tag asc_tag;
struct asc_tag {
  const char *name, *value;
  int line, column; /* of the value in the text that was read; 0: none */
  asc_tag *next;
};

typedef struct asc_block asc_block;

struct asc_record {
  asc_block *blocks; /* all memory of the record except this struct */
  size_t text_bytes; /* bytes of all names, values and texts */
  char escapable;    /* in the span that is being added a backslash before this character or before a backslash is left
                        out; 0: nothing is escaped */
  int line, column;  /* where the record starts in the text that was read; 0: nowhere */
  asc_tag *tags;
  int tag_count;
  asc_record_item *first_item;
  int item_count;
  asc_tag ending; /* the result word after the moves, as read; value NULL: none */
};

/* Plies that are not moves. The first follows the player: "p2resigns". */
#define ASC_PLY_RESIGNS "resigns"
#define ASC_PLY_DRAW "draw-agreed"

/* Commands in comments that this program writes and reads itself: the roll was typed in by hand; these plies were
   undone and can be redone. */
#define ASC_COMMAND_HAND "[%hand]"
#define ASC_COMMAND_REDO "[%redo "

/* Returns the value of a tag and where it was read. */
asc_span asc_tag_span(const asc_tag *tag);
/* Returns the tag with this name, which the record owns, or NULL if there is none. */
asc_tag *asc_record_find_tag(const asc_record *record, const char *name);

/* Returns whether JSON comes next: a game as text starts with [Name, as JSON with {, and an array of JSON games with [{
   or []. */
bool asc_record_is_json(asc_cursor cursor);
/* Fills the error with the word at the cursor as token. Returns ASC_E_INPUT. */
int asc_record_fail_at(const asc_cursor *cursor, asc_error *error, const char *reason);
/* Adds a tag after the others. Returns ASC_OK, ASC_E_INPUT for a bad tag or a second one with the same name, or
   ASC_E_MEMORY. */
int asc_record_add_tag(asc_record *record, const asc_span *name, const asc_span *value, asc_error *error);
/* Sets the result word after the moves. Returns ASC_OK or ASC_E_MEMORY. */
int asc_record_set_ending(asc_record *record, const asc_span *span, asc_error *error);
/* As asc_record_insert, with a span of the text. */
int asc_record_add_item(asc_record *record, asc_record_item *parent, asc_record_item *after, asc_record_item_kind kind,
                        const asc_span *span, asc_record_item **item, asc_error *error);

/* Adds to an error the line and column of the tag because of which the rules of the record could not be opened. Returns
   `code`. */
int asc_record_locate_spec_error(const asc_record *record, int code, asc_error *error);

/* asc_record_check and asc_record_to_play in one pass, with the same return values. The caller closes *play, which is
   NULL after an error. `cache`, `summary` and `play` may be NULL. */
int asc_record_replay(asc_record *record, const asc_rules *rules, asc_move_cache *cache, asc_record_summary *summary,
                      asc_play **play, asc_error *error);
/* asc_record_reader_next with the running game, which the caller closes. Its rules belong to the reader and are valid
   until the next call. `play` may be NULL; *play is not written if no game could be read, so set it to NULL before. */
int asc_record_reader_next_play(asc_record_reader *reader, asc_record **record, asc_play **play,
                                asc_record_summary *summary, asc_error *error);

/* Returns the rules of the last game, which the caller then owns. */
asc_rules *asc_record_reader_take_rules(asc_record_reader *reader);

/* Sets the player and the round of a ply that was just played for `player`. The plies before it must have theirs. */
void asc_record_item_set_round(asc_record_item *item, int player);

/* Compares the result and the points of a record with the game at the end of its main line, and completes the tags. If
   only the result shows that a player resigned or a draw was agreed, ends the game and the record that way. Returns
   ASC_OK, or an error code as asc_record_check does. */
int asc_record_check_result(asc_record *record, asc_play *play, asc_error *error);
/* Sets the tags that follow from the game: Game, Options, Result, and Points if it is over. Returns ASC_OK or an error
   code. */
int asc_record_set_result_tags(asc_record *record, const asc_play *play, asc_error *error);

/* Each reads one game into an empty record and leaves the cursor after it. Returns ASC_OK or an error code. */
int asc_record_read_text(asc_cursor *cursor, asc_record *record, asc_error *error);
int asc_record_read_json(asc_cursor *cursor, asc_record *record, asc_error *error);

/* Adds the tags, comments, glyphs and variations of `source` to the record of a running game. `source` is a checked
   record from which the game was resumed. Returns ASC_OK or an error code. */
int asc_record_merge_annotations(asc_record *record, const asc_record *source);

/* Each adds the whole record to the buffer. If memory runs out, the buffer says so. */
void asc_record_write_text(const asc_record *record, asc_strbuf *buffer);
void asc_record_write_json(const asc_record *record, asc_strbuf *buffer);

#endif
