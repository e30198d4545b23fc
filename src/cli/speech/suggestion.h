/* Finds the known word that is closest to a mistyped one. */
#ifndef CLI_SPEECH_SUGGESTION_H
#define CLI_SPEECH_SUGGESTION_H

/* The search. At first all members except `word` are zero. Then each known word is passed to cli_suggestion_try. */
typedef struct cli_suggestion {
  const char *word; /* as the user typed it */
  const char *best; /* NULL: no word is close enough */
  int distance;     /* of `best`: letters that differ, ignoring case; two swapped letters count as one */
} cli_suggestion;

/* Takes the candidate if it is closer than all candidates before. `candidate` must outlive the search. */
void cli_suggestion_try(cli_suggestion *search, const char *candidate);

#endif
