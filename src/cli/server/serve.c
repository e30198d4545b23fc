/* `ascona serve`: the web application. Finds the built page, opens the server and runs it until a signal ends it. */
#include "commands.h"

#include "base/text.h"
#include "cli/cli.h"
#include "cli/paths.h"
#include "cli/screen/qr.h"
#include "cli/screen/terminal.h"
#include "server/listen.h"
#include "server/server.h"
#include "systemd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static http_server *running; /* the server that the signal handler stops */

static void stop(int signal) {
  (void)signal;
  http_server_stop(running);
}

static void log_print(void *data, const char *line) {
  (void)data;
  cli_print_clean(stdout, line);
  putchar('\n');
  fflush(stdout);
}

static void error_print(void *data, const char *line) {
  (void)data;
  (void)cli_fail(ASC_E_FILE, "serve", "%s", line);
}

static void alive_report(void *data) {
  (void)data;
  cli_systemd_report_alive();
}

static bool has_page(const char *folder) {
  char file[PATH_SIZE + 16];
  (void)snprintf(file, sizeof file, "%s/index.html", folder);
  return access(file, R_OK) == 0;
}

/* Finds the folder of the page: installed with the running program, built next to it, or installed under this build's
   prefix. Returns NULL if it is nowhere; the path is in `folder` or static. */
static const char *page_find(char folder[PATH_SIZE]) {
  static const char *const folders[] = {ASC_SHARE_FROM_PROGRAM "/ascona/web", "web"};
  char program_folder[CLI_PROGRAM_FOLDER_MAX];
  bool is_known = cli_program_folder(program_folder);
  for (size_t i = 0; is_known && i < sizeof folders / sizeof *folders; i++) {
    (void)snprintf(folder, PATH_SIZE, "%s/%s", program_folder, folders[i]);
    if (has_page(folder)) return folder;
  }
  return has_page(ASC_SHARE "/ascona/web") ? ASC_SHARE "/ascona/web" : NULL;
}

typedef struct url_parts {
  const char *scheme;
  int port;
  bool is_qr_done; /* the QR code has been printed, or the output cannot show it */
} url_parts;

static void for_others_print(void *data, const char *address) {
  url_parts *url = data;
  char origin[64];
  (void)snprintf(origin, sizeof origin, "%s://%s:%d", url->scheme, address, url->port);
  printf("for others on this network: %s\n", origin);
  if (!url->is_qr_done) cli_qr_print(stdout, origin);
  url->is_qr_done = true;
}

/* Prints the URL for the browser. A loopback address, and an address that means all interfaces, is printed as
   localhost. Also prints the URLs for other machines on the network. */
static void address_print(const char *host, url_parts url) {
  static const char *const localhost_names[] = {"127.0.0.1", "localhost", "0.0.0.0", "::", "::1"};
  const char *name = host;
  for (size_t i = 0; i < sizeof localhost_names / sizeof *localhost_names; i++)
    if (strcmp(host, localhost_names[i]) == 0) name = "localhost";
  const char *open = strchr(name, ':') != NULL ? "[" : "", *close = *open != '\0' ? "]" : "";
  printf("Ascona is at %s://%s%s%s:%d (Ctrl-C ends it)\n", url.scheme, open, name, close, url.port);
  asc_board_style style = cli_style_detect(stdout);
  url.is_qr_done = !style.is_terminal || !style.has_unicode;
  http_listen_addresses(host, for_others_print, &url);
}

static void signals_set(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
}

static int server_serve(const http_options *server_options) {
  asc_error error;
  int code = http_server_open(&running, server_options, &error);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  signals_set(stop);
  address_print(server_options->host, (url_parts){.scheme = server_options->cert != NULL ? "https" : "http",
                                                  .port = http_server_port(running)});
  int status = cli_finish(CLI_OK);
  cli_systemd_notify("READY=1");
  if (status == CLI_OK && http_server_run(running) < 0) status = cli_fail(ASC_E_FILE, "serve", "the event loop failed");
  cli_systemd_notify("STOPPING=1");
  signals_set(SIG_DFL);
  http_server_close(running);
  return status;
}

/* Writes the path of the default database and creates its folder. Returns ASC_OK or an error code. */
static int database_find(char path[PATH_SIZE], asc_error *error) {
  int code = cli_state_folder_make(error);
  if (code == ASC_OK) (void)cli_state_database_path(path);
  return code;
}

/* Reads a network such as "127.0.0.0/8" or "::1". */
static bool proxy_read(const char *text, http_proxy *proxy) {
  char address[64];
  size_t length = strcspn(text, "/");
  long long bits;
  if (length >= sizeof address) return false;
  memcpy(address, text, length);
  address[length] = '\0';
  proxy->family = strchr(address, ':') != NULL ? AF_INET6 : AF_INET;
  int max_bits = proxy->family == AF_INET6 ? 128 : 32;
  bits = max_bits;
  if (text[length] == '/' && !asc_text_number(text + length + 1, 0, max_bits, &bits)) return false;
  proxy->bits = (int)bits;
  return inet_pton(proxy->family, address, proxy->address) == 1;
}

/* Returns whether the text is an origin as browsers write it: scheme, host and port, and nothing after them. */
static bool is_origin(const char *origin) {
  const char *host = strncmp(origin, "https://", 8) == 0  ? origin + 8
                     : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                          : NULL;
  return host != NULL && *host != '\0' && strpbrk(host, "/?# @") == NULL && strlen(origin) < 250;
}

/* `--check`: opens everything that the server would open, checks it, and does not serve. */
static int serve_check(const http_options *server_options) {
  asc_error error;
  http_server *server;
  int code = http_server_open(&server, server_options, &error);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  code = http_server_check(server, &error);
  http_server_close(server);
  if (code < 0) return cli_fail_error(code, "serve", &error);
  puts("no errors found");
  return cli_finish(CLI_OK);
}

int cli_server_serve(int argc, char **argv) {
  const char *folder = NULL, *host = "127.0.0.1", *tables = NULL;
  long long port = 8080;
  const char *database = NULL, *origin = NULL, *proxy = NULL, *cert = NULL, *key = NULL;
  const store_retention defaults = STORE_RETENTION_DEFAULT;
  long long limits = 100, engines = 0, idle = 365, disk = 10240;
  long long invitation = defaults.invitation_days, unplayed = defaults.unplayed_days, person = defaults.person_days;
  bool log = false, addresses = false, no_games = false, check = false;
  const cli_option options[] = {{"port", CLI_NUMBER, &port, 0, 65535},
                                {"host", CLI_TEXT, &host, 0, 0},
                                {"web", CLI_TEXT, &folder, 0, 0},
                                {"tables", CLI_TEXT, &tables, 0, 0},
                                {"log", CLI_FLAG, &log, 0, 0},
                                {"database", CLI_TEXT, &database, 0, 0},
                                {"no-games", CLI_FLAG, &no_games, 0, 0},
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
  if (folder == NULL) return cli_fail(ASC_E_FILE, "serve", "the web app is not installed; name its folder with --web");

  char default_path[PATH_SIZE];
  asc_error error;
  http_proxy trusted = {.bits = -1};
  if (origin != NULL && !is_origin(origin))
    return cli_fail(ASC_E_INPUT, "serve",
                    "--origin must be scheme, host and port, such as https://play.example.org (got '%s')", origin);
  if (proxy != NULL && !proxy_read(proxy, &trusted))
    return cli_fail(ASC_E_INPUT, "serve", "--trust-proxy must be a network such as 127.0.0.0/8 (got '%s')", proxy);
  if ((cert == NULL) != (key == NULL)) return cli_fail(ASC_E_INPUT, "serve", "--cert and --key must be used together");
  for (const char *const files[] = {cert, key, NULL}, *const *file = files; *file != NULL; file++)
    if (access(*file, R_OK) != 0) return cli_fail(ASC_E_INPUT, "serve", "%s: %s", *file, strerror(errno));
  if (no_games && database != NULL)
    return cli_fail(ASC_E_INPUT, "serve", "--database and --no-games can't be used together");
  if (!no_games && database == NULL) {
    int code = database_find(default_path, &error);
    if (code < 0) return cli_fail_error(code, "serve", &error);
    database = default_path;
  }
  int systemd_socket = cli_systemd_socket(&error);
  if (systemd_socket < 0) return cli_fail_error(systemd_socket, "serve", &error);
  const http_options server_options = {.folder = folder,
                                       .tables = cli_tables_folder(tables),
                                       .host = host,
                                       .port = (int)port,
                                       .socket = systemd_socket,
                                       .database = no_games ? NULL : database,
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
                                       .complain = error_print,
                                       .alive = alive_report,
                                       .alive_every = cli_systemd_watchdog_ms() / 2};
  return check ? serve_check(&server_options) : server_serve(&server_options);
}
