/* The command `query`: what a program may ask about the game. */
#include "session.h"

#include "core/text.h"
#include "play/touch.h"

#include <stdlib.h>
#include <string.h>

static const char *const queries[] = {"gameover", "turn",   "p1turn",     "p2turn",   "p3turn", "p4turn",
                                      "result",   "points", "legalmoves", "position", "hash"};
enum { QUERIES = sizeof queries / sizeof queries[0] };

void asc_ugi_queries_tell(asc_ugi_session *session) {
  for (int i = 0; i < QUERIES; i++) asc_ugi_say(&session->output, "info string extension query %s", queries[i]);
}

static void points_answer(asc_ugi_session *session) {
  asc_outcome outcome = {0};
  (void)asc_play_outcome(session->play, &outcome);
  asc_ugi_say_begin(&session->output);
  asc_ugi_say_part(&session->output, "response");
  for (int i = 0; i < session->rules->players; i++) {
    char points[16];
    asc_points_write(outcome.points[i], points);
    asc_ugi_say_part(&session->output, " %s", points);
  }
  asc_ugi_say_end(&session->output);
}

static void legalmoves_answer(asc_ugi_session *session) {
  int count;
  asc_token *tokens = asc_touch_moves(session->play, NULL, &count);
  if (tokens == NULL) {
    asc_ugi_refuse(session, "query: out of memory");
    return;
  }
  asc_ugi_say_begin(&session->output);
  asc_ugi_say_part(&session->output, "response");
  for (int i = 0; i < count; i++) asc_ugi_say_part(&session->output, " %s", tokens[i].text);
  asc_ugi_say_end(&session->output);
  free(tokens);
}

static void turn_answer(asc_ugi_session *session) {
  int turn = asc_play_turn(session->play);
  if (turn == ASC_NOBODY)
    asc_ugi_say(&session->output, "response none");
  else if (turn == ASC_CHANCE)
    asc_ugi_say(&session->output, "response chance");
  else
    asc_ugi_say(&session->output, "response %d", turn);
}

static void answer(asc_ugi_session *session, const char *what) {
  asc_ugi_output *output = &session->output;
  const void *position = asc_play_position(session->play);
  asc_outcome outcome = {0};
  bool over = asc_play_outcome(session->play, &outcome);
  if (strcmp(what, "gameover") == 0) {
    asc_ugi_say(output, "response %s", over ? "true" : "false");
  } else if (strcmp(what, "turn") == 0) {
    turn_answer(session);
  } else if (strcmp(what + 2, "turn") == 0) {
    asc_ugi_say(output, "response %s", asc_play_turn(session->play) == what[1] - '0' ? "true" : "false");
  } else if (strcmp(what, "result") == 0) {
    asc_ugi_say(output, "response %s", asc_outcome_word(session->rules, over, &outcome));
  } else if (strcmp(what, "points") == 0) {
    points_answer(session);
  } else if (strcmp(what, "legalmoves") == 0) {
    legalmoves_answer(session);
  } else if (strcmp(what, "position") == 0) {
    char text[ASC_TEXT_MAX];
    (void)asc_position_write(session->rules, position, text, sizeof text);
    asc_ugi_say(output, "response %s", text);
  } else {
    asc_ugi_say(output, "response %016llx", (unsigned long long)asc_position_hash(session->rules, position));
  }
}

void asc_ugi_query(asc_ugi_session *session, char *rest) {
  const char *what = asc_text_word(&rest);
  if (what == NULL) {
    asc_ugi_refuse(session, "query: say what");
    return;
  }
  if (!asc_ugi_line_done(session, "query", rest)) return;
  for (int i = 0; i < QUERIES; i++) {
    if (strcmp(queries[i], what) != 0) continue;
    answer(session, what);
    return;
  }
  asc_ugi_refuse(session, "query: unknown '%.60s'", what);
}
