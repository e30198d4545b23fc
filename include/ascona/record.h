/* Records: games as text in the style of PGN, or as JSON. docs/formats.md has the grammar of both.

   A record is a list of tags and a line. A line is a list of items in the order of the text: plies, comments,
   annotation glyphs (NAGs) and variations. A variation is a line of its own that replaces the ply before it. Unknown
   tags and comments are preserved. Two kinds of plies are not moves: a resignation (`p2resigns`) and `draw-agreed`.

   A record is only data and contains no rules. asc_record_check plays it through, with every variation: a record that
   passes is a game that could have been played, with the right result and points. Records from asc_record_reader_next
   have been checked. */
#ifndef ASCONA_RECORD_H
#define ASCONA_RECORD_H

#include <ascona/play.h>

ASC_C_BEGIN

#define ASC_RECORDS_MAX (64U << 20)  /* bytes of a text with many games */
#define ASC_RECORD_MAX (8U << 20)    /* bytes of the tags, plies and comments of one game, without punctuation */
#define ASC_RECORD_ITEMS_MAX 1000000 /* items of one game */
#define ASC_RECORD_DEPTH_MAX 64      /* levels of variations within variations */
#define ASC_RECORD_TAGS_MAX 128      /* tags of one game */
#define ASC_RECORD_VALUE_MAX 4096    /* bytes of a tag's value */

typedef struct asc_record asc_record;

typedef enum asc_record_item_kind {
  ASC_RECORD_PLY,
  ASC_RECORD_COMMENT,
  ASC_RECORD_NAG,
  ASC_RECORD_VARIATION
} asc_record_item_kind;

/* Items and their texts belong to the record and are valid until it is closed. Change them only with the functions
   below. asc_record_check fills the members from `player` on. */
typedef struct asc_record_item asc_record_item;
struct asc_record_item {
  asc_record_item_kind kind;
  const char *text;             /* the ply; the comment without braces; the number of the NAG; "" for a variation */
  int line, column;             /* where it was read, counted from 1, column in bytes; 0 if it was not read */
  asc_record_item *next;        /* the next item of its line; NULL: it is the last */
  asc_record_item *first_child; /* VARIATION: the first item of its line */
  asc_record_item *parent;      /* the variation that contains it; NULL: it is in the main line */
  asc_record_item *ply;         /* the last ply before it, NULL: none; VARIATION: the ply that it replaces */
  int player;                   /* PLY: the player who made it, 1 to 4; for a roll, the player who rolls */
  int round;                    /* PLY: the move number in the text; 0: none */
  bool starts_round;            /* PLY: it starts a new move number */
  bool is_manual_roll;          /* PLY: false only for a roll of the main line that follows from the seed */
  int events_before;            /* PLY: the number of events of the running game before it */
};

/* Creates an empty record. Returns ASC_OK or ASC_E_MEMORY. */
ASC_API int asc_record_open(asc_record **record);
ASC_API void asc_record_close(asc_record *record);

/* Returns the value of a tag, or NULL if there is no such tag. It belongs to the record and is valid until the tag is
   set. */
ASC_API const char *asc_record_tag(const asc_record *record, const char *name);
/* Sets *name and *value to those of the tag at `index`, counted from 0. Returns false if there is none. */
ASC_API bool asc_record_tag_at(const asc_record *record, int index, const char **name, const char **value);
/* Changes or adds a tag: known tags in their fixed order, others at the end. Both texts are copied. Returns ASC_OK,
   ASC_E_INPUT for a name or value that a tag can't have or if a limit above is exceeded, or ASC_E_MEMORY. */
ASC_API int asc_record_set_tag(asc_record *record, const char *name, const char *value, asc_error *error);

/* Returns the first item of the main line, or NULL if it is empty. */
ASC_API asc_record_item *asc_record_first_item(const asc_record *record);
/* Inserts an item into the line of the variation `parent` (NULL: the main line), after the item `after` of that line
   (NULL: at the start), and sets *item to it. The text is copied; `item` may be NULL. A variation must come after the
   ply that it replaces. Returns ASC_OK, ASC_E_INPUT if the text or the point of insertion is not allowed or a limit
   above is exceeded, or ASC_E_MEMORY. */
ASC_API int asc_record_insert(asc_record *record, asc_record_item *parent, asc_record_item *after,
                              asc_record_item_kind kind, const char *text, asc_record_item **item, asc_error *error);

/* The result of a check. If the check failed, it covers the plies before the error. */
typedef struct asc_record_summary {
  char spec[ASC_SPEC_MAX]; /* of the rules, as in asc_rules */
  int players;
  int plies;          /* of the main line */
  int wrong_ply;      /* the number of the illegal ply in its line, counted from 1; 0: no ply is illegal */
  const char *result; /* "p1win", …; static */
  asc_end end;
  asc_outcome outcome;
} asc_record_summary;

/* Writes the spec that opens the rules of the record (asc_rules_open), from its tags Game and Options. Returns ASC_OK
   or ASC_E_INPUT. */
ASC_API int asc_record_spec(const asc_record *record, char spec[ASC_SPEC_MAX], asc_error *error);
/* Plays the record through and completes it: all options, the result, the points, the move numbers, and a resignation
   or an agreed draw that only the result shows. `rules` are those of asc_record_spec; `summary` may be NULL. Returns
   ASC_OK; ASC_E_INPUT for a tag that can't be read or a variation without plies; ASC_E_ILLEGAL for an illegal ply,
   wrong dice, a wrong result or wrong points; or ASC_E_MEMORY. */
ASC_API int asc_record_check(asc_record *record, const asc_rules *rules, asc_record_summary *summary, asc_error *error);

/* Checks the record as asc_record_check does, with the same return values, and opens the running game at the end of the
   main line, with the plies that were undone. The caller owns *play, which is NULL after an error; the rules must
   outlive it. */
ASC_API int asc_record_to_play(asc_record *record, const asc_rules *rules, asc_play **play, asc_error *error);
/* Makes a record of a running game, with the plies that were undone. A player who ran out of time is recorded as having
   resigned. The caller owns *record, which is NULL after an error. Returns ASC_OK, ASC_E_MEMORY, or ASC_E_INPUT if the
   game exceeds a limit above. */
ASC_API int asc_record_from_play(asc_record **record, const asc_play *play);

typedef enum asc_record_format { ASC_RECORD_TEXT, ASC_RECORD_JSON } asc_record_format;

/* Writes the record as a text that ends with a newline and a zero byte. The caller frees *text with free(); *length
   does not count the zero byte. To write several games as text, put an empty line between them; JSON is one line per
   game. Returns ASC_OK, or ASC_E_MEMORY and *text is NULL. */
ASC_API int asc_record_write(const asc_record *record, asc_record_format format, char **text, size_t *length);

/* A reader of the games of a text, one after the other. It recognises the format from the start of the text. */
typedef struct asc_record_reader asc_record_reader;

/* Opens a reader for a text of `length` bytes, which is not copied and must outlive the reader. Returns ASC_OK,
   ASC_E_INPUT if the text is too long or not UTF-8, or ASC_E_MEMORY. */
ASC_API int asc_record_reader_open(asc_record_reader **reader, const char *text, size_t length, asc_error *error);
ASC_API void asc_record_reader_close(asc_record_reader *reader);
/* Reads and checks the next game. Returns 1, and the caller owns *record; 0 after the last game; or an error code of
   asc_record_check or for a text that can't be read. *record is NULL unless it returns 1; `summary` may be NULL. After
   ASC_E_ILLEGAL the next call continues with the next game, and after ASC_E_INPUT too if the end of the game was
   found. */
ASC_API int asc_record_reader_next(asc_record_reader *reader, asc_record **record, asc_record_summary *summary,
                                   asc_error *error);
/* Returns how many bytes of the text have been read; all of them if no more games can be found. The text between two
   offsets is the text of the games that were read between them. */
ASC_API size_t asc_record_reader_offset(const asc_record_reader *reader);
/* Returns the format of the text. */
ASC_API asc_record_format asc_record_reader_format(const asc_record_reader *reader);

/* Returns ASC_OK if the `length` bytes of the text are UTF-8 without zero bytes, else ASC_E_INPUT with the line, column
   and byte at fault. */
ASC_API int asc_utf8_check(const char *text, size_t length, asc_error *error);

ASC_C_END

#endif
