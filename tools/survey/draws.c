/* Draws of the last layer. A draw can only end in a cycle: drawn positions that return for ever. Two positions are on
   the same cycle if they are in the same strongly connected component of the graph of drawn positions. Positions are
   counted without symmetries, so a cycle may return to an image of its first position.

   Tarjan's algorithm finds the components. A depth-first search numbers the positions and records for each the
   smallest number that can be reached from it. */
#include "survey.h"

#include <stdlib.h>

enum { SHORTEST_CYCLE = 4 }; /* plies until play can return to the very same position */

typedef struct draw_node {
  size_t targets, next;    /* indexes of its first target, and of the target to visit next */
  uint32_t number, lowest; /* 0 before the search reaches it */
  uint32_t size;           /* of its component; 0 if play never returns to it */
  bool is_open;            /* visited, but in no component yet */
} draw_node;

typedef struct draw_graph {
  survey_tables *tables;
  survey_list draws;
  draw_node *nodes;  /* by draw, and one more for the end of the targets */
  uint32_t *targets; /* draws that moves lead to */
  size_t target_count, capacity;
  uint32_t *path, *open; /* of the search: the current path, and all open draws */
  size_t path_length, open_count;
  uint32_t numbered;
} draw_graph;

static int compare(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = ((const survey_position *)b)->index;
  return one < other ? -1 : one > other;
}

/* Adds a target if the position is drawn. Returns false if memory runs out. */
static bool target_add(draw_graph *graph, uint32_t own, uint32_t other) {
  const survey_tables *tables = graph->tables;
  uint32_t row, column;
  if (!asc_tablebase_plan_find(&tables->plan, tables->last, own, other, &row, &column)) return true;
  uint64_t index = (uint64_t)row * tables->last->columns.count + column;
  if (tables->last_values[index] != 0) return true;
  index = survey_first_index(tables, row, column);
  const survey_position *found =
      bsearch(&index, graph->draws.items, graph->draws.count, sizeof *graph->draws.items, compare);
  if (graph->target_count == graph->capacity) {
    size_t capacity = 2 * graph->capacity + 1024;
    uint32_t *targets = realloc(graph->targets, capacity * sizeof *targets);
    if (targets == NULL) return false;
    graph->targets = targets;
    graph->capacity = capacity;
  }
  graph->targets[graph->target_count++] = (uint32_t)(found - graph->draws.items);
  return true;
}

static bool targets_add(draw_graph *graph, const survey_position *draw) {
  const asc_tablebase_board *board = &graph->tables->plan.board;
  for (int i = 0; i < board->move_count; i++) {
    const asc_tablebase_move *move = &board->moves[i];
    if ((draw->own & move->from) == 0 || ((draw->own | draw->other) & move->path) != 0) continue;
    for (uint32_t rest = draw->own & ~move->from; rest != 0; rest &= rest - 1) {
      uint32_t removed = rest & -rest;
      if (!target_add(graph, draw->other, (draw->own & ~move->from & ~removed) | move->to | move->tracer)) return false;
    }
  }
  return true;
}

static int graph_open(draw_graph *graph, survey_tables *tables) {
  *graph = (draw_graph){.tables = tables};
  int code = survey_find(tables, 0, &graph->draws);
  if (code < 0) return code;
  size_t count = graph->draws.count;
  graph->nodes = calloc(count + 1, sizeof *graph->nodes);
  graph->path = malloc((count + 1) * sizeof *graph->path);
  graph->open = malloc((count + 1) * sizeof *graph->open);
  bool has_memory = graph->nodes != NULL && graph->path != NULL && graph->open != NULL && count < UINT32_MAX;
  for (size_t i = 0; i < count && has_memory; i++) {
    has_memory = targets_add(graph, &graph->draws.items[i]);
    graph->nodes[i + 1].targets = graph->nodes[i + 1].next = graph->target_count;
  }
  return has_memory ? ASC_OK : survey_fail(tables, ASC_E_MEMORY);
}

static void graph_close(draw_graph *graph) {
  free(graph->draws.items);
  free(graph->nodes);
  free(graph->targets);
  free(graph->path);
  free(graph->open);
}

static size_t move_count(const draw_graph *graph, size_t draw) {
  return graph->nodes[draw + 1].targets - graph->nodes[draw].targets;
}

static void draw_enter(draw_graph *graph, uint32_t draw) {
  draw_node *node = &graph->nodes[draw];
  node->number = node->lowest = ++graph->numbered;
  node->is_open = true;
  graph->path[graph->path_length++] = graph->open[graph->open_count++] = draw;
}

static bool leads_to_itself(const draw_graph *graph, uint32_t draw) {
  for (size_t i = graph->nodes[draw].targets; i < graph->nodes[draw + 1].targets; i++)
    if (graph->targets[i] == draw) return true;
  return false;
}

/* All open draws from `draw` on form one component. */
static void component_close(draw_graph *graph, uint32_t draw) {
  size_t first = graph->open_count;
  while (graph->open[--first] != draw) {
  }
  uint32_t size = (uint32_t)(graph->open_count - first);
  if (size == 1 && !leads_to_itself(graph, draw)) size = 0;
  for (; graph->open_count > first; graph->open_count--) {
    draw_node *member = &graph->nodes[graph->open[graph->open_count - 1]];
    member->is_open = false;
    member->size = size;
  }
}

static void components_find(draw_graph *graph, uint32_t start) {
  draw_enter(graph, start);
  while (graph->path_length > 0) {
    uint32_t here = graph->path[graph->path_length - 1];
    draw_node *node = &graph->nodes[here];
    if (node->next < node[1].targets) {
      uint32_t there = graph->targets[node->next++];
      const draw_node *target = &graph->nodes[there];
      if (target->number == 0)
        draw_enter(graph, there);
      else if (target->is_open && target->number < node->lowest)
        node->lowest = target->number;
      continue;
    }
    graph->path_length--;
    if (graph->path_length > 0) {
      draw_node *before = &graph->nodes[graph->path[graph->path_length - 1]];
      if (node->lowest < before->lowest) before->lowest = node->lowest;
    }
    if (node->lowest == node->number) component_close(graph, here);
  }
}

/* Writes how many draws are on cycles of each size. `open` is free now and gets the counts by size. */
static void cycles_write(draw_graph *graph, asc_json *json) {
  uint32_t *by_size = graph->open;
  for (size_t size = 0; size <= graph->draws.count; size++) by_size[size] = 0;
  for (size_t i = 0; i < graph->draws.count; i++) by_size[graph->nodes[i].size]++;
  asc_json_open(json, "cycles", '[');
  for (size_t size = 1; size <= graph->draws.count; size++) {
    if (by_size[size] == 0) continue;
    asc_json_open(json, NULL, '{');
    asc_json_number(json, "size", (int64_t)size);
    asc_json_number(json, "positions", by_size[size]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void graph_write(draw_graph *graph) {
  asc_json *json = &graph->tables->json;
  int64_t with_one_move = 0;
  for (size_t i = 0; i < graph->draws.count; i++) with_one_move += move_count(graph, i) == 1;
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "positions", (int64_t)graph->draws.count);
  asc_json_number(json, "with_one_move", with_one_move);
  cycles_write(graph, json);
  asc_json_open(json, "on_shortest", '[');
  for (size_t i = 0; i < graph->draws.count; i++)
    if (graph->nodes[i].size == SHORTEST_CYCLE)
      survey_position_write(graph->tables, NULL, graph->draws.items[i].own, graph->draws.items[i].other);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

int survey_draws(survey_tables *self) {
  draw_graph graph;
  int code = survey_last_read(self);
  if (code < 0) return code;
  code = graph_open(&graph, self);
  for (uint32_t i = 0; i < graph.draws.count && code == ASC_OK; i++)
    if (graph.nodes[i].number == 0) components_find(&graph, i);
  if (code == ASC_OK) graph_write(&graph);
  graph_close(&graph);
  return code;
}
