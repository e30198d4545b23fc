/* `ascona serve`: the web application. Finds the page, opens the server, runs it until a signal ends it. */
#include "cli.h"
#include "server/server.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

const char serve_summary[] = "the web application";
const char serve_help[] = "usage: ascona serve [--port N] [--host ADDR] [--web DIR] [--tables DIR] [--log]\n"
                          "\n"
                          "Serves the page to play in a browser, from this machine alone, until Ctrl-C.\n"
                          "\n"
                          "  --port N      listen at this port; default 8080, 0 takes any that is free\n"
                          "  --host ADDR   listen at this name or address; default 127.0.0.1, which no\n"
                          "                other machine reaches. 0.0.0.0 is every address of this one\n"
                          "  --web DIR     the folder of the built page; default: the installed one\n"
                          "  --tables DIR  answer GET /api/probe?game=delta&position=P from these tables\n"
                          "                of solved positions: the position's value and every move's, the\n"
                          "                best first (default: the environment variable ASCONA_TABLES)\n"
                          "  --log         print a line for every request: time, client, method, path,\n"
                          "                status, bytes\n"
                          "\n"
                          "The folder is read at the start. Beside x.js may lie x.js.br and x.js.gz.\n"
                          "\n"
                          "examples:\n"
                          "  ascona serve\n"
                          "  ascona serve --port 9000 --log\n"
                          "  ascona serve --host 0.0.0.0\n";

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

/* What a person types into the browser. An address that means every one is reached as this machine's own. */
static void address_print(const char *host, int port) {
  static const char *const own[] = {"127.0.0.1", "localhost", "0.0.0.0", "::", "::1"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(host, own[i]) == 0) host = "localhost";
  const char *open = strchr(host, ':') != NULL ? "[" : "", *close = *open != '\0' ? "]" : "";
  printf("Ascona is at http://%s%s%s:%d (Ctrl-C ends it)\n", open, host, close, port);
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
  address_print(wanted->host, asc_server_port(running));
  int status = cli_finish(CLI_OK);
  if (status == CLI_OK && asc_server_run(running) < 0)
    status = cli_fail(ASC_E_FILE, "serve", "the event loop has failed");
  signals_set(SIG_DFL);
  asc_server_close(running);
  return status;
}

int serve_run(int argc, char **argv) {
  const char *folder = NULL, *host = "127.0.0.1", *solved = NULL;
  long long port = 8080;
  bool log = false;
  const cli_option options[] = {{"port", CLI_NUMBER, &port, 0, 65535}, {"host", CLI_TEXT, &host, 0, 0},
                                {"web", CLI_TEXT, &folder, 0, 0},      {"tables", CLI_TEXT, &solved, 0, 0},
                                {"log", CLI_FLAG, &log, 0, 0},         {0}};
  if (cli_parse(argc, argv, options, NULL, 0) < 0) return CLI_BAD_INPUT;
  char found[PATH_SIZE];
  if (folder == NULL) folder = page_find(found);
  if (folder == NULL) return cli_fail(ASC_E_FILE, "serve", "the page is not installed; --web names its folder");

  const web_options wanted = {.folder = folder,
                              .tables = cli_tables_folder(solved),
                              .host = host,
                              .port = (int)port,
                              .log = log ? log_print : NULL,
                              .complain = complaint_print};
  return server_serve(&wanted);
}
