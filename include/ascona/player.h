/* Players that are no persons: levels 0 to 10 and the named opponents, behind one door.

   Level 0 is random. Levels 1 to 9 are limited by nodes and by what a person of that strength overlooks, and are
   equally strong on any machine; like a person they have good games and bad ones. Level 10 is bounded only by the
   clock. `uct` is plain Monte Carlo tree search with random playouts, `greedy` takes the turn that gains the most
   points at once: both are there to be measured by, and the page's engine is built without them. */
#ifndef ASCONA_PLAYER_H
#define ASCONA_PLAYER_H

#include <ascona/search.h>

ASC_C_BEGIN

enum { ASC_LEVEL_MAX = 10, ASC_PLAYER_NAME_MAX = 96 };

typedef enum asc_player_kind { ASC_PLAYER_LEVEL, ASC_PLAYER_UCT, ASC_PLAYER_GREEDY } asc_player_kind;

/* What a name says. A limit of 0 is none. */
typedef struct asc_player_settings {
  asc_player_kind kind;
  int level;   /* ASC_PLAYER_LEVEL */
  int threads; /* 1 unless said */
  size_t hash; /* bytes of the table or tree; unless said 64 MiB, of levels below 10 16 */
  uint64_t nodes;
  int depth;
  int64_t movetime;     /* microseconds */
  uint32_t exploration; /* uct: hundredths of its C, by which it tries moves that did worse so far; 50 unless said */
} asc_player_settings;

/* A name is "0" … "10", "uct" or "greedy", then settings: "10,threads=2,hash=64,nodes=5000,depth=4,movetime=100", the
   hash in MiB and the time in milliseconds; "uct,c=141" is UCT with a C of 1.41. One that a player has no use for is
   taken and does nothing. The error says what is known. */
ASC_API int asc_player_read(asc_player_settings *settings, const char *name, asc_error *error);

typedef struct asc_player asc_player;

/* The rules must outlive the player; the host, which may be NULL, is copied. */
ASC_API int asc_player_open(asc_player **player, const asc_rules *rules, const char *name, const asc_host *host,
                            asc_error *error);
/* Whom level 10 may ask, who must outlive the player; NULL, and before: the game's book. Where he knows every move, the
   best is played at once: of equal wins the one that comes soonest, of equal losses the one that takes longest. The
   others are as strong as they are. */
ASC_API void asc_player_consult(asc_player *player, const asc_oracle *oracle);
/* The move for the task. Limits of the task and of the name both hold; where neither sets one, a level's own holds, and
   level 10 and uct think for one second. The same seed, task and limits in nodes give the same move. What a player does
   differently throughout a game follows from the task's `game`: the same for all its moves, another for the next.
   `report`, which may be NULL, is good until the next choice. */
ASC_API int asc_player_choose(asc_player *player, const asc_task *task, uint64_t seed, asc_move *move,
                              asc_report *report);
/* From any thread: ends the choice in progress, or the next one at once. */
ASC_API void asc_player_stop(asc_player *player);
/* Before a new game: forgets everything. */
ASC_API void asc_player_clear(asc_player *player);
ASC_API void asc_player_close(asc_player *player);

ASC_C_END

#endif
