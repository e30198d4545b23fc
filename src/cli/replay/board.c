/* Stepping through a game on the board. See board.h. */
#include "board.h"

#include "base/text.h"
#include "cli/cli.h"
#include "cli/review/print.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/result.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct game_walk {
  cli_replay_board *board;
  asc_record *record;
  asc_rules *rules;
  asc_play *play;
  asc_seats seats;
  asc_review *review; /* NULL until the user asks for one */
  cli_progress progress;
  int number;    /* of the game in its file */
  int at, count; /* events shown so far, and all events */
  bool more;     /* another game may follow */
} game_walk;

/* Returns the ply of the main line that led to the board shown, or NULL at the start. */
static const asc_record_item *ply_at(const game_walk *walk) {
  for (const asc_record_item *item = asc_record_first_item(walk->record); item != NULL; item = item->next)
    if (item->kind == ASC_RECORD_PLY && item->events_before + 1 == walk->at) return item;
  return NULL;
}

/* The PGN glyphs (NAGs) that say how good a move was. */
static const struct {
  const char *nag, *sign, *key;
} marks[] = {{"1", "!", "mark.good"},     {"2", "?", "mark.mistake"},      {"3", "!!", "mark.brilliant"},
             {"4", "??", "mark.blunder"}, {"5", "!?", "mark.interesting"}, {"6", "?!", "mark.dubious"}};

static void mark_say(const char *nag) {
  char text[128], line[160];
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (strcmp(marks[i].nag, nag) != 0) continue;
    (void)snprintf(line, sizeof line, "%s %s", marks[i].sign, cli_say_to(text, marks[i].key));
    cli_say_text(line);
    return;
  }
}

/* Says the time on the player's clock, from "[%clk 0:04:31]". */
static void clock_say(const game_walk *walk, const asc_record_item *ply, const char *comment) {
  const char *clock = strstr(comment, "[%clk ");
  char text[16];
  if (clock == NULL || ply == NULL || ply->player < 1) return;
  (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(clock + 6, "]"), clock + 6);
  asc_text_clean(text, strlen(text));
  cli_say("replay.clock", CLI_ARG_TEXT("who", walk->seats.names[ply->player - 1]), CLI_ARG_TEXT("clock", text));
}

/* Says a comment without commands of programs such as "[%eval exact 3]". */
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
  if (clean[strspn(clean, " ")] != '\0') cli_say_text(clean + strspn(clean, " "));
}

/* Says the glyphs and comments on the last move: the items of the record after its ply, up to the next ply. */
static void remarks_say(const game_walk *walk) {
  const asc_record_item *ply = ply_at(walk);
  const asc_record_item *item = ply != NULL ? ply->next : walk->at == 0 ? asc_record_first_item(walk->record) : NULL;
  for (; item != NULL && item->kind != ASC_RECORD_PLY; item = item->next) {
    if (item->kind == ASC_RECORD_NAG) mark_say(item->text);
    if (item->kind == ASC_RECORD_COMMENT) clock_say(walk, ply, item->text);
    if (item->kind == ASC_RECORD_COMMENT) comment_say(item->text);
  }
}

/* Says the evaluation of the last move, if there is a review. */
static void review_say(const game_walk *walk, const asc_board_style *style) {
  for (int i = 0; walk->review != NULL && i < walk->review->ply_count; i++)
    if (walk->review->plies[i].event_index + 1 == walk->at) cli_review_print_ply(stdout, walk->review, i, style);
}

static void board_show(game_walk *walk) {
  enum { REMARK_ROWS = 3, REVIEW_ROWS = 3 };
  asc_board_style style = walk->board->style, now = cli_style_detect(stdout);
  style.columns = now.columns;
  style.rows = now.rows - REMARK_ROWS - (walk->review != NULL && walk->review->evaluated_count > 0 ? REVIEW_ROWS : 0);
  asc_scene_read_at(&walk->board->scene, walk->play, walk->at, NULL);
  walk->board->scene.targets = (asc_scene_targets){.starts_move = true};
  const asc_event *resignation = walk->at > 0 ? asc_play_event(walk->play, walk->at - 1) : NULL;
  if (resignation != NULL && !resignation->resigned) resignation = NULL;
  if (resignation != NULL) walk->board->scene.prompt.key = NULL; /* its sentence would name the player by number only */
  putchar('\n');
  if (asc_board_print(stdout, &walk->board->scene, &style) < 0) cli_say("board.no-memory");
  if (resignation != NULL) cli_say("result.gave-up", CLI_ARG_TEXT("who", walk->seats.names[resignation->player - 1]));
  remarks_say(walk);
  review_say(walk, &style);
  if (walk->at == walk->count) cli_say(walk->more ? "replay.next-game" : "replay.last");
}

static void go_to(game_walk *walk, int at) {
  if (at < 0) {
    cli_say("replay.first");
  } else if (at > walk->count) {
    cli_say(walk->more ? "replay.next-game" : "replay.last");
  } else {
    walk->at = at;
    board_show(walk);
  }
}

static void progress_report(void *data) {
  game_walk *walk = data;
  char text[128], line[130];
  if (!cli_progress_is_due(&walk->progress)) return;
  cli_say_to(text, "review.progress", CLI_ARG_NUMBER("number", walk->number),
             CLI_ARG_NUMBER("judged", walk->review->evaluated_count), CLI_ARG_NUMBER("count", walk->review->ply_count));
  (void)snprintf(line, sizeof line, "%s\n", text);
  cli_progress_draw(&walk->progress, line);
}

static bool review_should_stop(void *data) {
  progress_report(data);
  return cli_input_pending_signal() != 0;
}

/* Evaluates every move, as `ascona review` does, from the end of the game. Ctrl-C ends it with the moves evaluated so
   far. */
static int review_run(game_walk *walk) {
  enum { NODES = 200000 };
  asc_search *search;
  asc_tablebase *tables;
  const asc_search_options options = {.hooks = {.should_stop = review_should_stop, .data = walk}};
  int status = cli_tables_open(&tables, "replay", NULL, walk->rules, true);
  if (status != CLI_OK) return status;
  int code = asc_search_open(&search, walk->rules, &options);
  if (code >= 0) {
    asc_oracle oracle = tables == NULL ? asc_book_oracle(walk->rules) : asc_tablebase_oracle(tables);
    asc_search_set_oracle(search, &oracle);
    walk->progress = cli_progress_open();
    code = asc_review_run(walk->review, search, &(asc_search_limits){.nodes = NODES},
                          &(asc_progress){progress_report, review_should_stop, walk});
    cli_progress_clear(&walk->progress);
    asc_search_close(search);
  }
  status = code < 0 ? cli_fail(code, "replay", "%s", asc_strerror(code)) : cli_tables_check(tables, "replay");
  asc_tablebase_close(tables);
  return status;
}

static void review_ask(game_walk *walk, const asc_record_summary *summary) {
  asc_error error = {0};
  fflush(stdout);
  asc_review_close(walk->review);
  int code = asc_review_open(&walk->review, walk->record, summary, &error);
  if (code < 0) (void)cli_fail_error(code, "replay", &error);
  if (code < 0) return;
  if (review_run(walk) != CLI_OK) {
    asc_review_close(walk->review);
    walk->review = NULL;
    return;
  }
  board_show(walk);
  if (cli_input_clear_interrupt())
    cli_say("replay.review-stopped", CLI_ARG_NUMBER("first", walk->review->ply_count - walk->review->evaluated_count),
            CLI_ARG_NUMBER("count", walk->review->ply_count));
  else
    cli_say("replay.reviewed");
}

static bool is_either(const char *word, const char *one, const char *other) {
  return strcasecmp(word, one) == 0 || strcasecmp(word, other) == 0;
}

static void help_say(void) {
  static const char *const words[] = {"n", "b", "first", "last", "N", "review", "game", "help", "q"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) cli_text_print_word_help(stdout, words[i], "", "replay-");
}

/* Executes a line of input. Returns false if the user leaves this game. */
static bool line_execute(game_walk *walk, const asc_record_summary *summary, char *line) {
  const char *word = asc_text_next_word(&line);
  long long number;
  if (word != NULL) word = cli_input_resolve_alias(word);
  if (word == NULL && walk->at == walk->count) return !walk->more && (cli_say("replay.last"), true);
  if (word == NULL || is_either(word, "n", "next")) {
    go_to(walk, walk->at + 1);
  } else if (is_either(word, "b", "back")) {
    go_to(walk, walk->at - 1);
  } else if (is_either(word, "first", "start")) {
    go_to(walk, 0);
  } else if (is_either(word, "last", "end")) {
    go_to(walk, walk->count);
  } else if (is_either(word, "r", "review")) {
    review_ask(walk, summary);
  } else if (is_either(word, "g", "game")) {
    return false;
  } else if (is_either(word, "q", "quit")) {
    walk->board->has_quit = true;
    return false;
  } else if (asc_text_number(word, 0, walk->count, &number)) {
    go_to(walk, (int)number);
  } else if (word[strspn(word, "0123456789")] == '\0') {
    cli_say("replay.no-ply", CLI_ARG_TEXT("number", word), CLI_ARG_NUMBER("count", walk->count));
  } else {
    help_say();
  }
  return true;
}

/* Says a heading such as "Game 1: Delta, Ann (White) - Ben (Black)." */
static void heading_say(const game_walk *walk, const asc_record_summary *summary, int number) {
  char players[512], result[256];
  cli_result_write_players(&walk->seats, walk->rules, walk->record, players, sizeof players);
  cli_result_write(&walk->seats, walk->rules, summary, result, sizeof result);
  cli_say("replay.heading", CLI_ARG_NUMBER("number", number), CLI_ARG_TEXT("game", walk->rules->game->title),
          CLI_ARG_TEXT("players", players), CLI_ARG_TEXT("result", result));
}

static void walk_run(game_walk *walk, const asc_record_summary *summary) {
  char prompt[128], text[96];
  cli_say("replay.words");
  board_show(walk);
  for (bool running = true; running;) {
    (void)snprintf(
        prompt, sizeof prompt, "%s> ",
        cli_say_to(text, "replay.prompt", CLI_ARG_NUMBER("at", walk->at), CLI_ARG_NUMBER("count", walk->count)));
    char *line = cli_input_read(&walk->board->input, prompt);
    walk->board->has_quit = walk->board->has_quit || line == NULL || ferror(stdout);
    running = !walk->board->has_quit && line_execute(walk, summary, line);
  }
}

int cli_replay_board_run(cli_replay_board *board, asc_record *record, const asc_record_summary *summary, int number,
                         bool more) {
  game_walk walk = {.board = board, .record = record, .number = number, .more = more};
  asc_error error = {0};
  int code = asc_rules_open(&walk.rules, summary->spec, &error);
  if (code >= 0) code = asc_record_to_play(record, walk.rules, &walk.play, &error);
  if (code >= 0)
    code = asc_seats_fill(&walk.seats, walk.rules, asc_play_first_position(walk.play), cli_language_current());
  int status = code < 0 ? cli_fail_error(code, "replay", &error) : CLI_OK;
  if (status == CLI_OK) {
    walk.count = asc_play_event_count(walk.play);
    heading_say(&walk, summary, number);
    walk_run(&walk, summary);
  }
  asc_review_close(walk.review);
  asc_play_close(walk.play);
  asc_rules_close(walk.rules);
  return status;
}
