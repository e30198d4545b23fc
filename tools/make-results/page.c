/* Words, positions, probes and pictures for all sections of the page. */
#include "page.h"

#include "core/text.h"
#include "draw/svg/svg.h"
#include "play/file.h"
#include "solve/delta/position.h"
#include "study/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *results_value(int points, char text[RESULTS_TEXT]) {
  (void)snprintf(text, RESULTS_TEXT, points > 0 ? "+%d" : "%d", points);
  return text;
}

const char *results_verdict(int white, char text[RESULTS_TEXT]) {
  if (white == 0) return "a draw";
  (void)snprintf(text, RESULTS_TEXT, "%s wins %d point%s", white > 0 ? "White" : "Black", abs(white),
                 abs(white) == 1 ? "" : "s");
  return text;
}

const char *results_count(uint64_t count, char text[RESULTS_TEXT]) { return asc_count_write(count, text); }

const char *results_percent(uint64_t part, uint64_t whole, char text[RESULTS_TEXT]) {
  double percent = whole == 0 ? 0 : 100 * (double)part / (double)whole;
  int decimals = percent == 0 || percent >= 0.95 ? 1 : percent >= 0.095 ? 2 : percent >= 0.0095 ? 3 : 4;
  bool tiny = percent > 0 && percent < 0.00005;
  (void)snprintf(text, RESULTS_TEXT, tiny ? "less than %.*f %%" : "%.*f %%", decimals, tiny ? 0.0001 : percent);
  return text;
}

int results_white(const results_page *page, const void *position, int points) {
  return asc_position_turn(page->rules, position) == 1 ? points : -points;
}

int results_fail(results_page *page, int code) {
  return asc_fail(&page->error, code, "%s",
                  code == ASC_E_MEMORY ? "out of memory"
                  : code == ASC_E_FILE ? "a table is damaged"
                                       : asc_strerror(code));
}

void results_position(const results_page *page, const retro_layer *layer, const retro_found *found,
                      asc_position *position) {
  asc_retro_position_make(&page->plan.board, layer, found->own, found->other, position);
}

int results_play(results_page *page, asc_position *position, const char *tokens) {
  while (*(tokens += strspn(tokens, " ")) != '\0') {
    char token[ASC_TOKEN_MAX];
    asc_move move;
    int length = (int)strcspn(tokens, " ");
    (void)snprintf(token, sizeof token, "%.*s", length, tokens);
    int code = asc_move_read(page->rules, position, token, &move, &page->error);
    if (code < 0) return code;
    asc_position_play(page->rules, position, move);
    tokens += length;
  }
  return ASC_OK;
}

int results_probe(results_page *page, const void *position, asc_probe *list) {
  int code = asc_probe_open(list, page->tables, page->rules, position, &page->error);
  if (code < 0) asc_probe_close(list);
  return code;
}

int results_best_count(const asc_probe *list) {
  int best = 0;
  while (best < list->count && list->moves[best].truth.points == list->moves[0].truth.points) best++;
  return best;
}

void results_best_write(results_page *page, const asc_probe *list, int most) {
  int best = results_best_count(list), shown = best <= most ? best : most - 1;
  if (best == list->count && best > 1) {
    fputs("any", page->out);
    return;
  }
  for (int i = 0; i < shown; i++) fprintf(page->out, "%s`%s`", i > 0 ? ", " : "", list->moves[i].token);
  if (shown < best) fprintf(page->out, " and %d more", best - shown);
}

void results_string_write(results_page *page, const void *position) {
  char text[ASC_TEXT_MAX];
  asc_position_write(page->rules, position, text, sizeof text);
  fprintf(page->out, "`%s`", text);
}

/* A value on every square, the best lit, as the drawing writes coordinates. */
static void values_add(const results_page *page, asc_scene *scene, const int *values) {
  int size = page->plan.board.size, best = values[0];
  asc_view *view = &scene->view;
  for (int i = 1; i < size * size; i++) best = values[i] > best ? values[i] : best;
  for (int i = 0; i < size * size && view->label_count < ASC_LABELS_MAX; i++) {
    const asc_place *place = &view->places[(size - 1 - i / size) * size + i % size]; /* in reading order */
    asc_label *label = &view->labels[view->label_count++];
    *label = (asc_label){.x = place->x, .y = place->y, .lit = values[i] == best};
    (void)snprintf(label->text, sizeof label->text, "%d", values[i] % 1000); /* there is no room for a plus */
  }
}

static int scene_write(results_page *page, const asc_scene *scene, const char *name) {
  char *text, path[RETRO_PATH_MAX];
  size_t length;
  int code = asc_svg_text(scene, &text, &length);
  if (code < 0) return results_fail(page, code);
  (void)snprintf(path, sizeof path, "%s/pictures/results-%s.svg", page->folder, name);
  code = asc_file_write_atomic(path, text, length, &page->error);
  free(text);
  return code;
}

int results_picture(results_page *page, const char *name, const char *words, const void *position, const int *values) {
  asc_play *play;
  asc_scene *scene = malloc(sizeof *scene);
  if (scene == NULL) return results_fail(page, ASC_E_MEMORY);
  int code = asc_play_open(&play, page->rules, position);
  if (code == ASC_OK) {
    asc_scene_read(scene, play, NULL);
    scene->targets = (scene_targets){.first = true};
    if (values != NULL) values_add(page, scene, values);
    code = scene_write(page, scene, name);
    asc_play_close(play);
  } else {
    code = results_fail(page, code);
  }
  free(scene);
  fprintf(page->out, "<img src=\"pictures/results-%s.svg\" width=\"%d\" alt=\"%s\">\n\n", name,
          values != NULL ? 420 : 300, words);
  return code;
}
