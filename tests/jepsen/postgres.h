/* A PostgreSQL of its own in a folder, with or without a synchronous standby, and what can happen to it. */
#ifndef ASC_TESTS_JEPSEN_POSTGRES_H
#define ASC_TESTS_JEPSEN_POSTGRES_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct postgres {
  char folder[160], log[180]; /* the data, and its words */
  int port;
  pid_t process;
} postgres;

enum { POSTGRES_CONNECTIONS = 40, POSTGRES_DISK = 200 /* megabytes, where the disk is to be small */ };

/* Whether there is one on this machine. */
bool postgres_is_there(void);
/* A new database `ascona` of the user `ascona`, running. `small`: on a disk of its own that can be filled. */
bool postgres_make(postgres *own, const char *folder, bool small);
bool postgres_start(postgres *own);
/* Asks it to end, as a restart does: `fast` ends the connections. */
void postgres_stop(postgres *own);
void postgres_kill(postgres *own);
bool postgres_ask(const postgres *own, const char *sql);

/* A copy that follows; `waited`: before anything is acknowledged it must have it. */
bool postgres_follow(postgres *copy, postgres *own, const char *folder, bool waited);
/* It hears no more of the other. */
bool postgres_cut(const postgres *copy);
bool postgres_promote(postgres *own);

/* Nobody else gets a connection, for so many seconds: theirs are taken, and others take their places. */
void postgres_crowd(const postgres *own, int seconds);
/* Its disk is full; then it is not. */
bool postgres_fill(const postgres *own);
void postgres_empty(const postgres *own);
/* Starts it again if it has ended by itself. */
bool postgres_look(postgres *own);

#endif
