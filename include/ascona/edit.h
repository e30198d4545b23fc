/* Setting up positions by hand. Pieces are placed and removed without checking the rules; afterwards asc_edit_check
   reports why a position is impossible.

   The `asc_editor` of a game lists the pieces that can be placed (tools) and everything else that a position contains
   (fields). It changes the position and explains errors. Only `check` of the game decides whether a position can be
   played; the editor explains its reasons in sentences that say what to do.

   A game without an editor is edited through its position text. The text must start with the board, one letter per
   place in the order of the view, and `read` must fill the position before it checks it. Then every kind of piece is a
   tool, and there are no fields. */
#ifndef ASCONA_EDIT_H
#define ASCONA_EDIT_H

#include <ascona/game.h>

ASC_C_BEGIN

#define ASC_EDIT_TOOLS_MAX 8   /* tools of a palette */
#define ASC_EDIT_FIELDS_MAX 16 /* fields of a palette */
#define ASC_EDIT_CHOICES_MAX 6 /* choices of a field */
#define ASC_EDIT_ERRORS_MAX 8  /* errors of a position */

/* A tool: something that can be placed on a place, either a piece or a mark such as "the last marble". */
typedef struct asc_edit_tool {
  const char *id;   /* "white", "last"; static */
  int8_t kind;      /* the kind of piece, or ASC_NO_KIND for a mark */
  int16_t count;    /* number on the board now */
  int16_t max;      /* number in the whole game; 0: no limit */
  asc_message name; /* key NULL: the kind says enough */
} asc_edit_tool;

typedef enum asc_edit_field_type {
  ASC_EDIT_FIELD_CHOICE,
  ASC_EDIT_FIELD_NUMBER,
  ASC_EDIT_FIELD_SWITCH
} asc_edit_field_type;

/* A field: something that a position contains in addition to the pieces on the board, such as the player to move or a
   reserve. */
typedef struct asc_edit_field {
  const char *id;    /* static */
  uint8_t type;      /* asc_edit_field_type */
  int8_t kind;       /* the kind of piece it is about, or ASC_NO_KIND */
  int16_t value;     /* CHOICE: index of the choice, -1 for none; SWITCH: 0 or 1 */
  int16_t min, max;  /* the range of values that can be set */
  int choice_count;  /* CHOICE: the number of `choices` */
  asc_message label; /* consecutive fields with the same label belong in one row */
  asc_message choices[ASC_EDIT_CHOICES_MAX];
} asc_edit_field;

/* The tools and fields of a game, with their values in one position. */
typedef struct asc_edit_palette {
  int tool_count, field_count;
  asc_edit_tool tools[ASC_EDIT_TOOLS_MAX];
  asc_edit_field fields[ASC_EDIT_FIELDS_MAX];
} asc_edit_palette;

/* One reason why a position is impossible, where it is, and what to do. */
typedef struct asc_edit_error {
  asc_message message;              /* key NULL: see `reason` */
  char reason[ASC_REASON_MAX];      /* the English reason of `check`, if the editor has no message */
  bool places[ASC_PLACES_MAX];      /* the places at fault, by index into the view */
  bool fields[ASC_EDIT_FIELDS_MAX]; /* the fields at fault, by index into the palette */
} asc_edit_error;

typedef struct asc_edit_errors {
  int count;
  asc_edit_error list[ASC_EDIT_ERRORS_MAX];
} asc_edit_errors;

/* The editing functions of a game. They get positions that were read or played, or that they changed themselves: the
   numbers of pieces may be wrong, but every value is one that the palette offers. `place`, `remove` and `move` return
   false, and change nothing, if a position can't hold the result. `view` is the view of the position, and places are
   indices into it. */
struct asc_editor {
  /* Fills the palette, which is all zero. */
  void (*describe)(const asc_rules *rules, const void *position, asc_edit_palette *palette);
  bool (*place)(const asc_rules *rules, void *position, const asc_view *view, int tool, int place);
  bool (*remove)(const asc_rules *rules, void *position, const asc_view *view, int place);
  /* Optional: moves a piece to another place. NULL: it is removed and placed again. */
  bool (*move)(const asc_rules *rules, void *position, const asc_view *view, int from, int to);
  /* Sets a field to a value in its range. NULL: there are no fields. */
  void (*set)(const asc_rules *rules, void *position, int field, int value);
  /* Empties the board; the pieces go to the reserves. A game may keep what the board itself consists of. */
  void (*clear)(const asc_rules *rules, void *position);
  /* Adds errors that it can explain better than `check` does. It is only called for positions that `check` rejects. */
  void (*errors)(const asc_rules *rules, const void *position, const asc_view *view, asc_edit_errors *errors);
  /* Optional: marks the places and fields that the reason of `check` is about, if `errors` added nothing. */
  void (*locate)(const asc_rules *rules, const void *position, asc_edit_error *error);
};

/* Attribute for the definition of a game's editor. It lets a build that must be small link the game without it. */
#ifdef ASC_EDITORS_OPTIONAL
#define ASC_EDITOR_WEAK __attribute__((weak))
#else
#define ASC_EDITOR_WEAK
#endif

/* Returns whether positions of this game can be edited. If not, the functions from here to asc_edit_check must not be
   called. */
ASC_API bool asc_edit_is_supported(const asc_rules *rules);
/* Fills the palette with the tools, the fields and their values in this position. */
ASC_API void asc_edit_describe(const asc_rules *rules, const void *position, asc_edit_palette *palette);
/* Place a piece or mark, remove the piece on a place, move a piece to another place, or set a field. They change the
   position and return true, or leave it as it is and return false. Tools and fields are indices into the palette,
   places are ids of the view; unknown ones are rejected. asc_edit_move also rejects an empty `from`. asc_edit_set
   replaces a value out of range by the nearest one in range. */
ASC_API bool asc_edit_place(const asc_rules *rules, void *position, int tool, const char *place);
ASC_API bool asc_edit_remove(const asc_rules *rules, void *position, const char *place);
ASC_API bool asc_edit_move(const asc_rules *rules, void *position, const char *from, const char *to);
ASC_API bool asc_edit_set(const asc_rules *rules, void *position, int field, int value);
/* Removes all pieces from the board. Does nothing if the position text can't show that. */
ASC_API void asc_edit_clear(const asc_rules *rules, void *position);
/* Fills the errors of a position and returns their number; 0 if `check` accepts it, as an open or a finished game. */
ASC_API int asc_edit_check(const asc_rules *rules, const void *position, asc_edit_errors *errors);

/* Gives the turn to the next player, to find out what they threaten, and returns true. Returns false and leaves the
   position as it is if the game is over, if passing is not possible here, or if it would end the game. In a game
   without `pass`, passing is possible if its editor has a choice field "to-move", with one choice per player, and
   `check` accepts the result. */
ASC_API bool asc_position_pass(const asc_rules *rules, void *position);

/* For editors: each adds a tool or a field to the palette and returns it, so that the caller can set the members that
   are not arguments. The palette owns it. Adding more than the maximum is a bug. Ids and message keys (`name`, `label`,
   `choices`) are not copied and must be static; `name` may be NULL. */
ASC_API asc_edit_tool *asc_edit_add_tool(asc_edit_palette *palette, const char *id, int kind, const char *name,
                                         int count, int max);
ASC_API asc_edit_field *asc_edit_add_number(asc_edit_palette *palette, const char *id, const char *label, int value,
                                            int min, int max);
ASC_API asc_edit_field *asc_edit_add_switch(asc_edit_palette *palette, const char *id, const char *label, bool value);
ASC_API asc_edit_field *asc_edit_add_choice(asc_edit_palette *palette, const char *id, const char *label, int value,
                                            const char *const *choices, int count);
/* Adds an error with this message key, which may be NULL, and returns it; the list owns it. If there are already
   ASC_EDIT_ERRORS_MAX errors, the last one is replaced. */
ASC_API asc_edit_error *asc_edit_add_error(asc_edit_errors *errors, const char *key);
/* Marks all places with this kind of piece or ground as being at fault. */
ASC_API void asc_edit_error_mark_kind(asc_edit_error *error, const asc_view *view, int kind);

ASC_C_END

#endif
