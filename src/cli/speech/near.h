/* The nearest right word to a wrong one. */
#ifndef ASC_CLI_SPEECH_NEAR_H
#define ASC_CLI_SPEECH_NEAR_H

/* The search for it, among words that are shown to it one by one. All zero but for `word` at first. */
typedef struct near_search {
  const char *word; /* as it was typed */
  const char *best; /* NULL: none is near */
  int distance;     /* letters that differ, in any case; two that changed places count one */
} near_search;

void near_try(near_search *search, const char *candidate);

#endif
