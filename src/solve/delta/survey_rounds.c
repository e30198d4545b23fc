/* Rounds are the strongly connected parts of the graph of drawn positions, found by Tarjan's way: a walk in depth that
   numbers positions as they come, and remembers for each the least number that can be reached from it. */
#include "survey.h"

#include <stdlib.h>

#define NOT_SEEN 0

typedef struct draw_graph {
  const retro_survey *survey;
  const retro_finds *draws;
  uint64_t *places;  /* of the draws, ascending */
  uint64_t *targets; /* draws that moves lead to; those of draw i from starts[i] on */
  size_t *starts;
  size_t count, room;
} draw_graph;

static uint64_t place_of(const retro_survey *survey, uint32_t own, uint32_t other) {
  const retro_layer *layer = survey->layer;
  uint32_t row, column;
  if (!asc_retro_plan_find(survey->plan, layer, own, other, &row, &column)) return UINT64_MAX;
  return (uint64_t)row * layer->columns.count + asc_retro_survey_first(survey, row, column);
}

static int compare(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return one < other ? -1 : one > other;
}

static bool target_add(draw_graph *graph, uint32_t own, uint32_t other) {
  uint64_t place = place_of(graph->survey, own, other);
  const uint64_t *found = bsearch(&place, graph->places, graph->draws->count, sizeof place, compare);
  if (found == NULL) return true;
  if (graph->count == graph->room) {
    size_t room = 2 * graph->room + 1024;
    uint64_t *targets = realloc(graph->targets, room * sizeof *targets);
    if (targets == NULL) return false;
    graph->targets = targets;
    graph->room = room;
  }
  graph->targets[graph->count++] = (uint64_t)(found - graph->places);
  return true;
}

static bool targets_add(draw_graph *graph, const retro_found *draw) {
  const retro_board *board = &graph->survey->plan->board;
  for (int i = 0; i < board->way_count; i++) {
    const retro_way *way = &board->ways[i];
    if ((draw->own & way->from) == 0 || ((draw->own | draw->other) & way->over) != 0) continue;
    for (uint32_t rest = draw->own & ~way->from; rest != 0; rest &= rest - 1) {
      uint32_t lifted = rest & -rest;
      if (!target_add(graph, draw->other, (draw->own & ~way->from & ~lifted) | way->to | way->tracer)) return false;
    }
  }
  return true;
}

static bool graph_open(draw_graph *graph, const retro_survey *survey, const retro_finds *draws) {
  *graph = (draw_graph){.survey = survey, .draws = draws};
  graph->places = malloc((draws->count + 1) * sizeof *graph->places);
  graph->starts = malloc((draws->count + 1) * sizeof *graph->starts);
  if (graph->places == NULL || graph->starts == NULL) return false;
  for (size_t i = 0; i < draws->count; i++)
    graph->places[i] = place_of(survey, draws->items[i].own, draws->items[i].other);
  for (size_t i = 0; i < draws->count; i++) {
    graph->starts[i] = graph->count;
    if (!targets_add(graph, &draws->items[i])) return false;
  }
  graph->starts[draws->count] = graph->count;
  return true;
}

static void graph_close(draw_graph *graph) {
  free(graph->places);
  free(graph->targets);
  free(graph->starts);
}

typedef struct draw_walk {
  const draw_graph *graph;
  uint32_t *number, *least; /* by draw; NOT_SEEN */
  size_t *next;             /* by draw: the target to look at next */
  uint32_t *path, *open;    /* the walk now; and all that were seen and belong to no part yet */
  bool *is_open;
  size_t path_length, open_count;
  uint32_t numbered;
} draw_walk;

static bool walk_open(draw_walk *walk, const draw_graph *graph) {
  size_t count = graph->draws->count + 1;
  *walk = (draw_walk){.graph = graph,
                      .number = calloc(count, sizeof *walk->number),
                      .least = calloc(count, sizeof *walk->least),
                      .next = calloc(count, sizeof *walk->next),
                      .path = calloc(count, sizeof *walk->path),
                      .open = calloc(count, sizeof *walk->open),
                      .is_open = calloc(count, sizeof *walk->is_open)};
  return walk->number != NULL && walk->least != NULL && walk->next != NULL && walk->path != NULL &&
         walk->open != NULL && walk->is_open != NULL;
}

static void walk_close(draw_walk *walk) {
  free(walk->number);
  free(walk->least);
  free(walk->next);
  free(walk->path);
  free(walk->open);
  free(walk->is_open);
}

static void walk_enter(draw_walk *walk, uint32_t draw) {
  walk->number[draw] = walk->least[draw] = ++walk->numbered;
  walk->next[draw] = walk->graph->starts[draw];
  walk->path[walk->path_length++] = walk->open[walk->open_count++] = draw;
  walk->is_open[draw] = true;
}

static bool leads_to_itself(const draw_graph *graph, uint32_t draw) {
  for (size_t i = graph->starts[draw]; i < graph->starts[draw + 1]; i++)
    if (graph->targets[i] == draw) return true;
  return false;
}

/* Everything open from `draw` on is one part. */
static void part_take(draw_walk *walk, uint32_t draw, uint32_t *round) {
  size_t first = walk->open_count;
  while (walk->open[--first] != draw) {
  }
  uint32_t size = (uint32_t)(walk->open_count - first);
  if (size == 1 && !leads_to_itself(walk->graph, draw)) size = 0;
  for (; walk->open_count > first; walk->open_count--) {
    uint32_t member = walk->open[walk->open_count - 1];
    walk->is_open[member] = false;
    round[member] = size;
  }
}

static void walk_from(draw_walk *walk, uint32_t draw, uint32_t *round) {
  walk_enter(walk, draw);
  while (walk->path_length > 0) {
    uint32_t here = walk->path[walk->path_length - 1];
    if (walk->next[here] < walk->graph->starts[here + 1]) {
      uint32_t there = (uint32_t)walk->graph->targets[walk->next[here]++];
      if (walk->number[there] == NOT_SEEN)
        walk_enter(walk, there);
      else if (walk->is_open[there] && walk->number[there] < walk->least[here])
        walk->least[here] = walk->number[there];
      continue;
    }
    walk->path_length--;
    if (walk->path_length > 0) {
      uint32_t before = walk->path[walk->path_length - 1];
      if (walk->least[here] < walk->least[before]) walk->least[before] = walk->least[here];
    }
    if (walk->least[here] == walk->number[here]) part_take(walk, here, round);
  }
}

int asc_retro_survey_rounds(const retro_survey *survey, const retro_finds *draws, retro_rounds *rounds) {
  draw_graph graph;
  draw_walk walk = {0};
  *rounds =
      (retro_rounds){calloc(draws->count + 1, sizeof *rounds->choice), calloc(draws->count + 1, sizeof *rounds->round)};
  bool room = graph_open(&graph, survey, draws) && walk_open(&walk, &graph) && rounds->choice != NULL &&
              rounds->round != NULL && draws->count < UINT32_MAX;
  for (uint32_t i = 0; room && i < draws->count; i++) {
    rounds->choice[i] = (uint32_t)(graph.starts[i + 1] - graph.starts[i]);
    if (walk.number[i] == NOT_SEEN) walk_from(&walk, i, rounds->round);
  }
  walk_close(&walk);
  graph_close(&graph);
  return room ? ASC_OK : ASC_E_MEMORY;
}

void asc_retro_rounds_close(retro_rounds *rounds) {
  free(rounds->choice);
  free(rounds->round);
  *rounds = (retro_rounds){0};
}
