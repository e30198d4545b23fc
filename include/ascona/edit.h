/* Setting a position up by hand: men are put and lifted without asking whether that can be, and what is wrong with the
   whole is told afterwards.

   A game says by an `asc_editor` in its table what there is to put (tools), what else a position holds (fields), how
   either changes it, and what it can explain of what is wrong. Whether a position can be played, `check` alone decides:
   faults are its reason in words that say what to do.

   A game without an editor gets one if its position text begins with the board, a letter a place in the order of the
   view, and its reader fills the position before its check refuses it. Then every kind is a tool and there are no
   fields. */
#ifndef ASCONA_EDIT_H
#define ASCONA_EDIT_H

#include <ascona/game.h>

ASC_C_BEGIN

#define ASC_TOOLS_MAX 8
#define ASC_FIELDS_MAX 16
#define ASC_CHOICES_MAX 6
#define ASC_FAULTS_MAX 8

/* Something to put on a place, or to say of one. */
typedef struct asc_tool {
  const char *id; /* "white", "last"; never changes */
  int8_t kind;    /* what is put, or ASC_NO_KIND: nothing is */
  int16_t count;  /* on the board */
  int16_t most;   /* that there are in all; 0: nobody counts */
  asc_message name;
} asc_tool;

typedef enum asc_field_type { ASC_FIELD_CHOICE, ASC_FIELD_NUMBER, ASC_FIELD_SWITCH } asc_field_type;

/* What a position holds besides what stands on the board. */
typedef struct asc_field {
  const char *id;
  uint8_t type;        /* asc_field_type */
  int8_t kind;         /* whose it is, or ASC_NO_KIND */
  int16_t value;       /* CHOICE: which of the choices, -1: none of them; SWITCH: 0 or 1 */
  int16_t least, most; /* NUMBER */
  int choice_count;
  asc_message row; /* what it is; those that follow each other and say the same stand in one row */
  asc_message choices[ASC_CHOICES_MAX];
} asc_field;

/* All there is to edit, as a position has it. */
typedef struct asc_sheet {
  int tool_count, field_count;
  asc_tool tools[ASC_TOOLS_MAX];
  asc_field fields[ASC_FIELDS_MAX];
} asc_sheet;

/* Something that makes a position impossible, where it is, and what to do. */
typedef struct asc_fault {
  asc_message message;         /* key NULL: the reason says it */
  char reason[ASC_REASON_MAX]; /* as `check` has it, where the game says no more */
  bool places[ASC_PLACES_MAX]; /* concerned, by index into the view */
  bool fields[ASC_FIELDS_MAX]; /* the same for the fields of the sheet */
} asc_fault;

typedef struct asc_faults {
  int count;
  asc_fault list[ASC_FAULTS_MAX];
} asc_faults;

/* The functions of a game. Positions are what they left before, or were read or played: numbers of men may be wrong,
   but every value is one that the sheet offers. What cannot be kept in a position is not done: then they return false.
   `view` is that of the position, and a place an index into it. */
struct asc_editor {
  void (*sheet)(const asc_rules *rules, const void *position, asc_sheet *sheet); /* finds it all zero */
  bool (*put)(const asc_rules *rules, void *position, const asc_view *view, int tool, int place);
  bool (*lift)(const asc_rules *rules, void *position, const asc_view *view, int place);
  /* Optional: what stands on a place goes to another. Without it: it is lifted and put there. */
  bool (*carry)(const asc_rules *rules, void *position, const asc_view *view, int from, int to);
  void (*set)(const asc_rules *rules, void *position, int field, int value); /* NULL: there are no fields */
  void (*clear)(const asc_rules *rules, void *position);                     /* nothing stands, and all is in hand */
  /* What is wrong and can be said better than `check` says it: nothing that `check` would allow. */
  void (*faults)(const asc_rules *rules, const void *position, const asc_view *view, asc_faults *faults);
  /* Optional: which places and fields the reason of `check` is about, where `faults` has none. */
  void (*blame)(const asc_rules *rules, const void *position, asc_fault *fault);
};

/* In a build where size counts an editor may be left out by not linking it. */
#ifdef ASC_EDITORS_MAY_MISS
#define ASC_EDITOR_LINK __attribute__((weak))
#else
#define ASC_EDITOR_LINK
#endif

/* Whether positions can be set up by anything but their text. */
ASC_API bool asc_edit_possible(const asc_rules *rules);
ASC_API void asc_edit_sheet(const asc_rules *rules, const void *position, asc_sheet *sheet);
/* These change the position, or leave it as it is and return false. Tools, fields and places that are not there are
   refused; a number goes to the nearest that the field offers. */
ASC_API bool asc_edit_put(const asc_rules *rules, void *position, int tool, const char *place);
ASC_API bool asc_edit_lift(const asc_rules *rules, void *position, const char *place);
ASC_API bool asc_edit_carry(const asc_rules *rules, void *position, const char *from, const char *to);
ASC_API bool asc_edit_set(const asc_rules *rules, void *position, int field, int value);
ASC_API void asc_edit_clear(const asc_rules *rules, void *position);
/* How many faults there are; 0: the position can be played, or is over by the rules. */
ASC_API int asc_edit_faults(const asc_rules *rules, const void *position, asc_faults *faults);

/* What the next player would do if it were his turn: it is given to him. False, and the position stays as it is, where
   the game is over, nobody can pass, or he could not move. A game that has no `pass` can do so where its editor has a
   choice `to-move`, by player, and `check` allows what setting it makes. */
ASC_API bool asc_position_pass(const asc_rules *rules, void *position);

/* For editors: the next tool or field of a sheet, the next fault; and a fault is about all places where a kind stands.
 */
ASC_API asc_tool *asc_sheet_tool(asc_sheet *sheet, const char *id, int kind, const char *name, int count, int most);
ASC_API asc_field *asc_sheet_number(asc_sheet *sheet, const char *id, const char *row, int value, int least, int most);
ASC_API asc_field *asc_sheet_switch(asc_sheet *sheet, const char *id, const char *row, bool value);
ASC_API asc_field *asc_sheet_choice(asc_sheet *sheet, const char *id, const char *row, int value,
                                    const char *const *choices, int count);
ASC_API asc_fault *asc_faults_add(asc_faults *faults, const char *key);
ASC_API void asc_fault_kind(asc_fault *fault, const asc_view *view, int kind);

ASC_C_END

#endif
