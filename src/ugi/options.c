/* The command `setoption`, and opening the player and the tablebase that the options describe. */
#include "session.h"

#include "base/text.h"
#include "engine/common/large_pages.h"

#include <string.h>
#include <strings.h>

/* Name, default and range of a numeric option. */
typedef struct option_number {
  const char *name;
  long long default_value, min, max;
} option_number;

enum { TINY_HASH_MAX_MIB = 4 };

static const option_number numbers[UGI_OPTION_COUNT] = {
    [UGI_OPTION_THREADS] = {"Threads", 1, 1, ASC_THREADS_MAX},
    [UGI_OPTION_HASH] = {"Hash", 64, 1, 65536},
    [UGI_OPTION_LEVEL] = {"Level", 10, 0, 10},
    [UGI_OPTION_MULTIPV] = {"MultiPV", 1, 1, 64},
    [UGI_OPTION_SEED] = {"Seed", 0, 0, INT64_MAX},
};

static long long number_max(int index) {
  long long max = numbers[index].max, memory_max = asc_large_pages_max_mib();
  return index == UGI_OPTION_HASH && memory_max < max ? memory_max : max;
}

void ugi_options_print(ugi_session *session) {
  ugi_output_print(&session->output, "option name Game type string default %s", asc_game_at(0)->id);
  for (int i = 0; i < UGI_OPTION_COUNT; i++)
    ugi_output_print(&session->output, "option name %s type spin default %lld min %lld max %lld", numbers[i].name,
                     numbers[i].default_value, numbers[i].min, number_max(i));
  ugi_output_print(&session->output, "option name Player type string default <empty>");
  ugi_output_print(&session->output, "option name Tables type string default <empty>");
}

/* Seeds the random numbers; a seed of 0 means a seed from the operating system. */
static int seed_start(long long number, asc_random *random) {
  uint64_t seed = (uint64_t)number;
  int code = seed != 0 ? ASC_OK : asc_random_os_seed(&seed);
  if (code == ASC_OK) asc_random_seed(random, seed);
  return code;
}

int ugi_options_init(ugi_session *session, asc_error *error) {
  for (int i = 0; i < UGI_OPTION_COUNT; i++) session->options.numbers[i] = numbers[i].default_value;
  if (session->tablebase_hooks.default_folder != NULL)
    (void)snprintf(session->options.tablebase_folder, sizeof session->options.tablebase_folder, "%s",
                   session->tablebase_hooks.default_folder);
  int code = seed_start(session->options.numbers[UGI_OPTION_SEED], &session->random);
  return code < 0 ? asc_error_set(error, code, "the system gives no random number to seed with") : ASC_OK;
}

/* Writes the name of the player that the options describe. Settings in the option Player take precedence over Threads
   and Hash. */
static void player_name(const ugi_session *session, const ugi_options *options, char *name, size_t size) {
  asc_writer writer = asc_writer_over(name, size);
  if (options->player[0] != '\0')
    asc_writer_format(&writer, "%s", options->player);
  else
    asc_writer_format(&writer, "%lld", options->numbers[UGI_OPTION_LEVEL]);
  long long threads = session->tiny_searches ? 1 : options->numbers[UGI_OPTION_THREADS];
  long long hash = session->tiny_searches ? 1 : options->numbers[UGI_OPTION_HASH];
  if (strstr(options->player, ",threads=") == NULL) asc_writer_format(&writer, ",threads=%lld", threads);
  if (strstr(options->player, ",hash=") == NULL) asc_writer_format(&writer, ",hash=%lld", hash);
}

int ugi_session_open_player(ugi_session *session, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  if (session->player != NULL) return ASC_OK;
  asc_search_hooks hooks = ugi_search_hooks(&session->search);
  player_name(session, &session->options, name, sizeof name);
  int code = asc_player_open(&session->player, session->rules, name, &hooks, error);
  if (code >= 0 && session->tablebase.probe != NULL) asc_player_set_oracle(session->player, &session->tablebase);
  return code;
}

static void player_close(ugi_session *session) {
  ugi_search_stop(&session->search);
  asc_player_close(session->player);
  session->player = NULL;
}

/* Returns whether the options describe a valid player whose hash table is not too large. Otherwise the error says why.
   The option Player is checked first, because the user has typed it. */
static bool player_check(const ugi_session *session, const ugi_options *options, asc_error *error) {
  char name[2 * ASC_PLAYER_NAME_MAX];
  asc_player_settings settings;
  if (options->player[0] != '\0' && asc_player_read(&settings, options->player, error) < 0) return false;
  player_name(session, options, name, sizeof name);
  if (asc_player_read(&settings, name, error) < 0) return false;
  long long max = session->tiny_searches ? TINY_HASH_MAX_MIB : number_max(UGI_OPTION_HASH);
  if (settings.hash_bytes >> 20 <= (size_t)max) return true;
  (void)asc_error_set(error, ASC_E_INPUT, "hash is at most %lld", max);
  return false;
}

/* Accepts options that need another player. Opens the player at once, because memory may not suffice; then the old
   options stay. */
static void options_accept(ugi_session *session, const ugi_options *options, const char *value) {
  asc_error error = {0};
  if (!player_check(session, options, &error)) {
    ugi_session_reject_error(session, "setoption", value, &error);
    return;
  }
  ugi_options old_options = session->options;
  player_close(session);
  session->options = *options;
  if (ugi_session_open_player(session, &error) >= 0) return;
  session->options = old_options;
  ugi_session_reject_error(session, "setoption", value, &error);
}

/* Opens the tablebase of a folder; none for "". */
static int tablebase_open(const ugi_session *session, const asc_rules *rules, const char *folder, asc_oracle *tablebase,
                          asc_error *error) {
  *tablebase = (asc_oracle){0};
  return *folder == '\0' ? ASC_OK : session->tablebase_hooks.open(tablebase, rules, folder, error);
}

void ugi_session_close_tablebase(ugi_session *session) {
  if (session->tablebase.probe != NULL) session->tablebase_hooks.close(&session->tablebase);
  session->tablebase = (asc_oracle){0};
}

int ugi_session_set_game(ugi_session *session, const char *spec, asc_error *error) {
  asc_rules *rules;
  asc_play *play = NULL;
  asc_oracle tablebase = {0};
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code;
  code = player_check(session, &session->options, error) ? ASC_OK : ASC_E_INPUT;
  if (code >= 0) code = tablebase_open(session, rules, session->options.tablebase_folder, &tablebase, error);
  if (code >= 0) {
    code = asc_play_open(&play, rules, NULL);
    if (code < 0) (void)asc_error_set(error, code, "%s", asc_strerror(code));
  }
  if (code < 0) {
    if (tablebase.probe != NULL) session->tablebase_hooks.close(&tablebase);
    asc_rules_close(rules);
    return code;
  }
  player_close(session);
  ugi_session_close_tablebase(session);
  asc_play_close(session->play);
  asc_rules_close(session->rules);
  session->play = play;
  session->rules = rules;
  session->tablebase = tablebase;
  return ASC_OK;
}

static void seed_set(ugi_session *session, long long seed) {
  asc_random random;
  if (seed_start(seed, &random) < 0) {
    ugi_session_reject(session, "setoption: the system gives no random number to seed with");
    return;
  }
  ugi_search_stop(&session->search);
  session->options.numbers[UGI_OPTION_SEED] = seed;
  session->random = random;
  session->game_seed = 0;
}

static void number_set(ugi_session *session, int index, const char *value) {
  long long number, min = numbers[index].min, max = number_max(index);
  if (!asc_text_number(value, min, max, &number)) {
    ugi_session_reject(session, "setoption: %s takes a whole number from %lld to %lld, not '%.60s'",
                       numbers[index].name, min, max, value);
    return;
  }
  if (index == UGI_OPTION_SEED) {
    seed_set(session, number);
    return;
  }
  ugi_options options = session->options;
  options.numbers[index] = number;
  if (index == UGI_OPTION_LEVEL) options.player[0] = '\0';
  if (index != UGI_OPTION_MULTIPV) {
    options_accept(session, &options, value);
    return;
  }
  ugi_search_stop(&session->search);
  session->options = options;
}

static void player_set(ugi_session *session, const char *value) {
  ugi_options options = session->options;
  if (strlen(value) >= sizeof options.player) {
    ugi_session_reject(session, "setoption: '%.60s' is too long for a player", value);
    return;
  }
  (void)snprintf(options.player, sizeof options.player, "%s", strcmp(value, "<empty>") == 0 ? "" : value);
  options_accept(session, &options, value);
}

static void option_set(ugi_session *session, const char *name, const char *value) {
  asc_error error = {0};
  if (strcasecmp(name, "Game") == 0) {
    if (ugi_session_set_game(session, value, &error) < 0) ugi_session_reject_error(session, "setoption", value, &error);
    return;
  }
  if (strcasecmp(name, "Player") == 0) {
    player_set(session, value);
    return;
  }
  for (int i = 0; i < UGI_OPTION_COUNT; i++) {
    if (strcasecmp(name, numbers[i].name) != 0) continue;
    number_set(session, i, value);
    return;
  }
  ugi_session_reject(session, "setoption: unknown option '%.60s'", name);
}

static void folder_set(ugi_session *session, const char *folder) {
  asc_oracle tablebase;
  asc_error error = {0};
  if (strcmp(folder, "<empty>") == 0) folder = "";
  if (session->tablebase_hooks.open == NULL || strlen(folder) >= sizeof session->options.tablebase_folder) {
    ugi_session_reject(session, "setoption: Tables cannot be '%.60s'", folder);
    return;
  }
  if (tablebase_open(session, session->rules, folder, &tablebase, &error) < 0) {
    ugi_session_reject_error(session, "setoption", folder, &error);
    return;
  }
  player_close(session);
  ugi_session_close_tablebase(session);
  session->tablebase = tablebase;
  (void)snprintf(session->options.tablebase_folder, sizeof session->options.tablebase_folder, "%s", folder);
}

/* Returns the rest of a line without the blanks around it. */
static const char *rest_trimmed(char *rest) {
  rest += strspn(rest, " \t");
  size_t length = strlen(rest);
  while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) rest[--length] = '\0';
  return rest;
}

void ugi_command_setoption(ugi_session *session, char *rest) {
  const char *word = asc_text_next_word(&rest), *name = asc_text_next_word(&rest),
             *value_word = asc_text_next_word(&rest);
  if (word == NULL || strcmp(word, "name") != 0 || value_word == NULL || strcmp(value_word, "value") != 0) {
    ugi_session_reject(session, "setoption: write setoption name NAME value VALUE");
    return;
  }
  if (strcasecmp(name, "Tables") == 0) { /* the name of a folder may contain blanks */
    folder_set(session, rest_trimmed(rest));
    return;
  }
  const char *value = asc_text_next_word(&rest);
  if (value == NULL) value = "";
  if (ugi_session_expect_line_end(session, "setoption", rest)) option_set(session, name, value);
}
