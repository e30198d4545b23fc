/* A game with its variations, as one studies it: nodes, of which each is a ply and what is said of it.

   Node 0 is the first position. The first child of a node goes on with its line, the others are variations. A node
   keeps its number as long as the tree lives; what was cut off stays, unseen, and can be put back. What stands in a
   tree could have been played: it came from a checked record, or was played here.

   A record becomes a tree and a tree a record: comments, glyphs and variations stand where they stood. Of the commands
   in a comment, marks on the board (`[%mark a3 c3,e5]`) are told apart; the others are kept as they are. Rolls count as
   typed in by hand: a study is no proof of what the dice showed. */
#ifndef ASC_STUDY_VARIATIONS_H
#define ASC_STUDY_VARIATIONS_H

#include <ascona/record.h>

#include "core/json.h"

typedef struct asc_variations asc_variations;

enum { ASC_VARIATIONS_ROOT = 0, ASC_VARIATIONS_NONE = -1, ASC_VARIATIONS_MAX = 100000 };

typedef struct asc_variation {
  char token[ASC_TOKEN_MAX]; /* the ply, "p2resigns" and "draw-agreed" among them; "": the root */
  int parent, first, next;   /* the first of its children, the next of its parent's; ASC_VARIATIONS_NONE */
  int player, round;         /* as an item of a record has them */
  bool starts_round, cut;
  char *comment, *commands, *marks, *glyphs; /* NULL: none */
} asc_variation;

/* Takes over a checked record, also when it fails. The rules must outlive the tree. */
int asc_variations_open(asc_variations **tree, asc_record *record, const asc_rules *rules);
void asc_variations_close(asc_variations *tree);

/* A node that is not cut off, or NULL. */
const asc_variation *asc_variations_node(const asc_variations *tree, int node);
/* The nodes in the order in which they are read, each line before its variations; after ASC_VARIATIONS_NONE comes the
   root, and ASC_VARIATIONS_NONE after the last. */
int asc_variations_after(const asc_variations *tree, int node);
/* The last node of the main line. */
int asc_variations_end(const asc_variations *tree);

/* A running game that has come to a node. */
int asc_variations_lead(const asc_variations *tree, int node, asc_play **play, asc_error *error);
/* Plays from a node. Returns the node of the ply, one that was there or a new one; or what is wrong. */
int asc_variations_play(asc_variations *tree, int node, const char *token, asc_error *error);
/* The line that leads to a node becomes the main line. */
int asc_variations_promote(asc_variations *tree, int node);
/* Cuts off a node with all that follows, and puts it back. Returns how many nodes that are; not for the root. */
int asc_variations_cut(asc_variations *tree, int node);
int asc_variations_restore(asc_variations *tree, int node);
/* What is said of a node, and what is marked there: ids of places, two with a comma between them for an arrow. "":
   nothing. */
int asc_variations_comment(asc_variations *tree, int node, const char *text);
int asc_variations_mark(asc_variations *tree, int node, const char *marks);

/* The tree as a record, checked and numbered. */
int asc_variations_record(const asc_variations *tree, asc_record **record, asc_error *error);
/* An array of all nodes but the root, which comes first, in their order. */
void asc_variations_json(asc_json *json, const char *name, const asc_variations *tree);

#endif
