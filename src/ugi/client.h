/* A client of an external UGI engine, which runs as a child process.

   The engine is never trusted: every answer has a deadline, and its output is cleaned and cut. Any error ends the
   engine and leaves one sentence for the user in `error`; after that the client can only be closed. The engine runs
   through the shell, in its own process group, and is killed with all processes that it started. SIGPIPE must be
   ignored, because the engine may have ended before it reads. */
#ifndef ASC_UGI_CLIENT_H
#define ASC_UGI_CLIENT_H

#include <ascona/game.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct ugi_client ugi_client;

enum { UGI_ERROR_MAX = 600 };

typedef enum ugi_status {
  UGI_OK,
  UGI_ERROR,  /* the engine's error, described in `error`; the engine has been ended */
  UGI_STOPPED /* should_stop returned true */
} ugi_status;

typedef struct ugi_client_hooks {
  int64_t timeout_us;              /* for answers that need no search */
  bool (*should_stop)(void *data); /* called every 50 ms while waiting; may be NULL */
  void *data;
} ugi_client_hooks;

/* Starts the engine and waits for `ugiok`. The hooks are copied. *client is closed with ugi_client_close; it is NULL
   unless the result is UGI_OK. In all functions, `error` has room for UGI_ERROR_MAX bytes. */
ugi_status ugi_client_open(ugi_client **client, const char *command, const ugi_client_hooks *hooks, char *error);
/* Sets an option and waits until the engine is ready. If the engine rejects it, the result is UGI_ERROR. */
ugi_status ugi_client_set_option(ugi_client *client, const char *name, const char *value, char *error);
/* Returns whether the engine has announced this option. Ignores case. */
bool ugi_client_has_option(const ugi_client *client, const char *name);
/* Announces a new game and waits until the engine is ready. */
ugi_status ugi_client_new_game(ugi_client *client, char *error);

/* The result of a search. */
typedef struct ugi_answer {
  char move[ASC_TOKEN_MAX]; /* unchecked, cut to this length */
  int depth;
  uint64_t nodes;
  char error[128]; /* the last error that the engine reported before the move, or "" */
} ugi_answer;

/* Sends the commands `position` and `go`, given without newlines, and waits for the move: at most `time_us` plus
   timeout_us of the hooks. */
ugi_status ugi_client_go(ugi_client *client, const char *position, const char *go, int64_t time_us, ugi_answer *answer,
                         char *error);

/* Asks the engine to quit, kills it if it does not, and frees the client. NULL is allowed. */
void ugi_client_close(ugi_client *client);

#endif
