/* Those who play and watch while things go wrong, and write down what they did and saw (check.h has the form). Two
   players and a watcher are at a table; they play one game after another, on any process of the run, and go to
   another process when one does not answer, with the same command. */
#ifndef ASC_TESTS_JEPSEN_CLIENTS_H
#define ASC_TESTS_JEPSEN_CLIENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { PROCESSES_MAX = 8, TABLES_MAX = 32 };

typedef struct clients clients;

/* `ports` of the processes; the clients are told from `seed` what to do. NULL: they could not begin. */
clients *clients_open(const int *ports, int processes, int tables, uint64_t seed);
/* Plies acknowledged so far at the table where there were the fewest. */
int64_t clients_plies(clients *own);
/* Waits until every table has gone on by `plies`; false: one has not, by then. */
bool clients_go_on(clients *own, int plies, int64_t until);
/* They finish what they began. What each did and saw, one after the other; *games has the ids of all games. */
json_t *clients_end(clients *own, json_t **games);
/* The same in the order of its time; takes it over. */
json_t *clients_sort(json_t *all);

#endif
