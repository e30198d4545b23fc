/* Pictures of the page, drawn as `ascona show --svg` draws. */
#include "draw/svg/svg.h"
#include "games/delta/delta.h"
#include "play/file.h"
#include "results.h"

#include <stdlib.h>
#include <string.h>

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
  int code = svg_text(scene, &text, &length);
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
    scene_read(scene, play, NULL);
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
