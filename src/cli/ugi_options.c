/* The command `setoption`, and the player that the options ask for. */
#include "ugi_session.h"

#include "cli.h"
#include "core/text.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

/* What `ugi` tells of a number and setoption keeps to. */
typedef struct ugi_number {
  const char *name;
  long long standard, least, most;
} ugi_number;

enum { SMALL_HASH_MAX = 4 };

static const ugi_number numbers[UGI_NUMBERS] = {
    [UGI_THREADS] = {"Threads", 1, 1, ASC_THREADS_MAX},
    [UGI_HASH] = {"Hash", 64, 1, 65536},
    [UGI_LEVEL] = {"Level", 10, 0, 10},
    [UGI_MULTIPV] = {"MultiPV", 1, 1, 64},
    [UGI_SEED] = {"Seed", 0, 0, INT64_MAX},
};

/* A table larger than the machine's memory would end the program, not be refused by the system. */
static long long number_most(int index) {
  long long most = numbers[index].most, pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (index != UGI_HASH || pages <= 0 || page <= 0) return most;
  long long half = pages / 2 / ((1 << 20) / page);
  return half < most ? half : most;
}

void ugi_options_tell(ugi_session *session) {
  output_line(&session->output, "option name Game type string default %s", asc_game_at(0)->id);
  for (int i = 0; i < UGI_NUMBERS; i++)
    output_line(&session->output, "option name %s type spin default %lld min %lld max %lld", numbers[i].name,
                numbers[i].standard, numbers[i].least, number_most(i));
  output_line(&session->output, "option name Player type string default <empty>");
  output_line(&session->output, "option name Tables type string default <empty>");
}

/* A seed of 0 stands for one from the operating system. */
static int seed_start(long long number, asc_random *random) {
  uint64_t seed = (uint64_t)number;
  int code = seed != 0 ? ASC_OK : asc_random_secret(&seed);
  if (code == ASC_OK) asc_random_seed(random, seed);
  return code;
}

int ugi_options_start(ugi_session *session, asc_error *error) {
  for (int i = 0; i < UGI_NUMBERS; i++) session->options.numbers[i] = numbers[i].standard;
  ugi_tables_start(session);
  int code = seed_start(session->options.numbers[UGI_SEED], &session->random);
  return code < 0 ? asc_fail(error, code, "the system gives no random number to seed with") : ASC_OK;
}

/* The name of the player that the options ask for. What it says itself of threads and table goes before. */
static void player_name(const ugi_session *session, const ugi_options *options, char *name, size_t size) {
  asc_writer writer = asc_writer_over(name, size);
  if (options->player[0] != '\0')
    asc_writer_format(&writer, "%s", options->player);
  else
    asc_writer_format(&writer, "%lld", options->numbers[UGI_LEVEL]);
  long long threads = session->small ? 1 : options->numbers[UGI_THREADS];
  long long hash = session->small ? 1 : options->numbers[UGI_HASH];
  if (strstr(options->player, ",threads=") == NULL) asc_writer_format(&writer, ",threads=%lld", threads);
  if (strstr(options->player, ",hash=") == NULL) asc_writer_format(&writer, ",hash=%lld", hash);
}

int ugi_player_ready(ugi_session *session, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  if (session->player != NULL) return ASC_OK;
  asc_host host = search_host(&session->search);
  player_name(session, &session->options, name, sizeof name);
  int code = asc_player_open(&session->player, session->rules, name, &host, error);
  if (code < 0 || session->tables == NULL) return code;
  asc_oracle oracle = asc_tables_oracle(session->tables);
  asc_player_consult(session->player, &oracle);
  return ASC_OK;
}

void ugi_player_forget(ugi_session *session) {
  search_end(&session->search);
  asc_player_close(session->player);
  session->player = NULL;
}

/* Whether there is such a player, and memory for his table; else the error says why not, of what was typed first. */
static bool player_check(const ugi_session *session, const ugi_options *options, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  asc_player_settings settings;
  if (options->player[0] != '\0' && asc_player_read(&settings, options->player, error) < 0) return false;
  player_name(session, options, name, sizeof name);
  if (asc_player_read(&settings, name, error) < 0) return false;
  long long most = session->small ? SMALL_HASH_MAX : number_most(UGI_HASH);
  if (settings.hash >> 20 <= (size_t)most) return true;
  (void)asc_fail(error, ASC_E_INPUT, "hash is at most %lld", most);
  return false;
}

/* Options that ask for another player, who is opened at once: the memory may not suffice. */
static void options_take(ugi_session *session, const ugi_options *options, const char *value) {
  asc_error error = {0};
  if (!player_check(session, options, &error)) {
    ugi_refuse_error(session, "setoption", value, &error);
    return;
  }
  ugi_options before = session->options;
  ugi_player_forget(session);
  session->options = *options;
  if (ugi_player_ready(session, &error) >= 0) return;
  session->options = before;
  ugi_refuse_error(session, "setoption", value, &error);
}

int ugi_game_set(ugi_session *session, const char *spec, asc_error *error) {
  asc_rules *rules;
  asc_play *play = NULL;
  asc_tables *tables = NULL;
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code;
  code = player_check(session, &session->options, error) ? ASC_OK : ASC_E_INPUT;
  if (code >= 0) code = ugi_tables_open(&tables, rules, session->options.tables, error);
  if (code >= 0) {
    code = asc_play_open(&play, rules, NULL);
    if (code < 0) (void)asc_fail(error, code, "%s", asc_strerror(code));
  }
  if (code < 0) {
    asc_tables_close(tables);
    asc_rules_close(rules);
    return code;
  }
  ugi_player_forget(session);
  asc_tables_close(session->tables);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
  session->play = play;
  session->rules = rules;
  session->tables = tables;
  return ASC_OK;
}

static void seed_set(ugi_session *session, long long seed) {
  asc_random random;
  if (seed_start(seed, &random) < 0) {
    ugi_refuse(session, "setoption: the system gives no random number to seed with");
    return;
  }
  search_end(&session->search);
  session->options.numbers[UGI_SEED] = seed;
  session->random = random;
  session->game = 0;
}

static void number_set(ugi_session *session, int index, const char *value) {
  long long read, least = numbers[index].least, most = number_most(index);
  if (!asc_text_number(value, least, most, &read)) {
    ugi_refuse(session, "setoption: %s takes a whole number from %lld to %lld, not '%.60s'", numbers[index].name, least,
               most, value);
    return;
  }
  if (index == UGI_SEED) {
    seed_set(session, read);
    return;
  }
  ugi_options options = session->options;
  options.numbers[index] = read;
  if (index == UGI_LEVEL) options.player[0] = '\0';
  if (index != UGI_MULTIPV) {
    options_take(session, &options, value);
    return;
  }
  search_end(&session->search);
  session->options = options;
}

static void player_set(ugi_session *session, const char *value) {
  ugi_options options = session->options;
  if (strlen(value) >= sizeof options.player) {
    ugi_refuse(session, "setoption: '%.60s' is too long for a player", value);
    return;
  }
  (void)snprintf(options.player, sizeof options.player, "%s", strcmp(value, "<empty>") == 0 ? "" : value);
  options_take(session, &options, value);
}

static void option_set(ugi_session *session, const char *name, const char *value) {
  asc_error error = {0};
  if (strcasecmp(name, "Game") == 0) {
    if (ugi_game_set(session, value, &error) < 0) ugi_refuse_error(session, "setoption", value, &error);
    return;
  }
  if (strcasecmp(name, "Player") == 0) {
    player_set(session, value);
    return;
  }
  for (int i = 0; i < UGI_NUMBERS; i++) {
    if (strcasecmp(name, numbers[i].name) != 0) continue;
    number_set(session, i, value);
    return;
  }
  ugi_refuse(session, "setoption: unknown option '%.60s'", name);
}

/* The rest of a line without the blanks around it. */
static const char *rest_trimmed(char *rest) {
  rest += strspn(rest, " \t");
  size_t length = strlen(rest);
  while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) rest[--length] = '\0';
  return rest;
}

void ugi_setoption(ugi_session *session, char *rest) {
  const char *word = asc_text_word(&rest), *name = asc_text_word(&rest), *value_word = asc_text_word(&rest);
  if (word == NULL || strcmp(word, "name") != 0 || value_word == NULL || strcmp(value_word, "value") != 0) {
    ugi_refuse(session, "setoption: write setoption name NAME value VALUE");
    return;
  }
  if (strcasecmp(name, "Tables") == 0) { /* a folder may have blanks in its name */
    ugi_tables_set(session, rest_trimmed(rest));
    return;
  }
  const char *value = asc_text_word(&rest);
  if (value == NULL) value = "";
  if (ugi_line_done(session, "setoption", rest)) option_set(session, name, value);
}
