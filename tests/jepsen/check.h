/* What clients did and saw, held against what the store has at the end: the checker, in the manner of Jepsen.

   A history is an array of objects in the order of their time:

   {"op": "invoke",  "at", "client", "person", "game", "id", "do", "move"?}   a command is sent, for the first time or
   again
   {"op": "ok",      "at", "client", "person", "game", "id", "stream"?, "events"}
   {"op": "refused", "at", "client", "person", "game", "id", "stream"?, "status", "events"?}
   {"op": "unknown", "at", "client", "person", "game", "id"}                  no answer, or one that leaves it open
   {"op": "watch",   "at", "client", "stream", "game", "from", "events"}      a socket listens from here on
   {"op": "event",   "at", "client", "stream", "game", "event"}               it was told this

   Those who run errands (errands.h) also write these; a command to join has its "key" and the game's "owner":

   {"op": "void",       "at", "client", "key"}                                    a new link voided this key
   {"op": "blocked",    "at", "client", "person", "by"}
   {"op": "signed-out", "at", "client", "device", "process", "grace"}             grace in microseconds, for the others
   {"op": "seen",       "at", "client", "device", "process", "sent", "status"}    it asked who it is
   {"op": "merged",     "at", "client", "person", "into", "game"}                 a game of the first
   {"op": "games",      "at", "client", "person", "games"}                        their list
   {"op": "order",      "at", "client", "what", "game" or "device", "status"}     exit status of `ascona host`
   {"op": "ordered",    "at", "client", "device", "status"}                       at the end, of a signed-out person

   `at` is microseconds of one clock for all clients; a stream is one connection. The store is an object: of every game
   its events. What is wrong is named by its kind:

   lost     somebody was told of it and it is not there
   changed  it is there in other words than somebody was told, or than were sent
   twice    one command was done twice
   refused  a command that was refused is there
   nobody   an event that nobody sent
   number   numbers that are not 1, 2, 3 …, or a time that goes back
   gap      a stream that left something out, or came back to it
   order    a command that was sent after another was acknowledged stands before it
   rules    what the rules refuse: a move, a turn, an end, a second end
   clock    a clock that ran in a pause, for nobody, or faster than the time
   key      a key that seated two persons, or somebody after it was void
   blocked  somebody who joined although the owner had blocked them
   signed-out  a device that got an answer after it was signed out
   merged   a merged person's game that is not the other's
   order    an accepted order of the host that is not carried out, or twice
   stuck    a client that got no answer although all is well again (who plays says so, by {"op": "stuck"}) */
#ifndef ASC_TESTS_JEPSEN_CHECK_H
#define ASC_TESTS_JEPSEN_CHECK_H

#include <jansson.h>

enum { CHECK_TOLD = 40, CHECK_LINE = 400 };

typedef struct check_report {
  int wrong;                          /* how much is */
  char lines[CHECK_TOLD][CHECK_LINE]; /* of it the first: a kind, a colon, and what */
  int games, events, commands, ok, refused, unknown, repeated, told;
} check_report;

void check_history(const json_t *history, const json_t *store, check_report *report);

#endif
