/* `ascona play`: a game, or a match of them, in the terminal.

   The loop asks whose turn it is: the die is rolled, the engine moves, or a person is asked for a line. After every ply
   the game is kept, so that there is nothing to lose whenever the program ends. */
#include "cli/cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "core/hash.h"
#include "core/text.h"
#include "front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char play_summary[] = "play in the terminal, against others or the engine";
const char play_help[] = "usage: ascona play [GAME] [--players A,B,…] [--games N] [--lots] [--seed N]\n"
                         "                   [--dice auto|hand] [--position P] [--moves \"…\"]\n"
                         "                   [--save FILE] [--clock M+S] [--eval] [--evals]\n"
                         "                   [--tables DIR] [--ascii] [--color WHEN]\n"
                         "       ascona play --resume [FILE]\n"
                         "       ascona play --list\n"
                         "\n"
                         "Without a GAME it asks which, and on a terminal against whom and with which\n"
                         "colour. At the prompt type a move, or the things it touches one by one; Tab\n"
                         "completes, Ctrl-C takes the line back, help lists what else there is: hint,\n"
                         "eval, level, why, undo, resign, draw, save, set and more.\n"
                         "\n"
                         "  --players A,B,…   who plays, in the order of the seats: human, human:NAME\n"
                         "                    or an engine (default: a human against engine:5). engine:0\n"
                         "                    moves at random, engine:1 is for beginners, engine:10\n"
                         "                    thinks a second for every move; engine:uct and\n"
                         "                    engine:greedy are plain opponents. Settings follow:\n"
                         "                    engine:10,movetime=500,threads=2,hash=64; depth and nodes\n"
                         "                    are others\n"
                         "  --games N         a match: the players begin in turn, the points add up\n"
                         "  --lots            draw lots for who begins\n"
                         "  --seed N          the same dice and the same random moves every time\n"
                         "  --dice hand       ask for each roll instead of rolling: a face as r3, or\n"
                         "                    Enter to have it rolled\n"
                         "  --position P      start from this position string\n"
                         "  --moves \"…\"       play these moves first, in every game\n"
                         "  --save FILE       keep the game there instead of in the state folder\n"
                         "  --clock M+S       clocks: M minutes for each, and S seconds more with every\n"
                         "                    turn; who runs out of time loses\n"
                         "  --eval            show in the prompt what the engine thinks of the game, the\n"
                         "                    longer the deeper; in a pipe with every board. eval on and\n"
                         "                    eval off switch it at the prompt\n"
                         "  --evals           keep what the engine thinks of its moves in the record\n"
                         "  --resume [FILE]   go on with the game in FILE, or with the latest unfinished\n"
                         "                    one\n"
                         "  --list            the games in the state folder, latest first: file, date,\n"
                         "                    game, ply and players\n"
                         "  --tables DIR      solved positions of Delta: engine:10, hint and eval know\n"
                         "                    all that is there (default: the environment variable\n"
                         "                    ASCONA_TABLES)\n"
                         "  --ascii           draw with ASCII characters only\n"
                         "  --color WHEN      always, never or auto\n"
                         "\n"
                         "The game is kept after every ply, in $XDG_STATE_HOME/ascona or\n"
                         "~/.local/state/ascona, and goes on with --resume after a crash. Of a match all\n"
                         "games are kept, the one being played last. A game between engines alone is kept\n"
                         "only with --save.\n"
                         "\n"
                         "Settings hold from one game to the next: language, color, ascii, level, clock\n"
                         "and eval are lines `name = value` of $XDG_CONFIG_HOME/ascona/config or\n"
                         "~/.config/ascona/config, and set changes them at the prompt.\n"
                         "\n"
                         "examples:\n"
                         "  ascona play delta\n"
                         "  ascona play delfino:players=3 --players human:Ann,human,engine:3 --dice hand\n"
                         "  ascona play kulami --players human,engine:10,movetime=3000 --games 3\n"
                         "  ascona play --resume\n";

typedef struct play_options {
  const char *game, *players, *dice, *position, *moves, *save, *color, *tables, *clock;
  long long games, seed; /* seed -1: not said */
  bool resume, list, lots, evals, eval, ascii;
} play_options;

/* Whether the prompt says what the engine thinks. */
static bool is_watched(const play_front *front) {
  return front->evaluating && front->input.terminal && asc_play_turn(front->table.play) >= 1;
}

void front_prompt(play_front *front, char *text, size_t size) {
  char name[ASC_SENTENCE_MAX], clock[CLOCK_TEXT_MAX], watched[ADVICE_WATCHED_MAX];
  const asc_steps *touched = &front->table.touched;
  int turn = asc_play_turn(front->table.play);
  table_seat_name(&front->table, turn, name);
  if (turn == ASC_CHANCE) say_to(name, "prompt.die");
  size_t length = (size_t)snprintf(text, size, "%.80s", name);
  if (turn >= 1 && clock_runs(&front->table.clock)) {
    int64_t left = clock_left(&front->table.clock, asc_match_side(&front->table.match, turn));
    length += (size_t)snprintf(text + length, size - length, " %s", clock_write(left, clock));
  }
  if (is_watched(front))
    length += (size_t)snprintf(text + length, size - length, " %s", advice_watched(front, watched));
  for (int i = 0; i < touched->count && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, " %s", touched->ids[i]);
  if (length < size) (void)snprintf(text + length, size - length, "> ");
}

/* Whether the clock of the side to move has run out. */
static bool is_late(const play_front *front) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  return turn >= 1 && clock_runs(&table->clock) && clock_left(&table->clock, asc_match_side(&table->match, turn)) == 0;
}

static bool prompt_tick(void *context, char *prompt, size_t size) {
  play_front *front = context;
  front_prompt(front, prompt, size);
  return !is_late(front);
}

/* Asks for a line, with a prompt that goes with the time where there is something to tell. */
static char *line_ask(play_front *front) {
  char prompt[160];
  play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  if (turn >= 1) clock_turn(&table->clock, asc_match_side(&table->match, turn));
  if (is_watched(front) && watch_start(&front->watch, table, front->engine.tables) < 0) front->evaluating = false;
  front_prompt(front, prompt, sizeof prompt);
  if (is_watched(front) || clock_runs(&table->clock)) front->input.tick = prompt_tick;
  char *line = input_read(&front->input, prompt);
  front->input.tick = NULL;
  watch_stop(&front->watch);
  return line;
}

/* Who has run out of time loses, as if he gave up. */
static front_next late_end(play_front *front) {
  char name[ASC_SENTENCE_MAX];
  asc_error error = {0};
  int turn = asc_play_turn(front->table.play);
  table_seat_name(&front->table, turn, name);
  say("clock.out", WORD("who", name));
  if (asc_play_give_up(front->table.play, turn, &error) < 0) return words_fail(&error);
  front->table.touched = (asc_steps){0};
  front_changed(front);
  return FRONT_ON;
}

static front_next person_ask(play_front *front) {
  front_next next = FRONT_ASK;
  tell_events(front);
  while (next == FRONT_ASK) {
    tell_board(front);
    char *line = line_ask(front);
    if (is_late(front)) return late_end(front);
    next = line == NULL || ferror(stdout) ? FRONT_LEAVE : words_take(front, line);
  }
  return next;
}

/* The engine plays a ply, unless a signal interrupts it. */
static int engine_play(play_front *front, asc_error *error) {
  play_table *table = &front->table;
  char words[ASC_SENTENCE_MAX];
  asc_move move;
  asc_line line;
  int turn = asc_play_turn(table->play);
  const char *thinking = tell_thinking(front, turn, words);
  clock_turn(&table->clock, asc_match_side(&table->match, turn));
  int code = engine_choose(&front->engine, table, thinking, &move, &line, error);
  if (code < 0 || input_signal() != 0) return code;
  if (line.length > 0) code = asc_evals_add(&table->evals, table->play, line.certainty, line.score);
  if (code < 0) return asc_fail(error, code, "out of memory");
  code = asc_play_move(table->play, move, error);
  if (code < 0) asc_evals_cut(&table->evals, table->play);
  if (code >= 0 && table_moved(table, turn) < 0) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  return code;
}

static front_next turn_take(play_front *front) {
  play_table *table = &front->table;
  int turn = asc_play_turn(table->play), code;
  asc_error error = {0};
  if (turn == ASC_CHANCE && !table->dice_by_hand)
    code = table_roll(table, &error);
  else if (turn != ASC_CHANCE && table_side_at(table, turn)->engine)
    code = engine_play(front, &error);
  else
    return person_ask(front);
  if (code < 0) {
    front->fault = cli_fail_error(code, "play", &error);
    return FRONT_LEAVE;
  }
  front_changed(front);
  if (asc_play_turn(table->play) != turn) tell_events(front);
  return input_signal() != 0 || ferror(stdout) ? FRONT_LEAVE : FRONT_ON;
}

/* Until the game is over or is left. */
static front_next game_run(play_front *front) {
  front_next next = FRONT_ON;
  while (next == FRONT_ON && asc_play_end(front->table.play) == ASC_END_NONE) next = turn_take(front);
  return next;
}

/* The game is over: shows how. On a terminal a person may look, take back or play again. */
static front_next end_ask(play_front *front) {
  bool last = front->table.match.played + 1 >= front->table.match.games;
  tell_events(front);
  tell_board(front);
  front_next next = front->input.terminal ? FRONT_ASK : last ? FRONT_LEAVE : FRONT_AGAIN;
  while (next == FRONT_ASK) {
    char question[128], prompt[136];
    (void)snprintf(prompt, sizeof prompt, "%s ", say_to(question, last ? "play.again" : "play.next"));
    char *line = input_read(&front->input, prompt);
    if (line != NULL && line[0] == '\0' && !last) return FRONT_AGAIN;
    next = line == NULL ? FRONT_LEAVE : words_take_after_end(front, line);
  }
  return next;
}

/* Counts the game that is over and sets up the next. */
static int next_start(play_front *front) {
  play_table *table = &front->table;
  asc_error error = {0};
  int code = table_game_end(table, &error);
  if (code < 0) return cli_fail_error(code, "play", &error);
  asc_outcome outcome;
  (void)asc_play_outcome(table->play, &outcome);
  asc_match_add(&table->match, &outcome);
  if (asc_match_over(&table->match)) table->match.games = table->match.played + 1;
  tell_match(table, &table->match);
  asc_position first;
  memcpy(&first, asc_play_first(table->play), table->rules->position_size);
  code = table_game_start(table, &first, &error);
  if (code < 0) return cli_fail_error(code, "play", &error);
  front->told = asc_play_events(table->play);
  front_changed(front);
  return CLI_OK;
}

/* The score with the game that has just ended; the kept file still tells of the games before it. */
static void final_tell(const play_front *front) {
  asc_match match = front->table.match;
  asc_outcome outcome;
  (void)asc_play_outcome(front->table.play, &outcome);
  asc_match_add(&match, &outcome);
  tell_match(&front->table, &match);
}

static int match_run(play_front *front) {
  if (front->input.terminal && !table_all_engines(&front->table)) {
    say("play.type");
    if (front->evaluating) advice_told(front);
  }
  for (;;) {
    front_next next = game_run(front);
    bool over = asc_play_end(front->table.play) != ASC_END_NONE;
    if (over && next != FRONT_LEAVE) next = end_ask(front);
    if (next == FRONT_AGAIN) {
      int status = next_start(front);
      if (status != CLI_OK) return status;
    } else if (next == FRONT_LEAVE) {
      keep_write(&front->keep, &front->table);
      if (over) final_tell(front);
      if (!table_finished(&front->table)) tell_kept(front);
      return front->keep.failing ? CLI_MACHINE : front->fault;
    }
  }
}

static int seed_choose(play_table *table, long long seed) {
  table->seed = (uint64_t)seed;
  if (seed < 0 && asc_random_secret(&table->seed) < 0)
    return cli_fail(ASC_E_FILE, "play", "the system gives no random numbers");
  return CLI_OK;
}

/* Who begins: the order of play stays. */
static void lots_draw(play_table *table) {
  asc_random random;
  asc_random_seed(&random, asc_hash_text(table->seed, "lots"));
  int shift = (int)asc_random_below(&random, (uint32_t)table->rules->players);
  table_side sides[ASC_PLAYERS_MAX];
  memcpy(sides, table->sides, sizeof sides);
  for (int i = 0; i < table->rules->players; i++) table->sides[i] = sides[(i + shift) % table->rules->players];
}

static int table_set_up(play_table *table, const play_options *options, const char *spec) {
  asc_error error = {0};
  asc_position first;
  int code = cli_rules_open(&table->rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  code = table_sides_read(table, options->players, &error);
  if (code < 0) return cli_fail_error(code, "players", &error);
  int status = seed_choose(table, options->seed);
  if (status != CLI_OK) return status;
  if (options->lots) lots_draw(table);
  (void)clock_rule_read(options->clock != NULL ? options->clock : setting_value(SETTING_CLOCK), &table->clock.rule);
  table->evals.kept = options->evals;
  table->dice_by_hand = options->dice != NULL && strcmp(options->dice, "hand") == 0;
  asc_match_start(&table->match, table->rules->players, (int)options->games);
  if (options->moves != NULL && strlen(options->moves) >= sizeof table->opening)
    return cli_fail(ASC_E_INPUT, "moves", "at most %d bytes", TABLE_OPENING_MAX - 1);
  (void)snprintf(table->opening, sizeof table->opening, "%s", options->moves == NULL ? "" : options->moves);
  for (char *at = table->opening; *at != '\0'; at++) *at = *at == '\n' || *at == '\t' || *at == '\r' ? ' ' : *at;
  if (options->position != NULL) {
    code = asc_position_read(table->rules, options->position, &first, &error);
    if (code < 0) return cli_fail_error(code, "position", &error);
  }
  code = table_game_start(table, options->position == NULL ? NULL : &first, &error);
  return code < 0 ? cli_fail_error(code, "moves", &error) : CLI_OK;
}

/* A game from its beginning, or one that is taken up. */
static int front_set_up(play_front *front, const play_options *given) {
  char spec[ASC_SPEC_MAX] = "", players[256];
  play_options asked_for = *given, *options = &asked_for;
  bool resume = options->resume, asked = !resume && options->game == NULL;
  if (asked && !ask_game(&front->input, "ask.game", spec, &resume)) return CLI_FAILED;
  if (asked && !resume && front->input.terminal && options->players == NULL) {
    if (!ask_players(&front->input, spec, players, sizeof players)) return CLI_FAILED;
    options->players = players;
  }
  int status = resume ? keep_resume(&front->keep, options->game, &front->table)
                      : table_set_up(&front->table, options, options->game == NULL ? spec : options->game);
  if (status != CLI_OK) return status;
  status = cli_tables_open(&front->engine.tables, "play", options->tables, front->table.rules, false);
  if (status != CLI_OK || resume) return status;
  bool keeps = !table_all_engines(&front->table) || options->save != NULL;
  return keeps ? keep_choose(&front->keep, options->save) : CLI_OK;
}

static int options_read(int argc, char **argv, play_options *options) {
  const cli_option list[] = {{"players", CLI_TEXT, &options->players, 0, 0},
                             {"games", CLI_NUMBER, &options->games, 1, 1000000},
                             {"lots", CLI_FLAG, &options->lots, 0, 0},
                             {"seed", CLI_NUMBER, &options->seed, 0, INT64_MAX},
                             {"dice", CLI_TEXT, &options->dice, 0, 0},
                             {"position", CLI_TEXT, &options->position, 0, 0},
                             {"moves", CLI_TEXT, &options->moves, 0, 0},
                             {"save", CLI_TEXT, &options->save, 0, 0},
                             {"evals", CLI_FLAG, &options->evals, 0, 0},
                             {"eval", CLI_FLAG, &options->eval, 0, 0},
                             {"clock", CLI_TEXT, &options->clock, 0, 0},
                             {"resume", CLI_FLAG, &options->resume, 0, 0},
                             {"list", CLI_FLAG, &options->list, 0, 0},
                             {"ascii", CLI_FLAG, &options->ascii, 0, 0},
                             {"color", CLI_TEXT, &options->color, 0, 0},
                             {"tables", CLI_TEXT, &options->tables, 0, 0},
                             {0}};
  if (cli_parse(argc, argv, list, &options->game, 1) < 0) return CLI_BAD_INPUT;
  const char *dice = options->dice;
  if (dice != NULL && strcmp(dice, "auto") != 0 && strcmp(dice, "hand") != 0)
    return cli_fail(ASC_E_INPUT, "play", "--dice is auto or hand, not '%s'", dice);
  clock_rule rule;
  if (options->clock != NULL && !clock_rule_read(options->clock, &rule))
    return cli_fail(ASC_E_INPUT, "play", "--clock is minutes, with seconds a move as in 10+5, or off, not '%s'",
                    options->clock);
  bool fresh = options->clock != NULL || options->players != NULL || dice != NULL || options->position != NULL ||
               options->moves != NULL || options->save != NULL || options->seed >= 0 || options->games > 1 ||
               options->lots || options->evals;
  if (options->list && (fresh || options->resume || options->game != NULL))
    return cli_fail(ASC_E_INPUT, "play", "--list stands alone");
  if (options->resume && fresh)
    return cli_fail(ASC_E_INPUT, "play",
                    "--resume goes on as the game began; only --ascii, --color, --eval and --tables go with it");
  return CLI_OK;
}

int play_run(int argc, char **argv) {
  play_options options = {.games = 1, .seed = -1};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  if (options.list) return cli_finish(kept_print());
  play_front *front = calloc(1, sizeof *front);
  if (front == NULL) return cli_fail(ASC_E_MEMORY, "play", "out of memory");
  keep_open(&front->keep);
  front->style = board_style_detect(stdout);
  status = board_style_choose(&front->style, "play", options.ascii, options.color);
  if (status != CLI_OK) {
    free(front);
    return status;
  }
  input_open(&front->input, words_complete, front);
  front->input.cancelled = say_to(front->cancelled, "play.cancel");
  front->evaluating = options.eval || setting_is(SETTING_EVAL, "on");
  status = front_set_up(front, &options);
  bool none_chosen = status == CLI_FAILED;
  if (status == CLI_OK) {
    front->told = asc_play_events(front->table.play);
    front_changed(front);
    /* Whoever names a file wants the game there: without it there is none. */
    status = front->keep.named && front->keep.failing ? CLI_MACHINE : match_run(front);
  }
  input_close(&front->input);
  keep_close(&front->keep);
  if (cli_tables_check(front->engine.tables, "play") != CLI_OK) status = CLI_MACHINE;
  watch_close(&front->watch);
  engine_close(&front->engine);
  play_table_close(&front->table);
  free(front);
  status = cli_finish(none_chosen ? CLI_OK : status);
  input_signal_pass();
  return status;
}
