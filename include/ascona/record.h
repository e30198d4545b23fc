/* Records: games kept as text in the shape of PGN, or as JSON. docs/formats.md has the grammar of both.

   A record is a list of tags and a line. A line is a list of items in the order they are written: plies, comments,
   annotation glyphs (NAGs) and variations. A variation is a line of its own, which replaces the ply before it. Tags
   nobody knows and comments are kept as they are. Two plies are no moves: `p2resigns`, and `draw-agreed`.

   A record is a plain value and knows no rules. asc_record_check plays it through under its rules, every variation
   included: what it lets pass is a game that could have been played, with the result and the points that follow.
   What a reader hands out has been checked. */
#ifndef ASCONA_RECORD_H
#define ASCONA_RECORD_H

#include <ascona/play.h>

ASC_C_BEGIN

#define ASC_RECORDS_MAX (64U << 20) /* bytes of a text with many games */
#define ASC_RECORD_MAX (8U << 20)   /* bytes of one game: of its tags, plies and comments, less what a form adds */
#define ASC_RECORD_ITEMS_MAX 1000000
#define ASC_RECORD_DEPTH_MAX 64   /* variations within variations */
#define ASC_RECORD_TAGS_MAX 128   /* tags of a game */
#define ASC_RECORD_VALUE_MAX 4096 /* bytes of a tag's value */

typedef struct asc_record asc_record;

typedef enum asc_item_kind { ASC_ITEM_PLY, ASC_ITEM_COMMENT, ASC_ITEM_NAG, ASC_ITEM_VARIATION } asc_item_kind;

typedef struct asc_item asc_item;
struct asc_item {
  asc_item_kind kind;
  const char *text;  /* the ply; the comment, without braces; the NAG's number; "" for a variation */
  int line, column;  /* where it was read; 0: nowhere */
  asc_item *next;    /* in its line; NULL: the last */
  asc_item *inner;   /* VARIATION: the first item of its line */
  asc_item *outer;   /* the variation whose line this is in; NULL: the main line */
  asc_item *ply;     /* the ply that led to the position here, NULL: none; VARIATION: the ply it replaces */
  int player;        /* PLY: whose it was, once checked; a roll is of the player it is for */
  int round;         /* PLY: the number it is written with, once checked; 0: none */
  bool starts_round; /* PLY: the turn has come round to an earlier seat */
  bool by_hand;      /* PLY: if it is a roll, a person typed it in, once checked */
  int events_before; /* PLY: the events of the running game before it, once checked */
};

/* An empty record: no tag, no item. */
ASC_API int asc_record_open(asc_record **record);
ASC_API void asc_record_close(asc_record *record);

/* The value of a tag, or NULL. */
ASC_API const char *asc_record_tag(const asc_record *record, const char *name);
/* The tags in order; false past the last. */
ASC_API bool asc_record_tag_at(const asc_record *record, int index, const char **name, const char **value);
/* Changes a tag, or adds it: the known ones in their order, others at the end. ASC_E_INPUT for what no tag can hold. */
ASC_API int asc_record_set_tag(asc_record *record, const char *name, const char *value, asc_error *error);

/* The first item of the main line, or NULL. */
ASC_API asc_item *asc_record_first(const asc_record *record);
/* A new item in the line of `outer` (NULL: the main line) behind `after` (NULL: at the front). The text is copied. */
ASC_API int asc_record_insert(asc_record *record, asc_item *outer, asc_item *after, asc_item_kind kind,
                              const char *text, asc_item **item, asc_error *error);

/* What a check found. When it failed, as far as it came. */
typedef struct asc_summary {
  char spec[ASC_SPEC_MAX];
  int players;
  int plies;          /* of the main line */
  int wrong_ply;      /* which ply is wrong, counted along its line from 1; 0: it is none */
  const char *result; /* "p1win", … */
  asc_end end;
  asc_outcome outcome;
} asc_summary;

/* Writes the text that opens the rules of the record, from the tags Game and Options. */
ASC_API int asc_record_spec(const asc_record *record, char spec[ASC_SPEC_MAX], asc_error *error);
/* Plays the record through and completes it: all options, result, points, the numbers of the plies, and who gave up
   when only the result tells. ASC_E_INPUT for a tag that cannot be read, ASC_E_ILLEGAL for an illegal ply, wrong dice,
   a wrong result or wrong points. `summary` may be NULL. */
ASC_API int asc_record_check(asc_record *record, const asc_rules *rules, asc_summary *summary, asc_error *error);

/* The running game at the end of the main line, with what was taken back, after a check. Its rules are `rules`. */
ASC_API int asc_record_to_play(asc_record *record, const asc_rules *rules, asc_play **play, asc_error *error);
/* A running game as a record, with what was taken back. */
ASC_API int asc_record_from_play(asc_record **record, const asc_play *play);

typedef enum asc_record_form { ASC_RECORD_TEXT, ASC_RECORD_JSON } asc_record_form;

/* The record as text that ends with a newline and a zero byte. It is the caller's to free(). Between games of a text
 * comes one empty line; JSON is one line a game. */
ASC_API int asc_record_write(const asc_record *record, asc_record_form form, char **text, size_t *length);

/* The games of a text, one after the other; which form it has is seen from its beginning. */
typedef struct asc_reader asc_reader;

/* The text must stay. ASC_E_INPUT when it is too long or not UTF-8. */
ASC_API int asc_reader_open(asc_reader **reader, const char *text, size_t length, asc_error *error);
ASC_API void asc_reader_close(asc_reader *reader);
/* 1 and the next game, checked; 0 when there is no more; or what is wrong with it. After ASC_E_ILLEGAL the next call
   goes on with the next game, and so after ASC_E_INPUT if the game's end was found. */
ASC_API int asc_reader_next(asc_reader *reader, asc_record **record, asc_summary *summary, asc_error *error);
/* How far it has come in the text: to its end where no more games can be found. What stands between two such places is
   what the games read between them were read from. And which form the text has. */
ASC_API size_t asc_reader_at(const asc_reader *reader);
ASC_API asc_record_form asc_reader_form(const asc_reader *reader);

/* ASC_OK when the text is UTF-8 without NUL; else line, column and byte of the first fault. */
ASC_API int asc_utf8_check(const char *text, size_t length, asc_error *error);

ASC_C_END

#endif
