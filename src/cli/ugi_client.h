/* An outside program that speaks UGI, as a child process.

   It is never trusted: every answer has a deadline, what it says is cleaned and cut, and whatever goes wrong leaves one
   sentence for a person in `fault`, after which the program has been ended and must be opened anew. It runs through the
   shell, in a process group of its own, and is ended with all that it started. */
#ifndef ASC_CLI_UGI_CLIENT_H
#define ASC_CLI_UGI_CLIENT_H

#include <ascona/ascona.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct ugi_client ugi_client;

enum { UGI_FAULT_MAX = 600 };

typedef enum ugi_state {
  UGI_FINE,
  UGI_FAULT,  /* the program's own: `fault` tells */
  UGI_STOPPED /* the host did not want to wait any longer */
} ugi_state;

/* Who drives the program: its patience in microseconds with answers that need no thought, and when to stop waiting. */
typedef struct ugi_host {
  int64_t patience;
  bool (*stop)(void *data);
  void *data;
} ugi_host;

/* Starts the program and waits for `ugiok`. `fault` has room for UGI_FAULT_MAX bytes. */
ugi_state ugi_client_open(ugi_client **client, const char *command, const ugi_host *host, char *fault);
/* Sets an option; one that the program answers with an error is a fault. */
ugi_state ugi_client_set(ugi_client *client, const char *name, const char *value, char *fault);
/* Whether the program has told of such an option. Letters of either case are the same. */
bool ugi_client_has(const ugi_client *client, const char *name);
ugi_state ugi_client_new_game(ugi_client *client, char *fault);

/* What a search has told. */
typedef struct ugi_answer {
  char move[ASC_TOKEN_MAX]; /* cut to that length */
  int depth;
  uint64_t nodes;
  char error[128]; /* the last error that was told before the move, or "" */
} ugi_answer;

/* Sends the two lines, which need no newline, and waits for the move, at most `time` microseconds longer than the
   patience. */
ugi_state ugi_client_go(ugi_client *client, const char *position, const char *go, int64_t time, ugi_answer *answer,
                        char *fault);

/* Asks the program to quit, and ends it if it does not. */
void ugi_client_close(ugi_client *client);

#endif
