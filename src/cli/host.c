/* `ascona host`: administration of a server's database. Lists games, makes backups, exports records, copies a database,
   closes a game, removes the devices of a player. Everything except `copy` works while the server runs. */
#include "base/file.h"
#include "base/strbuf.h"
#include "cli.h"
#include "cli/play/saved_games.h"
#include "online/room.h"
#include "store/export.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

const char cli_host_summary[] = "the games a server keeps: list, copy, export, close";
const char cli_host_help[] = "usage: ascona host list|backup FILE|export|copy|close GAME|out PERSON …\n"
                             "\n"
                             "Looks after the games between people that `ascona serve` keeps, also while it\n"
                             "runs.\n"
                             "\n"
                             "  list          every game: id, state, plies, when it last changed, what is\n"
                             "                played and by whom\n"
                             "  backup FILE   a whole copy of the database, of one moment; of PostgreSQL\n"
                             "                too it is a file that can be served from\n"
                             "  export        all games that were begun, as records\n"
                             "  copy --to DATABASE   all that is kept into another database, which must be\n"
                             "                empty; counted, and compared when it is there. Nobody serves\n"
                             "                from either meanwhile\n"
                             "  close GAME    breaks a game off; nobody wins\n"
                             "  out PERSON    puts all devices of a person out. A running server does both\n"
                             "                within two seconds, another when it starts\n"
                             "\n"
                             "  --database FILE   where the games are, or postgresql://HOST/NAME; default\n"
                             "                games.db in $XDG_STATE_HOME/ascona or ~/.local/state/ascona\n"
                             "  --to text|json   the form of records; default text\n"
                             "  --output FILE    write them there instead of to stdout; the file is replaced\n"
                             "                   when all is well\n"
                             "  --json        the list as one JSON object a game and line\n"
                             "\n"
                             "examples:\n"
                             "  ascona host list --database games.db\n"
                             "  ascona host backup games-monday.db --database games.db\n"
                             "  ascona host export --to json --output games.json --database games.db\n"
                             "  ascona host copy --database games.db --to postgresql://localhost/ascona\n";

enum { PAGE = 500 }; /* games per request to the database */
static const char *const STATES[] = {"invited", "running", "ended", "broken"};

/* Runs the job. Returns it with its result, or NULL after printing the error; the job is then closed. */
static asc_job *job_run(asc_store *store, asc_job *job) {
  if (job != NULL && asc_store_do(store, job) == ASC_STORE_DONE) return job;
  (void)cli_fail(ASC_E_FILE, "host", "%s", job == NULL ? "out of memory" : job->reason);
  asc_job_close(job);
  return NULL;
}

/* ---- list ---- */

/* Writes the name of a seat: "Mara", "level 3", or "-" for an empty seat. */
static void seat_write(const asc_game_row *game, int seat, const asc_job *names, char *text, size_t size) {
  const char *person = game->seat[seat].person, *name = NULL;
  for (size_t i = 0; person != NULL && i < names->persons_count; i++)
    if (strcmp(names->persons[i].id, person) == 0) name = names->persons[i].name;
  if (game->seat[seat].engine >= 0 && person == NULL)
    (void)snprintf(text, size, "level %d", game->seat[seat].engine);
  else
    (void)snprintf(text, size, "%s", name != NULL ? name : person != NULL ? "?" : "-");
}

static void game_print(const asc_game_row *game, const asc_job *names, bool json) {
  char when[32] = "", name[128];
  struct tm parts;
  time_t changed = (time_t)(game->changed / 1000);
  if (gmtime_r(&changed, &parts) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%MZ", &parts);
  if (json) {
    asc_json line = cli_json_begin();
    asc_json_text(&line, "game", game->id);
    asc_json_text(&line, "state", STATES[game->state]);
    asc_json_bool(&line, "private", game->secret);
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

static int page_print(asc_store *store, const asc_job *games, bool json) {
  for (size_t i = 0; i < games->games_count; i++) {
    const asc_game_row *game = &games->games[i];
    const char *persons[ASC_STORE_SEATS_MAX];
    size_t count = 0;
    for (int k = 0; k < game->seats; k++)
      if (game->seat[k].person != NULL) persons[count++] = game->seat[k].person;
    asc_job *names = asc_job_open(NULL, NULL);
    if (names != NULL) asc_job_ask_persons(names, persons, count);
    names = job_run(store, names);
    if (names == NULL) return CLI_SYSTEM_ERROR;
    game_print(game, names, json);
    asc_job_close(names);
  }
  return CLI_OK;
}

static int games_list(asc_store *store, bool json) {
  char after[ASC_STORE_ID_MAX] = "";
  int status = CLI_OK;
  for (bool more = true; more && status == CLI_OK;) {
    asc_job *job = asc_job_open(NULL, NULL);
    if (job != NULL) asc_job_ask_games(job, 15, after[0] != '\0' ? after : NULL, PAGE);
    job = job_run(store, job);
    if (job == NULL) return CLI_SYSTEM_ERROR;
    status = page_print(store, job, json);
    if (job->games_count > 0) (void)snprintf(after, sizeof after, "%s", job->games[job->games_count - 1].id);
    more = job->more;
    asc_job_close(job);
  }
  return cli_finish(status);
}

/* ---- export ---- */

/* Replays the events of a game into *play, which stays NULL if the game never started. The room drops its game at the
   end, so the final event is not applied. Resignations are events of their own; an agreed draw is added to *play. */
static int events_play(online_room *room, const asc_job *game, asc_play **play) {
  online_event event;
  online_settings settings;
  bool agreed = false;
  int code = ASC_OK;
  for (size_t i = 0; code == ASC_OK && i < game->events_count; i++) {
    code = asc_event_read(&event, &settings, game->events[i].body, game->events[i].length);
    if (code == ASC_OK && event.kind == EVENT_ENDED) {
      agreed = event.cause == CAUSE_AGREED;
      break;
    }
    if (code == ASC_OK) code = asc_room_apply(room, &event);
  }
  if (code == ASC_OK && room->play != NULL) code = asc_room_replay(room, play);
  if (code == ASC_OK && agreed) code = asc_play_agree_draw(*play, NULL);
  return code;
}

static int record_make(void *data, const asc_job *game, asc_record **record, asc_error *error) {
  online_library *library = *(online_library **)data;
  online_room *room;
  asc_play *play = NULL;
  (void)error;
  if (asc_room_open(&room, library) < 0) return ASC_E_MEMORY;
  int code = events_play(room, game, &play);
  if (code == ASC_OK && play != NULL && asc_play_ply_count(play) > 0) code = asc_record_from_play(record, play);
  asc_play_close(play);
  asc_room_close(room);
  return code;
}

typedef struct export_target {
  online_library *library; /* must be first: record_make reads only this member */
  asc_strbuf text;
  bool is_collected; /* collect the text until everything has succeeded; otherwise print it at once */
} export_target;

static int text_put(void *data, const char *text, size_t length, asc_error *error) {
  export_target *target = data;
  if (target->is_collected)
    asc_strbuf_add(&target->text, text, length);
  else if (fwrite(text, 1, length, stdout) != length)
    return asc_error_set(error, ASC_E_FILE, "standard output takes no more");
  return target->text.failed ? asc_error_set(error, ASC_E_MEMORY, "out of memory") : ASC_OK;
}

static int games_export(asc_store *store, bool json, const char *output) {
  export_target target = {.is_collected = output != NULL};
  asc_error error;
  asc_store_exported exported;
  if (asc_library_open(&target.library) < 0) return cli_fail(ASC_E_MEMORY, "host", "out of memory");
  const asc_store_exporter exporter = {.form = json ? ASC_RECORD_JSON : ASC_RECORD_TEXT,
                                       .states = 1U << ASC_GAME_RUNNING | 1U << ASC_GAME_ENDED,
                                       .make = record_make,
                                       .put = text_put,
                                       .data = &target};
  int code = asc_store_export(store, &exporter, &exported, &error), status = CLI_OK;
  if (code == ASC_OK && output != NULL)
    code = asc_file_write_atomic(output, target.text.text == NULL ? "" : target.text.text, target.text.length, &error);
  if (code < 0)
    status = cli_fail_error(code, "host", &error);
  else if (exported.broken > 0)
    status =
        cli_fail(ASC_E_FILE, "host", "%lld games could not be replayed and were left out", (long long)exported.broken);
  free(target.text.text);
  asc_library_close(target.library);
  return cli_finish(status);
}

/* ---- the command ---- */

static int order_send(asc_store *store, const char *what, const char *id) {
  asc_error error;
  if (!asc_secret_is_valid(id, ASC_ID_BITS)) return cli_fail(ASC_E_INPUT, "host", "%s: that is no id", id);
  int code = asc_store_order(store, what, id, &error);
  return code < 0 ? cli_fail_error(code, "host", &error) : CLI_OK;
}

static void copy_progress(void *data, int64_t rows) {
  (void)data;
  (void)fprintf(stderr, "%lld rows\n", (long long)rows);
}

static int games_copy(const char *from, const char *to) {
  asc_error error;
  asc_store_copied copied;
  int code = asc_store_copy(from, to, copy_progress, NULL, &copied, &error);
  if (code < 0) return cli_fail_error(code, "host", &error);
  printf("%lld games, %lld events, %lld persons, %lld secrets: the same in both, SHA-256 %s\n", (long long)copied.games,
         (long long)copied.events, (long long)copied.persons, (long long)copied.secrets, copied.digest);
  return cli_finish(CLI_OK);
}

int cli_host(int argc, char **argv) {
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
  } words[] = {{"list", 0}, {"export", 0}, {"backup", 1}, {"copy", 0}, {"close", 1}, {"out", 1}};
  bool is_valid = false;
  for (size_t i = 0; count > 0 && i < sizeof words / sizeof *words; i++)
    is_valid = is_valid || (strcmp(rest[0], words[i].word) == 0 && count == 1 + words[i].arguments);
  bool is_copy = is_valid && strcmp(rest[0], "copy") == 0;
  if (to == NULL && !is_copy) to = "text";
  if (!is_valid || to == NULL || (!is_copy && strcmp(to, "text") != 0 && strcmp(to, "json") != 0))
    return cli_fail(ASC_E_INPUT, "host", "what is to be done? see ascona host --help");
  if (database == NULL && !cli_state_database_path(default_path))
    return cli_fail(ASC_E_INPUT, "host", "--database names the file");
  if (database == NULL) database = default_path;
  if (is_copy) return games_copy(database, to);
  asc_error error;
  asc_store *store;
  int code = asc_store_open(&store, database, &(asc_store_options){.looking = true}, &error), status = CLI_OK;
  if (code < 0) return cli_fail_error(code, "host", &error);
  if (strcmp(rest[0], "list") == 0) {
    status = games_list(store, as_json);
  } else if (strcmp(rest[0], "export") == 0) {
    status = games_export(store, strcmp(to, "json") == 0, output);
  } else if (strcmp(rest[0], "backup") == 0) {
    code = asc_store_backup(store, rest[1], &error);
    if (code < 0) status = cli_fail_error(code, "host", &error);
  } else {
    status = order_send(store, rest[0], rest[1]);
  }
  asc_store_close(store);
  return status;
}
