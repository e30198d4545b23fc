/* The commands `resign` and `draw`: ends of a game that players agree on or choose. */
#include "cli/speech/language.h"
#include "ui.h"

#include <stdio.h>
#include <string.h>

/* Asks for confirmation before something that cannot be undone. Input from a pipe counts as confirmed. */
static bool is_confirmed(cli_play_ui *ui, const char *question) {
  return !ui->input.is_terminal || cli_prompt_confirm(ui, question);
}

static bool can_resign(const cli_session *session, int seat) {
  return seat >= 1 && !cli_session_side_at(session, seat)->is_engine && !asc_play_has_resigned(session->play, seat);
}

/* Returns the seat that resigns: the named human player, or the one to move. 0 after printing what is missing. */
static int resigning_seat_find(const cli_session *session, const char *name) {
  int seat = name[0] == '\0' ? asc_play_turn(session->play) : cli_session_find_seat(session, name);
  if (can_resign(session, seat)) return seat;
  char example[ASC_SENTENCE_MAX];
  for (seat = 1; seat <= session->rules->players; seat++) {
    if (!can_resign(session, seat)) continue;
    cli_session_write_seat_name(session, seat, example);
    example[strcspn(example, " ")] = '\0';
    cli_say("resign.who", CLI_ARG_TEXT("example", example));
    return 0;
  }
  cli_say("resign.nobody");
  return 0;
}

/* Prints the result that a resignation would lead to. */
static void resignation_print(const cli_session *session, int seat) {
  asc_position position;
  asc_outcome outcome = {0};
  memcpy(&position, asc_play_position(session->play), session->rules->position_size);
  if (asc_position_resign(session->rules, &position, seat, &outcome))
    cli_play_print_winners(session, &outcome, true);
  else
    cli_say("resign.others");
}

cli_play_next cli_prompt_resign(cli_play_ui *ui, char *rest) {
  int seat = resigning_seat_find(&ui->session, cli_prompt_trim(rest));
  if (seat == 0) return CLI_PLAY_ASK;
  if (ui->input.is_terminal) resignation_print(&ui->session, seat);
  char question[128];
  if (!is_confirmed(ui, cli_say_to(question, "resign.sure"))) return CLI_PLAY_ASK;
  asc_error error = {0};
  if (asc_play_resign(ui->session.play, seat, &error) < 0) return cli_prompt_reject_error(&error);
  ui->session.touched = (asc_steps){0};
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}

cli_play_next cli_prompt_offer_draw(cli_play_ui *ui) {
  cli_session *session = &ui->session;
  int turn = asc_play_turn(session->play);
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX], question[2 * ASC_SENTENCE_MAX];
    if (seat == turn || asc_play_has_resigned(session->play, seat)) continue;
    cli_session_write_seat_name(session, seat, name);
    cli_say_to(question, "draw.sure", CLI_ARG_TEXT("who", name));
    if (cli_session_side_at(session, seat)->is_engine ? !cli_advice_answer_draw(ui, seat)
                                                      : !cli_prompt_confirm(ui, question)) {
      cli_say("draw.none");
      return CLI_PLAY_ASK;
    }
  }
  asc_error error = {0};
  if (asc_play_agree_draw(session->play, &error) < 0) return cli_prompt_reject_error(&error);
  session->touched = (asc_steps){0};
  cli_play_ui_changed(ui);
  return CLI_PLAY_CONTINUE;
}
