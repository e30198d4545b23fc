/* Tests what front ends learn about positions, as text that people can check: tests/data/views/GAME.txt.

   Read one of these files first. A case starts with a title, "== TITLE". Commands stand at the margin; the lines below
   a command, indented by two blanks, are what it prints. Lines that start with '#' are comments.

     game SPEC                   starts a game
     position TEXT               sets up a position
     play MOVE ...               plays moves; the view marks the last one
     board                       the board
     view                        the board and everything special about it. Regions, shapes and seats are listed if they
                                 differ from those of the start position.
     prompt [after STEP ...]     the prompt, and the ending of a finished game
     place ID ...                everything about some places
     places, shapes [KIND]       all places, all shapes
     steps MOVE                  what a player selects to make a move
     path MOVE                   what a move does, and the curves of its pieces
     why TOKEN [after STEP ...]  why a selection or a move is not allowed
     write                       the position as text
     reject TEXT                 why a position text is rejected

   TOKEN and TEXT may be in double quotes. A message is printed as its key, its arguments and its English sentence.
   `ASCONA_UPDATE=1 build/tests/test_views` replaces what the commands print; check the changes before you commit them.

   What holds for all positions is in tests/conformance/view.c. */
#include "draw/text/parts.h"
#include "play/touch.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The file in progress. */
static struct {
  char path[512], title[256], command[1024];
  int line, failures;
  asc_rules *rules; /* NULL: no game yet */
  asc_position position, before;
  bool has_moved; /* `last` was played in `before` */
  asc_move last;
} file;

static char *args; /* of the command */
static FILE *out;  /* receives what the command prints */
static asc_scene scene;
static asc_view *const view = &scene.view;

/* Fails because of a mistake in the file. */
static void file_fail(const char *reason) {
  fail_msg("%s:%d: %s: %s: %s", file.path, file.line, file.title, file.command, reason);
}

static void view_update(void) {
  scene.rules = file.rules;
  asc_position_view(file.rules, &file.position, file.has_moved ? &file.before : NULL, file.last, view);
}

static size_t line_length(const char *text) { return strcspn(text, "\n"); }

static const char *next_line(const char *text) {
  text += line_length(text);
  return text + (*text == '\n');
}

/* Returns whether a text has the first line of another. */
static bool has_line(const char *text, const char *line) {
  for (; *text != '\0'; text = next_line(text))
    if (line_length(text) == line_length(line) && memcmp(text, line, line_length(line)) == 0) return true;
  return false;
}

/* ---- parts of a view ---- */

static const char *kind_id(int kind) { return file.rules->game->kinds[kind].id; }

static void message_print(const char *label, const asc_message *message) {
  char sentence[ASC_SENTENCE_MAX];
  if (message->key == NULL) return;
  fprintf(out, "%s%s", label, message->key);
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    fprintf(out, " %s=%s", arg->name, arg->text);
    if (arg->text[0] == '\0') fprintf(out, "%d", arg->number);
  }
  fprintf(out, " | %s\n", asc_message_english(file.rules, message, sentence));
}

/* Prints only the sentence. */
static void sentence_print(const char *label, const asc_message *message) {
  char sentence[ASC_SENTENCE_MAX];
  if (message->key != NULL) fprintf(out, "%s%s", label, asc_message_english(file.rules, message, sentence));
}

/* Prints the place at a point, or its coordinates. */
static void point_print(int32_t x, int32_t y) {
  for (int i = 0; i < view->place_count; i++)
    if (view->places[i].x == x && view->places[i].y == y) {
      fputs(view->places[i].id, out);
      return;
    }
  fprintf(out, "(%d,%d)", x, y);
}

/* Prints the name of the circle that an arc runs along. */
static void circle_print(const asc_curve *arc) {
  for (int i = 0; i < view->shape_count; i++) {
    const asc_curve *circle = &view->shapes[i].curve;
    if (circle->kind == ASC_CURVE_CIRCLE && circle->cx == arc->cx && circle->cy == arc->cy &&
        circle->radius == arc->radius)
      sentence_print(" along ", &view->shapes[i].name);
  }
}

static void curve_print(const asc_curve *curve) {
  static const char *const names[] = {"line ", "arc ", "circle ", "rectangle "};
  fputs(names[curve->kind], out);
  if (curve->kind == ASC_CURVE_CIRCLE) {
    fprintf(out, "of radius %d around (%d,%d)", curve->radius, curve->cx, curve->cy);
    return;
  }
  point_print(curve->x1, curve->y1);
  fputs(" to ", out);
  point_print(curve->x2, curve->y2);
  if (curve->kind != ASC_CURVE_ARC) return;
  fputs(curve->clockwise ? " clockwise" : " anticlockwise", out);
  circle_print(curve);
}

static void path_print(const asc_path *path) {
  static const char *const names[] = {"place", "move", "remove", "turn", "roll"};
  for (const asc_motion *motion = path->motions; motion < path->motions + path->motion_count; motion++) {
    fputs(names[motion->type], out);
    if (motion->kind != ASC_NO_KIND) fprintf(out, " %s", kind_id(motion->kind));
    if (motion->from[0] != '\0') fprintf(out, " from %s", motion->from);
    if (motion->to[0] != '\0') fprintf(out, " to %s", motion->to);
    if (motion->quarter_turns != 0) fprintf(out, ", quarter turns %d", motion->quarter_turns);
    for (int i = motion->curve; i < motion->curve + motion->curves; i++) {
      fputs(i == motion->curve ? ": " : ", ", out);
      curve_print(&path->curves[i]);
      if (path->joints[i] != NULL) fprintf(out, ", %s", path->joints[i]);
    }
    fputc('\n', out);
  }
}

static void marks_print(void) {
  static const char *const names[] = {"from",       "to",      "placed",     "removed",  "turned",
                                      "off limits", "winning", "capturable", "trappable"};
  for (unsigned bit = 0; bit < sizeof names / sizeof *names; bit++) {
    bool is_used = false;
    for (int i = 0; i < view->place_count; i++) {
      if ((view->places[i].marks >> bit & 1) == 0) continue;
      if (!is_used) fprintf(out, "marked %s:", names[bit]);
      fprintf(out, " %s", view->places[i].id);
      is_used = true;
    }
    if (is_used) fputc('\n', out);
  }
  bool is_lit = false;
  for (int i = 0; i < view->label_count; i++) {
    if (!view->labels[i].is_highlighted) continue;
    fprintf(out, "%s %s", is_lit ? "" : "lit labels:", view->labels[i].text);
    is_lit = true;
  }
  if (is_lit) fputc('\n', out);
}

static void region_print(const asc_region *region) {
  sentence_print("", &region->name);
  sentence_print(": ", &region->state);
  if (region->leader != 0) sentence_print("; leader ", &view->seats[region->leader - 1].name);
  if (region->marks != 0) fputs(region->marks == ASC_MARK_OFF_LIMITS ? "; off limits" : "; unknown marks", out);
  fputc('\n', out);
}

static void regions_print(void) {
  for (int i = 0; i < view->region_count; i++) region_print(&view->regions[i]);
}

static void shape_print(const asc_shape *shape) {
  fprintf(out, "%s: ", shape->kind);
  curve_print(&shape->curve);
  sentence_print(" | ", &shape->name);
  fputc('\n', out);
}

/* Decoration of one kind is only counted. */
static void shapes_print(void) {
  for (int i = 0, count = 1; i < view->shape_count; i++, count++) {
    const asc_shape *shape = &view->shapes[i];
    bool is_last = i + 1 == view->shape_count || strcmp(shape[1].kind, shape->kind) != 0;
    if (shape->name.key != NULL)
      shape_print(shape);
    else if (is_last)
      fprintf(out, "%s: %d of them\n", shape->kind, count);
    if (is_last) count = 0;
  }
}

static void seats_print(void) {
  for (int i = 0; i < view->seat_count; i++) {
    const asc_seat *seat = &view->seats[i];
    sentence_print("", &seat->name);
    fprintf(out, ": points %g", seat->points / 2.0);
    if (seat->goal != 0) fprintf(out, " of %g", seat->goal / 2.0);
    if (seat->pieces != 0 || seat->pieces_lost != 0)
      fprintf(out, ", pieces %d, lost %d", seat->pieces, seat->pieces_lost);
    sentence_print(" | ", &seat->state);
    fputs(seat->has_resigned ? ", resigned\n" : "\n", out);
  }
}

static void stocks_and_controls_print(void) {
  for (int i = 0; i < view->stock_count; i++) {
    const asc_stock *stock = &view->stocks[i];
    fprintf(out, "stock %s%s%d %s", stock->id, stock->id[0] == '\0' ? "" : ": ", stock->count, kind_id(stock->kind));
    sentence_print(" | ", &stock->name);
    fputc('\n', out);
  }
  for (int i = 0; i < view->control_count; i++) {
    fprintf(out, "control %s", view->controls[i].id);
    sentence_print(" | ", &view->controls[i].name);
    fputc('\n', out);
  }
}

/* ---- commands ---- */

static void game_run(void) {
  asc_error error;
  asc_rules_close(file.rules);
  file.rules = NULL;
  if (asc_rules_open(&file.rules, args, &error) < 0) file_fail(error.reason);
  asc_position_start(file.rules, &file.position);
  file.has_moved = false;
}

static void position_run(void) {
  asc_error error;
  if (asc_position_read(file.rules, args, &file.position, &error) < 0) file_fail(error.reason);
  file.has_moved = false;
}

static asc_move move_read(const char *token) {
  asc_move move = 0;
  asc_error error;
  if (asc_move_read(file.rules, &file.position, token, &move, &error) < 0) file_fail(error.reason);
  return move;
}

static void play_run(void) {
  for (char *token; (token = strtok_r(args, " ", &args)) != NULL; file.has_moved = true) {
    file.before = file.position;
    file.last = move_read(token);
    asc_position_play(file.rules, &file.position, file.last);
  }
}

static void board_run(void) {
  static const asc_board_style style = {.columns = 120};
  asc_canvas canvas = {0};
  asc_legend legend = {0};
  view_update();
  assert_int_equal(asc_board_rows_draw(&canvas, &scene, &legend), ASC_OK);
  asc_canvas_print(out, &canvas, &style);
  asc_canvas_close(&canvas);
}

/* Returns what a function prints; the caller frees it. */
static char *text_of(void (*print)(void)) {
  char *text = NULL;
  size_t size;
  FILE *outer = out;
  out = open_memstream(&text, &size);
  assert_non_null(out);
  print();
  fclose(out);
  out = outer;
  return text;
}

static void lists_print(void) {
  regions_print();
  shapes_print();
  seats_print();
}

static void view_run(void) {
  asc_position start;
  asc_position_start(file.rules, &start);
  asc_position_view(file.rules, &start, NULL, 0, view);
  char *usual = text_of(lists_print);
  board_run();
  path_print(&view->last_path);
  marks_print();
  char *lists = text_of(lists_print);
  for (const char *line = lists; *line != '\0'; line = next_line(line))
    if (!has_line(usual, line)) fprintf(out, "%.*s\n", (int)line_length(line), line);
  free(usual);
  free(lists);
  stocks_and_controls_print();
  message_print("", &view->prompt);
  message_print("", &view->ending);
}

/* Cuts "after STEP ..." off the arguments and reads the steps. */
static asc_steps steps_read(void) {
  asc_steps steps = {0};
  char *after = strstr(args, "after ");
  if (after == NULL) return steps;
  if (!asc_steps_read(after + strlen("after "), &steps)) file_fail("these steps cannot be read");
  after[after > args ? -1 : 0] = '\0';
  return steps;
}

static void prompt_run(void) {
  asc_steps steps = steps_read();
  asc_message message;
  view_update();
  if (asc_position_prompt(file.rules, &file.position, &steps, &message)) {
    message_print("", &message);
  } else if (steps.count > 0) {
    fputs("the same as before\n", out);
  } else {
    message_print("", &view->prompt);
    message_print("", &view->ending);
  }
}

static void place_print(const asc_place *place) {
  static const char *const arrows[] = {"up", "right", "down", "left"};
  fprintf(out, "%s at (%d,%d):", place->id, place->x, place->y);
  if (place->ground != ASC_NO_KIND) fprintf(out, " %s turned %d,", kind_id(place->ground), place->ground_turns);
  if (place->piece != ASC_NO_KIND) fprintf(out, " %s,", kind_id(place->piece));
  for (int i = 0; i < ASC_ARROW_COUNT; i++)
    fprintf(out, " %s %s", arrows[i], place->next[i] == ASC_NO_PLACE ? "-" : view->places[place->next[i]].id);
  fputc('\n', out);
  message_print("  name ", &place->name);
  message_print("  state ", &place->state);
  message_print("  where ", &place->where);
  if (place->region == ASC_NO_REGION) return;
  const asc_region *region = &view->regions[place->region];
  fprintf(out, "  region (%d,%d) to (%d,%d), ", region->left, region->top, region->right, region->bottom);
  region_print(region);
}

static void place_run(void) {
  view_update();
  for (char *id; (id = strtok_r(args, " ", &args)) != NULL;) {
    int index = asc_scene_find_place(view, id);
    if (index < 0)
      fprintf(out, "%s is not a place\n", id);
    else
      place_print(&view->places[index]);
  }
}

static void places_run(void) {
  view_update();
  for (int i = 0; i < view->place_count; i++) fprintf(out, "%s%s", i > 0 ? " " : "", view->places[i].id);
  fputc('\n', out);
}

static void shapes_run(void) {
  view_update();
  for (int i = 0; i < view->shape_count; i++)
    if (args[0] == '\0' || strcmp(view->shapes[i].kind, args) == 0) shape_print(&view->shapes[i]);
  if (view->shape_count == 0) fputs("none\n", out);
}

static void steps_run(void) {
  asc_steps steps;
  asc_move_steps(file.rules, &file.position, move_read(args), &steps);
  for (int i = 0; i < steps.count; i++) fprintf(out, "%s%s", i > 0 ? " " : "", steps.ids[i]);
  fputc('\n', out);
}

static void path_run(void) {
  asc_path path;
  view_update();
  asc_move_path(file.rules, &file.position, move_read(args), &path);
  path_print(&path);
  if (path.motion_count == 0) fputs("nothing moves\n", out);
}

/* Removes the quotes around the arguments. */
static const char *unquote(void) {
  size_t length = strlen(args);
  if (length < 2 || args[0] != '"' || args[length - 1] != '"') return args;
  args[length - 1] = '\0';
  return args + 1;
}

/* Also checks that each example in the reason is a legal move, or a selection that may come next. */
static void why_run(void) {
  asc_steps steps = steps_read();
  asc_message message, ignored;
  (void)asc_position_why(file.rules, &file.position, &steps, unquote(), &message);
  message_print("", &message);
  for (int i = 0; i < message.arg_count; i++) {
    const char *example = message.args[i].text;
    if (strcmp(message.args[i].name, "example") == 0 &&
        asc_position_why(file.rules, &file.position, NULL, example, &ignored) == 0 &&
        asc_position_why(file.rules, &file.position, &steps, example, &ignored) == 0)
      fprintf(out, "the example %s is not allowed\n", example);
  }
}

static void write_run(void) {
  char text[ASC_POSITION_TEXT_MAX];
  assert_true(asc_position_write(file.rules, &file.position, text, sizeof text) > 0);
  fprintf(out, "%s\n", text);
}

static void reject_run(void) {
  asc_position position;
  asc_error error;
  if (asc_position_read(file.rules, unquote(), &position, &error) == ASC_E_INPUT)
    fprintf(out, "column %d: %s\n", error.column, error.reason);
  else
    fputs("it is accepted\n", out);
}

static void command_run(void) {
  static const struct {
    const char *name;
    void (*run)(void);
  } commands[] = {{"game", game_run},     {"position", position_run}, {"play", play_run},   {"board", board_run},
                  {"view", view_run},     {"prompt", prompt_run},     {"place", place_run}, {"places", places_run},
                  {"shapes", shapes_run}, {"steps", steps_run},       {"path", path_run},   {"why", why_run},
                  {"write", write_run},   {"reject", reject_run}};
  char words[sizeof file.command];
  memcpy(words, file.command, sizeof words);
  args = words + strcspn(words, " ");
  if (*args != '\0') *args++ = '\0';
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].name, words) != 0) continue;
    if (file.rules == NULL && i > 0) file_fail("there is no game yet");
    commands[i].run();
    return;
  }
  file_fail("no such command");
}

/* ---- files ---- */

/* Runs the command. Returns what it prints, without empty lines and indented; the caller frees it. */
static char *output_make(void) {
  char *plain = text_of(command_run), *text = NULL;
  size_t size;
  FILE *indented = open_memstream(&text, &size);
  assert_non_null(indented);
  for (const char *line = plain; *line != '\0'; line = next_line(line))
    if (*line != '\n') fprintf(indented, "  %.*s\n", (int)line_length(line), line);
  fclose(indented);
  free(plain);
  return text;
}

/* Prints the lines of two texts. Those that only one of them has get a - or a +. */
static void difference_print(const char *wanted, const char *found) {
  while (*wanted != '\0' || *found != '\0') {
    bool is_same = *wanted != '\0' && *found != '\0' && line_length(wanted) == line_length(found) &&
                   memcmp(wanted, found, line_length(found)) == 0;
    bool is_added = !is_same && (*wanted == '\0' || has_line(found, wanted));
    const char *line = is_added ? found : wanted;
    print_error("%c%.*s\n", is_same ? ' ' : is_added ? '+' : '-', (int)line_length(line), line);
    if (is_same || !is_added) wanted = next_line(wanted);
    if (is_same || is_added) found = next_line(found);
  }
}

static void failure_report(const char *wanted, const char *found) {
  char position[ASC_POSITION_TEXT_MAX] = "";
  (void)asc_position_write(file.rules, &file.position, position, sizeof position);
  print_error("%s:%d: %s\n%s, %s, %s\n", file.path, file.line, file.title, file.rules->spec, position, file.command);
  difference_print(wanted, found);
  file.failures++;
}

static char *file_read(void) {
  FILE *in = fopen(file.path, "r");
  char *text = NULL;
  size_t size = 0;
  if (in == NULL || getdelim(&text, &size, '\0', in) < 0) fail_msg("%s cannot be read or is empty", file.path);
  fclose(in);
  return text;
}

static void file_write(const char *text) {
  FILE *updated = fopen(file.path, "w");
  if (updated == NULL || fputs(text, updated) < 0 || fclose(updated) != 0) fail_msg("%s cannot be written", file.path);
}

/* Runs the command, compares what it prints with the indented lines that follow it, and prints it to `updated`. Returns
   the length of those lines. */
static size_t command_check(const char *following, bool is_update, FILE *updated) {
  const char *end = following;
  int lines = 0;
  for (; *end == ' '; end = next_line(end)) lines++;
  char *wanted = strndup(following, (size_t)(end - following)), *found = output_make();
  assert_non_null(wanted);
  if (!is_update && strcmp(wanted, found) != 0) failure_report(wanted, found);
  fputs(found, updated);
  free(wanted);
  free(found);
  file.line += lines;
  return (size_t)(end - following);
}

/* Runs all cases of a file. */
static void file_check(const char *name, bool is_update) {
  memset(&file, 0, sizeof file);
  (void)snprintf(file.path, sizeof file.path, TEST_DATA "/views/%s", name);
  char *text = file_read(), *result = NULL;
  size_t result_size;
  FILE *updated = open_memstream(&result, &result_size);
  assert_non_null(updated);
  for (const char *line = text; *line != '\0';) {
    file.line++;
    (void)snprintf(file.command, sizeof file.command, "%.*s", (int)line_length(line), line);
    fprintf(updated, "%s\n", file.command);
    line = next_line(line);
    bool is_title = strncmp(file.command, "== ", 3) == 0;
    if (is_title) (void)snprintf(file.title, sizeof file.title, "%.255s", file.command + 3);
    if (is_title || file.command[0] == '\0' || file.command[0] == '#') continue;
    line += command_check(line, is_update, updated);
  }
  fclose(updated);
  if (is_update) file_write(result);
  free(result);
  free(text);
  asc_rules_close(file.rules);
}

static void test_views_are_as_they_were_checked(void **state) {
  (void)state;
  DIR *folder = opendir(TEST_DATA "/views");
  assert_non_null(folder);
  int files = 0, failures = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char id[256];
    (void)snprintf(id, sizeof id, "%.*s", (int)strcspn(entry->d_name, "."), entry->d_name);
    if (id[0] == '\0') continue;
    files++;
    if (asc_game_find(id) == NULL) continue;
    file_check(entry->d_name, getenv("ASCONA_UPDATE") != NULL);
    failures += file.failures;
  }
  closedir(folder);
  assert_true(files > 0);
  if (failures > 0) fail_msg("%d commands print something else; see above", failures);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_views_are_as_they_were_checked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
