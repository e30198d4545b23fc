/* A moment of a running game, ready to be drawn: the view, what may be touched next, whose turn it is.

   All ways of showing it, text (text/board.h), SVG (svg/svg.h) and JSON, start from a scene and know
   nothing else of the game. */
#ifndef ASC_DRAW_SCENE_H
#define ASC_DRAW_SCENE_H

#include <ascona/ascona.h>

#include <stdbool.h>

/* What the next touch may be, and which touches were made already; by index into the view. */
typedef struct scene_targets {
  bool places[ASC_PLACES_MAX], stocks[ASC_STOCKS_MAX], controls[ASC_CONTROLS_MAX];
  bool chosen[ASC_PLACES_MAX];
  bool first; /* no touch was made: the targets are what a move may begin with */
} scene_targets;

typedef struct asc_scene {
  const asc_rules *rules;
  asc_view view;
  scene_targets targets;
  asc_message prompt;       /* the view's, or how the running game ended off the board */
  int turn;                 /* 1 … 4, ASC_CHANCE, or ASC_NOBODY */
  int seat_to_move;         /* 1 … 4, at a die roll too; 0: the game is over */
  int plies;                /* played so far */
  char last[ASC_TOKEN_MAX]; /* the last ply as text, or "" */
  int last_player;
  uint64_t hash;                     /* tells scenes apart */
  const char *called[ASC_SEATS_MAX]; /* what to call a seat; NULL: as the game does. The caller's to set */
} asc_scene;

/* The game as it stands. `touched` may be NULL: nothing touched yet. In mid-move a man that was sent somewhere is shown
   there, and the prompt is what is asked next. */
void asc_scene_read(asc_scene *scene, const asc_play *play, const asc_steps *touched);
/* The game as it stood after its first `events` events. Before its end nothing can be touched there. */
void asc_scene_read_at(asc_scene *scene, const asc_play *play, int events, const asc_steps *touched);

/* Puts the way of a move that was not made in the place of the last one's, as far as these touches settle it: all of
   it, or where more is to be chosen only what travels first. False: they do not send anything where the last of them
   is. */
bool asc_scene_look_ahead(asc_scene *scene, const asc_play *play, const asc_steps *touched);

/* The kind at `index` of the game's table, or NULL for none. */
const asc_kind *asc_scene_kind(const asc_scene *scene, int index);

/* What is on the board in words of a language, a line for all places that have the same on them: "white pawn: b2 c3".
   Writes the first of these groups that begins at place `from` or behind it, and returns where the next may begin; 0
   when there is none left. Places with nothing on them are left out. */
#define SCENE_GROUP_MAX (ASC_SENTENCE_MAX + ASC_PLACES_MAX * ASC_TOKEN_MAX)
int asc_scene_group(const asc_scene *scene, const char *language, int from, char text[SCENE_GROUP_MAX]);

/* Whether the same stands and lies on two places, in the same words. */
bool asc_scene_same_on(const asc_place *a, const asc_place *b);

/* Whether two ids of a view are the same, and where the first of them is; -1 when it is none of the places. */
int asc_scene_place_find(const asc_view *view, const char *id);

#endif
