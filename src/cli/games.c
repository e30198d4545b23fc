/* `ascona games`: lists the games with their options and defaults. */
#include "cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cli_games_summary[] = "the games, their options and defaults";
const char cli_games_help[] = "usage: ascona games [--json]\n"
                              "\n"
                              "Lists the games with their options. A game with options is written\n"
                              "id:key=value,key=value wherever a command takes a GAME; capitals and the title\n"
                              "of the game do as well.\n"
                              "\n"
                              "  --json   one JSON object a game and line: game, title, about, players and\n"
                              "           options. players has least and most; an option has key, type,\n"
                              "           default, about, and least and most for a number, choices for words\n"
                              "\n"
                              "examples:\n"
                              "  ascona games\n"
                              "  ascona show kulami:level=3,board=irregular\n";

static const char *sentence_of(const char *language, const asc_rules *rules, const char *prefix, const char *name,
                               char *text) {
  char key[80];
  (void)snprintf(key, sizeof key, "%s%s", prefix, name);
  asc_message message;
  asc_message_set(&message, key);
  return asc_say_message(language, rules, &message, text);
}

/* Writes the values that an option accepts: "4 to 9", "points|simple". */
static void values_write(const asc_option *option, char *text, size_t size) {
  if (option->type == ASC_OPTION_NUMBER) {
    char min[24], max[24];
    (void)snprintf(min, sizeof min, "%lld", (long long)option->min);
    (void)snprintf(max, sizeof max, "%lld", (long long)option->max);
    asc_say_sentence(cli_language_current(), "games.range",
                     ASC_SAY_ARGS(CLI_ARG_TEXT("least", min), CLI_ARG_TEXT("most", max)), text, size);
    return;
  }
  size_t used = 0;
  for (const char *at = option->choices; *at != '\0' && used + 3 < size; at++) {
    text[used++] = option->type == ASC_OPTION_CHOICE && *at == ' ' ? '|' : *at;
  }
  text[used] = '\0';
}

/* Columns: the width of the id, and the indent of the text about an option. */
enum { ID_COLUMNS = 14, MEANING_COLUMN = 12 };

static void game_print(const asc_rules *rules, const asc_board_style *style) {
  const asc_game *game = rules->game;
  char text[ASC_SENTENCE_MAX], values[160];
  printf("%-*s", ID_COLUMNS, game->id);
  asc_board_print_sentence(stdout, sentence_of(cli_language_current(), rules, "summary", "", text), ID_COLUMNS, style);
  for (int i = 0; i < game->option_count; i++) {
    const asc_option *option = &game->options[i];
    printf("  %-9s ", option->key);
    asc_board_print_sentence(stdout, sentence_of(cli_language_current(), rules, "option.", option->key, text),
                             MEANING_COLUMN, style);
    values_write(option, values, sizeof values);
    cli_say_to(text, "games.default", CLI_ARG_TEXT("values", values), CLI_ARG_TEXT("value", option->default_value));
    printf("%*s", MEANING_COLUMN, "");
    asc_board_print_sentence(stdout, text, MEANING_COLUMN, style);
  }
}

/* Writes the possible numbers of players: the range of the option "players", otherwise the number in the rules. */
static void players_json(asc_json *json, const asc_rules *rules) {
  long long min = rules->players, max = rules->players;
  for (int i = 0; i < rules->game->option_count; i++) {
    const asc_option *option = &rules->game->options[i];
    if (strcmp(option->key, "players") != 0) continue;
    min = option->min;
    max = option->max;
  }
  asc_json_open(json, "players", '{');
  asc_json_number(json, "least", min);
  asc_json_number(json, "most", max);
  asc_json_close(json, '}');
}

static void option_json(asc_json *json, const asc_rules *rules, const asc_option *option) {
  static const char *const types[] = {
      [ASC_OPTION_NUMBER] = "number", [ASC_OPTION_CHOICE] = "choice", [ASC_OPTION_TEXT] = "text"};
  char text[ASC_SENTENCE_MAX], word[64];
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "key", option->key);
  asc_json_text(json, "type", types[option->type]);
  if (option->type == ASC_OPTION_NUMBER) {
    asc_json_number(json, "least", option->min);
    asc_json_number(json, "most", option->max);
    asc_json_number(json, "default", strtoll(option->default_value, NULL, 10));
  } else {
    asc_json_text(json, "default", option->default_value);
  }
  if (option->type == ASC_OPTION_CHOICE) {
    asc_json_open(json, "choices", '[');
    for (const char *at = option->choices; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
      (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
      asc_json_text(json, NULL, word);
    }
    asc_json_close(json, ']');
  }
  if (option->type == ASC_OPTION_TEXT) asc_json_text(json, "values", option->choices);
  asc_json_text(json, "about", sentence_of("en", rules, "option.", option->key, text));
  asc_json_close(json, '}');
}

static void game_print_json(const asc_rules *rules) {
  const asc_game *game = rules->game;
  char text[ASC_SENTENCE_MAX];
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", game->id);
  asc_json_text(&json, "title", game->title);
  asc_json_text(&json, "about", sentence_of("en", rules, "summary", "", text));
  players_json(&json, rules);
  asc_json_bool(&json, "chance", game->odds != NULL);
  asc_json_open(&json, "options", '[');
  for (int i = 0; i < game->option_count; i++) option_json(&json, rules, &game->options[i]);
  asc_json_close(&json, ']');
  cli_json_end(&json);
}

int cli_games(int argc, char **argv) {
  bool json = false;
  const cli_option options[] = {{"json", CLI_FLAG, &json, 0, 0}, {0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  const asc_board_style style = cli_style_detect(stdout);
  for (int i = 0; asc_game_at(i) != NULL; i++) {
    asc_rules *rules;
    int code = asc_rules_open(&rules, asc_game_at(i)->id, NULL);
    if (code < 0) return cli_fail(code, asc_game_at(i)->id, "%s", asc_strerror(code));
    if (json) {
      game_print_json(rules);
    } else {
      if (i > 0) putchar('\n');
      game_print(rules, &style);
    }
    asc_rules_close(rules);
  }
  return cli_finish(CLI_OK);
}
