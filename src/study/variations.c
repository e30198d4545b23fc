#include "variations.h"

#include "core/text.h"
#include "play/growing.h"
#include "play/history.h"
#include "play/record.h"

#include <stdlib.h>
#include <string.h>

struct asc_variations {
  const asc_rules *rules;
  asc_record *source; /* its tags */
  asc_variation *nodes;
  int count, capacity;
};

static const char mark_command[] = "[%mark ";

const asc_variation *asc_variations_node(const asc_variations *tree, int node) {
  if (node < 0 || node >= tree->count) return NULL;
  for (int above = node; above != ASC_VARIATIONS_NONE; above = tree->nodes[above].parent)
    if (tree->nodes[above].cut) return NULL;
  return &tree->nodes[node];
}

/* The first node from `node` on, along its siblings, that is not cut. */
static int uncut(const asc_variations *tree, int node) {
  while (node != ASC_VARIATIONS_NONE && tree->nodes[node].cut) node = tree->nodes[node].next;
  return node;
}

int asc_variations_after(const asc_variations *tree, int node) {
  if (node == ASC_VARIATIONS_NONE) return ASC_VARIATIONS_ROOT;
  int after = uncut(tree, tree->nodes[node].first);
  while (after == ASC_VARIATIONS_NONE && node != ASC_VARIATIONS_ROOT) {
    after = uncut(tree, tree->nodes[node].next);
    node = tree->nodes[node].parent;
  }
  return after;
}

int asc_variations_end(const asc_variations *tree) {
  int node = ASC_VARIATIONS_ROOT, next;
  while ((next = uncut(tree, tree->nodes[node].first)) != ASC_VARIATIONS_NONE) node = next;
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

/* Adds to a text, with a separator where there is something before. */
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

/* A new node, the last of its parent's children. */
static int node_add(asc_variations *tree, int parent, const char *token) {
  if (strlen(token) >= ASC_TOKEN_MAX || tree->count == ASC_VARIATIONS_MAX) return ASC_E_INPUT;
  if (tree->count == tree->capacity) {
    int capacity = tree->capacity == 0 ? 64 : 2 * tree->capacity;
    asc_variation *nodes = realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
    if (nodes == NULL) return ASC_E_MEMORY;
    tree->nodes = nodes;
    tree->capacity = capacity;
  }
  int made = tree->count++;
  tree->nodes[made] = (asc_variation){.parent = parent, .first = ASC_VARIATIONS_NONE, .next = ASC_VARIATIONS_NONE};
  memcpy(tree->nodes[made].token, token, strlen(token) + 1);
  if (parent == ASC_VARIATIONS_NONE) return made;
  int *last = &tree->nodes[parent].first;
  while (*last != ASC_VARIATIONS_NONE) last = &tree->nodes[*last].next;
  *last = made;
  return made;
}

static int child_find(const asc_variations *tree, int parent, const char *token) {
  int child = uncut(tree, tree->nodes[parent].first);
  while (child != ASC_VARIATIONS_NONE && strcmp(tree->nodes[child].token, token) != 0)
    child = uncut(tree, tree->nodes[child].next);
  return child;
}

/* Reading */

/* Takes a comment apart: marks, other commands, and what is said to people. What a running game writes for itself goes.
 */
static int comment_read(asc_variation *node, const char *text) {
  int code = ASC_OK;
  while (*text != '\0' && code == ASC_OK) {
    const char *command = strstr(text, "[%"), *end = command == NULL ? NULL : strchr(command, ']');
    const char *said = end == NULL ? text + strlen(text) : command;
    const char *from = text + strspn(text, " \n"), *to = said;
    while (to > from && (to[-1] == ' ' || to[-1] == '\n')) to--;
    if (to > from) code = text_add(&node->comment, from, (size_t)(to - from), '\n');
    text = end == NULL ? said : end + 1;
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

/* No deeper than a record has variations. A variation that begins as its line does is one with it. */
static int line_read(asc_variations *tree, const asc_item *item, int node) {
  int code = ASC_OK;
  for (; item != NULL && code >= 0; item = item->next) {
    switch (item->kind) {
    case ASC_ITEM_PLY: {
      int child = child_find(tree, node, item->text);
      node = code = child != ASC_VARIATIONS_NONE ? child : node_add(tree, node, item->text);
      if (code < 0) break;
      tree->nodes[node].player = item->player;
      tree->nodes[node].round = item->round;
      tree->nodes[node].starts_round = item->starts_round;
      break;
    }
    case ASC_ITEM_COMMENT: code = comment_read(&tree->nodes[node], item->text); break;
    case ASC_ITEM_NAG: code = text_add(&tree->nodes[node].glyphs, item->text, strlen(item->text), ' '); break;
    case ASC_ITEM_VARIATION: code = line_read(tree, item->inner, tree->nodes[node].parent); break;
    }
  }
  return code < 0 ? code : ASC_OK;
}

int asc_variations_open(asc_variations **tree, asc_record *record, const asc_rules *rules) {
  asc_variations *made = calloc(1, sizeof *made);
  *tree = NULL;
  if (made == NULL) {
    asc_record_close(record);
    return ASC_E_MEMORY;
  }
  made->rules = rules;
  made->source = record;
  int code = node_add(made, ASC_VARIATIONS_NONE, "");
  if (code >= 0) code = line_read(made, asc_record_first(record), ASC_VARIATIONS_ROOT);
  if (code < 0)
    asc_variations_close(made);
  else
    *tree = made;
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
  if (token[0] == 'p' && strcmp(token + 2, ASC_PLY_RESIGNS) == 0) return asc_play_give_up(play, token[1] - '0', error);
  if (strcmp(token, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(play, error);
  return asc_play_token(play, token, error);
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

int asc_variations_lead(const asc_variations *tree, int node, asc_play **play, asc_error *error) {
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

/* The number a ply is written with, from the last one before it that has one (asc_item_number). */
static void node_number(asc_variations *tree, int node, int player) {
  asc_variation *ply = &tree->nodes[node];
  int before = ply->parent;
  while (before != ASC_VARIATIONS_ROOT && tree->nodes[before].round == 0) before = tree->nodes[before].parent;
  const asc_variation *last = before == ASC_VARIATIONS_ROOT ? NULL : &tree->nodes[before];
  ply->player = player;
  ply->starts_round = last == NULL ? player == 1 : player < last->player;
  ply->round = last == NULL ? 1 : last->round + ply->starts_round;
}

int asc_variations_play(asc_variations *tree, int node, const char *token, asc_error *error) {
  asc_play *play;
  int code = asc_variations_lead(tree, node, &play, error);
  if (code < 0) return code;
  code = token_play(play, token, error);
  if (code == ASC_OK) {
    const asc_event *event = asc_play_event(play, asc_play_events(play) - 1);
    const char *written = event->gave_up || strcmp(token, ASC_PLY_DRAW) == 0 ? token : event->token;
    code = child_find(tree, node, written);
    if (code == ASC_VARIATIONS_NONE) {
      code = node_add(tree, node, written);
      if (code >= 0 && written != token) node_number(tree, code, asc_play_owner(play, asc_play_events(play) - 1));
    }
  }
  asc_play_close(play);
  return code;
}

/* Changing */

int asc_variations_promote(asc_variations *tree, int node) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  for (; node != ASC_VARIATIONS_ROOT; node = tree->nodes[node].parent) {
    int *link = &tree->nodes[tree->nodes[node].parent].first, first = *link;
    if (first == node) continue;
    while (*link != node) link = &tree->nodes[*link].next;
    *link = tree->nodes[node].next;
    tree->nodes[node].next = first;
    tree->nodes[tree->nodes[node].parent].first = node;
  }
  return ASC_OK;
}

static int size_of(const asc_variations *tree, int node) {
  int size = 0, depth_end = uncut(tree, tree->nodes[node].next);
  int above = tree->nodes[node].parent;
  while (depth_end == ASC_VARIATIONS_NONE && above > ASC_VARIATIONS_ROOT) {
    depth_end = uncut(tree, tree->nodes[above].next);
    above = tree->nodes[above].parent;
  }
  for (int at = node; at != depth_end && at != ASC_VARIATIONS_NONE; at = asc_variations_after(tree, at)) size++;
  return size;
}

int asc_variations_cut(asc_variations *tree, int node) {
  if (node == ASC_VARIATIONS_ROOT || asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  int size = size_of(tree, node);
  tree->nodes[node].cut = true;
  return size;
}

int asc_variations_restore(asc_variations *tree, int node) {
  if (node <= ASC_VARIATIONS_ROOT || node >= tree->count || !tree->nodes[node].cut) return ASC_E_STATE;
  tree->nodes[node].cut = false;
  return size_of(tree, node);
}

/* What people type or paste may have what no comment of a record has: control characters become spaces, and a space
   takes what looks like a command apart. */
int asc_variations_comment(asc_variations *tree, int node, const char *text) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  asc_growing clean = {0};
  for (; *text != '\0'; text++) {
    bool control = ((unsigned char)*text < ' ' && *text != '\n') || *text == 127;
    asc_growing_char(&clean, control ? ' ' : *text);
    if (*text == '[' && text[1] == '%') asc_growing_char(&clean, ' ');
  }
  int code = clean.failed ? ASC_E_MEMORY : text_set(&tree->nodes[node].comment, clean.text, clean.length);
  free(clean.text);
  return code;
}

int asc_variations_mark(asc_variations *tree, int node, const char *marks) {
  if (asc_variations_node(tree, node) == NULL) return ASC_E_STATE;
  if (strpbrk(marks, "[]{}\n") != NULL) return ASC_E_INPUT;
  return text_set(&tree->nodes[node].marks, marks, strlen(marks));
}

/* Writing */

typedef struct place {
  asc_record *record;
  asc_item *outer, *after;
  asc_error *error;
} place;

static int item_write(place *at, asc_item_kind kind, const char *text) {
  return asc_record_insert(at->record, at->outer, at->after, kind, text, &at->after, at->error);
}

static int glyphs_write(place *at, const char *glyphs) {
  int code = ASC_OK;
  while (glyphs != NULL && *glyphs != '\0' && code == ASC_OK) {
    char glyph[ASC_TOKEN_MAX];
    size_t length = strcspn(glyphs, " ");
    if (length >= sizeof glyph) return ASC_E_INPUT;
    memcpy(glyph, glyphs, length);
    glyph[length] = '\0';
    code = item_write(at, ASC_ITEM_NAG, glyph);
    glyphs += length + (glyphs[length] == ' ');
  }
  return code;
}

/* Commands first: who reads a comment finds what is said at its end. */
static int remarks_write(place *at, const asc_variation *node) {
  asc_growing text = {0};
  int code = glyphs_write(at, node->glyphs);
  if (node->commands != NULL) asc_growing_text(&text, node->commands);
  if (node->marks != NULL) {
    if (text.length > 0) asc_growing_char(&text, ' ');
    asc_growing_text(&text, mark_command);
    asc_growing_text(&text, node->marks);
    asc_growing_char(&text, ']');
  }
  if (node->comment != NULL) {
    if (text.length > 0) asc_growing_char(&text, ' ');
    asc_growing_text(&text, node->comment);
  }
  if (code == ASC_OK && text.failed) code = ASC_E_MEMORY;
  if (code == ASC_OK && text.length > 0) code = item_write(at, ASC_ITEM_COMMENT, text.text);
  free(text.text);
  return code;
}

/* A node and the line that goes on with it; the variations of a ply follow it at once, but not those that replace the
   first node, which are its writer's. Variations lie within variations, no deeper than a record may have them. */
static int line_write(const asc_variations *tree, place *at, int node) {
  int code = ASC_OK;
  for (bool first = true; node != ASC_VARIATIONS_NONE && code == ASC_OK; first = false) {
    const asc_variation *ply = &tree->nodes[node];
    if (node != ASC_VARIATIONS_ROOT) code = item_write(at, ASC_ITEM_PLY, ply->token);
    if (code == ASC_OK) code = remarks_write(at, ply);
    int other = first ? ASC_VARIATIONS_NONE : uncut(tree, ply->next);
    for (; other != ASC_VARIATIONS_NONE && code == ASC_OK; other = uncut(tree, tree->nodes[other].next)) {
      code = item_write(at, ASC_ITEM_VARIATION, "");
      place inner = {at->record, at->after, NULL, at->error};
      if (code == ASC_OK) code = line_write(tree, &inner, other);
    }
    node = uncut(tree, ply->first);
  }
  return code;
}

/* What follows from the moves is written anew. */
static int tags_write(const asc_variations *tree, asc_record *record, asc_error *error) {
  const char *name, *value;
  int code = ASC_OK;
  for (int i = 0; code == ASC_OK && asc_record_tag_at(tree->source, i, &name, &value); i++)
    if (strcmp(name, "Result") != 0 && strcmp(name, "Points") != 0 && strcmp(name, "Dice") != 0)
      code = asc_record_set_tag(record, name, value, error);
  bool rolls = tree->rules->game->odds != NULL && tree->nodes[ASC_VARIATIONS_ROOT].first != ASC_VARIATIONS_NONE;
  return code == ASC_OK && rolls ? asc_record_set_tag(record, "Dice", "hand", error) : code;
}

int asc_variations_record(const asc_variations *tree, asc_record **record, asc_error *error) {
  *record = NULL;
  asc_record *made;
  int code = asc_record_open(&made);
  if (code < 0) return code;
  place at = {made, NULL, NULL, error};
  code = tags_write(tree, made, error);
  if (code == ASC_OK) code = line_write(tree, &at, ASC_VARIATIONS_ROOT);
  if (code == ASC_OK) code = asc_record_check(made, tree->rules, NULL, error);
  if (code < 0)
    asc_record_close(made);
  else
    *record = made;
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
  for (int i = ASC_VARIATIONS_ROOT; i != ASC_VARIATIONS_NONE; i = asc_variations_after(tree, i)) {
    const asc_variation *node = &tree->nodes[i];
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
