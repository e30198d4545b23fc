/* What a person types: moves, touches, and the words of the table below. A word that is a legal move or touch is that,
   whatever else it may mean. */
#include "front.h"

#include "cli/cli.h"
#include "core/text.h"
#include "draw/svg/svg.h"
#include "play/file.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

front_next words_fail(const asc_error *error) {
  printf("Not possible: %s.\n", error->reason);
  return FRONT_ASK;
}

bool words_agree(play_front *front, const char *question) {
  char *line = input_read(&front->input, question);
  const char *word = line == NULL ? NULL : asc_text_word(&line);
  return word != NULL && (strcasecmp(word, "y") == 0 || strcasecmp(word, "yes") == 0);
}

char *words_trim(char *rest) {
  rest += strspn(rest, " \t");
  size_t length = strlen(rest);
  while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) length--;
  rest[length] = '\0';
  return rest;
}

static front_next do_help(play_front *front);

static front_next do_moves(play_front *front) {
  int count;
  asc_token *tokens = asc_touch_moves(front->table.play, &front->table.touched, &count);
  if (tokens != NULL) tell_columns(front, tokens->text, sizeof *tokens, count);
  free(tokens);
  return FRONT_ASK;
}

/* "c3 e5", what has been touched. */
static void touched_print(const asc_steps *touched) {
  for (int i = 0; i < touched->count; i++) printf(i > 0 ? " %s" : "%s", touched->ids[i]);
}

/* What may come after the touches, each with the number of moves it leads to. */
static void next_print(const play_front *front, const asc_steps *touched) {
  int count;
  asc_touch_next *list = asc_touch_list(front->table.play, touched, &count);
  if (list == NULL) return;
  bool narrows = false;
  for (int i = 0; i < count; i++) narrows = narrows || list[i].moves > 1;
  if (touched->count > 0) {
    touched_print(touched);
    fputs(narrows ? " goes on with one of these (and the moves each leads to):\n" : " goes on with one of these:\n",
          stdout);
  } else {
    puts(narrows ? "A move may begin with one of these (and the moves each leads to):" : "You may play one of these:");
  }
  enum { WORD = ASC_TOKEN_MAX + 16 };
  char(*words)[WORD] = calloc((size_t)count + 1, sizeof *words);
  for (int i = 0; words != NULL && i < count; i++) {
    if (list[i].moves > 1)
      (void)snprintf(words[i], WORD, "%s (%d)", list[i].id, list[i].moves);
    else
      (void)snprintf(words[i], WORD, "%s", list[i].id);
  }
  if (words != NULL) tell_columns(front, words[0], WORD, count);
  free(words);
  free(list);
}

/* Why the word leads nowhere after these touches, or that it leads on. */
static void why_print(const play_front *front, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  board_style style = front_style(front);
  (void)asc_position_why(front->table.rules, asc_play_position(front->table.play), touched, word, &message);
  asc_board_print_sentence(stdout, asc_message_english(front->table.rules, &message, sentence), 0, &style);
}

static front_next do_hint(play_front *front, char *rest) {
  asc_steps touched = front->table.touched, before = touched;
  asc_move move;
  for (const char *word; (word = asc_text_word(&rest)) != NULL; before = touched) {
    if (asc_touch_word(front->table.play, &touched, word, false, &move) == ASC_TOUCH_ADDED) continue;
    why_print(front, &before, word);
    return FRONT_ASK;
  }
  advice_move(front, &touched);
  next_print(front, &touched);
  return FRONT_ASK;
}

static front_next do_eval(play_front *front) {
  advice_value(front);
  return FRONT_ASK;
}

static front_next do_why(play_front *front, char *rest) {
  asc_steps touched = front->table.touched;
  asc_move move;
  const char *word = asc_text_word(&rest);
  if (word == NULL) puts("Say what: a move, or what you would touch.");
  for (const char *next; word != NULL; word = next) {
    next = asc_text_word(&rest);
    if (next != NULL && asc_touch_word(front->table.play, &touched, word, false, &move) == ASC_TOUCH_ADDED) continue;
    why_print(front, &touched, word);
    break;
  }
  return FRONT_ASK;
}

static front_next do_show(play_front *front) {
  front->shown = false;
  tell_board(front);
  return FRONT_ASK;
}

static front_next do_rules(play_front *front) {
  puts(front->table.rules->game->about);
  return FRONT_ASK;
}

static front_next do_position(play_front *front) {
  char text[ASC_TEXT_MAX];
  (void)asc_position_write(front->table.rules, asc_play_position(front->table.play), text, sizeof text);
  puts(text);
  return FRONT_ASK;
}

static front_next do_record(play_front *front) {
  char *text;
  size_t length;
  asc_error error = {0};
  if (table_game_write(&front->table, &text, &length, &error) < 0) return words_fail(&error);
  fputs(text, stdout);
  free(text);
  return FRONT_ASK;
}

static front_next do_undo(play_front *front) {
  asc_error error = {0};
  if (table_undo(&front->table, &error) < 0) return words_fail(&error);
  front_changed(front);
  return FRONT_ON;
}

static front_next do_redo(play_front *front) {
  asc_error error = {0};
  if (table_redo(&front->table, &error) < 0) return words_fail(&error);
  front_changed(front);
  return FRONT_ON;
}

static front_next do_roll(play_front *front) {
  asc_error error = {0};
  if (table_roll(&front->table, &error) < 0) return words_fail(&error);
  front_changed(front);
  return FRONT_ON;
}

/* Writes a file that the person named; one that is there is only replaced when he says so. */
static front_next file_save(play_front *front, const char *path, const char *text, size_t length) {
  if (access(path, F_OK) == 0) {
    if (!front->input.terminal || !words_agree(front, "It is there already. Replace it? (yes/no) ")) {
      printf("%s is there already and stays as it is.\n", path);
      return FRONT_ASK;
    }
  }
  asc_error error = {0};
  if (asc_file_write_atomic(path, text, length, &error) < 0)
    printf("%s cannot be written: %s.\n", path, error.reason);
  else
    printf("Written to %s.\n", path);
  return FRONT_ASK;
}

/* The rest of the line is the name, blanks included. */
static const char *path_of(char *rest) {
  rest = words_trim(rest);
  if (rest[0] == '\0') puts("Say where: the name of a file.");
  return rest[0] == '\0' ? NULL : rest;
}

static front_next do_save(play_front *front, char *rest) {
  const char *path = path_of(rest);
  char *text;
  size_t length;
  asc_error error = {0};
  if (path == NULL) return FRONT_ASK;
  if (table_write(&front->table, &text, &length, &error) < 0) return words_fail(&error);
  front_next next = file_save(front, path, text, length);
  free(text);
  return next;
}

static front_next do_svg(play_front *front, char *rest) {
  const char *path = path_of(rest);
  char *text;
  size_t length;
  if (path == NULL) return FRONT_ASK;
  asc_scene_read(&front->scene, front->table.play, &front->table.touched);
  if (asc_svg_text(&front->scene, &text, &length) < 0) {
    puts("The diagram cannot be drawn: out of memory.");
    return FRONT_ASK;
  }
  front_next next = file_save(front, path, text, length);
  free(text);
  return next;
}

static front_next do_level(play_front *front, char *rest) {
  asc_error error = {0};
  const char *name = asc_text_word(&rest);
  if (name == NULL || asc_text_word(&rest) != NULL) {
    printf("Say which: a level from 0 to %d, uct or greedy.\n", ASC_LEVEL_MAX);
    return FRONT_ASK;
  }
  if (table_engine_change(&front->table, name, &error) < 0) return words_fail(&error);
  front_changed(front);
  printf("The engine plays as engine:%s from now on.\n", name);
  return FRONT_ASK;
}

static front_next do_quit(play_front *front) {
  (void)front;
  return FRONT_LEAVE;
}

/* A word stands alone, or the rest of the line belongs to it. */
typedef struct play_word {
  const char *name, *argument, *meaning;
  bool after_end; /* has a meaning when the game is over, too */
  front_next (*alone)(play_front *front);
  front_next (*with)(play_front *front, char *rest);
} play_word;

static const play_word words[] = {
    {"moves", "", "the legal moves", false, do_moves, NULL},
    {"hint", "[WHAT]", "a good move, of all or with WHAT, and what else is possible", false, NULL, do_hint},
    {"eval", "", "who is ahead, and what the engine expects", false, do_eval, NULL},
    {"why", "WHAT", "why a move or a touch is not allowed", false, NULL, do_why},
    {"show", "", "the board", true, do_show, NULL},
    {"undo", "", "take back to your last choice, never past a die roll", true, do_undo, NULL},
    {"redo", "", "play again what was taken back", false, do_redo, NULL},
    {"roll", "", "let the program roll the die", false, do_roll, NULL},
    {"resign", "[WHO]", "give the game up, for the player to move or for WHO", false, NULL, ends_resign},
    {"draw", "", "offer a draw", false, ends_draw, NULL},
    {"level", "N", "how well the engine plays from now on, 0 to 10", false, NULL, do_level},
    {"save", "FILE", "write the record of the game, in a match of all its games", true, NULL, do_save},
    {"svg", "FILE", "write a diagram of the position", true, NULL, do_svg},
    {"position", "", "the position as one line", true, do_position, NULL},
    {"record", "", "the record so far", true, do_record, NULL},
    {"rules", "", "the rules of the game", true, do_rules, NULL},
    {"help", "", "this list", true, do_help, NULL},
    {"quit", "", "leave; the game is kept", true, do_quit, NULL},
};
enum { WORDS = sizeof words / sizeof words[0] };

static front_next do_help(play_front *front) {
  int count;
  asc_token *tokens = asc_touch_moves(front->table.play, &(asc_steps){0}, &count);
  if (tokens != NULL && count > 0)
    printf("Type a move, for example %s, or the things it touches one by one; Tab completes.\n"
           "An empty line lets go of what was touched.\n",
           tokens[0].text);
  free(tokens);
  for (int i = 0; i < WORDS; i++) {
    if (words[i].alone == do_roll && !front->table.dice_by_hand) continue;
    printf("  %-8s %-7s %s\n", words[i].name, words[i].argument, words[i].meaning);
  }
  return FRONT_ASK;
}

static const play_word *word_find(const char *name) {
  for (int i = 0; i < WORDS; i++)
    if (strcasecmp(words[i].name, name) == 0) return &words[i];
  return NULL;
}

static front_next word_run(play_front *front, const play_word *word, char *rest) {
  if (word->with != NULL) return word->with(front, rest);
  if (asc_text_word(&rest) == NULL) return word->alone(front);
  printf("%s stands alone.\n", word->name);
  return FRONT_ASK;
}

const char *words_name(int index) { return index < WORDS ? words[index].name : NULL; }

/* A touch or a move. A word that does not go on from the touches may begin anew: another man is taken instead. */
static asc_touch word_touch(play_front *front, const char *word) {
  play_table *table = &front->table;
  asc_move move;
  asc_touch result = asc_touch_word(table->play, &table->touched, word, true, &move);
  if (result == ASC_TOUCH_REFUSED) why_print(front, &table->touched, word);
  if (result != ASC_TOUCH_MOVE) return result;
  asc_error error = {0};
  if (asc_play_move(table->play, move, &error) < 0) {
    (void)words_fail(&error);
    return ASC_TOUCH_REFUSED;
  }
  front_changed(front);
  return ASC_TOUCH_MOVE;
}

/* Words of a line one after the other, as long as the same player goes on. */
static front_next line_touch(play_front *front, char *line) {
  play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  bool played = false;
  asc_touch result = ASC_TOUCH_REFUSED;
  for (const char *word; (word = asc_text_word(&line)) != NULL;) {
    if (asc_play_turn(table->play) != turn) {
      printf("Your turn is over; %s was not played.\n", word);
      break;
    }
    result = word_touch(front, word);
    if (result == ASC_TOUCH_REFUSED) break;
    played = played || result == ASC_TOUCH_MOVE;
  }
  if (result == ASC_TOUCH_ADDED) next_print(front, &table->touched);
  return played ? FRONT_ON : FRONT_ASK;
}

static front_next empty_line(play_front *front) {
  asc_steps *touched = &front->table.touched;
  if (asc_play_turn(front->table.play) == ASC_CHANCE) return do_roll(front);
  *touched = (asc_steps){0};
  return FRONT_ASK;
}

front_next words_take(play_front *front, char *line) {
  char first[INPUT_LINE_MAX];
  char *rest = line;
  (void)snprintf(first, sizeof first, "%s", line);
  char *first_rest = first;
  const char *name = asc_text_word(&first_rest);
  if (name == NULL) return empty_line(front);
  asc_steps touched = front->table.touched;
  asc_move move;
  const play_word *word = word_find(name);
  if (word == NULL || asc_touch_word(front->table.play, &touched, name, false, &move) != ASC_TOUCH_REFUSED)
    return line_touch(front, line);
  (void)asc_text_word(&rest);
  return word_run(front, word, rest);
}

front_next words_take_after_end(play_front *front, char *line) {
  const char *name = asc_text_word(&line);
  if (name == NULL || strcasecmp(name, "no") == 0 || strcasecmp(name, "n") == 0) return FRONT_LEAVE;
  if (strcasecmp(name, "yes") == 0 || strcasecmp(name, "y") == 0 || strcasecmp(name, "again") == 0) return FRONT_AGAIN;
  const play_word *word = word_find(name);
  if (word != NULL && word->after_end) return word_run(front, word, line);
  puts("The game is over. Possible are: yes, no, undo, show, save FILE, svg FILE, record, position, rules.");
  return FRONT_ASK;
}
