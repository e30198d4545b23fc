/* Requests and sockets to a server that may be gone, hang or come back at any moment: everything here ends by a time,
   and says so instead of failing. */
#ifndef ASC_TESTS_JEPSEN_WIRE_H
#define ASC_TESTS_JEPSEN_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wire {
  int socket; /* -1: none */
  char *text; /* what has come and was not used yet */
  size_t length;
} wire;

int64_t wire_now(void); /* microseconds of a clock that never goes back */
void wire_sleep(int milliseconds);

bool wire_open(wire *own, int port);
void wire_close(wire *own);

/* Sends a request; `secret` and `body` may be NULL. */
bool wire_ask(wire *own, int port, const char *method, const char *path, const char *secret, const char *body);
/* Its answer's status and text, which is the caller's; 0: none came by then. */
int wire_reply(wire *own, int64_t until, char **text);

/* A socket of somebody. */
bool wire_upgrade(wire *own, int port, const char *secret, int64_t until);
bool wire_say(wire *own, const char *text);
/* The next message. NULL: none came by then, or the socket was closed, which closes ours. */
json_t *wire_hear(wire *own, int64_t until);

/* Members of an object; "" and 0 where there is none. */
const char *wire_word(const json_t *object, const char *name);
int64_t wire_number(const json_t *object, const char *name);

#endif
