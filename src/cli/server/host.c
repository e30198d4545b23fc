/* `ascona host`: administration of a server's database. Lists games, makes backups, exports records, copies a database,
   closes a game, removes the devices of a player. Everything except `copy` works while the server runs. */
#include "commands.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "cli/cli.h"
#include "cli/paths.h"
#include "online/room.h"
#include "store/export.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 500 }; /* games per request to the database */
static const char *const STATES[] = {"invited", "running", "ended", "damaged"};

/* Runs the job. Returns it with its result, or NULL after printing the error; the job is then closed. */
static store_job *job_run(store_db *store, store_job *job) {
  if (job != NULL && store_do(store, job) == STORE_DONE) return job;
  (void)cli_fail(ASC_E_FILE, "host", "%s", job == NULL ? "out of memory" : job->reason);
  store_job_close(job);
  return NULL;
}

/* ---- list ---- */

/* Writes the name of a seat: "Mara", "level 3", or "-" for an empty seat. */
static void seat_write(const store_game_row *game, int seat, const store_job *names, char *text, size_t size) {
  const char *person = game->seat[seat].person, *name = NULL;
  for (size_t i = 0; person != NULL && i < names->persons_count; i++)
    if (strcmp(names->persons[i].id, person) == 0) name = names->persons[i].name;
  if (game->seat[seat].engine >= 0 && person == NULL)
    (void)snprintf(text, size, "level %d", game->seat[seat].engine);
  else
    (void)snprintf(text, size, "%s", name != NULL ? name : person != NULL ? "?" : "-");
}

static void game_print(const store_game_row *game, const store_job *names, bool json) {
  char when[32] = "", name[128];
  struct tm parts;
  time_t changed = (time_t)(game->changed / 1000);
  if (gmtime_r(&changed, &parts) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%MZ", &parts);
  if (json) {
    asc_json line = cli_json_begin();
    asc_json_text(&line, "game", game->id);
    asc_json_text(&line, "state", STATES[game->state]);
    asc_json_bool(&line, "private", game->is_private);
    asc_json_number(&line, "plies", game->plies);
    asc_json_text(&line, "changed", when);
    asc_json_text(&line, "spec", game->spec);
    asc_json_open(&line, "seats", '[');
    for (int i = 0; i < game->seats; i++) {
      asc_json_open(&line, NULL, '{');
      asc_json_text(&line, "person", game->seat[i].person);
      seat_write(game, i, names, name, sizeof name);
      asc_json_text(&line, "name", name);
      asc_json_close(&line, '}');
    }
    asc_json_close(&line, ']');
    cli_json_end(&line);
    return;
  }
  printf("%s  %-7s  %4d  %s  %s ", game->id, STATES[game->state], game->plies, when, game->spec);
  for (int i = 0; i < game->seats; i++) {
    seat_write(game, i, names, name, sizeof name);
    printf("%s ", i == 0 ? "" : ",");
    cli_print_clean(stdout, name);
    if (game->seat[i].person != NULL) printf(" (%s)", game->seat[i].person);
  }
  putchar('\n');
}

static int page_print(store_db *store, const store_job *games, bool json) {
  for (size_t i = 0; i < games->games_count; i++) {
    const store_game_row *game = &games->games[i];
    const char *persons[STORE_SEATS_MAX];
    size_t count = 0;
    for (int k = 0; k < game->seats; k++)
      if (game->seat[k].person != NULL) persons[count++] = game->seat[k].person;
    store_job *names = store_job_open();
    if (names != NULL) store_job_ask_persons(names, persons, count);
    names = job_run(store, names);
    if (names == NULL) return CLI_SYSTEM_ERROR;
    game_print(game, names, json);
    store_job_close(names);
  }
  return CLI_OK;
}

static int games_list(store_db *store, bool json) {
  char after[STORE_ID_MAX] = "";
  int status = CLI_OK;
  for (bool more = true; more && status == CLI_OK;) {
    store_job *job = store_job_open();
    if (job != NULL) store_job_ask_games(job, 15, after[0] != '\0' ? after : NULL, PAGE);
    job = job_run(store, job);
    if (job == NULL) return CLI_SYSTEM_ERROR;
    status = page_print(store, job, json);
    if (job->games_count > 0) (void)snprintf(after, sizeof after, "%s", job->games[job->games_count - 1].id);
    more = job->more;
    store_job_close(job);
  }
  return cli_finish(status);
}

/* ---- export ---- */

/* Replays the events of a game into *play, which stays NULL if the game never started. The room drops its game at the
   end, so the final event is not applied. Resignations are events of their own; an agreed draw is added to *play. */
static int events_play(online_room *room, const store_job *game, asc_play **play) {
  online_event event;
  online_settings settings;
  bool agreed = false;
  int code = ASC_OK;
  for (size_t i = 0; code == ASC_OK && i < game->events_count; i++) {
    code = online_event_read(&event, &settings, game->events[i].body, game->events[i].length);
    if (code == ASC_OK && event.kind == ONLINE_EVENT_ENDED) {
      agreed = event.cause == ONLINE_CAUSE_AGREED;
      break;
    }
    if (code == ASC_OK) code = online_room_apply(room, &event);
  }
  if (code == ASC_OK && room->play != NULL) code = online_room_replay(room, play);
  if (code == ASC_OK && agreed) code = asc_play_agree_draw(*play, NULL);
  return code;
}

static int record_make(void *data, const store_job *game, asc_record **record, asc_error *error) {
  online_rules_cache *rules_cache = *(online_rules_cache **)data;
  online_room *room;
  asc_play *play = NULL;
  (void)error;
  if (online_room_open(&room, rules_cache) < 0) return ASC_E_MEMORY;
  int code = events_play(room, game, &play);
  if (code == ASC_OK && play != NULL && asc_play_ply_count(play) > 0) code = asc_record_from_play(record, play);
  asc_play_close(play);
  online_room_close(room);
  return code;
}

typedef struct export_target {
  online_rules_cache *rules_cache; /* must be first: record_make reads only this member */
  asc_strbuf text;
  bool is_collected; /* collect the text until everything has succeeded; otherwise print it at once */
} export_target;

static int text_put(void *data, const char *text, size_t length, asc_error *error) {
  export_target *target = data;
  if (target->is_collected)
    asc_strbuf_add(&target->text, text, length);
  else if (fwrite(text, 1, length, stdout) != length)
    return asc_error_set(error, ASC_E_FILE, "can't write to standard output");
  return target->text.failed ? asc_error_set(error, ASC_E_MEMORY, "out of memory") : ASC_OK;
}

static int games_export(store_db *store, bool json, const char *output) {
  export_target target = {.is_collected = output != NULL};
  asc_error error;
  store_exported exported;
  if (online_rules_cache_open(&target.rules_cache) < 0) return cli_fail(ASC_E_MEMORY, "host", "out of memory");
  const store_exporter exporter = {.format = json ? ASC_RECORD_JSON : ASC_RECORD_TEXT,
                                   .states = 1U << STORE_GAME_RUNNING | 1U << STORE_GAME_ENDED,
                                   .make = record_make,
                                   .put = text_put,
                                   .data = &target};
  int code = store_export(store, &exporter, &exported, &error), status = CLI_OK;
  if (code == ASC_OK && output != NULL)
    code = asc_file_write_atomic(output, target.text.text == NULL ? "" : target.text.text, target.text.length, &error);
  if (code < 0)
    status = cli_fail_error(code, "host", &error);
  else if (exported.broken > 0)
    status = cli_fail(ASC_E_FILE, "host", "%lld games were not exported: their events can't be replayed",
                      (long long)exported.broken);
  free(target.text.text);
  online_rules_cache_close(target.rules_cache);
  return cli_finish(status);
}

/* ---- the command ---- */

static int order_send(store_db *store, const char *what, const char *id) {
  asc_error error;
  if (!asc_secret_is_valid(id, ASC_ID_BITS))
    return cli_fail(ASC_E_INPUT, "host", "%s: not an id; take it from ascona host list", id);
  int64_t number;
  int code = store_order(store, what, id, &number, &error);
  return code < 0 ? cli_fail_error(code, "host", &error) : CLI_OK;
}

static void copy_progress(void *data, int64_t rows) {
  (void)data;
  (void)fprintf(stderr, "%lld rows\n", (long long)rows);
}

static int games_copy(const char *from, const char *to) {
  asc_error error;
  store_copied copied;
  int code = store_copy(from, to, copy_progress, NULL, &copied, &error);
  if (code < 0) return cli_fail_error(code, "host", &error);
  printf("%lld games, %lld events, %lld persons, %lld secrets: copied and compared, SHA-256 %s\n",
         (long long)copied.games, (long long)copied.events, (long long)copied.persons, (long long)copied.secrets,
         copied.digest);
  return cli_finish(CLI_OK);
}

int cli_server_host(int argc, char **argv) {
  const char *rest[2], *database = NULL, *to = NULL, *output = NULL;
  bool as_json = false;
  char default_path[CLI_STATE_PATH_MAX];
  const cli_option options[] = {{"database", CLI_TEXT, &database, 0, 0},
                                {"to", CLI_TEXT, &to, 0, 0},
                                {"output", CLI_TEXT, &output, 0, 0},
                                {"json", CLI_FLAG, &as_json, 0, 0},
                                {0}};
  int count = cli_parse(argc, argv, options, rest, 2);
  if (count < 0) return CLI_BAD_INPUT;
  static const struct {
    const char *word;
    int arguments;
  } words[] = {{"list", 0}, {"export", 0}, {"backup", 1}, {"copy", 0}, {"close", 1}, {"sign-out", 1}};
  bool is_valid = false;
  for (size_t i = 0; count > 0 && i < sizeof words / sizeof *words; i++)
    is_valid = is_valid || (strcmp(rest[0], words[i].word) == 0 && count == 1 + words[i].arguments);
  bool is_copy = is_valid && strcmp(rest[0], "copy") == 0;
  if (to == NULL && !is_copy) to = "text";
  if (!is_valid || to == NULL || (!is_copy && strcmp(to, "text") != 0 && strcmp(to, "json") != 0))
    return cli_fail(ASC_E_INPUT, "host",
                    "expected list, backup FILE, export, copy --to DATABASE, close GAME or sign-out PERSON; "
                    "export --to must be text or json");
  if (database == NULL && !cli_state_database_path(default_path))
    return cli_fail(ASC_E_INPUT, "host", "no folder for the database: HOME is not set; use --database");
  if (database == NULL) database = default_path;
  if (is_copy) return games_copy(database, to);
  asc_error error;
  store_db *store;
  int code = store_open(&store, database, &(store_options){.read_only = true}, &error), status = CLI_OK;
  if (code < 0) return cli_fail_error(code, "host", &error);
  if (strcmp(rest[0], "list") == 0) {
    status = games_list(store, as_json);
  } else if (strcmp(rest[0], "export") == 0) {
    status = games_export(store, strcmp(to, "json") == 0, output);
  } else if (strcmp(rest[0], "backup") == 0) {
    code = store_backup(store, rest[1], &error);
    if (code < 0) status = cli_fail_error(code, "host", &error);
  } else {
    status = order_send(store, rest[0], rest[1]);
  }
  store_close(store);
  return status;
}
