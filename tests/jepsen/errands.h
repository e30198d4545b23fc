/* People who do everything except playing while things go wrong: they join with keys, several at once, make new links,
   add devices, merge persons, sign devices out, block each other; and the host closes games and signs persons out. Each
   writes down what it did and saw (check.h has the form). */
#ifndef ASC_TESTS_JEPSEN_ERRANDS_H
#define ASC_TESTS_JEPSEN_ERRANDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct errands errands;

typedef struct errands_options {
  const int *ports; /* of the processes */
  int processes;
  const char *database; /* for `ascona host`; NULL: there are no orders */
  const char *log;      /* of these commands */
  uint64_t seed;
  bool has_front; /* the port is that of nginx: nobody knows which process answers */
  int grace;      /* ms until every process knows of a device that was signed out */
} errands_options;

errands *errands_open(const errands_options *options);
/* They finish what they began. Appends the ids of their games. Returns what they wrote down, of each in its order. */
json_t *errands_end(errands *own, json_t *games);

#endif
