/* `ascona learn GAME`: a first game, step by step, at a prompt. The steps are the game's lesson (study/lesson.h), the
   same that the page goes through. */
#include "cli/cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/input.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "draw/text/board.h"
#include "play/moves.h"
#include "play/touch.h"
#include "study/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char learn_summary[] = "learn a game by playing it";
const char learn_help[] = "usage: ascona learn [GAME] [--step N] [--ascii] [--color WHEN]\n"
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

typedef enum learn_next { LEARN_ASK, LEARN_DONE, LEARN_SKIP, LEARN_BACK, LEARN_LEAVE } learn_next;

typedef struct learn_front {
  const asc_game *game;
  const char *text; /* of the lesson */
  int count;        /* steps in it */
  board_style style;
  play_input input;
  asc_lesson_step step; /* the one being done, and its board */
  asc_rules *rules;
  asc_play *play;
  asc_steps touched;
  asc_scene scene;
} learn_front;

static board_style style_now(const learn_front *front) {
  enum { TASK_ROWS = 4 }; /* what is said under the board */
  board_style style = front->style, now = board_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - TASK_ROWS;
  return style;
}

static void board_show(learn_front *front) {
  board_style style = style_now(front);
  asc_scene_read(&front->scene, front->play, &front->touched);
  putchar('\n');
  if (asc_board_print(stdout, &front->scene, &style) < 0) say("board.no-memory");
}

/* What the game says before the step or after it. */
static const char *told(const learn_front *front, const char *when, char text[ASC_SENTENCE_MAX]) {
  char key[96];
  asc_message message;
  (void)snprintf(key, sizeof key, "lesson.%s.%s", front->step.name, when);
  asc_message_set(&message, key);
  return say_message(front->rules, &message, text);
}

static void task_say(const learn_front *front) {
  char task[ASC_SENTENCE_MAX];
  say("learn.step", NUMBER("step", front->step.number), NUMBER("count", front->count),
      WORD("task", told(front, "task", task)));
}

static const char *last_word(const char *words) {
  const char *space = strrchr(words, ' ');
  return space == NULL ? words : space + 1;
}

/* The touches that are in hand when the step begins: all but the last of those wanted. */
static void touches_take(learn_front *front) {
  char words[ASC_STEPS_MAX * ASC_TOKEN_MAX], *rest = words;
  front->touched = (asc_steps){0};
  if (front->step.goal != ASC_GOAL_TOUCH) return;
  (void)snprintf(words, sizeof words, "%.*s", (int)(last_word(front->step.wanted) - front->step.wanted),
                 front->step.wanted);
  for (const char *word; (word = asc_text_word(&rest)) != NULL && front->touched.count < ASC_STEPS_MAX;)
    (void)snprintf(front->touched.ids[front->touched.count++], ASC_TOKEN_MAX, "%s", word);
}

static void why_say(const learn_front *front, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(front->rules, asc_play_position(front->play), &front->touched, word, &message);
  say_text(say_message(front->rules, &message, sentence));
}

static learn_next move_take(learn_front *front, asc_move move) {
  asc_error error = {0};
  front->touched = (asc_steps){0};
  if (!asc_lesson_reaches(&front->step, front->rules, asc_play_position(front->play), move)) {
    say("learn.taken-back");
    return LEARN_ASK;
  }
  int code = asc_play_move(front->play, move, &error);
  if (code >= 0) code = asc_play_tokens(front->play, front->step.reply, NULL, &error);
  return code < 0 ? LEARN_ASK : LEARN_DONE;
}

/* The die shows what the lesson wants. */
static learn_next roll_take(learn_front *front) {
  asc_move move;
  bool known = asc_lesson_move(&front->step, front->rules, asc_play_position(front->play), &move, NULL) > 0;
  return known ? move_take(front, move) : LEARN_ASK;
}

static learn_next word_touch(learn_front *front, const char *word) {
  asc_move move;
  if (front->step.goal == ASC_GOAL_TOUCH) {
    bool wanted = strcmp(word, last_word(front->step.wanted)) == 0;
    asc_steps before = front->touched;
    asc_touch result = wanted ? ASC_TOUCH_REFUSED : asc_touch_word(front->play, &front->touched, word, true, &move);
    front->touched = before;
    if (result == ASC_TOUCH_REFUSED)
      why_say(front, word);
    else
      say("learn.other");
    return wanted ? LEARN_DONE : LEARN_ASK;
  }
  asc_touch result = asc_touch_word(front->play, &front->touched, word, true, &move);
  if (result == ASC_TOUCH_REFUSED) why_say(front, word);
  return result == ASC_TOUCH_MOVE ? move_take(front, move) : LEARN_ASK;
}

static void moves_show(const learn_front *front) {
  int count;
  board_style style = style_now(front);
  asc_token *tokens = asc_touch_moves(front->play, &front->touched, &count);
  if (tokens != NULL) asc_board_print_columns(stdout, tokens->text, sizeof *tokens, count, &style);
  free(tokens);
}

/* What to type: the touch, or the first move that does. */
static void answer_show(const learn_front *front) {
  char token[ASC_TOKEN_MAX];
  asc_move move;
  const void *position = asc_play_position(front->play);
  if (front->step.goal == ASC_GOAL_TOUCH) {
    say("learn.shown", WORD("words", last_word(front->step.wanted)));
  } else if (asc_lesson_move(&front->step, front->rules, position, &move, NULL) > 0) {
    asc_move_write(front->rules, position, move, token);
    say("learn.shown", WORD("words", token));
  }
}

static const char *const words[] = {"show", "skip", "back", "moves", "why", "board", "rules", "help", "quit"};
enum { WORDS = sizeof words / sizeof words[0] };

static learn_next word_run(learn_front *front, const char *word, char *rest) {
  if (strcmp(word, "quit") == 0) return LEARN_LEAVE;
  if (strcmp(word, "skip") == 0) return LEARN_SKIP;
  if (strcmp(word, "back") == 0) return LEARN_BACK;
  if (strcmp(word, "show") == 0) answer_show(front);
  if (strcmp(word, "moves") == 0) moves_show(front);
  if (strcmp(word, "rules") == 0) (void)text_rules(front->game, &front->style);
  if (strcmp(word, "board") == 0) {
    board_show(front);
    task_say(front);
  }
  if (strcmp(word, "why") == 0) {
    const char *what = asc_text_word(&rest);
    if (what == NULL)
      say("play.why-what");
    else
      why_say(front, what);
  }
  if (strcmp(word, "help") == 0)
    for (int i = 0; i < WORDS; i++)
      word_help(stdout, words[i], strcmp(words[i], "why") == 0 ? "WHAT" : "", "learn-word.");
  return LEARN_ASK;
}

static const char *word_find(const char *word) {
  word = input_word(word);
  for (int i = 0; i < WORDS; i++)
    if (strcasecmp(words[i], word) == 0) return words[i];
  return NULL;
}

static learn_next line_take(learn_front *front, char *line) {
  const char *word = asc_text_word(&line);
  bool rolling = asc_play_turn(front->play) == ASC_CHANCE;
  if (word == NULL && front->step.goal != ASC_GOAL_TOUCH) front->touched = (asc_steps){0};
  if (word == NULL) return rolling ? roll_take(front) : LEARN_ASK;
  if (rolling && strcasecmp(word, "roll") == 0) return roll_take(front);
  const char *known = word_find(word);
  if (known != NULL) return word_run(front, known, line);
  learn_next next = LEARN_ASK;
  for (; word != NULL && next == LEARN_ASK; word = asc_text_word(&line)) next = word_touch(front, word);
  return next;
}

static void prompt_write(const learn_front *front, char *prompt, size_t size) {
  char text[96];
  say_to(text, asc_play_turn(front->play) == ASC_CHANCE ? "prompt.die" : "learn.prompt");
  asc_writer writer = asc_writer_over(prompt, size);
  asc_writer_string(&writer, text);
  for (int i = 0; i < front->touched.count; i++) asc_writer_format(&writer, " %s", front->touched.ids[i]);
  asc_writer_string(&writer, "> ");
}

/* Waits for Enter. Runs a known word, and answers any other. */
static learn_next goes_on(learn_front *front) {
  char prompt[128];
  learn_next next = LEARN_ASK;
  ask_prompt("learn.prompt-next", prompt, sizeof prompt);
  while (next == LEARN_ASK) {
    char *line = input_read(&front->input, prompt);
    if (line == NULL || ferror(stdout)) return LEARN_LEAVE;
    const char *word = asc_text_word(&line), *known = word == NULL ? NULL : word_find(word);
    if (word == NULL) return LEARN_DONE;
    if (known != NULL)
      next = word_run(front, known, line);
    else
      say("learn.enter");
  }
  return next == LEARN_SKIP ? LEARN_DONE : next;
}

/* A win to watch: its moves, and when they are read where they lead. */
static learn_next win_watch(learn_front *front) {
  say("learn.watch", WORD("moves", front->step.reply));
  learn_next next = goes_on(front);
  if (next == LEARN_DONE) (void)asc_play_tokens(front->play, front->step.reply, NULL, NULL);
  return next;
}

/* A step from its board to what is said after it. */
static learn_next step_run(learn_front *front) {
  char prompt[128], done[ASC_SENTENCE_MAX];
  learn_next next = LEARN_ASK;
  touches_take(front);
  board_show(front);
  task_say(front);
  if (front->step.goal == ASC_GOAL_WATCH) next = win_watch(front);
  while (next == LEARN_ASK) {
    prompt_write(front, prompt, sizeof prompt);
    char *line = input_read(&front->input, prompt);
    next = line == NULL || ferror(stdout) ? LEARN_LEAVE : line_take(front, line);
  }
  if (next != LEARN_DONE) return next;
  front->touched = (asc_steps){0};
  if (front->step.goal != ASC_GOAL_TOUCH) board_show(front);
  say_text(told(front, "done", done));
  if (front->step.number == front->count) return LEARN_DONE;
  return goes_on(front);
}

static void step_close(learn_front *front) {
  asc_play_close(front->play);
  asc_rules_close(front->rules);
  front->play = NULL;
  front->rules = NULL;
}

static int lesson_run(learn_front *front, int number) {
  say("learn.title", WORD("game", front->game->title), NUMBER("count", front->count));
  say("learn.words");
  while (number <= front->count) {
    asc_error error = {0};
    int code = asc_lesson_open(front->game, front->text, number, &front->step, &front->rules, &front->play, &error);
    if (code < 0) return cli_fail_error(code, "learn", &error);
    learn_next next = step_run(front);
    step_close(front);
    if (next == LEARN_LEAVE) return CLI_OK;
    number = next == LEARN_BACK ? (number > 1 ? number - 1 : 1) : number + 1;
  }
  say("learn.over", WORD("game", front->game->title), WORD("id", front->game->id));
  return CLI_OK;
}

static int steps_count(const char *text) {
  asc_lesson_step step = {0};
  while (asc_lesson_next(&step, &text, NULL) > 0) continue;
  return step.number;
}

/* The lesson of the game that was named or is asked for. */
static int lesson_find(learn_front *front, const char *named) {
  char spec[ASC_SPEC_MAX];
  asc_rules *rules;
  asc_error error = {0};
  if (named == NULL && !ask_game(&front->input, "learn.which", spec, NULL)) return CLI_FAILED;
  int code = cli_rules_open(&rules, named == NULL ? spec : named, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  front->game = rules->game;
  asc_rules_close(rules);
  for (const text_page *page = text_lessons; page->text != NULL; page++)
    if (strcmp(page->game, front->game->id) == 0) front->text = page->text;
  if (front->text == NULL) return cli_fail(ASC_E_INPUT, "learn", "there is no lesson of %s", front->game->id);
  front->count = steps_count(front->text);
  return CLI_OK;
}

static int learn_with(learn_front *front, const char *game, long long step) {
  int status = lesson_find(front, game);
  if (status == CLI_FAILED) return CLI_OK;
  if (status == CLI_OK && step > front->count)
    return cli_fail(ASC_E_INPUT, "learn", "there is no step %lld; the last is %d", step, front->count);
  return status == CLI_OK ? lesson_run(front, (int)step) : status;
}

int learn_run(int argc, char **argv) {
  const char *game = NULL, *color = NULL;
  bool ascii = false;
  long long step = 1;
  const cli_option options[] = {
      {"step", CLI_NUMBER, &step, 1, 1000}, {"ascii", CLI_FLAG, &ascii, 0, 0}, {"color", CLI_TEXT, &color, 0, 0}, {0}};
  if (cli_parse(argc, argv, options, &game, 1) < 0) return CLI_BAD_INPUT;
  learn_front *front = calloc(1, sizeof *front);
  if (front == NULL) return cli_fail(ASC_E_MEMORY, "learn", "out of memory");
  front->style = board_style_detect(stdout);
  int status = board_style_choose(&front->style, "learn", ascii, color);
  if (status == CLI_OK) {
    input_open(&front->input, NULL, NULL);
    status = learn_with(front, game, step);
    input_close(&front->input);
  }
  free(front);
  status = cli_finish(status);
  input_signal_pass();
  return status;
}
