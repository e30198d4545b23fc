/* A person solves problems at a prompt.

   As long as every move was right, `right` is the number of plies played. A wrong try is answered and stays on the
   board, so that one sees why it fails and may even play on; undo goes back. */
#include "problems.h"

#include "cli/screen/input.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "play/touch.h"
#include "study/score.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WHITE = 1 };

typedef enum next_step { NEXT_ASK, NEXT_PROBLEM, NEXT_LEAVE } next_step;

typedef struct problem_front {
  asc_problem_list *list;
  asc_problem_truth *truth;
  const asc_rules *rules;
  problem_wish wish;
  play_input input;
  asc_scene scene;
  asc_problem *problem; /* the one on the board, and its game */
  asc_play *play;
  asc_steps touched;
  int right;       /* plies that were right */
  int hints;       /* given for the move to be found */
  bool told, done; /* the solution was shown; it is won */
  bool shown;      /* the board has been shown as it is now */
  bool unkept;     /* it could not be kept that one is solved */
} problem_front;

static bool is_wrong(const problem_front *front) { return asc_play_plies(front->play) > front->right; }
static bool is_over(const problem_front *front) { return asc_play_end(front->play) != ASC_END_NONE; }

static board_style style_now(const problem_front *front) {
  enum { TASK_ROWS = 3 }; /* what is asked, above the board */
  board_style style = front->wish.style, now = board_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - TASK_ROWS;
  return style;
}

static void tell(const problem_front *front, const char *text) {
  board_style style = style_now(front);
  asc_board_print_sentence(stdout, text, 0, &style);
}

static void refuse(const char *reason) {
  char text[ASC_SENTENCE_MAX];
  say("play.not-possible", WORD("reason", say_reason(reason, text)));
}

static void board_show(problem_front *front) {
  board_style style = style_now(front);
  if (front->shown) return;
  asc_scene_read(&front->scene, front->play, &front->touched);
  putchar('\n');
  if (asc_board_print(stdout, &front->scene, &style) < 0) say("board.no-memory");
  front->shown = true;
}

static int problem_start(problem_front *front, asc_problem *problem) {
  asc_position position;
  asc_error error = {0};
  char title[ASC_SENTENCE_MAX], text[3 * ASC_SENTENCE_MAX];
  asc_play_close(front->play);
  front->play = NULL;
  int code = asc_position_read(front->rules, problem->position, &position, &error);
  if (code < 0) return cli_fail_error(code, "position", &error);
  code = asc_play_open(&front->play, front->rules, &position);
  if (code < 0) return cli_fail(code, "problems", "%s", asc_strerror(code));
  front->problem = problem;
  front->touched = (asc_steps){0};
  front->right = front->hints = 0;
  front->told = front->done = front->shown = false;
  say_to(title, "problem.task", NUMBER("moves", problem->moves), NUMBER("points", problem->points));
  say_to(text, problem->solved ? "problem.heading-solved" : "problem.heading", NUMBER("number", problem->number),
         NUMBER("count", front->list->count), NUMBER("grade", problem->grade), WORD("task", title));
  say_to(title, problem->strict ? "problem.strict" : "problem.faster");
  size_t length = strlen(text);
  (void)snprintf(text + length, sizeof text - length, " %s", title);
  putchar('\n');
  tell(front, text);
  return CLI_OK;
}

static void wrong_tell(problem_front *front, const char *move, const char *answer, const asc_problem_reply *reply) {
  const char *key = reply->verdict == ASC_PROBLEM_LATE   ? "problem.wrong-late"
                    : reply->verdict == ASC_PROBLEM_DRAW ? "problem.wrong-draw"
                    : reply->verdict == ASC_PROBLEM_LESS ? "problem.wrong-less"
                                                         : "problem.wrong-loss";
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX];
  char line[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + 2 * ASC_SENTENCE_MAX];
  asc_hundredths_write(abs(reply->line.score), number);
  tell(front, say_to(text, key, WORD("move", move), WORD("reply", answer),
                     asc_word_decimal(language_now(), "points", number, decimal)));
  if (reply->line.length > 1) {
    (void)asc_line_write(front->rules, asc_play_position(front->play), reply->line.moves, reply->line.length, line,
                         sizeof line);
    tell(front, say_to(text, "problem.line", WORD("moves", line)));
  }
  say("problem.undo");
}

static void solved_tell(problem_front *front) {
  front->done = true;
  if (front->told) {
    say("problem.told");
    return;
  }
  say("problem.solved", NUMBER("points", front->problem->points), NUMBER("moves", front->problem->moves));
  if (!front->problem->solved && !problems_remember(front->problem, front->rules->game->id)) front->unkept = true;
  front->problem->solved = true;
}

/* Black's answer to the move just played, and what is to be said about both. */
static int answer_play(problem_front *front, const char *move, bool wrong_before) {
  asc_problem_reply reply;
  asc_error error = {0};
  char answer[ASC_TOKEN_MAX];
  const void *position = asc_play_position(front->play);
  int code = asc_problem_answer(front->truth, front->problem, position, wrong_before, &reply);
  if (code < 0) return code;
  bool right = reply.verdict == ASC_PROBLEM_RIGHT;
  asc_move_write(front->rules, position, reply.line.moves[0], answer);
  if (right)
    say("problem.right", WORD("move", move), WORD("reply", answer));
  else if (wrong_before)
    say("problem.reply", WORD("reply", answer));
  else
    wrong_tell(front, move, answer, &reply);
  code = asc_play_move(front->play, reply.line.moves[0], &error);
  if (right) front->right = asc_play_plies(front->play);
  return code;
}

static void move_play(problem_front *front, asc_move move) {
  char token[ASC_TOKEN_MAX];
  asc_error error = {0};
  bool wrong = is_wrong(front);
  asc_move_write(front->rules, asc_play_position(front->play), move, token);
  int code = asc_play_move(front->play, move, &error);
  front->shown = false;
  front->hints = 0;
  if (code >= 0 && is_over(front)) {
    bool won = !wrong && asc_problem_won(front->problem, front->play);
    if (won) front->right = asc_play_plies(front->play);
    board_show(front);
    if (won)
      solved_tell(front);
    else
      say("problem.not-the-way");
    return;
  }
  if (code >= 0) code = answer_play(front, token, wrong);
  if (code < 0) refuse(error.reason[0] != '\0' ? error.reason : asc_strerror(code));
}

static void why_print(const problem_front *front, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(front->rules, asc_play_position(front->play), touched, word, &message);
  tell(front, say_message(front->rules, &message, sentence));
}

/* A touch or a move; one that does not go on from the touches may begin anew. */
static void word_touch(problem_front *front, const char *word) {
  asc_move move;
  asc_touch result = asc_touch_word(front->play, &front->touched, word, true, &move);
  if (result == ASC_TOUCH_REFUSED) why_print(front, &front->touched, word);
  if (result == ASC_TOUCH_ADDED) front->shown = false;
  if (result == ASC_TOUCH_MOVE) move_play(front, move);
}

static next_step do_moves(problem_front *front) {
  int count;
  board_style style = style_now(front);
  asc_token *tokens = asc_touch_moves(front->play, &front->touched, &count);
  if (tokens != NULL) asc_board_print_columns(stdout, tokens->text, sizeof *tokens, count, &style);
  free(tokens);
  return NEXT_ASK;
}

/* First which pawn, then the move. */
static next_step do_hint(problem_front *front) {
  const void *position = asc_play_position(front->play);
  asc_move move;
  asc_steps steps;
  char token[ASC_TOKEN_MAX];
  if (is_over(front) || is_wrong(front)) {
    say(front->done ? "problem.is-solved" : "problem.off");
    return NEXT_ASK;
  }
  if (asc_problem_hint(front->truth, position, &move) < 0) return NEXT_ASK;
  asc_move_steps(front->rules, position, move, &steps);
  asc_move_write(front->rules, position, move, token);
  if (front->hints++ == 0)
    say("problem.hint", WORD("place", steps.ids[0]));
  else
    say("problem.play", WORD("move", token));
  return NEXT_ASK;
}

typedef struct defence_list {
  const problem_front *front;
  const asc_position *position;
  int count;
} defence_list;

static void defence_print(void *data, asc_move defence, const void *after, const asc_solution *solution) {
  defence_list *list = data;
  const asc_rules *rules = list->front->rules;
  char token[ASC_TOKEN_MAX];
  if (list->count++ == 0) say("problem.defences");
  asc_move_write(rules, list->position, defence, token);
  printf("  %-6s", token);
  for (int i = 0; i < solution->best_count; i++) {
    asc_move_write(rules, after, solution->best[i], token);
    printf("%s %s", i > 0 ? " /" : "", token);
  }
  putchar('\n');
}

static next_step do_solution(problem_front *front) {
  asc_position position;
  asc_line main_line;
  char line[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX];
  if (asc_problem_solution(front->truth, front->problem, &position, &main_line) < 0) return NEXT_ASK;
  (void)asc_line_write(front->rules, &position, main_line.moves, main_line.length, line, sizeof line);
  say_to(text, "problem.key", WORD("key", front->problem->key), WORD("line", line));
  tell(front, text);
  asc_position_play(front->rules, &position, main_line.moves[0]);
  (void)asc_problem_defences(front->truth, &position, defence_print, &(defence_list){front, &position, 0});
  front->told = true;
  return NEXT_ASK;
}

static next_step do_undo(problem_front *front) {
  asc_error error = {0};
  if (asc_play_undo(front->play, WHITE, &error) < 0) {
    refuse(error.reason);
    return NEXT_ASK;
  }
  if (asc_play_plies(front->play) < front->right) front->right = asc_play_plies(front->play);
  front->touched = (asc_steps){0};
  front->done = front->shown = false;
  front->hints = 0;
  return NEXT_ASK;
}

static next_step do_why(problem_front *front, char *rest) {
  const char *word = asc_text_word(&rest);
  if (word == NULL)
    say("play.why-what");
  else
    why_print(front, &front->touched, word);
  return NEXT_ASK;
}

static next_step do_show(problem_front *front) {
  front->shown = false;
  return NEXT_ASK;
}

static next_step do_next(problem_front *front) {
  (void)front;
  return NEXT_PROBLEM;
}

static next_step do_position(problem_front *front) {
  char text[ASC_TEXT_MAX];
  (void)asc_position_write(front->rules, asc_play_position(front->play), text, sizeof text);
  puts(text);
  return NEXT_ASK;
}

static next_step do_quit(problem_front *front) {
  (void)front;
  return NEXT_LEAVE;
}

static next_step do_help(problem_front *front);

/* A word stands alone, or the rest of the line belongs to it. */
static const struct problem_word {
  const char *name, *argument; /* what it means is problem-word.NAME of the catalogue */
  next_step (*alone)(problem_front *front);
  next_step (*with)(problem_front *front, char *rest);
} words[] = {
    {"hint", "", do_hint, NULL},         {"solution", "", do_solution, NULL}, {"undo", "", do_undo, NULL},
    {"moves", "", do_moves, NULL},       {"why", "WHAT", NULL, do_why},       {"show", "", do_show, NULL},
    {"position", "", do_position, NULL}, {"next", "", do_next, NULL},         {"help", "", do_help, NULL},
    {"quit", "", do_quit, NULL},
};
enum { WORDS = sizeof words / sizeof words[0] };

static next_step do_help(problem_front *front) {
  (void)front;
  say("problem.help");
  for (int i = 0; i < WORDS; i++) word_help(stdout, words[i].name, words[i].argument, "problem-word.");
  return NEXT_ASK;
}

static const struct problem_word *word_find(const char *name) {
  name = input_word(name);
  for (int i = 0; i < WORDS; i++)
    if (strcasecmp(words[i].name, name) == 0) return &words[i];
  return NULL;
}

static next_step word_run(problem_front *front, const struct problem_word *word, char *rest) {
  if (word->with != NULL) return word->with(front, rest);
  if (asc_text_word(&rest) == NULL) return word->alone(front);
  say("word.alone", WORD("word", word->name));
  return NEXT_ASK;
}

static next_step line_take(problem_front *front, char *line) {
  const char *word = asc_text_word(&line);
  if (word == NULL && front->done) return NEXT_PROBLEM;
  if (word == NULL && front->touched.count > 0) front->shown = false;
  if (word == NULL) front->touched = (asc_steps){0};
  const struct problem_word *found = word == NULL ? NULL : word_find(word);
  if (found != NULL) return word_run(front, found, line);
  for (int plies = asc_play_plies(front->play); word != NULL; word = asc_text_word(&line)) {
    if (is_over(front)) {
      say("problem.over");
      break;
    }
    word_touch(front, word);
    if (asc_play_plies(front->play) != plies) break;
  }
  return NEXT_ASK;
}

static void prompt_write(const problem_front *front, char *text, size_t size) {
  const char *key = front->done ? "prompt.solved" : is_wrong(front) ? "prompt.white-undo" : "prompt.white";
  asc_say(language_now(), key, ASC_WORDS(), text, size);
  size_t length = strlen(text);
  for (int i = 0; i < front->touched.count && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, " %s", front->touched.ids[i]);
  if (length < size) (void)snprintf(text + length, size - length, "> ");
}

static next_step problem_run(problem_front *front) {
  next_step next = NEXT_ASK;
  while (next == NEXT_ASK) {
    char prompt[128];
    board_show(front);
    prompt_write(front, prompt, sizeof prompt);
    char *line = input_read(&front->input, prompt);
    next = line == NULL || ferror(stdout) ? NEXT_LEAVE : line_take(front, line);
  }
  return next;
}

/* The next one after this that is not solved, from the beginning again after the last; NULL: all are. */
static asc_problem *next_find(const problem_front *front) {
  const asc_problem_list *list = front->list;
  for (int i = 0; i < list->count; i++) {
    asc_problem *problem = &list->all[(front->problem->number + i) % list->count];
    bool wished = problem->grade >= front->wish.least && problem->grade <= front->wish.most;
    if (wished && !problem->solved && problem != front->problem) return problem;
  }
  return NULL;
}

/* Words of the prompt and whole moves that begin with what was typed. */
static bool word_complete(void *context, char *before, char *insert, size_t size) {
  const problem_front *front = context;
  int count, found = 0;
  size_t typed = strlen(before);
  const char *only = NULL;
  asc_token *tokens = asc_touch_moves(front->play, &(asc_steps){0}, &count);
  for (int i = 0; i < WORDS; i++)
    if (strncmp(words[i].name, before, typed) == 0 && ++found > 0) only = words[i].name;
  for (int i = 0; tokens != NULL && i < count; i++)
    if (strncmp(tokens[i].text, before, typed) == 0 && ++found > 0) only = tokens[i].text;
  if (found == 1) (void)snprintf(insert, size, "%s ", only + typed);
  free(tokens);
  return false;
}

int problems_front(asc_problem_list *list, asc_problem_truth *truth, const problem_wish *wish) {
  problem_front *front = calloc(1, sizeof *front);
  if (front == NULL) return cli_fail(ASC_E_MEMORY, "problems", "out of memory");
  *front = (problem_front){.list = list, .truth = truth, .rules = truth->rules, .wish = *wish};
  input_open(&front->input, word_complete, front);
  if (front->input.terminal) say("play.type");
  asc_problem *problem = &list->all[wish->number - 1];
  int status = CLI_OK;
  while (problem != NULL && status == CLI_OK) {
    status = problem_start(front, problem);
    bool on = status == CLI_OK && problem_run(front) == NEXT_PROBLEM;
    problem = on ? next_find(front) : NULL;
    if (on && problem == NULL) say("problem.no-other");
  }
  if (status == CLI_OK && front->unkept) status = CLI_MACHINE;
  input_close(&front->input);
  asc_play_close(front->play);
  free(front);
  return status;
}
