/* The command `query`: questions about the current game. */
#include "session.h"

#include "base/text.h"
#include "play/touch.h"

#include <stdlib.h>
#include <string.h>

static const char *const queries[] = {"gameover", "turn",   "p1turn",     "p2turn",   "p3turn", "p4turn",
                                      "result",   "points", "legalmoves", "position", "hash"};
enum { QUERIES = sizeof queries / sizeof queries[0] };

void ugi_queries_print(ugi_session *session) {
  for (int i = 0; i < QUERIES; i++) ugi_output_print(&session->output, "info string extension query %s", queries[i]);
}

static void points_answer(ugi_session *session) {
  asc_outcome outcome = {0};
  (void)asc_play_outcome(session->play, &outcome);
  ugi_output_begin_line(&session->output);
  ugi_output_print_part(&session->output, "response");
  for (int i = 0; i < session->rules->players; i++) {
    char points[16];
    asc_points_write(outcome.points[i], points);
    ugi_output_print_part(&session->output, " %s", points);
  }
  ugi_output_end_line(&session->output);
}

static void legalmoves_answer(ugi_session *session) {
  int count;
  asc_token *tokens = asc_touch_move_tokens(session->play, NULL, &count);
  if (tokens == NULL) {
    ugi_session_reject(session, "query: out of memory");
    return;
  }
  ugi_output_begin_line(&session->output);
  ugi_output_print_part(&session->output, "response");
  for (int i = 0; i < count; i++) ugi_output_print_part(&session->output, " %s", tokens[i].text);
  ugi_output_end_line(&session->output);
  free(tokens);
}

static void turn_answer(ugi_session *session) {
  int turn = asc_play_turn(session->play);
  if (turn == ASC_NO_PLAYER)
    ugi_output_print(&session->output, "response none");
  else if (turn == ASC_CHANCE)
    ugi_output_print(&session->output, "response chance");
  else
    ugi_output_print(&session->output, "response %d", turn);
}

static void answer(ugi_session *session, const char *what) {
  ugi_output *output = &session->output;
  const void *position = asc_play_position(session->play);
  asc_outcome outcome = {0};
  bool over = asc_play_outcome(session->play, &outcome);
  if (strcmp(what, "gameover") == 0) {
    ugi_output_print(output, "response %s", over ? "true" : "false");
  } else if (strcmp(what, "turn") == 0) {
    turn_answer(session);
  } else if (strcmp(what + 2, "turn") == 0) {
    ugi_output_print(output, "response %s", asc_play_turn(session->play) == what[1] - '0' ? "true" : "false");
  } else if (strcmp(what, "result") == 0) {
    ugi_output_print(output, "response %s", asc_outcome_name(session->rules, over, &outcome));
  } else if (strcmp(what, "points") == 0) {
    points_answer(session);
  } else if (strcmp(what, "legalmoves") == 0) {
    legalmoves_answer(session);
  } else if (strcmp(what, "position") == 0) {
    char text[ASC_POSITION_TEXT_MAX];
    (void)asc_position_write(session->rules, position, text, sizeof text);
    ugi_output_print(output, "response %s", text);
  } else {
    ugi_output_print(output, "response %016llx", (unsigned long long)asc_position_hash(session->rules, position));
  }
}

void ugi_command_query(ugi_session *session, char *rest) {
  const char *what = asc_text_next_word(&rest);
  if (what == NULL) {
    ugi_session_reject(session, "query: say what");
    return;
  }
  if (!ugi_session_expect_line_end(session, "query", rest)) return;
  for (int i = 0; i < QUERIES; i++) {
    if (strcmp(queries[i], what) != 0) continue;
    answer(session, what);
    return;
  }
  ugi_session_reject(session, "query: unknown '%.60s'", what);
}
