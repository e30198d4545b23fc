/* Implementation of cli.h: options, errors, JSON lines, and opening games and tablebases for commands. */
#include "cli.h"

#include "base/file_error.h"
#include "base/text.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "cli/speech/suggestion.h"
#include "play/moves.h"
#include "play/touch.h"
#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

bool cli_start(int *argc, char **argv) {
  signal(SIGPIPE, SIG_IGN); /* a closed pipe and a file that is too large are reported as errors; */
  signal(SIGXFSZ, SIG_IGN); /* they must not end the program in the middle of its work */
  cli_language_read_environment();
  cli_settings_read();
  if (!cli_setting_is(CLI_SETTING_LANGUAGE, "auto")) (void)cli_language_set(cli_setting_value(CLI_SETTING_LANGUAGE));
  if (cli_setting_is(CLI_SETTING_ASCII, "on")) cli_language_force_ascii();
  return cli_language_read_arguments(argc, argv);
}

const cli_command *cli_command_find(const char *name) {
  if (strcasecmp(name, "analyze") == 0) name = "analyse";
  for (const cli_command *command = cli_commands; command->name != NULL; command++)
    if (strcasecmp(command->name, name) == 0) return command;
  return NULL;
}

int cli_command_print_help(const cli_command *command) { return cli_finish(cli_text_show(command->help)); }

void cli_print_clean(FILE *out, const char *text) {
  char clean[4096]; /* longer text is cut: an error is one readable line */
  (void)snprintf(clean, sizeof clean, "%s", text);
  asc_text_clean(clean, strlen(clean));
  fputs(clean, out);
}

int cli_fail(int code, const char *what, const char *format, ...) {
  char why[1024];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(why, sizeof why, format, args);
  va_end(args);
  fflush(stdout);
  fputs("ascona: ", stderr);
  cli_print_clean(stderr, what);
  fputs(": ", stderr);
  cli_print_clean(stderr, why);
  fputc('\n', stderr);
  return code == ASC_E_MEMORY || code == ASC_E_FILE ? CLI_SYSTEM_ERROR : CLI_BAD_INPUT;
}

int cli_fail_error(int code, const char *what, const asc_error *error) {
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  asc_error_write(error, line, sizeof line);
  return cli_fail(code, what, "%s", line);
}

int cli_finish(int status) {
  if (fflush(stdout) == 0 && ferror(stdout) == 0) return status;
  if (errno == EPIPE) return CLI_SYSTEM_ERROR; /* the reader has closed the pipe: no error message */
  return cli_fail(ASC_E_FILE, "stdout", "%s", strerror(errno));
}

static void stdout_write(void *data, const char *text, size_t length) {
  (void)data;
  fwrite(text, 1, length, stdout);
}

asc_json cli_json_begin(void) {
  asc_json json = {.write = stdout_write};
  asc_json_open(&json, NULL, '{');
  return json;
}

void cli_json_end(asc_json *json) {
  asc_json_close(json, '}');
  putchar('\n');
  fflush(stdout);
}

static int option_unknown(const char *command, const char *argument, size_t length, const cli_option *options) {
  char name[64];
  cli_suggestion search = {.word = name};
  (void)snprintf(name, sizeof name, "%.*s", (int)length, argument + 2);
  for (const cli_option *option = options; option->name != NULL; option++) cli_suggestion_try(&search, option->name);
  if (search.best != NULL)
    cli_fail(ASC_E_INPUT, command, "unknown option %s; did you mean --%s? see ascona %s --help", argument, search.best,
             command);
  else
    cli_fail(ASC_E_INPUT, command, "unknown option %s; see ascona %s --help", argument, command);
  return -1;
}

/* Reads the option at argv[i]. Returns the number of arguments it used, or -1 after printing an error. */
static int option_read(int argc, char **argv, int i, const cli_option *options) {
  const char *name = argv[i] + 2;
  size_t length = strcspn(name, "=");
  const cli_option *option = options;
  while (option->name != NULL && (strlen(option->name) != length || memcmp(option->name, name, length) != 0)) option++;
  if (option->name == NULL) return option_unknown(argv[0], argv[i], length, options);
  const char *value = name[length] == '=' ? name + length + 1 : NULL;
  if (option->type == CLI_FLAG) {
    if (value != NULL) return cli_fail(ASC_E_INPUT, argv[0], "--%s takes no value", option->name), -1;
    *(bool *)option->target = true;
    return 1;
  }
  int used = value != NULL ? 1 : 2;
  if (value == NULL && i + 1 >= argc) return cli_fail(ASC_E_INPUT, argv[0], "--%s needs a value", option->name), -1;
  if (value == NULL) value = argv[i + 1];
  if (option->type == CLI_TEXT) {
    *(const char **)option->target = value;
  } else if (option->type == CLI_LIST) {
    cli_list *list = option->target;
    if (list->count == CLI_LIST_MAX) return cli_fail(ASC_E_INPUT, argv[0], "too many --%s", option->name), -1;
    list->items[list->count++] = value;
  } else if (!asc_text_number(value, option->min, option->max, option->target)) {
    cli_fail(ASC_E_INPUT, argv[0], "--%s takes a whole number from %lld to %lld, not '%s'", option->name, option->min,
             option->max, value);
    return -1;
  }
  return used;
}

int cli_parse(int argc, char **argv, const cli_option *options, const char **rest, int rest_max) {
  int count = 0;
  bool options_ended = false;
  for (int i = 1; i < argc;) {
    if (!options_ended && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
      exit(cli_command_print_help(cli_command_find(argv[0])));
    }
    if (!options_ended && strcmp(argv[i], "--") == 0) {
      options_ended = true;
      i++;
    } else if (!options_ended && strncmp(argv[i], "--", 2) == 0) {
      int used = option_read(argc, argv, i, options);
      if (used < 0) return -1;
      i += used;
    } else if (count >= rest_max) {
      return cli_fail(ASC_E_INPUT, argv[0], "unexpected argument '%s'; see ascona %s --help", argv[i], argv[0]), -1;
    } else {
      rest[count++] = argv[i++];
    }
  }
  return count;
}

static int setup_play_moves(cli_setup *setup, const char *moves) {
  int played = 0;
  asc_error error = {0};
  int code = asc_play_move_texts(setup->play, moves, &played, &error);
  if (code >= 0) return CLI_OK;
  if (error.token[0] == '\0') return cli_fail(code, "moves", "move %d is too long to be one", played + 1);
  return cli_fail(code, "moves", "move %d, '%s': %s", played + 1, error.token, error.reason);
}

/* Writes the spec with a normalised game name: lower case, dashes for blanks and underscores, "é" as "e". A title
   becomes the id in this way. The options after the colon stay as they are. */
static void spec_normalise(const char *spec, char text[ASC_SPEC_MAX]) {
  size_t length = strcspn(spec, ":"), used = 0;
  for (size_t i = 0; i < length && used + 1 < ASC_SPEC_MAX; i++) {
    if (strncmp(spec + i, "é", 2) == 0 || strncmp(spec + i, "É", 2) == 0) {
      text[used++] = 'e';
      i++;
    } else {
      text[used++] = (char)(spec[i] == ' ' || spec[i] == '_' ? '-' : tolower((unsigned char)spec[i]));
    }
  }
  (void)snprintf(text + used, ASC_SPEC_MAX - used, "%s", spec + length);
}

int cli_rules_open(asc_rules **rules, const char *spec, asc_error *error) {
  char normalised[ASC_SPEC_MAX], name[ASC_SPEC_MAX];
  if (strlen(spec) >= ASC_SPEC_MAX) return asc_rules_open(rules, spec, error);
  spec_normalise(spec, normalised);
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(normalised, ":"), normalised);
  if (asc_game_find(name) != NULL) return asc_rules_open(rules, normalised, error);
  int code = asc_rules_open(rules, spec, error);
  cli_suggestion search = {.word = name};
  for (int i = 0; asc_game_at(i) != NULL; i++) cli_suggestion_try(&search, asc_game_at(i)->id);
  if (code >= 0 || error == NULL || search.best == NULL) return code;
  asc_span where = asc_error_where(error);
  return asc_error_set_at(error, code, &where, "%s; did you mean %s?", error->reason, search.best);
}

int cli_setup_open(cli_setup *setup, const char *spec, const char *position, const char *moves) {
  *setup = (cli_setup){0};
  asc_error error;
  int code = cli_rules_open(&setup->rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  asc_position first;
  if (position != NULL) {
    code = asc_position_read(setup->rules, position, &first, &error);
    if (code < 0) {
      cli_setup_close(setup);
      return cli_fail_error(code, "position", &error);
    }
  }
  code = asc_play_open(&setup->play, setup->rules, position == NULL ? NULL : &first);
  int status = code < 0 ? cli_fail(code, spec, "%s", asc_strerror(code)) : CLI_OK;
  if (status == CLI_OK && moves != NULL) status = setup_play_moves(setup, moves);
  if (status != CLI_OK) cli_setup_close(setup);
  return status;
}

void cli_setup_close(cli_setup *setup) {
  asc_play_close(setup->play);
  asc_rules_close(setup->rules);
  *setup = (cli_setup){0};
}

int cli_touched_read(const asc_play *play, const char *text, asc_steps *touched) {
  asc_steps all;
  *touched = (asc_steps){0};
  if (!asc_steps_read(text == NULL ? "" : text, &all))
    return all.count == ASC_STEPS_MAX
               ? cli_fail(ASC_E_INPUT, "touched", "no move takes more than %d touches", ASC_STEPS_MAX)
               : cli_fail(ASC_E_INPUT, "touched", "touch %d is too long to be one", all.count + 1);
  for (; touched->count < all.count; touched->count++) {
    const char *id = all.ids[touched->count];
    asc_message message;
    char sentence[ASC_SENTENCE_MAX];
    if (asc_position_why(asc_play_rules(play), asc_play_position(play), touched, id, &message) != 1)
      return cli_fail(ASC_E_INPUT, "touched", "'%s': %s", id,
                      asc_message_english(asc_play_rules(play), &message, sentence));
    memcpy(touched->ids[touched->count], id, ASC_TOKEN_MAX);
  }
  return CLI_OK;
}

const char *cli_tables_folder(const char *requested) {
  const char *variable = getenv("ASCONA_TABLES");
  return requested != NULL ? requested : variable != NULL && *variable != '\0' ? variable : NULL;
}

bool cli_tables_have_layers(const asc_tablebase *tables) {
  for (int layer = 0; layer < asc_tablebase_layer_count(tables); layer++)
    if (asc_tablebase_layer(tables, layer, NULL)) return true;
  return false;
}

int cli_tables_open(asc_tablebase **tables, const char *command, const char *requested, const asc_rules *rules,
                    bool any_game) {
  const char *folder = cli_tables_folder(requested);
  bool strict = requested != NULL && !any_game;
  asc_error error;
  *tables = NULL;
  if (folder == NULL) return CLI_OK;
  if (access(folder, F_OK) < 0) return cli_fail(asc_file_error_code(errno), command, "%s: %s", folder, strerror(errno));
  int code = asc_tablebase_open(tables, rules, folder, &error);
  if (code == ASC_E_INPUT && !strict) return CLI_OK;
  if (code < 0) return cli_fail_error(code, command, &error);
  if (cli_tables_have_layers(*tables)) return CLI_OK;
  asc_tablebase_close(*tables);
  *tables = NULL;
  if (!strict) return CLI_OK;
  return cli_fail(ASC_E_INPUT, command, "%s holds no tables of %s", folder, rules->spec);
}

int cli_tables_check(const asc_tablebase *tables, const char *command) {
  bool damaged = tables != NULL && asc_tablebase_is_damaged(tables);
  return damaged ? cli_fail(ASC_E_FILE, command, "a table is damaged") : CLI_OK;
}

double cli_thread_cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
