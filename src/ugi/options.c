/* The command `setoption`, and the player and the tables that the options ask for. */
#include "session.h"

#include "core/text.h"
#include "engine/common/pages.h"

#include <string.h>
#include <strings.h>

/* What `ugi` tells of a number and setoption keeps to. */
typedef struct option_number {
  const char *name;
  long long standard, least, most;
} option_number;

enum { SMALL_HASH_MAX = 4 };

static const option_number numbers[ASC_UGI_NUMBERS] = {
    [ASC_UGI_THREADS] = {"Threads", 1, 1, ASC_THREADS_MAX},
    [ASC_UGI_HASH] = {"Hash", 64, 1, 65536},
    [ASC_UGI_LEVEL] = {"Level", 10, 0, 10},
    [ASC_UGI_MULTIPV] = {"MultiPV", 1, 1, 64},
    [ASC_UGI_SEED] = {"Seed", 0, 0, INT64_MAX},
};

static long long number_most(int index) {
  long long most = numbers[index].most, memory = asc_pages_most();
  return index == ASC_UGI_HASH && memory < most ? memory : most;
}

void asc_ugi_options_tell(asc_ugi_session *session) {
  asc_ugi_say(&session->output, "option name Game type string default %s", asc_game_at(0)->id);
  for (int i = 0; i < ASC_UGI_NUMBERS; i++)
    asc_ugi_say(&session->output, "option name %s type spin default %lld min %lld max %lld", numbers[i].name,
                numbers[i].standard, numbers[i].least, number_most(i));
  asc_ugi_say(&session->output, "option name Player type string default <empty>");
  asc_ugi_say(&session->output, "option name Tables type string default <empty>");
}

/* A seed of 0 stands for one from the operating system. */
static int seed_start(long long number, asc_random *random) {
  uint64_t seed = (uint64_t)number;
  int code = seed != 0 ? ASC_OK : asc_random_secret(&seed);
  if (code == ASC_OK) asc_random_seed(random, seed);
  return code;
}

int asc_ugi_options_start(asc_ugi_session *session, asc_error *error) {
  for (int i = 0; i < ASC_UGI_NUMBERS; i++) session->options.numbers[i] = numbers[i].standard;
  if (session->host.folder != NULL)
    (void)snprintf(session->options.tables, sizeof session->options.tables, "%s", session->host.folder);
  int code = seed_start(session->options.numbers[ASC_UGI_SEED], &session->random);
  return code < 0 ? asc_fail(error, code, "the system gives no random number to seed with") : ASC_OK;
}

/* The name of the player that the options ask for. What it says itself of threads and table goes before. */
static void player_name(const asc_ugi_session *session, const asc_ugi_options *options, char *name, size_t size) {
  asc_writer writer = asc_writer_over(name, size);
  if (options->player[0] != '\0')
    asc_writer_format(&writer, "%s", options->player);
  else
    asc_writer_format(&writer, "%lld", options->numbers[ASC_UGI_LEVEL]);
  long long threads = session->small ? 1 : options->numbers[ASC_UGI_THREADS];
  long long hash = session->small ? 1 : options->numbers[ASC_UGI_HASH];
  if (strstr(options->player, ",threads=") == NULL) asc_writer_format(&writer, ",threads=%lld", threads);
  if (strstr(options->player, ",hash=") == NULL) asc_writer_format(&writer, ",hash=%lld", hash);
}

int asc_ugi_player_ready(asc_ugi_session *session, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  if (session->player != NULL) return ASC_OK;
  asc_host host = asc_ugi_search_host(&session->search);
  player_name(session, &session->options, name, sizeof name);
  int code = asc_player_open(&session->player, session->rules, name, &host, error);
  if (code >= 0 && session->tables.ask != NULL) asc_player_consult(session->player, &session->tables);
  return code;
}

static void player_forget(asc_ugi_session *session) {
  asc_ugi_search_end(&session->search);
  asc_player_close(session->player);
  session->player = NULL;
}

/* Whether there is such a player, and memory for his table; else the error says why not, of what was typed first. */
static bool player_check(const asc_ugi_session *session, const asc_ugi_options *options, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  asc_player_settings settings;
  if (options->player[0] != '\0' && asc_player_read(&settings, options->player, error) < 0) return false;
  player_name(session, options, name, sizeof name);
  if (asc_player_read(&settings, name, error) < 0) return false;
  long long most = session->small ? SMALL_HASH_MAX : number_most(ASC_UGI_HASH);
  if (settings.hash >> 20 <= (size_t)most) return true;
  (void)asc_fail(error, ASC_E_INPUT, "hash is at most %lld", most);
  return false;
}

/* Options that ask for another player, who is opened at once: the memory may not suffice. */
static void options_take(asc_ugi_session *session, const asc_ugi_options *options, const char *value) {
  asc_error error = {0};
  if (!player_check(session, options, &error)) {
    asc_ugi_refuse_error(session, "setoption", value, &error);
    return;
  }
  asc_ugi_options before = session->options;
  player_forget(session);
  session->options = *options;
  if (asc_ugi_player_ready(session, &error) >= 0) return;
  session->options = before;
  asc_ugi_refuse_error(session, "setoption", value, &error);
}

/* None for a folder that is "". */
static int tables_open(const asc_ugi_session *session, const asc_rules *rules, const char *folder, asc_oracle *tables,
                       asc_error *error) {
  *tables = (asc_oracle){0};
  return *folder == '\0' ? ASC_OK : session->host.tables_open(tables, rules, folder, error);
}

void asc_ugi_tables_close(asc_ugi_session *session) {
  if (session->tables.ask != NULL) session->host.tables_close(&session->tables);
  session->tables = (asc_oracle){0};
}

int asc_ugi_game_set(asc_ugi_session *session, const char *spec, asc_error *error) {
  asc_rules *rules;
  asc_play *play = NULL;
  asc_oracle tables = {0};
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code;
  code = player_check(session, &session->options, error) ? ASC_OK : ASC_E_INPUT;
  if (code >= 0) code = tables_open(session, rules, session->options.tables, &tables, error);
  if (code >= 0) {
    code = asc_play_open(&play, rules, NULL);
    if (code < 0) (void)asc_fail(error, code, "%s", asc_strerror(code));
  }
  if (code < 0) {
    if (tables.ask != NULL) session->host.tables_close(&tables);
    asc_rules_close(rules);
    return code;
  }
  player_forget(session);
  asc_ugi_tables_close(session);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
  session->play = play;
  session->rules = rules;
  session->tables = tables;
  return ASC_OK;
}

static void seed_set(asc_ugi_session *session, long long seed) {
  asc_random random;
  if (seed_start(seed, &random) < 0) {
    asc_ugi_refuse(session, "setoption: the system gives no random number to seed with");
    return;
  }
  asc_ugi_search_end(&session->search);
  session->options.numbers[ASC_UGI_SEED] = seed;
  session->random = random;
  session->game = 0;
}

static void number_set(asc_ugi_session *session, int index, const char *value) {
  long long read, least = numbers[index].least, most = number_most(index);
  if (!asc_text_number(value, least, most, &read)) {
    asc_ugi_refuse(session, "setoption: %s takes a whole number from %lld to %lld, not '%.60s'", numbers[index].name,
                   least, most, value);
    return;
  }
  if (index == ASC_UGI_SEED) {
    seed_set(session, read);
    return;
  }
  asc_ugi_options options = session->options;
  options.numbers[index] = read;
  if (index == ASC_UGI_LEVEL) options.player[0] = '\0';
  if (index != ASC_UGI_MULTIPV) {
    options_take(session, &options, value);
    return;
  }
  asc_ugi_search_end(&session->search);
  session->options = options;
}

static void player_set(asc_ugi_session *session, const char *value) {
  asc_ugi_options options = session->options;
  if (strlen(value) >= sizeof options.player) {
    asc_ugi_refuse(session, "setoption: '%.60s' is too long for a player", value);
    return;
  }
  (void)snprintf(options.player, sizeof options.player, "%s", strcmp(value, "<empty>") == 0 ? "" : value);
  options_take(session, &options, value);
}

static void option_set(asc_ugi_session *session, const char *name, const char *value) {
  asc_error error = {0};
  if (strcasecmp(name, "Game") == 0) {
    if (asc_ugi_game_set(session, value, &error) < 0) asc_ugi_refuse_error(session, "setoption", value, &error);
    return;
  }
  if (strcasecmp(name, "Player") == 0) {
    player_set(session, value);
    return;
  }
  for (int i = 0; i < ASC_UGI_NUMBERS; i++) {
    if (strcasecmp(name, numbers[i].name) != 0) continue;
    number_set(session, i, value);
    return;
  }
  asc_ugi_refuse(session, "setoption: unknown option '%.60s'", name);
}

static void folder_set(asc_ugi_session *session, const char *folder) {
  asc_oracle tables;
  asc_error error = {0};
  if (strcmp(folder, "<empty>") == 0) folder = "";
  if (session->host.tables_open == NULL || strlen(folder) >= sizeof session->options.tables) {
    asc_ugi_refuse(session, "setoption: Tables cannot be '%.60s'", folder);
    return;
  }
  if (tables_open(session, session->rules, folder, &tables, &error) < 0) {
    asc_ugi_refuse_error(session, "setoption", folder, &error);
    return;
  }
  player_forget(session);
  asc_ugi_tables_close(session);
  session->tables = tables;
  (void)snprintf(session->options.tables, sizeof session->options.tables, "%s", folder);
}

/* The rest of a line without the blanks around it. */
static const char *rest_trimmed(char *rest) {
  rest += strspn(rest, " \t");
  size_t length = strlen(rest);
  while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) rest[--length] = '\0';
  return rest;
}

void asc_ugi_setoption(asc_ugi_session *session, char *rest) {
  const char *word = asc_text_word(&rest), *name = asc_text_word(&rest), *value_word = asc_text_word(&rest);
  if (word == NULL || strcmp(word, "name") != 0 || value_word == NULL || strcmp(value_word, "value") != 0) {
    asc_ugi_refuse(session, "setoption: write setoption name NAME value VALUE");
    return;
  }
  if (strcasecmp(name, "Tables") == 0) { /* a folder may have blanks in its name */
    folder_set(session, rest_trimmed(rest));
    return;
  }
  const char *value = asc_text_word(&rest);
  if (value == NULL) value = "";
  if (asc_ugi_line_done(session, "setoption", rest)) option_set(session, name, value);
}
