/* The tree of a game's variations: reading, playing, changing and writing; see variations.h. */
#include "variations.h"

#include "base/strbuf.h"
#include "base/text.h"
#include "play/history.h"
#include "play/record.h"

#include <stdlib.h>
#include <string.h>

struct asc_variations {
  const asc_rules *rules;
  asc_record *source; /* the record the tree was made from; only its tags are used */
  asc_variation_node *nodes;
  int count, capacity;
};

static const char mark_command[] = "[%mark ";

const asc_variation_node *asc_variations_node(const asc_variations *tree, int node) {
  if (node < 0 || node >= tree->count) return NULL;
  for (int ancestor = node; ancestor != ASC_VARIATIONS_NONE; ancestor = tree->nodes[ancestor].parent)
    if (tree->nodes[ancestor].is_removed) return NULL;
  return &tree->nodes[node];
}

/* Returns the first of `node` and its later siblings that is not removed. */
static int skip_removed(const asc_variations *tree, int node) {
  while (node != ASC_VARIATIONS_NONE && tree->nodes[node].is_removed) node = tree->nodes[node].next_sibling;
  return node;
}

int asc_variations_next(const asc_variations *tree, int node) {
  if (node == ASC_VARIATIONS_NONE) return ASC_VARIATIONS_ROOT;
  int after = skip_removed(tree, tree->nodes[node].first_child);
  while (after == ASC_VARIATIONS_NONE && node != ASC_VARIATIONS_ROOT) {
    after = skip_removed(tree, tree->nodes[node].next_sibling);
    node = tree->nodes[node].parent;
  }
  return after;
}

int asc_variations_main_line_end(const asc_variations *tree) {
  int node = ASC_VARIATIONS_ROOT, next;
  while ((next = skip_removed(tree, tree->nodes[node].first_child)) != ASC_VARIATIONS_NONE) node = next;
  return node;
}

/* Building */

static int text_set(char **text, const char *value, size_t length) {
  char *copy = NULL;
  if (length > 0) {
    copy = malloc(length + 1);
    if (copy == NULL) return ASC_E_MEMORY;
    memcpy(copy, value, length);
    copy[length] = '\0';
  }
  free(*text);
  *text = copy;
  return ASC_OK;
}

/* Appends to a text, with a separator if the text is not empty. */
static int text_add(char **text, const char *value, size_t length, char separator) {
  if (length == 0) return ASC_OK;
  size_t before = *text == NULL ? 0 : strlen(*text) + 1;
  char *longer = realloc(*text, before + length + 1);
  if (longer == NULL) return ASC_E_MEMORY;
  if (before > 0) longer[before - 1] = separator;
  memcpy(longer + before, value, length);
  longer[before + length] = '\0';
  *text = longer;
  return ASC_OK;
}

/* Adds a node as the last child of its parent. Returns its number or an error code. */
static int node_add(asc_variations *tree, int parent, const char *token) {
  if (strlen(token) >= ASC_TOKEN_MAX || tree->count == ASC_VARIATIONS_MAX) return ASC_E_INPUT;
  if (tree->count == tree->capacity) {
    int capacity = tree->capacity == 0 ? 64 : 2 * tree->capacity;
    asc_variation_node *nodes = realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
    if (nodes == NULL) return ASC_E_MEMORY;
    tree->nodes = nodes;
    tree->capacity = capacity;
  }
  int added = tree->count++;
  tree->nodes[added] =
      (asc_variation_node){.parent = parent, .first_child = ASC_VARIATIONS_NONE, .next_sibling = ASC_VARIATIONS_NONE};
  memcpy(tree->nodes[added].token, token, strlen(token) + 1);
  if (parent == ASC_VARIATIONS_NONE) return added;
  int *last = &tree->nodes[parent].first_child;
  while (*last != ASC_VARIATIONS_NONE) last = &tree->nodes[*last].next_sibling;
  *last = added;
  return added;
}

static int child_find(const asc_variations *tree, int parent, const char *token) {
  int child = skip_removed(tree, tree->nodes[parent].first_child);
  while (child != ASC_VARIATIONS_NONE && strcmp(tree->nodes[child].token, token) != 0)
    child = skip_removed(tree, tree->nodes[child].next_sibling);
  return child;
}

/* Reading */

/* Splits a comment into marks, other commands and text for people. Drops the commands that a running game writes for
   itself (hand and redo). */
static int comment_read(asc_variation_node *node, const char *text) {
  int code = ASC_OK;
  while (*text != '\0' && code == ASC_OK) {
    const char *command = strstr(text, "[%"), *end = command == NULL ? NULL : strchr(command, ']');
    const char *text_end = end == NULL ? text + strlen(text) : command;
    const char *from = text + strspn(text, " \n"), *to = text_end;
    while (to > from && (to[-1] == ' ' || to[-1] == '\n')) to--;
    if (to > from) code = text_add(&node->comment, from, (size_t)(to - from), '\n');
    text = end == NULL ? text_end : end + 1;
    if (end == NULL || code < 0) continue;
    size_t name = sizeof mark_command - 1;
    if (strncmp(command, mark_command, name) == 0)
      code = text_add(&node->marks, command + name, (size_t)(end - command) - name, ' ');
    else if (strncmp(command, ASC_COMMAND_HAND, strlen(ASC_COMMAND_HAND)) != 0 &&
             strncmp(command, ASC_COMMAND_REDO, strlen(ASC_COMMAND_REDO)) != 0)
      code = text_add(&node->commands, command, (size_t)(end - command) + 1, ' ');
  }
  return code;
}

/* Adds a line of a record to the tree. The recursion is no deeper than the variations of a record may be. A variation
   that starts like its line is merged with it. */
static int line_read(asc_variations *tree, const asc_record_item *item, int node) {
  int code = ASC_OK;
  for (; item != NULL && code >= 0; item = item->next) {
    switch (item->kind) {
    case ASC_RECORD_PLY: {
      int child = child_find(tree, node, item->text);
      node = code = child != ASC_VARIATIONS_NONE ? child : node_add(tree, node, item->text);
      if (code < 0) break;
      tree->nodes[node].player = item->player;
      tree->nodes[node].round = item->round;
      tree->nodes[node].starts_round = item->starts_round;
      break;
    }
    case ASC_RECORD_COMMENT: code = comment_read(&tree->nodes[node], item->text); break;
    case ASC_RECORD_NAG: code = text_add(&tree->nodes[node].glyphs, item->text, strlen(item->text), ' '); break;
    case ASC_RECORD_VARIATION: code = line_read(tree, item->first_child, tree->nodes[node].parent); break;
    }
  }
  return code < 0 ? code : ASC_OK;
}

int asc_variations_open(asc_variations **tree, asc_record *record, const asc_rules *rules) {
  asc_variations *added = calloc(1, sizeof *added);
  *tree = NULL;
  if (added == NULL) {
    asc_record_close(record);
    return ASC_E_MEMORY;
  }
  added->rules = rules;
  added->source = record;
  int code = node_add(added, ASC_VARIATIONS_NONE, "");
  if (code >= 0) code = line_read(added, asc_record_first_item(record), ASC_VARIATIONS_ROOT);
  if (code < 0)
    asc_variations_close(added);
  else
    *tree = added;
  return code < 0 ? code : ASC_OK;
}

void asc_variations_close(asc_variations *tree) {
  if (tree == NULL) return;
  for (int i = 0; i < tree->count; i++) {
    free(tree->nodes[i].comment);
    free(tree->nodes[i].commands);
    free(tree->nodes[i].marks);
    free(tree->nodes[i].glyphs);
  }
  free(tree->nodes);
  asc_record_close(tree->source);
  free(tree);
}

/* Playing */

static int token_play(asc_play *play, const char *token, asc_error *error) {
  if (token[0] == 'p' && token[1] != '\0' && strcmp(token + 2, ASC_PLY_RESIGNS) == 0)
    return asc_play_resign(play, token[1] - '0', error);
  if (strcmp(token, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(play, error);
  return asc_play_move_text(play, token, error);
}

static int path_play(const asc_variations *tree, int node, asc_play *play, asc_error *error) {
  int length = 0, code = ASC_OK;
  for (int at = node; at != ASC_VARIATIONS_ROOT; at = tree->nodes[at].parent) length++;
  int *path = malloc(((size_t)length + 1) * sizeof *path);
  if (path == NULL) return ASC_E_MEMORY;
  for (int at = node, i = length; at != ASC_VARIATIONS_ROOT; at = tree->nodes[at].parent) path[--i] = at;
  for (int i = 0; i < length && code == ASC_OK; i++) code = token_play(play, tree->nodes[path[i]].token, error);
  free(path);
  return code;
}

int asc_variations_open_play(const asc_variations *tree, int node, asc_play **play, asc_error *error) {
  asc_position first;
  const char *position = asc_record_tag(tree->source, "Position");
  *play = NULL;
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  if (position != NULL && asc_position_read(tree->rules, position, &first, error) < 0) return ASC_E_INPUT;
  int code = asc_play_open(play, tree->rules, position == NULL ? NULL : &first);
  if (code == ASC_OK) code = path_play(tree, node, *play, error);
  if (code < 0) {
    asc_play_close(*play);
    *play = NULL;
  }
  return code;
}

/* Numbers a ply from the last numbered ply before it (asc_record_item_set_round). */
static void node_number(asc_variations *tree, int node, int player) {
  asc_variation_node *ply = &tree->nodes[node];
  int before = ply->parent;
  while (before != ASC_VARIATIONS_ROOT && tree->nodes[before].round == 0) before = tree->nodes[before].parent;
  const asc_variation_node *last = before == ASC_VARIATIONS_ROOT ? NULL : &tree->nodes[before];
  ply->player = player;
  ply->starts_round = last == NULL ? player == 1 : player < last->player;
  ply->round = last == NULL ? 1 : last->round + ply->starts_round;
}

int asc_variations_play(asc_variations *tree, int node, const char *token, asc_error *error) {
  asc_play *play;
  int code = asc_variations_open_play(tree, node, &play, error);
  if (code < 0) return code;
  code = token_play(play, token, error);
  if (code == ASC_OK) {
    const asc_event *event = asc_play_event(play, asc_play_event_count(play) - 1);
    /* An agreed draw is no event, so there may be none. */
    const char *written = strcmp(token, ASC_PLY_DRAW) == 0 || event->resigned ? token : event->token;
    code = child_find(tree, node, written);
    if (code == ASC_VARIATIONS_NONE) {
      code = node_add(tree, node, written);
      if (code >= 0 && written != token)
        node_number(tree, code, asc_play_event_owner(play, asc_play_event_count(play) - 1));
    }
  }
  asc_play_close(play);
  return code;
}

/* Changing */

int asc_variations_promote(asc_variations *tree, int node) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  for (; node != ASC_VARIATIONS_ROOT; node = tree->nodes[node].parent) {
    int *link = &tree->nodes[tree->nodes[node].parent].first_child, first = *link;
    if (first == node) continue;
    while (*link != node) link = &tree->nodes[*link].next_sibling;
    *link = tree->nodes[node].next_sibling;
    tree->nodes[node].next_sibling = first;
    tree->nodes[tree->nodes[node].parent].first_child = node;
  }
  return ASC_OK;
}

static int subtree_size(const asc_variations *tree, int node) {
  int size = 0, subtree_end = skip_removed(tree, tree->nodes[node].next_sibling);
  int ancestor = tree->nodes[node].parent;
  while (subtree_end == ASC_VARIATIONS_NONE && ancestor > ASC_VARIATIONS_ROOT) {
    subtree_end = skip_removed(tree, tree->nodes[ancestor].next_sibling);
    ancestor = tree->nodes[ancestor].parent;
  }
  for (int at = node; at != subtree_end && at != ASC_VARIATIONS_NONE; at = asc_variations_next(tree, at)) size++;
  return size;
}

int asc_variations_remove(asc_variations *tree, int node) {
  if (node == ASC_VARIATIONS_ROOT || asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  int size = subtree_size(tree, node);
  tree->nodes[node].is_removed = true;
  return size;
}

int asc_variations_restore(asc_variations *tree, int node) {
  if (node <= ASC_VARIATIONS_ROOT || node >= tree->count || !tree->nodes[node].is_removed) return ASC_E_STATE;
  tree->nodes[node].is_removed = false;
  return subtree_size(tree, node);
}

/* Pasted text may contain characters that a record's comment may not have. Control characters become spaces, and a
   space is inserted into anything that looks like a command. */
int asc_variations_set_comment(asc_variations *tree, int node, const char *text) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  asc_strbuf clean = {0};
  for (; *text != '\0'; text++) {
    bool control = ((unsigned char)*text < ' ' && *text != '\n') || *text == 127;
    asc_strbuf_add_char(&clean, control ? ' ' : *text);
    if (*text == '[' && text[1] == '%') asc_strbuf_add_char(&clean, ' ');
  }
  int code = clean.failed ? ASC_E_MEMORY : text_set(&tree->nodes[node].comment, clean.text, clean.length);
  free(clean.text);
  return code;
}

int asc_variations_set_marks(asc_variations *tree, int node, const char *marks) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  if (strpbrk(marks, "[]{}\n") != NULL) return ASC_E_INPUT;
  return text_set(&tree->nodes[node].marks, marks, strlen(marks));
}

/* Writing */

typedef struct write_position {
  asc_record *record;
  asc_record_item *outer, *after;
  asc_error *error;
} write_position;

static int item_write(write_position *at, asc_record_item_kind kind, const char *text) {
  return asc_record_insert(at->record, at->outer, at->after, kind, text, &at->after, at->error);
}

static int glyphs_write(write_position *at, const char *glyphs) {
  int code = ASC_OK;
  while (glyphs != NULL && *glyphs != '\0' && code == ASC_OK) {
    char glyph[ASC_TOKEN_MAX];
    size_t length = strcspn(glyphs, " ");
    if (length >= sizeof glyph) return ASC_E_INPUT;
    memcpy(glyph, glyphs, length);
    glyph[length] = '\0';
    code = item_write(at, ASC_RECORD_NAG, glyph);
    glyphs += length + (glyphs[length] == ' ');
  }
  return code;
}

/* Commands come first, so that the text for people is at the end of the comment. */
static int remarks_write(write_position *at, const asc_variation_node *node) {
  asc_strbuf text = {0};
  int code = glyphs_write(at, node->glyphs);
  if (node->commands != NULL) asc_strbuf_add_text(&text, node->commands);
  if (node->marks != NULL) {
    if (text.length > 0) asc_strbuf_add_char(&text, ' ');
    asc_strbuf_add_text(&text, mark_command);
    asc_strbuf_add_text(&text, node->marks);
    asc_strbuf_add_char(&text, ']');
  }
  if (node->comment != NULL) {
    if (text.length > 0) asc_strbuf_add_char(&text, ' ');
    asc_strbuf_add_text(&text, node->comment);
  }
  if (code == ASC_OK && text.failed) code = ASC_E_MEMORY;
  if (code == ASC_OK && text.length > 0) code = item_write(at, ASC_RECORD_COMMENT, text.text);
  free(text.text);
  return code;
}

/* Writes a node and the line that continues it. The variations of a ply follow it directly, except those that replace
   the first node: the caller writes these. The recursion is no deeper than a record allows. */
static int line_write(const asc_variations *tree, write_position *at, int node) {
  int code = ASC_OK;
  for (bool first = true; node != ASC_VARIATIONS_NONE && code == ASC_OK; first = false) {
    const asc_variation_node *ply = &tree->nodes[node];
    if (node != ASC_VARIATIONS_ROOT) code = item_write(at, ASC_RECORD_PLY, ply->token);
    if (code == ASC_OK) code = remarks_write(at, ply);
    int other = first ? ASC_VARIATIONS_NONE : skip_removed(tree, ply->next_sibling);
    for (; other != ASC_VARIATIONS_NONE && code == ASC_OK;
         other = skip_removed(tree, tree->nodes[other].next_sibling)) {
      code = item_write(at, ASC_RECORD_VARIATION, "");
      write_position inner = {at->record, at->after, NULL, at->error};
      if (code == ASC_OK) code = line_write(tree, &inner, other);
    }
    node = skip_removed(tree, ply->first_child);
  }
  return code;
}

/* Copies the tags, except those that follow from the moves: asc_record_check sets these again. */
static int tags_write(const asc_variations *tree, asc_record *record, asc_error *error) {
  const char *name, *value;
  int code = ASC_OK;
  for (int i = 0; code == ASC_OK && asc_record_tag_at(tree->source, i, &name, &value); i++)
    if (strcmp(name, "Result") != 0 && strcmp(name, "Points") != 0 && strcmp(name, "Dice") != 0)
      code = asc_record_set_tag(record, name, value, error);
  bool rolls = tree->rules->game->odds != NULL && tree->nodes[ASC_VARIATIONS_ROOT].first_child != ASC_VARIATIONS_NONE;
  return code == ASC_OK && rolls ? asc_record_set_tag(record, "Dice", "hand", error) : code;
}

int asc_variations_to_record(const asc_variations *tree, asc_record **record, asc_error *error) {
  *record = NULL;
  asc_record *added;
  int code = asc_record_open(&added);
  if (code < 0) return code;
  write_position at = {added, NULL, NULL, error};
  code = tags_write(tree, added, error);
  if (code == ASC_OK) code = line_write(tree, &at, ASC_VARIATIONS_ROOT);
  if (code == ASC_OK) code = asc_record_check(added, tree->rules, NULL, error);
  if (code < 0)
    asc_record_close(added);
  else
    *record = added;
  return code;
}

static void glyphs_json(asc_json *json, const char *glyphs) {
  asc_json_open(json, "glyphs", '[');
  for (const char *at = glyphs; at != NULL && *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
    asc_json_number(json, NULL, strtol(at, NULL, 10));
  asc_json_close(json, ']');
}

void asc_variations_json(asc_json *json, const char *name, const asc_variations *tree) {
  asc_json_open(json, name, '[');
  for (int i = ASC_VARIATIONS_ROOT; i != ASC_VARIATIONS_NONE; i = asc_variations_next(tree, i)) {
    const asc_variation_node *node = &tree->nodes[i];
    asc_json_open(json, NULL, '{');
    asc_json_number(json, "node", i);
    asc_json_number(json, "parent", node->parent);
    asc_json_text(json, "move", node->token);
    asc_json_number(json, "player", node->player);
    asc_json_number(json, "round", node->round);
    asc_json_bool(json, "opens", node->starts_round);
    asc_json_text(json, "comment", node->comment == NULL ? "" : node->comment);
    asc_json_text(json, "marks", node->marks == NULL ? "" : node->marks);
    glyphs_json(json, node->glyphs);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}
