#include "ask.h"

#include "cli/play/kept.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "cli/speech/near.h"
#include "core/text.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

void ask_prompt(const char *key, char *prompt, size_t size) {
  char text[128];
  (void)snprintf(prompt, size, "%s> ", say_to(text, key));
}

static bool is_leave(const char *word) {
  return strcasecmp(word, "q") == 0 || strcasecmp(input_word(word), "quit") == 0;
}

/* Lists the games by number. Returns how many there are. */
static int games_print(void) {
  board_style style = board_style_detect(stdout);
  int count = 0;
  for (; asc_game_at(count) != NULL; count++) {
    asc_rules *rules;
    asc_message summary;
    char sentence[ASC_SENTENCE_MAX], line[2 * ASC_SENTENCE_MAX];
    if (asc_rules_open(&rules, asc_game_at(count)->id, NULL) < 0) continue;
    asc_message_set(&summary, "summary");
    say_to(line, "ask.line", WORD("game", rules->game->title), WORD("summary", say_message(rules, &summary, sentence)));
    printf("  %d  ", count + 1);
    asc_board_print_sentence(stdout, line, 5, &style);
    asc_rules_close(rules);
  }
  return count;
}

/* Whether the words, a number of the list or a game with its options, can be played; else says why not. */
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
  char text[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64], reason[ASC_SENTENCE_MAX];
  (void)say_reason(error.reason, reason);
  (void)snprintf(error.reason, sizeof error.reason, "%.*s", (int)sizeof error.reason - 1, reason);
  asc_error_write(&error, text, sizeof text);
  say_text(text);
  return false;
}

static char *trimmed(char *line) {
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) line[--length] = '\0';
  return line;
}

bool ask_game(play_input *input, const char *key, char spec[ASC_SPEC_MAX], bool *resume) {
  kept_game kept;
  char prompt[128], text[256];
  bool unfinished = resume != NULL && kept_latest(&kept);
  say(key);
  int games = games_print();
  if (unfinished) {
    board_style style = board_style_detect(stdout);
    fputs("  r  ", stdout);
    say_to(text, "menu.resume", WORD("game", kept.title), NUMBER("plies", kept.plies));
    asc_board_print_sentence(stdout, text, 5, &style);
  }
  ask_prompt("ask.prompt", prompt, sizeof prompt);
  for (;;) {
    char *line = input_read(input, prompt);
    if (line == NULL) return false;
    line = trimmed(line);
    if (*line == '\0') continue;
    if (is_leave(line)) return false;
    if (resume != NULL) *resume = unfinished && strcmp(line, "r") == 0;
    if ((resume != NULL && *resume) || game_read(line, games, spec)) return true;
  }
}

/* The engine's name, or "" for a person. False: leave. */
static bool level_ask(play_input *input, char *name, size_t size) {
  char prompt[128], text[96];
  long long level;
  say("ask.opponent");
  (void)snprintf(prompt, sizeof prompt, "%s> ", say_to(text, "ask.level", WORD("level", setting_value(SETTING_LEVEL))));
  for (;;) {
    char *line = input_read(input, prompt);
    if (line == NULL) return false;
    line = trimmed(line);
    if (is_leave(line)) return false;
    if (*line == '\0') line = (char *)setting_value(SETTING_LEVEL);
    name[0] = '\0';
    if (strcasecmp(line, "p") == 0) return true;
    (void)snprintf(name, size, "engine:%s", line);
    bool yardstick = strcmp(line, "uct") == 0 || strcmp(line, "greedy") == 0;
    if (yardstick || asc_text_number(line, 0, ASC_LEVEL_MAX, &level)) return true;
    say("ask.bad-level", NUMBER("most", ASC_LEVEL_MAX));
  }
}

/* The seat of the person, from 1. 0: leave. */
static int colour_ask(play_input *input, const asc_rules *rules) {
  char prompt[128], text[96];
  long long seat;
  say("ask.colour");
  for (int i = 1; i <= rules->players; i++) {
    char key[24], name[ASC_SENTENCE_MAX];
    asc_message message;
    (void)snprintf(key, sizeof key, "player.%d", i);
    asc_message_set(&message, key);
    printf("  %d  %s\n", i, say_message(rules, &message, name));
  }
  printf("  %d  %s\n", rules->players + 1, say_to(text, "ask.colour-any"));
  ask_prompt("ask.colour-prompt", prompt, sizeof prompt);
  for (;;) {
    char *line = input_read(input, prompt);
    if (line == NULL || is_leave(line = trimmed(line))) return 0;
    if (*line == '\0') return 1;
    if (!asc_text_number(line, 1, rules->players + 1, &seat)) continue;
    uint64_t lot = 0;
    if (seat <= rules->players) return (int)seat;
    (void)asc_random_secret(&lot);
    return 1 + (int)(lot % (uint64_t)rules->players);
  }
}

bool ask_players(play_input *input, const char *spec, char *players, size_t size) {
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

/* The lines of the menu: a word, and the arguments of the command it stands for. */
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
  input_release();
  return cli_command_find(argv[0])->run(argc, argv);
}

static const struct menu_line *line_find(const char *word) {
  long long number;
  near_search search = {.word = word};
  if (asc_text_number(word, 1, LINES, &number)) return &lines[number - 1];
  for (int i = 0; i < LINES; i++) {
    if (strcasecmp(lines[i].word, word) == 0) return &lines[i];
    near_try(&search, lines[i].word);
  }
  if (search.best != NULL)
    say("menu.mean", WORD("word", word), WORD("near", search.best));
  else
    say("menu.none", WORD("word", word));
  return NULL;
}

int menu_run(void) {
  static play_input input;
  char text[256], prompt[128];
  const struct menu_line *chosen = NULL;
  input_open(&input, NULL, NULL);
  say("menu.title");
  putchar('\n');
  for (int i = 0; i < LINES; i++) printf("  %d  %-9s %s\n", i + 1, lines[i].word, say_to(text, lines[i].key));
  printf("  q  %-9s %s\n\n", "quit", say_to(text, "menu.quit"));
  say("menu.more");
  ask_prompt("menu.prompt", prompt, sizeof prompt);
  while (chosen == NULL) {
    char *line = input_read(&input, prompt);
    if (line == NULL || is_leave(line = trimmed(line))) break;
    if (*line != '\0') chosen = line_find(line);
  }
  input_close(&input);
  return chosen == NULL ? cli_finish(CLI_OK) : line_run(chosen);
}
