/* The inside of a job: its steps or its question, and the memory that all of its text lies in. For implementations. */
#ifndef ASC_STORE_JOB_H
#define ASC_STORE_JOB_H

#include "store.h"

typedef enum asc_step_kind {
  ASC_STEP_EVENT,
  ASC_STEP_GAME,
  ASC_STEP_PLY, /* .game: id, changed, deadline, turn, plies */
  ASC_STEP_PERSON,
  ASC_STEP_SECRET,
  ASC_STEP_TAKE,      /* .secret: kind, hash, person; now in .seen */
  ASC_STEP_SEEN,      /* .secret: hash; now in .seen */
  ASC_STEP_VOID,      /* .secret: kind, person, id */
  ASC_STEP_VOID_SEAT, /* .secret: game, seat */
  ASC_STEP_FREE_SEAT, /* .secret: game, person */
  ASC_STEP_MERGE,     /* .pair: from, into */
  ASC_STEP_FORGET,    /* .pair: person */
  ASC_STEP_BLOCK,     /* .pair: person, other, on */
  ASC_STEP_HEARTBEAT,
  ASC_STEP_RETAIN,
  ASC_STEP_TELL,      /* .text */
  ASC_STEP_ORDER_DONE /* number .now */
} asc_step_kind;

typedef struct asc_step asc_step;
struct asc_step {
  asc_step_kind kind;
  asc_step *next;
  union {
    asc_event_row event;
    asc_game_row game;
    asc_person_row person;
    asc_secret_row secret;
    struct {
      const char *one, *other;
      bool on;
    } pair;
    int64_t now;
    const char *text;
    struct {
      int64_t now;
      asc_retention rules;
      int most;
    } retain;
  };
};

typedef enum asc_question_kind {
  ASC_ASK_NOTHING,
  ASC_ASK_GAME,
  ASC_ASK_COMMAND,
  ASC_ASK_GAMES_OF,
  ASC_ASK_DEADLINES,
  ASC_ASK_GAMES,
  ASC_ASK_PERSONS,
  ASC_ASK_SECRET,
  ASC_ASK_DEVICES,
  ASC_ASK_BLOCKS,
  ASC_ASK_COUNTS,
  ASC_ASK_CLOCK,
  ASC_ASK_LATEST,
  ASC_ASK_ORDERS,
  ASC_ASK_SPACE
} asc_question_kind;

typedef struct asc_question {
  asc_question_kind kind;
  const char *id;   /* of a game or a person; where a list goes on */
  const char *text; /* a command */
  const char **ids;
  size_t count;
  int64_t number; /* from, before, until */
  unsigned states;
  int most;
  asc_secret_kind secret;
  uint8_t hash[ASC_STORE_HASH];
} asc_question;

struct asc_job_inside {
  asc_job *next; /* in the store's queue */
  asc_step *steps, **steps_end;
  asc_question question;
  const char *wrong; /* why it cannot be done; NULL: it can */
  bool waited_for;   /* by asc_store_do */
  bool told;
  struct asc_job_chunk *chunks;
  char *free;
  size_t left;
};

/* Memory that lives as long as the job, for anything; NULL, and the job is wrong, when there is none. */
void *asc_job_take_memory(asc_job *job, size_t size);
/* A copy with a NUL behind it; NULL of NULL. */
const char *asc_job_copy(asc_job *job, const char *text, size_t length);

/* Takes back what was answered so far, to ask again. */
void asc_job_unanswer(asc_job *job);

/* Room for one more row at the end of one of the job's lists; NULL when there is no memory. `rows` is the address of
   the list, `count` of its length, `size` that of a row. */
void *asc_job_row(asc_job *job, void *rows, size_t *count, size_t size);

#endif
