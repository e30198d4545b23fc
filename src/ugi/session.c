#include "session.h"

#include <ascona/version.h>

#include "core/text.h"

#include <stdarg.h>
#include <string.h>

enum { SMALL_NODES = 100, SMALL_DEPTH = 2 };

void asc_ugi_refuse(asc_ugi_session *session, const char *format, ...) {
  char reason[ASC_REASON_MAX + 2 * ASC_CULPRIT_MAX + 64];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  asc_text_clean(reason, strlen(reason)); /* a token that was cut short may end inside a character */
  asc_ugi_say(&session->output, "info string error %s", reason);
}

void asc_ugi_refuse_error(asc_ugi_session *session, const char *what, const char *culprit, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(error, line, sizeof line);
  if (error->token[0] != '\0')
    asc_ugi_refuse(session, "%s: %s", what, line);
  else
    asc_ugi_refuse(session, "%s: '%.60s': %s", what, culprit, line);
}

bool asc_ugi_line_done(asc_ugi_session *session, const char *command, char *rest) {
  const char *word = asc_text_word(&rest);
  if (word != NULL) asc_ugi_refuse(session, "%s: unexpected '%.60s'", command, word);
  return word == NULL;
}

static void do_ugi(asc_ugi_session *session, char *rest) {
  if (!asc_ugi_line_done(session, "ugi", rest)) return;
  asc_ugi_say(&session->output, "id name Ascona %s", ASC_VERSION);
  asc_ugi_say(&session->output, "id author the Ascona authors");
  asc_ugi_options_tell(session);
  asc_ugi_queries_tell(session);
  for (int player = 1; player <= ASC_PLAYERS_MAX; player++)
    asc_ugi_say(&session->output, "info string extension go p%dtime p%dinc", player, player);
  asc_ugi_say(&session->output, "info string extension info score exact lower upper estimate");
  asc_ugi_say(&session->output, "ugiok");
}

static void do_isready(asc_ugi_session *session, char *rest) {
  if (asc_ugi_line_done(session, "isready", rest)) asc_ugi_say(&session->output, "readyok");
}

/* A game from the position through these moves; NULL after having said what is wrong with them. */
static asc_play *play_read(asc_ugi_session *session, const void *position, char *moves) {
  asc_play *play;
  int code = asc_play_open(&play, session->rules, position);
  if (code < 0) {
    asc_ugi_refuse(session, "position: %s", asc_strerror(code));
    return NULL;
  }
  const char *word = asc_text_word(&moves);
  bool good = word == NULL || strcmp(word, "moves") == 0;
  if (!good) asc_ugi_refuse(session, "position: '%.60s': expected moves", word);
  for (int number = 1; good && (word = asc_text_word(&moves)) != NULL; number++) {
    asc_error error = {0};
    good = asc_play_token(play, word, &error) >= 0;
    if (!good) asc_ugi_refuse(session, "position: move %d, '%.60s': %s", number, word, error.reason);
  }
  if (good) return play;
  asc_play_close(play);
  return NULL;
}

static bool position_set(asc_ugi_session *session, const void *position, char *moves) {
  asc_play *play = play_read(session, position, moves);
  if (play == NULL) return false;
  asc_ugi_search_end(&session->search);
  asc_play_close(session->play);
  session->play = play;
  return true;
}

static void do_position(asc_ugi_session *session, char *rest) {
  const char *word = asc_text_word(&rest);
  if (word != NULL && strcmp(word, "startpos") == 0) {
    (void)position_set(session, NULL, rest);
  } else if (word != NULL && strcmp(word, "fen") == 0) {
    const char *text = asc_text_word(&rest);
    asc_position position;
    asc_error error = {0};
    if (text == NULL)
      asc_ugi_refuse(session, "position: fen needs a position string");
    else if (asc_position_read(session->rules, text, &position, &error) < 0)
      asc_ugi_refuse_error(session, "position", text, &error);
    else
      (void)position_set(session, &position, rest);
  } else {
    asc_ugi_refuse(session, "position: '%.60s': expected startpos or fen", word == NULL ? "" : word);
  }
}

static void do_uginewgame(asc_ugi_session *session, char *rest) {
  char nothing[] = "";
  if (!asc_ugi_line_done(session, "uginewgame", rest) || !position_set(session, NULL, nothing)) return;
  session->game = 0;
  if (session->player != NULL) asc_player_clear(session->player);
}

/* Where a limit of `go` is kept, or NULL for a word that names none. */
static long long *limit_of(asc_ugi_request *request, const char *word) {
  if (strcmp(word, "movetime") == 0) return &request->movetime;
  if (strcmp(word, "depth") == 0) return &request->depth;
  if (strcmp(word, "nodes") == 0) return &request->nodes;
  int player = word[0] == 'p' ? word[1] - '1' : -1;
  if (player < 0 || player >= ASC_PLAYERS_MAX) return NULL;
  if (strcmp(word + 2, "time") == 0) return &request->time[player];
  if (strcmp(word + 2, "inc") == 0) return &request->increment[player];
  return NULL;
}

static const asc_ugi_request no_limits = {-1, -1, -1, {-1, -1, -1, -1}, {-1, -1, -1, -1}, false, 1, 0, 0, NULL, NULL};

static bool request_read(asc_ugi_session *session, char *rest, asc_ugi_request *request) {
  *request = no_limits;
  for (const char *word; (word = asc_text_word(&rest)) != NULL;) {
    if (strcmp(word, "infinite") == 0) {
      request->infinite = true;
      continue;
    }
    long long *limit = limit_of(request, word);
    if (limit == NULL) {
      asc_ugi_refuse(session, "go: unknown '%.60s'", word);
      return false;
    }
    const char *number = asc_text_word(&rest);
    if (number == NULL || !asc_text_number(number, 0, INT64_MAX, limit)) {
      asc_ugi_refuse(session, "go: %s takes a whole number, not '%.60s'", word, number == NULL ? "" : number);
      return false;
    }
  }
  return true;
}

/* What the options add to a request. */
static void request_complete(asc_ugi_session *session, asc_ugi_request *request) {
  if (request->infinite || session->small) {
    bool infinite = request->infinite;
    *request = no_limits;
    request->infinite = infinite;
  }
  if (session->small) {
    request->nodes = SMALL_NODES;
    request->depth = SMALL_DEPTH;
  }
  request->lines = (int)session->options.numbers[ASC_UGI_MULTIPV];
  if (session->game == 0) session->game = asc_random_next(&session->random);
  request->game = session->game;
  request->seed = asc_random_next(&session->random);
  if (session->tables.ask != NULL) request->damaged = session->host.tables_damaged;
  request->tables = &session->tables;
}

static void do_go(asc_ugi_session *session, char *rest) {
  asc_ugi_request request;
  asc_error error = {0};
  if (!request_read(session, rest, &request)) return;
  asc_ugi_search_end(&session->search);
  int turn = asc_play_turn(session->play);
  bool searches = turn != ASC_NOBODY && turn != ASC_CHANCE;
  if (searches && asc_ugi_player_ready(session, &error) < 0) {
    asc_ugi_refuse(session, "go: %s", error.reason);
    searches = false;
  }
  if (searches) {
    request_complete(session, &request);
    searches = asc_ugi_search_start(&session->search, session->play, session->player, &request);
    if (!searches) asc_ugi_refuse(session, "go: the system gives no thread");
  }
  if (!searches) asc_ugi_say(&session->output, "bestmove none");
  if (session->small) asc_ugi_search_wait(&session->search);
}

static void do_stop(asc_ugi_session *session, char *rest) {
  if (asc_ugi_line_done(session, "stop", rest)) asc_ugi_search_end(&session->search);
}

static void do_quit(asc_ugi_session *session, char *rest) {
  if (asc_ugi_line_done(session, "quit", rest)) asc_ugi_session_end(session);
}

void asc_ugi_session_line(asc_ugi_session *session, char *line) {
  static const struct {
    const char *name;
    void (*run)(asc_ugi_session *session, char *rest);
  } commands[] = {{"ugi", do_ugi},           {"isready", do_isready},       {"setoption", asc_ugi_setoption},
                  {"position", do_position}, {"uginewgame", do_uginewgame}, {"go", do_go},
                  {"stop", do_stop},         {"query", asc_ugi_query},      {"quit", do_quit}};
  const char *word = asc_text_word(&line);
  if (word == NULL) return;
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(commands[i].name, word) != 0) continue;
    commands[i].run(session, line);
    return;
  }
  asc_ugi_refuse(session, "unknown command '%.60s'", word);
}

void asc_ugi_session_too_long(asc_ugi_session *session) { asc_ugi_refuse(session, "the line is too long"); }

void asc_ugi_session_end(asc_ugi_session *session) {
  asc_ugi_search_end(&session->search);
  session->over = true;
}

bool asc_ugi_session_is_over(const asc_ugi_session *session) { return session->over || session->output.refused; }

int asc_ugi_session_open(asc_ugi_session *session, FILE *out, const asc_ugi_host *host, asc_error *error) {
  *session = (asc_ugi_session){.output.file = out};
  if (host != NULL) session->host = *host;
  asc_ugi_search_open(&session->search, &session->output);
  int code = asc_ugi_options_start(session, error);
  if (code >= 0) code = asc_ugi_game_set(session, asc_game_at(0)->id, error);
  if (code < 0) asc_ugi_session_close(session);
  return code;
}

void asc_ugi_session_close(asc_ugi_session *session) {
  asc_ugi_search_close(&session->search);
  asc_player_close(session->player);
  asc_ugi_tables_close(session);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
}
