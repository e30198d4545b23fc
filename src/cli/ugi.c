/* `ascona ugi`: the Universal Game Interface, for programs that drive the engine. docs/ugi.md describes it.

   One loop does everything: a slice of the running search if there is one, then a line of input if there is one. There
   is always a position, and a command that is refused leaves everything as it was. A command that would change what a
   search rests on ends that search first, with its `bestmove`. */
#include "cli.h"

#include "line.h"
#include "ugi_search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char ugi_summary[] = "the engine protocol, for other programs";
const char ugi_help[] =
    "usage: ascona ugi\n"
    "\n"
    "Speaks the Universal Game Interface on stdin and stdout, a line a command:\n"
    "\n"
    "  ugi                                   name, options and extensions, then ugiok\n"
    "  isready                               readyok, also during a search\n"
    "  setoption name NAME value VALUE       Game, Threads, Hash, Level, MultiPV, Seed\n"
    "  uginewgame                            back to the start of the game\n"
    "  position startpos [moves M…]          a game from its start\n"
    "  position fen P [moves M…]             a game from a position string\n"
    "  go [movetime MS] [depth N] [nodes N] [p1time MS] [p1inc MS] … [infinite]\n"
    "  stop                                  the search ends with its bestmove\n"
    "  query WHAT                            gameover, turn, p1turn … p4turn, result, points, legalmoves,\n"
    "                                        position, hash\n"
    "  quit\n"
    "\n"
    "What is refused gets a line `info string error …` and changes nothing.\n"
    "\n"
    "examples:\n"
    "  printf 'position startpos moves b2 b4\\nquery legalmoves\\nquit\\n' | ascona ugi\n"
    "  printf 'setoption name Game value kulami:level=3\\ngo\\n' | ascona ugi\n";

enum { LINE_SIZE = 1 << 20 }; /* the longest game of any of the games as one `position` line fits with room to spare */

/* The options that are numbers, with the bounds that `ugi` tells and setoption keeps. */
enum { THREADS, HASH, LEVEL, MULTIPV, SEED, NUMBERS };

typedef struct ugi_number {
  const char *name;
  long long standard, least, most;
} ugi_number;

static const ugi_number numbers[NUMBERS] = {
    [THREADS] = {"Threads", 1, 1, 256}, [HASH] = {"Hash", 16, 1, 65536},    [LEVEL] = {"Level", 0, 0, ASC_LEVEL_MAX},
    [MULTIPV] = {"MultiPV", 1, 1, 64},  [SEED] = {"Seed", 0, 0, INT64_MAX},
};

typedef struct ugi_state {
  asc_rules *rules;
  asc_play *play;
  long long numbers[NUMBERS];
  asc_random random; /* the choices of level 0 */
  ugi_search search;
  bool left; /* quit, or nobody listens */
} ugi_state;

/* A whole line, at once: who drives an engine waits for it. */
static void say(ugi_state *ugi, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(ugi_state *ugi, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vprintf(format, args);
  va_end(args);
  putchar('\n');
  if (fflush(stdout) != 0) ugi->left = true;
}

static void refuse(ugi_state *ugi, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(ugi_state *ugi, const char *format, ...) {
  char reason[ASC_REASON_MAX + 2 * ASC_CULPRIT_MAX + 64];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  line_clean(reason, strlen(reason)); /* a token that was cut short may end inside a character */
  say(ugi, "info string error %s", reason);
}

static void refuse_error(ugi_state *ugi, const char *what, const char *culprit, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(error, line, sizeof line);
  if (error->token[0] != '\0')
    refuse(ugi, "%s: %s", what, line);
  else
    refuse(ugi, "%s: '%.60s': %s", what, culprit, line);
}

/* Whether nothing is left on the line; else says so. */
static bool line_done(ugi_state *ugi, const char *command, char *rest) {
  const char *word = line_word(&rest);
  if (word != NULL) refuse(ugi, "%s: unexpected '%.60s'", command, word);
  return word == NULL;
}

static void search_end(ugi_state *ugi) {
  if (!ugi->search.running) return;
  ugi->search.running = false;
  char text[256], move[ASC_TOKEN_MAX];
  search_write(&ugi->search, text, sizeof text);
  say(ugi, "info %s", text);
  asc_move_write(ugi->search.rules, &ugi->search.position, ugi->search.move, move);
  say(ugi, "bestmove %s", move);
}

/* A seed of 0 stands for one from the operating system. */
static int seed_start(ugi_state *ugi) {
  uint64_t seed = (uint64_t)ugi->numbers[SEED];
  int code = seed != 0 ? ASC_OK : asc_random_secret(&seed);
  asc_random_seed(&ugi->random, seed);
  return code;
}

static const char *const queries[] = {"gameover", "turn",   "p1turn",     "p2turn",   "p3turn", "p4turn",
                                      "result",   "points", "legalmoves", "position", "hash"};
enum { QUERIES = sizeof queries / sizeof queries[0] };

static void do_ugi(ugi_state *ugi, char *rest) {
  if (!line_done(ugi, "ugi", rest)) return;
  say(ugi, "id name Ascona %s", ASC_VERSION);
  say(ugi, "id author the Ascona authors");
  say(ugi, "option name Game type string default %s", asc_game_at(0)->id);
  for (int i = 0; i < NUMBERS; i++)
    say(ugi, "option name %s type spin default %lld min %lld max %lld", numbers[i].name, numbers[i].standard,
        numbers[i].least, numbers[i].most);
  for (int i = 0; i < QUERIES; i++) say(ugi, "info string extension query %s", queries[i]);
  for (int player = 1; player <= ASC_PLAYERS_MAX; player++)
    say(ugi, "info string extension go p%dtime p%dinc", player, player);
  say(ugi, "info string extension info score exact lower upper estimate");
  say(ugi, "ugiok");
}

static void do_isready(ugi_state *ugi, char *rest) {
  if (line_done(ugi, "isready", rest)) say(ugi, "readyok");
}

/* Takes over a game that was set up; the old one goes. */
static void play_replace(ugi_state *ugi, asc_play *play) {
  asc_play_close(ugi->play);
  ugi->play = play;
}

static int game_set(ugi_state *ugi, const char *spec, asc_error *error) {
  asc_rules *rules;
  asc_play *play;
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code;
  code = asc_play_open(&play, rules, NULL);
  if (code < 0) {
    (void)snprintf(error->reason, sizeof error->reason, "%s", asc_strerror(code));
    asc_rules_close(rules);
    return code;
  }
  play_replace(ugi, play);
  asc_rules_close(ugi->rules);
  ugi->rules = rules;
  return ASC_OK;
}

static void number_set(ugi_state *ugi, int index, const char *value) {
  const ugi_number *number = &numbers[index];
  long long read;
  if (!cli_number(value, number->least, number->most, &read)) {
    refuse(ugi, "setoption: %s takes a whole number from %lld to %lld, not '%.60s'", number->name, number->least,
           number->most, value);
    return;
  }
  ugi->numbers[index] = read;
  if (index == SEED && seed_start(ugi) < 0) refuse(ugi, "setoption: the system gives no random number to seed with");
}

static void do_setoption(ugi_state *ugi, char *rest) {
  const char *word = line_word(&rest), *name = line_word(&rest), *value_word = line_word(&rest);
  if (word == NULL || strcmp(word, "name") != 0 || value_word == NULL || strcmp(value_word, "value") != 0) {
    refuse(ugi, "setoption: write setoption name NAME value VALUE");
    return;
  }
  const char *value = line_word(&rest);
  if (value == NULL) value = "";
  if (!line_done(ugi, "setoption", rest)) return;
  if (strcasecmp(name, "Game") == 0) {
    asc_error error = {0};
    search_end(ugi);
    if (game_set(ugi, value, &error) < 0) refuse_error(ugi, "setoption", value, &error);
    return;
  }
  for (int i = 0; i < NUMBERS; i++) {
    if (strcasecmp(name, numbers[i].name) != 0) continue;
    search_end(ugi);
    number_set(ugi, i, value);
    return;
  }
  refuse(ugi, "setoption: unknown option '%.60s'", name);
}

static void position_set(ugi_state *ugi, const void *position, char *moves) {
  asc_play *play;
  int code = asc_play_open(&play, ugi->rules, position);
  if (code < 0) {
    refuse(ugi, "position: %s", asc_strerror(code));
    return;
  }
  const char *word = line_word(&moves);
  bool good = word == NULL || strcmp(word, "moves") == 0;
  if (!good) refuse(ugi, "position: '%.60s': expected moves", word);
  for (int number = 1; good && (word = line_word(&moves)) != NULL; number++) {
    asc_error error = {0};
    good = asc_play_token(play, word, &error) >= 0;
    if (!good) refuse(ugi, "position: move %d, '%.60s': %s", number, word, error.reason);
  }
  if (good)
    play_replace(ugi, play);
  else
    asc_play_close(play);
}

static void do_position(ugi_state *ugi, char *rest) {
  const char *word = line_word(&rest);
  if (word != NULL && strcmp(word, "startpos") == 0) {
    search_end(ugi);
    position_set(ugi, NULL, rest);
  } else if (word != NULL && strcmp(word, "fen") == 0) {
    const char *text = line_word(&rest);
    asc_position position;
    asc_error error = {0};
    search_end(ugi);
    if (text == NULL)
      refuse(ugi, "position: fen needs a position string");
    else if (asc_position_read(ugi->rules, text, &position, &error) < 0)
      refuse_error(ugi, "position", text, &error);
    else
      position_set(ugi, &position, rest);
  } else {
    refuse(ugi, "position: '%.60s': expected startpos or fen", word == NULL ? "" : word);
  }
}

static void do_uginewgame(ugi_state *ugi, char *rest) {
  if (!line_done(ugi, "uginewgame", rest)) return;
  char nothing[] = "";
  search_end(ugi);
  position_set(ugi, NULL, nothing);
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

static bool limits_read(ugi_state *ugi, char *rest, search_limits *limits) {
  *limits = (search_limits){-1, -1, -1, {-1, -1, -1, -1}, {-1, -1, -1, -1}, false};
  for (const char *word; (word = line_word(&rest)) != NULL;) {
    if (strcmp(word, "infinite") == 0) {
      limits->infinite = true;
      continue;
    }
    long long *limit = limit_of(limits, word);
    if (limit == NULL) {
      refuse(ugi, "go: unknown '%.60s'", word);
      return false;
    }
    const char *number = line_word(&rest);
    if (number == NULL || !cli_number(number, 0, INT64_MAX, limit)) {
      refuse(ugi, "go: %s takes a whole number, not '%.60s'", word, number == NULL ? "" : number);
      return false;
    }
  }
  return true;
}

static void do_go(ugi_state *ugi, char *rest) {
  search_limits limits;
  search_end(ugi);
  if (!limits_read(ugi, rest, &limits)) return;
  int turn = asc_play_turn(ugi->play);
  if (turn == ASC_NOBODY || turn == ASC_CHANCE)
    say(ugi, "bestmove none");
  else
    search_start(&ugi->search, ugi->play, &limits, &ugi->random);
}

static void do_stop(ugi_state *ugi, char *rest) {
  if (line_done(ugi, "stop", rest)) search_end(ugi);
}

static void query_points(ugi_state *ugi) {
  asc_outcome outcome = {0};
  (void)asc_play_outcome(ugi->play, &outcome);
  fputs("response", stdout);
  for (int i = 0; i < ugi->rules->players; i++) {
    char points[16];
    asc_points_write(outcome.points[i], points);
    printf(" %s", points);
  }
  say(ugi, "%s", "");
}

static void query_legalmoves(ugi_state *ugi) {
  int count;
  cli_token *tokens = cli_legal_tokens(ugi->play, &count);
  if (tokens == NULL) {
    refuse(ugi, "query: out of memory");
    return;
  }
  fputs("response", stdout);
  for (int i = 0; i < count; i++) printf(" %s", tokens[i].text);
  say(ugi, "%s", "");
  free(tokens);
}

static void query_turn(ugi_state *ugi) {
  int turn = asc_play_turn(ugi->play);
  if (turn == ASC_NOBODY)
    say(ugi, "response none");
  else if (turn == ASC_CHANCE)
    say(ugi, "response chance");
  else
    say(ugi, "response %d", turn);
}

static void query_answer(ugi_state *ugi, const char *what) {
  const void *position = asc_play_position(ugi->play);
  asc_outcome outcome = {0};
  bool over = asc_play_outcome(ugi->play, &outcome);
  if (strcmp(what, "gameover") == 0) {
    say(ugi, "response %s", over ? "true" : "false");
  } else if (strcmp(what, "turn") == 0) {
    query_turn(ugi);
  } else if (strcmp(what + 2, "turn") == 0) {
    say(ugi, "response %s", asc_play_turn(ugi->play) == what[1] - '0' ? "true" : "false");
  } else if (strcmp(what, "result") == 0) {
    say(ugi, "response %s", asc_outcome_word(ugi->rules, over, &outcome));
  } else if (strcmp(what, "points") == 0) {
    query_points(ugi);
  } else if (strcmp(what, "legalmoves") == 0) {
    query_legalmoves(ugi);
  } else if (strcmp(what, "position") == 0) {
    char text[ASC_TEXT_MAX];
    (void)asc_position_write(ugi->rules, position, text, sizeof text);
    say(ugi, "response %s", text);
  } else {
    say(ugi, "response %016llx", (unsigned long long)asc_position_hash(ugi->rules, position));
  }
}

static void do_query(ugi_state *ugi, char *rest) {
  const char *what = line_word(&rest);
  if (what == NULL) {
    refuse(ugi, "query: say what");
    return;
  }
  if (!line_done(ugi, "query", rest)) return;
  for (int i = 0; i < QUERIES; i++) {
    if (strcmp(queries[i], what) != 0) continue;
    query_answer(ugi, what);
    return;
  }
  refuse(ugi, "query: unknown '%.60s'", what);
}

static void do_quit(ugi_state *ugi, char *rest) {
  if (!line_done(ugi, "quit", rest)) return;
  search_end(ugi);
  ugi->left = true;
}

static void command_run(ugi_state *ugi, char *line) {
  static const struct {
    const char *name;
    void (*run)(ugi_state *ugi, char *rest);
  } commands[] = {
      {"ugi", do_ugi},           {"isready", do_isready}, {"setoption", do_setoption}, {"uginewgame", do_uginewgame},
      {"position", do_position}, {"go", do_go},           {"stop", do_stop},           {"query", do_query},
      {"quit", do_quit}};
  const char *word = line_word(&line);
  if (word == NULL) return;
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(commands[i].name, word) != 0) continue;
    commands[i].run(ugi, line);
    return;
  }
  refuse(ugi, "unknown command '%.60s'", word);
}

static void search_work(ugi_state *ugi) {
  char text[256];
  if (!search_slice(&ugi->search)) {
    search_end(ugi);
  } else if (search_report_due(&ugi->search)) {
    search_write(&ugi->search, text, sizeof text);
    say(ugi, "info %s", text);
  }
}

static void loop(ugi_state *ugi) {
  static char buffer[LINE_SIZE];
  line_reader input = line_reader_over(STDIN_FILENO, buffer, sizeof buffer);
  while (!ugi->left) {
    if (ugi->search.running) search_work(ugi);
    char *line;
    switch (line_next(&input, !ugi->search.running, &line)) {
    case LINE_READ: command_run(ugi, line); break;
    case LINE_TOO_LONG: refuse(ugi, "the line is too long"); break;
    case LINE_NONE: break;
    case LINE_ENDED:
      search_end(ugi);
      ugi->left = true;
      break;
    }
  }
}

int ugi_run(int argc, char **argv) {
  const cli_option options[] = {{0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  ugi_state ugi = {0};
  for (int i = 0; i < NUMBERS; i++) ugi.numbers[i] = numbers[i].standard;
  asc_error error = {0};
  int code = seed_start(&ugi);
  if (code < 0) return cli_fail(code, "ugi", "the system gives no random number to seed with");
  code = game_set(&ugi, asc_game_at(0)->id, &error);
  if (code < 0) return cli_fail_error(code, "ugi", &error);
  loop(&ugi);
  asc_play_close(ugi.play);
  asc_rules_close(ugi.rules);
  return cli_finish(CLI_OK);
}
