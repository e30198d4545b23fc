#include "ugi_session.h"

#include "cli.h"
#include "core/text.h"
#include "line.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The options that are numbers, with the bounds that `ugi` tells and setoption keeps. */
typedef struct ugi_number {
  const char *name;
  long long standard, least, most;
} ugi_number;

static const ugi_number numbers[UGI_NUMBERS] = {
    [UGI_THREADS] = {"Threads", 1, 1, 256},       [UGI_HASH] = {"Hash", 16, 1, 65536},
    [UGI_LEVEL] = {"Level", 0, 0, ASC_LEVEL_MAX}, [UGI_MULTIPV] = {"MultiPV", 1, 1, 64},
    [UGI_SEED] = {"Seed", 0, 0, INT64_MAX},
};

/* A whole line, at once: who drives an engine waits for it. */
static void say(ugi_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(ugi_session *session, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vfprintf(session->out, format, args);
  va_end(args);
  fputc('\n', session->out);
  if (fflush(session->out) != 0) session->over = true;
}

static void refuse(ugi_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(ugi_session *session, const char *format, ...) {
  char reason[ASC_REASON_MAX + 2 * ASC_CULPRIT_MAX + 64];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  line_clean(reason, strlen(reason)); /* a token that was cut short may end inside a character */
  say(session, "info string error %s", reason);
}

static void refuse_error(ugi_session *session, const char *what, const char *culprit, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(error, line, sizeof line);
  if (error->token[0] != '\0')
    refuse(session, "%s: %s", what, line);
  else
    refuse(session, "%s: '%.60s': %s", what, culprit, line);
}

/* Whether nothing is left on the line; else says so. */
static bool line_done(ugi_session *session, const char *command, char *rest) {
  const char *word = line_word(&rest);
  if (word != NULL) refuse(session, "%s: unexpected '%.60s'", command, word);
  return word == NULL;
}

static void search_end(ugi_session *session) {
  if (!session->search.running) return;
  session->search.running = false;
  char text[256], move[ASC_TOKEN_MAX];
  search_write(&session->search, text, sizeof text);
  say(session, "info %s", text);
  asc_move_write(session->search.rules, &session->search.position, session->search.move, move);
  say(session, "bestmove %s", move);
}

/* A seed of 0 stands for one from the operating system. */
static int seed_start(long long number, asc_random *random) {
  uint64_t seed = (uint64_t)number;
  int code = seed != 0 ? ASC_OK : asc_random_secret(&seed);
  if (code == ASC_OK) asc_random_seed(random, seed);
  return code;
}

static const char *const queries[] = {"gameover", "turn",   "p1turn",     "p2turn",   "p3turn", "p4turn",
                                      "result",   "points", "legalmoves", "position", "hash"};
enum { QUERIES = sizeof queries / sizeof queries[0] };

static void do_ugi(ugi_session *session, char *rest) {
  if (!line_done(session, "ugi", rest)) return;
  say(session, "id name Ascona %s", ASC_VERSION);
  say(session, "id author the Ascona authors");
  say(session, "option name Game type string default %s", asc_game_at(0)->id);
  for (int i = 0; i < UGI_NUMBERS; i++)
    say(session, "option name %s type spin default %lld min %lld max %lld", numbers[i].name, numbers[i].standard,
        numbers[i].least, numbers[i].most);
  for (int i = 0; i < QUERIES; i++) say(session, "info string extension query %s", queries[i]);
  for (int player = 1; player <= ASC_PLAYERS_MAX; player++)
    say(session, "info string extension go p%dtime p%dinc", player, player);
  say(session, "info string extension info score exact lower upper estimate");
  say(session, "ugiok");
}

static void do_isready(ugi_session *session, char *rest) {
  if (line_done(session, "isready", rest)) say(session, "readyok");
}

static int game_set(ugi_session *session, const char *spec, asc_error *error) {
  asc_rules *rules;
  asc_play *play;
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code;
  code = asc_play_open(&play, rules, NULL);
  if (code < 0) {
    asc_rules_close(rules);
    return asc_fail(error, code, "%s", asc_strerror(code));
  }
  search_end(session);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
  session->play = play;
  session->rules = rules;
  return ASC_OK;
}

static void number_set(ugi_session *session, int index, const char *value) {
  const ugi_number *number = &numbers[index];
  long long read;
  if (!cli_number(value, number->least, number->most, &read)) {
    refuse(session, "setoption: %s takes a whole number from %lld to %lld, not '%.60s'", number->name, number->least,
           number->most, value);
    return;
  }
  asc_random random = session->random;
  if (index == UGI_SEED && seed_start(read, &random) < 0) {
    refuse(session, "setoption: the system gives no random number to seed with");
    return;
  }
  search_end(session);
  session->numbers[index] = read;
  session->random = random;
}

static void do_setoption(ugi_session *session, char *rest) {
  const char *word = line_word(&rest), *name = line_word(&rest), *value_word = line_word(&rest);
  if (word == NULL || strcmp(word, "name") != 0 || value_word == NULL || strcmp(value_word, "value") != 0) {
    refuse(session, "setoption: write setoption name NAME value VALUE");
    return;
  }
  const char *value = line_word(&rest);
  if (value == NULL) value = "";
  if (!line_done(session, "setoption", rest)) return;
  if (strcasecmp(name, "Game") == 0) {
    asc_error error = {0};
    if (game_set(session, value, &error) < 0) refuse_error(session, "setoption", value, &error);
    return;
  }
  for (int i = 0; i < UGI_NUMBERS; i++) {
    if (strcasecmp(name, numbers[i].name) != 0) continue;
    number_set(session, i, value);
    return;
  }
  refuse(session, "setoption: unknown option '%.60s'", name);
}

static void position_set(ugi_session *session, const void *position, char *moves) {
  asc_play *play;
  int code = asc_play_open(&play, session->rules, position);
  if (code < 0) {
    refuse(session, "position: %s", asc_strerror(code));
    return;
  }
  const char *word = line_word(&moves);
  bool good = word == NULL || strcmp(word, "moves") == 0;
  if (!good) refuse(session, "position: '%.60s': expected moves", word);
  for (int number = 1; good && (word = line_word(&moves)) != NULL; number++) {
    asc_error error = {0};
    good = asc_play_token(play, word, &error) >= 0;
    if (!good) refuse(session, "position: move %d, '%.60s': %s", number, word, error.reason);
  }
  if (!good) {
    asc_play_close(play);
    return;
  }
  search_end(session);
  asc_play_close(session->play);
  session->play = play;
}

static void do_position(ugi_session *session, char *rest) {
  const char *word = line_word(&rest);
  if (word != NULL && strcmp(word, "startpos") == 0) {
    position_set(session, NULL, rest);
  } else if (word != NULL && strcmp(word, "fen") == 0) {
    const char *text = line_word(&rest);
    asc_position position;
    asc_error error = {0};
    if (text == NULL)
      refuse(session, "position: fen needs a position string");
    else if (asc_position_read(session->rules, text, &position, &error) < 0)
      refuse_error(session, "position", text, &error);
    else
      position_set(session, &position, rest);
  } else {
    refuse(session, "position: '%.60s': expected startpos or fen", word == NULL ? "" : word);
  }
}

static void do_uginewgame(ugi_session *session, char *rest) {
  if (!line_done(session, "uginewgame", rest)) return;
  char nothing[] = "";
  position_set(session, NULL, nothing);
}

/* Where a limit of `go` is kept, or NULL for a word that names none. */
static long long *limit_of(search_limits *limits, const char *word) {
  if (strcmp(word, "movetime") == 0) return &limits->movetime;
  if (strcmp(word, "depth") == 0) return &limits->depth;
  if (strcmp(word, "nodes") == 0) return &limits->nodes;
  int player = word[0] == 'p' ? word[1] - '1' : -1;
  if (player < 0 || player >= ASC_PLAYERS_MAX) return NULL;
  if (strcmp(word + 2, "time") == 0) return &limits->time[player];
  if (strcmp(word + 2, "inc") == 0) return &limits->increment[player];
  return NULL;
}

static bool limits_read(ugi_session *session, char *rest, search_limits *limits) {
  *limits = (search_limits){-1, -1, -1, {-1, -1, -1, -1}, {-1, -1, -1, -1}, false};
  for (const char *word; (word = line_word(&rest)) != NULL;) {
    if (strcmp(word, "infinite") == 0) {
      limits->infinite = true;
      continue;
    }
    long long *limit = limit_of(limits, word);
    if (limit == NULL) {
      refuse(session, "go: unknown '%.60s'", word);
      return false;
    }
    const char *number = line_word(&rest);
    if (number == NULL || !cli_number(number, 0, INT64_MAX, limit)) {
      refuse(session, "go: %s takes a whole number, not '%.60s'", word, number == NULL ? "" : number);
      return false;
    }
  }
  return true;
}

static void do_go(ugi_session *session, char *rest) {
  search_limits limits;
  if (!limits_read(session, rest, &limits)) return;
  search_end(session);
  int turn = asc_play_turn(session->play);
  if (turn == ASC_NOBODY || turn == ASC_CHANCE)
    say(session, "bestmove none");
  else
    search_start(&session->search, session->play, &limits, &session->random);
}

static void do_stop(ugi_session *session, char *rest) {
  if (line_done(session, "stop", rest)) search_end(session);
}

static void query_points(ugi_session *session) {
  asc_outcome outcome = {0};
  (void)asc_play_outcome(session->play, &outcome);
  fputs("response", session->out);
  for (int i = 0; i < session->rules->players; i++) {
    char points[16];
    asc_points_write(outcome.points[i], points);
    fprintf(session->out, " %s", points);
  }
  say(session, "%s", "");
}

static void query_legalmoves(ugi_session *session) {
  int count;
  cli_token *tokens = cli_legal_tokens(session->play, &count);
  if (tokens == NULL) {
    refuse(session, "query: out of memory");
    return;
  }
  fputs("response", session->out);
  for (int i = 0; i < count; i++) fprintf(session->out, " %s", tokens[i].text);
  say(session, "%s", "");
  free(tokens);
}

static void query_turn(ugi_session *session) {
  int turn = asc_play_turn(session->play);
  if (turn == ASC_NOBODY)
    say(session, "response none");
  else if (turn == ASC_CHANCE)
    say(session, "response chance");
  else
    say(session, "response %d", turn);
}

static void query_answer(ugi_session *session, const char *what) {
  const void *position = asc_play_position(session->play);
  asc_outcome outcome = {0};
  bool over = asc_play_outcome(session->play, &outcome);
  if (strcmp(what, "gameover") == 0) {
    say(session, "response %s", over ? "true" : "false");
  } else if (strcmp(what, "turn") == 0) {
    query_turn(session);
  } else if (strcmp(what + 2, "turn") == 0) {
    say(session, "response %s", asc_play_turn(session->play) == what[1] - '0' ? "true" : "false");
  } else if (strcmp(what, "result") == 0) {
    say(session, "response %s", asc_outcome_word(session->rules, over, &outcome));
  } else if (strcmp(what, "points") == 0) {
    query_points(session);
  } else if (strcmp(what, "legalmoves") == 0) {
    query_legalmoves(session);
  } else if (strcmp(what, "position") == 0) {
    char text[ASC_TEXT_MAX];
    (void)asc_position_write(session->rules, position, text, sizeof text);
    say(session, "response %s", text);
  } else {
    say(session, "response %016llx", (unsigned long long)asc_position_hash(session->rules, position));
  }
}

static void do_query(ugi_session *session, char *rest) {
  const char *what = line_word(&rest);
  if (what == NULL) {
    refuse(session, "query: say what");
    return;
  }
  if (!line_done(session, "query", rest)) return;
  for (int i = 0; i < QUERIES; i++) {
    if (strcmp(queries[i], what) != 0) continue;
    query_answer(session, what);
    return;
  }
  refuse(session, "query: unknown '%.60s'", what);
}

static void do_quit(ugi_session *session, char *rest) {
  if (line_done(session, "quit", rest)) ugi_session_end(session);
}

void ugi_session_line(ugi_session *session, char *line) {
  static const struct {
    const char *name;
    void (*run)(ugi_session *session, char *rest);
  } commands[] = {
      {"ugi", do_ugi},           {"isready", do_isready}, {"setoption", do_setoption}, {"uginewgame", do_uginewgame},
      {"position", do_position}, {"go", do_go},           {"stop", do_stop},           {"query", do_query},
      {"quit", do_quit}};
  const char *word = line_word(&line);
  if (word == NULL) return;
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(commands[i].name, word) != 0) continue;
    commands[i].run(session, line);
    return;
  }
  refuse(session, "unknown command '%.60s'", word);
}

void ugi_session_too_long(ugi_session *session) { refuse(session, "the line is too long"); }

void ugi_session_work(ugi_session *session) {
  char text[256];
  if (!session->search.running) return;
  if (!search_slice(&session->search)) {
    search_end(session);
  } else if (search_report_due(&session->search)) {
    search_write(&session->search, text, sizeof text);
    say(session, "info %s", text);
  }
}

void ugi_session_end(ugi_session *session) {
  search_end(session);
  session->over = true;
}

int ugi_session_open(ugi_session *session, FILE *out, asc_error *error) {
  *session = (ugi_session){.out = out};
  for (int i = 0; i < UGI_NUMBERS; i++) session->numbers[i] = numbers[i].standard;
  int code = seed_start(session->numbers[UGI_SEED], &session->random);
  if (code < 0) return asc_fail(error, code, "the system gives no random number to seed with");
  return game_set(session, asc_game_at(0)->id, error);
}

void ugi_session_close(ugi_session *session) {
  asc_play_close(session->play);
  asc_rules_close(session->rules);
}
