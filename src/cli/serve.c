/* `ascona serve`: the web application. Finds the page, opens the server, runs it until a signal ends it. */
#include "cli.h"
#include "cli/play/kept.h"
#include "cli/screen/qr.h"
#include "cli/screen/terminal.h"
#include "cli/service.h"
#include "server/listen.h"
#include "server/server.h"

#include "core/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const char serve_summary[] = "the web application";
const char serve_help[] = "usage: ascona serve [--port N] [--host ADDR] [--web DIR] [--database FILE] …\n"
                          "\n"
                          "Serves the page to play in a browser, alone and with others, until Ctrl-C.\n"
                          "\n"
                          "  --port N      listen at this port; default 8080, 0 takes any that is free\n"
                          "  --host ADDR   listen at this name or address; default 127.0.0.1, which no\n"
                          "                other machine reaches. 0.0.0.0 is every address of this one\n"
                          "  --web DIR     the folder of the built page; default: the installed one\n"
                          "  --tables DIR  answer GET /api/probe?game=delta&position=P from these tables\n"
                          "                of solved positions: the position's value and every move's, the\n"
                          "                best first (default: the environment variable ASCONA_TABLES)\n"
                          "  --database FILE   keep the games between people there; default games.db in\n"
                          "                $XDG_STATE_HOME/ascona or ~/.local/state/ascona.\n"
                          "                postgresql://HOST/NAME is a database that several processes\n"
                          "                serve from at once\n"
                          "  --no-games    serve the page alone: nobody plays with others\n"
                          "  --origin URL  the public address, as https://play.example.org; default:\n"
                          "                the names and addresses of this machine\n"
                          "  --trust-proxy CIDR   believe X-Forwarded-For of connections from there, as\n"
                          "                127.0.0.0/8\n"
                          "  --engines N   threads for programs that sit in games; default: all processors\n"
                          "                but one\n"
                          "  --cert FILE   the certificate with its chain (PEM): the page is at https\n"
                          "  --key FILE    and its key\n"
                          "  --limits N    how much clients may ask, in percent of the usual; 0: no limit\n"
                          "  --disk-limit MIB   store at most MIB MiB (default: 10240; 0: no limit). At\n"
                          "                the limit new games are rejected; games in progress continue\n"
                          "  --invitation-days N, --unplayed-days N, --person-days N   what goes by itself:\n"
                          "                invitations nobody took after 14 days, games without a move\n"
                          "                after 30, persons without games who were not seen after 90;\n"
                          "                0 keeps them\n"
                          "  --idle-days N    a game without a clock ends after so many without a move; 365\n"
                          "  --check       say what is wrong with options, files and database, and end\n"
                          "  --log         print a line of JSON for every request: time, method, path,\n"
                          "                status, bytes\n"
                          "  --log-addresses   and the addresses of clients\n"
                          "\n"
                          "The folder is read at the start. Beside x.js may lie x.js.br and x.js.gz. A\n"
                          "socket that systemd hands over is listened at, whatever --host and --port say.\n"
                          "\n"
                          "examples:\n"
                          "  ascona serve\n"
                          "  ascona serve --port 9000 --log\n"
                          "  ascona serve --host 0.0.0.0\n"
                          "  ascona serve --origin https://play.example.org --trust-proxy 127.0.0.0/8\n";

enum { PATH_SIZE = 4096 };

static web_server *running; /* what a signal stops */

static void stop(int signal) {
  (void)signal;
  asc_server_stop(running);
}

static void log_print(void *data, const char *line) {
  (void)data;
  cli_print_clean(stdout, line);
  putchar('\n');
  fflush(stdout);
}

static void complaint_print(void *data, const char *line) {
  (void)data;
  (void)cli_fail(ASC_E_FILE, "serve", "%s", line);
}

static void alive_tell(void *data) {
  (void)data;
  service_alive();
}

static bool has_page(const char *folder) {
  char file[PATH_SIZE + 16];
  (void)snprintf(file, sizeof file, "%s/index.html", folder);
  return access(file, R_OK) == 0;
}

/* Where the page is when nobody says: installed with the program that runs, built beside it, or installed where this
   build was meant for. NULL: nowhere. */
static const char *page_find(char folder[PATH_SIZE]) {
  static const char *const places[] = {ASC_SHARE_FROM_PROGRAM "/ascona/web", "web"};
  char program[PATH_SIZE / 2];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length < 0 ? 0 : length] = '\0';
  char *slash = strrchr(program, '/');
  for (size_t i = 0; slash != NULL && i < sizeof places / sizeof *places; i++) {
    (void)snprintf(folder, PATH_SIZE, "%.*s/%s", (int)(slash - program), program, places[i]);
    if (has_page(folder)) return folder;
  }
  return has_page(ASC_SHARE "/ascona/web") ? ASC_SHARE "/ascona/web" : NULL;
}

typedef struct place {
  const char *scheme;
  int port;
  bool drawn; /* a code that a phone can read, or there is nobody to see it */
} place;

static void for_others_print(void *data, const char *address) {
  place *at = data;
  char origin[64];
  (void)snprintf(origin, sizeof origin, "%s://%s:%d", at->scheme, address, at->port);
  printf("for others on this network: %s\n", origin);
  if (!at->drawn) qr_print(stdout, origin);
  at->drawn = true;
}

/* What a person types into the browser. An address that means every one is reached as this machine's own. */
static void address_print(const char *host, place at) {
  static const char *const own[] = {"127.0.0.1", "localhost", "0.0.0.0", "::", "::1"};
  const char *name = host;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(host, own[i]) == 0) name = "localhost";
  const char *open = strchr(name, ':') != NULL ? "[" : "", *close = *open != '\0' ? "]" : "";
  printf("Ascona is at %s://%s%s%s:%d (Ctrl-C ends it)\n", at.scheme, open, name, close, at.port);
  board_style style = board_style_detect(stdout);
  at.drawn = !style.terminal || !style.unicode;
  asc_listen_addresses(host, for_others_print, &at);
}

static void signals_set(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
}

static int server_serve(const web_options *wanted) {
  asc_error error;
  int code = asc_server_open(&running, wanted, &error);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  signals_set(stop);
  address_print(wanted->host,
                (place){.scheme = wanted->cert != NULL ? "https" : "http", .port = asc_server_port(running)});
  int status = cli_finish(CLI_OK);
  service_tell("READY=1");
  if (status == CLI_OK && asc_server_run(running) < 0)
    status = cli_fail(ASC_E_FILE, "serve", "the event loop has failed");
  service_tell("STOPPING=1");
  signals_set(SIG_DFL);
  asc_server_close(running);
  return status;
}

/* Where games are kept when nobody says; the folder is made. */
static int database_find(char path[PATH_SIZE], asc_error *error) {
  int code = kept_folder_make(error);
  if (code == ASC_OK) (void)kept_database(path);
  return code;
}

/* "127.0.0.0/8", "::1" */
static bool proxy_read(const char *text, web_proxy *proxy) {
  char address[64];
  size_t length = strcspn(text, "/");
  long long bits;
  if (length >= sizeof address) return false;
  memcpy(address, text, length);
  address[length] = '\0';
  proxy->family = strchr(address, ':') != NULL ? AF_INET6 : AF_INET;
  int most = proxy->family == AF_INET6 ? 128 : 32;
  bits = most;
  if (text[length] == '/' && !asc_text_number(text + length + 1, 0, most, &bits)) return false;
  proxy->bits = (int)bits;
  return inet_pton(proxy->family, address, proxy->address) == 1;
}

/* Scheme, host and port, and nothing behind them: as browsers write an origin. */
static bool origin_good(const char *origin) {
  const char *host = strncmp(origin, "https://", 8) == 0  ? origin + 8
                     : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                          : NULL;
  return host != NULL && *host != '\0' && strpbrk(host, "/?# @") == NULL && strlen(origin) < 250;
}

/* What would be opened is opened, and looked through. */
static int serve_check(const web_options *wanted) {
  asc_error error;
  web_server *server;
  int code = asc_server_open(&server, wanted, &error);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  code = asc_server_check(server, &error);
  asc_server_close(server);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  puts("all is well");
  return cli_finish(CLI_OK);
}

int serve_run(int argc, char **argv) {
  const char *folder = NULL, *host = "127.0.0.1", *solved = NULL;
  long long port = 8080;
  const char *database = NULL, *origin = NULL, *proxy = NULL, *cert = NULL, *key = NULL;
  const asc_retention usual = ASC_RETENTION_DEFAULT;
  long long limits = 100, engines = 0, idle = 365, disk = 10240;
  long long invitation = usual.invitation_days, unplayed = usual.unplayed_days, person = usual.person_days;
  bool log = false, addresses = false, alone = false, check = false;
  const cli_option options[] = {{"port", CLI_NUMBER, &port, 0, 65535},
                                {"host", CLI_TEXT, &host, 0, 0},
                                {"web", CLI_TEXT, &folder, 0, 0},
                                {"tables", CLI_TEXT, &solved, 0, 0},
                                {"log", CLI_FLAG, &log, 0, 0},
                                {"database", CLI_TEXT, &database, 0, 0},
                                {"no-games", CLI_FLAG, &alone, 0, 0},
                                {"origin", CLI_TEXT, &origin, 0, 0},
                                {"trust-proxy", CLI_TEXT, &proxy, 0, 0},
                                {"limits", CLI_NUMBER, &limits, 0, 100000},
                                {"disk-limit", CLI_NUMBER, &disk, 0, 1 << 30},
                                {"engines", CLI_NUMBER, &engines, 0, 256},
                                {"check", CLI_FLAG, &check, 0, 0},
                                {"cert", CLI_TEXT, &cert, 0, 0},
                                {"key", CLI_TEXT, &key, 0, 0},
                                {"log-addresses", CLI_FLAG, &addresses, 0, 0},
                                {"invitation-days", CLI_NUMBER, &invitation, 0, 36500},
                                {"unplayed-days", CLI_NUMBER, &unplayed, 0, 36500},
                                {"person-days", CLI_NUMBER, &person, 0, 36500},
                                {"idle-days", CLI_NUMBER, &idle, 1, 36500},
                                {0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  char found[PATH_SIZE];
  if (folder == NULL) folder = page_find(found);
  if (folder == NULL) return cli_fail(ASC_E_FILE, "serve", "the page is not installed; --web names its folder");

  char kept[PATH_SIZE];
  asc_error error;
  web_proxy trusted = {.bits = -1};
  if (origin != NULL && !origin_good(origin))
    return cli_fail(ASC_E_INPUT, "serve", "%s: an origin is scheme, host and port, as https://play.example.org",
                    origin);
  if (proxy != NULL && !proxy_read(proxy, &trusted))
    return cli_fail(ASC_E_INPUT, "serve", "%s: a network is written as 127.0.0.0/8", proxy);
  if ((cert == NULL) != (key == NULL)) return cli_fail(ASC_E_INPUT, "serve", "--cert and --key go together");
  for (const char *const files[] = {cert, key, NULL}, *const *file = files; *file != NULL; file++)
    if (access(*file, R_OK) != 0) return cli_fail(ASC_E_INPUT, "serve", "%s: %s", *file, strerror(errno));
  if (alone && database != NULL) return cli_fail(ASC_E_INPUT, "serve", "--database and --no-games do not go together");
  if (!alone && database == NULL) {
    int code = database_find(kept, &error);
    if (code < 0) return cli_fail_error(code, "serve", &error);
    database = kept;
  }
  int handed = service_socket(&error);
  if (handed < 0) return cli_fail_error(handed, "serve", &error);
  const web_options wanted = {.folder = folder,
                              .tables = cli_tables_folder(solved),
                              .host = host,
                              .port = (int)port,
                              .socket = handed,
                              .database = alone ? NULL : database,
                              .origin = origin,
                              .limits = (int)limits,
                              .disk_mib = (int)disk,
                              .engines = (int)engines,
                              .proxy = trusted,
                              .cert = cert,
                              .key = key,
                              .retention = {(int)invitation, (int)unplayed, (int)person},
                              .idle_days = (int)idle,
                              .log_addresses = addresses,
                              .log = log || addresses ? log_print : NULL,
                              .complain = complaint_print,
                              .alive = alive_tell,
                              .alive_every = service_watchdog() / 2};
  return check ? serve_check(&wanted) : server_serve(&wanted);
}
