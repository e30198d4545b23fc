/* Output of `ascona play` that the user did not ask for: moves, boards, scores. */
#include "ui.h"

#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "cli/speech/language.h"
#include "draw/text/canvas.h"

#include <stdio.h>
#include <string.h>

void cli_play_ui_changed(cli_play_ui *ui) {
  int events = asc_play_event_count(ui->session.play);
  if (ui->reported_events > events) ui->reported_events = events;
  ui->is_board_current = false;
  cli_autosave_write(&ui->autosave, &ui->session);
}

asc_board_style cli_play_ui_style(const cli_play_ui *ui) {
  asc_board_style style = ui->style, current = cli_style_detect(stdout);
  style.columns = current.columns;
  style.rows = current.rows;
  return style;
}

/* Prints a roll with the name that the view before it gives to the face, or with its token. */
static void roll_print(cli_play_ui *ui, int index) {
  const asc_play *play = ui->session.play;
  const asc_event *event = asc_play_event(play, index);
  asc_view *view = &ui->scene.view;
  char sentence[ASC_SENTENCE_MAX];
  ui->is_board_current = false;
  asc_position_view(ui->session.rules, asc_play_position_before(play, index), NULL, 0, view);
  cli_say_to(sentence, "play.roll", CLI_ARG_TEXT("face", event->token));
  for (int i = 0; i < view->control_count; i++)
    if (strcmp(view->controls[i].id, event->token) == 0 && view->controls[i].name.key != NULL)
      cli_say_message(ui->session.rules, &view->controls[i].name, sentence);
  printf("%s.\n", sentence);
}

/* Prints an event; consecutive plies of one seat share a line. `is_line_open`: the last line has no end
   yet. Returns whether that holds afterwards. */
static bool event_print(cli_play_ui *ui, int index, bool is_line_open) {
  const asc_event *event = asc_play_event(ui->session.play, index);
  char name[ASC_SENTENCE_MAX];
  bool same_line =
      is_line_open && asc_play_event(ui->session.play, index - 1)->player == event->player && !event->resigned;
  if (is_line_open && !same_line) puts(".");
  cli_session_write_seat_name(&ui->session, event->player, name);
  if (event->resigned) {
    cli_say("play.gives-up", CLI_ARG_TEXT("who", name));
  } else if (event->player == ASC_CHANCE) {
    if (!event->is_manual_roll) roll_print(ui, index);
  } else if (cli_session_side_at(&ui->session, event->player)->is_engine) {
    char text[2 * ASC_SENTENCE_MAX];
    if (same_line)
      printf(", %s", event->token);
    else
      fputs(cli_say_to(text, "play.plays", CLI_ARG_TEXT("who", name), CLI_ARG_TEXT("move", event->token)), stdout);
    return true;
  }
  return false;
}

void cli_play_print_events(cli_play_ui *ui) {
  bool is_line_open = false;
  for (; ui->reported_events < asc_play_event_count(ui->session.play); ui->reported_events++)
    is_line_open = event_print(ui, ui->reported_events, is_line_open);
  if (is_line_open) puts(".");
}

const char *cli_play_thinking_text(const cli_play_ui *ui, int seat, char text[ASC_SENTENCE_MAX]) {
  if (!ui->input.is_terminal) return NULL;
  char name[ASC_SENTENCE_MAX];
  cli_session_write_seat_name(&ui->session, seat, name);
  asc_board_style style = cli_play_ui_style(ui);
  if (asc_canvas_text_columns(name, &style) > style.columns - 24) name[0] = '\0';
  return asc_say_sentence(cli_language_current(), name[0] == '\0' ? "play.thinking" : "play.thinks",
                          ASC_SAY_ARGS(CLI_ARG_TEXT("who", name)), text, ASC_SENTENCE_MAX);
}

void cli_play_print_winners(const cli_session *session, const asc_outcome *outcome, bool is_conditional) {
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX], points[16], decimal[ASC_HUNDREDTHS_MAX];
    if (outcome->rank[seat - 1] != 1) continue;
    cli_session_write_seat_name(session, seat, name);
    asc_points_write(outcome->points[seat - 1], points);
    asc_sentence_arg number = asc_say_arg_decimal(cli_language_current(), "points", points, decimal);
    if (outcome->points[seat - 1] == 0)
      cli_say(is_conditional ? "result.then-wins" : "result.wins", CLI_ARG_TEXT("who", name));
    else
      cli_say(is_conditional ? "result.then-wins-points" : "result.wins-points", CLI_ARG_TEXT("who", name), number);
  }
}

/* Prints the result after a resignation. The view knows players only by number; here they have names. */
static void resignation_print(const cli_session *session) {
  char name[ASC_SENTENCE_MAX];
  asc_outcome outcome;
  int last = asc_play_event_count(session->play) - 1;
  cli_session_write_seat_name(session, asc_play_event(session->play, last)->player, name);
  cli_say("result.gave-up", CLI_ARG_TEXT("who", name));
  (void)asc_play_outcome(session->play, &outcome);
  cli_play_print_winners(session, &outcome, false);
}

void cli_play_print_board(cli_play_ui *ui) {
  if (ui->is_board_current) return;
  asc_board_style style = cli_play_ui_style(ui);
  bool resigned = asc_play_end(ui->session.play) == ASC_END_RESIGNATION;
  asc_scene_read(&ui->scene, ui->session.play, &ui->session.touched);
  if (resigned) ui->scene.prompt.key = NULL;
  char names[ASC_SEATS_MAX][ASC_SENTENCE_MAX];
  for (int i = 0; i < ui->session.rules->players; i++) {
    cli_session_write_seat_name(&ui->session, i + 1, names[i]);
    ui->scene.seat_names[i] = names[i];
  }
  putchar('\n');
  if (asc_board_print(stdout, &ui->scene, &style) < 0) {
    cli_say("board.no-memory");
    ui->exit_status = cli_fail(ASC_E_MEMORY, "play", "out of memory");
  }
  memset(ui->scene.seat_names, 0, sizeof ui->scene.seat_names);
  if (resigned) resignation_print(&ui->session);
  ui->is_board_current = true;
  cli_advice_print_board_eval(ui);
}

void cli_play_print_match(const cli_session *session, const asc_match *match) {
  enum { NAME_COLUMNS = 24 };
  if (match->games <= 1) return;
  const asc_board_style style = cli_style_detect(stdout);
  char heading[128], points_head[32], won_head[32], drawn[64];
  cli_say_to(heading, "match.after", CLI_ARG_NUMBER("played", match->played), CLI_ARG_NUMBER("games", match->games));
  cli_say_to(points_head, "match.points");
  cli_say_to(won_head, "match.won");
  putchar('\n');
  asc_canvas_print_toned(stdout, ASC_TONE_PLAIN, heading, NAME_COLUMNS + 4, &style);
  asc_canvas_print_toned(stdout, ASC_TONE_PLAIN, points_head, -7, &style);
  asc_canvas_print_toned(stdout, ASC_TONE_PLAIN, won_head, -(asc_canvas_text_columns(won_head, &style) + 2), &style);
  putchar('\n');
  for (int i = 0; i < match->players; i++) {
    char name[CLI_SIDE_NAME_MAX], points[16];
    int columns = 0;
    cli_side_write_display_name(&session->sides[i], name);
    for (const char *at = name; *at != '\0'; at++) columns += (*at & 0xc0) != 0x80;
    asc_points_write(match->points[i], points);
    printf("  %d %s%*s %6s %4d\n", i + 1, name, columns < NAME_COLUMNS ? NAME_COLUMNS - columns : 0, "", points,
           match->wins[i]);
  }
  if (match->draws > 0) printf("  %s\n", cli_say_to(drawn, "match.drawn", CLI_ARG_NUMBER("games", match->draws)));
}

void cli_play_print_saved_path(const cli_play_ui *ui) {
  if (cli_session_is_new(&ui->session) && !ui->autosave.is_named) return;
  if (ui->autosave.path[0] == '\0' || ui->autosave.has_failed)
    cli_say("play.not-kept");
  else
    cli_say(ui->autosave.is_named ? "play.kept-named" : "play.kept", CLI_ARG_TEXT("path", ui->autosave.path));
}

void cli_play_ui_print_sentence(const cli_play_ui *ui, const char *text) {
  asc_board_style style = cli_play_ui_style(ui);
  asc_board_print_sentence(stdout, text, 0, &style);
}

void cli_play_print_columns(const cli_play_ui *ui, const char *words, size_t stride, int count) {
  asc_board_style style = cli_play_ui_style(ui);
  asc_board_print_columns(stdout, words, stride, count, &style);
}
