#include "board.h"

#include "cli/cli.h"
#include "cli/review/print.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/result.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct game_walk {
  replay_board *board;
  asc_record *record;
  asc_rules *rules;
  asc_play *play;
  asc_seats seats;
  asc_review review; /* all zero: nobody has asked for one */
  progress_lines progress;
  int number;    /* of the game in its file */
  int at, count; /* events: so many have happened, of so many */
  bool more;
} game_walk;

/* The ply of the main line that made the board what it is; NULL at the start. */
static const asc_item *ply_at(const game_walk *walk) {
  for (const asc_item *item = asc_record_first(walk->record); item != NULL; item = item->next)
    if (item->kind == ASC_ITEM_PLY && item->events_before + 1 == walk->at) return item;
  return NULL;
}

/* The marks of the PGN standard that say how good a move was. */
static const struct {
  const char *nag, *sign, *key;
} marks[] = {{"1", "!", "mark.good"},     {"2", "?", "mark.mistake"},      {"3", "!!", "mark.brilliant"},
             {"4", "??", "mark.blunder"}, {"5", "!?", "mark.interesting"}, {"6", "?!", "mark.dubious"}};

static void mark_say(const char *nag) {
  char text[128], line[160];
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (strcmp(marks[i].nag, nag) != 0) continue;
    (void)snprintf(line, sizeof line, "%s %s", marks[i].sign, say_to(text, marks[i].key));
    say_text(line);
    return;
  }
}

/* "[%clk 0:04:31]": what the player had left. */
static void clock_say(const game_walk *walk, const asc_item *ply, const char *comment) {
  const char *clock = strstr(comment, "[%clk ");
  char text[16];
  if (clock == NULL || ply == NULL || ply->player < 1) return;
  (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(clock + 6, "]"), clock + 6);
  asc_text_clean(text, strlen(text));
  say("replay.clock", WORD("who", walk->seats.names[ply->player - 1]), WORD("clock", text));
}

/* A comment without what programs wrote into it: "[%eval exact 3]". */
static void comment_say(const char *comment) {
  char clean[2048];
  size_t used = 0;
  for (; *comment != '\0' && used + 1 < sizeof clean; comment++) {
    if (strncmp(comment, "[%", 2) == 0 && strchr(comment, ']') != NULL)
      comment = strchr(comment, ']');
    else
      clean[used++] = *comment == '\n' ? ' ' : *comment;
  }
  clean[used] = '\0';
  asc_text_clean(clean, used);
  if (clean[strspn(clean, " ")] != '\0') say_text(clean + strspn(clean, " "));
}

/* What the record says about the move just made: what stands behind its ply, up to the next. */
static void remarks_say(const game_walk *walk) {
  const asc_item *ply = ply_at(walk);
  const asc_item *item = ply != NULL ? ply->next : walk->at == 0 ? asc_record_first(walk->record) : NULL;
  for (; item != NULL && item->kind != ASC_ITEM_PLY; item = item->next) {
    if (item->kind == ASC_ITEM_NAG) mark_say(item->text);
    if (item->kind == ASC_ITEM_COMMENT) clock_say(walk, ply, item->text);
    if (item->kind == ASC_ITEM_COMMENT) comment_say(item->text);
  }
}

/* What the review says about it. */
static void review_say(const game_walk *walk, const board_style *style) {
  for (int i = 0; i < walk->review.ply_count; i++)
    if (walk->review.plies[i].event + 1 == walk->at) review_print_ply(stdout, &walk->review, i, style);
}

static void board_show(game_walk *walk) {
  enum { REMARK_ROWS = 3, REVIEW_ROWS = 3 };
  board_style style = walk->board->style, now = board_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - REMARK_ROWS - (walk->review.judged > 0 ? REVIEW_ROWS : 0);
  asc_scene_read_at(&walk->board->scene, walk->play, walk->at, NULL);
  walk->board->scene.targets = (scene_targets){.first = true};
  const asc_event *left = walk->at > 0 ? asc_play_event(walk->play, walk->at - 1) : NULL;
  if (left != NULL && !left->gave_up) left = NULL;
  if (left != NULL) walk->board->scene.prompt.key = NULL; /* it knows players by number only */
  putchar('\n');
  if (asc_board_print(stdout, &walk->board->scene, &style) < 0) say("board.no-memory");
  if (left != NULL) say("result.gave-up", WORD("who", walk->seats.names[left->player - 1]));
  remarks_say(walk);
  review_say(walk, &style);
  if (walk->at == walk->count) say(walk->more ? "replay.next-game" : "replay.last");
}

static void go(game_walk *walk, int at) {
  if (at < 0) {
    say("replay.first");
  } else if (at > walk->count) {
    say(walk->more ? "replay.next-game" : "replay.last");
  } else {
    walk->at = at;
    board_show(walk);
  }
}

static void progress_tell(void *data) {
  game_walk *walk = data;
  char text[128], line[130];
  if (!progress_due(&walk->progress)) return;
  say_to(text, "review.progress", NUMBER("number", walk->number), NUMBER("judged", walk->review.judged),
         NUMBER("count", walk->review.ply_count));
  (void)snprintf(line, sizeof line, "%s\n", text);
  progress_draw_lines(&walk->progress, line);
}

static bool review_stopped(void *data) {
  progress_tell(data);
  return input_signal() != 0;
}

/* Judges every move, as `ascona review` does. Ctrl-C ends it with what was judged so far, from the end of the game. */
static int review_judge(game_walk *walk) {
  enum { NODES = 200000 };
  asc_search *search;
  asc_tablebase *tables;
  const asc_search_options options = {.host = {.stop = review_stopped, .data = walk}};
  int status = cli_tables_open(&tables, "replay", NULL, walk->rules, true);
  if (status != CLI_OK) return status;
  int code = asc_search_open(&search, walk->rules, &options);
  if (code >= 0) {
    asc_oracle oracle = tables == NULL ? asc_book(walk->rules) : asc_tablebase_oracle(tables);
    asc_search_consult(search, &oracle);
    walk->progress = progress_open();
    code = asc_review_judge(&walk->review, search, &(asc_limits){.nodes = NODES},
                            &(asc_watch){progress_tell, review_stopped, walk});
    progress_clear(&walk->progress);
    asc_search_close(search);
  }
  status = code < 0 ? cli_fail(code, "replay", "%s", asc_strerror(code)) : cli_tables_check(tables, "replay");
  asc_tablebase_close(tables);
  return status;
}

static void review_ask(game_walk *walk, const asc_summary *summary) {
  asc_error error = {0};
  fflush(stdout);
  asc_review_close(&walk->review);
  int code = asc_review_open(&walk->review, walk->record, summary, &error);
  walk->review.number = walk->number;
  if (code < 0) (void)cli_fail_error(code, "replay", &error);
  bool judged = code >= 0 && review_judge(walk) == CLI_OK;
  if (!judged) asc_review_close(&walk->review), walk->review = (asc_review){0};
  if (judged) board_show(walk);
  if (judged && input_interrupted())
    say("replay.review-stopped", NUMBER("first", walk->review.ply_count - walk->review.judged),
        NUMBER("count", walk->review.ply_count));
  else if (judged)
    say("replay.reviewed");
}

static bool is(const char *word, const char *one, const char *other) {
  return strcasecmp(word, one) == 0 || strcasecmp(word, other) == 0;
}

static void help_say(void) {
  static const char *const words[] = {"n", "b", "first", "last", "N", "review", "game", "help", "q"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) word_help(stdout, words[i], "", "replay-word.");
}

/* False: this game is done with. */
static bool line_take(game_walk *walk, const asc_summary *summary, char *line) {
  const char *word = asc_text_word(&line);
  long long number;
  if (word != NULL) word = input_word(word);
  if (word == NULL && walk->at == walk->count) return !walk->more && (say("replay.last"), true);
  if (word == NULL || is(word, "n", "next")) {
    go(walk, walk->at + 1);
  } else if (is(word, "b", "back")) {
    go(walk, walk->at - 1);
  } else if (is(word, "first", "start")) {
    go(walk, 0);
  } else if (is(word, "last", "end")) {
    go(walk, walk->count);
  } else if (is(word, "r", "review")) {
    review_ask(walk, summary);
  } else if (is(word, "g", "game")) {
    return false;
  } else if (is(word, "q", "quit")) {
    walk->board->left = true;
    return false;
  } else if (asc_text_number(word, 0, walk->count, &number)) {
    go(walk, (int)number);
  } else if (word[strspn(word, "0123456789")] == '\0') {
    say("replay.no-ply", WORD("number", word), NUMBER("count", walk->count));
  } else {
    help_say();
  }
  return true;
}

/* "Game 1: Delta, Ann (White) - Ben (Black)." */
static void heading_say(const game_walk *walk, const asc_summary *summary, int number) {
  char players[512], result[256];
  say_players(&walk->seats, walk->rules, walk->record, players, sizeof players);
  say_result(&walk->seats, walk->rules, summary, result, sizeof result);
  say("replay.heading", NUMBER("number", number), WORD("game", walk->rules->game->title), WORD("players", players),
      WORD("result", result));
}

static void walk_run(game_walk *walk, const asc_summary *summary) {
  char prompt[128], text[96];
  say("replay.words");
  board_show(walk);
  for (bool on = true; on;) {
    (void)snprintf(prompt, sizeof prompt, "%s> ",
                   say_to(text, "replay.prompt", NUMBER("at", walk->at), NUMBER("count", walk->count)));
    char *line = input_read(&walk->board->input, prompt);
    walk->board->left = walk->board->left || line == NULL || ferror(stdout);
    on = !walk->board->left && line_take(walk, summary, line);
  }
}

int replay_board_game(replay_board *board, asc_record *record, const asc_summary *summary, int number, bool more) {
  game_walk walk = {.board = board, .record = record, .number = number, .more = more};
  asc_error error = {0};
  int code = asc_rules_open(&walk.rules, summary->spec, &error);
  if (code >= 0) code = asc_record_to_play(record, walk.rules, &walk.play, &error);
  if (code >= 0) code = asc_seats_read(&walk.seats, walk.rules, asc_play_first(walk.play), language_now());
  int status = code < 0 ? cli_fail_error(code, "replay", &error) : CLI_OK;
  if (status == CLI_OK) {
    walk.count = asc_play_events(walk.play);
    heading_say(&walk, summary, number);
    walk_run(&walk, summary);
  }
  asc_review_close(&walk.review);
  asc_play_close(walk.play);
  asc_rules_close(walk.rules);
  return status;
}
