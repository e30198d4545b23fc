/* One search of the engine protocol, in slices: between two of them the caller looks for input, so that nothing has to
   be shared between threads.

   Level 0 has its move at once; what takes time is the estimate, which random playouts make better the longer they
   run. */
#ifndef ASC_CLI_UGI_SEARCH_H
#define ASC_CLI_UGI_SEARCH_H

#include <ascona/ascona.h>

/* What `go` asked for; -1: not said. */
typedef struct search_limits {
  long long movetime, depth, nodes;
  long long time[ASC_PLAYERS_MAX], increment[ASC_PLAYERS_MAX];
  bool infinite;
} search_limits;

typedef struct ugi_search {
  bool running;
  bool infinite;
  const asc_rules *rules;
  asc_position position;
  int player, plies_left;
  asc_move move;
  asc_random playouts;
  asc_estimate estimate;
  uint64_t nodes;                /* so many plies are enough; UINT64_MAX: no limit */
  int64_t start, end, report_at; /* microseconds; end INT64_MAX: no limit */
} ugi_search;

/* The play must not be over nor wait for a die. It draws from `random` twice, whatever the limits are. */
void search_start(ugi_search *search, const asc_play *play, const search_limits *limits, asc_random *random);
/* Works for some milliseconds. False when the limits say that it is enough. */
bool search_slice(ugi_search *search);
/* Whether a second has passed since the last report. */
bool search_report_due(ugi_search *search);
/* "depth … score … nodes … nps … time … pv …" */
void search_write(const ugi_search *search, char *text, size_t size);

#endif
