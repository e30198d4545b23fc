/* Computer players: levels 0 to 10 and two baselines, behind one interface.

   Level 0 plays at random. Levels 1 to 9 are limited in nodes and overlook moves as people of that strength do. They
   are equally strong on every machine, and like people they have good and bad games. Level 10 is limited only by time.
   The baselines serve to measure others against: `uct` is plain Monte Carlo tree search with random playouts, `greedy`
   takes the turn that gains most points at once. The engine of the web page is built without them. */
#ifndef ASCONA_PLAYER_H
#define ASCONA_PLAYER_H

#include <ascona/search.h>

ASC_C_BEGIN

enum { ASC_LEVEL_MAX = 10, ASC_PLAYER_NAME_MAX = 96 /* bytes of a name, with the zero byte; for buffers of callers */ };

typedef enum asc_player_kind { ASC_PLAYER_LEVEL, ASC_PLAYER_UCT, ASC_PLAYER_GREEDY } asc_player_kind;

/* The settings in a player's name. Limits are per move; 0: no limit. */
typedef struct asc_player_settings {
  asc_player_kind kind;
  int level;         /* ASC_PLAYER_LEVEL: 0 to ASC_LEVEL_MAX */
  int threads;       /* default: 1 */
  size_t hash_bytes; /* of the transposition table or tree; default: 64 MiB, for levels 0 to 9 16 MiB */
  uint64_t nodes;    /* positions searched; for uct, plies played */
  int depth;         /* in plies; in turns in games with dice or more than two players */
  int64_t move_time_us;
  uint32_t exploration; /* uct: its constant C in hundredths; default: 50 */
} asc_player_settings;

/* Reads a name: "0" to "10", "uct" or "greedy", then settings, as in
   "10,threads=2,hash=64,nodes=5000,depth=4,movetime=100". The hash is in MiB, the time in milliseconds; "uct,c=141" is
   UCT with C = 1.41. Settings that a player doesn't use are accepted. Returns ASC_OK, or ASC_E_INPUT and a reason that
   lists the allowed names, settings or values. */
ASC_API int asc_player_read(asc_player_settings *settings, const char *name, asc_error *error);

typedef struct asc_player asc_player;

/* Opens the player with this name, as asc_player_read reads it; the caller owns it. The rules must outlive it; `hooks`
   may be NULL and is copied. Returns ASC_OK, ASC_E_INPUT for a bad name, or ASC_E_MEMORY. */
ASC_API int asc_player_open(asc_player **player, const asc_rules *rules, const char *name,
                            const asc_search_hooks *hooks, asc_error *error);
/* Sets the oracle of level 10, which is copied; its data must outlive the player. NULL: the game's book, which is also
   the default. If the oracle knows all moves, the best is played at once: the fastest win, or the slowest loss. Other
   players ignore it, to keep their strength. */
ASC_API void asc_player_set_oracle(asc_player *player, const asc_oracle *oracle);
/* Chooses a move for the task, in a position where a player is to move, and writes it to *move. The limits of the task
   and of the name both apply, and for levels 1 to 9 also those of the level; level 10 and uct without any limit think
   for one second. With one thread and no time limit, the same seed and task give the same move. The strength that
   varies from game to game follows from task->game_seed. `report` may be NULL; its lines are valid until the next call.
   Returns ASC_OK or ASC_E_MEMORY. */
ASC_API int asc_player_choose(asc_player *player, const asc_search_task *task, uint64_t seed, asc_move *move,
                              asc_search_report *report);
/* Stops the choice in progress; if there is none, the next one stops at once. May be called from any thread. Players
   that do not search ignore it. */
ASC_API void asc_player_stop(asc_player *player);
/* Forgets everything that the player has learnt from earlier moves. Call it before a new game. */
ASC_API void asc_player_clear(asc_player *player);
ASC_API void asc_player_close(asc_player *player);

ASC_C_END

#endif
