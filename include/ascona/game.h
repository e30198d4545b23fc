/* The game interface: games, rules, positions, moves.

   - An `asc_game` is one constant table of functions and facts, a game each.
   - An `asc_rules` is a game with its options fixed. It is made once, never changes and may be shared by all threads.
   - A position is a flat value in the caller's memory, 8-byte aligned, `rules->position_size` bytes: copying is
     memcpy, equality is memcmp. Every byte is always initialised. Playing changes it in place; who wants to go back
     keeps a copy. An `asc_position` has room for a position of any game.
   - A move is a number whose meaning is the game's own. The moves of a position come in ascending order.

   Players are 1 … 4; ASC_CHANCE (0) is the die. Points are half-points. Nothing here allocates but asc_rules_open. */
#ifndef ASCONA_GAME_H
#define ASCONA_GAME_H

#include <ascona/error.h>
#include <ascona/export.h>
#include <ascona/view.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

ASC_C_BEGIN

#define ASC_PLAYERS_MAX 4
#define ASC_POSITION_MAX 512 /* bytes of a position */
#define ASC_MOVES_MAX 4096   /* moves of a position of any game */
#define ASC_TEXT_MAX 768     /* a position string, with its end */
#define ASC_SPEC_MAX 512     /* a game with its options as text, with its end */
#define ASC_OPTIONS_MAX 8    /* options of a game */
#define ASC_OPTION_VALUE_MAX 256

enum { ASC_CHANCE = 0 };

typedef uint32_t asc_move;

typedef struct asc_position {
  uint64_t words[ASC_POSITION_MAX / 8];
} asc_position;

/* How a game stands or ended. `place` is 1 for the first place (shared by several: a draw between them), and 0 for
   all while the game is open. */
typedef struct asc_outcome {
  int32_t points[ASC_PLAYERS_MAX]; /* half-points */
  uint8_t place[ASC_PLAYERS_MAX];
} asc_outcome;

typedef enum asc_option_type { ASC_OPTION_NUMBER, ASC_OPTION_CHOICE, ASC_OPTION_TEXT } asc_option_type;

/* An option of a game. Its meaning for people is the message `option.KEY` of the game's catalogue. */
typedef struct asc_option {
  const char *key;
  asc_option_type type;
  const char *standard; /* the default, as text */
  int64_t least, most;  /* NUMBER */
  const char *choices;  /* CHOICE: the words, separated by one space. TEXT: what to write, for help */
} asc_option;

typedef struct asc_option_value {
  int64_t number; /* NUMBER; CHOICE: the index of the word */
  bool given;     /* or the default */
  char text[ASC_OPTION_VALUE_MAX];
} asc_option_value;

/* What an evaluation of the game counts: the final margin in points, or the chance to win in percent, a shared first
   place counted as its share. */
typedef enum asc_score { ASC_SCORE_MARGIN, ASC_SCORE_CHANCE } asc_score;

typedef struct asc_game asc_game;
typedef struct asc_rules asc_rules;
typedef struct asc_knowledge asc_knowledge; /* knowledge.h */
typedef struct asc_editor asc_editor;       /* edit.h */

/* In a game's table, so that a build without an engine, where size counts, can leave its knowledge out. */
#ifdef ASC_WITHOUT_KNOWLEDGE
#define ASC_KNOWLEDGE(knowledge) NULL
#else
#define ASC_KNOWLEDGE(knowledge) (&(knowledge))
#endif

/* What every rules object begins with; a game's own data follows. */
struct asc_rules {
  const asc_game *game;
  size_t position_size;
  int players;
  int moves_max;              /* no position has more moves */
  int longest;                /* no game has more plies, the ply limit included */
  int ply_limit;              /* a game still open after so many plies is a draw; 0: none */
  int symmetries;             /* 1: the identity alone */
  uint64_t hash;              /* of game and options */
  char spec[ASC_SPEC_MAX];    /* as a person writes them, less the defaults: "kulami:level=3" */
  char options[ASC_SPEC_MAX]; /* every option with its value, as a record keeps them: a drawing, never a seed */
};

/* The table. Functions marked optional may be NULL; what then holds is said. A game that is only searched may leave out
   what shows it (view, way, write, read, check, about) and what people play it by (give_up, write_move, steps, why,
   catalogues), all of a kind. `position` is never a finished game where a move is given. */
struct asc_game {
  const char *id;                  /* "neo-delta" */
  const char *title;               /* "Néo-Delta", the same in every language */
  const char *about;               /* the RULES.md of the game's folder */
  const asc_catalogue *catalogues; /* ends with language NULL; the first is English */
  const asc_option *options;
  int option_count;
  const asc_kind *kinds;
  int kind_count;
  size_t rules_size; /* bytes of the game's own rules struct, which begins with asc_rules */
  asc_score score;

  /* Fills the facts of asc_rules from position_size to symmetries, and the game's own data. */
  int (*open)(asc_rules *rules, const asc_option_value *values, asc_error *error);
  /* Optional: an option as a record should keep it; 0 to leave it out. Without it: the value as given. */
  int (*resolve)(const asc_rules *rules, int option, char *text, size_t size);

  void (*start)(const asc_rules *rules, void *position);
  int (*turn)(const asc_rules *rules, const void *position);
  /* At most moves_max, ascending. 0 exactly when the game is over. All of the moves_max entries may be written to. */
  int (*moves)(const asc_rules *rules, const void *position, asc_move *moves);
  void (*play)(const asc_rules *rules, void *position, asc_move move);
  /* True when over. The points are those that stand now. */
  bool (*outcome)(const asc_rules *rules, const void *position, asc_outcome *outcome);
  /* The weight of a move of chance. NULL: the game has none. */
  uint32_t (*odds)(const asc_rules *rules, const void *position, asc_move move);
  /* A player leaves. True when that ends the game, with its outcome; else the position goes on without him. */
  bool (*give_up)(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
  /* Optional: whether a player has left and the game went on. NULL: leaving ends the game. */
  bool (*has_left)(const asc_rules *rules, const void *position, int player);
  /* Optional: the turn goes on to the next player, as if who has it did nothing more; the rest of a turn of several
     acts is lost. False where nobody can pass. `check` may refuse what it leaves, but it can be played and searched.
     NULL: as asc_position_pass of edit.h says. */
  bool (*pass)(const asc_rules *rules, void *position);

  /* Over the whole position. Equal positions have equal hashes on every platform. */
  uint64_t (*hash)(const asc_rules *rules, const void *position);
  /* Optional: what repetition compares; 0 where none can count. */
  uint64_t (*key)(const asc_rules *rules, const void *position);
  /* ASC_OK when the position could be one of this game: counts, supplies, stage and turn fit together. */
  int (*check)(const asc_rules *rules, const void *position, asc_error *error);

  /* The position string, without spaces, beginning with "1:". Reading checks; it finds the position all zero. */
  int (*write)(const asc_rules *rules, const void *position, char *text, size_t size);
  int (*read)(const asc_rules *rules, const char *text, void *position, asc_error *error);
  void (*write_move)(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

  /* Optional, both or none: how many moves there are, and the k-th of them without a list. */
  int (*count)(const asc_rules *rules, const void *position);
  asc_move (*pick)(const asc_rules *rules, const void *position, int k);

  /* Optional, both or none: the image of a position or a move under symmetry 0 … symmetries - 1; 0 is the identity. */
  void (*transform)(const asc_rules *rules, int symmetry, const void *position, void *image);
  asc_move (*transform_move)(const asc_rules *rules, int symmetry, const void *position, asc_move move);

  /* `before` and `last` are the position before the last move and that move; before is NULL when there is none. */
  void (*view)(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
  void (*way)(const asc_rules *rules, const void *position, asc_move move, asc_way *way);
  void (*steps)(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
  /* Optional: what is asked in mid-move, after these touches, which begin a move and are none. What it leaves alone,
     and without it, the prompt of the view stands. */
  void (*ask)(const asc_rules *rules, const void *position, const asc_steps *touched, asc_message *message);
  /* Why `token`, a touch after those already made or a move written out, leads to no legal move. Only called when it
     does not. */
  void (*why)(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
              asc_message *message);

  /* Optional: what the engine may know beyond the rules. */
  const asc_knowledge *knowledge;

  /* Optional: how a position is set up by hand. NULL: by its text, as edit.h says. */
  const asc_editor *editor;
};

/* The registered games, in the order of the list. NULL: there is none. */
ASC_API const asc_game *asc_game_at(int index);
ASC_API const asc_game *asc_game_find(const char *id);

/* Opens "id" or "id:key=value,…". On success *rules is the caller's until asc_rules_close. */
ASC_API int asc_rules_open(asc_rules **rules, const char *spec, asc_error *error);
/* The same for a table that is not in the list. `options` is "key=value,…" or "". A table that breaks its contract is
   refused with ASC_E_INPUT and the reason. */
ASC_API int asc_rules_open_game(asc_rules **rules, const asc_game *game, const char *options, asc_error *error);
ASC_API void asc_rules_close(asc_rules *rules);

ASC_API void asc_position_start(const asc_rules *rules, void *position);
ASC_API int asc_position_turn(const asc_rules *rules, const void *position);
/* The legal moves, ascending; returns how many. `moves` must have room for rules->moves_max: entries behind those that
   count may be written to. */
ASC_API int asc_position_moves(const asc_rules *rules, const void *position, asc_move *moves);
ASC_API void asc_position_play(const asc_rules *rules, void *position, asc_move move);
ASC_API bool asc_position_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
ASC_API uint32_t asc_position_odds(const asc_rules *rules, const void *position, asc_move move);
ASC_API bool asc_position_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
ASC_API int asc_position_count(const asc_rules *rules, const void *position);
ASC_API asc_move asc_position_pick(const asc_rules *rules, const void *position, int k);

/* Game, options and position together: what UGI calls the hash. */
ASC_API uint64_t asc_position_hash(const asc_rules *rules, const void *position);
ASC_API uint64_t asc_position_key(const asc_rules *rules, const void *position);
ASC_API int asc_position_check(const asc_rules *rules, const void *position, asc_error *error);
ASC_API int asc_position_write(const asc_rules *rules, const void *position, char *text, size_t size);
ASC_API int asc_position_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
ASC_API void asc_position_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
ASC_API asc_move asc_move_transform(const asc_rules *rules, int symmetry, const void *position, asc_move move);

ASC_API void asc_move_write(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);
/* The legal move with this spelling, or ASC_E_ILLEGAL with the sentence of *why not* as the reason. */
ASC_API int asc_move_read(const asc_rules *rules, const void *position, const char *text, asc_move *move,
                          asc_error *error);

ASC_API void asc_position_view(const asc_rules *rules, const void *position, const void *before, asc_move last,
                               asc_view *view);
ASC_API void asc_move_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way);
ASC_API void asc_move_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
/* What is asked after these touches: true, or false when the prompt of the view stands. */
ASC_API bool asc_position_ask(const asc_rules *rules, const void *position, const asc_steps *touched,
                              asc_message *message);
/* 1 and the key `why.legal` when the token is allowed here, 0 and the reason when it is not. `touched` may be NULL. */
ASC_API int asc_position_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                             asc_message *message);

/* The sentence of a message: from the game's catalogue, else from the one common to all. Returns its length, or
   ASC_E_INPUT (message.h). */
ASC_API int asc_message_write(const asc_rules *rules, const char *language, const asc_message *message, char *text,
                              size_t size);
/* The same in English, into ASC_SENTENCE_MAX bytes. Returns `text`. */
ASC_API const char *asc_message_english(const asc_rules *rules, const asc_message *message, char *text);

/* The k-th draw of a seeded die for this position of chance: the same seed, k and odds give the same face. */
ASC_API asc_move asc_position_roll(const asc_rules *rules, const void *position, uint64_t seed, uint32_t k);

ASC_C_END

#endif
