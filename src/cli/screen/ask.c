/* The questions before a game and the main menu. See ask.h. */
#include "ask.h"

#include "base/text.h"
#include "cli/play/saved_games.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "cli/speech/suggestion.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

void cli_ask_write_prompt(const char *key, char *prompt, size_t size) {
  char text[128];
  (void)snprintf(prompt, size, "%s> ", cli_say_to(text, key));
}

static bool is_quit(const char *word) {
  return strcasecmp(word, "q") == 0 || strcasecmp(cli_input_resolve_alias(word), "quit") == 0;
}

/* Prints a numbered list of the games. Returns how many there are. */
static int games_print(void) {
  asc_board_style style = cli_style_detect(stdout);
  int count = 0;
  for (; asc_game_at(count) != NULL; count++) {
    asc_rules *rules;
    asc_message summary;
    char sentence[ASC_SENTENCE_MAX], line[2 * ASC_SENTENCE_MAX];
    if (asc_rules_open(&rules, asc_game_at(count)->id, NULL) < 0) continue;
    asc_message_set(&summary, "summary");
    cli_say_to(line, "ask.line", CLI_ARG_TEXT("game", rules->game->title),
               CLI_ARG_TEXT("summary", cli_say_message(rules, &summary, sentence)));
    printf("  %d  ", count + 1);
    asc_board_print_sentence(stdout, line, 5, &style);
    asc_rules_close(rules);
  }
  return count;
}

/* Reads a number of the list, or a game with its options. Returns false and prints the reason if it cannot be
   played. */
static bool game_read(const char *words, int games, char spec[ASC_SPEC_MAX]) {
  long long number;
  asc_rules *rules;
  asc_error error = {0};
  if (asc_text_number(words, 1, games, &number)) words = asc_game_at((int)number - 1)->id;
  int code = cli_rules_open(&rules, words, &error);
  if (code >= 0) {
    memcpy(spec, rules->spec, ASC_SPEC_MAX);
    asc_rules_close(rules);
    return true;
  }
  char text[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64], reason[ASC_SENTENCE_MAX];
  (void)cli_say_reason(error.reason, reason);
  asc_span where = asc_error_where(&error);
  (void)asc_error_set_at(&error, code, &where, "%s", reason);
  asc_error_write(&error, text, sizeof text);
  cli_say_text(text);
  return false;
}

static char *trimmed(char *line) {
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) line[--length] = '\0';
  return line;
}

bool cli_ask_game(cli_input *input, const char *key, char spec[ASC_SPEC_MAX], bool *resume) {
  cli_saved_game saved;
  char prompt[128], text[256];
  bool unfinished = resume != NULL && cli_saved_game_latest(&saved);
  cli_say(key);
  int games = games_print();
  if (unfinished) {
    asc_board_style style = cli_style_detect(stdout);
    fputs("  r  ", stdout);
    cli_say_to(text, "menu.resume", CLI_ARG_TEXT("game", saved.title), CLI_ARG_NUMBER("plies", saved.plies));
    asc_board_print_sentence(stdout, text, 5, &style);
  }
  cli_ask_write_prompt("ask.prompt", prompt, sizeof prompt);
  for (;;) {
    char *line = cli_input_read(input, prompt);
    if (line == NULL) return false;
    line = trimmed(line);
    if (*line == '\0') continue;
    if (is_quit(line)) return false;
    if (resume != NULL) *resume = unfinished && strcmp(line, "r") == 0;
    if ((resume != NULL && *resume) || game_read(line, games, spec)) return true;
  }
}

/* Asks for the engine and writes its name, or "" for a human opponent. Returns false if the user quits. */
static bool level_ask(cli_input *input, char *name, size_t size) {
  char prompt[128], text[96];
  long long level;
  cli_say("ask.opponent");
  (void)snprintf(prompt, sizeof prompt, "%s> ",
                 cli_say_to(text, "ask.level", CLI_ARG_TEXT("level", cli_setting_value(CLI_SETTING_LEVEL))));
  for (;;) {
    char *line = cli_input_read(input, prompt);
    if (line == NULL) return false;
    line = trimmed(line);
    if (is_quit(line)) return false;
    if (*line == '\0') line = (char *)cli_setting_value(CLI_SETTING_LEVEL);
    name[0] = '\0';
    if (strcasecmp(line, "p") == 0) return true;
    (void)snprintf(name, size, "engine:%s", line);
    bool is_named_engine = strcmp(line, "uct") == 0 || strcmp(line, "greedy") == 0;
    if (is_named_engine || asc_text_number(line, 0, ASC_LEVEL_MAX, &level)) return true;
    cli_say("ask.bad-level", CLI_ARG_NUMBER("most", ASC_LEVEL_MAX));
  }
}

/* Asks which colour the user plays. Returns the seat, from 1, or 0 if the user quits. */
static int colour_ask(cli_input *input, const asc_rules *rules) {
  char prompt[128], text[96];
  long long seat;
  cli_say("ask.colour");
  for (int i = 1; i <= rules->players; i++) {
    char key[24], name[ASC_SENTENCE_MAX];
    asc_message message;
    (void)snprintf(key, sizeof key, "player.%d", i);
    asc_message_set(&message, key);
    printf("  %d  %s\n", i, cli_say_message(rules, &message, name));
  }
  printf("  %d  %s\n", rules->players + 1, cli_say_to(text, "ask.colour-any"));
  cli_ask_write_prompt("ask.colour-prompt", prompt, sizeof prompt);
  for (;;) {
    char *line = cli_input_read(input, prompt);
    if (line == NULL || is_quit(line = trimmed(line))) return 0;
    if (*line == '\0') return 1;
    if (!asc_text_number(line, 1, rules->players + 1, &seat)) continue;
    uint64_t random = 0;
    if (seat <= rules->players) return (int)seat;
    (void)asc_random_os_seed(&random);
    return 1 + (int)(random % (uint64_t)rules->players);
  }
}

bool cli_ask_players(cli_input *input, const char *spec, char *players, size_t size) {
  char opponent[64];
  asc_rules *rules;
  if (!level_ask(input, opponent, sizeof opponent) || asc_rules_open(&rules, spec, NULL) < 0) return false;
  int seat = opponent[0] == '\0' ? 1 : colour_ask(input, rules);
  asc_writer writer = asc_writer_over(players, size);
  for (int i = 1; i <= rules->players; i++)
    asc_writer_format(&writer, "%s%s", i > 1 ? "," : "", i == seat || opponent[0] == '\0' ? "human" : opponent);
  asc_rules_close(rules);
  return seat > 0;
}

/* The lines of the menu: a word, and the arguments of the command that it runs. */
static const struct menu_line {
  const char *word, *key;
  const char *arguments[4];
} lines[] = {
    {"play", "menu.play", {"play", NULL}},
    {"learn", "menu.learn", {"learn", NULL}},
    {"problems", "menu.problems", {"problems", "delta", "next", NULL}},
    {"rules", "menu.rules", {"rules", NULL}},
    {"page", "menu.page", {"serve", NULL}},
};
enum { LINES = sizeof lines / sizeof lines[0] };

static int line_run(const struct menu_line *line) {
  char *argv[8];
  int argc = 0;
  for (; line->arguments[argc] != NULL; argc++) argv[argc] = (char *)line->arguments[argc];
  argv[argc] = NULL;
  cli_input_restore_signals();
  return cli_command_find(argv[0])->run(argc, argv);
}

static const struct menu_line *line_find(const char *word) {
  long long number;
  cli_suggestion search = {.word = word};
  if (asc_text_number(word, 1, LINES, &number)) return &lines[number - 1];
  for (int i = 0; i < LINES; i++) {
    if (strcasecmp(lines[i].word, word) == 0) return &lines[i];
    cli_suggestion_try(&search, lines[i].word);
  }
  if (search.best != NULL)
    cli_say("menu.mean", CLI_ARG_TEXT("word", word), CLI_ARG_TEXT("near", search.best));
  else
    cli_say("menu.none", CLI_ARG_TEXT("word", word));
  return NULL;
}

int cli_menu_run(void) {
  static cli_input input;
  char text[256], prompt[128];
  const struct menu_line *chosen = NULL;
  cli_input_open(&input, NULL, NULL);
  cli_say("menu.title");
  putchar('\n');
  for (int i = 0; i < LINES; i++) printf("  %d  %-9s %s\n", i + 1, lines[i].word, cli_say_to(text, lines[i].key));
  printf("  q  %-9s %s\n\n", "quit", cli_say_to(text, "menu.quit"));
  cli_say("menu.more");
  cli_ask_write_prompt("menu.prompt", prompt, sizeof prompt);
  while (chosen == NULL) {
    char *line = cli_input_read(&input, prompt);
    if (line == NULL || is_quit(line = trimmed(line))) break;
    if (*line != '\0') chosen = line_find(line);
  }
  cli_input_close(&input);
  return chosen == NULL ? cli_finish(CLI_OK) : line_run(chosen);
}
