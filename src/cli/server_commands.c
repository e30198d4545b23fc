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

const char cli_serve_summary[] = "serve the web app and online games";
const char cli_serve_help[] = "usage: ascona serve [--port N] [--host ADDR] [--web DIR] [--database FILE] …\n"
                              "\n"
                              "Serves the web app, to play alone and with others, until Ctrl-C.\n"
                              "\n"
                              "  --port N      listen on port N (default: 8080); 0 takes any free port\n"
                              "  --host ADDR   listen on this name or address (default: 127.0.0.1, which only\n"
                              "                this machine reaches). 0.0.0.0 means all addresses\n"
                              "  --web DIR     folder of the built web app (default: the installed one)\n"
                              "  --tables DIR  answer GET /api/probe?game=delta&position=P from these tables\n"
                              "                of solved positions: the values of the position and of all\n"
                              "                moves, the best first (default: the environment variable\n"
                              "                ASCONA_TABLES)\n"
                              "  --database FILE   store the online games in FILE (default: games.db in\n"
                              "                $XDG_STATE_HOME/ascona or ~/.local/state/ascona).\n"
                              "                postgresql://HOST/NAME is a database that several processes\n"
                              "                can use at once\n"
                              "  --no-games    serve only the web app, without online games\n"
                              "  --origin URL  public address, such as https://play.example.org (default:\n"
                              "                the names and addresses of this machine)\n"
                              "  --trust-proxy CIDR   trust X-Forwarded-For from this network, such as\n"
                              "                127.0.0.0/8\n"
                              "  --engines N   threads for computer players in online games (default: all\n"
                              "                processors except one)\n"
                              "  --cert FILE   certificate with its chain (PEM), to serve over https\n"
                              "  --key FILE    private key of the certificate (PEM)\n"
                              "  --limits PERCENT   rate limits of clients, in percent (default: 100);\n"
                              "                0: no limits\n"
                              "  --disk-limit MIB   store at most MIB MiB (default: 10240; 0: no limit). At\n"
                              "                the limit new games are rejected; games in progress continue\n"
                              "  --invitation-days N, --unplayed-days N, --person-days N   delete invitations\n"
                              "                that nobody accepted after N days (default: 14), games without\n"
                              "                a move (30), and players without games who were not seen (90);\n"
                              "                0: never\n"
                              "  --idle-days N    end games without a clock after N days without a move\n"
                              "                (default: 365)\n"
                              "  --check       check options, files and database, report errors, and exit\n"
                              "  --log         print one line of JSON per request: time, method, path,\n"
                              "                status, bytes\n"
                              "  --log-addresses   the same with the addresses of clients\n"
                              "\n"
                              "The server reads the folder once, when it starts. It sends x.js.br or x.js.gz\n"
                              "instead of x.js if they exist and the browser accepts them. If systemd passes\n"
                              "a socket, the server uses it and ignores --host and --port.\n"
                              "\n"
                              "examples:\n"
                              "  ascona serve\n"
                              "  ascona serve --port 9000 --log\n"
                              "  ascona serve --host 0.0.0.0\n"
                              "  ascona serve --origin https://play.example.org --trust-proxy 127.0.0.0/8\n";

const char cli_host_summary[] = "manage the online games of a server";
const char cli_host_help[] = "usage: ascona host list|backup FILE|export|copy|close GAME|sign-out PERSON …\n"
                             "\n"
                             "Manages the online games that `ascona serve` stores, also while it runs.\n"
                             "\n"
                             "  list          list all games: id, state, plies, time of the last change, game\n"
                             "                and players\n"
                             "  backup FILE   save the whole database, as it is at one moment, to FILE. A\n"
                             "                server can use the file, also after a backup of PostgreSQL\n"
                             "  export        print all games that have started, as records\n"
                             "  copy --to DATABASE   copy everything into another database, which must be\n"
                             "                empty, and compare both. Stop the servers of both first\n"
                             "  close GAME    abort a game; nobody wins\n"
                             "  sign-out PERSON   sign out all devices of a player. A running server carries\n"
                             "                out close and sign-out within two seconds, a stopped one when\n"
                             "                it starts\n"
                             "\n"
                             "  --database FILE   the database, or postgresql://HOST/NAME (default: games.db\n"
                             "                in $XDG_STATE_HOME/ascona or ~/.local/state/ascona)\n"
                             "  --to text|json   format of exported records (default: text)\n"
                             "  --output FILE    write the records to FILE instead of stdout. An existing\n"
                             "                   file is replaced only after all have been written\n"
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
    return cli_fail(ASC_E_FILE, argv[0], "can't find the folder of ascona: /proc/self/exe is not readable");
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
                 ? cli_fail(ASC_E_FILE, argv[0], PROGRAM " is not installed beside ascona: %s is missing", path)
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
