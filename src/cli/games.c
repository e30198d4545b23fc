/* `ascona games`: what can be played, with the options and their defaults. */
#include "cli.h"
#include "draw/scene.h"

#include <stdio.h>

const char games_summary[] = "the games, their options and defaults";
const char games_help[] = "usage: ascona games [--json]\n"
                          "\n"
                          "Lists the games with their options. A game with options is written id:key=value,key=value\n"
                          "wherever a command takes a GAME.\n"
                          "\n"
                          "  --json   one JSON object a game and line\n"
                          "\n"
                          "examples:\n"
                          "  ascona games\n"
                          "  ascona show kulami:level=3,board=irregular\n";

static const char *sentence_of(const asc_rules *rules, const char *prefix, const char *name, char *text) {
  char key[80];
  (void)snprintf(key, sizeof key, "%s%s", prefix, name);
  asc_message message;
  asc_message_set(&message, key);
  return asc_message_english(rules, &message, text);
}

/* What may be written for an option: "4 to 9", "points or simple". */
static void values_write(const asc_option *option, char *text, size_t size) {
  if (option->type == ASC_OPTION_NUMBER) {
    (void)snprintf(text, size, "%lld to %lld", (long long)option->least, (long long)option->most);
    return;
  }
  size_t used = 0;
  for (const char *at = option->choices; *at != '\0' && used + 3 < size; at++) {
    text[used++] = option->type == ASC_OPTION_CHOICE && *at == ' ' ? '|' : *at;
  }
  text[used] = '\0';
}

static void game_print(const asc_rules *rules) {
  const asc_game *game = rules->game;
  char text[ASC_SENTENCE_MAX], values[160];
  printf("%-13s %s\n", game->id, sentence_of(rules, "summary", "", text));
  for (int i = 0; i < game->option_count; i++) {
    const asc_option *option = &game->options[i];
    values_write(option, values, sizeof values);
    printf("  %-9s %s\n%12s%s; default %s\n", option->key, sentence_of(rules, "option.", option->key, text), "", values,
           option->standard);
  }
}

static void game_print_json(const asc_rules *rules) {
  const asc_game *game = rules->game;
  char text[ASC_SENTENCE_MAX], values[160];
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", game->id);
  asc_json_text(&json, "title", game->title);
  asc_json_text(&json, "about", sentence_of(rules, "summary", "", text));
  asc_json_number(&json, "players", rules->players);
  asc_json_bool(&json, "chance", game->odds != NULL);
  asc_json_open(&json, "options", '[');
  for (int i = 0; i < game->option_count; i++) {
    const asc_option *option = &game->options[i];
    values_write(option, values, sizeof values);
    asc_json_open(&json, NULL, '{');
    asc_json_text(&json, "key", option->key);
    asc_json_text(&json, "values", values);
    asc_json_text(&json, "default", option->standard);
    asc_json_text(&json, "about", sentence_of(rules, "option.", option->key, text));
    asc_json_close(&json, '}');
  }
  asc_json_close(&json, ']');
  cli_json_end(&json);
}

int games_run(int argc, char **argv) {
  bool json = false;
  const cli_option options[] = {{"json", CLI_FLAG, &json, 0, 0}, {0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules;
    int code = asc_rules_open(&rules, asc_game_at(i)->id, NULL);
    if (code < 0) return cli_fail(code, asc_game_at(i)->id, "%s", asc_strerror(code));
    if (json) {
      game_print_json(rules);
    } else {
      if (i > 0) putchar('\n');
      game_print(rules);
    }
    asc_rules_close(rules);
  }
  return cli_finish(CLI_OK);
}
