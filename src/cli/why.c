/* `ascona why GAME … TOKEN`: explains why a move or a selection is not allowed. */
#include "base/text.h"
#include "cli.h"
#include "cli/speech/language.h"
#include "core/message_json.h"
#include "draw/scene_json.h"

#include <stdio.h>
#include <string.h>

const char cli_why_summary[] = "why that touch or move is not allowed: key, arguments, sentence";
const char cli_why_help[] = "usage: ascona why GAME [--position P] [--moves \"…\"] [--touched \"…\"] TOKEN\n"
                            "                  [--json]\n"
                            "\n"
                            "TOKEN is a move written out, or the next thing one would touch: a place, men in\n"
                            "hand, a word such as turn. The first line is the reason's key with its\n"
                            "arguments, the second the sentence. What is allowed has the key why.legal. A\n"
                            "token that begins with two dashes comes after a lone --.\n"
                            "\n"
                            "  --position P     start from this position string instead of the first\n"
                            "                   position\n"
                            "  --moves \"…\"      play these moves first\n"
                            "  --touched \"…\"    the touches already made\n"
                            "  --json           one JSON object: key, args, text, legal\n"
                            "\n"
                            "examples:\n"
                            "  ascona why delta --moves \"b2 b4\" b2-c3\n"
                            "  ascona why delta --moves \"b2 b4\" --touched b2 c3\n"
                            "  ascona why kulami --moves \"d4\" d5 --json\n";

static void why_print(const asc_rules *rules, const asc_message *message) {
  char sentence[ASC_SENTENCE_MAX];
  fputs(message->key, stdout);
  for (int i = 0; i < message->arg_count; i++) {
    const asc_arg *arg = &message->args[i];
    printf(" %s=", arg->name);
    if (arg->text[0] != '\0')
      cli_print_clean(stdout, arg->text);
    else
      printf("%d", arg->number);
  }
  putchar('\n');
  cli_say_message(rules, message, sentence);
  asc_text_clean(sentence, strlen(sentence));
  cli_say_text(sentence);
}

static void why_print_json(const asc_rules *rules, const asc_message *message, bool legal) {
  asc_json json = cli_json_begin();
  asc_message_json_members(&json, rules, message);
  asc_json_bool(&json, "legal", legal);
  cli_json_end(&json);
}

int cli_why(int argc, char **argv) {
  bool json = false;
  const char *rest[2], *position = NULL, *moves = NULL, *touches = NULL;
  const cli_option options[] = {{"position", CLI_TEXT, &position, 0, 0},
                                {"moves", CLI_TEXT, &moves, 0, 0},
                                {"touched", CLI_TEXT, &touches, 0, 0},
                                {"json", CLI_FLAG, &json, 0, 0},
                                {0}};
  int count = cli_parse(argc, argv, options, rest, 2);
  if (count < 0) return CLI_BAD_INPUT;
  if (count == 0) return cli_fail(ASC_E_INPUT, "why", "which game? see ascona games");
  if (count == 1) return cli_fail(ASC_E_INPUT, "why", "which move or touch? see ascona why --help");
  cli_setup setup;
  int status = cli_setup_open(&setup, rest[0], position, moves);
  if (status != CLI_OK) return status;
  asc_steps touched;
  asc_message message;
  status = cli_touched_read(setup.play, touches, &touched);
  if (status == CLI_OK) {
    bool legal = !asc_play_end_why(setup.play, &message) &&
                 asc_position_why(setup.rules, asc_play_position(setup.play), &touched, rest[1], &message) == 1;
    if (json)
      why_print_json(setup.rules, &message, legal);
    else
      why_print(setup.rules, &message);
  }
  cli_setup_close(&setup);
  return cli_finish(status);
}
