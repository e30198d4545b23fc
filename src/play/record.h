/* The inside of a record, for its readers, its writers and its check. */
#ifndef ASC_PLAY_RECORD_H
#define ASC_PLAY_RECORD_H

#include <ascona/record.h>

#include "growing.h"
#include "history.h"
#include "scan.h"

typedef struct asc_tag asc_tag;
struct asc_tag {
  const char *name, *value;
  int line, column; /* where the value was read; 0: nowhere */
  asc_tag *next;
};

typedef struct asc_block asc_block;

struct asc_record {
  asc_block *blocks; /* all its memory but this struct */
  size_t size;       /* bytes of all names, values and texts */
  int line, column;  /* where it begins in what was read; 0: nowhere */
  asc_tag *tags;
  int tag_count;
  asc_item *first;
  int item_count;
  asc_tag ending; /* the result word behind the moves, as it was read; value NULL: none */
};

/* The plies that are no moves. The first is written behind "p2" and so on. */
#define ASC_PLY_RESIGNS "resigns"
#define ASC_PLY_DRAW "draw-agreed"

/* The comment commands this program writes and reads itself. */
#define ASC_COMMAND_HAND "[%hand]"
#define ASC_COMMAND_REDO "[%redo "

asc_tag *asc_record_find(const asc_record *record, const char *name);

/* What a reader found at a place of the text. */
typedef struct asc_found {
  const char *text;
  size_t length;
  int line, column;
  char escaped; /* a backslash before this and before a backslash is not part of the text; 0: all is */
} asc_found;
/* Tags keep the order in which they are added; one that is there already is refused. */
int asc_record_add_tag(asc_record *record, const asc_found *name, const asc_found *value, asc_error *error);
/* The result word behind the moves. */
int asc_record_end(asc_record *record, const asc_found *found, asc_error *error);
int asc_record_add(asc_record *record, asc_item *outer, asc_item *after, asc_item_kind kind, const asc_found *found,
                   asc_item **item, asc_error *error);

/* Says in which tag the fault is for which the rules of the record could not be opened. Returns `code`. */
int asc_record_blame_spec(const asc_record *record, int code, asc_error *error);

/* asc_record_check and asc_record_to_play at once; `known`, `summary` and `play` may be NULL. */
int asc_record_replay(asc_record *record, const asc_rules *rules, asc_spellings *known, asc_summary *summary,
                      asc_play **play, asc_error *error);
/* asc_reader_next with the running game, which is the caller's; its rules are the reader's until the next one. */
int asc_reader_next_play(asc_reader *reader, asc_record **record, asc_play **play, asc_summary *summary,
                         asc_error *error);

/* Numbers a ply that was just played for `player`. The plies before it must be numbered. */
void asc_item_number(asc_item *item, int player);

/* Compares result and points of a record with the game at the end of its main line, and completes its tags. Where only
   the result tells that somebody gave up or a draw was agreed, the game and the record are ended that way. */
int asc_result_check(asc_record *record, asc_play *play, asc_error *error);
/* Sets the tags that follow from the game: Game, Options, Result, and Points when it is over. */
int asc_result_write(asc_record *record, const asc_play *play, asc_error *error);

/* Each reads one game into an empty record and leaves the scan behind it. */
int asc_text_read(asc_scan *scan, asc_record *record, asc_error *error);
int asc_json_read(asc_scan *scan, asc_record *record, asc_error *error);

/* Adds to the record of a running game what `source`, a checked record that the game went on from, says beside its
   moves: tags, comments, glyphs and variations. */
int asc_record_weave(asc_record *record, const asc_record *source);

void asc_text_write(const asc_record *record, asc_growing *growing);
void asc_json_write(const asc_record *record, asc_growing *growing);

#endif
