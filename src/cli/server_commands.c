/* `ascona serve` and `ascona host`: replace the process by `ascona-server`, which lies beside the running program. So
   only the server loads the libraries of the network and the databases. The process id, the environment and the
   standard streams stay the same, and the exit status is that of `ascona-server`. */
#include "server_commands.h"

#include "cli.h"
#include "paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "ascona-server"

const char cli_serve_summary[] = "the web application";
const char cli_serve_help[] = "usage: ascona serve [--port N] [--host ADDR] [--web DIR] [--database FILE] …\n"
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
                              "  --database FILE   store the online games there; default games.db in\n"
                              "                $XDG_STATE_HOME/ascona or ~/.local/state/ascona.\n"
                              "                postgresql://HOST/NAME is a database that several processes\n"
                              "                serve from at once\n"
                              "  --no-games    serve only the page, without online games\n"
                              "  --origin URL  the public address, as https://play.example.org; default:\n"
                              "                the names and addresses of this machine\n"
                              "  --trust-proxy CIDR   believe X-Forwarded-For of connections from there, as\n"
                              "                127.0.0.0/8\n"
                              "  --engines N   threads for computer players in online games; default: all\n"
                              "                processors except one\n"
                              "  --cert FILE   the certificate with its chain (PEM): the page is at https\n"
                              "  --key FILE    and its key\n"
                              "  --limits N    rate limits of clients, in percent of the default; 0: no limits\n"
                              "  --disk-limit MIB   store at most MIB MiB (default: 10240; 0: no limit). At\n"
                              "                the limit new games are rejected; games in progress continue\n"
                              "  --invitation-days N, --unplayed-days N, --person-days N   delete invitations\n"
                              "                that nobody accepted after N days (default: 14), games without\n"
                              "                a move (30), and persons without games who were not seen (90);\n"
                              "                0: never\n"
                              "  --idle-days N    end games without a clock after N days without a move; 365\n"
                              "  --check       report errors in options, files and database, and exit\n"
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

const char cli_host_summary[] = "the games of a server: list, copy, export, close";
const char cli_host_help[] = "usage: ascona host list|backup FILE|export|copy|close GAME|sign-out PERSON …\n"
                             "\n"
                             "Manages the online games that `ascona serve` stores, also while it runs.\n"
                             "\n"
                             "  list          every game: id, state, plies, time of the last change, game and\n"
                             "                players\n"
                             "  backup FILE   a copy of the whole database at one moment; also from PostgreSQL\n"
                             "                it is a file that can be served from\n"
                             "  export        all games that have started, as records\n"
                             "  copy --to DATABASE   copies everything into another database, which must be\n"
                             "                empty, and compares both. No server may use either meanwhile\n"
                             "  close GAME    aborts a game; nobody wins\n"
                             "  sign-out PERSON   signs out all devices of a player. A running server does\n"
                             "                both within two seconds, another one when it starts\n"
                             "\n"
                             "  --database FILE   where the games are, or postgresql://HOST/NAME; default\n"
                             "                games.db in $XDG_STATE_HOME/ascona or ~/.local/state/ascona\n"
                             "  --to text|json   the form of records; default text\n"
                             "  --output FILE    write them to FILE instead of stdout; an existing file is\n"
                             "                   replaced only after all have been written\n"
                             "  --json        print the list as one JSON object per game and line\n"
                             "\n"
                             "examples:\n"
                             "  ascona host list --database games.db\n"
                             "  ascona host backup games-monday.db --database games.db\n"
                             "  ascona host export --to json --output games.json --database games.db\n"
                             "  ascona host copy --database games.db --to postgresql://localhost/ascona\n";

/* Becomes `ascona-server COMMAND ARGUMENT…`. Returns an exit status after printing the error if that is impossible. */
static int server_exec(int argc, char **argv) {
  char folder[CLI_PROGRAM_FOLDER_MAX], path[CLI_PROGRAM_FOLDER_MAX + sizeof "/" PROGRAM];
  if (!cli_program_folder(folder))
    return cli_fail(ASC_E_FILE, argv[0], "the folder of ascona is unknown: /proc/self/exe");
  (void)snprintf(path, sizeof path, "%s/%s", folder, PROGRAM);
  char **arguments = malloc(((size_t)argc + 2) * sizeof *arguments);
  if (arguments == NULL) return cli_fail(ASC_E_MEMORY, argv[0], "out of memory");
  arguments[0] = path;
  memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
  arguments[argc + 1] = NULL;
  int status = cli_finish(CLI_OK); /* the text of the menu would be lost */
  if (status == CLI_OK) {
    (void)execv(path, arguments);
    status = errno == ENOENT
                 ? cli_fail(ASC_E_FILE, argv[0], PROGRAM " is not installed beside ascona (looked for %s)", path)
                 : cli_fail(ASC_E_FILE, argv[0], "%s: %s", path, strerror(errno));
  }
  free(arguments);
  return status;
}

static int server_run(int argc, char **argv) {
  bool is_help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
  return is_help ? cli_command_print_help(cli_command_find(argv[0])) : server_exec(argc, argv);
}

int cli_serve(int argc, char **argv) { return server_run(argc, argv); }

int cli_host(int argc, char **argv) { return server_run(argc, argv); }
