/* An outside program that speaks UGI, as a child process.

   It is never trusted: every answer has a deadline, what it says is cleaned and cut, and whatever goes wrong leaves one
   sentence for a person in `fault`, after which the program has been ended and must be opened anew. It runs through the
   shell, in a process group of its own, and is ended with all that it started. SIGPIPE must be ignored: it may
   have ended before it reads. */
#ifndef ASC_UGI_CLIENT_H
#define ASC_UGI_CLIENT_H

#include <ascona/game.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct asc_ugi_client asc_ugi_client;

enum { ASC_UGI_FAULT_MAX = 600 };

typedef enum asc_ugi_state {
  ASC_UGI_FINE,
  ASC_UGI_FAULT,  /* the program's own: `fault` tells */
  ASC_UGI_STOPPED /* the host did not want to wait any longer */
} asc_ugi_state;

/* Who drives the program: its patience in microseconds with answers that need no thought, and when to stop waiting. */
typedef struct asc_ugi_driver {
  int64_t patience;
  bool (*stop)(void *data);
  void *data;
} asc_ugi_driver;

/* Starts the program and waits for `ugiok`. `fault` has room for ASC_UGI_FAULT_MAX bytes. */
asc_ugi_state asc_ugi_client_open(asc_ugi_client **client, const char *command, const asc_ugi_driver *host,
                                  char *fault);
/* Sets an option; one that the program answers with an error is a fault. */
asc_ugi_state asc_ugi_client_set(asc_ugi_client *client, const char *name, const char *value, char *fault);
/* Whether the program has told of such an option. Letters of either case are the same. */
bool asc_ugi_client_has(const asc_ugi_client *client, const char *name);
asc_ugi_state asc_ugi_client_new_game(asc_ugi_client *client, char *fault);

/* What a search has told. */
typedef struct asc_ugi_answer {
  char move[ASC_TOKEN_MAX]; /* cut to that length */
  int depth;
  uint64_t nodes;
  char error[128]; /* the last error that was told before the move, or "" */
} asc_ugi_answer;

/* Sends the two lines, which need no newline, and waits for the move, at most `time` microseconds longer than the
   patience. */
asc_ugi_state asc_ugi_client_go(asc_ugi_client *client, const char *position, const char *go, int64_t time,
                                asc_ugi_answer *answer, char *fault);

/* Asks the program to quit, and ends it if it does not. */
void asc_ugi_client_close(asc_ugi_client *client);

#endif
