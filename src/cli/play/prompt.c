/* Lines typed at the prompt: moves, selections, and the commands in the array below. A word that is a legal move or
   selection is always taken as that, even if it is also a command. */
#include "ui.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "cli/speech/suggestion.h"
#include "draw/svg/svg.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void cli_prompt_reject(const char *reason) {
  char text[ASC_SENTENCE_MAX];
  cli_say("play.not-possible", CLI_ARG_TEXT("reason", cli_say_reason(reason, text)));
}

cli_play_next cli_prompt_reject_error(const asc_error *error) {
  cli_prompt_reject(error->reason);
  return CLI_PLAY_ASK;
}

bool cli_prompt_confirm(cli_play_ui *ui, const char *question) {
  char prompt[2 * ASC_SENTENCE_MAX];
  (void)snprintf(prompt, sizeof prompt, "%s ", question);
  char *line = cli_input_read(&ui->input, prompt);
  const char *word = line == NULL ? NULL : asc_text_next_word(&line);
  return word != NULL && cli_say_is_answer("answer.yes", word);
}

char *cli_prompt_trim(char *rest) {
  rest += strspn(rest, " \t");
  size_t length = strlen(rest);
  while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) length--;
  rest[length] = '\0';
  return rest;
}

static cli_play_next do_help(cli_play_ui *ui);

static cli_play_next do_moves(cli_play_ui *ui) {
  int count;
  asc_token *tokens = asc_touch_move_tokens(ui->session.play, &ui->session.touched, &count);
  if (tokens != NULL) cli_play_print_columns(ui, tokens->text, sizeof *tokens, count);
  free(tokens);
  return CLI_PLAY_ASK;
}

/* Writes the selections separated by spaces: "c3 e5". */
static void touched_write(const asc_steps *touched, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int i = 0; i < touched->count; i++) asc_writer_format(&writer, i > 0 ? " %s" : "%s", touched->ids[i]);
}

/* Prints what can be selected next, each with the number of moves it leads to. */
static void options_print(const cli_play_ui *ui, const asc_steps *touched) {
  int count;
  asc_touch_option *list = asc_touch_options(ui->session.play, touched, &count);
  if (list == NULL) return;
  bool narrows = false;
  for (int i = 0; i < count; i++) narrows = narrows || list[i].move_count > 1;
  if (touched->count > 0) {
    char done[ASC_STEPS_MAX * (ASC_TOKEN_MAX + 1)];
    touched_write(touched, done, sizeof done);
    cli_say(narrows ? "play.goes-on-many" : "play.goes-on", CLI_ARG_TEXT("touched", done));
  } else {
    cli_say(narrows ? "play.begins" : "play.may");
  }
  enum { WORD_MAX = ASC_TOKEN_MAX + 16 };
  char(*words)[WORD_MAX] = calloc((size_t)count + 1, sizeof *words);
  for (int i = 0; words != NULL && i < count; i++) {
    if (list[i].move_count > 1)
      (void)snprintf(words[i], WORD_MAX, "%s (%d)", list[i].id, list[i].move_count);
    else
      (void)snprintf(words[i], WORD_MAX, "%s", list[i].id);
  }
  if (words != NULL) cli_play_print_columns(ui, words[0], WORD_MAX, count);
  free(words);
  free(list);
}

/* Prints why the word cannot follow these selections, or that it can. */
static void why_print(const cli_play_ui *ui, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(ui->session.rules, asc_play_position(ui->session.play), touched, word, &message);
  cli_play_ui_print_sentence(ui, cli_say_message(ui->session.rules, &message, sentence));
}

static cli_play_next do_hint(cli_play_ui *ui, char *rest) {
  asc_steps touched = ui->session.touched, before = touched;
  asc_move move;
  for (const char *word; (word = asc_text_next_word(&rest)) != NULL; before = touched) {
    if (asc_touch_word(ui->session.play, &touched, word, false, &move) == ASC_TOUCH_ADDED) continue;
    why_print(ui, &before, word);
    return CLI_PLAY_ASK;
  }
  cli_advice_print_move(ui, &touched);
  options_print(ui, &touched);
  return CLI_PLAY_ASK;
}

static cli_play_next do_eval(cli_play_ui *ui, char *rest) {
  const char *word = asc_text_next_word(&rest);
  if (word == NULL) {
    cli_advice_print_value(ui);
  } else {
    ui->shows_eval = strcasecmp(word, "off") != 0;
    cli_advice_print_setting(ui);
    cli_advice_print_board_eval(ui);
  }
  return CLI_PLAY_ASK;
}

static void settings_list(void) {
  for (int i = 0; i < CLI_SETTING_COUNT; i++)
    cli_say("set.line", CLI_ARG_TEXT("name", cli_setting_name((cli_setting)i)),
            CLI_ARG_TEXT("value", cli_setting_value((cli_setting)i)));
}

/* Makes a changed setting take effect in the game in progress. */
static void setting_apply(cli_play_ui *ui, cli_setting which) {
  const char *value = cli_setting_value(which);
  if (which == CLI_SETTING_EVAL) ui->shows_eval = strcmp(value, "on") == 0;
  if (which == CLI_SETTING_LANGUAGE) (void)cli_language_set(value);
  if (which == CLI_SETTING_COLOR || which == CLI_SETTING_ASCII) {
    ui->style = cli_style_detect(stdout);
    (void)cli_style_apply_options(&ui->style, "play", cli_setting_is(CLI_SETTING_ASCII, "on"), NULL);
  }
  ui->style.language = cli_language_current();
}

static cli_play_next do_set(cli_play_ui *ui, char *rest) {
  const char *name = asc_text_next_word(&rest), *value = asc_text_next_word(&rest);
  char names[128] = "", path[CLI_SETTINGS_PATH_MAX], why[ASC_REASON_MAX], key[64], valid_values[160];
  int which = name == NULL ? -1 : cli_setting_find(name);
  asc_writer list = asc_writer_over(names, sizeof names);
  for (int i = 0; i < CLI_SETTING_COUNT; i++)
    asc_writer_format(&list, "%s%s", i > 0 ? ", " : "", cli_setting_name((cli_setting)i));
  if (name == NULL || (which >= 0 && value == NULL)) {
    settings_list();
  } else if (which < 0) {
    cli_say("set.unknown", CLI_ARG_TEXT("name", name), CLI_ARG_TEXT("names", names));
  } else if (!cli_setting_is_valid((cli_setting)which, value)) {
    (void)snprintf(key, sizeof key, "setting.%s", name);
    cli_say("set.bad", CLI_ARG_TEXT("name", name), CLI_ARG_TEXT("values", cli_say_to(valid_values, key)),
            CLI_ARG_TEXT("value", value));
  } else if (cli_setting_save((cli_setting)which, value, path, why, sizeof why)) {
    setting_apply(ui, (cli_setting)which);
    cli_say("set.kept", CLI_ARG_TEXT("name", name), CLI_ARG_TEXT("value", value), CLI_ARG_TEXT("path", path));
  } else {
    setting_apply(ui, (cli_setting)which);
    cli_say("file.failed", CLI_ARG_TEXT("path", path), CLI_ARG_TEXT("reason", why));
  }
  return CLI_PLAY_ASK;
}

static cli_play_next do_why(cli_play_ui *ui, char *rest) {
  asc_steps touched = ui->session.touched;
  asc_move move;
  const char *word = asc_text_next_word(&rest);
  if (word == NULL) cli_say("play.why-what");
  for (const char *next; word != NULL; word = next) {
    next = asc_text_next_word(&rest);
    if (next != NULL && asc_touch_word(ui->session.play, &touched, word, false, &move) == ASC_TOUCH_ADDED) continue;
    why_print(ui, &touched, word);
    break;
  }
  return CLI_PLAY_ASK;
}

static cli_play_next do_show(cli_play_ui *ui) {
  ui->is_board_current = false;
  cli_play_print_board(ui);
  return CLI_PLAY_ASK;
}

static cli_play_next do_rules(cli_play_ui *ui) {
  (void)cli_text_show_rules(ui->session.rules->game, &ui->style);
  return CLI_PLAY_ASK;
}

static cli_play_next do_position(cli_play_ui *ui) {
  char text[ASC_POSITION_TEXT_MAX];
  (void)asc_position_write(ui->session.rules, asc_play_position(ui->session.play), text, sizeof text);
  puts(text);
  return CLI_PLAY_ASK;
}

static cli_play_next do_record(cli_play_ui *ui) {
  char *text;
  size_t length;
  asc_error error = {0};
  if (cli_session_write_game(&ui->session, &text, &length, &error) < 0) return cli_prompt_reject_error(&error);
  fputs(text, stdout);
  free(text);
  return CLI_PLAY_ASK;
}

static cli_play_next do_undo(cli_play_ui *ui) {
  asc_error error = {0};
  if (cli_session_undo(&ui->session, &error) < 0) return cli_prompt_reject_error(&error);
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}

static cli_play_next do_redo(cli_play_ui *ui) {
  asc_error error = {0};
  if (cli_session_redo(&ui->session, &error) < 0) return cli_prompt_reject_error(&error);
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}

static cli_play_next do_roll(cli_play_ui *ui) {
  asc_error error = {0};
  if (cli_session_roll(&ui->session, &error) < 0) return cli_prompt_reject_error(&error);
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}

/* Writes a file that the user named. An existing file is replaced only if the user confirms it. */
static cli_play_next file_save(cli_play_ui *ui, const char *path, const char *text, size_t length) {
  if (access(path, F_OK) == 0) {
    char question[256];
    if (!ui->input.is_terminal || !cli_prompt_confirm(ui, cli_say_to(question, "file.replace"))) {
      cli_say("file.there", CLI_ARG_TEXT("path", path));
      return CLI_PLAY_ASK;
    }
  }
  asc_error error = {0};
  if (asc_file_write_atomic(path, text, length, &error) < 0)
    cli_say("file.failed", CLI_ARG_TEXT("path", path), CLI_ARG_TEXT("reason", error.reason));
  else
    cli_say("file.written", CLI_ARG_TEXT("path", path));
  return CLI_PLAY_ASK;
}

/* Returns the file name, which is the rest of the line with its blanks; NULL after printing a message if it is
   empty. */
static const char *path_read(char *rest) {
  rest = cli_prompt_trim(rest);
  if (rest[0] == '\0') cli_say("file.where");
  return rest[0] == '\0' ? NULL : rest;
}

static cli_play_next do_save(cli_play_ui *ui, char *rest) {
  const char *path = path_read(rest);
  char *text;
  size_t length;
  asc_error error = {0};
  if (path == NULL) return CLI_PLAY_ASK;
  if (cli_session_write(&ui->session, &text, &length, &error) < 0) return cli_prompt_reject_error(&error);
  cli_play_next next = file_save(ui, path, text, length);
  free(text);
  return next;
}

static cli_play_next do_svg(cli_play_ui *ui, char *rest) {
  const char *path = path_read(rest);
  char *text;
  size_t length;
  if (path == NULL) return CLI_PLAY_ASK;
  asc_scene_read(&ui->scene, ui->session.play, &ui->session.touched);
  if (asc_svg_write(&ui->scene, &text, &length) < 0) {
    cli_say("board.no-memory");
    return CLI_PLAY_ASK;
  }
  cli_play_next next = file_save(ui, path, text, length);
  free(text);
  return next;
}

static cli_play_next do_level(cli_play_ui *ui, char *rest) {
  asc_error error = {0};
  const char *name = asc_text_next_word(&rest);
  if (name == NULL || asc_text_next_word(&rest) != NULL) {
    cli_say("play.level-which", CLI_ARG_NUMBER("most", ASC_LEVEL_MAX));
    return CLI_PLAY_ASK;
  }
  if (cli_session_change_engines(&ui->session, name, &error) < 0) return cli_prompt_reject_error(&error);
  cli_play_ui_changed(ui);
  cli_say("play.level-now", CLI_ARG_TEXT("level", name));
  return CLI_PLAY_ASK;
}

static cli_play_next do_quit(cli_play_ui *ui) {
  (void)ui;
  return CLI_PLAY_QUIT;
}

/* A command of the prompt. It has either `run`, which takes no argument, or `run_with_rest`, which takes the rest of
   the line. */
typedef struct prompt_command {
  const char *name, *argument; /* the message word.NAME describes it */
  bool after_end;              /* also works when the game is over */
  cli_play_next (*run)(cli_play_ui *ui);
  cli_play_next (*run_with_rest)(cli_play_ui *ui, char *rest);
} prompt_command;

static const prompt_command commands[] = {
    {"moves", "", false, do_moves, NULL},
    {"hint", "[WHAT]", false, NULL, do_hint},
    {"eval", "[on]", false, NULL, do_eval},
    {"why", "WHAT", false, NULL, do_why},
    {"show", "", true, do_show, NULL},
    {"undo", "", true, do_undo, NULL},
    {"redo", "", false, do_redo, NULL},
    {"roll", "", false, do_roll, NULL},
    {"resign", "[WHO]", false, NULL, cli_prompt_resign},
    {"draw", "", false, cli_prompt_offer_draw, NULL},
    {"level", "N", false, NULL, do_level},
    {"save", "FILE", true, NULL, do_save},
    {"svg", "FILE", true, NULL, do_svg},
    {"set", "[N V]", true, NULL, do_set},
    {"position", "", true, do_position, NULL},
    {"record", "", true, do_record, NULL},
    {"rules", "", true, do_rules, NULL},
    {"help", "", true, do_help, NULL},
    {"quit", "", true, do_quit, NULL},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static cli_play_next do_help(cli_play_ui *ui) {
  int count;
  asc_token *tokens = asc_touch_move_tokens(ui->session.play, &(asc_steps){0}, &count);
  char text[ASC_SENTENCE_MAX] = "";
  if (tokens != NULL && count > 0) cli_say_to(text, "play.help", CLI_ARG_TEXT("example", tokens[0].text));
  free(tokens);
  asc_strbuf page;
  FILE *out = cli_text_open_page(&page);
  if (out == NULL) return CLI_PLAY_ASK;
  asc_board_style style = cli_play_ui_style(ui);
  if (text[0] != '\0') asc_board_print_sentence(out, text, 0, &style);
  for (int i = 0; i < COMMAND_COUNT; i++) {
    if (commands[i].run == do_roll && !ui->session.dice_by_hand) continue;
    cli_text_print_word_help(out, commands[i].name, commands[i].argument, "");
  }
  (void)cli_text_show_page(out, &page);
  return CLI_PLAY_ASK;
}

static const prompt_command *command_find(const char *name) {
  name = cli_input_resolve_alias(name);
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strcasecmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

static cli_play_next command_run(cli_play_ui *ui, const prompt_command *command, char *rest) {
  if (command->run_with_rest != NULL) return command->run_with_rest(ui, rest);
  if (asc_text_next_word(&rest) == NULL) return command->run(ui);
  cli_say("word.alone", CLI_ARG_TEXT("word", command->name));
  return CLI_PLAY_ASK;
}

const char *cli_prompt_command_name(int index) { return index < COMMAND_COUNT ? commands[index].name : NULL; }

/* Prints why a word is not possible, or the command that the user probably meant. */
static void rejected_print(const cli_play_ui *ui, const char *word) {
  cli_suggestion search = {.word = word};
  bool is_letters_only = word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0';
  for (int i = 0; i < COMMAND_COUNT && is_letters_only; i++) cli_suggestion_try(&search, commands[i].name);
  if (search.best != NULL)
    cli_say("play.mean", CLI_ARG_TEXT("word", search.best));
  else
    why_print(ui, &ui->session.touched, word);
}

/* Plays a move of the player to move. Returns false after printing why it is not possible. */
static bool move_play(cli_play_ui *ui, asc_move move) {
  cli_session *session = &ui->session;
  asc_error error = {0};
  int turn = asc_play_turn(session->play), code = asc_play_move(session->play, move, &error);
  if (code >= 0 && (code = cli_session_record_move_time(session, turn)) < 0)
    (void)asc_error_set(&error, code, "%s", asc_strerror(code));
  if (code < 0)
    (void)cli_prompt_reject_error(&error);
  else
    cli_play_ui_changed(ui);
  return code >= 0;
}

static cli_play_next empty_line_run(cli_play_ui *ui) {
  asc_steps *touched = &ui->session.touched;
  if (asc_play_turn(ui->session.play) == ASC_CHANCE) return do_roll(ui);
  *touched = (asc_steps){0};
  return CLI_PLAY_ASK;
}

/* The words are moves and selections, as long as it is the same player's turn. A word that cannot follow the selections
   may start new ones: another piece is selected instead. But the first word is then a command, if it is the name of
   one. */
cli_play_next cli_prompt_run_line(cli_play_ui *ui, char *line) {
  cli_session *session = &ui->session;
  const char *word = asc_text_next_word(&line);
  if (word == NULL) return empty_line_run(ui);
  const prompt_command *command = command_find(word);
  int turn = asc_play_turn(session->play);
  bool played = false;
  asc_touch_result result = ASC_TOUCH_REJECTED;
  for (; word != NULL; word = asc_text_next_word(&line), command = NULL) {
    asc_move move;
    if (asc_play_turn(session->play) != turn) {
      cli_say("play.turn-over", CLI_ARG_TEXT("word", word));
      break;
    }
    result = asc_touch_word(session->play, &session->touched, word, command == NULL, &move);
    if (result == ASC_TOUCH_REJECTED && command != NULL) return command_run(ui, command, line);
    if (result == ASC_TOUCH_REJECTED) rejected_print(ui, word);
    if (result == ASC_TOUCH_MOVE && !move_play(ui, move)) result = ASC_TOUCH_REJECTED;
    if (result == ASC_TOUCH_REJECTED) break;
    played = played || result == ASC_TOUCH_MOVE;
  }
  if (result == ASC_TOUCH_ADDED) options_print(ui, &session->touched);
  return played ? CLI_PLAY_CONTINUE : CLI_PLAY_ASK;
}

cli_play_next cli_prompt_run_line_after_end(cli_play_ui *ui, char *line) {
  const char *name = asc_text_next_word(&line);
  if (name == NULL || cli_say_is_answer("answer.no", name)) return CLI_PLAY_QUIT;
  if (cli_say_is_answer("answer.yes", name) || strcasecmp(name, "again") == 0) return CLI_PLAY_AGAIN;
  const prompt_command *command = command_find(name);
  if (command != NULL && command->after_end) return command_run(ui, command, line);
  cli_say("play.over");
  return CLI_PLAY_ASK;
}
