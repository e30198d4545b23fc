/* `ascona-survey DIR [GAME [THREADS]]`: answers questions about the solved positions of Delta, from the complete tables
   in DIR. tools/results makes docs/results.md from the answers. */
#include "survey.h"

#include "base/text.h"
#include "engine/common/large_pages.h"
#include "engine/common/parallel.h"
#include "solve/delta/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] =
    "usage: ascona-survey DIR [GAME [THREADS]]\n"
    "\n"
    "Reads the complete tables of a board (default: delta), which `ascona solve delta --all` makes, from DIR. Then\n"
    "reads requests from stdin, one per line, and answers each with one line of JSON:\n"
    "\n"
    "  layers                 the counts and the digest of every layer\n"
    "  probe POSITION MOVE…   like `ascona probe --json`, after these moves; POSITION may be 'start'\n"
    "  line POSITION MOVE…    the moves of best play to the end; none for a draw\n"
    "  game-to-draw PAWNS     a game that leads to a draw with so many pawns on the board, or null\n"
    "\n"
    "With all pawns on the board:\n"
    "\n"
    "  positions VALUE        all positions with this value (as `layers` lists it), without symmetries\n"
    "  draws                  how many positions are drawn, and the cycles that draws end in\n"
    "  turns                  every board with either side to move, and mutual zugzwangs\n"
    "\n"
    "The ordinary board takes 3.5 GB of memory.\n";

int survey_fail(survey_tables *self, int code) {
  return asc_error_set(&self->error, code, "%s",
                       code == ASC_E_MEMORY ? "out of memory"
                       : code == ASC_E_FILE ? "a table is damaged"
                                            : asc_strerror(code));
}

void survey_position_write(survey_tables *self, const char *name, uint32_t own, uint32_t other) {
  asc_position position;
  char text[ASC_POSITION_TEXT_MAX];
  asc_tablebase_position_make(&self->plan.board, self->last, own, other, &position);
  asc_position_write(self->rules, &position, text, sizeof text);
  asc_json_text(&self->json, name, text);
}

static void values_write(asc_json *json, const asc_tablebase_layer_plan *layer, const asc_tablebase_header *header) {
  asc_json_open(json, "values", '[');
  for (int value = INT8_MIN; value <= INT8_MAX; value++) {
    if (value == ASC_TABLEBASE_NO_POSITION || header->entries[(uint8_t)value] == 0) continue;
    asc_json_open(json, NULL, '{');
    asc_json_number(json, "value", value);
    asc_json_number(json, "points", asc_tablebase_value_points(layer, (int8_t)value));
    asc_json_number(json, "plies", asc_tablebase_value_plies(layer, (int8_t)value));
    asc_json_number(json, "entries", (int64_t)header->entries[(uint8_t)value]);
    asc_json_number(json, "positions", (int64_t)header->positions[(uint8_t)value]);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static int layers_write(survey_tables *self) {
  asc_json *json = &self->json;
  asc_json_open(json, NULL, '[');
  for (int n = 0; n < self->plan.layer_count; n++) {
    const asc_tablebase_header *header = self->layers[n].header;
    char digest[2 * 16 + 1];
    (void)snprintf(digest, sizeof digest, "%016llx%016llx", (unsigned long long)header->digest[1],
                   (unsigned long long)header->digest[0]);
    asc_json_open(json, NULL, '{');
    asc_json_number(json, "rows", (int64_t)header->rows);
    asc_json_number(json, "columns", (int64_t)header->columns);
    asc_json_text(json, "digest", digest);
    values_write(json, &self->plan.layers[n], header);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return ASC_OK;
}

static int probe_write(survey_tables *self, const void *position) {
  solve_probe probe;
  int code = solve_probe_open(&probe, self->tables, self->rules, position, &self->error);
  asc_json_open(&self->json, NULL, '{');
  if (code == ASC_OK) solve_probe_json(&self->json, &probe);
  asc_json_close(&self->json, '}');
  solve_probe_close(&probe);
  return code;
}

/* Reads "POSITION MOVE…". */
static int position_read(survey_tables *self, char *words, asc_position *position) {
  const char *word = asc_text_next_word(&words);
  asc_move move;
  int code = ASC_OK;
  if (word == NULL || strcmp(word, "start") == 0)
    asc_position_start(self->rules, position);
  else
    code = asc_position_read(self->rules, word, position, &self->error);
  while (code == ASC_OK && (word = asc_text_next_word(&words)) != NULL) {
    code = asc_move_read(self->rules, position, word, &move, &self->error);
    if (code == ASC_OK) asc_position_play(self->rules, position, move);
  }
  return code;
}

static int request_answer(survey_tables *self, char *words) {
  const char *name = asc_text_next_word(&words);
  asc_position position = {0};
  long long number;
  if (name == NULL) name = "";
  if (strcmp(name, "layers") == 0) return layers_write(self);
  if (strcmp(name, "draws") == 0) return survey_draws(self);
  if (strcmp(name, "turns") == 0) return survey_turns(self);
  if (strcmp(name, "positions") == 0 && asc_text_number(words, INT8_MIN + 1, INT8_MAX, &number))
    return survey_positions(self, (int8_t)number);
  if (strcmp(name, "game-to-draw") == 0 && asc_text_number(words, 0, self->last->pawns - 1, &number))
    return survey_game_to_draw(self, (int)number);
  if (strcmp(name, "probe") != 0 && strcmp(name, "line") != 0)
    return asc_error_set(&self->error, ASC_E_INPUT, "there is no request '%s %s'", name, words);
  int code = position_read(self, words, &position);
  if (code < 0) return code;
  return name[0] == 'p' ? probe_write(self, &position) : survey_line(self, &position);
}

static void json_put(void *data, const char *text, size_t length) { (void)fwrite(text, 1, length, data); }

/* Prints the answer when it is complete: if the request fails, nothing is printed. */
static int request_run(survey_tables *self, char *words) {
  char *answer = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&answer, &length);
  if (stream == NULL) return survey_fail(self, ASC_E_MEMORY);
  self->json = (asc_json){.write = json_put, .data = stream};
  int code = request_answer(self, words);
  bool is_complete = ferror(stream) == 0;
  if ((fclose(stream) != 0 || !is_complete) && code == ASC_OK) code = survey_fail(self, ASC_E_MEMORY);
  if (code == ASC_OK && (puts(answer) < 0 || fflush(stdout) != 0))
    code = asc_error_set(&self->error, ASC_E_FILE, "standard output cannot be written");
  free(answer);
  return code;
}

static int requests_answer(survey_tables *self) {
  char *line = NULL;
  size_t size = 0;
  int code = ASC_OK;
  while (code == ASC_OK && getline(&line, &size, stdin) > 0) {
    line[strcspn(line, "\n")] = '\0';
    code = request_run(self, line);
  }
  free(line);
  return code;
}

static int tables_open(survey_tables *self, const char *folder) {
  int size, pawns, code = asc_tablebase_open(&self->tables, self->rules, folder, &self->error);
  if (code < 0) return code;
  (void)asc_tablebase_rules_support(self->rules, &size, &pawns); /* supported, or there would be no tables */
  if (!asc_tablebase_plan_open(&self->plan, size, pawns)) return survey_fail(self, ASC_E_MEMORY);
  self->last = &self->plan.layers[self->plan.layer_count - 1];
  for (int n = 0; n < self->plan.layer_count && code == ASC_OK; n++)
    code = asc_tablebase_file_open(&self->layers[n], folder, &self->plan, &self->plan.layers[n], &self->error);
  return code;
}

static void tables_close(survey_tables *self) {
  free(self->memo.slots);
  if (self->last_values != NULL) asc_large_pages_free(self->last_values, asc_tablebase_layer_entries(self->last));
  for (int n = 0; n < self->plan.layer_count; n++) asc_tablebase_file_close(&self->layers[n]);
  asc_tablebase_plan_close(&self->plan);
  asc_tablebase_close(self->tables);
  asc_rules_close(self->rules);
}

int main(int argc, char **argv) {
  static survey_tables self;
  long long threads = 0;
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  if (argc < 2 || argc > 4 || (argc == 4 && !asc_text_number(argv[3], 1, ASC_THREADS_MAX, &threads))) {
    fputs(usage, stderr);
    return STATUS_INPUT;
  }
  self.threads = asc_parallel_thread_count((int)threads);
  int code = asc_rules_open(&self.rules, argc > 2 ? argv[2] : "delta", &self.error);
  if (code == ASC_OK) code = tables_open(&self, argv[1]);
  if (code == ASC_OK) code = requests_answer(&self);
  tables_close(&self);
  if (code == ASC_OK) return 0;
  asc_error_write(&self.error, line, sizeof line);
  fprintf(stderr, "ascona-survey: %s\n", line);
  return code == ASC_E_MEMORY || code == ASC_E_FILE ? STATUS_MACHINE : STATUS_INPUT;
}
