/* Studies: a table whose game stands at a node of a tree. Everything else about the table is as with any other; these
   go through the tree, change it, and draw what is marked. */
#include "draw/svg/page.h"
#include "host.h"
#include "reply.h"
#include "study/variations.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { STUDIES_MAX = 64 }; /* as many as tables */

static struct {
  asc_variations *tree;
  int at;
} studies[STUDIES_MAX];

static asc_variations *tree_of(int table) { return table < 0 || table >= STUDIES_MAX ? NULL : studies[table].tree; }

/* The game of a table goes to a node. */
static int lead(int table, int node, asc_error *error) {
  asc_play *play;
  int code = asc_variations_lead(studies[table].tree, node, &play, error);
  if (code < 0) return code;
  table_change(table, play);
  studies[table].at = node;
  return ASC_OK;
}

/* Makes a study of a table that was read from a record: the record is the tree's, and the table stays where it is. */
ASC_EXPORT("study_open") const char *study_open(int table) {
  const asc_play *play = table_game(table);
  asc_variations *tree = NULL;
  if (play == NULL || table >= STUDIES_MAX) return table_unknown();
  asc_record *record = table_source_take(table);
  int code = record == NULL ? asc_record_from_play(&record, play) : ASC_OK;
  if (code == ASC_OK) code = asc_variations_open(&tree, record, asc_play_rules(play));
  if (tree == NULL) return reply_error(code, NULL, NULL, NULL);
  asc_variations_close(studies[table].tree);
  studies[table].tree = tree;
  studies[table].at = asc_variations_end(tree);
  asc_json_number(reply_begin(), "node", studies[table].at);
  return reply_end();
}

ASC_EXPORT("study_close") void study_close(int table) {
  asc_variations *tree = tree_of(table);
  if (tree == NULL) return;
  asc_variations_close(tree);
  studies[table].tree = NULL;
}

/* All nodes, and the one where the table is. */
ASC_EXPORT("study_tree") const char *study_tree(int table) {
  const asc_variations *tree = tree_of(table);
  if (tree == NULL) return table_unknown();
  asc_json *json = reply_begin();
  asc_json_number(json, "at", studies[table].at);
  asc_variations_json(json, "nodes", tree);
  return reply_end();
}

static const char *done(int code, const asc_error *error) {
  if (code < 0) return reply_error(code, error, NULL, NULL);
  asc_json_number(reply_begin(), "done", code);
  return reply_end();
}

ASC_EXPORT("study_go") const char *study_go(int table, int node) {
  asc_error error = {0};
  return tree_of(table) == NULL ? table_unknown() : done(lead(table, node, &error), &error);
}

/* Plays a move from where the table is: a node that is there, or a new variation. One that is not legal is answered
   with why not. */
ASC_EXPORT("study_play") const char *study_play(int table, const char *token) {
  static const asc_steps none = {0};
  asc_variations *tree = tree_of(table);
  asc_error error = {0};
  asc_message why = {0};
  if (tree == NULL) return table_unknown();
  int node = asc_variations_play(tree, studies[table].at, token, &error);
  int code = node < 0 ? node : lead(table, node, &error);
  if (code == ASC_OK) return done(node, NULL);
  const asc_play *play = table_game(table);
  if (code == ASC_E_ILLEGAL) asc_position_why(asc_play_rules(play), asc_play_position(play), &none, token, &why);
  return reply_error(code, &error, asc_play_rules(play), &why);
}

ASC_EXPORT("study_promote") const char *study_promote(int table, int node) {
  return tree_of(table) == NULL ? table_unknown() : done(asc_variations_promote(tree_of(table), node), NULL);
}

/* Cuts off a node; a table that stood there or behind it goes to the node before. Answers how many nodes went. */
ASC_EXPORT("study_cut") const char *study_cut(int table, int node) {
  asc_variations *tree = tree_of(table);
  asc_error error = {0};
  const asc_variation *cut = tree == NULL ? NULL : asc_variations_node(tree, node);
  if (cut == NULL) return table_unknown();
  int parent = cut->parent, count = asc_variations_cut(tree, node);
  if (count > 0 && asc_variations_node(tree, studies[table].at) == NULL) {
    int code = lead(table, parent, &error);
    if (code < 0) return done(code, &error);
  }
  return done(count, NULL);
}

ASC_EXPORT("study_restore") const char *study_restore(int table, int node) {
  return tree_of(table) == NULL ? table_unknown() : done(asc_variations_restore(tree_of(table), node), NULL);
}

ASC_EXPORT("study_comment") const char *study_comment(int table, int node, const char *text) {
  return tree_of(table) == NULL ? table_unknown() : done(asc_variations_comment(tree_of(table), node, text), NULL);
}

ASC_EXPORT("study_mark") const char *study_mark(int table, int node, const char *marks) {
  return tree_of(table) == NULL ? table_unknown() : done(asc_variations_mark(tree_of(table), node, marks), NULL);
}

/* The whole tree as text of a record. */
ASC_EXPORT("study_record") const char *study_record(int table, int json_form) {
  const asc_variations *tree = tree_of(table);
  asc_record *record = NULL;
  asc_error error = {0};
  char *text = NULL;
  size_t length;
  if (tree == NULL) return table_unknown();
  int code = asc_variations_record(tree, &record, &error);
  if (code == ASC_OK) code = asc_record_write(record, json_form ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &text, &length);
  asc_record_close(record);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json_text(reply_begin(), "record", text);
  free(text);
  return reply_end();
}

/* What is marked on the board, drawn: `marks` as draw/svg/page.h says. */
ASC_EXPORT("table_marks") const char *page_marks(int table, const char *marks, const char *prefix, int flipped) {
  asc_scene *scene = table_scene_now(table);
  if (scene == NULL) return table_unknown();
  const asc_play *play = table_game(table);
  (void)asc_svg_page_marks(reply_begin(), "marks", scene, asc_play_position(play), marks,
                           &(svg_page_options){prefix, flipped != 0});
  return reply_end();
}
