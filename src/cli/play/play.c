/* `ascona play`: a game or a match in the terminal.

   The loop runs one turn after the other: the die is rolled, the engine moves, or the user is asked for a line. The
   game is saved after every ply, so nothing is lost when the program ends. */
#include "base/hash.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/screen/ask.h"
#include "cli/screen/terminal.h"
#include "cli/settings.h"
#include "cli/speech/language.h"
#include "ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cli_play_summary[] = "play in the terminal, against others or the engine";
const char cli_play_help[] = "usage: ascona play [GAME] [--players A,B,…] [--games N] [--lots] [--seed N]\n"
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
  long long games, seed; /* seed -1: not given */
  bool resume, list, lots, evals, eval, ascii;
} play_options;

/* Returns whether the prompt shows a live evaluation. */
static bool shows_live_eval(const cli_play_ui *ui) {
  return ui->shows_eval && ui->input.is_terminal && asc_play_turn(ui->session.play) >= 1;
}

void cli_play_ui_write_prompt(cli_play_ui *ui, char *text, size_t size) {
  char name[ASC_SENTENCE_MAX], clock[CLI_CLOCK_TEXT_MAX], live_eval[CLI_ADVICE_LIVE_EVAL_MAX];
  const asc_steps *touched = &ui->session.touched;
  int turn = asc_play_turn(ui->session.play);
  cli_session_write_seat_name(&ui->session, turn, name);
  if (turn == ASC_CHANCE) cli_say_to(name, "prompt.die");
  size_t length = (size_t)snprintf(text, size, "%.80s", name);
  if (turn >= 1 && cli_clock_is_used(&ui->session.clock)) {
    int64_t remaining_us = cli_clock_remaining_us(&ui->session.clock, asc_match_side(&ui->session.match, turn));
    length += (size_t)snprintf(text + length, size - length, " %s", cli_clock_write(remaining_us, clock));
  }
  if (shows_live_eval(ui))
    length += (size_t)snprintf(text + length, size - length, " %s", cli_advice_write_live_eval(ui, live_eval));
  for (int i = 0; i < touched->count && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, " %s", touched->ids[i]);
  if (length < size) (void)snprintf(text + length, size - length, "> ");
}

/* Returns whether the clock of the side to move has run out. */
static bool is_out_of_time(const cli_play_ui *ui) {
  const cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  return turn >= 1 && cli_clock_is_used(&session->clock) &&
         cli_clock_remaining_us(&session->clock, asc_match_side(&session->match, turn)) == 0;
}

static bool prompt_tick(void *context, char *prompt, size_t size) {
  cli_play_ui *ui = context;
  cli_play_ui_write_prompt(ui, prompt, size);
  return !is_out_of_time(ui);
}

/* Asks for a line. The prompt is updated while the user types if it shows a clock or a live evaluation. */
static char *line_read(cli_play_ui *ui) {
  char prompt[160];
  cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  if (turn >= 1) cli_clock_start_turn(&session->clock, asc_match_side(&session->match, turn));
  if (shows_live_eval(ui) && cli_live_eval_start(&ui->live_eval, session, ui->engine.tables) < 0)
    ui->shows_eval = false;
  cli_play_ui_write_prompt(ui, prompt, sizeof prompt);
  if (shows_live_eval(ui) || cli_clock_is_used(&session->clock)) ui->input.tick = prompt_tick;
  char *line = cli_input_read(&ui->input, prompt);
  ui->input.tick = NULL;
  cli_live_eval_stop(&ui->live_eval);
  return line;
}

/* The player to move has run out of time and loses, as if they had resigned. */
static cli_play_next time_out(cli_play_ui *ui) {
  char name[ASC_SENTENCE_MAX];
  asc_error error = {0};
  int turn = asc_play_turn(ui->session.play);
  cli_session_write_seat_name(&ui->session, turn, name);
  cli_say("clock.out", CLI_ARG_TEXT("who", name));
  if (asc_play_resign(ui->session.play, turn, &error) < 0) return cli_prompt_reject_error(&error);
  ui->session.touched = (asc_steps){0};
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}

static cli_play_next human_play(cli_play_ui *ui) {
  cli_play_next next = CLI_PLAY_ASK;
  cli_play_print_events(ui);
  while (next == CLI_PLAY_ASK) {
    cli_play_print_board(ui);
    char *line = line_read(ui);
    if (is_out_of_time(ui)) return time_out(ui);
    next = line == NULL || ferror(stdout) ? CLI_PLAY_QUIT : cli_prompt_run_line(ui, line);
  }
  return next;
}

/* Lets the engine play a ply, unless a signal interrupts it. Returns ASC_OK or an error code. */
static int engine_play(cli_play_ui *ui, asc_error *error) {
  cli_session *session = &ui->session;
  char words[ASC_SENTENCE_MAX];
  asc_move move;
  asc_line line;
  int turn = asc_play_turn(session->play);
  const char *thinking = cli_play_thinking_text(ui, turn, words);
  cli_clock_start_turn(&session->clock, asc_match_side(&session->match, turn));
  int code = cli_engine_choose_move(&ui->engine, session, thinking, &move, &line, error);
  if (code < 0 || cli_input_pending_signal() != 0) return code;
  if (line.length > 0)
    code = asc_ply_comments_add_eval(&session->ply_comments, session->play, line.certainty, line.score);
  if (code < 0) return asc_error_set(error, code, "out of memory");
  code = asc_play_move(session->play, move, error);
  if (code < 0) asc_ply_comments_truncate(&session->ply_comments, session->play);
  if (code >= 0 && cli_session_record_move_time(session, turn) < 0)
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  return code;
}

static cli_play_next turn_play(cli_play_ui *ui) {
  cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play), code;
  asc_error error = {0};
  if (turn == ASC_CHANCE && !session->dice_by_hand)
    code = cli_session_roll(session, &error);
  else if (turn != ASC_CHANCE && cli_session_side_at(session, turn)->is_engine)
    code = engine_play(ui, &error);
  else
    return human_play(ui);
  if (code < 0) {
    ui->exit_status = cli_fail_error(code, "play", &error);
    return CLI_PLAY_QUIT;
  }
  cli_play_ui_changed(ui);
  if (asc_play_turn(session->play) != turn) cli_play_print_events(ui);
  return cli_input_pending_signal() != 0 || ferror(stdout) ? CLI_PLAY_QUIT : CLI_PLAY_CONTINUE;
}

/* Plays until the game is over or the user quits. */
static cli_play_next game_run(cli_play_ui *ui) {
  cli_play_next next = CLI_PLAY_CONTINUE;
  while (next == CLI_PLAY_CONTINUE && asc_play_end(ui->session.play) == ASC_END_NONE) next = turn_play(ui);
  return next;
}

/* The game is over: prints the result. On a terminal the user may then look at it, undo or play again. */
static cli_play_next end_prompt(cli_play_ui *ui) {
  bool last = ui->session.match.played + 1 >= ui->session.match.games;
  cli_play_print_events(ui);
  cli_play_print_board(ui);
  cli_play_next next = ui->input.is_terminal ? CLI_PLAY_ASK : last ? CLI_PLAY_QUIT : CLI_PLAY_AGAIN;
  while (next == CLI_PLAY_ASK) {
    char question[128], prompt[136];
    (void)snprintf(prompt, sizeof prompt, "%s ", cli_say_to(question, last ? "play.again" : "play.next"));
    char *line = cli_input_read(&ui->input, prompt);
    if (line != NULL && line[0] == '\0' && !last) return CLI_PLAY_AGAIN;
    next = line == NULL ? CLI_PLAY_QUIT : cli_prompt_run_line_after_end(ui, line);
  }
  return next;
}

/* Adds the finished game to the match and starts the next. */
static int next_game_start(cli_play_ui *ui) {
  cli_session *session = &ui->session;
  asc_error error = {0};
  int code = cli_session_end_game(session, &error);
  if (code < 0) return cli_fail_error(code, "play", &error);
  asc_outcome outcome;
  (void)asc_play_outcome(session->play, &outcome);
  asc_match_add(&session->match, &outcome);
  if (asc_match_is_over(&session->match)) session->match.games = session->match.played + 1;
  cli_play_print_match(session, &session->match);
  asc_position first;
  memcpy(&first, asc_play_first_position(session->play), session->rules->position_size);
  code = cli_session_start_game(session, &first, &error);
  if (code < 0) return cli_fail_error(code, "play", &error);
  ui->reported_events = asc_play_event_count(session->play);
  cli_play_ui_changed(ui);
  return CLI_OK;
}

/* Prints the score including the game that has just ended. The saved file still has the score before it. */
static void final_score_print(const cli_play_ui *ui) {
  asc_match match = ui->session.match;
  asc_outcome outcome;
  (void)asc_play_outcome(ui->session.play, &outcome);
  asc_match_add(&match, &outcome);
  cli_play_print_match(&ui->session, &match);
}

static int match_play(cli_play_ui *ui) {
  if (ui->input.is_terminal && !cli_session_has_only_engines(&ui->session)) {
    cli_say("play.type");
    if (ui->shows_eval) cli_advice_print_setting(ui);
  }
  for (;;) {
    cli_play_next next = game_run(ui);
    bool over = asc_play_end(ui->session.play) != ASC_END_NONE;
    if (over && next != CLI_PLAY_QUIT) next = end_prompt(ui);
    if (next == CLI_PLAY_AGAIN) {
      int status = next_game_start(ui);
      if (status != CLI_OK) return status;
    } else if (next == CLI_PLAY_QUIT) {
      cli_autosave_write(&ui->autosave, &ui->session);
      if (over) final_score_print(ui);
      if (!cli_session_is_finished(&ui->session)) cli_play_print_saved_path(ui);
      return ui->autosave.has_failed ? CLI_SYSTEM_ERROR : ui->exit_status;
    }
  }
}

static int seed_choose(cli_session *session, long long seed) {
  session->seed = (uint64_t)seed;
  if (seed < 0 && asc_random_os_seed(&session->seed) < 0)
    return cli_fail(ASC_E_FILE, "play", "the system gives no random numbers");
  return CLI_OK;
}

/* Chooses at random who goes first. The order of play stays the same. */
static void sides_shuffle(cli_session *session) {
  asc_random random;
  asc_random_seed(&random, asc_hash_text(session->seed, "lots"));
  int shift = (int)asc_random_below(&random, (uint32_t)session->rules->players);
  cli_side sides[ASC_PLAYERS_MAX];
  memcpy(sides, session->sides, sizeof sides);
  for (int i = 0; i < session->rules->players; i++) session->sides[i] = sides[(i + shift) % session->rules->players];
}

static int session_set_up(cli_session *session, const play_options *options, const char *spec) {
  asc_error error = {0};
  asc_position first;
  int code = cli_rules_open(&session->rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  code = cli_session_read_sides(session, options->players, &error);
  if (code < 0) return cli_fail_error(code, "players", &error);
  int status = seed_choose(session, options->seed);
  if (status != CLI_OK) return status;
  if (options->lots) sides_shuffle(session);
  (void)cli_clock_rule_read(options->clock != NULL ? options->clock : cli_setting_value(CLI_SETTING_CLOCK),
                            &session->clock.rule);
  session->ply_comments.wants_evals = options->evals;
  session->dice_by_hand = options->dice != NULL && strcmp(options->dice, "hand") == 0;
  asc_match_start(&session->match, session->rules->players, (int)options->games);
  if (options->moves != NULL && strlen(options->moves) >= sizeof session->opening)
    return cli_fail(ASC_E_INPUT, "moves", "at most %d bytes", CLI_SESSION_OPENING_MAX - 1);
  (void)snprintf(session->opening, sizeof session->opening, "%s", options->moves == NULL ? "" : options->moves);
  for (char *at = session->opening; *at != '\0'; at++) *at = *at == '\n' || *at == '\t' || *at == '\r' ? ' ' : *at;
  if (options->position != NULL) {
    code = asc_position_read(session->rules, options->position, &first, &error);
    if (code < 0) return cli_fail_error(code, "position", &error);
  }
  code = cli_session_start_game(session, options->position == NULL ? NULL : &first, &error);
  return code < 0 ? cli_fail_error(code, "moves", &error) : CLI_OK;
}

/* Starts a new game or resumes one. Returns CLI_OK, CLI_FAILED if the user chooses no game, or an exit status after
   printing the error. */
static int ui_set_up(cli_play_ui *ui, const play_options *command_line) {
  char spec[ASC_SPEC_MAX] = "", players[256];
  play_options chosen = *command_line, *options = &chosen;
  bool resume = options->resume, asked = !resume && options->game == NULL;
  if (asked && !cli_ask_game(&ui->input, "ask.game", spec, &resume)) return CLI_FAILED;
  if (asked && !resume && ui->input.is_terminal && options->players == NULL) {
    if (!cli_ask_players(&ui->input, spec, players, sizeof players)) return CLI_FAILED;
    options->players = players;
  }
  int status = resume ? cli_autosave_resume(&ui->autosave, options->game, &ui->session)
                      : session_set_up(&ui->session, options, options->game == NULL ? spec : options->game);
  if (status != CLI_OK) return status;
  status = cli_tables_open(&ui->engine.tables, "play", options->tables, ui->session.rules, false);
  if (status != CLI_OK || resume) return status;
  bool saves = !cli_session_has_only_engines(&ui->session) || options->save != NULL;
  return saves ? cli_autosave_choose_file(&ui->autosave, options->save) : CLI_OK;
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
  cli_clock_rule rule;
  if (options->clock != NULL && !cli_clock_rule_read(options->clock, &rule))
    return cli_fail(ASC_E_INPUT, "play", "--clock is minutes, with seconds a move as in 10+5, or off, not '%s'",
                    options->clock);
  bool is_new_game = options->clock != NULL || options->players != NULL || dice != NULL || options->position != NULL ||
                     options->moves != NULL || options->save != NULL || options->seed >= 0 || options->games > 1 ||
                     options->lots || options->evals;
  if (options->list && (is_new_game || options->resume || options->game != NULL))
    return cli_fail(ASC_E_INPUT, "play", "--list stands alone");
  if (options->resume && is_new_game)
    return cli_fail(ASC_E_INPUT, "play",
                    "--resume goes on as the game began; only --ascii, --color, --eval and --tables go with it");
  return CLI_OK;
}

int cli_play(int argc, char **argv) {
  play_options options = {.games = 1, .seed = -1};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  if (options.list) return cli_finish(cli_saved_games_print());
  cli_play_ui *ui = calloc(1, sizeof *ui);
  if (ui == NULL) return cli_fail(ASC_E_MEMORY, "play", "out of memory");
  cli_autosave_open(&ui->autosave);
  ui->style = cli_style_detect(stdout);
  status = cli_style_apply_options(&ui->style, "play", options.ascii, options.color);
  if (status != CLI_OK) {
    free(ui);
    return status;
  }
  cli_input_open(&ui->input, cli_prompt_complete, ui);
  ui->input.cancel_text = cli_say_to(ui->cancel_text, "play.cancel");
  ui->shows_eval = options.eval || cli_setting_is(CLI_SETTING_EVAL, "on");
  status = ui_set_up(ui, &options);
  bool none_chosen = status == CLI_FAILED;
  if (status == CLI_OK) {
    ui->reported_events = asc_play_event_count(ui->session.play);
    cli_play_ui_changed(ui);
    /* if the user named a file that cannot be written, do not play without it */
    status = ui->autosave.is_named && ui->autosave.has_failed ? CLI_SYSTEM_ERROR : match_play(ui);
  }
  cli_input_close(&ui->input);
  cli_autosave_close(&ui->autosave);
  if (cli_tables_check(ui->engine.tables, "play") != CLI_OK) status = CLI_SYSTEM_ERROR;
  cli_live_eval_close(&ui->live_eval);
  cli_engine_close(&ui->engine);
  cli_session_close(&ui->session);
  free(ui);
  status = cli_finish(none_chosen ? CLI_OK : status);
  cli_input_raise_signal();
  return status;
}
