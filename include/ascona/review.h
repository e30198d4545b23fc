/* Game review: every ply is evaluated, plies are grouped into turns, turns are graded, and losses add up per player.

   A move is compared with the best move: its loss is the difference of the two scores, both for the player who moved. A
   roll is compared with the average over all faces: the difference is luck.

   Open a review for a checked record (record.h), run it with a search, read the turns or write everything as JSON, and
   close it. Losses and luck are in hundredths of a point, or of a percent in games that count the chance to win. */
#ifndef ASCONA_REVIEW_H
#define ASCONA_REVIEW_H

#include <ascona/analysis.h>
#include <ascona/record.h>

ASC_C_BEGIN

typedef enum asc_review_grade {
  ASC_REVIEW_GRADE_FORCED, /* there was only one move */
  ASC_REVIEW_GRADE_BEST,   /* it lost nothing */
  ASC_REVIEW_GRADE_GOOD,   /* it lost less than an inaccuracy does */
  ASC_REVIEW_GRADE_INACCURACY,
  ASC_REVIEW_GRADE_MISTAKE,
  ASC_REVIEW_GRADE_BLUNDER,
  ASC_REVIEW_GRADE_COUNT
} asc_review_grade;
/* Returns "forced", "best", "good", "inaccuracy", "mistake" or "blunder". The text is static. */
ASC_API const char *asc_review_grade_name(asc_review_grade grade);

/* How certain a loss is. */
typedef enum asc_review_loss_certainty {
  ASC_REVIEW_LOSS_ESTIMATE,
  ASC_REVIEW_LOSS_AT_LEAST, /* a lower bound: the loss is at least that much */
  ASC_REVIEW_LOSS_EXACT
} asc_review_loss_certainty;
/* Returns "estimate", "bound" or "exact". The text is static. */
ASC_API const char *asc_review_loss_certainty_name(asc_review_loss_certainty certainty);

/* A turn: the plies of one player between rolls and plies of other players. A roll is a turn of its own. The loss of a
   turn is the best value before its first ply minus the value after its last. */
typedef struct asc_review_turn {
  int first_ply, ply_count; /* its plies, counted from 0 along the game, rolls included, resignations not */
  int worst_ply;            /* the ply with the largest loss; the first of equals */
  int player;
  bool is_roll, is_evaluated; /* is_evaluated: all its plies are; otherwise it has no loss and no grade */
  int32_t loss;               /* 0 or more */
  asc_review_loss_certainty loss_certainty;
  asc_review_grade grade;
} asc_review_turn;

/* The sums of a player. */
typedef struct asc_review_player {
  int turn_count, grade_counts[ASC_REVIEW_GRADE_COUNT];
  int64_t loss;                             /* sum of all turns */
  asc_review_loss_certainty loss_certainty; /* the least certain of all turns */
  int worst_turn;                           /* index of the turn with the largest loss; -1: no turn lost anything */
  int64_t luck, own_luck;                   /* sums of all rolls, and of the player's own rolls */
} asc_review_player;

typedef struct asc_review asc_review;

/* Prepares the review of a checked record. The record and its summary must outlive the review. Returns ASC_OK,
   ASC_E_MEMORY, or the error code and reason of asc_rules_open or asc_record_check. The caller owns *review. */
ASC_API int asc_review_open(asc_review **review, asc_record *record, const asc_record_summary *summary,
                            asc_error *error);
ASC_API void asc_review_close(asc_review *review);

/* Evaluates the plies from the last to the first, and grades the turns. The limits in nodes and time are for each
   search; the depth is ignored. `progress` may be NULL; its on_progress is called after every ply. To end even a long
   search at once, the hooks of the search must stop it too. If it is stopped, the plies evaluated so far are graded.
   The search must have been opened for rules with the same spec; its transposition table is cleared. Returns ASC_OK or
   ASC_E_MEMORY. */
ASC_API int asc_review_run(asc_review *review, asc_search *search, const asc_search_limits *limits,
                           const asc_progress *progress);

/* Return the number of turns, a turn by its index from 0, and the sums of a player from 1. NULL for a number out of
   range. The review owns them; they are valid until it is run again or closed. */
ASC_API int asc_review_turn_count(const asc_review *review);
ASC_API const asc_review_turn *asc_review_turn_at(const asc_review *review, int index);
ASC_API const asc_review_player *asc_review_player_at(const asc_review *review, int player);

/* Writes the review as one line of JSON, the same as `ascona review --json` prints for a game (docs/analysis.md). It
   ends with a newline and a zero byte; *length counts the newline. The caller frees *text with free(). Returns ASC_OK,
   or ASC_E_MEMORY and *text is NULL. */
ASC_API int asc_review_write_json(const asc_review *review, char **text, size_t *length);
/* Writes the review into its record: NAGs, comments, and better lines as variations. Replaces the annotations of an
   earlier review, and checks the record again. Returns ASC_OK, ASC_E_INPUT if a limit of record.h is exceeded, or
   ASC_E_MEMORY. */
ASC_API int asc_review_annotate(const asc_review *review, asc_error *error);

ASC_C_END

#endif
