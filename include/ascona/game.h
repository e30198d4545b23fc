/* The game interface: games, rules, positions and moves. Read this header first.

   - An `asc_game` describes a game: one constant struct of facts and functions.
   - An `asc_rules` is a game with fixed options, such as "kulami:board=irregular". It never changes after it was
     opened, and all threads may share it.
   - A position is a flat value in the caller's memory: 8-byte aligned, `rules->position_size` bytes, no pointers, every
     byte initialised. Copy it with memcpy, compare it with memcmp. Playing a move changes it in place; to go back, keep
     a copy. An `asc_position` has room for a position of any game. A position knows nothing of its history: repetition
     and the ply limit belong to a running game (play.h).
   - A move is a number whose meaning is private to the game. The legal moves of a position come in ascending order.

   Players are numbered from 1 to 4, and ASC_CHANCE (0) is the die. Points are counted in half-points. Only
   asc_rules_open and asc_rules_open_game allocate memory.

   Functions that take rules and a position need a position of these rules; they do not check it. Use
   asc_position_check for positions from elsewhere. Functions that show a position or explain a move need a game that
   has them (see asc_game); the five games of the library do. */
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
#define ASC_POSITION_MAX 512      /* bytes of a position */
#define ASC_MOVES_MAX 4096        /* legal moves of a position of any game */
#define ASC_POSITION_TEXT_MAX 768 /* bytes of a position as text, with the zero byte */
#define ASC_SPEC_MAX 512          /* bytes of a game with its options as text, with the zero byte */
#define ASC_OPTIONS_MAX 8         /* options of one game */
#define ASC_OPTION_VALUE_MAX 256  /* bytes of an option's value as text, with the zero byte */

enum { ASC_CHANCE = 0 };

typedef uint32_t asc_move;

typedef struct asc_position {
  uint64_t words[ASC_POSITION_MAX / 8];
} asc_position;

/* The result of a finished game, or the points so far of an open one. */
typedef struct asc_outcome {
  int32_t points[ASC_PLAYERS_MAX]; /* half-points */
  uint8_t rank[ASC_PLAYERS_MAX];   /* 1: first, shared after a draw; 0 for all players while the game is open */
} asc_outcome;

typedef enum asc_option_type { ASC_OPTION_NUMBER, ASC_OPTION_CHOICE, ASC_OPTION_TEXT } asc_option_type;

/* An option of a game. The message `option.KEY` of the game's catalogue explains it to people. */
typedef struct asc_option {
  const char *key;
  asc_option_type type;
  const char *default_value; /* as text */
  int64_t min, max;          /* NUMBER: its range, within 0 to UINT32_MAX */
  const char *choices;       /* CHOICE: the words, separated by one space. TEXT: what to write, for help texts */
} asc_option;

typedef struct asc_option_value {
  int64_t number; /* NUMBER: its value. CHOICE: the index of the word */
  bool is_given;  /* false: the default */
  char text[ASC_OPTION_VALUE_MAX];
} asc_option_value;

/* The unit of a game's scores: the final margin in points, or the chance to win in percent. A first rank that two
   players share counts half for each. */
typedef enum asc_score_kind { ASC_SCORE_MARGIN, ASC_SCORE_CHANCE } asc_score_kind;

typedef struct asc_game asc_game;
typedef struct asc_rules asc_rules;
typedef struct asc_knowledge asc_knowledge; /* knowledge.h */
typedef struct asc_editor asc_editor;       /* edit.h */

/* Wraps the `knowledge` of a game, so that a build without an engine leaves it out. */
#ifdef ASC_WITHOUT_KNOWLEDGE
#define ASC_KNOWLEDGE(knowledge) NULL
#else
#define ASC_KNOWLEDGE(knowledge) (&(knowledge))
#endif

/* Every rules object starts with these members; a game's own data follows. */
struct asc_rules {
  const asc_game *game;
  size_t position_size;       /* bytes: a multiple of 8, at most ASC_POSITION_MAX */
  int players;                /* 1 to ASC_PLAYERS_MAX */
  int moves_max;              /* no position has more legal moves; at most ASC_MOVES_MAX */
  int plies_max;              /* no game has more plies; takes the ply limit into account */
  int ply_limit;              /* a game that is still open after this many plies is a draw; 0: no limit */
  int symmetries;             /* the number of symmetries of the board; 1: only the identity */
  uint64_t hash;              /* of the game and its options */
  char spec[ASC_SPEC_MAX];    /* as people write it, without defaults: "kulami:level=3" */
  char options[ASC_SPEC_MAX]; /* every option with its value, as a record stores it: a board, never its seed */
};

/* A game: write one of these and add it to src/games/games.def (docs/adding-a-game.md).

   Optional functions may be NULL. A game may also leave out all members that show it (view, path, write, read, check,
   rules_text). Then it may leave out all members that people need to play too (resign, write_move, steps, why,
   catalogues), and can only be searched. Each group is complete or absent.

   A `move` argument is always legal in `position`. A function without a comment does what the public function that
   calls it does (below). */
struct asc_game {
  const char *id;                  /* "neo-delta" */
  const char *title;               /* "Néo-Delta", the same in every language */
  const char *rules_text;          /* RULES.md of the game's folder */
  const asc_catalogue *catalogues; /* English first; the last has language NULL */
  const asc_option *options;
  int option_count;
  const asc_kind *kinds;
  int kind_count;
  size_t rules_size; /* bytes of the game's own rules struct, which starts with asc_rules */
  asc_score_kind score;

  /* Fills the members of asc_rules from position_size to symmetries, and the game's own data. Everything is zero
     before, except that `symmetries` is 1. `values` has one entry per option, in the order of `options`. Returns
     ASC_OK, or an error code and the reason. */
  int (*open)(asc_rules *rules, const asc_option_value *values, asc_error *error);
  /* Optional: writes the value of option number `option` as a record should store it. Returns the length, 0 to leave
     the option out, or ASC_E_BUFFER. NULL: values are stored as given. */
  int (*resolve)(const asc_rules *rules, int option, char *text, size_t size);

  /* Writes all bytes of the start position. */
  void (*start)(const asc_rules *rules, void *position);
  /* Returns the player to move, or ASC_CHANCE. */
  int (*turn)(const asc_rules *rules, const void *position);
  /* Lists the legal moves in ascending order and returns their number: 0 exactly when the game is over. It may write to
     all moves_max entries. */
  int (*moves)(const asc_rules *rules, const void *position, asc_move *moves);
  void (*play)(const asc_rules *rules, void *position, asc_move move);
  /* Returns true when the game is over. Fills the points so far in any case. */
  bool (*outcome)(const asc_rules *rules, const void *position, asc_outcome *outcome);
  /* Returns the weight of a face of the die. NULL: the game has no dice. */
  uint32_t (*odds)(const asc_rules *rules, const void *position, asc_move move);
  /* A player resigns. Returns true if that ends the game, and fills its outcome; otherwise the others play on from
     `position`. */
  bool (*resign)(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
  /* Optional: returns whether a player has resigned and the others play on. NULL: the game ends when a player
     resigns. */
  bool (*has_resigned)(const asc_rules *rules, const void *position, int player);
  /* Optional: gives the turn to the next player, as if the player to move did nothing more; the rest of a turn of
     several actions is lost. Returns false if passing is not possible here. `check` may reject the resulting position,
     but it can be played and searched. NULL: see asc_position_pass in edit.h. */
  bool (*pass)(const asc_rules *rules, void *position);

  /* Returns a hash of the whole position. Equal positions have equal hashes on every platform. */
  uint64_t (*hash)(const asc_rules *rules, const void *position);
  /* Optional: returns a hash of the part of a position that repetition compares; 0 if it can't repeat. NULL: always
     0. */
  uint64_t (*repetition_key)(const asc_rules *rules, const void *position);
  /* Returns ASC_OK if the position could be one of this game: counts, reserves, stage and turn are consistent.
     Otherwise returns ASC_E_INPUT and the reason. */
  int (*check)(const asc_rules *rules, const void *position, asc_error *error);

  /* A position as text starts with "1:" and has no spaces. `write` returns its length, or ASC_E_BUFFER. `read` gets a
     position that is all zero, fills it and checks it; it returns ASC_OK, or an error code and the reason. */
  int (*write)(const asc_rules *rules, const void *position, char *text, size_t size);
  int (*read)(const asc_rules *rules, const char *text, void *position, asc_error *error);
  void (*write_move)(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);

  /* Optional, both or neither: return the number of legal moves, and the k-th of them (0 <= k < count), without a
     list. */
  int (*count)(const asc_rules *rules, const void *position);
  asc_move (*pick)(const asc_rules *rules, const void *position, int k);

  /* Optional, both or neither: write or return the image of a position or a move under symmetry 0 to symmetries - 1;
     0 is the identity. */
  void (*transform)(const asc_rules *rules, int symmetry, const void *position, void *image);
  asc_move (*transform_move)(const asc_rules *rules, int symmetry, const void *position, asc_move move);

  /* `before` and `last` are the position before the last move and that move; `before` is NULL if there was none. The
     structs to fill are all zero. */
  void (*view)(const asc_rules *rules, const void *position, const void *before, asc_move last, asc_view *view);
  void (*path)(const asc_rules *rules, const void *position, asc_move move, asc_path *path);
  void (*steps)(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
  /* Optional: sets the prompt in the middle of a move, after the steps in `touched`. If it sets nothing, the prompt of
     the view stays. */
  void (*prompt)(const asc_rules *rules, const void *position, const asc_steps *touched, asc_message *message);
  /* Explains why `token` leads to no legal move. It is a step after those in `touched`, or a move written out. The
     library calls this function only if there is no such move. */
  void (*why)(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
              asc_message *message);

  /* Optional: knowledge for the engine, in addition to the rules (knowledge.h). */
  const asc_knowledge *knowledge;

  /* Optional: functions to set up a position by hand. NULL: it is edited through its text, see edit.h. */
  const asc_editor *editor;
};

/* Return the game at `index` of the list of games, counted from 0, or the game with this id. NULL if there is none. */
ASC_API const asc_game *asc_game_at(int index);
ASC_API const asc_game *asc_game_find(const char *id);

/* Opens the rules of a game: "id" or "id:key=value,…". On success returns ASC_OK, and the caller owns *rules until
   asc_rules_close. Returns ASC_E_INPUT for an unknown game or option or a bad value, or ASC_E_MEMORY; *rules is then
   NULL. */
ASC_API int asc_rules_open(asc_rules **rules, const char *spec, asc_error *error);
/* The same for a game that need not be in the list and must outlive the rules. `options` is "key=value,…" or "". A
   struct that does not meet the conditions of asc_game is rejected with ASC_E_INPUT and the reason. */
ASC_API int asc_rules_open_game(asc_rules **rules, const asc_game *game, const char *options, asc_error *error);
/* Frees the rules, which may be NULL. Everything that was opened with them must be closed first. */
ASC_API void asc_rules_close(asc_rules *rules);

/* Writes the start position: all `rules->position_size` bytes. */
ASC_API void asc_position_start(const asc_rules *rules, void *position);
/* Returns the player to move, or ASC_CHANCE if a die must be rolled. */
ASC_API int asc_position_turn(const asc_rules *rules, const void *position);
/* Lists the legal moves in ascending order and returns their number; 0 when the game is over. `moves` must have room
   for rules->moves_max, and entries after the last move may be overwritten. */
ASC_API int asc_position_moves(const asc_rules *rules, const void *position, asc_move *moves);
/* Plays a legal move, or a face of the die, and changes the position in place. The move is not checked. */
ASC_API void asc_position_play(const asc_rules *rules, void *position, asc_move move);
/* Returns true when the game is over by the rules. Fills the points so far in any case. */
ASC_API bool asc_position_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome);
/* Returns the weight of a face of the die; faces are drawn in proportion to their weights. 0 in games without dice. */
ASC_API uint32_t asc_position_odds(const asc_rules *rules, const void *position, asc_move move);
/* Lets a player resign who has not resigned before, in a game that is not over. Returns true if that ends the game, and
   fills its outcome. Otherwise changes the position, from which the others play on. */
ASC_API bool asc_position_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome);
/* Return the number of legal moves, and the k-th of them in ascending order; k must be 0 to count - 1. */
ASC_API int asc_position_count(const asc_rules *rules, const void *position);
ASC_API asc_move asc_position_pick(const asc_rules *rules, const void *position, int k);

/* Returns a hash of the game, its options and the position, the same on every platform. UGI prints it. */
ASC_API uint64_t asc_position_hash(const asc_rules *rules, const void *position);
/* Returns the hash by which repetition compares positions; 0 if this position can't repeat. */
ASC_API uint64_t asc_position_repetition_key(const asc_rules *rules, const void *position);
/* Returns ASC_OK if the position could be one of this game, else ASC_E_INPUT and the reason. */
ASC_API int asc_position_check(const asc_rules *rules, const void *position, asc_error *error);
/* Writes the position as text. Returns its length, or ASC_E_BUFFER; ASC_POSITION_TEXT_MAX bytes are always enough. */
ASC_API int asc_position_write(const asc_rules *rules, const void *position, char *text, size_t size);
/* Reads and checks a position. Returns ASC_OK, or ASC_E_INPUT and the reason, with the column at fault if there is one;
   `position` then has undefined content. */
ASC_API int asc_position_read(const asc_rules *rules, const char *text, void *position, asc_error *error);
/* Write the image of a position, or return the image of a legal move, under a symmetry of the board: 0 to
   rules->symmetries - 1, where 0 is the identity. `image` has room for a position and does not overlap `position`. */
ASC_API void asc_position_transform(const asc_rules *rules, int symmetry, const void *position, void *image);
ASC_API asc_move asc_move_transform(const asc_rules *rules, int symmetry, const void *position, asc_move move);

/* Writes a legal move as text. Every legal move of a position has exactly one spelling, different from all others. */
ASC_API void asc_move_write(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]);
/* Finds the legal move with this spelling. Returns ASC_OK, or ASC_E_ILLEGAL with the text as token; the reason is then
   the English sentence of asc_position_why. */
ASC_API int asc_move_read(const asc_rules *rules, const void *position, const char *text, asc_move *move,
                          asc_error *error);

/* Fills the view of a position. `before` and `last` are the position before the last move and that move, to mark it;
   `before` may be NULL. */
ASC_API void asc_position_view(const asc_rules *rules, const void *position, const void *before, asc_move last,
                               asc_view *view);
/* Fills the motions of a legal move, for an animation. */
ASC_API void asc_move_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path);
/* Fills the ids that a player selects to make a legal move. */
ASC_API void asc_move_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps);
/* Fills the prompt after the steps in `touched` and returns true. Returns false, with a message without a key, if the
   prompt of the view still applies. */
ASC_API bool asc_position_prompt(const asc_rules *rules, const void *position, const asc_steps *touched,
                                 asc_message *message);
/* Returns whether `token` is allowed: 1 and the message `why.legal`, or 0 and the reason why it is not. A token is the
   step after those in `touched`, which may be NULL, or a whole move as text if there are none. */
ASC_API int asc_position_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                             asc_message *message);

/* Writes the sentence for a message from the catalogue of the game, or from the common one. `language` is "en", "de",
   "fr" or "ru"; any other means English. `rules` may be NULL: then only the common catalogue is searched. Returns the
   length of the sentence, or ASC_E_INPUT or ASC_E_BUFFER as asc_catalogue_write does. */
ASC_API int asc_message_write(const asc_rules *rules, const char *language, const asc_message *message, char *text,
                              size_t size);
/* The same in English, into a buffer of ASC_SENTENCE_MAX bytes. Returns `text`, which is the key if there is no
   sentence. */
ASC_API const char *asc_message_english(const asc_rules *rules, const asc_message *message, char *text);

/* Returns the k-th roll of a seeded die, counted from 0, for a position where a die must be rolled. The same seed, k
   and weights give the same face. */
ASC_API asc_move asc_position_roll(const asc_rules *rules, const void *position, uint64_t seed, uint32_t k);

ASC_C_END

#endif
