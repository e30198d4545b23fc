/* `ascona learn GAME`: the lesson of a game, step by step, at a prompt. The steps come from the game's lesson
   (study/lesson.h); the web app shows the same steps. */
#include "base/text.h"
#include "cli/cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/input.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "draw/text/board.h"
#include "play/moves.h"
#include "play/touch.h"
#include "study/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char cli_learn_summary[] = "learn a game by playing it";
const char cli_learn_help[] = "usage: ascona learn [GAME] [--step N] [--ascii] [--color WHEN]\n"
                              "\n"
                              "The aim of the game, then a first game, step by step: each shows a board and\n"
                              "asks for something, a move or a touch that the rules refuse, and then says what\n"
                              "there is to know about it. Without a GAME it asks which. At the prompt type what\n"
                              "is asked, or show, skip, back, moves, why, board, rules, help, quit.\n"
                              "\n"
                              "  --step N       begin with this step\n"
                              "  --ascii        draw with ASCII characters only\n"
                              "  --color WHEN   always, never or auto\n"
                              "\n"
                              "examples:\n"
                              "  ascona learn delta\n"
                              "  ascona learn kulami --step 3\n";

typedef enum learn_next { LEARN_ASK, LEARN_DONE, LEARN_SKIP, LEARN_BACK, LEARN_QUIT } learn_next;

typedef struct learn_ui {
  const asc_game *game;
  const char *text; /* text of the whole lesson */
  int count;        /* number of steps in the lesson */
  asc_board_style style;
  cli_input input;
  asc_lesson_step step; /* the current step; `rules` and `play` are its board */
  asc_rules *rules;
  asc_play *play;
  asc_steps touched;
  asc_scene scene;
} learn_ui;

static asc_board_style style_now(const learn_ui *ui) {
  enum { TASK_ROWS = 4 }; /* lines printed under the board */
  asc_board_style style = ui->style, now = cli_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - TASK_ROWS;
  return style;
}

static void board_show(learn_ui *ui) {
  asc_board_style style = style_now(ui);
  asc_scene_read(&ui->scene, ui->play, &ui->touched);
  putchar('\n');
  if (asc_board_print(stdout, &ui->scene, &style) < 0) cli_say("board.no-memory");
}

/* Writes what the lesson says about the current step; `when` is "task" (before it) or "done" (after it). Returns
   `text`. */
static const char *lesson_text(const learn_ui *ui, const char *when, char text[ASC_SENTENCE_MAX]) {
  char key[96];
  asc_message message;
  (void)snprintf(key, sizeof key, "lesson.%s.%s", ui->step.name, when);
  asc_message_set(&message, key);
  return cli_say_message(ui->rules, &message, text);
}

static void task_print(const learn_ui *ui) {
  char task[ASC_SENTENCE_MAX];
  cli_say("learn.step", CLI_ARG_NUMBER("step", ui->step.number), CLI_ARG_NUMBER("count", ui->count),
          CLI_ARG_TEXT("task", lesson_text(ui, "task", task)));
}

static const char *last_word(const char *words) {
  const char *space = strrchr(words, ' ');
  return space == NULL ? words : space + 1;
}

/* Makes the selections that are given at the start of the step: all of the wanted ones except the last. */
static void touches_set(learn_ui *ui) {
  char words[ASC_STEPS_MAX * ASC_TOKEN_MAX], *rest = words;
  ui->touched = (asc_steps){0};
  if (ui->step.goal != ASC_LESSON_GOAL_TOUCH) return;
  (void)snprintf(words, sizeof words, "%.*s", (int)(last_word(ui->step.wanted) - ui->step.wanted), ui->step.wanted);
  for (const char *word; (word = asc_text_next_word(&rest)) != NULL && ui->touched.count < ASC_STEPS_MAX;)
    (void)snprintf(ui->touched.ids[ui->touched.count++], ASC_TOKEN_MAX, "%s", word);
}

static void why_print(const learn_ui *ui, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(ui->rules, asc_play_position(ui->play), &ui->touched, word, &message);
  cli_say_text(cli_say_message(ui->rules, &message, sentence));
}

static learn_next move_play(learn_ui *ui, asc_move move) {
  asc_error error = {0};
  ui->touched = (asc_steps){0};
  if (!asc_lesson_move_reaches_goal(&ui->step, ui->rules, asc_play_position(ui->play), move)) {
    cli_say("learn.taken-back");
    return LEARN_ASK;
  }
  int code = asc_play_move(ui->play, move, &error);
  if (code >= 0) code = asc_play_move_texts(ui->play, ui->step.reply, NULL, &error);
  return code < 0 ? LEARN_ASK : LEARN_DONE;
}

/* Rolls the die. It shows the face that the lesson wants. */
static learn_next roll_play(learn_ui *ui) {
  asc_move move;
  bool has_move = asc_lesson_find_move(&ui->step, ui->rules, asc_play_position(ui->play), &move, NULL) > 0;
  return has_move ? move_play(ui, move) : LEARN_ASK;
}

static learn_next word_select(learn_ui *ui, const char *word) {
  asc_move move;
  if (ui->step.goal == ASC_LESSON_GOAL_TOUCH) {
    bool wanted = strcmp(word, last_word(ui->step.wanted)) == 0;
    asc_steps before = ui->touched;
    asc_touch_result result = wanted ? ASC_TOUCH_REJECTED : asc_touch_word(ui->play, &ui->touched, word, true, &move);
    ui->touched = before;
    if (result == ASC_TOUCH_REJECTED)
      why_print(ui, word);
    else
      cli_say("learn.other");
    return wanted ? LEARN_DONE : LEARN_ASK;
  }
  asc_touch_result result = asc_touch_word(ui->play, &ui->touched, word, true, &move);
  if (result == ASC_TOUCH_REJECTED) why_print(ui, word);
  return result == ASC_TOUCH_MOVE ? move_play(ui, move) : LEARN_ASK;
}

static void moves_show(const learn_ui *ui) {
  int count;
  asc_board_style style = style_now(ui);
  asc_token *tokens = asc_touch_move_tokens(ui->play, &ui->touched, &count);
  if (tokens != NULL) asc_board_print_columns(stdout, tokens->text, sizeof *tokens, count, &style);
  free(tokens);
}

/* Prints a right answer: the wanted selection, or the first move that reaches the goal. */
static void answer_show(const learn_ui *ui) {
  char token[ASC_TOKEN_MAX];
  asc_move move;
  const void *position = asc_play_position(ui->play);
  if (ui->step.goal == ASC_LESSON_GOAL_TOUCH) {
    cli_say("learn.shown", CLI_ARG_TEXT("words", last_word(ui->step.wanted)));
  } else if (asc_lesson_find_move(&ui->step, ui->rules, position, &move, NULL) > 0) {
    asc_move_write(ui->rules, position, move, token);
    cli_say("learn.shown", CLI_ARG_TEXT("words", token));
  }
}

static const char *const commands[] = {"show", "skip", "back", "moves", "why", "board", "rules", "help", "quit"};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static learn_next command_run(learn_ui *ui, const char *word, char *rest) {
  if (strcmp(word, "quit") == 0) return LEARN_QUIT;
  if (strcmp(word, "skip") == 0) return LEARN_SKIP;
  if (strcmp(word, "back") == 0) return LEARN_BACK;
  if (strcmp(word, "show") == 0) answer_show(ui);
  if (strcmp(word, "moves") == 0) moves_show(ui);
  if (strcmp(word, "rules") == 0) (void)cli_text_show_rules(ui->game, &ui->style);
  if (strcmp(word, "board") == 0) {
    board_show(ui);
    task_print(ui);
  }
  if (strcmp(word, "why") == 0) {
    const char *what = asc_text_next_word(&rest);
    if (what == NULL)
      cli_say("play.why-what");
    else
      why_print(ui, what);
  }
  if (strcmp(word, "help") == 0)
    for (int i = 0; i < COMMAND_COUNT; i++)
      cli_text_print_word_help(stdout, commands[i], strcmp(commands[i], "why") == 0 ? "WHAT" : "", "learn-");
  return LEARN_ASK;
}

static const char *command_find(const char *word) {
  word = cli_input_resolve_alias(word);
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strcasecmp(commands[i], word) == 0) return commands[i];
  return NULL;
}

static learn_next line_run(learn_ui *ui, char *line) {
  const char *word = asc_text_next_word(&line);
  bool rolling = asc_play_turn(ui->play) == ASC_CHANCE;
  if (word == NULL && ui->step.goal != ASC_LESSON_GOAL_TOUCH) ui->touched = (asc_steps){0};
  if (word == NULL) return rolling ? roll_play(ui) : LEARN_ASK;
  if (rolling && strcasecmp(word, "roll") == 0) return roll_play(ui);
  const char *command = command_find(word);
  if (command != NULL) return command_run(ui, command, line);
  learn_next next = LEARN_ASK;
  for (; word != NULL && next == LEARN_ASK; word = asc_text_next_word(&line)) next = word_select(ui, word);
  return next;
}

static void prompt_write(const learn_ui *ui, char *prompt, size_t size) {
  char text[96];
  cli_say_to(text, asc_play_turn(ui->play) == ASC_CHANCE ? "prompt.die" : "learn.prompt");
  asc_writer writer = asc_writer_over(prompt, size);
  asc_writer_string(&writer, text);
  for (int i = 0; i < ui->touched.count; i++) asc_writer_format(&writer, " %s", ui->touched.ids[i]);
  asc_writer_string(&writer, "> ");
}

/* Waits for Enter. Runs commands, and rejects anything else. */
static learn_next enter_wait(learn_ui *ui) {
  char prompt[128];
  learn_next next = LEARN_ASK;
  cli_ask_write_prompt("learn.prompt-next", prompt, sizeof prompt);
  while (next == LEARN_ASK) {
    char *line = cli_input_read(&ui->input, prompt);
    if (line == NULL || ferror(stdout)) return LEARN_QUIT;
    const char *word = asc_text_next_word(&line), *command = word == NULL ? NULL : command_find(word);
    if (word == NULL) return LEARN_DONE;
    if (command != NULL)
      next = command_run(ui, command, line);
    else
      cli_say("learn.enter");
  }
  return next == LEARN_SKIP ? LEARN_DONE : next;
}

/* Shows a winning line: prints its moves and, after Enter, plays them. */
static learn_next win_watch(learn_ui *ui) {
  cli_say("learn.watch", CLI_ARG_TEXT("moves", ui->step.reply));
  learn_next next = enter_wait(ui);
  if (next == LEARN_DONE) (void)asc_play_move_texts(ui->play, ui->step.reply, NULL, NULL);
  return next;
}

/* Runs a step, from its board to the text after it. */
static learn_next step_run(learn_ui *ui) {
  char prompt[128], done[ASC_SENTENCE_MAX];
  learn_next next = LEARN_ASK;
  touches_set(ui);
  board_show(ui);
  task_print(ui);
  if (ui->step.goal == ASC_LESSON_GOAL_WATCH) next = win_watch(ui);
  while (next == LEARN_ASK) {
    prompt_write(ui, prompt, sizeof prompt);
    char *line = cli_input_read(&ui->input, prompt);
    next = line == NULL || ferror(stdout) ? LEARN_QUIT : line_run(ui, line);
  }
  if (next != LEARN_DONE) return next;
  ui->touched = (asc_steps){0};
  if (ui->step.goal != ASC_LESSON_GOAL_TOUCH) board_show(ui);
  cli_say_text(lesson_text(ui, "done", done));
  if (ui->step.number == ui->count) return LEARN_DONE;
  return enter_wait(ui);
}

static void step_close(learn_ui *ui) {
  asc_play_close(ui->play);
  asc_rules_close(ui->rules);
  ui->play = NULL;
  ui->rules = NULL;
}

static int lesson_run(learn_ui *ui, int number) {
  cli_say("learn.title", CLI_ARG_TEXT("game", ui->game->title), CLI_ARG_NUMBER("count", ui->count));
  cli_say("learn.words");
  while (number <= ui->count) {
    asc_error error = {0};
    int code = asc_lesson_open_step(ui->game, ui->text, number, &ui->step, &ui->rules, &ui->play, &error);
    if (code < 0) return cli_fail_error(code, "learn", &error);
    learn_next next = step_run(ui);
    step_close(ui);
    if (next == LEARN_QUIT) return CLI_OK;
    number = next == LEARN_BACK ? (number > 1 ? number - 1 : 1) : number + 1;
  }
  cli_say("learn.over", CLI_ARG_TEXT("game", ui->game->title), CLI_ARG_TEXT("id", ui->game->id));
  return CLI_OK;
}

static int steps_count(const char *text) {
  asc_lesson_step step = {0};
  while (asc_lesson_next_step(&step, &text, NULL) > 0) continue;
  return step.number;
}

/* Finds the lesson of the named game, or asks which game. Returns CLI_OK, CLI_FAILED if the user chooses none, or an
   exit status after printing the error. */
static int lesson_find(learn_ui *ui, const char *named) {
  char spec[ASC_SPEC_MAX];
  asc_rules *rules;
  asc_error error = {0};
  if (named == NULL && !cli_ask_game(&ui->input, "learn.which", spec, NULL)) return CLI_FAILED;
  int code = cli_rules_open(&rules, named == NULL ? spec : named, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  ui->game = rules->game;
  asc_rules_close(rules);
  for (const cli_text_page *page = cli_text_lessons; page->text != NULL; page++)
    if (strcmp(page->game, ui->game->id) == 0) ui->text = page->text;
  if (ui->text == NULL) return cli_fail(ASC_E_INPUT, "learn", "there is no lesson of %s", ui->game->id);
  ui->count = steps_count(ui->text);
  return CLI_OK;
}

static int learn_with(learn_ui *ui, const char *game, long long step) {
  int status = lesson_find(ui, game);
  if (status == CLI_FAILED) return CLI_OK;
  if (status == CLI_OK && step > ui->count)
    return cli_fail(ASC_E_INPUT, "learn", "there is no step %lld; the last is %d", step, ui->count);
  return status == CLI_OK ? lesson_run(ui, (int)step) : status;
}

int cli_learn(int argc, char **argv) {
  const char *game = NULL, *color = NULL;
  bool ascii = false;
  long long step = 1;
  const cli_option options[] = {
      {"step", CLI_NUMBER, &step, 1, 1000}, {"ascii", CLI_FLAG, &ascii, 0, 0}, {"color", CLI_TEXT, &color, 0, 0}, {0}};
  if (cli_parse(argc, argv, options, &game, 1) < 0) return CLI_BAD_INPUT;
  learn_ui *ui = calloc(1, sizeof *ui);
  if (ui == NULL) return cli_fail(ASC_E_MEMORY, "learn", "out of memory");
  ui->style = cli_style_detect(stdout);
  int status = cli_style_apply_options(&ui->style, "learn", ascii, color);
  if (status == CLI_OK) {
    cli_input_open(&ui->input, NULL, NULL);
    status = learn_with(ui, game, step);
    cli_input_close(&ui->input);
  }
  free(ui);
  status = cli_finish(status);
  cli_input_raise_signal();
  return status;
}
