/* `ascona show GAME …`: prints the board as text, SVG or JSON. */
#include "base/file.h"
#include "cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"
#include "draw/scene_json.h"
#include "draw/svg/svg.h"
#include "play/touch.h"

#include <stdlib.h>
#include <string.h>

const char cli_show_summary[] = "the board as text, as SVG or as JSON, and the legal moves";
const char cli_show_help[] = "usage: ascona show GAME [--position P] [--moves \"…\"] [options]\n"
                             "\n"
                             "Draws the board with its coordinates, the last move and where one may go, then\n"
                             "the seats with points and stock, what is asked of the player to move, and the\n"
                             "legal moves sorted bytewise. A legend explains the marks in use. In a terminal\n"
                             "that is too narrow for the board the men are listed by place.\n"
                             "\n"
                             "  --position P     start from this position string instead of the first\n"
                             "                   position\n"
                             "  --moves \"…\"      play these moves first\n"
                             "  --touched \"…\"    mark what was touched already, and only where it may go\n"
                             "  --svg FILE       write a scalable drawing instead; '-' is stdout\n"
                             "  --json           one JSON object: position, turn, points, view, and the steps\n"
                             "                   of each legal move\n"
                             "  --no-targets     do not mark where one may go\n"
                             "  --no-moves       do not list the legal moves\n"
                             "  --ascii          no Unicode; the default where the locale has none\n"
                             "  --color WHEN     always, never, or auto (default): on a terminal, unless\n"
                             "                   NO_COLOR is set\n"
                             "\n"
                             "examples:\n"
                             "  ascona show delta --moves \"b2 b4 b2-e2\"\n"
                             "  ascona show kulami --moves \"d4 d7\" --ascii --no-moves\n"
                             "  ascona show delta --moves \"b2 b4\" --touched b2 --svg board.svg\n"
                             "  ascona show delfino:players=4 --json\n";

typedef struct show_options {
  const char *spec, *position, *moves, *touched, *svg, *color;
  bool json, ascii, no_moves, no_targets;
  asc_board_style style;
} show_options;

static int options_read(int argc, char **argv, show_options *options) {
  const cli_option table[] = {
      {"position", CLI_TEXT, &options->position, 0, 0},     {"moves", CLI_TEXT, &options->moves, 0, 0},
      {"touched", CLI_TEXT, &options->touched, 0, 0},       {"svg", CLI_TEXT, &options->svg, 0, 0},
      {"color", CLI_TEXT, &options->color, 0, 0},           {"json", CLI_FLAG, &options->json, 0, 0},
      {"ascii", CLI_FLAG, &options->ascii, 0, 0},           {"no-moves", CLI_FLAG, &options->no_moves, 0, 0},
      {"no-targets", CLI_FLAG, &options->no_targets, 0, 0}, {0}};
  int rest = cli_parse(argc, argv, table, &options->spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "show", "which game? see ascona games");
  if (options->json && options->svg != NULL)
    return cli_fail(ASC_E_INPUT, "show", "--svg and --json exclude each other");
  options->style = cli_style_detect(stdout);
  return cli_style_apply_options(&options->style, "show", options->ascii, options->color);
}

/* Writes the drawing to a file, which gets all of it or stays as it is; "-" is stdout. */
static int show_svg(const asc_scene *scene, const char *path) {
  char *text;
  size_t length;
  asc_error error;
  int status = CLI_OK, code = asc_svg_write(scene, &text, &length);
  if (code < 0) return cli_fail(code, "show", "out of memory");
  if (strcmp(path, "-") == 0) {
    fwrite(text, 1, length, stdout); /* cli_finish reports errors of stdout */
  } else {
    code = asc_file_write_atomic(path, text, length, &error);
    if (code < 0) status = cli_fail_error(code, asc_file_display_name(path), &error);
  }
  free(text);
  return status;
}

static int show_json(const asc_scene *scene, const asc_play *play) {
  asc_json json = cli_json_begin();
  asc_scene_json_write(&json, scene, play);
  cli_json_end(&json);
  return CLI_OK;
}

static int moves_print(const asc_play *play, const asc_board_style *style) {
  int count;
  asc_token *tokens = asc_touch_move_tokens(play, NULL, &count);
  if (tokens == NULL) return cli_fail(ASC_E_MEMORY, "show", "out of memory");
  if (count > 0) putchar('\n'), cli_say("show.moves", CLI_ARG_NUMBER("count", count));
  asc_board_print_columns(stdout, tokens[0].text, sizeof tokens[0], count, style);
  free(tokens);
  return CLI_OK;
}

static int show_text(const asc_scene *scene, const asc_play *play, const show_options *options) {
  if (asc_board_print(stdout, scene, &options->style) < 0) return cli_fail(ASC_E_MEMORY, "show", "out of memory");
  return options->no_moves ? CLI_OK : moves_print(play, &options->style);
}

static int show_scene(const asc_play *play, const show_options *options) {
  asc_steps touched;
  int status = cli_touched_read(play, options->touched, &touched);
  if (status != CLI_OK) return status;
  asc_scene *scene = malloc(sizeof *scene);
  if (scene == NULL) return cli_fail(ASC_E_MEMORY, "show", "out of memory");
  asc_scene_read(scene, play, &touched);
  if (options->no_targets) scene->targets = (asc_scene_targets){.starts_move = true};
  status = options->svg != NULL ? show_svg(scene, options->svg)
           : options->json      ? show_json(scene, play)
                                : show_text(scene, play, options);
  free(scene);
  return status;
}

int cli_show(int argc, char **argv) {
  show_options options = {0};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  cli_setup setup;
  status = cli_setup_open(&setup, options.spec, options.position, options.moves);
  if (status != CLI_OK) return status;
  status = show_scene(setup.play, &options);
  cli_setup_close(&setup);
  return cli_finish(status);
}
