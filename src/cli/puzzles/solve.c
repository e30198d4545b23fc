/* The user solves puzzles at a prompt.

   As long as every move was right, right_plies is the number of plies played. A wrong move is answered and stays on the
   board, so the user sees why it fails and may play on; `undo` goes back. */
#include "puzzles.h"

#include "base/text.h"
#include "cli/screen/input.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "play/touch.h"
#include "study/score.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WHITE = 1 };

typedef enum next_step { NEXT_ASK, NEXT_PUZZLE, NEXT_QUIT } next_step;

typedef struct puzzle_ui {
  asc_puzzle_list *list;
  asc_puzzle_solver *solver;
  const asc_rules *rules;
  cli_puzzle_choice choice;
  cli_input input;
  asc_scene scene;
  asc_puzzle *puzzle; /* the current puzzle; `play` is its game */
  asc_play *play;
  asc_steps touched;
  int right_plies;                 /* number of plies that were right */
  int hints;                       /* number of hints given for the next move */
  bool is_solution_shown, is_done; /* the solution was printed; the puzzle is solved */
  bool is_board_current;           /* the board on the screen is up to date */
  bool has_save_failed;            /* a solved puzzle could not be saved */
} puzzle_ui;

static bool is_wrong(const puzzle_ui *ui) { return asc_play_ply_count(ui->play) > ui->right_plies; }
static bool is_over(const puzzle_ui *ui) { return asc_play_end(ui->play) != ASC_END_NONE; }

static asc_board_style style_now(const puzzle_ui *ui) {
  enum { TASK_ROWS = 3 }; /* lines for the task, above the board */
  asc_board_style style = ui->choice.style, now = cli_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - TASK_ROWS;
  return style;
}

static void sentence_print(const puzzle_ui *ui, const char *text) {
  asc_board_style style = style_now(ui);
  asc_board_print_sentence(stdout, text, 0, &style);
}

static void reject(const char *reason) {
  char text[ASC_SENTENCE_MAX];
  cli_say("play.not-possible", CLI_ARG_TEXT("reason", cli_say_reason(reason, text)));
}

static void board_show(puzzle_ui *ui) {
  asc_board_style style = style_now(ui);
  if (ui->is_board_current) return;
  asc_scene_read(&ui->scene, ui->play, &ui->touched);
  putchar('\n');
  if (asc_board_print(stdout, &ui->scene, &style) < 0) cli_say("board.no-memory");
  ui->is_board_current = true;
}

static int puzzle_start(puzzle_ui *ui, asc_puzzle *puzzle) {
  asc_position position;
  asc_error error = {0};
  char title[ASC_SENTENCE_MAX], text[3 * ASC_SENTENCE_MAX];
  asc_play_close(ui->play);
  ui->play = NULL;
  int code = asc_position_read(ui->rules, puzzle->position, &position, &error);
  if (code < 0) return cli_fail_error(code, "position", &error);
  code = asc_play_open(&ui->play, ui->rules, &position);
  if (code < 0) return cli_fail(code, "problems", "%s", asc_strerror(code));
  ui->puzzle = puzzle;
  ui->touched = (asc_steps){0};
  ui->right_plies = ui->hints = 0;
  ui->is_solution_shown = ui->is_done = ui->is_board_current = false;
  cli_say_to(title, "problem.task", CLI_ARG_NUMBER("moves", puzzle->move_count),
             CLI_ARG_NUMBER("points", puzzle->points));
  cli_say_to(text, puzzle->is_solved ? "problem.heading-solved" : "problem.heading",
             CLI_ARG_NUMBER("number", puzzle->number), CLI_ARG_NUMBER("count", ui->list->count),
             CLI_ARG_NUMBER("grade", puzzle->difficulty), CLI_ARG_TEXT("task", title));
  cli_say_to(title, puzzle->is_only_win ? "problem.strict" : "problem.faster");
  size_t length = strlen(text);
  (void)snprintf(text + length, sizeof text - length, " %s", title);
  putchar('\n');
  sentence_print(ui, text);
  return CLI_OK;
}

static void wrong_print(puzzle_ui *ui, const char *move, const char *answer, const asc_puzzle_reply *reply) {
  const char *key = reply->result == ASC_PUZZLE_LATE   ? "problem.wrong-late"
                    : reply->result == ASC_PUZZLE_DRAW ? "problem.wrong-draw"
                    : reply->result == ASC_PUZZLE_LESS ? "problem.wrong-less"
                                                       : "problem.wrong-loss";
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  char line[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + 2 * ASC_SENTENCE_MAX];
  asc_hundredths_write(abs(reply->line.score), number);
  sentence_print(ui, cli_say_to(text, key, CLI_ARG_TEXT("move", move), CLI_ARG_TEXT("reply", answer),
                                asc_say_arg_decimal(cli_language_current(), "points", number, decimal)));
  if (reply->line.length > 1) {
    (void)asc_line_write(ui->rules, asc_play_position(ui->play), reply->line.moves, reply->line.length, line,
                         sizeof line);
    sentence_print(ui, cli_say_to(text, "problem.line", CLI_ARG_TEXT("moves", line)));
  }
  cli_say("problem.undo");
}

static void solved_print(puzzle_ui *ui) {
  ui->is_done = true;
  if (ui->is_solution_shown) {
    cli_say("problem.told");
    return;
  }
  cli_say("problem.solved", CLI_ARG_NUMBER("points", ui->puzzle->points),
          CLI_ARG_NUMBER("moves", ui->puzzle->move_count));
  if (!ui->puzzle->is_solved && !cli_puzzle_save_solved(ui->puzzle, ui->rules->game->id)) ui->has_save_failed = true;
  ui->puzzle->is_solved = true;
}

/* Plays Black's answer to the move just played, and prints a comment on both. `wrong_before`: an earlier move was
   wrong. Returns ASC_OK or an error code. */
static int answer_play(puzzle_ui *ui, const char *move, bool wrong_before) {
  asc_puzzle_reply reply;
  asc_error error = {0};
  char answer[ASC_TOKEN_MAX];
  const void *position = asc_play_position(ui->play);
  int code = asc_puzzle_answer(ui->solver, ui->puzzle, position, wrong_before, &reply);
  if (code < 0) return code;
  bool is_right = reply.result == ASC_PUZZLE_RIGHT;
  asc_move_write(ui->rules, position, reply.line.moves[0], answer);
  if (is_right)
    cli_say("problem.right", CLI_ARG_TEXT("move", move), CLI_ARG_TEXT("reply", answer));
  else if (wrong_before)
    cli_say("problem.reply", CLI_ARG_TEXT("reply", answer));
  else
    wrong_print(ui, move, answer, &reply);
  code = asc_play_move(ui->play, reply.line.moves[0], &error);
  if (is_right) ui->right_plies = asc_play_ply_count(ui->play);
  return code;
}

static void move_play(puzzle_ui *ui, asc_move move) {
  char token[ASC_TOKEN_MAX];
  asc_error error = {0};
  bool wrong = is_wrong(ui);
  asc_move_write(ui->rules, asc_play_position(ui->play), move, token);
  int code = asc_play_move(ui->play, move, &error);
  ui->is_board_current = false;
  ui->hints = 0;
  if (code >= 0 && is_over(ui)) {
    bool won = !wrong && asc_puzzle_is_won(ui->puzzle, ui->play);
    if (won) ui->right_plies = asc_play_ply_count(ui->play);
    board_show(ui);
    if (won)
      solved_print(ui);
    else
      cli_say("problem.not-the-way");
    return;
  }
  if (code >= 0) code = answer_play(ui, token, wrong);
  if (code < 0) reject(error.reason[0] != '\0' ? error.reason : asc_strerror(code));
}

static void why_print(const puzzle_ui *ui, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(ui->rules, asc_play_position(ui->play), touched, word, &message);
  sentence_print(ui, cli_say_message(ui->rules, &message, sentence));
}

/* Plays a move or adds a selection. A word that cannot follow the selections may start new ones. */
static void word_select(puzzle_ui *ui, const char *word) {
  asc_move move;
  asc_touch_result result = asc_touch_word(ui->play, &ui->touched, word, true, &move);
  if (result == ASC_TOUCH_REJECTED) why_print(ui, &ui->touched, word);
  if (result == ASC_TOUCH_ADDED) ui->is_board_current = false;
  if (result == ASC_TOUCH_MOVE) move_play(ui, move);
}

static next_step do_moves(puzzle_ui *ui) {
  int count;
  asc_board_style style = style_now(ui);
  asc_token *tokens = asc_touch_move_tokens(ui->play, &ui->touched, &count);
  if (tokens != NULL) asc_board_print_columns(stdout, tokens->text, sizeof *tokens, count, &style);
  free(tokens);
  return NEXT_ASK;
}

/* The first hint names the pawn, the second the move. */
static next_step do_hint(puzzle_ui *ui) {
  const void *position = asc_play_position(ui->play);
  asc_move move;
  asc_steps steps;
  char token[ASC_TOKEN_MAX];
  if (is_over(ui) || is_wrong(ui)) {
    cli_say(ui->is_done ? "problem.is-solved" : "problem.off");
    return NEXT_ASK;
  }
  if (asc_puzzle_hint(ui->solver, position, &move) < 0) return NEXT_ASK;
  asc_move_steps(ui->rules, position, move, &steps);
  asc_move_write(ui->rules, position, move, token);
  if (ui->hints++ == 0)
    cli_say("problem.hint", CLI_ARG_TEXT("place", steps.ids[0]));
  else
    cli_say("problem.play", CLI_ARG_TEXT("move", token));
  return NEXT_ASK;
}

typedef struct defence_list {
  const puzzle_ui *ui;
  const asc_position *position;
  int count;
} defence_list;

static void defence_print(void *data, asc_move defence, const void *after, const asc_solution *solution) {
  defence_list *list = data;
  const asc_rules *rules = list->ui->rules;
  char token[ASC_TOKEN_MAX];
  if (list->count++ == 0) cli_say("problem.defences");
  asc_move_write(rules, list->position, defence, token);
  printf("  %-6s", token);
  for (int i = 0; i < solution->best_count; i++) {
    asc_move_write(rules, after, solution->best[i], token);
    printf("%s %s", i > 0 ? " /" : "", token);
  }
  putchar('\n');
}

static next_step do_solution(puzzle_ui *ui) {
  asc_position position;
  asc_line main_line;
  char line[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX];
  if (asc_puzzle_solution(ui->solver, ui->puzzle, &position, &main_line) < 0) return NEXT_ASK;
  (void)asc_line_write(ui->rules, &position, main_line.moves, main_line.length, line, sizeof line);
  cli_say_to(text, "problem.key", CLI_ARG_TEXT("key", ui->puzzle->solution_move), CLI_ARG_TEXT("line", line));
  sentence_print(ui, text);
  asc_position_play(ui->rules, &position, main_line.moves[0]);
  (void)asc_puzzle_defences(ui->solver, &position, defence_print, &(defence_list){ui, &position, 0});
  ui->is_solution_shown = true;
  return NEXT_ASK;
}

static next_step do_undo(puzzle_ui *ui) {
  asc_error error = {0};
  if (asc_play_undo(ui->play, WHITE, &error) < 0) {
    reject(error.reason);
    return NEXT_ASK;
  }
  if (asc_play_ply_count(ui->play) < ui->right_plies) ui->right_plies = asc_play_ply_count(ui->play);
  ui->touched = (asc_steps){0};
  ui->is_done = ui->is_board_current = false;
  ui->hints = 0;
  return NEXT_ASK;
}

static next_step do_why(puzzle_ui *ui, char *rest) {
  const char *word = asc_text_next_word(&rest);
  if (word == NULL)
    cli_say("play.why-what");
  else
    why_print(ui, &ui->touched, word);
  return NEXT_ASK;
}

static next_step do_show(puzzle_ui *ui) {
  ui->is_board_current = false;
  return NEXT_ASK;
}

static next_step do_next(puzzle_ui *ui) {
  (void)ui;
  return NEXT_PUZZLE;
}

static next_step do_position(puzzle_ui *ui) {
  char text[ASC_POSITION_TEXT_MAX];
  (void)asc_position_write(ui->rules, asc_play_position(ui->play), text, sizeof text);
  puts(text);
  return NEXT_ASK;
}

static next_step do_quit(puzzle_ui *ui) {
  (void)ui;
  return NEXT_QUIT;
}

static next_step do_help(puzzle_ui *ui);

/* A command of the prompt. It has either `run`, which takes no argument, or `run_with_rest`, which takes the rest of
   the line. */
static const struct puzzle_command {
  const char *name, *argument; /* the message problem-word.NAME or word.NAME describes it */
  next_step (*run)(puzzle_ui *ui);
  next_step (*run_with_rest)(puzzle_ui *ui, char *rest);
} commands[] = {
    {"hint", "", do_hint, NULL},         {"solution", "", do_solution, NULL}, {"undo", "", do_undo, NULL},
    {"moves", "", do_moves, NULL},       {"why", "WHAT", NULL, do_why},       {"show", "", do_show, NULL},
    {"position", "", do_position, NULL}, {"next", "", do_next, NULL},         {"help", "", do_help, NULL},
    {"quit", "", do_quit, NULL},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static next_step do_help(puzzle_ui *ui) {
  (void)ui;
  cli_say("problem.help");
  for (int i = 0; i < COMMAND_COUNT; i++)
    cli_text_print_word_help(stdout, commands[i].name, commands[i].argument, "problem-");
  return NEXT_ASK;
}

static const struct puzzle_command *command_find(const char *name) {
  name = cli_input_resolve_alias(name);
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strcasecmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

static next_step command_run(puzzle_ui *ui, const struct puzzle_command *command, char *rest) {
  if (command->run_with_rest != NULL) return command->run_with_rest(ui, rest);
  if (asc_text_next_word(&rest) == NULL) return command->run(ui);
  cli_say("word.alone", CLI_ARG_TEXT("word", command->name));
  return NEXT_ASK;
}

static next_step line_run(puzzle_ui *ui, char *line) {
  const char *word = asc_text_next_word(&line);
  if (word == NULL && ui->is_done) return NEXT_PUZZLE;
  if (word == NULL && ui->touched.count > 0) ui->is_board_current = false;
  if (word == NULL) ui->touched = (asc_steps){0};
  const struct puzzle_command *found = word == NULL ? NULL : command_find(word);
  if (found != NULL) return command_run(ui, found, line);
  for (int plies = asc_play_ply_count(ui->play); word != NULL; word = asc_text_next_word(&line)) {
    if (is_over(ui)) {
      cli_say("problem.over");
      break;
    }
    word_select(ui, word);
    if (asc_play_ply_count(ui->play) != plies) break;
  }
  return NEXT_ASK;
}

static void prompt_write(const puzzle_ui *ui, char *text, size_t size) {
  const char *key = ui->is_done ? "prompt.solved" : is_wrong(ui) ? "prompt.white-undo" : "prompt.white";
  asc_say_sentence(cli_language_current(), key, ASC_SAY_ARGS(), text, size);
  size_t length = strlen(text);
  for (int i = 0; i < ui->touched.count && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, " %s", ui->touched.ids[i]);
  if (length < size) (void)snprintf(text + length, size - length, "> ");
}

static next_step puzzle_run(puzzle_ui *ui) {
  next_step next = NEXT_ASK;
  while (next == NEXT_ASK) {
    char prompt[128];
    board_show(ui);
    prompt_write(ui, prompt, sizeof prompt);
    char *line = cli_input_read(&ui->input, prompt);
    next = line == NULL || ferror(stdout) ? NEXT_QUIT : line_run(ui, line);
  }
  return next;
}

/* Returns the next chosen puzzle that is not solved, starting again at the first after the last; NULL if there is
   none. */
static asc_puzzle *next_find(const puzzle_ui *ui) {
  const asc_puzzle_list *list = ui->list;
  for (int i = 0; i < list->count; i++) {
    asc_puzzle *puzzle = &list->puzzles[(ui->puzzle->number + i) % list->count];
    bool is_chosen = puzzle->difficulty >= ui->choice.min_difficulty && puzzle->difficulty <= ui->choice.max_difficulty;
    if (is_chosen && !puzzle->is_solved && puzzle != ui->puzzle) return puzzle;
  }
  return NULL;
}

/* A cli_input_completer: completes commands and whole moves if only one fits. */
static bool word_complete(void *context, char *before, char *insert, size_t size) {
  const puzzle_ui *ui = context;
  int count, found = 0;
  size_t typed = strlen(before);
  const char *only = NULL;
  asc_token *tokens = asc_touch_move_tokens(ui->play, &(asc_steps){0}, &count);
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strncmp(commands[i].name, before, typed) == 0 && ++found > 0) only = commands[i].name;
  for (int i = 0; tokens != NULL && i < count; i++)
    if (strncmp(tokens[i].text, before, typed) == 0 && ++found > 0) only = tokens[i].text;
  if (found == 1) (void)snprintf(insert, size, "%s ", only + typed);
  free(tokens);
  return false;
}

int cli_puzzles_solve(asc_puzzle_list *list, asc_puzzle_solver *solver, const cli_puzzle_choice *choice) {
  puzzle_ui *ui = calloc(1, sizeof *ui);
  if (ui == NULL) return cli_fail(ASC_E_MEMORY, "problems", "out of memory");
  *ui = (puzzle_ui){.list = list, .solver = solver, .rules = solver->rules, .choice = *choice};
  cli_input_open(&ui->input, word_complete, ui);
  if (ui->input.is_terminal) cli_say("play.type");
  asc_puzzle *puzzle = &list->puzzles[choice->first_number - 1];
  int status = CLI_OK;
  while (puzzle != NULL && status == CLI_OK) {
    status = puzzle_start(ui, puzzle);
    bool continues = status == CLI_OK && puzzle_run(ui) == NEXT_PUZZLE;
    puzzle = continues ? next_find(ui) : NULL;
    if (continues && puzzle == NULL) cli_say("problem.no-other");
  }
  if (status == CLI_OK && ui->has_save_failed) status = CLI_SYSTEM_ERROR;
  cli_input_close(&ui->input);
  asc_play_close(ui->play);
  free(ui);
  return status;
}
