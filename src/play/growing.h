/* A text that grows. After the memory ran out, `failed` is set and nothing is added: who made it looks at its end. */
#ifndef ASC_PLAY_GROWING_H
#define ASC_PLAY_GROWING_H

#include "core/json.h"

typedef struct asc_growing {
  char *text; /* malloc'ed; NULL: nothing was added */
  size_t length, capacity;
  bool failed;
} asc_growing;

void asc_growing_add(asc_growing *growing, const char *text, size_t length);
/* JSON that is written there. */
asc_json asc_growing_json(asc_growing *growing);

#endif
