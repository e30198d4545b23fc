/* Players that are no persons: levels 0 to 10 and the named opponents, behind one door.

   `random` is level 0. Levels 1 to 9 are limited by nodes and by what a person of that strength overlooks, and are
   equally strong on any machine; level 10 is bounded only by the clock. `uct` is plain Monte Carlo tree search with
   random playouts, `greedy` takes the turn that gains the most points at once: both are there to be measured by. */
#ifndef ASCONA_PLAYER_H
#define ASCONA_PLAYER_H

#include <ascona/search.h>

ASC_C_BEGIN

enum { ASC_LEVEL_MAX = 10, ASC_PLAYER_NAME_MAX = 96 };

typedef struct asc_player asc_player;

/* `name`: "0" … "10", "uct" or "greedy", then settings: "10,threads=2,hash=64,nodes=5000,depth=4,movetime=100". The
   error says what is known. */
ASC_API int asc_player_open(asc_player **player, const asc_rules *rules, const char *name, const asc_host *host,
                            asc_error *error);
/* Checks a name without opening. */
ASC_API int asc_player_check(const asc_rules *rules, const char *name, asc_error *error);
/* The move for the task. Limits of the task and of the name both hold; where neither sets one, a level's own holds, and
   level 10, uct and greedy think for one second. The same seed, task and limits in nodes give the same move. `report`
   may be NULL. */
ASC_API int asc_player_choose(asc_player *player, const asc_task *task, uint64_t seed, asc_move *move,
                              asc_report *report);
ASC_API void asc_player_stop(asc_player *player);
/* Before a new game: forgets everything. */
ASC_API void asc_player_clear(asc_player *player);
ASC_API void asc_player_close(asc_player *player);

ASC_C_END

#endif
