/* Exports analysis trees: a game that is at a node of a tree of variations (study/variations.h). These functions move
   in the tree, change it, and draw marks. All functions of game.c also work for such a game.

   The page must close a study before it closes its game, because the tree uses the rules of the game. */
#include "draw/svg/layers.h"
#include "game.h"
#include "imports.h"
#include "reply.h"
#include "study/variations.h"

#include <stdlib.h>
#include <string.h>

enum { STUDIES_MAX = 64 }; /* must equal GAMES_MAX in game.c: a study has the number of its game */

static struct {
  asc_variations *tree; /* NULL: none */
  int at;               /* the node that the game is at */
} studies[STUDIES_MAX];

static asc_variations *tree_of(int game) { return game < 0 || game >= STUDIES_MAX ? NULL : studies[game].tree; }

/* Moves the game to a node. Returns ASC_OK or an error code. */
static int node_enter(int game, int node, asc_error *error) {
  asc_play *play;
  int code = asc_variations_open_play(studies[game].tree, node, &play, error);
  if (code < 0) return code;
  wasm_game_replace_play(game, play);
  studies[game].at = node;
  return ASC_OK;
}

/* Makes the analysis tree of a game. The tree takes the record that the game was read from, if there is one. The game
   stays at the end of the main line. Replies with the number of that node. */
WASM_EXPORT("study_open") const char *wasm_export_study_open(int game) {
  const asc_play *play = wasm_game_play(game);
  asc_variations *tree = NULL;
  if (play == NULL || game >= STUDIES_MAX) return wasm_game_unknown_reply();
  asc_record *record = wasm_game_take_source_record(game);
  int code = record == NULL ? asc_record_from_play(&record, play) : ASC_OK;
  if (code == ASC_OK) code = asc_variations_open(&tree, record, asc_play_rules(play));
  if (tree == NULL) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_variations_close(studies[game].tree);
  studies[game].tree = tree;
  studies[game].at = asc_variations_main_line_end(tree);
  asc_json_number(wasm_reply_begin(), "node", studies[game].at);
  return wasm_reply_end();
}

WASM_EXPORT("study_close") void wasm_export_study_close(int game) {
  asc_variations *tree = tree_of(game);
  if (tree == NULL) return;
  asc_variations_close(tree);
  studies[game].tree = NULL;
}

/* Replies with all nodes and the current node. */
WASM_EXPORT("study_tree") const char *wasm_export_study_tree(int game) {
  const asc_variations *tree = tree_of(game);
  if (tree == NULL) return wasm_game_unknown_reply();
  asc_json *json = wasm_reply_begin();
  asc_json_number(json, "at", studies[game].at);
  asc_variations_json(json, "nodes", tree);
  return wasm_reply_end();
}

static const char *change_reply(int code, const asc_error *error) {
  if (code < 0) return wasm_reply_error(code, error, NULL, NULL);
  asc_json_number(wasm_reply_begin(), "done", code);
  return wasm_reply_end();
}

WASM_EXPORT("study_go") const char *wasm_export_study_go(int game, int node) {
  asc_error error = {0};
  return tree_of(game) == NULL ? wasm_game_unknown_reply() : change_reply(node_enter(game, node, &error), &error);
}

/* Plays a move from the current node, which may add a variation. The reply to an illegal move gives the reason. */
WASM_EXPORT("study_play") const char *wasm_export_study_play(int game, const char *token) {
  static const asc_steps none = {0};
  asc_variations *tree = tree_of(game);
  asc_error error = {0};
  asc_message why = {0};
  if (tree == NULL) return wasm_game_unknown_reply();
  int node = asc_variations_play(tree, studies[game].at, token, &error);
  int code = node < 0 ? node : node_enter(game, node, &error);
  if (code == ASC_OK) return change_reply(node, NULL);
  const asc_play *play = wasm_game_play(game);
  if (code == ASC_E_ILLEGAL) asc_position_why(asc_play_rules(play), asc_play_position(play), &none, token, &why);
  return wasm_reply_error(code, &error, asc_play_rules(play), &why);
}

WASM_EXPORT("study_promote") const char *wasm_export_study_promote(int game, int node) {
  return tree_of(game) == NULL ? wasm_game_unknown_reply()
                               : change_reply(asc_variations_promote(tree_of(game), node), NULL);
}

/* Removes a node. If the game is at that node or after it, it goes to the node before. Replies with the number of nodes
   removed. */
WASM_EXPORT("study_cut") const char *wasm_export_study_remove(int game, int node) {
  asc_variations *tree = tree_of(game);
  asc_error error = {0};
  const asc_variation_node *removed = tree == NULL ? NULL : asc_variations_node(tree, node);
  if (removed == NULL) return wasm_game_unknown_reply();
  int parent = removed->parent, count = asc_variations_remove(tree, node);
  if (count > 0 && asc_variations_node(tree, studies[game].at) == NULL) {
    int code = node_enter(game, parent, &error);
    if (code < 0) return change_reply(code, &error);
  }
  return change_reply(count, NULL);
}

WASM_EXPORT("study_restore") const char *wasm_export_study_restore(int game, int node) {
  return tree_of(game) == NULL ? wasm_game_unknown_reply()
                               : change_reply(asc_variations_restore(tree_of(game), node), NULL);
}

WASM_EXPORT("study_comment") const char *wasm_export_study_comment(int game, int node, const char *text) {
  return tree_of(game) == NULL ? wasm_game_unknown_reply()
                               : change_reply(asc_variations_set_comment(tree_of(game), node, text), NULL);
}

WASM_EXPORT("study_mark") const char *wasm_export_study_mark(int game, int node, const char *marks) {
  return tree_of(game) == NULL ? wasm_game_unknown_reply()
                               : change_reply(asc_variations_set_marks(tree_of(game), node, marks), NULL);
}

/* Replies with the whole tree as a record, as text or JSON. */
WASM_EXPORT("study_record") const char *wasm_export_study_record(int game, int json_form) {
  const asc_variations *tree = tree_of(game);
  asc_record *record = NULL;
  asc_error error = {0};
  char *text = NULL;
  size_t length;
  if (tree == NULL) return wasm_game_unknown_reply();
  int code = asc_variations_to_record(tree, &record, &error);
  if (code == ASC_OK) code = asc_record_write(record, json_form ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &text, &length);
  asc_record_close(record);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_json_text(wasm_reply_begin(), "record", text);
  free(text);
  return wasm_reply_end();
}

/* Replies with the drawing of marks on the board; draw/svg/layers.h describes `marks`. */
WASM_EXPORT("table_marks")
const char *wasm_export_game_marks(int game, const char *marks, const char *prefix, int flipped) {
  asc_scene *scene = wasm_game_current_scene(game);
  if (scene == NULL) return wasm_game_unknown_reply();
  const asc_play *play = wasm_game_play(game);
  (void)asc_svg_layers_analysis_marks_json(wasm_reply_begin(), "marks", scene, asc_play_position(play), marks,
                                           &(asc_svg_layers_options){prefix, flipped != 0});
  return wasm_reply_end();
}
