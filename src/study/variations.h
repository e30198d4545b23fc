/* A game with its variations as a tree. Every node is a ply with its comment, marks and glyphs.

   Node 0 is the first position. The first child of a node continues its line; the other children are variations. A node
   keeps its number as long as the tree exists. A removed node stays in memory, hidden, and can be restored. Every ply
   in a tree is legal: it comes from a checked record or was played here.

   A record becomes a tree and a tree becomes a record; comments, glyphs and variations keep their positions. Marks on
   the board (`[%mark a3 c3,e5]`) are separated from the other commands in a comment, which stay as they are. Rolls
   count as entered by hand, because a tree does not prove what the dice showed. */
#ifndef ASC_STUDY_VARIATIONS_H
#define ASC_STUDY_VARIATIONS_H

#include <ascona/record.h>

#include "base/json.h"

typedef struct asc_variations asc_variations;

/* The node of the first position, the number that is no node, and the most nodes of a tree. */
enum { ASC_VARIATIONS_ROOT = 0, ASC_VARIATIONS_NONE = -1, ASC_VARIATIONS_MAX = 100000 };

typedef struct asc_variation_node {
  char token[ASC_TOKEN_MAX];             /* the ply, also "p2resigns" or "draw-agreed"; "": the root */
  int parent, first_child, next_sibling; /* node numbers, or ASC_VARIATIONS_NONE */
  int player, round;                     /* as in asc_record_item */
  bool starts_round, is_removed;
  char *comment, *commands, *marks, *glyphs; /* owned by the tree; NULL: none */
} asc_variation_node;

/* Makes a tree of a checked record. Takes ownership of the record, also on error. The rules must outlive the tree.
   Returns ASC_OK, or an error code and NULL in *tree. */
int asc_variations_open(asc_variations **tree, asc_record *record, const asc_rules *rules);
void asc_variations_close(asc_variations *tree);

/* Returns a node, or NULL if there is no such node or it was removed. The pointer is valid until the tree changes. */
const asc_variation_node *asc_variations_node(const asc_variations *tree, int node);
/* Returns the node after `node` in reading order: each node before its children, a line before its variations. After
   ASC_VARIATIONS_NONE comes the root, and after the last node ASC_VARIATIONS_NONE. */
int asc_variations_next(const asc_variations *tree, int node);
/* Returns the last node of the main line. */
int asc_variations_main_line_end(const asc_variations *tree);

/* Opens a running game and plays it up to a node. The caller closes *play, which is NULL after an error. Returns ASC_OK
   or an error code. */
int asc_variations_open_play(const asc_variations *tree, int node, asc_play **play, asc_error *error);
/* Plays a move from a node; the token may also be "p2resigns" or "draw-agreed". Returns the node of the ply, which may
   have existed before, or an error code. */
int asc_variations_play(asc_variations *tree, int node, const char *token, asc_error *error);
/* Makes the line that leads to a node the main line. Returns ASC_OK, or ASC_E_STATE if there is no such node. */
int asc_variations_promote(asc_variations *tree, int node);
/* Removes a node with all that follows. Returns the number of nodes removed, or ASC_E_STATE for the root and for
   unknown nodes. */
int asc_variations_remove(asc_variations *tree, int node);
/* Restores a removed node. Returns the number of nodes restored, or ASC_E_STATE if the node was not removed. */
int asc_variations_restore(asc_variations *tree, int node);
/* Sets the comment of a node; "" removes it. Control characters become spaces, and commands ("[%") are made harmless.
   Returns ASC_OK, ASC_E_STATE for an unknown node, or ASC_E_MEMORY. */
int asc_variations_set_comment(asc_variations *tree, int node, const char *text);
/* Sets the marks of a node: ids of places, two with a comma between them for an arrow; "" removes them. Returns ASC_OK,
   ASC_E_STATE for an unknown node, ASC_E_INPUT for brackets, braces or a newline, or ASC_E_MEMORY. */
int asc_variations_set_marks(asc_variations *tree, int node, const char *marks);

/* Writes the tree as a new record, checked and numbered. The caller closes *record, which is NULL after an error.
   Returns ASC_OK or an error code. */
int asc_variations_to_record(const asc_variations *tree, asc_record **record, asc_error *error);
/* Writes an array of all nodes in reading order, the root first. */
void asc_variations_json(asc_json *json, const char *name, const asc_variations *tree);

#endif
