/* A game as `review` sees it: every ply judged, plies gathered into turns, turns graded, and what they add up to for
   each player.

   A choice is compared with the best there was: what it lost is the difference of the two scores, both for the player
   who chose. A roll is compared with the average over all faces: the difference is luck. */
#ifndef ASC_CLI_REVIEW_REVIEW_H
#define ASC_CLI_REVIEW_REVIEW_H

#include "cli/think.h"
#include "draw/text/board.h"
#include "play/seats.h"

typedef enum review_grade {
  GRADE_FORCED, /* there was no choice */
  GRADE_BEST,
  GRADE_GOOD,
  GRADE_INACCURACY,
  GRADE_MISTAKE,
  GRADE_BLUNDER,
  GRADE_COUNT
} review_grade;
const char *review_grade_word(review_grade grade);

/* How sure a loss is. */
typedef enum review_proof {
  PROOF_NONE,  /* an estimate */
  PROOF_BOUND, /* it is at least that much */
  PROOF_EXACT
} review_proof;
const char *review_proof_word(review_proof proof);

typedef struct review_ply {
  asc_item *item; /* of the record */
  int event;      /* of the running game */
  asc_move move;
  bool roll;
  bool judged;
  int player;  /* whose choice, or whose roll */
  int choices; /* legal moves there were */

  asc_line best, played; /* a choice: the best line, and the best one that begins with the ply */
  int32_t loss;          /* in hundredths, 0 and up */
  review_proof proof;

  int32_t averages[ASC_PLAYERS_MAX], luck[ASC_PLAYERS_MAX]; /* a roll: by player */
} review_ply;

/* The plies of one player between two rolls or plies of others; a roll is a turn of its own. */
typedef struct review_turn {
  int first, count; /* plies */
  int worst;        /* the ply that lost the most, of several the first */
  int player;
  bool roll, judged;
  int32_t loss;
  review_proof proof;
  review_grade grade;
} review_turn;

typedef struct review_player {
  int turns, grades[GRADE_COUNT];
  int64_t loss;       /* of all turns together */
  review_proof proof; /* the least sure of them */
  int worst;          /* turn; -1: none lost anything */
  int64_t luck, own;  /* of all rolls together, and of his own */
} review_player;

typedef struct review_game {
  int number; /* in the file */
  const asc_rules *rules;
  const asc_record *record;
  const asc_play *play;
  const asc_summary *summary;
  asc_seats seats;
  int32_t thresholds[GRADE_COUNT]; /* a loss of so much is at least that grade; from GRADE_INACCURACY on */

  int ply_count, turn_count;
  review_ply *plies;
  review_turn *turns;
  review_player players[ASC_PLAYERS_MAX];
} review_game;

/* The plies of a checked record, not judged yet. ASC_OK or ASC_E_MEMORY; then review_close. */
int review_open(review_game *game, const asc_record *record, const asc_play *play, const asc_summary *summary);
void review_close(review_game *game);

/* Judges the plies from the last to the first: what is proved of a position is proved of the ply that led to it. It
   ends early when interrupted. `progress` is told how many are done. */
typedef struct review_progress {
  void (*told)(void *data, int done);
  void *data;
} review_progress;
int review_judge(review_game *game, asc_search *search, const think_limits *limits, const review_progress *progress);
/* How much a loss must be for each grade; done when a game is opened. */
void review_thresholds_set(review_game *game);
/* Then: turns, grades and sums. */
void review_grade_turns(review_game *game);

/* Whether the game has rolls. */
bool review_has_luck(const review_game *game);
/* The number a turn is written with. */
int review_round(const review_game *game, const review_turn *turn);
/* The tokens of a turn, and a line from one of its plies on with the plies of the turn that led there before it. */
void review_turn_write(const review_game *game, const review_turn *turn, char *text, size_t size);
void review_better_write(const review_game *game, const review_turn *turn, char *text, size_t size);
/* What the others make of a turn; "" when nothing follows it, or a die roll does. */
void review_refutation_write(const review_game *game, const review_turn *turn, char *text, size_t size);

enum { REVIEW_TEXT_MAX = 96 };
/* "loses 3 points, proved", "loses at least 3 points", "loses about 2.8 %"; "" when it loses nothing. */
const char *review_loss_write(const review_game *game, int32_t loss, review_proof proof, char text[REVIEW_TEXT_MAX]);
/* "luck +4.8 %" */
const char *review_luck_write(const review_game *game, int32_t luck, char text[REVIEW_TEXT_MAX]);

void review_print(FILE *out, const review_game *game, const board_style *style);
/* The members of one JSON object. */
void review_json(asc_json *json, const review_game *game);
/* Writes the judgement into the record: NAGs, comments, and the better lines as variations. */
int review_annotate(const review_game *game, asc_record *record, asc_error *error);

#endif
