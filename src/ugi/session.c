/* The commands of the engine protocol, except setoption (options.c) and query (query.c). */
#include "session.h"

#include <ascona/version.h>

#include "base/text.h"

#include <stdarg.h>
#include <string.h>

enum { TINY_NODES = 100, TINY_DEPTH = 2 };

void ugi_session_reject(ugi_session *session, const char *format, ...) {
  char reason[ASC_REASON_MAX + 2 * ASC_ERROR_TOKEN_MAX + 64];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  asc_text_clean(reason, strlen(reason)); /* a token that was cut may end inside a UTF-8 character */
  ugi_output_print(&session->output, "info string error %s", reason);
}

void ugi_session_reject_error(ugi_session *session, const char *what, const char *token, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  asc_error_write(error, line, sizeof line);
  if (error->token[0] != '\0')
    ugi_session_reject(session, "%s: %s", what, line);
  else
    ugi_session_reject(session, "%s: '%.60s': %s", what, token, line);
}

bool ugi_session_expect_line_end(ugi_session *session, const char *command, char *rest) {
  const char *word = asc_text_next_word(&rest);
  if (word != NULL) ugi_session_reject(session, "%s: unexpected '%.60s'", command, word);
  return word == NULL;
}

static void do_ugi(ugi_session *session, char *rest) {
  if (!ugi_session_expect_line_end(session, "ugi", rest)) return;
  ugi_output_print(&session->output, "id name Ascona %s", ASC_VERSION);
  ugi_output_print(&session->output, "id author the Ascona authors");
  ugi_options_print(session);
  ugi_queries_print(session);
  for (int player = 1; player <= ASC_PLAYERS_MAX; player++)
    ugi_output_print(&session->output, "info string extension go p%dtime p%dinc", player, player);
  ugi_output_print(&session->output, "info string extension info score exact lower upper estimate");
  ugi_output_print(&session->output, "ugiok");
}

static void do_isready(ugi_session *session, char *rest) {
  if (ugi_session_expect_line_end(session, "isready", rest)) ugi_output_print(&session->output, "readyok");
}

/* Returns a game from the position with these moves played. If they are wrong, rejects them and returns NULL. */
static asc_play *play_read(ugi_session *session, const void *position, char *moves) {
  asc_play *play;
  int code = asc_play_open(&play, session->rules, position);
  if (code < 0) {
    ugi_session_reject(session, "position: %s", asc_strerror(code));
    return NULL;
  }
  const char *word = asc_text_next_word(&moves);
  bool ok = word == NULL || strcmp(word, "moves") == 0;
  if (!ok) ugi_session_reject(session, "position: '%.60s': expected moves", word);
  for (int number = 1; ok && (word = asc_text_next_word(&moves)) != NULL; number++) {
    asc_error error = {0};
    ok = asc_play_move_text(play, word, &error) >= 0;
    if (!ok) ugi_session_reject(session, "position: move %d, '%.60s': %s", number, word, error.reason);
  }
  if (ok) return play;
  asc_play_close(play);
  return NULL;
}

static bool position_set(ugi_session *session, const void *position, char *moves) {
  asc_play *play = play_read(session, position, moves);
  if (play == NULL) return false;
  ugi_search_stop(&session->search);
  asc_play_close(session->play);
  session->play = play;
  return true;
}

static void do_position(ugi_session *session, char *rest) {
  const char *word = asc_text_next_word(&rest);
  if (word != NULL && strcmp(word, "startpos") == 0) {
    (void)position_set(session, NULL, rest);
  } else if (word != NULL && strcmp(word, "fen") == 0) {
    const char *text = asc_text_next_word(&rest);
    asc_position position;
    asc_error error = {0};
    if (text == NULL)
      ugi_session_reject(session, "position: fen needs a position string");
    else if (asc_position_read(session->rules, text, &position, &error) < 0)
      ugi_session_reject_error(session, "position", text, &error);
    else
      (void)position_set(session, &position, rest);
  } else {
    ugi_session_reject(session, "position: '%.60s': expected startpos or fen", word == NULL ? "" : word);
  }
}

static void do_uginewgame(ugi_session *session, char *rest) {
  char nothing[] = "";
  if (!ugi_session_expect_line_end(session, "uginewgame", rest) || !position_set(session, NULL, nothing)) return;
  session->game_seed = 0;
  if (session->player != NULL) asc_player_clear(session->player);
}

/* Returns the field of a limit of `go`, or NULL if the word is not a limit. */
static long long *limit_of(ugi_search_request *request, const char *word) {
  if (strcmp(word, "movetime") == 0) return &request->movetime_ms;
  if (strcmp(word, "depth") == 0) return &request->depth;
  if (strcmp(word, "nodes") == 0) return &request->nodes;
  int player = word[0] == 'p' ? word[1] - '1' : -1;
  if (player < 0 || player >= ASC_PLAYERS_MAX) return NULL;
  if (strcmp(word + 2, "time") == 0) return &request->time_ms[player];
  if (strcmp(word + 2, "inc") == 0) return &request->increment_ms[player];
  return NULL;
}

static const ugi_search_request no_limits = {-1, -1,   -1,  {-1, -1, -1, -1}, {-1, -1, -1, -1}, false, 1, 0,
                                             0,  NULL, NULL};

static bool request_read(ugi_session *session, char *rest, ugi_search_request *request) {
  *request = no_limits;
  for (const char *word; (word = asc_text_next_word(&rest)) != NULL;) {
    if (strcmp(word, "infinite") == 0) {
      request->is_infinite = true;
      continue;
    }
    long long *limit = limit_of(request, word);
    if (limit == NULL) {
      ugi_session_reject(session, "go: unknown '%.60s'", word);
      return false;
    }
    const char *number = asc_text_next_word(&rest);
    if (number == NULL || !asc_text_number(number, 0, INT64_MAX, limit)) {
      ugi_session_reject(session, "go: %s takes a whole number, not '%.60s'", word, number == NULL ? "" : number);
      return false;
    }
  }
  return true;
}

/* Adds the options to a request. */
static void request_complete(ugi_session *session, ugi_search_request *request) {
  if (request->is_infinite || session->tiny_searches) {
    bool infinite = request->is_infinite;
    *request = no_limits;
    request->is_infinite = infinite;
  }
  if (session->tiny_searches) {
    request->nodes = TINY_NODES;
    request->depth = TINY_DEPTH;
  }
  request->line_count = (int)session->options.numbers[UGI_OPTION_MULTIPV];
  if (session->game_seed == 0) session->game_seed = asc_random_next(&session->random);
  request->game_seed = session->game_seed;
  request->move_seed = asc_random_next(&session->random);
  if (session->tablebase.probe != NULL) request->tablebase_is_damaged = session->tablebase_hooks.is_damaged;
  request->tablebase = &session->tablebase;
}

static void do_go(ugi_session *session, char *rest) {
  ugi_search_request request;
  asc_error error = {0};
  if (!request_read(session, rest, &request)) return;
  ugi_search_stop(&session->search);
  int turn = asc_play_turn(session->play);
  bool searches = turn != ASC_NO_PLAYER && turn != ASC_CHANCE;
  if (searches && ugi_session_open_player(session, &error) < 0) {
    ugi_session_reject(session, "go: %s", error.reason);
    searches = false;
  }
  if (searches) {
    request_complete(session, &request);
    searches = ugi_search_start(&session->search, session->play, session->player, &request);
    if (!searches) ugi_session_reject(session, "go: the system gives no thread");
  }
  if (!searches) ugi_output_print(&session->output, "bestmove none");
  if (session->tiny_searches) ugi_search_wait(&session->search);
}

static void do_stop(ugi_session *session, char *rest) {
  if (ugi_session_expect_line_end(session, "stop", rest)) ugi_search_stop(&session->search);
}

static void do_quit(ugi_session *session, char *rest) {
  if (ugi_session_expect_line_end(session, "quit", rest)) ugi_session_quit(session);
}

void ugi_session_run_line(ugi_session *session, char *line) {
  static const struct {
    const char *name;
    void (*run)(ugi_session *session, char *rest);
  } commands[] = {{"ugi", do_ugi},           {"isready", do_isready},       {"setoption", ugi_command_setoption},
                  {"position", do_position}, {"uginewgame", do_uginewgame}, {"go", do_go},
                  {"stop", do_stop},         {"query", ugi_command_query},  {"quit", do_quit}};
  const char *word = asc_text_next_word(&line);
  if (word == NULL) return;
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(commands[i].name, word) != 0) continue;
    commands[i].run(session, line);
    return;
  }
  ugi_session_reject(session, "unknown command '%.60s'", word);
}

void ugi_session_reject_long_line(ugi_session *session) { ugi_session_reject(session, "the line is too long"); }

void ugi_session_quit(ugi_session *session) {
  ugi_search_stop(&session->search);
  session->has_quit = true;
}

bool ugi_session_is_over(const ugi_session *session) { return session->has_quit || session->output.has_failed; }

int ugi_session_open(ugi_session *session, FILE *out, const ugi_tablebase_hooks *hooks, asc_error *error) {
  *session = (ugi_session){.output.file = out};
  if (hooks != NULL) session->tablebase_hooks = *hooks;
  ugi_search_open(&session->search, &session->output);
  int code = ugi_options_init(session, error);
  if (code >= 0) code = ugi_session_set_game(session, asc_game_at(0)->id, error);
  if (code < 0) ugi_session_close(session);
  return code;
}

void ugi_session_close(ugi_session *session) {
  ugi_search_close(&session->search);
  asc_player_close(session->player);
  ugi_session_close_tablebase(session);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
}
