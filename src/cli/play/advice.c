/* Evaluations of the engine for the user: hints, the value of the position, live evaluations, answers to draw
   offers. */
#include "ui.h"

#include "cli/cli.h"
#include "cli/speech/language.h"
#include "play/touch.h"
#include "study/line_evaluation.h"
#include "study/score.h"

#include <stdio.h>
#include <string.h>

enum { EXPECTED_PLIES = 10 };

/* Searches the position, or only some of its moves. Returns false after printing an error, and after a signal. */
static bool position_evaluate(cli_play_ui *ui, const asc_move *moves, int count, asc_line *line) {
  char words[64];
  cli_say_to(words, "play.thinking");
  int code = cli_engine_evaluate(&ui->engine, &ui->session, moves, count, ui->input.is_terminal ? words : NULL, line);
  if (code < 0) cli_prompt_reject(asc_strerror(code));
  return code >= 0 && cli_input_pending_signal() == 0;
}

/* Returns the number of moves of the line that the player to move makes before the turn passes on. */
static int turn_plies(const cli_session *session, const asc_line *line) {
  asc_position position;
  memcpy(&position, asc_play_position(session->play), session->rules->position_size);
  int turn = asc_play_turn(session->play), count = 0;
  while (count < line->length && asc_position_turn(session->rules, &position) == turn)
    asc_position_play(session->rules, &position, line->moves[count++]);
  return count;
}

void cli_advice_print_move(cli_play_ui *ui, const asc_steps *touched) {
  const cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  asc_move moves[ASC_MOVES_MAX];
  asc_line line;
  int count = asc_touch_filter_moves(session->play, touched, moves, NULL);
  if (turn < 1 || count < 2 || !position_evaluate(ui, touched->count > 0 ? moves : NULL, count, &line)) return;
  char best[ASC_LINE_TEXT_MAX], name[ASC_SENTENCE_MAX], evaluation_text[ASC_LINE_EVALUATION_TEXT_MAX];
  char text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX + ASC_LINE_EVALUATION_TEXT_MAX];
  asc_line_evaluation evaluation = asc_line_evaluation_for_player(session->rules, &line, turn, turn);
  (void)asc_line_write(session->rules, asc_play_position(session->play), line.moves, turn_plies(session, &line), best,
                       sizeof best);
  cli_session_write_seat_name(session, turn, name);
  bool exact = evaluation.certainty == ASC_EXACT, is_narrowed = touched->count > 0;
  cli_say_to(text,
             is_narrowed ? exact ? "hint.these-is" : "hint.these-seems"
             : exact     ? "hint.is"
                         : "hint.seems",
             CLI_ARG_TEXT("moves", best),
             CLI_ARG_TEXT("verdict", asc_line_evaluation_write(session->rules, &evaluation, name,
                                                               cli_language_current(), evaluation_text)));
  cli_play_ui_print_sentence(ui, text);
}

/* Prints all players' chances to win; used for rolls and for more than two players. */
static void chances_print(const cli_play_ui *ui, const asc_line *line) {
  enum { PERCENT = 100 }; /* in hundredths of a percent */
  const cli_session *session = &ui->session;
  char chances[ASC_PLAYERS_MAX * ASC_SENTENCE_MAX] = "", text[sizeof chances + ASC_SENTENCE_MAX];
  int32_t shares[ASC_PLAYERS_MAX];
  asc_score_round_chances(line->chances, session->rules->players, PERCENT, shares);
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX];
    size_t length = strlen(chances);
    cli_session_write_seat_name(session, seat, name);
    (void)snprintf(chances + length, sizeof chances - length, "%s%s %d %%", seat > 1 ? ", " : "", name,
                   (int)shares[seat - 1] / PERCENT);
  }
  cli_say_to(text, line->certainty == ASC_EXACT ? "eval.chances-proved" : "eval.chances",
             CLI_ARG_TEXT("chances", chances));
  cli_play_ui_print_sentence(ui, text);
}

void cli_advice_print_value(cli_play_ui *ui) {
  const cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  asc_line line;
  if (!position_evaluate(ui, NULL, 0, &line)) return;
  if (turn >= 1) {
    char name[ASC_SENTENCE_MAX], text[ASC_LINE_EVALUATION_TEXT_MAX];
    asc_line_evaluation evaluation = asc_line_evaluation_for_player(session->rules, &line, turn, turn);
    cli_session_write_seat_name(session, turn, name);
    cli_play_ui_print_sentence(
        ui, asc_line_evaluation_write(session->rules, &evaluation, name, cli_language_current(), text));
  }
  if (turn < 1 || session->rules->players > 2) chances_print(ui, &line);
  char moves[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX];
  int plies = line.length < EXPECTED_PLIES ? line.length : EXPECTED_PLIES;
  (void)asc_line_write(session->rules, asc_play_position(session->play), line.moves, plies, moves, sizeof moves);
  if (plies > 0) cli_play_ui_print_sentence(ui, cli_say_to(text, "eval.expected", CLI_ARG_TEXT("moves", moves)));
}

void cli_advice_print_board_eval(cli_play_ui *ui) {
  const cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  char name[ASC_SENTENCE_MAX], evaluation_text[ASC_LINE_EVALUATION_TEXT_MAX],
      text[ASC_LINE_EVALUATION_TEXT_MAX + ASC_SENTENCE_MAX];
  asc_line line;
  if (!ui->shows_eval || ui->input.is_terminal || asc_play_end(session->play) != ASC_END_NONE || turn < 1) return;
  int code = cli_engine_evaluate(&ui->engine, session, NULL, 0, NULL, &line);
  if (code < 0) ui->exit_status = cli_fail(code, "play", "%s", asc_strerror(code));
  if (code < 0) return;
  asc_line_evaluation evaluation = asc_line_evaluation_for_player(session->rules, &line, turn, turn);
  cli_session_write_seat_name(session, turn, name);
  asc_line_evaluation_write(session->rules, &evaluation, name, cli_language_current(), evaluation_text);
  cli_play_ui_print_sentence(ui, cli_say_to(text, "eval.shown", CLI_ARG_TEXT("verdict", evaluation_text)));
}

/* Returns a sign for the certainty of a score. */
static const char *certainty_sign(const cli_play_ui *ui, asc_certainty certainty) {
  static const char *const signs[] = {[ASC_ESTIMATE] = "≈", [ASC_LOWER] = "≥", [ASC_UPPER] = "≤", [ASC_EXACT] = "="};
  static const char *const ascii[] = {[ASC_ESTIMATE] = "~", [ASC_LOWER] = ">=", [ASC_UPPER] = "<=", [ASC_EXACT] = "="};
  return ui->style.has_unicode ? signs[certainty] : ascii[certainty];
}

const char *cli_advice_write_live_eval(cli_play_ui *ui, char text[CLI_ADVICE_LIVE_EVAL_MAX]) {
  const asc_rules *rules = ui->session.rules;
  int turn = asc_play_turn(ui->session.play);
  asc_line line;
  if (!cli_live_eval_line(&ui->live_eval, &line)) {
    (void)snprintf(text, CLI_ADVICE_LIVE_EVAL_MAX, "[%s]", ui->style.has_unicode ? "…" : "...");
    return text;
  }
  asc_line_evaluation evaluation = asc_line_evaluation_for_player(rules, &line, turn, turn);
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX], score[ASC_HUNDREDTHS_MAX + 24];
  asc_score_number_write(evaluation.certainty, evaluation.score, number);
  asc_sentence_arg word = asc_say_arg_decimal(cli_language_current(), "score", number, decimal);
  const char *unit = asc_score_unit(rules);
  (void)snprintf(score, sizeof score, "%s %s%s%s", certainty_sign(ui, evaluation.certainty),
                 evaluation.score > 0 && unit[0] == '\0' ? "+" : "", word.text, unit);
  if (evaluation.certainty == ASC_EXACT)
    (void)snprintf(text, CLI_ADVICE_LIVE_EVAL_MAX, "[%s]", score);
  else
    (void)asc_say_sentence(cli_language_current(), "prompt.eval",
                           ASC_SAY_ARGS(CLI_ARG_TEXT("score", score), CLI_ARG_NUMBER("depth", evaluation.depth)), text,
                           CLI_ADVICE_LIVE_EVAL_MAX);
  return text;
}

void cli_advice_print_setting(const cli_play_ui *ui) {
  const char *key = !ui->shows_eval ? "eval.off" : ui->input.is_terminal ? "eval.live" : "eval.on";
  cli_say(key, CLI_ARG_TEXT("guess", certainty_sign(ui, ASC_ESTIMATE)),
          CLI_ARG_TEXT("proved", certainty_sign(ui, ASC_EXACT)));
}

bool cli_advice_answer_draw(cli_play_ui *ui, int seat) {
  const cli_session *session = &ui->session;
  asc_line line;
  if (!position_evaluate(ui, NULL, 0, &line)) return false;
  asc_line_evaluation evaluation =
      asc_line_evaluation_for_player(session->rules, &line, asc_play_turn(session->play), seat);
  bool accepts = asc_line_evaluation_accepts_draw(session->rules, &evaluation);
  char name[ASC_SENTENCE_MAX], evaluation_text[ASC_LINE_EVALUATION_TEXT_MAX],
      text[ASC_SENTENCE_MAX + ASC_LINE_EVALUATION_TEXT_MAX + 16];
  cli_session_write_seat_name(session, seat, name);
  cli_say_to(text, accepts ? "draw.agrees" : "draw.declines", CLI_ARG_TEXT("who", name),
             CLI_ARG_TEXT("verdict", asc_line_evaluation_write(session->rules, &evaluation, name,
                                                               cli_language_current(), evaluation_text)));
  cli_play_ui_print_sentence(ui, text);
  return accepts;
}
