/* What a person types: moves, touches, and the words of the table below. A word that is a legal move or touch is that,
   whatever else it may mean. */
#include "front.h"

#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "cli/speech/near.h"
#include "core/text.h"
#include "draw/svg/svg.h"
#include "play/file.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void words_refuse(const char *reason) {
  char text[ASC_SENTENCE_MAX];
  say("play.not-possible", WORD("reason", say_reason(reason, text)));
}

front_next words_fail(const asc_error *error) {
  words_refuse(error->reason);
  return FRONT_ASK;
}

bool words_agree(play_front *front, const char *question) {
  char prompt[2 * ASC_SENTENCE_MAX];
  (void)snprintf(prompt, sizeof prompt, "%s ", question);
  char *line = input_read(&front->input, prompt);
  const char *word = line == NULL ? NULL : asc_text_word(&line);
  return word != NULL && say_is("answer.yes", word);
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
static void touched_write(const asc_steps *touched, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int i = 0; i < touched->count; i++) asc_writer_format(&writer, i > 0 ? " %s" : "%s", touched->ids[i]);
}

/* What may come after the touches, each with the number of moves it leads to. */
static void next_print(const play_front *front, const asc_steps *touched) {
  int count;
  asc_touch_next *list = asc_touch_list(front->table.play, touched, &count);
  if (list == NULL) return;
  bool narrows = false;
  for (int i = 0; i < count; i++) narrows = narrows || list[i].moves > 1;
  if (touched->count > 0) {
    char done[ASC_STEPS_MAX * (ASC_TOKEN_MAX + 1)];
    touched_write(touched, done, sizeof done);
    say(narrows ? "play.goes-on-many" : "play.goes-on", WORD("touched", done));
  } else {
    say(narrows ? "play.begins" : "play.may");
  }
  enum { ROOM = ASC_TOKEN_MAX + 16 };
  char(*words)[ROOM] = calloc((size_t)count + 1, sizeof *words);
  for (int i = 0; words != NULL && i < count; i++) {
    if (list[i].moves > 1)
      (void)snprintf(words[i], ROOM, "%s (%d)", list[i].id, list[i].moves);
    else
      (void)snprintf(words[i], ROOM, "%s", list[i].id);
  }
  if (words != NULL) tell_columns(front, words[0], ROOM, count);
  free(words);
  free(list);
}

/* Why the word leads nowhere after these touches, or that it leads on. */
static void why_print(const play_front *front, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(front->table.rules, asc_play_position(front->table.play), touched, word, &message);
  front_say(front, say_message(front->table.rules, &message, sentence));
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

static front_next do_eval(play_front *front, char *rest) {
  const char *word = asc_text_word(&rest);
  if (word == NULL) {
    advice_value(front);
  } else {
    front->evaluating = strcasecmp(word, "off") != 0;
    advice_told(front);
    advice_shown(front);
  }
  return FRONT_ASK;
}

static void settings_list(void) {
  for (int i = 0; i < SETTINGS; i++)
    say("set.line", WORD("name", setting_name((setting)i)), WORD("value", setting_value((setting)i)));
}

/* What a setting means for the game at hand. */
static void setting_apply(play_front *front, setting which) {
  const char *value = setting_value(which);
  if (which == SETTING_EVAL) front->evaluating = strcmp(value, "on") == 0;
  if (which == SETTING_LANGUAGE) (void)language_choose(value);
  if (which == SETTING_COLOR || which == SETTING_ASCII) {
    front->style = board_style_detect(stdout);
    (void)board_style_choose(&front->style, "play", setting_is(SETTING_ASCII, "on"), NULL);
  }
  front->style.language = language_now();
}

static front_next do_set(play_front *front, char *rest) {
  const char *name = asc_text_word(&rest), *value = asc_text_word(&rest);
  char names[128] = "", path[SETTINGS_PATH_MAX], why[ASC_REASON_MAX], key[64], good[160];
  int which = name == NULL ? -1 : setting_find(name);
  asc_writer list = asc_writer_over(names, sizeof names);
  for (int i = 0; i < SETTINGS; i++) asc_writer_format(&list, "%s%s", i > 0 ? ", " : "", setting_name((setting)i));
  if (name == NULL || (which >= 0 && value == NULL)) {
    settings_list();
  } else if (which < 0) {
    say("set.unknown", WORD("name", name), WORD("names", names));
  } else if (!setting_is_good((setting)which, value)) {
    (void)snprintf(key, sizeof key, "setting.%s", name);
    say("set.bad", WORD("name", name), WORD("values", say_to(good, key)), WORD("value", value));
  } else if (setting_keep((setting)which, value, path, why, sizeof why)) {
    setting_apply(front, (setting)which);
    say("set.kept", WORD("name", name), WORD("value", value), WORD("path", path));
  } else {
    setting_apply(front, (setting)which);
    say("file.failed", WORD("path", path), WORD("reason", why));
  }
  return FRONT_ASK;
}

static front_next do_why(play_front *front, char *rest) {
  asc_steps touched = front->table.touched;
  asc_move move;
  const char *word = asc_text_word(&rest);
  if (word == NULL) say("play.why-what");
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
  (void)text_rules(front->table.rules->game, &front->style);
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
    char question[256];
    if (!front->input.terminal || !words_agree(front, say_to(question, "file.replace"))) {
      say("file.there", WORD("path", path));
      return FRONT_ASK;
    }
  }
  asc_error error = {0};
  if (asc_file_write_atomic(path, text, length, &error) < 0)
    say("file.failed", WORD("path", path), WORD("reason", error.reason));
  else
    say("file.written", WORD("path", path));
  return FRONT_ASK;
}

/* The rest of the line is the name, blanks included. */
static const char *path_of(char *rest) {
  rest = words_trim(rest);
  if (rest[0] == '\0') say("file.where");
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
    say("board.no-memory");
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
    say("play.level-which", NUMBER("most", ASC_LEVEL_MAX));
    return FRONT_ASK;
  }
  if (table_engine_change(&front->table, name, &error) < 0) return words_fail(&error);
  front_changed(front);
  say("play.level-now", WORD("level", name));
  return FRONT_ASK;
}

static front_next do_quit(play_front *front) {
  (void)front;
  return FRONT_LEAVE;
}

/* A word stands alone, or the rest of the line belongs to it. */
typedef struct play_word {
  const char *name, *argument; /* what it means is word.NAME of the catalogue */
  bool after_end;              /* has a meaning when the game is over, too */
  front_next (*alone)(play_front *front);
  front_next (*with)(play_front *front, char *rest);
} play_word;

static const play_word words[] = {
    {"moves", "", false, do_moves, NULL},
    {"hint", "[WHAT]", false, NULL, do_hint},
    {"eval", "[on]", false, NULL, do_eval},
    {"why", "WHAT", false, NULL, do_why},
    {"show", "", true, do_show, NULL},
    {"undo", "", true, do_undo, NULL},
    {"redo", "", false, do_redo, NULL},
    {"roll", "", false, do_roll, NULL},
    {"resign", "[WHO]", false, NULL, ends_resign},
    {"draw", "", false, ends_draw, NULL},
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
enum { WORDS = sizeof words / sizeof words[0] };

static front_next do_help(play_front *front) {
  int count;
  asc_token *tokens = asc_touch_moves(front->table.play, &(asc_steps){0}, &count);
  char text[ASC_SENTENCE_MAX] = "";
  if (tokens != NULL && count > 0) say_to(text, "play.help", WORD("example", tokens[0].text));
  free(tokens);
  asc_growing sheet;
  FILE *out = text_begin(&sheet);
  if (out == NULL) return FRONT_ASK;
  board_style style = front_style(front);
  if (text[0] != '\0') asc_board_print_sentence(out, text, 0, &style);
  for (int i = 0; i < WORDS; i++) {
    if (words[i].alone == do_roll && !front->table.dice_by_hand) continue;
    word_help(out, words[i].name, words[i].argument, "word.");
  }
  (void)text_end(out, &sheet);
  return FRONT_ASK;
}

static const play_word *word_find(const char *name) {
  name = input_word(name);
  for (int i = 0; i < WORDS; i++)
    if (strcasecmp(words[i].name, name) == 0) return &words[i];
  return NULL;
}

static front_next word_run(play_front *front, const play_word *word, char *rest) {
  if (word->with != NULL) return word->with(front, rest);
  if (asc_text_word(&rest) == NULL) return word->alone(front);
  say("word.alone", WORD("word", word->name));
  return FRONT_ASK;
}

const char *words_name(int index) { return index < WORDS ? words[index].name : NULL; }

/* Why a word leads nowhere; or the word of the list below that was meant. */
static void refused_print(const play_front *front, const char *word) {
  near_search search = {.word = word};
  bool letters = word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0';
  for (int i = 0; i < WORDS && letters; i++) near_try(&search, words[i].name);
  if (search.best != NULL)
    say("play.mean", WORD("word", search.best));
  else
    why_print(front, &front->table.touched, word);
}

/* A touch or a move. A word that does not go on from the touches may begin anew: another man is taken instead. */
static asc_touch word_touch(play_front *front, const char *word) {
  play_table *table = &front->table;
  asc_move move;
  asc_touch result = asc_touch_word(table->play, &table->touched, word, true, &move);
  if (result == ASC_TOUCH_REFUSED) refused_print(front, word);
  if (result != ASC_TOUCH_MOVE) return result;
  asc_error error = {0};
  int turn = asc_play_turn(table->play), code = asc_play_move(table->play, move, &error);
  if (code >= 0 && (code = table_moved(table, turn)) < 0) (void)asc_fail(&error, code, "%s", asc_strerror(code));
  if (code < 0) {
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
      say("play.turn-over", WORD("word", word));
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
  if (name == NULL || say_is("answer.no", name)) return FRONT_LEAVE;
  if (say_is("answer.yes", name) || strcasecmp(name, "again") == 0) return FRONT_AGAIN;
  const play_word *word = word_find(name);
  if (word != NULL && word->after_end) return word_run(front, word, line);
  say("play.over");
  return FRONT_ASK;
}
