/* Drawings of positions as text, SVG and JSON, made by the real program.

   tests/data/boards has text drawings that were checked by eye. The first line is the command, the rest its output: to
   a pipe or, after a size such as `80x24`, to a terminal of this many columns and rows. After a change of the drawing,
   `test_draw update` rewrites them; check them again before you commit them. */
#define _GNU_SOURCE
#include "tests/support/process.h"

#include <ascona/ascona.h>

#include <dirent.h>
#include <jansson.h>
#include <pty.h>

enum { ARGS_MAX = 16, IDS_MAX = 2048, TEXT_MAX = 1 << 18 };

static bool is_updating;

static char *file_read(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) fail_msg("%s is missing", path);
  char *text = calloc(1, 1 << 16);
  size_t length = fread(text, 1, (1 << 16) - 1, file);
  text[length] = '\0';
  fclose(file);
  return text;
}

/* Splits a command line at spaces that are not between double quotes, in place. */
static int words_split(char *line, const char **words) {
  int count = 0;
  while (*(line += strspn(line, " ")) != '\0' && count < ARGS_MAX) {
    bool quoted = *line == '"';
    words[count++] = quoted ? ++line : line;
    line += strcspn(line, quoted ? "\"" : " ");
    if (*line != '\0') *line++ = '\0';
  }
  words[count] = NULL;
  return count;
}

/* Returns whether the game of a spec is built in. */
static bool is_registered(const char *spec) {
  char id[64];
  (void)snprintf(id, sizeof id, "%.*s", (int)strcspn(spec, ":"), spec);
  return asc_game_find(id) != NULL;
}

/* Returns the output of the program on a terminal of this size, which the caller frees. A byte 1 marks its end, because
   the kernel may drop output that is not read yet when a terminal is closed. */
static char *run_on_terminal(int columns, int rows, const char *const *args) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  int terminal;
  pid_t child = forkpty(&terminal, NULL, NULL, &size);
  assert_true(child >= 0);
  if (child == 0) {
    const char *argv[ARGS_MAX + 6] = {"sh", "-c", "\"$@\"; printf '\\001'", "sh", TEST_PROGRAM};
    for (int i = 0; args[i] != NULL && i < ARGS_MAX; i++) argv[i + 5] = args[i];
    execv("/bin/sh", (char **)(uintptr_t)argv);
    _exit(127);
  }
  char *text = calloc(1, TEXT_MAX), *end;
  size_t length = 0, new_length = 0;
  while ((end = memchr(text, 1, length)) == NULL) {
    ssize_t count = read(terminal, text + length, TEXT_MAX - 1 - length);
    if (count <= 0) fail_msg("it ended early: %s", text);
    length += (size_t)count;
  }
  close(terminal);
  assert_int_equal(waitpid(child, NULL, 0), child);
  *end = '\0';
  for (const char *at = text; at < end; at++) /* a terminal turns "\n" into "\r\n" */
    if (*at != '\r') text[new_length++] = *at;
  text[new_length] = '\0';
  return text;
}
#define RUN_ON_TERMINAL(columns, rows, ...) run_on_terminal(columns, rows, (const char *const[]){__VA_ARGS__, NULL})

/* Runs `$ ascona show GAME …` or `80x24 $ ascona show GAME …`. Returns its output; NULL if the game is not built in. */
static char *run_command(const char *line) {
  char command[4096], *text = NULL;
  const char *words[ARGS_MAX + 1] = {NULL}, *const *word = words;
  (void)snprintf(command, sizeof command, "%s", line);
  int count = words_split(command, words), columns = 0, rows = 0;
  if (count > 0 && sscanf(words[0], "%dx%d", &columns, &rows) == 2) word++;
  assert_true(count - (word - words) > 3);
  if (!is_registered(word[3])) return NULL;
  setenv("NO_COLOR", "1", 1);
  if (columns > 0)
    text = run_on_terminal(columns, rows, word + 2);
  else
    assert_int_equal(process_run(word + 2, "", &text), 0);
  unsetenv("NO_COLOR");
  return text;
}

static void check_drawing(const char *path) {
  char *content = file_read(path), *drawing = content + strcspn(content, "\n");
  if (*drawing != '\0') *drawing++ = '\0';
  char *text = run_command(content);
  if (text != NULL && is_updating) {
    FILE *file = fopen(path, "w");
    fprintf(file, "%s\n%s", content, text);
    fclose(file);
  } else if (text != NULL && strcmp(text, drawing) != 0) {
    fail_msg("%s: it should draw\n%s\nbut draws\n%s", path, drawing, text);
  }
  free(text);
  free(content);
}

static void test_text_drawings_match_the_files(void **state) {
  (void)state;
  DIR *folder = opendir(TEST_DATA "/boards");
  assert_non_null(folder);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[1024];
    (void)snprintf(path, sizeof path, TEST_DATA "/boards/%s", entry->d_name);
    check_drawing(path);
    count++;
  }
  closedir(folder);
  assert_true(count > 0);
}

static const char *any_game(void) { return asc_game_at(0)->id; }

static char *run(int expected_status, const char *const *args) {
  char *text = NULL;
  int status = process_run(args, "", &text);
  if (status != expected_status) fail_msg("exit status %d, not %d: %s", status, expected_status, text);
  return text;
}
#define RUN(expected_status, ...) run(expected_status, (const char *const[]){__VA_ARGS__, NULL})

/* The ids a drawing defines, and those it refers to. */
typedef struct drawing_ids {
  int defined_count, used_count;
  char defined[IDS_MAX][64], used[IDS_MAX][64];
} drawing_ids;

static void id_add(char ids[][64], int *count, const char *from, const char *end) {
  assert_true(*count < IDS_MAX);
  (void)snprintf(ids[(*count)++], 64, "%.*s", (int)(end - from), from);
}

/* Checks an attribute, whose value ends at `end`, and collects the ids in it. */
static void check_attribute(const char *name, size_t name_length, const char *value, const char *end,
                            drawing_ids *ids) {
  if (name_length == 2 && memcmp(name, "id", 2) == 0) id_add(ids->defined, &ids->defined_count, value, end);
  if (name_length == 4 && memcmp(name, "href", 4) == 0) id_add(ids->used, &ids->used_count, value + 1, end);
  if (end - value > 5 && memcmp(value, "url(#", 5) == 0) id_add(ids->used, &ids->used_count, value + 5, end - 1);
  if (name_length == 1 && *name == 'd') assert_true(end > value); /* a path is not empty */
  for (const char *at = value; at + 3 <= end; at++)
    if (memcmp(at, "nan", 3) == 0 || memcmp(at, "inf", 3) == 0)
      fail_msg("not a number: %.*s", (int)(end - value), value);
}

/* Checks the attributes of a tag, which start at `at`. Returns the end of the tag. */
static const char *check_attributes(const char *at, drawing_ids *ids) {
  for (;;) {
    at += strspn(at, " \n");
    if (*at == '>' || *at == '/' || *at == '\0') return at;
    size_t name_length = strcspn(at, "= />");
    const char *value = at + name_length + 2;
    if (at[name_length] != '=' || value[-1] != '"') fail_msg("an attribute without a value: %.40s", at);
    const char *end = value + strcspn(value, "\"<");
    if (*end != '"') fail_msg("an attribute without an end: %.40s", at);
    check_attribute(at, name_length, value, end, ids);
    at = end + 1;
  }
}

/* Checks that every tag is closed in order and every text is escaped. Collects the ids. */
static void check_svg(const char *svg, drawing_ids *ids) {
  enum { DEPTH_MAX = 16 };
  char open[DEPTH_MAX][16];
  int depth = 0;
  for (const char *at = svg; *(at += strcspn(at, "<&")) != '\0';) {
    if (*at == '&') {
      assert_true(strcspn(at, ";") <= 6);
      at++;
      continue;
    }
    bool closing = at[1] == '/';
    const char *name = at + 1 + closing;
    int length = (int)strcspn(name, " />\n");
    at = closing ? name + length : check_attributes(name + length, ids);
    if (closing) {
      if (depth == 0 || strncmp(open[depth - 1], name, (size_t)length) != 0) fail_msg("%.40s closes nothing", name);
      depth--;
    } else if (*at != '/') {
      assert_true(depth < DEPTH_MAX);
      (void)snprintf(open[depth++], sizeof open[0], "%.*s", length, name);
    }
  }
  assert_int_equal(depth, 0);
}

static bool is_id_defined(const drawing_ids *ids, const char *id) {
  for (int i = 0; i < ids->defined_count; i++)
    if (strcmp(ids->defined[i], id) == 0) return true;
  return false;
}

static void check_ids(const drawing_ids *ids) {
  for (int i = 0; i < ids->defined_count; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(ids->defined[i], ids->defined[k]) == 0) fail_msg("two things have the id %s", ids->defined[i]);
  for (int i = 0; i < ids->used_count; i++)
    if (!is_id_defined(ids, ids->used[i])) fail_msg("nothing has the id %s", ids->used[i]);
}

/* A position of a random game, and the moves that led to it. */
typedef struct random_game {
  asc_rules *rules;
  asc_position position;
  char moves[1 << 16];
  size_t length;
} random_game;

static random_game *game_start(const char *spec) {
  random_game *game = calloc(1, sizeof *game);
  asc_error error;
  if (asc_rules_open(&game->rules, spec, &error) < 0) fail_msg("%s", error.reason);
  asc_position_start(game->rules, &game->position);
  return game;
}

static void game_close(random_game *game) {
  asc_rules_close(game->rules);
  free(game);
}

/* Plays `plies` plies. Returns false if the game ends before. */
static bool play_randomly(random_game *game, asc_random *random, int plies) {
  for (int i = 0; i < plies; i++) {
    asc_move moves[ASC_MOVES_MAX];
    char token[ASC_TOKEN_MAX];
    int count = asc_position_moves(game->rules, &game->position, moves);
    if (count == 0 || game->length + sizeof token + 1 >= sizeof game->moves) return false;
    asc_move move = moves[asc_random_below(random, (uint32_t)count)];
    asc_move_write(game->rules, &game->position, move, token);
    game->length += (size_t)snprintf(game->moves + game->length, sizeof token + 1, "%s ", token);
    asc_position_play(game->rules, &game->position, move);
  }
  return true;
}

static char *show(const random_game *game, const char *option, const char *value) {
  char *text = NULL;
  const char *args[] = {"show", game->rules->spec, "--moves", game->moves, option, value, NULL};
  if (process_run(args, "", &text) != 0) fail_msg("%s --moves \"%s\": %s", game->rules->spec, game->moves, text);
  return text;
}

static void check_game_svg(const random_game *game) {
  static drawing_ids ids;
  static asc_view view;
  ids.defined_count = ids.used_count = 0;
  char *svg = show(game, "--svg", "-");
  check_svg(svg, &ids);
  check_ids(&ids);
  asc_position_view(game->rules, &game->position, NULL, 0, &view);
  const char *prefix = ids.defined[0]; /* id of the title: the prefix and "t" */
  for (int i = 0; i < view.place_count; i++) {
    char id[64];
    (void)snprintf(id, sizeof id, "%.*sat-%s", (int)strlen(prefix) - 1, prefix, view.places[i].id);
    if (!is_id_defined(&ids, id)) fail_msg("%s: %s is not drawn", game->rules->spec, view.places[i].id);
  }
  free(svg);
}

/* Returns whether `list` in the view of a JSON object has an item with this id. */
static bool json_has(const json_t *object, const char *list, const char *id) {
  const json_t *items = json_object_get(json_object_get(object, "view"), list);
  for (size_t i = 0; i < json_array_size(items); i++)
    if (strcmp(json_string_value(json_object_get(json_array_get(items, i), "id")), id) == 0) return true;
  return false;
}

static void check_game_json(const random_game *game) {
  char *text = show(game, "--json", NULL);
  json_t *object = json_loads(text, 0, NULL);
  if (object == NULL) fail_msg("not JSON: %s", text);
  char position[ASC_POSITION_TEXT_MAX];
  asc_position_write(game->rules, &game->position, position, sizeof position);
  assert_string_equal(json_string_value(json_object_get(object, "position")), position);
  asc_move moves[ASC_MOVES_MAX];
  json_t *steps = json_object_get(object, "steps");
  size_t legal = (size_t)asc_position_moves(game->rules, &game->position, moves);
  bool is_over = strcmp(json_string_value(json_object_get(object, "end")), "open") != 0; /* perhaps by repetition */
  assert_int_equal(json_array_size(steps), is_over ? 0 : legal);
  for (size_t i = 0; i < json_array_size(steps); i++) {
    json_t *ids = json_object_get(json_array_get(steps, i), "steps");
    for (size_t k = 0; k < json_array_size(ids); k++) {
      const char *id = json_string_value(json_array_get(ids, k));
      if (!json_has(object, "places", id) && !json_has(object, "stocks", id) && !json_has(object, "controls", id))
        fail_msg("%s: %s is in the steps but not in the view", game->rules->spec, id);
    }
  }
  json_decref(object);
  free(text);
}

static void test_json_reports_the_end_of_a_game(void **state) {
  (void)state;
  if (!is_registered("delta")) return;
  const char *once = "a3-a5:a2 c2-e4:b1 a4-a2:a5 d3-b1:e4", *position = "1:.b.bb/.bbw./www.b/wbbww/.b.ww:w0b0:w";
  char twice[128];
  (void)snprintf(twice, sizeof twice, "%s %s", once, once);
  char *open = RUN(0, "show", "delta", "--position", position, "--moves", once, "--json"),
       *repeated = RUN(0, "show", "delta", "--position", position, "--moves", twice, "--json");
  assert_has(open, "\"end\":\"open\",\"result\":\"none\"");
  assert_has(repeated, "\"end\":\"repetition\",\"result\":\"draw\"");
  free(open), free(repeated);
}

/* Checks every game with its defaults, and boards that are large, small or of another shape. */
static void check_random_games(void (*check)(const random_game *game)) {
  static const char *const other_specs[] = {"delta:size=4,pawns=4",
                                            "kulami:board=irregular,level=3",
                                            "kulami:board=random,level=2,seed=7",
                                            "delfino:players=4",
                                            "circle-delta:board=rose,rings=6,petals=8,men=20,reds=6,greens=6",
                                            "circle-delta:rings=5,petals=7,men=20,reds=6,greens=6",
                                            "circle-delta:rings=2,petals=3,men=3,reds=1,greens=1"};
  enum { OTHER_SPECS = sizeof other_specs / sizeof other_specs[0], DRAWINGS = 6 };
  for (int i = 0;; i++) {
    const asc_game *registered = asc_game_at(i);
    if (registered == NULL && i >= OTHER_SPECS) break;
    for (int k = 0; k < 2; k++) {
      const char *spec = k == 0            ? (registered == NULL ? NULL : registered->id)
                         : i < OTHER_SPECS ? other_specs[i]
                                           : NULL;
      if (spec == NULL || !is_registered(spec)) continue;
      asc_random random;
      asc_random_seed(&random, (uint64_t)i * 2 + (uint64_t)k);
      random_game *game = game_start(spec);
      check(game);
      for (int drawing = 0, plies = 3; drawing < DRAWINGS && play_randomly(game, &random, plies); drawing++, plies += 7)
        check(game);
      check(game);
      game_close(game);
    }
  }
}

static void test_svg_is_well_formed_and_draws_every_place(void **state) {
  (void)state;
  check_random_games(check_game_svg);
}

static void test_json_steps_refer_to_the_view(void **state) {
  (void)state;
  check_random_games(check_game_json);
}

/* With --ascii the output has no colours and no other characters than ASCII. */
static void check_game_ascii(const random_game *game) {
  char *text = show(game, "--ascii", "--no-moves");
  for (const char *at = text; *at != '\0'; at++)
    if ((unsigned char)*at >= 127 || (*at < ' ' && *at != '\n')) fail_msg("not plain ASCII near: %.20s", at);
  free(text);
}

static void test_ascii_output_is_plain_ascii(void **state) {
  (void)state;
  check_random_games(check_game_ascii);
}

static void test_a_pipe_gets_colour_only_on_request(void **state) {
  (void)state;
  char *plain = RUN(0, "show", any_game()), *never = RUN(0, "show", any_game(), "--color=never"),
       *always = RUN(0, "show", any_game(), "--color", "always");
  assert_lacks(plain, "\033[");
  assert_string_equal(plain, never);
  assert_has(always, "\033[");
  setenv("NO_COLOR", "1", 1);
  char *forced = RUN(0, "show", any_game(), "--color", "always"),
       *automatic = RUN(0, "show", any_game(), "--color", "auto");
  unsetenv("NO_COLOR");
  assert_string_equal(forced, always); /* an explicit option overrides NO_COLOR */
  assert_string_equal(automatic, plain);
  free(plain), free(never), free(always), free(forced), free(automatic);
}

static void test_a_terminal_gets_colour_by_default(void **state) {
  (void)state;
  setenv("TERM", "xterm-256color", 1);
  char *coloured = RUN_ON_TERMINAL(100, 60, "show", any_game());
  setenv("NO_COLOR", "1", 1);
  char *without_colour = RUN_ON_TERMINAL(100, 60, "show", any_game());
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  char *dumb = RUN_ON_TERMINAL(100, 60, "show", any_game());
  assert_has(coloured, "\033[");
  assert_lacks(without_colour, "\033[");
  assert_string_equal(without_colour, dumb);
  free(coloured), free(without_colour), free(dumb);
}

/* Returns the number of characters, not bytes, without colour sequences. */
static int count_columns(const char *line, size_t length) {
  int columns = 0;
  for (size_t i = 0; i < length; i++) {
    if (line[i] == '\033')
      i += strcspn(line + i, "m");
    else
      columns += ((unsigned char)line[i] & 0xc0) != 0x80;
  }
  return columns;
}

static void test_no_line_is_longer_than_the_terminal(void **state) {
  (void)state;
  static const int widths[] = {80, 60, 50, 40, 30, 24};
  static const char *const games[] = {"delta",   "neo-delta",         "kulami",      "kulami:level=3",
                                      "delfino", "delfino:players=4", "circle-delta"};
  setenv("TERM", "xterm-256color", 1);
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    for (size_t k = 0; k < sizeof widths / sizeof widths[0] && is_registered(games[i]); k++) {
      char *text = RUN_ON_TERMINAL(widths[k], 24, "show", games[i]);
      for (const char *line = text; *line != '\0'; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        if (count_columns(line, length) > widths[k])
          fail_msg("%s in %d columns: %.*s", games[i], widths[k], (int)length, line);
        line += length;
      }
      free(text);
    }
  }
}

static void test_an_svg_describes_the_position(void **state) {
  (void)state;
  if (!is_registered("kulami") || !is_registered("delta")) return;
  char *points = RUN(0, "show", "kulami:level=3", "--moves", "d4 d7 f7", "--svg", "-"),
       *pawns = RUN(0, "show", "delta", "--moves", "b2 b4 b2-e2", "--svg", "-");
  assert_has(points, "Red: 9 points (plates 8, largest area 1, chains 0). Black: 5 points (plates 4,");
  assert_has(pawns, "After ply 3, b2-e2. ");
  assert_has(pawns, " black pawn: b4. white pawn: d2 e2.</desc>");
  free(points), free(pawns);
}

static void test_a_locale_without_utf8_gets_ascii(void **state) {
  (void)state;
  setenv("LC_ALL", "C", 1);
  char *text = RUN(0, "show", any_game(), "--no-moves");
  setenv("LC_ALL", "C.UTF-8", 1);
  char *ascii = RUN(0, "show", any_game(), "--no-moves", "--ascii");
  assert_string_equal(text, ascii);
  free(text), free(ascii);
}

static void test_drawings_share_no_ids(void **state) {
  (void)state;
  static drawing_ids first, second;
  random_game *game = game_start(any_game());
  asc_random random;
  asc_random_seed(&random, 1);
  char *start = show(game, "--svg", "-");
  assert_true(play_randomly(game, &random, 1));
  char *later = show(game, "--svg", "-"), *again = show(game, "--svg", "-");
  assert_string_equal(later, again); /* the same position is the same drawing */
  check_svg(start, &first);
  check_svg(later, &second);
  for (int i = 0; i < first.defined_count; i++) assert_false(is_id_defined(&second, first.defined[i]));
  free(start), free(later), free(again);
  game_close(game);
}

static void test_invalid_options_are_rejected(void **state) {
  (void)state;
  free(RUN(2, "show"));
  free(RUN(2, "show", "no-such-game"));
  free(RUN(2, "show", any_game(), "--color", "sometimes"));
  free(RUN(2, "show", any_game(), "--color", "sometimes", "--json"));
  free(RUN(2, "show", any_game(), "--color", "sometimes", "--svg", "-"));
  free(RUN(2, "show", any_game(), "--touched", "nothing-like-it"));
  free(RUN(2, "show", any_game(), "--json", "--svg", "-"));
  free(RUN(2, "show", any_game(), "--position", "1:"));
  free(RUN(3, "show", any_game(), "--svg", "/no/such/folder/board.svg"));
  free(RUN(2, "why", any_game()));
}

static void test_why_reports_a_legal_move(void **state) {
  (void)state;
  random_game *game = game_start(any_game());
  asc_move moves[ASC_MOVES_MAX];
  char token[ASC_TOKEN_MAX], line[128];
  assert_true(asc_position_moves(game->rules, &game->position, moves) > 0);
  asc_move_write(game->rules, &game->position, moves[0], token);
  char *text = RUN(0, "why", any_game(), token);
  (void)snprintf(line, sizeof line, "why.legal token=%s\n", token);
  assert_has(text, line);
  free(text);
  game_close(game);
}

static void test_why_writes_json(void **state) {
  (void)state;
  char *text = RUN(0, "why", any_game(), "no\xffthing", "--json");
  json_t *object = json_loads(text, 0, NULL);
  if (object == NULL) fail_msg("not JSON: %s", text);
  assert_true(json_is_false(json_object_get(object, "legal")));
  assert_true(json_is_object(json_object_get(object, "args")));
  assert_true(strncmp(json_string_value(json_object_get(object, "key")), "why.", 4) == 0);
  assert_non_null(json_string_value(json_object_get(object, "text")));
  json_decref(object);
  free(text);
}

int main(int argc, char **argv) {
  is_updating = argc > 1 && strcmp(argv[1], "update") == 0;
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("NO_COLOR");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text_drawings_match_the_files),
      cmocka_unit_test(test_svg_is_well_formed_and_draws_every_place),
      cmocka_unit_test(test_json_steps_refer_to_the_view),
      cmocka_unit_test(test_json_reports_the_end_of_a_game),
      cmocka_unit_test(test_ascii_output_is_plain_ascii),
      cmocka_unit_test(test_a_pipe_gets_colour_only_on_request),
      cmocka_unit_test(test_a_terminal_gets_colour_by_default),
      cmocka_unit_test(test_no_line_is_longer_than_the_terminal),
      cmocka_unit_test(test_an_svg_describes_the_position),
      cmocka_unit_test(test_a_locale_without_utf8_gets_ascii),
      cmocka_unit_test(test_drawings_share_no_ids),
      cmocka_unit_test(test_invalid_options_are_rejected),
      cmocka_unit_test(test_why_reports_a_legal_move),
      cmocka_unit_test(test_why_writes_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
